"""The desk of the cage: whether an act is allowed, and recording it with the chips and the cash it moves.

Here: shifts, buy-ins, cash-outs, fills, credits and counts. Every act belongs to a shift that a gaming shift manager
has opened, and is recorded under the name of whoever does it. Not here: what an act moves (`acts`), reports (`report`).

What lies in a tray changes with every round. Whoever counts a tray, or takes chips from it, holds the table still in
the meantime.
"""

from __future__ import annotations

import threading
import uuid
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Final

from msgspec.structs import replace

from houseway.cage import acts as a
from houseway.errors import KeyReused, OldVersion, Refused, WrongRole
from houseway.journal.entry import Append, Entry, check_name
from houseway.journal.significant import to_append
from houseway.journal.store import Journal
from houseway.kept.alone import TOGETHER, rests_on, why_two
from houseway.kept.approvals import HOUSE_PLACE
from houseway.kept.approved import Approval, must_be_approved
from houseway.kept.postings import player as account_of
from houseway.kept.settings import HOUSE_MONEY, settings
from houseway.money import MOST_CENTS, money
from houseway.rulebook.procedure import Role
from houseway.table.commands import Actor
from houseway.table.two_eyes import LARGE_CASH

RUNS_SHIFTS: Final = Role.GAMING_SHIFT_MANAGER
"""The lowest role that may open and close a shift."""
WORKS_AT_THE_CAGE: Final = Role.PIT_SUPERVISOR
"""The lowest role for everything else, except a buy-in at a table, which its dealer records."""
TRIES: Final = 10


@dataclass(frozen=True, kw_only=True)
class Slip:
    """An act with the number of its slip, and that of its entry in the journal."""

    number: int
    entry: int
    act: a.AnyAct


class Cage:
    """The cage of a house. Threads may share it, and other processes the journal."""

    def __init__(self, journal: Journal, *, clock: Callable[[], datetime] = lambda: datetime.now(UTC)) -> None:
        self.journal, self._clock = journal, clock
        self._lock = threading.RLock()
        self._slips: list[Slip] = []

    # -----------------------------------------------------------------------------------------------------------------
    # What was recorded

    def slips(self) -> Sequence[Slip]:
        """Everything the cage did, in order."""
        with self._lock:
            for recorded in self.journal.read(a.STREAM, after=len(self._slips)):
                self._slips.append(Slip(number=recorded.version, entry=recorded.number, act=a.read(recorded)))
            return tuple(self._slips)

    def shift(self) -> a.ShiftOpened | None:
        """The shift that is open."""
        last = next((s.act for s in reversed(self.slips()) if isinstance(s.act, a.ShiftOpened | a.ShiftClosed)), None)
        return last if isinstance(last, a.ShiftOpened) else None

    def tray(self, table: str) -> int:
        """The chips in a table's tray now."""
        return a.tray(self.journal.balances_of(a.tray_accounts(table)), table)

    # -----------------------------------------------------------------------------------------------------------------
    # Acts

    def record(
        self,
        by: Actor,
        act: a.AnyAct,
        *,
        approval: Approval | None = None,
        key: str = "",
        notes: Sequence[Append] = (),
    ) -> Slip:
        """Record an act of somebody, with the chips and cash it moves; refused where it is not allowed.

        Sent again under the same key, it is recorded once and returns the first slip. What takes two people needs the
        `approval` of another, kept in the same transaction, and so are `notes`: further significant events.
        """
        must_be_allowed(by, act)
        must_be_possible(act)
        confirmed_by = approval.by.name if approval else ""
        wanted = replace(act, by=by.name, role=by.role.words, confirmed_by=confirmed_by, shift=0, at="")
        whole = f"{a.STREAM} {by.name!r} {key}" if key else uuid.uuid4().hex
        check_name("a key", whole)
        for tries in range(TRIES):
            if found := self.journal.find(whole):
                return _first(Slip(number=found[0].version, entry=found[0].number, act=a.read(found[0])), wanted)
            slips = self.slips()
            others = () if approval else rests_on(self.journal, but=a.STREAM)
            decided = self.decide(wanted)
            self.must_be_approved(by, act, approval)
            entry = Entry(a.kind(decided), a.encode(decided), a.postings(decided))
            append = Append(stream=a.STREAM, entries=(entry,), expected_version=len(slips), key=whole)
            confirmed = approval.appends(f"{a.STREAM} {len(slips)}") if approval else ()
            try:
                appends = [*confirmed, append, self._note(decided), *notes, *others]
                written = self.journal.append_many(appends, together=True)[len(confirmed)]
            except (OldVersion, KeyReused):  # somebody else was faster: look again
                if tries == TRIES - 1:
                    raise
            else:
                return Slip(number=written.version, entry=written.last, act=decided)
        raise AssertionError

    def _note(self, act: a.AnyAct) -> Append:
        """The significant event that an act of the cage is."""
        who, table = f"{act.role} {act.by}", getattr(act, "table", "")
        tray = self.tray(table) if table else 0
        before, after = ({"tray": tray}, {"tray": a.tray_after(act, tray)}) if table else (None, None)
        if player := "" if table else getattr(act, "player", ""):
            chips = self.journal.balance(account_of(player))
            moved = sum(posting.cents for posting in a.postings(act) if posting.account == account_of(player))
            before, after = {"chips": chips}, {"chips": chips + moved}
        why = f"confirmed by {act.confirmed_by}" if act.confirmed_by else ""
        return to_append(a.kind(act), by=who, what=a.say(act), before=before, after=after, why=why)

    def must_be_approved(self, by: Actor, act: a.AnyAct, approval: Approval | None) -> None:
        """Refuse an act that takes two people and that nobody else has confirmed."""
        confirms = LARGE_CASH if self.takes_two(by, act) else None
        because = self._why_two(by, act) if confirms and not isinstance(act, a.CashedOut) else ""
        must_be_approved(approval, confirms, content_of(act), place=HOUSE_PLACE, because=because)

    def takes_two(self, by: Actor, act: a.AnyAct) -> bool:
        """Whether an act of somebody is above the threshold, with those that nobody else confirmed.

        Those of its kind for the same player or table count, of this shift and of the last day, and so does everything
        that the same person recorded in the last day: nobody divides a large act into small ones. Of a count, what
        it finds too much or too little decides. A cash-out takes two in any case: it takes chips that a player holds,
        and the player is not asked.
        """
        if isinstance(act, a.CashedOut):
            return True
        if isinstance(act, a.ShiftOpened | a.ShiftClosed) or (isinstance(act, a.Credited) and act.retired):
            return False
        above = settings(self.journal).approved_above
        return self._cents(act) + self._recorded_alone(act) > above or bool(self._why_two(by, act))

    def _why_two(self, by: Actor, act: a.AnyAct) -> str:
        return why_two(self.journal, by.name, self._cents(act), self._clock())

    def _cents(self, act: a.AnyAct) -> int:
        """What counts of an act that is about to be recorded."""
        cents: int = getattr(act, "cents", 0)
        return abs(cents - self.tray(act.table)) if isinstance(act, a.Counted) else cents

    def _recorded_alone(self, act: a.AnyAct) -> int:
        """What was recorded lately without another: of the same kind, for the same player or else table."""
        cents, slips = 0, self.slips()
        since = self._clock() - TOGETHER
        for slip in reversed(slips):
            before = slip.act
            if before.shift != slips[-1].act.shift and datetime.fromisoformat(before.at) <= since:
                break
            if isinstance(before, a.ShiftOpened | a.ShiftClosed):
                continue
            if type(before) is type(act) and _whose(before) == _whose(act) and not before.confirmed_by:
                cents += abs(before.cents - before.expected) if isinstance(before, a.Counted) else before.cents
        return cents

    def decide(self, act: a.AnyAct) -> a.AnyAct:
        """The act as it is recorded; refused where it is not the time for it."""
        shift, slips = self.shift(), self.slips()
        last_shift = slips[-1].act.shift if slips else 0
        if isinstance(act, a.ShiftOpened):
            if shift is not None:
                raise Refused(f"shift {shift.shift} is open; close it first")
        elif shift is None:
            raise Refused(f"no shift is open: a {RUNS_SHIFTS.words} opens one")
        if isinstance(act, a.BoughtIn | a.CashedOut) and settings(self.journal).money != HOUSE_MONEY:
            raise Refused("this house plays for play money: its chips are free, and are neither bought nor cashed out")
        leaves = act.table if isinstance(act, a.BoughtIn | a.Credited) and not getattr(act, "retired", False) else ""
        if leaves and (there := self.tray(leaves)) < act.cents:  # type: ignore[union-attr]
            hint = "" if isinstance(act, a.Credited) else ": it needs a fill"
            raise Refused(f"the tray of {leaves} holds {money(there)}, not enough{hint}")
        if isinstance(act, a.Counted):
            act = replace(act, expected=self.tray(act.table))
        number = last_shift + 1 if isinstance(act, a.ShiftOpened) else last_shift
        return replace(act, shift=number, at=self._clock().isoformat(timespec="seconds"))


def _whose(act: a.AnyAct) -> str:
    """The player of an act, or the table where it has none."""
    return getattr(act, "player", "") or getattr(act, "table", "")


def content_of(act: a.AnyAct) -> bytes:
    """What is asked of the cage, exactly, whoever asks."""
    return a.encode(_bare(act))


def _bare(act: a.AnyAct) -> a.AnyAct:
    bare = replace(act, by="", role="", confirmed_by="", shift=0, at="")
    return replace(bare, expected=0) if isinstance(bare, a.Counted) else bare


def must_be_allowed(by: Actor, act: a.AnyAct) -> None:
    """Refuse an act to a position that may not do it."""
    least = WORKS_AT_THE_CAGE
    if isinstance(act, a.ShiftOpened | a.ShiftClosed) or (isinstance(act, a.Credited) and act.retired):
        least = RUNS_SHIFTS
    elif isinstance(act, a.BoughtIn) and act.table:
        least = Role.DEALER
    if by.role < least:
        above = " or above" if least < Role.GAMING_SHIFT_MANAGER else ""
        raise WrongRole(f"only the {least.words}{above} may record this: {a.kind(act)}")


def must_be_possible(act: a.AnyAct) -> None:
    """Refuse amounts that cannot be."""
    if isinstance(act, a.Counted):
        if act.when not in a.WHEN:
            raise Refused(f"a float is counted at the {' or the '.join(a.WHEN[:2])} of a shift, or {a.BETWEEN}")
        if not 0 <= act.cents <= MOST_CENTS:
            raise Refused(f"a tray holds from 0.00 to {money(MOST_CENTS)}, not {money(act.cents)}")
    elif not isinstance(act, a.ShiftOpened | a.ShiftClosed):
        least = -MOST_CENTS if isinstance(act, a.Credited) and act.retired else 1
        if not least <= act.cents <= MOST_CENTS:
            raise Refused(f"the amount must be above zero and at most {money(MOST_CENTS)}, not {money(act.cents)}")


def _first(slip: Slip, wanted: a.AnyAct) -> Slip:
    """The slip that was recorded under a key, if that was for the same act."""
    act = replace(slip.act, shift=0, at="")
    if isinstance(act, a.Counted):
        act = replace(act, expected=0)
    if act != wanted:
        raise KeyReused("this was already sent with other details; reload the page before you try again")
    return slip
