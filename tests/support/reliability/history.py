"""What every client sent, what was answered and what it was told, in the order of one clock.

Here: the records, as plain values that a test can also write by hand, and reading a message of the house into one. Not
here: the clients (`player`), or what must hold (`checker`).

All clients run on one machine, so their times are of one monotonic clock.
"""

from __future__ import annotations

import hashlib
import json
import re
from typing import Any, TypeAlias

import msgspec

from houseway.cards.card import CARDS

DONE, REFUSED = "done", "refused"
_SUIT = dict(zip("♣♦♥♠", "cdhs", strict=True))
_CARD = re.compile(r'"(?:([2-9TJQKA][cdhs])|(Jk))"|([2-9TJQKA]|10)([♣♦♥♠])')
_DECK = {card.text for card in CARDS}


class Sent(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    """A client sent a message; sent again, it is a further record with the same id."""

    at: float
    client: str
    table: str
    id: str
    message: dict[str, Any]


class Answered(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    """The house answered a message; `reason` is that of a refusal."""

    at: float
    client: str
    table: str
    id: str
    how: str
    reason: str = ""


class Connecting(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    """A client began to connect."""

    at: float
    client: str
    table: str
    connection: int


class ToldLine(msgspec.Struct, frozen=True):
    """One event as a client was told it."""

    version: int
    event: dict[str, Any]


class Told(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    """A client was told something: the version of the table, its digest as it was shown, the events, the cards named.

    A message without a scene has version 0; `round` is then the round it is about.
    """

    at: float
    client: str
    table: str
    connection: int
    what: str
    version: int = 0
    round: int = 0
    shown: str = ""
    lines: tuple[ToldLine, ...] = ()
    cards: frozenset[str] = frozenset()
    bankroll: int | None = None
    commitment: str = ""


Record: TypeAlias = Sent | Answered | Connecting | Told
History: TypeAlias = list[Record]


def told(said: dict[str, Any], text: str, *, at: float, client: str, table: str, connection: int) -> Told:
    """A message of the house as a record: as it was heard, with the whole scene, and as it was sent."""
    scene = said.get("scene")
    lines = tuple(
        ToldLine(line["version"], line["event"])
        for line in said.get("lines", ())
        if isinstance(line.get("event"), dict) and not line["event"]["type"].startswith("debt ")
    )
    return Told(
        at=at,
        client=client,
        table=table,
        connection=connection,
        what=said["type"],
        version=scene["table"]["version"] if scene else 0,
        round=scene["table"]["round"] if scene else said.get("round", 0),
        shown=digest(scene["table"]) if scene else "",
        lines=lines,
        cards=cards_in(text),
        bankroll=scene["you"]["bankroll"] if scene and client else None,
        commitment=scene["commitment"] if scene else "",
    )


def digest(shown: object) -> str:
    """A short digest of something that is sent as JSON, whatever the order of its fields."""
    return hashlib.sha256(json.dumps(shown, sort_keys=True).encode()).hexdigest()[:16]


def cards_in(text: str) -> frozenset[str]:
    """The cards named anywhere in a message, as fields or in sentences.

    >>> sorted(cards_in('["Td","Jk"] 10♦ and A♠'))
    ['As', 'Jk', 'Td']
    """
    found = set()
    for card, joker, rank, suit in _CARD.findall(text):
        found.add(card or joker or ("T" if rank == "10" else rank) + _SUIT[suit])
    return frozenset(found & _DECK)
