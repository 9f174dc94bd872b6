"""Cards as people write them."""

from __future__ import annotations

import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from houseway.cards.card import CARDS, JOKER, Card, draw_cards, read_cards, show_cards
from houseway.errors import BadCards


def test_every_card_prints_and_reads_back() -> None:
    assert len(CARDS) == len(set(CARDS)) == 53
    for card in CARDS:
        assert Card(str(card)) is card
        assert Card(card.symbol) is card
        assert eval(repr(card)) is card
        assert pickle.loads(pickle.dumps(card)) is card


@pytest.mark.parametrize(
    ("written", "prints"),
    [("Ac", "Ac"), ("A♣", "Ac"), ("ac", "Ac"), ("AC", "Ac"), ("10d", "Td"), ("Td", "Td"), ("10♦", "Td"), ("td", "Td"),
     ("♦️".join(["10", ""]), "Td"), ("Jk", "Jk"), ("JK", "Jk"), ("@", "Jk"), ("joker", "Jk"), ("Jd", "Jd")],
)  # fmt: skip
def test_notation(written: str, prints: str) -> None:
    assert str(Card(written)) == prints


@pytest.mark.parametrize("written", ["", "1c", "Ax", "A", "11d", "Jj", "0h", "Acc", "♣A", "é"])
def test_bad_notation_is_refused(written: str) -> None:
    with pytest.raises(BadCards, match="is not a card"):
        Card(written)


@given(st.lists(st.sampled_from(CARDS), unique=True, min_size=1, max_size=53))
def test_a_line_of_cards_reads_back(cards: list[Card]) -> None:
    for line in (show_cards(cards), draw_cards(cards), show_cards(cards).replace(" ", ","), "".join(map(str, cards))):
        assert read_cards(line) == tuple(cards)


def test_a_duplicate_is_named() -> None:
    with pytest.raises(BadCards, match=r"Td appears twice in 'Ac Td Td'"):
        read_cards("Ac 10d T♦")
    with pytest.raises(BadCards, match="Jk appears twice"):
        read_cards([JOKER, "@"])


def test_an_empty_hand_is_refused() -> None:
    with pytest.raises(BadCards, match="no cards were given"):
        read_cards("  ,, ")
