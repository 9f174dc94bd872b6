"""Playing safely, over HTTP: what a player sets for themselves, whom staff exclude, and lifting a prohibition.

Here: the routes, and what they answer. Not here: the rules (`people.protection`), or what they refuse at a table
(`floor.protections`).
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import Annotated

import msgspec
from litestar import get, post
from litestar.params import JSONBody

from houseway.money import MOST_CENTS
from houseway.people import protection as p
from houseway.people.acts import HouseAct, is_allowed
from houseway.people.protection_facts import AnyKept, Protection
from houseway.table.commands import Actor
from houseway.web.floor.fields import Reasoned, Why
from houseway.web.floor.house import OpenHouse
from houseway.web.http.guard import Asked, act, house_of, player_of, staff_of, visitor_of
from houseway.web.http.owed import Name

Value = Annotated[int, msgspec.Meta(ge=0, le=MOST_CENTS)]


class OwnLimit(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A limit that a player sets: cents, or minutes of a session; 0 for none."""

    limit: str
    value: Value


class OwnCheck(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The minutes between two reality checks; 0 for none."""

    minutes: int


class OwnExclusion(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """For how many days a player excludes themselves."""

    days: int


class Exclusion(Reasoned, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Staff exclude a player, or lift the exclusion."""

    player: Name
    why: Why = ""
    lift: bool = False


class Lift(Reasoned, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Staff lift the prohibition of a player, whether or not the player is at a table."""

    player: Name
    why: Why = ""


class SeenLimit(msgspec.Struct, frozen=True, kw_only=True):
    """A limit now, what it becomes later, and how much of it is used; minutes for a session, cents otherwise."""

    name: str
    value: int
    used: int
    later: int | None
    since: datetime | None


class SafePlay(msgspec.Struct, frozen=True, kw_only=True):
    """What protects a player, as their own pages show it."""

    why_not: str
    """Why they may not play now, as a sentence."""
    until: datetime | None
    """The end of their self-exclusion."""
    may_return: bool
    limits: tuple[SeenLimit, ...]
    check: int
    """Minutes between two reality checks."""
    checks: tuple[int, ...]
    periods: dict[int, str]
    """The days for which they may exclude themselves, in words."""
    minutes: int
    """How long they have played in this session."""
    cents: int
    """Their result in this session."""


class ExcludedPlayer(msgspec.Struct, frozen=True, kw_only=True):
    """A player who is excluded, as staff see them."""

    player: str
    by: str
    why: str
    since: datetime
    until: datetime | None
    """The end of a self-exclusion, which nobody can lift."""


class ProhibitedPlayer(msgspec.Struct, frozen=True, kw_only=True):
    """A player who is prohibited from play in the whole house, and the clause."""

    player: str
    clause: str


class Exclusions(msgspec.Struct, frozen=True, kw_only=True):
    """Everybody who is excluded, or prohibited from play."""

    excluded: tuple[ExcludedPlayer, ...]
    prohibited: tuple[ProhibitedPlayer, ...]
    may_exclude: bool
    may_lift: bool
    """Whether the viewer may lift a prohibition."""


@get("/protection", include_in_schema=False, opt=act(HouseAct.PROTECT_SELF))
async def own_protection(request: Asked) -> SafePlay:
    """What protects the player who asks."""
    house = house_of(request)
    return await _safe_play(house, await house_of(request).in_thread(player_of, request))


@post("/protection/limit", include_in_schema=False, status_code=200, opt=act(HouseAct.PROTECT_SELF))
async def set_own_limit(request: Asked, data: JSONBody[OwnLimit]) -> SafePlay:
    """Set a limit for yourself."""
    return await _keep(request, lambda now, at: p.set_limit(now, data.limit, data.value, now=at))


@post("/protection/check", include_in_schema=False, status_code=200, opt=act(HouseAct.PROTECT_SELF))
async def choose_check(request: Asked, data: JSONBody[OwnCheck]) -> SafePlay:
    """Choose how often you are told how long you have played."""
    return await _keep(request, lambda _, at: p.choose_check(data.minutes, now=at))


@post("/protection/exclude", include_in_schema=False, status_code=200, opt=act(HouseAct.PROTECT_SELF))
async def exclude_self(request: Asked, data: JSONBody[OwnExclusion]) -> SafePlay:
    """Exclude yourself for a period, which nobody can shorten."""
    return await _keep(request, lambda now, at: p.exclude_self(now, data.days, now=at))


@post("/protection/return", include_in_schema=False, status_code=200, opt=act(HouseAct.PROTECT_SELF))
async def come_back(request: Asked) -> SafePlay:
    """Return after a self-exclusion."""
    return await _keep(request, lambda now, at: p.come_back(now, now=at))


@post("/protection/acknowledge", include_in_schema=False, status_code=200, opt=act(HouseAct.PROTECT_SELF))
async def acknowledge(request: Asked) -> SafePlay:
    """Acknowledge the reality check that is due."""
    house, player = house_of(request), await house_of(request).in_thread(player_of, request)
    staked = house.at_stake.staked(player.name)
    await house.protect(player.name, house.protections.acknowledge, player.name, staked=staked)
    return await _safe_play(house, player)


@get("/staff/exclusions", include_in_schema=False, opt=act(HouseAct.SEE_EXCLUSIONS))
async def exclusions(request: Asked) -> Exclusions:
    """Everybody who is excluded, or prohibited from play."""
    return await _exclusions(request)


@post("/staff/exclusions", include_in_schema=False, status_code=200, opt=act(HouseAct.EXCLUDE))
async def exclude(request: Asked, data: JSONBody[Exclusion]) -> Exclusions:
    """Exclude a player from the whole house, or lift the exclusion."""
    house = house_of(request)
    staff = await house.in_thread(staff_of, request)
    await house.exclude(staff, data.player, why=data.why, lift=data.lift)
    return await _exclusions(request)


@post("/staff/prohibitions/lift", include_in_schema=False, status_code=200, opt=act(HouseAct.LIFT_PROHIBITION))
async def lift_prohibition(request: Asked, data: JSONBody[Lift]) -> Exclusions:
    """Lift the prohibition of a player in the whole house."""
    house = house_of(request)
    staff = await house.in_thread(staff_of, request)
    await house.lift_prohibition(staff, data.player, why=data.why)
    return await _exclusions(request)


async def _keep(request: Asked, decide: Callable[[Protection, datetime], AnyKept]) -> SafePlay:
    house, player = house_of(request), await house_of(request).in_thread(player_of, request)
    kept = house.protections
    await house.protect(player.name, kept.keep, player.name, lambda now: decide(now, kept.now()), by=player.name)
    return await _safe_play(house, player)


async def _safe_play(house: OpenHouse, player: Actor) -> SafePlay:
    staked = house.at_stake.staked(player.name)
    play = await house.in_thread(house.protections.play, player.name, staked)
    known, now = house.protections.of(player.name), house.protections.now()
    began = p.began(known, play, now)
    minutes = p.minutes_between(began, now) if began else 0
    used = {p.DAY: max(0, -play.day), p.WEEK: max(0, -play.week), p.WAGER: 0, p.SESSION: minutes}
    limits = {name: known.limit(name, now) for name in p.LIMITS}
    own = known.self_excluded
    return SafePlay(
        why_not=house.why_not_play(player.name),
        until=own.until if own else None,
        may_return=own is not None and now >= own.until,
        limits=tuple(
            SeenLimit(name=name, value=limit.value, used=used[name], later=limit.later, since=limit.since)
            for name, limit in limits.items()
        ),
        check=house.protections.check_every if known.check is None else known.check,
        checks=p.CHECKS,
        periods=p.PERIODS,
        minutes=minutes,
        cents=play.session if began else 0,
    )


async def _exclusions(request: Asked) -> Exclusions:
    house = house_of(request)
    who = (await house.in_thread(visitor_of, request)).who
    found = []
    for name in sorted(house.protections.barred):
        known = house.protections.of(name)
        own = known.self_excluded
        if by := known.excluded:
            found.append(ExcludedPlayer(player=name, by=by.by, why=by.why, since=by.at, until=None))
        elif own:
            found.append(ExcludedPlayer(player=name, by=name, why="", since=own.at, until=own.until))
    return Exclusions(
        excluded=tuple(found),
        prohibited=tuple(ProhibitedPlayer(player=name, clause=at) for name, at in house.prohibitions.clauses.items()),
        may_exclude=is_allowed(HouseAct.EXCLUDE, who),
        may_lift=is_allowed(HouseAct.LIFT_PROHIBITION, who),
    )


PROTECTION = [
    own_protection,
    set_own_limit,
    choose_check,
    exclude_self,
    come_back,
    acknowledge,
    exclusions,
    exclude,
    lift_prohibition,
]
