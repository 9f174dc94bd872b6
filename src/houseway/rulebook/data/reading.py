"""Reading a book from a TOML file, without running anything in it.

Here: a whole book, or what a file changes in another one. A file that cannot be used is refused with its line, the
clause, what was expected, and the nearest known word. Not here: what each key may hold (`kinds`), or finding a file
(`houseway.books`).
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from houseway.errors import BadBook, HousewayError, did_you_mean, shortened
from houseway.rulebook.data.expressions import read_run
from houseway.rulebook.data.kinds import Field, Table
from houseway.rulebook.data.places import NAMES, Place, Reading, Wrong
from houseway.rulebook.data.words import LETTERS, named_ranks
from houseway.rulebook.names import misnamed_at
from houseway.rulebook.rulebook import Rulebook

MOST_BYTES = 250_000
MOST_DOTS = 8
"""Limits that no book comes near; within them every file is read in a moment."""
_KEY = r"(?:[\w-]++|\"[^\"\n]*+\"|'[^'\n]*+')"
_LONG_KEY = re.compile(rf"(?<![\w-]){_KEY}(?:[ \t]*+\.[ \t]*+{_KEY}){{{MOST_DOTS}}}")
"""A key of so many parts that reading it would take long."""

Find = Callable[[str], Rulebook]
"""How a book is found by the name or the file that `based_on` gives."""


@dataclass(frozen=True, kw_only=True)
class Amendment:
    """What a file says if it changes another book instead of stating a whole one."""

    based_on: str
    """The book to change: the name of a shipped book, or the path of another TOML file, seen from this one."""
    without: tuple[str, ...] = ()
    """Clauses of that book to leave out, by citation."""
    without_rulings: tuple[str, ...] = ()
    """Rulings of that book to leave out, with the readings they rejected, by id."""
    without_wagers: tuple[str, ...] = ()
    """Side wagers of that book to leave out, by key."""


RANKS = "ranks"
"""The table in which a file names runs of ranks."""

BOOK, AMENDMENT = Table(Rulebook), Table(Amendment)
MERGED = ("main", "procedure")
"""Tables that change only the keys they have, in a file that changes another book."""


def read_book(data: bytes, name: str, find: Find) -> Rulebook:
    """The book in a file of this name; `find` finds the one it is based on, if any."""
    content, text = _content(data, name)
    reading = Reading(name, content, text)
    book = None
    try:
        _name_ranks(reading)
        book = _amended(reading, find) if "based_on" in content else _whole(reading)
    except Wrong:
        pass
    if book is not None and not reading.wrong:
        for where, sentence in misnamed_at(book):
            _note(reading, where, sentence)
    reading.refuse_if_wrong()
    assert book is not None
    return book


def read_plain(content: Mapping[str, Any], name: str) -> tuple[Rulebook | None, tuple[str, ...]]:
    """A whole book from the values that a file holds; where they are no book, everything that is wrong with them.

    Names that refer to nothing are left to `check`, which reports them with everything else.
    """
    reading = Reading(name, content, None)
    try:
        _name_ranks(reading)
        book = _whole(reading)
    except Wrong:
        return None, tuple(reading.wrong)
    except BadBook as error:  # more is wrong than is listed
        return None, (str(error),)
    return (book, ()) if not reading.wrong else (None, tuple(reading.wrong))


def _content(data: bytes, name: str) -> tuple[dict[str, Any], str]:
    """The content of a file and its text, within limits."""
    if len(data) > MOST_BYTES:
        raise BadBook(f"{name}: the file is larger than {MOST_BYTES:,} bytes")
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data[: error.start].count(b"\n") + 1
        raise BadBook(f"{name}, line {line}: this is not UTF-8 text") from error
    if long := _LONG_KEY.search(text):
        line = text.count("\n", 0, long.start()) + 1
        raise BadBook(f"{name}, line {line}: {shortened(long[0])!r} has more than {MOST_DOTS} parts")
    try:
        return tomllib.loads(text), text
    except RecursionError as error:
        raise BadBook(f"{name}: lists or tables are nested too deep") from error
    except ValueError as error:  # what is not TOML, and numbers of thousands of digits
        found = re.fullmatch(r"(.*) \(at (?:line (\d+), column \d+|end of document)\)", str(error), re.DOTALL)
        at = found[2] if found and found[2] else text.count("\n") + 1
        said = found[1] if found else "a number has too many digits"
        raise BadBook(f"{name}, line {at}: this is not TOML: {shortened(said, 200)}") from error


def _name_ranks(reading: Reading) -> None:
    """Take note of the runs of ranks that the file names; every expression may use them."""
    place, given = reading.place(RANKS), reading.content.get(RANKS, {})
    if not isinstance(given, dict):
        raise place.expected("a table of names, each with a run of ranks", given)
    for name, run in given.items():
        here = place.at(name)
        if not re.fullmatch(r"[A-Z][A-Z0-9_]+", name) or name in LETTERS or name in named_ranks():
            here.wrong("a name for ranks is of capital letters, digits and _, and not one that every book has")
        elif not isinstance(run, str):
            here.expected('a run of ranks such as "2-6" or "J-A"', run)
        else:
            try:
                reading.ranks[name] = read_run(run)
            except BadBook as error:
                here.wrong(str(error))


def _whole(reading: Reading) -> Rulebook:
    values = BOOK.values(_keys(reading, BOOK.fields), reading.place())
    if reading.wrong:  # a misspelt key is not missing too
        raise Wrong
    book: Rulebook = BOOK.made_of(values, reading.place())
    return book


def _amended(reading: Reading, find: Find) -> Rulebook:
    """The book that the file is based on, with what the file changes."""
    content, place = reading.content, reading.place()
    known = (*BOOK.fields, *AMENDMENT.fields)
    given = _keys(reading, known)
    mine = {key: given[key] for key in given if key not in MERGED and key in {each.name for each in BOOK.fields}}
    how = AMENDMENT.read({field.name: given[field.name] for field in AMENDMENT.fields if field.name in given}, place)
    base = _base(how.based_on, place.at("based_on"), find)
    values = BOOK.values(mine, place)
    for key in MERGED:
        if key in content:
            part = getattr(base, key)
            changed = Table(type(part)).values(content[key], place.at(key))
            values[key] = place.at(key).made(partial(replace, part), changed)
    missing = [key for key in ("id", "source") if key not in values]
    if missing and not reading.wrong:
        raise place.missing(missing)
    _expect_listed(reading, how, base)
    _expect_once(reading)
    wagers, references, alternatives = (values.pop(key, ()) for key in ("side_wagers", "references", "alternatives"))
    without = {"without": how.without, "without_rulings": how.without_rulings}
    mine = {key: values.pop(key) for key in ("id", "source", "clauses", "rulings") if key in values}
    book = place.made(base.amended, {**mine, **without})
    values["side_wagers"] = _merged(book.side_wagers, wagers, "key", how.without_wagers)
    values["references"] = _merged(book.references, references, "cite", ())
    values["alternatives"] = (*book.alternatives, *alternatives)
    amended: Rulebook = place.made(partial(replace, book), values)
    return amended


def _keys(reading: Reading, known: tuple[Field, ...]) -> Mapping[str, Any]:
    """The keys of the file apart from the named ranks; an unknown one is an error with a suggestion."""
    names = [*(field.name for field in known), RANKS, "based_on"]
    unknown = [key for key in reading.content if key not in names]
    for key in unknown:
        hint = did_you_mean(key, set(names) - reading.content.keys())
        only = "; it needs based_on" if key in {field.name for field in AMENDMENT.fields} else hint
        reading.place(key).wrong(f"there is no such key{only}")
    return {key: value for key, value in reading.content.items() if key not in (RANKS, *unknown)}


def _base(name: str, place: Place, find: Find) -> Rulebook:
    try:
        return find(name)
    except HousewayError as error:
        raise place.wrong(str(error)) from error


def _expect_listed(reading: Reading, how: Amendment, base: Rulebook) -> None:
    """Note what is to be left out but is not in the book."""
    has = {
        "without": ("clause", [clause.cite for clause in base.clauses]),
        "without_rulings": ("ruling", [ruling.id for ruling in base.rulings]),
        "without_wagers": ("side wager", [side.key for side in base.side_wagers]),
    }
    for key, (what, known) in has.items():
        for number, name in enumerate(getattr(how, key)):
            if name not in known:
                hint = did_you_mean(name, known)
                reading.place(key, number).wrong(f"{base.id} has no {what} {shortened(name)!r}{hint}")
    if reading.wrong:
        raise Wrong


def _expect_once(reading: Reading) -> None:
    """Note what the file itself has twice; one of the two would be lost."""
    for key, name in (("clauses", "cite"), ("rulings", "id"), ("side_wagers", "key"), ("references", "cite")):
        seen = set()
        for number, part in enumerate(reading.content.get(key, ())):
            if part[name] in seen:
                reading.place(key, number).wrong("the file has this twice")
            seen.add(part[name])
    if reading.wrong:
        raise Wrong


def _merged(parts: tuple[Any, ...], mine: tuple[Any, ...], key: str, without: tuple[str, ...]) -> tuple[Any, ...]:
    """Parts of a book with some replaced by name, others left out, and the rest added."""
    changed = {getattr(part, key): part for part in mine}
    kept = [changed.pop(name, part) for part in parts if (name := getattr(part, key)) not in without]
    return (*kept, *changed.values())


def _note(reading: Reading, where: tuple[str, ...], sentence: str) -> None:
    """Note what is wrong with a part of the book: where the file has it, or where the file leaves something out."""
    key, name, *more = where
    for number, part in enumerate(reading.content.get(key, ())):
        if name in [part.get(each) for each in NAMES]:
            place = reading.place(key, number, *more[:1])
            if more and more[1] in part.get(more[0], ()):
                place = place.at(part[more[0]].index(more[1]))
            place.wrong(sentence.removeprefix(f"{name}: "))
            return
    left_out = "without_rulings" if "rulings" in more or key == "alternatives" else "without"
    reading.place(left_out if left_out in reading.content else "based_on").wrong(sentence)
