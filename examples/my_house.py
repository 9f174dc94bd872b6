"""A house way of your own: mbs-v4 with three clauses changed.

houseway check examples/my_house.py
houseway diff mbs-v4 examples/my_house.py
houseway set examples/my_house.py "Jc Jh Js Jd Ah 9d 4c" --why
"""

from houseway import books
from houseway.rulebook.citation import Source
from houseway.rulebook.houseway import Clause
from houseway.rulebook.terms import (
    ACES,
    Ranks,
    four_of_a_kind,
    full_house,
    pair_from,
    single,
    singles,
    two_pairs,
)

MBS = books.get("mbs-v4")
LOW = Ranks(2, 6)
JACKS_TO_KINGS = Ranks(11, 13)

BOOK = MBS.amended(
    id="my-house",
    source=Source(title="Fortune Pai Gow Poker", version="our own house way", house="My House"),
    without=(
        "Appendix A.2 Low pair + low pair, King, Ace or Joker held",
        "Appendix A.6 Three of a kind and pair 2's, Ace and King",
    ),
    without_rulings=("R23",),  # it concerns a clause removed above
    clauses=(
        # 1. With two low pairs, a King is not enough to keep both of them in the high hand.
        Clause(
            "House rule 1, two low pairs",
            when=two_pairs(LOW, LOW) & single(ACES),
            low=singles(1, 2),
            exception_to=("Appendix A.2 Low pair + low pair",),
        ),
        # 2. Four Jacks, Queens or Kings stay together if an Ace or the Joker can be played low.
        Clause(
            "House rule 2, four of a kind with an Ace",
            when=four_of_a_kind(JACKS_TO_KINGS) & single(ACES),
            low=singles(1, 2),
            exception_to=("Appendix A.7 Jacks, Queens, Kings and Aces",),
        ),
        # 3. Three of a kind and a pair are always split, no matter what the other cards are.
        Clause("Appendix A.6 Three of a kind and pair", when=full_house(), low=pair_from(2)),
    ),
)
