"""Fortune Pai Gow Poker, Marina Bay Sands, version 3.

Only what is particular to version 3; `mbs` holds what it shares with version 4.
"""

from __future__ import annotations

from fractions import Fraction

from houseway.books import groups, mbs, mbs_alternatives, mbs_procedure
from houseway.books import rulings as r
from houseway.rulebook.citation import Source
from houseway.rulebook.rulebook import Rulebook
from houseway.rulebook.wagers import EnvyBar, Judged, MainWager, SideWager

BOOK = Rulebook(
    id="mbs-v3",
    source=Source(
        title="Fortune Pai Gow Poker",
        version="Version 3",
        effective="in effect from 26 May 2016",
        house="Marina Bay Sands",
    ),
    deck=mbs.DECK,
    dealt=7,
    high_size=5,
    clauses=(*mbs.ONE_AND_TWO, *mbs.ALWAYS_SPLIT, *mbs.THREE_TO_EIGHT),
    main=MainWager(
        key="main",
        name="Standard wager",
        cite="4.1.1",
        wins="3.12",
        standoff="3.14",
        loses="3.13",
        standoff_word="tie",
        commission=Fraction(1, 20),
    ),
    procedure=mbs_procedure.V3,
    side_wagers=(
        SideWager(
            key="fortune-bonus",
            name="Fortune Bonus",
            cite="4.1.2",
            judged=Judged.PLAYER_CARDS,
            pay_tables=(mbs.FORTUNE_LINES,),
            wins="3.17",
            loses="3.16",
            envy="3.18",
            no_envy="3.18.1",
            envy_bars=((EnvyBar.DEALER, "3.18.1.1"), (EnvyBar.LARGEST, "3.18.1.2"), (EnvyBar.SMALLER, "3.18.1.3")),
        ),
    ),
    rulings=(*mbs.RULINGS, r.R51, r.R75, r.R98),
    references=mbs.REFERENCES,
    alternatives=mbs_alternatives.ALTERNATIVES,
    group=groups.PRINTED,
    summary="The version before 4: the same house way and wagers, fewer clauses of procedure.",
)
