"""What one member of staff recorded alone lately: cash and chips that nobody else confirmed.

Here: the sum of it over all players, tables and kinds, and why one more takes two people: so nobody spreads a large
sum over many small acts. Not here: what counts towards one player or table (`cage.desk`, `repaying`).
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Final

import msgspec

from houseway.journal.entry import Append, unmoved
from houseway.journal.store import Journal
from houseway.kept.bodies import read_body
from houseway.kept.debts import stream
from houseway.kept.settings import settings
from houseway.money import money

TOGETHER: Final = timedelta(days=1)
"""How long what was recorded counts towards the threshold."""
CAGE: Final = "cage"
"""The stream of the cage (`cage.acts`)."""
_AT_ONCE: Final = 200
"""How many entries are read at a time, newest first."""


class _Sum(msgspec.Struct, frozen=True, kw_only=True):
    """An act of the cage or a payment of a debt, as far as it counts here."""

    by: str = ""
    confirmed_by: str = ""
    at: str = ""
    cents: int = 0
    expected: int = 0
    """What a tray should have held, of a count: what differs counts."""
    retired: bool = False
    """Whether it is what a table that closed for good gave back, which takes one person."""


_decoder = msgspec.json.Decoder(_Sum)


def recorded_alone(journal: Journal, by: str, now: datetime) -> int:
    """What somebody recorded in the last day that nobody else confirmed, in cents."""
    found, since = 0, now - TOGETHER
    for each in _streams(journal):
        for one in _since(journal, each, since):
            if one.by == by and not one.confirmed_by and not one.retired:
                found += abs(one.cents - one.expected)
    return found


def rests_on(journal: Journal, *, but: str) -> tuple[Append, ...]:
    """What keeps a transaction from being written once more was recorded that counts here, `but` in its own stream.

    To be called before anything is added up: otherwise one person could record two sums at the same moment.
    """
    return tuple(unmoved(each, journal.version(each)) for each in _streams(journal) if each != but)


def why_two(journal: Journal, by: str, cents: int, now: datetime) -> str:
    """Why recording this much more takes two people, to follow "because"; empty where it does not."""
    above, total = settings(journal).approved_above, cents + recorded_alone(journal, by, now)
    if total <= above:
        return ""
    return f"with it {by} would have recorded {money(total)} alone within a day, and the house allows {money(above)}"


def _streams(journal: Journal) -> list[str]:
    """The streams of what counts: the cage's, and those of what players owe."""
    return [CAGE, *(account for account in journal.balances() if account.startswith(stream("")))]


def _since(journal: Journal, stream: str, since: datetime) -> Iterator[_Sum]:
    """What a stream recorded since a moment, newest first; what has no time is older."""
    upto = journal.version(stream)
    while upto > 0:
        after = max(0, upto - _AT_ONCE)
        for recorded in reversed(tuple(journal.read(stream, after=after, upto=upto))):
            one = read_body(recorded, _decoder)
            if one.at and datetime.fromisoformat(one.at) <= since:
                return
            if one.at:
                yield one
        upto = after
