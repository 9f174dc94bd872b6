"""The text a book's digest is made of.

Journals, PAR sheets and cached counts carry the digest of their book, so this text keeps the layout of the first
release even when the classes change: fields added later have `repr=False`, and fields that moved are written
at their old place. What a later field says is therefore not part of the digest.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from houseway.rulebook.rulebook import Rulebook

_NEXT = "manual_deal_cite="
"""What followed the citations of the side wagers when they were part of the procedure."""


def written(book: Rulebook) -> str:
    """A book as text: its `repr`, with the citations of its side wagers among the procedure.

    >>> import houseway.books
    >>> "fortune_wins_cite='3.22', " in written(houseway.books.get("mbs-v4"))
    True
    """
    before, after = repr(book).split(_NEXT, 1)
    wins, loses, envy = (
        "|".join(dict.fromkeys(filter(None, cites)))
        for cites in zip(("", "", ""), *((side.wins, side.loses, side.envy) for side in book.side_wagers), strict=True)
    )
    cites = f"fortune_wins_cite={wins!r}, fortune_loses_cite={loses!r}, envy_cite={envy!r}, "
    return f"{before}{cites}{_NEXT}{after}"
