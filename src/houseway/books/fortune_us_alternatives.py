"""The readings of the United States house way that the rulings decided against, written as clauses.

Each would replace the book's own clauses; `check` counts the hands it would set with another low hand.
"""

from __future__ import annotations

from houseway.rulebook.citation import Alternative
from houseway.rulebook.houseway import Clause
from houseway.rulebook.ranks import Ranks
from houseway.rulebook.terms import (
    ACES,
    KING_OR_ACE,
    can,
    card_of,
    four_of_a_kind,
    four_with_pair,
    four_with_three,
    full_house,
    holding,
    joker,
    leaving_highest_made,
    leaving_made,
    made,
    naturals,
    no_pair,
    one_pair,
    pair,
    pair_from,
    pair_of,
    single,
    single_number,
    singles,
    three_of_a_kind,
    three_pairs,
    top_of_six_card_straight,
    two_pairs,
)

LOW, MEDIUM, HIGH = Ranks(2, 6), Ranks(7, 10), Ranks(11, 13)
TENS_TO_KINGS = Ranks(10, 13)

LOW_LOW = "Two Pair Rule, low pair and low pair"
LOW_MEDIUM = "Two Pair Rule, low pair and medium pair"
LOW_HIGH = "Two Pair Rule, low pair and high pair"
MEDIUM_MEDIUM = "Two Pair Rule, medium pair and medium pair"
THREE = "Three of a Kind Rule"
THREE_ACES = "Three of a Kind Rule, aces"
STRAIGHTS = "Straights, Flushes, and Straight Flushes"
FOUR_WITH_MORE = "Four of Kind with a Pair or Three of a Kind"

ALTERNATIVES = (
    Alternative(
        "R10",
        "in a hand that holds a straight or flush the Joker is left out of the pattern",
        (
            Clause(
                "One pair of 10s to Kings, Ace and Joker",
                when=two_pairs(ACES, TENS_TO_KINGS) & joker & can(card_of(ACES) & leaving_made),
                low=card_of(ACES) & leaving_made,
            ),
            Clause(
                "One pair of 10s to Kings, Ace and Joker, not possible",
                when=two_pairs(ACES, TENS_TO_KINGS) & joker & made & ~can(card_of(ACES) & leaving_made),
                low=card_of(ACES) & single_number(1),
            ),
            Clause(
                "One other pair, Ace and Joker",
                when=two_pairs(ACES, Ranks(2, 9)) & joker & made,
                low=leaving_made,
            ),
            Clause("Two aces and Joker", when=three_of_a_kind(ACES) & joker & made, low=leaving_made),
            Clause(
                "Two pairs always split, Ace and Joker",
                when=three_pairs() & joker & naturals(two_pairs(MEDIUM, HIGH) | two_pairs(HIGH, HIGH)) & made,
                low=pair_from(2, 3),
            ),
            Clause(
                "Three of a kind, Ace and Joker",
                when=full_house(pair_of=ACES) & joker & made,
                low=pair & leaving_made,
            ),
        ),
    ),
    Alternative(
        "R11",
        "cards inside the pairs count as held",
        (
            Clause(LOW_LOW, when=two_pairs(LOW, LOW) & holding(KING_OR_ACE), low=singles(1, 2)),
            Clause(LOW_MEDIUM, when=two_pairs(LOW, MEDIUM) & holding(KING_OR_ACE), low=singles(1, 2)),
            Clause(LOW_HIGH, when=two_pairs(LOW, HIGH) & holding(ACES), low=singles(1, 2)),
            Clause(MEDIUM_MEDIUM, when=two_pairs(MEDIUM, MEDIUM) & holding(ACES), low=singles(1, 2)),
        ),
    ),
    Alternative(
        "R12",
        "the highest category first, then its highest low hand",
        (Clause(f"{STRAIGHTS}: With No Pair", when=no_pair() & made, low=leaving_highest_made),),
    ),
    Alternative(
        "R14",
        "the three-aces rule",
        (
            Clause(
                THREE_ACES,
                when=three_of_a_kind(ACES) & can(pair & leaving_made),
                low=card_of(ACES) & single_number(1),
            ),
        ),
    ),
    Alternative(
        "R15",
        "keep the straight or flush with the highest low hand",
        (
            Clause(
                f"{STRAIGHTS}: With three of a kind",
                when=three_of_a_kind(ACES) & made & ~can(pair & leaving_made),
                low=leaving_made,
            ),
        ),
    ),
    Alternative(
        "R16",
        "keep the straight or flush whenever the hand holds one",
        (
            Clause(
                STRAIGHTS,
                when=(two_pairs() | three_pairs() | full_house() | four_of_a_kind()) & made,
                low=leaving_made,
            ),
        ),
    ),
    Alternative(
        "R30",
        "the six-card sentence first: the top of the straight low",
        (
            Clause(
                f"{STRAIGHTS}: With No Pair, six-card straight",
                when=no_pair() & can(top_of_six_card_straight & leaving_made),
                low=top_of_six_card_straight & leaving_made,
            ),
        ),
    ),
    Alternative(
        "R31",
        "only where the pair cannot be played low with the straight or flush kept",
        (
            Clause(
                f"{STRAIGHTS}: With One Pair",
                when=one_pair(TENS_TO_KINGS) & single(ACES) & can(pair & leaving_made),
                low=pair & leaving_made,
            ),
        ),
    ),
    Alternative(
        "R32",
        "the one-pair rule, breaking the straight or flush",
        (
            Clause(
                "One Pair Rule",
                when=one_pair() & ~(one_pair(TENS_TO_KINGS) & single(ACES)) & made & ~can(pair & leaving_made),
                low=singles(1, 2),
            ),
        ),
    ),
    Alternative(
        "R33",
        "aces always split",
        (Clause(FOUR_WITH_MORE, when=four_with_pair(ACES) | four_with_three(ACES), low=pair_of(ACES)),),
    ),
    Alternative(
        "R34",
        "the three-aces rule",
        (Clause(THREE_ACES, when=full_house(three=ACES), low=card_of(ACES) & single_number(1)),),
    ),
)
