"""Verifying only what is new since a checkpoint, and refusing to open a journal that was changed."""

from __future__ import annotations

import stat
from collections.abc import Iterator
from pathlib import Path

import pytest

from houseway.errors import BadHead, BadJournal
from houseway.journal import opening
from houseway.journal.checkpoint import balances_digest
from houseway.journal.opening import verify_to_open
from houseway.journal.significant import events
from houseway.journal.store import Entry, Journal, Posting
from houseway.journal.verify import verify
from support.tampering import tamper

BET = (Posting("player:ann", -10), Posting("escrow:t1", 10))


@pytest.fixture
def journal(journal_url: str) -> Iterator[Journal]:
    """Ten entries, verified up to the sixth."""
    with Journal.open(journal_url) as opened:
        start = Entry("bought", b"{}", (Posting("cage", -1000), Posting("player:ann", 1000)))
        opened.append("cage", [start], expected_version=0, key="buy")
        for number in range(9):
            if number == 5:
                opened.keep_checkpoint(verify(opened).checkpoint)
            opened.append("t1", [Entry("bet", b"%d" % number, BET)], expected_version=number, key=f"bet {number}")
        yield opened


def _since(journal: Journal) -> tuple[str, ...]:
    checkpoint = journal.checkpoint()
    assert checkpoint is not None
    assert checkpoint.entries == 6
    return verify(journal, since=checkpoint).findings


@pytest.mark.both_stores
def test_only_what_is_new_is_read(journal: Journal, monkeypatch: pytest.MonkeyPatch) -> None:
    read: list[int] = []
    read_all = journal.read_all

    def counting(*, after: int = 0) -> Iterator[object]:
        for recorded in read_all(after=after):
            read.append(recorded.number)
            yield recorded

    monkeypatch.setattr(journal, "read_all", counting)
    report = verify(journal, since=journal.checkpoint())
    assert (report.whole, report.since, report.entries, read) == (True, 6, 10, [7, 8, 9, 10])
    assert report.checkpoint == verify(journal).checkpoint


NEW = {
    "body": ("UPDATE journal_rows SET body = CAST('x' AS {blob}) WHERE number = 8", "entry 8 "),
    "first new": ("UPDATE journal_rows SET body = CAST('x' AS {blob}) WHERE number = 7", "entry 7 "),
    "version": ("UPDATE journal_rows SET version = 99 WHERE number = 7", "99 of t1) follows version 5 of its"),
    "deleted": ("DELETE FROM journal_rows WHERE number = 7", "entry 7 is missing"),
    "amount": ("UPDATE journal_postings SET cents = 1 WHERE entry = 8 AND line = 1", "entry 8 "),
    "stray": ("INSERT INTO journal_postings VALUES (99, 0, 'player:eve', 5)", "postings for entry 99"),
    "last verified": (
        "UPDATE journal_rows SET hash = CAST('x' AS {blob}) WHERE number = 6",
        "entry 6 is not the one",
    ),
    "balance": ("UPDATE journal_balances SET cents = 5 WHERE account = 'player:ann'", "balances at entry 6"),
    "balance moved": ("UPDATE journal_postings SET cents = 2 * cents WHERE entry = 3", None),
    "old body": ("UPDATE journal_rows SET body = CAST('x' AS {blob}) WHERE number = 3", None),
}


@pytest.mark.parametrize("name", NEW)
def test_a_change_of_what_is_new_is_found(journal: Journal, journal_url: str, name: str) -> None:
    statement, says = NEW[name]
    tamper(journal_url, statement.replace("{blob}", "BYTEA" if "postgresql" in journal_url else "BLOB"))
    findings = _since(journal)
    if says is None:  # it is older: only reading all of it finds it
        assert not findings
        assert verify(journal).findings
    else:
        assert any(says in finding for finding in findings), findings


def test_entries_cut_off_below_the_checkpoint_are_found(journal: Journal, journal_url: str) -> None:
    tamper(
        journal_url,
        "DELETE FROM journal_postings WHERE entry > 4",
        "DELETE FROM journal_rows WHERE number > 4",
        "UPDATE journal_balances SET cents = (SELECT sum(cents) FROM journal_postings p "
        "WHERE p.account = journal_balances.account)",
    )
    assert verify(journal).whole
    assert _since(journal)[0] == (
        "entries 5 to 6 are missing: the journal was verified up to entry 6, and ends at entry 4"
    )
    with pytest.raises(BadJournal, match="is not opened: entries 5 to 6 are missing"):
        verify_to_open(journal)


def test_a_checkpoint_counts_only_as_the_journal_signed_it(tmp_path: Path) -> None:
    db, file = tmp_path / "journal.db", tmp_path / "journal.db.checkpoint"
    with Journal.open(str(db)) as journal, Journal.open(str(tmp_path / "other.db")) as other:
        assert journal.checkpoint() is None
        journal.append("t", [Entry("k", b"")], expected_version=0, key="a")
        journal.keep_checkpoint(verify(journal).checkpoint)
        assert stat.S_IMODE(file.stat().st_mode) == 0o600
        assert journal.checkpoint() == verify(journal).checkpoint
        text = file.read_text()
        other.keep_checkpoint(verify(other).checkpoint)
        for changed in (
            text.replace("entries 1", "entries 0"),
            text + "\n",
            (tmp_path / "other.db.checkpoint").read_text(),
        ):
            file.write_text(changed)
            with pytest.raises(BadHead, match="checkpoint"):
                journal.checkpoint()
            assert verify_to_open(journal).whole  # it does not count, and all of it is verified
        file.write_bytes(b"\xff")
        with pytest.raises(BadHead, match="cannot be read"):
            journal.checkpoint()


def test_the_digest_of_balances_depends_on_every_balance() -> None:
    one = balances_digest({"player:ann": 5, "cage": -5})
    assert one == balances_digest({"cage": -5, "player:ann": 5, "player:bob": 0})
    assert len({one, balances_digest({"player:ann": 5}), balances_digest({"player:bob": 5, "cage": -5})}) == 3


@pytest.mark.parametrize("journal_url", ["sqlite"], indirect=True)
def test_a_changed_journal_is_not_opened_unless_somebody_says_why(journal: Journal, journal_url: str) -> None:
    assert verify_to_open(journal).whole
    tamper(journal_url, "UPDATE journal_rows SET body = CAST('x' AS BLOB) WHERE number IN (3, 9)")
    with pytest.raises(
        BadJournal,
        match=r"changed from outside and is not opened: entry 9 \(bet, version 8 of t1\) is not what was written",
    ):
        verify_to_open(journal)
    assert not list(events(journal))
    assert verify_to_open(journal, anyway="the auditor watches").findings
    (noted,) = events(journal)
    assert (noted.kind, noted.why) == ("opened in spite of findings", "the auditor watches")
    assert noted.what.startswith("entry 9 ")


@pytest.mark.parametrize("journal_url", ["sqlite"], indirect=True)
def test_a_short_journal_is_read_whole_at_every_start_and_a_long_one_from_its_checkpoint(
    journal: Journal, journal_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert verify_to_open(journal).since == 0
    monkeypatch.setattr(opening, "ALL", 9)
    assert verify_to_open(journal).since == 6
    tamper(journal_url, "UPDATE journal_rows SET body = CAST('x' AS BLOB) WHERE number = 3")
    assert verify_to_open(journal).whole  # the rest is verified while the house is open
    monkeypatch.setattr(opening, "ALL", 10)
    with pytest.raises(BadJournal, match="entry 3 "):
        verify_to_open(journal)
