"""A review in the terminal: what a player reads about a hand after its round.

Not here: what a setting is worth, or its grade (`web.past.review`, `maths.play`).
"""

from __future__ import annotations

from houseway.cards.card import draw_cards, read_cards
from houseway.cli.draw import high_to_low
from houseway.web.past.review import Review, ValuedSetting

LEAST_SHOWN = 0.005
"""What a setting gives up, per unit bet, below which two decimals would show nothing."""


def told(review: Review) -> str:
    """A review in two or three lines.

    >>> from houseway.web.past.review import Review, ValuedSetting
    >>> pairs = ValuedSetting(low=("9h", "9d"), high=(), low_name="Pair of nines", high_name="Pair of jacks", ev="1/2")
    >>> print(told(Review(position=1, yours=pairs, house_way=pairs, clause="A.2", same=True, best=pairs,
    ...                   given_up="0/1", given_up_float=0.0)))
    Perfect: no better way to set it. That is the house way too (A.2).
    """
    lines = [f"{_given_up(review)} {_way(review)}".strip()]
    if review.best is not None and review.best.ev != review.yours.ev:
        lines.append(f"Best: {_setting(review.best)}.")
    return "\n".join(lines)


def _given_up(review: Review) -> str:
    given = review.given_up_float
    if given is None:
        return ""
    if not given:
        return "Perfect: no better way to set it."
    return f"You gave up {'less than 0.01' if given < LEAST_SHOWN else f'{given:.2f}'} per chip."


def _way(review: Review) -> str:
    if review.same:
        return f"That is the house way too ({review.clause})."
    return f"The house way would have played {_setting(review.house_way)} ({review.clause})."


def _setting(setting: ValuedSetting) -> str:
    low = draw_cards(high_to_low(read_cards(setting.low)))
    return f"{low} low, {setting.low_name.lower()} under {setting.high_name.lower()}"
