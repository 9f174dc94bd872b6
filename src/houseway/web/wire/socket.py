"""One page's connection to a table.

Here: who may connect, receiving a page's messages and sending it the house's. Not here: what messages mean
(`dispatch`).
"""

from __future__ import annotations

import asyncio
import contextlib
from typing import Any, Final, cast
from urllib.parse import urlsplit

from litestar import WebSocket, websocket
from litestar.connection import ASGIConnection
from litestar.params import FromPath

from houseway.errors import JournalFailed, Refused, shortened
from houseway.people.acts import HouseAct, is_allowed
from houseway.people.addresses import network_of
from houseway.people.names import read_secret
from houseway.rulebook.procedure import Role
from houseway.table.view import WATCHER
from houseway.web.floor.away import BACK_IN, MOVED
from houseway.web.floor.conflicts import why_no_console
from houseway.web.floor.house import OpenHouse
from houseway.web.floor.housekeeping import NO_SESSION, PAGE_LOCKED, SIGNED_OUT
from houseway.web.floor.journal_trouble import shown
from houseway.web.floor.live_table import LiveTable
from houseway.web.http.connections import WRITE
from houseway.web.http.cookies import is_tls, read_cookie
from houseway.web.http.guard import PLAYER_COOKIE, Visitor, act, visitor_of
from houseway.web.wire import messages as m
from houseway.web.wire.dispatch import answer, page_limit
from houseway.web.wire.limits import SocketCounts
from houseway.web.wire.viewer import COME_BACK, FORBIDDEN, GONE, LOCKED, Viewer

MOST_PAGES, MOST_WATCHERS = 20, 2000
"""How many pages of one person, and how many watchers without a name, may look at a table."""
MOST_BAD_MESSAGES: Final = 200
"""The connection is closed after this many messages that could not be read or came too fast."""
STAFF: Final = "staff"
"""How a page says that it is a console."""
UNKNOWN, OLD, TOO_MANY = 4404, 4426, 4429
"""Why a connection is closed: no such table, an old page, too many pages or bad messages."""


@websocket("/socket/{table:str}", opt=act(HouseAct.WATCH))
async def socket(socket: WebSocket[Any, Any, Any], table: FromPath[str]) -> None:
    """Connect a page to a table."""
    house: OpenHouse = socket.app.state.house
    await socket.accept()
    try:
        await _connect(socket, house, table)
    except JournalFailed as failed:  # the house is closing, or its journal cannot be read
        with contextlib.suppress(Exception):
            await _refuse(socket, shown(failed), COME_BACK)
    except Refused:  # the table has closed for good at this moment
        with contextlib.suppress(Exception):
            await _refuse(socket, f"Table {shortened(table, 40)} has closed for good.", UNKNOWN)


async def _connect(socket: WebSocket[Any, Any, Any], house: OpenHouse, table: str) -> None:
    live = house.tables.get(table)
    if not same_origin(socket):
        await _refuse(socket, "This page was not served by this house.", FORBIDDEN)
    elif socket.query_params.get("protocol") != str(m.PROTOCOL):
        await _refuse(socket, "This page is out of date; reload it.", OLD)
    elif _is_elsewhere(house, table, socket.query_params.get("as") == STAFF):
        await _elsewhere(socket, house, table)
    elif live is None:
        await _refuse(socket, f"There is no table {shortened(table, 40)} here.", UNKNOWN)
    else:
        visitor = await house.in_thread(visitor_of, socket)
        if socket.query_params.get("as") == STAFF:
            await _open_console(socket, house, live, visitor)
        else:
            actor = visitor.player or WATCHER
            await _open(socket, house, live, Viewer(actor, session=_digest(socket, PLAYER_COOKIE)))


def _is_elsewhere(house: OpenHouse, table: str, is_console: bool) -> bool:
    """Whether another process has to serve a page: it runs the table, or has its consoles."""
    return (table not in house.tables or is_console) if house.is_branch else table in house.away


async def _elsewhere(socket: WebSocket[Any, Any, Any], house: OpenHouse, table: str) -> None:
    """Fetch a table for staff who may open its console; other pages come back, and are taken to whoever runs it."""
    if socket.query_params.get("as") == STAFF and not house.is_branch:
        visitor = await house.in_thread(visitor_of, socket)
        if visitor.locked is not None or not _works_at_tables(visitor):
            await _refuse_console(socket, visitor)
        else:
            try:
                live = await house.bring(table)
            except Refused as late:
                if table not in house.away:
                    raise
                await _come_back(socket, str(late))  # it is still on its way, and has not closed
            else:
                await _open_console(socket, house, live, visitor)
        return
    await _come_back(socket, MOVED)


async def _come_back(socket: WebSocket[Any, Any, Any], sentence: str) -> None:
    """Have a page try again in a moment."""
    await socket.send_text(m.encode(m.Goodbye(sentence=sentence, retry=BACK_IN)).decode())
    await socket.close(code=COME_BACK)


def _works_at_tables(visitor: Visitor) -> bool:
    session = visitor.staff
    return session is not None and session.actor is not None and is_allowed(HouseAct.OPEN_CONSOLE, visitor.who)


async def _refuse_console(socket: WebSocket[Any, Any, Any], visitor: Visitor) -> None:
    if visitor.locked is not None:
        await _refuse(socket, PAGE_LOCKED, LOCKED)
    else:
        await _refuse(socket, "Only staff who work at tables may open this page; sign in first.", FORBIDDEN)


async def _open_console(socket: WebSocket[Any, Any, Any], house: OpenHouse, live: LiveTable, visitor: Visitor) -> None:
    """Open the console of a table to staff who work at tables and do not play at this one."""
    session = visitor.staff
    if visitor.locked is not None or not _works_at_tables(visitor) or session is None or session.actor is None:
        await _refuse_console(socket, visitor)
    elif sentence := why_no_console(live.plays(session.actor), live.table):
        await _refuse(socket, sentence, FORBIDDEN)
    else:
        await _open(socket, house, live, Viewer(session.actor, session=session.digest))


async def _open(socket: WebSocket[Any, Any, Any], house: OpenHouse, live: LiveTable, viewer: Viewer) -> None:
    most = MOST_PAGES if viewer.actor.name else MOST_WATCHERS
    if live.audience.pages_of(viewer.actor) >= most:
        await _refuse(socket, "Too many pages are open at this table; close one.", TOO_MANY)
    else:
        counts: SocketCounts = socket.app.state.sockets
        address = network_of(socket.client.host if socket.client else "")
        with counts.one(address, stranger=not viewer.actor.name) as allowed:
            if allowed:
                await _serve(socket, house, live, viewer)
            else:
                await _refuse(socket, "Too many pages are open at your address; close one.", TOO_MANY)


def _digest(socket: WebSocket[Any, Any, Any], cookie: str) -> str:
    return read_secret(read_cookie(socket, cookie))[1]


def same_origin(asker: ASGIConnection[Any, Any, Any, Any]) -> bool:
    """Whether the asking page was served here; another site's page may not use a visitor's cookies."""
    origin = asker.headers.get("origin")
    if origin is None:
        return True
    page = urlsplit(origin)
    return page.netloc == asker.headers.get("host") and (page.scheme == "https" or not is_tls(asker.scope))


async def _refuse(socket: WebSocket[Any, Any, Any], sentence: str, code: int) -> None:
    await socket.send_text(m.encode(m.Goodbye(sentence=sentence)).decode())
    await socket.close(code=code, reason=sentence[:120])


async def _serve(socket: WebSocket[Any, Any, Any], house: OpenHouse, live: LiveTable, viewer: Viewer) -> None:
    sending = asyncio.create_task(_send(socket, viewer))
    try:
        await live.join(viewer)
        await _receive(socket, house, live, viewer)
    finally:
        await live.part(viewer)
        sending.cancel()
        with contextlib.suppress(asyncio.CancelledError, Exception):
            await sending


async def _send(socket: WebSocket[Any, Any, Any], viewer: Viewer) -> None:
    """Send the viewer's messages as they are queued; close the connection at the end of the queue."""
    viewer.write = cast(dict[str, Any], socket.scope).get(WRITE)
    while (message := await viewer.outbox.get()) is not None:
        viewer.sending = True
        await socket.send_text(message.decode())
        viewer.sending = False
    await socket.close(code=viewer.code)


async def _receive(socket: WebSocket[Any, Any, Any], house: OpenHouse, live: LiveTable, viewer: Viewer) -> None:
    """Answer one message after another until the page goes away, or has sent too many bad ones."""
    limit, patience = page_limit(), MOST_BAD_MESSAGES
    while patience:
        received = await socket.receive()
        if received["type"] != "websocket.receive":
            return
        if viewer.actor.name and not await _still_signed_in(house, live, viewer):
            return
        text = received.get("text") or received.get("bytes") or ""
        answered = await answer(live, viewer.actor, text, limit, session=viewer.session)
        viewer.send(m.encode(answered))
        if isinstance(answered, m.NotDone) and answered.reason in ("malformed", "too long", "too fast"):
            patience -= 1
    viewer.send(m.encode(m.Goodbye(sentence="Too many messages could not be carried out; the connection is closed.")))
    viewer.code = TOO_MANY
    viewer.disconnect()
    await asyncio.sleep(1)  # time to send the goodbye


async def _still_signed_in(house: OpenHouse, live: LiveTable, viewer: Viewer) -> bool:
    """Whether somebody still has the session their page was opened with, looked up each time; and no console is used
    by somebody who plays at the table.
    """
    if viewer.actor.role is Role.PLAYER:
        whose = viewer.actor.name, viewer.session
        signed_in = house.people.has_session_at_once(*whose)
        if signed_in is None:
            signed_in = await house.in_thread(house.people.has_session, *whose)
        if signed_in:
            return True
        viewer.end(NO_SESSION, GONE)
        await asyncio.sleep(1)  # time to send the goodbye
        return False
    session = await house.in_thread(house.sessions.find_kept, viewer.actor.name, viewer.session)
    if session is None or session.locked:
        viewer.end(SIGNED_OUT if session is None else PAGE_LOCKED, GONE if session is None else LOCKED)
    elif sentence := why_no_console(live.plays(viewer.actor), live.table):
        viewer.end(sentence, FORBIDDEN)
    else:
        return True
    await asyncio.sleep(1)  # time to send the goodbye
    return False
