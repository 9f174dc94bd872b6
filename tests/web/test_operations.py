"""Running a house: alarms, the clock, health, measures, and a log without secrets."""

from __future__ import annotations

import asyncio
import json
import sqlite3
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

pytest.importorskip("litestar", reason="the extra houseway[web] is not installed")

from houseway.errors import JournalFailed, Refused
from houseway.journal.significant import events
from houseway.journal.store import Journal
from houseway.rulebook.procedure import Fault
from houseway.table.state import Hold, Table
from houseway.web.floor.journal_trouble import JournalTrouble
from houseway.web.operations import watch as watching
from houseway.web.operations.alarms import CLOCK, HOLD, JOURNAL, Alarms
from houseway.web.operations.clock import ClockCheck, Synchronisation
from houseway.web.operations.metrics import read_place
from houseway.web.operations.watch import Watch
from houseway.web.wire.audience import Audience
from support.web_house import QUICK, Answer, Page, RunningHouse, Visitor, running_house

HELD = Hold(fault=Fault.POWER_FAILURE, clause="5.19")


class _House:
    """What the watch sees of a house, and may be changed."""

    def __init__(self, journal: Journal) -> None:
        self.journal, self.trouble, self.draining = journal, JournalTrouble(journal), False
        self.tables: dict[str, Any] = {}
        self.away: dict[str, Any] = {}

    def add(self, name: str, hold: Hold | None = None) -> None:
        self.tables[name] = SimpleNamespace(name=name, table=Table(round=3, hold=hold), audience=Audience())

    async def in_thread(self, work: Callable[[], None], /) -> None:
        work()
        self.trouble.worked()


@pytest.fixture
def house(tmp_path: Path) -> Iterator[_House]:
    """A house without tables."""
    with Journal.open(str(tmp_path / "journal.db")) as journal:
        yield _House(journal)


def _kinds(watch: Watch) -> list[tuple[str, str]]:
    asyncio.run(watch.look())
    return [(alarm.kind, alarm.about) for alarm in watch.alarms.raised()]


def test_a_hold_that_waits_too_long_raises_an_alarm_until_it_ends(house: _House) -> None:
    now = [0.0]
    watch = Watch(house, hold_minutes=10, now=lambda: now[0])
    house.add("one", HELD)
    house.add("two")
    assert _kinds(watch) == []
    now[0] = 599.0
    assert _kinds(watch) == []
    assert [table.on_hold for table in watch.tables()] == [599.0, None]
    now[0] = 601.0
    assert _kinds(watch) == [(HOLD, "one")]
    (alarm,) = watch.alarms.raised()
    assert alarm.sentence == f"table one has been on hold for 10 minutes: {HELD.fault.value}"
    house.add("one")
    assert _kinds(watch) == []


def test_a_failing_journal_is_an_alarm_and_not_ready_until_it_works_again(
    house: _House, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    watch = Watch(house)
    assert watch.readiness().ready
    monkeypatch.setattr("houseway.journal.database.PATIENCE", 0)
    monkeypatch.setattr("houseway.web.floor.journal_trouble.TRIED", 0.0)
    with sqlite3.connect(tmp_path / "journal.db", isolation_level=None) as other:
        other.execute("BEGIN IMMEDIATE")
        house.trouble.failed(Refused("locked"))
        assert not watch.readiness().ready
        other.rollback()
    assert _kinds(watch) == []
    assert watch.readiness().ready


def test_little_room_for_the_journal_is_an_alarm(house: _House, monkeypatch: pytest.MonkeyPatch) -> None:
    watch = Watch(house)
    monkeypatch.setattr(watching, "LITTLE_ROOM", 1 << 62)
    assert _kinds(watch) == [(JOURNAL, watching.ROOM)]
    monkeypatch.setattr(watching, "LITTLE_ROOM", 0)
    assert _kinds(watch) == []


def test_a_house_that_is_closing_is_not_ready(house: _House) -> None:
    watch = Watch(house)
    house.draining = True
    assert (watch.readiness().ready, watch.readiness().dealing) == (False, False)


def test_a_clock_that_jumps_raises_an_alarm_for_a_while() -> None:
    wall, steady, kept = [1000.0], [0.0], [Synchronisation(known=True)]
    check = ClockCheck(lambda: wall[0], lambda: steady[0], lambda: kept[0])

    def later(seconds: float, *, jump: float = 0.0) -> str:
        steady[0] += seconds
        wall[0] += seconds + jump
        return check.problem()

    assert later(5) == ""
    assert later(5, jump=1.0) == ""
    assert later(5, jump=-3600.0) == "the clock of this machine jumped back by 3,600 seconds"
    assert later(800) != ""
    assert later(200) == ""
    assert (check.jumps, round(check.drift)) == (1, -3599)


def test_a_clock_that_is_no_longer_synchronised_is_an_alarm_and_one_that_never_was_is_not() -> None:
    kept = [Synchronisation(known=True)]
    check = ClockCheck(lambda: 0.0, lambda: 0.0, lambda: kept[0])
    assert check.problem() == ""
    kept[0] = Synchronisation(known=True, synchronised=True, error=0.1)
    assert check.problem() == ""
    kept[0] = Synchronisation(known=True, synchronised=True, error=9.0)
    assert check.problem() == "the clock of this machine may be off by 9.0 seconds"
    kept[0] = Synchronisation(known=True)
    assert check.problem() == "the clock of this machine is no longer synchronised"


def test_the_watch_reports_the_clock(house: _House) -> None:
    wall = [0.0]
    watch = Watch(house, clock=ClockCheck(lambda: wall[0], lambda: 0.0, Synchronisation))
    wall[0] = 60.0
    assert _kinds(watch) == [(CLOCK, "")]


def test_a_clock_that_was_set_is_a_significant_event_also_when_the_journal_fails_at_first(
    house: _House, monkeypatch: pytest.MonkeyPatch
) -> None:
    wall, steady = [1_800_000_000.0], [0.0]
    watch = Watch(house, clock=ClockCheck(lambda: wall[0], lambda: steady[0], Synchronisation))

    def look(*, jump: float = 0.0) -> list[tuple[str, str, str, str, str, str]]:
        steady[0] += 5.0
        wall[0] += 5.0 + jump
        asyncio.run(watch.look())
        found = events(house.journal)
        return [(each.kind, each.by, each.what, each.before, each.after, each.why) for each in found]

    assert look(jump=1.5) == []
    first = (
        "clock set",
        "system",
        "the clock of the machine",
        "2027-01-15T08:00:11.500+00:00",
        "2027-01-15T07:00:11.500+00:00",
        "set back by 3,600 seconds",
    )
    assert look(jump=-3600.0) == [first]
    assert look() == [first]
    with monkeypatch.context() as failing:
        failing.setattr(watching, "note_clock_set", _fails)
        assert look(jump=7200.0) == [first]
    again, last = look()
    assert (again, last[-1], last[3]) == (first, "set ahead by 7,200 seconds", "2027-01-15T07:00:21.500+00:00")


def _fails(*_args: object, **_said: object) -> None:
    raise JournalFailed("the disk is gone")


def test_an_alarm_is_logged_once_and_keeps_its_time(caplog: pytest.LogCaptureFixture) -> None:
    moment = iter([100.0, 200.0, 300.0])
    alarms = Alarms(lambda: next(moment))
    alarms.raise_(JOURNAL, "first")
    alarms.raise_(JOURNAL, "second")
    (alarm,) = alarms.raised()
    assert (alarm.sentence, alarm.since) == ("second", "1970-01-01T00:01:40Z")
    alarms.clear(JOURNAL)
    alarms.clear(JOURNAL)
    assert [(record.levelname, record.message) for record in caplog.records] == [
        ("ALARM", "alarm: first"),
        ("WARNING", "the alarm has ended: second"),
    ]


def test_the_place_of_metrics_is_a_host_and_a_port() -> None:
    for wrong in ("9100", ":9100", "localhost:", "localhost:x", "localhost:70000"):
        with pytest.raises(Refused, match="--metrics takes an address"):
            read_place(wrong)


# ---------------------------------------------------------------------------------------------------------------------
# A busy house


@pytest.fixture(scope="module")
def busy(tmp_path_factory: pytest.TempPathFactory, cache_folder: Path) -> Iterator[tuple[RunningHouse, str]]:
    """A house that logs everything as JSON and is measured; and where."""
    journal = tmp_path_factory.mktemp("busy") / "journal.db"
    place = f"127.0.0.1:{free_port()}"
    options = ("--book", "mbs-v4", "--dealer", "person", "--log-format", "json", "--log-level", "debug")
    with running_house(journal, *options, *QUICK, "--metrics", place, "--hold-alarm", "0.01", cache=cache_folder) as it:
        yield it, f"http://{place}/metrics"


def free_port() -> int:
    """A port that nobody listens at."""
    import socket

    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return int(one.getsockname()[1])


def _status(url: str) -> int:
    try:
        with urllib.request.urlopen(url, timeout=30) as answer:
            return int(answer.status)
    except urllib.error.HTTPError as error:
        return error.code


def _measures(url: str) -> dict[str, float]:
    with urllib.request.urlopen(url, timeout=30) as answer:
        lines = answer.read().decode().splitlines()
    return {name: float(value) for name, value in (line.rsplit(" ", 1) for line in lines if not line.startswith("#"))}


def test_a_busy_house_is_measured_raises_alarms_and_logs_no_secret(busy: tuple[RunningHouse, str]) -> None:
    house, metrics = busy
    said = json.loads(urllib.request.urlopen(f"{house.url}/health/ready").read())
    assert said == {"ready": True, "journal_writable": True, "journal_verified": True, "dealing": True}
    assert json.loads(urllib.request.urlopen(f"{house.url}/health/live").read()) == {"live": True}
    assert _status(f"{house.url}/metrics") == 404  # never with the pages
    ann, boss = house.enter("Ann"), house.boss
    _knock(house)
    with ann.page("mbs-v4") as page, boss.page("mbs-v4", "staff") as dealer:
        _deal(page, dealer)
        dealer.did("report", fault="other", note="a test")
        measured = _measures(metrics)
        assert measured.items() >= EXPECTED.items()
        assert measured['houseway_refusals_total{of="message",reason="role"}'] >= 1
        assert measured["houseway_journal_commit_seconds_count"] > 5
        assert {"houseway_clock_drift_seconds", 'houseway_queue{of="counts"}'} <= measured.keys()
        assert [(alarm["kind"], alarm["about"]) for alarm in _alarms(ann, boss)] == [("hold", "mbs-v4")]
        assert _measures(metrics)['houseway_alarms{kind="hold"}'] == 1
        dealer.did("retract")
        page.did("view", position=1)
        cards = page.until_scene(lambda scene: scene["arranging"])["arranging"]["cards"]
        for step in ("end setting", "reveal", "settle"):
            dealer.did(step)
        page.until_phase("between rounds")
    proof = ann.get("/api/rounds")[0]["proof"]
    kept = [value for visitor in (ann, boss) for value in visitor.cookies.values()]
    secrets = {*kept, *(value.rpartition(".")[2] for value in kept), proof["seed"], proof["salt"], MARK}
    lines = [line for line in house.stop().splitlines() if line.startswith("{")]
    events = [json.loads(line) for line in lines]
    assert len(events) > 20
    assert any(event["level"] == "alarm" and event["about"] == "mbs-v4" for event in events)
    assert any(event.get("path") == "/nowhere" and event["request"] for event in events)
    for secret in (*secrets, *(f'"{card}"' for card in cards)):
        assert not [line for line in lines if secret in line], secret


EXPECTED = {
    "houseway_ready": 1,
    "houseway_sockets": 2,
    "houseway_holds": 1,
    'houseway_tables{phase="setting"}': 1,
    'houseway_requests_total{status="404"}': 2,
}
MARK = "secret-mark"
"""Part of everything that strangers send here where a secret could be."""


def _knock(house: RunningHouse) -> None:
    """Send what a careless log would repeat."""
    for wrong in ({"key": f"416e6e.{MARK}"}, {"key": 3}, {"name": "Bob", "extra": MARK}):
        with pytest.raises(Answer):
            Visitor(house).post("/return", wrong)
    assert _status(f"{house.url}/staff?invitation={MARK}&cookie={MARK}") == 200
    assert _status(f"{house.url}/nowhere?key={MARK}") == 404


def _deal(page: Page, dealer: Page) -> None:
    """A player and a dealer begin a round, with a mistake on the way."""
    page.did("sit", position=1)
    dealer.did("place your bets")
    page.until_phase("betting")
    page.did("wager", position=1, wager="main", cents=1000)
    page.say({"type": "cut", "words": MARK})
    dealer.did("no more bets")
    assert page.do("deal")["type"] == "refused"
    dealer.did("deal")
    page.until_phase("setting")


def _alarms(player: Visitor, staff: Visitor) -> list[dict[str, str]]:
    """Wait for the alarms, which players are not shown."""
    with pytest.raises(Answer):
        player.get("/staff/alarms")
    end = time.monotonic() + 60
    found: list[dict[str, str]] = []
    while not found:
        assert time.monotonic() < end
        time.sleep(0.2)
        found = staff.get("/staff/alarms")["alarms"]
    return found
