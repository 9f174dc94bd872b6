"""The values that go into a journal and come out of it.

Here: entries, postings, an append and its answer, and which names are valid. Not here: what a body means (the caller
knows), which accounts may be below zero (`ledger`), where entries are kept (`store`).
"""

from __future__ import annotations

import functools
from dataclasses import dataclass
from typing import Final

from houseway.errors import BadEntry
from houseway.journal.stakes import AtTable, Beside, Elsewhere, Holds
from houseway.money import MOST_CENTS

LONGEST_NAME: Final = 200


@dataclass(frozen=True)
class Posting:
    """Cents credited to an account; negative where they are debited.

    >>> Posting("player:ann", -2500)
    Posting(account='player:ann', cents=-2500)
    """

    account: str
    cents: int


@dataclass(frozen=True)
class Entry:
    """One thing that happened: its kind, its body as canonical JSON bytes, and the chips it moved."""

    kind: str
    body: bytes
    postings: tuple[Posting, ...] = ()


@dataclass(frozen=True, kw_only=True)
class Append:
    """Entries for one stream, decided when the stream stood at `expected_version`; `key` names the request.

    If it is sent twice with the same key, it is written once.
    """

    stream: str
    entries: tuple[Entry, ...]
    expected_version: int | None
    """None where it does not matter what stands before, as in a list that only grows."""
    key: str
    only_checks: bool = False
    """Whether it writes nothing, and is there to be refused with everything else of its transaction (`unmoved`)."""
    beside: Beside | None = None
    """What is compared or set beside the chain, with everything else of its transaction."""

    def __post_init__(self) -> None:
        """Refuse an append that no journal accepts."""
        check_name("a stream", self.stream)
        check_name("a key", self.key)
        if not self.entries and not self.only_checks:
            raise BadEntry(f"an append to {self.stream} needs at least one entry")
        for entry in self.entries:
            check_name("a kind", entry.kind)
            if not isinstance(entry.body, bytes):
                raise BadEntry(f"the body of {entry.kind} must be bytes, not {type(entry.body).__name__}")
            for posting in entry.postings:
                check_name("an account", posting.account)
                if type(posting.cents) is not int or abs(posting.cents) > MOST_CENTS:
                    raise BadEntry(f"{posting.cents!r} for {posting.account} is not a whole number of cents")

    @property
    def postings(self) -> tuple[Posting, ...]:
        """The postings of all its entries, in order."""
        return tuple(posting for entry in self.entries for posting in entry.postings)


@functools.lru_cache(maxsize=10_000)  # every request of a table rests on the same few streams, which seldom move
def unmoved(stream: str, version: int) -> Append:
    """What writes nothing, and keeps everything else of its transaction from being written once a stream moved on."""
    return Append(stream=stream, entries=(), expected_version=version, key="unmoved", only_checks=True)


def at_stake(stream: str, stake: AtTable) -> Append:
    """What sets what a table has at stake, with everything else of its transaction."""
    return Append(stream=stream, entries=(), expected_version=None, key="at stake", only_checks=True, beside=stake)


def laid_elsewhere(stream: str, laid: Elsewhere) -> Append:
    """What is refused once a player has another amount on other layouts, with everything else of its transaction."""
    return Append(stream=stream, entries=(), expected_version=None, key="elsewhere", only_checks=True, beside=laid)


def holds(stream: str, held: Holds) -> Append:
    """What is refused once an account holds another amount, with everything else of its transaction."""
    return Append(stream=stream, entries=(), expected_version=None, key="holds", only_checks=True, beside=held)


@dataclass(frozen=True, kw_only=True)
class Appended:
    """The answer to an append: the stream's version after it, the numbers of its entries, the hash of the last.

    `repeated` means that the same key was written before, and this is the first answer again.
    """

    stream: str
    key: str
    version: int
    first: int
    last: int
    hash: str
    repeated: bool = False


@dataclass(frozen=True)
class Recorded:
    """An entry as the journal keeps it.

    `number` counts all entries of the journal from 1, `version` those of the stream. `part` is its place in the
    append that wrote it, under `key`. `hash` covers everything here and the hash of the entry before.
    """

    number: int
    stream: str
    version: int
    key: str
    part: int
    kind: str
    body: bytes
    hash: bytes
    postings: tuple[Posting, ...] = ()

    @property
    def entry(self) -> Entry:
        """The entry as the caller gave it."""
        return Entry(self.kind, self.body, self.postings)


def check_name(what: str, name: str) -> None:
    """Refuse a name that is not valid for `what`, such as `a stream`."""
    if not isinstance(name, str) or not name or len(name) > LONGEST_NAME or not name.isprintable():
        raise BadEntry(f"{name!r} cannot name {what}: use 1 to {LONGEST_NAME} printable characters")
