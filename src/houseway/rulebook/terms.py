"""The closed vocabulary that books are written in.

Here: the words, each a term of `conditions` or `lows` by a short name. A book combines them with `&`, `|` and `~` and
defines none of its own, so every clause has an English wording and can be proved over every hand.
"""

from __future__ import annotations

from houseway.cards.ranking import Category
from houseway.rulebook.conditions import (
    Anything,
    Can,
    Condition,
    FiveCardHand,
    Holding,
    HoldsJoker,
    Naturals,
    Pattern,
    Single,
    StraightFlushThroughout,
    Top,
)
from houseway.rulebook.lows import (
    AnyLegal,
    CardOf,
    IsPair,
    Leaving,
    LeavingHighestMade,
    Low,
    OfOneSuit,
    PairFrom,
    PairOf,
    SingleNumber,
    Singles,
    TopOfSixCardStraight,
    TwoNoPairHands,
    leaving_made,
)
from houseway.rulebook.ranks import ACES, ANY_RANK, KING_OR_ACE, KINGS, Ranks

__all__ = [
    "ACES",
    "ANY_RANK",
    "KINGS",
    "KING_OR_ACE",
    "Ranks",
    "any_legal",
    "anything",
    "can",
    "card_of",
    "five_card_hand",
    "five_of_a_kind",
    "five_with_pair",
    "four_of_a_kind",
    "four_with_pair",
    "four_with_three",
    "full_house",
    "holding",
    "joker",
    "leaving",
    "leaving_highest_made",
    "leaving_made",
    "made",
    "naturals",
    "no_pair",
    "of_one_suit",
    "one_pair",
    "pair",
    "pair_from",
    "pair_of",
    "single",
    "single_number",
    "singles",
    "straight_flush_throughout",
    "three_and_two_pairs",
    "three_of_a_kind",
    "three_pairs",
    "top",
    "top_of_six_card_straight",
    "two_no_pair_hands",
    "two_pairs",
    "two_threes_of_a_kind",
]

# Which splits
any_legal = AnyLegal()
leaving_highest_made = LeavingHighestMade()
pair = IsPair()
of_one_suit = OfOneSuit()
two_no_pair_hands = TwoNoPairHands()
top_of_six_card_straight = TopOfSixCardStraight()
singles, single_number, pair_from, pair_of, card_of = Singles, SingleNumber, PairFrom, PairOf, CardOf

# Which hands
anything = Anything()
joker = HoldsJoker()
made = Can(leaving_made)
straight_flush_throughout = StraightFlushThroughout()
single, holding, can, naturals, top, five_card_hand = Single, Holding, Can, Naturals, Top, FiveCardHand


def no_pair() -> Condition:
    """No rank more than once."""
    return Pattern(())


def one_pair(ranks: Ranks = ANY_RANK) -> Condition:
    """One rank twice, no other more than once."""
    return Pattern(((2, ranks),))


def two_pairs(first: Ranks = ANY_RANK, second: Ranks = ANY_RANK) -> Condition:
    """Two ranks twice."""
    return Pattern(((2, first), (2, second)))


def three_pairs() -> Condition:
    """Three ranks twice."""
    return Pattern(((2, ANY_RANK),) * 3)


def three_of_a_kind(ranks: Ranks = ANY_RANK) -> Condition:
    """One rank three times, no other more than once."""
    return Pattern(((3, ranks),))


def two_threes_of_a_kind() -> Condition:
    """Two ranks three times."""
    return Pattern(((3, ANY_RANK),) * 2)


def full_house(*, three: Ranks = ANY_RANK, pair_of: Ranks = ANY_RANK) -> Condition:
    """One rank three times, one twice."""
    return Pattern(((3, three), (2, pair_of)))


def three_and_two_pairs(*, three: Ranks = ANY_RANK, pair_of: Ranks = ANY_RANK) -> Condition:
    """One rank three times, two twice, one of these a pair of `pair_of`."""
    return Pattern(((3, three), (2, pair_of), (2, ANY_RANK)))


def four_of_a_kind(ranks: Ranks = ANY_RANK) -> Condition:
    """One rank four times, no other more than once."""
    return Pattern(((4, ranks),))


def four_with_pair(ranks: Ranks = ANY_RANK, *, pair_of: Ranks = ANY_RANK) -> Condition:
    """One rank four times, one twice."""
    return Pattern(((4, ranks), (2, pair_of)))


def four_with_three(ranks: Ranks = ANY_RANK, *, three: Ranks = ANY_RANK) -> Condition:
    """One rank four times, one three times."""
    return Pattern(((4, ranks), (3, three)))


def five_of_a_kind() -> Condition:
    """Four aces and the Joker, nothing else twice."""
    return Pattern(((5, ACES),))


def five_with_pair(pair_of: Ranks = ANY_RANK) -> Condition:
    """Four aces, the Joker, and a pair."""
    return Pattern(((5, ACES), (2, pair_of)))


def leaving(*categories: Category) -> Low:
    """Two cards that leave a high hand of one of these categories."""
    return Leaving(categories)
