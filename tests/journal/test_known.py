"""What a process knows of the journal without asking, while another process writes to it."""

from __future__ import annotations

from pathlib import Path

import pytest

from houseway.journal.known import FOLLOWED, FRESH, Known
from houseway.journal.store import Entry, Journal, Posting


@pytest.fixture
def path(tmp_path: Path) -> str:
    return str(tmp_path / "journal.db")


def _write(journal: Journal, stream: str, cents: int = 0) -> None:
    moved = (Posting("cage", -cents), Posting("player:ann", cents)) if cents else ()
    version = journal.version(stream)
    journal.append(stream, [Entry("written", b"{}", moved)], expected_version=version, key=f"{stream} {version}")


def test_own_writes_are_known_at_once(path: str) -> None:
    with Journal.open(path) as journal:
        assert (journal.known_version("a"), journal.newest("a")) == (None, 0)
        assert journal.newest_balances(["player:ann"]) == {"player:ann": 0}
        for number in range(1, 4):
            _write(journal, "a", 500)
            _write(journal, "b")
            assert journal.known_version("a") == journal.version("a") == number
            assert journal.known_balances(["player:ann"]) == {"player:ann": 500 * number}
            assert journal.known_version("b") == number  # it was written by itself


def test_what_another_process_wrote_is_noticed_at_the_next_write(path: str) -> None:
    with Journal.open(path) as one, Journal.open(path) as other:
        assert one.newest("a") == 0
        _write(other, "a", 500)
        assert one.known_version("a") == 0  # for a second at most
        _write(one, "b")
        assert (one.known_version("a"), one.known_balances(["player:ann"])) == (1, {"player:ann": 500})
        assert (one.newest("a"), one.newest_balances(["player:ann"])) == (1, {"player:ann": 500})


def test_where_others_wrote_much_it_is_asked_for_again(path: str) -> None:
    with Journal.open(path) as one, Journal.open(path) as other:
        _write(one, "a", 500)
        entries = [Entry("written", b"{}")] * (FOLLOWED + 1)
        other.append("a", entries, expected_version=1, key="much")
        _write(one, "b")
        assert (one.known_version("a"), one.known_version("b")) == (None, 1)
        assert one.newest("a") == FOLLOWED + 2


def test_a_refused_append_forgets_what_it_may_have_been_decided_by(path: str) -> None:
    with Journal.open(path) as one, Journal.open(path) as other:
        assert one.newest("a") == 0
        _write(other, "a")
        with pytest.raises(Exception, match="is at version 1"):
            one.append("a", [Entry("written", b"{}")], expected_version=one.newest("a"), key="late")
        assert one.newest("a") == 1


def test_nothing_is_known_for_longer_than_a_moment_without_a_look() -> None:
    now = [0.0]
    known = Known(lambda: now[0])
    known.read(0, 7, b"7", versions={"a": 3}, balances={"x": 5})
    now[0] = FRESH / 2
    assert (known.version("a"), known.balances(["x"])) == (3, {"x": 5})
    now[0] = FRESH * 1.1
    assert (known.version("a"), known.balances(["x"])) == (None, None)
    known.read(0, 7, b"7", versions={"a": 3}, balances={})
    assert known.balances(["x"]) == {"x": 5}  # nobody has written: the look for the one holds for the other
    known.writes(8, 9, b"9", versions={"a": 5, "b": 1}, balances={"x": 4})
    assert known.version("a") == 3  # not committed yet
    assert known.stands_at(9, b"9")
    assert (known.version("a"), known.version("b"), known.balances(["x"])) == (5, 1, {"x": 4})
    known.read(0, 6, b"6", versions={"a": 2}, balances={})  # a look that began earlier
    assert known.stands_at(8, b"8")  # a look that began before 9 was committed: what is known is newer
    assert known.version("a") == 5
    known.writes(12, 12, b"12", versions={"a": 6}, balances={})  # somebody else wrote 10 and 11
    known.stands_at(12, b"12")
    assert (known.version("a"), known.version("b"), known.balances(["x"])) == (6, None, None)


def test_what_was_forgotten_is_not_put_back_by_a_look_that_began_before() -> None:
    known = Known()
    look = known.look()
    known.writes(11, 11, b"11", versions={"a": 4}, balances={"x": 50})
    known.stands_at(11, b"11")
    known.forget()
    known.read(look, 10, b"10", versions={"a": 3}, balances={"x": 100})
    assert (known.version("a"), known.balances(["x"])) == (None, None)
    known.read(known.look(), 11, b"11", versions={"a": 4}, balances={"x": 50})
    assert (known.version("a"), known.balances(["x"])) == (4, {"x": 50})


def test_a_version_is_looked_at_at_once_and_what_another_process_has_just_written_counts(path: str) -> None:
    with Journal.open(path) as one, Journal.open(path) as other:
        _write(one, "a")
        one.learn("a")
        assert one.version_at_once("a") == 1
        _write(one, "b")
        assert (one.version_at_once("a"), one.version_at_once("b")) == (1, 1)
        _write(other, "c")
        assert one.version_at_once("a") is None  # perhaps it was written to
        one.learn("a")
        assert one.version_at_once("a") == 1


def test_what_is_being_committed_counts_once_its_last_entry_is_the_last_of_the_chain() -> None:
    known = Known()
    known.read(0, 7, b"7", versions={"a": 3, "b": 1}, balances={})
    known.writes(8, 9, b"ours", versions={"a": 4}, balances={})
    assert (known.stands_at(7, b"7"), known.version("a")) == (True, 3)  # not committed yet
    assert (known.stands_at(9, b"ours"), known.version("a"), known.version("b")) == (True, 4, 1)
    known.writes(10, 10, b"failed", versions={"a": 5}, balances={})
    assert known.stands_at(10, b"another's")
    assert (known.version("a"), known.version("b")) == (None, None)


def test_commits_of_two_threads_are_known_in_whichever_order_they_are_noted() -> None:
    known = Known()
    known.read(0, 7, b"7", versions={"a": 1}, balances={})
    known.writes(8, 8, b"8", versions={"a": 2}, balances={"x": 1})
    known.stands_at(8, b"8")  # the next writer begins, and sees that this was committed
    known.writes(9, 9, b"9", versions={"b": 1}, balances={})
    known.stands_at(9, b"9")
    known.stands_at(8, b"8")  # the first thread notes its commit only now
    assert (known.version("a"), known.version("b"), known.balances(["x"])) == (2, 1, {"x": 1})


def test_a_look_between_a_commit_and_its_note_forgets_nothing(path: str, monkeypatch: pytest.MonkeyPatch) -> None:
    with Journal.open(path) as journal:
        _write(journal, "a", 500)
        journal.learn("b")
        known = journal._known
        with monkeypatch.context() as patched:
            patched.setattr(known, "stands_at", lambda *_: False)
            _write(journal, "a")
        assert journal.newest_balances(["player:bob"]) == {"player:bob": 0}
        assert (journal.known_version("a"), journal.known_version("b")) == (2, 0)


def test_a_look_at_once_never_fails(path: str) -> None:
    with Journal.open(path) as journal:
        _write(journal, "a")
        journal.learn("a")
        journal._database.at_once._open().close()  # a connection that no longer works
        assert journal.version_at_once("a") is None
        assert journal.version_at_once("a") == 1
