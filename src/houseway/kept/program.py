"""Change control: which program and which books every round was played with, and whether the files are still those.

Here: the digests of the program and of the books, kept in the journal whenever a house opens, and comparing the files
on the disk with what was loaded. Not here: stopping play when they differ (`web.floor.program_check`).

A house writes one entry when it opens, and another when it opens a table of a further book. An entry holds for every
round after it, up to the next entry: the order of the journal, which its chain protects, ties a round to its program.
The digest covers every file of the package; it does not cover Python, other packages, or compiled bytecode.
"""

from __future__ import annotations

import hashlib
import os
import uuid
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Final

import msgspec

from houseway import __version__
from houseway.errors import BadJournal, Refused
from houseway.journal.entry import Append, Entry, Recorded
from houseway.journal.significant import SYSTEM, to_append
from houseway.journal.store import Journal
from houseway.kept.found import STREAM as TABLE
from houseway.kept.found import find_round
from houseway.rulebook.rulebook import Rulebook

STREAM: Final = "program"
PACKAGE: Final = Path(__file__).resolve().parent.parent
_COMPILED: Final = "__pycache__"
_BYTECODE: Final = ".pyc"


class Program(msgspec.Struct, frozen=True, kw_only=True):
    """A program with its books, by their digests; `number` is its entry in the journal, 0 for none."""

    version: str
    program: str
    books: dict[str, str]
    number: int = 0


def file_digests(folder: Path = PACKAGE) -> dict[str, str]:
    """The SHA-256 of every file of the program, by its path."""
    found = {}
    for place, inner, names in os.walk(folder):
        inner[:] = [name for name in inner if name != _COMPILED]
        within = Path(place).relative_to(folder)
        for name in names:
            if not name.endswith(_BYTECODE) and (digest := _digest(os.path.join(place, name))):
                found[(within / name).as_posix()] = digest
    return dict(sorted(found.items()))


def program_digest(files: Mapping[str, str]) -> str:
    """One digest of all files: what `sha256sum` prints of the lines `DIGEST  PATH`, sorted by path.

    >>> program_digest({"a.py": "00"}) == hashlib.sha256(b"00  a.py\\n").hexdigest()
    True
    """
    return hashlib.sha256("".join(f"{files[path]}  {path}\n" for path in sorted(files)).encode()).hexdigest()


def must_be(approved: str) -> None:
    """Refuse to go on with a program other than the approved one, given by its digest."""
    if (found := program_digest(file_digests())) != approved.strip().lower():
        raise Refused(f"the program installed here is {found}, not the approved one")


class LoadedProgram:
    """The program as a house loaded it; threads may share it."""

    def __init__(self, journal: Journal, *, folder: Path = PACKAGE) -> None:
        """Read the files as they are now."""
        self._journal, self._folder = journal, folder
        self._files = file_digests(folder)
        self._book_files: dict[Path, str | None] = {}
        self.now = Program(version=__version__, program=program_digest(self._files), books={})

    def record(self, books: Iterable[Rulebook], *, files: Iterable[Path] = ()) -> None:
        """Keep which program deals from now on and by which books; `files` are those of books that are not shipped."""
        known = self.now.books | {book.id: book.digest for book in books}
        self._book_files |= {file: _digest(file) for file in files}
        if known == self.now.books:
            return
        before_it = self._journal.last(STREAM)
        last = _read(before_it) if before_it else None
        self.now = msgspec.structs.replace(self.now, books=known)
        said = {"version": self.now.version, "program": self.now.program, "books": known}
        entry = Entry(STREAM, msgspec.json.encode(said, order="sorted"))
        version, key = self._journal.version(STREAM), uuid.uuid4().hex
        kept = [Append(stream=STREAM, entries=(entry,), expected_version=version, key=key)]
        if last and (before := _other(last, self.now)):
            after = {name: self.now.books.get(name, self.now.program) for name in before}
            kept.append(
                to_append(
                    "program changed",
                    by=SYSTEM,
                    what=f"houseway {last.version} to {self.now.version}",
                    before=before,
                    after=after,
                )
            )
        self._journal.append_many(kept, together=True)

    def changes(self) -> tuple[str, ...]:
        """One sentence for every file that is no longer what was loaded."""
        now = file_digests(self._folder)
        found = [_difference(path, self._files.get(path), now.get(path)) for path in sorted(self._files | now)]
        found += [_difference(str(path), known, _digest(path)) for path, known in self._book_files.items()]
        return tuple(filter(None, found))


def programs(journal: Journal) -> Iterator[Program]:
    """Every program that a house opened with, oldest first."""
    return map(_read, journal.read(STREAM))


def _read(recorded: Recorded) -> Program:
    try:
        found = msgspec.json.decode(recorded.body, type=Program)
    except msgspec.MsgspecError as error:
        raise BadJournal(f"version {recorded.version} of {STREAM} is damaged: not a program") from error
    return msgspec.structs.replace(found, number=recorded.number)


def programs_of_round(journal: Journal, table: str, number: int) -> tuple[Program, ...]:
    """The programs a round was played with: one, or more where the house opened again during the round."""
    first, last = _entries_of_round(journal, table, number)
    every = list(programs(journal))
    before = [program for program in every if program.number < first][-1:]
    return (*before, *(program for program in every if first < program.number <= last))


def _entries_of_round(journal: Journal, table: str, number: int) -> tuple[int, int]:
    """The first entry of a round, and the last before the next round."""
    began, after = find_round(journal, table, number), find_round(journal, table, number + 1)
    if began is None:
        raise Refused(f"the journal has no round {number} of a table {table!r}")
    last = journal.last(TABLE + table, upto=after.version - 1) if after else journal.last(TABLE + table)
    return began.number, last.number if last else began.number


def _other(before: Program, now: Program) -> dict[str, str]:
    """What was different before: the program, and each book that is still played."""
    found = {"program": before.program} if before.program != now.program else {}
    changed = {name for name, digest in before.books.items() if now.books.get(name, digest) != digest}
    return found | {name: before.books[name] for name in sorted(changed)}


def _difference(path: str, known: str | None, now: str | None) -> str:
    if known == now:
        return ""
    return f"{path} {'is new' if known is None else 'is gone' if now is None else 'was changed'}"


def _digest(file: Path | str) -> str | None:
    if not os.path.isfile(file):
        return None
    with open(file, "rb", buffering=0) as opened:
        return hashlib.sha256(opened.readall()).hexdigest()
