"""The house way of the MGM Grand of 2002, from public descriptions: trump-plaza with other lines for two pairs."""

from __future__ import annotations

from houseway.books import groups, public_alternatives
from houseway.books import public_house_ways as p
from houseway.books import rulings as r
from houseway.rulebook.citation import Alternative, Source
from houseway.rulebook.houseway import Clause, resting_on
from houseway.rulebook.rulebook import Rulebook
from houseway.rulebook.terms import ACES, KINGS, pair_from, single, singles, two_pairs

CLAUSES = (
    *p.ONE_AND_NONE,
    *resting_on("B6", p.LOW_AND_LOW),
    p.LOW_AND_MEDIUM[0],
    Clause(
        "Two pairs: low and medium, Ace held",
        when=two_pairs(p.LOW, p.MEDIUM) & single(ACES),
        low=singles(1, 2),
        exception_to=("Two pairs: low and medium",),
        rulings=("R11", "R16"),
    ),
    *p.LOW_AND_HIGH,
    *p.MEDIUM_AND_MEDIUM,
    *p.ALWAYS_SPLIT,
    *p.THREES,
    *p.ONE_ACE_LOW,
    *p.STRAIGHTS_AND_FLUSHES,
    *p.FULL_HOUSES,
    *p.ACE_KING_WITH_TWOS,
    *p.FOUR_LOW,
    *p.FOUR_MEDIUM,
    *p.FOUR_HIGH,
    *p.FOUR_ACES,
    *p.FOUR_WITH_MORE,
    *p.FIVE,
)

ALTERNATIVES = (
    *public_alternatives.TRUMP_PLAZA,
    Alternative(
        "B6",
        "both always kept",
        (Clause("Two pairs: low and low", when=two_pairs(p.LOW, p.LOW), low=singles(1, 2)),),
    ),
    Alternative(
        "B6",
        "both kept with an Ace only, as its other lines",
        (
            Clause(
                "Two pairs: low and low",
                when=two_pairs(p.LOW, p.LOW) & single(KINGS) & ~single(ACES),
                low=pair_from(2, 2),
            ),
        ),
    ),
)

BOOK = Rulebook(
    id="mgm-2002",
    source=Source(title="MGM Grand house way of 2002", house="public descriptions"),
    deck=p.DECK,
    dealt=7,
    high_size=5,
    clauses=CLAUSES,
    main=p.MAIN,
    procedure=p.BANKED,
    references=p.REFERENCES,
    rulings=(*p.TRUMP_PLAZA_RULINGS, *p.BANK_RULINGS, r.R23, r.B6),
    alternatives=ALTERNATIVES,
    group=groups.HOUSE_WAYS,
    summary="Trump Plaza, but a low and a medium pair stay together only with an Ace.",
)
