"""Commission Free Pai Gow Poker with Tiger 9, from public descriptions: trump-plaza's dealer, nine high pushes."""

from __future__ import annotations

from houseway.books import groups, public_alternatives
from houseway.books import public_games as g
from houseway.books import public_house_ways as p
from houseway.books import rulings as r
from houseway.cards.ranking import Wheel
from houseway.rulebook.citation import Source
from houseway.rulebook.rulebook import Rulebook

BOOK = Rulebook(
    id="commission-free",
    source=Source(title="Commission Free Pai Gow Poker", version="Tiger 9", house="public descriptions"),
    deck=p.DECK,
    dealt=7,
    high_size=5,
    clauses=p.TRUMP_PLAZA,
    main=g.TIGER_9_MAIN,
    procedure=g.NO_COMMISSION,
    side_wagers=(g.TIGER_9_WAGER,),
    references=p.REFERENCES,
    rulings=(*g.RULINGS, r.B8),
    alternatives=public_alternatives.TRUMP_PLAZA,
    wheel=Wheel.SECOND_HIGHEST,
    group=groups.VARIANTS,
    summary="Trump Plaza without commission: a nine-high low hand of the dealer is a push.",
)
