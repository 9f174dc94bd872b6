"""The books, and finding one by name or by file.

Here: finding books. Each module in this folder that defines `BOOK` is a book; nothing has to be registered. The worked
examples of the books are in `examples/`, their pinned counts in `counts/`, figures that others have published in
`published/`. A book file is data, TOML that `rulebook.data` reads, or code, Python that is run.
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
from houseway.errors import BadBook, HousewayError, UnknownBook, did_you_mean, shortened
from houseway.rulebook.rulebook import Rulebook

_HERE = Path(__file__).parent
_DATA, _CODE = ".toml", ".py"


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
    raise UnknownBook(
        f"there is no book {shortened(str(name))!r}; the books are {', '.join(names())}, or give a {_DATA} or {_CODE} "
        "file"
    )


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
    return str(name).endswith((_DATA, _CODE)) or "/" in str(name) or _exists(Path(name))


def _exists(path: Path) -> bool:
    try:
        return path.is_file()
    except OSError:  # a name that is too long for any file
        return False


def _from_file(path: Path) -> Rulebook:
    if not _exists(path):
        raise UnknownBook(f"there is no book file {shortened(str(path), 200)!r}")
    if path.suffix not in (_DATA, _CODE):
        raise BadBook(f"{path}: a book is a TOML file whose name ends in {_DATA}, or Python code in a {_CODE} file")
    written = path.stat()
    return _read(path, written.st_mtime_ns, written.st_size)


@functools.cache
def _read(path: Path, _written: int, _size: int) -> Rulebook:
    """Read a book file, again only if it has changed."""
    if path.resolve() in _being_read:
        raise BadBook("the book loads itself")
    _being_read.add(path.resolve())
    try:
        book = _read_data(path) if path.suffix == _DATA else _run_code(path)
    finally:
        _being_read.discard(path.resolve())
    if book.id in _shelf() and not (path.suffix == _DATA and book == _shelf()[book.id]):  # an exported book is itself
        raise BadBook(f"{path}: the id {book.id!r} belongs to a shipped book; choose another")
    return book


def _read_data(path: Path) -> Rulebook:
    """Read a TOML file; nothing in it is run, nor in a book it is based on."""
    from houseway.rulebook.data.reading import MOST_BYTES, read_book  # most commands read no file

    with path.open("rb") as file:
        data = file.read(MOST_BYTES + 1)
    return read_book(data, str(path), functools.partial(_base, path.parent))


def _base(folder: Path, name: str) -> Rulebook:
    """The book a TOML file is based on: a shipped one, or another TOML file seen from the folder of the first."""
    if name in _shelf():
        return _shelf()[name]
    if name.endswith(_CODE):
        raise BadBook(f"{name!r} is Python code, which is not run to read a TOML file; export it as TOML first")
    if not name.endswith(_DATA):
        raise UnknownBook(f"there is no book {shortened(name)!r}{did_you_mean(name, names())}")
    return _from_file(folder / name)


def _run_code(path: Path) -> Rulebook:
    """Run a Python file; what it prints goes to standard error."""
    module = ModuleType(f"houseway_book_{path.stem}")
    module.__file__ = str(path)
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
    book = getattr(module, "BOOK", None)
    if not isinstance(book, Rulebook):
        what = "defines no BOOK" if book is None else f"defines BOOK as {type(book).__name__}, not a Rulebook"
        raise BadBook(f"{path}: the file {what}")
    return book


_being_read: set[Path] = set()


def _line_in(path: Path, error: BaseException) -> str:
    frames = traceback.extract_tb(error.__traceback__)
    lines = [frame.lineno for frame in frames if Path(frame.filename).resolve() == path.resolve()]
    return f", line {lines[-1]}" if lines else ""
