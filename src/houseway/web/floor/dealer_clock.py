"""The automatic dealer's clock: what the dealer is waiting for, since when, and for how much longer.

Here: waits that keep running while the table changes. Not here: what comes next (`dealer_moves`), or making the move
(`automatic_dealer`).
"""

from __future__ import annotations

import asyncio
import math
import time

from houseway.kept.stops import SUSPEND, Stop
from houseway.rulebook.procedure import Phase
from houseway.rulebook.rulebook import Rulebook
from houseway.table import commands as c
from houseway.table.record import kind
from houseway.table.state import Table
from houseway.web.floor.dealer_moves import BANK, CHANGE, SETTING, Move, Pace, next_move
from houseway.web.wire.scene import AUTOMATIC, Clock, TableMode

GOES_ON_LATER = (c.AnnouncePlaceYourBets, c.AnnounceNoMoreBets, c.OfferBank)
"""What waits until the house opens again, once it is about to close."""


class DealerClock:
    """The wait of one table's automatic dealer."""

    def __init__(self, book: Rulebook, pace: Pace) -> None:
        self._book, self._pace = book, pace
        self.move: Move | None = None
        self.ready: set[str] = set()
        """The players who have said they are ready."""
        self.changed = asyncio.Event()
        self._began: dict[tuple[int, Phase, str, int], float] = {}
        self._at: tuple[int, Phase] = (0, Phase.BETWEEN_ROUNDS)
        self._ended = -math.inf
        self._known: tuple[tuple[Table | None, frozenset[str], frozenset[str], bool], Move | None]
        self._known = (None, frozenset(), frozenset(), False), None
        """The next move that was worked out last, and for what."""

    def update(
        self,
        table: Table,
        present: frozenset[str],
        mode: TableMode,
        *,
        company: frozenset[str] = frozenset(),
        attended: bool = True,
        stop: Stop | None = None,
        draining: bool = False,
    ) -> None:
        """Work out the next move. A wait that continues keeps its clock; after a hold it starts from the beginning.

        `present` are the people whose page is connected, `company` the bots.
        """
        here = (table.round, table.phase)
        if here != self._at:
            self.ready.clear()
            if table.phase is Phase.BETWEEN_ROUNDS and self._at[1] is not table.phase:
                self._ended = time.monotonic()
        self._at = here
        self.ready &= present
        automatic = mode.dealer == AUTOMATIC
        move = self._next_move(table, present, company, attended=attended) if automatic else None
        if move and isinstance(move.command, c.AnnouncePlaceYourBets | c.OfferBank) and not (mode.open and not stop):
            move = None
        if stop and stop.rounds == SUSPEND:
            move = None
        if move and draining and isinstance(move.command, GOES_ON_LATER):
            move = None
        self.move = move
        if move is None:
            self._began.clear()
        else:
            if move.what != CHANGE:
                self._began.pop((*here, CHANGE, 0), None)  # the next setting starts it again
            elif (*here, CHANGE, 0) not in self._began:
                self.ready.clear()
            since_the_last = table.phase is Phase.BETWEEN_ROUNDS and move.what != BANK
            began = self._ended if since_the_last else time.monotonic()
            self._began.setdefault(self._wait(move), began)
        self.changed.set()

    def _next_move(
        self, table: Table, present: frozenset[str], company: frozenset[str], *, attended: bool
    ) -> Move | None:
        """The next move; it is the one worked out before while nobody comes or goes and nothing happens."""
        known_for = self._known[0]
        if known_for[0] is not table or known_for[1:] != (present, company, attended):
            move = next_move(self._book, table, present, self._pace, company=company, attended=attended)
            self._known = (table, present, company, attended), move
        return self._known[1]

    @property
    def waits_for(self) -> frozenset[str]:
        """The players the dealer is waiting for."""
        return self.move.waits_for if self.move and self.move.what else frozenset()

    def left(self) -> float | None:
        """How many seconds are left; None if no move is due."""
        if self.move is None:
            return None
        if self.move.waits_for and self.move.waits_for <= self.ready:
            return 0.0
        began = self._began[self._wait(self.move)]
        due = began + self.move.seconds
        if self.move.what == CHANGE and (set_since := self._began.get((*self._at, SETTING, 0))) is not None:
            due = max(began + self._pace.move, min(due, set_since + self._pace.setting))
        return max(0.0, due - time.monotonic())

    def shown(self) -> Clock | None:
        """The clock as a page shows it."""
        move, left = self.move, self.left()
        if move is None or left is None or not move.what or not move.seconds:
            return None
        return Clock(what=move.what, seconds=move.seconds, left=left)

    def _wait(self, move: Move) -> tuple[int, Phase, str, int]:
        return (*self._at, move.what or kind(move.command), move.turn)
