"""The classes of a game on the device: hands and sets of cards that differ only in the names of suits.

Here: numbering the classes, and the settings of every class of hands. Not here: counting with them (`counting`), or any
rule: ranks come from `cards.tables`, and how a book sets a hand from the book.

The device code is one file, `device.cu`; it is compiled for one game when a game is set up. This folder needs numpy and
CuPy and nothing else that is not in the standard library.
"""

from __future__ import annotations

import functools
import itertools
from dataclasses import dataclass
from math import comb
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from houseway.errors import Refused, not_installed
from houseway.maths.simulate import packing
from houseway.rulebook.comparison import BY_HANDS_WON, Result

DEALT = 7
_THREADS = 256
_CODE = Path(__file__).with_name("device.cu")
_PACKING = (
    "NUMBER_MASK",
    "FAILS",
    "KIND_SHIFT",
    "KIND_MASK",
    "DEALER_SHIFT",
    "CHOICES_SHIFT",
    "DRAW_BITS",
    "LIMB_BITS",
)
"""What the device code must know of how simulated hands are packed."""
Array = Any
"""An array on the device."""


def device_module() -> Any:
    """CuPy, if it is installed and there is a device; otherwise one sentence says what is missing."""
    try:
        import cupy
    except ImportError as error:
        raise not_installed("counting on a GPU", "gpu") from error
    try:
        found = cupy.cuda.runtime.getDeviceCount()
    except cupy.cuda.runtime.CUDARuntimeError:
        found = 0
    if not found:
        raise Refused("no GPU was found on this machine")
    return cupy


def has_device() -> bool:
    """Whether a device can be used."""
    try:
        device_module()
    except Refused:
        return False
    return True


@dataclass(frozen=True)
class GameTables:
    """What the device must know of a game: its cards, and the ranks of high and low hands as tables."""

    ranks: tuple[int, ...]
    """The ranks of the deck, 2 to 14."""
    joker: bool
    five: np.ndarray[Any, Any]
    five_suited: np.ndarray[Any, Any]
    two: np.ndarray[Any, Any]
    least: np.ndarray[Any, Any]
    """For each low hand, the lowest high hand that is legal with it."""

    @property
    def cards(self) -> int:
        """How many cards the deck has."""
        return 4 * len(self.ranks) + self.joker

    @property
    def highs(self) -> int:
        """How many ranks of high hands there are."""
        return 1 + int(max(self.five.max(), self.five_suited.max()))

    @property
    def lows(self) -> int:
        """How many ranks of low hands there are."""
        return 1 + int(self.two.max())

    def header(self) -> str:
        """The numbers that the device code needs, as text before it."""
        binomial = [[comb(n, k) for k in range(DEALT + 1)] for n in range(self.cards + 1)]
        steps = [[comb(rank + i, i + 1) for rank in range(14)] for i in range(5)]
        return "\n".join(
            [
                *(
                    f"#define {name} {value}"
                    for name, value in (
                        ("CARDS", self.cards),
                        ("RANKS", len(self.ranks)),
                        ("JOKER", int(self.joker)),
                        ("DEALT", DEALT),
                        ("HIGHS", self.highs),
                        ("LOWS", self.lows),
                        ("WIN_BY", BY_HANDS_WON.index(Result.WIN)),
                        ("LOSE_BY", BY_HANDS_WON.index(Result.LOSE)),
                        *((name, getattr(packing, name)) for name in _PACKING),
                    )
                ),
                f"__device__ const unsigned BINOMIAL[{self.cards + 1}][{DEALT + 1}] = {_rows(binomial)};",
                f"__device__ const int STEPS[5][14] = {_rows(steps)};",
                f"__device__ const int RANK_OF[{len(self.ranks)}] = {_row([rank - 2 for rank in self.ranks])};",
                "",
            ]
        )


def _row(numbers: list[int]) -> str:
    return "{" + ",".join(map(str, numbers)) + "}"


def _rows(rows: list[list[int]]) -> str:
    return "{" + ",".join(map(_row, rows)) + "}"


@functools.cache
def subsets(*sizes: int) -> tuple[int, ...]:
    """The subsets of a hand with these numbers of cards, each as a mask of places, smaller ones first."""
    return tuple(
        sum(1 << place for place in places) for size in sizes for places in itertools.combinations(range(DEALT), size)
    )


class Classes:
    """The classes of one game, numbered on the device."""

    def __init__(self, tables: GameTables) -> None:
        self.cp = device_module()
        self.tables = tables
        code = tables.header() + _CODE.read_text(encoding="utf-8")
        self.code = self.cp.RawModule(code=code, options=("-std=c++17",))
        few = [self._number(size) for size in range(5)]
        offsets = np.cumsum([0, *(len(firsts) for _, firsts in few)])
        self.few_of = self.cp.concatenate(
            [class_of + np.uint32(offset) for (class_of, _), offset in zip(few, offsets, strict=False)]
        )
        """The class of every set of at most four cards, numbered through."""
        self.few_sets = self.cp.concatenate([self._sets(size, firsts) for size, (_, firsts) in enumerate(few)])
        """How many sets are in each of these classes."""
        self.five_of, self.fives = self._number(5)
        self.six_of, self.sixes = self._number(6)
        self.hand_of, firsts = self._number(DEALT)
        """The class of every hand by its number."""
        self.firsts = firsts
        """The number of the first hand of each class."""
        self.hands = self._sets(DEALT, firsts)
        """How many hands are in each class."""
        self.packed = self.cp.empty(len(firsts), dtype=np.uint64)
        self.run("pack_cards", len(firsts), np.uint32(len(firsts)), firsts, self.packed)
        self.few_subsets = self.cp.asarray(np.array(subsets(0, 1, 2, 3, 4), dtype=np.uint8))
        self.five_members = self._members(5, self.five_of, len(self.fives))
        self.six_members = self._members(6, self.six_of, len(self.sixes))
        del self.five_of, self.six_of

    def __len__(self) -> int:
        return len(self.packed)

    def run(self, name: str, threads: int, *arguments: Any, block: int = _THREADS) -> None:
        """Run a kernel with at least so many threads."""
        self.code.get_function(name)((max(1, -(-threads // block)),), (block,), arguments)

    def _number(self, size: int) -> tuple[Array, Array]:
        """The class of every set of `size` cards, and the number of the first set of each class."""
        cp, total = self.cp, comb(self.tables.cards, size)
        first = cp.empty(total, dtype=np.uint32)
        self.run("find_first", total, np.int32(size), np.uint32(total), first)
        own = first == cp.arange(total, dtype=np.uint32)
        firsts = cp.flatnonzero(own).astype(np.uint32)
        number = cp.cumsum(own, dtype=np.uint32)
        number -= np.uint32(1)
        return number[first], firsts

    def _sets(self, size: int, firsts: Array) -> Array:
        found = self.cp.empty(len(firsts), dtype=np.uint8)
        self.run("count_sets", len(firsts), np.int32(size), np.uint32(len(firsts)), firsts, found)
        return found

    def _members(self, size: int, class_of: Array, classes: int) -> tuple[Array, Array]:
        """For every class of `size` cards, the classes of hands that contain it: where they begin, and they."""
        cp, which = self.cp, np.array(subsets(size), dtype=np.uint8)
        number = len(which)
        sets = cp.empty(len(self) * number, dtype=np.uint32)
        arguments = (np.uint32(len(self)), self.packed, np.int32(size), np.int32(number), cp.asarray(which), class_of)
        self.run("sets_of_hands", len(sets), *arguments, sets)
        order = cp.argsort(sets)
        begin = cp.searchsorted(sets[order], cp.arange(classes + 1, dtype=np.uint32)).astype(np.uint32)
        return begin, (order // number).astype(np.uint32)

    def worth_by_shape(self, keys: np.ndarray[Any, Any], worth: np.ndarray[Any, Any]) -> Array:
        """The worth of every class of hands, given the keys of the shapes and the worth of each."""
        found = self.cp.empty(len(self), dtype=np.int32)
        on_device = (self.cp.asarray(keys.astype(np.uint64)), self.cp.asarray(worth.astype(np.int32)))
        self.run("worth_by_shape", len(self), np.uint32(len(self)), self.packed, np.int32(len(keys)), *on_device, found)
        return found


class Listed(NamedTuple):
    """Some settings of every class: those of a class are worth[begin[class] : begin[class + 1]]."""

    begin: Array
    worth: Array


def list_settings(classes: Classes, also: Array | None = None) -> Listed:
    """The settings of every class that no other beats, and one more of each class if asked.

    They run from the highest low hand to the highest high hand.
    """
    cp, tables = classes.cp, classes.tables
    ranks = [cp.asarray(a.astype(np.int16)) for a in (tables.five, tables.five_suited, tables.two, tables.least)]
    number = np.uint32(len(classes))
    count = cp.empty(len(classes), dtype=np.uint8)
    none = np.intp(0)
    wanted = none if also is None else also
    classes.run("list_settings", len(classes), number, classes.packed, *ranks, wanted, none, none, count)
    begin = starts(cp, count)
    worth = cp.empty(int(begin[-1]), dtype=np.int32)
    classes.run("list_settings", len(classes), number, classes.packed, *ranks, wanted, begin, worth, none)
    return Listed(begin, worth)


def starts(cp: Any, counts: Array) -> Array:
    """Where each of several runs begins, and where the last one ends."""
    begin = cp.zeros(len(counts) + 1, dtype=np.uint32)
    cp.cumsum(counts, dtype=np.uint32, out=begin[1:])
    return begin
