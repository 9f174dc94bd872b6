"""A process that does not run the house, and may run tables of it: when it begins to, and when it stops.

Here: opening and closing what runs tables, and serving their sockets. Not here: running them (`branch`), or which they
are (`spreading`).
"""

from __future__ import annotations

import asyncio
import logging
import os
from collections.abc import Callable
from contextlib import AbstractContextManager, ExitStack
from typing import Final
from urllib.parse import parse_qs

from houseway.journal.lease import Lease, Place, Standing
from houseway.journal.mail import Mail
from houseway.rulebook.rulebook import Rulebook
from houseway.web.floor.house import OpenHouse
from houseway.web.http.app import make_branch_app
from houseway.web.http.front_door import Application
from houseway.web.wire.socket import STAFF
from houseway.web.workers.branch import Branch
from houseway.web.workers.front import MOVING, RETRY
from houseway.web.workers.host import Host
from houseway.web.workers.letters import Message

_log = logging.getLogger(__name__)
REPLACED, FAILED = 75, 1
"""The exit codes of a process that another one has replaced, and of one that cannot open what it should."""
BranchOpener = Callable[[Lease], AbstractContextManager[tuple[OpenHouse, dict[str, Rulebook]]]]
"""Opens what runs tables of a house that another process has opened; with the books it does not ship, by name."""
_TABLE: Final = "/socket/"
"""Where the sockets of tables are; the name follows."""


class Standby:
    """What a process does for a house that another one runs, besides passing on what people ask."""

    def __init__(
        self, opener: BranchOpener, lease: Lease, mail: Mail, *, sockets: int, moved: Callable[[], None]
    ) -> None:
        """`sockets` are those an address may have open here; `moved` is called when a table has changed hands."""
        self._opener, self._lease, self._mail, self._sockets, self._moved = opener, lease, mail, sockets, moved
        self._files = ExitStack()
        self._opening: asyncio.Task[None] | None = None
        self._branch: Branch | None = None
        self.app: Application | None = None
        """The application of its tables; nothing while it runs none."""
        self.host: Host | None = None

    def stand(self, standing: Standing) -> bool:
        """Do what follows from how things stand; whether this process has to start anew."""
        if self._branch is not None:
            self._branch.stand(standing)
            return self._branch.should_end
        if self._lease.me not in standing.runners:
            self._lease.joins = True
        elif self._opening is None:
            self._opening = asyncio.create_task(self._open())
        return False

    async def _open(self) -> None:
        try:
            house, shelf = await asyncio.to_thread(self._files.enter_context, self._opener(self._lease))
            branch = Branch(house, shelf=shelf, moved=self._moved, lost=_replaced)
            await branch.start()
        except Exception:
            _log.exception("no tables can be run here")
            os._exit(FAILED)
        self.app = make_branch_app(house, sockets=self._sockets)
        self.host, self._branch = Host(self.app, self._mail), branch
        self._moved()

    async def close(self) -> None:
        """Run no tables of another process's house any more."""
        if self._opening is not None:
            await self._opening
        branch, self._branch, self.app = self._branch, None, None
        if branch is not None and self.host is not None:
            await branch.stop(MOVING, retry=RETRY)
            await self.host.stop()
            self.host = None
            await asyncio.to_thread(self._files.close)


def place_asked(scope: Message, standing: Standing | None) -> Place | None:
    """Who runs the table of a socket, where several processes run tables; consoles are where the house is run."""
    if scope["type"] != "websocket" or standing is None or not scope["path"].startswith(_TABLE):
        return None
    if STAFF in parse_qs(scope.get("query_string", b"").decode("latin-1")).get("as", ()):
        return None
    return standing.places.get(scope["path"].removeprefix(_TABLE))


def _replaced() -> None:
    """End at once: another process runs what this one did, and what it has in memory is worth nothing."""
    _log.error("another process runs the tables of this one now")
    os._exit(REPLACED)
