"""Somebody looking at a table through one connection.

Here: who they are, and what is still to be sent to them. Not here: the socket itself (`socket`).
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from houseway.table.commands import Actor
from houseway.web.wire.messages import Goodbye, encode
from houseway.web.wire.scene import Shown

COME_BACK = 1012
"""The code for closing a connection that the page may open again."""
GONE, FORBIDDEN, LOCKED = 4401, 4403, 4423
"""The codes for whoever is signed out, for whom a page is not, and for staff whose page is locked until they show who
they are."""


class Viewer:
    """Who is looking, and the messages waiting to be sent to their page."""

    MOST_WAITING = 500

    def __init__(self, actor: Actor, *, session: str = "") -> None:
        self.actor = actor
        self.session = session
        """The digest of the session the page was opened with."""
        self.code = COME_BACK
        """The code the connection will be closed with."""
        self.outbox: asyncio.Queue[bytes | None] = asyncio.Queue(self.MOST_WAITING)
        self.write: Callable[[bytes], bool] | None = None
        """Writes a message to the socket at once; False where it cannot, because the page does not read."""
        self.shown: Shown | None = None
        """The table as it was last sent to the page; what follows holds only what is not so any more."""
        self.sending = False
        """Whether a message has left the queue and is still to be written."""

    def send(self, message: bytes) -> None:
        """Send a message, or queue it behind those that wait.

        A page that does not read its messages is disconnected, and may connect again.
        """
        behind = self.sending or not self.outbox.empty()
        if not behind and self.write is not None and self.write(message):
            return
        try:
            self.outbox.put_nowait(message)
        except asyncio.QueueFull:
            self.disconnect()

    def end(self, sentence: str, code: int) -> None:
        """Say goodbye, and close the connection for good."""
        self.send(encode(Goodbye(sentence=sentence)))
        self.disconnect(code)

    def disconnect(self, code: int = 0) -> None:
        """Close the connection once the queue is sent, or at once if the queue is full."""
        self.code = code or self.code
        if self.outbox.full():
            while not self.outbox.empty():
                self.outbox.get_nowait()
        self.outbox.put_nowait(None)
