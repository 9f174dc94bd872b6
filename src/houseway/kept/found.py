"""Where the rounds of a table are in its stream, found without reading the stream.

Here: the last round, and the first and the last entry of any round, by halving and by the index of the stream. Not
here: what happened in a round (`tables`, `web.past.history`).

Rounds are numbered from 1 without a gap, so the round that was in play at any entry tells in which half to look.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from houseway.errors import BadJournal
from houseway.journal.entry import Recorded
from houseway.journal.store import Journal
from houseway.kept.seals import unopened_event
from houseway.table import events as e

STREAM: Final = "table:"
"""The streams of events; the table's name follows."""
ENDED: Final = (e.RoundSettled, e.RoundVoided)
"""The events that end a round."""
BEGAN: Final = str(e.BettingOpened.__struct_config__.tag)
_ENDED: Final = [str(event.__struct_config__.tag) for event in ENDED]


class Began(NamedTuple):
    """That a round began, by the version of the entry that says so in its table's stream, and its number."""

    round: int
    version: int
    number: int


def last_round(journal: Journal, table: str, *, upto: int | None = None) -> Began | None:
    """The round that began last, up to a version of the stream; nothing before the first."""
    found = journal.last(STREAM + table, BEGAN) if upto is None else journal.last(STREAM + table, BEGAN, upto=upto)
    return _began(found) if found else None


def find_round(journal: Journal, table: str, round: int) -> Began | None:
    """Where a round began; nothing where there is no such round."""
    last = last_round(journal, table)
    if last is None or not 1 <= round <= last.round:
        return None
    least, found = 0, last
    while found.round != round:
        before = last_round(journal, table, upto=(least + found.version) // 2)
        if before is None or before.round < round:
            after = (least + found.version) // 2
            if after == least:
                raise BadJournal(f"{STREAM}{table} has no round {round}, though it has round {found.round}")
            least = after
        else:
            found = before
    return found


def end_of_round(journal: Journal, table: str, began: Began) -> int:
    """The version of the entry that ended a round; 0 while it is in play."""
    return journal.next_of(STREAM + table, _ENDED, after=began.version)


def round_at(journal: Journal, table: str, version: int) -> int:
    """Which round was in play, or had been last, at a version of a table's stream; 0 before the first."""
    found = last_round(journal, table, upto=version)
    return found.round if found else 0


def _began(recorded: Recorded) -> Began:
    event = unopened_event(recorded)
    if not isinstance(event, e.BettingOpened):
        raise BadJournal(f"version {recorded.version} of {recorded.stream} is damaged: it does not open betting")
    return Began(event.round, recorded.version, recorded.number)
