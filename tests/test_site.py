"""The documentation as a site: `make site` builds it without a warning, every page is in it, and no link is broken."""

from __future__ import annotations

import re
import shlex
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest

from support.pages import DOCS, OTHERS, README

ROOT = README.parent
MISSING = [name for name in ("sphinx", "myst_parser", "furo") if find_spec(name) is None]


@pytest.mark.full
@pytest.mark.skipif(bool(MISSING), reason=f"not installed: {', '.join(MISSING)}")
def test_the_site_is_whole(tmp_path: Path) -> None:
    recipe = (ROOT / "Makefile").read_text(encoding="utf-8").partition("\nsite: ")[2].splitlines()[1]
    words = shlex.split(recipe.partition("/python ")[2].replace("build/", f"{tmp_path}/"))
    built = subprocess.run([sys.executable, *words], cwd=ROOT, capture_output=True, text=True, check=False)
    assert (built.returncode, built.stderr) == (0, "")

    site = tmp_path / "site"
    front = (site / "index.html").read_text(encoding="utf-8")
    for page in (*DOCS, *OTHERS):
        address = page.relative_to(ROOT).with_suffix(".html").as_posix()
        assert (site / address).exists()
        assert f'href="{address}"' in front, "not in the table of contents"
    assert _broken(site) == []


def _broken(site: Path) -> list[str]:
    """Every link of the site that leads to a missing file or heading."""
    pages = {page: page.read_text(encoding="utf-8") for page in site.rglob("*.html")}
    named = {page: set(re.findall(r'\bid="([^"]+)"', text)) for page, text in pages.items()}
    found = []
    for page, text in pages.items():
        for link in set(re.findall(r'\b(?:href|src)="([^"]+)"', text)):
            parts = urlsplit(link)
            if parts.scheme or parts.netloc:
                continue
            target = (page.parent / unquote(parts.path)).resolve() if parts.path else page
            heading = unquote(parts.fragment)
            if not target.exists() or (heading and target in named and heading not in named[target]):
                found.append(f"{page.relative_to(site)}: {link}")
    return found
