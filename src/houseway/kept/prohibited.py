"""Who is prohibited from play in the whole house, as the journal has it.

Here: the stream that names every player who was prohibited, or whose prohibition was lifted: at any table, where it is
written together with the table's own events, or from the floor. Not here: who may prohibit a player (`table.decide`) or
lift that (`people.acts`), or telling the tables (`web.floor.house_notices`).
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


def prohibitions(journal: Journal, *, after: int = 0) -> tuple[int, dict[str, str]]:
    """Every player who was prohibited after a version of the stream, with the clause, and the version that was read.

    The clause is empty where the prohibition was lifted.
    """
    found: dict[str, str] = {}
    for recorded in journal.read(STREAM, after=after):
        after = recorded.version
        event = decode(recorded.body, f"version {recorded.version} of {recorded.stream}")
        if isinstance(event, e.PlayerProhibited):
            found[event.player] = "" if event.lifted else event.clause
    return after, found


def lift(journal: Journal, player: str, *, version: int, clause: str, by: Actor, why: str) -> None:
    """Lift a prohibition away from any table; refused as `OldVersion` if the stream has moved on from a version."""
    event = e.PlayerProhibited(player=player, lifted=True, clause=clause)
    entry = Entry(kind(event), encode(event))
    key = f"prohibited {uuid.uuid4().hex}"
    lifted = Append(stream=STREAM, entries=(entry,), expected_version=version, key=key)
    noted = to_append(
        kind(event),
        by=f"{by.role.words} {by.name}",
        what=f"player {player}",
        before="prohibited",
        after="may play",
        why=why or clause,
    )
    journal.append_many([lifted, noted], together=True)
