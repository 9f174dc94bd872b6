"""What tables write at the same time goes into one transaction, and nobody is answered before it is committed."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Awaitable, Callable, Iterator, Sequence
from pathlib import Path

import pytest

from houseway.errors import HouseClosing, HousewayError, JournalFailed, OldVersion
from houseway.journal.entry import Append, Appended, Entry
from houseway.journal.store import Journal
from houseway.web.floor.gathering import Gathering
from houseway.web.floor.journal_threads import JournalThreads
from houseway.web.floor.journal_trouble import JournalTrouble


class Slow:
    """A journal whose commits wait until the test lets them go on; `groups` are the keys written together."""

    def __init__(self, journal: Journal) -> None:
        self._write = journal.append_each
        self.groups: list[list[str]] = []
        self.may_go_on = threading.Event()
        self.fails: Exception | None = None
        journal.append_each = self.append_each  # type: ignore[method-assign]

    def append_each(self, requests: Sequence[Sequence[Append]]) -> tuple[tuple[Appended, ...] | HousewayError, ...]:
        self.groups.append([appends[0].key for appends in requests])
        assert self.may_go_on.wait(10)
        if self.fails is not None:
            raise self.fails
        return self._write(requests)


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[Journal]:
    with Journal.open(str(tmp_path / "journal.db")) as opened:
        yield opened


def run(journal: Journal, scenario: Callable[[Gathering, Slow], Awaitable[None]]) -> None:
    """Run a test with the writer of a house."""
    threads = JournalThreads(JournalTrouble(journal))
    try:
        slow = Slow(journal)
        asyncio.run(scenario(Gathering(journal, threads), slow))  # type: ignore[arg-type]
    finally:
        threads.close()


def said(key: str, stream: str, version: int = 0) -> list[Append]:
    return [Append(stream=stream, entries=(Entry("said", b"{}"),), expected_version=version, key=key)]


async def begun(slow: Slow, groups: int = 1) -> None:
    """Wait until that many transactions have begun."""
    while len(slow.groups) < groups:
        await asyncio.sleep(0.001)


def test_what_waits_for_a_commit_is_written_together_and_answered_after_it(journal: Journal) -> None:
    async def scenario(gathering: Gathering, slow: Slow) -> None:
        first = asyncio.create_task(gathering.append(said("a", "t1")))
        await begun(slow)
        rest = [asyncio.create_task(gathering.append(said(f"{number}", f"t{number}"))) for number in range(2, 6)]
        late = asyncio.create_task(gathering.append(said("late", "t2", 1)))
        refused = asyncio.create_task(gathering.append(said("refused", "t3", 7)))
        await asyncio.sleep(0.02)
        assert not any(task.done() for task in (first, *rest, late, refused))  # nothing is committed
        slow.may_go_on.set()
        await asyncio.wait([first, *rest, late, refused])
        assert slow.groups == [["a"], ["2", "3", "4", "5", "late", "refused"]]
        assert [(await task)[0].version for task in (first, *rest, late)] == [1, 1, 1, 1, 1, 2]
        with pytest.raises(OldVersion):
            await refused
        assert [each.key for each in journal.read_all()] == ["a", "2", "3", "4", "5", "late"]

    run(journal, scenario)


@pytest.mark.parametrize("fails", [JournalFailed("the disk failed"), RuntimeError("a defect")])
def test_a_failed_commit_answers_nobody_as_if_it_were_written(journal: Journal, fails: Exception) -> None:
    async def scenario(gathering: Gathering, slow: Slow) -> None:
        slow.fails = fails
        slow.may_go_on.set()
        found = await asyncio.gather(
            *(gathering.append(said(f"{number}", f"t{number}")) for number in range(3)), return_exceptions=True
        )
        assert found == [fails] * 3
        assert list(journal.read_all()) == []
        slow.fails = None
        assert (await gathering.append(said("again", "t0")))[0].version == 1

    run(journal, scenario)


def test_a_defect_in_one_request_leaves_the_others(journal: Journal) -> None:
    async def scenario(gathering: Gathering, slow: Slow) -> None:
        slow.may_go_on.set()
        defect = [*said("defect", "t1"), None]
        asked = [said("a", "t0"), defect, said("b", "t2")]
        found = await asyncio.gather(*map(gathering.append, asked), return_exceptions=True)  # type: ignore[arg-type]
        assert [type(each) for each in found] == [tuple, AttributeError, tuple]
        assert [each.key for each in journal.read_all()] == ["a", "b"]

    run(journal, scenario)


def test_whoever_went_away_before_a_transaction_begins_is_not_written(journal: Journal) -> None:
    async def scenario(gathering: Gathering, slow: Slow) -> None:
        first, gone, stays = (asyncio.create_task(gathering.append(said(key, key))) for key in ("a", "b", "c"))
        await begun(slow)
        after = asyncio.create_task(gathering.append(said("d", "d")))
        await asyncio.sleep(0)
        gone.cancel()  # while it is written: it may be there or not
        after.cancel()
        slow.may_go_on.set()
        await asyncio.wait([first, gone, stays, after])
        assert gone.cancelled()
        assert after.cancelled()
        assert (await first)[0].version == (await stays)[0].version == 1
        assert (await gathering.append(said("e", "e")))[0].version == 1
        assert [each.key for each in journal.read_all()] == ["a", "b", "c", "e"]

    run(journal, scenario)


def test_a_closed_house_writes_nothing_more(journal: Journal) -> None:
    async def scenario(gathering: Gathering, slow: Slow) -> None:
        slow.may_go_on.set()
        gathering._threads.closed = True
        with pytest.raises(HouseClosing):
            await gathering.append(said("a", "t1"))
        assert list(journal.read_all()) == []

    run(journal, scenario)
