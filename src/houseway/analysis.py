"""Odds, best settings and simulations by plain arguments: the front door to `houseway.maths`.

Here: finding the book, the cache and the workers that a call needs. Not here: any counting.

Results are kept in the same cache as those of the `houseway` command: counting a game of seven cards takes seconds to
minutes the first time, and is looked up from then on.

A book, a game and even the list of books need numpy; only cards, errors and the version need no other package.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

from houseway import books

if TYPE_CHECKING:
    from houseway.cards.card import Card
    from houseway.maths.cache import Cache
    from houseway.maths.count.odds import Odds
    from houseway.maths.play.weigh import Best
    from houseway.maths.simulate.results import Simulation
    from houseway.rulebook.rulebook import Rulebook


def book(name: str | Path) -> Rulebook:
    """A shipped book by its name, or your own by the path of its file.

    >>> import houseway
    >>> print(houseway.book("mbs-v4").set("Kc Qh 9s 6h 4c 3d 2s"))
    Q♥ 9♠ under K♣ 6♥ 4♣ 3♦ 2♠ (Appendix A.1 No pair)
    """
    return books.get(name)


def book_names() -> tuple[str, ...]:
    """The names of the shipped books.

    >>> import houseway
    >>> "mbs-v4" in houseway.book_names()
    True
    """
    return books.names()


def odds(
    book: str | Path | Rulebook,
    *,
    player: str = "",
    commission: str = "",
    pays: Iterable[str] = (),
    cached: bool = True,
) -> Odds:
    """The exact odds of every wager of a book; no deal is sampled.

    `player` is `house-way` or `best`, and by default the house way, or best where the dealer's hand is seen first.
    `commission="4%"` and `pays=["Royal Flush=150"]` answer what-if questions. Needs the extra `houseway[maths]`.

    >>> import houseway
    >>> found = houseway.odds("five-card", cached=False)
    >>> print(f"{float(found.main.house_edge):.4%}")
    2.7306%
    """
    from houseway.maths.count.what_if import what_if
    from houseway.maths.count.whole_book import odds as count
    from houseway.maths.shards import engine

    asked = what_if(_book(book), commission=commission, pays=pays)
    with engine() as workers:
        return count(asked, player=player, workers=workers, cache=_cache(cached=cached))


def best(
    book: str | Path | Rulebook,
    hand: str | Iterable[Card | str],
    *,
    dead: str | Iterable[Card | str] = (),
    dealer: str | Path | Rulebook | None = None,
    dealer_cards: str | Iterable[Card | str] = (),
    cached: bool = True,
) -> Best:
    """Every legal setting of a hand, best first, with its exact wins, standoffs and losses.

    `dead` are other cards you have seen, `dealer` is the book the dealer sets by if it is another one, and
    `dealer_cards` the dealer's hand where the book shows it before the players set.

    >>> import houseway
    >>> found = houseway.best("five-card", "Kc 9c 8c 6s 3d", dealer_cards="Ah Qd 9s 5c 2h", cached=False)
    >>> found.settings[0].low, found.settings[0].ev
    ((Card('6s'), Card('3d')), Fraction(0, 1))
    """
    from houseway.maths.play.one_hand import best as weigh

    return weigh(
        _book(book),
        hand,
        dead=dead,
        dealer=_book(dealer) if dealer is not None else None,
        dealer_cards=dealer_cards,
        cache=_cache(cached=cached),
    )


def simulate(
    book: str | Path | Rulebook,
    *,
    rounds: int,
    positions: int = 1,
    seed: int = 0,
    exact: bool = False,
    cached: bool = True,
) -> Simulation:
    """Play whole rounds with every wager of the book on every position.

    The same seed gives the same result. `exact` puts the exact odds beside it. Needs the extra `houseway[maths]`.

    >>> import houseway
    >>> found = houseway.simulate("five-card", rounds=1000, positions=2, seed=7, cached=False)
    >>> [(outcome.name, outcome.deals) for outcome in found.main.outcomes]
    [('win', 405), ('standoff', 1165), ('lose', 430)]
    """
    from houseway.maths.count.whole_book import needs_kernels

    with needs_kernels():
        from houseway.maths.simulate.run import simulate as play

        return play(
            _book(book),
            rounds=rounds,
            positions=positions,
            seed=seed,
            with_exact=exact,
            cache=_cache(cached=cached),
        )


def _book(given: str | Path | Rulebook) -> Rulebook:
    from houseway.rulebook.rulebook import Rulebook

    return given if isinstance(given, Rulebook) else books.get(given)


def _cache(*, cached: bool) -> Cache | None:
    from houseway.maths.cache import Cache, cache_folder

    return Cache(cache_folder()) if cached else None
