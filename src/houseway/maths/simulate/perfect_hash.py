"""A perfect hash: a separate place for each of many keys, found without comparing keys.

Here: hashing of keys that are all known beforehand. Not here: what the keys mean.

A key is mixed by a multiplication; its first bits choose a shift, and the shifted key is mixed again into its place.
Shifts are chosen once, the fullest groups first, so that no two keys collide. An unknown key would get the place of
another: look up only keys that were laid out.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from houseway.maths.jit import kernel

_FIBONACCI = 0x9E3779B97F4A7C15
_GROUP = 4
"""How many keys share a shift, on average."""
_MOST_SHIFT = 1 << 16


@kernel
def place_of(key, shifts, size):
    """The place of a key, below `size`."""
    mixed = np.uint64(key) * np.uint64(_FIBONACCI)
    shift = np.uint64(shifts[np.int64(((mixed >> np.uint64(32)) * np.uint64(len(shifts))) >> np.uint64(32))])
    again = (mixed ^ shift) * np.uint64(_FIBONACCI)
    return np.int64(((again >> np.uint64(32)) * np.uint64(size)) >> np.uint64(32))


@kernel
def _choose_shifts(keys, order, starts, groups, size, shifts, taken):
    """Give each group, in this order, the first shift that leads all its keys to free places; False if none does."""
    for group in groups:
        begin = starts[group]
        end = starts[group + 1]
        settled = begin == end
        shift = 0
        while not settled and shift < _MOST_SHIFT:
            shifts[group] = shift
            settled = True
            for i in range(begin, end):
                place = place_of(keys[order[i]], shifts, size)
                if taken[place]:
                    settled = False
                    for j in range(begin, i):
                        taken[place_of(keys[order[j]], shifts, size)] = False
                    break
                taken[place] = True
            shift += 1
        if not settled:
            return False
    return True


@kernel
def _find_all(keys, shifts, size, places):
    for i in range(len(keys)):
        places[i] = place_of(keys[i], shifts, size)


@dataclass(frozen=True, eq=False)
class Places:
    """The place of each key, among `size` places, and the shifts by which a kernel finds it again.

    >>> laid = lay_out(np.array([3, 5, 1 << 40]))
    >>> len(set(laid.places.tolist())), int(laid.places.max()) < laid.size
    (3, True)
    """

    places: NDArray[np.int64]
    shifts: NDArray[np.uint16]
    size: int


def lay_out(keys: NDArray[np.int64]) -> Places:
    """Find a place for each of many different keys; few places stay empty, so that tables stay small."""
    shifts = np.zeros(len(keys) // _GROUP + 1, dtype=np.uint16)
    mixed = keys.astype(np.uint64) * np.uint64(_FIBONACCI)
    group = ((mixed >> np.uint64(32)) * np.uint64(len(shifts)) >> np.uint64(32)).astype(np.int64)
    sizes = np.bincount(group, minlength=len(shifts))
    starts = np.concatenate([[0], np.cumsum(sizes)])
    order, fullest = np.argsort(group, kind="stable"), np.argsort(-sizes, kind="stable")
    size = len(keys)
    while True:
        size += size // 8 + 1
        if _choose_shifts(keys, order, starts, fullest, size, shifts, np.zeros(size, dtype=np.bool_)):
            places = np.zeros(len(keys), dtype=np.int64)
            _find_all(keys, shifts, size, places)
            return Places(places, shifts, size)
