"""Journals of every earlier version become journals of this version, with the chain as it was."""

from __future__ import annotations

import gzip
import uuid
from pathlib import Path

import pytest

from houseway.errors import BadJournal
from houseway.journal import schema
from houseway.journal.migrations import MIGRATIONS, OLDEST, Migration
from houseway.journal.schema import PACKED, SCHEMA
from houseway.journal.significant import events
from houseway.journal.store import Entry, Journal, Posting
from houseway.journal.verify import verify
from support.command import ROOT
from support.tampering import execute, tamper

RELEASES = sorted((ROOT / "tests" / "data" / "releases").iterdir())


def test_the_steps_lead_from_the_oldest_version_to_this_one() -> None:
    assert [step.to for step in MIGRATIONS] == list(range(OLDEST + 1, SCHEMA + 1))


@pytest.mark.parametrize("release", RELEASES, ids=lambda path: path.name)
def test_a_journal_of_every_release_is_migrated_when_it_is_opened_to_write(release: Path, tmp_path: Path) -> None:
    file = tmp_path / "journal.db"
    file.write_bytes(gzip.decompress((release / "journal.db.gz").read_bytes()))
    with Journal.open(str(file), read_only=True) as journal:
        before = list(journal.read_all())
    assert gzip.decompress((release / "journal.db.gz").read_bytes()) == file.read_bytes()
    with Journal.open(str(file)) as journal:
        (noted,) = events(journal, kind="journal migrated")
        assert (noted.before, noted.after) == (OLDEST, SCHEMA)
        assert list(journal.read_all())[: len(before)] == before
        assert verify(journal).whole
    with Journal.open(str(file)) as journal:
        assert len(list(events(journal, kind="journal migrated"))) == 1


BEFORE_PACKING = """
CREATE TABLE journal_entries (
    number BIGINT NOT NULL PRIMARY KEY, stream TEXT NOT NULL, version BIGINT NOT NULL, key TEXT NOT NULL,
    part INTEGER NOT NULL, kind TEXT NOT NULL, body {blob} NOT NULL, hash {blob} NOT NULL,
    CONSTRAINT journal_one_entry_a_version UNIQUE (stream, version),
    CONSTRAINT journal_one_append_a_key UNIQUE (key, part)
)
"""


def _as_before_packing(url: str) -> None:
    """Store the entries of a journal as version 5 did."""
    postgresql = url.startswith("postgresql")
    with Journal.open(url) as journal:
        every = list(journal.read_all())
    store, blob = ("postgresql", "'\\x{}'") if postgresql else ("sqlite", "X'{}'")
    text = "CAST(convert_from({}, 'UTF8') AS TEXT)" if postgresql else "CAST({} AS TEXT)"
    made = (
        ", ".join(
            (
                str(one.number),
                text.format(blob.format(one.stream.encode().hex())),
                str(one.version),
                text.format(blob.format(one.key.encode().hex())),
                str(one.part),
                text.format(blob.format(one.kind.encode().hex())),
                blob.format(one.body.hex()),
                blob.format(one.hash.hex()),
            )
        )
        for one in every
    )
    old = schema._triggers_before_packing(store)
    tamper(url, f"UPDATE journal_about SET value = '{PACKED - 1}' WHERE name = 'schema'")
    execute(
        url,
        "DROP VIEW journal_entries",
        "DROP TABLE journal_rows",
        "DROP TABLE journal_streams",
        BEFORE_PACKING.format(blob="BYTEA" if postgresql else "BLOB"),
        *(f"INSERT INTO journal_entries VALUES ({values})" for values in made),
        *(statement for name, statement in old.items() if name.startswith("journal_entries")),
    )


@pytest.mark.both_stores
def test_a_journal_is_packed_and_read_as_before(journal_url: str) -> None:
    with Journal.open(journal_url) as journal:
        for number in range(3):
            kept = [Entry(f"k{part}", b'{"a":"%b"}' % (b"ab" * 20)) for part in range(3)]
            journal.append(f"s:{number}", kept, expected_version=0, key=f"é {uuid.UUID(int=number)}")
        buy = Entry("bought", b"{}", (Posting("cage", -5), Posting("player:ann", 5)))
        journal.append("cage", [buy], expected_version=0, key="buy")
        every, head, streams = list(journal.read_all()), journal.head(), journal.streams()
    _as_before_packing(journal_url)
    with Journal.open(journal_url, read_only=True) as journal:
        assert list(journal.read_all()) == every
        assert verify(journal, head=head).whole
        assert journal.streams() == streams
        assert journal.find(every[1].key) == tuple(every[:3])
        assert journal.find("x") == ()
        assert [one.version for one in journal.of_kind("s:1", "k1")] == [2]
    with Journal.open(journal_url) as journal:
        assert list(journal.read_all())[:-1] == every
        assert verify(journal, head=head).whole
        assert journal.append("cage", [buy], expected_version=0, key="buy").repeated
        assert journal.streams("s:") == {name: 3 for name in streams if name.startswith("s:")}
        assert journal.head().entries == len(every) + 1


@pytest.mark.both_stores
def test_a_migration_leaves_the_triggers_in_place(journal_url: str) -> None:
    with Journal.open(journal_url) as journal:
        journal.append("t", [Entry("k", b"")], expected_version=0, key="a")
    tamper(journal_url, f"UPDATE journal_about SET value = '{OLDEST}' WHERE name = 'schema'")
    with Journal.open(journal_url) as journal:
        assert verify(journal).whole
        with pytest.raises(Exception, match="append-only"):
            execute(journal_url, "UPDATE journal_about SET value = 'x'")


def test_a_migration_that_fails_changes_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    db = str(tmp_path / "journal.db")
    Journal.open(db).close()
    tamper(db, f"UPDATE journal_about SET value = '{OLDEST}' WHERE name = 'schema'")

    def fails(_connection: object) -> None:
        raise BadJournal("the step failed")

    with monkeypatch.context() as patch:
        patch.setattr("houseway.journal.migrations.MIGRATIONS", (*MIGRATIONS, Migration(SCHEMA + 1, "more", fails)))
        with pytest.raises(BadJournal, match="the step failed"):
            Journal.open(db)
    with Journal.open(db) as journal:
        assert [event.after for event in events(journal)] == [SCHEMA]
