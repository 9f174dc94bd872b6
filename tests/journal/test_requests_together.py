"""Several requests written in one transaction: one is refused alone, a failure acknowledges nothing, order is kept."""

from __future__ import annotations

import random
import sqlite3
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from houseway.errors import HousewayError, JournalFailed, KeyReused, NotEnoughChips, OldVersion
from houseway.journal.entry import Append, Appended, Entry, Posting, unmoved
from houseway.journal.store import Journal
from houseway.journal.verify import verify
from support.forked import Forked

pytestmark = pytest.mark.both_stores

WRITER = """
import sys
from houseway.journal.entry import Append, Entry, Posting
from houseway.journal.store import Journal
with Journal.open(sys.argv[1]) as journal:
    chip = Entry("bought", b"{}", (Posting("cage", -1), Posting("player:ann", 1)))
    versions = [journal.version(f"t{table}") for table in range(5)]
    while True:
        requests = [
            [
                Append(stream=f"t{table}", entries=(chip,), expected_version=version, key=f"{table} {version}"),
                Append(stream=f"asked:t{table}", entries=(chip,), expected_version=version, key=f"a {table} {version}"),
            ]
            for table, version in enumerate(versions)
        ]
        for answers in journal.append_each(requests):
            versions[int(answers[0].stream[1:])] = answers[0].version
            print(answers[0].stream, answers[0].version, flush=True)
"""


@pytest.fixture
def journal(journal_url: str) -> Iterator[Journal]:
    with Journal.open(journal_url) as opened:
        yield opened
        assert verify(opened).findings == ()


def said(stream: str, version: int | None, key: str, words: str = "") -> Append:
    return Append(stream=stream, entries=(Entry("said", words.encode()),), expected_version=version, key=key)


def moves(stream: str, version: int, key: str, cents: int, *, out_of: str, into: str) -> Append:
    moved = Entry("moved", b"{}", (Posting(out_of, -cents), Posting(into, cents)))
    return Append(stream=stream, entries=(moved,), expected_version=version, key=key)


def written(answer: tuple[Appended, ...] | HousewayError) -> list[tuple[str, int]]:
    assert not isinstance(answer, HousewayError), answer
    return [(each.stream, each.version) for each in answer]


def test_one_refused_request_leaves_the_others(journal: Journal) -> None:
    journal.append_many([moves("t1", 0, "chips", 100, out_of="cage", into="player:ann")])
    found = journal.append_each(
        [
            [moves("t1", 1, "a", 60, out_of="player:ann", into="escrow:t1"), said("asked:t1", 0, "asked a")],
            [said("t2", 0, "b"), moves("t9", 0, "too much", 60, out_of="player:ann", into="escrow:t2")],
            [said("t2", 0, "c"), said("t3", 0, "d")],
            [said("t3", 0, "decided too early")],
            [moves("t4", 0, "e", 40, out_of="player:ann", into="escrow:t4")],
        ]
    )
    assert written(found[0]) == [("t1", 2), ("asked:t1", 1)]
    assert isinstance(found[1], NotEnoughChips)
    assert str(found[1]) == "ann has 0.40, not enough for 0.60"
    assert written(found[2]) == [("t2", 1), ("t3", 1)]  # the refused request before has not moved t2
    assert isinstance(found[3], OldVersion)
    assert written(found[4]) == [("t4", 1)]
    assert [each.key for each in journal.read_all()] == ["chips", "a", "asked a", "c", "d", "e"]
    assert journal.balances() == {"cage": -100, "escrow:t1": 60, "escrow:t4": 40, "player:ann": 0}
    assert [journal.known_version(f"t{number}") for number in range(1, 5)] == [2, 1, 1, 1]


def test_requests_for_one_stream_keep_their_order(journal: Journal) -> None:
    requests = [[said("t1", number, f"{number}")] for number in range(5)]
    requests.insert(3, [said("t1", 2, "too late")])
    found = journal.append_each(requests)
    assert [isinstance(answer, OldVersion) for answer in found] == [False, False, False, True, False, False]
    assert [each.key for each in journal.read("t1")] == ["0", "1", "2", "3", "4"]


def test_a_repeated_request_gets_its_first_answer_and_a_key_is_used_once(journal: Journal) -> None:
    first = journal.append_each([[said("t1", 0, "a"), said("asked:t1", 0, "b")], [said("t1", 1, "c")]])
    again = journal.append_each(
        [
            [said("t1", 0, "a"), said("asked:t1", 0, "b")],
            [said("t1", 0, "a", "other words")],
            [said("t1", 0, "a"), said("t2", 0, "new")],
            [said("t1", 2, "d")],
            [said("t1", 2, "d")],  # sent twice at once
        ]
    )
    repeated = again[0]
    assert not isinstance(repeated, HousewayError)
    assert not isinstance(first[0], HousewayError)
    assert [(each.version, each.hash) for each in repeated] == [(each.version, each.hash) for each in first[0]]
    assert all(each.repeated for each in repeated)
    assert isinstance(again[1], KeyReused)
    assert isinstance(again[2], KeyReused)  # only one of the two was written before
    assert (written(again[3]), written(again[4])) == ([("t1", 3)], [("t1", 3)])
    assert [each.key for each in journal.read_all()] == ["a", "b", "c", "d"]


def test_a_request_that_was_refused_has_not_used_its_keys(journal: Journal) -> None:
    found = journal.append_each([[said("t1", 0, "a"), said("t2", 7, "b")], [said("t1", 0, "a")]])
    assert isinstance(found[0], OldVersion)
    assert isinstance(found[1], tuple)
    assert not found[1][0].repeated
    assert [each.key for each in journal.read_all()] == ["a"]


def test_what_only_checks_refuses_its_own_request_alone(journal: Journal) -> None:
    journal.append_many([said("debts", 0, "a")])
    found = journal.append_each([[unmoved("debts", 0), said("t1", 0, "b")], [unmoved("debts", 1), said("t2", 0, "c")]])
    assert isinstance(found[0], OldVersion)
    assert isinstance(found[1], tuple)
    assert [each.key for each in journal.read_all()] == ["a", "c"]


@pytest.mark.parametrize("where", ["as it is written", "at the commit"])
def test_a_failure_acknowledges_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, where: str) -> None:
    requests = [[said(f"t{number}", 0, f"{number}")] for number in range(4)]
    path = str(tmp_path / "journal.db")
    with Journal.open(path) as journal:
        journal.append_many([said("t9", 0, "before")])
        statement = "INSERT INTO journal_rows" if where == "as it is written" else "COMMIT"
        with monkeypatch.context() as patched:
            patched.setattr(sqlite3, "connect", failing(statement))
            journal._database._writer.dispose()
            with pytest.raises(JournalFailed, match="the disk failed"):
                journal.append_each(requests)
            assert [each.key for each in journal.read_all()] == ["before"]
        journal._database._writer.dispose()
        assert [written(answer) for answer in journal.append_each(requests)] == [
            [(f"t{number}", 1)] for number in range(4)
        ]
        assert verify(journal).findings == ()


class DiskFailed(sqlite3.OperationalError):
    """What SQLite says of a disk that fails."""

    sqlite_errorname = "SQLITE_IOERR_FSYNC"


def failing(statement: str) -> object:
    """A way to connect to SQLite whose connections fail at a statement."""
    connect = sqlite3.connect

    class Connection(sqlite3.Connection):
        def execute(self, sql: str, *given: Any) -> sqlite3.Cursor:
            if sql.startswith(statement):
                raise DiskFailed("disk I/O error")
            return super().execute(sql, *given)

        def commit(self) -> None:
            if statement == "COMMIT":
                raise DiskFailed("disk I/O error")
            super().commit()

    return lambda *args, **kwargs: connect(*args, factory=Connection, **kwargs)


def test_a_killed_writer_loses_no_request_that_was_acknowledged(journal_url: str) -> None:
    chance = random.Random(7)
    Journal.open(journal_url).close()
    for _ in range(3):
        writer = Forked(WRITER, journal_url)
        said = [writer.stdout.readline()]
        timer = threading.Timer(chance.uniform(0.0, 0.15), writer.kill)
        timer.start()
        said += writer.stdout.readlines()
        timer.join()
        writer.wait()
        acknowledged = dict(line.split() for line in said if line.endswith("\n"))
        with Journal.open(journal_url) as journal:
            kept = journal.streams()
            assert all(kept[stream] >= int(version) for stream, version in acknowledged.items())
            assert all(kept[f"asked:t{table}"] == kept[f"t{table}"] for table in range(5))  # each request as a whole
            assert verify(journal).findings == ()
