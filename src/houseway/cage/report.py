"""The report of a shift: what every table won, dropped and holds, what the cage did, and whether it all balances.

Here: the figures, and the checks of the acts on record against the ledger. Not here: how a report is printed
(`report_text`, `report_pdf`), or what the acts are (`acts`). Amounts are integer cents.

    closing tray = opening tray + fills - credits - drop + win + variance
    win          = what the house and the commission of a table gained in the ledger
    win by count = closing + credits + drop - opening - fills, with counted trays: the win and the variance

Drop is cash that players paid at the table: its chips came out of the tray.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from houseway.cage import acts as a
from houseway.cage.desk import Cage, Slip
from houseway.cage.movements import Movements, movements
from houseway.errors import Refused
from houseway.journal.ledger import CAGE
from houseway.kept.postings import (
    CASH_IN_CAGE,
    CASH_OF_PLAYERS,
    WRITTEN_OFF,
    commission,
    drop,
    float_of,
    house,
    variance,
)
from houseway.kept.settings import settings


@dataclass(frozen=True, kw_only=True)
class TableFigures:
    """One table in a shift."""

    table: str
    opening: int
    """The chips in the tray when the shift opened."""
    fills: int
    credits: int
    drop: int
    """The cash that players paid at the table."""
    win: int
    """What the table won, commission included; negative where it lost."""
    variance: int
    """What counts found too much; negative where chips were missing."""
    closing: int
    """The chips in the tray when the shift closed, or now."""
    opening_count: int | None = None
    closing_count: int | None = None
    """What was counted at the opening and at the closing, if it was."""

    @property
    def expected(self) -> int:
        """What the tray must hold by the acts on record and the win."""
        return self.opening + self.fills - self.credits - self.drop + self.win + self.variance

    @property
    def win_by_count(self) -> int:
        """The win as a casino counts it, without looking at the rounds."""
        return self.closing + self.credits + self.drop - self.opening - self.fills


@dataclass(frozen=True, kw_only=True)
class Check:
    """Two ways to the same figure: from the acts on record, and from the accounts of the ledger."""

    what: str
    acts: int
    ledger: int

    @property
    def holds(self) -> bool:
        """Whether they agree to the cent."""
        return self.acts == self.ledger


@dataclass(frozen=True, kw_only=True)
class ShiftReport:
    """Everything about one shift."""

    shift: int
    money: str
    opened_by: str
    opened_at: str
    closed_by: str
    closed_at: str
    """Empty while the shift is open."""
    first_entry: int
    last_entry: int
    """The entries of the journal it covers."""
    tables: tuple[TableFigures, ...]
    bought_at_cage: int
    cashed_out: int
    debts_in_cash: int
    """What players paid of their debts in cash."""
    play_chips: int
    """Free chips of a house that plays for play money."""
    written_off: int
    """Debts that the house has written off."""
    chips_out: int
    """The chips of players at the end, in their purses and on layouts."""
    cash_in_cage: int
    """The cash that the cage has taken in, less what it paid out, at the end."""
    slips: tuple[Slip, ...]
    checks: tuple[Check, ...]

    @property
    def is_closed(self) -> bool:
        """Whether the report is final."""
        return bool(self.closed_at)

    @property
    def balances(self) -> bool:
        """Whether every figure agrees with the ledger to the cent."""
        return all(check.holds for check in self.checks)

    @property
    def verdict(self) -> str:
        """Whether the report balances, as a sentence."""
        wrong = [check.what for check in self.checks if not check.holds]
        if not wrong:
            return "The report balances with the ledger to the cent."
        return f"The report does not balance with the ledger: {', '.join(wrong)}."

    def total(self, figure: str) -> int:
        """The sum of a figure over all tables."""
        return sum(getattr(table, figure) for table in self.tables)


def shift_report(cage: Cage, number: int | None = None) -> ShiftReport:
    """The report of a shift; without a number, of the one that is open or was open last."""
    slips = cage.slips()
    opened = {slip.act.shift: slip for slip in slips if isinstance(slip.act, a.ShiftOpened)}
    if not opened:
        raise Refused("no shift was ever opened")
    number = max(opened) if number is None else number
    if number not in opened:
        raise Refused(f"there is no shift {number}; the last is shift {max(opened)}")
    first = opened[number]
    last = next((slip for slip in slips if isinstance(slip.act, a.ShiftClosed) and slip.act.shift == number), None)
    own = tuple(slip for slip in slips if slip.act.shift == number)
    moved = movements(cage.journal, after=first.entry, upto=last.entry if last else None)
    own = tuple(slip for slip in own if slip.entry <= moved.upto)
    tables = tuple(_table(name, own, moved) for name in sorted(_tables(own, moved)))
    acts = [slip.act for slip in own]
    bought = sum(act.cents for act in acts if isinstance(act, a.BoughtIn) and not act.table)
    cashed = sum(act.cents for act in acts if isinstance(act, a.CashedOut))
    debts = -moved.of(CAGE, kinds=("debt paid",))
    cage_kinds = {a.kind(act) for act in acts} | {"debt paid"}
    return ShiftReport(
        shift=number,
        money=settings(cage.journal).money,
        opened_by=f"{first.act.role} {first.act.by}",
        opened_at=first.act.at,
        closed_by=f"{last.act.role} {last.act.by}" if last else "",
        closed_at=last.act.at if last else "",
        first_entry=first.entry,
        last_entry=moved.upto,
        tables=tables,
        bought_at_cage=bought,
        cashed_out=cashed,
        debts_in_cash=debts,
        play_chips=-moved.of(CAGE, except_kinds=cage_kinds),
        written_off=-moved.of(WRITTEN_OFF),
        chips_out=moved.at_end("player:") + moved.at_end("escrow:"),
        cash_in_cage=moved.at_end(CASH_IN_CAGE),
        slips=own,
        checks=tuple(_checks(tables, moved, bought=bought, cashed=cashed, debts=debts, cage_kinds=cage_kinds)),
    )


def _tables(own: Iterable[Slip], moved: Movements) -> set[str]:
    """Every table with chips in its tray, or that anything happened to."""
    named = {slip.act.table for slip in own if isinstance(slip.act, a.BoughtIn | a.Filled | a.Credited | a.Counted)}
    kinds = tuple(account("") for account in (float_of, house, commission, drop, variance))
    touched = {name.partition(":")[2] for name in moved.accounts if name.startswith(kinds) and name != WRITTEN_OFF}
    return {name for name in named | touched if name and (name in named or moved.tray(name) or moved.touches(name))}


def _table(name: str, own: Iterable[Slip], moved: Movements) -> TableFigures:
    acts = [slip.act for slip in own]
    counts = [act for act in acts if isinstance(act, a.Counted) and act.table == name]
    return TableFigures(
        table=name,
        opening=moved.tray(name, at_end=False),
        fills=sum(act.cents for act in acts if isinstance(act, a.Filled) and act.table == name),
        credits=sum(act.cents for act in acts if isinstance(act, a.Credited) and act.table == name),
        drop=sum(act.cents for act in acts if isinstance(act, a.BoughtIn) and act.table == name),
        win=moved.of(house(name)) + moved.of(commission(name)),
        variance=sum(act.over for act in counts),
        closing=moved.tray(name),
        opening_count=next((act.cents for act in reversed(counts) if act.when == a.OPENING), None),
        closing_count=next((act.cents for act in reversed(counts) if act.when == a.CLOSING), None),
    )


def _checks(
    tables: tuple[TableFigures, ...], moved: Movements, *, bought: int, cashed: int, debts: int, cage_kinds: set[str]
) -> Iterable[Check]:
    for table in tables:
        name = table.table
        yield Check(what=f"tray of {name}", acts=table.expected, ledger=table.closing)
        yield Check(what=f"drop of {name}", acts=table.drop, ledger=moved.of(drop(name)))
        yield Check(what=f"variance of {name}", acts=table.variance, ledger=-moved.of(variance(name)))
    fills, credits, dropped = (sum(getattr(t, figure) for t in tables) for figure in ("fills", "credits", "drop"))
    given = -moved.of(CAGE, except_kinds=cage_kinds)
    issued = bought - cashed + fills - credits + debts + given
    yield Check(what="chips issued by the cage", acts=issued, ledger=-moved.of(CAGE))
    cash = bought - cashed + debts
    yield Check(what="cash in the cage", acts=cash, ledger=moved.of(CASH_IN_CAGE))
    yield Check(what="cash of players", acts=cash + dropped, ledger=-moved.of(CASH_OF_PLAYERS))
    won, off = sum(table.win for table in tables), -moved.of(WRITTEN_OFF)
    chips = bought + dropped - cashed + debts + given + off - won
    held = sum(moved.of(kind) for kind in ("player:", "escrow:", "owed:"))
    yield Check(what="chips and debts of players", acts=chips, ledger=held)
    yield Check(what="all accounts together", acts=0, ledger=moved.sum_at_end)
