"""The process that runs the house, towards the others: connections they took are served as if they came here.

Here: running the application for each of them. Not here: the application (`http.app`), or taking connections (`front`).
"""

from __future__ import annotations

import asyncio
import logging
import uuid
from collections.abc import Collection

from houseway.journal.mail import Mail
from houseway.web.http.front_door import Application
from houseway.web.operations.logs import request_id
from houseway.web.workers.letters import (
    AHEAD,
    NOTED,
    Answered,
    Delivered,
    Ended,
    Letter,
    Message,
    Opened,
    Received,
    Taken,
    encode,
)

_log = logging.getLogger(__name__)


class _Connection:
    """A connection that another process took."""

    def __init__(self, mail: Mail, front: uuid.UUID, number: int) -> None:
        self._mail, self._front, self._number = mail, front, number
        self._arrived: asyncio.Queue[Message] = asyncio.Queue()
        self._sent = self._delivered = self._taken = 0
        self._read = asyncio.Event()
        self.kind = ""
        self.task: asyncio.Task[None] | None = None
        self.gone = False
        """Whether nobody is at the other end any more."""

    def arrive(self, message: Message) -> None:
        """Take what somebody sent."""
        self._arrived.put_nowait(message)

    def delivered(self, count: int) -> None:
        """Note how far they have read."""
        self._delivered = max(self._delivered, count)
        self._read.set()

    def leave(self, *, unheard: bool = False) -> None:
        """The other end is gone; or it is there, and perhaps has not heard all it was sent (`unheard`)."""
        if unheard:
            self.post(Ended(self._number, failed=True, answers=True))
        self.gone = True
        self._read.set()
        self.arrive({"type": f"{self.kind}.disconnect", **({"code": 1006} if self.kind == "websocket" else {})})

    async def receive(self) -> Message:
        """What somebody sends, for the application."""
        message = await self._arrived.get()
        self._taken += 1
        if self._taken % NOTED == 0:
            self.post(Taken(self._number, self._taken))
        return message

    async def send(self, message: Message) -> None:
        """An answer of the application; waits while too much of it is unread."""
        while self._sent - self._delivered >= AHEAD and not self.gone:
            self._read.clear()
            await self._read.wait()
        if self.gone:
            raise OSError("the connection has ended")
        self._sent += 1
        self.post(Answered(self._number, dict(message)))

    def post(self, letter: Letter) -> None:
        """Send a letter to the process that took the connection."""
        if not self.gone:
            self._mail.send(self._front, encode(letter))


class Host:
    """Every connection that other processes took."""

    def __init__(self, app: Application, mail: Mail) -> None:
        self._app, self._mail = app, mail
        self._open: dict[tuple[uuid.UUID, int], _Connection] = {}

    def __len__(self) -> int:
        return len(self._open)

    def read(self, sender: uuid.UUID, letter: Letter) -> None:
        """Take a letter of another process."""
        if isinstance(letter, Opened):
            connection = _Connection(self._mail, sender, letter.connection)
            connection.kind = letter.scope["type"]
            self._open[sender, letter.connection] = connection
            connection.task = asyncio.create_task(self._serve((sender, letter.connection), connection, letter.scope))
            return
        found = self._open.get((sender, letter.connection))
        match letter:
            case Received() if found is not None:
                found.arrive(letter.message)
            case Delivered() if found is not None:
                found.delivered(letter.count)
            case Ended() if found is not None:
                found.leave()
            case _:
                pass  # it ended in the meantime

    def lose(self, fronts: Collection[uuid.UUID] | None, *, unheard: bool = False) -> None:
        """The connections of these processes have ended, or all of them.

        Where only letters were lost (`unheard`), those processes live and are told, so that nobody waits in vain.
        """
        for (front, _), connection in list(self._open.items()):
            if fronts is None or front in fronts:
                connection.leave(unheard=unheard)

    async def stop(self) -> None:
        """End what is still open."""
        tasks = [connection.task for connection in self._open.values() if connection.task is not None]
        if tasks:
            await asyncio.wait(tasks, timeout=2)
        for task in tasks:
            task.cancel()

    async def _serve(self, key: tuple[uuid.UUID, int], connection: _Connection, scope: Message) -> None:
        failed = True
        request_id.set(scope.get("request_id", ""))
        try:
            await self._app(scope, connection.receive, connection.send)
            failed = False
        except OSError:
            pass  # they have gone
        except Exception:  # a defect in Houseway: log it, and end this connection alone
            _log.exception("a request of another process could not be answered")
        finally:
            self._open.pop(key, None)
            connection.post(Ended(key[1], failed, answers=True))
