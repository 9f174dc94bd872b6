"""What is asked about a setting when it is weighed against the other side's hands.

Here: the one question that all weighings answer, and how gains of player and dealer are put as one. Not here: counting.
Who wins comes from `rulebook.comparison`.
"""

from __future__ import annotations

from typing import NamedTuple

from houseway.rulebook import comparison

_COPY_BELOW = int(comparison.beats(0, 0))
"""Whether a hand of the player's own rank counts as below it: no, a copy goes to the dealer."""


class Question(NamedTuple):
    """both * W + one * (H + L - N), for a setting among N hands of the other side.

    W of them are below the setting in both hands, H in the high hand, L in the low hand. `above` is 1 where a hand of
    the same rank counts as below. By `comparison.BY_HANDS_WON` a player's setting wins against W hands and loses to
    N - H - L + W; a dealer's setting, the other way round.
    """

    both: int
    one: int
    above: int


WINS = Question(1, 0, _COPY_BELOW)
"""How many of the dealer's hands a player's setting wins against."""
LOSES = Question(1, -1, _COPY_BELOW)
"""How many of the dealer's hands a player's setting loses to."""


def player_gains(win: int, lose: int) -> Question:
    """win * (hands won against) - lose * (hands lost to), for a player's setting."""
    return Question(win - lose, lose, _COPY_BELOW)


def dealer_gains(win: int, lose: int) -> Question:
    """lose * (the player's losses) - win * (the player's wins), for a dealer's setting."""
    return Question(lose - win, win, 1 - _COPY_BELOW)
