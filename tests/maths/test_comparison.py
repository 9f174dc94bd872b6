"""A copy goes to the dealer; two hands won win, one is a standoff, none loses: defined once and used everywhere.

The last tests here swap the definition: if copies went to the player, every count of `maths` must change as the plain
loops over the definition (`support.brute`) do.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import combinations

import numpy as np
import pytest
from numpy.typing import NDArray

from houseway import books
from houseway.cards.card import CARDS, Card, read_cards
from houseway.cards.deck import Deck
from houseway.maths.count.odds import BEST, MainOdds
from houseway.maths.count.whole_book import main_odds
from houseway.maths.play.one_hand import best
from houseway.maths.simulate import run as simulating
from houseway.maths.simulate.run import dealt_cards, simulate
from houseway.rulebook import comparison
from houseway.rulebook.comparison import BY_HANDS_WON, Comparison, Result, compare, main_result
from houseway.rulebook.rulebook import Rulebook
from houseway.table import events as e
from houseway.table.settle import compare_hands, settle
from houseway.table.state import DEALER, Hand, Stake, Table
from support import brute
from support.shelf import most_different_books

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


def _by_definition(book: Rulebook, mine: tuple[Card, ...], my_high: tuple[Card, ...], theirs: Hand) -> Result:
    low = compare(book.strength_of(mine), book.strength_of([Card(card) for card in theirs.low]))
    return main_result(low, compare(book.strength_of(my_high), book.strength_of([Card(card) for card in theirs.high])))


def _set(book: Rulebook, cards: list[Card]) -> Hand:
    return Hand(cards=tuple(card.text for card in cards), low=tuple(card.text for card in book.set(cards).low))


@pytest.mark.parametrize("name", most_different_books())
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
        assert settled.result is _by_definition(book, low, high, hands[DEALER])
        assert main_result(*compare_hands(book, table, 1)) is settled.result
        seen.update(compare_hands(book, table, 1))
    assert seen == {WON, COPY, LOST}


def test_best_play_weighs_settings_by_the_definition() -> None:
    book, rng = books.get("five-card"), random.Random("best")
    for _ in range(40):
        mine, dealers = _deal(book, rng)
        dealer = _set(book, dealers)
        if book.push_with([Card(card) for card in dealer.low], ()):
            continue
        for setting in best(book, mine, dealer_cards=dealers).settings:
            counted = {Result.WIN: setting.win, Result.STANDOFF: setting.standoff, Result.LOSE: setting.lose}
            right = _by_definition(book, setting.low, setting.high, dealer)
            assert counted == {result: int(result is right) for result in counted}


# If copies went to the player


@pytest.fixture
def copies_win(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The definition swapped: a copy goes to the player."""
    simulating._tables.clear()
    monkeypatch.setattr(comparison, "beats", lambda mine, dealers: mine >= dealers)
    yield
    simulating._tables.clear()


FEW_RANKS = Deck(joker=False, ranks=(3, 9, 12, 14))
SEEN_FIRST = replace(books.get("five-card"), deck=FEW_RANKS)
NOT_SEEN = replace(SEEN_FIRST, id="not-seen", procedure=replace(SEEN_FIRST.procedure, dealer_exposed=False))


def _counts(main: MainOdds) -> list[int]:
    return [main.win, main.standoff, main.lose]


def _best_value(net: Fraction) -> Callable[[NDArray[np.int64]], NDArray[np.int64]]:
    """Choose the setting that is worth most over all the dealer's hands."""
    return lambda found: max(found, key=lambda row: net * int((row == 1).sum()) - int((row == -1).sum()))


@pytest.mark.usefixtures("copies_win")
def test_counts_follow_the_definition() -> None:
    assert _counts(main_odds(NOT_SEEN)) == brute.count(NOT_SEEN, NOT_SEEN, None)
    assert _counts(main_odds(SEEN_FIRST)) == brute.count(SEEN_FIRST, SEEN_FIRST, lambda found: found.max(axis=0))


def test_copies_matter_in_these_decks() -> None:
    """Otherwise the other tests here could not fail."""
    mine = main_odds(NOT_SEEN)
    assert _counts(mine) == brute.count(NOT_SEEN, NOT_SEEN, None)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(comparison, "beats", lambda mine, dealers: mine >= dealers)
        assert main_odds(NOT_SEEN).win > mine.win
        assert main_odds(NOT_SEEN).lose < mine.lose


@pytest.mark.full
@pytest.mark.usefixtures("copies_win")
def test_best_play_follows_the_definition() -> None:
    found = main_odds(NOT_SEEN, player=BEST)
    win, _, lose = brute.count(NOT_SEEN, NOT_SEEN, _best_value(found.net))
    assert found.net * found.win - found.lose == found.net * win - lose


@pytest.mark.usefixtures("copies_win")
def test_the_best_setting_follows_the_definition() -> None:
    cards = tuple(read_cards("As Ac 9d 9h 3c"))
    theirs = brute.every_hand(NOT_SEEN, tuple(card.index for card in cards))
    for setting in best(NOT_SEEN, cards).settings:
        high, low = (np.array([NOT_SEEN.strength_of(part)], dtype=np.int16) for part in (setting.high, setting.low))
        result = brute.results(high, low, theirs, np.arange(len(theirs.masks)))
        assert [setting.win, setting.standoff, setting.lose] == [int((result == n).sum()) for n in (1, 0, -1)]


@pytest.mark.usefixtures("copies_win")
@pytest.mark.parametrize("book", [SEEN_FIRST, NOT_SEEN], ids=lambda book: book.id)
def test_the_simulation_follows_the_definition(book: Rulebook) -> None:
    rounds, expected = 300, Counter[str]()
    for dealt in dealt_cards(book, positions=1, seed=3, rounds=range(rounds)).tolist():
        dealers, mine = ([CARDS[card] for card in hand] for hand in dealt)
        theirs = book.set(dealers)
        if book.push_with(theirs.low, theirs.high):
            expected["standoff"] += 1
            continue
        hands_won = max(
            comparison.beats(book.strength_of(low), book.strength_of(theirs.low))
            + comparison.beats(book.strength_of(high), book.strength_of(theirs.high))
            for low, high in _settings(book, mine)
        )
        expected[BY_HANDS_WON[hands_won].value] += 1
    found = simulate(book, rounds=rounds, positions=1, seed=3, with_exact=False).main
    assert {outcome.name: outcome.deals for outcome in found.outcomes} == dict(expected)


def _settings(book: Rulebook, hand: list[Card]) -> Iterator[tuple[Sequence[Card], Sequence[Card]]]:
    """What a player may set: the house way, or anything legal where the dealer is seen first."""
    if not book.procedure.dealer_exposed:
        setting = book.set(hand)
        yield setting.low, setting.high
        return
    for low in combinations(hand, 2):
        high = [card for card in hand if card not in low]
        if book.rank_of(high).outranks_or_equals(book.rank_of(low)):
            yield low, high
