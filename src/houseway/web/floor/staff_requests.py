"""Inviting, moving and dismissing staff, and new keys for players, in an open house: one asks, and another confirms.

Here: doing what one person may do alone, and asking for the rest; whoever asks is shown the link or the key, and it
works once another has confirmed it. Not here: which of it takes two people (`people.hiring`, `people.players`), or
confirming (`approval_desk`).
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Collection
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
from houseway.people.staff import ON_THE_FLOOR
from houseway.rulebook.procedure import Role

if TYPE_CHECKING:
    from houseway.web.floor.house import OpenHouse


async def invite(house: OpenHouse, by: StaffAccount, written: str, position: Position) -> tuple[str, Asked | None]:
    """Invite a new member of staff: the link, and the request that another confirms before it works."""
    must_manage(by.position, by.name, written, position)
    name = await house.in_thread(house.staff.must_be_addable, written)
    link = house.staff.new_link(name)

    async def carry_out(approval: Approval | None = None) -> None:
        await house.in_thread(
            house.staff.add, name, position, by=by.name, valid=ON_THE_FLOOR, link=link, approval=approval
        )

    confirms = await house.in_thread(house.staff.invitation_takes, name, position)
    return link.text, await _do(house, by, hiring.INVITE, name, position, confirms, carry_out)


async def invite_again(house: OpenHouse, by: StaffAccount, written: str) -> tuple[str, Asked | None]:
    """Give a member of staff a new link, which replaces what they sign in with; returned as by `invite`."""
    account = await house.in_thread(house.staff.must_be_employed, written)
    must_manage(by.position, by.name, account.name, account.position)
    link = house.staff.new_link(account.name)

    async def carry_out(approval: Approval | None = None) -> None:
        await house.in_thread(
            house.staff.invite_again, account.name, by=by.name, valid=ON_THE_FLOOR, link=link, approval=approval
        )

    confirms = hiring.invitation_takes(account.position, before=account.position)
    return link.text, await _do(house, by, hiring.AGAIN, account.name, account.position, confirms, carry_out)


async def move(house: OpenHouse, by: StaffAccount, written: str, position: Position) -> Asked | None:
    """Give a member of staff another position; asked for where they rise."""
    account = await house.in_thread(house.staff.get, written)
    for each in (account.position, position):
        must_manage(by.position, by.name, account.name, each)

    async def carry_out(approval: Approval | None = None) -> None:
        await house.in_thread(house.staff.move, account.name, position, by=by.name, approval=approval)
        await house.check_consoles()

    confirms = await house.in_thread(house.staff.move_takes, account, position)
    return await _do(house, by, hiring.MOVE, account.name, position, confirms, carry_out, before=account.position)


async def dismiss(house: OpenHouse, by: StaffAccount, written: str) -> Asked | None:
    """Dismiss a member of staff; asked for where they are an equal of whoever asks."""
    account = await house.in_thread(house.staff.get, written)
    must_manage(by.position, by.name, account.name, account.position)

    async def carry_out(approval: Approval | None = None) -> None:
        await house.in_thread(house.staff.dismiss, account.name, by=by.name, approval=approval)
        await house.check_consoles()

    confirms = await house.in_thread(house.staff.dismissal_takes, account)
    return await _do(house, by, hiring.DISMISS, account.name, account.position, confirms, carry_out)


async def new_player_key(
    house: OpenHouse, by: StaffAccount, player: str, *, plays: Collection[str] = ()
) -> tuple[str, Asked]:
    """Ask for another key for a player: the key, and the request that another confirms before it works."""
    await house.in_thread(house.people.must_be_issuable, player)
    key, digest = new_secret(player)

    async def carry_out(approval: Approval | None) -> None:
        await house.in_thread(house.people.issue_key, player, digest, by=by.name, approval=approval)
        house.disconnect_player(player, revoked=True)

    return key, await ask(house, by, new_key_wanted(player, by=by.name), carry_out, plays=plays)


async def _do(
    house: OpenHouse,
    by: StaffAccount,
    act: str,
    name: str,
    position: Position,
    confirms: Role | None,
    carry_out: Callable[[Approval | None], Awaitable[None]],
    *,
    before: Position | None = None,
) -> Asked | None:
    """Do something to an account, or ask for it where it takes two people."""
    if confirms is None:
        await carry_out(None)
        return None
    wanted = staff_wanted(act, name, position, confirms, by=by.name, before=before)
    return await ask(house, by, wanted, carry_out, otherwise=otherwise(act, name, position))


async def ask(
    house: OpenHouse,
    by: StaffAccount,
    wanted: Wanted,
    carry_out: Callable[[Approval | None], Awaitable[None]],
    *,
    otherwise: str = ADD_SOMEBODY,
    plays: Collection[str] = (),
) -> Asked:
    """Ask for something; refused where nobody in the house could confirm it, with what to do `otherwise`."""
    actor = by.actor
    assert actor is not None
    if not await house.in_thread(has_confirmer, house.staff, by.name, wanted.confirms, about=wanted.about):
        raise nobody_to_confirm(wanted.confirms, otherwise)

    return await house.approvals.ask(actor, wanted, carry_out, plays=plays)


def waits(asked: Asked) -> str:
    """That a request waits for another, as a sentence."""
    return f"this waits for another {asked.confirms_words} to confirm it: {asked.sentence}"
