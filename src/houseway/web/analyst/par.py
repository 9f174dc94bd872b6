"""The PAR sheet of a book as the page of its odds shows it.

Here: the answer as typed values, in the fields `houseway par --json` writes. Not here: the sheet (`maths.par`).
"""

from __future__ import annotations

import msgspec

from houseway.maths.count.odds import Odds
from houseway.maths.par.json import as_json
from houseway.maths.par.sheet import par_sheet
from houseway.rulebook.rulebook import Rulebook


class ParLine(msgspec.Struct, frozen=True, kw_only=True):
    """One way a wager can end, and what it adds to the return."""

    name: str
    combinations: int
    probability: str
    probability_float: float
    net: str
    net_float: float
    share: str = msgspec.field(name="return")
    share_float: float = msgspec.field(name="return_float")
    envy_cents: int = 0


class ParBand(msgspec.Struct, frozen=True, kw_only=True):
    """The range of the actual return over a number of rounds, at a confidence in percent."""

    rounds: int
    confidence: int
    low: float
    high: float


class ParWager(msgspec.Struct, frozen=True, kw_only=True):
    """One wager under one pay table."""

    wager: str
    name: str
    pay_table: str
    combinations: int
    lines: tuple[ParLine, ...]
    returned: str = msgspec.field(name="return")
    returned_float: float = msgspec.field(name="return_float")
    house_edge: str
    house_edge_float: float
    hit_rate: str
    hit_rate_float: float
    variance: str
    variance_float: float
    standard_deviation: float
    volatility_index: float
    bands: tuple[ParBand, ...]


class ParAnswer(msgspec.Struct, frozen=True, kw_only=True):
    """The sheet: how the player sets, and every wager under every pay table, the main wager first."""

    book: str
    digest: str
    player: str
    hands: int
    deals: int
    wagers: tuple[ParWager, ...]


def par_answer(book: Rulebook, odds: Odds) -> ParAnswer:
    """The sheet of a book from its odds.

    >>> import houseway.books
    >>> from houseway.maths.count.whole_book import odds
    >>> book = houseway.books.get("five-card")
    >>> par_answer(book, odds(book)).wagers[0].house_edge
    '2093443819/76666271220'
    """
    return msgspec.json.decode(as_json(par_sheet(book, odds)), type=ParAnswer)
