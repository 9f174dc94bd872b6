"""The ranking of hands: the documents' examples, and the tables compared with the slow ranking on every hand."""

from __future__ import annotations

import csv
import itertools
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from houseway.cards import ranking, tables
from houseway.cards.card import CARDS, JOKER, read_cards
from houseway.cards.deck import Deck
from houseway.cards.ranking import Category, Wheel

_DATA = Path(__file__).resolve().parent.parent / "data" / "ranking.csv"
_ROWS = list(csv.DictReader(line for line in _DATA.read_text().splitlines() if not line.startswith("#")))


@pytest.mark.parametrize("row", _ROWS, ids=[row["clause"] for row in _ROWS])
def test_order_of_hands(row: dict[str, str]) -> None:
    rank = {"five": ranking.five, "three": ranking.three, "two": ranking.two}[row["kind"]]
    better, worse = rank(read_cards(row["better"])), rank(read_cards(row["worse"]))
    assert better > worse
    assert not better < worse


@pytest.mark.parametrize(
    ("high", "low", "legal"),
    [
        ("Ac 9h 8s 5d 3c", "As 9d", True),  # R5: equal in every rank the low hand has
        ("Ac 9h 8s 5d 3c", "As Td", False),
        ("Kc Qh 8s 5d 3c", "As 2d", False),
        ("9c 9h 8s 5d 3c", "9s 9d", True),
        ("8c 8h 7s 5d 3c", "9s 9d", False),
        ("Ac Kh 8s 5d 3c", "2s 2d", False),
        ("3c 3h 2s 2d 4c", "As Ad", True),
        ("6c 5d 4h 3s 2c", "As Ad", True),
        ("Jk Qh 8s 5d 3c", "As Kd", False),
    ],
)
def test_foul_of_five_over_two(high: str, low: str, legal: bool) -> None:
    assert ranking.five(read_cards(high)).outranks_or_equals(ranking.two(read_cards(low))) is legal


@pytest.mark.parametrize(
    ("high", "low", "legal"),
    [
        ("Ac Ad 5h", "Ah As", True),  # R7: three cards outrank two by their extra card
        ("Ac Kd 5h", "Ah Ks", True),
        ("Kc Qd 5h", "Ah 2s", False),
        ("Tc 5c 4c", "As 9d", True),
        ("2c 2d 5h", "3h 3s", False),
    ],
)
def test_foul_of_three_over_two(high: str, low: str, legal: bool) -> None:
    assert ranking.three(read_cards(high)).outranks_or_equals(ranking.two(read_cards(low))) is legal


SIZES = [(2, False), (2, True), (3, False), (5, False), (5, True)]
SLOW = {2: ranking.two, 3: ranking.three, 5: ranking.five}
TABLES = {2: tables.two_table, 3: tables.three_table, 5: tables.five_table}


def _every_hand(size: int, *, with_joker: bool) -> Iterator[NDArray[np.uint8]]:
    """All hands without the Joker, or all with it, in blocks."""
    for rows in Deck(joker=False).every_hand(size - with_joker):
        joker = np.full((len(rows), 1), JOKER.index, dtype=np.uint8)
        yield np.concatenate([rows, joker], axis=1) if with_joker else rows


def _kinds(rows: NDArray[np.uint8]) -> NDArray[np.int64]:
    """A number for each hand's ranks and whether it is all one suit, which is all that affects its rank."""
    natural = rows != JOKER.index
    times = (natural << (rows.astype(np.int64) // 4 * 3)).sum(axis=1)  # up to four of each of 13 ranks
    suited = ((rows % 4 == rows[:, :1] % 4) | ~natural).all(axis=1)
    return times << 1 | suited


@pytest.mark.parametrize(("size", "with_joker"), SIZES)
def test_tables_agree_with_the_slow_ranking_on_a_hand_of_each_kind(size: int, with_joker: bool) -> None:
    """Every hand has the dense rank of its kind; for a random hand of up to 2,000 kinds that is the slow ranking's."""
    table = TABLES[size]()
    rows = np.concatenate(list(_every_hand(size, with_joker=with_joker)))
    rows = rows[np.random.default_rng(5).permutation(len(rows))]
    dense = table.ranks(rows)
    _, chosen, kind = np.unique(_kinds(rows), return_index=True, return_inverse=True)
    assert (dense == dense[chosen][kind]).all()
    some = chosen[:: len(chosen) // 2000 + 1]
    for row, found in zip(rows[some].tolist(), dense[some].tolist(), strict=True):
        assert SLOW[size]([CARDS[card] for card in row]) == table.classes[found]


@pytest.mark.full
@pytest.mark.parametrize(("size", "with_joker"), SIZES)
def test_tables_agree_with_the_slow_ranking_on_every_hand(size: int, with_joker: bool) -> None:
    """All 1,378 hands of two, 22,100 of three and 2,869,685 of five cards have the same rank in both."""
    table = TABLES[size]()
    number = 0
    for rows in _every_hand(size, with_joker=with_joker):
        number += len(rows)
        for row, found in zip(rows.tolist(), table.ranks(rows).tolist(), strict=True):
            assert SLOW[size]([CARDS[card] for card in row]) == table.classes[found]
    assert number == Deck(joker=False).hands(size - with_joker)


@pytest.mark.parametrize("wheel", Wheel)
@pytest.mark.parametrize(("size", "classes"), [(2, 91), (3, 741), (5, 7463)])
def test_classes_are_in_order_and_all_different(size: int, classes: int, wheel: Wheel) -> None:
    table = tables.table_of(size, wheel)
    keys = [rank.key() for rank in table.classes]
    assert len(keys) == classes
    assert all(lower < higher for lower, higher in itertools.pairwise(keys))


def test_least_legal_high_agrees_with_the_ranking() -> None:
    for size, wheel in itertools.product((3, 5), Wheel):
        least = tables.least_legal_high(size, wheel)
        highs, lows = tables.high_table(size, wheel).classes, tables.two_table().classes
        for low in range(0, len(lows), 3):
            for high in range(0, len(highs), 7):
                assert highs[high].outranks_or_equals(lows[low]) == (high >= least[low])


def test_names() -> None:
    names = {
        "Pair of nines": "9c 9d 2h 3s 4c",
        "Straight, five high": "Ac 2d 3h 4s 5c",
        "Straight flush, ten high": "9c 8c 7c 6c Jk",
        "Royal flush": "Ac Kc Qc Jk Tc",
        "Four of a kind, queens": "Qc Qd Qh Qs 2c",
        "Three of a kind, aces": "Ac Ad Jk 9s 2c",
        "King high": "Kc Jd 9h 7s 2c",
    }
    for name, hand in names.items():
        assert str(ranking.five(read_cards(hand))) == name
    assert {rank.category for rank in tables.five_table().classes} == set(Category)


_MOVED = [("Ac 2d 3h 4s 5c", "5s 4d 3h 2d Jk"), ("Ac 2c 3c 4c 5c", "5s 4s 3s 2s Jk")]
"""A-2-3-4-5 and 2-3-4-5 with the Joker, as a straight and as a straight flush."""


@pytest.mark.parametrize(("natural", "with_joker"), _MOVED)
def test_a_second_highest_wheel_is_below_the_ace_and_above_the_king(natural: str, with_joker: str) -> None:
    wheel, joker = (ranking.five(read_cards(hand), Wheel.SECOND_HIGHEST) for hand in (natural, with_joker))
    assert wheel == joker
    order = tables.five_table(Wheel.SECOND_HIGHEST).classes
    same = [rank for rank in order if rank.category is wheel.category]
    assert same.index(wheel) == len(same) - (
        2 if wheel.category is Category.STRAIGHT else 1
    )  # a royal flush is its own
    lowest = ranking.five(read_cards(natural))
    assert lowest == next(rank for rank in tables.five_table().classes if rank.category is wheel.category)
    assert lowest < ranking.five(read_cards(with_joker))


def test_only_the_wheel_moves() -> None:
    """Every other hand keeps its place among the rest, and the tables give each hand the same name."""
    for size in (3, 5):
        lowest, second = (tables.high_table(size, wheel) for wheel in Wheel)
        moved = [i for i, rank in enumerate(lowest.classes) if str(rank) != str(second.classes[i])]
        assert {lowest.classes[i].category for i in moved} == {Category.STRAIGHT, Category.STRAIGHT_FLUSH}
        stays = [[str(rank) for rank in table.classes if "ace to" not in str(rank)] for table in (lowest, second)]
        names = {5: "five high", 3: "three high"}[size]
        assert [name for name in stays[0] if not (name.startswith("Straight") and name.endswith(names))] == stays[1]
        rows = np.array([[*range(0, 4 * (size - 1), 4), 48]], dtype=np.uint8)  # 2-3-4-5-A, or 2-3-A, of one suit
        assert str(second.classes[second.ranks(rows)[0]]).startswith("Straight flush, ace to")
        assert second.rank(rows[0].tolist()) == second.ranks(rows)[0]
