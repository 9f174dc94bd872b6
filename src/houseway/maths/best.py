"""Every legal setting of one hand against every hand the dealer can still hold, exactly.

Here: deals won, stood off and lost by each setting, which is best, and what the house way costs. Not here: the whole
game (`exact`). Nothing is dealt: each shape the dealer may hold is weighed by the cards that are left (`remaining`),
which takes milliseconds and needs only numpy.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from houseway.cards.card import Card, draw_cards, read_cards
from houseway.errors import BadCards, Refused
from houseway.maths.cache import Cache
from houseway.maths.compile import LOW_BITS, Game, SetHands, game_of, kept_settings
from houseway.rulebook.rulebook import Rulebook, split_cards


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
    ((Card('9c'), Card('6s')), Fraction(0, 1))
    """
    theirs = dealer or book
    game = game_of(book)
    if game_of(theirs) is not game:
        raise Refused(
            f"a hand of {book.id} cannot be played against the dealer of {theirs.id}: {book.id} deals {book.dealt} of "
            f"{book.deck}, {theirs.id} {theirs.dealt} of {theirs.deck}"
        )
    hand = book.read_hand(written)
    seen = _dead(theirs, hand, dead)
    known = _dealer_hand(theirs, (*hand, *seen), dealer_cards)
    settings = kept_settings(theirs, cache)
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
    hands = book.hands(np.array([[card.index for card in hand]], dtype=np.uint8))
    legal = np.flatnonzero(hands.legal[0])
    win, lose = _compare(hands.highs[0, legal], hands.lows[0, legal], theirs, weights, game)
    deals = int(weights.sum())
    net = Fraction(book.main.pays * (1 - book.main.commission))
    own = int(book.decide(hands).split[0])
    settings = []
    for split, won, lost in zip(legal.tolist(), win.tolist(), lose.tolist(), strict=True):
        low, high = split_cards(hands.cards[0], split)
        odds = SettingOdds(low=low, high=high, win=won, standoff=deals - won - lost, lose=lost, net=net)
        settings.append((odds, split))
    # of settings that are worth the same the house way comes first, then the highest low hand
    settings.sort(key=lambda one: (-one[0].ev, one[1] != own, -hands.lows[0, one[1]], one[1]))
    return Best(
        book=book.id,
        dealer=dealer.id,
        hand=hand,
        settings=tuple(odds for odds, _ in settings),
        house_way=next(number for number, (_, split) in enumerate(settings) if split == own),
    )


def _compare(
    highs: NDArray[np.int16], lows: NDArray[np.int16], theirs: SetHands, weights: NDArray[np.int64], game: Game
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """For each setting, the dealer's hands it beats in both, and those that beat or tie it in both."""
    steps = np.unique(highs)
    row_of_high = np.searchsorted(steps, np.arange(game.highs), side="right")
    rows, columns = len(steps) + 1, game.lows
    cell = row_of_high[theirs.worth >> LOW_BITS] * columns + (theirs.worth & ((1 << LOW_BITS) - 1))
    # whole numbers far below 2 ** 53, so that adding them as floats is exact
    counted = np.bincount(cell, weights=weights * ~theirs.fails, minlength=rows * columns).astype(np.int64)
    below = np.zeros((rows + 1, columns + 1), dtype=np.int64)
    below[1:, 1:] = counted.reshape(rows, columns).cumsum(axis=0).cumsum(axis=1)
    row = np.searchsorted(steps, highs) + 1
    win = below[row, lows]
    lose = below[-1, -1] - below[row, -1] - below[-1, lows] + win
    return win, lose


def _dead(book: Rulebook, hand: Sequence[Card], written: str | Iterable[Card | str]) -> tuple[Card, ...]:
    """Other cards seen: of this deck, and not in the hand."""
    seen = read_cards(written)
    _must_be_left(book, seen, hand, "dead")
    return seen


def _dealer_hand(book: Rulebook, gone: Sequence[Card], written: str | Iterable[Card | str]) -> tuple[Card, ...]:
    """The dealer's hand, where the players see it before they set."""
    cards = read_cards(written)
    if not cards:
        return ()
    if not book.procedure.dealer_exposed:
        raise Refused(f"{book.id} shows the dealer's cards only when the players have set theirs")
    hand = book.read_hand(cards)
    _must_be_left(book, hand, gone, "the dealer's")
    return hand


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
    weights = np.zeros(len(game.weights), dtype=np.int64)
    weights[game.find(hand)] = 1
    return weights
