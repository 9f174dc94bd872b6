"""The search for the best short strategy: rules are added, dropped and replaced as long as that wins more.

Here: one deterministic walk for each seed. Not here: what a rule is worth (`landscape`), or the book it becomes
(`short_strategy`).

A strategy is a list of rules. The first rule that applies to a hand decides it, and the last one applies to every hand.
It starts from the best single rule and grows by the rule that gains most, wherever it is put. Then each rule in turn is
taken out and the best one for its place put in, until nothing gains. Each round after that drops some rules at
random, puts another in, fills up and improves again, and keeps what it finds if it is worth more.

Rules are ranked by floats, which decide nothing: among those that could be the best, whole numbers decide, then the
order of the library.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from houseway.maths.strategy.landscape import IMPOSSIBLE, Group, Landscape

_CLOSE = 1e6
"""Differences between values that floats are not trusted with."""
_DRAWS = 100
"""How many random rules are looked at for one that gains something."""
_PATIENCE = 20
"""How often all rules are tried again at most."""


class Rule(NamedTuple):
    """A condition and a low hand, by their numbers in the landscape."""

    condition: int
    low: int


Rules = tuple[Rule, ...]


class _Gain(NamedTuple):
    """What a rule gains; of two that gain the same, the one that comes first in the library is greater."""

    gain: int
    condition: int
    low: int

    def beats(self, other: _Gain | None) -> bool:
        mine = (self.gain, -self.condition, -self.low)
        return other is None or mine > (other.gain, -other.condition, -other.low)


class Search:
    """A search for strategies of at most `most` rules."""

    def __init__(self, found: Landscape, most: int, seed: int) -> None:
        """A search over a landscape; the same seed gives the same strategies."""
        self._found, self._most, self._seed = found, most, seed
        self._remembered: dict[bytes, _Gain | None] = {}
        self._every = int(np.flatnonzero(found.holds.all(axis=1))[0])

    def rounds(self, begin: int = 0, best: Rules = ()) -> Iterator[Rules]:
        """The best strategy after each round, from a round on."""
        for number in range(begin, 1 << 30):
            if number == 0:
                best = self._improved(self._filled((self._base(()),)))
            else:
                chance = np.random.default_rng([self._seed, number])
                tried = self._improved(self._filled(self._shaken(best, chance)))
                if self.value(tried) > self.value(best):
                    best = tried
            yield best

    def value(self, rules: Rules) -> int:
        """What a strategy is worth, in the units of the landscape."""
        low = self._lows(rules)
        return int(self._found.values[np.arange(len(low)), low].sum())

    def _lows(self, rules: Rules) -> NDArray[np.intp]:
        """The low hand that decides each cell."""
        low = np.zeros(self._found.holds.shape[1], dtype=np.intp)
        for rule in reversed(rules):
            low[self._found.holds[rule.condition]] = rule.low
        return low

    def _open(self, rules: Rules) -> NDArray[np.bool_]:
        """The cells that none of the rules applies to."""
        taken: NDArray[np.bool_] = np.any(self._found.holds[[rule.condition for rule in rules]], axis=0)
        return ~taken

    def _base(self, before: Rules) -> Rule:
        """The best rule for every hand that the rules before it leave."""
        left = self._open(before)
        possible = np.flatnonzero(self._found.possible[left].all(axis=0))
        worth = self._found.values[left][:, possible].sum(axis=0)
        return Rule(self._every, int(possible[worth.argmax()]))

    def _needed(self, rules: Rules) -> Rules:
        """The rules that decide a hand, without those that decide as the next rule for all their hands would."""
        kept: list[Rule] = []
        for rule in rules:
            if (self._open(tuple(kept)) & self._found.holds[rule.condition]).any():
                kept.append(rule)
        return tuple(kept)

    def _filled(self, rules: Rules) -> Rules:
        """With the rule that gains most added, until none gains or there are enough."""
        while len(rules) < self._most:
            low = self._lows(rules)
            best: _Gain | None = None
            at = 0
            for place in range(len(rules)):
                found = self._best_rule(self._open(rules[:place]), low)
                if found is not None and found.beats(best) and found.gain > (best.gain if best else 0):
                    best, at = found, place
            if best is None:
                break
            rules = self._needed((*rules[:at], Rule(best.condition, best.low), *rules[at:]))
        return rules

    def _improved(self, rules: Rules) -> Rules:
        """With rules taken out one by one and replaced by better ones, until nothing gains."""
        value = self.value(rules)
        for _ in range(_PATIENCE):
            before = value
            for place in range(len(rules) - 1, -1, -1):
                if place >= len(rules):
                    continue
                tried = self._without(rules, {place})
                tried = self._filled(tried)
                worth = self.value(tried)
                if worth > value:
                    rules, value = tried, worth
            if value == before:
                break
        return rules

    def _without(self, rules: Rules, places: set[int]) -> Rules:
        """Without some rules, and with the best last rule for what is left."""
        kept = tuple(rule for place, rule in enumerate(rules[:-1]) if place not in places)
        return self._needed((*kept, self._base(kept)))

    def _shaken(self, rules: Rules, chance: np.random.Generator) -> Rules:
        """With some rules dropped at random, and one put in that gains something but need not be the best."""
        if len(rules) > 1:
            number = int(chance.integers(1, (len(rules) + 1) // 2 + 1))
            dropped = chance.choice(len(rules) - 1, size=min(number, len(rules) - 1), replace=False)
            rules = self._without(rules, set(dropped.tolist()))
        if len(rules) == self._most:
            return rules
        at = int(chance.integers(len(rules)))
        is_open, low = self._open(rules[:at]), self._lows(rules)
        now = self._found.values[np.arange(len(low)), low]
        for _ in range(_DRAWS):
            group = self._found.groups[chance.integers(len(self._found.groups))]
            condition = int(group.conditions[chance.integers(len(group.conditions))])
            rows = np.flatnonzero(self._found.holds[condition] & is_open)
            more = self._found.values[rows] - now[rows, None]
            gains = more.sum(axis=0)
            gains[~self._found.possible[rows].all(axis=0)] = 0
            if gains.max() > 0:
                drawn = Rule(condition, int(gains.argmax()))
                return self._needed((*rules[:at], drawn, *rules[at:]))
        return rules

    def _best_rule(self, is_open: NDArray[np.bool_], low: NDArray[np.intp]) -> _Gain | None:
        """The rule that gains most over what is played now, in the cells that are open."""
        best: _Gain | None = None
        for number, group in enumerate(self._found.groups):
            mine = hashlib.blake2b(
                bytes([number]) + is_open[group.cells].tobytes() + low[group.cells].tobytes(), digest_size=16
            ).digest()
            if mine not in self._remembered:
                self._remembered[mine] = self._best_of(group, is_open[group.cells], low[group.cells])
            found = self._remembered[mine]
            if found is not None and found.beats(best):
                best = found
        return best

    def _best_of(self, group: Group, is_open: NDArray[np.bool_], low: NDArray[np.intp]) -> _Gain | None:
        """The rule of a group that gains most, or None if none gains."""
        rows = np.flatnonzero(is_open)
        if not len(rows):
            return None
        values, possible = self._found.values[group.cells][rows], self._found.possible[group.cells][rows]
        now = values[np.arange(len(rows)), low[rows]]
        gains = group.holds[:, rows] @ (self._found.floats[group.cells][rows] - now[:, None])
        most = gains.max()
        if most <= -_CLOSE:
            return None
        best: _Gain | None = None
        for at, column in zip(*np.nonzero(gains >= max(most - _CLOSE, IMPOSSIBLE / 2)), strict=True):
            holds = group.holds[at, rows] > 0
            if possible[holds, column].all():
                exact = int((values[holds, column] - now[holds]).sum())
                found = _Gain(exact, int(group.conditions[at]), int(column))
                if exact > 0 and found.beats(best):
                    best = found
        return best
