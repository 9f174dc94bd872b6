"""Settlement of whole rounds against tables worked out by hand (`tests/data`), and the limits of a table."""

from __future__ import annotations

import csv
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from houseway import books
from houseway.rulebook.procedure import Fault, Remedy, Role
from houseway.rulebook.rulebook import Rulebook
from houseway.table import commands as c
from houseway.table import events as e
from houseway.table.opening import open_table
from houseway.table.state import DEALER
from houseway.table.transcript import Session, cents

DATA = Path(__file__).resolve().parent.parent / "data"
BY_DEALER = c.Actor("dealer", Role.DEALER)
BY_SUPERVISOR = c.Actor("pit supervisor", Role.PIT_SUPERVISOR)
Settled = tuple[int, str, str, int, str, int, int, int, str, str]
"""Position, player, wager, stake, result, payout, commission, back, line, clause."""


def rows(name: str) -> list[dict[str, str]]:
    """The rows of a table, without the comment at its top."""
    lines = (DATA / name).read_text(encoding="utf-8").splitlines()
    return list(csv.DictReader(line for line in lines if not line.startswith("#")))


@dataclass
class Round:
    """One round of the table: the hands and wagers, and the expected settlements."""

    name: str
    book: str
    hands: dict[int, dict[str, str]] = field(default_factory=dict)
    settled: list[Settled] = field(default_factory=list)
    envy: list[tuple[str, int, str, int, str]] = field(default_factory=list)

    def read(self, row: dict[str, str]) -> None:
        """Add one more row."""
        position = int(row["position"])
        if row["how"] == "envy":
            self.envy.append((row["player"], position, row["line"], cents(row["payout"]), row["clause"]))
            return
        if row["cards"]:
            self.hands[position] = row
        if row["wager"]:
            stake, payout, commission, back = (cents(row[key]) for key in ("stake", "payout", "commission", "back"))
            wager = (position, row["player"], row["wager"], stake)
            self.settled.append((*wager, row["result"], payout, commission, back, row["line"], row["clause"]))


def rounds() -> list[Round]:
    """Every round of the table."""
    found: list[Round] = []
    for row in rows("settlement.csv"):
        if row["round"]:
            found.append(Round(row["round"], row["book"]))
        found[-1].read(row)
    return found


def opened(book: Rulebook, pay_tables: str = "", limits: dict[str, tuple[int, int]] | None = None) -> Session:
    """A table that uses the named pay table for every wager that offers it."""
    chosen = {
        side.key: pays.name for side in book.side_wagers for pays in side.pay_tables if pays.name == pay_tables != ""
    }
    session = Session(book)
    session.apply((open_table(book, name="one", pay_tables=chosen, limits=limits),))
    return session


def player(name: str) -> c.Actor:
    return c.Actor(name, Role.PLAYER)


def dealt(session: Session, hands: dict[int, c.Cards]) -> list[e.Event]:
    """Close the betting and enter the cards of a physical deal."""
    session.ask(c.AnnounceNoMoreBets(by=BY_DEALER))
    return list(session.ask(c.KeyIn(by=BY_DEALER, hands=hands)))


def set_as(session: Session, position: int, hand: dict[str, str]) -> None:
    """Set a hand as its row says."""
    own, low = player(hand["player"]), tuple(hand["low"].split())
    if hand["how"] == "house":
        session.ask(c.SetHouseWay(by=BY_DEALER, position=position))
        assert set(session.table.hands[position].low) == set(low)
        return
    session.ask(c.ViewHand(by=own, position=position))
    if hand["how"] == "foul":
        session.ask(c.SetHand(by=own, position=position, low=tuple(hand["cards"].split()[:2])))
        assert set(session.table.hands[position].low) == set(low)
        return
    session.ask(c.SetHand(by=own, position=position, low=low))


@pytest.mark.parametrize("expected", rounds(), ids=lambda expected: expected.name)
@pytest.mark.parametrize("compiled", [True, False], ids=["compiled", "by the clauses"])
def test_a_round_is_settled_as_worked_out_by_hand(
    expected: Round, compiled: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    name, _, pay_tables = expected.book.partition(" ")
    book = books.get(name).compile()
    if not compiled:
        monkeypatch.setattr(Rulebook, "is_compiled", False)
    session = opened(book, pay_tables)
    for position, hand in expected.hands.items():
        if position != DEALER:
            session.ask(c.Sit(by=player(hand["player"]), position=position))
            if book.procedure.shared_wagers_cite:
                session.ask(c.ShareArea(by=player(hand["player"]), position=position))
    session.ask(c.AnnouncePlaceYourBets(by=BY_DEALER))
    for position, who, wager, stake, *_ in expected.settled:
        session.ask(c.PlaceWager(by=player(who), position=position, wager=wager, cents=stake))
    events = dealt(session, {at: tuple(hand["cards"].split()) for at, hand in expected.hands.items()})
    playing = {at: hand for at, hand in expected.hands.items() if at != DEALER and hand["how"] != "open"}
    for position, hand in playing.items():
        set_as(session, position, hand)
    if not book.procedure.dealer_exposed:
        session.ask(c.Reveal(by=BY_DEALER))
    assert set(session.table.hands[DEALER].low) == set(expected.hands[DEALER]["low"].split())
    for position, hand in playing.items():
        if hand["how"] == "concede":
            session.ask(c.Concede(by=player(hand["player"]), position=position))
    events += session.ask(c.Settle(by=BY_DEALER))

    compared = {
        x.position: f"{x.high_result.value} {x.low_result.value}"
        for x in events
        if isinstance(x, e.HandShown) and x.low
    }
    compared = {at: results for at, results in compared.items() if at in playing}
    assert compared == {at: hand["compared"] for at, hand in playing.items() if hand["compared"]}
    settled = [
        (x.position, x.player, x.wager, x.stake, x.result.value, x.payout, x.commission, x.back, x.line, x.clause)
        for x in events
        if isinstance(x, e.WagerSettled)
    ]
    assert sorted(settled) == sorted(expected.settled)
    envy = [(x.player, x.position, x.line, x.cents, x.clause) for x in events if isinstance(x, e.EnvyPaid)]
    assert sorted(envy) == sorted(expected.envy)
    assert session.table.escrow() == 0


@pytest.mark.parametrize("name", ["mbs-v4", "mbs-v3"])
@pytest.mark.parametrize("row", rows("fortune_lines.csv"), ids=lambda row: row["cards"])
def test_each_line_of_the_fortune_bonus_with_and_without_the_joker(name: str, row: dict[str, str]) -> None:
    book = books.get(name).compile()
    cards = tuple(row["cards"].split())
    others = [card.text for card in book.deck.cards if card.text not in cards]
    session = opened(book)
    session.ask(c.Sit(by=player("ann"), position=1))
    session.ask(c.AnnouncePlaceYourBets(by=BY_DEALER))
    session.ask(c.PlaceWager(by=player("ann"), position=1, wager="main", cents=1000))
    session.ask(c.PlaceWager(by=player("ann"), position=1, wager="fortune-bonus", cents=300))
    dealt(session, {1: cards, DEALER: tuple(others[::6][:7])})
    session.ask(c.EndSetting(by=BY_DEALER))
    session.ask(c.Reveal(by=BY_DEALER))
    events = session.ask(c.Settle(by=BY_DEALER))
    settled = next(x for x in events if isinstance(x, e.WagerSettled) and x.wager == "fortune-bonus")
    pays = int(row["pays"])
    expected = ("win", row["line"], 300 * pays, 300) if pays else ("lose", "", 0, 0)
    assert (settled.result.value, settled.line, settled.payout, settled.back) == expected
    wins, loses = {"mbs-v4": ("3.22", "3.21"), "mbs-v3": ("3.17", "3.16")}[name]
    assert settled.clause == (wins if pays else loses)
    assert settled.commission == 0


@pytest.mark.parametrize(
    "row", rows("five_card_lines.csv"), ids=lambda row: f"{row['wager']} {row['table']} {row['cards']}"
)
def test_each_line_of_the_five_card_pay_tables(row: dict[str, str]) -> None:
    book = books.get("five-card").compile()
    cards = tuple(row["cards"].split())
    others = [card.text for card in book.deck.cards if card.text not in cards]
    dealers = row["wager"] in ("insurance", "dealer-pai-gow")
    session = opened(book, row["table"])
    session.ask(c.Sit(by=player("ann"), position=1))
    session.ask(c.AnnouncePlaceYourBets(by=BY_DEALER))
    session.ask(c.PlaceWager(by=player("ann"), position=1, wager="main", cents=1000))
    session.ask(c.PlaceWager(by=player("ann"), position=1, wager=row["wager"], cents=300))
    spare = tuple(others[::10][:5])
    dealt(session, {1: spare if dealers else cards, DEALER: cards if dealers else spare})
    if session.table.total(1, "main"):
        session.ask(c.EndSetting(by=BY_DEALER))
    events = session.ask(c.Settle(by=BY_DEALER))
    settled = next(x for x in events if isinstance(x, e.WagerSettled) and x.wager == row["wager"])
    pays = int(row["pays"])
    expected = ("win", row["line"], 300 * pays, 300) if pays else ("lose", "", 0, 0)
    assert (settled.result.value, settled.line, settled.payout, settled.back) == expected


# ---------------------------------------------------------------------------------------------------------------------
# Limits: mbs-v4 3.8, 5.12, 5.13

LIMITS = {"main": (10_00, 500_00), "fortune-bonus": (5_00, 50_00)}
WINNER, LOSER, DEALERS = "7c 7d 7h 5c 4d 2c 2d", "Qs Jh 9h 6s 6h 5s 4s", "Ks Kd Ac Qh 9s 6d 3c"


def limited(stakes: dict[str, int], found: list[tuple[str, str, str, int]], cards: str) -> list[Settled]:
    """Settle a round at position 1 with these shared stakes, after the given wagers were reported."""
    return settle_limited(opened(books.get("mbs-v4").compile(), limits=LIMITS), stakes, found, cards)


def settle_limited(
    session: Session, stakes: dict[str, int], found: list[tuple[str, str, str, int]], cards: str
) -> list[Settled]:
    """The same at a table that is already open."""
    first = next(iter(stakes))
    if 1 not in session.table.seats:
        session.ask(c.Sit(by=player(first), position=1))
        session.ask(c.ShareArea(by=player(first), position=1))
    session.ask(c.AnnouncePlaceYourBets(by=BY_DEALER))
    for who, stake in stakes.items():
        session.ask(c.PlaceWager(by=player(who), position=1, wager="main", cents=stake))
    dealt(session, {1: tuple(cards.split()), DEALER: tuple(DEALERS.split())})
    session.ask(c.EndSetting(by=BY_DEALER))
    session.ask(c.Reveal(by=BY_DEALER))
    for fault, wager, who, amount in found:
        session.ask(c.Report(by=BY_DEALER, fault=Fault(fault), position=1, wager=wager, player=who, cents=amount))
        session.ask(c.RemedyFault(by=BY_SUPERVISOR, remedy=Remedy("let the wager stand")))
    events = session.ask(c.Settle(by=BY_DEALER))
    assert session.table.escrow() == 0
    return [
        (x.position, x.player, x.wager, x.stake, x.result.value, x.payout, x.commission, x.back, x.line, x.clause)
        for x in events
        if isinstance(x, e.WagerSettled)
    ]


def test_5_13_a_winning_wager_over_the_maximum_is_paid_to_the_maximum() -> None:
    assert limited({"ann": 100_00}, [("over maximum", "main", "ann", 600_00)], WINNER) == [
        (1, "ann", "main", 600_00, "win", 500_00, 25_00, 600_00, "", "3.18")
    ]


def test_5_13_a_losing_wager_over_the_maximum_is_collected_to_the_maximum() -> None:
    assert limited({"ann": 100_00}, [("over maximum", "main", "ann", 600_00)], LOSER) == [
        (1, "ann", "main", 600_00, "lose", 0, 0, 100_00, "", "3.19")
    ]


def test_r60_odd_cents_of_a_shared_wager_go_to_the_largest_stake() -> None:
    """500.00 paid on 100.00 and 600.00: 71.42 and 428.57 leave a cent; 25.00 commission: 3.57 and 21.42 leave one."""
    found = [("over maximum", "main", "bob", 600_00)]
    assert limited({"ann": 100_00, "bob": 100_00}, found, WINNER) == [
        (1, "ann", "main", 100_00, "win", 71_42, 3_57, 100_00, "", "3.18"),
        (1, "bob", "main", 600_00, "win", 428_58, 21_43, 600_00, "", "3.18"),
    ]
    assert limited({"ann": 100_00, "bob": 100_00}, found, LOSER) == [
        (1, "ann", "main", 100_00, "lose", 0, 0, 28_57, "", "3.19"),
        (1, "bob", "main", 600_00, "lose", 0, 0, 171_43, "", "3.19"),
    ]


def test_r60_odd_cents_of_equal_stakes_go_to_the_earliest() -> None:
    """500.00 in three parts is 166.66 and two cents over; 25.00 is 8.33 and one cent over."""
    stakes = {"ann": 200_00, "bob": 200_00, "cat": 100_00}
    assert limited(stakes, [("over maximum", "main", "cat", 200_00)], WINNER) == [
        (1, "ann", "main", 200_00, "win", 166_68, 8_34, 200_00, "", "3.18"),
        (1, "bob", "main", 200_00, "win", 166_66, 8_33, 200_00, "", "3.18"),
        (1, "cat", "main", 200_00, "win", 166_66, 8_33, 200_00, "", "3.18"),
    ]


@pytest.mark.parametrize(
    ("cards", "settled"),
    [
        (WINNER, (1, "ann", "main", 4_00, "win", 4_00, 20, 4_00, "", "3.18")),
        (LOSER, (1, "ann", "main", 4_00, "lose", 0, 0, 0, "", "3.19")),
    ],
    ids=["winning", "losing"],
)
def test_5_12_a_wager_under_the_minimum_is_settled_once_and_returned_after(cards: str, settled: Settled) -> None:
    session = opened(books.get("mbs-v4").compile(), limits=LIMITS)
    found = [("under minimum", "main", "ann", 4_00)]
    assert settle_limited(session, {"ann": 10_00}, found, cards) == [settled]
    assert settle_limited(session, {"ann": 10_00}, found, cards) == [
        (1, "ann", "main", 4_00, "returned", 0, 0, 4_00, "", "5.12")
    ]
    assert settle_limited(session, {"ann": 10_00}, [], LOSER) == [
        (1, "ann", "main", 10_00, "lose", 0, 0, 0, "", "3.19")
    ]


def test_5_12_each_player_is_settled_once_under_the_minimum() -> None:
    session = opened(books.get("mbs-v4").compile(), limits=LIMITS)
    settle_limited(session, {"ann": 10_00}, [("under minimum", "main", "ann", 4_00)], LOSER)
    session.ask(c.Leave(by=player("ann"), position=1))
    assert settle_limited(session, {"bob": 10_00}, [("under minimum", "main", "bob", 2_00)], LOSER) == [
        (1, "bob", "main", 2_00, "lose", 0, 0, 0, "", "3.19")
    ]
