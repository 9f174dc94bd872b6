"""Races, kills, full disks, lost connections and damaged files: clear errors, and nothing acknowledged is lost."""

from __future__ import annotations

import os
import random
import resource
import sqlite3
import tempfile
import threading
from pathlib import Path

import psycopg
import pytest

from houseway.errors import BadJournal, HousewayError, JournalFailed, OldVersion
from houseway.journal import database
from houseway.journal.schema import SCHEMA
from houseway.journal.store import Entry, Journal, Posting
from houseway.journal.verify import verify
from support.forked import Forked
from support.postgres import Server

pytestmark = pytest.mark.both_stores

CHIP = Entry("bought", b"{}", (Posting("cage", -1), Posting("player:ann", 1)))
WRITER = """
import sys
from houseway.journal.store import Entry, Journal, Posting
with Journal.open(sys.argv[1]) as journal:
    chip = Entry("bought", b"{}", (Posting("cage", -1), Posting("player:ann", 1)))
    version = journal.version("t1")
    while True:
        done = journal.append("t1", [chip, Entry("said", b"x" * 500)], expected_version=version, key=f"{version}")
        version = done.version
        print(version, flush=True)
"""
RACER = """
import sys
from houseway.errors import OldVersion
from houseway.journal.store import Entry, Journal
with Journal.open(sys.argv[1]) as journal:
    print("ready", flush=True)
    sys.stdin.readline()
    for version in range(20):
        try:
            journal.append("t1", [Entry("mine", b"")], expected_version=version, key=f"{sys.argv[2]} {version}")
            print("won", version, flush=True)
        except OldVersion:
            pass
"""


def test_threads_race_and_exactly_one_wins_each_version(journal_url: str) -> None:
    won: list[tuple[int, int]] = []
    refused: list[str] = []
    with Journal.open(journal_url) as one, Journal.open(journal_url) as other:

        def race(number: int, journal: Journal) -> None:
            for version in range(15):
                try:
                    journal.append("t1", [CHIP], expected_version=version, key=f"{number} {version}")
                    won.append((version, number))
                except OldVersion as error:
                    refused.append(str(error))

        threads = [threading.Thread(target=race, args=(number, (one, other)[number % 2])) for number in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert sorted(version for version, _ in won) == list(range(15))
        assert len(refused) == 45
        assert one.balance("player:ann") == one.version("t1") == 15
        assert verify(one).whole


def test_processes_race_and_exactly_one_wins_each_version(journal_url: str) -> None:
    racers = [Forked(RACER, journal_url, name) for name in ("ann", "bob")]
    for racer in racers:
        assert racer.stdout.readline() == "ready\n"
    for racer in racers:
        racer.stdin.write("go\n")
        racer.stdin.flush()
    wins = [int(line.split()[1]) for racer in racers for line in racer.communicate()[0].splitlines()]
    assert sorted(wins) == list(range(20))
    with Journal.open(journal_url) as journal:
        assert journal.version("t1") == 20
        assert verify(journal).whole


def test_two_processes_may_create_the_journal_at_once(journal_url: str) -> None:
    code = "import sys; from houseway.journal.store import Journal; print(Journal.open(sys.argv[1]).identity)"
    made = {process.communicate()[0] for process in [Forked(code, journal_url) for _ in range(2)]}
    assert len(made) == 1
    with Journal.open(journal_url) as journal:
        assert verify(journal, head=journal.head()).whole


def test_a_killed_writer_loses_nothing_acknowledged(journal_url: str) -> None:
    chance = random.Random(7)
    Journal.open(journal_url).close()
    for _ in range(3):
        writer = Forked(WRITER, journal_url)
        acknowledged = [writer.stdout.readline()]
        timer = threading.Timer(chance.uniform(0.0, 0.15), writer.kill)
        timer.start()
        acknowledged += writer.stdout.readlines()
        timer.join()
        writer.wait()
        whole = [line for line in acknowledged if line.endswith("\n")]
        with Journal.open(journal_url) as journal:
            version = journal.version("t1")
            assert version in (int(whole[-1]), int(whole[-1]) + 2)
            assert journal.balance("player:ann") == version // 2
            assert verify(journal).findings == ()
            # sending the unacknowledged append again settles whether it was written
            again = journal.append(
                "t1", [CHIP, Entry("said", b"x" * 500)], expected_version=int(whole[-1]), key=f"{int(whole[-1])}"
            )
            assert again.repeated == (version == int(whole[-1]) + 2)


def _fill(journal: Journal) -> tuple[int, HousewayError]:
    """Append until it fails; the last version acknowledged, and the error."""
    version = journal.version("t1")
    while True:
        try:
            new = [CHIP, Entry("said", b"x" * 5000)]
            version = journal.append("t1", new, expected_version=version, key=f"{version}").version
        except HousewayError as error:
            return version, error


def test_a_full_disk_is_reported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """SQLite's own limit on pages stands in for a full disk."""
    path = str(tmp_path / "journal.db")
    Journal.open(path).close()
    connect = sqlite3.connect

    def small(*words: object, **options: object) -> sqlite3.Connection:
        opened: sqlite3.Connection = connect(*words, **options)  # type: ignore[call-overload]
        opened.execute("PRAGMA max_page_count = 60")
        return opened

    monkeypatch.setattr(sqlite3, "connect", small)
    with Journal.open(path) as journal:
        version, error = _fill(journal)
        assert str(error) == f"the journal {path} cannot be used: the disk is full"
        assert type(error) is JournalFailed
        assert journal.version("t1") == version > 2
        assert journal.balance("player:ann") == version // 2
    monkeypatch.undo()
    with Journal.open(path) as journal:
        assert verify(journal).findings == ()
        assert journal.append("t1", [CHIP], expected_version=version, key="room again").version == version + 1


def test_a_file_that_may_not_grow_is_reported(tmp_path: Path) -> None:
    """The operating system refuses a real write."""
    path = tmp_path / "journal.db"
    Journal.open(str(path)).close()
    limit = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (200_000, limit[1]))
    try:
        with Journal.open(str(path)) as journal:
            version, error = _fill(journal)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limit)
    assert type(error) is JournalFailed
    assert str(error) in {f"the journal {path} cannot be used: the disk {what}" for what in ("failed", "is full")}
    with Journal.open(str(path)) as journal:
        assert journal.version("t1") == version > 2
        assert verify(journal).findings == ()


def test_a_full_disk_on_the_server_is_reported(server: Server, tmp_path: Path) -> None:
    url = server.new_database()
    with Journal.open(url, key_file=tmp_path / "key") as journal:
        journal.append("t1", [CHIP], expected_version=0, key="a")
        with psycopg.connect(url) as connection:
            connection.execute(
                "CREATE FUNCTION full_disk() RETURNS trigger LANGUAGE plpgsql AS "
                "$$ BEGIN RAISE EXCEPTION USING MESSAGE = 'could not extend file', ERRCODE = 'disk_full'; END $$"
            )
            connection.execute(
                "CREATE TRIGGER t BEFORE INSERT ON journal_postings FOR EACH ROW EXECUTE FUNCTION full_disk()"
            )
        with pytest.raises(JournalFailed, match=r"cannot be used: the server's disk is full$"):
            journal.append("t1", [CHIP], expected_version=1, key="b")
        with psycopg.connect(url) as connection:
            connection.execute("DROP TRIGGER t ON journal_postings")
        assert journal.version("t1") == 1
        assert journal.append("t1", [CHIP], expected_version=1, key="b").version == 2
        assert verify(journal).whole


def test_a_lost_connection_is_reported_and_restored(server: Server, tmp_path: Path) -> None:
    url = server.new_database()
    with Journal.open(url, key_file=tmp_path / "key") as journal:
        journal.append("t1", [CHIP], expected_version=0, key="a")
        journal.version("t1")
        server.crash()
        try:
            with pytest.raises(JournalFailed, match=r"cannot be used: the connection to the server was lost$"):
                journal.append("t1", [CHIP], expected_version=1, key="b")
            with pytest.raises(JournalFailed, match=r"cannot be used: the connection to the server was lost$"):
                journal.version("t1")
            with pytest.raises(JournalFailed, match="cannot be used: the server cannot be reached: No such file"):
                journal.append("t1", [CHIP], expected_version=1, key="b")
            with pytest.raises(JournalFailed, match="cannot be used: the server cannot be reached: No such file"):
                Journal.open(url)
        finally:
            server.start()
        assert journal.append("t1", [CHIP], expected_version=1, key="b").version == 2
        assert verify(journal, head=journal.head()).whole


def test_an_unknown_database_is_reported(server: Server) -> None:
    with pytest.raises(JournalFailed, match=r'cannot be reached: FATAL: database "nowhere" does not exist$'):
        Journal.open(server.url("nowhere"))


def test_a_locked_journal_is_reported(journal_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(database, "PATIENCE", 1)
    with Journal.open(journal_url) as one, Journal.open(journal_url) as other:
        with one._database.writing(), pytest.raises(JournalFailed, match="another program kept it locked"):
            other.append("t1", [CHIP], expected_version=0, key="a")
        with one._database.writing(), pytest.raises(JournalFailed, match="was busy for 1 seconds"):
            one.append("t1", [CHIP], expected_version=0, key="a")
        assert other.append("t1", [CHIP], expected_version=0, key="a").version == 1


def test_a_newer_journal_is_refused(journal_url: str) -> None:
    from support.tampering import tamper

    Journal.open(journal_url).close()
    tamper(journal_url, f"UPDATE journal_about SET value = '{SCHEMA + 1}' WHERE name = 'schema'")
    for read_only in (False, True):
        with pytest.raises(BadJournal, match=f"version {SCHEMA + 1}.*up to version {SCHEMA}: use a newer Houseway$"):
            Journal.open(journal_url, read_only=read_only)


def test_another_database_is_not_taken_for_a_journal(journal_url: str) -> None:
    from support.tampering import execute

    execute(journal_url, "CREATE TABLE other (a INTEGER)")
    with pytest.raises(BadJournal, match="not a Houseway journal"):
        Journal.open(journal_url)


def test_a_file_that_is_not_a_database_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "notes.txt"
    file.write_text("place your bets " * 100)
    with pytest.raises(BadJournal, match=r"notes.txt is damaged.*file is not a database"):
        Journal.open(str(file))
    assert file.read_text() == "place your bets " * 100
    with pytest.raises(BadJournal, match="is a folder, not a journal"):
        Journal.open(str(tmp_path))


@pytest.mark.parametrize("seed", range(8))
def test_a_damaged_file_is_never_accepted_as_intact(tmp_path: Path, seed: int) -> None:
    file = tmp_path / "journal.db"
    with Journal.open(str(file)) as journal:
        for number in range(30):
            journal.append("t1", [CHIP, Entry("said", b"y" * 900)], expected_version=2 * number, key=f"{number}")
    data = bytearray(file.read_bytes())
    chance = random.Random(seed)
    page = 4096 * chance.randrange(len(data) // 4096)
    data[page : page + 4096] = chance.randbytes(4096)
    file.write_bytes(data)
    try:
        with Journal.open(str(file), read_only=True) as journal:
            assert verify(journal).findings
    except HousewayError as error:
        assert "\n" not in str(error)  # noqa: PT017


def test_a_truncated_file_is_reported(tmp_path: Path) -> None:
    file = tmp_path / "journal.db"
    with Journal.open(str(file)) as journal:
        journal.append("t1", [Entry("said", b"y" * 9000)] * 30, expected_version=0, key="a")
    os.truncate(file, file.stat().st_size // 2)
    with pytest.raises(BadJournal, match="is damaged"):
        Journal.open(str(file))


@pytest.mark.parametrize(
    ("place", "says"),
    [
        ("mysql://me:secret@here/db", "not in 'mysql'"),
        ("://me:secret@", "not a path or"),
        ("sqlite://", "a SQLite file"),
        ("postgresql://me:secret@/", "a PostgreSQL database"),
        ("/dev/null/journal.db", "folder /dev/null cannot be created: Not a directory|File exists"),
    ],
)
def test_a_place_that_cannot_hold_a_journal_is_refused(place: str, says: str) -> None:
    with pytest.raises(HousewayError, match=says) as raised:
        Journal.open(place)
    assert "secret" not in str(raised.value)


def test_reading_a_missing_journal_creates_nothing(journal_url: str, tmp_path: Path) -> None:
    with pytest.raises(BadJournal, match=r"^there is no journal "):
        Journal.open(journal_url, read_only=True)
    assert [path for path in tmp_path.rglob("*") if path.is_file()] == []


@pytest.mark.skipif(os.getuid() != 0, reason="only root can act as another user")
def test_a_read_only_copy_can_be_verified_but_not_written(tmp_path: Path) -> None:
    folder, closed = tmp_path / "copy", tmp_path / "closed"
    closed.mkdir(mode=0o700)
    with Journal.open(str(folder / "journal.db")) as journal:
        journal.append("t1", [CHIP], expected_version=0, key="a")
    for path in (tmp_path, *tmp_path.parents):
        if (
            path.stat().st_uid == 0
            and path.is_relative_to(tempfile.gettempdir())
            and path != Path(tempfile.gettempdir())
        ):
            path.chmod(0o755)
    folder.chmod(0o755)
    for path in folder.iterdir():
        path.chmod(0o644)
    os.seteuid(65534)
    try:
        with Journal.open(str(folder / "journal.db"), read_only=True) as journal:
            assert verify(journal).whole
            assert journal.balance("player:ann") == 1
        with pytest.raises(JournalFailed, match="belongs to another user"):
            Journal.open(str(folder / "journal.db"))
        with pytest.raises(JournalFailed, match="Permission denied"):
            Journal.open(str(folder / "more" / "journal.db"))
        with pytest.raises(HousewayError, match=r"cannot be opened|cannot be written"):
            Journal.open(str(folder / "other.db"))
        with pytest.raises(JournalFailed, match="Permission denied"):
            Journal.open(str(closed / "journal.db"), read_only=True)
    finally:
        os.seteuid(0)
