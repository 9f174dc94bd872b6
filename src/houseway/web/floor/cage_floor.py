"""The cage as staff see it: the float, drop, win and exposure of every table, the shift, and its last slips.

Here: the figures of the open shift, put together for a page. Not here: the figures themselves (`cage.report`), or
recording anything (`cage.desk`, `house`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from houseway.cage import acts as a
from houseway.cage.report import ShiftReport, shift_report
from houseway.web.floor.seen import most_it_can_cost

if TYPE_CHECKING:
    from houseway.rulebook.rulebook import Rulebook
    from houseway.web.floor.house import OpenHouse
    from houseway.web.floor.seen import Seen

LAST_SLIPS = 40


class CageTable(msgspec.Struct, frozen=True, kw_only=True):
    """A table as the cage and the floor see it; the figures are those of the open shift, in cents."""

    table: str
    open: bool
    tray: int
    opening: int = 0
    fills: int = 0
    credits: int = 0
    drop: int = 0
    win: int = 0
    variance: int = 0
    counted: bool = False
    """Whether the float was counted at the closing of this shift, and holds what was counted."""
    exposure: int = 0
    """What the wagers on the layout can cost the house."""
    most_exposure: int = 0
    """What a round can cost with every wager at its maximum."""
    exposure_cap: int = 0


class CageSlip(msgspec.Struct, frozen=True, kw_only=True):
    """A slip: its number, when, who, and what."""

    number: int
    at: str
    by: str
    says: str


class CageView(msgspec.Struct, frozen=True, kw_only=True):
    """Everything the page of the cage shows."""

    money: str
    """`play` or `house`."""
    shift: int
    """The number of the shift that is open, or 0."""
    last_shift: int
    opened_by: str
    opened_at: str
    confirmed_above: int
    """Acts above this amount take two people."""
    exposure: int
    """What the rounds in play at all tables can cost together."""
    exposure_cap: int
    tables: tuple[CageTable, ...]
    cash_in_cage: int
    chips_out: int
    slips: tuple[CageSlip, ...]
    verdict: str
    """Whether the figures of the shift balance with the ledger."""
    asked: bool = False
    """Whether what was just sent waits for another to confirm it."""


def report_of(house: OpenHouse, shift: int) -> ShiftReport:
    """The report of a shift."""
    return shift_report(house.cage, shift)


async def cage_view(house: OpenHouse) -> CageView:
    """The cage now."""
    return await house.in_thread(_view, house, house.everywhere())


def _view(house: OpenHouse, every: list[tuple[Seen, Rulebook]]) -> CageView:
    """The cage now, with tables as they are seen; to be called in a thread."""
    slips = house.cage.slips()
    shift = house.cage.shift()
    report = shift_report(house.cage) if shift else None
    figures = {table.table: table for table in report.tables} if report else {}
    found = house.journal.balances()
    tables = []
    for one, book in sorted(every, key=lambda each: each[0].name):
        table = _table(one, book, a.tray(found, one.name))
        if (known := figures.get(one.name)) is not None:
            table = msgspec.structs.replace(
                table,
                opening=known.opening,
                fills=known.fills,
                credits=known.credits,
                drop=known.drop,
                win=known.win,
                variance=known.variance,
                counted=known.closing_count == known.closing,
            )
        tables.append(table)
    kinds = ("player:", "escrow:")
    return CageView(
        money=house.settings.money,
        shift=shift.shift if shift else 0,
        last_shift=slips[-1].act.shift if slips else 0,
        opened_by=f"{shift.role} {shift.by}" if shift else "",
        opened_at=shift.at if shift else "",
        confirmed_above=house.settings.approved_above,
        exposure=house.at_stake.now,
        exposure_cap=house.at_stake.cap,
        tables=tuple(tables),
        cash_in_cage=found.get("cash:cage", 0),
        chips_out=sum(cents for account, cents in found.items() if account.startswith(kinds)),
        slips=tuple(
            CageSlip(number=slip.number, at=slip.act.at, by=f"{slip.act.role} {slip.act.by}", says=a.say(slip.act))
            for slip in reversed(slips[-LAST_SLIPS:])
        ),
        verdict=report.verdict if report else "",
    )


def _table(one: Seen, book: Rulebook, tray: int) -> CageTable:
    return CageTable(
        table=one.name,
        open=one.open,
        tray=tray,
        exposure=one.exposure,
        most_exposure=most_it_can_cost(book, one),
        exposure_cap=one.exposure_cap,
    )
