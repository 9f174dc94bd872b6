"""What players owe the house, over HTTP: who owes what, paying it, and writing it off.

Here: the routes, and who may use each. Not here: what a payment does (`kept.repaying`), or deducting a debt from
winnings (`kept.tables`). Every request has an `id` that the page chooses: sent again, it is carried out once.
"""

from __future__ import annotations

from typing import Annotated

import msgspec
from litestar import get, post
from litestar.params import JSONBody

from houseway.errors import Refused, shortened
from houseway.kept import repaying
from houseway.kept.debts import DebtBooked, origin
from houseway.money import MOST_CENTS
from houseway.people.acts import HouseAct
from houseway.table.commands import Actor
from houseway.web.floor.conflicts import must_be_anothers
from houseway.web.floor.fields import FIELDS
from houseway.web.floor.house import OpenHouse
from houseway.web.floor.house_requests import settle_debt
from houseway.web.http.approvals import plays_of
from houseway.web.http.guard import Asked, act, house_of, player_of, staff_of
from houseway.web.http.sign_in import PlayerSelf, player_self
from houseway.web.wire.messages import LONGEST_ID

Id = Annotated[str, msgspec.Meta(min_length=1, max_length=LONGEST_ID)]
Cents = Annotated[int, msgspec.Meta(ge=1, le=MOST_CENTS)]
Name = Annotated[str, msgspec.Meta(min_length=1, max_length=FIELDS.name)]


class Payment(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A player pays part of what they owe, or all of it, from their chips."""

    id: Id
    cents: Cents


class DebtOf(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Staff record a payment in cash, or write off a debt."""

    id: Id
    player: Name
    cents: Cents
    ask: bool = False
    """Whether to ask for it where it takes two people."""


class Debtor(msgspec.Struct, frozen=True, kw_only=True):
    """A player who owes the house something, and the correction it comes from, where that is recorded."""

    player: str
    cents: int
    because: str = ""
    clause: str = ""


class Owing(msgspec.Struct, frozen=True, kw_only=True):
    """Everybody who owes the house something."""

    debtors: tuple[Debtor, ...]
    asked: bool = False
    """Whether what was just sent waits for another to confirm it."""


@post("/owed/pay", include_in_schema=False, status_code=200, opt=act(HouseAct.PAY_DEBT))
async def pay(request: Asked, data: JSONBody[Payment]) -> PlayerSelf:
    """Pay what you owe from your chips."""
    house = house_of(request)
    player = await house.in_thread(player_of, request)
    _must_be_text(data.id)
    await house.in_thread(repaying.pay, house.journal, player.name, data.cents, key=data.id)
    await house.debt_changed(player.name)
    return await house.in_thread(player_self, house, player.name)


@get("/staff/owed", include_in_schema=False, opt=act(HouseAct.SEE_DEBTS))
async def owing(request: Asked) -> Owing:
    """Who owes the house what."""
    house = house_of(request)
    return await house.in_thread(_owing, house)


@post("/staff/owed/cash", include_in_schema=False, status_code=200, opt=act(HouseAct.RECORD_CASH))
async def record_cash(request: Asked, data: JSONBody[DebtOf]) -> Owing:
    """Record that a player paid in cash."""
    house = house_of(request)
    staff = await house.in_thread(staff_of, request)
    _must_be_text(data.id, data.player)
    return await _settle(request, staff, repaying.CASH, data)


@post("/staff/owed/write-off", include_in_schema=False, status_code=200, opt=act(HouseAct.WRITE_OFF))
async def write_off(request: Asked, data: JSONBody[DebtOf]) -> Owing:
    """Ask for what a player owes to be written off."""
    house = house_of(request)
    staff = await house.in_thread(staff_of, request)
    _must_be_text(data.id, data.player)
    return await _settle(request, staff, repaying.WRITTEN_OFF, data)


async def _settle(request: Asked, staff: Actor, way: str, data: DebtOf) -> Owing:
    house = house_of(request)
    plays = await house.in_thread(plays_of, request)
    must_be_anothers(data.player, plays)
    asked = await settle_debt(
        house, staff, way, data.player, data.cents, key=data.id, plays=plays if data.ask else None
    )
    return msgspec.structs.replace(await house.in_thread(_owing, house), asked=asked is not None)


def _owing(house: OpenHouse) -> Owing:
    found = sorted((name, cents) for name, cents in house.purses.owed.items() if cents > 0)
    return Owing(debtors=tuple(_debtor(name, cents, origin(house.journal, name)) for name, cents in found))


def _debtor(name: str, cents: int, of: DebtBooked | None) -> Debtor:
    if of is None:
        return Debtor(player=name, cents=cents)
    because = f"the correction of round {of.round} at table {of.table}"
    return Debtor(player=name, cents=cents, because=because, clause=of.clause)


def _must_be_text(*written: str) -> None:
    for each in written:
        if not each.isprintable():
            raise Refused(f"{shortened(ascii(each))} cannot be recorded: use visible letters and digits")


OWED = [pay, owing, record_cash, write_off]
