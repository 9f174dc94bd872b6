"""The layers of the installation: what each one locks, and what a command reports when its layer is missing."""

from __future__ import annotations

import itertools
import json
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
PACKAGES = ("distributed", "litestar", "matplotlib", "numba", "psycopg", "typst", "uvicorn", "websockets")
MISSING = {
    "odds five-card": "maths",
    "simulate five-card --rounds 10": "maths",
    "par five-card -o sheet.json": "maths",
    "par five-card -o sheet.html": "par",
    "par five-card -o sheet.pdf": "par",
    "simulate five-card --rounds 10 --cluster tcp://127.0.0.1:1": "cluster",
    "audit verify --db postgresql://127.0.0.1/nowhere": "postgres",
    "serve": "web",
}
"""Commands, and the extra each needs when none is installed; for the cluster, when only that extra is missing."""
RUN = """
import contextlib, io, json, sys
sys.modules.update(dict.fromkeys(json.loads(sys.argv[1])))  # importing them fails from now on
from houseway.cli import main
answers = {}
for words in json.loads(sys.argv[2]):
    sys.argv = ["houseway", *words.split()]
    output = io.StringIO()
    with contextlib.redirect_stdout(output), contextlib.redirect_stderr(output):
        try:
            main()
        except SystemExit as ended:
            answers[words] = ended.code, output.getvalue()
print(json.dumps(answers))
"""


def _locked(name: str) -> dict[str, str]:
    """Every pinned package of a lock file with its hashes, for all platforms."""
    text = (ROOT / name).read_text(encoding="utf-8")
    return dict(re.findall(r"^(\S+==\S+)[^\n]*\\\n((?:    --hash=\S+(?: \\)?\n)+)", text, flags=re.MULTILINE))


def test_the_serving_lock_is_a_subset_of_the_full_lock() -> None:
    everything, serving = _locked("requirements.lock"), _locked("requirements-serve.lock")
    assert serving.items() <= everything.items()
    names = {package.partition("==")[0] for package in serving}
    assert {"litestar", "uvicorn", "websockets", "numba", "psycopg"} <= names
    only_tests = {"playwright", "hypothesis", "mypy", "ruff", "pytest", "matplotlib", "typst", "distributed"}
    assert only_tests <= {package.partition("==")[0] for package in everything}
    assert not names & only_tests


@pytest.mark.parametrize("name", ["requirements.lock", "requirements-serve.lock", "requirements-uv.lock"])
def test_every_package_is_locked_with_hashes(name: str) -> None:
    text = (ROOT / name).read_text(encoding="utf-8")
    assert len(_locked(name)) == len(re.findall(r"^\w", text, flags=re.MULTILINE)) > 0


def test_every_lock_file_is_written_by_make_lock() -> None:
    recipe = (ROOT / "Makefile").read_text(encoding="utf-8").partition("\nlock:")[2].partition("\n\n")[0]
    for path in ROOT.glob("requirements*.lock"):
        assert f" {path.name}" in recipe


@pytest.fixture(scope="module")
def answers(tmp_path_factory: pytest.TempPathFactory) -> dict[str, tuple[int, str]]:
    """The exit code and output of every command in `MISSING`, without any of the packages."""
    folder = tmp_path_factory.mktemp("small")
    return {
        **_answers(folder, PACKAGES, [words for words, extra in MISSING.items() if extra != "cluster"]),
        **_answers(folder, ("distributed",), [words for words, extra in MISSING.items() if extra == "cluster"]),
    }


def _answers(folder: Path, without: tuple[str, ...], commands: list[str]) -> dict[str, tuple[int, str]]:
    done = subprocess.run(
        [sys.executable, "-c", RUN, json.dumps(without), json.dumps(commands)],
        capture_output=True,
        text=True,
        check=True,
        cwd=folder,
        env={"HOUSEWAY_CACHE": str(folder / "cache"), "HOME": str(folder), "COLUMNS": "200", "LANG": "C.UTF-8"},
    )
    found: dict[str, tuple[int, str]] = json.loads(done.stdout)
    return found


@pytest.mark.parametrize(("words", "extra"), MISSING.items())
def test_a_command_reports_the_missing_packages(answers: dict[str, tuple[int, str]], words: str, extra: str) -> None:
    assert extra in PROJECT["project"]["optional-dependencies"]
    code, output = answers[words]
    assert code == 1, output
    assert output.startswith("houseway: ")
    assert f"houseway[{extra}]" in output
    assert output.count("\n") == 1


@pytest.mark.parametrize("package", PACKAGES)
def test_every_optional_package_is_in_an_extra(package: str) -> None:
    extras = itertools.chain.from_iterable(PROJECT["project"]["optional-dependencies"].values())
    assert package in {re.split(r"[\[>=]", required)[0] for required in extras}
