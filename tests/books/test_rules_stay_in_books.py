"""No clause, ruling or book is named outside `books/`, except in the examples of docstrings and help texts."""

from __future__ import annotations

import ast
import functools
import re
from collections.abc import Callable
from pathlib import Path

from houseway import books

SRC = Path(books.__file__).parent.parent
ROOMS = ("cards", "rulebook", "table", "journal", "kept", "cage", "people", "maths", "env", "training", "web", "cli")
CITATION = re.compile(r"R\d{1,3}|[1-9]\.\d\d?(\.\d)*|Appendix [A-Z].*")
RULING_IN_PROSE = re.compile(r"\bR\d{1,3}\b")
EXAMPLE = re.compile(r"^ *>>> .*\n(?:.*\S.*\n)*", re.MULTILINE)
"""A doctest and its output, up to the next empty line."""


def _files() -> list[Path]:
    return sorted(path for room in ROOMS for path in (SRC / room).rglob("*.py"))


@functools.cache
def _strings(path: Path) -> tuple[str, ...]:
    """Every string in the code except docstrings."""
    nodes = list(ast.walk(ast.parse(path.read_text(encoding="utf-8"))))
    prose = {id(node.value) for node in nodes if isinstance(node, ast.Expr)}
    return tuple(
        node.value
        for node in nodes
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in prose
    )


def _wrong(found: Callable[[Path], list[str]]) -> dict[str, list[str]]:
    """What is found in each file where anything is."""
    return {path.relative_to(SRC).as_posix(): wrong for path in _files() if (wrong := found(path))}


def test_every_room_is_read() -> None:
    """Every package but the books themselves, so that a new one is read from its first day."""
    rooms = {path.name for path in SRC.iterdir() if path.is_dir() and path.name != "__pycache__"}
    assert set(ROOMS) == rooms - {"books"}
    assert {path.relative_to(SRC).parts[0] for path in _files()} == set(ROOMS)


def test_no_clause_and_no_ruling_outside_books() -> None:
    assert _wrong(lambda path: [text for text in _strings(path) if CITATION.fullmatch(text)]) == {}
    prose = _wrong(lambda path: RULING_IN_PROSE.findall(EXAMPLE.sub("", path.read_text(encoding="utf-8"))))
    assert prose == {}


def test_no_book_is_named_outside_books() -> None:
    """Code that depends on which book it is given belongs in that book.

    OpenAPI shows some as example values, an environment of Gymnasium plays one unless another is named, and the
    first lesson and the Daily ten are dealt from one.
    """
    names = books.names()
    named = _wrong(lambda path: [text for text in _strings(path) if text in names])
    assert named == {
        "web/http/api_books.py": ["mbs-v4"],
        "web/http/api_odds.py": ["mbs-v3"],
        "env/hand.py": ["mbs-v4"],
        "training/daily.py": ["mbs-v4"],
        "training/lesson.py": ["mbs-v4"],
    }
