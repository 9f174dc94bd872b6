"""What a house looks after at regular intervals or when somebody signs in: idle seats, and who may no longer be there.

Here: freeing seats, locking pages, closing consoles, keeping snapshots of tables. Not here: when a seat is idle
(`seats`), or when a session ends (`people.sessions`).
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import AsyncIterator
from typing import TYPE_CHECKING

from houseway.errors import HousewayError
from houseway.rulebook.procedure import Role
from houseway.table import commands as c
from houseway.web.floor.conflicts import why_no_console
from houseway.web.wire.viewer import FORBIDDEN, GONE, LOCKED

if TYPE_CHECKING:
    from houseway.web.floor.house import OpenHouse
    from houseway.web.floor.live_table import LiveTable

_log = logging.getLogger(__name__)
SEATS_CHECKED = 15.0
"""Seconds between two checks for idle seats."""
AT_ONCE = 100
"""How many tables are looked at before requests have their turn."""
SIGNED_OUT = "You are signed out. Sign in again to go on."
PAGE_LOCKED = "Your page is locked. Show who you are to go on."
NO_SESSION = "You are signed out: your session has ended. Sign in with your key or take a new name in the lobby."
KEY_REVOKED = "The house has revoked your key. Take a new name in the lobby, or ask the house."


async def look_after(house: OpenHouse) -> None:
    """Free the seats of players who are away or do not play, and lock the pages of staff who are, again and again."""
    while True:
        await asyncio.sleep(SEATS_CHECKED)
        await (check_guests(house) if house.is_branch else lock_idle_pages(house))
        await free_seats_of_excluded(house)
        await keep_snapshots(house)
        async for live in one_after_another(house):
            house.notices.tell(live)
            live.show_checks()
            for leave in live.idle_seats():
                try:
                    await live.ask(leave)
                except HousewayError:
                    continue
                except Exception:  # a defect in Houseway: log it, and go on with the other seats
                    _log.exception("a seat at %s could not be freed", live.name)


async def one_after_another(house: OpenHouse) -> AsyncIterator[LiveTable]:
    """Every table of the house; requests have their turn after each hundred, so that none waits for thousands."""
    for number, live in enumerate(list(house.tables.values()), 1):
        yield live
        if number % AT_ONCE == 0:
            await asyncio.sleep(0)


async def keep_snapshots(house: OpenHouse) -> None:
    """Keep the snapshots of tables that are due; where that fails, they are kept later."""
    if any(live.kept.snapshots_due for live in house.tables.values()):
        try:
            await house.in_thread(house.keep_snapshots)
        except HousewayError:
            _log.warning("snapshots of tables could not be kept", exc_info=True)


async def check_guests(house: OpenHouse) -> None:
    """Close the pages of players whose session has ended; staff are not here."""
    try:
        await check_players(house)
    except HousewayError:
        _log.warning("pages could not be looked after", exc_info=True)


async def lock_idle_pages(house: OpenHouse) -> None:
    """Lock the pages of staff that nobody uses; also notice who was dismissed by a command on the machine."""
    try:
        await house.in_thread(house.sessions.lock_idle)
        await check_consoles(house)
        await check_players(house)
    except HousewayError:
        _log.warning("idle pages could not be locked", exc_info=True)


async def check_consoles(house: OpenHouse) -> None:
    """Close the consoles of staff whose session has ended or is locked, or who play at the table.

    What somebody asked for ends too, where they were dismissed or moved.
    """
    house.approvals.look_again()
    async for live in one_after_another(house):
        for viewer in live.audience.staff:
            session = await house.in_thread(house.sessions.find_kept, viewer.actor.name, viewer.session)
            if session is None or session.locked:
                viewer.end(SIGNED_OUT if session is None else PAGE_LOCKED, GONE if session is None else LOCKED)
            elif sentence := why_no_console(live.plays(viewer.actor), live.table):
                viewer.end(sentence, FORBIDDEN)


async def note_player(house: OpenHouse, staff: str, player: str) -> None:
    """Keep that a member of staff plays under a name: their console closes where that player plays."""
    await house.in_thread(house.staff.see_player, staff, player)
    await check_consoles(house)
    for live in list(house.tables.values()):
        live.show()


async def check_players(house: OpenHouse) -> None:
    """Close the pages of players whose session has ended, also where that was done by a command on the machine.

    Hardly any has: where that is known without waiting, no thread is asked for every page.
    """
    async for live in one_after_another(house):
        for viewer in [each for each in live.audience.viewers if each.actor.role is Role.PLAYER and each.actor.name]:
            whose = viewer.actor.name, viewer.session
            if not (
                house.people.has_session_at_once(*whose) or await house.in_thread(house.people.has_session, *whose)
            ):
                viewer.end(NO_SESSION, GONE)


async def free_seats_of_excluded(house: OpenHouse) -> None:
    """Free the seats of excluded players; what lies on a layout is played out first."""
    barred = house.protections.barred
    for live in list(house.tables.values()) if barred else ():
        for position, name in list(live.table.seats.items()):
            if name in barred and not live.table.on_layout(name):
                with contextlib.suppress(HousewayError):
                    await live.ask(c.Leave(by=c.Actor(name, Role.PLAYER), position=position))
