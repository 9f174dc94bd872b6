"""The house way of Stones, in the style of California, from public descriptions.

Two pairs and four of a kind have lines of their own, by the larger pair and by the four; the rest is trump-plaza's.
"""

from __future__ import annotations

from houseway.books import groups
from houseway.books import public_alternatives as a
from houseway.books import public_house_ways as p
from houseway.books import rulings as r
from houseway.rulebook.citation import Alternative, Source
from houseway.rulebook.houseway import Clause
from houseway.rulebook.ranks import Ranks
from houseway.rulebook.rulebook import Rulebook
from houseway.rulebook.terms import (
    ACES,
    ANY_RANK,
    KING_OR_ACE,
    four_of_a_kind,
    joker,
    made,
    naturals,
    pair_from,
    single,
    singles,
    three_pairs,
    two_pairs,
)

QUEEN_TO_ACE, NINE_TO_JACK, SIX_TO_EIGHT, TO_FIVE = Ranks(12, 14), Ranks(9, 11), Ranks(6, 8), Ranks(2, 5)
UP_TO_JACK, UP_TO_EIGHT, UP_TO_KING = Ranks(2, 11), Ranks(2, 8), Ranks(2, 13)

TWO_PAIRS = (
    Clause(
        "Two pairs: Queens to Aces",
        when=two_pairs(QUEEN_TO_ACE, ANY_RANK),
        low=pair_from(2, 2),
        rulings=("R10", "R16"),
    ),
    Clause(
        "Two pairs: 9s to Jacks",
        when=two_pairs(NINE_TO_JACK, UP_TO_JACK),
        low=pair_from(2, 2),
        rulings=("R11", "R16"),
    ),
    Clause(
        "Two pairs: 9s to Jacks, Ace held",
        when=two_pairs(NINE_TO_JACK, UP_TO_JACK) & single(ACES),
        low=singles(1, 2),
        exception_to=("Two pairs: 9s to Jacks",),
        rulings=("R11", "R16"),
    ),
    Clause(
        "Two pairs: 6s to 8s",
        when=two_pairs(SIX_TO_EIGHT, UP_TO_EIGHT),
        low=pair_from(2, 2),
        rulings=("R11", "R16"),
    ),
    Clause(
        "Two pairs: 6s to 8s, King or better held",
        when=two_pairs(SIX_TO_EIGHT, UP_TO_EIGHT) & single(KING_OR_ACE),
        low=singles(1, 2),
        exception_to=("Two pairs: 6s to 8s",),
        rulings=("R11", "R16"),
    ),
    Clause("Two pairs: 3s to 5s", when=two_pairs(TO_FIVE, TO_FIVE), low=pair_from(2, 2), rulings=("R11", "R16")),
    Clause(
        "Two pairs: 3s to 5s, Queen or better held",
        when=two_pairs(TO_FIVE, TO_FIVE) & single(QUEEN_TO_ACE),
        low=singles(1, 2),
        exception_to=("Two pairs: 3s to 5s",),
        rulings=("R11", "R16"),
    ),
)

FOURS = (
    Clause(f"{p.FOUR}: Queens to Aces", when=four_of_a_kind(QUEEN_TO_ACE), low=pair_from(4), rulings=("R13", "R16")),
    Clause(f"{p.FOUR}: 9s to Jacks", when=four_of_a_kind(NINE_TO_JACK), low=pair_from(4), rulings=("R16",)),
    Clause(
        f"{p.FOUR}: 9s to Jacks, King or better held",
        when=four_of_a_kind(NINE_TO_JACK) & single(KING_OR_ACE),
        low=singles(1, 2),
        exception_to=(f"{p.FOUR}: 9s to Jacks",),
        rulings=("R16",),
    ),
    Clause(f"{p.FOUR}: 6s to 8s", when=four_of_a_kind(SIX_TO_EIGHT), low=pair_from(4), rulings=("R16",)),
    Clause(
        f"{p.FOUR}: 6s to 8s, Queen or better held",
        when=four_of_a_kind(SIX_TO_EIGHT) & single(QUEEN_TO_ACE),
        low=singles(1, 2),
        exception_to=(f"{p.FOUR}: 6s to 8s",),
        rulings=("R16",),
    ),
    Clause(f"{p.FOUR}: 2s to 5s", when=four_of_a_kind(TO_FIVE), low=singles(1, 2), rulings=("R16",)),
)

CLAUSES = (
    *p.ONE_AND_NONE,
    *TWO_PAIRS,
    *p.THREES,
    *p.ONE_ACE_LOW,
    *p.STRAIGHTS_AND_FLUSHES,
    *p.FULL_HOUSES,
    *p.ACE_KING_WITH_TWOS,
    *FOURS,
    *p.FOUR_WITH_MORE,
    *p.FIVE,
)

R10 = Alternative(
    "R10",
    a.R10_SAYS,
    (
        *a.NO_JOKER_IN_PATTERN,
        Clause(
            "Two pairs always split, Ace and Joker",
            when=three_pairs() & joker & naturals(two_pairs(Ranks(12, 13), UP_TO_KING)) & made,
            low=pair_from(2, 3),
        ),
    ),
)

BOOK = Rulebook(
    id="stones",
    source=Source(title="Stones house way", house="public descriptions, California style"),
    deck=p.DECK,
    dealt=7,
    high_size=5,
    clauses=CLAUSES,
    main=p.MAIN,
    procedure=p.BANKED,
    references=p.REFERENCES,
    rulings=(*p.TRUMP_PLAZA_RULINGS, *p.BANK_RULINGS, r.R23, r.B7),
    alternatives=(R10, *(way for way in a.TRUMP_PLAZA if way.ruling != "R10")),
    group=groups.HOUSE_WAYS,
    summary="California style: two pairs and fours by four bands of the larger rank.",
)
