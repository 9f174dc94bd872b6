"""The README is a session that runs: every command in it, with exactly the output it shows; every Python example."""

from __future__ import annotations

import doctest
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from conftest import ROOT

PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]


def _session(page: Path) -> list[tuple[str, str]]:
    found = []
    for block in re.findall(r"```console\n(.*?)```", page.read_text(encoding="utf-8"), re.DOTALL):
        for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
            command, _, output = part.partition("\n")
            found.append((command, output))
    return found


@pytest.mark.parametrize(("command", "output"), [step for page in PAGES for step in _session(page)])
def test_session(command: str, output: str, cache_folder: Path) -> None:
    path = f"{Path(sys.executable).parent}:{os.environ['PATH']}"
    done = subprocess.run(
        ["bash", "-c", f"{command} 2>&1"],
        capture_output=True, text=True, check=False, cwd=ROOT,
        env={
            "PATH": path, "COLUMNS": "110", "LANG": "C.UTF-8", "HOME": os.environ.get("HOME", "/"),
            "HOUSEWAY_CACHE": str(cache_folder),
        },
    )  # fmt: skip
    assert [line.rstrip() for line in done.stdout.splitlines()] == output.splitlines()


@pytest.mark.parametrize("page", PAGES, ids=[page.name for page in PAGES])
def test_python_examples(page: Path) -> None:
    failed, _ = doctest.testfile(str(page), module_relative=False, optionflags=doctest.NORMALIZE_WHITESPACE)
    assert failed == 0


def test_the_readme_has_a_session() -> None:
    assert len(_session(ROOT / "README.md")) >= 5


@pytest.mark.parametrize("page", PAGES, ids=[page.name for page in PAGES])
def test_links_lead_somewhere(page: Path) -> None:
    for target in re.findall(r"\]\(([^)#]+)", page.read_text(encoding="utf-8")):
        assert (page.parent / target).exists(), target
