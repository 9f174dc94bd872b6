"""The clauses of single points of the procedure.

Here: where a book prints a point that several acts share, or that an act has beside its own clause. Not here: who may
act when, or what is done about an irregularity (`procedure`).
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, kw_only=True)
class Points:
    """Where a book prints each point; empty where it does not, and then the clause of the act is cited."""

    deck: str = ""
    """The cards of the deck."""
    layout: str = ""
    """How many positions the layout has."""
    areas: str = ""
    """Which wagers a position has areas for."""
    one_wager: str = ""
    """An area has one wager of each kind: what is added joins it."""
    conceded: str = ""
    """A conceded hand cannot be returned to play."""
    house_way: str = ""
    """The dealer keeps to the house way, where no clause says what to do about another setting."""
    limits: str = ""
    """The unit and the limits are settings of the table, where no clause prints them."""
    acting: str = ""
    """A higher position may act for the one a clause names."""
