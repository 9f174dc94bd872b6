"""A house in several processes is done harm to while people play, and nothing acknowledged is lost.

All of it is full; in the quick tier the parts have tests of their own (`test_lease`, `test_mail`, `test_beats`,
`test_passing_on`, `test_shared_house`).
"""

from __future__ import annotations

import asyncio
import random
import signal
import time
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from typing import Any, TypeAlias

import pytest

pytest.importorskip("litestar", reason="the extra houseway[web] is not installed")

from support.postgres import NoServer, Server
from support.proxy import Proxy, proxy_to
from support.reliability.checker import check_journal
from support.reliability.crowd import Crowd, back_after
from support.reliability.figures import keep, of_a_crowd
from support.reliability.harm import fill, set_clock
from support.reliability.machines import Machine, free_port, is_running, signal_to, until_owned, wait_for

pytestmark = pytest.mark.full
PACE = ("--betting", "3", "--setting", "6", "--change", "0", "--compare", "0.2", "--between", "0.5", "--bank", "2")
OPTIONS = ("--book", "mbs-v4", "--book", "five-card", *PACE, "--entries", "1000", "--questions", "100000")
TABLES = ("mbs-v4", "five-card")
Harm: TypeAlias = Callable[[Crowd], Awaitable[None]]


@pytest.fixture
def url(server: Server, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, cache_folder: Path) -> Iterator[str]:
    """An empty journal in PostgreSQL."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setenv("HOUSEWAY_CACHE", str(cache_folder))
    url = server.new_database()
    yield url
    server.give_back(url)


def play(url: str, machines: list[Machine], harm: Harm, *, acts: int = 60) -> None:
    """Let people play while harm is done, stop the house, and check what everybody recorded."""

    async def run() -> Crowd:
        crowd = Crowd(lambda _number: random.choice(machines).url, TABLES)
        await crowd.enter(machines[0].enter)
        async with crowd:
            await crowd.acts(acts)
            await harm(crowd)
            await crowd.acts(acts)
        return crowd

    try:
        machines[0].until_ready()
        crowd = asyncio.run(run())
        for machine in machines:
            machine.stop()
    except BaseException:
        for machine in machines:
            print("".join(machine.output)[-4000:])
        raise
    finally:
        for machine in machines:
            machine.kill()
    report = check_journal(crowd.history, url)
    keep(of_a_crowd(crowd, report))
    print(dict(report.counts))
    assert report.wrong == []
    assert report.counts["acts acknowledged"] > acts // 2  # of what was acknowledged some are no acts at the table


async def _moved(crowd: Crowd, url: str, *processes: int) -> None:
    """Wait until another process runs the house and everybody plays; print how long that took."""
    began = time.monotonic()
    await asyncio.to_thread(until_owned, url, but=processes)
    taken = time.monotonic() - began
    await crowd.plays_since(began)
    print(f"taken over after {taken:.1f} s, play goes on after {max(back_after(crowd.history, began).values()):.1f} s")


async def _ended(processes: list[int]) -> None:
    """Wait until these processes have ended."""
    await asyncio.to_thread(wait_for, lambda: not any(map(is_running, processes)), lambda: f"{processes} go on")


def test_killing_whoever_runs_the_house(url: str) -> None:
    async def harm(crowd: Crowd) -> None:
        for _ in range(4):
            running = await asyncio.to_thread(until_owned, url)
            crowd.suffers("process that runs the house killed")
            signal_to(running, signal.SIGKILL)
            await _moved(crowd, url, running)
            await crowd.acts(20)

    play(url, [Machine(url, *OPTIONS, workers=3)], harm)


def test_killing_a_process_that_stands_by(url: str) -> None:
    machine = Machine(url, *OPTIONS, workers=3)

    async def harm(crowd: Crowd) -> None:
        for _ in range(4):
            running = await asyncio.to_thread(until_owned, url)
            crowd.suffers("process that stands by killed")
            signal_to(next(each for each in machine.processes() if each != running), signal.SIGKILL)
            await crowd.acts(40)

    play(url, [machine], harm)


def test_killing_whoever_started_the_others(url: str) -> None:
    machines = [Machine(url, *OPTIONS), Machine(url, *OPTIONS)]

    async def harm(crowd: Crowd) -> None:
        processes = machines[0].processes()
        crowd.suffers("process that started the others killed")
        signal_to(machines[0].starter, signal.SIGKILL)
        await _ended(processes)
        await crowd.acts(40)
        machines[0] = Machine(url, *OPTIONS, port=machines[0].port)
        await asyncio.to_thread(machines[0].until_ready)
        await crowd.acts(40)

    play(url, machines, harm)


@pytest.mark.parametrize("machines", [(3,), (1, 1)], ids=["one machine", "two machines"])
def test_stopping_whoever_runs_the_house_for_half_a_minute(url: str, machines: tuple[int, ...]) -> None:
    async def harm(crowd: Crowd) -> None:
        running = await asyncio.to_thread(until_owned, url)
        crowd.suffers("process that runs the house stopped for 30 s")
        signal_to(running, signal.SIGSTOP)
        began = time.monotonic()
        await _moved(crowd, url, running)
        await asyncio.sleep(max(0.0, 30 - (time.monotonic() - began)))
        signal_to(running, signal.SIGCONT)
        await _ended([running])
        await crowd.acts(40)

    play(url, [Machine(url, *OPTIONS, workers=workers) for workers in machines], harm)


def test_setting_the_clock_of_the_processes(url: str, tmp_path: Path) -> None:
    clock = tmp_path / "clock"
    set_clock(clock, 0)

    async def harm(crowd: Crowd) -> None:
        for seconds in (3600, -3600, 60, 0):
            crowd.suffers("clock of the day set")
            set_clock(clock, seconds)
            await crowd.acts(20)
            crowd.suffers("process that runs the house killed, the clock set")
            signal_to(await asyncio.to_thread(until_owned, url), signal.SIGKILL)
            await crowd.acts(20)

    play(url, [Machine(url, *OPTIONS, workers=3, clock=str(clock))], harm)


def test_replacing_every_process_while_people_play(url: str) -> None:
    machine = Machine(url, *OPTIONS, "--metrics", f"127.0.0.1:{free_port()}")

    async def harm(crowd: Crowd) -> None:
        for _ in range(2):
            before = machine.processes()
            crowd.suffers("every process replaced in order")
            signal_to(machine.starter, signal.SIGHUP)
            await _ended(before)
            await crowd.acts(40)

    play(url, [machine], harm)


# ---------------------------------------------------------------------------------------------------------------------
# Between processes and database


@pytest.fixture
def ways(server: Server) -> Iterator[tuple[Proxy, Proxy]]:
    """Two ways to the database, each for the processes of one machine."""
    with proxy_to(server.socket) as one, proxy_to(server.socket) as two:
        yield one, two


def _by(way: Proxy, url: str) -> str:
    """The database of a URL, by another way."""
    return f"postgresql://houseway@127.0.0.1:{way.port}/{url.partition('@/')[2].partition('?')[0]}"


def _both(url: str, ways: tuple[Proxy, Proxy]) -> list[Machine]:
    first = Machine(_by(ways[0], url), *OPTIONS)
    first.until_ready()
    return [first, Machine(_by(ways[1], url), *OPTIONS)]


def test_cutting_the_way_of_whoever_runs_the_house(url: str, ways: tuple[Proxy, Proxy]) -> None:
    async def harm(crowd: Crowd) -> None:
        running = await asyncio.to_thread(until_owned, url)
        crowd.suffers("way to the database cut, of who runs the house")
        ways[0].cut()
        await _moved(crowd, url, running)
        ways[0].restore()
        await crowd.acts(40)

    play(url, _both(url, ways), harm)


def test_cutting_the_way_of_those_that_stand_by(url: str, ways: tuple[Proxy, Proxy]) -> None:
    async def harm(crowd: Crowd) -> None:
        for _ in range(3):
            crowd.suffers("way to the database cut, of who stands by")
            ways[1].cut()
            await asyncio.sleep(1)
            ways[1].restore()
            await crowd.acts(20)
            await crowd.everybody_plays()

    play(url, _both(url, ways), harm)


def test_holding_the_way_of_whoever_runs_the_house(url: str, ways: tuple[Proxy, Proxy]) -> None:
    async def harm(crowd: Crowd) -> None:
        running = await asyncio.to_thread(until_owned, url)
        crowd.suffers("way to the database held, of who runs the house")
        ways[0].hold()
        await _moved(crowd, url, running)
        await asyncio.sleep(10)
        ways[0].restore()
        await crowd.acts(40)

    play(url, _both(url, ways), harm)


def test_holding_the_way_of_those_that_stand_by(url: str, ways: tuple[Proxy, Proxy]) -> None:
    async def harm(crowd: Crowd) -> None:
        for seconds in (1, 6, 12):
            crowd.suffers("way to the database held, of who stands by")
            ways[1].hold()
            await asyncio.sleep(seconds)
            ways[1].restore()
            await crowd.acts(20)
            await crowd.everybody_plays()

    play(url, _both(url, ways), harm)


def test_a_slow_way_to_the_database(url: str, ways: tuple[Proxy, Proxy]) -> None:
    async def harm(crowd: Crowd) -> None:
        for seconds in (0.005, 0.02, 0.1):
            crowd.suffers("way to the database slow")
            for way in ways:
                way.delay(seconds)
            await crowd.acts(10)
        for way in ways:
            way.restore()

    play(url, _both(url, ways), harm)


# ---------------------------------------------------------------------------------------------------------------------
# The database


@pytest.mark.parametrize("how", ["fast", "immediate"])
def test_restarting_the_database(url: str, server: Server, how: str) -> None:
    async def harm(crowd: Crowd) -> None:
        for _ in range(3):
            crowd.suffers("database restarted" if how == "fast" else "database crashed")
            if how == "fast":
                await asyncio.to_thread(server.restart)
            else:
                server.crash()
                await asyncio.sleep(1)
                await asyncio.to_thread(server.start)
            await crowd.acts(20)
            await crowd.everybody_plays()

    play(url, [Machine(url, *OPTIONS, workers=3)], harm)


@pytest.fixture
def pair(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, cache_folder: Path) -> Iterator[tuple[Server, Server]]:
    """A server, and another one that follows it and without which nothing is committed."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setenv("HOUSEWAY_CACHE", str(cache_folder))
    one = started()
    try:
        two = started(standby_of=one)
        one.wait_for_standby()
        try:
            yield one, two
        finally:
            two.remove()
    finally:
        one.remove()


@pytest.mark.parametrize("way", ["two hosts in the URL", "a proxy"])
def test_a_standby_server_takes_the_place_of_the_database(pair: tuple[Server, Server], way: str) -> None:
    one, two = pair
    database = one.new_database().partition("@/")[2].partition("?")[0]
    with proxy_to(one.socket) as proxy:
        if way == "a proxy":
            url = f"postgresql://houseway@127.0.0.1:{proxy.port}/{database}"
        else:
            url = f"postgresql://houseway@/{database}?host={one.folder},{two.folder}&target_session_attrs=read-write"

        async def harm(crowd: Crowd) -> None:
            crowd.suffers("database crashed, its standby takes over")
            one.crash()
            await asyncio.to_thread(two.ask, "SELECT pg_promote()")
            proxy.lead_to(two.socket)
            began = time.monotonic()
            await crowd.plays_since(began)
            print(f"play goes on {max(back_after(crowd.history, began).values()):.1f} s after the standby took over")
            await crowd.acts(40)

        play(url, [Machine(url, *OPTIONS, workers=3)], harm)


def test_a_full_disk_of_the_database(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, cache_folder: Path) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setenv("HOUSEWAY_CACHE", str(cache_folder))
    server = started(room=100)
    try:
        url, ballast = server.new_database(), server.folder / "ballast"

        async def harm(crowd: Crowd) -> None:
            for _ in range(2):
                crowd.suffers("disk of the database full for 6 s")
                fill(ballast)
                await asyncio.sleep(6)
                ballast.unlink()
                print("the server", "goes on" if server.is_running else "has ended")
                if not server.is_running:
                    await asyncio.to_thread(server.start)
                await crowd.acts(20)
                await crowd.everybody_plays()

        play(url, [Machine(url, *OPTIONS, workers=3)], harm)
    finally:
        server.remove()


def started(**options: Any) -> Server:
    """A server of its own, or a test that is skipped with the reason."""
    try:
        return Server(**options)
    except NoServer as error:
        pytest.skip(f"no PostgreSQL: {error}")
