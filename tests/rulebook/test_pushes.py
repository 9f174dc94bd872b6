"""Hands of the dealer with which the main wager pushes, judged on the low hand, the high hand or all the cards."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

from houseway import books
from houseway.cards.deck import Deck
from houseway.cards.ranking import Category
from houseway.errors import BadBook
from houseway.maths.count.odds import BEST
from houseway.maths.count.whole_book import main_odds
from houseway.rulebook.check import check
from houseway.rulebook.comparison import Result
from houseway.rulebook.conditions import Condition
from houseway.rulebook.page import wagers
from houseway.rulebook.rulebook import Rulebook
from houseway.rulebook.terms import ACES, five_card_hand, joker, no_pair, one_pair, top
from houseway.rulebook.wagers import Judged, Push
from houseway.table import events as e
from houseway.table.dealing import exposed
from houseway.table.settle import settle
from houseway.table.state import DEALER, Hand, Stake, Table
from houseway.table.words import say
from support import brute

PLAIN = books.get("mbs-v4")


def pushing(judged: Judged, when: Condition, says: str = "the dealer's hand pushes") -> Rulebook:
    push = Push(says=says, cite="Push", judged=judged, when=when)
    return replace(PLAIN, main=replace(PLAIN.main, other_pushes=(push,)))


ACE_HIGH = pushing(Judged.DEALER_HIGH, five_card_hand(Category.HIGH_CARD) & top(14), "the dealer is ace high")
NINE_HIGH = pushing(Judged.DEALER_LOW, no_pair() & top(9))
WITH_JOKER = pushing(Judged.DEALER_CARDS, joker)


def test_a_push_is_part_of_the_digests() -> None:
    assert len({book.digest for book in (PLAIN, ACE_HIGH, NINE_HIGH, WITH_JOKER)}) == 4
    assert len({book.settings_digest for book in (PLAIN, ACE_HIGH, NINE_HIGH, WITH_JOKER)}) == 4
    assert replace(ACE_HIGH, main=PLAIN.main).digest == PLAIN.digest


@pytest.mark.parametrize(
    ("book", "ranks"),
    [
        (pushing(Judged.DEALER_LOW, one_pair(ACES)), (2, 3, 4, 14)),
        pytest.param(
            pushing(Judged.DEALER_HIGH, five_card_hand(Category.FULL_HOUSE)), (2, 3, 4, 14), marks=pytest.mark.full
        ),
        pytest.param(WITH_JOKER, (10, 11, 12, 13), marks=pytest.mark.full),
    ],
)
def test_the_counts_are_those_of_every_deal(book: Rulebook, ranks: tuple[int, ...]) -> None:
    book = replace(book, deck=Deck(joker=True, ranks=ranks))
    found, without = main_odds(book), main_odds(replace(book, main=PLAIN.main))
    assert [found.win, found.standoff, found.lose] == brute.count(book, book, None)
    assert found.standoff > without.standoff


@pytest.mark.full
def test_best_play_knows_of_them() -> None:
    book = replace(
        pushing(Judged.DEALER_HIGH, five_card_hand(Category.FULL_HOUSE)), deck=Deck(joker=True, ranks=(2, 3, 4, 14))
    )
    seen = replace(book, procedure=replace(book.procedure, dealer_exposed=True))
    found = main_odds(seen, player=BEST)
    assert [found.win, found.standoff, found.lose] == brute.count(seen, seen, lambda found: found.max(axis=0))
    blind = main_odds(book, player=BEST)
    assert Fraction(19, 20) * blind.win - blind.lose < found.win - found.lose


ACE_HIGH_DEALER = ("Ac", "Qd", "9h", "8s", "6c", "4d", "2h")
PAIR = ("Kc", "Kd", "Jh", "Ts", "5c", "3d", "2s")


def _laid_out(book: Rulebook) -> Table:
    hands = {
        at: Hand(cards=cards, low=tuple(card.text for card in book.set(cards).low))
        for at, cards in ((1, PAIR), (DEALER, ACE_HIGH_DEALER))
    }
    return Table(wagers={1: {book.main.key: (Stake("ann", 100),)}}, hands=hands, seats={1: "ann"}, round=1)


def test_the_table_settles_it_as_a_push() -> None:
    for book, result, clause in ((PLAIN, Result.STANDOFF, PLAIN.main.standoff), (ACE_HIGH, Result.STANDOFF, "Push")):
        found = next(event for event in settle(book, _laid_out(book)) if isinstance(event, e.WagerSettled))
        assert (found.result, found.clause, found.back) == (result, clause, 100)
    assert found.reason == "the dealer is ace high"


def test_where_the_dealer_is_exposed_it_is_a_push_at_once() -> None:
    laid_out = _laid_out(ACE_HIGH)
    table = Table(wagers=laid_out.wagers, seats=laid_out.seats, round=1)
    events = exposed(ACE_HIGH, table, {1: PAIR, DEALER: ACE_HIGH_DEALER}, (), "Deal")
    assert [type(event) for event in events] == [
        e.DealerRevealed, e.DealerFailedToQualify, e.WagerSettled, e.RevealEnded,
    ]  # fmt: skip
    assert say(ACE_HIGH, events[1]) == "the dealer is ace high (Push)"
    assert len(exposed(PLAIN, table, {1: PAIR, DEALER: ACE_HIGH_DEALER}, (), "Deal")) == 1


def test_check_and_page_name_it() -> None:
    report = check(replace(ACE_HIGH, deck=Deck(joker=True, ranks=(2, 4, 6, 8, 9, 12, 14))))
    assert [push.says for push in report.pushes] == ["the dealer is ace high"]
    assert report.pins()["dealer is ace high"] == str(report.pushes[0].hands)
    assert report.terms["push dealer is ace high"] == "DEALER_HIGH|Push"
    assert report.pushes[0].hands > 0
    assert wagers(ACE_HIGH, ())[0].notes[1] == (
        "a standoff if the dealer is ace high, with a high hand of: the five cards are a high card; ace high (Push)"
    )


def test_a_push_is_judged_on_the_dealer() -> None:
    with pytest.raises(BadBook, match="a push is judged on the dealer's hand, not on the player's cards"):
        Push(says="no", cite="no", judged=Judged.PLAYER_CARDS, when=joker)
    push = ACE_HIGH.main.other_pushes[0]
    with pytest.raises(BadBook, match="every push of the main wager needs its own citation: Push, Push"):
        replace(PLAIN.main, other_pushes=(push, push))
