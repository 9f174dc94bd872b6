"""Players to compare with.

Here: a random player, the house way, and best play, each as a function from observations to actions. Not here: what
they are worth exactly (`maths.count.values`).

>>> from houseway.env import PaiGowVectorEnv
>>> env = PaiGowVectorEnv(4, book="mbs-v4")
>>> seen, info = env.reset(seed=1)
>>> bool((house_way("mbs-v4")(seen) == info["house_way"]).all())
True
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from houseway.env.hands import hand_tables
from houseway.folders import cache_folder
from houseway.maths.cache import Cache
from houseway.maths.count.values import values_of
from houseway.rulebook.rulebook import Rulebook

Baseline = Callable[[Mapping[str, NDArray[Any]]], NDArray[np.intp]]
"""A player: the actions for observations, of one hand or of many."""


def random_play(seed: int = 0) -> Baseline:
    """A player who takes any legal setting, each equally often."""
    generator = np.random.default_rng(seed)

    def play(seen: Mapping[str, NDArray[Any]]) -> NDArray[np.intp]:
        mask = seen["action_mask"]
        drawn = generator.random(mask.shape)
        return np.asarray(np.where(mask > 0, drawn, -1.0).argmax(axis=-1))

    return play


def house_way(book: str | Path | Rulebook) -> Baseline:
    """A player who sets every hand as the book's house way does."""
    return _by_shape(book, hand_tables(book).house_way)


def best_play(book: str | Path | Rulebook) -> Baseline:
    """A player who sets every shape as well as possible against the book's own dealer.

    The exact values are counted the first time, which takes a minute or two, and kept in the cache.
    """
    values = values_of(hand_tables(book).book, cache=Cache(cache_folder()))
    return _by_shape(book, values.splits[values.best].astype(np.intp))


def _by_shape(book: str | Path | Rulebook, actions: NDArray[np.intp]) -> Baseline:
    tables = hand_tables(book)

    def play(seen: Mapping[str, NDArray[Any]]) -> NDArray[np.intp]:
        cards = seen["cards"]
        found = actions[tables.shapes_of(np.atleast_2d(cards))]
        return found if cards.ndim > 1 else found[0]

    return play
