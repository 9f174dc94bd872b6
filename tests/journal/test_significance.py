"""Which entries are significant events: a decision for every kind of every stream, and a note with each that is one."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import get_args

import pytest

from houseway import books
from houseway.cage import acts as cage
from houseway.cage.desk import Cage, content_of
from houseway.cage.retiring import RETIRED, retire
from houseway.errors import Refused
from houseway.journal import significant
from houseway.journal.store import Journal
from houseway.kept import debts
from houseway.kept.approval_facts import ENDS, Asked, CarriedOut, Confirmed, Declined, Expired, TakenBack
from houseway.kept.large import LARGE_WAGER, LARGE_WIN, large
from houseway.kept.settings import HOUSE_MONEY, change_settings
from houseway.kept.significance import DECISIONS, REQUESTS, YES, is_significant, why_not
from houseway.kept.tables import KeptTable, buy_chips
from houseway.people import account, protection_facts
from houseway.rulebook.comparison import Result
from houseway.rulebook.procedure import Fault, Remedy, Role
from houseway.table import commands as c
from houseway.table import events as e
from support.command import ROOT, Run
from support.two_people import approved, ask

SOURCE = ROOT / "src" / "houseway"
UNIONS = {
    "table:": get_args(e.AnyEvent),
    "cage": get_args(cage.AnyAct),
    "owed:": get_args(debts.AnyDebt),
    "staff:": get_args(account.AnyStaffEvent),
    "protection:": get_args(protection_facts.AnyKept),
    "approvals:": (Asked, Confirmed, CarriedOut, Declined, TakenBack, Expired),
}
BOSS, SAM = c.Actor("Grace", Role.GAMING_SHIFT_MANAGER), c.Actor("Sam", Role.DEALER)


@pytest.mark.parametrize("stream", UNIONS)
def test_every_kind_of_a_stream_is_decided_and_no_other(stream: str) -> None:
    assert {str(each.__struct_config__.tag) for each in UNIONS[stream]} == set(DECISIONS[stream])


def test_every_stream_of_the_program_is_decided() -> None:
    written = {stream for path in SOURCE.rglob("*.py") for stream in _streams(path.read_text(encoding="utf-8"))}
    assert written - {significant.STREAM} == {*DECISIONS, REQUESTS}


def _streams(source: str) -> Iterator[str]:
    """The streams that a module names: as a constant, or where it puts one together."""
    for line in source.splitlines():
        if re.match(r"_?(STREAM|ASKED|DECK|LIST|PERSON|RUN)\b[^=]*=", line):
            yield from re.findall(r'"([a-z]+:?)"', line.removesuffix(', "result"'))
        elif "stream" in line:
            yield from re.findall(r'f"([a-z]+:)\{(?:table|name)\}"', line)
        elif line.startswith("def owed("):
            yield "owed:"


@pytest.mark.parametrize("stream", DECISIONS)
def test_what_is_not_significant_has_a_reason_in_words(stream: str) -> None:
    for reason in DECISIONS[stream].values():
        assert reason == YES or len(reason) > 20


def test_a_kind_that_nobody_decided_on_is_not_written() -> None:
    with pytest.raises(LookupError):
        why_not("table:one", "something new")
    assert is_significant("cage", "fill")


@pytest.fixture
def journal(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Journal]:
    """A journal that checks that every significant entry is written together with a note of it."""
    check_notes(monkeypatch)
    with Journal.open(str(tmp_path / "journal.db")) as opened:
        yield opened


def check_notes(monkeypatch: pytest.MonkeyPatch) -> None:
    """Refuse to write a significant entry without its note, in any journal."""
    write = Journal.append_many

    def checked(self: Journal, appends, *, together=False):  # type: ignore[no-untyped-def]
        kinds = [(each.stream, entry.kind) for each in appends for entry in each.entries]
        wanted = [kind for kind in kinds if kind[0] != significant.STREAM and not kind[0].startswith(REQUESTS)]
        notes = [kind for kind in kinds if kind[0] == significant.STREAM]
        if ("prohibited", "player prohibited") not in kinds:  # it was noted at another table
            wanted = [kind for kind in wanted if kind[1] != "player prohibited"]
        assert len(notes) >= sum(is_significant(*kind) for kind in wanted), kinds
        return write(self, appends, together=together)

    monkeypatch.setattr(Journal, "append_many", checked)


def _kinds(journal: Journal) -> list[str]:
    return [event.kind for event in significant.events(journal)]


def test_a_void_is_noted_with_who_the_money_and_why(journal: Journal) -> None:
    table = KeptTable.open(journal, "mbs-v4", books.get("mbs-v4"), limits={"main": (1000, 100000)}, by=BOSS)
    ann = c.Actor("ann", Role.PLAYER)
    buy_chips(journal, "ann", 100_00)
    table.ask(c.Sit(by=ann, position=1))
    table.ask(c.AnnouncePlaceYourBets(by=SAM))
    table.ask(c.PlaceWager(by=ann, position=1, wager="main", cents=1000))
    table.ask(c.AnnounceNoMoreBets(by=SAM))
    table.ask(c.Report(by=SAM, fault=Fault.WRONG_DECK, note="two Jokers"))
    ask(table, c.RemedyFault(by=BOSS, remedy=Remedy.VOID))
    opened, reported, remedied, voided = significant.events(journal)
    assert (opened.kind, opened.by, opened.what) == ("table opened", "gaming shift manager Grace", "mbs-v4")
    assert (reported.kind, reported.by) == ("irregularity reported", "dealer Sam")
    assert reported.why.startswith("wrong deck, 5.")
    assert "Joker" not in str(list(significant.events(journal)))
    assert (remedied.before, remedied.after) == ("on hold", "void")
    assert (voided.kind, voided.by, voided.what) == ("round voided", "gaming shift manager Grace", "mbs-v4, round 1")
    assert voided.before == [{"player": "ann", "wager": "main", "staked": 1000}]
    assert voided.after == [{"player": "ann", "wager": "main", "returned": 1000}]
    assert voided.why.startswith("wrong deck, 5.")


def test_large_wagers_and_large_wins_are_noted(journal: Journal) -> None:
    """GLI-19 2.8.8."""
    change_settings(journal, by="the tests", large_above=50_00)
    table = KeptTable.open(journal, "mbs-v4", books.get("mbs-v4"), limits={"main": (1000, 100000)}, by=BOSS)
    ann = c.Actor("ann", Role.PLAYER)
    buy_chips(journal, "ann", 500_00)
    table.ask(c.Sit(by=ann, position=1))
    table.ask(c.AnnouncePlaceYourBets(by=SAM))
    for cents in (50_00, 10_00, 10_00):  # it becomes large once
        table.ask(c.PlaceWager(by=ann, position=1, wager="main", cents=cents))
    wager = list(significant.events(journal))[-1]
    assert [each.kind for each in significant.events(journal)].count(LARGE_WAGER) == 1
    assert (wager.by, wager.what) == ("ann", "mbs-v4, round 1, main of player ann at position 1")
    assert (wager.after, wager.why) == ({"staked": 60_00}, "above 50.00")
    won = e.WagerSettled(
        position=1, wager="main", player="ann", stake=7000, result=Result.WIN, payout=7000, commission=350, back=7000
    )
    envy = e.EnvyPaid(player="bob", position=1, line="", cents=50_00)
    [win] = large("mbs-v4", table.table, [won, envy], 50_00)
    assert win.entries[0].kind == LARGE_WIN
    assert json.loads(win.entries[0].body)["after"] == {"won": 66_50}
    assert not list(large("mbs-v4", table.table, [won], 0))


def test_limits_and_prohibitions_are_noted_with_before_and_after(journal: Journal) -> None:
    table = KeptTable.open(journal, "mbs-v4", books.get("mbs-v4"), limits={"main": (1000, 100000)})
    limits = {**table.table.limits, "main": (2500, 100000)}
    table.ask(c.SetLimits(by=BOSS, limits=limits))
    table.ask(c.Prohibit(by=BOSS, player="ann"))
    table.ask(c.Prohibit(by=c.HOUSE, player="bob"))  # passed on from another table, where it was noted
    _, changed, prohibited = significant.events(journal)
    assert (changed.before["limits"]["main"], changed.after["limits"]["main"]) == ([1000, 100000], [2500, 100000])
    assert (prohibited.what, prohibited.before, prohibited.after) == (
        "mbs-v4, round 0, player ann",
        "may play",
        "prohibited",
    )


def test_retiring_a_table_is_one_transaction(journal: Journal, monkeypatch: pytest.MonkeyPatch) -> None:
    desk = Cage(journal)
    desk.record(BOSS, cage.ShiftOpened())
    desk.record(BOSS, cage.Filled(table="one", cents=500))
    before = journal.tip()
    monkeypatch.setattr(significant, "_now", lambda: (_ for _ in ()).throw(OSError("killed")))
    with pytest.raises(OSError, match="killed"):
        retire(desk, BOSS, "one", why="moved")
    assert journal.tip() == before
    monkeypatch.undo()
    check_notes(monkeypatch)
    retire(desk, BOSS, "one", why="moved")
    opened, fill, credit, retired = significant.events(journal)
    assert (opened.kind, fill.before, fill.after) == ("shift opened", {"tray": 0}, {"tray": 500})
    assert (credit.kind, credit.before, credit.after) == ("credit", {"tray": 500}, {"tray": 0})
    assert credit.by == "gaming shift manager Grace"
    assert (retired.kind, retired.why, retired.after) == (RETIRED, "moved", "closed for good")


def test_a_table_with_a_large_float_is_not_retired_by_one_person(journal: Journal) -> None:
    change_settings(journal, by="the machine", money=HOUSE_MONEY)
    desk, large = Cage(journal), cage.Filled(table="one", cents=20_000_00)
    desk.record(BOSS, cage.ShiftOpened())
    desk.record(BOSS, large, approval=approved(journal, content_of(large)))
    with pytest.raises(Refused, match=r"the tray of one holds 20,000\.00, and a credit of that size takes two people"):
        retire(desk, BOSS, "one", why="moved")
    assert desk.tray("one") == 20_000_00
    back = cage.Credited(table="one", cents=20_000_00)
    desk.record(BOSS, back, approval=approved(journal, content_of(back)))
    retire(desk, BOSS, "one", why="moved")
    assert desk.tray("one") == 0


def test_what_two_people_decide_is_noted(journal: Journal) -> None:
    large = cage.Filled(table="one", cents=20_000_00)
    desk = Cage(journal)
    desk.record(BOSS, cage.ShiftOpened())
    desk.record(BOSS, large, approval=approved(journal, content_of(large)))
    _, asked, confirmed, fill = significant.events(journal)
    assert (asked.kind, asked.by, asked.what) == ("approval asked", "pit supervisor Pia", "house: a test")
    assert (confirmed.kind, confirmed.by, confirmed.why) == (
        "approval confirmed",
        "gaming shift manager Sam",
        "asked for by Pia",
    )
    assert (fill.kind, fill.why) == ("fill", "confirmed by Sam")
    assert {*DECISIONS["approvals:"]} >= ENDS


def test_the_decisions_are_printed(houseway: Run) -> None:
    lines = [json.loads(line) for line in houseway("audit", "events", "--kinds", "--json").stdout.splitlines()]
    assert {(line["stream"], line["kind"]) for line in lines} == {
        (stream, kind) for stream, kinds in DECISIONS.items() for kind in kinds
    }
    assert "table:       round voided                 yes\n" in houseway("audit", "events", "--kinds").stdout
