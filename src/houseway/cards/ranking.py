"""What a hand is worth, straight from the definition, one hand at a time.

Here: the categories, the order of hands of five, three and two cards, the Joker, and the comparison of a high hand
with a low hand. Slow and obvious on purpose: `tables` is built from this module and compared with it on every hand.

The Joker completes a straight, flush, straight flush or royal flush, and is an Ace otherwise. In a flush it is the
highest rank that is missing, and it makes the highest straight it can. What A-2-3-4-5 is worth among straights is an
attribute of the book (`Wheel`).
"""

from __future__ import annotations

import enum
import functools
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from houseway.cards.card import ACE, KING, RANKS, Card, rank_word, rank_words


class Category(enum.Enum):
    """A kind of hand, by the name the books give it."""

    HIGH_CARD = "high card"
    PAIR = "one pair"
    TWO_PAIRS = "two pairs"
    THREE_OF_A_KIND = "three of a kind"
    STRAIGHT = "straight"
    FLUSH = "flush"
    FULL_HOUSE = "full house"
    FOUR_OF_A_KIND = "four of a kind"
    STRAIGHT_FLUSH = "straight flush"
    ROYAL_FLUSH = "royal flush"
    FIVE_ACES = "five aces"

    @property
    def with_article(self) -> str:
        """The category with its article: a flush, three of a kind."""
        return f"a {self.value}" if self.value.split()[-1] in ("card", "straight", "flush", "house") else self.value

    def __repr__(self) -> str:
        return f"Category.{self.name}"


class Wheel(enum.Enum):
    """What A-2-3-4-5 is worth among straights, and among straight flushes.

    The same goes for A-2-3 where high hands have three cards.
    """

    LOWEST = "lowest"
    SECOND_HIGHEST = "second highest"
    """Only A-K-Q-J-10 is higher; and so a Joker beside 2-3-4-5 is an Ace, not a six."""

    def __repr__(self) -> str:
        return f"Wheel.{self.name}"


C = Category
STRAIGHTS_AND_FLUSHES = (C.STRAIGHT, C.FLUSH, C.STRAIGHT_FLUSH, C.ROYAL_FLUSH)


@functools.total_ordering
@dataclass(frozen=True, slots=True)
class HandRank:
    """A hand's category and then its ranks in the order they are compared.

    >>> from houseway.cards.card import read_cards
    >>> five(read_cards("Kc Qh 9s 6h 4c")) < five(read_cards("3c 3h 9s 8d 5s"))
    True
    """

    order: tuple[Category, ...]
    category: Category
    ranks: tuple[int, ...]

    def __lt__(self, other: HandRank) -> bool:
        return self.key() < other.key()

    def __hash__(self) -> int:
        return hash((self.category.name, self.ranks))  # faster than hashing every category of the order

    def key(self) -> tuple[int, tuple[int, ...]]:
        """What two hands of one size are compared by."""
        return self.order.index(self.category), self.ranks

    def outranks_or_equals(self, low: HandRank) -> bool:
        """Whether this high hand may be set with that low hand: category first, then the ranks in order.

        If all ranks of the shorter hand are equal, the high hand is not lower.

        >>> from houseway.cards.card import read_cards
        >>> five(read_cards("Ac 9h 8s 5d 3c")).outranks_or_equals(two(read_cards("As 9d")))
        True
        """
        mine, other = self.order.index(self.category), self.order.index(low.category)
        if mine != other:
            return mine > other
        return self.ranks[: len(low.ranks)] >= low.ranks

    def __str__(self) -> str:
        return name(self)


FIVE_ORDER = (
    C.HIGH_CARD, C.PAIR, C.TWO_PAIRS, C.THREE_OF_A_KIND, C.STRAIGHT, C.FLUSH, C.FULL_HOUSE, C.FOUR_OF_A_KIND,
    C.STRAIGHT_FLUSH, C.ROYAL_FLUSH, C.FIVE_ACES,
)  # fmt: skip
THREE_ORDER = (
    C.HIGH_CARD, C.PAIR, C.FLUSH, C.STRAIGHT, C.THREE_OF_A_KIND, C.STRAIGHT_FLUSH, C.ROYAL_FLUSH,
)  # fmt: skip
TWO_ORDER = (C.HIGH_CARD, C.PAIR)


def five(cards: Sequence[Card], wheel: Wheel = Wheel.LOWEST) -> HandRank:
    """The rank of a five-card hand.

    >>> from houseway.cards.card import read_cards
    >>> str(five(read_cards("Ac Ah As Ad Jk"))), str(five(read_cards("8s 7d 6h 5d Jk")))
    ('Five aces', 'Straight, nine high')
    >>> str(five(read_cards("5s 4d 3h 2d Jk"))), str(five(read_cards("5s 4d 3h 2d Jk"), Wheel.SECOND_HIGHEST))
    ('Straight, six high', 'Straight, ace to five')
    """
    return max(_natural_five(reading, wheel) for reading in _joker_readings(cards))


def three(cards: Sequence[Card], wheel: Wheel = Wheel.LOWEST) -> HandRank:
    """The rank of a three-card hand; there is no Joker.

    >>> from houseway.cards.card import read_cards
    >>> str(three(read_cards("Ac 3c 2c")))
    'Straight flush, three high'
    """
    ranks = sorted((card.rank for card in cards), reverse=True)
    suited = len({card.suit for card in cards}) == 1
    top = _top_of_straight(ranks)
    groups = _groups(ranks)
    if suited and top == ACE:
        return HandRank(THREE_ORDER, C.ROYAL_FLUSH, ())
    if suited and top:
        return HandRank(THREE_ORDER, C.STRAIGHT_FLUSH, _sequence(top, len(ranks), wheel))
    if len(groups) == 1:
        return HandRank(THREE_ORDER, C.THREE_OF_A_KIND, groups)
    if top:
        return HandRank(THREE_ORDER, C.STRAIGHT, _sequence(top, len(ranks), wheel))
    if suited:
        return HandRank(THREE_ORDER, C.FLUSH, groups)
    return HandRank(THREE_ORDER, C.PAIR if len(groups) == 2 else C.HIGH_CARD, groups)


def two(cards: Sequence[Card]) -> HandRank:
    """The rank of a two-card hand; the Joker is an Ace.

    >>> from houseway.cards.card import read_cards
    >>> str(two(read_cards("Ac Jk"))), str(two(read_cards("9c Kd")))
    ('Pair of aces', 'King-nine')
    """
    groups = _groups(card.rank for card in cards)
    return HandRank(TWO_ORDER, C.PAIR if len(groups) == 1 else C.HIGH_CARD, groups)


Face = tuple[int, int | None]
"""A rank and a suit; a Joker read as an Ace has no suit."""


def _joker_readings(cards: Sequence[Card]) -> list[list[Face]]:
    """The hand once for each card the Joker may be: an Ace, or whatever completes a straight or a flush.

    The suit of any other card will do: if they all have that suit the Joker completes a flush, and if they do not,
    no suit would.
    """
    naturals: list[Face] = [(card.rank, card.suit) for card in cards if not card.is_joker]
    if len(naturals) == len(cards):
        return [naturals]
    if len({rank for rank, _ in naturals}) < len(naturals):
        return [[*naturals, (ACE, None)]]  # with a pair there is no straight and no flush
    suit = naturals[0][1]
    completed = [[*naturals, (rank, suit)] for rank in RANKS if (rank, suit) not in naturals]
    if any(other != suit for _, other in naturals):  # no flush: only what completes a straight
        completed = [
            reading for reading in completed if _top_of_straight(sorted((r for r, _ in reading), reverse=True))
        ]
    return [[*naturals, (ACE, None)], *completed]


def _natural_five(cards: Sequence[Face], wheel: Wheel) -> HandRank:
    ranks = sorted((rank for rank, _ in cards), reverse=True)
    suits = {suit for _, suit in cards}
    suited = len(suits) == 1
    top = _top_of_straight(ranks)
    groups = _groups(ranks)
    counts = [ranks.count(rank) for rank in groups]
    if counts == [5]:
        return HandRank(FIVE_ORDER, C.FIVE_ACES, ())
    if suited and top == ACE:
        return HandRank(FIVE_ORDER, C.ROYAL_FLUSH, ())
    if suited and top:
        return HandRank(FIVE_ORDER, C.STRAIGHT_FLUSH, _sequence(top, len(ranks), wheel))
    if counts == [4, 1]:
        return HandRank(FIVE_ORDER, C.FOUR_OF_A_KIND, groups)
    if counts == [3, 2]:
        return HandRank(FIVE_ORDER, C.FULL_HOUSE, groups)
    if suited:
        return HandRank(FIVE_ORDER, C.FLUSH, groups)
    if top:
        return HandRank(FIVE_ORDER, C.STRAIGHT, _sequence(top, len(ranks), wheel))
    if counts == [3, 1, 1]:
        return HandRank(FIVE_ORDER, C.THREE_OF_A_KIND, groups)
    if counts == [2, 2, 1]:
        return HandRank(FIVE_ORDER, C.TWO_PAIRS, groups)
    return HandRank(FIVE_ORDER, C.PAIR if counts == [2, 1, 1, 1] else C.HIGH_CARD, groups)


def _groups(ranks: Iterable[int]) -> tuple[int, ...]:
    """The ranks held, most often held first, then highest first: the order in which hands are compared."""
    held = list(ranks)
    return tuple(sorted(set(held), key=lambda rank: (held.count(rank), rank), reverse=True))


def _top_of_straight(ranks: Sequence[int]) -> int:
    """The top of the straight that these ranks (highest first) are, or 0; with the Ace as 1 the top is 5, or 3."""
    if len(set(ranks)) != len(ranks):
        return 0
    if ranks[0] - ranks[-1] == len(ranks) - 1:
        return ranks[0]
    ace_low = [*ranks[1:], 1]
    if ranks[0] == ACE and ace_low[0] - ace_low[-1] == len(ranks) - 1:
        return ace_low[0]
    return 0


def _sequence(top: int, size: int, wheel: Wheel) -> tuple[int, ...]:
    """The ranks by which straights are compared: the top, and below the Ace what tells A-2-3-4-5 from A-K-Q-J-10.

    >>> _sequence(13, 5, Wheel.SECOND_HIGHEST) < _sequence(5, 5, Wheel.SECOND_HIGHEST) < (ACE, KING)
    True
    """
    if wheel is Wheel.LOWEST or top not in (size, ACE):
        return (top,)
    return (ACE, size) if top == size else (ACE, KING)


@functools.cache  # there are fewer than 10,000 ranks, and a house names the 21 settings of every hand that is dealt
def name(rank: HandRank) -> str:
    """A hand's rank in words.

    >>> from houseway.cards.card import read_cards
    >>> name(five(read_cards("Kc Kh Ks 2h 2c"))), name(five(read_cards("6c 6h 4s 4h Jk")))
    ('Full house, kings over twos', 'Two pairs, sixes and fours')
    """
    category, ranks = rank.category, rank.ranks
    says: dict[Category, Callable[[], str]] = {
        C.HIGH_CARD: lambda: (
            f"{rank_word(ranks[0])}-{rank_word(ranks[1])}" if len(ranks) == 2 else f"{rank_word(ranks[0])} high"
        ),
        C.PAIR: lambda: f"pair of {rank_words(ranks[0])}",
        C.TWO_PAIRS: lambda: f"two pairs, {rank_words(ranks[0])} and {rank_words(ranks[1])}",
        C.THREE_OF_A_KIND: lambda: f"three of a kind, {rank_words(ranks[0])}",
        C.STRAIGHT: lambda: f"straight, {_top_words(ranks)}",
        C.FLUSH: lambda: f"flush, {rank_word(ranks[0])} high",
        C.FULL_HOUSE: lambda: f"full house, {rank_words(ranks[0])} over {rank_words(ranks[1])}",
        C.FOUR_OF_A_KIND: lambda: f"four of a kind, {rank_words(ranks[0])}",
        C.STRAIGHT_FLUSH: lambda: f"straight flush, {_top_words(ranks)}",
        C.ROYAL_FLUSH: lambda: "royal flush",
        C.FIVE_ACES: lambda: "five aces",
    }
    return says[category]().capitalize()


def _top_words(ranks: tuple[int, ...]) -> str:
    """The top of a straight: nine high, or ace to five where A-2-3-4-5 is not the lowest."""
    wheel = len(ranks) == 2 and ranks[1] != KING
    return f"ace to {rank_word(ranks[1])}" if wheel else f"{rank_word(ranks[0])} high"
