"""Whole rounds of a book, simulated.

Here: random words, rounds in blocks, and blocks in shards. Not here: the loop over rounds (`kernels`), how a book
becomes arrays (`tables`), or what the counts mean in money (`money`).

Rounds are played in blocks of a fixed size. Each block has its own random generator, seeded by the seed and the number
of the block, and starts with a deck in order; so a round is the same whichever worker plays it, and a shorter
simulation is the beginning of a longer one. Counts have 64 bits. With six positions the largest count, of pairs of
positions, grows by 15 a round and would overflow after 6 * 10 ** 17 rounds; sums of cents and of their squares would
overflow far sooner and are therefore kept in limbs, which hold 2 * 10 ** 12 rounds. More are refused.
"""

from __future__ import annotations

import contextlib
import hashlib
import threading
from collections.abc import Iterator
from concurrent.futures import Executor
from dataclasses import dataclass, replace
from math import perm
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from houseway.cards.tables import Cards
from houseway.errors import Refused, must_be_whole
from houseway.maths.cache import Cache
from houseway.maths.count.whole_book import GPU, odds
from houseway.maths.shards import Progress, Shard, engine, total
from houseway.maths.simulate.money import read_counts
from houseway.maths.simulate.packing import DRAW_BITS
from houseway.maths.simulate.results import Simulation
from houseway.maths.simulate.tables import Counts64, Dealing, Tables, tables_of
from houseway.maths.worth import game_of
from houseway.rulebook.procedure import check_positions
from houseway.rulebook.rulebook import Rulebook

MOST_ROUNDS = 2 * 10**12
BLOCK = 1 << 13
"""Rounds in a block; another number would deal different cards."""
_SHARD_BLOCKS = 32
_MOST_SHARDS = 1 << 16
_SPARE_WORDS = 64
_MOST_TABLES = 4
_DEALING = "words of SFC64, a word a hand, blocks of 8192"
"""How cards are dealt: an interrupted simulation is only resumed if it was dealt this way."""


@dataclass(frozen=True)
class Plan:
    """What to play: everything another process needs to know."""

    book: Rulebook
    digest: str
    rounds: int
    positions: int
    seed: int
    folder: Path | None = None
    """The cache folder, if there is one."""


def simulate(
    book: Rulebook,
    *,
    rounds: int,
    positions: int = 1,
    seed: int = 0,
    workers: Executor | str | None = None,
    cache: Cache | None = None,
    with_exact: bool = True,
    progress: Progress | None = None,
) -> Simulation:
    """Play whole rounds with `positions` players, each with every wager of the book.

    Players set the house way, or as well as possible in a book that shows them the dealer's hand first. The result is
    the same for any number and kind of `workers`; without any, threads of this process do the work. `with_exact` adds
    the exact figures for comparison. Interrupted work is resumed from the cache. If `workers` is `gpu`, a GPU plays
    the same rounds.

    >>> import houseway.books
    >>> found = simulate(houseway.books.get("five-card"), rounds=1000, positions=2, seed=7, with_exact=False)
    >>> [(outcome.name, outcome.deals) for outcome in found.main.outcomes]
    [('win', 405), ('standoff', 1165), ('lose', 430)]
    """
    plan = _plan(book, rounds, positions, seed, cache)
    if progress:
        progress("setting every hand", 0.0)
    tables = _tables_of(plan)
    parts = cache.parts("simulation", _fingerprint(plan)) if cache else None
    with contextlib.ExitStack() as stack:
        executor = workers if isinstance(workers, Executor) else stack.enter_context(engine())

        def tell(_shard: str, done: float) -> None:
            if progress:
                progress(f"{round(done * plan.rounds):,} of {plan.rounds:,} rounds", done)

        if workers == GPU:
            counts = _play_on_gpu(plan, tables)
        else:
            counts = total(shards(plan), executor, parts=parts, progress=tell)
        exact = odds(book, workers=executor, cache=cache, progress=progress) if with_exact else None
    if parts:
        parts.forget()
    views = tables.views(counts, plan.positions)
    return read_counts(book, tables, views, rounds=rounds, positions=positions, seed=seed, odds=exact)


def _play_on_gpu(plan: Plan, tables: Tables) -> Counts64:
    """All rounds at once, on a GPU."""
    from houseway.maths.gpu.best_play import device_game
    from houseway.maths.gpu.simulation import play

    device = device_game(game_of(plan.book))
    return play(device, tables, rounds=plan.rounds, positions=plan.positions, seed=plan.seed, block=BLOCK)


def dealt_cards(book: Rulebook, *, positions: int, seed: int, rounds: range) -> Cards:
    """The cards a simulation deals in some of its rounds: [round, hand, card], the dealer's hand first.

    >>> import houseway.books
    >>> cards = dealt_cards(houseway.books.get("five-card"), positions=2, seed=7, rounds=range(0, 3))
    >>> cards.shape, cards[0].tolist()
    ((3, 3, 5), [[18, 36, 44, 28, 22], [50, 5, 48, 2, 7], [14, 26, 16, 3, 27]])
    """
    from houseway.maths.simulate import kernels

    if rounds.step != 1 or rounds.start < 0:
        raise ValueError(f"the rounds must be consecutive, not {rounds}")
    plan = _plan(book, max(rounds.stop, 1), positions, seed, None)
    tables, hands = _tables_of(plan), plan.positions + 1
    parts = [np.zeros((0, hands, book.dealt), dtype=np.uint8)]
    for block in range(rounds.start // BLOCK, -(-rounds.stop // BLOCK)):
        cards = np.zeros((min(BLOCK, rounds.stop - block * BLOCK), hands, book.dealt), dtype=np.uint8)
        for words in _words(plan, block, len(cards)):
            if kernels.deal(words, len(cards), hands, _fresh_deck(plan, tables), cards) >= 0:
                break
        parts.append(cards[max(0, rounds.start - block * BLOCK) :])
    return np.concatenate(parts)


def shards(plan: Plan) -> Iterator[Shard]:
    """The work in parts of some blocks each: more blocks where there would be too many parts."""
    blocks = -(-plan.rounds // BLOCK)
    size = max(_SHARD_BLOCKS, -(-blocks // _MOST_SHARDS))
    for begin in range(0, blocks, size):
        end = min(begin + size, blocks)
        yield Shard(f"blocks {begin} to {end}", count_blocks, (plan, begin, end))


def count_blocks(plan: Plan, begin: int, end: int) -> Counts64:
    """Play some blocks of rounds and count how they ended."""
    from houseway.maths.simulate import kernels

    tables = _tables_of(plan)
    counted = tables.counted(plan.positions)
    for block in range(begin, end):
        rounds = min(BLOCK, plan.rounds - block * BLOCK)
        for words in _words(plan, block, rounds):
            after = counted.copy()
            views = tables.views(after, plan.positions)
            dealing, given = _fresh_deck(plan, tables), (tables.shapes, tables.hands, tables.envy)
            if kernels.play(words, rounds, plan.positions, dealing, *given, views) >= 0:
                counted = after
                break
    return counted


def _words(plan: Plan, block: int, rounds: int) -> Iterator[NDArray[np.uint64]]:
    """The random words of a block: a few more than hands, since some are skipped; then again with more, if needed."""
    more = _SPARE_WORDS
    while True:
        generator = np.random.SFC64(np.random.SeedSequence(plan.seed, spawn_key=(block,)))
        yield generator.random_raw(rounds * (plan.positions + 1) + more)
        more *= 16


def _fresh_deck(plan: Plan, tables: Tables) -> Dealing:
    """A deck in order, as every block starts."""
    left = [plan.book.deck.size - hand * plan.book.dealt for hand in range(plan.positions + 1)]
    uneven = np.array([(1 << DRAW_BITS) % perm(cards, plan.book.dealt) for cards in left], dtype=np.uint64)
    return Dealing(tables.deck.copy(), uneven, plan.book.dealt)


def _plan(book: Rulebook, rounds: int, positions: int, seed: int, cache: Cache | None) -> Plan:
    for what, number in (("rounds", rounds), ("positions", positions), ("the seed", seed)):
        must_be_whole(what, number)
    if not 1 <= rounds <= MOST_ROUNDS:
        raise Refused(f"a simulation plays from 1 to {MOST_ROUNDS:,} rounds, not {rounds:,}")
    check_positions(positions)
    if (positions + 1) * book.dealt > book.deck.size:
        raise Refused(
            f"{book.id} deals {book.dealt} of {book.deck}: not enough for {positions} positions and the dealer"
        )
    if seed < 0:
        raise Refused(f"a seed is a whole number from 0, not {seed}")
    # a copy without the book's cached properties: it may be sent to another process
    return Plan(replace(book), book.digest, rounds, positions, seed, cache.folder if cache else None)


def _fingerprint(plan: Plan) -> str:
    inputs = (plan.digest, plan.rounds, plan.positions, plan.seed, _DEALING)
    return hashlib.sha256(repr(inputs).encode()).hexdigest()


def _tables_of(plan: Plan) -> Tables:
    """The arrays of a book, built once in each process."""
    with _making:
        if plan.digest not in _tables:
            while len(_tables) >= _MOST_TABLES:
                del _tables[next(iter(_tables))]
            _tables[plan.digest] = tables_of(plan.book, Cache(plan.folder) if plan.folder else None)
        return _tables[plan.digest]


_tables: dict[str, Tables] = {}
_making = threading.Lock()
