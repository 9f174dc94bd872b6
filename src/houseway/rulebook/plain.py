"""Books and settings as plain values, ready for JSON, the same for the command line and the web API.

Here: names of fields. Not here: what is counted with a book (`maths.plain`), or laying anything out for a person.
"""

from __future__ import annotations

from typing import Any

from houseway.rulebook.rulebook import Rulebook, Setting

Plain = dict[str, Any]


def book_plain(book: Rulebook) -> Plain:
    """A book in brief: its document, its deck, and what it contains.

    >>> import houseway.books
    >>> book_plain(houseway.books.get("five-card"))["wagers"][:2]
    ['main', 'insurance']
    """
    return {
        "book": book.id,
        "title": book.source.title,
        "version": book.source.version,
        "house": book.source.house,
        "effective": book.source.effective,
        "deck": book.deck.size,
        "dealt": book.dealt,
        "hands": book.number_of_hands,
        "wheel": book.wheel.value,
        "clauses": len(book.clauses),
        "rulings": [ruling.id for ruling in book.rulings],
        "wagers": [book.main.key, *(wager.key for wager in book.side_wagers)],
        "group": book.group,
        "summary": book.summary,
        "digest": book.digest,
    }


def setting_plain(book: Rulebook, setting: Setting, *, why: bool = False) -> Plain:
    """A hand as the house way sets it; with `why`, also every clause that applied to it."""
    found: Plain = {
        "book": setting.book,
        "hand": [card.text for card in setting.hand],
        "low": [card.text for card in setting.low],
        "high": [card.text for card in setting.high],
        "clause": setting.clause,
        "rulings": list(setting.rulings),
    }
    if why:
        found["why"] = [
            {
                "clause": reason.clause.cite,
                "when": str(reason.clause.when),
                "permits": str(reason.clause.low),
                "low": [card.text for card in reason.low],
                "overridden_by": list(reason.overridden_by),
            }
            for reason in book.why(setting.hand)
        ]
    return found
