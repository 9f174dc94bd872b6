"""Shapes: every hand has one, hands of one shape are set alike, and the counts add up."""

from __future__ import annotations

import itertools
from collections.abc import Callable

import numpy as np
import pytest
from numpy.typing import NDArray

from houseway import books
from houseway.cards.deck import Deck
from houseway.cards.shapes import Shapes, shapes_of
from houseway.rulebook.rulebook import Rulebook
from support.shelf import every_book


def _seven() -> Shapes:
    return shapes_of(Deck(joker=True), dealt=7, flush=5)


def _five() -> Shapes:
    return shapes_of(Deck(joker=False), dealt=5, flush=3)


def _random_hands(number: int, *, seed: int, cards: int, dealt: int) -> NDArray[np.uint8]:
    keys = np.random.default_rng(seed).random((number, cards))
    return np.argpartition(keys, dealt, axis=1)[:, :dealt].astype(np.uint8)


def test_the_number_of_shapes_equals_the_count_by_hand() -> None:
    seven, five = _seven(), _five()
    assert len(seven.weights) == 67_600 + 224_653 == 292_253
    assert int((seven.keys < 1 << 40).sum()) == 67_600
    assert int(seven.weights.sum()) == 154_143_080
    assert len(five.weights) == 42_783
    assert int(five.weights.sum()) == 2_598_960
    cards, weights = seven.refined()
    assert int(weights.sum()) == 154_143_080
    assert (weights > 0).all()
    assert all(len(set(row)) == 7 for row in cards[::997].tolist())


@pytest.mark.parametrize("made", [_seven, _five], ids=["seven", "five"])
def test_a_shape_looks_up_its_own_index(made: Callable[[], Shapes]) -> None:
    shapes = made()
    assert (shapes.find(shapes.hands) == np.arange(len(shapes.hands))).all()


def test_every_five_card_hand_is_counted_by_its_shape() -> None:
    shapes = _five()
    counted = np.zeros(len(shapes.weights), dtype=np.int64)
    for rows in shapes.deck.every_hand(5):
        counted += np.bincount(shapes.find(rows), minlength=len(counted))
    assert (counted == shapes.weights).all()


@pytest.mark.full
def test_the_five_card_shapes_are_unions_of_the_134_459_suit_classes() -> None:
    """A hand keeps its shape when suits are renamed, so no shape contains only part of a suit class."""
    shapes = _five()
    classes: dict[int, int] = {}
    for rows in shapes.deck.every_hand(5):
        suits = rows % 4
        masks = np.stack(
            [np.where(suits == suit, 1 << (rows.astype(np.int64) // 4), 0).sum(axis=1) for suit in range(4)]
        )
        key = (np.sort(masks, axis=0) << (np.arange(4) * 13)[:, None]).sum(axis=0)
        keys, first = np.unique(key, return_index=True)
        found = shapes.find(rows)
        assert (found == found[first][np.searchsorted(keys, key)]).all()
        classes |= dict(zip(keys.tolist(), found[first].tolist(), strict=True))
    assert len(classes) == 134_459
    assert set(classes.values()) == set(range(42_783))


@pytest.mark.full
def test_every_seven_card_hand_is_counted_by_its_shape() -> None:
    shapes = _seven()
    counted = np.zeros(len(shapes.weights), dtype=np.int64)
    for rows in shapes.deck.every_hand(7):
        counted += np.bincount(shapes.find(rows), minlength=len(counted))
    assert (counted == shapes.weights).all()


@pytest.mark.parametrize("name", every_book())
def test_compiled_and_clause_by_clause_settings_are_the_same_cards(name: str) -> None:
    book = books.get(name)
    rows = _random_hands(20_000, seed=1, cards=book.deck.size, dealt=book.dealt)
    ordered, compiled = book.set_many(rows)
    same_order, each = book.set_each(rows)
    assert (ordered == same_order).all()
    assert (compiled.clause == each.clause).all()
    assert (compiled.split == each.split).all()


@pytest.mark.parametrize("name", every_book())
def test_suits_renamed_the_setting_is_renamed(name: str) -> None:
    book: Rulebook = books.get(name)
    rows = _random_hands(2_000, seed=2, cards=book.deck.size, dealt=book.dealt)
    _, plain = book.set_many(rows)
    hands = book.hands(rows)
    here = np.arange(len(rows))
    for suits in itertools.islice(itertools.permutations(range(4)), 1, 24, 5):
        renamed = np.where(rows == 52, 52, rows // 4 * 4 + np.array(suits)[rows % 4]).astype(np.uint8)
        _, settings = book.set_many(renamed)
        again = book.hands(renamed)
        assert (settings.clause == plain.clause).all()
        assert (again.lows[here, settings.split] == hands.lows[here, plain.split]).all()
        assert (again.highs[here, settings.split] == hands.highs[here, plain.split]).all()


def test_a_small_deck_is_counted_exactly() -> None:
    deck = Deck(joker=True, ranks=(10, 11, 12, 13, 14))
    shapes = shapes_of(deck, dealt=7, flush=5)
    counted = np.zeros(len(shapes.weights), dtype=np.int64)
    for rows in deck.every_hand(7):
        counted += np.bincount(shapes.find(rows), minlength=len(counted))
    assert int(counted.sum()) == deck.hands(7) == 116_280
    assert (counted == shapes.weights).all()


def test_shapes_refuse_a_game_where_two_suits_could_fill_a_flush() -> None:
    with pytest.raises(ValueError, match="two suits"):
        shapes_of(Deck(joker=False), dealt=6, flush=3)
