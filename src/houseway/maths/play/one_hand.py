"""Every legal setting of one hand against every hand the dealer can still hold, exactly.

Here: the deals each setting wins, stands off and loses, which is best, and what the house way costs. Not here: the
whole game (`count.whole_book`, `every_hand`). Nothing is dealt: each shape the dealer may hold is weighted by the cards
that are left (`cards.remaining`), which takes milliseconds and needs only numpy.
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
from houseway.maths.worth import LOW_BITS, LOW_MASK, Game, SetHands, Worth, cached_settings, game_of, pack, reach
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
    """What a win pays per unit bet, after commission."""

    @property
    def deals(self) -> int:
        """All hands the dealer may hold."""
        return self.win + self.standoff + self.lose

    @property
    def ev(self) -> Fraction:
        """Expected value per unit bet."""
        return (self.net * self.win - self.lose) / self.deals


@dataclass(frozen=True, kw_only=True)
class Best:
    """Every legal setting of a hand, best first."""

    book: str
    dealer: str
    hand: tuple[Card, ...]
    settings: tuple[SettingOdds, ...]
    house_way: int
    """The place of the house way among them."""
    best: int = 0

    @property
    def deals(self) -> int:
        """All hands the dealer may hold."""
        return self.settings[0].deals

    @property
    def cost(self) -> Fraction:
        """What the house way costs per unit bet, compared with the best setting."""
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

    `dead` are other cards seen; `dealer` is the book the dealer sets by, if it is another; `dealer_cards` is the
    dealer's hand, in a book that exposes it before the players set.

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
    settings = cached_settings(theirs, cache)
    game.load(cache)
    if known:
        weights = _only(game, known)
    else:
        left = book.deck.size - book.dealt - len(seen)
        if left < book.dealt:
            raise BadCards(f"{left} cards are left, too few for a dealer's hand of {book.dealt}")
        weights = game.remaining.weights([card.index for card in (*hand, *seen)])
    splits = _legal(hand, book.high_size)
    worth = pack(
        np.array([split.high_strength for split in splits]), np.array([split.low_strength for split in splits])
    )
    win, lose = _compare(reach(worth), settings, weights, game)
    weighed = _Weighed(splits, win.tolist(), lose.tolist(), int(weights.sum()))
    return _best_first(book, theirs, hand, weighed)


class _Split(NamedTuple):
    low: tuple[Card, ...]
    high: tuple[Card, ...]
    low_strength: int
    high_strength: int


class _Weighed(NamedTuple):
    """The legal splits of a hand, the deals each wins and loses, and all deals."""

    splits: list[_Split]
    win: list[int]
    lose: list[int]
    deals: int


def _best_first(book: Rulebook, dealer: Rulebook, hand: tuple[Card, ...], weighed: _Weighed) -> Best:
    splits, win, lose, deals = weighed
    net = book.main.net
    house_way = set(book.set(hand).low)
    settings = [
        SettingOdds(low=split.low, high=split.high, win=won, standoff=deals - won - lost, lose=lost, net=net)
        for split, won, lost in zip(splits, win, lose, strict=True)
    ]

    def place(i: int) -> tuple[object, ...]:
        """Of settings worth the same the house way comes first, then the highest low hand, then the Joker kept high."""
        split = splits[i]
        joker_low = any(card.is_joker for card in split.low)
        return -settings[i].ev, set(split.low) != house_way, -split.low_strength, -split.high_strength, joker_low

    order = sorted(range(len(splits)), key=place)
    return Best(
        book=book.id,
        dealer=dealer.id,
        hand=hand,
        settings=tuple(settings[i] for i in order),
        house_way=next(number for number, i in enumerate(order) if set(splits[i].low) == house_way),
    )


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
    numbers: Worth, theirs: SetHands, weights: NDArray[np.int64], game: Game
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """For each of the player's numbers, the dealer's hands with both ranks below it, and with neither.

    By `comparison.BY_HANDS_WON` the first are won and the second lost.
    """
    highs, lows = numbers >> LOW_BITS, numbers & LOW_MASK
    steps = np.unique(highs)
    rows, columns = len(steps) + 1, game.lows
    cell_of_high = np.searchsorted(steps, np.arange(game.highs), side="right") * columns
    cell = cell_of_high.take(theirs.high)
    cell += theirs.low
    if theirs.fails.any():
        weights = weights * ~theirs.fails
    # integers far below 2 ** 53, so adding them as floats is exact
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
        raise Refused(f"{book.id} shows the dealer's cards only after the players have set theirs")
    hand = book.read_hand(cards)
    _must_be_left(book, hand, gone, "the dealer's")
    return hand


def _cards(written: str | Iterable[Card | str]) -> tuple[Card, ...]:
    """The cards written; none if nothing is."""
    given = written.strip() if isinstance(written, str) else list(written)
    return read_cards(given) if given else ()


def _must_be_left(book: Rulebook, cards: Sequence[Card], gone: Sequence[Card], whose: str) -> None:
    for card in cards:
        if not book.deck.has([card.index]):
            raise BadCards(
                f"{book.id} is played with {'no Joker' if card.is_joker else f'no {card}'}: it cannot be {whose}"
            )
        if card in gone:
            raise BadCards(f"{draw_cards([card])} cannot be {whose}: it is already used")


def _only(game: Game, hand: Sequence[Card]) -> NDArray[np.int64]:
    """Weights that leave the dealer this one hand."""
    gone = [card.index for card in game.deck.cards if card not in hand]
    return game.remaining.weights(gone)
