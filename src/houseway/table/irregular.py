"""When something goes wrong: staff report it, the round is on hold, and staff choose a remedy the book prints.

Here: reporting, withdrawing a report, and which remedies apply as the round stands. Not here: what a report must
contain (`reports`), carrying a remedy out (`remedies`), or which faults and remedies a book prints (its procedure).
"""

from __future__ import annotations

from collections.abc import Sequence

from houseway.errors import Refused, WrongRole
from houseway.rulebook.procedure import Act, Fault, Irregularity, Permission, Phase, PrintedRemedy, Remedy, When
from houseway.rulebook.rulebook import Rulebook
from houseway.table import commands as c
from houseway.table import events as e
from houseway.table.possible import OF_THE_LAST_ROUND, must_be_possible
from houseway.table.remedies import Chosen, carry_out, then_withdraw, to_return
from houseway.table.reports import NEEDS, NOTHING, must_be_complete
from houseway.table.state import DEALER, Correction, Hold, Table


def report(book: Rulebook, table: Table, command: c.Report, row: Permission) -> tuple[e.Event, ...]:
    """Put the round on hold for a fault that the book covers."""
    del row
    known = _irregularity(book, command.fault)
    must_be_possible(table, known, command.by)
    must_be_complete(book, table, command, known)
    event = e.IrregularityReported(
        fault=known.fault,
        by=command.by.name,
        role=command.by.role,
        position=command.position,
        wager=command.wager,
        player=command.player,
        cents=command.cents,
        cards=command.cards,
        handled=command.handled,
        note=command.note,
        clause=known.cite,
    )
    hold = Hold(
        fault=event.fault,
        clause=known.cite,
        position=command.position,
        player=command.player,
        cards=command.cards,
        handled=command.handled,
        note=command.note,
    )
    _must_apply(book, table, [hold], known)
    return (event,)


def must_have_a_remedy(book: Rulebook, table: Table, known: Irregularity) -> None:
    """Refuse a fault for which the book has no remedy as the round stands, whatever the details of the report."""
    holds = [
        Hold(fault=known.fault, clause=known.cite, cards=cards, handled=handled)
        for cards in (1, 2, book.deck.size)
        for handled in (False, True)
    ]
    _must_apply(book, table, holds, known)


def _must_apply(book: Rulebook, table: Table, holds: Sequence[Hold], known: Irregularity) -> None:
    if not any(applies(book, table, hold, printed) for hold in holds for printed in known.remedies):
        handled = bool(table.viewed) or table.handled or all(hold.handled for hold in holds)
        why = _why_none(book, table, known, handled=handled)
        raise Refused(f"the book has no remedy for {known.fault.value} now: {why}", clause=known.cite)


def details(known: Irregularity, phase: Phase) -> tuple[str, ...]:
    """The details a report of a fault needs in a phase, as fields of `Report`.

    Whether cards were handled is among them where one of the book's remedies depends on it. Once a round is settled, a
    wrong number of cards is what somebody found, not what was recorded.
    """
    needed = NEEDS.get(known.fault, NOTHING).details
    if phase is Phase.BETWEEN_ROUNDS:
        return needed + (("cards",) if known.fault in OF_THE_LAST_ROUND else ())
    depends = any(printed.when in (When.NOBODY_HANDLED, When.SOMEBODY_HANDLED) for printed in known.remedies)
    return needed + (("handled",) if depends else ())


def asked(known: Irregularity, table: Table) -> tuple[str, ...]:
    """The details that a report of a fault can give as the table stands: those it needs, and others that help.

    Whatever else happened may concern a position or a player. The number of cards found is worth asking for before the
    settlement where somebody dealt from a physical deck: what was recorded may differ from what lies there.
    """
    needed = details(known, table.phase)
    if known.fault is Fault.OTHER:
        return (*needed, "position", "player")
    if known.fault not in OF_THE_LAST_ROUND or table.own_deck or "cards" in needed:
        return needed
    return (*(detail for detail in needed if detail != "handled"), "cards", "handled")


def remedies(book: Rulebook, table: Table) -> tuple[PrintedRemedy, ...]:
    """The remedies the book prints for what is on hold, as the round stands."""
    if table.hold is None:
        return ()
    hold = table.hold
    known = book.procedure.irregularity(hold.fault)
    return tuple(printed for printed in known.remedies if applies(book, table, hold, printed)) if known else ()


def applies(book: Rulebook, table: Table, hold: Hold, printed: PrintedRemedy) -> bool:
    """Whether the book prints a remedy for the round as it stands, and it can be carried out."""
    return _is_printed_for(book, table, hold, printed.when) and _can_be_done(book, table, hold, printed.remedy)


def _is_printed_for(book: Rulebook, table: Table, hold: Hold, when: When) -> bool:
    """Whether the condition of a remedy holds; what was viewed, handled or exposed counts for the whole round."""
    viewed = bool(table.viewed)
    over = table.phase is Phase.BETWEEN_ROUNDS  # the hands have been turned
    handled = viewed or table.handled or hold.handled or over
    exposed = table.exposed + hold.cards
    match when:
        case When.ALWAYS:
            return True
        case When.NOBODY_HANDLED:
            return not handled
        case When.SOMEBODY_HANDLED:
            return handled
        case When.SOMEBODY_VIEWED:
            return viewed
        case When.ONE_CARD:
            return exposed == 1
        case When.MORE_CARDS:
            return exposed > 1
        case When.RIGHT_COUNT:
            return hold.cards == book.deck.size
        case When.WRONG_COUNT:
            return hold.cards != book.deck.size
        case When.NO_OUTCOME:
            return not table.outcome
        case When.OUTCOME:
            return table.outcome


def _can_be_done(book: Rulebook, table: Table, hold: Hold, remedy: Remedy) -> bool:
    """Whether a remedy can be carried out on the hands and wagers that lie there."""
    if remedy is Remedy.RECONSTRUCT and hold.fault is Fault.MISDEAL:
        whole = all(len(hand.cards) == book.dealt for hand in table.hands.values())
        return whole and 1 < len(table.hands) == len(table.wagers) + 1
    if remedy is Remedy.RECONSTRUCT and hold.fault in (Fault.DEALER_COUNT, Fault.PLAYER_COUNT):
        lying = table.hands.get(DEALER if hold.fault is Fault.DEALER_COUNT else hold.position)
        if lying is not None and len(lying.cards) == book.dealt:  # as recorded, no card is missing and none is extra
            return False
    if remedy is Remedy.RETURN_WAGERS and table.phase is not Phase.BETWEEN_ROUNDS:
        return bool(to_return(table, hold)) or (hold.position == -1 and not hold.player)
    if table.phase is not Phase.BETWEEN_ROUNDS or remedy in (Remedy.CONTINUE, Remedy.PROHIBIT):
        return True
    done = table.corrections.get(table.round, Correction())
    if remedy is Remedy.RECONSTRUCT or not table.settled or done.void:
        return False
    if remedy is Remedy.VOID:
        return True
    if hold.position == -1 and hold.player:
        return False  # a settled round is corrected by the hand: the report names its position
    if hold.position == -1:
        return bool(set(table.hands) - {DEALER} - done.removed)
    return hold.position in table.hands and hold.position != DEALER and hold.position not in done.removed


def remedy(
    book: Rulebook, table: Table, command: c.RemedyFault, row: Permission, past: Table | None
) -> tuple[e.Event, ...]:
    """Carry out a remedy the book prints, chosen by the role it names or one above it.

    Somebody who may permit players to withdraw their other wagers does so with the remedy.
    """
    hold = table.hold
    if hold is None:
        raise Refused("nothing has been reported", clause=row.cite)
    printed = next((p for p in remedies(book, table) if p.remedy is command.remedy), None)
    if printed is None:
        choices = " or ".join(p.remedy.value for p in remedies(book, table))
        raise Refused(
            f"to {command.remedy.value} is not a remedy the book has here; choose to {choices}", clause=hold.clause
        )
    must_have_role(command.by, printed)
    events = carry_out(Chosen(book, table, command, printed, past))
    permitted = then_withdraw(book, table, printed)
    done = e.IrregularityRemedied(
        fault=hold.fault, remedy=printed.remedy, by=command.by.name, then_withdraw=permitted, clause=printed.cite
    )
    permits = book.procedure.permission(Act.PERMIT_WITHDRAWAL)
    if permitted and permits and command.by.role >= permits.by:
        return (done, *events, e.WithdrawalOffered(clause=permitted))
    return (done, *events)


def must_have_role(actor: c.Actor, printed: PrintedRemedy) -> None:
    """Refuse a remedy that only a higher role may choose."""
    if actor.role < printed.by:
        raise WrongRole(
            f"only the {printed.by.words} or above may choose to {printed.remedy.value}", clause=printed.cite
        )


def retract(book: Rulebook, table: Table, command: c.Retract, row: Permission) -> tuple[e.Event, ...]:
    """Withdraw a mistaken report: the round goes on as before."""
    del book
    hold = table.hold
    if hold is None:
        raise Refused("nothing has been reported", clause=row.cite)
    if command.by.role < hold.role:
        raise WrongRole(
            f"a {hold.role.words} reported this: only the {hold.role.words} or above may withdraw it",
            clause=hold.clause,
        )
    return (e.ReportRetracted(fault=hold.fault, by=command.by.name, clause=hold.clause),)


def _irregularity(book: Rulebook, fault: Fault) -> Irregularity:
    known = book.procedure.irregularity(fault)
    if known is None:
        raise Refused(f"{book.id} has no clause for {fault.value}")
    return known


def _why_none(book: Rulebook, table: Table, known: Irregularity, *, handled: bool) -> str:
    """What would have to be so for the fault to have a remedy, and what to report instead."""
    only = " or ".join(filter(None, dict.fromkeys(printed.when.value for printed in known.remedies)))
    if not only or table.phase is Phase.BETWEEN_ROUNDS:
        return "nothing is left to remedy"
    dealt = book.procedure.irregularity(Fault.MISDEAL)
    other = book.procedure.irregularity(Fault.OTHER)
    instead = other
    if dealt is not None and known is not dealt and not handled:
        instead = dealt
    named = f"; report it as {instead.fault.value}, {instead.cite}" if instead else ""
    return f"it applies only if {only}{named}"
