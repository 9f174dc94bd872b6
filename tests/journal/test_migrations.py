"""Journals of every earlier version become journals of this version, with the chain as it was."""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest

from houseway.errors import BadJournal
from houseway.journal.migrations import MIGRATIONS, OLDEST, Migration
from houseway.journal.schema import SCHEMA
from houseway.journal.significant import events
from houseway.journal.store import Entry, Journal
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
