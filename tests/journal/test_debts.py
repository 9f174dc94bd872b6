"""What players owe after corrections (5.17.1): booked, deducted from winnings, paid, written off; on both stores."""

from __future__ import annotations

import itertools
import json
import random
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import pytest

from houseway import books
from houseway.cli.talk import Talk
from houseway.errors import BadJournal, JournalFailed, KeyReused, NeedsAnother, NotEnoughChips, Refused, WrongRole
from houseway.journal.store import Append, Appended, Entry, Journal, Posting
from houseway.journal.verify import verify
from houseway.kept import repaying
from houseway.kept.debts import AnyDebt, DebtBooked, DebtDeducted, DebtPaid, DebtWrittenOff, owing, record
from houseway.kept.postings import winnings
from houseway.kept.settings import change_settings
from houseway.kept.tables import KeptTable, buy_chips
from houseway.rulebook.comparison import Result
from houseway.rulebook.procedure import Role
from houseway.table import commands as c
from houseway.table import events as e
from houseway.table.transcript import Session, read_command
from support.command import Run
from support.tampering import tamper
from support.two_people import approved, ask

BOOK = books.get("mbs-v4")
DEALER, PIT = c.Actor("dora", Role.DEALER), c.Actor("pia", Role.PIT_MANAGER)
SHIFT = c.Actor("sam", Role.GAMING_SHIFT_MANAGER)
WINS = "dealer: key in 1: Ac Ad Kh Ks 9c 4d 2h / dealer: Qc Jd 9h 8s 5c 4h 2s"
LOSES = "dealer: key in 1: Qc Jd 9h 8s 5c 4h 2s / dealer: Ac Ad Kh Ks 9c 4d 2h"
STANDS_OFF = "dealer: key in 1: Ac Kd Qh Js 9c 4d 2h / dealer: 7c 7d Th 9s 5c 4h 3s"


@pytest.fixture
def journal(journal_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Journal]:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / ".local" / "share"))
    with Journal.open(journal_url) as opened:
        yield opened
        assert opened.trial_balance().sum == 0
        assert verify(opened).findings == ()


def _ask(table: KeptTable, *lines: str) -> None:
    for line in lines:
        ask(table, read_command(Session(table.book, table.table), line, 0))


def _play(table: KeptTable, deal: str, *, stake: str = "10.00", key: str = "") -> None:
    """A round of ann alone, up to the settlement."""
    if 1 not in table.table.seats:
        _ask(table, "ann: sit at 1")
    _ask(table, "dealer: place your bets", f"ann: wager {stake} on main at 1", "dealer: no more bets", deal)
    _ask(table, "dealer: end setting", "dealer: reveal")
    table.ask(c.Settle(by=DEALER), key=key)


def _owing(journal: Journal, chips: str = "0.50") -> KeptTable:
    """A table at which ann was paid 9.50 too much in round 1, and owes 9.00 of it after the correction."""
    buy_chips(journal, "ann", 100_00)
    table = KeptTable.open(journal, "one", BOOK)
    _ask(table, "ann: sit at 1", "dealer: place your bets", "ann: wager 10.00 on main at 1", "dealer: no more bets")
    _ask(table, "dealer: key in 1: Ac Kd Qh Js 9c 4d 2h / dealer: 7c 7d Th 9s 5c 4h 2s", "ann: view 1")
    _ask(table, "ann: set 1 low Kd Qh", "dealer: reveal low 7c 5c", "dealer: settle")
    spare = KeptTable.open(journal, "spare", BOOK)
    left = journal.balance("player:ann") - round(float(chips) * 100)
    _ask(spare, "ann: sit at 1", "dealer: place your bets", f"ann: wager {left / 100:.2f} on main at 1")
    _ask(table, "pit supervisor: correct round 1")
    _ask(spare, "ann: withdraw main at 1", "ann: leave 1")
    assert journal.balance("owed:ann") == -9_00
    return table


def _kinds(journal: Journal) -> list[tuple[str, int, int]]:
    return [(type(debt).__name__, debt.cents, debt.left) for debt in record(journal, "ann")]


@pytest.mark.both_stores
def test_5_17_1_winnings_pay_a_debt_first(journal: Journal, journal_url: str, houseway: Run) -> None:
    table = _owing(journal)
    before = journal.balances()
    _play(table, WINS)
    after = journal.balances()
    moved = {name: cents - before.get(name, 0) for name, cents in after.items() if cents != before.get(name, 0)}
    assert moved == {"player:ann": 50, "owed:ann": 9_00, "commission:one": 50, "house:one": -10_00}
    booked, deducted = record(journal, "ann")
    version = journal.version("table:one")
    assert isinstance(booked, DebtBooked)
    assert booked == DebtBooked(
        player="ann", cents=9_00, left=9_00, clause="5.17.1", table="one", round=1, version=booked.version
    )
    assert deducted == DebtDeducted(
        player="ann", cents=9_00, left=0, clause="5.17.1", table="one", round=2, version=version, of_table="one",
        of_round=1,
    )  # fmt: skip
    *_, entry = journal.read("owed:ann")
    assert entry.kind == "debt deducted"
    assert entry.postings == (Posting("player:ann", -9_00), Posting("owed:ann", 9_00))
    assert owing(journal) == {}
    assert KeptTable(journal, "one", BOOK).table == table.table
    said = houseway("audit", "owed", "ann", "--db", journal_url).stdout
    assert "9.00 of ann's winnings pays what they owe after the correction of round 1 at table one" in said
    assert "(5.17.1)" in said
    assert houseway("audit", "verify", "--db", journal_url).returncode == 0


def test_audit_prints_who_owes_what(journal: Journal, journal_url: str, houseway: Run) -> None:
    buy_chips(journal, "bob", 1_00)
    assert houseway("audit", "owed", "--db", journal_url).stdout == "nobody owes the house anything\n"
    _owing(journal)
    assert houseway("audit", "owed", "--db", journal_url).stdout == "ann owes 9.00\n"
    told = json.loads(houseway("audit", "owed", "ann", "--json", "--db", journal_url).stdout)
    assert (told["player"], told["cents"], [one["type"] for one in told["record"]]) == ("ann", 9_00, ["debt booked"])
    assert houseway("audit", "owed", "bob", "--db", journal_url).stdout == "bob owes nothing\n"


@pytest.mark.parametrize("deal", [LOSES, STANDS_OFF])
def test_5_17_1_a_stake_that_comes_back_pays_no_debt(journal: Journal, deal: str) -> None:
    table = _owing(journal)
    _play(table, deal)
    assert journal.balance("owed:ann") == -9_00
    assert _kinds(journal) == [("DebtBooked", 9_00, 9_00)]


def test_5_17_1_small_winnings_pay_part_of_a_debt(journal: Journal) -> None:
    table = _owing(journal)
    chips = journal.balance("player:ann")
    _play(table, WINS, stake="5.00")
    assert journal.balance("player:ann") == chips  # the stake is back, and all winnings are gone
    assert _kinds(journal)[1:] == [("DebtDeducted", 4_75, 4_25)]
    _play(table, WINS, stake="5.00")
    assert _kinds(journal)[2:] == [("DebtDeducted", 4_25, 0)]
    _play(table, WINS, stake="5.00")
    assert len(_kinds(journal)) == 3


def _settled(player: str, result: Result, *, payout: int = 0, commission: int = 0) -> e.WagerSettled:
    return e.WagerSettled(
        position=1, wager="main", player=player, stake=10_00, back=10_00, result=result, payout=payout,
        commission=commission,
    )  # fmt: skip


def test_winnings_are_what_comes_beyond_the_stake() -> None:
    settled = [
        _settled("ann", Result.WIN, payout=10_00, commission=50),
        _settled("bob", Result.STANDOFF),
        _settled("eve", Result.RETURNED),
        e.EnvyPaid(player="bob", position=1, line="", cents=5_00),
    ]
    assert winnings(settled) == {"ann": 9_50, "bob": 5_00}


@pytest.mark.parametrize(
    ("was", "result", "cents", "won"),
    [
        (Result.LOSE, Result.WIN, 19_50, 9_50),
        (Result.LOSE, Result.STANDOFF, 10_00, 0),
        (Result.STANDOFF, Result.WIN, 9_50, 9_50),
        (Result.WIN, Result.LOSE, -19_50, 0),
    ],
)
def test_5_17_1_what_a_correction_pays_beyond_the_stake_is_won(
    tmp_path: Path, was: Result, result: Result, cents: int, won: int
) -> None:
    with Journal.open(str(tmp_path / "journal.db")) as journal:
        buy_chips(journal, "ann", 100_00)
        table = KeptTable.open(journal, "one", BOOK)
        _ask(table, "ann: sit at 1", "dealer: place your bets", "ann: wager 10.00 on main at 1")
        corrected = e.SettlementCorrected(
            round=1, position=1, wager="main", player="ann", was=was, result=result, cents=cents
        )
        assert winnings([corrected], table.table) == ({"ann": won} if won else {})


@pytest.mark.both_stores
def test_two_tables_at_once_deduct_a_debt_once(journal: Journal, monkeypatch: pytest.MonkeyPatch) -> None:
    table = _owing(journal)
    other = KeptTable.open(journal, "two", BOOK)
    for each in (table, other):
        _ask(each, *(["ann: sit at 1"] if each is other else []), "dealer: place your bets")
        _ask(
            each, "ann: wager 8.00 on main at 1", "dealer: no more bets", WINS, "dealer: end setting", "dealer: reveal"
        )
    balance = journal.balance

    def meanwhile(account: str) -> int:
        found = balance(account)
        if account == "owed:ann":  # what ann owes has been read, and nothing is written yet
            monkeypatch.undo()
            _ask(other, "dealer: settle")
        return found

    monkeypatch.setattr(journal, "balance", meanwhile)
    table.ask(c.Settle(by=DEALER), key="settle")
    assert _kinds(journal)[1:] == [("DebtDeducted", 7_60, 1_40), ("DebtDeducted", 1_40, 0)]
    assert [debt.table for debt in record(journal, "ann") if isinstance(debt, DebtDeducted)] == ["two", "one"]
    assert journal.balance("owed:ann") == 0
    assert table.table.version == journal.version("table:one")


@pytest.mark.both_stores
def test_a_settlement_sent_twice_deducts_once(journal: Journal) -> None:
    table = _owing(journal)
    _play(table, WINS, stake="5.00", key="k")
    again = KeptTable(journal, "one", BOOK)
    again.ask(c.Settle(by=DEALER), key="k")
    assert _kinds(journal)[1:] == [("DebtDeducted", 4_75, 4_25)]


@pytest.mark.both_stores
def test_a_settlement_kept_before_the_debt_is_not_deducted_when_repeated(journal: Journal) -> None:
    buy_chips(journal, "ann", 100_00)
    table = KeptTable.open(journal, "one", BOOK)
    _ask(table, "ann: sit at 1", "dealer: place your bets", "ann: wager 10.00 on main at 1", "dealer: no more bets")
    _ask(table, WINS, "dealer: end setting", "dealer: reveal")
    late = KeptTable(journal, "one", BOOK)
    first = table.ask(c.Settle(by=DEALER), key="k").events
    _debt_without_record(journal, 9_00)
    assert late.ask(c.Settle(by=DEALER), key="k").events == first
    assert journal.balance("owed:ann") == -9_00
    assert _kinds(journal) == []


def _debt_without_record(journal: Journal, cents: int) -> None:
    """A debt as it was booked before debts had a record."""
    entry = Entry("settlement corrected", b"{}", (Posting("owed:ann", -cents), Posting("house:one", cents)))
    journal.append("before", [entry], expected_version=0, key="before")


def test_a_debt_from_before_is_deducted_too(journal: Journal) -> None:
    buy_chips(journal, "ann", 100_00)
    _debt_without_record(journal, 9_00)
    _play(KeptTable.open(journal, "one", BOOK), WINS)
    (only,) = record(journal, "ann")
    assert isinstance(only, DebtDeducted)
    assert (only.cents, only.left, only.clause, only.of_round) == (9_00, 0, "5.17.1", 0)


@pytest.mark.parametrize("committed", [True, False])
def test_a_process_interrupted_while_it_settles_loses_nothing(
    journal: Journal, monkeypatch: pytest.MonkeyPatch, committed: bool
) -> None:
    table = _owing(journal)
    _ask(table, "dealer: place your bets", "ann: wager 5.00 on main at 1", "dealer: no more bets", WINS)
    _ask(table, "dealer: end setting", "dealer: reveal")
    before, append_many = journal.balances(), journal.append_many

    def interrupted(appends: Sequence[Append], *, together: bool = False) -> tuple[Appended, ...]:
        monkeypatch.undo()
        if committed:
            append_many(appends, together=together)
        raise JournalFailed("the connection was lost")

    monkeypatch.setattr(journal, "append_many", interrupted)
    with pytest.raises(JournalFailed):
        table.ask(c.Settle(by=DEALER), key="k")
    assert (journal.balances() != before) == committed
    KeptTable(journal, "one", BOOK).ask(c.Settle(by=DEALER), key="k")  # another process is sent the same again
    assert _kinds(journal)[1:] == [("DebtDeducted", 4_75, 4_25)]
    assert journal.balance("owed:ann") == -4_25


@pytest.mark.parametrize("seed", range(3))
def test_a_debt_is_what_was_booked_less_what_was_repaid(tmp_path: Path, seed: int) -> None:
    drawn = random.Random(seed)
    with Journal.open(str(tmp_path / "journal.db")) as journal:
        tables = [_owing(journal), KeptTable.open(journal, "two", BOOK)]
        for number in range(25):
            act, owes = drawn.choice(("win", "lose", *WAYS)), -journal.balance("owed:ann")
            if act in WAYS and owes:
                WAYS[act](journal, drawn.randint(1, min(owes, 1_50)), str(number))
            elif act not in WAYS:
                _play(drawn.choice(tables), {"win": WINS, "lose": LOSES}[act], stake=drawn.choice(("5.00", "10.00")))
            changes = tuple(record(journal, "ann"))
            sums = itertools.accumulate(d.cents if isinstance(d, DebtBooked) else -d.cents for d in changes)
            assert [debt.left for debt in changes] == list(sums)
            assert changes[-1].left == -journal.balance("owed:ann") >= 0
            assert journal.trial_balance().sum == 0
        assert verify(journal).findings == ()


def test_a_debt_is_told_in_the_terminal_and_in_a_replay(
    journal: Journal, journal_url: str, houseway: Run, capsys: pytest.CaptureFixture[str]
) -> None:
    table = _owing(journal)
    _ask(table, "dealer: place your bets", "ann: wager 5.00 on main at 1", "dealer: no more bets", WINS)
    _ask(table, "dealer: end setting", "dealer: reveal")
    Talk(table, c.Actor("ann", Role.PLAYER), json=True).ask(c.Settle(by=DEALER))
    assert json.loads(capsys.readouterr().out.splitlines()[-1])["type"] == "debt deducted"
    told = houseway("replay", "one/2", "--db", journal_url).stdout.splitlines()
    assert told[-1].startswith("4.75 of ann's winnings pays what they owe")
    assert "ann cannot pay 9.00" in houseway("replay", "one/1", "--db", journal_url).stdout


def test_a_player_who_leaves_still_owes(journal: Journal) -> None:
    table = _owing(journal)
    _ask(table, "ann: leave 1")
    assert owing(journal) == {"ann": 9_00}
    _play(KeptTable.open(journal, "two", BOOK), WINS)
    assert owing(journal) == {}


# ---------------------------------------------------------------------------------------------------------------------
# Paid and written off


def _written_off(journal: Journal, cents: int, key: str = "") -> AnyDebt:
    """One asks for it, and the gaming shift manager confirms it."""
    content = repaying.content_of(repaying.WRITTEN_OFF, "ann", cents)
    return repaying.write_off(journal, "ann", cents, by=SHIFT, key=key, approval=approved(journal, content))


Repay = Callable[[Journal, int, str], AnyDebt]
WAYS: dict[str, Repay] = {
    "chips": lambda journal, cents, key: repaying.pay(journal, "ann", cents, key=key),
    "cash": lambda journal, cents, key: repaying.pay_in_cash(journal, "ann", cents, by=DEALER, key=key),
    "written off": _written_off,
}
FROM = {"chips": "player:ann", "cash": "cage", "written off": "house:written off"}
EACH_WAY = pytest.mark.parametrize("way", WAYS)


@EACH_WAY
def test_a_debt_is_repaid(journal: Journal, way: str) -> None:
    _owing(journal)
    before = journal.balance(FROM[way])
    first = WAYS[way](journal, 4_00, "k")
    assert (first.cents, first.left) == (4_00, 5_00)
    assert WAYS[way](journal, 4_00, "k") == first  # sent again
    with pytest.raises(KeyReused, match=r"^this was already sent as another payment"):
        WAYS[way](journal, 3_00, "k")
    assert journal.balance("owed:ann") == -5_00
    last = WAYS[way](journal, 5_00, "")
    assert isinstance(last, DebtWrittenOff if way == "written off" else DebtPaid)
    assert last.left == 0
    assert (journal.balance("owed:ann"), journal.balance(FROM[way]) - before) == (0, -9_00)
    assert tuple(record(journal, "ann"))[1:] == (first, last)


@EACH_WAY
@pytest.mark.parametrize(
    ("cents", "why"),
    [
        (0, r"^the amount must be above zero$"),
        (-1, r"^the amount must be above zero$"),
        (9_01, r"^ann owes 9\.00; 9\.01 is more than that$"),
        (10**30, r"is more than that$"),
    ],
)
def test_nobody_repays_more_than_is_owed(journal: Journal, way: str, cents: int, why: str) -> None:
    _owing(journal)
    before = journal.balances()
    with pytest.raises(Refused, match=why):
        WAYS[way](journal, cents, "k")
    assert journal.balances() == before


@EACH_WAY
def test_there_must_be_a_debt(journal: Journal, way: str) -> None:
    buy_chips(journal, "ann", 100_00)
    with pytest.raises(Refused, match=r"^ann owes the house nothing$"):
        WAYS[way](journal, 1, "")


def test_a_player_cannot_pay_more_than_they_have(journal: Journal) -> None:
    table = _owing(journal)
    chips = journal.balance("player:ann")
    _ask(table, "dealer: place your bets", f"ann: wager {chips / 100 - 1:.2f} on main at 1")
    with pytest.raises(NotEnoughChips, match=r"^ann has 1\.00, not enough for 9\.00$"):
        repaying.pay(journal, "ann", 9_00)
    assert owing(journal) == {"ann": 9_00}


@pytest.mark.parametrize("by", [c.Actor("ann", Role.PLAYER), DEALER, PIT])
def test_only_the_gaming_shift_manager_writes_off(journal: Journal, by: c.Actor) -> None:
    _owing(journal)
    with pytest.raises(WrongRole, match=r"^only the gaming shift manager may write off what a player owes$"):
        repaying.write_off(journal, "ann", 1_00, by=by)
    with pytest.raises(WrongRole, match=r"^only staff may record a payment in cash$"):
        repaying.pay_in_cash(journal, "ann", 1_00, by=c.Actor("ann", Role.PLAYER))
    with pytest.raises(NeedsAnother, match="takes two people"):
        repaying.write_off(journal, "ann", 1_00, by=SHIFT)
    change_settings(journal, by="Sam", approved_above=4_00)
    with pytest.raises(NeedsAnother, match="takes two people"):
        repaying.pay_in_cash(journal, "ann", 4_01, by=SHIFT)
    assert owing(journal) == {"ann": 9_00}


def test_a_large_payment_in_cash_is_not_divided(journal: Journal) -> None:
    _owing(journal)
    change_settings(journal, by="Sam", approved_above=4_00)
    repaying.pay_in_cash(journal, "ann", 3_00, by=DEALER)
    with pytest.raises(NeedsAnother, match="takes two people: ask"):
        repaying.pay_in_cash(journal, "ann", 1_01, by=PIT)
    with pytest.raises(NeedsAnother, match=f"because with it {DEALER.name} would have recorded 4.01 alone"):
        repaying.pay_in_cash(journal, "ann", 1_01, by=DEALER)
    confirmed = approved(journal, repaying.content_of(repaying.CASH, "ann", 2_00))
    repaying.pay_in_cash(journal, "ann", 2_00, by=DEALER, approval=confirmed)
    repaying.pay_in_cash(journal, "ann", 1_00, by=DEALER)  # what another confirmed does not count
    assert owing(journal) == {"ann": 3_00}


@pytest.mark.both_stores
def test_a_debt_paid_and_written_off_at_once_is_repaid_once(journal: Journal, monkeypatch: pytest.MonkeyPatch) -> None:
    _owing(journal)
    balance = journal.balance

    def meanwhile(account: str) -> int:
        found = balance(account)
        monkeypatch.undo()
        repaying.pay(journal, "ann", 8_00)
        return found

    monkeypatch.setattr(journal, "balance", meanwhile)
    with pytest.raises(Refused, match=r"^ann owes 1\.00; 9\.00 is more than that$"):
        _written_off(journal, 9_00)
    assert owing(journal) == {"ann": 1_00}


def test_a_damaged_record_is_one_sentence(tmp_path: Path) -> None:
    path = tmp_path / "journal.db"
    with Journal.open(str(path)) as journal:
        _owing(journal)
    tamper(str(path), "UPDATE journal_rows SET body = CAST('{}' AS BLOB) WHERE kind = 'debt booked'")
    with Journal.open(str(path)) as journal, pytest.raises(BadJournal, match=r"^version 1 of owed:ann is damaged: "):
        tuple(record(journal, "ann"))
