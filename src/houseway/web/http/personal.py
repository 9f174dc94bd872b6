"""Erasing personal data over HTTP: one gaming shift manager asks, and another confirms on their own sign-in.

Here: the route that asks. Not here: who can be erased (`people.erasure`), or confirming (`approvals`).
"""

from __future__ import annotations

from typing import Annotated

import msgspec
from litestar import post
from litestar.params import JSONBody

from houseway.people.acts import HouseAct
from houseway.web.floor import fields
from houseway.web.floor.house_requests import ask_to_erase
from houseway.web.http.approvals import plays_of
from houseway.web.http.guard import Asked, act, house_of, staff_of
from houseway.web.http.owed import Name

Why = Annotated[fields.Why, msgspec.Meta(min_length=1)]


class Erasure(fields.Reasoned, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Whose personal data is to be erased, by the name the house gave them, and why."""

    player: Name
    why: Why


class ErasureAsked(msgspec.Struct, frozen=True, kw_only=True):
    """It waits for another to confirm it."""

    sentence: str


@post("/staff/people/erase", include_in_schema=False, status_code=200, opt=act(HouseAct.ERASE))
async def erase(request: Asked, data: JSONBody[Erasure]) -> ErasureAsked:
    """Ask for a player's personal data to be erased."""
    house = house_of(request)
    staff, plays = await house.in_thread(staff_of, request), await house.in_thread(plays_of, request)
    asked = await ask_to_erase(house, staff, data.player, data.why, plays=plays)
    return ErasureAsked(sentence=f"this waits for another {asked.confirms_words} to confirm it: {asked.sentence}")


PERSONAL = [erase]
