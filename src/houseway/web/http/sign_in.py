"""Signing in as a player over HTTP: taking a name, keys, and who a browser belongs to.

Here: the routes and the cookie. Not here: names and keys themselves (`people.players`), staff (`staff_sign_in`).
"""

from __future__ import annotations

from typing import Any

import msgspec
from litestar import Response, get, post
from litestar.datastructures import Cookie
from litestar.params import JSONBody
from msgspec.structs import asdict

from houseway.errors import Refused
from houseway.kept.postings import owed, player
from houseway.kept.settings import HOUSE_MONEY
from houseway.people.account import Played
from houseway.people.acts import MANAGES, HouseAct, is_allowed, who_is
from houseway.people.addresses import network_of
from houseway.people.names import read_secret
from houseway.people.players import LONGEST_SESSION
from houseway.people.positions import Position
from houseway.people.sessions import StaffSession
from houseway.table.commands import Actor
from houseway.web.floor.fields import FIELDS, Fields
from houseway.web.floor.house import OpenHouse
from houseway.web.floor.housekeeping import note_player
from houseway.web.http.cookies import delete_cookie, read_cookie, write_cookie
from houseway.web.http.guard import PLAYER_COOKIE, Asked, Visitor, act, house_of, player_of, visitor_of
from houseway.web.wire.limits import RateLimits


class NewName(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The name a new player takes."""

    name: str
    confirmed: bool = False
    """Whether the text of the age gate was confirmed."""


class Key(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The key a player signs in with."""

    key: str


class PlayerSelf(msgspec.Struct, frozen=True, kw_only=True):
    """A player, with the chips they have and what they owe the house after a correction, in cents."""

    name: str
    bankroll: int
    owed: int
    barred: str
    """Why they may not play now, as a sentence; empty where they may."""


class NamedPosition(msgspec.Struct, frozen=True, kw_only=True):
    """A position of staff and its name in words."""

    position: str
    words: str


class StaffSelf(msgspec.Struct, frozen=True, kw_only=True):
    """A member of staff and what their position may do away from a table."""

    name: str
    role_words: str
    player: str
    """The name under which they play, if they said so."""
    also_plays_as: tuple[Played, ...]
    """The names that count as theirs too, because they gave them up or were seen with them, each until when."""
    locked: bool
    """Whether their page waits for them to show who they are; until then they may do nothing else."""
    idle: int
    """The seconds without a key or a touch after which their page is locked."""
    at_tables: bool
    """Whether they work at tables; an auditor does not."""
    may_invite: tuple[NamedPosition, ...]
    may_see_staff: bool
    may_open_tables: bool
    may_write_off: bool
    """Whether they may write off what a player owes."""
    may_audit: bool
    """Whether they may read the records of the house."""
    may_ask_the_cage: bool
    """Whether they may ask the cage to record something; an auditor only looks."""
    may_read_reports: bool
    """Whether they may read the reports of shifts."""
    may_erase: bool
    """Whether they may ask for personal data to be erased, in a house that can do so."""
    signed_out: str = ""
    """The player who was signed out of this browser when this person signed in."""


class Me(msgspec.Struct, frozen=True, kw_only=True):
    """Who a browser belongs to, and the limits of the input fields on its pages."""

    player: PlayerSelf | None
    staff: StaffSelf | None
    fields: Fields = FIELDS
    age_gate: str = ""
    """What everybody confirms before they take a name; empty where nothing is asked."""
    gives_names: bool = False
    """Whether the house gives new players a name and keeps their own apart."""
    house_money: bool = False
    """Whether chips come from the cage; otherwise they are play chips."""


def player_self(house: OpenHouse, name: str) -> PlayerSelf:
    """A player as their own pages show them."""
    journal = house.journal
    return PlayerSelf(
        name=name,
        bankroll=journal.balance(player(name)),
        owed=-journal.balance(owed(name)),
        barred=house.why_not_play(name),
    )


def staff_self(house: OpenHouse, session: StaffSession) -> StaffSelf:
    """A member of staff as their own pages show them."""
    account = session.account
    who = {who_is(account.position)}
    invites = [each for each in Position if each in MANAGES.get(account.position, ())]
    return StaffSelf(
        name=account.name,
        role_words=account.position.words,
        player=account.player,
        also_plays_as=account.also_plays_as(house.staff.clock()),
        locked=session.locked,
        idle=int(house.sessions.idle.total_seconds()),
        at_tables=is_allowed(HouseAct.OPEN_CONSOLE, who),
        may_invite=tuple(NamedPosition(position=each.option, words=each.words) for each in invites),
        may_see_staff=is_allowed(HouseAct.SEE_STAFF, who),
        may_open_tables=is_allowed(HouseAct.ADD_TABLE, who),
        may_write_off=is_allowed(HouseAct.WRITE_OFF, who),
        may_audit=is_allowed(HouseAct.AUDIT, who),
        may_ask_the_cage=is_allowed(HouseAct.RECORD_IN_CAGE, who),
        may_read_reports=is_allowed(HouseAct.READ_REPORTS, who),
        may_erase=house.people.gives_names and is_allowed(HouseAct.ERASE, who),
    )


def not_too_often(request: Asked) -> None:
    """Refuse an address that tries to sign in too often."""
    limits: RateLimits = request.app.state.sign_in_limits
    if not limits.allows(network_of(address_of(request))):
        raise Refused("too many attempts from your address; wait a minute")


def address_of(request: Asked) -> str:
    """The address a request comes from."""
    return request.client.host if request.client else ""


def _cookie(request: Asked, token: str) -> Cookie:
    return write_cookie(request, PLAYER_COOKIE, token, seconds=int(LONGEST_SESSION.total_seconds()))


@get("/me", include_in_schema=False, opt=act(HouseAct.LOOK))
async def me(request: Asked) -> Response[Me]:
    """Who the browser belongs to, as a player and as staff, and the limits of its input fields."""
    house = house_of(request)
    visitor = await house.in_thread(visitor_of, request)
    known, cookies = visitor.player, list[Cookie]()
    if known is None and (kept := read_cookie(request, PLAYER_COOKIE)):
        known, cookies = await house.in_thread(_kept_key, request, kept)
        if known:
            await _note_staff(house, visitor, known)
    return await house.in_thread(_me, house, visitor, known, cookies)


def _me(house: OpenHouse, visitor: Visitor, known: Actor | None, cookies: list[Cookie]) -> Response[Me]:
    session = visitor.staff or visitor.locked
    return Response(
        Me(
            player=player_self(house, known.name) if known else None,
            staff=staff_self(house, session) if session else None,
            age_gate=house.protections.age_gate,
            gives_names=house.people.gives_names,
            house_money=house.settings.money == HOUSE_MONEY,
        ),
        cookies=cookies,
    )


@post("/enter", include_in_schema=False, status_code=200, opt=act(HouseAct.SIGN_IN))
async def take_name(request: Asked, data: JSONBody[NewName]) -> Response[dict[str, Any]]:
    """Take a name and play chips; the key to return with is shown this once."""
    not_too_often(request)
    house = house_of(request)
    house.protections.must_confirm(data.confirmed)
    await house.in_thread(_must_not_be_staff, request)
    work = house.people.register
    key, token = await house.in_thread(work, data.name, more=house.protections.age_confirmed)
    return await _signed_in(request, token, key=key)


@post("/return", include_in_schema=False, status_code=200, opt=act(HouseAct.SIGN_IN))
async def sign_in(request: Asked, data: JSONBody[Key]) -> Response[dict[str, Any]]:
    """Sign in with a key."""
    not_too_often(request)
    house, before = house_of(request), read_cookie(request, PLAYER_COOKIE)
    await house.in_thread(_must_not_be_staff, request, data.key)
    return await _signed_in(request, await house.in_thread(house.people.sign_in, data.key, instead_of=before))


def _must_not_be_staff(request: Asked, key: str = "") -> None:
    """Refuse to open a player in a browser of staff, who would count as that player; unless they play as them."""
    visitor = visitor_of(request)
    if (session := visitor.staff or visitor.locked) is not None:
        account = session.account
        if read_secret(key)[0] not in {each.casefold() for each in account.plays_as(house_of(request).staff.clock())}:
            raise Refused(
                f"{account.name} is signed in as staff in this browser: sign out of the staff pages first, or use "
                "another browser"
            )


def _kept_key(request: Asked, kept: str) -> tuple[Actor | None, list[Cookie]]:
    """Start a session for a browser that still keeps the key itself, as browsers did before version 0.3."""
    people = house_of(request).people
    try:
        token = people.sign_in(kept)
    except Refused:
        return None, []
    return people.find(token), [_cookie(request, token)]


async def _signed_in(request: Asked, token: str, **more: str) -> Response[dict[str, Any]]:
    """The answer to whoever signed in; a member of staff in the same browser plays under that name."""
    house = house_of(request)
    actor = await house.in_thread(house.people.find, token)
    assert actor is not None
    await _note_staff(house, await house.in_thread(visitor_of, request), actor)
    me = await house.in_thread(player_self, house, actor.name)
    return Response({**asdict(me), **more}, cookies=[_cookie(request, token)])


async def _note_staff(house: OpenHouse, visitor: Visitor, player: Actor) -> None:
    """Note that a member of staff whose session this browser has, locked or not, plays under a name."""
    if (session := visitor.staff or visitor.locked) is not None:
        await note_player(house, session.account.name, player.name)


@post("/key", include_in_schema=False, status_code=200, opt=act(HouseAct.OWN_KEY))
async def new_key(request: Asked) -> Response[dict[str, str]]:
    """Make a new key: the old one no longer works, and every other browser is signed out."""
    house = house_of(request)
    player = await house.in_thread(player_of, request)
    key, token = await house.in_thread(house.people.new_key, read_cookie(request, PLAYER_COOKIE))
    house.disconnect_player(player.name)
    return Response({"key": key}, cookies=[_cookie(request, token)])


@post("/quit", include_in_schema=False, status_code=200, opt=act(HouseAct.SIGN_IN))
async def sign_out(request: Asked) -> Response[dict[str, Any]]:
    """Sign the player out of this browser; their key still works."""
    _, cookie = await sign_player_out(request)
    return Response({}, cookies=[cookie])


async def sign_player_out(request: Asked) -> tuple[str, Cookie]:
    """End the session that this browser has as a player; returns whose it was, and what deletes its cookie."""
    house, token = house_of(request), read_cookie(request, PLAYER_COOKIE)
    player = await house.in_thread(house.people.find, token)
    await house.in_thread(house.people.sign_out, token)
    if player is not None:
        house.disconnect_player(player.name, token)
    return player.name if player else "", delete_cookie(request, PLAYER_COOKIE)


SIGN_IN = [me, take_name, sign_in, new_key, sign_out]
