"""The best short strategy of a book: found, turned into a book of its own, and counted exactly.

Here: one call that gives a strategy with its odds; the rounds of an earlier search are read from the cache. Not here:
the search itself (`search`), or what settings are worth (`count.values`).

The strategy is an ordinary book: its rules are clauses, and each is an exception to those below it that apply to some
of the same hands. So a hand is decided by the first rule that fits.
"""

from __future__ import annotations

import hashlib
import itertools
from concurrent.futures import Executor
from dataclasses import dataclass, replace

import msgspec
import numpy as np

from houseway.errors import Refused, counted
from houseway.maths.cache import Cache
from houseway.maths.count.odds import BEST, HOUSE_WAY, MainOdds
from houseway.maths.count.values import Values, values_of
from houseway.maths.count.whole_book import main_odds
from houseway.maths.shards import Progress, steps
from houseway.maths.strategy.landscape import Landscape, landscape
from houseway.maths.strategy.library import conditions, lows
from houseway.maths.strategy.search import Rule, Rules, Search
from houseway.maths.worth import cached_settings, game_of
from houseway.rulebook.citation import Source
from houseway.rulebook.houseway import Clause
from houseway.rulebook.rulebook import Rulebook

MOST_RULES = 60
STRATEGY = "strategy"


@dataclass(frozen=True, kw_only=True)
class ShortStrategy:
    """A strategy as a book, with its exact odds beside those of best play and of the house way."""

    base: Rulebook
    book: Rulebook
    seed: int
    rounds: int
    odds: MainOdds
    best: MainOdds
    house_way: MainOdds

    @property
    def clauses(self) -> tuple[Clause, ...]:
        """The rules, the first that fits a hand decides it."""
        return self.book.clauses


def short_strategy(
    book: Rulebook,
    *,
    rules: int,
    seed: int = 0,
    rounds: int = 8,
    workers: Executor | None = None,
    cache: Cache | None = None,
    progress: Progress | None = None,
) -> ShortStrategy:
    """Search for the best strategy of at most `rules` clauses against the book's dealer.

    After the first strategy, `rounds` attempts are made to improve it by chance. The same seed gives the same strategy.
    """
    if book.procedure.dealer_exposed:
        raise Refused(
            f"{book.id} shows the dealer's hand before the player sets, so the best setting depends on it: "
            "no short strategy is searched for"
        )
    if not 1 <= rules <= MOST_RULES:
        raise Refused(f"a strategy has 1 to {MOST_RULES} rules, not {rules}")
    if seed < 0 or rounds < 0:
        raise Refused(f"the seed and the rounds are whole numbers from 0, not {min(seed, rounds)}")
    step = steps(progress, 5)
    house_way = main_odds(book, player=HOUSE_WAY, workers=workers, cache=cache, progress=next(step))
    best = main_odds(book, player=BEST, workers=workers, cache=cache, progress=next(step))
    values = values_of(book, workers=workers, cache=cache, progress=next(step))
    found = landscape(book, values, conditions(), lows(), progress=next(step))
    chosen = _search(book, found, (rules, seed, rounds), cache, next(step))
    strategy = _as_book(book, found, chosen, seed)
    win, lose = _deals(strategy, values)
    odds = replace(house_way, player=STRATEGY, win=win, lose=lose, standoff=house_way.deals - win - lose)
    return ShortStrategy(base=book, book=strategy, seed=seed, rounds=rounds, odds=odds, best=best, house_way=house_way)


def _search(
    book: Rulebook, found: Landscape, asked: tuple[int, int, int], cache: Cache | None, progress: Progress | None
) -> Rules:
    """The strategy after the rounds asked for; every round is kept, and a search continues where it stopped."""
    most, seed, rounds = asked
    said = f"{game_of(book).said} {cached_settings(book, cache).digest} {book.main.net} {most} {seed} {_library(found)}"
    digest = hashlib.sha256(said.encode()).hexdigest()
    written = cache.read(STRATEGY, digest) if cache else None
    history = [tuple(Rule(*rule) for rule in rules) for rules in msgspec.json.decode(written or b"[]")]
    if len(history) <= rounds:
        search = Search(found, most, seed)
        for rules in itertools.islice(
            search.rounds(len(history), history[-1] if history else ()), rounds + 1 - len(history)
        ):
            history.append(rules)
            if cache:
                cache.write(STRATEGY, digest, msgspec.json.encode(history))
            if progress:
                progress(f"round {len(history) - 1} of {rounds}", len(history) / (rounds + 1))
    return history[rounds]


def _library(found: Landscape) -> str:
    """A fingerprint of the candidates and what they are worth."""
    said = repr((found.conditions, found.lows)).encode() + found.values.tobytes()
    return hashlib.sha256(said).hexdigest()


def _as_book(book: Rulebook, found: Landscape, rules: Rules, seed: int) -> Rulebook:
    cites = [f"Rule {number}" for number in range(1, len(rules) + 1)]
    clauses = []
    for at, rule in enumerate(rules):
        holds = found.holds[rule.condition]
        below = [later for later in range(at + 1, len(rules)) if (holds & found.holds[rules[later].condition]).any()]
        clauses.append(
            Clause(
                cites[at],
                when=found.conditions[rule.condition],
                low=found.lows[rule.low],
                exception_to=tuple(cites[later] for later in below),
            )
        )
    number = counted(len(rules), "rule")
    return replace(
        book,
        id=f"{book.id}-in-{number.replace(' ', '-')}",
        source=Source(title=book.source.title, version=f"{number} for a player, found with seed {seed}"),
        clauses=tuple(clauses),
        rulings=(),
        references=(),
        alternatives=(),
    )


def _deals(strategy: Rulebook, values: Values) -> tuple[int, int]:
    """Deals won and lost by a way of setting hands: the exact values of its splits, summed over all shapes."""
    settings = values.of_split[np.arange(len(strategy.shape_hands)), strategy.compiled.split]
    return int(values.won[settings].sum()), int(values.lost[settings].sum())
