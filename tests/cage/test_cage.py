"""The cage against a model kept by hand: over random play and random acts, every account and every report agrees."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from houseway import books
from houseway.cage import acts as a
from houseway.cage.desk import Cage, content_of
from houseway.cage.report import shift_report
from houseway.errors import KeyReused, NeedsAnother, NotEnoughChips, OldVersion, Refused, WrongRole
from houseway.journal.entry import Entry, Posting
from houseway.journal.significant import events as significant
from houseway.journal.store import Journal
from houseway.journal.verify import verify
from houseway.kept import debts, repaying
from houseway.kept.debts import DebtBooked
from houseway.kept.settings import change_settings
from houseway.kept.tables import HOUSE, KeptTable
from houseway.rulebook.procedure import Role
from houseway.table import commands as c
from houseway.table import events as e
from support.two_people import approved

BOOK = books.get("mbs-v4")
MANAGER = c.Actor("Sam", Role.GAMING_SHIFT_MANAGER)
SUPERVISOR = c.Actor("Pat", Role.PIT_SUPERVISOR)
DEALER = c.Actor("Dan", Role.DEALER)
NAMES = ("ann", "bob")
NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[Journal]:
    with Journal.open(str(tmp_path / "journal.db")) as opened:
        change_settings(opened, by="Sam", money="house")
        yield opened


@pytest.fixture
def cage(journal: Journal) -> Cage:
    opened = Cage(journal, clock=lambda: NOON)
    opened.record(MANAGER, a.ShiftOpened())
    return opened


class Model:
    """A house of two tables, and what everything should come to, kept without the ledger."""

    def __init__(self, journal: Journal, cage: Cage, seed: int) -> None:
        self.journal, self.cage, self.draw = journal, cage, random.Random(seed)
        self.tables = {name: KeptTable.open(journal, name, BOOK, positions=2) for name in ("one", "two")}
        for kept in self.tables.values():
            for at, name in enumerate(NAMES, 1):
                kept.ask(c.Sit(by=c.Actor(name, Role.PLAYER), position=at))
        self.chips: Counter[str] = Counter()
        self.trays: Counter[str] = Counter()
        self.drops: Counter[str] = Counter()
        self.shift = _empty()

    def step(self) -> None:
        """One random thing, done and noted; what is refused changes nothing."""
        table, name = self.draw.choice(tuple(self.tables)), self.draw.choice(NAMES)
        cents = self.draw.choice([1, 99, 25_00, 333_33, 1000_00])
        before = self.journal.balances()
        try:
            self.draw.choice(
                [self._play, self._play, self._buy, self._cash_out, self._fill, self._credit, self._count]
            )(table, name, cents)
        except Refused:
            assert self.journal.balances() == before

    def _play(self, table: str, name: str, cents: int) -> None:
        del name, cents
        kept, draw = self.tables[table], self.draw
        bets = {n: min(self.chips[n] // 2 // 100 * 100, 200_00) for n in NAMES}
        if not any(bets.values()):
            return
        kept.ask(c.AnnouncePlaceYourBets(by=HOUSE))
        events: list[e.Event] = []
        for at, name in enumerate(NAMES, 1):
            if bets[name]:
                by = c.Actor(name, Role.PLAYER)
                kept.ask(c.PlaceWager(by=by, position=at, wager="main", cents=bets[name]))
                if draw.random() < 0.5 and self.chips[name] - bets[name] >= 100:
                    kept.ask(c.PlaceWager(by=by, position=at, wager="fortune-bonus", cents=100))
        kept.ask(c.AnnounceNoMoreBets(by=HOUSE))
        deck = [card.text for card in BOOK.deck.cards]
        draw.shuffle(deck)
        for command in (c.Deal(by=HOUSE, deck=tuple(deck)), c.EndSetting(by=HOUSE), c.Reveal(by=HOUSE)):
            kept.ask(command)
        events += kept.ask(c.Settle(by=HOUSE)).events
        for event in events:
            if isinstance(event, e.WagerSettled):
                gained = event.received - event.stake
            elif isinstance(event, e.EnvyPaid):
                gained = event.cents
            else:
                continue
            self.chips[event.player] += gained
            self._note(table, "win", -gained)
            self.trays[table] -= gained

    def _buy(self, table: str, name: str, cents: int) -> None:
        at = table if self.draw.random() < 0.5 else ""
        self.cage.record(SUPERVISOR, a.BoughtIn(player=name, cents=cents, table=at))
        self.chips[name] += cents
        if at:
            self.trays[table] -= cents
            self.drops[table] += cents
            self._note(table, "drop", cents)
        else:
            self.shift["bought"] += cents

    def _cash_out(self, table: str, name: str, cents: int) -> None:
        del table
        act = a.CashedOut(player=name, cents=cents)
        self.cage.record(SUPERVISOR, act, approval=approved(self.cage.journal, content_of(act)))
        self.chips[name] -= cents
        self.shift["cashed"] += cents

    def _fill(self, table: str, name: str, cents: int) -> None:
        del name
        self.cage.record(SUPERVISOR, a.Filled(table=table, cents=cents))
        self.trays[table] += cents
        self._note(table, "fills", cents)

    def _credit(self, table: str, name: str, cents: int) -> None:
        del name
        self.cage.record(SUPERVISOR, a.Credited(table=table, cents=cents))
        self.trays[table] -= cents
        self._note(table, "credits", cents)

    def _count(self, table: str, name: str, cents: int) -> None:
        del name
        found = max(0, self.trays[table] + self.draw.choice([0, 0, cents, -cents]))
        self.cage.record(SUPERVISOR, a.Counted(table=table, cents=found))
        self._note(table, "variance", found - self.trays[table])
        self.trays[table] = found

    def _note(self, table: str, what: str, cents: int) -> None:
        self.shift[f"{table} {what}"] += cents

    def check(self) -> None:
        """The ledger says what the model says."""
        found = self.journal.balances()
        assert sum(found.values()) == 0
        assert {name: found.get(f"player:{name}", 0) for name in NAMES} == {name: self.chips[name] for name in NAMES}
        for table in self.tables:
            assert a.tray(found, table) == self.trays[table]
            assert found.get(f"drop:{table}", 0) == self.drops[table]

    def check_report(self) -> None:
        """The report of the shift says what the model says."""
        report = shift_report(self.cage)
        assert report.balances, report.verdict
        assert (report.bought_at_cage, report.cashed_out) == (self.shift["bought"], self.shift["cashed"])
        for table in report.tables:
            for what in ("fills", "credits", "drop", "win", "variance"):
                assert getattr(table, what) == self.shift[f"{table.table} {what}"], (table, what)
            assert table.closing == table.expected == self.trays[table.table]
            assert table.win_by_count == table.win + table.variance
        assert {table.table for table in report.tables} >= {name for name in self.tables if self.trays[name]}
        assert report.chips_out == sum(self.chips.values())

    def next_shift(self) -> None:
        self.cage.record(MANAGER, a.ShiftClosed())
        self.cage.record(MANAGER, a.ShiftOpened())
        self.shift = _empty()


def _empty() -> Counter[str]:
    return Counter()


@pytest.mark.parametrize("seed", [*range(3), *(pytest.param(seed, marks=pytest.mark.full) for seed in range(3, 40))])
def test_over_random_play_and_acts_every_account_and_report_agrees(journal: Journal, cage: Cage, seed: int) -> None:
    model = Model(journal, cage, seed)
    for _shift in range(2):
        for _step in range(25):
            model.step()
            model.check()
        model.check_report()
        model.next_shift()
    first = shift_report(cage, 1)
    assert first.is_closed
    assert first.balances
    assert verify(journal).whole


def test_a_report_of_a_closed_shift_never_changes(journal: Journal, cage: Cage) -> None:
    cage.record(SUPERVISOR, a.Filled(table="one", cents=500_00))
    cage.record(MANAGER, a.ShiftClosed())
    before = shift_report(cage, 1)
    cage.record(MANAGER, a.ShiftOpened())
    cage.record(SUPERVISOR, a.Filled(table="one", cents=7_00))
    assert shift_report(Cage(journal), 1) == before
    (second,) = shift_report(cage).tables
    assert (second.opening, second.fills, second.closing) == (500_00, 7_00, 507_00)
    with pytest.raises(Refused, match="there is no shift 9; the last is shift 2"):
        shift_report(cage, 9)


def test_a_posting_past_the_cage_is_found_by_the_report(journal: Journal, cage: Cage) -> None:
    """Chips put into a tray without a slip: the report says which figure does not agree."""
    moved = (Posting("cage", -5), Posting("float:one", 5))
    journal.append("elsewhere", [Entry("fill", b"{}", moved)], expected_version=0, key="past the cage")
    report = shift_report(cage)
    assert not report.balances
    assert "does not balance" in report.verdict
    assert "tray of one" in report.verdict


def test_who_may_do_what(journal: Journal, cage: Cage) -> None:
    bought = a.BoughtIn(player="ann", cents=10_00)
    for by, act in (
        (SUPERVISOR, a.ShiftClosed()),
        (DEALER, bought),
        (DEALER, a.CashedOut(player="ann", cents=1)),
        (DEALER, a.Filled(table="one", cents=1)),
        (DEALER, a.Counted(table="one", cents=1)),
        (SUPERVISOR, a.Credited(table="one", cents=1, retired=True)),
    ):
        with pytest.raises(WrongRole):
            cage.record(by, act)
    with pytest.raises(Refused, match="it needs a fill"):
        cage.record(DEALER, a.BoughtIn(player="ann", cents=10_00, table="one"))
    with pytest.raises(Refused, match=r"not enough$"):
        cage.record(SUPERVISOR, a.Credited(table="one", cents=10_00))
    cage.record(SUPERVISOR, a.Filled(table="one", cents=10_00))
    cage.record(DEALER, a.BoughtIn(player="ann", cents=10_00, table="one"))
    assert journal.balances_of(["player:ann", "drop:one", "float:one", "cash:players"]) == {
        "player:ann": 10_00,
        "drop:one": 10_00,
        "float:one": 0,
        "cash:players": -10_00,
    }


def test_acts_belong_to_a_shift_and_are_recorded_once(journal: Journal, cage: Cage) -> None:
    slip = cage.record(SUPERVISOR, a.Filled(table="one", cents=10_00), key="k")
    assert (slip.number, slip.act.by, slip.act.shift, slip.act.at) == (2, "Pat", 1, "2026-03-01T12:00:00+00:00")
    assert cage.record(SUPERVISOR, a.Filled(table="one", cents=10_00), key="k") == slip
    with pytest.raises(KeyReused):
        cage.record(SUPERVISOR, a.Filled(table="one", cents=20_00), key="k")
    counted = cage.record(SUPERVISOR, a.Counted(table="one", cents=9_00, when="closing"), key="c")
    assert cage.record(SUPERVISOR, a.Counted(table="one", cents=9_00, when="closing"), key="c") == counted
    assert a.say(counted.act).endswith("at the closing: 9.00, 1.00 short of the 10.00 expected")
    assert cage.tray("one") == 9_00
    with pytest.raises(Refused, match="shift 1 is open"):
        cage.record(MANAGER, a.ShiftOpened())
    cage.record(MANAGER, a.ShiftClosed())
    with pytest.raises(Refused, match="no shift is open"):
        cage.record(SUPERVISOR, a.Filled(table="one", cents=1))
    with pytest.raises(Refused, match="no shift is open"):
        cage.record(MANAGER, a.ShiftClosed())
    assert journal.balance("float:one") == 9_00


@pytest.mark.parametrize("cents", [0, -1, 10**15 + 1])
def test_amounts_that_cannot_be(cage: Cage, cents: int) -> None:
    with pytest.raises(Refused, match="above zero"):
        cage.record(SUPERVISOR, a.Filled(table="one", cents=cents))
    with pytest.raises(Refused, match="above zero"):
        cage.record(SUPERVISOR, a.BoughtIn(player="ann", cents=cents))


def test_nobody_cashes_out_more_than_they_have(journal: Journal, cage: Cage) -> None:
    cage.record(SUPERVISOR, a.BoughtIn(player="ann", cents=10_00))
    too_much, all_of_it = (a.CashedOut(player="ann", cents=cents) for cents in (10_01, 10_00))
    with pytest.raises(NotEnoughChips):
        cage.record(SUPERVISOR, too_much, approval=approved(journal, content_of(too_much)))
    cage.record(SUPERVISOR, all_of_it, approval=approved(journal, content_of(all_of_it)))


def test_large_acts_take_two_people(journal: Journal, cage: Cage) -> None:
    change_settings(journal, by="Sam", approved_above=100_00)
    large = a.Filled(table="one", cents=100_01)
    with pytest.raises(NeedsAnother, match="takes two people"):
        cage.record(SUPERVISOR, large)
    with pytest.raises(OldVersion, match="not what is asked for now"):
        cage.record(SUPERVISOR, replace(large, cents=500_00), approval=approved(journal, content_of(large)))
    approval = approved(journal, content_of(large))
    assert cage.record(SUPERVISOR, large, approval=approval).act.confirmed_by == "Sam"
    with pytest.raises(Refused):  # one confirmation, one act
        cage.record(SUPERVISOR, large, approval=approval)
    cage.record(SUPERVISOR, a.Counted(table="one", cents=100_01 - 100_00))
    with pytest.raises(Refused, match="takes two people"):
        cage.record(SUPERVISOR, a.Counted(table="one", cents=500_00))


def test_nobody_divides_a_large_act_into_small_ones(journal: Journal, cage: Cage) -> None:
    change_settings(journal, by="Sam", approved_above=100_00)
    cage.record(SUPERVISOR, a.BoughtIn(player="ann", cents=60_00))
    for by in (SUPERVISOR, MANAGER):
        with pytest.raises(NeedsAnother, match="takes two people"):
            cage.record(by, a.BoughtIn(player="ann", cents=60_00))
    cage.record(MANAGER, a.BoughtIn(player="bob", cents=60_00))
    again = a.BoughtIn(player="ann", cents=60_00)
    cage.record(SUPERVISOR, again, approval=approved(journal, content_of(again)))
    cage.record(SUPERVISOR, a.BoughtIn(player="ann", cents=40_00))  # what another confirmed does not count
    third = c.Actor("Pia", Role.PIT_SUPERVISOR)
    cage.record(third, a.Filled(table="one", cents=90_00))
    with pytest.raises(NeedsAnother, match="takes two people"):
        cage.record(MANAGER, a.Filled(table="one", cents=20_00))
    cage.record(MANAGER, a.ShiftClosed())
    cage.record(MANAGER, a.ShiftOpened())
    with pytest.raises(NeedsAnother, match="takes two people"):  # nor by a new shift
        cage.record(MANAGER, a.Filled(table="one", cents=20_00))
    tomorrow = Cage(journal, clock=lambda: NOON + timedelta(days=1, seconds=1))
    tomorrow.record(SUPERVISOR, a.Filled(table="one", cents=20_00))


def test_nobody_spreads_a_large_sum_over_players_tables_and_kinds(journal: Journal, cage: Cage) -> None:
    change_settings(journal, by="Sam", approved_above=100_00)
    cage.record(SUPERVISOR, a.BoughtIn(player="ann", cents=30_00))
    cage.record(SUPERVISOR, a.BoughtIn(player="bob", cents=30_00))
    cage.record(SUPERVISOR, a.Filled(table="one", cents=30_00))
    why = r"because with it Pat would have recorded 120\.00 alone within a day, and the house allows 100\.00"
    with pytest.raises(NeedsAnother, match=why):
        cage.record(SUPERVISOR, a.Filled(table="two", cents=30_00))
    cage.record(SUPERVISOR, a.Filled(table="two", cents=10_00))
    cage.record(MANAGER, a.Filled(table="two", cents=30_00))
    tomorrow = Cage(journal, clock=lambda: NOON + timedelta(days=1, seconds=1))
    tomorrow.record(SUPERVISOR, a.Filled(table="two", cents=30_00))


@pytest.mark.parametrize("which", ["a debt", "the cage"])
def test_nobody_records_two_large_sums_at_the_same_moment(
    journal: Journal, monkeypatch: pytest.MonkeyPatch, which: str
) -> None:
    """Of two requests that each look before the other is written, the second looks again."""
    change_settings(journal, by="Sam", approved_above=100_00)
    cage = Cage(journal)
    cage.record(MANAGER, a.ShiftOpened())
    for name in NAMES:
        booked = DebtBooked(player=name, cents=60_00, left=60_00, table="one", round=1, version=1)
        postings = (Posting(f"owed:{name}", -60_00), Posting("house:one", 60_00))
        journal.append_many([debts.append(booked, postings, expected_version=0, key=name)])
    write = journal.append_many

    def another(*appends: Any, **how: Any) -> Any:
        monkeypatch.undo()
        repaying.pay_in_cash(journal, "bob", 60_00, by=SUPERVISOR)
        return write(*appends, **how)

    monkeypatch.setattr(journal, "append_many", another)
    second: dict[str, Callable[[], object]] = {
        "a debt": lambda: repaying.pay_in_cash(journal, "ann", 60_00, by=SUPERVISOR),
        "the cage": lambda: cage.record(SUPERVISOR, a.BoughtIn(player="ann", cents=60_00)),
    }
    with pytest.raises(NeedsAnother, match=r"would have recorded 120\.00 alone within a day"):
        second[which]()
    assert (journal.balance("owed:ann"), journal.balance("owed:bob"), journal.balance("player:ann")) == (-60_00, 0, 0)


def test_nobody_alone_cashes_out_what_a_player_holds(journal: Journal, cage: Cage) -> None:
    cage.record(SUPERVISOR, a.BoughtIn(player="ann", cents=60_00))
    for by in (SUPERVISOR, MANAGER):
        with pytest.raises(NeedsAnother, match="takes two people"):
            cage.record(by, a.CashedOut(player="ann", cents=1))
    assert journal.balance("player:ann") == 60_00


def test_the_event_of_a_buy_in_says_what_the_player_had_before_and_after(journal: Journal, cage: Cage) -> None:
    cage.record(SUPERVISOR, a.BoughtIn(player="ann", cents=60_00))
    out = a.CashedOut(player="ann", cents=10_00)
    cage.record(SUPERVISOR, out, approval=approved(journal, content_of(out)))
    noted = [(each.before, each.after) for each in significant(journal) if each.kind in ("buy-in", "cash-out")]
    assert noted == [({"chips": 0}, {"chips": 60_00}), ({"chips": 60_00}, {"chips": 50_00})]


def test_play_money_is_neither_bought_nor_cashed_out(tmp_path: Path) -> None:
    with Journal.open(str(tmp_path / "play.db")) as journal:
        cage = Cage(journal)
        cage.record(MANAGER, a.ShiftOpened())
        for act in (a.BoughtIn(player="ann", cents=1), a.CashedOut(player="ann", cents=1)):
            with pytest.raises(Refused, match="its chips are free"):
                cage.record(SUPERVISOR, act)
        cage.record(SUPERVISOR, a.Filled(table="one", cents=100))
        assert shift_report(cage).balances


def test_a_debt_paid_in_cash_is_in_the_report(journal: Journal, cage: Cage) -> None:
    owed = (Posting("owed:ann", -300), Posting("house:one", 300))
    booked = DebtBooked(player="ann", cents=300, left=300, table="one", round=1, version=1)
    journal.append_many([debts.append(booked, owed, expected_version=0, key="owed")])
    repaying.pay_in_cash(journal, "ann", 200, by=SUPERVISOR)
    whole = repaying.content_of(repaying.WRITTEN_OFF, "ann", 100)
    repaying.write_off(journal, "ann", 100, by=MANAGER, approval=approved(journal, whole))
    report = shift_report(cage)
    assert report.balances, report.verdict
    assert (report.debts_in_cash, report.written_off, report.cash_in_cage) == (200, 100, 200)
    assert journal.balance("owed:ann") == 0
