"""Every legal setting of one hand against every hand the dealer can still hold, exactly.

Here: deals won, stood off and lost by each setting, which is best, and what the house way costs. Not here: the whole
game (`exact`). Nothing is dealt: each shape the dealer may hold is weighed by the cards that are left (`remaining`),
which takes milliseconds and needs only numpy.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from houseway.cards.card import Card, draw_cards, read_cards
from houseway.cards.tables import least_legal_high
from houseway.errors import BadCards, Refused
from houseway.maths.cache import Cache
from houseway.maths.compile import Game, SetHands, game_of, kept_settings
from houseway.rulebook.diff import must_be_one_game
from houseway.rulebook.rulebook import Rulebook, strength_of


@dataclass(frozen=True, kw_only=True)
class SettingOdds:
    """One legal setting, and the deals it wins, stands off and loses."""

    low: tuple[Card, ...]
    high: tuple[Card, ...]
    win: int
    standoff: int
    lose: int
    net: Fraction
    """What a win brings a unit, the commission taken off."""

    @property
    def deals(self) -> int:
        """All hands the dealer may hold."""
        return self.win + self.standoff + self.lose

    @property
    def ev(self) -> Fraction:
        """What a unit wagered brings on average."""
        return (self.net * self.win - self.lose) / self.deals


@dataclass(frozen=True, kw_only=True)
class Best:
    """Every legal setting of a hand, best first."""

    book: str
    dealer: str
    hand: tuple[Card, ...]
    settings: tuple[SettingOdds, ...]
    house_way: int
    """Which of them is the house way."""
    best: int = 0

    @property
    def deals(self) -> int:
        """All hands the dealer may hold."""
        return self.settings[0].deals

    @property
    def cost(self) -> Fraction:
        """What playing the house way costs a unit wagered, beside the best setting."""
        return self.settings[self.best].ev - self.settings[self.house_way].ev


def best(
    book: Rulebook,
    written: str | Iterable[Card | str],
    *,
    dead: str | Iterable[Card | str] = (),
    dealer: Rulebook | None = None,
    dealer_cards: str | Iterable[Card | str] = (),
    cache: Cache | None = None,
) -> Best:
    """Weigh every legal setting of a hand.

    `dead` are other cards seen; `dealer` is the book the dealer sets by, if another; `dealer_cards` his hand, where the
    book exposes it before the players set.

    >>> import houseway.books
    >>> found = best(houseway.books.get("five-card"), "Kc 9c 8c 6s 3d", dealer_cards="Ah Qd 9s 5c 2h")
    >>> found.settings[found.best].low, found.settings[found.best].ev
    ((Card('6s'), Card('3d')), Fraction(0, 1))
    """
    theirs = dealer or book
    game = game_of(book)
    must_be_one_game(book, theirs)
    hand = book.read_hand(written)
    seen = _dead(theirs, hand, dead)
    known = _dealer_hand(theirs, (*hand, *seen), dealer_cards)
    settings = kept_settings(theirs, cache)
    game.load(cache)
    if known:
        weights = _only(game, known)
    else:
        left = book.deck.size - book.dealt - len(seen)
        if left < book.dealt:
            raise BadCards(f"{left} cards are left, too few for a dealer's hand of {book.dealt}")
        weights = game.remaining.weights([card.index for card in (*hand, *seen)])
    return _weighed(book, theirs, game, hand, settings, weights)


def _weighed(
    book: Rulebook,
    dealer: Rulebook,
    game: Game,
    hand: tuple[Card, ...],
    theirs: SetHands,
    weights: NDArray[np.int64],
) -> Best:
    splits = _legal(hand, book.high_size)
    highs = np.array([split.high_strength for split in splits])
    lows = np.array([split.low_strength for split in splits])
    win, lose = _compare(highs, lows, theirs, weights, game)
    deals = int(weights.sum())
    net = book.main.net
    own = set(book.set(hand).low)
    settings = [
        SettingOdds(low=split.low, high=split.high, win=won, standoff=deals - won - lost, lose=lost, net=net)
        for split, won, lost in zip(splits, win.tolist(), lose.tolist(), strict=True)
    ]

    def place(i: int) -> tuple[object, ...]:
        """Of settings that are worth the same the house way comes first, then the highest low hand, the Joker high."""
        low = splits[i].low
        return -settings[i].ev, set(low) != own, -lows[i], -highs[i], any(card.is_joker for card in low)

    order = sorted(range(len(splits)), key=place)
    return Best(
        book=book.id,
        dealer=dealer.id,
        hand=hand,
        settings=tuple(settings[i] for i in order),
        house_way=next(number for number, i in enumerate(order) if set(splits[i].low) == own),
    )


class _Split(NamedTuple):
    low: tuple[Card, ...]
    high: tuple[Card, ...]
    low_strength: int
    high_strength: int


def _legal(hand: Sequence[Card], high_size: int) -> list[_Split]:
    """Every legal setting of a hand."""
    least = least_legal_high(high_size)
    found = []
    for low in itertools.combinations(sorted(hand, key=lambda card: -card.index), len(hand) - high_size):
        high = tuple(sorted((card for card in hand if card not in low), key=lambda card: -card.index))
        split = _Split(low, high, strength_of(low), strength_of(high))
        if split.high_strength >= least[split.low_strength]:
            found.append(split)
    return found


def _compare(
    highs: NDArray[np.int64], lows: NDArray[np.int64], theirs: SetHands, weights: NDArray[np.int64], game: Game
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """For each setting, the dealer's hands it beats in both, and those that beat or tie it in both."""
    steps = np.unique(highs)
    rows, columns = len(steps) + 1, game.lows
    cell_of_high = np.searchsorted(steps, np.arange(game.highs), side="right") * columns
    cell = cell_of_high.take(theirs.high)
    cell += theirs.low
    if theirs.fails.any():
        weights = weights * ~theirs.fails
    # whole numbers far below 2 ** 53, so that adding them as floats is exact
    counted = np.bincount(cell, weights=weights, minlength=rows * columns).astype(np.int64)
    below = np.zeros((rows + 1, columns + 1), dtype=np.int64)
    below[1:, 1:] = counted.reshape(rows, columns).cumsum(axis=0).cumsum(axis=1)
    row = np.searchsorted(steps, highs) + 1
    win = below[row, lows]
    lose = below[-1, -1] - below[row, -1] - below[-1, lows] + win
    return win, lose


def _dead(book: Rulebook, hand: Sequence[Card], written: str | Iterable[Card | str]) -> tuple[Card, ...]:
    """Other cards seen: of this deck, and not in the hand."""
    seen = _cards(written)
    _must_be_left(book, seen, hand, "dead")
    return seen


def _dealer_hand(book: Rulebook, gone: Sequence[Card], written: str | Iterable[Card | str]) -> tuple[Card, ...]:
    """The dealer's hand, where the players see it before they set."""
    cards = _cards(written)
    if not cards:
        return ()
    if not book.procedure.dealer_exposed:
        raise Refused(f"{book.id} shows the dealer's cards only when the players have set theirs")
    hand = book.read_hand(cards)
    _must_be_left(book, hand, gone, "the dealer's")
    return hand


def _cards(written: str | Iterable[Card | str]) -> tuple[Card, ...]:
    """Cards as somebody wrote them; nothing written is no card."""
    given = written.strip() if isinstance(written, str) else list(written)
    return read_cards(given) if given else ()


def _must_be_left(book: Rulebook, cards: Sequence[Card], gone: Sequence[Card], whose: str) -> None:
    for card in cards:
        if not book.deck.has([card.index]):
            raise BadCards(
                f"{book.id} is played with {'no Joker' if card.is_joker else f'no {card}'}: it cannot be {whose}"
            )
        if card in gone:
            raise BadCards(f"{draw_cards([card])} cannot be {whose}: it is gone already")


def _only(game: Game, hand: Sequence[Card]) -> NDArray[np.int64]:
    """One hand, as the weights of shapes."""
    gone = [card.index for card in game.deck.cards if card not in hand]
    return game.remaining.weights(gone)
