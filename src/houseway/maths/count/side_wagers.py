"""Side wagers: how many hands each line of a pay table pays.

Here: counting the book's own lines over every hand. Not here: what a line means; the book defines it.
"""

from __future__ import annotations

from concurrent.futures import Executor

import numpy as np
from numpy.typing import NDArray

from houseway.errors import BadBook
from houseway.maths.count.odds import LineOdds, PayTableOdds
from houseway.maths.count.together import deals_paid
from houseway.maths.worth import game_of
from houseway.rulebook.hands import Hands
from houseway.rulebook.rulebook import Rulebook
from houseway.rulebook.wagers import AS_SET, Judged, PayTable, SideWager, part_judged


def pay_table_odds(book: Rulebook, side: SideWager, pays: PayTable, workers: Executor | None = None) -> PayTableOdds:
    """Every line with the number of hands it pays, over all hands of the deck; or deals, where two are judged together.

    >>> import houseway.books
    >>> book = houseway.books.get("five-card")
    >>> odds = pay_table_odds(book, book.side_wagers[3], book.side_wagers[3].pay_tables[0])
    >>> odds.lines[0].name, odds.lines[0].hands, odds.house_edge
    ('Royal Flush', 4, Fraction(53089, 649740))
    """
    if side.judged is Judged.TOGETHER:
        counts, number_of_hands = deals_paid(book, pays, workers), game_of(book).pairs
    else:
        hands, weights = judged_hands(book, side)
        found = pays.line_of(hands)
        counts = [int(weights[found == number].sum()) for number in range(len(pays.lines))]
        number_of_hands = int(weights.sum())
    return PayTableOdds(
        name=pays.name,
        hands=number_of_hands,
        lines=tuple(
            LineOdds(name=line.name, hands=count, pays=line.pays, envy=line.envy)
            for line, count in zip(pays.lines, counts, strict=True)
        ),
    )


def judged_hands(book: Rulebook, side: SideWager) -> tuple[Hands, NDArray[np.int64]]:
    """The hands a wager is judged on, and how many each stands for: whole hands, or one part as it is set."""
    if side.judged not in AS_SET:
        return book.refined_hands
    try:
        splits = book.compiled.split
    except BadBook as error:
        raise BadBook(f"{book.id}: {error}") from error
    return part_judged(side.judged, book.shape_hands, splits), book.shapes.weights
