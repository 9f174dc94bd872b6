"""What happens to a request that takes two people, as plain data in the journal.

Here: asked, confirmed, carried out, declined, taken back, expired. Not here: when each may happen (`approvals`).
"""

from __future__ import annotations

from typing import Final, TypeAlias

import msgspec

from houseway.kept.approved import ShownLine
from houseway.rulebook.procedure import Role


class Asked(msgspec.Struct, frozen=True, kw_only=True, tag="approval asked"):
    """One member of staff asked for something that another confirms."""

    id: str
    place: str
    act: str
    sentence: str
    lines: tuple[ShownLine, ...]
    """What it will do, as both are shown it."""
    content: str
    """The digest of the request itself."""
    digest: str
    """The digest of the request and of what was shown: whoever confirms names it."""
    by: str
    role: Role
    role_words: str
    confirms: Role
    """The lowest position that may confirm it, and the same in words."""
    confirms_words: str
    at: float
    until: float
    """When it was asked for and when it expires, in seconds since 1970 (UTC)."""
    version: int = 0
    """The version of the table it was decided on; 0 where that does not matter."""
    cards_of: tuple[int, ...] = ()
    """The positions whose cards it names: nobody is shown them, and whoever confirms it keys them in too."""
    sealed: str = ""
    """The request itself, sealed, so that it still waits when another process takes over."""


class Confirmed(msgspec.Struct, frozen=True, kw_only=True, tag="approval confirmed"):
    """Another member of staff confirmed it; kept in one transaction with what it allows."""

    id: str
    sentence: str
    asked_by: str
    by: str
    role: Role
    digest: str
    at: float


class CarriedOut(msgspec.Struct, frozen=True, kw_only=True, tag="approval carried out"):
    """It was carried out: the stream, and the version before it, of what it led to."""

    id: str
    to: str


class Declined(msgspec.Struct, frozen=True, kw_only=True, tag="approval declined"):
    """Another member of staff declined it."""

    id: str
    by: str
    role: Role
    why: str
    at: float


class TakenBack(msgspec.Struct, frozen=True, kw_only=True, tag="approval taken back"):
    """Whoever asked took it back."""

    id: str
    by: str
    at: float


class Expired(msgspec.Struct, frozen=True, kw_only=True, tag="approval expired"):
    """Nobody confirmed it in time."""

    id: str
    why: str
    at: float


ASKED: Final = str(Asked.__struct_config__.tag)
CONFIRMED: Final = str(Confirmed.__struct_config__.tag)
End: TypeAlias = Confirmed | Declined | TakenBack | Expired
ENDS: Final = {str(end.__struct_config__.tag) for end in (Confirmed, Declined, TakenBack, Expired)}
TOO_LATE, MOVED_ON, CLOSED = "nobody confirmed it in time", "the table has moved on", "the house closed"


class Ended(msgspec.Struct, frozen=True, kw_only=True):
    """A request that has ended, and how."""

    asked: Asked
    end: End

    @property
    def words(self) -> str:
        """How it ended, as part of a sentence."""
        match self.end:
            case Confirmed(by=by):
                return f"confirmed by {by} and carried out"
            case Declined(by=by, why=why):
                return f"declined by {by}: {why}"
            case TakenBack():
                return "taken back"
            case Expired(why=why):
                return f"expired: {why}"
