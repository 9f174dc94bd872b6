"""Heads in a second place: a file, a folder, a web address; written while a house is open, and demanded by an audit."""

from __future__ import annotations

import base64
import json
import logging
import sqlite3
import stat
import threading
import time
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from typing import Any

import pytest

from houseway.errors import BadHead
from houseway.journal import guard
from houseway.journal.guard import Guard
from houseway.journal.heads import TOKEN, File, Folder, Web, heads_at, read_place, remember, remembered
from houseway.journal.schema import TRIGGERS
from houseway.journal.significant import events
from houseway.journal.store import Entry, Journal
from houseway.journal.verify import verify
from support.command import Run, one_sentence
from support.tampering import tamper


@pytest.fixture
def db(tmp_path: Path) -> str:
    """Where the journal is."""
    return str(tmp_path / "journal" / "journal.db")


@pytest.fixture
def journal(db: str) -> Iterator[Journal]:
    with Journal.open(db) as opened:
        yield opened


def _append(journal: Journal, count: int = 1) -> None:
    version = journal.version("t")
    journal.append("t", [Entry("k", b"")] * count, expected_version=version, key=f"{version}")


def _cut(db: str, after: int) -> None:
    tamper(db, f"DELETE FROM journal_rows WHERE number > {after}")


class _Keeper(BaseHTTPRequestHandler):
    """A web address that keeps what it is sent."""

    def do_POST(self) -> None:
        keeper: Any = self.server
        keeper.asked.append((self.path, self.headers.get("authorization")))
        if keeper.fails:
            self.send_error(keeper.fails)
            return
        keeper.kept += self.rfile.read(int(self.headers["content-length"])).decode()
        self.send_response(302 if keeper.redirects else 204)
        if keeper.redirects:
            self.send_header("location", "/elsewhere")
        self.end_headers()

    def do_GET(self) -> None:
        keeper: Any = self.server
        if not keeper.kept:
            self.send_error(404)
            return
        self.send_response(200)
        self.end_headers()
        self.wfile.write(keeper.kept.encode())

    def log_message(self, *_: object) -> None:
        """Say nothing."""


@pytest.fixture
def keeper() -> Iterator[Any]:
    """A running web address for heads."""
    server: Any = HTTPServer(("127.0.0.1", 0), _Keeper)
    server.kept, server.asked, server.fails, server.redirects = "", [], 0, False
    server.url = f"http://127.0.0.1:{server.server_port}/heads"
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    yield server
    server.shutdown()
    server.server_close()
    thread.join()


@pytest.mark.parametrize("kind", ["file", "folder", "web"])
def test_heads_come_back_from_where_they_were_kept(
    journal: Journal, tmp_path: Path, keeper: Any, monkeypatch: pytest.MonkeyPatch, kind: str
) -> None:
    monkeypatch.setenv(TOKEN, "sesame")
    place = read_place({"file": f"{tmp_path}/kept.heads", "folder": f"{tmp_path}/heads/", "web": keeper.url}[kind])
    assert isinstance(place, {"file": File, "folder": Folder, "web": Web}[kind])
    assert heads_at(place, journal) == ()
    with Journal.open(str(tmp_path / "other.db")) as other:
        place.write(other.head())
    for _ in range(2):
        _append(journal)
        place.write(journal.head())
    assert [head.entries for head in heads_at(place, journal)] == [1, 2]
    assert verify(journal, heads=heads_at(place, journal)).whole
    if kind == "web":
        assert set(keeper.asked) == {("/heads", "Bearer sesame")}
    else:
        files = [path for path in tmp_path.rglob("*.heads") if path.is_file()]
        assert {stat.S_IMODE(path.stat().st_mode) for path in files} == {0o600}


def test_a_head_cut_short_does_not_count_and_a_forged_one_is_refused(journal: Journal, tmp_path: Path) -> None:
    file = tmp_path / "kept.heads"
    place = read_place(str(file))
    _append(journal)
    place.write(journal.head())
    whole = file.read_text()
    file.write_text(whole + whole[:100])
    _append(journal)
    place.write(journal.head())
    assert [head.entries for head in heads_at(place, journal)] == [1, 2]
    file.write_text(whole.replace("entries 1", "entries 0"))
    with pytest.raises(BadHead, match="signature of the head at entry 0"):
        heads_at(place, journal)


@pytest.mark.parametrize("text", ["", "ftp://somewhere/heads", "http:///heads"])
def test_what_is_no_place_is_refused(text: str) -> None:
    with pytest.raises(BadHead, match=r"is not a (place|web address)"):
        read_place(text)


def test_a_place_that_fails_says_so_without_a_password(journal: Journal, keeper: Any, tmp_path: Path) -> None:
    keeper.fails = 503
    with pytest.raises(BadHead, match=r"/heads answered 503$"):
        Web(keeper.url).write(journal.head())
    keeper.fails, keeper.redirects = 0, True
    with pytest.raises(BadHead, match=r"/heads answered 302$"):
        Web(keeper.url).write(journal.head())
    keeper.redirects = False
    Web(keeper.url.replace("//", "//me:p%40ss@")).write(journal.head())
    assert keeper.asked[-1] == ("/heads", f"Basic {base64.b64encode(b'me:p@ss').decode()}")
    gone = Web("http://me:secret@127.0.0.1:1/heads?token=secret")
    with pytest.raises(BadHead, match=r"^http://127.0.0.1:1/heads cannot be reached: .*refused"):
        gone.write(journal.head())
    assert "secret" not in gone.name
    for place in (File(tmp_path / "none" / "kept"), Folder(Path("/dev/null/heads"))):
        with pytest.raises(BadHead, match="cannot be"):
            place.write(journal.head())


def test_every_head_is_compared_not_only_the_newest(journal: Journal, db: str, tmp_path: Path) -> None:
    """Whoever rewrites the journal and has the key can sign new heads, but not take back the old ones."""
    place = File(tmp_path / "kept.heads")
    for _ in range(2):
        _append(journal)
        place.write(journal.head())
    _cut(db, 0)
    journal.append("t", [Entry("k", b"other")] * 3, expected_version=0, key="x")
    place.write(journal.head())
    heads = heads_at(place, journal)
    assert verify(journal, heads=heads[-1:]).whole
    assert verify(journal, heads=heads).findings == (
        "history was rewritten: entry 1 is not the one in the head",
        "history was rewritten: entry 2 is not the one in the head",
    )
    since = verify(journal, heads=heads, since=verify(journal).checkpoint)
    assert since.findings == verify(journal, heads=heads).findings


def test_an_audit_demands_the_heads_at_the_place_that_the_journal_names(
    journal: Journal, db: str, tmp_path: Path, houseway: Run
) -> None:
    place = File(tmp_path / "kept.heads")
    _append(journal, 3)
    alone = houseway("audit", "verify", "--db", db)
    assert (alone.returncode, "not shown that no entry was cut off" in " ".join(alone.stdout.split())) == (0, True)
    assert houseway("audit", "verify", "--db", db, "--require-head").returncode == 1
    remember(journal, place)
    missing = houseway("audit", "verify", "--db", db)
    assert missing.returncode == 1
    assert "there is no head of this journal at" in " ".join(missing.stdout.split())
    place.write(journal.head())
    good = houseway("audit", "verify", "--db", db, "--require-head", "--json")
    said = json.loads(good.stdout)
    assert (good.returncode, said["head"], said["heads"], said["not_shown"]) == (0, 4, 1, [])
    _append(journal)
    (later,) = json.loads(houseway("audit", "verify", "--db", db, "--json").stdout)["not_shown"]
    assert later == "that nothing after entry 5 was cut off: the newest head was taken at entry 4"
    place.write(journal.head())
    _cut(db, 4)
    cut = houseway("audit", "verify", "--db", db)
    assert cut.returncode == 1
    assert "entries 5 to 5 are missing" in " ".join(cut.stdout.split())
    place.path.unlink()
    place.path.mkdir()
    assert houseway("audit", "verify", "--db", db, "--heads", str(tmp_path)).returncode == 1


def test_an_audit_since_the_checkpoint_says_what_it_did_not_read(journal: Journal, db: str, houseway: Run) -> None:
    _append(journal, 3)
    assert "3 entries: all right" in " ".join(
        houseway("audit", "verify", "--db", db, "--since-checkpoint").stdout.split()
    )
    journal.keep_checkpoint(verify(journal).checkpoint)
    _append(journal)
    words = " ".join(houseway("audit", "verify", "--db", db, "--since-checkpoint").stdout.split())
    assert "4 entries (read from entry 4): all right" in words
    assert "not shown that entries up to 3 are still as they were" in words


def test_an_audit_of_a_long_journal_reads_what_is_new_and_all_of_it_when_asked(
    journal: Journal, db: str, houseway: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("houseway.journal.opening.ALL", 2)
    _append(journal, 3)
    journal.keep_checkpoint(verify(journal).checkpoint)
    _append(journal)
    tamper(db, "UPDATE journal_rows SET body = CAST('x' AS BLOB) WHERE number = 2")
    done = houseway("audit", "verify", "--db", db)
    assert (done.returncode, "4 entries (read from entry 4): all right" in " ".join(done.stdout.split())) == (0, True)
    whole = houseway("audit", "verify", "--db", db, "--all")
    assert (whole.returncode, "entry 2 " in whole.stdout) == (1, True)
    one_sentence(houseway("audit", "verify", "--db", db, "--all", "--since-checkpoint"), "choose --all or")
    monkeypatch.setattr("houseway.journal.opening.ALL", 3)
    assert houseway("audit", "verify", "--db", db).returncode == 1


def test_an_audit_without_heads_still_finds_what_was_cut_off_below_the_checkpoint(
    journal: Journal, db: str, tmp_path: Path, houseway: Run
) -> None:
    _append(journal, 3)
    journal.keep_checkpoint(verify(journal).checkpoint)
    _cut(db, 2)
    done = houseway("audit", "verify", "--db", db)
    assert (done.returncode, "entries 3 to 3 are missing" in " ".join(done.stdout.split())) == (1, True)
    (tmp_path / "journal" / "journal.db.checkpoint").write_text("nothing")
    assert houseway("audit", "verify", "--db", db).returncode == 1


def test_the_place_is_remembered_and_can_be_given_up(journal: Journal, tmp_path: Path) -> None:
    assert remembered(journal) == ""
    for place in (Web("https://me:secret@example.com/heads"), File(tmp_path / "a"), File(tmp_path / "a"), None):
        remember(journal, place)
    changes = [(event.before, event.after) for event in events(journal)]
    assert changes == [
        (None, "https://example.com/heads"),
        ("https://example.com/heads", str(tmp_path / "a")),
        (str(tmp_path / "a"), None),
    ]
    assert remembered(journal) == ""


def _until(true: Callable[[], object]) -> None:
    for _ in range(2000):
        if true():
            return
        time.sleep(0.005)
    raise AssertionError("it never happened")


def test_heads_are_written_after_entries_at_intervals_and_at_closing(
    journal: Journal, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(guard, "LOOKED", 0.005)
    place = File(tmp_path / "kept.heads")

    def kept() -> list[int]:
        return [head.entries for head in heads_at(place, journal)]

    with Guard(journal, opened=verify(journal), heads=place, entries=3, seconds=3600):
        _until(lambda: kept() == [0])
        _append(journal, 2)
        time.sleep(0.05)
        assert kept() == [0]
        _append(journal)
        _until(lambda: kept() == [0, 3])
        _append(journal)
    assert kept() == [0, 3, 4]
    with Guard(journal, opened=verify(journal), heads=place, entries=1000, seconds=0.01):
        _append(journal)
        _until(lambda: kept()[-1] == 5)
    assert kept().count(5) == 1


def test_a_head_that_cannot_be_kept_is_an_alarm_and_not_a_stop(
    journal: Journal, keeper: Any, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(guard, "LOOKED", 0.005)
    keeper.fails = 500
    with Guard(journal, opened=verify(journal), heads=Web(keeper.url), entries=1, seconds=0.01) as guarding:
        _until(lambda: guarding.head_failures > 3)
        _append(journal)
        keeper.fails = 0
        _until(lambda: keeper.kept and not guarding.head_failures)
    alarms = [record.getMessage() for record in caplog.records if record.levelno == logging.ERROR]
    assert len(alarms) == 1
    assert alarms[0].startswith("ALARM: a head of the journal could not be kept: ")
    assert [event.kind for event in events(journal)] == ["head not kept", "heads kept again"]
    assert heads_at(Web(keeper.url), journal)[-1].entries == journal.tip()[0]


def test_what_is_new_is_verified_while_the_house_is_open_and_a_change_is_an_alarm(
    journal: Journal, db: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(guard, "VERIFIED", 0.005)
    _append(journal, 3)
    found: list[str] = []
    with Guard(journal, opened=verify(journal), found=found.append) as guarding:
        _until(lambda: (kept := journal.checkpoint()) and kept.entries == 3)
        _append(journal)
        _until(lambda: (kept := journal.checkpoint()) and kept.entries == 4)
        name, trigger = next(iter(TRIGGERS["sqlite"].items()))
        with sqlite3.connect(db, isolation_level=None) as other:  # in one transaction, or the missing trigger is found
            for statement in ("BEGIN IMMEDIATE", f"DROP TRIGGER {name}"):
                other.execute(statement)
            other.execute("UPDATE journal_rows SET hash = CAST('x' AS BLOB) WHERE number = 4")
            for statement in (trigger, "COMMIT"):
                other.execute(statement)
        other.close()
        _until(lambda: found)
    assert found == ["history was rewritten: entry 4 is not the one that was verified"]
    assert guarding.findings == tuple(found)
    assert any("ALARM: the journal was changed from outside" in record.getMessage() for record in caplog.records)
    assert (kept := journal.checkpoint()) is not None
    assert kept.entries == 4
    assert [event.kind for event in events(journal)] == ["verification failed"]


def test_what_the_start_left_out_is_verified_while_the_house_is_open(
    journal: Journal, db: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(guard, "REST", 0)
    _append(journal, 3)
    journal.keep_checkpoint(verify(journal).checkpoint)
    tamper(db, "UPDATE journal_rows SET body = CAST('x' AS BLOB) WHERE number = 2")
    found: list[str] = []
    opened = verify(journal, since=journal.checkpoint())
    assert opened.whole
    with Guard(journal, opened=opened, found=found.append):
        _until(lambda: found)
    assert found[0].startswith("entry 2 ")


def test_closing_verifies_once_more(journal: Journal) -> None:
    with Guard(journal, opened=verify(journal)):
        _append(journal, 2)
    assert (kept := journal.checkpoint()) is not None
    assert kept.entries == 2
