"""Signing in as staff over HTTP: password and code, invitations, the lock of an idle page, new credentials.

Here: the routes and the cookie. Not here: what is checked (`people.sign_in`), other people's accounts (`staff_list`).
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable
from typing import Annotated, ParamSpec, TypeVar

import msgspec
from litestar import Response, post
from litestar.datastructures import Cookie
from litestar.params import JSONBody

from houseway.errors import BadSeal, Refused, WrongRole
from houseway.people.acts import HouseAct
from houseway.people.passwords import LONGEST
from houseway.people.sign_in import Enrolment
from houseway.web.floor.fields import FIELDS
from houseway.web.floor.housekeeping import note_player
from houseway.web.http.cookies import delete_cookie, read_cookie, write_cookie
from houseway.web.http.guard import LOCKED, STAFF_COOKIE, Asked, Visitor, act, house_of, session_of, visitor_of
from houseway.web.http.sign_in import StaffSelf, address_of, not_too_often, sign_player_out, staff_self

_log = logging.getLogger(__name__)
P = ParamSpec("P")
T = TypeVar("T")
FAILS_AFTER = 0.4
"""Seconds after which a sign-in fails, however it failed: how long it took says nothing about the name."""
NO_SEAL = "nobody can sign in now: the house cannot read its sealing key; tell the operator"
Name = Annotated[str, msgspec.Meta(max_length=200)]
Password = Annotated[str, msgspec.Meta(max_length=LONGEST)]
Code = Annotated[str, msgspec.Meta(max_length=20)]
Link = Annotated[str, msgspec.Meta(max_length=400)]
PlayerKey = Annotated[str, msgspec.Meta(max_length=400)]


class Credentials(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What staff sign in with."""

    name: Name
    password: Password
    code: Code
    keep_player: bool = False
    """Whether this person is the player of this browser too, who then stays signed in."""


class Shown(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What unlocks a page: the password."""

    password: Password


class BothShown(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What is asked before credentials change."""

    password: Password
    code: Code


class NewPassword(BothShown, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Another password."""

    new: Password


class NewCode(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The first code of another second factor."""

    code: Code


class Invited(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """An invitation, as its link has it."""

    invitation: Link


class Enrolled(Invited, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """An invitation, with the password chosen and the first code of the second factor."""

    password: Password
    code: Code
    keep_player: bool = False
    """As in `Credentials`."""


class PlaysAs(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The name under which a member of staff plays; empty for none."""

    player: Annotated[str, msgspec.Meta(max_length=FIELDS.name)]
    key: PlayerKey = ""
    """The key of that name, unless this browser is signed in as that player."""


def _cookie(request: Asked, token: str) -> Cookie:
    """The cookie of a session; it goes when the browser is closed, and no other site's page has it sent."""
    return write_cookie(request, STAFF_COOKIE, token, same_site="strict")


async def _fails_late(request: Asked, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """Check credentials in a thread; a refusal comes after a fixed time."""
    not_too_often(request)
    began = time.monotonic()
    try:
        return await house_of(request).in_thread(work, *args, **kwargs)
    except BadSeal as error:
        _log.error("the secrets of second factors cannot be read: %s", error)
        raise Refused(NO_SEAL) from None
    except Refused:
        await asyncio.sleep(max(0.0, FAILS_AFTER - (time.monotonic() - began)))
        raise


async def _signed_in(request: Asked, token: str, *, keep_player: bool = True) -> Response[StaffSelf]:
    """The answer to whoever signed in. Another person may have left a player here: without `keep_player` they go."""
    house = house_of(request)
    session = await house.in_thread(house.sessions.find, token)
    assert session is not None
    house.sessions.use(session)
    await house.check_consoles()
    signed_out, cookies = "", [_cookie(request, token)]
    if not keep_player:
        signed_out, deleted = await sign_player_out(request)
        cookies.append(deleted)
    elif player := (await house.in_thread(visitor_of, request)).player:
        await note_player(house, session.account.name, player.name)
    shown = await house.in_thread(staff_self, house, session)
    return Response(msgspec.structs.replace(shown, signed_out=signed_out), cookies=cookies)


@post("/staff/sign-in", include_in_schema=False, status_code=200, opt=act(HouseAct.SIGN_IN))
async def sign_in(request: Asked, data: JSONBody[Credentials]) -> Response[StaffSelf]:
    """Sign in; a session this browser had ends."""
    house, address = house_of(request), address_of(request)
    token = await _fails_late(request, house.door.sign_in, data.name, data.password, data.code, address=address)
    before = await house.in_thread(house.sessions.find, read_cookie(request, STAFF_COOKIE))
    if before is not None:
        await house.in_thread(house.door.sign_out, before)
    return await _signed_in(request, token, keep_player=data.keep_player)


@post("/staff/invitation", sync_to_thread=True, include_in_schema=False, status_code=200, opt=act(HouseAct.SIGN_IN))
def invitation(request: Asked, data: JSONBody[Invited]) -> Enrolment:
    """What an invited person needs to enrol: who they will be, and a new secret for their second factor."""
    not_too_often(request)
    return house_of(request).door.enrolment(data.invitation)


@post("/staff/enrol", include_in_schema=False, status_code=200, opt=act(HouseAct.SIGN_IN))
async def enrol(request: Asked, data: JSONBody[Enrolled]) -> Response[StaffSelf]:
    """Choose a password and confirm the second factor; the invitation is then used up."""
    house, address = house_of(request), address_of(request)
    work = house.door.enrol
    token = await _fails_late(request, work, data.invitation, data.password, data.code, address=address)
    return await _signed_in(request, token, keep_player=data.keep_player)


@post("/staff/sign-out", include_in_schema=False, status_code=200, opt=act(HouseAct.SIGN_IN))
async def sign_out(request: Asked) -> Response[dict[str, str]]:
    """Sign out of this browser."""
    house = house_of(request)
    visitor: Visitor = await house.in_thread(visitor_of, request)
    if (session := visitor.staff or visitor.locked) is not None:
        await house.in_thread(house.door.sign_out, session)
        await house.check_consoles()
    return Response({}, cookies=[delete_cookie(request, STAFF_COOKIE, same_site="strict")])


@post("/staff/sign-out-everywhere", include_in_schema=False, status_code=200, opt=act(HouseAct.OWN_ACCOUNT))
async def sign_out_everywhere(request: Asked) -> Response[dict[str, str]]:
    """End every session of the member of staff who asks, this one too."""
    house = house_of(request)
    session = await house.in_thread(session_of, request)
    await house.in_thread(house.door.sign_out, session, everywhere=True)
    await house.check_consoles()
    return Response({}, cookies=[delete_cookie(request, STAFF_COOKIE, same_site="strict")])


@post("/staff/active", include_in_schema=False, status_code=200, opt=act(HouseAct.OWN_ACCOUNT))
async def active(request: Asked) -> dict[str, str]:
    """Note that somebody sits at the page: the guard has done it."""
    del request
    return {}


@post("/staff/lock", include_in_schema=False, status_code=200, opt=act(HouseAct.OWN_ACCOUNT))
async def lock(request: Asked) -> dict[str, str]:
    """Lock the page now."""
    house = house_of(request)
    await house.in_thread(house.sessions.lock, await house.in_thread(session_of, request))
    await house.check_consoles()
    return {}


@post("/staff/unlock", include_in_schema=False, status_code=200, opt=act(HouseAct.SIGN_IN))
async def unlock(request: Asked, data: JSONBody[Shown]) -> dict[str, str]:
    """Go on with a page that was locked because nobody used it."""
    house = house_of(request)
    visitor: Visitor = await house.in_thread(visitor_of, request)
    if visitor.locked is None:
        if visitor.staff is None:
            raise WrongRole("you are signed out: sign in again")
        return {}
    work, address = house.door.unlock, address_of(request)
    try:
        await _fails_late(request, work, visitor.locked, password=data.password, address=address)
    finally:
        await house.check_consoles()
    if visitor.player:
        await note_player(house, visitor.locked.account.name, visitor.player.name)
    return {}


@post("/staff/password", include_in_schema=False, status_code=200, opt=act(HouseAct.OWN_ACCOUNT))
async def change_password(request: Asked, data: JSONBody[NewPassword]) -> Response[StaffSelf]:
    """Choose another password; every other browser is signed out."""
    house = house_of(request)
    session = await house.in_thread(session_of, request)
    work, given = house.door.change_password, msgspec.structs.asdict(data)
    return await _signed_in(request, await _fails_late(request, work, session, **given, address=address_of(request)))


@post("/staff/second-factor", include_in_schema=False, status_code=200, opt=act(HouseAct.OWN_ACCOUNT))
async def ask_second_factor(request: Asked, data: JSONBody[BothShown]) -> Enrolment:
    """Ask for another second factor; nothing changes before it is confirmed."""
    house = house_of(request)
    session = await house.in_thread(session_of, request)
    work, given = house.door.ask_second_factor, msgspec.structs.asdict(data)
    return await _fails_late(request, work, session, **given, address=address_of(request))


@post("/staff/second-factor/confirm", include_in_schema=False, status_code=200, opt=act(HouseAct.OWN_ACCOUNT))
async def change_second_factor(request: Asked, data: JSONBody[NewCode]) -> Response[StaffSelf]:
    """Confirm another second factor; every other browser is signed out."""
    house = house_of(request)
    session = await house.in_thread(session_of, request)
    work = house.door.change_second_factor
    return await _signed_in(
        request, await _fails_late(request, work, session, code=data.code, address=address_of(request))
    )


@post("/staff/plays-as", include_in_schema=False, status_code=200, opt=act(HouseAct.OWN_ACCOUNT))
async def plays_as(request: Asked, data: JSONBody[PlaysAs]) -> StaffSelf:
    """Say under which name the member of staff who asks plays, and show that it is theirs."""
    house = house_of(request)
    session = await house.in_thread(session_of, request)
    player = (await house.in_thread(visitor_of, request)).player
    if data.player not in ("", session.account.player, player.name if player else ""):
        await _fails_late(request, house.people.must_be_theirs, data.player, data.key)
    await house.in_thread(house.staff.name_player, session.account.name, data.player)
    if data.player:
        await note_player(house, session.account.name, data.player)
    found = await house.in_thread(house.sessions.find, read_cookie(request, STAFF_COOKIE))
    if found is None:
        raise WrongRole(LOCKED)
    return await house.in_thread(staff_self, house, found)


STAFF_SIGN_IN = [
    sign_in,
    invitation,
    enrol,
    sign_out,
    sign_out_everywhere,
    active,
    lock,
    unlock,
    change_password,
    ask_second_factor,
    change_second_factor,
    plays_as,
]
