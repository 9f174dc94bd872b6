"""After a round: how the house way would have set a player's hand, and what both settings are worth.

Here: the review of one hand. Not here: the value of a setting (`maths.play.one_hand`), or whose hands these are.
"""

from __future__ import annotations

from fractions import Fraction

import msgspec

from houseway.cards.card import Card
from houseway.errors import HousewayError
from houseway.maths.cache import Cache
from houseway.maths.plain import fraction
from houseway.maths.play.grades import Grade, grade_of
from houseway.maths.play.one_hand import best
from houseway.rulebook.rulebook import Rulebook
from houseway.table.commands import Cards
from houseway.table.state import DEALER, Hand, Table


class ValuedSetting(msgspec.Struct, frozen=True, kw_only=True):
    """A setting, the names of its hands, and the expected value per unit bet: exactly, and rounded."""

    low: Cards
    high: Cards
    low_name: str
    high_name: str
    ev: str = ""
    ev_float: float | None = None


class Review(msgspec.Struct, frozen=True, kw_only=True):
    """A hand after its round; `best` is given if the value of settings can be calculated."""

    position: int
    yours: ValuedSetting
    house_way: ValuedSetting
    clause: str
    """The clause of the house way that decides this hand."""
    same: bool
    """Whether both settings have the same ranks."""
    best: ValuedSetting | None = None
    deals: int = 0
    """How many dealer hands the values are averaged over."""
    given_up: str = ""
    """What the player's setting gives up against the best one, per unit bet; exactly, and rounded."""
    given_up_float: float | None = None
    grade: Grade | None = None
    set_by_dealer: bool = False
    """Whether the dealer set the hand, because the time ran out or the player's setting was a foul."""
    dealer_cards: Cards = ()
    """The dealer's hand, where players see it before they set: the values are against this hand."""


def review(book: Rulebook, table: Table, position: int, cache: Cache | None) -> Review:
    """Compare a hand that was set with the house way and the best setting; the bank's hand with the house way only."""
    hand = table.hands[position]
    setting = book.set(hand.cards)
    yours = _worth(book, hand.low, hand.high)
    way = _worth(book, *(tuple(card.text for card in part) for part in (setting.low, setting.high)))
    plain = Review(
        position=position,
        yours=yours,
        house_way=way,
        clause=setting.clause,
        same=(yours.low_name, yours.high_name) == (way.low_name, way.high_name),
        set_by_dealer=bool(hand.house_way),
        dealer_cards=_seen_first(book, table),
    )
    if position == DEALER:  # the values are those of a hand played against a dealer's
        return plain
    try:
        return _weighed(book, plain.dealer_cards, hand, plain, cache)
    except HousewayError:  # a book without values still has its house way
        return plain


def _seen_first(book: Rulebook, table: Table) -> Cards:
    return table.hands[DEALER].cards if book.procedure.dealer_exposed else ()


def _weighed(book: Rulebook, seen: Cards, hand: Hand, plain: Review, cache: Cache | None) -> Review:
    found = best(book, hand.cards, dealer_cards=seen, cache=cache)
    own = next(setting for setting in found.settings if {card.text for card in setting.low} == {*hand.low})
    top = found.settings[found.best]
    low, high = (tuple(card.text for card in part) for part in (top.low, top.high))
    return msgspec.structs.replace(
        plain,
        yours=_valued(plain.yours, own.ev),
        house_way=_valued(plain.house_way, found.settings[found.house_way].ev),
        best=_valued(_worth(book, low, high), top.ev),
        deals=found.deals,
        given_up=fraction(top.ev - own.ev),
        given_up_float=float(top.ev - own.ev),
        grade=grade_of(top.ev - own.ev),
    )


def _worth(book: Rulebook, low: Cards, high: Cards) -> ValuedSetting:
    names = (str(book.rank_of([Card(card) for card in part])) for part in (low, high))
    low_name, high_name = names
    return ValuedSetting(low=low, high=high, low_name=low_name, high_name=high_name)


def _valued(setting: ValuedSetting, ev: Fraction) -> ValuedSetting:
    return msgspec.structs.replace(setting, ev=fraction(ev), ev_float=float(ev))
