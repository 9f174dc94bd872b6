"""What a bot bets, and how it sets its hand, from what a page of its own would be shown.

Here: choosing among what the scene allows. A bot knows nothing else: its hand is that of `scene.arranging`, and whether
a setting is legal, what the house way is and what may be bet are in the scene. Not here: any rule of the game, who the
characters are (`characters`), or sending a request (`company`).
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from houseway.cards.card import Card
from houseway.rulebook.rulebook import Rulebook
from houseway.table.commands import Cards
from houseway.web.company.characters import Character, Slip, Style
from houseway.web.wire.scene import Arranging, Scene, Split

MOST_OF_PURSE = 4
"""A main wager is at most this part of a purse: a quarter."""


def wagers(scene: Scene, main: str, who: Character, random: Random) -> list[tuple[str, int]]:
    """The wagers a bot makes at its position, the main wager first; none where it may make no main wager."""
    at = scene.you.positions[0]
    open_to = scene.can.wager.get(at, {})
    if main not in open_to or scene.table.bank is not None:  # a bot never plays against a player's bank
        return []
    least, (_, most) = least_of(scene, main), scene.table.limits[main]
    affordable = scene.you.bankroll // MOST_OF_PURSE // least
    sides = [key for key in scene.table.limits if key != main]
    chosen = [key for key in sides if random.random() < who.side]
    return [(main, min(least * max(1, min(who.minimums, affordable)), most)), *((key, 0) for key in chosen)]


def least_of(scene: Scene, wager: str) -> int:
    """The smallest amount that a bot may bet on a wager now and that is not returned; 0 where it may not."""
    possible = scene.can.wager.get(scene.you.positions[0], {}).get(wager, 0)
    return max(possible, scene.table.limits[wager][0]) if possible else 0


def needs_values(who: Character) -> bool:
    """Whether a character sets hands by the exact value of every setting, which takes a moment to count."""
    return who.style is Style.BEST


def low(book: Rulebook, hand: Arranging, who: Character, random: Random) -> Cards:
    """The low hand that a character chooses without counting anything."""
    if who.slip is None or random.random() >= who.slips:
        return hand.house_way
    legal = [split for split in hand.splits if not split.foul]
    return max(legal, key=_by(book, hand, who.slip)).low


def _by(book: Rulebook, hand: Arranging, slip: Slip) -> Callable[[Split], tuple[int, int]]:
    """What a beginner compares settings by."""

    def strengths(split: Split) -> tuple[int, int]:
        high = [Card(card) for card in hand.cards if card not in split.low]
        both = book.strength_of(high), book.strength_of([Card(card) for card in split.low])
        return both if slip is Slip.HIGH_FIRST else both[::-1]

    return strengths
