"""Garbage is looked for seldom while a house is served, never among what was there as it opened, and still found."""

from __future__ import annotations

import asyncio
import gc
import sys
import weakref
from collections.abc import Iterator
from pathlib import Path

import pytest

pytest.importorskip("litestar", reason="the extra houseway[web] is not installed")

from houseway.journal.store import Journal
from houseway.web.floor.dealer_moves import Pace
from houseway.web.floor.house import OpenHouse
from houseway.web.http import interpreter
from houseway.web.http.connections import Connections
from houseway.web.http.host_names import HostNames
from houseway.web.http.server import ServedHouse, Serving


@pytest.fixture(autouse=True)
def _as_before() -> Iterator[None]:
    switch, threshold = sys.getswitchinterval(), gc.get_threshold()
    yield
    gc.unfreeze()
    gc.set_threshold(*threshold)
    sys.setswitchinterval(switch)


class _Ring:
    """Something that only refers to itself."""

    def __init__(self) -> None:
        self.itself = self


def test_a_house_that_opens_keeps_what_is_there_and_lets_go_of_it_when_it_closes(tmp_path: Path) -> None:
    async def open_and_close() -> tuple[int, int]:
        serving = Serving(names=HostNames("127.0.0.1"))
        served = ServedHouse(house, Connections(serving.limits, serving.proxies), serving=serving)
        await house.start()
        served.look_after()
        kept = gc.get_freeze_count()
        await served.close()
        return kept, gc.get_freeze_count()

    with Journal.open(str(tmp_path / "journal.db")) as journal:
        house = OpenHouse(journal, pace=Pace())
        kept, after = asyncio.run(open_and_close())
    assert kept > 10_000
    assert after == 0


def test_garbage_of_later_is_found_without_asking() -> None:
    interpreter.set_for_serving()
    interpreter.keep_for_good()
    rings = [weakref.ref(_Ring()) for _ in range(3 * interpreter.ALLOCATED)]
    assert sum(ring() is None for ring in rings) > interpreter.ALLOCATED


def test_what_a_house_opened_with_is_looked_through_no_more() -> None:
    ring = weakref.ref(_Ring())
    gc.freeze()
    gc.collect()
    assert ring() is not None
    interpreter.keep_no_longer()
    gc.collect()
    assert ring() is None
