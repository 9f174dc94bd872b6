"""The chips of a table, counted from its events alone. Here: the ledger and what must hold after each event."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import Any

from houseway.rulebook.comparison import Result
from houseway.table import events as e


@dataclass
class Ledger:
    """Where every chip is."""

    placed: int = 0
    given_back: int = 0
    kept: int = 0
    paid: int = 0
    layout: Counter[tuple[int, str, str]] = field(default_factory=Counter)

    def follow(self, event: e.Event) -> None:
        """Apply one event; every chip placed is on the layout, returned, or kept by the house."""
        match event:
            case e.WagerPlaced(cents=cents):
                assert cents > 0
                self.placed += cents
                self.layout[_stake(event)] += cents
            case e.WagerWithdrawn(cents=cents):
                assert self.layout.pop(_stake(event)) == cents
                self.given_back += cents
            case e.WagerFound(was=was, cents=cents):
                assert self.layout[_stake(event)] == was
                assert cents > 0
                self.placed += cents - was
                self.layout[_stake(event)] = cents
            case e.WagerSettled():
                self._settle(event)
            case e.EnvyPaid(cents=cents):
                assert cents > 0
                self.paid += cents
            case e.SettlementCorrected(cents=cents) | e.EnvyCorrected(cents=cents):
                self.paid += cents
            case _:
                pass
        assert self.placed == sum(self.layout.values()) + self.given_back + self.kept

    def _settle(self, event: e.WagerSettled) -> None:
        assert self.layout.pop(_stake(event)) == event.stake
        assert 0 <= event.back <= event.stake
        assert 0 <= event.commission <= event.payout
        if event.result is not Result.LOSE:
            assert event.back == event.stake
        if event.result is not Result.WIN:
            assert event.payout == event.commission == 0
        else:
            assert event.payout > 0
        self.given_back += event.back
        self.kept += event.stake - event.back
        self.paid += event.payout - event.commission


def _stake(event: Any) -> tuple[int, str, str]:
    return event.position, event.wager, event.player
