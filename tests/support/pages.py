"""The Markdown pages of the repository as tests: console sessions, Python examples and links.

Here: reading a page and running what it shows. Not here: which pages must hold what (`tests/cli`).
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

from conftest import ROOT

README = ROOT / "README.md"
DOCS = sorted((ROOT / "docs").glob("*.md"))
OTHERS = [ROOT / "CONTRIBUTING.md", ROOT / "CHANGELOG.md"]


def sessions(page: Path) -> list[tuple[str, str]]:
    """Every command of a page's console sessions, with the output the page shows."""
    found = []
    for block in re.findall(r"```console\n(.*?)```", page.read_text(encoding="utf-8"), re.DOTALL):
        for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
            command, _, output = part.partition("\n")
            found.append((command, output))
    return found


def output_of(command: str, cache_folder: Path) -> list[str]:
    """The lines a shell command prints in the repository's folder, trailing spaces removed."""
    done = subprocess.run(
        ["bash", "-c", f"{{ {command} ; }} 2>&1"],
        capture_output=True,
        text=True,
        check=False,
        cwd=ROOT,
        env={
            "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}",
            "COLUMNS": "110",
            "LANG": "C.UTF-8",
            "HOME": os.environ.get("HOME", "/"),
            "HOUSEWAY_CACHE": str(cache_folder),
        },
    )
    return [line.rstrip() for line in done.stdout.splitlines()]


def broken_links(page: Path) -> list[str]:
    """The links of a page to files, or to headings of pages, that do not exist."""
    found = []
    for target in re.findall(r"\]\(([^)\s]+)\)", page.read_text(encoding="utf-8")):
        path, _, heading = target.partition("#")
        file = page.parent / path if path else page
        if not file.exists() or (heading and heading not in headings(file)):
            found.append(target)
    return found


def headings(page: Path) -> set[str]:
    """The headings of a page as links name them."""
    titles = re.findall(r"^#+ (.+)$", page.read_text(encoding="utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-") for title in titles}
