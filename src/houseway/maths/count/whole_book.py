"""The exact odds of a whole book.

Here: one call that counts every wager of a book, with what was counted before taken from the cache. Not here: how deals
are counted (`pairs`, `best_play`, `side`, `envy`).
"""

from __future__ import annotations

import contextlib
import hashlib
from collections.abc import Iterator
from concurrent.futures import Executor
from fractions import Fraction

import msgspec

from houseway.errors import Refused, not_installed
from houseway.maths.cache import Cache
from houseway.maths.compile import game_of, kept_settings, one_setting, seen_dealer
from houseway.maths.count.envy import envy_odds
from houseway.maths.count.odds import BEST, HOUSE_WAY, PLAYERS, MainOdds, Odds, SideOdds
from houseway.maths.count.side_wagers import pay_table_odds
from houseway.maths.shards import Progress, engine, total
from houseway.rulebook.diff import must_be_one_game
from houseway.rulebook.rulebook import Rulebook
from houseway.rulebook.wagers import SideWager


def odds(
    book: Rulebook,
    *,
    player: str = "",
    workers: Executor | None = None,
    cache: Cache | None = None,
    progress: Progress | None = None,
) -> Odds:
    """The exact odds of every wager.

    `player` is `house-way` or `best`; without it the player sets the house way, or as well as can be where the book
    shows him the dealer's hand first. Work is done by `workers`, any executor, or by threads of this process.

    >>> import houseway.books
    >>> found = odds(houseway.books.get("five-card"))
    >>> found.main.win, found.main.lose, found.main.deals
    (760920204712, 869779283300, 3986646103440)
    """
    main = main_odds(book, player=player, workers=workers, cache=cache, progress=progress)
    if progress:
        progress("side wagers", 1.0)
    sides = side_odds(book, cache=cache)
    return Odds(book=book.id, digest=book.digest, main=main, sides=sides)


def side_odds(book: Rulebook, *, cache: Cache | None = None) -> tuple[SideOdds, ...]:
    """The side wagers alone, under every pay table."""
    written = cache.read("sides", book.digest) if cache else None
    if written is not None:
        return msgspec.json.decode(written, type=tuple[SideOdds, ...], dec_hook=lambda _type, text: Fraction(text))
    sides = tuple(_side(book, side) for side in book.side_wagers)
    if cache:
        cache.write("sides", book.digest, msgspec.json.encode(sides, enc_hook=str))
    return sides


def _side(book: Rulebook, side: SideWager) -> SideOdds:
    try:
        envy, not_counted = envy_odds(book, side, side.pay_tables[0]), ""
    except Refused as error:
        envy, not_counted = (), str(error)
    return SideOdds(
        key=side.key,
        name=side.name,
        judged=side.judged.value,
        pay_tables=tuple(pay_table_odds(book, side, pays) for pays in side.pay_tables),
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
    progress: Progress | None = None,
) -> MainOdds:
    """The main wager alone; `dealer` is the book the dealer sets by, if another."""
    theirs = dealer or book
    must_be_one_game(book, theirs)
    setting = _setting_of(book, player)
    net = book.main.net
    if progress:
        progress("setting every hand", 0.0)
    digest = _digest(book, theirs, setting, cache)
    win, lose = _kept_counts(cache, digest) or (-1, -1)
    if win < 0:
        with working(workers) as executor:
            win, lose = _count(book, theirs, setting, net, executor, cache, digest, progress)
        if cache:
            cache.write("pairs", digest, msgspec.json.encode((win, lose)))
            cache.kept("pairs", digest).forget(("possible", "settled", "open"))
    deals = game_of(book).pairs
    return MainOdds(
        key=book.main.key,
        name=book.main.name,
        player=setting,
        win=win,
        standoff=deals - win - lose,
        lose=lose,
        net=net,
    )


def is_kept(book: Rulebook, *, player: str = "", cache: Cache) -> bool:
    """Whether the main wager of a book was counted before, so that its odds are only looked up."""
    return _kept_counts(cache, _digest(book, book, _setting_of(book, player), cache)) is not None


def takes_minutes(book: Rulebook, *, player: str = "") -> bool:
    """Whether counting the main wager takes minutes: best play against a dealer who is not seen first."""
    return _setting_of(book, player) == BEST and not book.procedure.dealer_exposed


def _setting_of(book: Rulebook, player: str) -> str:
    """How the player sets, where that is not said: the house way, or best where the dealer is seen first."""
    setting = player or (BEST if book.procedure.dealer_exposed else HOUSE_WAY)
    if setting not in PLAYERS:
        raise Refused(f"a player sets by {' or by '.join(PLAYERS)}, not {setting!r}")
    return setting


def _digest(book: Rulebook, dealer: Rulebook, setting: str, cache: Cache | None) -> str:
    """What the counts of a main wager are kept under: all that they follow from."""
    asked = [repr(game_of(book)), kept_settings(dealer, cache).digest, setting]
    if setting == HOUSE_WAY:
        asked.append(kept_settings(book, cache).digest)
    else:
        asked.append("the dealer seen first" if book.procedure.dealer_exposed else str(book.main.net))
    return hashlib.sha256(" ".join(asked).encode()).hexdigest()


def _count(
    book: Rulebook,
    dealer: Rulebook,
    setting: str,
    net: Fraction,
    workers: Executor,
    cache: Cache | None,
    digest: str,
    progress: Progress | None,
) -> tuple[int, int]:
    with needs_kernels():
        from houseway.maths.count import pairs
        from houseway.maths.play import every_hand as best_play

    game = game_of(book)
    game.load(cache)
    dealers = kept_settings(dealer, cache).dealers
    kept = cache.kept("pairs", digest) if cache else None
    if setting == BEST and not book.procedure.dealer_exposed:
        return best_play.count(game, dealers, net, workers, kept=kept, progress=progress)
    stairs = seen_dealer(game.hands) if setting == BEST else one_setting(kept_settings(book, cache).worth)
    win, lose = total(pairs.shards(pairs.Deals(game, dealers, stairs)), workers, kept=kept, progress=progress).tolist()
    return win, lose


def _kept_counts(cache: Cache | None, digest: str) -> tuple[int, int] | None:
    found = cache.read("pairs", digest) if cache else None
    return msgspec.json.decode(found, type=tuple[int, int]) if found is not None else None


@contextlib.contextmanager
def needs_kernels() -> Iterator[None]:
    """Import numba only where something must be counted, and say so where it is not there."""
    try:
        yield
    except ImportError as error:
        raise not_installed("counting", "maths") from error


@contextlib.contextmanager
def working(workers: Executor | None) -> Iterator[Executor]:
    """The executor given, or threads of this process."""
    if workers is not None:
        yield workers
    else:
        with engine() as threads:
            yield threads
