"""The positions of staff: those of the books, and the auditor.

Here: the positions and their names. Not here: what each may do (`acts`; at a table, the book's procedure).
"""

from __future__ import annotations

import enum

from houseway.errors import Refused, did_you_mean, shortened
from houseway.people.names import AUDITOR as _AUDITOR
from houseway.rulebook.procedure import Role


class Position(enum.Enum):
    """A position of staff; the value is its name in words."""

    DEALER = Role.DEALER.words
    PIT_SUPERVISOR = Role.PIT_SUPERVISOR.words
    PIT_MANAGER = Role.PIT_MANAGER.words
    GAMING_SHIFT_MANAGER = Role.GAMING_SHIFT_MANAGER.words
    AUDITOR = _AUDITOR
    """Reads everything that is on record, and acts nowhere."""

    @property
    def words(self) -> str:
        """The position in words."""
        return self.value

    @property
    def option(self) -> str:
        """The position as it is written on the command line.

        >>> Position.PIT_MANAGER.option
        'pit-manager'
        """
        return self.value.replace(" ", "-")

    @property
    def role(self) -> Role | None:
        """The role at a table; an auditor has none."""
        return None if self is Position.AUDITOR else Role[self.name]

    @classmethod
    def of(cls, role: Role) -> Position:
        """The position of somebody with a role.

        >>> Position.of(Role.DEALER)
        Position.DEALER
        """
        return cls[role.name]

    @classmethod
    def read(cls, written: str) -> Position:
        """A position in words or as an option.

        >>> Position.read("pit-manager"), Position.read("Auditor")
        (Position.PIT_MANAGER, Position.AUDITOR)
        """
        wanted = " ".join(written.casefold().replace("-", " ").replace("_", " ").split())
        for position in cls:
            if position.value == wanted:
                return position
        known = did_you_mean(written, [position.option for position in cls])
        raise Refused(f"there is no position {shortened(written)!r}{known}")

    def __repr__(self) -> str:
        return f"Position.{self.name}"
