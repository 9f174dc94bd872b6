"""Tables run by several processes are done harm to while people play, and nothing acknowledged is lost.

One small run is in the quick tier; leases and caps have tests of their own (`tests/journal/test_tenancy.py`).
"""

from __future__ import annotations

import asyncio
import random
import signal
import time
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from typing import TypeAlias

import pytest

pytest.importorskip("litestar", reason="the extra houseway[web] is not installed")

from houseway.journal.store import Journal
from support.postgres import Server
from support.proxy import Proxy, proxy_to
from support.reliability.checker import check_journal
from support.reliability.crowd import Crowd, back_after
from support.reliability.figures import keep, of_a_crowd
from support.reliability.machines import (
    Machine,
    free_port,
    is_running,
    runners_of,
    signal_to,
    until_owned,
    until_spread,
    wait_for,
)

PACE = ("--betting", "3", "--setting", "6", "--change", "0", "--compare", "0.2", "--between", "0.5", "--bank", "2")
TABLES = ("five-card", "five-card-2", "mbs-v4", "mbs-v4-2")
OPTIONS = ("--book", "mbs-v4", "--book", "five-card", "--tables", "2", "--spread-tables", *PACE)
MANY = ("--entries", "1000", "--questions", "100000")
Harm: TypeAlias = Callable[[Crowd], Awaitable[None]]


@pytest.fixture
def url(server: Server, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, cache_folder: Path) -> Iterator[str]:
    """An empty journal in PostgreSQL."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setenv("HOUSEWAY_CACHE", str(cache_folder))
    url = server.new_database()
    yield url
    server.give_back(url)


def play(
    url: str,
    machines: list[Machine],
    harm: Harm,
    *,
    acts: int = 60,
    tables: tuple[str, ...] = TABLES,
    seats: int = 3,
    spreads: bool = True,
) -> Crowd:
    """Let people play while harm is done, stop the house, and check what everybody recorded."""

    async def run() -> Crowd:
        crowd = Crowd(lambda _number: random.choice(machines).url, tables, seats=seats)
        await crowd.enter(machines[0].enter)
        async with crowd:
            await crowd.acts(acts)
            await harm(crowd)
            await crowd.acts(acts)
        return crowd

    try:
        for machine in machines:
            machine.until_ready()
        if spreads:
            until_spread(url, sum(machine.workers for machine in machines))
        crowd = asyncio.run(run())
        for machine in machines:
            machine.stop()
    except BaseException:
        for machine in machines:
            print("".join(machine.output)[-6000:])
        raise
    finally:
        for machine in machines:
            machine.kill()
    report = check_journal(crowd.history, url)
    keep(of_a_crowd(crowd, report))
    print(dict(report.counts))
    assert report.wrong == []
    assert report.counts["acts acknowledged"] > acts // 2  # of what was acknowledged some are no acts at the table
    if spreads:  # else the last process that ran the house may have run all tables itself
        _must_balance(url)
    return crowd


def _must_balance(url: str) -> None:
    """What is kept of layouts beside the chain is what the journal says: nothing lies there that is not on a table."""
    with Journal.open(url, read_only=True) as journal:
        accounts = journal.balances()
        assert sum(accounts.values()) == 0
        on_layouts = {
            name.removeprefix("escrow:"): cents for name, cents in accounts.items() if name.startswith("escrow:")
        }
        with journal.reading() as connection:
            laid: dict[str, int] = dict(
                connection.exec_driver_sql(
                    "SELECT name, sum(cents)::bigint FROM houseway_workers.laid GROUP BY name"
                ).fetchall()
            )
    assert laid == {name: cents for name, cents in on_layouts.items() if cents}


async def _goes_on(crowd: Crowd, what: str, harm: Callable[[], None]) -> None:
    """Do harm, and wait until people play again at every table; print how long that took."""
    crowd.suffers(what)
    began = time.monotonic()
    harm()
    await crowd.plays_since(began)
    print(f"{what}: play goes on at every table after {max(back_after(crowd.history, began).values()):.1f} s")


async def _ended(processes: list[int]) -> None:
    """Wait until these processes have ended."""
    await asyncio.to_thread(wait_for, lambda: not any(map(is_running, processes)), lambda: f"{processes} go on")


def _kill(*processes: int) -> Callable[[], None]:
    def harm() -> None:
        for each in processes:
            signal_to(each, signal.SIGKILL)

    return harm


def test_a_process_that_runs_tables_dies_and_play_goes_on(url: str) -> None:
    async def harm(crowd: Crowd) -> None:
        runner = next(iter(await asyncio.to_thread(runners_of, url)))
        await _goes_on(crowd, "process that runs tables killed", _kill(runner))

    machine = Machine(url, "--book", "five-card", "--tables", "2", "--spread-tables", *PACE, *MANY)
    play(url, [machine], harm, acts=15, tables=("five-card", "five-card-2"), seats=2)


@pytest.mark.full
def test_killing_processes_that_run_tables(url: str) -> None:
    async def harm(crowd: Crowd) -> None:
        for _ in range(5):
            runner = random.choice(sorted(await asyncio.to_thread(runners_of, url)))
            await _goes_on(crowd, "process that runs tables killed", _kill(runner))
            await crowd.acts(20)
            await asyncio.to_thread(until_spread, url, 3)

    play(url, [Machine(url, *OPTIONS, *MANY, workers=3)], harm)


@pytest.mark.full
def test_killing_the_desk(url: str) -> None:
    async def harm(crowd: Crowd) -> None:
        for _ in range(4):
            desk = await asyncio.to_thread(until_owned, url)
            await _goes_on(crowd, "desk killed, others run tables", _kill(desk))
            await crowd.acts(20)
            await asyncio.to_thread(until_spread, url, 3)

    play(url, [Machine(url, *OPTIONS, *MANY, workers=3)], harm)


@pytest.mark.full
def test_killing_the_desk_and_a_process_that_runs_tables_at_once(url: str) -> None:
    async def harm(crowd: Crowd) -> None:
        for _ in range(3):
            desk = await asyncio.to_thread(until_owned, url)
            runner = random.choice(sorted(await asyncio.to_thread(runners_of, url)))
            await _goes_on(crowd, "desk and a process that runs tables killed", _kill(desk, runner))
            await crowd.acts(20)
            await asyncio.to_thread(until_spread, url, 3)

    play(url, [Machine(url, *OPTIONS, *MANY, workers=3)], harm)


@pytest.mark.full
@pytest.mark.parametrize("whom", ["the desk", "a process that runs tables"])
def test_stopping_a_process_for_half_a_minute(url: str, whom: str) -> None:
    async def harm(crowd: Crowd) -> None:
        desk = await asyncio.to_thread(until_owned, url)
        stopped = desk if whom == "the desk" else sorted(await asyncio.to_thread(runners_of, url))[0]
        began = time.monotonic()
        await _goes_on(crowd, f"{whom} stopped for 30 s", lambda: signal_to(stopped, signal.SIGSTOP))
        await asyncio.sleep(max(0.0, 30 - (time.monotonic() - began)))
        signal_to(stopped, signal.SIGCONT)
        await _ended([stopped])
        await crowd.acts(40)

    play(url, [Machine(url, *OPTIONS, *MANY, workers=3)], harm)


@pytest.mark.full
def test_replacing_every_process_while_people_play(url: str) -> None:
    machine = Machine(url, *OPTIONS, *MANY, "--metrics", f"127.0.0.1:{free_port()}", workers=3)

    async def harm(crowd: Crowd) -> None:
        for _ in range(2):
            before = machine.processes()
            crowd.suffers("every process replaced in order, tables spread")
            signal_to(machine.starter, signal.SIGHUP)
            await _ended(before)
            await asyncio.to_thread(until_spread, url, 3)
            await crowd.acts(40)

    play(url, [machine], harm)


@pytest.mark.full
def test_a_machine_joins_and_another_dies(url: str) -> None:
    machines = [Machine(url, *OPTIONS, *MANY)]

    async def harm(crowd: Crowd) -> None:
        machines.append(Machine(url, *OPTIONS, *MANY))
        await asyncio.to_thread(machines[1].until_ready)
        await asyncio.to_thread(until_spread, url, 4)
        await crowd.acts(40)
        crowd.suffers("machine killed, tables spread")
        gone = machines.pop(0)
        began = time.monotonic()
        gone.kill()
        await crowd.plays_since(began)
        print(f"play goes on after {max(back_after(crowd.history, began).values()):.1f} s")
        await asyncio.to_thread(until_spread, url, 2)
        await crowd.acts(40)

    play(url, machines, harm)


@pytest.mark.full
def test_machines_with_the_option_and_without_it_get_along(url: str) -> None:
    plain = [option for option in OPTIONS if option != "--spread-tables"]

    async def harm(crowd: Crowd) -> None:
        for _ in range(4):
            desk = await asyncio.to_thread(until_owned, url)
            await _goes_on(crowd, "desk killed, tables spread by some machines", _kill(desk))
            await crowd.acts(20)

    play(url, [Machine(url, *OPTIONS, *MANY), Machine(url, *plain, *MANY)], harm, spreads=False)


@pytest.mark.full
@pytest.mark.parametrize("how", ["fast", "immediate"])
def test_restarting_the_database(url: str, server: Server, how: str) -> None:
    async def harm(crowd: Crowd) -> None:
        for _ in range(2):
            crowd.suffers(f"database {'restarted' if how == 'fast' else 'crashed'}, tables spread")
            if how == "fast":
                await asyncio.to_thread(server.restart)
            else:
                server.crash()
                await asyncio.sleep(1)
                await asyncio.to_thread(server.start)
            await crowd.acts(20)
            await crowd.everybody_plays()
            await asyncio.to_thread(until_spread, url, 3)

    play(url, [Machine(url, *OPTIONS, *MANY, workers=3)], harm)


@pytest.mark.full
@pytest.mark.parametrize("how", ["cut", "held"])
def test_the_way_of_a_machine_to_the_database_fails(url: str, server: Server, how: str) -> None:
    def by(way: Proxy) -> str:
        return f"postgresql://houseway@127.0.0.1:{way.port}/{url.partition('@/')[2].partition('?')[0]}"

    with proxy_to(server.socket) as one, proxy_to(server.socket) as two:
        first = Machine(by(one), *OPTIONS, *MANY)
        first.until_ready()
        second = Machine(by(two), *OPTIONS, *MANY)

        async def harm(crowd: Crowd) -> None:
            for way in (two, one):
                await _goes_on(
                    crowd, f"way to the database {how}, tables spread", way.cut if how == "cut" else way.hold
                )
                await asyncio.sleep(5)
                way.restore()
                await asyncio.to_thread(until_spread, url, 4)
                await crowd.acts(20)

        play(url, [first, second], harm)
