"""Snapshots are used only where they fit the chain, the program and the journal's key."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from houseway.journal import snapshots
from houseway.journal.significant import events
from houseway.journal.since import entries_since
from houseway.journal.snapshots import KIND, Snapshot
from houseway.journal.store import Entry, Journal
from support.tampering import execute, tamper

ONE = Snapshot(name="one", number=2, program="a program", body=b"two entries")
MORE = Snapshot(name="one", part=1, number=3, program="a program", body=b"and a third")


@pytest.fixture
def journal(journal_url: str) -> Iterator[Journal]:
    """A journal of three entries in each of two streams, with a snapshot in two parts."""
    with Journal.open(journal_url) as opened:
        for number in range(1, 4):
            for stream in ("s", "t:u"):
                opened.append(stream, [Entry("k", b"")], expected_version=number - 1, key=f"{stream} {number}")
        snapshots.keep(opened, [ONE, MORE])
        yield opened


def kept(journal: Journal, program: str = "a program") -> tuple[Snapshot, ...]:
    return snapshots.read(journal, ["one", "another"], program=program).get("one", ())


@pytest.mark.both_stores
def test_a_snapshot_is_read_back_with_all_its_parts(journal: Journal) -> None:
    assert kept(journal) == (ONE, MORE)
    other = Snapshot(name="one", number=4, program="a program", body=b"anew")
    snapshots.keep(journal, [other])
    assert kept(journal) == (other,)
    assert not [*events(journal, kind=KIND)]


def test_a_snapshot_of_another_program_is_left_aside(journal: Journal) -> None:
    assert kept(journal, "another program") == ()
    assert not [*events(journal, kind=KIND)]


@pytest.mark.parametrize(
    "change",
    [
        "UPDATE journal_snapshots SET body = (SELECT body FROM journal_snapshots WHERE part = 1) WHERE part = 0",
        "UPDATE journal_snapshots SET number = 1 WHERE part = 0",
        "UPDATE journal_snapshots SET number = 77 WHERE part = 1",
        "UPDATE journal_snapshots SET signature = (SELECT signature FROM journal_snapshots WHERE part = 0)",
        "DELETE FROM journal_snapshots WHERE part = 0",
    ],
)
def test_a_changed_snapshot_is_left_aside_with_a_note(journal: Journal, journal_url: str, change: str) -> None:
    execute(journal_url, change)
    assert kept(journal) == ()
    (noted,) = events(journal, kind=KIND)
    assert noted.what.startswith("one: ")


def test_a_snapshot_of_entries_that_were_changed_is_left_aside(journal: Journal, journal_url: str) -> None:
    tamper(journal_url, "UPDATE journal_entries SET hash = (SELECT hash FROM journal_entries WHERE number = 1)")
    assert kept(journal) == ()


def test_a_lost_last_part_costs_time_and_nothing_else(journal: Journal, journal_url: str) -> None:
    execute(journal_url, "DELETE FROM journal_snapshots WHERE part = 1")
    assert kept(journal) == (ONE,)


def test_no_snapshot_is_kept_without_the_key(journal: Journal) -> None:
    journal.key_files[0].unlink()
    snapshots.keep(journal, [Snapshot(name="another", number=1, program="a program", body=b"")])
    assert [*snapshots.read(journal, ["another"], program="a program")] == []


@pytest.mark.both_stores
def test_streams_kinds_and_newest_entries_are_found_without_reading_the_rest(journal: Journal) -> None:
    journal.append("t:v", [Entry("k", b"1"), Entry("other", b"2")], expected_version=0, key="more")
    assert journal.streams() == {"s": 3, "t:u": 3, "t:v": 2}
    assert journal.streams("t:") == {"t:u": 3, "t:v": 2}
    assert journal.streams("x") == {}
    assert [recorded.body for recorded in journal.of_kind("t:v", "other")] == [b"2"]
    last, last_of_kind = journal.last("t:v"), journal.last("t:v", "k")
    assert (last and last.body, last_of_kind and last_of_kind.body) == (b"2", b"1")
    assert journal.last("nothing") is None
    assert [recorded.version for recorded in entries_since(journal, "s", 3)] == [3]
