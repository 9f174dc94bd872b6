"""The Markdown pages of the repository as tests: console sessions, Python examples and links.

Here: reading a page and running what it shows. Not here: which pages must hold what (`tests/cli`).
"""

from __future__ import annotations

import re
import shlex
import subprocess
from pathlib import Path
from urllib.parse import unquote

from support.command import environment_of, in_this_process

ROOT = Path(__file__).resolve().parent.parent.parent

README = ROOT / "README.md"
DOCS = sorted((ROOT / "docs").glob("*.md"))
OTHERS = [ROOT / "CONTRIBUTING.md", ROOT / "CHANGELOG.md"]
WIDE = {"COLUMNS": "110"}


def text(page: Path) -> str:
    """The text of a page."""
    return page.read_text(encoding="utf-8")


def sessions(page: Path) -> list[tuple[str, str]]:
    """Every command of a page's console sessions, with the output the page shows."""
    found = []
    for block in re.findall(r"```console\n(.*?)```", text(page), re.DOTALL):
        for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
            command, _, output = part.partition("\n")
            found.append((command, output))
    return found


def not_run(page: Path) -> list[str]:
    """Every command of a page's blocks that are no console sessions: `sessions` leaves them out."""
    blocks = re.findall(r"^```(\w*)\n(.*?)^```", text(page), re.DOTALL | re.MULTILINE)
    others = [block for kind, block in blocks if kind != "console"]
    return [command for block in others for command in re.findall(r"^\$ (.+)$", block, re.MULTILINE)]


def in_lines(page: Path) -> list[str]:
    """Every `houseway` command on an indented line of a page, without its comment."""
    outside = re.sub(r"^```.*?^```", "", text(page), flags=re.DOTALL | re.MULTILINE)
    return [line.partition(" #")[0].strip() for line in re.findall(r"^    (houseway .+)$", outside, re.MULTILINE)]


def in_sentences(page: Path) -> list[str]:
    """Every `houseway` command within a sentence or a table of a page."""
    return re.findall(r"`(houseway [^`]+)`", text(page))


def output_of(command: str, cache_folder: Path) -> list[str]:
    """The lines that a command prints in the repository's folder, errors first, trailing spaces removed.

    `houseway` runs within this process; what feeds it and what filters its output run in a shell.
    """
    parts = command.split(" | ")
    at = next(at for at, part in enumerate(parts) if part.startswith("houseway "))
    stdin = _shell(" | ".join(parts[:at])) if at else ""
    done = in_this_process(
        shlex.split(parts[at])[1:], stdin=stdin, folder=ROOT, environment=environment_of(ROOT, cache_folder, WIDE)
    )
    printed = _shell(" | ".join(parts[at + 1 :]), done.stdout) if parts[at + 1 :] else done.stdout
    return [line.rstrip() for line in (done.stderr + printed).splitlines()]


def _shell(command: str, stdin: str = "") -> str:
    return subprocess.run(["bash", "-c", command], input=stdin, capture_output=True, text=True, check=True).stdout


def broken_links(page: Path) -> list[str]:
    """The links of a page that lead to a missing file or heading."""
    found = []
    for target in re.findall(r"\]\(([^)\s]+)\)", text(page)):
        path, _, heading = target.partition("#")
        file = page.parent / unquote(path) if path else page
        if not file.exists() or (heading and heading not in headings(file)):
            found.append(target)
    return found


def headings(page: Path) -> set[str]:
    """The headings of a page, as the anchors of links."""
    titles = re.findall(r"^#+ (.+)$", text(page), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-") for title in titles}


def missing_files(page: Path) -> list[str]:
    """The files, folders and modules that a page names but neither the repository nor the package has."""
    named = re.findall(r"`((?:[a-z._-]+/)+[a-z0-9_.-]*)`", text(page))
    roots = (ROOT, ROOT / "src" / "houseway")
    exist = {name for name in named for root in roots if (root / name).exists() or (root / f"{name}.py").exists()}
    return [name for name in named if name not in exist]
