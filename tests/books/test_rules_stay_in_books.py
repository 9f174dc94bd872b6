"""No clause, ruling or book is named outside `books/`, except in the examples of docstrings and help texts."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from houseway import books

SRC = Path(books.__file__).parent.parent
ROOMS = ("cards", "rulebook", "table", "kept", "journal", "maths", "web", "cli")
CITATION = re.compile(r"R\d\d?|[1-9]\.\d\d?(\.\d)*|Appendix [A-Z].*")
RULING_IN_PROSE = re.compile(r"\bR\d\d?\b")
EXAMPLE = re.compile(r"^ *>>> .*\n(?:.*\S.*\n)*", re.MULTILINE)
"""A doctest and its output, up to the next empty line."""


def _files() -> list[Path]:
    return sorted(path for room in ROOMS for path in (SRC / room).rglob("*.py"))


def _strings(path: Path) -> Iterator[str]:
    """Every string in the code except docstrings."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    prose = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in prose:
            yield node.value


@pytest.mark.parametrize("path", _files(), ids=lambda path: str(path.relative_to(SRC)))
def test_no_clause_and_no_ruling_outside_books(path: Path) -> None:
    assert [text for text in _strings(path) if CITATION.fullmatch(text)] == []
    assert RULING_IN_PROSE.findall(EXAMPLE.sub("", path.read_text(encoding="utf-8"))) == []


@pytest.mark.parametrize("path", _files(), ids=lambda path: str(path.relative_to(SRC)))
def test_no_book_is_named_outside_books(path: Path) -> None:
    """Code that depends on which book it is given belongs in that book; OpenAPI shows one as an example value."""
    allowed = {"http/api_books.py": ["mbs-v4"]}.get("/".join(path.parts[-2:]), [])
    assert [text for text in _strings(path) if text in books.names()] == allowed
