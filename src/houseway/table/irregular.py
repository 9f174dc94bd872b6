"""When something goes wrong: it is reported, holds the round, and is remedied as the book prints.

Here: what a report must say, which remedies the book prints for it as the round stands, and carrying one out. Not here:
which faults and remedies a book knows; that is in its procedure.
"""

from __future__ import annotations

from collections.abc import Callable

from houseway.cards.card import read_cards
from houseway.errors import Refused
from houseway.rulebook.procedure import Act, Fault, Irregularity, Permission, Phase, PrintedRemedy, Remedy, When
from houseway.rulebook.rulebook import Rulebook
from houseway.table import commands as c
from houseway.table import events as e
from houseway.table.betting import money
from houseway.table.correct import set_right
from houseway.table.settle import returned
from houseway.table.state import DEALER, Hold, Table
from houseway.table.words import place


def report(book: Rulebook, table: Table, command: c.Report, row: Permission) -> tuple[e.Event, ...]:
    """Put the round on hold for a fault the book knows."""
    known = _irregularity(book, command.fault, row)
    if table.phase not in known.phases:
        raise Refused(f"{known.fault.value} cannot be reported now ({table.phase.value})", clause=known.cite)
    _NEEDS.get(known.fault, _nothing)(book, table, command, known)
    event = e.IrregularityReported(
        fault=known.fault.value,
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
    hold = Hold(fault=event.fault, clause=known.cite, cards=command.cards, handled=command.handled)
    if not any(applies(table, hold, printed) for printed in known.remedies):
        raise Refused(f"{known.fault.value} has no remedy here: {_why_none(known)}", clause=known.cite)
    return (event,)


def remedies(book: Rulebook, table: Table) -> tuple[PrintedRemedy, ...]:
    """The remedies the book prints for what is on hold, as the round stands."""
    if table.hold is None:
        return ()
    known = book.procedure.irregularity(Fault(table.hold.fault))
    hold = table.hold
    return tuple(printed for printed in known.remedies if applies(table, hold, printed)) if known else ()


def applies(table: Table, hold: Hold, printed: PrintedRemedy) -> bool:
    """Whether a remedy is the book's own as the round stands (R65, R66, R68)."""
    viewed = any(hand.viewed_by for hand in table.hands.values())
    handled = viewed or hold.handled
    return {
        When.ALWAYS: True,
        When.NOBODY_HANDLED: not handled,
        When.SOMEBODY_HANDLED: handled,
        When.SOMEBODY_VIEWED: viewed,
        When.ONE_CARD: hold.cards == 1,
        When.MORE_CARDS: hold.cards > 1,
        When.NO_OUTCOME: not table.outcome,
        When.OUTCOME: table.outcome,
    }[printed.when]


def remedy(book: Rulebook, table: Table, command: c.RemedyFault, row: Permission) -> tuple[e.Event, ...]:
    """Carry out a remedy the book prints, chosen by the role it names or a higher one."""
    hold = table.hold
    if hold is None:
        raise Refused("nothing is reported", clause=row.cite)
    printed = next((p for p in remedies(book, table) if p.remedy.value == command.remedy), None)
    if printed is None:
        choices = ", ".join(p.remedy.value for p in remedies(book, table))
        raise Refused(f"{command.remedy!r} is no remedy for {hold.fault}; the book has: {choices}", clause=hold.clause)
    if command.by.role < printed.by:
        raise Refused(f"{printed.remedy.value} takes the {printed.by.words} or a higher position", clause=printed.cite)
    done = e.IrregularityRemedied(
        fault=hold.fault, remedy=printed.remedy.value, by=command.by.name, clause=printed.cite
    )
    return (done, *_REMEDIES[printed.remedy](book, table, command, printed))


def withdraw_remaining(
    book: Rulebook, table: Table, command: c.WithdrawRemaining, row: Permission
) -> tuple[e.Event, ...]:
    """Withdraw all one's wagers, where a remedy left players that option."""
    del book
    player = command.by.name
    if not table.offer:
        raise Refused("no withdrawal is offered", clause=row.cite)
    back = returned(table, table.offer, player=player)
    if not back:
        raise Refused(f"{player} has no wager", clause=table.offer)
    return (*back, *_orphaned(table, player, table.offer))


# ---------------------------------------------------------------------------------------------------------------------
# What a report must say


def _irregularity(book: Rulebook, fault: str, row: Permission) -> Irregularity:
    try:
        known = book.procedure.irregularity(Fault(fault))
    except ValueError:
        raise Refused(f"{fault!r} is no irregularity; there are: {', '.join(f.value for f in Fault)}") from None
    if known is None:
        raise Refused(f"{book.id} has no clause for {fault}", clause="")
    del row
    return known


def _nothing(book: Rulebook, table: Table, command: c.Report, known: Irregularity) -> None:
    del book, table, command, known


def _a_number_of_cards(book: Rulebook, table: Table, command: c.Report, known: Irregularity) -> None:
    del book, table
    if command.cards < 1:
        raise Refused("say how many cards were exposed", clause=known.cite)


def _a_late_wager(book: Rulebook, table: Table, command: c.Report, known: Irregularity) -> None:
    del book
    if command.position not in table.seats or not command.wager or not command.player or command.cents <= 0:
        raise Refused("say position, wager, player and amount of the late wager", clause=known.cite)


def _a_wager(book: Rulebook, table: Table, command: c.Report, known: Irregularity) -> None:
    del book
    if not table.stakes(command.position, command.wager):
        raise Refused(f"there is no wager {command.wager!r} on position {command.position}", clause=known.cite)


def _a_wagered_position(book: Rulebook, table: Table, command: c.Report, known: Irregularity) -> None:
    del book
    if command.position not in table.wagers:
        raise Refused(f"position {command.position} carries no wager", clause=known.cite)


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
        raise Refused(f"{command.player or 'nobody'} has no part in that wager", clause=known.cite)
    if command.wager not in table.limits:
        raise Refused("the table has no limits for that wager", clause=known.cite)
    if command.cents <= 0 or (command.cents * book.main.commission).denominator != 1:
        raise Refused(f"{money(command.cents)} cannot be settled to the cent", clause=known.cite)
    total = table.total(command.position, command.wager) - stake.cents + command.cents
    least, most = table.limits[command.wager]
    if (known.fault is Fault.UNDER_MINIMUM) != (total < least) or (known.fault is Fault.OVER_MAXIMUM) != (total > most):
        raise Refused(f"{money(total)} is not {known.fault.value}", clause=known.cite)


def _a_player(book: Rulebook, table: Table, command: c.Report, known: Irregularity) -> None:
    del book
    if not command.player:
        raise Refused("say which player", clause=known.cite)
    if not table.positions_of(command.player) and not returned(table, "", player=command.player):
        raise Refused(f"{command.player} does not play at this table", clause=known.cite)


def _a_second_hand(book: Rulebook, table: Table, command: c.Report, known: Irregularity) -> None:
    _a_wagered_position(book, table, command, known)
    player = table.seats[command.position]
    if not any(hand.viewed_by == player for at, hand in table.hands.items() if at != command.position):
        raise Refused(f"{player} has viewed no other hand", clause=known.cite)
    hand = table.hands.get(command.position)
    if hand is None:
        raise Refused(f"position {command.position} has no cards", clause=known.cite)
    if hand.viewed_by:
        raise Refused(f"position {command.position} is the hand viewed first", clause=known.cite)


def _a_wrong_setting(book: Rulebook, table: Table, command: c.Report, known: Irregularity) -> None:
    hand = table.hands.get(command.position)
    if hand is None or not hand.house_way:
        raise Refused(f"no hand of {place(command.position)} was set the house way", clause=known.cite)
    if set_right(book, table).hands[command.position] == hand:
        raise Refused("the hand is set the house way", clause=known.cite)


_NEEDS: dict[Fault, Callable[[Rulebook, Table, c.Report, Irregularity], None]] = {
    Fault.CARDS_EXPOSED: _a_number_of_cards,
    Fault.LATE_WAGER: _a_late_wager,
    Fault.LATE_WITHDRAWAL: _a_wager,
    Fault.PLAYER_COUNT: _a_wagered_position,
    Fault.NO_CARDS: _no_cards,
    Fault.UNWAGERED_CARDS: _unwagered_cards,
    Fault.UNDER_MINIMUM: _outside_the_limits,
    Fault.OVER_MAXIMUM: _outside_the_limits,
    Fault.CONFIDENTIALITY: _a_player,
    Fault.SECOND_HAND_VIEWED: _a_second_hand,
    Fault.WRONG_HOUSE_WAY: _a_wrong_setting,
}


def _why_none(known: Irregularity) -> str:
    return "it is the book's only where " + " or ".join(dict.fromkeys(p.when.value for p in known.remedies))


# ---------------------------------------------------------------------------------------------------------------------
# Carrying a remedy out

Carried = Callable[[Rulebook, Table, c.RemedyFault, PrintedRemedy], tuple[e.Event, ...]]


def _held(table: Table) -> Hold:
    assert table.hold is not None
    return table.hold


def _void(book: Rulebook, table: Table, command: c.RemedyFault, printed: PrintedRemedy) -> tuple[e.Event, ...]:
    del book, command
    return (*returned(table, printed.cite), e.RoundVoided(round=table.round, clause=printed.cite))


def _go_on(book: Rulebook, table: Table, command: c.RemedyFault, printed: PrintedRemedy) -> tuple[e.Event, ...]:
    del book, table, command, printed
    return ()


def _reconstruct(book: Rulebook, table: Table, command: c.RemedyFault, printed: PrintedRemedy) -> tuple[e.Event, ...]:
    if _held(table).fault == Fault.MISDEAL.value:
        return _move(book, table, command, printed)
    at = DEALER if _held(table).fault == Fault.DEALER_COUNT.value else _held(table).position
    if set(command.hands) != {at}:
        raise Refused(f"say the right cards of {place(at)}", clause=printed.cite)
    cards = tuple(card.text for card in read_cards(command.hands[at]))
    others = {card for place, hand in table.hands.items() if place != at for card in hand.cards}
    if len(cards) != book.dealt or others & set(cards) or not {x.text for x in book.deck.cards} >= set(cards):
        raise Refused(f"those are not {book.dealt} cards of the deck that lie nowhere else", clause=printed.cite)
    reconstructed = e.HandReconstructed(position=at, number=len(cards), cards=cards, clause=printed.cite)
    if table.phase is not Phase.REVEALED:
        return (reconstructed,)
    # the dealer's hand lies open: nobody may set with that knowledge, and the dealer's own is turned and set again
    setting = book.set(cards)
    low = tuple(card.text for card in setting.low)
    if at == DEALER:
        return (reconstructed, e.DealerRevealed(cards=cards, low=low, house_way=setting.clause, clause=printed.cite))
    return (reconstructed, e.HandSet(position=at, low=low, house_way=setting.clause, clause=printed.cite))


def _move(book: Rulebook, table: Table, command: c.RemedyFault, printed: PrintedRemedy) -> tuple[e.Event, ...]:
    moves = command.moves
    if not moves or not set(moves) <= set(table.hands) or len(set(moves.values())) != len(moves):
        raise Refused("say which hand is moved from which position to which", clause=printed.cite)
    after = {at: hand for at, hand in table.hands.items() if at not in moves}
    if set(after) & set(moves.values()):
        raise Refused("a hand would be moved onto another", clause=printed.cite)
    after |= {to: table.hands[start] for start, to in moves.items()}
    right = set(after) == {DEALER, *table.wagers} and all(len(hand.cards) == book.dealt for hand in after.values())
    if not right:
        raise Refused("after these moves the deal is still not right", clause=printed.cite)
    return (e.HandsMoved(moves=moves, clause=printed.cite),)


def _remove(book: Rulebook, table: Table, command: c.RemedyFault, printed: PrintedRemedy) -> tuple[e.Event, ...]:
    del command
    at = _held(table).position
    removed = (*returned(table, printed.cite, position=at), e.HandRemoved(position=at, clause=printed.cite))
    return (*removed, *_offer(book, table))


def _return(book: Rulebook, table: Table, command: c.RemedyFault, printed: PrintedRemedy) -> tuple[e.Event, ...]:
    del command
    at = _held(table).position
    if at != -1 and at not in table.wagers:
        raise Refused(f"{place(at)} carries no wager", clause=printed.cite)
    gone = (e.HandRemoved(position=at, clause=printed.cite),) if at in table.hands else ()
    return (*returned(table, printed.cite, position=at), *gone, *_offer(book, table))


def _discard(book: Rulebook, table: Table, command: c.RemedyFault, printed: PrintedRemedy) -> tuple[e.Event, ...]:
    del command
    return (e.HandRemoved(position=_held(table).position, clause=printed.cite), *_offer(book, table))


def _offer(book: Rulebook, table: Table) -> tuple[e.Event, ...]:
    """After these faults players may withdraw their remaining wagers, until the dealer's hand is revealed (R67)."""
    row = book.procedure.permission(Act.WITHDRAW_REMAINING)
    dissatisfied = {Fault.PLAYER_COUNT.value, Fault.NO_CARDS.value, Fault.UNWAGERED_CARDS.value}
    if row is None or _held(table).fault not in dissatisfied or table.phase not in row.phases:
        return ()
    return (e.WithdrawalOffered(clause=row.cite),)


def _let_stand(book: Rulebook, table: Table, command: c.RemedyFault, printed: PrintedRemedy) -> tuple[e.Event, ...]:
    del book, command
    hold = _held(table)
    if hold.fault == Fault.LATE_WITHDRAWAL.value:
        return ()
    was = next(s.cents for s in table.stakes(hold.position, hold.wager) if s.player == hold.player)
    return (
        e.WagerFound(
            position=hold.position, wager=hold.wager, player=hold.player, was=was, cents=hold.cents, clause=printed.cite
        ),
    )


def _prohibit(book: Rulebook, table: Table, command: c.RemedyFault, printed: PrintedRemedy) -> tuple[e.Event, ...]:
    del book, command
    player = _held(table).player
    return (
        e.PlayerProhibited(player=player, clause=printed.cite),
        *returned(table, printed.cite, player=player),
        *_orphaned(table, player, printed.cite),
    )


def _orphaned(table: Table, player: str, clause: str) -> tuple[e.Event, ...]:
    """The hands on which nobody has a wager left once a player's are gone."""
    left = {
        at for at, wagers in table.wagers.items() for stakes in wagers.values() for s in stakes if s.player != player
    }
    return tuple(e.HandRemoved(position=at, clause=clause) for at in table.in_play() if at not in left)


def _set_right(book: Rulebook, table: Table, command: c.RemedyFault, printed: PrintedRemedy) -> tuple[e.Event, ...]:
    del command
    at = _held(table).position
    hand = set_right(book, table).hands[at]
    if at == DEALER:
        return (e.DealerRevealed(cards=hand.cards, low=hand.low, house_way=hand.house_way, clause=printed.cite),)
    return (e.HandSet(position=at, low=hand.low, house_way=hand.house_way, clause=printed.cite),)


def _offer_withdrawal(
    book: Rulebook, table: Table, command: c.RemedyFault, printed: PrintedRemedy
) -> tuple[e.Event, ...]:
    del book, table, command
    return (e.WithdrawalOffered(clause=printed.cite),)


_REMEDIES: dict[Remedy, Carried] = {
    Remedy.VOID: _void,
    Remedy.CONTINUE: _go_on,
    Remedy.RECONSTRUCT: _reconstruct,
    Remedy.REFUSE_WAGER: _go_on,
    Remedy.LET_STAND: _let_stand,
    Remedy.REMOVE_HAND: _remove,
    Remedy.RETURN_WAGERS: _return,
    Remedy.DISCARD_CARDS: _discard,
    Remedy.PROHIBIT: _prohibit,
    Remedy.SET_RIGHT: _set_right,
    Remedy.OFFER_WITHDRAWAL: _offer_withdrawal,
}
