"""Side wagers judged on the dealer's cards and the player's together: settled, and counted deal by deal."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from houseway import books
from houseway.cards.card import read_cards
from houseway.cards.deck import Deck
from houseway.cards.ranking import Category
from houseway.errors import BadBook
from houseway.maths.count.whole_book import side_odds
from houseway.rulebook.check import check
from houseway.rulebook.comparison import Result
from houseway.rulebook.houseway import Settings
from houseway.rulebook.page import wagers
from houseway.rulebook.rulebook import Rulebook
from houseway.rulebook.terms import (
    ACES,
    anything,
    can,
    holding,
    joker,
    leaving,
    made,
    no_pair,
    of_one_suit,
    one_pair,
    three_of_a_kind,
)
from houseway.rulebook.together import line_together
from houseway.rulebook.wagers import Judged, Line, PayTable, SideWager
from houseway.table import events as e
from houseway.table.settle import settle
from houseway.table.state import DEALER, Hand, Stake, Table
from support import brute

PLAIN = books.get("mbs-v4")
ACE_HIGH = no_pair() & ~made & holding(ACES)


def with_lines(book: Rulebook, *lines: Line) -> Rulebook:
    table = PayTable(name="", lines=lines)
    side = SideWager(key="both", name="Both", cite="Both", judged=Judged.TOGETHER, pay_tables=(table,))
    return replace(book, side_wagers=(side,))


BOOK = with_lines(
    PLAIN,
    Line(name="both ace high", when=ACE_HIGH, dealer=ACE_HIGH, pays=40),
    Line(name="dealer ace high with the Joker", when=anything, dealer=ACE_HIGH & joker, pays=15),
    Line(name="dealer ace high", when=anything, dealer=ACE_HIGH & ~joker, pays=5),
)


@pytest.mark.parametrize(
    ("player", "dealer", "line"),
    [
        ("Ac Qd 9h 8s 6c 4d 2h", "Jk Kd Jh Ts 8c 3d 2c", 0),
        ("Kc Kd 9d 8d 6c 4d 2h", "Jk Qd Jh 8s 7c 3d 2c", 1),
        ("Kc Kd 9d 8d 6c 4d 2h", "Ac Qd Jh 9s 8c 3d 2c", 2),
        ("Ac Qd 9h 8s 6c 4d 2h", "Kd Kh Jh Ts 8c 3d 2c", -1),
        ("Ac Qd 9h 8s 6c 4d 2h", "Ad Kh Qh Js Tc 3d 2c", -1),
    ],
)
def test_two_hands_are_paid_on_the_best_line_both_satisfy(player: str, dealer: str, line: int) -> None:
    side = BOOK.side_wagers[0]
    mine, theirs = read_cards(player), read_cards(dealer)
    assert BOOK.line_together(side, side.pay_tables[0], player=mine, dealer=theirs) == line
    hands = {
        at: Hand(cards=tuple(card.text for card in cards), low=tuple(card.text for card in BOOK.set(cards).low))
        for at, cards in ((1, mine), (DEALER, theirs))
    }
    table = Table(wagers={1: {"both": (Stake("ann", 100),)}}, hands=hands, seats={1: "ann"}, round=1)
    settled = next(event for event in settle(BOOK, table) if isinstance(event, e.WagerSettled))
    assert settled.payout == (100 * side.pay_tables[0].lines[line].pays if line >= 0 else 0)
    assert settled.result is (Result.WIN if line >= 0 else Result.LOSE)


def _counted_deal_by_deal(book: Rulebook) -> list[int]:
    every, pays = brute.every_hand(book), book.side_wagers[0].pay_tables[0]
    when = [line.when.holds(every.hands) for line in pays.lines]
    dealer = [(line.dealer or anything).holds(every.hands) for line in pays.lines]
    best = sorted(range(len(pays.lines)), key=lambda number: -pays.lines[number].pays)
    counts = [0] * len(pays.lines)
    for hand in range(len(every.masks)):
        against = every.apart_from(hand)
        left = np.ones(len(against), dtype=bool)
        for number in best:
            paid = left & dealer[number][against] & when[number][hand]
            counts[number] += int(paid.sum())
            left &= ~paid
    return counts


def test_the_lines_are_counted_over_every_deal() -> None:
    """Three kinds of player's and four of dealer's hands, in a deck where both may hold the same ranks."""
    five_card = replace(books.get("five-card"), deck=Deck(joker=False, ranks=(2, 3, 4, 14)))
    book = with_lines(
        five_card,
        Line(name="pairs", when=one_pair(), dealer=one_pair(), pays=3),
        Line(name="threes", when=three_of_a_kind() | one_pair(), dealer=three_of_a_kind(), pays=7),
        Line(name="dealer", when=anything, dealer=made & one_pair(ACES), pays=1),
        Line(name="player", when=one_pair(ACES), pays=2),
    )
    pays = side_odds(book)[0].pay_tables[0]
    assert [line.hands for line in pays.lines] == _counted_deal_by_deal(book)
    assert pays.hands == 4368 * 462


@pytest.mark.full
def test_the_lines_of_seven_cards_are_counted_over_every_deal() -> None:
    book = replace(BOOK, deck=Deck(joker=True, ranks=(2, 3, 4, 14)))
    book = with_lines(
        book,
        Line(name="both", when=made, dealer=made & ~joker, pays=40),
        Line(name="Joker", when=anything, dealer=joker, pays=15),
        Line(name="threes", when=three_of_a_kind(), dealer=anything, pays=5),
    )
    assert [line.hands for line in side_odds(book)[0].pay_tables[0].lines] == _counted_deal_by_deal(book)


def test_a_compiled_book_finds_the_same_line() -> None:
    book = replace(BOOK, id="compiled", deck=Deck(joker=True, ranks=(2, 5, 6, 9, 11, 13, 14)))
    side = book.side_wagers[0]
    pays = side.pay_tables[0]
    hands = [read_cards(cards) for cards in ("Ac 2d 5h 6s 9c Jd Kh", "Jk 2d 5h 6s 9c Jd Kh", "Kc Kd 5h 6s 9c Jd Ah")]
    slow = [book.line_together(side, pays, player=mine, dealer=theirs) for mine in hands for theirs in hands]
    nothing = np.zeros(len(book.shapes.keys), dtype=np.int16)
    book.__dict__["compiled"] = Settings(nothing, nothing.astype(np.int8))  # no hand is set here
    book.compile()
    assert [book.line_together(side, pays, player=mine, dealer=theirs) for mine in hands for theirs in hands] == slow
    assert slow == [0, 0, -1, 0, 0, -1, 2, 1, -1]


def test_check_and_page_show_both_conditions() -> None:
    lines = check(replace(BOOK, deck=Deck(joker=True, ranks=(2, 5, 6, 9, 11, 13, 14)))).lines
    assert all(line.hands and line.dealers for line in lines)
    assert lines[0].hands == lines[0].dealers
    assert lines[0].counted == f"{lines[0].hands:,} x {lines[0].dealers:,}"
    assert wagers(BOOK, ())[1].notes[0] == "judged on the dealer's cards and the player's together, however set"
    assert wagers(BOOK, ())[1].notes[2].startswith("dealer ace high with the Joker: the dealer, no pair; ")


def test_what_such_a_wager_may_not_have() -> None:
    line = Line(name="dealer", when=anything, dealer=joker, pays=1)
    with pytest.raises(BadBook, match="a line about the dealer's cards needs a wager judged on both hands together"):
        replace(BOOK.side_wagers[0], judged=Judged.PLAYER_CARDS)
    with pytest.raises(BadBook, match="pays no Envy Bonus"):
        with_lines(PLAIN, replace(line, envy=5))
    small = replace(PLAIN, deck=Deck(joker=True, ranks=(2, 5, 6, 9, 13)))
    suited = with_lines(small, replace(line, when=can(of_one_suit & leaving(Category.FLUSH))))
    with pytest.raises(BadBook, match="cannot ask whether odd cards share a suit"):
        side_odds(suited)
    assert with_lines(PLAIN, line).digest != with_lines(PLAIN, replace(line, dealer=None)).digest
    assert line_together(BOOK.side_wagers[0].pay_tables[0], 0, 7) == -1
