"""Each table as the journal has it: its events in order, the table after each, and who may know which cards then.

Here: replaying the events, and the record of what was dealt to whom, viewed and shown when. Not here: what clients were
told (`told_right`).
"""

from __future__ import annotations

import itertools
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field

import msgspec

from houseway.errors import HousewayError
from houseway.kept.tables import STREAM
from houseway.table import events as e
from houseway.table.evolve import evolve
from houseway.table.record import decode
from houseway.table.state import Table
from support.reliability.kept import Kept


@dataclass(frozen=True)
class Happened:
    """An event of a table: where it is in the journal, and the table after it."""

    number: int
    key: str
    event: e.Event
    after: Table


@dataclass
class TableRecord:
    """The events of one table; the first has version 1."""

    name: str
    events: list[Happened] = field(default_factory=list)
    known: list[dict[str, frozenset[str]]] = field(default_factory=list)
    """By version from 1: the cards of the round that each person may know after it; those of `""` are open to all."""
    at_the_end: dict[int, dict[str, frozenset[str]]] = field(default_factory=dict)
    """By round: the same once the round had ended."""

    def at(self, version: int) -> Happened | None:
        """The event of a version; nothing where it was never kept."""
        return self.events[version - 1] if 0 < version <= len(self.events) else None

    def may_know(self, version: int, name: str) -> frozenset[str]:
        """The cards that somebody may know at a version."""
        known = self.known[version - 1] if 0 < version <= len(self.known) else {}
        return known.get("", frozenset()) | (known.get(name, frozenset()) if name else frozenset())


def records(kept: Iterable[Kept]) -> tuple[dict[str, TableRecord], list[str]]:
    """Every table, and what is wrong with the order of its events."""
    found: dict[str, TableRecord] = {}
    wrong: list[str] = []
    cards: dict[str, _Cards] = defaultdict(_Cards)
    for entry in kept:
        if not entry.stream.startswith(STREAM):
            continue
        name = entry.stream.removeprefix(STREAM)
        record = found.setdefault(name, TableRecord(name))
        before = record.events[-1].after if record.events else Table()
        if entry.version != len(record.events) + 1:
            wrong.append(f"{name}: version {entry.version} follows version {len(record.events)}")
            continue
        try:
            event = decode(msgspec.json.encode(entry.body))
            after = evolve(before, event)
        except (HousewayError, LookupError, TypeError, ValueError) as error:
            wrong.append(f"{name}: version {entry.version}, {entry.kind}, cannot follow what is before it: {error}")
            after = msgspec.structs.replace(before, version=entry.version)
            event = e.Event()
        record.events.append(Happened(entry.number, entry.key, event, after))
        cards[name].follow(event)
        record.known.append(cards[name].known())
        if isinstance(event, e.RoundSettled | e.RoundVoided):
            record.at_the_end[event.round] = record.known[-1]
    return found, wrong


class _Cards:
    """Which cards of the round lie where, and who has seen them, by the journal's own record."""

    def __init__(self) -> None:
        self._hands: dict[int, frozenset[str]] = {}
        self._seen: dict[str, frozenset[str]] = {}
        self._looked: defaultdict[int, set[str]] = defaultdict(set)

    def follow(self, event: e.Event) -> None:
        match event:
            case e.BettingOpened():
                self._hands, self._seen = {}, {}
                self._looked = defaultdict(set)
            case (
                e.HandDealt(position=at, cards=cards)
                | e.HandReconstructed(position=at, cards=cards)
                | e.CardsKeyedAgain(position=at, cards=cards)
            ):
                self._hands[at] = frozenset(cards)
                for name in self._looked[at]:
                    self._show(name, cards)
            case e.HandsMoved(moves=moves):
                self._hands = {moves.get(at, at): cards for at, cards in self._hands.items()}
            case e.HandViewed(position=at, player=name) | e.ConcededHandViewed(position=at, by=name):
                self._looked[at].add(name)
                self._show(name, self._hands.get(at, ()))
            case e.DealerRevealed(cards=cards):
                self._show("", cards)
            case e.HandShown(low=low, high=high):
                self._show("", itertools.chain(low, high))
            case _:
                pass

    def _show(self, name: str, cards: Iterable[str]) -> None:
        self._seen = {**self._seen, name: self._seen.get(name, frozenset()) | frozenset(cards)}

    def known(self) -> dict[str, frozenset[str]]:
        return self._seen
