"""What it costs to set hands by one book instead of another, exactly.

Here: the main wager's house edge with either book on either side, and what the hands set differently add to it, by the
clauses that decide them. Not here: which hands those are (`houseway.rulebook.diff`).
"""

from __future__ import annotations

from concurrent.futures import Executor
from dataclasses import dataclass, replace
from fractions import Fraction

import numpy as np

from houseway.maths.cache import Cache
from houseway.maths.count.odds import HOUSE_WAY, MainOdds
from houseway.maths.count.whole_book import main_odds, needs_kernels, workers_or_threads
from houseway.maths.shards import Progress, steps
from houseway.maths.worth import cached_settings, game_of
from houseway.rulebook.diff import differing_shapes
from houseway.rulebook.rulebook import Rulebook


@dataclass(frozen=True, kw_only=True)
class Edge:
    """The main wager with a player of one book against a dealer of another."""

    player: str
    dealer: str
    odds: MainOdds


@dataclass(frozen=True, kw_only=True)
class PairCost:
    """Hands that one clause of each book sets differently, and what the second book's setting costs the player."""

    clauses: tuple[str, str]
    hands: int
    cost: Fraction
    """Per unit bet, over all deals; negative where the second book's setting is better."""
    each: Fraction
    """Per unit bet on such a hand."""


@dataclass(frozen=True, kw_only=True)
class Costs:
    """What the settings of two books are worth against either book's dealer."""

    edges: tuple[Edge, ...]
    pairs: tuple[PairCost, ...]
    """Against the first book's dealer, the largest effects first."""


def cost_of_difference(
    first: Rulebook,
    second: Rulebook,
    *,
    workers: Executor | None = None,
    cache: Cache | None = None,
    progress: Progress | None = None,
) -> Costs:
    """Count what the hands set differently cost; payouts and commission are the first book's throughout.

    The costs of all pairs together are the difference between the house edges of a player who sets by the second book
    and of one who sets by the first, both against the first book's dealer.
    """
    money = replace(second.main, commission=first.main.commission, pays=first.main.pays)
    other = replace(second, main=money)
    sides = [(first, first), (other, first), (first, other), (other, other)]
    step_progress = steps(progress, len(sides) + 1)
    edges = tuple(
        Edge(
            player=player.id,
            dealer=dealer.id,
            odds=main_odds(
                player, player=HOUSE_WAY, dealer=dealer, workers=workers, cache=cache, progress=next(step_progress)
            ),
        )
        for player, dealer in sides
    )
    return Costs(edges=edges, pairs=_by_pair(first, second, workers, cache, next(step_progress)))


def _by_pair(
    first: Rulebook, second: Rulebook, workers: Executor | None, cache: Cache | None, progress: Progress | None
) -> tuple[PairCost, ...]:
    with needs_kernels():
        from houseway.maths.play.every_hand import Candidates, weigh
    game, net = game_of(first), first.main.net
    mine, theirs = cached_settings(first, cache), cached_settings(second, cache)
    by_pair = differing_shapes(first, second)
    if not by_pair:
        return ()
    shapes = np.sort(np.concatenate(list(by_pair.values())))
    places = np.zeros(len(mine.worth) + 1, dtype=np.int32)
    places[shapes + 1] = 2
    settings = np.stack([mine.worth[shapes], theirs.worth[shapes]], axis=1).ravel()
    candidates = Candidates(
        game, mine.dealers, np.cumsum(places, dtype=np.int32), settings, net.numerator, net.denominator
    )
    with workers_or_threads(workers) as executor:
        totals = weigh(candidates, executor, progress=progress).by_setting
    costs = []
    for cites, of_pair in by_pair.items():
        at = 2 * np.searchsorted(shapes, of_pair)
        won, lost = (totals[at] - totals[at + 1]).sum(axis=0).tolist()
        hands = int(game.weights[of_pair].sum())
        cost = (net * won - lost) / game.pairs
        costs.append(PairCost(clauses=cites, hands=hands, cost=cost, each=cost * game.deck.hands(game.dealt) / hands))
    return tuple(sorted(costs, key=lambda pair: -abs(pair.cost)))
