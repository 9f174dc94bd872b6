"""Every change made to a journal from outside is found, and the finding names the entry."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest

from houseway.errors import BadHead
from houseway.journal import head as heads
from houseway.journal.chain import link
from houseway.journal.head import Head
from houseway.journal.store import Entry, Journal, Posting
from houseway.journal.verify import verify
from support.tampering import execute, tamper

pytestmark = pytest.mark.both_stores


@pytest.fixture
def journal(journal_url: str) -> Iterator[Journal]:
    """Ten entries in two streams: chips bought, then bet one by one."""
    with Journal.open(journal_url) as opened:
        start = Entry("bought", b"{}", (Posting("cage", -1000), Posting("player:ann", 1000)))
        opened.append("cage", [start], expected_version=0, key="buy")
        for number in range(9):
            bet = Entry("bet", b'{"bet":%d}' % number, (Posting("player:ann", -10), Posting("escrow:t1", 10)))
            opened.append("t1", [bet], expected_version=number, key=f"bet {number}")
        assert verify(opened, head=opened.head()).whole
        yield opened


EDITS = {
    "body": ("UPDATE journal_rows SET body = CAST('{}' AS {blob}) WHERE number = 5", "entry 5 "),
    "kind": ("UPDATE journal_rows SET kind = 'won' WHERE number = 5", "entry 5 "),
    "key": ("UPDATE journal_rows SET key = CAST('mine' AS {blob}) WHERE number = 5", "entry 5 "),
    "stream": ("UPDATE journal_rows SET stream = 1 WHERE number = 10", "entry 10 "),
    "amount": ("UPDATE journal_postings SET cents = 1 WHERE entry = 5 AND line = 1", "entry 5 "),
    "account": ("UPDATE journal_postings SET account = 'player:bob' WHERE entry = 5 AND line = 1", "entry 5 "),
    "hash": ("UPDATE journal_rows SET hash = CAST('x' AS {blob}) WHERE number = 5", "entry 5 "),
    "posting deleted": ("DELETE FROM journal_postings WHERE entry = 5", "entry 5 "),
    "posting inserted": ("INSERT INTO journal_postings VALUES (5, 2, 'player:eve', 0)", "entry 5 "),
    "stray posting": ("INSERT INTO journal_postings VALUES (99, 0, 'player:eve', 5)", "postings for entry 99"),
    "deleted": ("DELETE FROM journal_rows WHERE number = 5", "entry 5 is missing"),
    "first deleted": ("DELETE FROM journal_rows WHERE number = 1", "entry 1 is missing"),
    "cut off": ("UPDATE journal_rows SET body = substr(body, 1, 3) WHERE number = 5", "entry 5 "),
    "renamed": ("UPDATE journal_streams SET name = 't2' WHERE name = 't1'", "entry 2 "),
    "version": ("UPDATE journal_rows SET version = 99 WHERE number = 10", "99 of t1) follows version 8 of its"),
    "negative": ("UPDATE journal_rows SET number = -5 WHERE number = 10", "entry -5 "),
    "balance": ("UPDATE journal_balances SET cents = 5 WHERE account = 'player:ann'", "balance of player:ann"),
    "balance gone": ("DELETE FROM journal_balances WHERE account = 'player:ann'", "balance of player:ann"),
    "balance made": (
        "INSERT INTO journal_balances VALUES ('player:eve', 500)",
        "player:eve is stored as 5.00",
    ),
}


TABLES = ("journal_streams", "journal_rows", "journal_postings", "journal_balances")


def test_an_edit_is_found(journal: Journal, journal_url: str, subtests: pytest.Subtests) -> None:
    blob = "BYTEA" if "postgresql" in journal_url else "BLOB"
    execute(journal_url, *(f"CREATE TABLE kept_{table} AS SELECT * FROM {table}" for table in TABLES))
    for name, (statement, says) in EDITS.items():
        with subtests.test(name):
            tamper(journal_url, statement.replace("{blob}", blob))
            report = verify(journal)
            assert any(says in finding for finding in report.findings), report.findings
            assert all("\n" not in finding for finding in report.findings)
        for table in TABLES:
            tamper(journal_url, f"DELETE FROM {table}", f"INSERT INTO {table} SELECT * FROM kept_{table}")
        assert verify(journal).whole


def test_an_inserted_entry_is_found(journal: Journal, journal_url: str) -> None:
    tamper(
        journal_url,
        "INSERT INTO journal_rows SELECT 11, stream, 10, 7, body, 0, kind, body, hash FROM journal_rows "
        "WHERE number = 5",
    )
    assert any(finding.startswith("entry 11 (bet, version 10 of t1)") for finding in verify(journal).findings)


def test_an_entry_inserted_between_others_is_found(journal: Journal, journal_url: str) -> None:
    tamper(
        journal_url,
        "UPDATE journal_rows SET number = -number, version = -version WHERE number >= 6",
        "UPDATE journal_rows SET number = 1 - number, version = 1 - version WHERE number < 0",
        "UPDATE journal_postings SET entry = -entry WHERE entry >= 6",
        "UPDATE journal_postings SET entry = 1 - entry WHERE entry < 0",
        "INSERT INTO journal_rows SELECT 6, stream, 5, 7, body, 0, kind, body, hash FROM journal_rows WHERE number = 5",
    )
    findings = verify(journal).findings
    assert any(finding.startswith("entry 6 (bet, version 5 of t1) is not what was written") for finding in findings)


def test_entries_in_another_order_are_found(journal: Journal, journal_url: str) -> None:
    tables = (("journal_rows", "number"), ("journal_postings", "entry"))
    aside = [f"UPDATE {table} SET {column} = -{column} WHERE {column} IN (5, 6)" for table, column in tables]
    back = [f"UPDATE {table} SET {column} = 11 + {column} WHERE {column} < 0" for table, column in tables]
    tamper(
        journal_url,
        *aside,
        *back,
        "UPDATE journal_rows SET version = -number WHERE number IN (5, 6)",
        "UPDATE journal_rows SET version = -version - 1 WHERE version < 0",
    )
    assert [finding.partition(" (")[0] for finding in verify(journal).findings] == ["entry 5", "entry 6", "entry 7"]


def _cut_off(url: str, after: int) -> None:
    """Remove the last entries, and correct the balances to match."""
    tamper(
        url,
        f"DELETE FROM journal_postings WHERE entry > {after}",
        f"DELETE FROM journal_rows WHERE number > {after}",
        "DELETE FROM journal_balances",
        "INSERT INTO journal_balances SELECT account, sum(cents) FROM journal_postings GROUP BY account",
    )


@pytest.mark.parametrize("after", [7, 0])
def test_a_truncated_journal_is_found_by_a_head(journal: Journal, journal_url: str, after: int) -> None:
    kept = journal.head()
    _cut_off(journal_url, after)
    assert verify(journal).whole  # the journal alone cannot show it
    assert verify(journal, head=kept).findings == (
        f"entries {after + 1} to 10 are missing: the head was taken at entry 10, and the journal ends at entry {after}",
    )


def test_a_rewritten_history_is_found_by_a_head(journal: Journal, journal_url: str) -> None:
    kept, later = journal.head(), list(journal.read_all())[5:]
    _cut_off(journal_url, 5)
    for entry in later:
        rewritten = Entry(entry.kind, entry.body.replace(b"7", b"9"), entry.postings)
        journal.append(entry.stream, [rewritten], expected_version=entry.version - 1, key=entry.key)
    assert verify(journal).whole
    assert verify(journal, head=kept).findings == ("history was rewritten: entry 10 is not the one in the head",)


def test_rehashing_one_entry_breaks_the_next(journal: Journal, journal_url: str) -> None:
    before, old = list(journal.read_all())[3:5]
    forged = Entry("bet", b"forged", old.postings)
    made = link(before.hash, number=5, stream="t1", version=old.version, key=old.key, part=0, entry=forged)
    blob = "'\\x%s'" if "postgresql" in journal_url else "X'%s'"
    tamper(
        journal_url,
        f"UPDATE journal_rows SET body = {blob % forged.body.hex()}, hash = {blob % made.hex()} WHERE number = 5",
    )
    assert [finding.partition(" (")[0] for finding in verify(journal).findings] == ["entry 6"]


def test_entries_the_ledger_would_have_refused_are_found(journal: Journal, monkeypatch: pytest.MonkeyPatch) -> None:
    """A valid chain, from a writer that skips the checks of the ledger."""
    monkeypatch.setattr("houseway.journal.writing.post", lambda _append, _balances: {})
    owing = Entry("bet", b"", (Posting("player:eve", -500), Posting("house:t1", 400)))
    journal.append("t1", [owing], expected_version=9, key="owing")
    findings = verify(journal).findings
    assert "the postings of entry 11 sum to -1.00 instead of 0.00" in findings
    assert "entry 11 leaves player:eve at -5.00" in findings


def test_an_older_head_still_holds_after_more_entries(journal: Journal) -> None:
    kept = Head.read(str(journal.head()))
    journal.append("t1", [Entry("said", b"{}")], expected_version=9, key="more")
    assert verify(journal, head=kept).whole
    assert verify(journal).entries == 11


def test_the_head_of_another_journal_is_found(journal: Journal, tmp_path: Path) -> None:
    with Journal.open(str(tmp_path / "other.db")) as other:
        findings = verify(journal, head=other.head()).findings
    assert [finding.partition(" ")[0] for finding in findings] == ["the", "history"]
    assert findings[0].startswith("the head belongs to journal")


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (lambda text: text.replace("entries 10", "entries 9"), "the signature of the head at entry 9"),
        (lambda text: text.replace("hash ", "hash 0"), "the head's line 'hash' is missing or cannot be read"),
        (lambda text: text.partition("signature")[0], "line 'signature' is missing"),
        (lambda _: "", "not a journal head"),
        (lambda _: "hello\n", "'hello'"),
    ],
)
def test_a_head_that_was_changed_is_refused(tmp_path: Path, change: object, says: str) -> None:
    assert callable(change)
    with Journal.open(str(tmp_path / "journal.db")) as opened:
        opened.append("t", [Entry("k", b"")] * 10, expected_version=0, key="a")
        with pytest.raises(BadHead, match=says):
            Head.read(change(str(opened.head())))


def test_the_key_is_beside_the_file_and_only_its_owner_may_read_it(tmp_path: Path) -> None:
    file = tmp_path / "journal.db"
    key = tmp_path / "journal.db.key"
    with Journal.open(str(file)) as opened:
        assert key.stat().st_mode & 0o777 == 0o600
        secret = heads.read_key(key).private_bytes_raw()
        assert secret not in file.read_bytes() + (tmp_path / "journal.db-wal").read_bytes()
        assert secret.hex().encode() not in file.read_bytes() + (tmp_path / "journal.db-wal").read_bytes()
        key.chmod(0o644)
        with pytest.raises(BadHead, match="may read the signing key"):
            opened.head()
        key.unlink()
        with pytest.raises(BadHead, match="there is no signing key"):
            opened.head()
        heads.make_key(key)
        with pytest.raises(BadHead, match="is not the signing key of the journal"):
            opened.head()
        key.write_text("hello")
        with pytest.raises(BadHead, match="is not a signing key"):
            opened.head()
    with Journal.open(str(tmp_path / "b.db"), key_file=tmp_path / "elsewhere") as opened:
        assert opened.head().entries == 0
        assert (tmp_path / "elsewhere").exists()


FORBIDDEN = [
    "UPDATE journal_rows SET kind = 'x'",
    "DELETE FROM journal_rows",
    "UPDATE journal_postings SET cents = 0",
    "DELETE FROM journal_postings",
    "UPDATE journal_about SET value = 'x'",
    "DELETE FROM journal_about",
    "UPDATE journal_streams SET name = 'x'",
    "DELETE FROM journal_streams",
]
BY_STORE = {
    "sqlite": [
        "INSERT OR REPLACE INTO journal_rows SELECT * FROM journal_rows WHERE number = 5",
        "INSERT OR REPLACE INTO journal_rows SELECT 11, stream, version, 7, body, 0, kind, body, hash "
        "FROM journal_rows WHERE number = 5",
        "INSERT OR REPLACE INTO journal_rows SELECT 11, 99, 1, digest, key, part, kind, body, hash "
        "FROM journal_rows WHERE number = 5",
        "INSERT OR REPLACE INTO journal_streams SELECT 1, 'other' FROM journal_rows",
        "INSERT OR REPLACE INTO journal_postings SELECT * FROM journal_postings",
    ],
    "postgresql": ["TRUNCATE journal_rows CASCADE", "TRUNCATE journal_postings"],
}


def test_the_database_itself_refuses_changes(journal: Journal, journal_url: str) -> None:
    store = "postgresql" if "postgresql" in journal_url else "sqlite"
    for statement in FORBIDDEN + BY_STORE[store]:
        with pytest.raises((sqlite3.IntegrityError, psycopg.errors.RaiseException), match="is append-only"):
            execute(journal_url, statement)
    with pytest.raises((sqlite3.IntegrityError, psycopg.errors.RaiseException), match="journal_balances is kept"):
        execute(journal_url, "DELETE FROM journal_balances WHERE account = 'player:ann'")
    with pytest.raises((sqlite3.IntegrityError, psycopg.errors.CheckViolation)):
        execute(journal_url, "UPDATE journal_balances SET cents = -1 WHERE account = 'player:ann'")
    assert verify(journal, head=journal.head()).whole


def test_a_trigger_that_is_gone_is_found(journal: Journal, journal_url: str) -> None:
    gone = "DROP TRIGGER journal_postings_no_update"
    if "postgresql" in journal_url:
        gone = "ALTER TABLE journal_postings DISABLE TRIGGER ALL"
    execute(journal_url, gone)
    (finding,) = verify(journal).findings
    assert finding.startswith("the trigger journal_postings_")


HOLLOW: dict[str, list[tuple[str, ...]]] = {
    "sqlite": [
        (
            "DROP TRIGGER journal_rows_no_update",
            "CREATE TRIGGER journal_rows_no_update BEFORE UPDATE ON journal_rows BEGIN SELECT 1; END",
        ),
        (
            "DROP TRIGGER journal_rows_no_update",
            "CREATE TRIGGER journal_rows_no_update BEFORE UPDATE ON journal_rows WHEN NEW.number = 0 "
            "BEGIN SELECT RAISE(ABORT, 'journal_rows is append-only'); END",
        ),
    ],
    "postgresql": [
        (
            "CREATE OR REPLACE FUNCTION journal_refuse() RETURNS trigger LANGUAGE plpgsql AS "
            "$$ BEGIN RETURN NULL; END $$",
        ),
        (
            "CREATE FUNCTION pass() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN NULL; END $$",
            "CREATE OR REPLACE TRIGGER journal_rows_append_only BEFORE DELETE OR UPDATE OR TRUNCATE "
            "ON journal_rows FOR EACH STATEMENT EXECUTE FUNCTION pass()",
        ),
        (
            "CREATE OR REPLACE TRIGGER journal_rows_append_only BEFORE TRUNCATE ON journal_rows "
            "FOR EACH STATEMENT EXECUTE FUNCTION journal_refuse()",
        ),
    ],
}


@pytest.mark.parametrize("which", range(3))
def test_a_trigger_that_no_longer_refuses_is_found(journal: Journal, journal_url: str, which: int) -> None:
    """Its name is still there: the trigger was replaced, or the function it calls."""
    ways = HOLLOW["postgresql" if "postgresql" in journal_url else "sqlite"]
    execute(journal_url, *ways[which % len(ways)])
    findings = verify(journal).findings
    assert findings[0].startswith("the trigger journal_rows_")
    assert all("trigger" in finding for finding in findings)
