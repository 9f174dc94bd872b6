"""What a commission on the bank's whole round saves, compared with one on every wager the bank wins: simulated.

Here: the rounds of `run.dealt_cards`, set the house way, and the average saving with its standard error. Not here: the
value of a bank (`count.bank`), which takes only this part from a simulation.
"""

from __future__ import annotations

import functools
from dataclasses import dataclass
from fractions import Fraction
from math import sqrt
from typing import Any

import numpy as np
from numpy.typing import NDArray

from houseway.cards.shapes import canonical
from houseway.cards.tables import Cards
from houseway.maths.simulate.run import BLOCK, dealt_cards
from houseway.maths.worth import cached_settings
from houseway.rulebook import comparison
from houseway.rulebook.comparison import BY_HANDS_WON, Result
from houseway.rulebook.rulebook import Rulebook


@dataclass(frozen=True)
class Saved:
    """The average saving in units per round, before the rate of the commission; every opponent bets one unit."""

    mean: Fraction
    standard_error: float


@functools.lru_cache(maxsize=64)
def saved(book: Rulebook, *, opponents: int, rounds: int, seed: int = 0) -> Saved:
    """Simulate rounds of a bank against opponents who set the house way."""
    total = squares = 0
    for start in range(0, rounds, 8 * BLOCK):
        cards = dealt_cards(book, positions=opponents, seed=seed, rounds=range(start, min(start + 8 * BLOCK, rounds)))
        won = bank_wins(book, cards)
        found = np.maximum(won, 0).sum(axis=1) - np.maximum(won.sum(axis=1), 0)
        total += int(found.sum())
        squares += int((found * found).sum())
    mean = Fraction(total, rounds)
    return Saved(mean, sqrt((squares / rounds - float(mean) ** 2) / rounds))


def bank_wins(book: Rulebook, cards: Cards) -> NDArray[np.int64]:
    """What the bank wins from each opponent, in units: [round, opponent]; the bank's hand comes first in `cards`."""
    rounds, hands, dealt = cards.shape
    set_hands = cached_settings(book, None)
    shapes = book.shapes.find(canonical(cards.reshape(-1, dealt), book.high_size)).reshape(rounds, hands)
    high, low = set_hands.high[shapes], set_hands.low[shapes]
    beats: Any = comparison.beats  # it compares arrays as well as numbers
    hands_won = beats(high[:, 1:], high[:, :1]).astype(np.int64) + beats(low[:, 1:], low[:, :1])
    units = {Result.WIN: -book.main.pays, Result.STANDOFF: 0, Result.LOSE: 1}
    found = np.array([units[result] for result in BY_HANDS_WON])[hands_won]
    return np.where(set_hands.fails[shapes[:, :1]], 0, found)
