"""Fortune Pai Gow Poker, Marina Bay Sands, version 4.

Only what is particular to version 4; `mbs` holds what it shares with version 3.
"""

from __future__ import annotations

from fractions import Fraction

from houseway.books import groups, mbs, mbs_alternatives, mbs_procedure
from houseway.books import rulings as r
from houseway.rulebook.citation import Alternative, Source
from houseway.rulebook.houseway import Clause, resting_on
from houseway.rulebook.rulebook import Rulebook
from houseway.rulebook.terms import ACES, single, singles, two_pairs
from houseway.rulebook.wagers import EnvyBar, Judged, MainWager, SideWager

BOOK = Rulebook(
    id="mbs-v4",
    source=Source(
        title="Fortune Pai Gow Poker",
        version="Version 4",
        effective="in effect from 24 April 2020",
        house="Marina Bay Sands",
    ),
    deck=mbs.DECK,
    dealt=7,
    high_size=5,
    clauses=(*mbs.ONE_AND_TWO, *resting_on("R20", mbs.ALWAYS_SPLIT), *mbs.THREE_TO_EIGHT),
    main=MainWager(
        key="main",
        name="Standard wager",
        cite="4.1.1",
        wins="3.18",
        standoff="3.20",
        loses="3.19",
        standoff_word="standoff",
        commission=Fraction(1, 20),
    ),
    procedure=mbs_procedure.V4,
    side_wagers=(
        SideWager(
            key="fortune-bonus",
            name="Fortune Bonus",
            cite="4.1.2",
            judged=Judged.PLAYER_CARDS,
            pay_tables=(mbs.FORTUNE_LINES,),
            wins="3.22",
            loses="3.21",
            envy="3.23",
            no_envy="3.24",
            envy_bars=((EnvyBar.DEALER, "3.24.1"), (EnvyBar.LARGEST, "3.24.2"), (EnvyBar.SMALLER, "3.24.3")),
        ),
    ),
    rulings=(
        *mbs.RULINGS,
        r.R20,
        r.R59,
        r.R60,
        r.R61,
        r.R62,
        r.R63,
        r.R64,
        r.R67,
        r.R68,
        r.R69,
        r.R80,
        r.R81,
        r.R83,
        r.R84,
        r.R85,
        r.R86,
        r.R91,
        r.R92,
        r.R93,
        r.R94,
        r.R95,
        r.R97,
    ),
    references=mbs.REFERENCES,
    alternatives=(
        *mbs_alternatives.ALTERNATIVES,
        Alternative(
            "R20",
            "the cell above runs on: both pairs high when an Ace or the Joker is held",
            (
                Clause(mbs.MEDIUM_HIGH, when=two_pairs(mbs.MEDIUM, mbs.HIGH) & single(ACES), low=singles(1, 2)),
                Clause(mbs.HIGH_HIGH, when=two_pairs(mbs.HIGH, mbs.HIGH) & single(ACES), low=singles(1, 2)),
            ),
        ),
    ),
    group=groups.PRINTED,
    summary="Fortune Pai Gow Poker with Fortune Bonus and Envy Bonus; the most detailed procedure.",
)
