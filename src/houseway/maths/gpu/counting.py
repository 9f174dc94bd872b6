"""Weighing every setting of every class of hands against the other side's hands, on the device.

Here: for each setting, how many of the other side's hands it beats and loses to, as one integer. Not here: the classes
(`classes`), or what is done with the answers (`best_play`, `solve`).

The other side's hands share no card with the hand itself. By inclusion and exclusion over the cards S that both
contain, an answer is the sum over subsets S of the hand of (-1)^|S| times the same answer among all hands that contain
S. Sets of at most four cards have tables by high and low (rows only for high hands that are asked about); for five and
six cards the other side's few hands are compared directly; seven cards are the hand itself.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from houseway.maths.gpu.classes import Array, Classes, Listed
from houseway.maths.question import Question


class Weighing:
    """The tables for one list of settings."""

    def __init__(self, classes: Classes, settings: Listed) -> None:
        cp = classes.cp
        self.classes, self.settings = classes, settings
        sets, words = len(classes.few_sets), classes.tables.highs // 32 + 1
        self._marks = cp.zeros((sets, words, 2), dtype=np.uint32)
        number = np.uint32(len(classes))
        few = (classes.packed, classes.few_subsets, classes.few_of)
        classes.run("mark_highs", len(classes), number, *few, settings.begin, settings.worth, self._marks)
        rows = cp.empty(sets, dtype=np.uint32)
        classes.run("count_marks", sets, np.uint32(sets), self._marks, rows)
        self._row_begin = cp.zeros(sets + 1, dtype=np.uint64)
        cp.cumsum(rows, dtype=np.uint64, out=self._row_begin[1:])
        self.rows = int(self._row_begin[-1])
        last = cp.searchsorted(self._row_begin[1:], cp.arange(self.rows, dtype=np.uint64), side="right")
        self._sets_of_row = classes.few_sets[last]
        del last
        self._grid = cp.empty((self.rows, classes.tables.lows + 1), dtype=np.uint32)
        self._totals = cp.empty(self.rows, dtype=np.uint32)

    def ask(self, question: Question, others: Array, settings: Listed | None = None) -> Array:
        """The answer for every setting, modulo 2^32, when the other side sets every class as `others` says.

        `settings` may be fewer of the settings the tables were made for.
        """
        cp, classes = self.classes.cp, self.classes
        settings = settings or self.settings
        number, both, one, above = (
            np.uint32(len(classes)),
            np.int32(question.both),
            np.int32(question.one),
            np.int32(question.above),
        )
        answers = cp.empty(len(settings.worth), dtype=np.uint32)
        self._grid.fill(0)
        few = (classes.few_subsets, classes.few_of, self._marks, self._row_begin)
        warps = 32 * len(classes)
        classes.run("scatter", warps, number, classes.packed, classes.hands, *few, others, self._grid)
        classes.run("sum_rows", 32 * self.rows, np.uint64(self.rows), self._sets_of_row, self._grid, self._totals)
        sets = len(classes.few_sets)
        classes.run("sum_columns", 96 * sets, self._row_begin, self._totals, both, one, self._grid, block=96)
        listed = (settings.begin, settings.worth, both, one, above, answers)
        classes.run("gather", warps, number, classes.packed, *few, self._grid, others, *listed)
        begin, member = classes.five_members
        hands = (classes.hand_of, others)
        classes.run("five_in_common", 256 * len(classes.fives), classes.fives, *hands, begin, member, *listed)
        begin, member = classes.six_members
        sixes = len(classes.sixes)
        classes.run("six_in_common", 32 * sixes, np.uint32(sixes), classes.sixes, *hands, begin, member, *listed)
        return answers.view(np.int32)

    def best(self, values: Array) -> Array:
        """For every class the place of its best setting, the one with the highest low hand if several are."""
        best = self.classes.cp.empty(len(self.classes), dtype=np.uint8)
        name = "choose_long" if values.dtype == np.int64 else "choose"
        self.classes.run(name, len(self.classes), np.uint32(len(self.classes)), self.settings.begin, values, best)
        return best

    def find(self, wanted: Array) -> Array:
        """For every class the place of the setting with that worth."""
        place = self.classes.cp.empty(len(self.classes), dtype=np.uint8)
        number = np.uint32(len(self.classes))
        self.classes.run("find_setting", len(self.classes), number, *self.settings, wanted, place)
        return place


def chosen(settings: Listed, best: Array) -> Any:
    """Where the chosen setting of every class is in the list."""
    return settings.begin[:-1] + best
