"""The books, and finding one by name or by file.

Here: finding books. Each module in this folder that defines `BOOK` is a book; nothing has to be registered. The worked
examples of the books are in `examples/`, their pinned counts in `counts/`, figures that others have published in
`published/`.
"""

from __future__ import annotations

import contextlib
import functools
import importlib
import pkgutil
import sys
import traceback
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType

from houseway.books.groups import GROUPS
from houseway.errors import BadBook, HousewayError, UnknownBook, shortened
from houseway.rulebook.rulebook import Rulebook

_HERE = Path(__file__).parent


@dataclass(frozen=True)
class Evidence:
    """The files a book is checked against: its worked examples and its pinned counts."""

    examples: Path
    counts: Path


@functools.cache
def names() -> tuple[str, ...]:
    """The names of the shipped books, group by group.

    >>> names()[:4]
    ('five-card', 'fortune-us', 'mbs-v3', 'mbs-v4')
    """
    return tuple(name for group in grouped().values() for name in group)


@functools.cache
def grouped() -> dict[str, tuple[str, ...]]:
    """The names of the shipped books by the group they are listed in.

    >>> next(iter(grouped().items()))
    ('Printed rulebooks', ('five-card', 'fortune-us', 'mbs-v3', 'mbs-v4'))
    """
    shelf = sorted(_shelf().items())
    every = {group: tuple(name for name, book in shelf if book.group == group) for group in GROUPS}
    return {group: found for group, found in every.items() if found}


def opened() -> tuple[str, ...]:
    """The books whose tables a house opens unless it is asked for others: those of the first group."""
    return next(iter(grouped().values()))


def get(name: str | Path) -> Rulebook:
    """A shipped book by its name, or a custom book by the path of its file.

    >>> get("five-card").dealt
    5
    """
    if not isinstance(name, str | Path):
        raise UnknownBook(f"name a book or give the path of its file, not {shortened(repr(name))}")
    shelf = _shelf()
    if str(name) in shelf:
        return shelf[str(name)]
    if _is_file(name):
        return _from_file(Path(name))
    raise UnknownBook(f"there is no book {str(name)!r}; the books are {', '.join(names())}, or give a .py file")


def evidence(name: str | Path) -> Evidence:
    """Where the examples and the pinned counts of a book are: with the shipped books, or next to a custom book."""
    if str(name) in _shelf():
        return Evidence(_HERE / "examples" / f"{name}.csv", _HERE / "counts" / f"{name}.txt")
    path = Path(name)
    return Evidence(path.with_suffix(".examples.csv"), path.with_suffix(".counts.txt"))


def trace(name: str | Path) -> Path:
    """The file that says how every clause of a book is implemented.

    >>> trace("five-card").name
    'five-card.csv'
    """
    return _HERE / "trace" / f"{name}.csv" if str(name) in _shelf() else Path(name).with_suffix(".trace.csv")


def published(name: str | Path) -> Path:
    """The file of the figures that others have published for a book, if there are any.

    >>> published("foxwoods").name
    'foxwoods.csv'
    """
    return _HERE / "published" / f"{name}.csv" if str(name) in _shelf() else Path(name).with_suffix(".published.csv")


@functools.cache
def _shelf() -> dict[str, Rulebook]:
    found = {}
    for module in pkgutil.iter_modules([str(_HERE)]):
        book = getattr(importlib.import_module(f"{__name__}.{module.name}"), "BOOK", None)
        if isinstance(book, Rulebook):
            found[book.id] = book
    return found


def _is_file(name: str | Path) -> bool:
    return str(name).endswith(".py") or "/" in str(name) or Path(name).is_file()


def _from_file(path: Path) -> Rulebook:
    if not path.is_file():
        raise UnknownBook(f"there is no book file {str(path)!r}")
    if path.suffix != ".py":
        raise BadBook(f"{path}: a book is a Python file whose name ends in .py")
    written = path.stat()
    return _read(path, written.st_mtime_ns, written.st_size)


@functools.cache
def _read(path: Path, _written: int, _size: int) -> Rulebook:
    """Run a book file, again only if it has changed; what it prints goes to standard error."""
    if path.resolve() in _being_read:
        raise BadBook("the book loads itself")
    module = ModuleType(f"houseway_book_{path.stem}")
    module.__file__ = str(path)
    _being_read.add(path.resolve())
    try:
        with contextlib.redirect_stdout(sys.stderr):
            exec(compile(path.read_bytes(), str(path), "exec"), module.__dict__)
    except HousewayError as error:
        raise BadBook(f"{path}{_line_in(path, error)}: {error}") from error
    except SyntaxError as error:
        place = f", line {error.lineno}" if error.lineno else ""
        raise BadBook(f"{path}{place}: {error.msg}") from error
    except ValueError as error:
        raise BadBook(f"{path}{_line_in(path, error)}: {shortened(str(error), 200)}") from error
    except (Exception, SystemExit) as error:  # a book file is the user's own code: show them whatever it raises
        raise BadBook(f"{path}{_line_in(path, error)}: {type(error).__name__}: {shortened(str(error), 200)}") from error
    finally:
        _being_read.discard(path.resolve())
    return _book_of(module, path)


_being_read: set[Path] = set()


def _book_of(module: ModuleType, path: Path) -> Rulebook:
    book = getattr(module, "BOOK", None)
    if not isinstance(book, Rulebook):
        what = "defines no BOOK" if book is None else f"defines BOOK as {type(book).__name__}, not a Rulebook"
        raise BadBook(f"{path}: the file {what}")
    if book.id in _shelf():
        raise BadBook(f"{path}: the id {book.id!r} belongs to a shipped book; choose another")
    return book


def _line_in(path: Path, error: BaseException) -> str:
    frames = traceback.extract_tb(error.__traceback__)
    lines = [frame.lineno for frame in frames if Path(frame.filename).resolve() == path.resolve()]
    return f", line {lines[-1]}" if lines else ""
