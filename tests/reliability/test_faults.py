"""A house of one process, in a file, is done harm to while people play, and nothing acknowledged is lost.

All of it is full; `test_every_boundary` kills a house in the quick tier.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import TypeAlias

import pytest

pytest.importorskip("litestar", reason="the extra houseway[web] is not installed")

from support.reliability.checker import check_journal
from support.reliability.crowd import Crowd
from support.reliability.figures import keep, of_a_crowd
from support.reliability.harm import fill, set_clock, small_disk
from support.reliability.machines import free_port
from support.reliability.process import Process

pytestmark = pytest.mark.full
PACE = ("--betting", "3", "--setting", "6", "--change", "0", "--compare", "0.2", "--between", "0.5", "--bank", "2")
OPTIONS = ("--book", "mbs-v4", "--book", "five-card", *PACE, "--entries", "1000", "--questions", "100000")


class House:
    """A house that starts again at the same address."""

    def __init__(self, folder: Path, **changed: str) -> None:
        self.journal, self.ballast, self._changed = folder / "journal.db", folder / "ballast", changed
        self._port = str(free_port())
        self.start()

    def start(self) -> None:
        """Start it; the journal is there, or is made."""
        self.process = Process(self.journal, *OPTIONS, "--port", self._port, **self._changed)
        assert self.process.url, "".join(self.process.output)


Harm: TypeAlias = Callable[[Crowd, House], Awaitable[None]]


def _play(house: House, harm: Harm, *, acts: int = 40) -> None:
    url = house.process.url

    async def run() -> Crowd:
        crowd = Crowd(lambda _number: url, ["mbs-v4", "five-card"], think=0.05)
        await crowd.enter(house.process.enter)
        async with crowd:
            await crowd.acts(acts)
            await harm(crowd, house)
            await crowd.acts(acts)
        return crowd

    try:
        crowd = asyncio.run(run())
    except BaseException:
        print("".join(house.process.output)[-4000:])
        raise
    finally:
        house.process.stop()
    report = check_journal(crowd.history, str(house.journal))
    keep(of_a_crowd(crowd, report))
    print(dict(report.counts))
    assert report.wrong == []
    assert report.counts["acts acknowledged"] > acts // 2  # of what was acknowledged some are no acts at the table


async def _kill(crowd: Crowd, house: House) -> None:
    crowd.suffers("house of one process killed")
    house.process.kill()
    await asyncio.to_thread(house.start)
    await crowd.acts(20)


def test_killing_the_house_again_and_again(tmp_path: Path) -> None:
    async def harm(crowd: Crowd, house: House) -> None:
        for _ in range(10):
            await _kill(crowd, house)

    tmp_path.chmod(0o700)
    _play(House(tmp_path), harm)


def test_stopping_the_house_for_half_a_minute(tmp_path: Path) -> None:
    async def harm(crowd: Crowd, house: House) -> None:
        crowd.suffers("house of one process stopped for 30 s")
        await asyncio.to_thread(house.process.pause, 30)

    tmp_path.chmod(0o700)
    _play(House(tmp_path), harm)


def test_setting_the_clock_of_the_house(tmp_path: Path) -> None:
    async def harm(crowd: Crowd, house: House) -> None:
        for seconds in (3600, -3600, 60, 0):
            crowd.suffers("clock of the day set")
            set_clock(clock, seconds)
            await crowd.acts(20)
            await _kill(crowd, house)

    tmp_path.chmod(0o700)
    set_clock(clock := tmp_path / "clock", 0)
    _play(House(tmp_path, clock=str(clock)), harm)


def test_a_full_disk(tmp_path: Path) -> None:
    async def harm(crowd: Crowd, house: House) -> None:
        for _ in range(3):
            crowd.suffers("disk full for 3 s")
            fill(house.ballast)
            await asyncio.sleep(3)
            house.ballast.unlink()
            await crowd.acts(20)
            await crowd.everybody_plays()
        fill(house.ballast)
        crowd.suffers("house of one process killed, the disk full")
        house.process.kill()
        house.ballast.unlink()
        await asyncio.to_thread(house.start)

    with small_disk(tmp_path / "disk", 32) as mounted:
        if not mounted:
            pytest.skip("a small disk cannot be mounted here: that takes root and a kernel that lets it")
        _play(House(tmp_path / "disk"), harm)
