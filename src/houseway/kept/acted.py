"""Which staff are part of the round in play or the next one, as the journal has it: for a house that opens again.

Here: reading it from the requests to a table, from what was asked for and confirmed there, and from changes of how it
is run. Not here: what follows from it (`web.floor.conflicts`).

Whoever acts in a round is part of it, and whoever acts between rounds of the next. A change of how the table is run
counts for the round after that in which it was made, too.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from typing import Final, NamedTuple

import msgspec

from houseway.journal.entry import Recorded
from houseway.journal.since import entries_since
from houseway.journal.store import Journal
from houseway.kept.approval_facts import ASKED as ASKED_FOR
from houseway.kept.approval_facts import CONFIRMED
from houseway.kept.approvals import STREAM as APPROVALS
from houseway.kept.found import STREAM, Began, end_of_round, last_round
from houseway.kept.tables import ASKED
from houseway.rulebook.procedure import Role
from houseway.table.commands import HOUSE, Actor

RUN: Final = "run:"
"""The streams of how tables are run; the table's name follows."""
RUN_ACT: Final = "run"
"""What somebody asks for who asks to change that."""


class _Moment(NamedTuple):
    """When a round began or ended: the number of the entry, and its key."""

    number: int
    key: str = ""

    def is_before(self, recorded: Recorded) -> bool:
        """Whether an entry was written after it, and not by the request that led to it."""
        return recorded.number > self.number and recorded.key.removeprefix("asked") != self.key.removeprefix("table")


START: Final = _Moment(0)
NOT_YET: Final = _Moment(sys.maxsize)


def staff_of_rounds(journal: Journal, table: str) -> dict[Actor, int]:
    """Everybody on the staff who is part of the last round of a table or of the next, with the latest of these two."""
    last = last_round(journal, table)
    before = last_round(journal, table, upto=last.version - 1) if last else None
    round, began, ended = (last.round, _Moment(last.number), _end(journal, table, last)) if last else (0, START, START)
    began_before, ended_before = (_Moment(before.number), _end(journal, table, before)) if before else (START, START)
    found: dict[Actor, int] = {}

    def note(actor: Actor, is_next: bool) -> None:
        if actor.role is not Role.PLAYER and actor != HOUSE:
            found[actor] = max(round + is_next, found.get(actor, 0))

    for recorded in _since(journal, ASKED + table, ended_before):
        note(msgspec.convert(json.loads(recorded.body)["by"], Actor), ended.is_before(recorded))
    for recorded in _since(journal, APPROVALS + table, began_before):
        said = json.loads(recorded.body)
        if said.get("act") == RUN_ACT:
            note(Actor(said["by"], Role(said["role"])), began.is_before(recorded))
        elif recorded.kind in (ASKED_FOR, CONFIRMED) and ended_before.is_before(recorded):
            note(Actor(said["by"], Role(said["role"])), ended.is_before(recorded))
    for recorded in _since(journal, RUN + table, began_before):
        if (by := _named(json.loads(recorded.body)["by"])) is not None:
            note(by, began.is_before(recorded))
    return found


def _since(journal: Journal, stream: str, moment: _Moment) -> Iterator[Recorded]:
    return filter(moment.is_before, entries_since(journal, stream, moment.number))


def _end(journal: Journal, table: str, began: Began) -> _Moment:
    """When a round ended."""
    version = end_of_round(journal, table, began)
    if not version:
        return NOT_YET
    (recorded,) = journal.read(STREAM + table, after=version - 1, upto=version)
    return _Moment(recorded.number, recorded.key)


def _named(by: str) -> Actor | None:
    """Whoever changed how a table is run, who is kept with their position; nobody for the house."""
    roles = (role for role in Role if role is not Role.PLAYER and by.startswith(f"{role.words} "))
    return next((Actor(by.removeprefix(f"{role.words} "), role) for role in roles), None)
