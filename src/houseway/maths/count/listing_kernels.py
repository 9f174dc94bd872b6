"""The loops, compiled by numba, that find shapes by their keys and list ways to hold ranks.

Here: a hash table of keys, and the listing of multisets of ranks. Not here: what is counted with them (`kernels`,
`value_kernels`).
"""

from __future__ import annotations

import numpy as np

from houseway.maths.jit import kernel

_FIBONACCI = 0x9E3779B97F4A7C15


@kernel
def hash_keys(keys, bits):
    """Build a hash table of 1 << bits slots: the key in each slot, or -1, and the key's number."""
    size = 1 << bits
    slots = np.full(size, -1, np.int64)
    numbers = np.full(size, -1, np.int32)
    for number in range(len(keys)):
        place = _place(keys[number], bits)
        while slots[place] >= 0:
            place = (place + 1) & (size - 1)
        slots[place] = keys[number]
        numbers[place] = number
    return slots, numbers


@kernel
def _place(key, bits):
    return np.int64((np.uint64(key) * np.uint64(_FIBONACCI)) >> np.uint64(64 - bits))


@kernel
def find(key, slots, numbers, bits):
    """The number of a key that is in the hash table."""
    place = _place(key, bits)
    while slots[place] != key:
        place = (place + 1) & (len(slots) - 1)
    return numbers[place]


@kernel
def list_multisets(ranks, size, room, keys, ways):
    """List every way to hold `size` more cards when room[rank] of each rank are left: its key and ways in suits."""
    if size == 0:
        keys[0] = 0
        ways[0] = 1
        return 1
    at = np.zeros(size, np.int64)
    key = np.zeros(size + 1, np.int64)
    way = np.ones(size + 1, np.int64)
    run = np.zeros(size + 1, np.int64)
    found = 0
    depth = 0
    at[0] = -1
    while depth >= 0:
        at[depth] += 1
        if at[depth] == len(ranks):
            depth -= 1
            continue
        rank = ranks[at[depth]]
        run[depth + 1] = run[depth] + 1 if depth and at[depth] == at[depth - 1] else 1
        left = room[rank] - run[depth + 1] + 1
        if left <= 0:
            continue
        key[depth + 1] = key[depth] + (1 << (3 * rank))
        way[depth + 1] = way[depth] * left // run[depth + 1]
        if depth + 1 == size:
            keys[found] = key[size]
            ways[found] = way[size]
            found += 1
        else:
            depth += 1
            at[depth] = at[depth - 1] - 1
    return found
