"""What `houseway serve` does with the house it was told to open: serve it alone, or as one of several processes.

Here: the two ways, and what the operator is told. Not here: the options (`serve_command`), opening (`house_to_open`).
"""

from __future__ import annotations

import contextlib
import logging
import os
import signal
import sys
import threading
from collections.abc import Iterator
from dataclasses import replace
from socket import socket

from rich.markup import escape

from houseway.cli.console import out
from houseway.cli.house_to_open import HouseToOpen, alone
from houseway.cli.serve_journal import about_heads
from houseway.cli.several import Starter
from houseway.errors import Refused
from houseway.journal.heads import Place
from houseway.journal.lease import Lease
from houseway.journal.store import Journal
from houseway.kept.settings import PLAY
from houseway.people.positions import Position
from houseway.web.floor.house import OpenHouse
from houseway.web.http.connections import Listener
from houseway.web.http.server import Server, Serving, address
from houseway.web.workers.standby import REPLACED
from houseway.web.workers.worker import Worker

_log = logging.getLogger(__name__)


def is_shared(db: str) -> bool:
    """Whether several processes can use a journal: one in PostgreSQL."""
    return db.startswith(("postgresql:", "postgres:", "postgresql+", "postgres+"))


def must_be_shared(db: str) -> None:
    """Refuse several processes on a journal that only one can use."""
    if not is_shared(db):
        raise Refused("several processes need a journal in PostgreSQL: give --db postgresql://...")


def serve_alone(wanted: HouseToOpen, listening: socket, *, serving: Serving) -> None:
    """Open the house and serve it until a signal ends that."""
    heads: list[Place | None] = []
    with (
        ended_in_order(),
        _leased(wanted) as lease,
        wanted.opened(
            lease=lease,
            taken_over=None if lease is None else False,
            about=lambda _house, place: heads.append(place),
        ) as house,
    ):
        server = Server(house, lambda: tell(house, heads[0], db=wanted.db, lobby=wanted.address), serving=serving)
        server.run(sockets=[listening])


@contextlib.contextmanager
def ended_in_order() -> Iterator[None]:
    """At SIGTERM, close what is open and end: also before the server is there, which has its own way."""
    before = signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


@contextlib.contextmanager
def _leased(wanted: HouseToOpen) -> Iterator[Lease | None]:
    """The lease of the house; none for a journal in a file, which one process has to itself."""
    if not is_shared(wanted.db):
        yield None
        return
    with Journal.open(wanted.db) as journal, alone(journal, lost=_replaced) as lease:
        yield lease


def _replaced() -> None:
    _log.error("another process has taken over this house")
    os._exit(REPLACED)


def work(wanted: HouseToOpen, starter: Starter, *, host: str, serving: Serving) -> None:
    """Be one of several processes of the house until a signal ends that, or the process that started this one ends."""
    with Listener(fileno=starter.listening) as listening:
        lobby = address(listening, host)
        here = replace(wanted, address=lobby)

        @contextlib.contextmanager
        def opener(lease: Lease, taken_over: bool) -> Iterator[OpenHouse]:
            def about(house: OpenHouse, heads: Place | None) -> None:
                if not taken_over:
                    tell(house, heads, db=wanted.db, lobby=lobby)

            with here.opened(lease=lease, taken_over=taken_over, about=about) as house:
                yield house

        with Journal.open(wanted.db) as journal:
            journal.signing_key()  # refused where this machine could not sign for the house
            url, sealing_key = journal.server, journal.sealing_key()
        assert url is not None
        branches = here.branch if here.spreads else None
        worker = Worker(url, opener, sealing_key=sealing_key, serving=serving, say=starter.say, branch_opener=branches)

        def end_too() -> None:
            starter.wait_for_end(worker.note_end)
            worker.end()

        threading.Thread(target=end_too, daemon=True).start()
        worker.run(sockets=[listening])


def tell(house: OpenHouse, heads: Place | None, *, db: str, lobby: str) -> None:
    """Tell the operator that the house is open, and what is worth knowing about it."""
    out.print(f"The house is open: [bold]{escape(lobby)}[/]")
    if not any(not each.dismissed for each in house.staff.everybody()):
        out.print(f"Nobody is on the staff yet: {escape(_first_account(db))}", soft_wrap=True)
    tables = f"{len(house.tables)} table{'s' if len(house.tables) > 1 else ''}"
    if house.settings.money != PLAY:
        out.print("This house plays for house money: chips come from the cage.")
    if warning := about_heads(house.journal, heads):
        out.print(f"[yellow]{warning}[/]" if heads else f"[dim]{warning}[/]", soft_wrap=True)
    out.print(f"[dim]{tables}, kept in {escape(house.journal.name)}; Ctrl-C closes the house.[/]")


def _first_account(db: str) -> str:
    """How to make the first staff account."""
    return f"houseway staff add NAME --role {Position.GAMING_SHIFT_MANAGER.option}{f' --db {db}' if db else ''}"
