"""Acts: what clients asked tables to do, compared with the journal.

Here: that each acknowledged act is in the journal exactly once, a refused one not at all, any other at most once, that
nothing is there that nobody asked for, and that the order of the journal is the order in which acts were acknowledged.
Not here: what clients were told of the table (`told_right`), or their chips (`chips`).
"""

from __future__ import annotations

import json
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

import msgspec

from houseway.kept.tables import ASKED, STREAM
from houseway.rulebook.procedure import Role
from houseway.table import commands as c
from houseway.table import events as e
from houseway.table.record import encode
from support.reliability.history import DONE, Answered, Connecting, History, Sent, Told
from support.reliability.kept import Kept
from support.reliability.tables import TableRecord

PERHAPS = ("failed",)
"""The reasons of a refusal after which the act may be in the journal or not."""
ONLY_PLAYERS = (e.PlaceTaken, e.WagerPlaced, e.HandViewed, e.SettingTakenBack, e.HandConceded, e.BankTaken)
"""The events that only a player's own request leads to, at a table without staff."""
BY_THE_HOUSE = ("deck", "own_deck")
"""What the house fills in, whatever a request says."""
_KEY = re.compile(rf"(asked|table) '([^']*)' (?:{'|'.join(role.words for role in Role)}) '([^']*)' (.*)")
Named = tuple[str, str, str]
"""An act by its table, its client and its id."""


@dataclass
class Act:
    """An act as its client knows it."""

    message: dict[str, Any]
    first: float
    sent: int = 0
    done: float | None = None
    refused: str = ""
    refusals: int = 0
    perhaps: bool = False
    different: bool = False


@dataclass
class InJournal:
    """What the journal has of an act."""

    asked: list[Kept] = field(default_factory=list)
    numbers: list[int] = field(default_factory=list)
    groups: int = 0


class Acts:
    """All acts of a history and of a journal, put together."""

    def __init__(self, history: History, kept: Iterable[Kept], roles: Mapping[str, Role] | None = None) -> None:
        self._roles = roles or {}
        self.acts: dict[Named, Act] = {}
        self.history = history
        self.kept: defaultdict[Named, InJournal] = defaultdict(InJournal)
        self._add_history(history)
        for entry in kept:
            named = _named(entry)
            if named is not None and entry.stream.startswith(ASKED):
                self.kept[named].asked.append(entry)
                self.kept[named].numbers.append(entry.number)
            elif named is not None and entry.stream.startswith(STREAM):
                self.kept[named].groups += entry.part == 0
                self.kept[named].numbers.append(entry.number)

    def _add_history(self, history: History) -> None:
        for record in history:
            if isinstance(record, Sent) and record.message["type"] == "do":
                named = record.table, record.client, record.id
                act = self.acts.setdefault(named, Act(record.message, record.at))
                act.sent += 1
                act.different |= act.message != record.message
            elif isinstance(record, Answered) and (found := self.acts.get((record.table, record.client, record.id))):
                if record.how == DONE:
                    found.done = found.done or record.at
                elif record.reason in PERHAPS:
                    found.perhaps = True
                else:
                    found.refusals += 1
                    if record.reason != "too fast":
                        found.refused = record.reason

    def counts(self) -> Counter[str]:
        """How many acts there were, and what came of them."""
        acts = self.acts.values()
        return Counter(
            {
                "acts sent": len(acts),
                "acts acknowledged": sum(act.done is not None for act in acts),
                "acts refused": sum(act.done is None and bool(act.refused) for act in acts),
                "acts without an answer": sum(act.done is None and not act.refused for act in acts),
                "acts sent more than once": sum(act.sent > 1 for act in acts),
            }
        )

    # -----------------------------------------------------------------------------------------------------------------
    # Once, or not at all

    def once(self, *, doubling: bool = False) -> Iterator[str]:
        """Every act that is in the journal too often or not often enough.

        With `doubling`, a message may arrive again long after it was answered: then a copy that was refused says
        nothing about another.
        """
        for named, act in self.acts.items():
            there = self.kept[named] if named in self.kept else InJournal()
            what = f"{' '.join(named)} ({act.message['command']['type']})"
            if act.different:
                yield f"{what} was sent with different contents: the history is wrong"
            if act.done is not None and not there.groups:
                yield f"LOST: {what} was acknowledged, and is not in the journal"
            if there.groups > 1 or len(there.asked) > 1:
                yield f"DOUBLED: {what} is in the journal more than once"
            perhaps = act.perhaps or (doubling and act.refusals < act.sent)
            if there.groups and act.done is None and act.refused and not perhaps:
                yield f"{what} was refused ({act.refused}), and is in the journal"
            if act.done is not None and act.refused and not doubling:
                yield f"{what} was both done and refused ({act.refused})"
            if bool(there.groups) != bool(there.asked):
                yield f"HALF: {what} is in the journal as a request or as its events, and not as both"
            yield from (f"{what} is in the journal as {body}" for body in self._otherwise(act, named[1], there))
        for named in self.kept.keys() - self.acts.keys():
            yield f"nobody sent {' '.join(named)}, and it is in the journal"

    def _otherwise(self, act: Act, client: str, there: InJournal) -> Iterator[str]:
        """The request as the journal has it, where it is not what was sent."""
        role = self._roles.get(client, Role.PLAYER)
        written = {**act.message["command"], "by": {"name": client, "role": int(role)}}
        if written["type"] == "deal":
            written["deck"] = []
        asked = json.loads(encode(msgspec.convert(written, c.AnyCommand, str_keys=True)))
        for entry in there.asked:
            if {**entry.body, **{name: asked.get(name) for name in BY_THE_HOUSE if name in entry.body}} != asked:
                yield str(entry.body)

    def of_players(self, tables: dict[str, TableRecord]) -> Iterator[str]:
        """Every event that only a player's request leads to, and that no request is kept for."""
        for table in tables.values():
            for version, happened in enumerate(table.events, 1):
                if isinstance(happened.event, ONLY_PLAYERS) and not _KEY.fullmatch(happened.key):
                    kind = type(happened.event).__name__
                    yield f"DOUBLED: {table.name} version {version}, {kind}, belongs to no request of a player"

    # -----------------------------------------------------------------------------------------------------------------
    # One order

    def in_order(self, tables: dict[str, TableRecord]) -> Iterator[str]:
        """Every act that stands before something which was acknowledged, or told, before it was sent.

        Whoever connects sees what was acknowledged before; so does whoever asked.
        """
        newest, why = 0, ""
        shown: dict[str, int] = {}
        own: dict[tuple[str, str], int] = {}
        due: dict[tuple[str, str, int], int] = {}
        for record in self.history:
            match record:
                case Sent(client=client, table=table, id=id) if (named := (table, client, id)) in self.kept:
                    number = min(self.kept[named].numbers)
                    if number < newest and self.acts[named].first == record.at:
                        yield f"REORDERED: {' '.join(named)} is entry {number}, and was sent after {why}"
                case Answered(client=client, table=table, id=id, how="done") if (table, client, id) in self.kept:
                    number = max(self.kept[table, client, id].numbers)
                    if number > newest:
                        newest, why = number, f"{table} {client} {id} (entry {number}) was acknowledged"
                    shown[table] = max(shown.get(table, 0), _version(tables, table, number))
                    own[client, table] = max(own.get((client, table), 0), _version(tables, table, number))
                case Connecting(client=client, table=table, connection=connection):
                    due[client, table, connection] = shown.get(table, 0)
                case Told(client=client, table=table, connection=connection, version=version) if version:
                    if version < due.get((client, table, connection), 0):
                        yield f"{client or 'a watcher'} connected, and was shown {table} as it was before"
                    if version < own.get((client, table), 0):
                        yield f"{client} was shown {table} as it was before their own act"
                    if (happened := tables[table].at(version) if table in tables else None) is None:
                        continue
                    if happened.number > newest:
                        newest, why = happened.number, f"version {version} of {table} was told to {client}"
                case _:
                    pass


def _version(tables: dict[str, TableRecord], table: str, number: int) -> int:
    """The version of a table once the entry of that number was kept."""
    events = tables[table].events if table in tables else []
    low, high = 0, len(events)
    while low < high:
        middle = (low + high) // 2
        low, high = (middle + 1, high) if events[middle].number <= number else (low, middle)
    return low


def _named(entry: Kept) -> Named | None:
    found = _KEY.fullmatch(entry.key)
    return (found[2], found[3], found[4]) if found else None
