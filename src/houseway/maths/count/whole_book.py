"""The exact odds of a whole book.

Here: one call that counts every wager of a book, or reads it from the cache. Not here: how deals are counted (`pairs`,
`play.every_hand`, `side_wagers`, `envy`).
"""

from __future__ import annotations

import contextlib
import hashlib
from collections.abc import Iterator
from concurrent.futures import Executor
from dataclasses import dataclass
from fractions import Fraction

import msgspec

from houseway.errors import Refused, not_installed
from houseway.maths.cache import Cache, PartsCache
from houseway.maths.count.envy import envy_odds
from houseway.maths.count.odds import BEST, HOUSE_WAY, PLAYERS, MainOdds, Odds, SideOdds
from houseway.maths.count.side_wagers import pay_table_odds
from houseway.maths.shards import Progress, engine, total
from houseway.maths.worth import cached_settings, dealer_seen_first, game_of, one_setting
from houseway.rulebook.diff import must_be_one_game
from houseway.rulebook.rulebook import Rulebook
from houseway.rulebook.wagers import SideWager

CPU, GPU = "cpu", "gpu"


def odds(
    book: Rulebook,
    *,
    player: str = "",
    workers: Executor | None = None,
    cache: Cache | None = None,
    device: str = CPU,
    progress: Progress | None = None,
) -> Odds:
    """The exact odds of every wager.

    `player` is `house-way` or `best`; by default the player sets the house way, or as well as possible in a book that
    shows players the dealer's hand first. `workers` is any executor; by default, threads of this process count.

    >>> import houseway.books
    >>> found = odds(houseway.books.get("five-card"))
    >>> found.main.win, found.main.lose, found.main.deals
    (760920204712, 869779283300, 3986646103440)
    """
    main = main_odds(book, player=player, workers=workers, cache=cache, device=device, progress=progress)
    if progress:
        progress("side wagers", 1.0)
    sides = side_odds(book, workers=workers, cache=cache)
    return Odds(book=book.id, digest=book.digest, main=main, sides=sides)


def side_odds(book: Rulebook, *, workers: Executor | None = None, cache: Cache | None = None) -> tuple[SideOdds, ...]:
    """The side wagers only, under every pay table."""
    written = cache.read("sides", book.digest) if cache else None
    if written is not None:
        return msgspec.json.decode(written, type=tuple[SideOdds, ...], dec_hook=lambda _type, text: Fraction(text))
    sides = tuple(_side(book, side, workers) for side in book.side_wagers)
    if cache:
        cache.write("sides", book.digest, msgspec.json.encode(sides, enc_hook=str))
    return sides


def _side(book: Rulebook, side: SideWager, workers: Executor | None) -> SideOdds:
    try:
        envy, not_counted = envy_odds(book, side, side.pay_tables[0]), ""
    except Refused as error:
        envy, not_counted = (), str(error)
    return SideOdds(
        key=side.key,
        name=side.name,
        judged=side.judged.value,
        pay_tables=tuple(pay_table_odds(book, side, pays, workers) for pays in side.pay_tables),
        envy=envy,
        envy_not_counted=not_counted,
    )


def main_odds(
    book: Rulebook,
    *,
    player: str = "",
    dealer: Rulebook | None = None,
    workers: Executor | None = None,
    cache: Cache | None = None,
    device: str = CPU,
    progress: Progress | None = None,
) -> MainOdds:
    """The main wager only; `dealer` is the book the dealer sets by, if it is a different one.

    With the device `gpu` a GPU counts, and nothing is kept but the result.
    """
    dealer = dealer or book
    must_be_one_game(book, dealer)
    deals = _Deals(book, dealer, player_sets(book, player))
    if progress:
        progress("setting every hand", 0.0)
    digest = deals.digest(cache)
    counts = _cached_counts(cache, digest)
    if counts is None and device == GPU:
        counts = deals.count_on_gpu(cache)
        if cache:
            cache.write("pairs", digest, msgspec.json.encode(counts))
    if counts is None:
        parts = cache.parts("pairs", digest) if cache else None
        with workers_or_threads(workers) as executor:
            counts = deals.count(executor, cache, parts, progress)
        if cache and parts:
            cache.write("pairs", digest, msgspec.json.encode(counts))
            parts.forget(("possible", "settled", "open"))
    win, lose = counts
    return MainOdds(
        key=book.main.key,
        name=book.main.name,
        player=deals.player,
        win=win,
        standoff=game_of(book).pairs - win - lose,
        lose=lose,
        net=book.main.net,
    )


def keep_best(book: Rulebook, main: MainOdds, cache: Cache) -> None:
    """Keep the deals of best play where `main_odds` finds them, after they were counted in another way."""
    cache.write("pairs", _Deals(book, book, BEST).digest(cache), msgspec.json.encode((main.win, main.lose)))


def is_cached(book: Rulebook, *, player: str = "", cache: Cache) -> bool:
    """Whether the main wager of a book was counted before, so that its odds are only looked up."""
    deals = _Deals(book, book, player_sets(book, player))
    return _cached_counts(cache, deals.digest(cache)) is not None


def player_sets(book: Rulebook, player: str) -> str:
    """How the player sets: as asked, else the house way, or best where the book shows the dealer's hand first.

    Any other way is refused.
    """
    sets = player or (BEST if book.procedure.dealer_exposed else HOUSE_WAY)
    if sets not in PLAYERS:
        raise Refused(f"the player must be {' or '.join(PLAYERS)}, not {sets!r}")
    return sets


@dataclass(frozen=True)
class _Deals:
    """The deals of a main wager: the player's book, the dealer's book, and how the player sets."""

    book: Rulebook
    dealer: Rulebook
    player: str

    def digest(self, cache: Cache | None) -> str:
        """What the counts are cached under: everything they depend on."""
        book = self.book
        inputs = [game_of(book).said, cached_settings(self.dealer, cache).digest, self.player]
        if self.player == HOUSE_WAY:
            inputs.append(cached_settings(book, cache).digest)
        else:
            inputs.append("the dealer seen first" if book.procedure.dealer_exposed else str(book.main.net))
        return hashlib.sha256(" ".join(inputs).encode()).hexdigest()

    def count_on_gpu(self, cache: Cache | None) -> tuple[int, int]:
        """Deals won and lost, counted by a GPU."""
        from houseway.maths.gpu.best_play import device_game

        device = device_game(game_of(self.book))
        dealer = cached_settings(self.dealer, cache)
        if self.player == BEST and self.book.procedure.dealer_exposed:
            return device.dealer_seen_first(dealer)
        found = device.house_way_and_best(dealer, self.book.main.net, cached_settings(self.book, cache))
        return found[PLAYERS.index(self.player)]

    def count(
        self, workers: Executor, cache: Cache | None, parts: PartsCache | None, progress: Progress | None
    ) -> tuple[int, int]:
        """Deals won and lost."""
        with needs_kernels():
            from houseway.maths.count import pairs
            from houseway.maths.play import every_hand

        game = game_of(self.book)
        game.load(cache)
        dealers = cached_settings(self.dealer, cache).dealers
        if self.player == HOUSE_WAY:
            frontier = one_setting(cached_settings(self.book, cache).worth)
        elif self.book.procedure.dealer_exposed:
            frontier = dealer_seen_first(game.hands)
        else:
            return every_hand.count(game, dealers, self.book.main.net, workers, parts=parts, progress=progress)
        deals = pairs.Deals(game, dealers, frontier)
        win, lose = total(pairs.shards(deals), workers, parts=parts, progress=progress).tolist()
        return win, lose


def _cached_counts(cache: Cache | None, digest: str) -> tuple[int, int] | None:
    found = cache.read("pairs", digest) if cache else None
    return msgspec.json.decode(found, type=tuple[int, int]) if found is not None else None


@contextlib.contextmanager
def needs_kernels() -> Iterator[None]:
    """Import numba only when something must be counted, and say what to install if it is missing."""
    try:
        yield
    except ImportError as error:
        raise not_installed("counting", "maths") from error


@contextlib.contextmanager
def workers_or_threads(workers: Executor | None) -> Iterator[Executor]:
    """The executor given, or threads of this process."""
    if workers is not None:
        yield workers
    else:
        with engine() as threads:
            yield threads
