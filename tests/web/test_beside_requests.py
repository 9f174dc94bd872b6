"""What a house does beside the requests at its tables: little, and never for long at a time."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from houseway import books
from houseway.journal.store import Journal
from houseway.kept.tables import buy_chips
from houseway.people.names import read_secret
from houseway.rulebook.procedure import Role
from houseway.table import commands as c
from houseway.web.floor import housekeeping, reviewing
from houseway.web.floor.dealer_clock import DealerClock
from houseway.web.floor.dealer_moves import Pace
from houseway.web.floor.house import OpenHouse
from houseway.web.floor.live_table import LiveTable
from houseway.web.floor.opening import Opening
from houseway.web.floor.reviewing import Reviewing
from houseway.web.wire.scene import TableMode
from houseway.web.wire.viewer import GONE, Viewer
from support.two_players import HERE, set_by_ann


@pytest.fixture
def idle(tmp_path: Path) -> Iterator[OpenHouse]:
    """A house with three tables."""
    with Journal.open(str(tmp_path / "journal.db")) as journal:
        house = OpenHouse(journal, pace=Pace())
        house.open_tables([Opening(name=f"t{number}", book="five-card") for number in range(3)])
        yield house


def test_a_request_waits_for_no_more_than_some_of_the_tables(idle: OpenHouse, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(housekeeping, "AT_ONCE", 2)
    looked_at: list[str] = []
    seen_by_a_request: list[int] = []

    async def look() -> None:
        asyncio.get_running_loop().call_soon(lambda: seen_by_a_request.append(len(looked_at)))
        async for live in housekeeping.one_after_another(idle):
            looked_at.append(live.name)

    asyncio.run(look())
    assert (looked_at, seen_by_a_request) == (["t0", "t1", "t2"], [2])


def test_pages_of_ended_sessions_are_closed_and_the_others_asked_for_without_a_thread(
    idle: OpenHouse, monkeypatch: pytest.MonkeyPatch
) -> None:
    tokens = {name: idle.people.register(name).token for name in ("ann", "bob")}
    in_threads: list[tuple[object, ...]] = []
    in_thread = idle.in_thread

    async def noted(work: object, *given: object, **named: object) -> object:
        in_threads.append((work, *given))
        return await in_thread(work, *given, **named)  # type: ignore[arg-type]

    async def check() -> tuple[Viewer, Viewer]:
        ann, bob = (Viewer(c.Actor(name, Role.PLAYER), session=read_secret(tokens[name])[1]) for name in tokens)
        for viewer in (ann, bob):
            await idle.tables["t0"].join(viewer)
            assert idle.people.has_session(viewer.actor.name, viewer.session)  # as at every message of a page
        idle.people.sign_out(tokens["bob"])
        monkeypatch.setattr(idle, "in_thread", noted)
        await housekeeping.check_players(idle)
        return ann, bob

    ann, bob = asyncio.run(check())
    assert (ann.code == GONE, bob.code == GONE) == (False, True)
    assert [name for _, name, _ in in_threads] == ["bob"]


def test_every_table_is_asked_for_its_minimum_only_where_somebody_lacks_that_of_their_own(
    idle: OpenHouse, monkeypatch: pytest.MonkeyPatch
) -> None:
    live = idle.tables["t0"]
    lowest = live.table.limits["main"][0]
    asked: list[None] = []
    lowest_minimum = idle.lowest_minimum

    def noted() -> int | None:
        asked.append(None)
        return lowest_minimum()

    monkeypatch.setattr(idle, "lowest_minimum", noted)

    async def may_have_chips(name: str, cents: int) -> bool:
        buy_chips(idle.journal, name, cents)
        viewer = Viewer(c.Actor(name, Role.PLAYER))
        await live.join(viewer)
        assert viewer.shown is not None
        live.audience.part(viewer)
        return viewer.shown.own.can.chips

    assert not asyncio.run(may_have_chips("ann", lowest))
    assert not asked
    assert asyncio.run(may_have_chips("bob", lowest - 1))
    assert asked


def test_chips_are_shown_at_the_other_tables_of_their_player_and_no_other_table_is_asked(
    idle: OpenHouse, monkeypatch: pytest.MonkeyPatch
) -> None:
    shown: list[str] = []

    async def show() -> None:
        idle.people.register("ann")
        pages = {name: Viewer(c.Actor("ann", Role.PLAYER)) for name in ("t0", "t1")}
        for name, page in pages.items():
            await idle.tables[name].join(page)
        monkeypatch.setattr(LiveTable, "show", lambda live, **_: shown.append(live.name))
        with monkeypatch.context() as patch:
            patch.setattr(LiveTable, "present", None)
            idle.show_purses("t0", {"ann", "bob"})
        assert shown == ["t1"]
        await idle.tables["t1"].part(pages["t1"])
        shown.clear()
        idle.show_purses("t0", {"ann"})

    asyncio.run(show())
    assert shown == []


def test_the_next_move_is_worked_out_again_when_somebody_comes_or_goes() -> None:
    clock, table = DealerClock(books.get("mbs-v4"), Pace(change=4, move=1)), set_by_ann()

    def waits_for(*present: str) -> set[str]:
        clock.update(table, frozenset(present), TableMode())
        return {*clock.waits_for}

    assert [waits_for(*HERE), waits_for("bob"), waits_for(*HERE)] == [{"ann"}, set(), {"ann"}]
    move = clock.move
    assert waits_for(*HERE) == {"ann"}
    assert clock.move is move
    clock.update(table, HERE, TableMode(dealer="person"))
    assert clock.move is None


def test_a_round_is_reviewed_by_waking_the_thread_once(monkeypatch: pytest.MonkeyPatch) -> None:
    table = set_by_ann()
    monkeypatch.setattr(reviewing, "load", lambda *_: None)
    monkeypatch.setattr(reviewing, "review", lambda _book, _table, at, _cache: at)
    bobs = replace(table.hands[1], viewed_by="bob")
    both = replace(table, hands={**table.hands, 2: bobs}, wagers={**table.wagers, 2: table.wagers[1]})
    counting = Reviewing(None)  # type: ignore[arg-type]
    woken: list[None] = []

    def noted(*given: Any) -> Any:
        woken.append(None)
        return submit(*given)

    submit = counting._counting.submit
    monkeypatch.setattr(counting._counting, "submit", noted)
    found: Any = asyncio.run(counting.reviews(books.get("mbs-v4"), both))
    counting.close()
    assert found == {"ann": (1,), "bob": (2,)}
    assert len(woken) == 1
