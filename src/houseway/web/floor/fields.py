"""The limits of what people type: names, words, notes.

Here: each limit once. The house enforces them, and sends them to pages for their input fields. Not here: limits of
wagers, which belong to a table, or the size of a message (`wire.messages`).
"""

from __future__ import annotations

from typing import Annotated

import msgspec

from houseway.errors import HIDDEN, must_be_visible
from houseway.people.names import LONGEST_NAME
from houseway.people.passwords import LONGEST, SHORTEST
from houseway.people.personal import LONGEST as LONGEST_PERSON
from houseway.people.second_factor import DIGITS
from houseway.rulebook.procedure import MOST_POSITIONS


class Fields(msgspec.Struct, frozen=True, kw_only=True):
    """The longest text each input field takes, in characters, and the highest number of positions."""

    name: int = LONGEST_NAME
    """The name of a player or of a member of staff."""
    person: int = LONGEST_PERSON
    """Who a player says they are, where the house gives them the name they are shown under."""
    table: int = 30
    """The name of a table."""
    cut: int = 100
    """A player's words for the cut."""
    note: int = 200
    """A note in a report by staff."""
    hand: int = 60
    """The cards of one hand as staff key them in."""
    amount: int = 12
    """An amount of money."""
    positions: int = MOST_POSITIONS
    shortest_password: int = SHORTEST
    password: int = LONGEST
    """The password of a member of staff."""
    code: int = DIGITS
    """The digits of a code of the second factor."""
    search: int = 60
    """Words or a name that an auditor searches the records for."""


FIELDS = Fields()

Why = Annotated[str, msgspec.Meta(max_length=FIELDS.note, pattern=rf"^[^{HIDDEN}]*\Z")]
"""A reason that staff type: one line, without control characters or those that turn its direction."""


class Reasoned(msgspec.Struct, frozen=True, kw_only=True):
    """A request with a reason, `why`, which is as visible as every free text."""

    def __post_init__(self) -> None:
        if why := getattr(self, "why", ""):
            must_be_visible("a reason", why)
