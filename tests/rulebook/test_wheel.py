"""What A-2-3-4-5 is worth is an attribute of the book: everything that ranks hands follows it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from houseway import books
from houseway.cards.deck import Deck
from houseway.cards.ranking import Wheel
from houseway.errors import BadBook, Refused
from houseway.maths.count.odds import HOUSE_WAY
from houseway.maths.count.whole_book import main_odds
from houseway.maths.play.one_hand import best
from houseway.maths.worth import game_of
from houseway.rulebook.comparison import Result
from houseway.rulebook.diff import difference
from houseway.rulebook.pinned import pinned_terms
from houseway.rulebook.rulebook import Rulebook
from houseway.table import events as e
from houseway.table.settle import settle
from houseway.table.state import DEALER, Hand, Stake, Table
from support import brute

LOWEST = books.get("mbs-v4")
SECOND = replace(LOWEST, wheel=Wheel.SECOND_HIGHEST)
FIVE_HIGH, KING_HIGH = ("5c", "4d", "3h", "2s", "Ac"), ("Kc", "Qd", "Jh", "Ts", "9c")


def test_it_is_part_of_the_digests_unless_it_is_the_lowest() -> None:
    assert replace(SECOND, wheel=Wheel.LOWEST).digest == LOWEST.digest != SECOND.digest
    assert LOWEST.settings_digest != SECOND.settings_digest
    assert game_of(LOWEST).digest != game_of(SECOND).digest
    with pytest.raises(BadBook, match="`wheel`"):
        replace(LOWEST, wheel="lowest")  # type: ignore[arg-type]


def _result(book: Rulebook, my_high: tuple[str, ...], their_high: tuple[str, ...]) -> Result:
    hands = {
        at: Hand(cards=(*high, *low), low=low)
        for at, high, low in ((1, my_high, ("Qc", "Jd")), (DEALER, their_high, ("9d", "8d")))
    }
    table = Table(wagers={1: {book.main.key: (Stake("ann", 100),)}}, hands=hands, seats={1: "ann"}, round=1)
    return next(event.result for event in settle(book, table) if isinstance(event, e.WagerSettled))


def test_the_table_settles_by_it() -> None:
    assert _result(LOWEST, FIVE_HIGH, KING_HIGH) is Result.STANDOFF
    assert _result(SECOND, FIVE_HIGH, KING_HIGH) is Result.WIN
    assert _result(SECOND, FIVE_HIGH, ("Ad", "Kc", "Qd", "Jh", "Ts")) is Result.STANDOFF


def test_a_hand_is_named_by_it() -> None:
    """No two straights of seven cards leave the same low hand, so the setting is the same."""
    for cards in ("5d 4h 3s 2c Ac Kd 9s", "5d 4h 3s 2c Jk Kd 9s"):
        assert str(SECOND.set(cards).high_rank) == "Straight, ace to five"
        assert SECOND.set(cards).low == LOWEST.set(cards).low


def test_the_exact_counts_follow_it() -> None:
    """Three-card high hands of a deck with 2-3-4 and A-2-3, deal by deal."""
    book = replace(books.get("five-card"), deck=Deck(joker=False, ranks=(2, 3, 4, 14)), wheel=Wheel.SECOND_HIGHEST)
    found = main_odds(book, player=HOUSE_WAY)
    assert [found.win, found.standoff, found.lose] == brute.count(book, book, None)
    assert found.win != main_odds(replace(book, wheel=Wheel.LOWEST), player=HOUSE_WAY).win


@pytest.mark.full
def test_the_exact_counts_of_seven_cards_follow_it() -> None:
    book = replace(SECOND, deck=Deck(joker=True, ranks=(2, 3, 4, 5, 14)))
    found = main_odds(book)
    assert [found.win, found.standoff, found.lose] == brute.count(book, book, None)
    assert found.win != main_odds(replace(book, wheel=Wheel.LOWEST)).win


def test_books_that_rank_it_differently_do_not_play_each_other() -> None:
    with pytest.raises(Refused, match="A-2-3-4-5 is the lowest straight in mbs-v4, the second highest in other"):
        best(LOWEST, "6c 5d 4h 3s 2c Ac Kd", dealer=replace(SECOND, id="other"))
    assert difference(LOWEST, SECOND).different == 0


def test_the_check_pins_it() -> None:
    assert "attribute A-2-3-4-5" not in pinned_terms(LOWEST)
    assert pinned_terms(SECOND)["attribute A-2-3-4-5"] == "second highest"
