"""The wheel: every file of the package is inside, and what is installed from it runs without the repository."""

from __future__ import annotations

import email
import os
import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = ROOT / "src" / "houseway"
EXTRAS = set(tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["optional-dependencies"])
DATA = (
    "books/counts/mbs-v4.txt",
    "books/examples/mbs-v4.csv",
    "books/published/foxwoods.csv",
    "books/trace/mbs-v4.csv",
    "maths/gpu/device.cu",
    "py.typed",
    "rulebook/data/schema.py",
    "web/static/lobby/lobby.html",
    "web/static/shared/cards.svg",
)
"""One file of each kind that is not found by importing something."""


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A wheel built from the repository, without a network."""
    folder = tmp_path_factory.mktemp("wheel")
    build = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)]
    subprocess.run(build, cwd=ROOT, check=True, capture_output=True)
    (built,) = folder.glob("*.whl")
    return built


def test_every_file_of_the_package_is_in_the_wheel(wheel: Path) -> None:
    files = {path.relative_to(PACKAGE.parent).as_posix() for path in PACKAGE.rglob("*") if path.is_file()}
    expected = {name for name in files if "/__pycache__/" not in name}
    with zipfile.ZipFile(wheel) as archive:
        inside = {name for name in archive.namelist() if ".dist-info/" not in name}
    assert inside == expected
    assert {f"houseway/{name}" for name in DATA} <= inside


def test_the_wheel_says_what_can_be_installed(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        (name,) = (name for name in archive.namelist() if name.endswith(".dist-info/METADATA"))
        told = email.message_from_bytes(archive.read(name))
    assert set(told.get_all("Provides-Extra", [])) == EXTRAS
    page = (ROOT / "docs" / "engineer.md").read_text(encoding="utf-8")
    assert [extra for extra in sorted(EXTRAS) if f"\n| `{extra}` |" not in page] == []
    assert told["Requires-Python"] == ">=3.11"
    assert told["License-Expression"] == "MIT"


@pytest.mark.full
def test_an_installed_wheel_runs_without_the_repository(wheel: Path, tmp_path: Path) -> None:
    """A new environment sees the packages of this one but not Houseway; pip checks every extra against them."""
    fresh = tmp_path / "fresh"
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(fresh)], check=True)
    python = fresh / "bin" / "python"
    (site,) = fresh.glob("lib/python*/site-packages")
    others = [path for path in sys.path if path.endswith("site-packages")]
    (site / "others.pth").write_text("\n".join(others), encoding="utf-8")
    wanted = f"{wheel}[{','.join(sorted(EXTRAS - {'gpu'}))}]"  # CuPy is not among the packages of the tests
    install = ["install", "--no-index", "--force-reinstall", "--no-deps", str(wheel)]
    _run(tmp_path, sys.executable, "-m", "pip", "--python", str(python), *install)
    _run(tmp_path, sys.executable, "-m", "pip", "--python", str(python), "install", "--no-index", wanted)

    where = _run(tmp_path, str(python), "-c", "import houseway; print(houseway.__file__, houseway.__version__)").split()
    assert Path(where[0]).is_relative_to(site)
    command = str(fresh / "bin" / "houseway")
    assert _run(tmp_path, command, "--version").split()[-1] == where[1]
    assert "Queen-nine" in _run(tmp_path, command, "set", "mbs-v4", "Kc Qh 9s 6h 4c 3d 2s")
    assert '"$schema"' in _run(tmp_path, command, "book", "schema")
    assert "mbs-v4" in _run(tmp_path, command, "trace", "mbs-v4")


def _run(folder: Path, *command: str) -> str:
    environment = {"HOME": str(folder), "PATH": os.environ["PATH"], "LANG": "C.UTF-8", "PIP_NO_CACHE_DIR": "1"}
    done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout
