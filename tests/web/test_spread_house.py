"""A house whose tables several processes run: what holds in the whole house holds at once, whoever runs a table."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import psycopg
import pytest

pytest.importorskip("litestar", reason="the extra houseway[web] is not installed")

from houseway.journal.postgres_tools import WORKERS
from houseway.journal.store import Journal
from houseway.journal.verify import verify
from support.postgres import Server
from support.reliability.machines import until_spread, wait_for
from support.shared_house import SharedHouse, shared_house
from support.web_house import Page, Visitor

TABLES = ("five-card", "five-card-2")
OPTIONS = ("--book", "five-card", "--tables", "2", "--spread-tables", "--betting", "600", "--setting", "600")
PLACES = f"""
    SELECT tables.name, tables.holder = lease.holder FROM {WORKERS}.tables, {WORKERS}.lease WHERE tables.open
"""


@pytest.fixture
def url(server: Server, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[str]:
    """An empty journal in PostgreSQL."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    url = server.new_database()
    yield url
    server.give_back(url)


@contextmanager
def spread_house(url: str, cache: Path, *options: str) -> Iterator[SharedHouse]:
    """A house of two tables, each run by another process."""
    with shared_house(url, *OPTIONS, "--between", "1", "--change", "0", *options, cache=cache) as house:
        until_spread(url, 2)
        try:
            yield house
        finally:
            print(house.stop(15)[-6000:])
    with Journal.open(url, read_only=True) as journal:
        assert verify(journal).findings == ()
        assert sum(journal.balances().values()) == 0


def _places(url: str) -> dict[str, bool]:
    """The tables that are run, each with whether the process that runs the house runs it."""
    with psycopg.connect(url) as connection:
        return {str(name): bool(here) for name, here in connection.execute(PLACES)}


def _wager(page: Page, position: int, cents: int) -> dict[str, Any]:
    return page.do("wager", position=position, wager="main", cents=cents)


def _laid(url: str) -> tuple[int, int]:
    """What all rounds can cost, and what lies on all layouts, as is kept beside the chain."""
    with psycopg.connect(url) as connection:
        row = connection.execute(
            f"SELECT (SELECT sum(cents)::bigint FROM {WORKERS}.costs), (SELECT sum(cents)::bigint FROM {WORKERS}.laid)"
        ).fetchone()
    return (row[0] or 0, row[1] or 0) if row else (0, 0)


def _balance(url: str, account: str) -> int:
    with Journal.open(url, read_only=True) as journal:
        return journal.balance(account)


def test_what_holds_in_the_house_holds_at_every_table_whoever_runs_it(url: str, cache_folder: Path) -> None:
    with spread_house(url, cache_folder) as house:
        here = next(name for name, is_here in _places(url).items() if is_here)
        away = next(name for name in TABLES if name != here)
        ann = house.enter("Ann")
        with ann.page(here) as near, ann.page(away) as far:
            _limits_add_up(ann, near, far)
            _chips_are_counted_once(near, far)
        _lobby_shows_all(house)
        _staff_decide(house, url, away)


def _limits_add_up(ann: Visitor, near: Page, far: Page) -> None:
    """What a player may lose in a day counts what lies on the layouts of other processes."""
    ann.post("/protection/limit", {"limit": "day", "value": 5000})
    for page in (near, far):
        page.did("sit", position=1)
        page.until_phase("betting")
    assert _wager(near, 1, 3000)["type"] == "done"
    refused = _wager(far, 1, 3000)
    assert refused["type"] == "refused"
    assert "a day" in refused["sentence"]
    assert _wager(far, 1, 2000)["type"] == "done"
    assert _wager(near, 1, 1000)["type"] == "refused"
    assert far.until_scene(lambda scene: scene["you"]["bankroll"] == 95_000)  # as the other table has it


def _chips_are_counted_once(near: Page, far: Page) -> None:
    """Nobody who has chips on a layout of another process gets more."""
    near.did("withdraw", position=1, wager="main")
    assert near.say({"type": "chips"})["sentence"] == "you can get more chips once you have none on a layout"
    far.did("withdraw", position=1, wager="main")


def _lobby_shows_all(house: SharedHouse) -> None:
    def seated() -> list[dict[str, str]]:
        return [table["seats"] for table in house.boss.get("/lobby")["tables"]]

    wait_for(lambda: seated() == [{"1": "Ann"}, {"1": "Ann"}], lambda: str(seated()))


def _staff_decide(house: SharedHouse, url: str, away: str) -> None:
    """A stop, an exclusion and a console reach a table of another process."""
    bob = house.enter("Bob")
    with bob.page(away) as page:
        page.did("sit", position=2)
        stop = {"scope": "house", "name": "", "rounds": "finish", "why": "a test", "lift": False}
        house.boss.post("/staff/stops", stop)
        assert "is stopped" in _wager(page, 2, 1000)["sentence"]
        house.boss.post("/staff/stops", {**stop, "lift": True})
        assert _wager(page, 2, 1000)["type"] == "done"
        house.boss.post("/staff/exclusions", {"player": "Bob", "why": "a test"})
        assert _wager(page, 2, 1000)["type"] == "refused"
        with house.boss.page(away, "staff") as console:  # staff work at the process that runs the house
            assert console.scene["table"]["seats"]["2"] == "Bob"
            assert _places(url)[away]
            page.closed()
            assert console.do("announce-no-more-bets")["type"] in ("done", "refused")
    with bob.page(away) as page:
        assert page.scene["table"]["wagers"]["2"]["main"]


def test_two_processes_never_accept_more_than_the_cap_of_the_house(url: str, cache_folder: Path) -> None:
    with spread_house(url, cache_folder, "--exposure", "1000") as house:
        pages = [house.enter(f"P{number}").page(TABLES[number % 2]) for number in range(6)]
        for number, page in enumerate(pages):
            with_page = page.__enter__()
            with_page.did("sit", position=1 + number // 2)
            with_page.until_phase("betting")
        answers: list[dict[str, Any]] = []

        def play(number: int) -> None:
            for _ in range(6):
                answers.append(_wager(pages[number], 1 + number // 2, 5000))

        threads = [threading.Thread(target=play, args=(number,)) for number in range(6)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        cost, laid = _laid(url)
        placed = [answer for answer in answers if answer["type"] == "done"]
        assert placed
        assert len(placed) < len(answers)
        assert laid == 5000 * len(placed)
        assert laid == sum(_balance(url, f"escrow:{name}") for name in TABLES)
        assert 100_000 - 10_000 < cost <= 100_000, "as much as is left is used, and no more"
        over = {answer["sentence"] for answer in answers if answer["type"] == "refused"}
        assert any("more than the 1,000.00 it accepts" in sentence for sentence in over), over
        for page in pages:
            page.socket.close()
        time.sleep(0.1)
