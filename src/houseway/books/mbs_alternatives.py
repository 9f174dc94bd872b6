"""The readings of the Marina Bay Sands house way that the rulings decided against, written as clauses.

Each would replace the book's own clauses; `check` counts the hands it would set with another low hand.
"""

from __future__ import annotations

from houseway.books.mbs import HIGH, LOW, LOW_HIGH, LOW_LOW, LOW_MEDIUM, MEDIUM, MEDIUM_MEDIUM, TWOS
from houseway.rulebook.citation import Alternative
from houseway.rulebook.houseway import Clause
from houseway.rulebook.terms import (
    ACES,
    ANY_RANK,
    KING_OR_ACE,
    KINGS,
    can,
    card_of,
    four_of_a_kind,
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
    three_and_two_pairs,
    three_of_a_kind,
    three_pairs,
    two_pairs,
)

ALTERNATIVES = (
    Alternative(
        "R10",
        "in a hand that holds a straight or flush the Joker is left out of the pattern",
        (
            Clause("One pair, Ace and Joker", when=two_pairs(ACES, ANY_RANK) & joker & made, low=leaving_made),
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
            Clause(
                LOW_HIGH,
                when=two_pairs(LOW, HIGH) & ~two_pairs(ACES, ANY_RANK) & holding(ACES),
                low=singles(1, 2),
            ),
            Clause(MEDIUM_MEDIUM, when=two_pairs(MEDIUM, MEDIUM) & holding(ACES), low=singles(1, 2)),
        ),
    ),
    Alternative(
        "R12",
        "the highest category first, then its highest low hand",
        (Clause("Appendix A.5 No pair", when=no_pair() & made, low=leaving_highest_made),),
    ),
    Alternative(
        "R14",
        "the three-aces rule",
        (
            Clause(
                "Appendix A.4 Three of a kind aces",
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
                "Appendix A.5 Three of a kind",
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
                "Appendix A.5",
                when=(two_pairs() | three_pairs() | full_house() | four_of_a_kind()) & made,
                low=leaving_made,
            ),
        ),
    ),
    Alternative(
        "R17",
        "the one-pair rule, breaking the straight or flush",
        (
            Clause(
                "Appendix A.1 One pair",
                when=one_pair() & made & ~can(pair & leaving_made),
                low=singles(1, 2),
            ),
        ),
    ),
    Alternative(
        "R21",
        "the row of low pair and high pair: both pairs high",
        (Clause(LOW_HIGH, when=two_pairs(LOW, ACES), low=singles(1, 2)),),
    ),
    Alternative(
        "R22",
        "kings low always",
        (
            Clause(
                "Appendix A.5 Full house, three Kings, Ace and Joker",
                when=(full_house(three=KINGS, pair_of=ACES) | three_and_two_pairs(three=KINGS, pair_of=ACES)) & joker,
                low=pair_of(KINGS),
            ),
        ),
    ),
    Alternative(
        "R22",
        "three of any rank",
        (
            Clause(
                "Appendix A.5 Full house, three of any rank, Ace and Joker",
                when=full_house(pair_of=ACES) & joker & can(pair_from(3) & leaving_made),
                low=pair_from(3) & leaving_made,
            ),
        ),
    ),
    Alternative(
        "R23",
        "the Joker is no Ace here",
        (
            Clause(
                "Appendix A.6 Three of a kind and pair",
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
                "Appendix A.6 Three of a kind and pair 2's, Ace and King",
                when=full_house(three=KING_OR_ACE, pair_of=TWOS) & single(KING_OR_ACE),
                low=card_of(ACES) & card_of(KINGS),
            ),
        ),
    ),
    Alternative(
        "R24",
        "three kings count as a pair of kings",
        (
            Clause(
                "Appendix A.7 Four aces with a pair of Kings",
                when=four_with_three(ACES, three=KINGS),
                low=pair_of(KINGS),
            ),
        ),
    ),
    Alternative(
        "R25",
        "only a natural Ace",
        (
            Clause(
                "Appendix A.7 7's through 10's",
                when=four_of_a_kind(MEDIUM) & single(ACES) & joker,
                low=pair_from(4),
            ),
        ),
    ),
)
