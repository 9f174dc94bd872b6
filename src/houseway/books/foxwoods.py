"""The house way of Foxwoods, from public descriptions; A-2-3-4-5 is the lowest straight."""

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
    can,
    card_of,
    four_of_a_kind,
    joker,
    leaving_made,
    made,
    naturals,
    one_pair,
    pair,
    pair_from,
    single,
    single_number,
    singles,
    three_of_a_kind,
    three_pairs,
    two_pairs,
)

JACK_TO_ACE, SEVEN_TO_TEN, TO_SIX = Ranks(11, 14), Ranks(7, 10), Ranks(2, 6)
UP_TO_TEN, UP_TO_KING, TEN_TO_KING = Ranks(2, 10), Ranks(2, 13), Ranks(10, 13)

TWO_PAIRS = (
    Clause(
        "Two pairs: Jacks to Aces",
        when=two_pairs(JACK_TO_ACE, ANY_RANK),
        low=pair_from(2, 2),
        rulings=("R10", "R16"),
    ),
    Clause(
        "Two pairs: 7s to 10s",
        when=two_pairs(SEVEN_TO_TEN, UP_TO_TEN),
        low=pair_from(2, 2),
        rulings=("R11", "R16"),
    ),
    Clause(
        "Two pairs: 7s to 10s, Ace held",
        when=two_pairs(SEVEN_TO_TEN, UP_TO_TEN) & single(ACES),
        low=singles(1, 2),
        exception_to=("Two pairs: 7s to 10s",),
        rulings=("R11", "R16"),
    ),
    Clause("Two pairs: 3s to 6s", when=two_pairs(TO_SIX, TO_SIX), low=pair_from(2, 2), rulings=("R11", "R16")),
    Clause(
        "Two pairs: 3s to 6s, King or better held",
        when=two_pairs(TO_SIX, TO_SIX) & single(KING_OR_ACE),
        low=singles(1, 2),
        exception_to=("Two pairs: 3s to 6s",),
        rulings=("R11", "R16"),
    ),
)

MADE = (
    *p.NO_PAIR_MADE,
    Clause(
        p.WITH_ONE_PAIR,
        when=one_pair() & made,
        low=leaving_made,
        exception_to=("One pair",),
        rulings=("R10", "R12", "R13"),
    ),
    Clause(
        f"{p.WITH_ONE_PAIR}, an Ace and a pair of 10s to Kings",
        when=one_pair(TEN_TO_KING) & single(ACES) & made,
        low=leaving_made | singles(1, 2),
        exception_to=(p.WITH_ONE_PAIR,),
        rulings=("R10", "R12", "B5"),
    ),
    Clause(
        p.WITH_THREE,
        when=three_of_a_kind() & can(pair & leaving_made),
        low=pair & leaving_made,
        exception_to=(p.THREE, p.THREE_ACES),
        rulings=("R10", "R14"),
    ),
    Clause(
        f"{p.WITH_THREE}, two Aces and the Joker",
        when=three_of_a_kind(ACES) & made & ~can(pair & leaving_made),
        low=leaving_made,
        exception_to=(p.THREE_ACES,),
        rulings=("R12",),
    ),
)

FOURS = (
    Clause(f"{p.FOUR}: Jacks to Aces", when=four_of_a_kind(JACK_TO_ACE), low=pair_from(4), rulings=("R13", "R16")),
    *p.FOUR_MEDIUM,
    Clause(f"{p.FOUR}: 6s and below", when=four_of_a_kind(TO_SIX), low=singles(1, 2), rulings=("R16",)),
    *p.FOUR_WITH_MORE,
)

THREE_ACES = Clause(
    p.THREE_ACES,
    when=three_of_a_kind(ACES),
    low=card_of(ACES) & single_number(1),
    exception_to=(p.THREE,),
    rulings=("R10", "R13", "R35"),
)

CLAUSES = (*p.ONE_AND_NONE, *TWO_PAIRS, *p.THREES, THREE_ACES, *MADE, *p.FULL_HOUSES, *FOURS, *p.FIVE)

R10 = Alternative(
    "R10",
    a.R10_SAYS,
    (
        *(clause for clause in a.NO_JOKER_IN_PATTERN if clause.cite != "One pair, Ace and Joker"),
        Clause("One pair, Ace and Joker", when=two_pairs(ACES, Ranks(2, 9)) & joker & made, low=leaving_made),
        Clause(
            "One pair of 10s to Kings, Ace and Joker",
            when=two_pairs(ACES, TEN_TO_KING) & joker & made,
            low=leaving_made | card_of(ACES) & single_number(1),
        ),
        Clause(
            "Two pairs always split, Ace and Joker",
            when=three_pairs() & joker & naturals(two_pairs(Ranks(11, 13), UP_TO_KING)) & made,
            low=pair_from(2, 3),
        ),
    ),
)
B5 = Alternative(
    "B5",
    "always",
    (Clause("One pair", when=one_pair(TEN_TO_KING) & single(ACES) & made, low=singles(1, 2)),),
)

BOOK = Rulebook(
    id="foxwoods",
    source=Source(title="Foxwoods house way", house="public descriptions"),
    deck=p.DECK,
    dealt=7,
    high_size=5,
    clauses=CLAUSES,
    main=p.MAIN,
    procedure=p.BANKED,
    references=p.REFERENCES,
    rulings=(*p.RULINGS, *p.BANK_RULINGS, r.B5),
    alternatives=(R10, a.R12, a.R14, a.R16, a.R33, a.R34, a.B3, B5),
    group=groups.HOUSE_WAYS,
    summary="Two pairs by the larger pair; a straight or flush stays with the highest low hand.",
)
