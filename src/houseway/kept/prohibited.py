"""Who is prohibited from play in the whole house, as the journal has it.

Here: the stream that names every player who was prohibited, or whose prohibition was lifted: at any table, where it is
written together with the table's own events, or from the floor. Not here: who may prohibit a player (`table.decide`) or
lift that (`people.acts`), or telling the tables (`web.floor.prohibitions`).
"""

from __future__ import annotations

import uuid
from collections.abc import Iterable

from houseway.journal.entry import Append, Entry
from houseway.journal.significant import to_append
from houseway.journal.store import Journal
from houseway.table import events as e
from houseway.table.commands import Actor
from houseway.table.record import decode, encode, kind

STREAM = "prohibited"


def entries(events: Iterable[e.Event]) -> tuple[Entry, ...]:
    """What the stream keeps of a table's events.

    >>> [entry.kind for entry in entries([e.BettingClosed(), e.PlayerProhibited(player="ann", clause="5.15")])]
    ['player prohibited']
    """
    return tuple(Entry(kind(event), encode(event)) for event in events if isinstance(event, e.PlayerProhibited))


def prohibitions(journal: Journal) -> dict[str, str]:
    """Every player who was ever prohibited, with the clause; an empty one where the prohibition was lifted."""
    found: dict[str, str] = {}
    for recorded in journal.read(STREAM):
        event = decode(recorded.body, f"version {recorded.version} of {recorded.stream}")
        if isinstance(event, e.PlayerProhibited):
            found[event.player] = "" if event.lifted else event.clause
    return found


def lift(journal: Journal, player: str, *, clause: str, by: Actor, why: str) -> None:
    """Lift a prohibition away from any table; refused as `OldVersion` if another was decided at that moment."""
    event = e.PlayerProhibited(player=player, lifted=True, clause=clause)
    entry = Entry(kind(event), encode(event))
    lifted = Append(
        stream=STREAM, entries=(entry,), expected_version=journal.version(STREAM), key=f"prohibited {uuid.uuid4().hex}"
    )
    noted = to_append(
        kind(event),
        by=f"{by.role.words} {by.name}",
        what=f"player {player}",
        before="prohibited",
        after="may play",
        why=why or clause,
    )
    journal.append_many([lifted, noted], together=True)
