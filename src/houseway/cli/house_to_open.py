"""The house that `houseway serve` opens: its journal, settings and tables, as the options say.

Here: opening it, and closing it again. Not here: the options (`serve_command`), or how it is served.
"""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any, Final

from houseway import books
from houseway.cli.serve_journal import verified
from houseway.errors import HousewayError, Refused
from houseway.journal.guard import Guard
from houseway.journal.heads import Place
from houseway.journal.lease import LASTS, Lease
from houseway.journal.store import Journal
from houseway.journal.tenancy import Tenancy
from houseway.kept.of_table import table_of
from houseway.kept.tables import KeptTable, kept_tables
from houseway.rulebook.rulebook import Rulebook
from houseway.web.floor.house import OpenHouse
from houseway.web.floor.house_record import close_unused
from houseway.web.floor.opening import Opening
from houseway.web.workers.beats import Beats

STAYS: Final = LASTS + 1.0
"""Seconds after which the lease of a process that was killed has surely run out."""


@dataclass(frozen=True, kw_only=True)
class HouseToOpen:
    """Which house is opened, and how."""

    db: str
    address: str
    openings: tuple[Opening, ...]
    dealer: str = ""
    heads: str = ""
    heads_every: int
    heads_seconds: float
    open_anyway: str = ""
    program: str = ""
    spreads: bool = False
    """Whether the tables are spread over the processes of the house."""
    settings: dict[str, Any] = field(default_factory=dict)
    """What `OpenHouse` is told."""

    @contextlib.contextmanager
    def opened(
        self,
        *,
        lease: Lease | None = None,
        taken_over: bool | None = None,
        about: Callable[[OpenHouse, Place | None], None] = lambda _house, _heads: None,
    ) -> Iterator[OpenHouse]:
        """The house, open for the length of the block; `about` hears of it, and where its heads are kept.

        With a `lease` this is one of several processes; nothing is written once another one has taken over.
        """
        with Journal.open(self.db) as journal:
            tenancy = None
            if lease is not None and self.spreads:
                tenancy = Tenancy(journal, lease, table_of=table_of, is_desk=True)
                journal.fenced_by(tenancy.fence)
                tenancy.begin()
            elif lease is not None:
                journal.fenced_by(lease.fence)
            journal.make_folders_private()
            report, place = verified(journal, heads=self.heads, anyway=self.open_anyway, program=self.program)
            house = None
            try:
                house = OpenHouse(
                    journal, address=self.address, taken_over=taken_over, tenancy=tenancy, **self.settings
                )
                house.open_tables(self.openings)
                if self.dealer:
                    house.deal_by(self.dealer)
                with Guard(
                    journal,
                    opened=report,
                    heads=place,
                    found=house.stop_for_a_changed_journal,
                    entries=self.heads_every,
                    seconds=self.heads_seconds,
                ) as house.trouble.guard:
                    about(house, place)
                    yield house
            except BaseException:
                if house is None or not house.has_started:
                    with contextlib.suppress(HousewayError):
                        close_unused(journal)
                raise

    @contextlib.contextmanager
    def branch(self, lease: Lease) -> Iterator[tuple[OpenHouse, dict[str, Rulebook]]]:
        """What runs tables of the house that another process has opened, and the books that it does not ship."""
        with Journal.open(self.db) as journal:
            tenancy = Tenancy(journal, lease, table_of=table_of, is_desk=False)
            journal.fenced_by(tenancy.fence)
            house = OpenHouse(journal, tenancy=tenancy, is_branch=True, **self.settings)
            for name, book in kept_tables(journal).items():
                if (known := self._shelf.get(book) or (books.get(book) if book in books.names() else None)) is not None:
                    house.prohibitions.add_from(known, KeptTable(journal, name, known).table)
            yield house, self._shelf

    @property
    def _shelf(self) -> dict[str, Rulebook]:
        """The books that tables are opened with, by name."""
        return {book.id: book for book in (books.get(name) for name in {each.book for each in self.openings})}


@contextlib.contextmanager
def alone(journal: Journal, *, lost: Callable[[], None]) -> Iterator[Lease]:
    """The lease of a house that one process runs, for the length of the block.

    Refused where another process has it. `lost` is called if another one takes over all the same.
    """
    assert journal.server is not None
    lease = Lease(journal.server, sealing_key=journal.sealing_key())
    end = time.monotonic() + STAYS
    while not lease.take():
        if time.monotonic() > end:
            where = lease.beat().where
            lease.close()
            raise Refused(
                f"a house is already open on {journal.name} ({where}): stop it, give another --db, or let this process "
                "take part in it with --workers"
            )
        time.sleep(0.1)
    beats = Beats(lease, lambda standing: None if standing.number == lease.number else lost())
    beats.start()
    try:
        yield lease
    finally:
        beats.stop()
        with contextlib.suppress(HousewayError):
            lease.give_back()
        lease.close()
