"""Somebody looking at a table through one connection.

Here: who they are, and what is still to be sent to them. Not here: the socket itself (`socket`).
"""

from __future__ import annotations

import asyncio

from houseway.table.commands import Actor

COME_BACK = 1012
"""The code for closing a connection that the page may open again."""


class Viewer:
    """Who is looking, and the messages waiting to be sent to their page."""

    MOST_WAITING = 500

    def __init__(self, actor: Actor) -> None:
        self.actor = actor
        self.code = COME_BACK
        """The code the connection will be closed with."""
        self.outbox: asyncio.Queue[bytes | None] = asyncio.Queue(self.MOST_WAITING)

    def send(self, message: bytes) -> None:
        """Queue a message; a page that does not read its messages is disconnected, and may connect again."""
        try:
            self.outbox.put_nowait(message)
        except asyncio.QueueFull:
            self.disconnect()

    def disconnect(self) -> None:
        """Close the connection once the queue is sent, or at once if the queue is full."""
        if self.outbox.full():
            while not self.outbox.empty():
                self.outbox.get_nowait()
        self.outbox.put_nowait(None)
