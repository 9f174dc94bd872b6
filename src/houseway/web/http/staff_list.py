"""The list of staff over HTTP: who works here, inviting, dismissing, moving and unlocking; and revoking players' keys.

Here: the routes. Who may manage whom is decided by `people.acts`. Not here: one's own account (`staff_sign_in`).
"""

from __future__ import annotations

from datetime import datetime
from typing import Annotated

import msgspec
from litestar import get, post
from litestar.params import JSONBody

from houseway.kept.approval_facts import Asked as Waits
from houseway.people.account import StaffAccount
from houseway.people.acts import MANAGES, HouseAct, must_manage
from houseway.people.positions import Position
from houseway.people.staff import ON_THE_FLOOR
from houseway.web.floor import staff_requests as requests
from houseway.web.floor.fields import FIELDS
from houseway.web.floor.house import OpenHouse
from houseway.web.http.approvals import plays_of
from houseway.web.http.guard import Asked, act, house_of, session_of
from houseway.web.http.sign_in import NamedPosition

Name = Annotated[str, msgspec.Meta(min_length=1, max_length=200)]


class NewStaff(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Somebody to invite; without a position, somebody who is on the staff already and needs a new link."""

    name: Name
    position: str = ""


class StaffName(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A member of staff."""

    name: Name


class NewPosition(StaffName, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A member of staff and their next position."""

    position: str


class PlayerName(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A player."""

    player: Annotated[str, msgspec.Meta(min_length=1, max_length=FIELDS.name)]


class GivenInvitation(msgspec.Struct, frozen=True, kw_only=True):
    """An invitation, to be handed to one person; it is shown this once."""

    name: str
    role_words: str
    invitation: str
    hours: int
    """How long it is valid."""
    waits: str = ""
    """That it works only once another has confirmed it, as a sentence; empty where it works now."""
    request: str = ""
    """The id of the request that waits."""


class GivenKey(msgspec.Struct, frozen=True, kw_only=True):
    """A new key of a player, to be handed to them; it is shown this once."""

    player: str
    key: str
    waits: str
    """That it works only once another has confirmed it, as a sentence."""
    request: str
    """The id of the request that waits."""


class StaffLine(msgspec.Struct, frozen=True, kw_only=True):
    """A member of staff as the list shows them."""

    name: str
    position: str
    role_words: str
    player: str
    state: str
    """`working`, `invited`, `expired` (an invitation nobody used), `locked` or `dismissed`."""
    last_sign_in: datetime | None
    signed_in: int
    """In how many browsers."""
    manageable: bool
    """Whether the reader may dismiss, move, unlock or invite them."""


class StaffList(msgspec.Struct, frozen=True, kw_only=True):
    """Everybody on the staff, and the positions the reader may give."""

    staff: tuple[StaffLine, ...]
    positions: tuple[NamedPosition, ...]
    asked: bool = False
    """Whether what was just sent was asked for, and waits for another to confirm it."""


def _list(house: OpenHouse, request: Asked) -> StaffList:
    reader = session_of(request).account
    manages = MANAGES.get(reader.position, frozenset())
    return StaffList(
        staff=tuple(_line(house, reader, each) for each in house.staff.everybody()),
        positions=tuple(NamedPosition(position=each.option, words=each.words) for each in Position if each in manages),
    )


def _line(house: OpenHouse, reader: StaffAccount, account: StaffAccount) -> StaffLine:
    managed = account.position in MANAGES.get(reader.position, frozenset()) and account.name != reader.name
    return StaffLine(
        name=account.name,
        position=account.position.option,
        role_words=account.position.words,
        player=account.player,
        state=account.state(house.staff.clock()),
        last_sign_in=account.last_sign_in,
        signed_in=len(account.sessions),
        manageable=managed,
    )


async def _list_after(house: OpenHouse, request: Asked, asked: Waits | None = None) -> StaffList:
    """The list after an act."""
    return msgspec.structs.replace(await house.in_thread(_list, house, request), asked=asked is not None)


@get("/staff/list", sync_to_thread=True, include_in_schema=False, opt=act(HouseAct.SEE_STAFF))
def staff_list(request: Asked) -> StaffList:
    """Everybody who is or was on the staff."""
    return _list(house_of(request), request)


@post("/staff/invitations", include_in_schema=False, status_code=200, opt=act(HouseAct.MANAGE_STAFF))
async def invite(request: Asked, data: JSONBody[NewStaff]) -> GivenInvitation:
    """Invite a new member of staff, or give one a new link; it works once another has confirmed it."""
    house = house_of(request)
    by = (await house.in_thread(session_of, request)).account
    if data.position:
        position = Position.read(data.position)
        given, asked = await requests.invite(house, by, data.name, position)
    else:
        given, asked = await requests.invite_again(house, by, data.name)
        position = (await house.in_thread(house.staff.get, data.name)).position
    return GivenInvitation(
        name=" ".join(data.name.split()),
        role_words=position.words,
        invitation=given,
        hours=int(ON_THE_FLOOR.total_seconds()) // 3600,
        waits=requests.waits(asked) if asked else "",
        request=asked.id if asked else "",
    )


@post("/staff/dismiss", include_in_schema=False, status_code=200, opt=act(HouseAct.MANAGE_STAFF))
async def dismiss(request: Asked, data: JSONBody[StaffName]) -> StaffList:
    """Dismiss a member of staff, whose sessions end now; or ask for it where they are an equal."""
    house = house_of(request)
    by = (await house.in_thread(session_of, request)).account
    asked = await requests.dismiss(house, by, data.name)
    return await _list_after(house, request, asked)


@post("/staff/unlock-account", include_in_schema=False, status_code=200, opt=act(HouseAct.MANAGE_STAFF))
async def unlock_account(request: Asked, data: JSONBody[StaffName]) -> StaffList:
    """Unlock an account that failures have locked."""
    house = house_of(request)
    by = (await house.in_thread(session_of, request)).account
    must_manage(by.position, by.name, data.name, (await house.in_thread(house.staff.get, data.name)).position)
    await house.in_thread(house.staff.unlock, data.name, by=by.name)
    return await _list_after(house, request)


@post("/staff/position", include_in_schema=False, status_code=200, opt=act(HouseAct.MANAGE_STAFF))
async def move(request: Asked, data: JSONBody[NewPosition]) -> StaffList:
    """Give a member of staff another position, or ask for it where it promotes them or they are an equal."""
    house = house_of(request)
    by = (await house.in_thread(session_of, request)).account
    asked = await requests.move(house, by, data.name, Position.read(data.position))
    return await _list_after(house, request, asked)


@post("/staff/players/revoke-key", include_in_schema=False, status_code=200, opt=act(HouseAct.REVOKE_KEY))
async def revoke_key(request: Asked, data: JSONBody[PlayerName]) -> dict[str, str]:
    """Make the key of a player void, and sign them out everywhere."""
    house = house_of(request)
    by = (await house.in_thread(session_of, request)).account
    await house.in_thread(house.people.revoke_key, data.player, by=by.name)
    house.disconnect_player(data.player, revoked=True)
    return {"player": data.player}


@post("/staff/players/new-key", include_in_schema=False, status_code=200, opt=act(HouseAct.ISSUE_KEY))
async def new_player_key(request: Asked, data: JSONBody[PlayerName]) -> GivenKey:
    """Ask for a new key for a player: the same name and chips. It works once another has confirmed it."""
    house = house_of(request)
    by = (await house.in_thread(session_of, request)).account
    plays = await house.in_thread(plays_of, request)
    key, asked = await requests.new_player_key(house, by, data.player, plays=plays)
    return GivenKey(player=data.player, key=key, waits=requests.waits(asked), request=asked.id)


STAFF_LIST = [staff_list, invite, dismiss, unlock_account, move, revoke_key, new_player_key]
