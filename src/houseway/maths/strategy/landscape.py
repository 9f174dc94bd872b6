"""What each candidate clause is worth, added up over cells: hands that no candidate condition tells apart.

Here: the arrays a search looks things up in. Not here: the candidates (`library`), or the search.

Values are whole numbers: deals won times what a win pays, less deals lost, in the smallest unit that makes both whole.
They are sums over the exact values of every shape (`count.values`).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from houseway.maths.count.values import Values
from houseway.maths.shards import Progress
from houseway.maths.strategy.library import PATTERNS
from houseway.rulebook.conditions import Both, Condition, Either, Not, Pattern
from houseway.rulebook.hands import Hands, Truth
from houseway.rulebook.houseway import NO_SPLIT, best_or_none
from houseway.rulebook.lows import Low
from houseway.rulebook.rulebook import Rulebook

_Ints = NDArray[np.int64]
IMPOSSIBLE = -1e18
"""Stands for the value of a low hand that a clause cannot set, or that would be a foul."""


@dataclass(frozen=True, eq=False)
class Group:
    """Conditions that hold only for some neighbouring cells: numbers of the conditions, and where each holds."""

    conditions: NDArray[np.intp]
    cells: slice
    holds: NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class Landscape:
    """The candidates and their values by cell."""

    conditions: tuple[Condition, ...]
    lows: tuple[Low, ...]
    holds: Truth
    """holds[condition, cell]"""
    values: _Ints
    """values[cell, low]; 0 where it cannot be set."""
    possible: Truth
    floats: NDArray[np.float64]
    """`values`, and IMPOSSIBLE where they cannot be set."""
    groups: tuple[Group, ...]


def landscape(
    book: Rulebook,
    values: Values,
    conditions: Sequence[Condition],
    lows: Sequence[Low],
    *,
    progress: Progress | None = None,
) -> Landscape:
    """Run every candidate over one hand of every shape and add up what it is worth."""
    hands = book.shape_hands
    cell_of, atoms, patterns = _cells(hands, conditions)
    number = int(cell_of.max()) + 1
    order = np.argsort(cell_of, kind="stable")
    starts = np.searchsorted(cell_of[order], np.arange(number))
    summed = np.zeros((number, len(lows)), dtype=np.int64)
    possible = np.zeros((number, len(lows)), dtype=bool)
    rows = np.arange(len(hands))
    for column, low in enumerate(lows):
        if progress:
            progress("what each low hand is worth", column / len(lows))
        split = best_or_none(low, hands)
        setting = np.where(split == NO_SPLIT, -1, values.of_split[rows, split])
        summed[:, column] = np.add.reduceat(np.where(setting >= 0, values.points[setting], 0)[order], starts)
        possible[:, column] = np.logical_and.reduceat((setting >= 0)[order], starts)
    holds = np.stack([_truth(condition, atoms) for condition in conditions])
    used = np.flatnonzero(_first_of_each(holds)).tolist()
    holds = holds[used]
    return Landscape(
        tuple(conditions[condition] for condition in used),
        tuple(lows),
        holds,
        summed,
        possible,
        np.where(possible, summed.astype(np.float64), IMPOSSIBLE),
        tuple(_groups(holds, patterns)),
    )


def _cells(hands: Hands, conditions: Sequence[Condition]) -> tuple[_Ints, dict[Condition, Truth], _Ints]:
    """The cell of each hand, for each atom the cells it holds for, and the pattern of each cell.

    An atom that is only used together with one pattern tells no hands of other patterns apart: there it is left out.
    """
    pattern_of = np.stack([hands.hold(pattern) for pattern in PATTERNS]).argmax(axis=0)
    used: dict[Condition, Truth] = {}
    for condition in (*PATTERNS, *conditions):
        scope = _scope(condition)
        for atom in _atoms_of(condition):
            used[atom] = used[atom] | scope if atom in used else scope
    said = np.stack([hands.hold(atom) & scope[pattern_of] for atom, scope in used.items()])
    packed = np.packbits(said, axis=0).T
    packed = np.ascontiguousarray(packed).view(f"V{packed.shape[1]}").ravel()
    _, first, cell_of = np.unique(packed, return_index=True, return_inverse=True)
    by_pattern = np.argsort(pattern_of[first], kind="stable")
    place = np.empty(len(first), dtype=np.int64)
    place[by_pattern] = np.arange(len(first))
    first = first[by_pattern]
    return place[cell_of.ravel()], dict(zip(used, said[:, first], strict=True)), pattern_of[first]


def _scope(condition: Condition) -> Truth:
    """The patterns for which a condition may hold: one if it begins with a pattern, else all."""
    while isinstance(condition, Both):
        condition = condition.first
    if not isinstance(condition, Pattern):
        return np.ones(len(PATTERNS), dtype=bool)
    times = [group[0] for group in condition.groups]
    return np.array([isinstance(one, Pattern) and [group[0] for group in one.groups] == times for one in PATTERNS])


def _atoms_of(condition: Condition) -> list[Condition]:
    match condition:
        case Both() | Either():
            return [*_atoms_of(condition.first), *_atoms_of(condition.second)]
        case Not():
            return _atoms_of(condition.term)
    return [condition]


def _truth(condition: Condition, atoms: dict[Condition, Truth]) -> Truth:
    """The cells a condition holds for."""
    match condition:
        case Both():
            return _truth(condition.first, atoms) & _truth(condition.second, atoms)
        case Either():
            return _truth(condition.first, atoms) | _truth(condition.second, atoms)
        case Not():
            return ~_truth(condition.term, atoms)
    return atoms[condition]


def _first_of_each(holds: Truth) -> Truth:
    """Which conditions hold somewhere, and not for the same cells as one before them."""
    packed = np.packbits(holds, axis=1)
    _, first = np.unique(packed.view(f"V{packed.shape[1]}").ravel(), return_index=True)
    used = np.zeros(len(holds), dtype=bool)
    used[first] = True
    used &= holds.any(axis=1)
    return used


def _groups(holds: Truth, patterns: _Ints) -> list[Group]:
    """The conditions of each pattern, with its cells alone, and those that hold across patterns."""
    within = [slice(int(a), int(b)) for a, b in zip(*_edges(patterns), strict=True)]
    counts = holds.sum(axis=1)
    groups = []
    across = np.ones(len(holds), dtype=bool)
    for cells in within:
        mine = np.flatnonzero(holds[:, cells].sum(axis=1) == counts)
        across[mine] = False
        if len(mine):
            groups.append(Group(mine, cells, holds[mine, cells].astype(np.float64)))
    rest = np.flatnonzero(across)
    groups.append(Group(rest, slice(0, holds.shape[1]), holds[rest].astype(np.float64)))
    return groups


def _edges(patterns: _Ints) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    present = np.unique(patterns)
    return np.searchsorted(patterns, present), np.searchsorted(patterns, present, side="right")
