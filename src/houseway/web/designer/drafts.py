"""A draft: what somebody changes in a book, in the data form of book files, and the book that it makes.

Here: the fields of a draft, its limits, and making a book or a file of it. Nothing in a draft is run, and it names no
file. Not here: what a key may hold (`rulebook.data`), or what is proved about the book (`proof`).
"""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from typing import Annotated, Any

import msgspec

from houseway import books
from houseway.errors import BadBook, UnknownBook, did_you_mean, shortened
from houseway.rulebook.data.reading import BOOK, read_book, read_plain
from houseway.rulebook.data.writing import as_plain, as_toml
from houseway.rulebook.names import misnamed
from houseway.rulebook.rulebook import Rulebook

MOST_CLAUSES = 120
MOST_LINES = 300
MOST_WORDS = 800
MOST_NESTED = 12
"""Limits that no book comes near; within them a draft is proved in a moment."""
MOST_FILE = 64 * 1024
"""Characters of a file that is opened."""
EXPRESSIONS = ("when", "low", "dealer", "dealer_fails")
"""The keys that hold conditions and low hands."""
NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9-]{0,39}")
FIXED = ("deck", "dealt", "high_size", "wheel", "procedure")
"""What a draft keeps of the book it began with: the game itself."""
THE_DRAFT = "the draft"
Find = Callable[[str], Rulebook]
"""How a book is found by the name that a draft is based on: never a file."""


class Draft(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What is changed in a book: keys of its data form, each with its whole new value."""

    based_on: Annotated[str, msgspec.Meta(max_length=200)]
    changes: dict[str, Any] = {}


class Opened(msgspec.Struct, frozen=True, kw_only=True):
    """A draft to begin with, and the book that it is based on in the data form."""

    draft: Draft
    base: dict[str, Any]
    note: str = ""
    """What was left out of a file, as a sentence."""


def begun(base: Rulebook) -> Opened:
    """A draft that changes nothing yet but the name."""
    source = {**as_plain(base)["source"], "version": f"changed from {base.id}"}
    changes = {"id": f"my-{base.id}"[:40], "source": source, "group": "", "summary": ""}
    return Opened(draft=Draft(based_on=base.id, changes=changes), base=as_plain(base))


def opened(text: str, find: Find) -> Opened:
    """The draft that a TOML file holds: what it changes in the book it names, or in the shipped book most like it."""
    if len(text) > MOST_FILE:
        raise BadBook(f"the file is longer than {MOST_FILE:,} characters")
    asked: list[Rulebook] = []

    def known(name: str) -> Rulebook:
        asked.append(find(name))
        return asked[-1]

    book = read_book(text.encode("utf-8", "replace"), "the file", known)
    base = asked[0] if asked else _most_like(book)
    mine, theirs = _every_key(book), _every_key(base)
    changes = {key: value for key, value in mine.items() if value != theirs[key]}
    name = f"my-{book.id}" if book.id in (*books.names(), base.id) else book.id
    draft = Draft(based_on=base.id, changes={**changes, "id": name[:40]})
    _within_limits(draft)
    return Opened(draft=draft, base=as_plain(base))


def book_of(draft: Draft, base: Rulebook) -> tuple[Rulebook | None, tuple[str, ...]]:
    """The book that a draft makes, or everything that keeps it from being one."""
    _within_limits(draft)
    changes = draft.changes
    name = changes.get("id")
    if not isinstance(name, str) or not NAME.fullmatch(name):
        return None, ("give the book a short name of letters, digits and hyphens",)
    if name in books.names() or name == base.id:
        return None, (f"{name} is the name of another book; choose another",)
    book, wrong = read_plain({**as_plain(base), **changes}, THE_DRAFT)
    sentences = tuple(said.removeprefix(f"{THE_DRAFT}, ") for said in wrong)
    if book is None or "clauses" not in changes:
        return book, sentences
    cites = [clause.cite for clause in book.clauses]
    kept = tuple(row for row in book.references if all(any(cite.startswith(to) for cite in cites) for to in row.to))
    readings = book.alternatives if "alternatives" in changes or book.clauses == base.clauses else ()
    return replace(book, references=kept, alternatives=readings), ()


def must_be_book(draft: Draft, base: Rulebook) -> Rulebook:
    """The book that a draft makes; refused where it is none, or where a name in it refers to nothing."""
    book, wrong = book_of(draft, base)
    if book is None:
        raise BadBook(wrong[0])
    for sentence in misnamed(book):
        raise BadBook(sentence)
    return book


def file_of(draft: Draft, base: Rulebook) -> str:
    """The draft as a book file."""
    book = must_be_book(draft, base)
    head, _, rest = as_toml(book).partition("\n\n")
    schema = head.partition("\n")[0]
    made = f"# {book.id}, made in the designer from {base.id}; `houseway book words` explains the words."
    return f"{schema}\n{made}\n\n{rest}"


def _every_key(book: Rulebook) -> dict[str, Any]:
    """Every key of the data form, those too that a file may leave out."""
    plain = as_plain(book)
    missing = [field for field in BOOK.fields if field.name not in plain]
    return plain | {field.name: field.kind.write(field.default) for field in missing}


def _most_like(book: Rulebook) -> Rulebook:
    """The shipped book of the same game that shares most of its parts."""
    game = [name.name for name in dataclasses.fields(Rulebook) if name.name in FIXED and name.name != "procedure"]
    same = [
        each
        for each in map(books.get, books.names())
        if all(getattr(each, name) == getattr(book, name) for name in game)
    ]
    if not same:
        raise UnknownBook(f"{book.id} is a game of its own, and no book here deals and ranks its hands")

    def shared(each: Rulebook) -> tuple[bool, int]:
        return each.procedure == book.procedure, len(set(map(repr, each.clauses)) & set(map(repr, book.clauses)))

    return max(same, key=shared)


def _within_limits(draft: Draft) -> None:
    """Refuse what would take long to read or to prove, before any of it is read."""
    known = {field.name for field in BOOK.fields}
    for key in draft.changes.keys() - known:
        raise BadBook(f"a book has no key {shortened(key)!r}{did_you_mean(key, known)}")
    for key in set(FIXED) & draft.changes.keys():
        if key != "procedure":
            raise BadBook(f"a draft keeps the game of its book: it cannot change {key}")
    clauses = draft.changes.get("clauses", ())
    if isinstance(clauses, list) and len(clauses) > MOST_CLAUSES:
        raise BadBook(f"a draft may have {MOST_CLAUSES} clauses, not {len(clauses):,}")
    lines = words = 0
    for key, value in _values(draft.changes):
        lines += key == "lines"
        if key in EXPRESSIONS and isinstance(value, str):
            words += len(re.findall(r"[A-Za-z_]\w*", value[:10_000]))
    if lines > MOST_LINES or words > MOST_WORDS:
        raise BadBook(f"a draft may have {MOST_LINES} pay lines, and {MOST_WORDS} words in all its conditions")


def _values(changes: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    """Every value in a draft with the key it stands under."""
    waiting: list[tuple[str, Any, int]] = [(key, value, 0) for key, value in changes.items()]
    while waiting:
        key, value, depth = waiting.pop()
        yield key, value
        if depth > MOST_NESTED:
            raise BadBook("lists or tables of the draft are nested too deep")
        if isinstance(value, dict):
            waiting += [(name, part, depth + 1) for name, part in value.items()]
        elif isinstance(value, list):
            waiting += [(key, part, depth + 1) for part in value]
