"""What cards are worth, written again straight from the documents, as plainly as possible.

Here: ranking two, three and five cards, foul hands, the Fortune Bonus line of seven cards, and the lines of the
five-card side wagers. Not here: money (`second_opinion`). Nothing is imported from houseway, so that a mistake there is
not repeated here. A hand is worth a tuple: the higher tuple wins, equal tuples are a copy.
"""

from __future__ import annotations

import functools
from collections import Counter
from collections.abc import Sequence

Worth = tuple[int, ...]
JOKER = "Jk"
ACE = 14
HIGH_CARD, PAIR, TWO_PAIRS, TRIPS, STRAIGHT, FLUSH, FULL_HOUSE, FOUR, STRAIGHT_FLUSH, ROYAL, FIVE_ACES = range(11)
SEVEN_CARD_STRAIGHT_FLUSH, ROYAL_MATCH = "seven card straight flush without joker", "royal match"
FORTUNE_PAYS = {
    SEVEN_CARD_STRAIGHT_FLUSH: 2500,
    ROYAL_MATCH: 1000,
    "seven card straight flush with a joker": 500,
    "five aces": 250,
    "royal flush": 100,
    "straight flush": 50,
    "four of a kind": 20,
    "full house": 5,
    "flush": 4,
    "three of a kind": 3,
    "straight": 2,
}
"""4.1.2 of mbs-v4 and of mbs-v3: what each line pays to 1."""
INSURANCE_PAYS = {5: 100, 6: 25, 7: 10, 8: 3, 9: 2, 10: 1}
PAI_GOW_PAYS = {
    "A": {8: 100, 9: 50, 10: 15, 11: 5, 12: 3, 13: 2, 14: 1},
    "B": {8: 100, 9: 50, 10: 20, 11: 5, 12: 3, 13: 2, 14: 1},
}
POKER_PAYS = {
    "A": {ROYAL: 500, STRAIGHT_FLUSH: 200, FOUR: 50, FULL_HOUSE: 40, FLUSH: 30, STRAIGHT: 20, TRIPS: 10, TWO_PAIRS: 2},
    "B": {ROYAL: 1000, STRAIGHT_FLUSH: 500, FOUR: 50, FULL_HOUSE: 40, FLUSH: 30, STRAIGHT: 20, TRIPS: 10, TWO_PAIRS: 2},
    "C": {
        ROYAL: 1000,
        STRAIGHT_FLUSH: 500,
        FOUR: 200,
        FULL_HOUSE: 100,
        FLUSH: 50,
        STRAIGHT: 10,
        TRIPS: 5,
        TWO_PAIRS: 2,
    },
}


def rank(card: str) -> int:
    """2 to 14; the Joker is an Ace unless it completes something."""
    return ACE if card == JOKER else "23456789TJQKA".index(card[0]) + 2


def suit(card: str) -> str:
    """The suit of a card; the Joker has none."""
    return "" if card == JOKER else card[1]


def top_of_straight(ranks: Sequence[int]) -> int:
    """The highest rank of consecutive cards, or 0: A-2-3 and A-2-3-4-5 are the lowest straights (R1, R6)."""
    low_to_high = sorted(ranks)
    if low_to_high == list(range(low_to_high[0], low_to_high[0] + len(ranks))):
        return low_to_high[-1]
    with_low_ace = sorted(1 if each == ACE else each for each in ranks)
    if with_low_ace == list(range(1, len(ranks) + 1)):
        return with_low_ace[-1]
    return 0


def _by_number(ranks: Sequence[int]) -> list[tuple[int, int]]:
    """How many of each rank, most first, then the highest rank."""
    return sorted(((number, each) for each, number in Counter(ranks).items()), reverse=True)


def _natural(ranks: Sequence[int], same_suit: bool) -> Worth:
    """Five cards without a Joker that completes anything."""
    groups = _by_number(ranks)
    numbers = [number for number, _ in groups]
    kickers = [each for _, each in groups]
    top = top_of_straight(ranks) if numbers[0] == 1 else 0
    if numbers == [5]:
        return (FIVE_ACES,)
    if top == ACE and same_suit:
        return (ROYAL,)
    if top and same_suit:
        return (STRAIGHT_FLUSH, top)
    if numbers == [4, 1]:
        return (FOUR, *kickers)
    if numbers == [3, 2]:
        return (FULL_HOUSE, *kickers)
    if same_suit:
        return (FLUSH, *kickers)
    if top:
        return (STRAIGHT, top)
    if numbers == [3, 1, 1]:
        return (TRIPS, *kickers)
    if numbers == [2, 2, 1]:
        return (TWO_PAIRS, *kickers)
    if numbers == [2, 1, 1, 1]:
        return (PAIR, *kickers)
    return (HIGH_CARD, *kickers)


def five_cards(cards: Sequence[str]) -> Worth:
    """A five-card hand; the Joker completes a straight, flush, straight flush or royal, else it is an Ace."""
    others = [rank(card) for card in cards if card != JOKER]
    same_suit = len({suit(card) for card in cards if card != JOKER}) == 1
    if JOKER not in cards:
        return _natural(others, same_suit)
    as_an_ace = _natural([*others, ACE], False)
    completing = [
        worth
        for missing in range(2, ACE + 1)
        if missing not in others
        for worth in [_natural([*others, missing], same_suit)]
        if worth[0] in (STRAIGHT, FLUSH, STRAIGHT_FLUSH, ROYAL)
    ]
    return max([as_an_ace, *completing])


def two_cards(cards: Sequence[str]) -> Worth:
    """A low hand: a pair, or the higher card and then the other (R4)."""
    first, second = sorted((rank(card) for card in cards), reverse=True)
    return (PAIR, first) if first == second else (HIGH_CARD, first, second)


THREE_CARD_ORDER = ("high card", "pair", "flush", "straight", "three of a kind", "straight flush", "royal flush")


def three_cards(cards: Sequence[str]) -> Worth:
    """A high hand of the five-card book."""
    ranks = [rank(card) for card in cards]
    groups = _by_number(ranks)
    kickers = [each for _, each in groups]
    same_suit = len({suit(card) for card in cards}) == 1
    top = top_of_straight(ranks) if len(groups) == 3 else 0
    if top == ACE and same_suit:
        name, kickers = "royal flush", []
    elif top and same_suit:
        name, kickers = "straight flush", [top]
    elif len(groups) == 1:
        name = "three of a kind"
    elif top:
        name, kickers = "straight", [top]
    elif same_suit:
        name = "flush"
    elif len(groups) == 2:
        name = "pair"
    else:
        name = "high card"
    return (THREE_CARD_ORDER.index(name), *kickers)


def is_foul(cards: Sequence[str], low: Sequence[str]) -> bool:
    """Whether the low hand ranks above the high hand: a pair beats no pair, then the ranks in order (R5, R7)."""
    high = [card for card in cards if card not in low]
    above, below = (five_cards(high) if len(high) == 5 else three_cards(high)), two_cards(low)
    category = (above[0] if above[0] < 2 else 2, *above[1:])
    if category[0] != below[0]:
        return category[0] < below[0]
    return category[1 : len(below)] < below[1:]


# ---------------------------------------------------------------------------------------------------------------------
# Fortune Bonus: seven cards, however they are set (R52)


def _runs(length: int) -> list[set[int]]:
    """Every run of so many ranks, the Ace low or high."""
    return [{ACE if each == 1 else each for each in range(first, first + length)} for first in range(1, 16 - length)]


FIVE_IN_A_ROW, SEVEN_IN_A_ROW = _runs(5), _runs(7)
TEN_TO_ACE = FIVE_IN_A_ROW[-1]


@functools.lru_cache(maxsize=64)
def fortune_lines(cards: tuple[str, ...]) -> list[str]:
    """Every line of the Fortune Bonus that seven cards hold, the Joker filling one gap or being an Ace."""
    wild = int(JOKER in cards)
    ranks = {rank(card) for card in cards if card != JOKER}
    suited = {each: {rank(card) for card in cards if suit(card) == each} for each in "cdhs"}
    numbers = [number for number, _ in _by_number([rank(card) for card in cards])]
    lines = []
    if any(run <= held for held in suited.values() for run in SEVEN_IN_A_ROW):
        lines.append(SEVEN_CARD_STRAIGHT_FLUSH)
    if _is_royal_match(cards):
        lines.append(ROYAL_MATCH)
    if wild and any(len(run & held) == 6 for held in suited.values() for run in SEVEN_IN_A_ROW):
        lines.append("seven card straight flush with a joker")
    if numbers[0] == 5:
        lines.append("five aces")
    if any(len(TEN_TO_ACE & held) + wild >= 5 for held in suited.values()):
        lines.append("royal flush")
    if any(len(run & held) + wild >= 5 for held in suited.values() for run in FIVE_IN_A_ROW):
        lines.append("straight flush")
    if numbers[0] >= 4:
        lines.append("four of a kind")
    if numbers[0] >= 3 and numbers[1] >= 2:
        lines.append("full house")
    if any(len(held) + wild >= 5 for held in suited.values()):
        lines.append("flush")
    if numbers[0] >= 3:
        lines.append("three of a kind")
    if any(len(run & ranks) + wild >= 5 for run in FIVE_IN_A_ROW):
        lines.append("straight")
    return lines


def _is_royal_match(cards: Sequence[str]) -> bool:
    """A King and a Queen of one suit, both natural, under a royal flush that may hold the Joker (R55)."""
    for each in "cdhs":
        low = ["K" + each, "Q" + each]
        if all(card in cards for card in low):
            high = [card for card in cards if card not in low]
            if five_cards(high)[0] == ROYAL:
                return True
    return False


def fortune_pays(cards: tuple[str, ...]) -> int:
    """What the best-paying line pays to 1, once (R53); 0 if the seven cards hold none."""
    return max((FORTUNE_PAYS[line] for line in fortune_lines(cards)), default=0)


# ---------------------------------------------------------------------------------------------------------------------
# The side wagers of the five-card book


def qualifies(low: Sequence[str]) -> bool:
    """Whether the dealer's low hand as set is a pair, or at least Jack high (R72)."""
    worth = two_cards(low)
    return worth[0] == PAIR or worth[1] >= 11


def insurance_pays(dealers_low: Sequence[str]) -> int:
    """By the highest card of a low hand that does not qualify."""
    return 0 if qualifies(dealers_low) else INSURANCE_PAYS.get(max(rank(card) for card in dealers_low), 0)


def pai_gow_pays(cards: Sequence[str], table: str) -> int:
    """Less than a pair, and no three cards of one suit or in a row."""
    ranks = {rank(card) for card in cards}
    three_in_a_row = any(run <= ranks for run in _runs(3))
    three_of_a_suit = max(Counter(suit(card) for card in cards).values()) >= 3
    if len(ranks) < 5 or three_in_a_row or three_of_a_suit:
        return 0
    return PAI_GOW_PAYS[table][max(ranks)]


def poker_pays(cards: Sequence[str], table: str) -> int:
    """The five cards as an ordinary poker hand: a pair of Tens or better."""
    worth = five_cards(cards)
    if worth[0] == PAIR:
        return 1 if worth[1] >= 10 else 0
    return POKER_PAYS[table].get(worth[0], 0)
