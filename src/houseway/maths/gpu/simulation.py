"""Simulated rounds on the device: the same rounds as `simulate.run` plays, counted in the same tables.

Here: giving blocks of rounds to the device. Not here: what the counts mean (`simulate.money`), or the tables of a book
(`simulate.tables`).
"""

from __future__ import annotations

from math import perm
from typing import Any

import numpy as np
from numpy.typing import NDArray

from houseway.errors import Refused
from houseway.maths.gpu.best_play import DeviceGame
from houseway.maths.set_hands import copy_reach
from houseway.maths.simulate.packing import DRAW_BITS
from houseway.maths.simulate.tables import Tables

_PLAYERS = 128
_MOST_SHARED = 200_000
"""Bytes of fast memory that a block of threads may take."""
_WORD = 0xFFFFFFFF


def play(
    device: DeviceGame, tables: Tables, *, rounds: int, positions: int, seed: int, block: int
) -> NDArray[np.int64]:
    """Play rounds in blocks of so many; the counts as one flat array (`Tables.counted`)."""
    cp, classes = device.cp, device.classes
    counted = cp.asarray(tables.counted(positions))
    views = tables.views(counted, positions)
    groups, kinds = views.kinds.shape
    dealers, envies = len(views.dealers), len(views.envy_rounds)
    counters = groups * kinds + dealers + (positions + 1) ** 2
    shared = _PLAYERS * (2 * counters + classes.tables.cards)
    if shared > _MOST_SHARED:
        raise Refused("this book has too many kinds of hands for the GPU; the CPU plays it")
    numbers = _refined_numbers(device, tables)
    uneven = [(1 << DRAW_BITS) % perm(classes.tables.cards - hand * 7, 7) for hand in range(positions + 1)]
    blocks = -(-rounds // block)
    kernel = classes.code.get_function("play")
    kernel.max_dynamic_shared_size_bytes = shared
    kernel(
        (-(-blocks // _PLAYERS),),
        (_PLAYERS,),
        (
            np.uint32(0),
            np.uint32(blocks),
            np.uint64(rounds),
            np.int32(block),
            np.int32(positions),
            cp.asarray(np.array(mixed_seed(seed), dtype=np.uint32)),
            cp.asarray(np.array(uneven, dtype=np.uint64)),
            classes.hand_of,
            cp.asarray(tables.numbered)[numbers],
            cp.asarray(tables.choices.astype(np.int32)),
            np.int32(copy_reach()),
            cp.asarray(tables.group_of.astype(np.int32)),
            np.int32(groups),
            np.int32(kinds),
            np.int32(dealers),
            np.int32(envies),
            cp.asarray(tables.envy.pays_others),
            cp.asarray(tables.envy.cents),
            *views,
        ),
        shared_mem=shared,
    )
    found: NDArray[np.int64] = cp.asnumpy(counted)
    return found


def _refined_numbers(device: DeviceGame, tables: Tables) -> Any:
    """For every class of hands, the number of its hands among the refined shapes."""
    cp, classes = device.cp, device.classes
    found = cp.empty(len(classes), dtype=np.int32)
    keys, split = cp.asarray(tables.every.keys.astype(np.uint64)), cp.asarray(tables.every.split.astype(np.int32))
    classes.run(
        "refined_numbers",
        len(classes),
        np.uint32(len(classes)),
        classes.packed,
        np.int32(len(keys)),
        keys,
        np.int32(len(split)),
        split,
        found,
    )
    return found


def mixed_seed(seed: int) -> list[int]:
    """The pool that numpy's SeedSequence mixes of a seed before it adds the spawn key, and the next hash constant.

    >>> len(mixed_seed(7))
    5
    """
    words = [seed >> shift & _WORD for shift in range(0, max(seed.bit_length(), 1), 32)]
    words += [0] * (4 - len(words))
    constant = 0x43B0D7E5

    def hashed(value: int) -> int:
        nonlocal constant
        value ^= constant
        constant = constant * 0x931E8875 & _WORD
        value = value * constant & _WORD
        return value ^ value >> 16

    def mixed(one: int, other: int) -> int:
        value = (0xCA01F9DD * one - 0x4973F715 * other) & _WORD
        return value ^ value >> 16

    pool = [hashed(word) for word in words[:4]]
    for source in range(4):
        for target in range(4):
            if source != target:
                pool[target] = mixed(pool[target], hashed(pool[source]))
    for word in words[4:]:
        pool = [mixed(value, hashed(word)) for value in pool]
    return [*pool, constant]
