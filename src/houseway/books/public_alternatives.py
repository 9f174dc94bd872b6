"""The readings of the public house ways that the rulings decided against, written as clauses.

Each would replace the book's own clauses; `check` counts the hands it would set with another low hand. A book takes
those of the rulings it rests on.
"""

from __future__ import annotations

from houseway.books.public_house_ways import (
    FOUR,
    FULL_HOUSE,
    HIGH,
    MEDIUM,
    STRAIGHTS,
    THREE_ACES,
    TWOS,
    WITH_ONE_PAIR,
    WITH_THREE,
)
from houseway.cards.ranking import Category
from houseway.rulebook.citation import Alternative
from houseway.rulebook.houseway import Clause
from houseway.rulebook.ranks import Ranks
from houseway.rulebook.terms import (
    ACES,
    ANY_RANK,
    KING_OR_ACE,
    KINGS,
    any_legal,
    can,
    card_of,
    four_of_a_kind,
    four_with_pair,
    four_with_three,
    full_house,
    joker,
    leaving,
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
    three_and_two_pairs,
    three_of_a_kind,
    three_pairs,
    two_pairs,
)

NO_JOKER_IN_PATTERN = (
    Clause("One pair, Ace and Joker", when=two_pairs(ACES, ANY_RANK) & joker & made, low=leaving_made),
    Clause("Two Aces and Joker", when=three_of_a_kind(ACES) & joker & made, low=leaving_made),
    Clause("Three of a kind, Ace and Joker", when=full_house(pair_of=ACES) & joker & made, low=pair & leaving_made),
)
"""For every book; what it does with natural pairs that it always splits is added by the book."""

R10_SAYS = "in a hand that holds a straight or flush the Joker is left out of the pattern"
R10 = Alternative(
    "R10",
    R10_SAYS,
    (
        *NO_JOKER_IN_PATTERN,
        Clause(
            "Two pairs always split, Ace and Joker",
            when=three_pairs() & joker & naturals(two_pairs(MEDIUM, HIGH) | two_pairs(HIGH, HIGH)) & made,
            low=pair_from(2, 3),
        ),
    ),
)
R12 = Alternative(
    "R12",
    "the highest category first, then its highest low hand",
    (Clause(f"{STRAIGHTS}: no pair", when=no_pair() & made, low=leaving_highest_made),),
)
R14 = Alternative(
    "R14",
    "the three-aces rule",
    (
        Clause(
            THREE_ACES,
            when=three_of_a_kind(ACES) & can(pair & leaving_made),
            low=card_of(ACES) & single_number(1),
        ),
    ),
)
R15 = Alternative(
    "R15",
    "keep the straight or flush with the highest low hand",
    (Clause(WITH_THREE, when=three_of_a_kind(ACES) & made & ~can(pair & leaving_made), low=leaving_made),),
)
R16 = Alternative(
    "R16",
    "keep the straight or flush whenever the hand holds one",
    (
        Clause(
            STRAIGHTS,
            when=(two_pairs() | three_pairs() | full_house() | four_of_a_kind()) & made,
            low=leaving_made,
        ),
    ),
)
R23 = (
    Alternative(
        "R23",
        "the Joker is no Ace here",
        (
            Clause(
                FULL_HOUSE,
                when=full_house(pair_of=TWOS) & single(KINGS) & single(ACES) & joker,
                low=pair_from(2, 1),
            ),
        ),
    ),
    Alternative(
        "R23",
        "an Ace or King inside the three of a kind qualifies",
        (
            Clause(
                f"{FULL_HOUSE}: a pair of 2s, Ace and King held",
                when=full_house(three=KING_OR_ACE, pair_of=TWOS) & single(KING_OR_ACE),
                low=card_of(ACES) & card_of(KINGS),
            ),
        ),
    ),
)
R32 = Alternative(
    "R32",
    "the one-pair rule, breaking the straight or flush",
    (Clause("One pair", when=one_pair() & made & ~can(pair & leaving_made), low=singles(1, 2)),),
)
R33 = Alternative(
    "R33",
    "aces always split",
    (
        Clause(
            f"{FOUR}: with a pair or three of a kind",
            when=four_with_pair(ACES) | four_with_three(ACES),
            low=pair_of(ACES),
        ),
    ),
)
R34 = Alternative(
    "R34",
    "the three-aces rule",
    (Clause(THREE_ACES, when=full_house(three=ACES), low=card_of(ACES) & single_number(1)),),
)

STRAIGHT, FLUSH = leaving(Category.STRAIGHT), leaving(Category.FLUSH)
CANNOT_GO_LOW = one_pair() & made & ~can(pair & leaving_made)

B2 = Alternative(
    "B2",
    "the straight",
    (
        Clause(
            f"{WITH_ONE_PAIR}, straight and flush leave an Ace",
            when=CANNOT_GO_LOW & can(card_of(ACES) & STRAIGHT) & can(card_of(ACES) & FLUSH),
            low=STRAIGHT,
        ),
        *(
            Clause(
                f"{WITH_ONE_PAIR}, straight and flush leave a {rank}",
                when=CANNOT_GO_LOW
                & ~can(card_of(Ranks(rank + 1, 14)) & leaving_made)
                & can(card_of(Ranks(rank, rank)) & STRAIGHT)
                & can(card_of(Ranks(rank, rank)) & FLUSH),
                low=STRAIGHT,
            )
            for rank in range(13, 4, -1)
        ),
    ),
)
B3 = Alternative(
    "B3",
    "the highest pair that may go low, also two of the three",
    (Clause(FULL_HOUSE, when=three_and_two_pairs(), low=any_legal & pair),),
)

TRUMP_PLAZA = (R10, R12, R14, R15, R16, *R23, R32, R33, R34, B2, B3)
