"""The hands of a dealer and a player as the lists that the kernels of `count` compare.

Here: shapes grouped by rank count and by possible flush, what each group is worth, and the sets of cards that two hands
can share. Not here: counting (`pairs`), or what a shape is worth (`worth`).
"""

from __future__ import annotations

import functools
import hashlib
import itertools
from dataclasses import dataclass
from math import comb
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from houseway.cards.shapes import JOKER_KEY, SUITED_SHIFT, shapes_of
from houseway.maths.count.flush_kernels import Beside, Rows, RowsByMask, group_flushes, rows_by_mask
from houseway.maths.count.kernels import Asked, PlainPlayer, Points, RankCounts
from houseway.maths.count.listing_kernels import hash_keys, list_multisets
from houseway.maths.jit import RANKS, SUITS
from houseway.maths.set_hands import ONE_EACH, Worth
from houseway.maths.worth import Frontier, Game

_Ints = NDArray[np.int64]
_MOST_BESIDE = 2


@dataclass(frozen=True, eq=False)
class Deals:
    """A dealer and a player, each known by what every shape of hand is worth to them."""

    game: Game
    dealers: Worth
    player: Frontier

    @functools.cached_property
    def digest(self) -> str:
        """A fingerprint, by which a worker that is sent several parts of a count recognises it."""
        found = hashlib.sha256(repr(self.game).encode())
        for array in (self.dealers, *self.player):
            found.update(np.ascontiguousarray(array).tobytes())
        return found.hexdigest()

    def __hash__(self) -> int:
        return hash(self.digest)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Deals) and self.digest == other.digest


class HandLists(NamedTuple):
    """What every group of hands is worth: by rank count, and by possible flush of one suit."""

    game: RankCounts
    rows: RowsByMask
    beside: Beside
    plain_player: PlainPlayer
    """By rank count, as if no flush were possible."""
    player: Asked
    """By rank count, what its possible flushes change."""
    flush_player: Asked
    """By group of possible flushes, what they change."""
    plain_dealer: Points
    dealer: Asked
    """By rank count, with its possible flushes. The player's numbers are tallied and the dealer's asked about: what is
    tallied above is won, and what is below is lost. So that a number itself is not above, each is one higher."""
    flush_dealer: Points


@functools.lru_cache(maxsize=2)
def hand_lists(deals: Deals) -> HandLists:
    """The lists of one count; kept, because every part of it needs them."""
    left, weights = deals.game.remaining, deals.game.weights
    plain, parent, dealers = len(left.joker), left.parent, deals.dealers
    every, flushes = np.arange(plain), np.arange(len(parent))
    rows, beside = flush_rows(deals.game), sets_beside(deals.game)
    taken = np.bincount(parent, weights=weights[plain:], minlength=plain).astype(np.int64)
    shapes, of_ranks = np.concatenate([every, plain + flushes]), np.concatenate([every, parent])
    player, dealer = _player_asks(deals.player), _dealer_asks(dealers)
    of_flush, changed = np.concatenate([plain + flushes, parent]), np.concatenate([flushes, flushes])
    change = np.repeat([1, -1], len(flushes))
    plain_dealer = plain_points(dealers[:plain])
    return HandLists(
        game=rank_counts(deals.game),
        rows=rows_containing(deals.game),
        beside=beside,
        plain_player=_plain_player(_chosen(player, every, every, np.ones(plain, dtype=np.int64), plain), plain_dealer),
        player=_chosen(player, shapes, of_ranks, np.concatenate([-taken, weights[plain:]]), plain),
        flush_player=_grouped(_chosen(player, of_flush, changed, change, len(flushes)), rows, beside),
        plain_dealer=plain_dealer,
        dealer=_one_higher(_chosen(dealer, shapes, of_ranks, weights, plain)),
        flush_dealer=_points(_grouped(_chosen(dealer, of_flush, changed, change, len(flushes)), rows, beside)),
    )


def plain_points(worth: Worth) -> Points:
    """One number for each group, to tally; a negative number is left out."""
    return _points(_dealer_asks(worth))


def _dealer_asks(worth: Worth) -> Asked:
    """By shape: its number, unless it is negative; no hands are compared with it then."""
    used = worth >= 0
    once = np.ones(int(used.sum()), dtype=np.int32)
    return Asked(np.concatenate([[0], np.cumsum(used)]).astype(np.int32), worth[used], once, once)


def _player_asks(frontier: Frontier) -> Asked:
    """By shape: a corner is won below, a top lost above; a single setting is both."""
    first, corners, signs, tops = frontier
    number = np.diff(first)
    single, alone = np.zeros(len(number), dtype=bool), number == 1
    only = corners[first[:-1][alone]]
    single[alone] = only == tops[alone]
    own_top = (tops >= 0) & ~single
    asked = number + own_top
    places = np.concatenate([[0], np.cumsum(asked)]).astype(np.int32)
    numbers, wins, loses = (np.zeros(places[-1], dtype=np.int32) for _ in range(3))
    at = np.arange(len(corners)) + np.repeat(places[:-1] - first[:-1], number)
    numbers[at], wins[at] = corners, signs
    last = (places[:-1] + number)[own_top]
    numbers[last], loses[last] = tops[own_top], 1
    loses[places[:-1][single]] = 1
    return Asked(places, numbers, wins, loses)


def _chosen(asked: Asked, shapes: _Ints, groups: _Ints, times: _Ints, number: int) -> Asked:
    """The numbers of some shapes, multiplied, by the groups they are put in; equal numbers of a group are one."""
    size = np.diff(asked.first)[shapes]
    ends = np.cumsum(size)
    at = np.arange(size.sum()) + np.repeat(asked.first[shapes] - (ends - size), size)
    keys = np.repeat(groups, size) << 32 | asked.numbers[at]
    order = np.argsort(keys, kind="stable")
    keys, each, at = keys[order], np.repeat(times, size)[order], at[order]
    begin = np.flatnonzero(np.diff(keys, prepend=-1))
    below, above = (
        np.add.reduceat(weights[at] * each, begin) if len(begin) else weights[:0]
        for weights in (asked.below, asked.above)
    )
    counts = (below != 0) | (above != 0)
    keys, below, above = keys[begin][counts], below[counts].astype(np.int32), above[counts].astype(np.int32)
    first = np.searchsorted(keys >> 32, np.arange(number + 1)).astype(np.int32)
    return Asked(first, (keys & ((1 << 32) - 1)).astype(np.int32), below, above)


def _sums(weights: _Ints, begin: _Ints) -> _Ints:
    """Added up from each place to the next."""
    return np.diff(np.concatenate([[0], np.cumsum(weights)])[np.concatenate([begin, [len(weights)]])])


def _grouped(asked: Asked, rows: Rows, beside: Beside) -> Asked:
    """What was by flush, by group of flushes."""
    first, at, factors = group_flushes(rows, beside, asked.first)
    return Asked(first, asked.numbers[at], asked.below[at] * factors, asked.above[at] * factors)


def _points(asked: Asked) -> Points:
    return Points(asked.first, asked.numbers, asked.below)


def _one_higher(asked: Asked) -> Asked:
    return asked._replace(numbers=asked.numbers + np.int32(ONE_EACH))


def _plain_player(asked: Asked, dealer: Points) -> PlainPlayer:
    won, lost = Points(asked.first, asked.numbers, asked.below), Points(asked.first, asked.numbers, asked.above)
    return PlainPlayer(won, lost, _same(won, dealer), _same(lost, won))


def _same(one: Points, other: Points) -> bool:
    return all(np.array_equal(mine, theirs) for mine, theirs in zip(one, other, strict=True))


@functools.lru_cache(maxsize=4)
def rank_counts(game: Game) -> RankCounts:
    """The rank counts of a game with a hash table over their keys, at most about half full."""
    shapes = shapes_of(game.deck, dealt=game.dealt, flush=game.high_size)
    plain = len(game.remaining.joker)
    keys = shapes.keys[:plain]
    flushes = np.bincount(game.remaining.parent, weights=game.weights[plain:], minlength=plain)
    bits = max(int(2 * plain).bit_length(), 4)
    slots, numbers = hash_keys(keys, bits)
    total = game.weights[:plain] + flushes.astype(np.int64)
    return RankCounts(_ranks(game)[::-1].copy(), int(game.deck.joker), game.dealt, total, slots, numbers, bits)


def _ranks(game: Game) -> _Ints:
    return np.array([rank - 2 for rank in game.deck.ranks], dtype=np.int64)


@functools.lru_cache(maxsize=32)
def shared_ranks(game: Game, size: int) -> tuple[_Ints, _Ints]:
    """The sets of `size` ranks that two hands can share: their keys, and in how many ways each can be suited."""
    keys, sets = [], []
    for jokers in range(min(int(game.deck.joker), size) + 1):
        most = _multisets(game, size - jokers)
        found, ways = np.zeros(most, dtype=np.int64), np.zeros(most, dtype=np.int64)
        number = list_multisets(_ranks(game), size - jokers, np.full(RANKS, SUITS), found, ways)
        keys.append(found[:number] + jokers * JOKER_KEY)
        sets.append(ways[:number])
    return np.concatenate(keys), np.concatenate(sets)


def _multisets(game: Game, size: int) -> int:
    return comb(len(game.deck.ranks) + size - 1, size) if size >= 0 else 0


def sizes_of(game: Game, size: int) -> tuple[int, int, int]:
    """The most rank counts that contain one set of `size` ranks, and how many ranks of high and low hands there are."""
    more = game.dealt - size
    return _multisets(game, more) + _multisets(game, more - 1), game.highs, game.lows


@functools.lru_cache(maxsize=32)
def shared_suited(game: Game, size: int) -> _Ints:
    """The sets of `size` ranks, as masks, that two possible flushes can share in the suit of one of them."""
    masks = [sum(1 << rank for rank in chosen) for chosen in itertools.combinations(_ranks(game).tolist(), size)]
    return np.array(masks, dtype=np.int64)


@functools.lru_cache(maxsize=4)
def flush_rows(game: Game) -> Rows:
    """The possible flushes of a game by their ranks in suit; they are numbered as their shapes are."""
    shapes = shapes_of(game.deck, dealt=game.dealt, flush=game.high_size)
    keys = shapes.keys[len(game.remaining.joker) :]
    first = np.flatnonzero(np.diff(keys // JOKER_KEY, prepend=-1))
    suited, joker = keys[first] >> SUITED_SHIFT, keys[first] // JOKER_KEY & 1
    in_suit = sum((suited >> rank & 1 for rank in range(RANKS)), np.zeros_like(suited))
    return Rows(suited, joker, game.dealt - joker - in_suit, first)


@functools.lru_cache(maxsize=4)
def rows_containing(game: Game) -> RowsByMask:
    """The rows of possible flushes by the ranks that they contain."""
    found: RowsByMask = rows_by_mask(flush_rows(game))
    return found


@functools.lru_cache(maxsize=4)
def sets_beside(game: Game) -> Beside:
    """The sets of at most two ranks beside a flush."""
    ranks = _ranks(game).tolist()
    sets: list[tuple[int, ...]] = [
        tuple(reversed(chosen))
        for size in range(_MOST_BESIDE + 1)
        for chosen in itertools.combinations_with_replacement(ranks, size)
    ]
    sets.sort(key=lambda chosen: (len(chosen), chosen))
    numbers = np.full((RANKS + 1, RANKS + 1), -1, dtype=np.int64)
    one, two = np.array([(*chosen, -1, -1)[:2] for chosen in sets], dtype=np.int64).T
    numbers[one + 1, two + 1] = np.arange(len(sets))
    by_size = [[chosen for chosen in sets if len(chosen) == size] for size in range(_MOST_BESIDE + 1)]
    places: list[int] = []
    ways: list[int] = []
    first = np.zeros((len(sets), _MOST_BESIDE + 2), dtype=np.int64)
    for number, given in enumerate(sets):
        for size, others in enumerate(by_size):
            first[number, size] = len(places)
            for place, other in enumerate(others):
                found = _suits_left(given, other)
                if found:
                    places.append(place)
                    ways.append(found)
        first[number, -1] = len(places)
    lengths = np.array([len(chosen) for chosen in sets], dtype=np.int64)
    return Beside(lengths, one.copy(), two.copy(), numbers, _whole(places), _whole(ways), first)


def _suits_left(given: tuple[int, ...], whole: tuple[int, ...]) -> int:
    """In how many suits the rest of some cards beside a flush can be once some are given; 0 if those are not in it."""
    ways = 1
    for rank in {*given, *whole}:
        more = whole.count(rank) - given.count(rank)
        ways *= comb(SUITS - 1 - given.count(rank), more) if more >= 0 else 0
    return ways


def _whole(numbers: list[int]) -> Any:
    return np.array(numbers, dtype=np.int64)
