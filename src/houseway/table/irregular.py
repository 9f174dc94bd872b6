"""When something goes wrong: staff report it, the round is on hold, and staff choose a remedy the book prints.

Here: what a report must contain, withdrawing a report, and which remedies apply as the round stands. Not here: carrying
a remedy out (`remedies`), or which faults and remedies a book prints (its procedure).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from houseway.errors import Refused, WrongRole
from houseway.money import money
from houseway.rulebook.procedure import Act, Fault, Irregularity, Permission, Phase, PrintedRemedy, Remedy, When
from houseway.rulebook.rulebook import Rulebook
from houseway.table import commands as c
from houseway.table import events as e
from houseway.table.correct import set_right
from houseway.table.remedies import Chosen, carry_out, then_withdraw
from houseway.table.settle import returned
from houseway.table.state import DEALER, Correction, Hold, Table
from houseway.table.words import place


def report(book: Rulebook, table: Table, command: c.Report, row: Permission) -> tuple[e.Event, ...]:
    """Put the round on hold for a fault that the book covers."""
    del row
    known = _irregularity(book, command.fault)
    must_be_possible(table, known)
    _NEEDS.get(known.fault, _NOTHING).check(book, table, command, known)
    event = e.IrregularityReported(
        fault=known.fault,
        by=command.by.name,
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
    )
    _must_apply(book, table, [hold], known)
    return (event,)


def must_be_possible(table: Table, known: Irregularity) -> None:
    """Refuse a fault that cannot have happened by now, whatever the details of the report."""
    if table.phase not in known.phases:
        raise Refused(f"{known.fault.value} cannot be reported now: {table.phase.state}", clause=known.cite)
    last_round = table.phase is Phase.BETWEEN_ROUNDS and known.fault in _OF_THE_LAST_ROUND
    if last_round and not table.settled:
        raise Refused(f"{known.fault.value} cannot be reported now: no round has been settled", clause=known.cite)
    if table.own_deck and (last_round or known.fault is Fault.MISDEAL):
        raise Refused(
            "the house dealt this round from its own deck: nothing can have been dealt wrongly", clause=known.cite
        )


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
    needed = _NEEDS.get(known.fault, _NOTHING).details
    if phase is Phase.BETWEEN_ROUNDS:
        return needed + (("cards",) if known.fault in _OF_THE_LAST_ROUND else ())
    depends = any(printed.when in (When.NOBODY_HANDLED, When.SOMEBODY_HANDLED) for printed in known.remedies)
    return needed + (("handled",) if depends else ())


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
    return {
        When.ALWAYS: True,
        When.NOBODY_HANDLED: not handled,
        When.SOMEBODY_HANDLED: handled,
        When.SOMEBODY_VIEWED: viewed,
        When.ONE_CARD: exposed == 1,
        When.MORE_CARDS: exposed > 1,
        When.RIGHT_COUNT: hold.cards == book.deck.size,
        When.WRONG_COUNT: hold.cards != book.deck.size,
        When.NO_OUTCOME: not table.outcome,
        When.OUTCOME: table.outcome,
    }[when]


def _can_be_done(book: Rulebook, table: Table, hold: Hold, remedy: Remedy) -> bool:
    """Whether a remedy can be carried out on the hands and wagers that lie there."""
    if remedy is Remedy.RECONSTRUCT and hold.fault is Fault.MISDEAL:
        whole = all(len(hand.cards) == book.dealt for hand in table.hands.values())
        return whole and 1 < len(table.hands) == len(table.wagers) + 1
    if remedy is Remedy.RETURN_WAGERS and hold.position != -1 and table.phase is not Phase.BETWEEN_ROUNDS:
        return hold.position in table.wagers
    if table.phase is not Phase.BETWEEN_ROUNDS or remedy in (Remedy.CONTINUE, Remedy.PROHIBIT):
        return True
    done = table.corrections.get(table.round, Correction())
    if remedy is Remedy.RECONSTRUCT or not table.settled or done.void:
        return False
    if remedy is Remedy.VOID:
        return True
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
        choices = ", ".join(p.remedy.value for p in remedies(book, table))
        raise Refused(
            f"{command.remedy.value!r} is not a remedy for {hold.fault.value}; the book has: {choices}",
            clause=hold.clause,
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
            f"only the {printed.by.words} or above may choose {printed.remedy.value!r}", clause=printed.cite
        )


def retract(book: Rulebook, table: Table, command: c.Retract, row: Permission) -> tuple[e.Event, ...]:
    """Withdraw a mistaken report: the round goes on as before."""
    del book
    if table.hold is None:
        raise Refused("nothing has been reported", clause=row.cite)
    return (e.ReportRetracted(fault=table.hold.fault, by=command.by.name, clause=table.hold.clause),)


def _irregularity(book: Rulebook, fault: Fault) -> Irregularity:
    known = book.procedure.irregularity(fault)
    if known is None:
        raise Refused(f"{book.id} has no clause for {fault.value}")
    return known


def _nothing(book: Rulebook, table: Table, command: c.Report, known: Irregularity) -> None:
    del book, table, command, known


def _a_number_of_cards(book: Rulebook, table: Table, command: c.Report, known: Irregularity) -> None:
    del table
    if command.cards < 1:
        what = "exposed" if known.fault is Fault.CARDS_EXPOSED else "counted"
        raise Refused(f"give the number of cards {what}", clause=known.cite)
    if known.fault is Fault.DECK_COUNT and command.cards == book.deck.size:
        raise Refused(f"{book.deck.size} is the right number of cards", clause=known.cite)


def _a_late_wager(book: Rulebook, table: Table, command: c.Report, known: Irregularity) -> None:
    keys = [book.main.key, *(side.key for side in book.side_wagers)]
    if command.position == -1 or not command.wager or not command.player or command.cents <= 0:
        raise Refused("give the position, wager, player and amount of the late wager", clause=known.cite)
    if not 1 <= command.position <= table.positions:
        raise Refused(
            f"there is no position {command.position}; the positions are 1 to {table.positions}", clause=known.cite
        )
    if command.wager not in keys:
        raise Refused(f"{book.id} has no wager {command.wager!r}; its wagers are {', '.join(keys)}", clause=known.cite)


def _a_wager(book: Rulebook, table: Table, command: c.Report, known: Irregularity) -> None:
    del book
    if not table.stakes(command.position, command.wager):
        raise Refused(f"there is no wager {command.wager!r} on position {command.position}", clause=known.cite)


def _a_withdrawn_wager(book: Rulebook, table: Table, command: c.Report, known: Irregularity) -> None:
    _a_wager(book, table, command, known)
    players = {stake.player for stake in table.stakes(command.position, command.wager)}
    if command.player and command.player not in players:
        raise Refused(f"{command.player} has no share in that wager", clause=known.cite)


def _a_wrong_count(book: Rulebook, table: Table, command: c.Report, known: Irregularity) -> None:
    at = DEALER if known.fault is Fault.DEALER_COUNT else command.position
    if table.phase is Phase.BETWEEN_ROUNDS:
        hand = table.hands.get(at)
        played = hand is not None and (hand.shown or hand.conceded)
        if not played or (at == DEALER) is not (known.fault is Fault.DEALER_COUNT):
            raise Refused(f"{place(at)} had no hand in round {table.round}", clause=known.cite)
        if command.cards in (0, book.dealt):
            raise Refused(
                f"{place(at)} is recorded with {book.dealt} cards; give the number that was found", clause=known.cite
            )
        return
    if at != DEALER:
        _a_wagered_position(book, table, command, known)
    hand = table.hands.get(at)
    if hand is not None and len(hand.cards) == book.dealt:
        raise Refused(f"{place(at)} has the right number of cards, {book.dealt}", clause=known.cite)


def _a_wagered_position(book: Rulebook, table: Table, command: c.Report, known: Irregularity) -> None:
    del book
    if command.position not in table.wagers:
        raise Refused(f"position {command.position} has no wager", clause=known.cite)


def _no_cards(book: Rulebook, table: Table, command: c.Report, known: Irregularity) -> None:
    _a_wagered_position(book, table, command, known)
    if command.position in table.hands:
        raise Refused(f"position {command.position} has cards", clause=known.cite)


def _unwagered_cards(book: Rulebook, table: Table, command: c.Report, known: Irregularity) -> None:
    del book
    if command.position in table.wagers or command.position not in table.hands or command.position == DEALER:
        raise Refused(f"{place(command.position)} has no cards without a wager", clause=known.cite)


def _outside_the_limits(book: Rulebook, table: Table, command: c.Report, known: Irregularity) -> None:
    _a_wager(book, table, command, known)
    stake = next((s for s in table.stakes(command.position, command.wager) if s.player == command.player), None)
    if stake is None:
        reason = f"{command.player} has no share in that wager" if command.player else "name the player"
        raise Refused(reason, clause=known.cite)
    if command.wager not in table.limits:
        raise Refused("the table has no limits for that wager", clause=known.cite)
    if command.cents <= 0:
        raise Refused("give the amount that was found", clause=known.cite)
    total = table.total(command.position, command.wager) - stake.cents + command.cents
    if known.fault is Fault.UNDER_MINIMUM:  # a part that was returned by rule still counts
        total += table.returned.get(command.position, {}).get(command.wager, 0)
    least, most = table.limits[command.wager]
    outside = "below the minimum" if known.fault is Fault.UNDER_MINIMUM else "above the maximum"
    if (known.fault is Fault.UNDER_MINIMUM) != (total < least) or (known.fault is Fault.OVER_MAXIMUM) != (total > most):
        raise Refused(f"{money(total)} is not {outside}", clause=known.cite)


def _a_player(book: Rulebook, table: Table, command: c.Report, known: Irregularity) -> None:
    del book
    if not command.player:
        raise Refused("name the player", clause=known.cite)
    if not table.positions_of(command.player) and not returned(table, "", player=command.player):
        raise Refused(f"{command.player} is not playing at this table", clause=known.cite)
    if command.player in table.prohibited:
        raise Refused(f"{command.player} is already prohibited from further play", clause=known.cite)


def _a_second_hand(book: Rulebook, table: Table, command: c.Report, known: Irregularity) -> None:
    _a_wagered_position(book, table, command, known)
    player = table.controller(command.position)
    if player not in table.viewed:
        raise Refused(f"{player} has not viewed another hand", clause=known.cite)
    if command.position not in table.hands:
        raise Refused(f"position {command.position} has no cards", clause=known.cite)
    if table.viewed[player] == command.position:
        raise Refused(f"position {command.position} is the hand that was viewed first", clause=known.cite)


def _a_wrong_setting(book: Rulebook, table: Table, command: c.Report, known: Irregularity) -> None:
    hand = table.hands.get(command.position)
    if hand is None or not hand.house_way:
        raise Refused(f"{place(command.position)}'s hand was not set the house way", clause=known.cite)
    if set_right(book, table).hands[command.position].low == hand.low:
        raise Refused("the hand is already set the house way", clause=known.cite)


@dataclass(frozen=True)
class _Need:
    """The details a report of a fault needs, as fields of `Report`, and the check that they make sense."""

    details: tuple[str, ...]
    check: Callable[[Rulebook, Table, c.Report, Irregularity], None]


_NEEDS: dict[Fault, _Need] = {
    Fault.CARDS_EXPOSED: _Need(("cards",), _a_number_of_cards),
    Fault.LATE_WAGER: _Need(("position", "wager", "player", "cents"), _a_late_wager),
    Fault.LATE_WITHDRAWAL: _Need(("position", "wager", "player"), _a_withdrawn_wager),
    Fault.DEVICE_COUNT: _Need(("cards",), _a_number_of_cards),
    Fault.DECK_COUNT: _Need(("cards",), _a_number_of_cards),
    Fault.DEALER_COUNT: _Need((), _a_wrong_count),
    Fault.PLAYER_COUNT: _Need(("position",), _a_wrong_count),
    Fault.NO_CARDS: _Need(("position",), _no_cards),
    Fault.UNWAGERED_CARDS: _Need(("position",), _unwagered_cards),
    Fault.UNDER_MINIMUM: _Need(("position", "wager", "player", "cents"), _outside_the_limits),
    Fault.OVER_MAXIMUM: _Need(("position", "wager", "player", "cents"), _outside_the_limits),
    Fault.CONFIDENTIALITY: _Need(("player",), _a_player),
    Fault.SECOND_HAND_VIEWED: _Need(("position",), _a_second_hand),
    Fault.WRONG_HOUSE_WAY: _Need(("position",), _a_wrong_setting),
}
_NOTHING = _Need((), _nothing)


_OF_THE_LAST_ROUND = {Fault.DEALER_COUNT, Fault.PLAYER_COUNT}
"""Faults that are corrected in the last round when they are found between rounds."""


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
    named = f"; report it as {instead.fault.value!r}, {instead.cite}" if instead else ""
    return f"it applies only if {only}{named}"
