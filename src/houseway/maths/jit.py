"""How kernels are compiled: the decorator that every loop of `maths` is written under.

Here: numba's options, and the sizes of a deck as the compiler needs them. Not here: any loop.

Numba keeps machine code next to the file of a kernel and compiles again when that file changes, but not when a kernel
that it calls from another file changes: after editing one, remove `__pycache__`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numba

from houseway.cards.card import RANK_LETTERS, SUIT_LETTERS

RANKS, SUITS = len(RANK_LETTERS), len(SUIT_LETTERS)


def kernel(function: Callable[..., Any]) -> Any:
    """Compile for one thread, keep the machine code on disk, and release the interpreter lock while it runs."""
    return numba.njit(cache=True, nogil=True)(function)
