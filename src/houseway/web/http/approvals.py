"""Two pairs of eyes over HTTP: what waits in the whole house, and deciding it without opening a console.

Here: the routes. Not here: who may decide what (`people.acts`, `kept.approvals`), or carrying it out
(`floor.approval_desk`).
"""

from __future__ import annotations

from typing import Annotated

import msgspec
from litestar import get, post
from litestar.params import JSONBody

from houseway.people.acts import HouseAct
from houseway.table.commands import Cards
from houseway.web.floor.fields import Reasoned, Why
from houseway.web.http.guard import Asked, act, house_of, session_of, staff_of
from houseway.web.wire.messages import LONGEST_ID
from houseway.web.wire.requests import Requests

RequestId = Annotated[str, msgspec.Meta(min_length=1, max_length=LONGEST_ID)]
Digest = Annotated[str, msgspec.Meta(max_length=LONGEST_ID)]


class Confirmation(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Somebody confirms a request, and names what they were shown; cards as in the message `confirm`."""

    request: RequestId
    digest: Digest
    cards: dict[int, Cards] = {}


class Refusal(Reasoned, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Somebody declines a request."""

    request: RequestId
    digest: Digest
    why: Why


class OwnRequest(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Somebody takes back what they asked for."""

    request: RequestId


def plays_of(request: Asked) -> frozenset[str]:
    """The names under which the member of staff who asks plays."""
    return house_of(request).staff.known_to_play(session_of(request).account.name)


@get("/staff/approvals", include_in_schema=False, opt=act(HouseAct.SEE_REQUESTS))
async def look(request: Asked) -> Requests:
    """What waits for a second pair of eyes in the whole house, and how one's own requests ended."""
    return await _shown(request)


@post("/staff/approvals/confirm", include_in_schema=False, status_code=200, opt=act(HouseAct.CONFIRM))
async def confirm(request: Asked, data: JSONBody[Confirmation]) -> Requests:
    """Confirm a request: it is carried out now."""
    house = house_of(request)
    staff, plays = await house.in_thread(staff_of, request), await house.in_thread(plays_of, request)
    await house.approvals.confirm(staff, data.request, data.digest, plays=plays, cards=data.cards)
    return await _shown(request)


@post("/staff/approvals/decline", include_in_schema=False, status_code=200, opt=act(HouseAct.CONFIRM))
async def decline(request: Asked, data: JSONBody[Refusal]) -> Requests:
    """Decline a request, with a reason."""
    house = house_of(request)
    staff, plays = await house.in_thread(staff_of, request), await house.in_thread(plays_of, request)
    await house.approvals.decline(staff, data.request, data.digest, data.why, plays=plays)
    return await _shown(request)


@post("/staff/approvals/take-back", include_in_schema=False, status_code=200, opt=act(HouseAct.ASK_FOR_TWO))
async def take_back(request: Asked, data: JSONBody[OwnRequest]) -> Requests:
    """Take back what one asked for."""
    house = house_of(request)
    await house.approvals.take_back(await house.in_thread(staff_of, request), data.request)
    return await _shown(request)


async def _shown(request: Asked) -> Requests:
    house = house_of(request)
    session = await house.in_thread(session_of, request)
    plays = await house.in_thread(plays_of, request)
    return house.approvals.shown(session.actor, plays=plays)


APPROVALS = [look, confirm, decline, take_back]
