"""The Containerfile: what it copies, installs, runs and asks exists; with an engine, its image is built and run."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import uuid
from pathlib import Path

import pytest
from litestar import Litestar

from houseway.web.http.health import HEALTH
from support.command import Run

ROOT = Path(__file__).resolve().parent.parent
STEPS = [
    (step.partition(" ")[0], step.partition(" ")[2])
    for step in re.sub(r"\\\n\s*", "", (ROOT / "Containerfile").read_text(encoding="utf-8")).splitlines()
    if step and not step.startswith("#")
]
"""Each instruction of the Containerfile with its arguments."""


def _all(instruction: str) -> list[str]:
    return [arguments for name, arguments in STEPS if name == instruction]


def _copied() -> set[str]:
    """What is copied from the repository."""
    return {name for arguments in _all("COPY") if "--from" not in arguments for name in arguments.split()[:-1]}


def test_only_what_is_copied_reaches_the_engine() -> None:
    lines = (ROOT / ".containerignore").read_text(encoding="utf-8").splitlines()
    assert [line for line in lines if line.startswith("*")] == ["*", "**/__pycache__"]
    assert {line[1:] for line in lines if line.startswith("!")} == _copied()
    assert [name for name in _copied() if not (ROOT / name).exists()] == []


def test_packages_come_from_the_lock_with_hashes() -> None:
    installs = [part.strip() for step in _all("RUN") for part in step.split("&&") if "/pip install" in part]
    packages, wheel = installs
    assert "--require-hashes -r requirements-serve.lock" in packages
    assert "requirements-serve.lock" in _copied()
    assert {"--no-index", "--no-deps"} < set(wheel.split())
    built = next(part for step in _all("RUN") for part in step.split("&&") if "hatchling build" in part)
    assert wheel.endswith(f" {built.split()[-1]}/*.whl")


def test_the_build_has_what_the_wheel_is_made_of() -> None:
    """What pyproject.toml names: the readme, the licence and the package."""
    assert {"pyproject.toml", "README.md", "LICENSE", "src"} <= _copied()


def test_the_command_and_its_options_are_real(houseway: Run) -> None:
    assert _all("ENTRYPOINT") == ['["houseway"]']
    done = houseway(*json.loads(_all("CMD")[0]), "--help")
    assert (done.returncode, done.stderr) == (0, "")


def test_the_port_is_one_and_the_health_check_asks_whether_the_house_is_ready() -> None:
    (port,) = _all("EXPOSE")
    words = json.loads(_all("CMD")[0])
    assert words[words.index("--port") + 1] == port
    (asked,) = re.findall(r"http://127\.0\.0\.1:(\d+)(/\S*?)'", _all("HEALTHCHECK")[0])
    assert asked[0] == port
    assert asked[1] in {route.path for route in Litestar(HEALTH).routes}


def test_the_journal_is_on_a_volume_and_nobody_is_root() -> None:
    (volume,) = _all("VOLUME")
    assert {f"HOUSEWAY_DB={volume}/journal.db", f"XDG_DATA_HOME={volume}"} <= set(_all("ENV")[0].split())
    assert any(f"install -d -o houseway -g houseway -m 700 {volume}" in step for step in _all("RUN"))
    names = [name for name, _ in STEPS]
    assert _all("USER") == ["houseway"]
    assert "RUN" not in names[names.index("USER") :]


def _engine() -> str:
    """An engine that answers, or nothing."""
    for name in ("podman", "docker"):
        if shutil.which(name) and subprocess.run([name, "info"], capture_output=True, check=False).returncode == 0:
            return name
    return ""


@pytest.mark.full
def test_the_image_is_built_and_opens_the_house() -> None:
    engine = _engine()
    if not engine:
        pytest.skip("neither podman nor docker answers on this machine")
    image = f"houseway-test-{uuid.uuid4().hex[:8]}"
    build = [engine, "build", "-q", "-f", "Containerfile", "-t", image, "."]
    built = subprocess.run(build, cwd=ROOT, capture_output=True, text=True, check=False, timeout=1200)
    assert built.returncode == 0, built.stderr
    try:
        for words in (["--version"], ["set", "mbs-v4", "Kc Qh 9s 6h 4c 3d 2s"]):
            subprocess.run([engine, "run", "--rm", image, *words], check=True, capture_output=True, timeout=120)
        _serve(engine, image)
    finally:
        subprocess.run([engine, "rmi", "-f", image], capture_output=True, check=False)


def _serve(engine: str, image: str) -> None:
    """Open the house in a container, ask it what the health check asks, and stop it."""
    check = json.loads(_all("HEALTHCHECK")[0].partition("CMD ")[2])
    start = [engine, "run", "-d", "--rm", image]
    name = subprocess.run(start, check=True, capture_output=True, text=True).stdout.strip()
    try:
        wait = f'for _ in $(seq 60); do {check[0]} -c "{check[2]}" 2>/dev/null && exit 0; sleep 1; done; exit 1'
        subprocess.run([engine, "exec", name, "sh", "-c", wait], check=True, capture_output=True, timeout=300)
    finally:
        subprocess.run([engine, "stop", name], capture_output=True, check=False, timeout=60)
