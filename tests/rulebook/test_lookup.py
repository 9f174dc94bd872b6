"""Looking up one hand gives the same answer as the arrays and the clauses."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable

import numpy as np
import pytest
from numpy.typing import NDArray

from houseway import books
from houseway.cards.card import CARDS
from houseway.cards.shapes import canonical
from houseway.cards.tables import RankTable, five_table, three_table, two_table
from houseway.rulebook.rulebook import Rulebook
from houseway.rulebook.wagers import Judged
from support.shelf import in_its_tier, most_different_books


def _random_hands(number: int, *, cards: int, dealt: int) -> NDArray[np.uint8]:
    keys = np.random.default_rng(11).random((number, cards))
    return np.argpartition(keys, dealt, axis=1)[:, :dealt].astype(np.uint8)


def _book(name: str) -> tuple[Rulebook, Rulebook]:
    """The book compiled, and the same book running its clauses for every hand."""
    return books.get(name).compile(), dataclasses.replace(books.get(name))


@pytest.mark.parametrize(("made", "cards"), [(five_table, 53), (three_table, 52), (two_table, 53)])
def test_the_rank_of_one_hand_is_that_of_the_arrays(made: Callable[[], RankTable], cards: int) -> None:
    table = made()
    rows = _random_hands(20_000, cards=cards, dealt=table.size)
    ranks = table.ranks(np.sort(rows, axis=1))
    assert [table.rank(row) for row in rows.tolist()] == ranks.tolist()


@pytest.mark.parametrize("name", most_different_books())
def test_the_shape_of_one_hand_is_that_of_the_arrays(name: str) -> None:
    book = books.get(name)
    rows = _random_hands(20_000, cards=book.deck.size, dealt=book.dealt)
    found = [book.shapes.find_one(row) for row in rows.tolist()]
    assert [ordered for ordered, _, _ in found] == canonical(rows, book.high_size).tolist()
    assert [shape for _, shape, _ in found] == book.shapes.find(rows).tolist()


@pytest.mark.parametrize("name", most_different_books())
def test_every_refined_hand_looks_up_its_own_index(name: str) -> None:
    book = books.get(name)
    hands, _ = book.refined_hands
    numbers = range(0, len(hands), 7)
    assert [book.shapes.find_one(hands.cards[number].tolist())[2] for number in numbers] == list(numbers)


@pytest.mark.parametrize("name", most_different_books())
def test_a_compiled_book_sets_one_hand_as_its_clauses_do(name: str) -> None:
    compiled, plain = _book(name)
    rows = _random_hands(5_000, cards=plain.deck.size, dealt=plain.dealt)
    ordered, settings = plain.set_each(rows)
    assert compiled.is_compiled
    assert not plain.is_compiled
    for number, row in enumerate(rows.tolist()):
        cards = tuple(CARDS[card] for card in row)
        assert compiled.set(cards) == plain.setting(cards, ordered[number], settings, number)


ONE_HAND = {
    name: found
    for name in books.names()
    if (found := [side for side in books.get(name).side_wagers if side.judged is not Judged.TOGETHER])
}
"""The side wagers that are judged on one hand; for the others see test_together."""


@pytest.mark.parametrize("name", [in_its_tier(name) for name in ONE_HAND])
def test_a_compiled_book_pays_one_hand_on_the_line_of_its_pay_tables(name: str) -> None:
    compiled, plain = _book(name)
    whole = _random_hands(5_000, cards=plain.deck.size, dealt=plain.dealt)
    refined, _ = plain.refined_hands
    rare = refined.cards[-10_000:]  # flushes with two cards beside them
    low = _random_hands(2_000, cards=plain.deck.size, dealt=2)
    for side in ONE_HAND[name]:
        for rows in (low,) if side.judged is Judged.DEALER_LOW else (whole, rare):
            for pays in side.pay_tables:
                lines = pays.line_of(plain.hands(rows))
                for row, line in zip(rows.tolist(), lines.tolist(), strict=True):
                    assert compiled.line_of(side, pays, [CARDS[card] for card in row]) == line
                sample = [CARDS[card] for card in rows[0].tolist()]
                assert plain.line_of(side, pays, sample) == lines[0]


def test_a_compiled_book_knows_which_low_hands_do_not_qualify() -> None:
    compiled, plain = _book("five-card")
    for row in _random_hands(500, cards=52, dealt=2).tolist():
        low = [CARDS[card] for card in row]
        assert compiled.push_with(low, ()) == plain.push_with(low, ())
    assert books.get("mbs-v4").push_with([CARDS[0], CARDS[5]], ()) is None
