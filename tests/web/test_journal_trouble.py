"""A journal that fails: people are shown one neutral sentence, and the log says what is wrong, once."""

from __future__ import annotations

import json
import logging
import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest
from litestar.testing import TestClient

from houseway.errors import BadJournal, BadSeal, HouseClosing, JournalFailed, NotEnoughChips
from houseway.journal import database
from houseway.journal.significant import events
from houseway.journal.store import Journal
from houseway.web.floor import journal_trouble
from houseway.web.floor.dealer_moves import Pace
from houseway.web.floor.house import OpenHouse
from houseway.web.floor.journal_trouble import NEUTRAL, JournalTrouble, shown
from houseway.web.floor.opening import Opening
from houseway.web.http.app import make_app

HERE = {"origin": "http://testserver.local"}


@pytest.fixture
def db(tmp_path: Path) -> Path:
    """Where the journal is."""
    return tmp_path / "journal.db"


@pytest.fixture
def journal(db: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Journal]:
    """A journal whose writers lose their patience at once."""
    monkeypatch.setattr(database, "PATIENCE", 0.05)
    with Journal.open(str(db)) as opened:
        yield opened


def test_an_error_about_the_journal_is_not_shown() -> None:
    for error in (JournalFailed("the disk /srv is full"), BadJournal("/srv is damaged"), BadSeal("no key /srv/key")):
        assert shown(error) == NEUTRAL
    for other in (HouseClosing("The house is closing."), NotEnoughChips("ann has 1.00")):
        assert shown(other) == str(other)


def test_players_see_a_neutral_sentence_while_the_journal_is_locked_and_the_log_says_why(
    journal: Journal, db: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    house = OpenHouse(journal, pace=Pace())
    house.open_tables([Opening(name="mbs-v4", book="mbs-v4")])
    caplog.set_level(logging.WARNING)
    with TestClient(make_app(house, entries=1000, questions=1000, sockets=100)) as client:
        assert client.post("/enter", json={"name": "Ann"}).status_code < 300
        with client.websocket_connect("/socket/mbs-v4?as=player&protocol=2") as page:
            assert json.loads(page.receive_text())["type"] == "hello"
            with sqlite3.connect(db, isolation_level=None) as other:
                other.execute("BEGIN IMMEDIATE")
                refused = client.post("/enter", json={"name": "Bob"})
                assert (refused.status_code, refused.json()["error"]) == (503, NEUTRAL)
                for number in range(3):
                    page.send_text(
                        json.dumps({"type": "do", "id": f"{number}", "command": {"type": "sit", "position": 1}})
                    )
                    answer = json.loads(page.receive_text())
                    assert (answer["type"], answer["reason"], answer["sentence"]) == ("refused", "failed", NEUTRAL)
                other.execute("ROLLBACK")
            other.close()
            alarms = [record.getMessage() for record in caplog.records if "ALARM" in record.getMessage()]
            assert alarms == [
                f"ALARM: the journal failed: the journal {db} cannot be used: another program kept it "
                "locked for 10 seconds"
            ]
            assert house.trouble.failures == 4
            monkeypatch.setattr(journal_trouble, "TRIED", 0)
            page.send_text(json.dumps({"type": "do", "id": "9", "command": {"type": "sit", "position": 1}}))
            while (answer := json.loads(page.receive_text()))["type"] != "done":
                assert answer["type"] == "happened"
        house.trouble.worked()
        assert house.trouble.failures == 0
        (noted,) = events(journal, kind="journal failed")
        assert noted.what.startswith("4 times in ")


def test_the_alarm_is_repeated_once_a_minute_and_counts(
    journal: Journal, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = [1000.0]
    monkeypatch.setattr("houseway.web.floor.journal_trouble.time.monotonic", lambda: now[0])
    trouble = JournalTrouble(journal)
    trouble.failed(HouseClosing("closing"))
    assert trouble.failures == 0
    same = JournalFailed("the disk is full")
    trouble.failed(same)
    trouble.failed(same)
    for _ in range(120):
        now[0] += 1
        trouble.failed(JournalFailed("the disk is full"))
    assert trouble.failures == 121
    said = [record.getMessage() for record in caplog.records]
    assert said == [f"ALARM: the journal failed{times}: the disk is full" for times in ("", " 61 times", " 121 times")]


def test_it_is_over_only_when_something_can_be_written(
    journal: Journal, db: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(journal_trouble, "TRIED", 0)
    trouble = JournalTrouble(journal)
    trouble.worked()
    trouble.failed(JournalFailed("the disk is full"))
    with sqlite3.connect(db, isolation_level=None) as other:
        other.execute("BEGIN IMMEDIATE")
        trouble.worked()
        assert trouble.failures == 2
        other.execute("ROLLBACK")
    other.close()
    assert not list(events(journal))
    trouble.worked()
    assert trouble.failures == 0
    assert "works again; it had failed 2 times" in caplog.records[-1].getMessage()
