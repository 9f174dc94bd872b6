"""3.5.1: what staff ask a player for lapses, and is forgotten when betting closes."""

from __future__ import annotations

import asyncio

import pytest

from houseway.errors import NeedsAnother, Refused
from houseway.rulebook.procedure import Role
from houseway.table import commands as c
from houseway.table import events as e
from houseway.web.floor import proposals
from houseway.web.floor.proposals import Proposals

DAN = c.Actor("Dan", Role.DEALER)
WANTED = c.PlaceWager(by=DAN, position=1, wager="main", cents=1000, player="ann")


def asked(found: Proposals) -> None:
    with pytest.raises(NeedsAnother, match="ann is asked on their own page"):
        found.propose(WANTED)


def test_a_question_lapses(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(proposals, "LASTS", 0.01)

    async def run() -> None:
        shown = asyncio.Event()
        found = Proposals(shown.set)
        asked(found)
        assert found.of("ann") is not None
        assert found.of("bob") is None
        shown.clear()
        await asyncio.wait_for(shown.wait(), 10)
        assert found.of("ann") is None
        assert found.all == ()

    asyncio.run(run())


def test_a_question_is_forgotten_once_its_wager_is_placed_or_betting_closes() -> None:

    async def run() -> None:
        found = Proposals(lambda: None)
        asked(found)
        found.placed(e.WagerPlaced(position=2, wager="main", player="ann", cents=1000))
        assert found.of("ann") is not None
        found.placed(e.WagerPlaced(position=1, wager="main", player="ann", cents=1000))
        assert found.of("ann") is None
        asked(found)
        found.decline("ann")
        with pytest.raises(Refused, match="nobody asks you"):
            found.decline("ann")
        assert [each.declined for each in found.all] == [True]
        found.end()
        assert found.all == ()

    asyncio.run(run())
