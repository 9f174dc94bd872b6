"""Play chips: what a house that plays for play money gives away, counted and limited.

Here: who gets how many, and how often. Not here: chips that are bought (`cage`), or a house that plays for house money,
where nobody gets any.

A player begins with 1,000.00. Who has less than that, and less than the lowest minimum of any open table, gets what is
missing to 1,000.00, so free chips never raise anybody above it. That is counted for each player, and limited for each
day.
"""

from __future__ import annotations

import json
import uuid
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import Final

from houseway.errors import BadJournal, OldVersion, Refused
from houseway.journal.entry import Append, Entry, holds
from houseway.journal.stakes import Holds, StakesMoved
from houseway.journal.store import Journal
from houseway.kept.postings import bought, player
from houseway.kept.settings import PLAY, must_be_play_money, settings
from houseway.kept.tables import chips_bought

FIRST_CHIPS: Final = 1000_00
"""The play chips a player begins with; nobody who has as many gets more."""
MOST_A_DAY: Final = 20
"""How often a player gets more play chips within a day."""
_GIVEN: Final = "play chips given"


def first_chips(journal: Journal, name: str) -> tuple[Append, ...]:
    """The chips of a new player, to be written with their name; none in a house that plays for house money."""
    if settings(journal).money != PLAY:
        return ()
    return (chips_bought(journal, name, FIRST_CHIPS, key=f"first chips of {name}"),)


def broke_below(lowest: int | None) -> int:
    """A player with fewer chips gets more, where `lowest` is the lowest minimum of any open table.

    >>> broke_below(1000), broke_below(100_000_00)
    (1000, 100000)
    """
    return FIRST_CHIPS if lowest is None else min(lowest, FIRST_CHIPS)


ON_A_LAYOUT: Final = "you can get more chips once you have none on a layout"


def give_more(
    journal: Journal,
    name: str,
    *,
    lowest: int | None,
    now: datetime | None = None,
    rests_on: Sequence[Append] = (),
) -> int:
    """Give a player who has too few chips what is missing to 1,000.00; returns how much that is.

    `rests_on` is what refuses it where the player has chips on a layout that another process knows.
    """
    must_be_play_money(journal)
    now = now or datetime.now(UTC)
    stream = f"cage:{name}"
    has = journal.balance(player(name))
    if has >= broke_below(lowest):
        raise Refused("you can get more chips once you have too few for a wager at any table")
    version, given = 0, list[datetime]()
    for recorded in journal.read(stream):
        version = recorded.version
        if recorded.kind == _GIVEN:
            given.append(_when(recorded.body, stream))
    if sum(now - each < timedelta(days=1) for each in given) >= MOST_A_DAY:
        raise Refused(f"you have had more chips {MOST_A_DAY} times within a day; come back tomorrow")
    cents = FIRST_CHIPS - has
    body = {"player": name, "cents": cents, "number": len(given) + 1, "at": now.isoformat(timespec="seconds")}
    entry = Entry(_GIVEN, json.dumps(body, sort_keys=True, separators=(",", ":")).encode(), bought(name, cents))
    try:
        given_now = Append(stream=stream, entries=(entry,), expected_version=version, key=uuid.uuid4().hex)
        as_read = holds(stream, Holds(account=player(name), cents=has))
        journal.append_many([*rests_on, as_read, given_now], together=True)
    except StakesMoved:
        raise Refused(ON_A_LAYOUT) from None
    except OldVersion:
        raise Refused("your chips have just changed; look again") from None
    return cents


def times_given(journal: Journal, name: str) -> int:
    """How often a player has got more play chips."""
    return sum(recorded.kind == _GIVEN for recorded in journal.read(f"cage:{name}"))


def _when(body: bytes, stream: str) -> datetime:
    try:
        return datetime.fromisoformat(json.loads(body)["at"])
    except (ValueError, KeyError, TypeError) as error:
        raise BadJournal(f"an entry of {stream} is damaged: it does not say when it was written") from error
