"""A copy goes to the dealer; two hands won win, one is a standoff, none loses: defined once, and everybody agrees.

The counts over whole decks and the simulation are compared with plain loops over the same definition in `test_exact`
(by `support.brute`) and in `test_simulate`.
"""

from __future__ import annotations

import random

import pytest

from houseway import books
from houseway.cards.card import Card
from houseway.maths.play.one_hand import best
from houseway.rulebook.comparison import BY_HANDS_WON, Comparison, Result, compare, main_result
from houseway.rulebook.rulebook import Rulebook, strength_of
from houseway.table import events as e
from houseway.table.settle import compare_hands, settle
from houseway.table.state import DEALER, Hand, Stake, Table

WON, COPY, LOST = Comparison.WON, Comparison.COPY, Comparison.LOST


@pytest.mark.parametrize(
    ("low", "high", "result"),
    [
        (WON, WON, Result.WIN),
        (WON, COPY, Result.STANDOFF),
        (WON, LOST, Result.STANDOFF),
        (COPY, WON, Result.STANDOFF),
        (COPY, COPY, Result.LOSE),
        (COPY, LOST, Result.LOSE),
        (LOST, WON, Result.STANDOFF),
        (LOST, COPY, Result.LOSE),
        (LOST, LOST, Result.LOSE),
    ],
)
def test_the_result_of_each_pair_of_comparisons(low: Comparison, high: Comparison, result: Result) -> None:
    assert main_result(low, high) is result


def test_a_copy_is_not_won() -> None:
    assert [compare(mine, 5) for mine in (4, 5, 6)] == [LOST, COPY, WON]
    assert BY_HANDS_WON == (Result.LOSE, Result.STANDOFF, Result.WIN)


def _deal(book: Rulebook, rng: random.Random) -> tuple[list[Card], list[Card]]:
    """Two hands of few ranks, so that copies are common."""
    few = [card for card in book.deck.cards if card.rank in (9, 11, 12, 13, 14)]
    dealt = rng.sample(few, 2 * book.dealt)
    return dealt[: book.dealt], dealt[book.dealt :]


def _by_definition(mine: tuple[Card, ...], my_high: tuple[Card, ...], theirs: Hand) -> Result:
    low = compare(strength_of(mine), strength_of([Card(card) for card in theirs.low]))
    return main_result(low, compare(strength_of(my_high), strength_of([Card(card) for card in theirs.high])))


def _set(book: Rulebook, cards: list[Card]) -> Hand:
    return Hand(cards=tuple(card.text for card in cards), low=tuple(card.text for card in book.set(cards).low))


@pytest.mark.parametrize("name", books.names())
def test_the_table_settles_by_the_definition(name: str) -> None:
    book, rng = books.get(name), random.Random(f"settle {name}")
    seen = set[Comparison]()
    for _ in range(40):
        mine, dealers = _deal(book, rng)
        hands = {1: _set(book, mine), DEALER: _set(book, dealers)}
        table = Table(wagers={1: {book.main.key: (Stake("ann", 100),)}}, hands=hands, seats={1: "ann"}, round=1)
        settled = next(event for event in settle(book, table) if isinstance(event, e.WagerSettled))
        low = tuple(Card(card) for card in hands[1].low)
        high = tuple(Card(card) for card in hands[1].high)
        assert settled.result is _by_definition(low, high, hands[DEALER])
        assert main_result(*compare_hands(table, 1)) is settled.result
        seen.update(compare_hands(table, 1))
    assert seen == {WON, COPY, LOST}


def test_best_play_weighs_settings_by_the_definition() -> None:
    book, rng = books.get("five-card"), random.Random("best")
    for _ in range(40):
        mine, dealers = _deal(book, rng)
        dealer = _set(book, dealers)
        if book.dealer_fails([Card(card) for card in dealer.low]):
            continue
        for setting in best(book, mine, dealer_cards=dealers).settings:
            counted = {Result.WIN: setting.win, Result.STANDOFF: setting.standoff, Result.LOSE: setting.lose}
            right = _by_definition(setting.low, setting.high, dealer)
            assert counted == {result: int(result is right) for result in counted}
