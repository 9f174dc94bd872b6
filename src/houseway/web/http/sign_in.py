"""Signing in over HTTP: taking a name, signing in with a key, staff invitations.

Here: the routes and the cookies. Not here: names and keys themselves (`floor.people`).
"""

from __future__ import annotations

from typing import Any

import msgspec
from litestar import Request, Response, get, post
from litestar.datastructures import Cookie, State
from msgspec.structs import asdict

from houseway.errors import Refused, WrongRole
from houseway.kept.postings import owed, player
from houseway.kept.repaying import WRITES_OFF
from houseway.rulebook.procedure import Role
from houseway.table.commands import Actor
from houseway.web.floor.fields import FIELDS, Fields
from houseway.web.floor.house import OpenHouse, Opening
from houseway.web.floor.people import PLAYER_COOKIE, STAFF_COOKIE
from houseway.web.http.cookies import read_cookie, write_cookie
from houseway.web.wire.limits import RateLimits

A_YEAR = 365 * 24 * 3600
OPENS_TABLES = Role.GAMING_SHIFT_MANAGER
"""The lowest role that may open a table."""
Asked = Request[Any, Any, State]


class NewName(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The name a new player takes."""

    name: str


class Key(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The key a person signs in with."""

    key: str


class AcceptedInvitation(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A staff invitation, and the name of the person who accepts it."""

    invitation: str
    name: str


class InvitedRole(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The role an invitation is for."""

    role: int


class PlayerSelf(msgspec.Struct, frozen=True, kw_only=True):
    """A player, with the chips they have and what they owe the house after a correction, in cents."""

    name: str
    bankroll: int
    owed: int


class StaffRole(msgspec.Struct, frozen=True, kw_only=True):
    """A role of staff and its name in words."""

    role: int
    words: str


class StaffSelf(msgspec.Struct, frozen=True, kw_only=True):
    """A member of staff and what their role may do away from a table."""

    name: str
    role: int
    role_words: str
    may_invite: tuple[StaffRole, ...]
    may_open_tables: bool
    may_write_off: bool
    """Whether they may write off what a player owes."""


class Me(msgspec.Struct, frozen=True, kw_only=True):
    """Who a browser belongs to, and the limits of the input fields on its pages."""

    player: PlayerSelf | None
    staff: StaffSelf | None
    fields: Fields = FIELDS


def house_of(request: Asked) -> OpenHouse:
    """The house that is asked."""
    house: OpenHouse = request.app.state.house
    return house


def player_self(house: OpenHouse, name: str) -> PlayerSelf:
    """A player as their own pages show them."""
    journal = house.journal
    return PlayerSelf(name=name, bankroll=journal.balance(player(name)), owed=-journal.balance(owed(name)))


def _staff_self(actor: Actor) -> StaffSelf:
    below = (role for role in Role if role is not Role.PLAYER and role <= actor.role)
    return StaffSelf(
        name=actor.name,
        role=int(actor.role),
        role_words=actor.role.words,
        may_invite=tuple(StaffRole(role=int(role), words=role.words) for role in below),
        may_open_tables=actor.role >= OPENS_TABLES,
        may_write_off=actor.role >= WRITES_OFF,
    )


def _cookie(request: Asked, name: str, key: str) -> Cookie:
    """The cookie that keeps a key; an empty key deletes it."""
    return write_cookie(request, name, key, seconds=A_YEAR if key else 0)


def _not_too_often(request: Asked) -> None:
    limits: RateLimits = request.app.state.sign_in_limits
    if not limits.allows(request.client.host if request.client else ""):
        raise Refused("too many attempts from your address; wait a minute")


@get("/me", sync_to_thread=True, include_in_schema=False)
def me(request: Asked) -> Me:
    """Who the browser belongs to, as a player and as staff, and the limits of its input fields."""
    house = house_of(request)
    known, staff = house.people.player(request), house.people.staff(request)
    return Me(
        player=player_self(house, known.name) if known else None,
        staff=_staff_self(staff) if staff else None,
    )


@post("/enter", sync_to_thread=True, include_in_schema=False, status_code=200)
def take_name(request: Asked, data: NewName) -> Response[dict[str, Any]]:
    """Take a name and play chips."""
    _not_too_often(request)
    house = house_of(request)
    return _signed_in(request, house.people.register(data.name))


@post("/return", sync_to_thread=True, include_in_schema=False, status_code=200)
def sign_in(request: Asked, data: Key) -> Response[dict[str, Any]]:
    """Sign in with a key, a player's or staff's."""
    _not_too_often(request)
    return _signed_in(request, data.key.strip())


def _signed_in(request: Asked, key: str) -> Response[dict[str, Any]]:
    house = house_of(request)
    actor = house.people.find(key)
    if actor is None:
        raise Refused("unknown key: check that you copied all of it")
    if actor.role is Role.PLAYER:
        return Response(
            {**asdict(player_self(house, actor.name)), "key": key}, cookies=[_cookie(request, PLAYER_COOKIE, key)]
        )
    return Response({**asdict(_staff_self(actor)), "key": key}, cookies=[_cookie(request, STAFF_COOKIE, key)])


@get("/key", sync_to_thread=True, include_in_schema=False)
def own_key(request: Asked) -> dict[str, str]:
    """The key with which a player signs in in another browser."""
    if house_of(request).people.player(request) is None:
        raise Refused("take a name first")
    return {"key": read_cookie(request, PLAYER_COOKIE)}


@post("/quit", include_in_schema=False, status_code=200)
async def sign_out(request: Asked) -> Response[dict[str, Any]]:
    """Sign the player out of this browser; their key still works."""
    return Response({}, cookies=[_cookie(request, PLAYER_COOKIE, "")])


@post("/staff/enter", sync_to_thread=True, include_in_schema=False, status_code=200)
def accept_invitation(request: Asked, data: AcceptedInvitation) -> Response[dict[str, Any]]:
    """Register as staff by an invitation."""
    _not_too_often(request)
    house = house_of(request)
    return _signed_in(request, house.people.accept(data.invitation, data.name))


@get("/staff/key", sync_to_thread=True, include_in_schema=False)
def staff_key(request: Asked) -> dict[str, str]:
    """The key with which staff sign in in another browser."""
    staff_of(request)
    return {"key": read_cookie(request, STAFF_COOKIE)}


@post("/staff/quit", include_in_schema=False, status_code=200)
async def staff_sign_out(request: Asked) -> Response[dict[str, Any]]:
    """Sign staff out of this browser."""
    return Response({}, cookies=[_cookie(request, STAFF_COOKIE, "")])


def staff_of(request: Asked, least: Role = Role.DEALER) -> Actor:
    """The member of staff who asks; refused for anybody else."""
    actor = house_of(request).people.staff(request)
    if actor is None:
        raise WrongRole("only staff may do this: accept your invitation first")
    if actor.role < least:
        raise WrongRole(f"only the {least.words} or above may do this")
    return actor


@post("/staff/invitations", sync_to_thread=True, include_in_schema=False, status_code=200)
def invite(request: Asked, data: InvitedRole) -> dict[str, str]:
    """Invite another member of staff."""
    code = house_of(request).people.invite_by(staff_of(request), data.role)
    return {"invitation": code, "role_words": Role(data.role).words}


@post("/staff/tables", include_in_schema=False, status_code=200)
async def open_table(request: Asked, data: Opening) -> dict[str, str]:
    """Open one more table."""
    house = house_of(request)
    staff = await house.in_thread(staff_of, request, OPENS_TABLES)
    await house.open_table(data, staff)
    return {"name": data.name}


SIGN_IN = [
    me,
    take_name,
    sign_in,
    own_key,
    sign_out,
    accept_invitation,
    staff_key,
    staff_sign_out,
    invite,
    open_table,
]
