"""Large wagers and large wins: significant events by an amount that the operator chooses (`serve --large-above`).

Here: finding them among the events of a table, and their notes, to be written together with the events. Not here: what
else of a table is significant (`table_notes`).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from houseway.journal.entry import Append
from houseway.journal.significant import to_append
from houseway.kept.bots import is_bot
from houseway.kept.postings import winnings
from houseway.money import money
from houseway.table import events as e
from houseway.table.evolve import evolve
from houseway.table.state import Table

LARGE_WAGER, LARGE_WIN = "large wager", "large win"
_PAYS: Final = (e.WagerSettled, e.BankSettled, e.EnvyPaid)


def large(name: str, table: Table, events: Sequence[e.Event], above: int) -> Iterator[Append]:
    """The notes of what is above an amount among events at a table that stood at `table` before them; 0 for none.

    A wager is noted when it exceeds the amount, however often it was added to. A win is what a player gets beyond their
    stakes when a round is settled: all their wagers, their bank and Envy Bonuses together. A correction is a
    significant event of its own, whatever it pays. Bots play with play chips, and nothing of theirs is noted.
    """
    if not above:
        return
    why, won = f"above {money(above)}", winnings([event for event in events if isinstance(event, _PAYS)])
    for event in events:
        before, table = table, evolve(table, event)
        if isinstance(event, e.WagerPlaced) and not is_bot(event.player):
            was, is_now = (_staked(each, event) for each in (before, table))
            if was <= above < is_now:
                what = (
                    f"{name}, round {table.round}, {event.wager} of player {event.player} at position {event.position}"
                )
                yield to_append(LARGE_WAGER, by=event.player, what=what, after={"staked": is_now}, why=why)
    for player, cents in sorted(won.items()):
        if cents > above and not is_bot(player):
            what = f"{name}, round {table.round}, player {player}"
            yield to_append(LARGE_WIN, by=player, what=what, after={"won": cents}, why=why)


def _staked(table: Table, event: e.WagerPlaced) -> int:
    """What a player has on a wager."""
    stakes = table.wagers.get(event.position, {}).get(event.wager, ())
    return sum(stake.cents for stake in stakes if stake.player == event.player)
