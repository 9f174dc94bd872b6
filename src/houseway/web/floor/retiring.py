"""Whether a table can close for good now, and what to do first where it cannot.

Here: the refusal. Not here: closing it (`house`), or what the cage records of that (`cage.retiring`).
"""

from __future__ import annotations

from houseway.errors import Refused
from houseway.rulebook.procedure import Fault, Phase, Remedy
from houseway.rulebook.rulebook import Rulebook
from houseway.web.floor.live_table import LiveTable


def must_be_retirable(live: LiveTable) -> None:
    """Refuse a table that is in a round or on hold; a round that nobody bets in does not end by itself."""
    table = live.table
    if table.phase is Phase.BETWEEN_ROUNDS and table.hold is None:
        return
    way = ""
    if table.phase is Phase.BETTING and table.hold is None and not table.wagers:
        way = f": betting is open and nobody has a wager, so {_way_out(live.book)} first"
    raise Refused(f"table {live.name} can be closed for good only between rounds, with nothing on hold{way}")


def _way_out(book: Rulebook) -> str:
    """How a round without a wager ends."""
    other = book.procedure.irregularity(Fault.OTHER)
    voids = other and any(printed.remedy is Remedy.VOID for printed in other.remedies)
    return f"report {other.fault.value} ({other.cite}) and void the round" if other and voids else "play a round"
