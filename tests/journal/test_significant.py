"""Significant events: noted once, read back by time and kind, and printed."""

from __future__ import annotations

import csv
import json
import platform
import sys
import threading
import unicodedata
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from houseway.errors import BadJournal, OldVersion, Refused, escaped
from houseway.journal.significant import STREAM, events, note, read_moment, to_append
from houseway.journal.store import Append, Entry, Journal
from houseway.journal.verify import verify
from houseway.web.floor.dealer_moves import Pace
from houseway.web.floor.house import OpenHouse
from support.command import Run, one_sentence


def test_an_event_says_who_what_when_before_after_and_why(tmp_path: Path) -> None:
    with Journal.open(str(tmp_path / "journal.db")) as journal:
        start = datetime.now(UTC)
        note(journal, "limit changed", by="Sam", what="mbs-v4", before={"main": 1}, after={"main": 2}, why="busy")
        note(journal, "house opened", by="system", what="process 1")
        first, second = events(journal)
        assert (first.kind, first.by, first.what, first.why) == ("limit changed", "Sam", "mbs-v4", "busy")
        assert (first.before, first.after, second.before, second.after) == ({"main": 1}, {"main": 2}, None, None)
        assert start <= first.when <= second.when <= datetime.now(UTC)
        assert first.when.utcoffset() == timedelta(0)
        assert [event.kind for event in events(journal, kind="house opened")] == ["house opened"]
        assert list(events(journal, since=second.when)) == [second]
        assert verify(journal).whole


def test_many_may_note_events_at_once(tmp_path: Path) -> None:
    with Journal.open(str(tmp_path / "journal.db")) as journal:

        def four() -> None:
            for _ in range(4):
                note(journal, "seen", by="x", what="y")

        threads = [threading.Thread(target=four) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert len(list(events(journal))) == 16


def test_an_event_is_kept_together_with_what_it_is_about_or_not_at_all(tmp_path: Path) -> None:
    with Journal.open(str(tmp_path / "journal.db")) as journal:
        noted = to_append("limit changed", by="Sam", what="mbs-v4")
        refused = Append(stream="table:mbs-v4", entries=(Entry("x", b""),), expected_version=7, key="x")
        with pytest.raises(OldVersion):
            journal.append_many([noted, refused], together=True)
        assert not list(events(journal))
        journal.append_many([noted], together=True)
        assert len(list(events(journal))) == 1


@pytest.mark.parametrize("body", [b"{}", b"[]", b'{"when":"then"}', b'{"when":"2026-11-17","x":1}'])
def test_a_damaged_event_is_named(tmp_path: Path, body: bytes) -> None:
    with Journal.open(str(tmp_path / "journal.db")) as journal:
        journal.append(STREAM, [Entry("seen", body)], expected_version=0, key="a")
        with pytest.raises(BadJournal, match="version 1 of events is damaged: it is not a significant event"):
            list(events(journal))


@pytest.mark.parametrize("text", ["yesterday", "", "2026-13-01"])
def test_a_moment_that_cannot_be_read_is_refused(text: str) -> None:
    with pytest.raises(Refused, match="is not a date or a time"):
        read_moment(text)


def test_audit_events_prints_text_json_and_csv(houseway: Run, tmp_path: Path) -> None:
    db = str(tmp_path / "journal.db")
    with Journal.open(db) as journal:
        note(journal, "limit changed", by="=Sam [red]", what="mbs-v4", before=1, after={"main": 2}, why="busy")
    line = houseway("audit", "events", "--db", db).stdout
    assert line.endswith("Z  limit changed: mbs-v4: 1 -> main 2, by =Sam [red] (busy)\n")
    (found,) = [json.loads(one) for one in houseway("audit", "events", "--db", db, "--json").stdout.splitlines()]
    assert (found["number"], found["by"], found["before"], found["after"]) == (1, "=Sam [red]", 1, {"main": 2})
    header, row = csv.reader(houseway("audit", "events", "--db", db, "--csv").stdout.splitlines())
    cells = dict(zip(header, row, strict=True))
    assert (cells["by"], cells["after"], cells["before"]) == ("'=Sam [red]", '{"main": 2}', "1")
    assert houseway("audit", "events", "--db", db, "--kind", "other").stdout == "no significant events\n"
    assert houseway("audit", "events", "--db", db, "--since", "2999-01-01", "--json").stdout == ""
    for fits in (("--by", "sam"), ("--about", "BUSY"), ("--about", '"main": 2')):
        assert houseway("audit", "events", "--db", db, *fits).stdout == line
        assert houseway("audit", "events", "--db", db, *fits, "--by", "Grace").stdout == "no significant events\n"
    one_sentence(houseway("audit", "events", "--db", db, "--since", "soon"), "is not a date or a time")
    one_sentence(houseway("audit", "events", "--db", db, "--json", "--csv"), "not both")


def test_a_house_notes_that_it_opens_and_closes_and_that_the_last_one_never_closed(tmp_path: Path) -> None:
    with Journal.open(str(tmp_path / "journal.db")) as journal:
        gone = json.dumps({"host": platform.node(), "process": 2**30, "started": "1"}).encode()
        journal.append("house", [Entry("house opened", gone)], expected_version=0, key="a")
        OpenHouse(journal, pace=Pace()).close()
        assert [event.kind for event in events(journal)] == ["house not closed", "house opened", "house closed"]
        OpenHouse(journal, pace=Pace()).close()
        assert [event.kind for event in events(journal)][3:] == ["house opened", "house closed"]


def test_audit_events_says_amounts_as_money_and_never_as_json(houseway: Run, tmp_path: Path) -> None:
    db = str(tmp_path / "journal.db")
    with Journal.open(db) as journal:
        after = {"tray": 500_00, "open": True, "limits": {"main": [10_00, 1000_00]}}
        note(journal, "fill", by="Sam", what="one", before={"tray": 0}, after=after)
    line = houseway("audit", "events", "--db", db).stdout
    assert line.endswith("one: tray 0.00 -> limits main 10.00 to 1,000.00, open yes, tray 500.00, by Sam\n")


def test_nothing_that_cannot_be_seen_is_printed_as_it_is() -> None:
    words = ("FILLER", "VARIATION SELECTOR", "INVISIBLE", "ZERO WIDTH", "BRAILLE PATTERN BLANK", "INTERLINEAR")
    shown = {"DEVANAGARI GAP FILLER", "NEWA GAP FILLER", "DIVES AKURU GAP FILLER", "MANICHAEAN PUNCTUATION LINE FILLER"}
    shown |= {f"BHAIKSUKI GAP FILLER-{number}" for number in (1, 2)}
    prepended = {*range(0x600, 0x606), 0x6DD, 0x70F, 0x890, 0x891, 0x8E2, 0x110BD, 0x110CD}  # marks that can be seen
    passes = [
        f"{code:X} {name}"
        for code in range(sys.maxunicode + 1)
        if escaped(letter := chr(code)) == letter and code not in prepended
        if (name := unicodedata.name(letter, "")) not in shown
        if unicodedata.category(letter) in ("Cc", "Cf", "Cs", "Zl", "Zp") or any(word in name for word in words)
    ]
    assert passes == []
    for seen in ("nein, größer - 'so'", "\N{GAME DIE} 百家乐 ルール नमस्ते", "Ann\N{NO-BREAK SPACE}!"):
        assert escaped(seen) == seen


def test_no_text_forges_a_line_or_steers_a_terminal(houseway: Run, tmp_path: Path) -> None:
    db = str(tmp_path / "journal.db")
    with Journal.open(db) as journal:
        note(journal, "stop", by="Sam", what="one", why="no\n2026-11-18 20:00:00Z  forged\x1b[31m\u202e\u2066")
    (line,) = houseway("audit", "events", "--db", db).stdout.splitlines()
    assert line.endswith(r"by Sam (no\n2026-11-18 20:00:00Z  forged\x1b[31m\u202e\u2066)")
    _, row = csv.reader(houseway("audit", "events", "--db", db, "--csv").stdout.splitlines())
    assert row[-1] == r"no\n2026-11-18 20:00:00Z  forged\x1b[31m\u202e\u2066"
