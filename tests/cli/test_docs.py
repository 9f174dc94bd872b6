"""The pages of docs/: their sessions and Python examples run, their links work, and the index is complete."""

from __future__ import annotations

import doctest
import re
from pathlib import Path

import pytest

from support.pages import DOCS, OTHERS, README, broken_links, missing_files, output_of, sessions, text

NAMES = [page.name for page in DOCS]
MINUTES = ("houseway cost mbs-v4", "houseway strategy mbs-v4", "houseway bank trump-plaza")
"""What sessions that take minutes begin with; they run in the full tier."""


@pytest.mark.parametrize(
    ("command", "output"),
    [
        pytest.param(*step, marks=pytest.mark.full if step[0].startswith(MINUTES) else ())
        for page in DOCS
        for step in sessions(page)
    ],
    ids=[f"{page.name}: {command}" for page in DOCS for command, _ in sessions(page)],
)
def test_session(command: str, output: str, cache_folder: Path) -> None:
    assert output_of(command, cache_folder) == output.splitlines()


@pytest.mark.parametrize("page", DOCS, ids=NAMES)
def test_python_examples(page: Path, cache_folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOUSEWAY_CACHE", str(cache_folder))
    flags = doctest.NORMALIZE_WHITESPACE | doctest.ELLIPSIS
    failed, _ = doctest.testfile(str(page), module_relative=False, optionflags=flags)
    assert failed == 0


@pytest.mark.parametrize("page", [*DOCS, *OTHERS], ids=lambda page: page.name)
def test_links_work(page: Path) -> None:
    assert broken_links(page) == []


@pytest.mark.parametrize("page", [*DOCS, *OTHERS, README], ids=lambda page: page.name)
def test_a_page_begins_with_its_title(page: Path) -> None:
    assert text(page).startswith("# ")


@pytest.mark.parametrize("page", [*DOCS, *OTHERS, README], ids=lambda page: page.name)
def test_files_that_a_page_names_exist(page: Path) -> None:
    assert missing_files(page) == []


def test_the_index_lists_every_page() -> None:
    index = text(next(page for page in DOCS if page.name == "README.md"))
    assert [name for name in NAMES if name != "README.md" and f"({name})" not in index] == []


def test_every_picture_is_shown_once() -> None:
    everything = "".join(text(page) for page in (README, *DOCS))
    shown = re.findall(r"!\[[^]]+\]\((?:docs/)?images/([^)]+)\)", everything)
    assert sorted(shown) == sorted(path.name for path in (README.parent / "docs" / "images").iterdir())
