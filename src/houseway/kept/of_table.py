"""Which table a stream of the journal belongs to.

Here: the streams that only the process writes to that runs the table. Not here: what is in them.
"""

from __future__ import annotations

from typing import Final

from houseway.kept.acted import RUN
from houseway.kept.decks import DECK
from houseway.kept.seals import STREAM as SEALS
from houseway.kept.tables import ASKED, STREAM

_OF_A_TABLE: Final = (STREAM, ASKED, DECK, SEALS, RUN)


def table_of(stream: str) -> str:
    """The table a stream belongs to; empty where it belongs to none.

    >>> table_of("deck:fortune-us"), table_of("cage:ann")
    ('fortune-us', '')
    """
    kind, colon, name = stream.partition(":")
    return name if kind + colon in _OF_A_TABLE else ""
