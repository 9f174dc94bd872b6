"""Face Up Pai Gow Poker, from public descriptions, with the dealer of mgm-2002."""

from __future__ import annotations

from houseway.books import groups, mgm_2002
from houseway.books import public_games as g
from houseway.books import public_house_ways as p
from houseway.books import rulings as r
from houseway.cards.ranking import Wheel
from houseway.rulebook.citation import Source
from houseway.rulebook.rulebook import Rulebook

BOOK = Rulebook(
    id="face-up-mgm",
    source=Source(title="Face Up Pai Gow Poker", version="mgm-2002's house way", house="public descriptions"),
    deck=p.DECK,
    dealt=7,
    high_size=5,
    clauses=mgm_2002.CLAUSES,
    main=g.FACE_UP_MAIN,
    procedure=g.FACE_UP_PROCEDURE,
    side_wagers=(g.ACE_HIGH_WAGER,),
    references=p.REFERENCES,
    rulings=(*g.FACE_UP_RULINGS, r.B6),
    alternatives=mgm_2002.ALTERNATIVES,
    wheel=Wheel.SECOND_HIGHEST,
    group=groups.VARIANTS,
    summary="Face Up with the dealer of MGM 2002.",
)
