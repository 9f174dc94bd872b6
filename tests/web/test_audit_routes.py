"""The records of the house over HTTP: what an auditor reads, and that reading changes nothing but the note of it."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterator
from typing import Any

import pytest

pytest.importorskip("litestar", reason="the extra houseway[web] is not installed")

from litestar import Litestar
from litestar.testing import TestClient

from houseway.journal.significant import note
from houseway.journal.store import Journal
from houseway.people.account import StaffSignedIn
from houseway.people.names import new_secret
from houseway.people.positions import Position
from houseway.web.floor.dealer_moves import Pace
from houseway.web.floor.house import OpenHouse
from houseway.web.floor.opening import Opening
from houseway.web.http.app import make_app
from houseway.web.operations.evidence import read_evidence
from support.web_house import hire

Client = TestClient[Litestar]


@pytest.fixture(scope="module")
def auditor(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Client]:
    """An auditor's browser in a house with one table."""
    folder = tmp_path_factory.mktemp("house")
    with Journal.open(str(folder / "journal.db")) as journal:
        house = OpenHouse(journal, pace=Pace())
        house.open_tables([Opening(name="one", book="five-card", dealer="person")])
        hire(journal, "Ada", Position.AUDITOR)
        token, digest = new_secret("Ada")
        at = house.staff.clock()
        house.staff.change("Ada", lambda _: [StaffSignedIn(at=at, session=digest, counter=0)])
        note(journal, "something odd", by="dealer =Sam", what="one", before=1, after={"main": 2}, why="a test")
        app = make_app(house, entries=10**6, questions=10**6, sockets=10**6)
        with TestClient(app, cookies={"houseway-staff": token}) as running:
            yield running
            running.blocking_portal.call(house.stop)


def _get(client: Client, address: str) -> Any:
    answer = client.get(address)
    assert answer.status_code == 200, answer.text
    return answer.json()


def test_the_state_names_the_last_entry_the_program_and_the_books(auditor: Client) -> None:
    house: OpenHouse = auditor.app.state.house
    state = _get(auditor, "/staff/audit")
    number, last = house.journal.tip()
    assert (state["entries"], state["hash"]) == (number, last.hex())
    assert (state["program"], state["changed"], state["heads"]) == (house.program.now.program, [], "")
    (table,) = state["tables"]
    assert (table["name"], table["rounds"], table["open"]) == ("one", 0, True)
    assert table["digest"] == house.program.now.books["five-card"]
    assert {"house opened", "table opened", "something odd"} <= set(state["kinds"])


def test_verifying_says_what_it_cannot_show(auditor: Client) -> None:
    found = _get(auditor, "/staff/audit/verify")
    assert (found["findings"], found["heads"]) == ([], 0)
    assert "no entry was cut off the end" in found["not_shown"][0]


def test_events_are_found_by_kind_name_text_and_time(auditor: Client) -> None:
    every = _get(auditor, "/staff/audit/events?last=200")["events"]
    assert [event["number"] for event in every] == sorted((event["number"] for event in every), reverse=True)
    (odd,) = _get(auditor, "/staff/audit/events?kind=something odd")["events"]
    assert (odd["by"], odd["before"], odd["after"], odd["why"]) == ("dealer =Sam", 1, {"main": 2}, "a test")
    for query in ("by=%3Dsam", "about=a TEST", "about=main&kind=something odd"):
        assert [each["number"] for each in _get(auditor, f"/staff/audit/events?{query}")["events"]] == [odd["number"]]
    assert _get(auditor, "/staff/audit/events?since=2999-01-01") == {"events": [], "more": False}
    first = _get(auditor, "/staff/audit/events?last=1")
    assert (len(first["events"]), first["more"]) == (1, True)
    older = _get(auditor, f"/staff/audit/events?last=1&before={first['events'][0]['number']}")["events"]
    assert older == every[1:2]
    assert auditor.get("/staff/audit/events?since=soon").status_code == 409


def test_events_the_journal_and_the_evidence_are_exported(auditor: Client) -> None:
    written = auditor.get("/staff/audit/events/export?kind=something odd")
    _, row = csv.reader(io.StringIO(written.text))
    assert row[2:] == ["something odd", "dealer =Sam", "one", "1", '{"main":2}', "a test"]
    lines = [json.loads(line) for line in auditor.get("/staff/audit/journal/export").text.splitlines()]
    assert [line["number"] for line in lines] == list(range(1, len(lines) + 1))
    assert lines[-1]["hash"] == auditor.app.state.house.journal.tip()[1].hex()
    assert [row["topic"] for row in _get(auditor, "/staff/audit/evidence")] == [row.topic for row in read_evidence()]


def test_reading_writes_nothing(auditor: Client) -> None:
    before = auditor.app.state.house.journal.tip()
    for address in ("/staff/audit", "/staff/audit/events", "/staff/audit/verify", "/staff/audit/evidence"):
        _get(auditor, address)
    assert auditor.app.state.house.journal.tip() == before
