"""The house way of Trump Plaza, Atlantic City, from public descriptions; A-2-3-4-5 is the lowest straight."""

from __future__ import annotations

from houseway.books import groups, public_alternatives, public_house_ways
from houseway.books import rulings as r
from houseway.rulebook.citation import Source
from houseway.rulebook.rulebook import Rulebook

BOOK = Rulebook(
    id="trump-plaza",
    source=Source(title="Trump Plaza house way", house="public descriptions"),
    deck=public_house_ways.DECK,
    dealt=7,
    high_size=5,
    clauses=public_house_ways.TRUMP_PLAZA,
    main=public_house_ways.MAIN,
    procedure=public_house_ways.BANKED,
    references=public_house_ways.REFERENCES,
    rulings=(*public_house_ways.TRUMP_PLAZA_RULINGS, *public_house_ways.BANK_RULINGS, r.R23),
    alternatives=public_alternatives.TRUMP_PLAZA,
    group=groups.HOUSE_WAYS,
    summary="Two pairs by low, medium and high; a full house stays with Ace-King over a pair of 2s.",
)
