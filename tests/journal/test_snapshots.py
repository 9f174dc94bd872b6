"""Snapshots are used only where they fit the chain, the program and the journal's key."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from houseway.journal import snapshots
from houseway.journal.significant import events
from houseway.journal.since import entries_since, versions_at
from houseway.journal.snapshots import KIND, Snapshot
from houseway.journal.store import Entry, Journal
from support.tampering import execute, tamper

ONE = Snapshot(name="one", part=1, number=2, program="a program", body=b"two entries")
TWO = Snapshot(name="one", part=2, number=4, program="a program", body=b"two more")


@pytest.fixture
def journal(journal_url: str) -> Iterator[Journal]:
    """A journal of three entries in each of two streams, with two snapshots."""
    with Journal.open(journal_url) as opened:
        for number in range(1, 4):
            for stream in ("s", "t:u"):
                opened.append(stream, [Entry("k", b"")], expected_version=number - 1, key=f"{stream} {number}")
        snapshots.keep(opened, [ONE, TWO])
        yield opened


def kept(journal: Journal, program: str = "a program") -> Snapshot | None:
    return snapshots.newest(journal, "one", program=program)


@pytest.mark.both_stores
def test_the_newest_snapshot_is_found_and_the_newest_before_an_entry(journal: Journal) -> None:
    assert kept(journal) == TWO
    assert snapshots.newest(journal, "one", program="a program", below=4) == ONE
    assert snapshots.newest(journal, "one", program="a program", below=2) is None
    assert snapshots.newest(journal, "another", program="a program") is None
    again = Snapshot(name="one", part=2, number=5, program="a program", body=b"anew")
    snapshots.keep(journal, [again])
    assert kept(journal) == again
    assert not [*events(journal, kind=KIND)]


def test_a_snapshot_of_another_program_is_left_aside_and_replaced(journal: Journal) -> None:
    assert kept(journal, "another program") is None
    assert not [*events(journal, kind=KIND)]
    other = Snapshot(name="one", part=1, number=2, program="another program", body=b"two entries, differently")
    snapshots.keep(journal, [other])
    assert kept(journal, "another program") == other
    assert kept(journal) is None


CHANGED = {
    "body": "UPDATE journal_snapshots SET body = (SELECT body FROM journal_snapshots WHERE part = 1) WHERE part = 2",
    "cut off": "UPDATE journal_snapshots SET body = substr(body, 1, 3) WHERE part = 2",
    "entry": "UPDATE journal_snapshots SET number = 3 WHERE part = 2",
    "missing entry": "UPDATE journal_snapshots SET number = 77 WHERE part = 2",
    "part": "UPDATE journal_snapshots SET part = 3 WHERE part = 2",
    "digest": "UPDATE journal_snapshots SET digest = (SELECT digest FROM journal_snapshots WHERE part = 1)",
    "signature": "UPDATE journal_snapshots SET signature = (SELECT signature FROM journal_snapshots WHERE part = 1) "
    "WHERE part = 2",
}


@pytest.mark.parametrize("what", CHANGED)
def test_a_changed_snapshot_is_discarded_with_a_note_and_an_older_one_is_used(
    journal: Journal, journal_url: str, what: str
) -> None:
    execute(journal_url, CHANGED[what])
    assert kept(journal) == ONE
    (noted,) = events(journal, kind=KIND)
    assert noted.what.startswith("one: ")
    assert kept(journal) == ONE
    assert len([*events(journal, kind=KIND)]) == 1


@pytest.mark.usefixtures("journal")
def test_a_snapshot_of_another_journal_is_discarded(journal_url: str, tmp_path: Path) -> None:
    with Journal.open(str(tmp_path / "other.db")) as other:
        for number in range(1, 4):
            for stream in ("s", "t:u"):
                other.append(stream, [Entry("k", b"")], expected_version=number - 1, key=f"{stream} {number}")
    execute(journal_url, "DELETE FROM journal_snapshots WHERE part = 1")
    execute(
        str(tmp_path / "other.db"),
        f"ATTACH '{journal_url}' AS mine",
        "INSERT INTO journal_snapshots SELECT * FROM mine.journal_snapshots",
    )
    with Journal.open(str(tmp_path / "other.db")) as other:
        assert kept(other) is None
        assert len([*events(other, kind=KIND)]) == 1


def test_a_snapshot_of_entries_that_were_changed_is_discarded(journal: Journal, journal_url: str) -> None:
    tamper(journal_url, "UPDATE journal_rows SET hash = (SELECT hash FROM journal_rows WHERE number = 1)")
    assert kept(journal) is None


def test_a_lost_snapshot_costs_time_and_nothing_else(journal: Journal, journal_url: str) -> None:
    execute(journal_url, "DELETE FROM journal_snapshots WHERE part = 2")
    assert kept(journal) == ONE
    assert not [*events(journal, kind=KIND)]


def test_no_snapshot_is_kept_without_the_key(journal: Journal) -> None:
    journal.key_files[0].unlink()
    snapshots.keep(journal, [Snapshot(name="another", number=1, program="a program", body=b"")])
    assert snapshots.newest(journal, "another", program="a program") is None


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
    up_to_one = journal.last("t:v", "k", upto=1)
    assert up_to_one is not None
    assert up_to_one.version == 1
    assert journal.next_of("t:v", ["other", "none"], after=0) == 2
    assert journal.next_of("t:v", ["other"], after=2) == 0


def test_how_far_a_stream_had_come_at_an_entry_is_found_by_halving(journal: Journal) -> None:
    numbers = [recorded.number for recorded in journal.read("t:u")]
    for number in range(numbers[-1] + 3):
        newest, version = versions_at(journal, "t:u", number)
        assert (newest, version) == (3, sum(each <= number for each in numbers))
    assert versions_at(journal, "nothing", 5) == (0, 0)
