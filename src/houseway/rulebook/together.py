"""Side wagers judged on the dealer's cards and the player's together.

Here: which lines of a pay table a hand satisfies on either side of the table, as the bits of one number, and the line
that two hands are paid on. Not here: the wagers themselves (`wagers`), or counting deals (`maths.count.together`).
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from houseway.rulebook.hands import Hands
from houseway.rulebook.wagers import PayTable

Lines = NDArray[np.int64]
"""For each hand, a bit for every line whose condition on that side of the table it satisfies."""


def player_lines(pays: PayTable, hands: Hands) -> Lines:
    """The lines whose condition on the player's cards each hand satisfies."""
    found = np.zeros(len(hands), dtype=np.int64)
    for number, line in enumerate(pays.lines):
        found |= hands.hold(line.when).astype(np.int64) << number
    return found


def dealer_lines(pays: PayTable, hands: Hands) -> Lines:
    """The lines whose condition on the dealer's cards each hand satisfies; a line without one asks nothing."""
    found = np.zeros(len(hands), dtype=np.int64)
    for number, line in enumerate(pays.lines):
        held = np.ones(len(hands), dtype=bool) if line.dealer is None else hands.hold(line.dealer)
        found |= held.astype(np.int64) << number
    return found


def line_together(pays: PayTable, player: int, dealer: int) -> int:
    """The best-paying line that both hands satisfy, or -1; of two that pay the same, the first.

    >>> import houseway.books
    >>> pays = houseway.books.get("mbs-v4").side_wagers[0].pay_tables[0]
    >>> line_together(pays, 0b110, 0b100), line_together(pays, 0b010, 0b100)
    (2, -1)
    """
    both = [number for number in range(len(pays.lines)) if player & dealer & 1 << number]
    return max(both, key=lambda number: (pays.lines[number].pays, -number), default=-1)
