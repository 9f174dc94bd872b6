"""How a player is protected: exclusion, self-exclusion, the limits they set for themselves, and the reality check.

Here: the rules over what is kept (`protection_facts`), as pure functions. Not here: where the facts come from and who
asks (`web.floor.protections`), prohibition by a book's clause (`kept.prohibited`), or the emergency switch
(`kept.stops`).

* The gaming shift manager excludes a player until that is lifted. A player excludes themselves for a period, which
  nobody can shorten; when it is over, they return by an act of their own.
* A limit that gets lower holds at once. One that gets higher, or is removed, holds after a day.
* A day is the last 24 hours, and a week the last seven days. What lies on layouts counts as lost until it is settled.
* A session begins with a wager, and ends when no wager has been made or settled for half an hour.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final

import msgspec

from houseway.errors import Refused
from houseway.money import MOST_CENTS, money
from houseway.people.protection_facts import (
    CheckChosen,
    Excluded,
    ExclusionLifted,
    LimitSet,
    Protection,
    Returned,
    SelfExcluded,
)

DAY, WEEK, WAGER, SESSION = LIMITS = ("day", "week", "wager", "session")
COOLING_OFF: Final = timedelta(hours=24)
BREAK: Final = timedelta(minutes=30)
"""A session ends after so long without a wager or a result."""
PERIODS: Final = {1: "a day", 7: "a week", 30: "30 days", 182: "half a year", 365: "a year", 1826: "five years"}
"""The periods of a self-exclusion, in days."""
CHECKS: Final = (0, 15, 30, 60)
"""The minutes between two reality checks; 0 for none."""
LONGEST_SESSION: Final = 24 * 60
A_DAY, A_WEEK = timedelta(days=1), timedelta(days=7)

# ---------------------------------------------------------------------------------------------------------------------
# What may be changed


def exclude(protection: Protection, *, by: str, why: str, now: datetime) -> Excluded:
    """Exclude a player until that is lifted."""
    if protection.excluded:
        raise Refused("this player is already excluded")
    if not why.strip():
        raise Refused("say why the player is excluded")
    return Excluded(at=now, by=by, why=why.strip())


def lift(protection: Protection, *, by: str, why: str, now: datetime) -> ExclusionLifted:
    """Lift an exclusion; a self-exclusion is lifted by nobody."""
    if protection.excluded is None:
        own = protection.self_excluded is not None
        raise Refused("nobody can lift a self-exclusion" if own else "this player is not excluded")
    return ExclusionLifted(at=now, by=by, why=why.strip())


def exclude_self(protection: Protection, days: int, *, now: datetime) -> SelfExcluded:
    """A player excludes themselves; a period that runs already can only get longer."""
    if days not in PERIODS:
        raise Refused(f"a self-exclusion lasts {', '.join(map(str, PERIODS))} days, not {days}")
    until = now + timedelta(days=days)
    if protection.self_excluded and until <= protection.self_excluded.until:
        raise Refused(
            f"your self-exclusion lasts until {moment(protection.self_excluded.until)}: it cannot be shortened"
        )
    return SelfExcluded(at=now, until=until)


def come_back(protection: Protection, *, now: datetime) -> Returned:
    """A player returns after the period of their self-exclusion."""
    if protection.self_excluded is None:
        raise Refused("you have not excluded yourself")
    if now < protection.self_excluded.until:
        raise Refused(f"your self-exclusion lasts until {moment(protection.self_excluded.until)}")
    return Returned(at=now)


def set_limit(protection: Protection, name: str, value: int, *, now: datetime) -> LimitSet:
    """A player sets a limit, or removes it with 0: at once where it gets lower, otherwise after a day.

    >>> from datetime import UTC
    >>> from houseway.people.protection_facts import evolve
    >>> now = datetime(2026, 11, 17, tzinfo=UTC)
    >>> first = set_limit(Protection(), "day", 100_00, now=now)
    >>> higher = set_limit(evolve(Protection(), first), "day", 200_00, now=now)
    >>> first.since - now == timedelta(0), higher.since - now == COOLING_OFF
    (True, True)
    """
    if name not in LIMITS:
        raise Refused(f"choose one of the limits: {', '.join(LIMITS)}")
    most = LONGEST_SESSION if name == SESSION else MOST_CENTS
    if not 0 <= value <= most:
        least = "enter an amount, or 0 for no limit"
        raise Refused(f"this limit is at most {LONGEST_SESSION} minutes" if name == SESSION else least)
    before = protection.limit(name, now)
    stricter = before.value == 0 or 0 < value <= before.value
    same = value == before.value
    return LimitSet(at=now, limit=name, value=value, since=now if stricter or same else now + COOLING_OFF)


def limit_words(name: str, value: int) -> str:
    """A limit in words.

    >>> limit_words("wager", 50_00), limit_words("session", 90), limit_words("day", 0)
    ('50.00', '90 minutes', 'no limit')
    """
    if not value:
        return "no limit"
    return f"{value} minutes" if name == SESSION else money(value)


def choose_check(minutes: int, *, now: datetime) -> CheckChosen:
    """A player chooses how often they are told how long they have played."""
    must_be_interval(minutes)
    return CheckChosen(at=now, minutes=minutes)


def must_be_interval(minutes: int) -> None:
    """Refuse minutes that no reality check has."""
    if minutes not in CHECKS:
        raise Refused(f"a reality check comes every {', '.join(map(str, CHECKS[1:]))} minutes, or never (0)")


# ---------------------------------------------------------------------------------------------------------------------
# What follows for play


class Play(msgspec.Struct, frozen=True, kw_only=True):
    """What a player has played: results in cents, losses negative, and what lies on layouts."""

    day: int = 0
    week: int = 0
    session: int = 0
    staked: int = 0
    """On all layouts."""
    here: int = 0
    """On the layout of the table in question."""
    last: datetime | None = None
    """The newest wager or result."""


class Reality(msgspec.Struct, frozen=True, kw_only=True):
    """What a reality check shows: how long the player has played, and their result in cents."""

    minutes: int
    cents: int


def why_not(protection: Protection, now: datetime) -> str:
    """Why a player may not play at all now, as a sentence; empty where they may."""
    if protection.excluded:
        return "you are excluded from play in this house; please see a gaming shift manager"
    if own := protection.self_excluded:
        if now < own.until:
            return f"you have excluded yourself from play until {moment(own.until)}"
        return "your self-exclusion is over: say in the lobby that you want to play again"
    return ""


def began(protection: Protection, play: Play, now: datetime) -> datetime | None:
    """When the session that goes on now began."""
    if protection.began is None or (not play.staked and now - max(protection.began, play.last or now - BREAK) >= BREAK):
        return None
    return protection.began


def reality(protection: Protection, play: Play, now: datetime, *, usual: int) -> Reality | None:
    """The reality check that is due, where one is; `usual` are the minutes of the house."""
    every = usual if protection.check is None else protection.check
    since = began(protection, play, now)
    if not every or since is None or now - max(since, protection.checked or since) < timedelta(minutes=every):
        return None
    return Reality(minutes=minutes_between(since, now), cents=play.session)


def why_no_wager(protection: Protection, play: Play, cents: int, now: datetime, *, usual: int = 0) -> str:
    """Why a player may not wager so much more now, as a sentence; empty where they may."""
    if said := why_not(protection, now):
        return said
    if reality(protection, play, now, usual=usual):
        return "acknowledge how long you have played before your next wager"
    most = protection.limit(WAGER, now).value
    if most and play.here + cents > most:
        return f"this would exceed the {money(most)} that you allow yourself in a round"
    if why := why_session_is_over(protection, play, now):
        return why
    for name, result, words in ((DAY, play.day, "a day"), (WEEK, play.week, "a week")):
        most = protection.limit(name, now).value
        if most and play.staked + cents - result > most:
            return f"with this wager you could lose more than the {money(most)} that you allow yourself in {words}"
    return ""


def why_session_is_over(protection: Protection, play: Play, now: datetime) -> str:
    """Why a player may not go on in this session, as a sentence; empty where they may."""
    most, since = protection.limit(SESSION, now).value, began(protection, play, now)
    if not most or since is None or now - since < timedelta(minutes=most):
        return ""
    return f"you have played the {most} minutes that you allow yourself: take a break of half an hour"


def minutes_between(since: datetime, now: datetime) -> int:
    """Whole minutes."""
    return int((now - since).total_seconds() // 60)


def moment(at: datetime) -> str:
    """A moment in words.

    >>> from datetime import UTC
    >>> moment(datetime(2026, 11, 17, 20, 30, tzinfo=UTC))
    '2026-11-17 20:30 UTC'
    """
    return at.strftime("%Y-%m-%d %H:%M UTC")
