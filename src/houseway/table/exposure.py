"""The most that a round can cost the house.

Here: one number from the wagers on a layout, or from the limits of a table, and refusing what exceeds the cap on it.
Not here: setting that cap (`limits`).

Every wager is counted at its best: the main wagers win, every side wager is paid on the best line of its pay table, and
the Envy Bonuses are the highest that any lines of the hands can bring, with the bars of the pay table. So the number
is exact for the pay tables and never too low, whatever is dealt. It leaves the cards aside: the best lines of several
hands, or of two wagers on one hand, may be impossible in one deal, and then a round costs less.

Where a player banks, the main wagers are against that player, and cost the house at most its part of a shared bank.
"""

from __future__ import annotations

import functools
from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

from houseway.errors import Refused
from houseway.money import money
from houseway.rulebook.rulebook import Rulebook
from houseway.rulebook.wagers import PayTable, SideWager
from houseway.table.limits import wager_keys
from houseway.table.settle import commission_on, envy_side, pay_table
from houseway.table.state import Stake, Table

_NONE, _SMALLER, _LARGEST = 0, 1, 2
"""What a hand brings others: no Envy Bonus, a smaller one, or the largest of the pay table."""


def exposure(book: Rulebook, table: Table) -> int:
    """The most that the wagers on the layout can cost the house, in cents.

    >>> from houseway import books
    >>> wagers = {1: {"main": (Stake("ann", 100_00),), "fortune-bonus": (Stake("ann", 1_00),)}}
    >>> exposure(books.get("mbs-v4"), Table(seats={1: "ann"}, wagers=wagers))
    259500
    """
    envy = envy_side(book)
    cost = _main(book, table)
    for side in book.side_wagers:
        if side is not envy:
            best = max(line.pays for line in pay_table(table, side).lines)
            cost += sum(best * _played(table, position, side.key) for position in table.wagers)
    return cost + (_with_envy(book, table, envy) if envy else 0)


def exposed(table: Table) -> tuple[object, ...]:
    """What the cost of a round depends on: while this is equal, it costs the same."""
    return table.wagers, table.limits, table.pay_tables, table.seats, table.bank


def must_be_within_cap(book: Rulebook, after: Table, what: str) -> None:
    """Refuse a wager, or a share of a bank, with which the round could cost the house more than it accepts."""
    if after.exposure_cap and (cost := exposure(book, after)) > after.exposure_cap:
        raise Refused(
            f"with {what} the round could cost the house {money(cost)}, more than the {money(after.exposure_cap)} it "
            "accepts at this table"
        )


def most_exposure(
    book: Rulebook,
    *,
    positions: int,
    limits: Mapping[str, tuple[int, int]],
    pay_tables: Mapping[str, str] | None = None,
) -> int:
    """The most that a round can cost at a table with these limits: a player on every position, every wager at its most.

    >>> from houseway import books
    >>> most_exposure(books.get("fortune-us"), positions=6, limits={"main": (10_00, 100_00)})
    57000
    """
    most = tuple((key, limits[key][1]) for key in wager_keys(book) if key in limits)
    return _most(book, positions, most, tuple(sorted((pay_tables or {}).items())))


@functools.lru_cache(maxsize=256)
def _most(
    book: Rulebook, positions: int, most: tuple[tuple[str, int], ...], pay_tables: tuple[tuple[str, str], ...]
) -> int:
    places = range(1, positions + 1)
    table = Table(
        pay_tables=dict(pay_tables),
        seats={at: str(at) for at in places},
        wagers={at: {key: (Stake(str(at), cents),) for key, cents in most} for at in places},
    )
    return exposure(book, table)


def _played(table: Table, position: int, wager: str) -> int:
    """What is played of a wager: what lies above its maximum is returned."""
    total = table.total(position, wager)
    return min(total, table.limits.get(wager, (0, total))[1])


def _main(book: Rulebook, table: Table) -> int:
    if table.bank:
        return -(-table.bank.covers // 2) if table.bank.shared else 0
    paid = [book.main.pays * _played(table, position, book.main.key) for position in table.wagers]
    return sum(payout - commission_on(book, payout) for payout in paid)


def _with_envy(book: Rulebook, table: Table, side: SideWager) -> int:
    """The side wagers that bring an Envy Bonus, with the bonuses: the highest over all lines the hands can have."""
    places = tuple(sorted(table.wagers))
    stakes = tuple(_played(table, at, side.key) for at in places)
    standing = tuple(bool(table.stakes(at, book.main.key)) for at in places)
    own = tuple(
        tuple(
            table.controller(at) == player or any(s.player == player for s in table.stakes(at, book.main.key))
            for at in places
        )
        for player in dict.fromkeys(table.seats.values())
        if any(stake.player == player for at in places for stake in table.stakes(at, side.key))
    )
    return _best_lines(pay_table(table, side), stakes, standing, own)


@functools.lru_cache(maxsize=256)
def _best_lines(
    pays: PayTable, stakes: tuple[int, ...], standing: tuple[bool, ...], own: tuple[tuple[bool, ...], ...]
) -> int:
    """The highest sum of payouts and Envy Bonuses; `own` says for each player with this wager which hands are theirs.

    Every way to give each hand no bonus line, a smaller one or the largest is tried; which line of its kind a hand then
    has follows from how many players receive its bonus.
    """
    if not stakes:
        return 0
    brings = _choices(len(stakes))
    mine = np.array(own, dtype=bool).reshape(len(own), len(stakes))
    some = ((brings != _NONE)[:, None, :] & mine).any(axis=2)
    largest = ((brings == _LARGEST)[:, None, :] & mine).any(axis=2)
    receive = np.array(standing) & ~mine
    smaller_to = (~some)[:, :, None] & receive
    largest_to = (~largest)[:, :, None] & receive
    cost = np.zeros(len(brings), dtype=object)
    for place, stake in enumerate(stakes):
        each = brings[:, place]
        best = [_values(pays, stake, kind, players=len(own)) for kind in (_NONE, _SMALLER, _LARGEST)]
        players = [np.zeros(len(brings), dtype=int), smaller_to[:, :, place].sum(1), largest_to[:, :, place].sum(1)]
        cost += np.choose(each, [best[kind][players[kind]] for kind in (_NONE, _SMALLER, _LARGEST)])
    return int(max(cost))


@functools.lru_cache(maxsize=8)
def _choices(hands: int) -> NDArray[np.int8]:
    """Every way to give each of some hands one of the three kinds of line."""
    return np.array(np.meshgrid(*[np.arange(3, dtype=np.int8)] * hands)).reshape(hands, -1).T


def _values(pays: PayTable, stake: int, kind: int, *, players: int) -> NDArray[np.object_]:
    """What the best line of a kind costs, by how many players receive its bonus; nothing lower than a lost stake."""
    top = max(line.envy for line in pays.lines)
    found = [
        line for line in pays.lines if (_NONE if not line.envy else _LARGEST if line.envy == top else _SMALLER) == kind
    ]
    lost = -stake if kind == _NONE else -(10**18)  # a hand without such a line does not have one
    return np.array(
        [max([lost, *(line.pays * stake + line.envy * number for line in found)]) for number in range(players + 1)],
        dtype=object,
    )
