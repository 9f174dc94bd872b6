"""Backups: made while others write, restored into a new place, verified, and played on."""

from __future__ import annotations

import json
import stat
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from houseway import books
from houseway.errors import BadHead, BadJournal, JournalFailed, Refused
from houseway.journal import postgres_tools
from houseway.journal.backup import back_up
from houseway.journal.restore import restore
from houseway.journal.store import Entry, Journal, Posting
from houseway.journal.verify import verify
from houseway.kept.tables import KeptTable, buy_chips
from houseway.table.transcript import Session, read_command
from support.command import Run, one_sentence
from support.postgres import Server
from support.tampering import execute

BOOK = books.get("mbs-v4")
CHIP = Entry("bought", b"\xff{}", (Posting("cage", -1), Posting("player:ann", 1)))


@pytest.fixture
def journal(journal_url: str) -> Iterator[Journal]:
    with Journal.open(journal_url) as opened:
        opened.append("t", [CHIP] * 3, expected_version=0, key="first")
        yield opened


@pytest.fixture
def new_url(request: pytest.FixtureRequest, journal_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """An empty place in a store of the same kind, on another machine as it were."""
    if "postgresql" not in journal_url:
        return str(tmp_path / "new" / "restored.db")
    server: Server = request.getfixturevalue("server")
    del monkeypatch
    return server.new_database()


@pytest.mark.both_stores
def test_a_backup_made_while_others_write_is_the_journal_as_of_one_moment(
    journal: Journal, new_url: str, tmp_path: Path
) -> None:
    done = threading.Event()

    def write() -> None:
        version = journal.version("t")
        while not done.is_set():
            journal.append("t", [CHIP], expected_version=version, key=f"{version}")
            version += 1

    writer = threading.Thread(target=write)
    writer.start()
    try:
        while journal.version("t") < 10:
            pass
        before = journal.tip()[0]
        made = back_up(journal, tmp_path / "backup", with_keys=True)
        after = journal.tip()[0]
        while journal.version("t") < after + 5:
            pass
    finally:
        done.set()
        writer.join()
    assert before <= made.entries <= after
    manifest, report = restore(tmp_path / "backup", new_url)
    assert manifest == made
    assert (report.whole, report.entries) == (True, made.entries)
    with Journal.open(new_url) as restored:
        assert restored.identity == journal.identity
        assert list(restored.read_all()) == list(journal.read_all())[: made.entries]
        assert restored.balance("player:ann") == made.entries
        restored.append("t", [CHIP], expected_version=made.entries, key="and on it goes")
        assert verify(restored).whole
        with pytest.raises(Exception, match="append-only"):
            execute(new_url, "DELETE FROM journal_rows")


def test_a_round_in_play_goes_on_in_a_restored_house_with_its_keys(tmp_path: Path) -> None:
    with Journal.open(str(tmp_path / "a" / "journal.db")) as journal:
        buy_chips(journal, "ann", 100_00)
        table = KeptTable.open(journal, "one", BOOK)
        deal = "dealer: deal 1: Ac Kd Qh Js 9c 4d 2h / dealer: 7c 7d Th 9s 5c 4h 2s"
        for line in (
            "ann: sit at 1", "dealer: place your bets", "ann: wager 10.00 on main at 1", "dealer: no more bets", deal,
        ):  # fmt: skip
            table.ask(read_command(Session(BOOK, table.table), line, 0))
        back_up(journal, tmp_path / "with", with_keys=True)
        back_up(journal, tmp_path / "without")
    for path in (tmp_path / "with").rglob("*"):
        assert stat.S_IMODE(path.stat().st_mode) == (0o700 if path.is_dir() else 0o600)
    restore(tmp_path / "with", str(tmp_path / "b" / "journal.db"))
    with Journal.open(str(tmp_path / "b" / "journal.db")) as journal:
        assert KeptTable(journal, "one", BOOK).table == table.table
        assert journal.head().entries == journal.tip()[0]
    assert {path.name for path in (tmp_path / "without").iterdir()} == {"manifest.json", "journal.db"}
    restore(tmp_path / "without", str(tmp_path / "c" / "journal.db"))
    with Journal.open(str(tmp_path / "c" / "journal.db")) as journal, pytest.raises(BadHead, match="no signing key"):
        journal.head()


@pytest.mark.both_stores
def test_a_portable_backup_is_restored_into_either_store(journal: Journal, tmp_path: Path, new_url: str) -> None:
    made = back_up(journal, tmp_path / "backup", portable=True)
    assert made.by == "lines of JSON"
    for place in (new_url, str(tmp_path / "other" / "journal.db")):
        restore(tmp_path / "backup", place)
        with Journal.open(place) as restored:
            assert list(restored.read_all()) == list(journal.read_all())
            assert restored.balances() == journal.balances()


def test_without_pg_dump_the_entries_are_written_as_lines(
    server: Server, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    with Journal.open(server.new_database()) as journal:
        journal.append("t", [CHIP], expected_version=0, key="a")
        dumped = back_up(journal, tmp_path / "dumped")
        monkeypatch.setattr(postgres_tools, "program", lambda _name: "")
        made = back_up(journal, tmp_path / "backup")
    assert (dumped.by, made.by) == ("pg_dump", "lines of JSON")
    restore(tmp_path / "backup", server.new_database())
    with pytest.raises(Refused, match="pg_restore is not installed"):
        restore(tmp_path / "dumped", server.new_database())
    with pytest.raises(Refused, match="only into a PostgreSQL database"):
        restore(tmp_path / "dumped", str(tmp_path / "x.db"))


def test_nothing_that_exists_is_overwritten(tmp_path: Path) -> None:
    db = tmp_path / "journal.db"
    with Journal.open(str(db)) as journal:
        journal.append("t", [CHIP], expected_version=0, key="a")
        back_up(journal, tmp_path / "backup", with_keys=True)
        with pytest.raises(Refused, match="is not empty"):
            back_up(journal, tmp_path / "backup")
    before = db.read_bytes()
    with pytest.raises(Refused, match="exists already"):
        restore(tmp_path / "backup", str(db))
    (tmp_path / "new.db.key").write_text("somebody's key")
    with pytest.raises(Refused, match=r"new.db.key exists already"):
        restore(tmp_path / "backup", str(tmp_path / "new.db"))
    assert db.read_bytes() == before
    assert (tmp_path / "new.db.key").read_text() == "somebody's key"
    with Journal.open(str(db)) as journal, pytest.raises(JournalFailed, match="cannot be written"):
        back_up(journal, Path("/dev/null/backup"))


@pytest.mark.parametrize("damage", ["flipped", "missing", "manifest", "no manifest", "another head", "odd file"])
def test_a_damaged_backup_is_refused(tmp_path: Path, damage: str) -> None:
    folder = tmp_path / "backup"
    with Journal.open(str(tmp_path / "journal.db")) as journal:
        journal.append("t", [CHIP], expected_version=0, key="a")
        back_up(journal, folder)
    file, manifest = folder / "journal.db", folder / "manifest.json"
    said = json.loads(manifest.read_text())
    if damage == "flipped":
        file.write_bytes(file.read_bytes()[:-1] + b"\x01")
    elif damage == "missing":
        file.unlink()
    elif damage == "manifest":
        manifest.write_text("{")
    elif damage == "no manifest":
        manifest.unlink()
    elif damage == "another head":
        manifest.write_text(json.dumps(said | {"entries": 7}))
    else:
        manifest.write_text(json.dumps(said | {"files": {**said["files"], "../../etc/passwd": [1, "x"]}}))
    with pytest.raises(BadJournal):
        restore(folder, str(tmp_path / "new" / "journal.db"))


def test_on_the_command_line(tmp_path: Path, houseway: Run) -> None:
    with Journal.open(str(tmp_path / "journal.db")) as journal:
        journal.append("t", [CHIP], expected_version=0, key="a")
    done = houseway("backup", "monday", "--db", "journal.db")
    assert done.stdout == "monday: 1 entries, by SQLite online backup, without the keys: back them up separately\n"
    said = houseway("restore", "monday", "--db", "restored/journal.db").stdout
    assert "1 entries restored" in said
    assert "The keys are not in this backup" in " ".join(said.split())
    one_sentence(houseway("restore", "monday", "--db", "restored/journal.db"), "exists already")
    assert (
        json.loads(houseway("backup", "tuesday", "--db", "journal.db", "--with-keys", "--json").stdout)["entries"] == 1
    )
