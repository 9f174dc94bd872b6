"""How a debt grows and is repaid: booked by a correction, deducted from winnings, paid, written off.

Here: deciding each change, and writing those that happen away from a table. Not here: the record itself (`debts`), or
writing what happens at a table (`tables`, in one transaction with the events).

Winnings are what a player gets beyond their own stake: payouts less commission, and Envy Bonuses (`postings.winnings`).
A stake that comes back is never touched.
"""

from __future__ import annotations

import uuid
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import UTC, datetime

from houseway.errors import KeyReused, OldVersion, Refused, WrongRole, shortened
from houseway.journal.entry import Append, Posting, check_name
from houseway.journal.facts import Facts
from houseway.journal.store import Journal
from houseway.kept.alone import rests_on, why_two
from houseway.kept.approvals import HOUSE_PLACE
from houseway.kept.approved import Approval, must_be_approved
from houseway.kept.debts import (
    AnyDebt,
    AtATable,
    DebtBooked,
    DebtDeducted,
    DebtPaid,
    DebtWrittenOff,
    Standing,
    append,
    noted,
    origin,
    read,
    record,
    standing,
    stream,
)
from houseway.kept.postings import owed, repaid_in_cash, repaid_in_chips, written_off
from houseway.kept.settings import settings
from houseway.money import money
from houseway.rulebook.procedure import Role
from houseway.table.commands import Actor
from houseway.table.two_eyes import LARGE_CASH, WRITE_OFF

WRITES_OFF = WRITE_OFF
"""The lowest role that may write off a debt."""
CASH, WRITTEN_OFF = "cash", "write-off"
"""The ways in which staff settle a debt."""
TRIES = 5


def at_the_table(
    facts: Facts,
    table: str,
    *,
    round: int,
    version: int,
    moved: Sequence[Sequence[Posting]],
    won: Mapping[str, int],
    clause: str,
) -> Iterator[tuple[AtATable, Standing]]:
    """The debts that events of a table change: those the events book (`moved`), and those that winnings pay.

    Each comes with what the player owes before it. `version` is the table's version after the events. `clause` is that
    of the correction; or, for winnings that pay a debt whose origin is not recorded, the one by which the table's book
    corrects rounds.
    """
    booked: dict[str, int] = {}
    for posting in (posting for each in moved for posting in each if posting.account.startswith(owed(""))):
        name = posting.account.removeprefix(owed(""))
        booked[name] = booked.get(name, 0) - posting.cents
    owes = facts.balances(owed(name) for name in won)
    for name in sorted({*booked, *(name for name in won if owes[owed(name)] < 0)}):
        journal = facts.journal
        now = standing(journal, name)
        if name in booked:  # then nothing was won: winnings would have paid it
            more = DebtBooked(
                player=name,
                cents=booked[name],
                left=now.cents + booked[name],
                clause=clause,
                table=table,
                round=round,
                version=version,
            )
            yield more, now
        elif cents := min(won[name], now.cents):
            of = origin(journal, name)
            less = DebtDeducted(
                player=name,
                cents=cents,
                left=now.cents - cents,
                clause=of.clause if of else clause,
                table=table,
                round=round,
                version=version,
                of_table=of.table if of else "",
                of_round=of.round if of else 0,
            )
            yield less, now


def with_the_events(debt: AtATable, before: Standing) -> Append:
    """A debt that events of a table change, to be written with them."""
    paid = repaid_in_chips(debt.player, debt.cents) if isinstance(debt, DebtDeducted) else ()
    key = f"{stream(debt.player)!r} {debt.table!r} {debt.version}"
    return append(debt, paid, expected_version=before.version, key=key)


def pay(journal: Journal, name: str, cents: int, *, key: str = "") -> AnyDebt:
    """A player pays part of what they owe, or all of it, from their chips."""
    return _repay(journal, name, cents, repaid_in_chips, f"paid {key}" if key else "", DebtPaid)


def content_of(way: str, name: str, cents: int) -> bytes:
    """What is asked for, exactly: a payment in cash, or writing off."""
    return repr((way, name, cents)).encode()


def cash_takes(journal: Journal, name: str, cents: int, *, by: str) -> Role | None:
    """Who confirms that a debt was paid in cash; None up to the threshold of the house.

    What was paid in cash since the player last owed nothing counts towards it, unless another confirmed that: so nobody
    divides a large payment into small ones. So does everything that `by` recorded alone in the last day.
    """
    if why_two(journal, by, cents, datetime.now(UTC)):
        return LARGE_CASH
    for debt in reversed(tuple(record(journal, name))):
        if not debt.left:
            break
        if isinstance(debt, DebtPaid) and debt.by and not debt.confirmed_by:
            cents += debt.cents
    return LARGE_CASH if cents > settings(journal).approved_above else None


def pay_in_cash(
    journal: Journal, name: str, cents: int, *, by: Actor, key: str = "", approval: Approval | None = None
) -> AnyDebt:
    """Staff record that a player paid in cash; above the threshold of the house, another confirms it."""
    if by.role is Role.PLAYER:
        raise WrongRole("only staff may record a payment in cash")

    def paid(**fields: object) -> DebtPaid:
        confirmed_by = approval.by.name if approval else ""
        at = datetime.now(UTC).isoformat(timespec="seconds")
        return DebtPaid(by=by.name, role=by.role.words, confirmed_by=confirmed_by, at=at, **fields)  # type: ignore[arg-type]

    def check() -> Sequence[Append]:
        others = () if approval else rests_on(journal, but=stream(name))
        confirms, content = cash_takes(journal, name, cents, by=by.name), content_of(CASH, name, cents)
        because = why_two(journal, by.name, cents, datetime.now(UTC))
        must_be_approved(approval, confirms, content, place=HOUSE_PLACE, because=because)
        return others

    whole = f"cash {by.name!r} {key}" if key else ""
    return _repay(journal, name, cents, repaid_in_cash, whole, paid, approval, check)


def write_off(
    journal: Journal, name: str, cents: int, *, by: Actor, key: str = "", approval: Approval | None = None
) -> AnyDebt:
    """A Gaming Shift Manager writes off part of what a player owes, or all of it, as another asked for."""
    if by.role < WRITES_OFF:
        raise WrongRole(f"only the {WRITES_OFF.words} may write off what a player owes")

    def gone(**fields: object) -> DebtWrittenOff:
        return DebtWrittenOff(by=by.name, role=by.role.words, **fields)  # type: ignore[arg-type]

    whole = f"written off {by.name!r} {key}" if key else ""

    def check() -> Sequence[Append]:
        must_be_approved(approval, WRITE_OFF, content_of(WRITTEN_OFF, name, cents), place=HOUSE_PLACE)
        return ()

    return _repay(journal, name, cents, written_off, whole, gone, approval, check)


def _repay(
    journal: Journal,
    name: str,
    cents: int,
    postings: Callable[[str, int], tuple[Posting, ...]],
    key: str,
    change: Callable[..., AnyDebt],
    approval: Approval | None = None,
    check: Callable[[], Sequence[Append]] = lambda: (),
) -> AnyDebt:
    """Write a change that reduces a debt; sent again with the same key, it returns the first answer.

    `check` refuses it, or gives what keeps it from being written once what it was checked by has changed.
    """
    if cents <= 0:
        raise Refused("the amount must be above zero")
    whole = f"{stream(name)!r} {key}" if key else uuid.uuid4().hex
    check_name("a key", whole)
    for tries in range(TRIES):
        if found := journal.find(whole):
            first = read(found[0])
            if (type(first), first.cents) != (type(change(player=name, cents=cents, left=0)), cents):
                raise KeyReused("this was already sent as another payment; reload the page before you try again")
            return first
        now = standing(journal, name)
        if now.cents <= 0:
            raise Refused(f"{shortened(name)} owes the house nothing")
        if cents > now.cents:
            raise Refused(f"{name} owes {money(now.cents)}; {money(cents)} is more than that")
        rests = check()
        debt = change(player=name, cents=cents, left=now.cents - cents)
        try:
            confirmed = approval.appends(f"{stream(name)} {now.version}") if approval else ()
            kept = append(debt, postings(name, cents), expected_version=now.version, key=whole)
            journal.append_many([*confirmed, kept, *noted(debt), *rests], together=True)
        except (OldVersion, KeyReused):  # the debt has just changed elsewhere: look again
            if tries == TRIES - 1:
                raise
        else:
            return debt
    raise AssertionError
