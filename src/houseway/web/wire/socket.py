"""One page's connection to a table.

Here: who connects, reading his messages within limits, sending him his. Not here: what they mean (`live`).
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from typing import Any, Final
from urllib.parse import urlsplit

from litestar import WebSocket, websocket
from litestar.connection import ASGIConnection

from houseway.errors import JournalFailed
from houseway.table.commands import Actor
from houseway.table.view import WATCHER
from houseway.web.floor.house import OpenHouse
from houseway.web.floor.live_table import LiveTable
from houseway.web.wire import messages as m
from houseway.web.wire.dispatch import hear
from houseway.web.wire.limits import Bucket
from houseway.web.wire.viewer import CLOSING, Viewer

_log = logging.getLogger(__name__)
AT_ONCE, A_SECOND = 40, 15
"""How many messages a page may send."""
MOST_PAGES, MOST_WATCHERS = 20, 2000
"""How many pages of one person, and how many watchers without a name, a table takes."""
PATIENCE: Final = 200
"""After so many refused messages the connection is closed."""
FORBIDDEN, UNKNOWN, OLD, TOO_MANY = 4403, 4404, 4426, 4429
"""Why a connection is closed: not for you, no such table, an old page, too many messages that were refused."""


@websocket("/socket/{table:str}")
async def socket(socket: WebSocket[Any, Any, Any], table: str) -> None:
    """Connect a page to a table."""
    house: OpenHouse = socket.app.state.house
    await socket.accept()
    try:
        await _connect(socket, house, table)
    except JournalFailed as failed:  # the house closes just now, or its journal cannot be read: come back later
        with contextlib.suppress(Exception):
            await _refuse(socket, str(failed), CLOSING)


async def _connect(socket: WebSocket[Any, Any, Any], house: OpenHouse, table: str) -> None:
    live = house.tables.get(table)
    if not same_origin(socket):
        await _refuse(socket, "This page is not of this house.", FORBIDDEN)
    elif socket.query_params.get("protocol") != str(m.PROTOCOL):
        await _refuse(socket, "This page is older than the house; load it again.", OLD)
    elif live is None:
        await _refuse(socket, f"There is no table {table[:40]!r} here.", UNKNOWN)
    elif (actor := await _who(house, socket)) is None:
        await _refuse(socket, "Only staff may look at this; use your invitation first.", FORBIDDEN)
    else:
        same = sum(viewer.actor == actor for viewer in live.viewers)
        if same >= (MOST_PAGES if actor.name else MOST_WATCHERS):
            await _refuse(socket, "Too many pages look at this table; close one.", TOO_MANY)
        else:
            await _serve(socket, live, Viewer(actor))


def same_origin(asker: ASGIConnection[Any, Any, Any, Any]) -> bool:
    """Whether the page that asks was served here; another site's page may not use a visitor's cookies."""
    origin = asker.headers.get("origin")
    return origin is None or urlsplit(origin).netloc == asker.headers.get("host")


async def _who(house: OpenHouse, socket: WebSocket[Any, Any, Any]) -> Actor | None:
    if socket.query_params.get("as") == "staff":
        return await house.in_thread(house.people.staff, socket)
    return await house.in_thread(house.people.player, socket) or WATCHER


async def _refuse(socket: WebSocket[Any, Any, Any], sentence: str, code: int) -> None:
    await socket.send_text(m.encode(m.Goodbye(sentence=sentence)).decode())
    await socket.close(code=code, reason=sentence[:120])


async def _serve(socket: WebSocket[Any, Any, Any], live: LiveTable, viewer: Viewer) -> None:
    sending = asyncio.create_task(_send(socket, viewer))
    try:
        await live.join(viewer)
        await _receive(socket, live, viewer)
    finally:
        await live.part(viewer)
        sending.cancel()
        with contextlib.suppress(asyncio.CancelledError, Exception):
            await sending


async def _send(socket: WebSocket[Any, Any, Any], viewer: Viewer) -> None:
    """Send what waits for the viewer; at its end close the connection."""
    while (message := await viewer.outbox.get()) is not None:
        await socket.send_text(message.decode())
    await socket.close(code=viewer.code)


async def _receive(socket: WebSocket[Any, Any, Any], live: LiveTable, viewer: Viewer) -> None:
    """Answer one message after another until the page goes, or sends too much that is refused."""
    bucket, patience = Bucket(AT_ONCE, A_SECOND), PATIENCE
    while patience:
        received = await socket.receive()
        if received["type"] != "websocket.receive":
            return
        text = received.get("text") or received.get("bytes") or ""
        answer = await _answer(live, viewer, text) if bucket.take() else _too_fast(text)
        viewer.tell(m.encode(answer))
        if isinstance(answer, m.NotDone) and answer.reason in ("malformed", "too long", "too fast"):
            patience -= 1
    viewer.tell(m.encode(m.Goodbye(sentence="Too many messages that cannot be carried out; the connection ends.")))
    viewer.code = TOO_MANY
    viewer.let_go()
    await asyncio.sleep(1)  # let the farewell be sent


async def _answer(live: LiveTable, viewer: Viewer, text: str | bytes) -> m.Told:
    try:
        said = m.read(text)
    except m.BadMessage as bad:
        return m.NotDone(id="", reason=bad.reason, sentence=str(bad))
    try:
        return await hear(live, viewer.actor, said)
    except Exception:  # a defect of ours: it is written down, and harms nobody else's connection
        _log.exception("a message of %s at %s could not be carried out", viewer.actor.name, live.name)
        return m.NotDone(id=said.id, reason="failed", sentence="something went wrong in the house; it was noted")


def _too_fast(text: str | bytes) -> m.NotDone:
    try:
        id = m.read(text).id
    except m.BadMessage:
        id = ""
    return m.NotDone(id=id, reason="too fast", sentence=f"at most {A_SECOND} messages a second; wait a moment")
