"""Leases of tables: one process runs each, whoever has lost one never writes to it, and caps hold between processes."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

pytest.importorskip("psycopg", reason="the extra houseway[postgres] is not installed")

from houseway.errors import LeaseLost, OldVersion, Refused
from houseway.journal.entry import Append, Entry, at_stake, laid_elsewhere
from houseway.journal.lease import Lease
from houseway.journal.stakes import AtTable, Elsewhere
from houseway.journal.store import Journal
from houseway.journal.tenancy import Tenancy
from support.postgres import Server

KEY = bytes(32)


def table_of(stream: str) -> str:
    """The table of a stream."""
    return stream.removeprefix("table:") if stream.startswith("table:") else ""


class Process:
    """A process of a house: its journal, its lease, its tables."""

    def __init__(self, url: str, key: Path, *, is_desk: bool) -> None:
        self.journal = Journal.open(url, key_file=key)
        assert self.journal.server is not None
        self.lease = Lease(self.journal.server, sealing_key=KEY, lasts=60, spreads=True)
        self.tables = Tenancy(self.journal, self.lease, table_of=table_of, is_desk=is_desk)
        if is_desk:
            assert self.lease.take()
            self.journal.fenced_by(self.tables.fence)
            self.tables.begin()
        else:
            self.lease.joins = True
            assert self.tables.me in self.lease.beat().runners
            self.journal.fenced_by(self.tables.fence)

    def write(self, stream: str, *beside: Append) -> None:
        """Write an entry to a stream, at the end of it."""
        version = self.journal.version(stream)
        entry = Append(
            stream=stream, entries=(Entry("kind", b"{}"),), expected_version=version, key=f"{stream}{version}"
        )
        self.journal.append_many([*beside, entry], together=True)

    def close(self) -> None:
        """Close it."""
        self.lease.close()
        self.journal.close()


@contextmanager
def processes(server: Server, folder: Path, *, runners: int) -> Iterator[list[Process]]:
    """A desk and processes that run tables."""
    url = server.new_database()
    found = [Process(url, folder / "key", is_desk=True)]
    try:
        found += [Process(url, folder / "key", is_desk=False) for _ in range(runners)]
        yield found
    finally:
        for each in found:
            each.close()
        server.give_back(url)


def given(desk: Process, name: str, to: Process) -> None:
    """Give a table to a process."""
    assert desk.tables.assign(name, to.tables.me)
    to.tables.take(name, desk.tables.places()[name].number)


def wager(process: Process, table: str, cost: int, *, cap: int = 0, **laid: int) -> None:
    """Write to a table, and what it has at stake then."""
    stake = AtTable(table=table, cost=cost, laid=laid, cap=cap, lowest=50)
    process.write(f"table:{table}", at_stake(f"table:{table}", stake))


def test_only_whoever_runs_a_table_writes_to_it(server: Server, tmp_path: Path) -> None:
    with processes(server, tmp_path, runners=2) as (desk, one, two):
        assert desk.tables.claim("a")
        assert not desk.tables.claim("a")
        given(desk, "b", one)
        desk.write("table:a")
        one.write("table:b")
        one.write("elsewhere")
        for process, name in ((desk, "b"), (one, "a"), (two, "a"), (two, "b"), (desk, "c")):
            with pytest.raises(LeaseLost):
                process.write(f"table:{name}")
        assert not desk.tables.claim("b")
        assert desk.journal.version("table:b") == 1


def test_an_old_holder_never_writes_again(server: Server, tmp_path: Path) -> None:
    with processes(server, tmp_path, runners=2) as (desk, one, two):
        given(desk, "a", one)
        one.write("table:a")
        one.tables.hand("a", two.tables.me)
        with pytest.raises(LeaseLost):
            one.write("table:a")
        two.tables.take("a", desk.tables.places()["a"].number)
        two.write("table:a")
        two.tables.hand("a", one.tables.me)
        one.tables.take("a", desk.tables.places()["a"].number - 2)  # as a process remembers it that was stopped
        with pytest.raises(LeaseLost):
            one.write("table:a")
        assert desk.journal.version("table:a") == 2


def test_whoever_was_struck_off_writes_nothing_at_all(server: Server, tmp_path: Path) -> None:
    with processes(server, tmp_path, runners=2) as (desk, one, two):
        given(desk, "a", one)
        desk.tables.strike_off([one.tables.me])
        assert one.tables.me in desk.tables.runners().alive, "it was heard of a moment ago"
        with desk.journal.writing() as connection:
            connection.exec_driver_sql("UPDATE houseway_workers.runners SET until = '-infinity'")
        assert desk.tables.runners().silent == {desk.tables.me, one.tables.me, two.tables.me}
        desk.tables.begin()
        assert desk.tables.places()["a"].holder is None
        for stream in ("table:a", "elsewhere"):
            with pytest.raises(LeaseLost):
                one.write(stream)
        assert one.tables.me not in one.lease.beat().runners, "nobody comes back under the name of a dead process"
        assert desk.tables.claim("a")
        desk.write("table:a")


def test_a_process_that_runs_all_tables_itself_ends_the_leases_of_tables(server: Server, tmp_path: Path) -> None:
    with processes(server, tmp_path, runners=1) as (desk, one):
        given(desk, "a", one)
        wager(one, "a", 100, ann=100)
        desk.lease.give_back()
        assert one.journal.server is not None
        alone = Lease(one.journal.server, sealing_key=KEY, lasts=60)
        assert alone.take()
        with pytest.raises(LeaseLost):
            one.write("table:a")
        assert one.tables.places() == {}
        assert one.tables.laid_by("ann", but="") == 0
        alone.close()


def test_two_processes_race_for_the_last_of_a_cap_and_one_gets_it(server: Server, tmp_path: Path) -> None:
    with processes(server, tmp_path, runners=4) as (desk, *runners):
        for number, one in enumerate(runners):
            given(desk, f"t{number}", one)
        wager(runners[0], "t0", 100, cap=1000, ann=10)
        answers: list[object] = []
        ready = threading.Barrier(3)

        def play(number: int) -> None:
            ready.wait()
            try:
                wager(runners[number], f"t{number}", 400, cap=1000)
                answers.append("placed")
            except Refused as refused:
                answers.append(str(refused))

        threads = [threading.Thread(target=play, args=(number,)) for number in (1, 2, 3)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert sorted(map(str, answers)) == ["placed", "placed", answers[2]]
        assert "could cost the house 13.00, more than the 10.00 it accepts" in str(answers[2])
        assert desk.tables.laid_elsewhere() == (900, 50, {"ann": 10})
        wager(runners[0], "t0", 0)  # what costs less is never refused
        assert desk.tables.laid_elsewhere() == (800, 50, {})


def test_a_request_rests_on_what_a_player_has_on_other_layouts(server: Server, tmp_path: Path) -> None:
    with processes(server, tmp_path, runners=2) as (desk, one, two):
        given(desk, "a", one)
        given(desk, "b", two)
        wager(one, "a", 100, ann=100, bob=7)
        with pytest.raises(OldVersion):
            two.write("table:b", laid_elsewhere("table:b", Elsewhere(player="ann", cents=0, but="b")))
        assert two.tables.laid_by("ann", but="b") == 100
        two.write("table:b", laid_elsewhere("table:b", Elsewhere(player="ann", cents=100, but="b")))
        one.write("table:a", laid_elsewhere("table:a", Elsewhere(player="ann", cents=0, but="a")))
        with pytest.raises(OldVersion):
            one.write("cage:ann", laid_elsewhere("cage:ann", Elsewhere(player="ann", cents=0)))


def test_requests_written_together_use_one_cap_and_a_refused_one_leaves_nothing(server: Server, tmp_path: Path) -> None:
    with processes(server, tmp_path, runners=1) as (desk, one):
        for name in ("a", "b", "c"):
            given(desk, name, one)

        def request(name: str, cost: int, version: int = 0) -> list[Append]:
            stake = AtTable(table=name, cost=cost, laid={"ann": cost}, cap=1000)
            entry = Append(stream=f"table:{name}", entries=(Entry("kind", b"{}"),), expected_version=version, key=name)
            return [at_stake(f"table:{name}", stake), entry]

        refused_late = request("c", 500, version=7)
        answers = one.journal.append_each([request("a", 600), refused_late, request("b", 500), request("c", 400)])
        assert [type(answer).__name__ for answer in answers] == ["tuple", "OldVersion", "Refused", "tuple"]
        assert desk.tables.laid_elsewhere() == (1000, None, {"ann": 1000})
        *_, again = one.journal.append_many(request("a", 900), together=True)
        assert again.repeated, "the same request, written before"
        assert desk.tables.laid_elsewhere() == (1000, None, {"ann": 1000}), "what was written before sets nothing again"
