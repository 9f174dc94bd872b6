"""The house way of the Claridge, Atlantic City, from public descriptions: trump-plaza, splitting more."""

from __future__ import annotations

from houseway.books import groups
from houseway.books import public_alternatives as a
from houseway.books import public_house_ways as p
from houseway.rulebook.citation import Source
from houseway.rulebook.houseway import Clause
from houseway.rulebook.rulebook import Rulebook
from houseway.rulebook.terms import ACES, four_of_a_kind, single, singles

CLAUSES = (
    *p.ONE_AND_NONE,
    *p.TWO_PAIRS,
    *p.THREES,
    *p.ONE_ACE_LOW,
    *p.STRAIGHTS_AND_FLUSHES,
    *p.FULL_HOUSES,
    *p.FOUR_LOW,
    p.FOUR_MEDIUM[0],
    Clause(
        f"{p.FOUR}: 7s to 10s, Ace held",
        when=four_of_a_kind(p.MEDIUM) & single(ACES),
        low=singles(1, 2),
        exception_to=(f"{p.FOUR}: 7s to 10s",),
        rulings=("R10", "R16"),
    ),
    p.FOUR_HIGH[0],
    *p.FOUR_ACES,
    *p.FOUR_WITH_MORE,
    *p.FIVE,
)

BOOK = Rulebook(
    id="claridge",
    source=Source(title="Claridge house way", house="public descriptions"),
    deck=p.DECK,
    dealt=7,
    high_size=5,
    clauses=CLAUSES,
    main=p.MAIN,
    procedure=p.BANKED,
    references=p.REFERENCES,
    rulings=(*p.TRUMP_PLAZA_RULINGS, *p.BANK_RULINGS),
    alternatives=(a.R10, a.R12, a.R14, a.R15, a.R16, a.R32, a.R33, a.R34, a.B2, a.B3),
    group=groups.HOUSE_WAYS,
    summary="Trump Plaza, splitting every full house and four Jacks to Kings.",
)
