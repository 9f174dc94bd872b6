"""The books, and finding one by name or by file.

Here: the shelf. Each module beside this one that defines `BOOK` is a book; nothing has to be registered. Beside the
books lie their worked examples (`examples/`) and their pinned counts (`counts/`).
"""

from __future__ import annotations

import functools
import importlib
import importlib.util
import pkgutil
import traceback
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType

from houseway.errors import BadBook, HousewayError, UnknownBook
from houseway.rulebook.rulebook import Rulebook

_HERE = Path(__file__).parent


@dataclass(frozen=True)
class Evidence:
    """The files a book is held against: its worked examples and its pinned counts."""

    examples: Path
    counts: Path


@functools.cache
def names() -> tuple[str, ...]:
    """The names of the shipped books.

    >>> names()
    ('five-card', 'fortune-us', 'mbs-v3', 'mbs-v4')
    """
    return tuple(sorted(_shelf()))


def get(name: str | Path) -> Rulebook:
    """A shipped book by its name, or a book of one's own by the path of its file.

    >>> get("five-card").dealt
    5
    """
    shelf = _shelf()
    if str(name) in shelf:
        return shelf[str(name)]
    if _is_file(name):
        return _from_file(Path(name))
    raise UnknownBook(f"there is no book {str(name)!r}; the books are {', '.join(names())}, or give a .py file")


def evidence(name: str | Path) -> Evidence:
    """Where the examples and the pinned counts of a book lie: with the shipped books, or beside one's own file."""
    if str(name) in _shelf():
        return Evidence(_HERE / "examples" / f"{name}.csv", _HERE / "counts" / f"{name}.txt")
    path = Path(name)
    return Evidence(path.with_suffix(".examples.csv"), path.with_suffix(".counts.txt"))


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
        raise BadBook(f"{path}: a book is a Python file; its name ends in .py")
    spec = importlib.util.spec_from_file_location(f"houseway_book_{path.stem}", path)
    if spec is None or spec.loader is None:
        raise BadBook(f"{path}: cannot be read as Python")
    module = importlib.util.module_from_spec(spec)
    try:
        spec.loader.exec_module(module)
    except HousewayError as error:
        raise BadBook(f"{path}{_line_in(path, error)}: {error}") from error
    except SyntaxError as error:
        raise BadBook(f"{path}, line {error.lineno}: {error.msg}") from error
    except (Exception, SystemExit) as error:  # a book file is a person's own code: whatever it raises is theirs to read
        raise BadBook(f"{path}{_line_in(path, error)}: {type(error).__name__}: {error}") from error
    return _book_of(module, path)


def _book_of(module: ModuleType, path: Path) -> Rulebook:
    book = getattr(module, "BOOK", None)
    if not isinstance(book, Rulebook):
        what = "defines no BOOK" if book is None else f"defines BOOK as a {type(book).__name__}, not a Rulebook"
        raise BadBook(f"{path}: the file {what}")
    if book.id in _shelf():
        raise BadBook(f"{path}: the name {book.id!r} is a shipped book's; choose another id")
    return book


def _line_in(path: Path, error: BaseException) -> str:
    frames = traceback.extract_tb(error.__traceback__)
    lines = [frame.lineno for frame in frames if Path(frame.filename).resolve() == path.resolve()]
    return f", line {lines[-1]}" if lines else ""
