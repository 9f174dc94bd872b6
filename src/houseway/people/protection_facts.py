"""What is kept about a player's protection, and what it adds up to.

Here: the entries of the stream `protection:NAME`, and the protection they lead to. Not here: which of them may follow,
and what a protection allows (`protection`).
"""

from __future__ import annotations

from datetime import datetime
from typing import TypeAlias

import msgspec
from msgspec.structs import replace


class Kept(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    """Something that is kept about a player's protection."""

    at: datetime


class Excluded(Kept, frozen=True, tag="player excluded"):
    """The gaming shift manager excluded the player."""

    by: str
    why: str


class ExclusionLifted(Kept, frozen=True, tag="exclusion lifted"):
    """The gaming shift manager lifted the exclusion."""

    by: str
    why: str = ""


class SelfExcluded(Kept, frozen=True, tag="player self-excluded"):
    """The player excluded themselves."""

    until: datetime


class Returned(Kept, frozen=True, tag="player returned"):
    """The player returned after a self-exclusion."""


class LimitSet(Kept, frozen=True, tag="player limit set"):
    """The player set a limit: cents, or minutes of a session; 0 for none. It holds from `since` on."""

    limit: str
    value: int
    since: datetime


class CheckChosen(Kept, frozen=True, tag="reality check chosen"):
    """The player chose the minutes between two reality checks."""

    minutes: int


class PlayBegan(Kept, frozen=True, tag="session began"):
    """A session of play began."""


class Checked(Kept, frozen=True, tag="reality check acknowledged"):
    """The player acknowledged a reality check, which showed this."""

    minutes: int
    cents: int


class AgeConfirmed(Kept, frozen=True, tag="age confirmed"):
    """The player confirmed this text when they took their name."""

    text: str


AnyKept: TypeAlias = (
    Excluded | ExclusionLifted | SelfExcluded | Returned | LimitSet | CheckChosen | PlayBegan | Checked | AgeConfirmed
)


class Limit(msgspec.Struct, frozen=True, kw_only=True):
    """A limit, and what it becomes later; 0 stands for none."""

    value: int = 0
    later: int | None = None
    since: datetime | None = None

    def at(self, now: datetime) -> Limit:
        """The limit at a moment: what was to come has come."""
        return Limit(value=self.later or 0) if self.since and now >= self.since else self


class Protection(msgspec.Struct, frozen=True, kw_only=True):
    """Everything that protects one player."""

    excluded: Excluded | None = None
    self_excluded: SelfExcluded | None = None
    """Until the player returns, also after its period."""
    limits: dict[str, Limit] = {}
    check: int | None = None
    """Minutes between two reality checks; as the house has it where the player has not chosen."""
    began: datetime | None = None
    checked: datetime | None = None

    def limit(self, name: str, now: datetime) -> Limit:
        """A limit as it is now."""
        return self.limits.get(name, Limit()).at(now)


def evolve(protection: Protection, kept: AnyKept) -> Protection:
    """The protection after something that is kept."""
    match kept:
        case Excluded():
            return replace(protection, excluded=kept)
        case ExclusionLifted():
            return replace(protection, excluded=None)
        case SelfExcluded():
            return replace(protection, self_excluded=kept)
        case Returned():
            return replace(protection, self_excluded=None)
        case LimitSet():
            before = protection.limit(kept.limit, kept.at)
            waits = kept.since > kept.at
            limit = replace(before, later=kept.value, since=kept.since) if waits else Limit(value=kept.value)
            return replace(protection, limits={**protection.limits, kept.limit: limit})
        case CheckChosen():
            return replace(protection, check=kept.minutes)
        case PlayBegan():
            return replace(protection, began=kept.at, checked=kept.at)
        case Checked():
            return replace(protection, checked=kept.at)
        case AgeConfirmed():
            return protection
