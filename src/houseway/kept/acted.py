"""Which staff acted in the round in play, as the journal has it: for a house that opens again inside a round.

Here: reading it from the requests of the round, and from what was asked for and confirmed there. Not here: what follows
from it (`web.floor.conflicts`).
"""

from __future__ import annotations

import json
from collections.abc import Iterator

import msgspec

from houseway.journal import queries
from houseway.journal.entry import Recorded
from houseway.journal.store import Journal
from houseway.kept.approvals import STREAM as APPROVALS
from houseway.kept.tables import ASKED, STREAM, KeptTable
from houseway.rulebook.procedure import Phase, Role
from houseway.table.commands import HOUSE, Actor


def staff_in_the_round(kept: KeptTable) -> frozenset[Actor]:
    """Everybody on the staff who acted in the round in play of a table; nobody between rounds."""
    if kept.table.phase is Phase.BETWEEN_ROUNDS or not kept.this_round:
        return frozenset()
    version = kept.this_round[0].after.version
    (began,) = kept.journal.read(STREAM + kept.name, after=version - 1, upto=version)
    found = {_asker(kept, recorded) for recorded in _since(kept.journal, ASKED + kept.name, began.number)}
    for recorded in _since(kept.journal, APPROVALS + kept.name, began.number):
        said = json.loads(recorded.body)
        if "role" in said:
            found.add(Actor(said["by"], Role(said["role"])))
    return frozenset(actor for actor in found if actor.role is not Role.PLAYER and actor != HOUSE)


def _asker(kept: KeptTable, recorded: Recorded) -> Actor:
    return msgspec.convert(json.loads(kept.seals.opened(recorded))["by"], Actor)


def _since(journal: Journal, stream: str, number: int) -> Iterator[Recorded]:
    """The entries of a stream that were written after an entry."""
    with journal.reading() as connection:
        newest = queries.version(connection, stream)
        after = queries.version_before(connection, stream, version=newest + 1, number=number)
    return journal.read(stream, after=after, upto=newest)
