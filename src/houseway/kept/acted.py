"""Which staff acted in the round in play, as the journal has it: for a house that opens again inside a round.

Here: reading it from the requests of the round, and from what was asked for and confirmed there. Not here: what follows
from it (`web.floor.conflicts`).
"""

from __future__ import annotations

import json

import msgspec

from houseway.journal.entry import Recorded
from houseway.journal.since import entries_since
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
    found = {_asker(kept, recorded) for recorded in entries_since(kept.journal, ASKED + kept.name, began.number)}
    for recorded in entries_since(kept.journal, APPROVALS + kept.name, began.number):
        said = json.loads(recorded.body)
        if "role" in said:
            found.add(Actor(said["by"], Role(said["role"])))
    return frozenset(actor for actor in found if actor.role is not Role.PLAYER and actor != HOUSE)


def _asker(kept: KeptTable, recorded: Recorded) -> Actor:
    return msgspec.convert(json.loads(kept.seals.opened(recorded))["by"], Actor)
