"""The exact value of every setting of every shape, checked deal by deal on a small deck."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from houseway import books
from houseway.cards.deck import Deck
from houseway.errors import Refused
from houseway.maths.cache import Cache
from houseway.maths.count.odds import BEST, HOUSE_WAY
from houseway.maths.count.values import Values, values_of
from houseway.maths.count.whole_book import main_odds
from houseway.maths.set_hands import pack
from houseway.rulebook.rulebook import Rulebook
from support import brute


@pytest.fixture(scope="module")
def book() -> Rulebook:
    book = books.get("mbs-v4")
    return replace(book, deck=Deck(joker=True, ranks=(10, 11, 12, 13)))


@pytest.fixture(scope="module")
def values(book: Rulebook) -> Values:
    return values_of(book)


def test_every_setting_wins_and_loses_as_counted_one_by_one(book: Rulebook, values: Values) -> None:
    every = brute.every_hand(book)
    shapes = book.shapes.find(every.hands.cards)
    won, lost = np.zeros_like(values.won), np.zeros_like(values.lost)
    for hand, shape in enumerate(shapes):
        of_split = values.of_split[shape]
        legal = np.flatnonzero(every.hands.legal[hand])
        assert (of_split[legal] >= 0).all()
        assert (np.delete(of_split, legal) < 0).all()
        settings, splits = np.unique(of_split[legal], return_index=True)
        splits = legal[splits]
        ranks = pack(every.hands.highs[hand, splits], every.hands.lows[hand, splits])
        assert (values.settings[settings] == ranks).all()
        found = brute.results(
            every.hands.highs[hand, splits], every.hands.lows[hand, splits], every, every.apart_from(hand)
        )
        won[settings] += (found == 1).sum(axis=1)
        lost[settings] += (found == -1).sum(axis=1)
    assert (values.won == won).all()
    assert (values.lost == lost).all()


def test_the_house_way_is_worth_its_odds_and_best_play_at_least_as_much(book: Rulebook, values: Values) -> None:
    house_way = values.ev_of_splits(book.compiled.split)
    assert house_way == -main_odds(book, player=HOUSE_WAY).house_edge
    assert house_way < values.ev(values.best) <= -main_odds(book, player=BEST).house_edge
    assert (values.points[values.best] >= values.points[values.first[:-1]]).all()
    with pytest.raises(Refused, match=r"are not legal"):
        values.ev_of_splits(values.game.hands.legal.argmin(axis=1))


def test_a_dealer_seen_first_is_refused() -> None:
    with pytest.raises(Refused, match="before the player sets"):
        values_of(books.get("five-card"))


@pytest.mark.full
def test_the_house_way_of_the_whole_deck_is_worth_its_odds(counted: Cache) -> None:
    book = books.get("mbs-v4")
    found = values_of(book, cache=counted)
    assert found.ev_of_splits(book.compiled.split) == -main_odds(book, player=HOUSE_WAY, cache=counted).house_edge
