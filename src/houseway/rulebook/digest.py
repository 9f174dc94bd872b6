"""The text a book's digest is made of.

Journals, PAR sheets and cached counts carry the digest of their book, so this text keeps the layout of the first
release even when the classes change: fields added later have `repr=False`, and fields that moved are written
at their old place. What such a field says is not part of the digest, unless it is marked `LATER`: then it is
written at the end wherever it differs from its default, so that a book that does not use it keeps its digest.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from houseway.rulebook.rulebook import Rulebook

_NEXT = "manual_deal_cite="
"""What followed the citations of the side wagers when they were part of the procedure."""


LATER = {"in the digest": "unless it has its default"}
"""The metadata of a field that was added after the first release; it also has `repr=False`."""


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
    return f"{before}{cites}{_NEXT}{after}{''.join(_later(book))}"


def _later(value: Any, path: str = "") -> Iterator[str]:
    """Every later field of a book and of its parts that does not have its default."""
    if isinstance(value, tuple):
        for number, part in enumerate(value):
            yield from _later(part, f"{path}[{number}]")
    elif dataclasses.is_dataclass(value):
        for field in dataclasses.fields(value):
            held = getattr(value, field.name)
            if field.metadata.keys() & LATER:
                if held != field.default:
                    yield f" {path}.{field.name}={held!r}"
            else:
                yield from _later(held, f"{path}.{field.name}")
