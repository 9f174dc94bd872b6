"""Every setting of one hand, checked against the dealer's hands listed one by one."""

from __future__ import annotations

import functools
import json
import random
import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from fractions import Fraction
from itertools import combinations
from typing import Any

import numpy as np
import pytest

from houseway import books
from houseway.cards.card import CARDS, read_cards
from houseway.cards.deck import Deck
from houseway.errors import BadCards, HousewayError, Refused
from houseway.maths.cache import Cache
from houseway.maths.play import tally
from houseway.maths.play.one_hand import best
from houseway.maths.play.weigh import Best
from houseway.rulebook.hands import Hands
from houseway.rulebook.rulebook import Rulebook
from support import brute
from support.command import Run
from support.shelf import FURTHER

HARD = [
    "Jk Ac Ad Ah As Kc Kd",  # five aces, pair of kings
    "Jk Ac Ad Ah As 2c 3c",
    "Ac Ad Ah As Kc Kd Kh",
    "Kc Kd Kh Ac Jk Qs Js",  # three kings, Ace and Joker, straight left
    "Kc Kd Kh Ac Jk 9s 4d",
    "Jk Kh Qh Jh Th 9h 8h",  # royal, straight flush, six suited
    "Ah Kh Qh Jh Th 9h 8h",
    "Ah 2h 3h 4h 5h 6h 7h",
    "Jk 2s 3s 4s 5s 7d 9c",
    "2c 2d 2h 2s 7c 8d 9h",
    "9c 9d 9h 9s Ac Kd 2h",
    "Jc Jd Jh Js Ad 4c 4d",
    "Ac Ad 2h 2s Kc Qd Jh",  # two pairs with aces
    "6c 6d 8h 8s Ac 3d 2h",
    "Tc Td Qh Qs Jk 5d 4h",
    "2c 2d 5h 5s 9c 9d Kh",  # three pairs
    "7c 7d 7h 4c 4d 4s Ah",  # two threes
    "3c 3d 3h 2s 2d Ac Kh",
    "Ac Kd Qh Jc 9d 7h 5c",  # nothing
    "2c 3d 4h 5c 7d 8h 9c",
    "Ac Jc 9c 7c 5c 3c 2d",  # six of a suit
    "Jk Ac Kc Qd Js 9h 4c",
    "As Ac Jk Kh Qd Jc Td",
    "Qc Qd Ah 9c 8c 7c 6c",  # pair or flush
]

FIVE = [
    "Jc Tc Td Th 5c",
    pytest.param("Kc 9c 8c 6s 3d", marks=pytest.mark.full),
    pytest.param("Ac Ad Ah 3c 2c", marks=pytest.mark.full),
    pytest.param("As Ks Qs Js Ts", marks=pytest.mark.full),
    pytest.param("9c 8d 7h 5s 2c", marks=pytest.mark.full),
]


def found_by_cards(found: Best) -> dict[frozenset[str], list[int]]:
    return {frozenset(card.text for card in s.low): [s.win, s.standoff, s.lose] for s in found.settings}


@functools.lru_cache(maxsize=1)
def dealers_hands(name: str, gone: tuple[int, ...]) -> brute.EveryHand:
    """Every hand that a dealer can have, listed once for several players' books."""
    return brute.every_hand(books.get(name), gone)


def listed(book: Rulebook, dealer: Rulebook, hand: str, dead: str = "") -> dict[frozenset[str], list[int]]:
    """Every legal setting of a hand against every dealer's hand, one by one."""
    cards = read_cards(hand)
    gone = (*cards, *(read_cards(dead) if dead else ()))
    theirs = dealers_hands(dealer.id, tuple(card.index for card in gone))
    against = np.arange(len(theirs.masks))
    found = {}
    for low in combinations(cards, len(cards) - book.high_size):
        rows = book.hands(np.array([[card.index for card in cards]], dtype=np.uint8))
        high = [card for card in cards if card not in low]
        if not _legal(rows, [card.index for card in low]):
            continue
        result = brute.results(
            np.array([book.strength_of(high)], dtype=np.int16),
            np.array([book.strength_of(low)], dtype=np.int16),
            theirs,
            against,
        )[0]
        found[frozenset(card.text for card in low)] = [int((result == worth).sum()) for worth in (1, 0, -1)]
    return found


def _legal(rows: Hands, low: list[int]) -> bool:
    from houseway.rulebook.hands import places_of_low

    for split, places in enumerate(places_of_low(rows.cards.shape[1])):
        if sorted(rows.cards[0, list(places)].tolist()) == sorted(low):
            return bool(rows.legal[0, split])
    raise AssertionError


@pytest.mark.parametrize("dead_cards", [31, pytest.param(27, marks=pytest.mark.full)])
@pytest.mark.parametrize("hand", HARD)
def test_every_setting_against_every_dealer_of_a_short_stub(hand: str, dead_cards: int, counted: Cache) -> None:
    """So many cards are dead that all dealer's hands can be listed: 15 are left, or 19 in the full tier."""
    rng = random.Random(hand)
    taken = set(read_cards(hand))
    others = [card for card in CARDS if card not in taken]
    dead = " ".join(card.text for card in rng.sample(others, dead_cards))
    for name, dealer in (("mbs-v4", "mbs-v4"), ("fortune-us", "mbs-v4")):
        mine, theirs = books.get(name), books.get(dealer)
        found = best(mine, hand, dead=dead, dealer=theirs, cache=counted)
        assert found_by_cards(found) == listed(mine, theirs, hand, dead)
        assert set(found.settings[found.house_way].low) == set(mine.set(hand).low)


@pytest.mark.full
def test_every_setting_against_all_53524680_dealers(counted: Cache) -> None:
    """Every hand of the deck is set once, and compared with each of the hard hands."""
    book = books.get("mbs-v4")
    found = {hand: best(book, hand, cache=counted) for hand in HARD}
    settings = {hand: [tuple(map(book.strength_of, (s.high, s.low))) for s in found[hand].settings] for hand in HARD}
    totals = {hand: np.zeros((len(settings[hand]), 2), dtype=np.int64) for hand in HARD}
    deals = dict.fromkeys(HARD, 0)
    for rows in book.deck.every_hand(book.dealt):
        ordered, decided = book.set_many(rows)
        hands, at = book.as_hands(ordered), np.arange(len(rows))
        from houseway.rulebook.hands import places_of_low

        low_places = np.array(places_of_low(book.dealt))[decided.split]
        low_cards = np.take_along_axis(ordered, low_places, axis=1)
        held = np.zeros(ordered.shape, dtype=bool)
        np.put_along_axis(held, low_places, True, axis=1)
        high_cards = ordered[~held].reshape(len(at), book.high_size)
        high, low = hands.high_table.ranks(high_cards), _two(low_cards)
        masks = np.bitwise_or.reduce(np.uint64(1) << ordered.astype(np.uint64), axis=1)
        for hand in HARD:
            mine = np.uint64(sum(1 << card.index for card in read_cards(hand)))
            free = np.flatnonzero(masks & mine == 0)
            deals[hand] += len(free)
            for number, (my_high, my_low) in enumerate(settings[hand]):
                over_high, over_low = high[free] < my_high, low[free] < my_low
                totals[hand][number] += [(over_high & over_low).sum(), (~over_high & ~over_low).sum()]
    for hand in HARD:
        assert deals[hand] == found[hand].deals == 53_524_680
        assert totals[hand].tolist() == [[s.win, s.lose] for s in found[hand].settings], hand


def _two(cards: np.ndarray[tuple[int, ...], np.dtype[np.uint8]]) -> np.ndarray[tuple[int, ...], np.dtype[np.int16]]:
    from houseway.cards.tables import two_table

    return two_table().ranks(np.sort(cards, axis=1))


@pytest.mark.full
@pytest.mark.parametrize("hand", FIVE)
def test_five_card_settings_against_every_dealer(hand: str, counted: Cache) -> None:
    book = books.get("five-card")
    found = best(book, hand, cache=counted)
    assert found.deals == 1_533_939
    assert found_by_cards(found) == listed(book, book, hand)


def test_a_dealer_hand_that_is_known(counted: Cache) -> None:
    book = books.get("five-card")
    found = best(book, "Kc 9c 8c 6s 3d", dealer_cards="Ah Qd 9s 5c 2h", cache=counted)
    assert found.deals == 1
    assert found.settings[found.best].standoff == 1
    fails = best(book, "Kc 9c 8c 6s 3d", dealer_cards="9h 8d 7s 4c 2h", cache=counted)
    assert {setting.standoff for setting in fails.settings} == {1}


@pytest.fixture
def both_ways(counted: Cache) -> Iterator[Callable[..., list[Best]]]:
    """Weigh a hand by numpy, and by the kernel."""

    def weighed(book: Rulebook, *words: Any, **options: Any) -> list[Best]:
        tally.unload()
        plain = best(book, *words, **options, cache=counted)
        tally.load(book, counted)
        assert tally._loaded
        return [plain, best(book, *words, **options, cache=counted)]

    yield weighed
    tally.unload()


@pytest.mark.parametrize(
    ("name", "hands"),
    [
        ("mbs-v4", 16),
        ("five-card", 16),
        ("face-up", 8),
        *(pytest.param(name, 2000, marks=pytest.mark.full) for name in ("mbs-v4", "five-card", "face-up")),
        *(pytest.param(name, 200, marks=pytest.mark.full) for name in ("mbs-v3", "fortune-us", *FURTHER)),
    ],
)
def test_the_kernel_counts_what_numpy_counts(name: str, hands: int, both_ways: Callable[..., list[Best]]) -> None:
    """Random hands with no, some and all but one hand's cards dead, and with the dealer's hand seen."""
    book, rng = books.get(name), random.Random(f"kernel {name}")
    for number in range(hands):
        cards = rng.sample(book.deck.cards, book.deck.size)
        hand, others = cards[: book.dealt], cards[book.dealt :]
        most = len(others) - book.dealt
        most = len(others) - book.dealt
        dead = (0, rng.randrange(1, 8), rng.randrange(most + 1), most)[number % 4]
        options = {"dead": others[:dead]}
        if book.procedure.dealer_exposed and number % 8 < 4:
            options = {"dealer_cards": others[: book.dealt]}
        plain, fast = both_ways(book, hand, **options)
        assert fast == plain, (hand, options)


@pytest.mark.parametrize(
    ("name", "joker", "ranks"), [("five-card", False, (3, 9, 12, 14)), ("mbs-v4", True, (2, 3, 4, 5, 14))]
)
def test_the_kernel_knows_small_decks(
    name: str, joker: bool, ranks: tuple[int, ...], both_ways: Callable[..., list[Best]]
) -> None:
    book = replace(books.get(name), deck=Deck(joker=joker, ranks=ranks))
    for seed in range(3):
        plain, fast = both_ways(book, random.Random(seed).sample(book.deck.cards, book.dealt))
        assert fast == plain


def test_without_numba_numpy_counts(monkeypatch: pytest.MonkeyPatch, counted: Cache) -> None:
    tally.unload()
    monkeypatch.setitem(sys.modules, "houseway.maths.play.tally_kernels", None)
    book = books.get("five-card")
    tally.load(book, counted)
    assert not tally._loaded
    assert best(book, "Kc 9c 8c 6s 3d", cache=counted).deals == 1_533_939


def test_values_and_cost(counted: Cache) -> None:
    found = best(books.get("mbs-v4"), HARD[0], cache=counted)
    top, own = found.settings[found.best], found.settings[found.house_way]
    assert top.ev == (Fraction(19, 20) * top.win - top.lose) / 53_524_680
    assert found.cost == top.ev - own.ev > 0
    assert [s.ev for s in found.settings] == sorted((s.ev for s in found.settings), reverse=True)


@pytest.mark.parametrize(
    ("options", "error", "says"),
    [
        ({"dead": "Ac Kd 2c"}, BadCards, "2♣ cannot be dead"),
        ({"dead": "Kd Kd"}, BadCards, "Kd"),
        ({"dealer_cards": "Kc Kd Kh Ks 3c 4c 5c"}, Refused, "only after the players have set"),
    ],
)
def test_bad_input(options: dict[str, Any], error: type[HousewayError], says: str) -> None:
    with pytest.raises(error, match=says):
        best(books.get("mbs-v4"), HARD[9], **options)


@pytest.mark.parametrize(
    ("cards", "says"),
    [
        ("Kc Ah 2h 3h 4h", "K♣ cannot be the dealer's"),
        ("Ah 2h 3h 4h", "deals five cards, not 4"),
        ("Jk 2h 3h 4h 5h", "no Joker"),
    ],
)
def test_an_illegal_dealer_hand(cards: str, says: str) -> None:
    with pytest.raises(BadCards, match=says):
        best(books.get("five-card"), "Kc 9c 8c 6s 3d", dealer_cards=cards)


def test_too_few_cards_left_for_the_dealer() -> None:
    dead = " ".join(card.text for card in CARDS if card not in read_cards(HARD[9]))[: 3 * 40 - 1]
    with pytest.raises(BadCards, match="6 cards are left, too few for a dealer's hand of 7"):
        best(books.get("mbs-v4"), HARD[9], dead=dead)


def test_the_command(houseway: Run) -> None:
    done = houseway("best", "mbs-v4", *HARD[23].split(), "--json")
    answer = json.loads(done.stdout)
    assert answer["deals"] == 53_524_680
    assert {"low", "high", "win", "standoff", "lose", "ev", "ev_float"} == set(answer["settings"][0])
    assert all(s["win"] + s["standoff"] + s["lose"] == answer["deals"] for s in answer["settings"])
    assert answer["best"] == 0
    house = answer["settings"][answer["house_way"]]
    assert set(house["low"]) == {card.text for card in books.get("mbs-v4").set(HARD[23]).low}
    assert Fraction(house["ev"]) == (Fraction(19, 20) * house["win"] - house["lose"]) / answer["deals"]
    table = houseway("best", "mbs-v4", HARD[23]).stdout
    assert "best" in table
    assert "house way" in table
    assert f"{answer['settings'][0]['win']:,}" in table


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["best", "mbs-v4", "Ac Kd"], "mbs-v4 deals seven cards, not 2"),
        (["best", "mbs-v4", HARD[9], "--dead", "2c"], "2♣ cannot be dead"),
        (["best", "mbs-v4", HARD[9], "--dead", "Zz"], "'Zz'"),
        (["best", "five-card", "Kc 9c 8c 6s 3d", "--dealer", "mbs-v4"], "cannot be compared"),
        (["best", "five-card", "Kc 9c 8c 6s 3d", "--dealer-cards", "Kc Ah 2h 3h 4h"], "K♣ cannot be the dealer's"),
        (["best", "five-card", "Kc 9c 8c 6s 3d", "--dead", "Jk"], "five-card is played with no Joker"),
        (["best", "mbs-v4", HARD[9], "--commission", "lots"], "a commission is a share of the win"),
        (["odds", "five-card", "--pays", "Royal Flash=5"], "five-card has no pay line 'Royal Flash'"),
        (["odds", "five-card", "--pays", "Royal Flush=much"], "LINE=N"),
        (["odds", "five-card", "--pays", "purse:Royal Flush=5"], "five-card has no wager 'purse'"),
        (["odds", "five-card", "--commission", "150%"], "a commission is a share of the win"),
        (["odds", "five-card", "--commission", "1e-20000000"], "a commission is a share of the win"),
        (["odds", "five-card", "--commission", "5.00000000000001%"], "at most nine digits"),
        (["odds", "five-card", "--commission", "1/0"], "a commission is a share of the win"),
        (["odds", "five-card", "--pays", "Flush=" + 5000 * "9"], "at most nine digits"),
        (["simulate", "five-card", "--rounds", "0"], "from 1 to"),
        (["odds", "five-card", "--player", "worst"], "house-way or best"),
        (["odds", "fortune-us", "--pays", "Flush=9"], "its lines are none"),
        (["odds", "five-card", "--workers", "2", "--cluster", "tcp://127.0.0.1:1"], "not both"),
        (["diff", "mbs-v4", "five-card", "--odds"], "cannot be compared"),
    ],
)
def test_bad_input_is_one_sentence(houseway: Run, words: list[str], says: str) -> None:
    done = houseway(*words)
    assert (done.returncode, done.stdout) == (1, "")
    assert len(done.stderr.strip().splitlines()) == 1, done.stderr
    assert says in done.stderr
