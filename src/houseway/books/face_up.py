"""Face Up Pai Gow Poker, from public descriptions: trump-plaza's dealer, seen before the players set."""

from __future__ import annotations

from houseway.books import groups, public_alternatives
from houseway.books import public_games as g
from houseway.books import public_house_ways as p
from houseway.cards.ranking import Wheel
from houseway.rulebook.citation import Source
from houseway.rulebook.rulebook import Rulebook

BOOK = Rulebook(
    id="face-up",
    source=Source(title="Face Up Pai Gow Poker", version="trump-plaza's house way", house="public descriptions"),
    deck=p.DECK,
    dealt=7,
    high_size=5,
    clauses=p.TRUMP_PLAZA,
    main=g.FACE_UP_MAIN,
    procedure=g.FACE_UP_PROCEDURE,
    side_wagers=(g.ACE_HIGH_WAGER,),
    references=p.REFERENCES,
    rulings=g.FACE_UP_RULINGS,
    alternatives=public_alternatives.TRUMP_PLAZA,
    wheel=Wheel.SECOND_HIGHEST,
    group=groups.VARIANTS,
    summary="You set after seeing the dealer's hand (Trump Plaza); no commission, and an ace-high dealer is a push.",
)
