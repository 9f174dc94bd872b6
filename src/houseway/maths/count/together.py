"""Deals of two hands counted by what each hand is for a wager judged on both.

Here: how many deals each line of such a pay table pays. Not here: what a line means; the book defines it.

The hands of either side fall into few kinds, by the lines whose conditions they satisfy. The deals of every kind of
player's hand with every kind of dealer's hand are counted with the kernel of the main wager: the kinds asked about are
given numbers that compare as wanted, and all others are left out. Since a hand leaves the same number of hands to
the other side, one kind on either side need not be counted.
"""

from __future__ import annotations

import contextlib
from concurrent.futures import Executor
from math import comb

import numpy as np

from houseway.errors import BadBook, not_installed
from houseway.maths.set_hands import ONE_EACH
from houseway.maths.shards import engine, total
from houseway.maths.worth import Frontier, Game, game_of
from houseway.rulebook.hands import Truth
from houseway.rulebook.rulebook import Rulebook
from houseway.rulebook.together import Lines, dealer_lines, line_together, player_lines
from houseway.rulebook.wagers import PayTable


def deals_paid(book: Rulebook, pays: PayTable, workers: Executor | None = None) -> list[int]:
    """For each line, the deals of a player's and a dealer's hand that it pays."""
    hands, _ = book.refined_hands
    player, dealer = (_of_shapes(book, lines(pays, hands)) for lines in (player_lines, dealer_lines))
    paid = [0] * len(pays.lines)
    for (mine, theirs), deals in _deals_by_kind(game_of(book), player, dealer, workers).items():
        line = line_together(pays, mine, theirs)
        if line >= 0:
            paid[line] += deals
    return paid


def _of_shapes(book: Rulebook, lines: Lines) -> Lines:
    """The kind of every shape; a line must not depend on what only `refined` shapes tell apart."""
    shapes = len(book.shapes.keys)
    if (lines[shapes:] != lines[book.shapes.split]).any():
        raise BadBook(f"{book.id}: a wager judged on two hands together cannot ask whether odd cards share a suit")
    return lines[:shapes]


def _deals_by_kind(game: Game, player: Lines, dealer: Lines, workers: Executor | None) -> dict[tuple[int, int], int]:
    """The deals of each kind of player's hand with each kind of dealer's hand."""
    others = comb(game.deck.size - game.dealt, game.dealt)
    mine, theirs = (_hands_by_kind(game, kinds) for kinds in (player, dealer))
    (*few, most), (*dealer_few, dealer_most) = mine, theirs
    deals: dict[tuple[int, int], int] = {}
    with contextlib.ExitStack() as stack:
        if few and dealer_few:
            executor = workers or stack.enter_context(engine())
        for kind in few:
            for at in range(0, len(dealer_few), 2):
                pair = dealer_few[at : at + 2]
                found = _count(game, player == kind, [dealer == one for one in pair], executor)
                deals |= {(kind, one): number for one, number in zip(pair, found, strict=False)}
            deals[kind, dealer_most] = mine[kind] * others - sum(deals[kind, one] for one in dealer_few)
    for one, number in theirs.items():
        deals[most, one] = number * others - sum(deals[kind, one] for kind in few)
    return deals


def _hands_by_kind(game: Game, kinds: Lines) -> dict[int, int]:
    """How many hands of each kind there are, those with the most last."""
    found = {int(kind): int(game.weights[kinds == kind].sum()) for kind in np.unique(kinds)}
    return dict(sorted(found.items(), key=lambda kind: kind[1]))


def _count(game: Game, player: Truth, dealers: list[Truth], workers: Executor) -> list[int]:
    """The deals of some player's hands with one or two kinds of dealer's hands.

    A dealer's hand of the first kind is below the player's number and so is counted as won against; one of the second
    is not below it and so is counted as lost to.
    """
    try:
        from houseway.maths.count import pairs
    except ImportError as error:
        raise not_installed("counting", "maths") from error
    worth = np.full(len(player), -1, dtype=np.int32)
    for number, shapes in enumerate(dealers):
        worth[shapes] = number * ONE_EACH
    first = np.concatenate([[0], np.cumsum(player)]).astype(np.int32)
    numbers = np.where(player, np.int32(ONE_EACH), np.int32(-1))
    frontier = Frontier(first, numbers[player], np.ones(int(player.sum()), dtype=np.int8), numbers)
    found: list[int] = total(pairs.shards(pairs.Deals(game, worth, frontier)), workers).tolist()
    return found
