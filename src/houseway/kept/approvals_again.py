"""What waits for a second pair of eyes, read back from the journal: for a process that takes over a house.

Here: keeping a request sealed beside what both people are shown of it, and finding the requests of a stream again. Not
here: the life of a request (`approvals`), or what a deed means (`web.floor.deeds`).

A request may name cards that nobody is to see, and holds what keeps them from being found by their digest: so it is
sealed, whatever it asks for. What is read back counts only if it has the digests that both people were shown.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Final, NamedTuple

import msgspec

from houseway.errors import BadSeal
from houseway.journal.sealing import seal, unseal
from houseway.journal.since import entries_since
from houseway.journal.store import Journal
from houseway.kept.approval_facts import ASKED, ENDS, Asked, End, Ended
from houseway.kept.approved import Wanted
from houseway.kept.bodies import read_body
from houseway.table.commands import Cards

_ROUNDED: Final = 256
"""Seals hold a multiple of this many bytes, so that their size tells nothing about what is in them."""
_asked: Final = msgspec.json.Decoder(Asked)
_ended: Final = msgspec.json.Decoder[End](End)


class _Sealed(msgspec.Struct, frozen=True, kw_only=True):
    """What is kept of a request and shown to nobody."""

    content: bytes
    deed: bytes
    concerns: tuple[str, ...]
    about: str
    cards: dict[int, Cards]
    salt: bytes


class Found(NamedTuple):
    """The requests of a stream: those that have not ended, and those that have."""

    open: tuple[Asked, ...]
    ended: tuple[Ended, ...]


def found(journal: Journal, stream: str, *, since: int = 0) -> Found:
    """The requests of one stream that were asked for after an entry of the journal, oldest first."""
    waiting: dict[str, Asked] = {}
    ended: list[Ended] = []
    for recorded in entries_since(journal, stream, since):
        if recorded.kind == ASKED:
            asked = read_body(recorded, _asked)
            waiting[asked.id] = asked
        elif recorded.kind in ENDS and (id := json.loads(recorded.body).get("id", "")) in waiting:
            ended.append(Ended(asked=waiting.pop(id), end=read_body(recorded, _ended)))
    return Found(tuple(waiting.values()), tuple(ended))


def sealed(journal: Journal, id: str, wanted: Wanted) -> str:
    """A request as it is kept; nothing where it cannot be carried out by another process."""
    if not wanted.deed:
        return ""
    body = msgspec.json.encode(
        _Sealed(
            content=wanted.content,
            deed=wanted.deed,
            concerns=tuple(sorted(wanted.concerns)),
            about=wanted.about,
            cards=dict(wanted.cards),
            salt=wanted.salt,
        )
    )
    return seal(journal.sealing_key(), body.ljust(-(-len(body) // _ROUNDED) * _ROUNDED), _context(id)).hex()


def opened(journal: Journal, asked: Asked) -> Wanted | None:
    """A request again; nothing where it was not kept, cannot be opened, or is not what both people were shown."""
    if not asked.sealed:
        return None
    try:
        body = unseal(journal.sealing_key(), bytes.fromhex(asked.sealed), _context(asked.id))
        found = msgspec.json.decode(body, type=_Sealed)
    except (BadSeal, ValueError):
        return None
    wanted = Wanted(
        place=asked.place,
        act=asked.act,
        content=found.content,
        sentence=asked.sentence,
        confirms=asked.confirms,
        lines=asked.lines,
        version=asked.version,
        concerns=frozenset(found.concerns),
        about=found.about,
        cards=found.cards,
        salt=found.salt,
        deed=found.deed,
    )
    return wanted if (wanted.digest, wanted.content_digest) == (asked.digest, asked.content) else None


def newest(ended: Sequence[Ended], since: float) -> list[Ended]:
    """The requests that ended after a moment, oldest first."""
    return sorted((each for each in ended if each.end.at > since), key=lambda each: each.end.at)


def _context(id: str) -> str:
    return f"request {id}"
