"""Train a player of mbs-v4 from rewards alone, and compare it with best play exactly.

    python examples/train_policy.py                         trains, and prints how far from best play it is
    python examples/train_policy.py --curve training.png    also draws the curve

The player keeps one number for each pair of a high hand and a low hand, in coarse steps: the average of what such
settings have won. High hands are put into steps by how often they are held; low hands are kept apart. It plays the
setting with the highest average; once the dealer's hand is turned, it looks at what each of its settings would have
won, and averages that in. It is told no rule and no odds, and needs nothing but numpy.

What it has learned is one setting for each shape of hand, so its value can be counted exactly, without playing it.
"""

from __future__ import annotations

import argparse
from fractions import Fraction
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from houseway.env import PaiGowVectorEnv
from houseway.folders import cache_folder
from houseway.maths.cache import Cache
from houseway.maths.count.values import Values, values_of

HANDS, HIGH_STEPS = 1 << 15, 160
PRIOR, SMOOTH = 30, 2


class Player:
    """A table of average rewards by step of the high hand and rank of the low hand."""

    def __init__(self, env: PaiGowVectorEnv) -> None:
        tables = env.tables
        hands = tables.book.shape_hands
        high, low = hands.highs.astype(np.int64), hands.lows.astype(np.int64)
        played = high[np.arange(len(high)), tables.house_way]
        often = np.bincount(played, weights=tables.book.shapes.weights, minlength=high.max() + 1).cumsum()
        step = np.minimum((often * HIGH_STEPS / often[-1]).astype(np.int64), HIGH_STEPS - 1)
        self.lows = int(low.max()) + 1
        self.cell = np.where(hands.legal, step[high] * self.lows + low, -1).astype(np.int32)
        """The entry of the table for each shape and action; -1 where the action is not legal."""
        self.sums = np.zeros(HIGH_STEPS * self.lows)
        self.counts = np.zeros(HIGH_STEPS * self.lows)

    def averages(self) -> NDArray[np.float64]:
        """The average reward of every entry; one that was seldom tried leans on its neighbours."""
        sums, counts = (each.reshape(HIGH_STEPS, self.lows) for each in (self.sums, self.counts))
        near_sums, near_counts = sums.copy(), counts.copy()
        for axis in (0, 1):
            for by in (-SMOOTH, -1, 1, SMOOTH):
                near_sums += _shifted(sums, by, axis)
                near_counts += _shifted(counts, by, axis)
        leaned = PRIOR * near_sums / np.maximum(near_counts, 1)
        return ((sums + leaned) / (counts + PRIOR * (near_counts > 0) + 1e-9)).ravel()

    def actions(self, shapes: NDArray[np.int32]) -> NDArray[np.int64]:
        """The action with the highest average for each shape."""
        cells = self.cell[shapes]
        return np.where(cells >= 0, self.averages()[cells], -9.0).argmax(axis=1)

    def learn(self, shapes: NDArray[np.int32], won: NDArray[np.float32]) -> None:
        """Average in what the settings of some hands would have won."""
        cells = self.cell[shapes]
        legal = cells >= 0
        self.sums += np.bincount(cells[legal], weights=won[legal], minlength=len(self.sums))
        self.counts += np.bincount(cells[legal], minlength=len(self.counts))

    def value(self, values: Values) -> Fraction:
        """What this player wins per unit bet on average, exactly."""
        shapes = np.arange(len(self.cell), dtype=np.int32)
        return values.ev_of_splits(self.actions(shapes))


def _shifted(table: NDArray[np.float64], by: int, axis: int) -> NDArray[np.float64]:
    """The table moved by some places, with nothing where it was moved from."""
    moved = np.roll(table, by, axis=axis)
    edge = [slice(None)] * 2
    edge[axis] = slice(0, by) if by > 0 else slice(by, None)
    moved[tuple(edge)] = 0
    return moved


def train(env: PaiGowVectorEnv, values: Values, hands: int, seed: int) -> list[tuple[int, float]]:
    """Play some hands; how much below best play the player is after 1, 2, 4 ... steps, per unit bet."""
    player, best = Player(env), values.ev(values.best)
    seen, _ = env.reset(seed=seed)
    curve, steps = [], max(1, hands // env.num_envs)
    for step in range(1, steps + 1):
        shapes = env.tables.shapes_of(seen["cards"]).astype(np.int32)
        seen, _, _, _, _ = env.step(player.actions(shapes))
        player.learn(shapes, env.hindsight())
        if step & (step - 1) == 0 or step == steps:
            curve.append((step * env.num_envs, float(best - player.value(values))))
            print(f"{curve[-1][0]:>12,} hands: {curve[-1][1]:.4%} below best play", flush=True)
    return curve


def draw(curve: list[tuple[int, float]], house_way: float, file: Path) -> None:
    """The curve as a picture."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(7, 3.6), layout="constrained")
    axes = figure.subplots()
    axes.loglog(*zip(*((hands, 100 * below) for hands, below in curve), strict=True), marker="o", color="#1b6e4b")
    axes.axhline(100 * house_way, color="#888888", linestyle="--")
    axes.text(curve[0][0], 108 * house_way, "the house way", color="#666666")
    axes.axhline(0.1, color="#b3541e", linestyle=":")
    axes.text(curve[0][0], 0.108, "0.1 % below best play", color="#b3541e")
    axes.set_xlabel("hands played in training")
    axes.set_ylabel("% of the bet below best play")
    axes.grid(visible=True, which="major", color="#dddddd")
    figure.savefig(file, dpi=110, metadata={"Software": None})


def main() -> None:
    """Train, print and draw."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--book", default="mbs-v4")
    parser.add_argument("--hands", type=int, default=20_000_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--curve", type=Path, metavar="FILE")
    given = parser.parse_args()
    env = PaiGowVectorEnv(min(HANDS, given.hands), book=given.book)
    values = values_of(env.tables.book, cache=Cache(cache_folder()))
    best, house_way = values.ev(values.best), values.ev_of_splits(env.tables.house_way)
    print(f"best play of every shape: {float(best):.4%}; the house way: {float(house_way):.4%}")
    curve = train(env, values, given.hands, given.seed)
    if given.curve:
        draw(curve, float(best - house_way), given.curve)


if __name__ == "__main__":
    main()
