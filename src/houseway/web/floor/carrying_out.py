"""Carrying out what a second person has confirmed, whichever process was asked for it.

Here: which part of the house does each deed. Each of them checks that this is still what both people were shown, and
writes the confirmation and the act in one transaction. Not here: the deeds (`deeds`), or confirming (`approval_desk`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from houseway.kept.approved import Approval, Wanted
from houseway.people.erasure import must_be_erasable
from houseway.table.record import decode_command
from houseway.web.floor import deeds as d
from houseway.web.floor.house_requests import settle_as_confirmed
from houseway.web.floor.staff_requests import hire

if TYPE_CHECKING:
    from houseway.web.floor.house import OpenHouse


async def carry_out(house: OpenHouse, wanted: Wanted, approval: Approval) -> None:
    """Carry out what was confirmed; refused as `OldVersion` where it would no longer do what was shown."""
    asked_by = approval.asked_by
    match d.read(wanted):
        case d.AtTheTable():
            command = replace(decode_command(wanted.content), by=approval.by)
            live = await house.bring(wanted.place)
            await live.ask(command, key=f"approval {approval.id}", approval=approval)
        case d.Run(dealer=dealer, deck=deck, open=open):
            live = await house.bring(wanted.place)
            await live.run(approval.by, dealer=dealer, deck=deck, open=open, approval=approval)
        case d.InTheCage(act=act, key=key):
            await house.record_in_cage(asked_by, act, key=key, approval=approval)
        case d.Debt() as debt:
            await settle_as_confirmed(house, debt, approval)
        case d.Erasure(name=name, why=why):
            await house.in_thread(must_be_erasable, house.journal, house.people, name)
            await house.in_thread(house.people.erase, name, by=asked_by.name, why=why, approval=approval)
            house.disconnect_player(name)
        case d.Hiring() as hired:
            await hire(house, hired, by=asked_by.name, approval=approval)
        case d.NewKey(name=name, digest=digest):
            issue = house.people.issue_key
            await house.in_thread(issue, name, digest, by=asked_by.name, approval=approval)
            house.disconnect_player(name, revoked=True)
