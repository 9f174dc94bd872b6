"""How Sphinx makes a site of the Markdown pages: `make site`.

Here: which pages are in it, and in which order. The pages themselves are written for a reader of the repository,
and know nothing of Sphinx.
"""

from __future__ import annotations

import re
import shutil
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent

project = "Houseway"
extensions = ["myst_parser"]
source_suffix = {".md": "markdown"}
root_doc = "README"
include_patterns = ["*.md", "docs/*.md"]
exclude_patterns = [".*", "bench", "build", "dist", "examples", "node_modules", "scripts", "src", "tests"]
html_theme = "furo"
html_title = "Houseway"
html_copy_source = False
myst_heading_anchors = 4
smartquotes = False  # pages are shown as they are written


def _index() -> str:
    """The table of contents, in the order of docs/README.md, where readers of the repository find it."""
    parts = re.split(r"^## ", (ROOT / "docs" / "README.md").read_text(encoding="utf-8"), flags=re.MULTILINE)[1:]
    pages = {part.partition("\n")[0]: re.findall(r"\]\((\S+)\.md\)", part) for part in parts}
    groups = {title: [f"docs/{name}" for name in names] for title, names in pages.items()}
    groups["Project"] = ["docs/README", "CONTRIBUTING", "CHANGELOG"]
    return "".join(
        f"\n```{{toctree}}\n:hidden:\n:caption: {title}\n\n" + "\n".join(names) + "\n```\n"
        for title, names in groups.items()
    )


def _read(_app: Any, name: str, source: list[str]) -> None:
    source[0] = source[0].replace("%2C", ",")  # Sphinx looks for the file under the name that the link writes
    if name == root_doc:
        source[0] += _index()


def _finish(app: Any, error: Exception | None) -> None:
    if error is None:
        shutil.copy(Path(app.outdir) / f"{root_doc}.html", Path(app.outdir) / "index.html")


def setup(app: Any) -> None:
    """What Sphinx calls before it reads the first page."""
    app.connect("source-read", _read)
    app.connect("build-finished", _finish)
