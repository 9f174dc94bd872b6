"""What each clause of a house way costs compared with best play, exactly.

Here: the hands of every shape that could be set better, what that gives up, and the same added up by clause. Not here:
weighing settings (`play.every_hand`), or two books compared with each other (`cost`).

Where the house way's setting is the only one that can be best, its hands cost nothing. All other hands are weighed one
by one, with the house way's setting beside those that may be best. So the deals that the clauses give up are exactly
those between `odds --player best` and the house way.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, replace
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from houseway.cards.card import CARDS, JOKER_INDEX, Card
from houseway.cards.shapes import canonical
from houseway.errors import Refused, shortened
from houseway.maths.cache import Arrays, Cache
from houseway.maths.count.odds import BEST, HOUSE_WAY, MainOdds
from houseway.maths.count.whole_book import keep_best, main_odds, needs_kernels, workers_or_threads
from houseway.maths.set_hands import pack
from houseway.maths.shards import Progress, steps
from houseway.maths.worth import cached_settings, game_of
from houseway.rulebook.hands import Hands
from houseway.rulebook.rulebook import Rulebook, split_cards

_STEPS = ("possible", "weighed")
_EXAMPLES = 3
_SUITS = 4


@dataclass(frozen=True, kw_only=True)
class SetBetter:
    """A hand that could be set better: both low hands, and what the house way's costs."""

    hand: tuple[Card, ...]
    low: tuple[Card, ...]
    best_low: tuple[Card, ...]
    cost: Fraction
    """Per unit bet on this hand."""


@dataclass(frozen=True, kw_only=True)
class ShapeCost:
    """Hands that differ only in suits outside a flush, some of which could be set better."""

    shape: int
    hands: int
    different: int
    """Of these, the hands another setting is better for."""
    won: int
    lost: int
    """The deals that best play wins and loses more with these hands; either may be negative."""
    cost: Fraction
    """Per unit bet, over all deals."""
    worst: SetBetter


@dataclass(frozen=True, kw_only=True)
class ClauseCost:
    """What one clause gives up."""

    cite: str
    hands: int
    """The hands it decides."""
    different: int
    won: int
    lost: int
    cost: Fraction
    shapes: tuple[ShapeCost, ...]
    """The most expensive first."""

    @property
    def worst(self) -> SetBetter | None:
        """The hand in which the clause gives up most; None if it always sets as well as possible."""
        return max((shape.worst for shape in self.shapes), key=lambda found: found.cost, default=None)

    @property
    def examples(self) -> tuple[SetBetter, ...]:
        """A hand from each of the shapes that cost most in all."""
        return tuple(shape.worst for shape in self.shapes[:_EXAMPLES])


@dataclass(frozen=True, kw_only=True)
class CostOfClauses:
    """What every clause of a book costs a player against that book's dealer, the most expensive first."""

    book: str
    house_way: MainOdds
    best: MainOdds
    clauses: tuple[ClauseCost, ...]

    @property
    def cost(self) -> Fraction:
        """What the house way costs compared with best play, per unit bet."""
        return self.house_way.house_edge - self.best.house_edge

    def clause(self, named: str) -> ClauseCost:
        """A clause by its citation, or by a part of it that no other has."""
        by_cite = {clause.cite: clause for clause in self.clauses}
        return by_cite[clause_named(self.book, by_cite, named)]


def clause_named(book: str, cites: Iterable[str], named: str) -> str:
    """The citation that is meant by it, or by a part of it that no other has."""
    every = list(cites)
    found = [cite for cite in every if cite == named] or [cite for cite in every if named.casefold() in cite.casefold()]
    if len(found) == 1:
        return found[0]
    if not found:
        raise Refused(f"{book} has no clause {shortened(named)!r}; `houseway page {book}` lists them")
    raise Refused(f"{shortened(named)!r} could be {', '.join(map(repr, found))}")


def cost_of_clauses(
    book: Rulebook,
    *,
    workers: Executor | None = None,
    cache: Cache | None = None,
    progress: Progress | None = None,
) -> CostOfClauses:
    """Count what each clause gives up against the book's own dealer."""
    if book.procedure.dealer_exposed:
        raise Refused(
            f"{book.id} shows the dealer's hand before the player sets, and the best setting depends on it: "
            "no clause has a cost of its own"
        )
    step_progress = steps(progress, 3)
    house_way = main_odds(book, player=HOUSE_WAY, workers=workers, cache=cache, progress=next(step_progress))
    digest = _digest(book, cache)
    counted = cache.read_arrays("cost", digest) if cache else None
    if counted is None:
        counted = _count(book, digest, workers, cache, (next(step_progress), next(step_progress)))
        if cache:
            cache.write_arrays("cost", digest, counted)
            cache.parts("cost", digest).forget(_STEPS)
    clauses = _by_clause(book, counted)
    won, lost = (sum(getattr(clause, name) for clause in clauses) for name in ("won", "lost"))
    best = replace(
        house_way,
        player=BEST,
        win=house_way.win + won,
        lose=house_way.lose + lost,
        standoff=house_way.standoff - won - lost,
    )
    if cache:
        keep_best(book, best, cache)
    return CostOfClauses(book=book.id, house_way=house_way, best=best, clauses=clauses)


def _digest(book: Rulebook, cache: Cache | None) -> str:
    """What the counts are cached under: everything they depend on; which clause decides a hand is not part of it."""
    inputs = [game_of(book).said, cached_settings(book, cache).digest, str(book.main.net)]
    return hashlib.sha256(" ".join(inputs).encode()).hexdigest()


def _count(
    book: Rulebook,
    digest: str,
    workers: Executor | None,
    cache: Cache | None,
    progress: tuple[Progress | None, Progress | None],
) -> Arrays:
    """For each shape that has a hand to set better: deals given up, hands, and the worst hand."""
    with needs_kernels():
        from houseway.maths.play.every_hand import Candidates, possible_settings, weigh
        from houseway.maths.play.suit_kernels import SUIT_BITS
    game, net, settings = game_of(book), book.main.net, cached_settings(book, cache)
    game.load(cache)
    parts = cache.parts("cost", digest) if cache else None
    with workers_or_threads(workers) as executor:
        first, choices, possible, number = possible_settings(
            game, settings.dealers, net, executor, parts=parts, progress=progress[0]
        )
        shape_of = np.repeat(np.arange(len(number)), np.diff(first))
        is_house_way = (choices == settings.worth[shape_of]) & possible
        listed = np.bincount(shape_of[is_house_way], minlength=len(number)) > 0
        weighed = (number > 1) | ~listed
        # the settings that may be best, then the house way's own where it is not among them
        own = np.flatnonzero(weighed & ~listed)
        chosen = possible & weighed[shape_of]
        shapes = np.concatenate([shape_of[chosen], own])
        order = np.argsort(shapes, kind="stable")
        places = np.concatenate([[0], np.cumsum(np.bincount(shapes, minlength=len(number)))]).astype(np.int32)
        compared = np.full(len(number), -1, dtype=np.int32)
        is_own = np.concatenate([is_house_way[chosen], np.ones(len(own), dtype=bool)])[order]
        compared[shapes[order][is_own]] = np.flatnonzero(is_own)
        worth = np.concatenate([choices[chosen], settings.worth[own]])[order]
        candidates = Candidates(game, settings.dealers, places, worth, net.numerator, net.denominator, compared)
        found = weigh(candidates, executor, parts=parts and parts.step("weighed"), progress=progress[1])
    rows = np.flatnonzero(found.worse[:, 0])
    given_up = found.best[rows] - found.by_setting[compared[rows]]
    packed = found.worse[rows, 2]
    best = worth[places[rows] + (packed >> SUIT_BITS * _SUITS)]
    return {
        "shapes": rows,
        "won": given_up[:, 0],
        "lost": given_up[:, 1],
        "different": found.worse[rows, 0],
        "worst": found.worse[rows, 1],
        "hands": _hands(book, rows, packed, SUIT_BITS),
        "best": best,
    }


def _hands(book: Rulebook, shapes: NDArray[np.intp], packed: NDArray[np.int64], suit_bits: int) -> NDArray[np.uint8]:
    """Hands of these shapes by the ranks they hold in each suit, in canonical order."""
    found = np.zeros((len(shapes), book.dealt), dtype=np.uint8)
    for row, (shape, suits) in enumerate(zip(book.shapes.hands[shapes].tolist(), packed.tolist(), strict=True)):
        ranks = sorted({card // 4 for card in shape if card != JOKER_INDEX})
        cards = [
            4 * rank + suit
            for place, rank in enumerate(ranks)
            for suit in range(_SUITS)
            if suits >> suit_bits * suit + place & 1
        ]
        found[row] = cards + [JOKER_INDEX] * (book.dealt - len(cards))
    return canonical(found, book.high_size)


def _by_clause(book: Rulebook, counted: Arrays) -> tuple[ClauseCost, ...]:
    """Add up what was counted by shape, by the clause that decides the shape."""
    game, net = game_of(book), book.main.net
    against = game.pairs // game.deck.hands(game.dealt)
    shapes = counted["shapes"].astype(np.intp)
    splits = book.compiled.split[shapes]
    best = _splits_of(book.as_hands(counted["hands"].astype(np.uint8)), counted["best"].astype(np.int32))
    each: list[list[ShapeCost]] = [[] for _ in book.clauses]
    numbers = (counted[name].tolist() for name in ("won", "lost", "different", "worst", "hands"))
    for at, (won, lost, different, worst, hand) in enumerate(zip(*numbers, strict=True)):
        example = SetBetter(
            hand=_highest_first(hand),
            low=split_cards(hand, int(splits[at]))[0],
            best_low=split_cards(hand, int(best[at]))[0],
            cost=Fraction(worst, net.denominator * against),
        )
        found = ShapeCost(
            shape=int(shapes[at]),
            hands=int(game.weights[shapes[at]]),
            different=different,
            won=won,
            lost=lost,
            cost=(net * won - lost) / game.pairs,
            worst=example,
        )
        each[book.compiled.clause[shapes[at]]].append(found)
    decided = np.zeros(len(book.clauses), dtype=np.int64)
    np.add.at(decided, book.compiled.clause, game.weights)
    clauses = [
        ClauseCost(
            cite=clause.cite,
            hands=int(decided[number]),
            different=sum(shape.different for shape in each[number]),
            won=(won := sum(shape.won for shape in each[number])),
            lost=(lost := sum(shape.lost for shape in each[number])),
            cost=(net * won - lost) / game.pairs,
            shapes=tuple(sorted(each[number], key=lambda shape: -shape.cost)),
        )
        for number, clause in enumerate(book.clauses)
    ]
    return tuple(sorted(clauses, key=lambda clause: -clause.cost))


def _splits_of(hands: Hands, worth: NDArray[np.int32]) -> NDArray[np.intp]:
    """For each hand the first split that is worth this much."""
    return (pack(hands.highs, hands.lows) == worth[:, None]).argmax(axis=1)


def _highest_first(hand: Sequence[int]) -> tuple[Card, ...]:
    return tuple(CARDS[card] for card in reversed(hand))
