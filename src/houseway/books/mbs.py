"""What versions 3 and 4 of the Marina Bay Sands book print alike.

Here: Appendix A except the three two-pair rows that version 4 leaves empty, the Fortune lines, and the readings both
decided against. Each book module takes these and adds its own; neither changes the other. No book is defined here.
"""

from __future__ import annotations

from houseway.books import rulings as r
from houseway.cards.deck import Deck
from houseway.cards.ranking import Category
from houseway.rulebook.citation import Reference
from houseway.rulebook.houseway import Clause
from houseway.rulebook.terms import (
    ACES,
    ANY_RANK,
    KING_OR_ACE,
    KINGS,
    Ranks,
    can,
    card_of,
    five_of_a_kind,
    five_with_pair,
    four_of_a_kind,
    four_with_pair,
    four_with_three,
    full_house,
    joker,
    leaving,
    leaving_made,
    made,
    no_pair,
    of_one_suit,
    one_pair,
    pair,
    pair_from,
    pair_of,
    single,
    single_number,
    singles,
    straight_flush_throughout,
    three_and_two_pairs,
    three_of_a_kind,
    three_pairs,
    two_pairs,
    two_threes_of_a_kind,
)
from houseway.rulebook.wagers import Line, PayTable

LOW, MEDIUM, HIGH = Ranks(2, 6), Ranks(7, 10), Ranks(11, 14)
TWOS, QUEENS = Ranks(2, 2), Ranks(12, 12)
DECK = Deck(joker=True)

LOW_LOW = "Appendix A.2 Low pair + low pair"
LOW_MEDIUM = "Appendix A.2 Low pair + medium pair"
LOW_HIGH = "Appendix A.2 Low pair + high pair"
MEDIUM_MEDIUM = "Appendix A.2 Medium pair + medium pair"
MEDIUM_HIGH = "Appendix A.2 Medium pair + high pair"
HIGH_HIGH = "Appendix A.2 High pair + high pair"
ACES_AND_ANY = "Appendix A.2 Pair of aces + any other pair"

ONE_AND_TWO = (
    Clause("Appendix A.1 No pair", when=no_pair(), low=singles(2, 3)),
    Clause("Appendix A.1 One pair", when=one_pair(), low=singles(1, 2), rulings=("R10",)),
    Clause(LOW_LOW, when=two_pairs(LOW, LOW), low=pair_from(2, 2), rulings=("R11", "R16")),
    Clause(
        f"{LOW_LOW}, King, Ace or Joker held",
        when=two_pairs(LOW, LOW) & single(KING_OR_ACE),
        low=singles(1, 2),
        exception_to=(LOW_LOW,),
        rulings=("R11", "R16"),
    ),
    Clause(LOW_MEDIUM, when=two_pairs(LOW, MEDIUM), low=pair_from(2, 2), rulings=("R11", "R16")),
    Clause(
        f"{LOW_MEDIUM}, King, Ace or Joker held",
        when=two_pairs(LOW, MEDIUM) & single(KING_OR_ACE),
        low=singles(1, 2),
        exception_to=(LOW_MEDIUM,),
        rulings=("R11", "R16"),
    ),
    Clause(LOW_HIGH, when=two_pairs(LOW, HIGH), low=pair_from(2, 2), rulings=("R11", "R16")),
    Clause(
        f"{LOW_HIGH}, Ace or Joker held",
        when=two_pairs(LOW, HIGH) & single(ACES),
        low=singles(1, 2),
        exception_to=(LOW_HIGH,),
        rulings=("R11", "R16"),
    ),
    Clause(MEDIUM_MEDIUM, when=two_pairs(MEDIUM, MEDIUM), low=pair_from(2, 2), rulings=("R11", "R16")),
    Clause(
        f"{MEDIUM_MEDIUM}, Ace or Joker held",
        when=two_pairs(MEDIUM, MEDIUM) & single(ACES),
        low=singles(1, 2),
        exception_to=(MEDIUM_MEDIUM,),
        rulings=("R11", "R16"),
    ),
)

THREE_TO_EIGHT = (
    Clause("Appendix A.3 Three pairs", when=three_pairs(), low=pair_from(2, 1), rulings=("R10", "R16")),
    Clause("Appendix A.4 Three of a kind", when=three_of_a_kind(), low=singles(1, 2)),
    Clause(
        "Appendix A.4 Three of a kind aces",
        when=three_of_a_kind(ACES),
        low=card_of(ACES) & single_number(1),
        exception_to=("Appendix A.4 Three of a kind",),
        rulings=("R10", "R13", "R15"),
    ),
    Clause("Appendix A.4 2 three of a kind", when=two_threes_of_a_kind(), low=pair_from(3, 1)),
    Clause(
        "Appendix A.5 No pair",
        when=no_pair() & made,
        low=leaving_made,
        exception_to=("Appendix A.1 No pair",),
        rulings=("R12", "R13"),
    ),
    Clause(
        "Appendix A.5 One pair",
        when=one_pair() & can(pair & leaving_made),
        low=pair & leaving_made,
        exception_to=("Appendix A.1 One pair",),
        rulings=("R10",),
    ),
    Clause(
        "Appendix A.5 One pair, exception",
        when=one_pair() & made & ~can(pair & leaving_made),
        low=leaving_made,
        exception_to=("Appendix A.1 One pair",),
        rulings=("R10", "R12", "R17"),
    ),
    Clause(
        "Appendix A.5 Three of a kind",
        when=three_of_a_kind() & can(pair & leaving_made),
        low=pair & leaving_made,
        exception_to=("Appendix A.4 Three of a kind", "Appendix A.4 Three of a kind aces"),
        rulings=("R10", "R14", "R15"),
    ),
    Clause(
        "Appendix A.5 Full house, three Kings, Ace and Joker",
        when=full_house(three=KINGS, pair_of=ACES) & joker & can(pair_of(KINGS) & leaving_made),
        low=pair_of(KINGS) & leaving_made,
        exception_to=("Appendix A.6 Three of a kind and pair",),
        rulings=("R10", "R22"),
    ),
    Clause(
        "Appendix A.6 Three of a kind and pair",
        when=full_house(),
        low=pair_from(2, 1),
        rulings=("R10", "R16"),
    ),
    Clause(
        "Appendix A.6 Three of a kind and pair 2's, Ace and King",
        when=full_house(pair_of=TWOS) & single(KINGS) & single(ACES),
        low=singles(1, 2),
        exception_to=("Appendix A.6 Three of a kind and pair",),
        rulings=("R23",),
    ),
    Clause(
        "Appendix A.6 Three of a kind and two pairs", when=three_and_two_pairs(), low=pair_from(2, 1), rulings=("R10",)
    ),
    Clause("Appendix A.7 2's through 6's", when=four_of_a_kind(LOW), low=singles(1, 2), rulings=("R16",)),
    Clause("Appendix A.7 7's through 10's", when=four_of_a_kind(MEDIUM), low=pair_from(4), rulings=("R16",)),
    Clause(
        "Appendix A.7 7's through 10's, Ace or Joker held",
        when=four_of_a_kind(MEDIUM) & single(ACES),
        low=singles(1, 2),
        exception_to=("Appendix A.7 7's through 10's",),
        rulings=("R16", "R25"),
    ),
    Clause(
        "Appendix A.7 Jacks, Queens, Kings and Aces",
        when=four_of_a_kind(HIGH),
        low=pair_from(4),
        rulings=("R10", "R13", "R16"),
    ),
    Clause(
        "Appendix A.7 2's through King's with a pair or three of a kind",
        when=four_with_pair(Ranks(2, 13)) | four_with_three(Ranks(2, 13)),
        low=pair & ~pair_from(4),
        rulings=("R10",),
    ),
    Clause(
        "Appendix A.7 Four of a kind of aces with a pair or three of a kind",
        when=four_with_pair(ACES) | four_with_three(ACES),
        low=pair_of(ACES),
        rulings=("R10", "R24"),
    ),
    Clause(
        "Appendix A.7 Four aces with a pair of Kings",
        when=four_with_pair(ACES, pair_of=KINGS),
        low=pair_of(KINGS),
        exception_to=("Appendix A.7 Four of a kind of aces with a pair or three of a kind",),
        rulings=("R10", "R24"),
    ),
    Clause("Appendix A.8 Five of a kind aces", when=five_of_a_kind() | five_with_pair(), low=pair_of(ACES)),
    Clause(
        "Appendix A.8 Five aces with a pair of Kings",
        when=five_with_pair(KINGS),
        low=pair_of(KINGS),
        exception_to=("Appendix A.8 Five of a kind aces",),
    ),
)

ALWAYS_SPLIT = (
    Clause(MEDIUM_HIGH, when=two_pairs(MEDIUM, HIGH), low=pair_from(2, 2), rulings=("R16",)),
    Clause(HIGH_HIGH, when=two_pairs(HIGH, HIGH), low=pair_from(2, 2), rulings=("R16",)),
    Clause(
        ACES_AND_ANY,
        when=two_pairs(ACES, ANY_RANK),
        low=pair_from(2, 2),
        exception_to=(LOW_HIGH, MEDIUM_HIGH, HIGH_HIGH),
        rulings=("R10", "R16", "R21"),
    ),
)

FORTUNE_LINES = PayTable(
    name="",
    lines=(
        Line(
            name="Seven Card Straight Flush (without Joker)",
            when=straight_flush_throughout & ~joker,
            pays=2500,
            envy=250_00,
        ),
        Line(
            name="Royal Match",
            when=can(leaving(Category.ROYAL_FLUSH) & card_of(KINGS) & card_of(QUEENS) & of_one_suit),
            pays=1000,
            envy=50_00,
        ),
        Line(name="Seven Card Straight Flush With a Joker", when=straight_flush_throughout & joker, pays=500),
        Line(name="Five Aces", when=can(leaving(Category.FIVE_ACES)), pays=250),
        Line(name="Royal Flush", when=can(leaving(Category.ROYAL_FLUSH)), pays=100),
        Line(name="Straight Flush", when=can(leaving(Category.STRAIGHT_FLUSH)), pays=50),
        Line(name="Four of a Kind", when=can(leaving(Category.FOUR_OF_A_KIND)), pays=20),
        Line(name="Full House", when=can(leaving(Category.FULL_HOUSE)), pays=5),
        Line(name="Flush", when=can(leaving(Category.FLUSH)), pays=4),
        Line(name="Three of a Kind", when=can(leaving(Category.THREE_OF_A_KIND)), pays=3),
        Line(name="Straight", when=can(leaving(Category.STRAIGHT)), pays=2),
    ),
)

REFERENCES = (
    Reference("Appendix A.5 Two pair", ("Appendix A.2",), ("R16",)),
    Reference("Appendix A.5 Three pair", ("Appendix A.3",), ("R10", "R16")),
    Reference("Appendix A.5 Full house", ("Appendix A.6",), ("R16", "R22")),
    Reference("Appendix A.5 Four of a kind", ("Appendix A.7",), ("R16",)),
)

RULINGS = (
    r.R1, r.R2, r.R3, r.R4, r.R5, r.R10, r.R11, r.R12, r.R13, r.R14, r.R15, r.R16, r.R17, r.R21, r.R22, r.R23, r.R24,
    r.R25, r.R50, r.R52, r.R53, r.R54, r.R55, r.R56, r.R57, r.R58, r.R65, r.R66, r.R76, r.R77, r.R78, r.R79,
    r.R82, r.R87, r.R88, r.R89, r.R90, r.R96, r.R101,
)  # fmt: skip
