"""Inviting, moving and dismissing staff, and new keys for players, in an open house: one asks, and another confirms.

Here: doing what one person may do alone, and asking for the rest; whoever asks is shown the link or the key, and it
works once another has confirmed it. Not here: which of it takes two people (`people.hiring`, `people.players`), or
confirming (`approval_desk`).
"""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING

from houseway.kept.approval_facts import Asked
from houseway.kept.approved import Approval, Wanted
from houseway.people import hiring
from houseway.people.account import StaffAccount
from houseway.people.acts import must_manage
from houseway.people.hiring import ADD_SOMEBODY, nobody_to_confirm, otherwise, staff_wanted
from houseway.people.independence import has_confirmer
from houseway.people.names import new_secret
from houseway.people.players import new_key_wanted
from houseway.people.positions import Position
from houseway.people.staff import ON_THE_FLOOR, Link
from houseway.rulebook.procedure import Role
from houseway.web.floor.deeds import AnyDeed, Hiring, NewKey

if TYPE_CHECKING:
    from houseway.web.floor.house import OpenHouse


async def invite(house: OpenHouse, by: StaffAccount, written: str, position: Position) -> tuple[str, Asked | None]:
    """Invite a new member of staff: the link, and the request that another confirms before it works."""
    must_manage(by.position, by.name, written, position)
    name = await house.in_thread(house.staff.must_be_addable, written)
    link = house.staff.new_link(name)

    confirms = await house.in_thread(house.staff.invitation_takes, name, position)
    return link.text, await _do(
        house, by, Hiring(act=hiring.INVITE, name=name, position=position, link=link.digest), confirms
    )


async def invite_again(house: OpenHouse, by: StaffAccount, written: str) -> tuple[str, Asked | None]:
    """Give a member of staff a new link, which replaces what they sign in with; returned as by `invite`."""
    account = await house.in_thread(house.staff.must_be_employed, written)
    must_manage(by.position, by.name, account.name, account.position)
    link = house.staff.new_link(account.name)

    confirms = hiring.invitation_takes(account.position, before=account.position)
    hired = Hiring(act=hiring.AGAIN, name=account.name, position=account.position, link=link.digest)
    return link.text, await _do(house, by, hired, confirms)


async def move(house: OpenHouse, by: StaffAccount, written: str, position: Position) -> Asked | None:
    """Give a member of staff another position; asked for where it promotes them."""
    account = await house.in_thread(house.staff.get, written)
    for each in (account.position, position):
        must_manage(by.position, by.name, account.name, each)

    confirms = await house.in_thread(house.staff.move_takes, account, position)
    return await _do(
        house, by, Hiring(act=hiring.MOVE, name=account.name, position=position), confirms, before=account.position
    )


async def dismiss(house: OpenHouse, by: StaffAccount, written: str) -> Asked | None:
    """Dismiss a member of staff; asked for where they are an equal of whoever asks."""
    account = await house.in_thread(house.staff.get, written)
    must_manage(by.position, by.name, account.name, account.position)

    confirms = await house.in_thread(house.staff.dismissal_takes, account)
    return await _do(house, by, Hiring(act=hiring.DISMISS, name=account.name, position=account.position), confirms)


async def new_player_key(
    house: OpenHouse, by: StaffAccount, player: str, *, plays: Collection[str] = ()
) -> tuple[str, Asked]:
    """Ask for another key for a player: the key, and the request that another confirms before it works."""
    await house.in_thread(house.people.must_be_issuable, player)
    key, digest = new_secret(player)

    deed = NewKey(name=player, digest=digest)
    return key, await ask(house, by, new_key_wanted(player, by=by.name), deed, plays=plays)


async def hire(house: OpenHouse, hired: Hiring, *, by: str, approval: Approval | None = None) -> None:
    """Invite, move or dismiss somebody."""
    staff, name, position = house.staff, hired.name, hired.position
    link = Link("", hired.link)
    match hired.act:
        case hiring.INVITE:
            add = staff.add
            await house.in_thread(add, name, position, by=by, valid=ON_THE_FLOOR, link=link, approval=approval)
        case hiring.AGAIN:
            invite = staff.invite_again
            await house.in_thread(invite, name, by=by, valid=ON_THE_FLOOR, link=link, approval=approval)
        case hiring.MOVE:
            await house.in_thread(staff.move, name, position, by=by, approval=approval)
            await house.check_consoles()
        case hiring.DISMISS:
            await house.in_thread(staff.dismiss, name, by=by, approval=approval)
            await house.check_consoles()


async def _do(
    house: OpenHouse, by: StaffAccount, hired: Hiring, confirms: Role | None, *, before: Position | None = None
) -> Asked | None:
    """Do something to an account, or ask for it where it takes two people."""
    if confirms is None:
        await hire(house, hired, by=by.name)
        return None
    act, name, position = hired.act, hired.name, hired.position
    wanted = staff_wanted(act, name, position, confirms, by=by.name, before=before)
    return await ask(house, by, wanted, hired, otherwise=otherwise(act, name, position))


async def ask(
    house: OpenHouse,
    by: StaffAccount,
    wanted: Wanted,
    deed: AnyDeed,
    *,
    otherwise: str = ADD_SOMEBODY,
    plays: Collection[str] = (),
) -> Asked:
    """Ask for something; refused where nobody in the house could confirm it, with what to do `otherwise`."""
    actor = by.actor
    assert actor is not None
    if not await house.in_thread(has_confirmer, house.staff, by.name, wanted.confirms, about=wanted.about):
        raise nobody_to_confirm(wanted.confirms, otherwise)

    return await house.approvals.ask(actor, wanted, deed, plays=plays)


def waits(asked: Asked) -> str:
    """That a request waits for another, as a sentence."""
    return f"this waits for another {asked.confirms_words} to confirm it: {asked.sentence}"
