"""One hand set by every book of the same deck, side by side, each with its clauses.

Here: which books are compared, and what each of them says about the hand. Not here: what a setting is worth (`hand`).
"""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from houseway.cards.ranking import Wheel
from houseway.rulebook.hands import Hands
from houseway.rulebook.rulebook import Rulebook
from houseway.web.analyst.hand import NamedSetting, shown, texts


class SpokenClause(msgspec.Struct, frozen=True, kw_only=True):
    """A clause that applies to the hand, the low hand it permits, and the clauses that overrode it."""

    clause: str
    when: str
    permits: str
    low: tuple[str, ...]
    overridden_by: tuple[str, ...]


class BookSetting(NamedSetting, frozen=True, kw_only=True):
    """A hand as one book sets it; the clause that decided comes last in `why`."""

    book: str
    title: str
    clause: str
    rulings: tuple[str, ...]
    why: tuple[SpokenClause, ...]


def every_house_way(book: Rulebook, hand: str, others: Iterable[Rulebook]) -> tuple[BookSetting, ...]:
    """A hand set by its own book and by every other of the same deck, the own book first.

    >>> import houseway.books
    >>> book = houseway.books.get("five-card")
    >>> [(found.book, found.low_name) for found in every_house_way(book, "Kc 9c 8c 6s 3d", [book])]
    [('five-card', 'Nine-eight')]
    """
    cards = book.read_hand(hand)
    alike: dict[Wheel, Hands] = {}
    found = []
    for each in (book, *(other for other in others if other.id != book.id)):
        if (each.deck, each.dealt, each.high_size) != (book.deck, book.dealt, book.high_size):
            continue
        if each.wheel not in alike:
            alike[each.wheel] = each.hands_of(cards)
        reasons = each.reasons(alike[each.wheel])
        low, decided = reasons[-1].low, reasons[-1].clause
        high = tuple(card for card in sorted(cards, reverse=True) if card not in low)
        spoken = (
            SpokenClause(
                clause=reason.clause.cite,
                when=str(reason.clause.when),
                permits=str(reason.clause.low),
                low=texts(reason.low),
                overridden_by=reason.overridden_by,
            )
            for reason in reasons
        )
        setting = BookSetting(
            **msgspec.structs.asdict(shown(each, low, high)),
            book=each.id,
            title=f"{each.source.title} {each.source.version}".strip(),
            clause=decided.cite,
            rulings=decided.rulings,
            why=tuple(spoken),
        )
        found.append(setting)
    return tuple(found)
