"""What solving found, as values: the bounds, what a house way gives up, and the hands where it gives up most.

Here: turning the state of the iteration into a report and a strategy file. Not here: printing it.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np

from houseway.cards.card import CARDS, Card
from houseway.errors import Refused
from houseway.maths.set_hands import pack
from houseway.maths.solve.equilibrium import Bounds, Side, Solving
from houseway.maths.solve.files import write_strategy
from houseway.rulebook.hands import places_of_low
from houseway.rulebook.rulebook import Rulebook


@dataclass(frozen=True)
class Differs:
    """A class of hands that a house way sets otherwise than the dealer's best reply."""

    hand: tuple[Card, ...]
    hands: int
    """How many hands there are of this class."""
    clause: str
    low: tuple[Card, ...]
    better: tuple[Card, ...]
    """The low hand of the best reply to the player's average."""
    gives_up: Fraction
    """What the house way gives up with these hands, per unit bet and round."""


@dataclass(frozen=True)
class Solved:
    """The report of a book."""

    book: str
    digest: str
    history: tuple[Bounds, ...]
    house_ways: dict[str, Fraction]
    """What the player's best reply gains per unit bet against the house way of this book, and of others."""
    differs: tuple[Differs, ...]
    certificate: tuple[Fraction, Fraction]
    """The bounds that the two strategies without mixing certify."""

    @property
    def bounds(self) -> Bounds:
        """The bounds of the value."""
        return self.history[-1]

    def gives_up(self, book: str) -> tuple[Fraction, Fraction]:
        """What a house way gives the player beyond the value of the game: at least, and at most.

        A house way is a strategy of the dealer, so what a best reply gains against any of them bounds the value too.
        """
        value_at_most = min(self.bounds.upper, *self.house_ways.values())
        return self.house_ways[book] - value_at_most, self.house_ways[book] - self.bounds.lower


def must_be_solvable(book: Rulebook) -> None:
    """Refuse books in which the two sides do not both choose in the dark."""
    if book.procedure.dealer_exposed:
        raise Refused(f"{book.id} shows the dealer's hand before the player sets: there is nothing to solve")
    if book.main.pushes:
        raise Refused(f"in {book.id} some hands of the dealer push, however the player sets; such books are not solved")


def about(book: Rulebook) -> str:
    """What a state belongs to: the game and what a win pays; and the house way it starts from."""
    game = (book.deck, book.dealt, book.high_size, getattr(book, "wheel", ""), book.main.net, book.settings_digest)
    return hashlib.sha256(repr(game).encode()).hexdigest()


def report(
    book: Rulebook, solving: Solving, house: Any, *, house_ways: dict[str, Fraction] | None = None, most: int = 12
) -> Solved:
    """The report after any round; `house` is the house way as a strategy, `house_ways` what others give the player."""
    if solving.pure is None:
        raise ValueError("no round was played")
    scale = solving.weight * solving.replies.scale
    lost = solving.replies.lost(Side.DEALER, house)
    best = solving.replies.plain(solving.next_dealer)
    numbers = solving.replies.numbers()
    order = np.argsort(-lost, kind="stable")[:most]
    return Solved(
        book=book.id,
        digest=book.digest,
        history=tuple(solving.history),
        house_ways={book.id: solving.first, **(house_ways or {})},
        differs=tuple(
            _differs(book, _cards(book, int(numbers[at])), int(best[at]), Fraction(int(lost[at]), scale))
            for at in order.tolist()
            if lost[at] > 0
        ),
        certificate=solving.pure,
    )


def _cards(book: Rulebook, number: int) -> list[int]:
    """The cards of the hand with a colexicographic number."""
    from math import comb

    places = []
    place = book.deck.size
    for size in range(book.dealt, 0, -1):
        while comb(place, size) > number:
            place -= 1
        number -= comb(place, size)
        places.append(place)
    every = book.deck.cards
    return [every[place].index for place in reversed(places)]


def _differs(book: Rulebook, cards: list[int], worth: int, gives_up: Fraction) -> Differs:
    setting = book.set([CARDS[card] for card in cards])
    row = np.array([cards], dtype=np.uint8)
    hands = book.as_hands(np.sort(row, axis=1))
    worths = pack(hands.highs[0], hands.lows[0])
    split = next(at for at in range(len(worths)) if worths[at] == worth and hands.legal[0, at])
    low = tuple(CARDS[hands.cards[0, place]] for place in reversed(places_of_low(book.dealt)[split]))
    return Differs(setting.hand, _orbit(cards), setting.clause, setting.low, low, gives_up)


def _orbit(cards: list[int]) -> int:
    """How many hands differ from a hand only in the names of suits."""
    from itertools import permutations

    renamed = {
        frozenset(card if card >= 52 else card // 4 * 4 + order[card % 4] for card in cards)
        for order in permutations(range(4))
    }
    return len(renamed)


def write_strategies(path: Path, book: Rulebook, solving: Solving) -> None:
    """Write the two strategies without mixing, and what they certify."""
    if solving.pure is None:
        raise ValueError("no round was played")
    order = np.argsort(solving.replies.numbers(), kind="stable")
    places = [solving.replies.places(strategy)[order] for strategy in (solving.player, solving.dealer)]
    said = {
        "book": book.id,
        "digest": book.digest,
        "ranks": list(book.deck.ranks),
        "joker": book.deck.joker,
        "dealt": book.dealt,
        "high": book.high_size,
        "net": str(book.main.net),
        "rounds": solving.rounds,
        "lower": str(solving.pure[0]),
        "upper": str(solving.pure[1]),
    }
    write_strategy(path, said, *places)
