"""What the counts of simulated rounds mean in money.

Here: what every wager won or lost, exactly, from how often which kinds of hands occurred together. Not here: the values
that hold the results (`results`), or the counting (`kernels`).

A standard error needs, for each round, the square of what all positions won together, added up over rounds. That is the
sum of the squares for each position plus twice the products for each pair of positions, so counting pairs of kinds is
enough.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any, TypedDict

import numpy as np
from numpy.typing import NDArray

from houseway.maths.count.odds import BEST, HOUSE_WAY, Odds, Outcome
from houseway.maths.simulate.packing import LIMB_BITS
from houseway.maths.simulate.results import EnvyResult, Simulation, WagerResult
from houseway.maths.simulate.tables import Column, Counts, Counts64, Tables
from houseway.rulebook.rulebook import Rulebook
from houseway.rulebook.wagers import Judged


class _Size(TypedDict):
    rounds: int
    positions: int


def read_counts(
    book: Rulebook,
    tables: Tables,
    counts: Counts,
    *,
    rounds: int,
    positions: int,
    seed: int,
    odds: Odds | None,
) -> Simulation:
    """Every wager's results, with the exact figures if `odds` are given."""
    size = _Size(rounds=rounds, positions=positions)
    return Simulation(
        book=book.id,
        digest=book.digest,
        **size,
        seed=seed,
        player=BEST if book.procedure.dealer_exposed else HOUSE_WAY,
        main=_main(book, counts.main, odds, size),
        sides=tuple(_side(tables, counts, Column(s, p), odds, size) for s in book.side_wagers for p in s.pay_tables),
        envy=tuple(
            _envy(tables, counts, number, column, odds, size)
            for number, column in enumerate(tables.envy_columns)
            if positions > 1
        ),
    )


def _main(book: Rulebook, main: Counts64, odds: Odds | None, size: _Size) -> WagerResult:
    net = book.main.net
    cells = [(won, lost, number) for won, row in enumerate(main.tolist()) for lost, number in enumerate(row) if number]
    win, lose = sum(won * number for won, _, number in cells), sum(lost * number for _, lost, number in cells)
    return WagerResult(
        **size,
        key=book.main.key,
        name=book.main.name,
        outcomes=(
            Outcome("win", net, win),
            Outcome("standoff", Fraction(0), size["rounds"] * size["positions"] - win - lose),
            Outcome("lose", Fraction(-1), lose),
        ),
        total=net * win - lose,
        squares=sum(((net * won - lost) ** 2 * number for won, lost, number in cells), Fraction(0)),
        expected=-odds.main.house_edge if odds else None,
    )


def _side(tables: Tables, counts: Counts, column: Column, odds: Odds | None, size: _Size) -> WagerResult:
    nets = [*(line.pays for line in column.pays.lines), -1]  # index -1: no line, the stake is lost
    if column in tables.columns:
        lines, kinds = tables.lines[tables.columns.index(column)], counts.kinds.sum(axis=0)
        squares = _squares(_whole(nets)[lines], kinds, counts.pairs.sum(axis=0))
    elif column.side.judged is Judged.TOGETHER:
        lines, kinds = next(found.lines for found in tables.together if found.column == column), counts.kinds
        squares = sum(_squares(*group) for group in zip(_whole(nets)[lines], kinds, counts.pairs, strict=True))
    else:  # all positions of a round have the same result
        lines = tables.dealer_lines[tables.dealer_columns.index(column)]
        kinds = counts.dealers * size["positions"]
        squares = _dot(_whole(nets)[lines] ** 2, counts.dealers) * size["positions"] ** 2
    wagers = [_dot(lines == line, kinds) for line in range(len(column.pays.lines))]
    names = [line.name for line in column.pays.lines]
    wagers.append(size["rounds"] * size["positions"] - sum(wagers))
    return WagerResult(
        **size,
        key=column.side.key,
        name=column.side.name,
        pay_table=column.pays.name,
        outcomes=tuple(Outcome(*each) for each in zip([*names, "lose"], map(Fraction, nets), wagers, strict=True)),
        total=Fraction(sum(net * number for net, number in zip(nets, wagers, strict=True))),
        squares=Fraction(squares),
        expected=_expected(odds, column),
    )


def _squares(nets: NDArray[Any], kinds: Counts64, pairs: Counts64) -> int:
    """The sum over rounds of the square of what all positions won, by what each kind of hand wins."""
    return _dot(nets**2, kinds) + 2 * _dot(np.multiply.outer(nets, nets), pairs)


def _envy(tables: Tables, counts: Counts, number: int, column: int, odds: Odds | None, size: _Size) -> EnvyResult:
    side, pays = tables.columns[column]
    lines = tables.lines[column]
    expected = None
    if odds and pays is side.pay_tables[0]:  # exact figures exist for the first pay table only
        each = next(found.envy for found in odds.sides if found.key == side.key)
        expected = next((one.cents for one in each if one.others == size["positions"] - 1), None)
    return EnvyResult(
        **size,
        key=side.key,
        name=side.name,
        pay_table=pays.name,
        rounds_paid=int(counts.envy_rounds[number]),
        paid=tuple(
            (line.name, _dot(lines == place, counts.envy_paid[number]))
            for place, line in enumerate(pays.lines)
            if line.envy
        ),
        total=Fraction(_joined(counts.envy_sum[number])),
        squares=Fraction(_joined(counts.envy_squares[number])),
        expected=expected,
    )


def _expected(odds: Odds | None, column: Column) -> Fraction | None:
    if odds is None:
        return None
    side = next(side for side in odds.sides if side.key == column.side.key)
    return -next(pays.house_edge for pays in side.pay_tables if pays.name == column.pays.name)


def _whole(numbers: list[int]) -> NDArray[Any]:
    """Integers of any size."""
    return np.array(numbers, dtype=object)


def _dot(numbers: NDArray[Any], counts: Counts64) -> int:
    """The sum of products, as an integer of any size."""
    return sum(int(number) * count for number, count in zip(numbers.ravel(), counts.ravel().tolist(), strict=True))


def _joined(limbs: Counts64) -> int:
    """A sum that was kept in limbs."""
    return sum(limb << LIMB_BITS * place for place, limb in enumerate(limbs.tolist()))
