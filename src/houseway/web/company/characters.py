"""The characters that bots are: a handful, each with a name and a style.

Here: who they are, what they bet and how they set their hands, as data. Not here: how a style is played (`choices`), or
when a bot does what (`company`).
"""

from __future__ import annotations

import enum
from typing import Final

import msgspec

from houseway.kept.bots import character_of


class Style(enum.Enum):
    """How a character sets a hand; a setting comes from the house way, or from the exact value of every setting."""

    HOUSE_WAY = "plays the house way"
    BEST = "plays the best setting"
    BEGINNER = "is a beginner"


class Slip(enum.Enum):
    """A mistake that beginners make: which of two hands they look at first."""

    HIGH_FIRST = "keeps the strongest high hand, whatever that leaves for the low hand"
    LOW_FIRST = "makes the low hand as strong as it may be"


class Character(msgspec.Struct, frozen=True, kw_only=True):
    """A character: bots at different tables that have its name play alike, each from a purse of their own."""

    name: str
    style: Style
    slip: Slip | None = None
    slips: float = 0.0
    """How often a hand is set with that slip; otherwise it is set the house way."""
    minimums: int = 1
    """The main wager, in minimums of the table."""
    side: float
    """How often a side wager is made, each for itself."""

    @property
    def words(self) -> str:
        """What pages say about the character."""
        return self.style.value


CHARACTERS: Final = (
    Character(name="Ada", style=Style.HOUSE_WAY, side=0.5),
    Character(name="Ben", style=Style.BEGINNER, slip=Slip.HIGH_FIRST, slips=0.4, minimums=2, side=0.75),
    Character(name="Chi", style=Style.BEST, minimums=2, side=0.25),
    Character(name="Dora", style=Style.BEGINNER, slip=Slip.LOW_FIRST, slips=0.3, side=0.5),
    Character(name="Emil", style=Style.HOUSE_WAY, minimums=3, side=0.3),
    Character(name="Fay", style=Style.BEST, side=0.6),
)
_BY_NAME: Final = {each.name: each for each in CHARACTERS}


def character(bot: str) -> Character:
    """The character of a bot; one that a later version knows no more plays as the first does.

    >>> character("Chi (bot 3)").style
    <Style.BEST: 'plays the best setting'>
    """
    return _BY_NAME.get(character_of(bot), CHARACTERS[0])
