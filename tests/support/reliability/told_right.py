"""What clients were told, compared with the journal: one order of events for everybody, and no card too soon.

Here: that every version a client was told of was kept, that its events and its table are those of the journal as that
client may see them, that nothing was left out, and that no card was told to somebody before it was theirs to see. Not
here: the order of acts (`acts`).
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any, Final

import msgspec

from houseway.rulebook.procedure import Role
from houseway.table.commands import Actor
from houseway.table.events import Event
from houseway.table.record import encode
from houseway.table.view import NOTHING, how_seen, view
from support.reliability.history import History, Told, ToldLine, digest
from support.reliability.kept import Kept
from support.reliability.tables import TableRecord

_BLANK: Final[tuple[object, ...]] = ((), [], "", False, None)


class ToldRight:
    """Checks every record of what was told; `cards` and `messages` say how much there was."""

    def __init__(
        self, tables: Mapping[str, TableRecord], kept: list[Kept], roles: Mapping[str, Role] | None = None
    ) -> None:
        self._roles = roles or {}
        self._tables = tables
        self._last: dict[tuple[str, str, int], tuple[int, int]] = {}
        self._lasting: dict[tuple[str, str, int], frozenset[str]] = {}
        self._views: dict[tuple[str, int, str], str] = {}
        self._bodies: dict[tuple[str, int], dict[str, Any]] = {}
        self._commitments = {
            (entry.stream.removeprefix("deck:"), entry.body["round"]): entry.body["commitment"]
            for entry in kept
            if entry.kind == "deck committed"
        }
        self.cards = self.messages = 0

    def check(self, history: History) -> Iterator[str]:
        """Everything that was told wrongly."""
        for record in history:
            if isinstance(record, Told):
                self.messages += 1
                yield from self._one(record)

    def _one(self, told: Told) -> Iterator[str]:
        table = self._tables.get(told.table)
        who = f"{told.client or 'a watcher'} at {told.table}"
        if table is None:
            yield f"{who} was told of a table that is not in the journal"
            return
        yield from self._cards(table, told, who)
        if not told.version:
            return
        if table.at(told.version) is None:
            yield f"{who} was told version {told.version}, which was never kept"
            return
        yield from self._in_order(table, told, who)
        for line in told.lines:
            yield from (f"{who} was told version {line.version} as {what}" for what in self._differs(table, told, line))
        if told.shown != self._view(table, told):
            yield f"{who} was shown a table that is not that of version {told.version}"
        committed = self._commitments.get((told.table, told.round), "")
        if told.commitment and told.commitment != committed:
            yield f"{who} was shown the commitment {told.commitment[:8]} in round {told.round}, kept is {committed[:8]}"

    # -----------------------------------------------------------------------------------------------------------------
    # One order of events

    def _in_order(self, table: TableRecord, told: Told, who: str) -> Iterator[str]:
        """Versions that go back, and events that were left out."""
        place = told.client, told.table, told.connection
        before, shown = self._last.get(place, (0, 0))
        versions = [line.version for line in told.lines]
        if told.version < shown:
            yield f"{who} was shown version {told.version} after version {shown}"
        ordered = versions == sorted(set(versions)) and (not versions or versions[-1] <= told.version)
        if not ordered or (versions and versions[0] <= before):
            yield f"{who} was told versions {versions} after version {before}, at version {told.version}"
        first = before + 1 if before else (versions[0] if versions else told.version + 1)
        for missing in sorted({*range(first, told.version + 1)} - {*versions}):
            happened = table.at(missing)
            if happened and how_seen(happened.after, happened.event, self._actor(told)) != NOTHING:
                yield f"{who} was not told version {missing}"
        self._last[place] = max(before, told.version), max(shown, told.version)

    def _differs(self, table: TableRecord, told: Told, line: ToldLine) -> Iterator[str]:
        """How an event that was told differs from the one that was kept."""
        happened = table.at(line.version)
        if happened is None:
            yield f"{line.event['type']}, which was never kept"
            return
        kept = self._body(told.table, line.version, happened.event)
        if line.event.get("type") != kept["type"]:
            yield f"{line.event.get('type')}; it is {kept['type']}"
            return
        for name, shown in line.event.items():
            blank = name in type(happened.event).hidden and shown in _BLANK
            if shown != kept.get(name) and not blank:
                yield f"{kept['type']} with {name} {shown!r}; it is {kept.get(name)!r}"

    def _body(self, table: str, version: int, event: Event) -> dict[str, Any]:
        if (table, version) not in self._bodies:
            self._bodies[table, version] = json.loads(encode(event))
        return self._bodies[table, version]

    def _view(self, table: TableRecord, told: Told) -> str:
        """The digest of the table as a client may see it."""
        place = told.table, told.version, told.client
        if place not in self._views:
            happened = table.at(told.version)
            assert happened is not None
            shown = msgspec.to_builtins(view(happened.after, self._actor(told)), str_keys=True)
            self._views[place] = digest(json.loads(json.dumps(shown)))
        return self._views[place]

    # -----------------------------------------------------------------------------------------------------------------
    # Cards

    def _cards(self, table: TableRecord, told: Told, who: str) -> Iterator[str]:
        """Cards that were told to somebody who may not know them yet."""
        self.cards += len(told.cards)
        place = told.client, told.table, told.connection
        if told.version:
            allowed = self._lasting[place] = table.may_know(told.version, told.client)
            when = f"version {told.version}"
        elif told.what == "review":
            known = table.at_the_end.get(told.round, {})
            allowed, when = known.get("", frozenset()) | known.get(told.client, frozenset()), f"round {told.round}"
        else:
            allowed, when = self._lasting.get(place, frozenset()), "an answer"
        if leaked := sorted(told.cards - allowed):
            yield f"LEAK: {who} was told {' '.join(leaked)} at {when}"

    def _actor(self, told: Told) -> Actor:
        return Actor(told.client, self._roles.get(told.client, Role.PLAYER))
