"""The lease: one process runs the house, and whoever has lost it never writes again."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

pytest.importorskip("psycopg", reason="the extra houseway[postgres] is not installed")

from houseway.errors import JournalFailed, LeaseLost, Refused
from houseway.journal.entry import Entry
from houseway.journal.lease import Lease
from houseway.journal.postgres_tools import WORKERS
from houseway.journal.store import Journal
from support.postgres import Server

KEY = bytes(32)
LASTS = 0.4


@pytest.fixture
def journal(server: Server, tmp_path: Path) -> Iterator[Journal]:
    """An empty journal in PostgreSQL."""
    url = server.new_database()
    with Journal.open(url, key_file=tmp_path / "key") as opened:
        yield opened
    server.give_back(url)


def _lease(journal: Journal) -> Lease:
    assert journal.server is not None
    return Lease(journal.server, sealing_key=KEY, lasts=LASTS)


def _taken(lease: Lease) -> None:
    end = time.monotonic() + 20
    while not lease.take():
        assert time.monotonic() < end
        time.sleep(0.02)


def _append(journal: Journal, key: str) -> None:
    version = journal.version("stream")
    journal.append("stream", [Entry("kind", b"{}")], expected_version=version, key=key)


def test_one_process_at_a_time_has_the_lease(journal: Journal) -> None:
    one, two = _lease(journal), _lease(journal)
    assert one.take()
    assert not two.take()
    standing = two.beat()
    assert standing.holder == one.me
    assert not standing.mine
    assert not standing.open
    one.open = True
    assert one.beat().mine
    assert two.beat().open
    assert two.beat().alive == {one.me, two.me}
    one.give_back()
    assert two.take()
    assert one.beat().number == two.number
    one.close()
    assert two.beat().alive == {two.me}
    two.close()


def test_a_lease_lasts_while_it_is_renewed_and_runs_out_otherwise(journal: Journal) -> None:
    one, two = _lease(journal), _lease(journal)
    assert one.take()
    end = time.monotonic() + 2 * LASTS
    while time.monotonic() < end:
        one.beat()
        assert one.number == two.beat().number
    _taken(two)
    assert two.number == one.number + 1
    assert not one.beat().mine
    one.close()
    two.close()


def test_the_lease_of_a_process_that_was_seen_to_end_runs_out_at_once(journal: Journal) -> None:
    assert journal.server is not None
    one, two = (Lease(journal.server, sealing_key=KEY) for _ in range(2))
    assert one.take()
    one.beat()
    two.note_end(os.getpid() + 1)
    assert not two.take()
    two.note_end(os.getpid())
    assert two.take()
    one.close()
    two.close()


def test_whoever_lost_the_lease_writes_nothing(journal: Journal) -> None:
    one, two = _lease(journal), _lease(journal)
    with Journal.open(str(journal.server), key_file=journal.key_files[0]) as after:
        assert one.take()
        journal.fenced_by(one.fence)
        _append(journal, "a")
        _taken(two)
        after.fenced_by(two.fence)
        with pytest.raises(LeaseLost):
            _append(journal, "b")
        with pytest.raises(LeaseLost):
            journal.erase("somebody", [])
        _append(after, "c")
        assert [recorded.key for recorded in after.read("stream")] == ["a", "c"]
        two.give_back()
        assert not one.take()  # what it knows of the house is old
        with pytest.raises(LeaseLost):
            _append(journal, "d")
    one.close()
    two.close()


def test_a_process_with_another_sealing_key_does_not_stand_by(journal: Journal) -> None:
    one = _lease(journal)
    assert one.take()
    assert journal.server is not None
    with pytest.raises(Refused, match="another sealing key"):
        Lease(journal.server, sealing_key=bytes([1]) * 32)
    one.give_back()
    Lease(journal.server, sealing_key=bytes([1]) * 32).close()
    one.close()


def test_a_process_that_is_stopped_while_it_writes_keeps_nobody_from_taking_over(journal: Journal) -> None:
    one, two = _lease(journal), _lease(journal)
    assert one.take()
    journal.fenced_by(one.fence)
    writing = journal.writing()
    writing.__enter__()
    _taken(two)
    with pytest.raises(JournalFailed):
        writing.__exit__(None, None, None)
    one.close()
    two.close()


def test_the_number_of_a_lease_that_a_standby_server_did_not_know_lets_nobody_write(journal: Journal) -> None:
    one, two = _lease(journal), _lease(journal)
    assert one.take()
    journal.fenced_by(one.fence)
    with journal.writing() as connection:
        connection.exec_driver_sql(f"UPDATE {WORKERS}.lease SET number = 0, holder = NULL, until = '-infinity'")
    assert two.take()
    assert two.number == one.number
    with pytest.raises(LeaseLost):
        _append(journal, "a")
    one.close()
    two.close()


def test_a_lease_runs_out_although_the_clock_of_the_server_was_set_back(journal: Journal) -> None:
    one, two = _lease(journal), _lease(journal)
    assert one.take()
    with journal.writing() as connection:
        connection.exec_driver_sql(f"UPDATE {WORKERS}.lease SET until = until + interval '1 hour'")
        connection.exec_driver_sql(f"UPDATE {WORKERS}.processes SET until = until + interval '1 hour'")
    assert two.beat().alive == {two.me}
    assert two.take()
    one.close()
    two.close()


def test_what_processes_share_works_on_a_standby_server_that_became_the_server(journal: Journal) -> None:
    _lease(journal).close()
    with journal.reading() as connection:  # a sequence of a table that is not logged is broken there
        found = connection.exec_driver_sql(f"SELECT * FROM pg_sequences WHERE schemaname = '{WORKERS}'")
        assert found.all() == []
