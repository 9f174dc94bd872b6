"""One hand as the analyst shows it: every legal setting, its exact counts, and what it gives up.

Here: the answer and putting it together. Not here: weighing the settings (`maths.play`), how each book sets the hand
(`house_ways`), or drawing any of it.
"""

from __future__ import annotations

import msgspec

from houseway.cards.card import Card, draw_cards, read_cards
from houseway.errors import BadCards, Refused
from houseway.maths.cache import Cache
from houseway.maths.plain import fraction
from houseway.maths.play.grades import Grade, grade_of
from houseway.maths.play.one_hand import beaten_in_both, best
from houseway.maths.play.weigh import Best
from houseway.rulebook.rulebook import Rulebook, Setting


class NamedSetting(msgspec.Struct, frozen=True, kw_only=True):
    """Two hands as they are set, with their names."""

    low: tuple[str, ...]
    high: tuple[str, ...]
    low_name: str
    high_name: str


class AnalysedSetting(NamedSetting, frozen=True, kw_only=True):
    """A legal setting: the deals it wins, pushes and loses, and what it gives up per unit bet against the best one."""

    win: int
    standoff: int
    lose: int
    ev: str
    ev_float: float
    given_up: str
    given_up_float: float
    grade: Grade
    beaten: bool
    """Whether another setting is as good in both hands."""


class DealersHand(NamedSetting, frozen=True, kw_only=True):
    """The dealer's hand where it is seen, as the dealer's book sets it."""

    clause: str
    push: str
    """Why the main wager pushes with it, if it does."""


class Analysis(msgspec.Struct, frozen=True, kw_only=True):
    """A hand with every legal setting, best first; `house_way`, `best` and `played` are places among them."""

    book: str
    dealer: str
    hand: tuple[str, ...]
    dead: tuple[str, ...]
    deals: int
    """How many hands the dealer may hold."""
    net: str
    """What a win pays per unit bet, after commission."""
    commission: str
    standoff_word: str
    settings: tuple[AnalysedSetting, ...]
    house_way: int
    clause: str
    """The clause of the book that sets this hand."""
    best: int
    played: int | None
    dealer_hand: DealersHand | None


def analyse(
    book: Rulebook,
    hand: str,
    *,
    low: str = "",
    dead: str = "",
    dealer: Rulebook | None = None,
    dealer_cards: str = "",
    cache: Cache | None = None,
) -> Analysis:
    """Analyse a hand; `low` is the low hand that was played.

    >>> import houseway.books
    >>> book = houseway.books.get("five-card")
    >>> found = analyse(book, "Kc 9c 8c 6s 3d", low="3d 8c", dealer_cards="Ah Qd 9s 5c 2h")
    >>> found.settings[found.played].low_name, found.settings[found.played].grade.value, found.dealer_hand.low_name
    ('Eight-three', 'blunder', 'Queen-nine')
    """
    theirs = dealer or book
    found = best(book, hand, dead=dead, dealer=dealer, dealer_cards=dealer_cards, cache=cache)
    return Analysis(
        book=book.id,
        dealer=theirs.id,
        hand=texts(found.hand),
        dead=texts(read_cards(dead)) if dead.strip() else (),
        deals=found.deals,
        net=fraction(book.main.net),
        commission=fraction(book.main.commission),
        standoff_word=book.main.standoff_word,
        settings=_settings(book, found),
        house_way=found.house_way,
        clause=book.set(found.hand).clause,
        best=found.best,
        played=_played(found, low),
        dealer_hand=_dealers_hand(theirs, dealer_cards),
    )


def texts(cards: tuple[Card, ...]) -> tuple[str, ...]:
    """Cards as they are sent."""
    return tuple(card.text for card in cards)


def shown(book: Rulebook, low: tuple[Card, ...], high: tuple[Card, ...]) -> NamedSetting:
    """Two hands with the names the book gives them."""
    low_name, high_name = (str(book.rank_of(part)) for part in (low, high))
    return NamedSetting(low=texts(low), high=texts(high), low_name=low_name, high_name=high_name)


def _settings(book: Rulebook, found: Best) -> tuple[AnalysedSetting, ...]:
    top = found.settings[found.best].ev
    return tuple(
        AnalysedSetting(
            **msgspec.structs.asdict(shown(book, setting.low, setting.high)),
            win=setting.win,
            standoff=setting.standoff,
            lose=setting.lose,
            ev=fraction(setting.ev),
            ev_float=float(setting.ev),
            given_up=fraction(top - setting.ev),
            given_up_float=float(top - setting.ev),
            grade=grade_of(top - setting.ev),
            beaten=beaten,
        )
        for setting, beaten in zip(found.settings, beaten_in_both(book, found), strict=True)
    )


def _played(found: Best, low: str) -> int | None:
    """The place of the setting with this low hand; none if none is given."""
    if not low.strip():
        return None
    cards = read_cards(low)
    strange = [card for card in cards if card not in found.hand]
    if strange:
        raise BadCards(f"{draw_cards(strange)} is not in this hand: {draw_cards(found.hand)}")
    size = len(found.settings[0].low)
    if len(cards) != size:
        raise BadCards(f"a low hand has {size} cards, not {len(cards)}: {draw_cards(cards)}")
    for place, setting in enumerate(found.settings):
        if set(setting.low) == set(cards):
            return place
    raise Refused(f"{draw_cards(cards)} low is a foul: the high hand would rank below it")


def _dealers_hand(book: Rulebook, cards: str) -> DealersHand | None:
    if not cards.strip():
        return None
    setting: Setting = book.set(cards)
    push = book.push_with(setting.low, setting.high)
    return DealersHand(
        **msgspec.structs.asdict(shown(book, setting.low, setting.high)),
        clause=setting.clause,
        push=push.says if push else "",
    )
