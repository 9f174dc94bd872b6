"""Carrying out the remedies a book prints, and the withdrawal that some of them offer players.

Here: the events of each remedy. Not here: which remedy applies and who may choose it (`irregular`).
"""

from __future__ import annotations

from collections.abc import Callable

from houseway.cards.card import read_cards
from houseway.errors import Refused
from houseway.rulebook.procedure import Act, Fault, Permission, PrintedRemedy, Remedy
from houseway.rulebook.rulebook import Rulebook
from houseway.table import commands as c
from houseway.table import events as e
from houseway.table.correct import set_right
from houseway.table.settle import returned
from houseway.table.state import DEALER, Hold, Table
from houseway.table.words import place

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
    if _held(table).fault is Fault.MISDEAL:
        return _move(book, table, command, printed)
    at = DEALER if _held(table).fault is Fault.DEALER_COUNT else _held(table).position
    if set(command.hands) != {at}:
        raise Refused(f"give the right cards for {place(at)}", clause=printed.cite)
    cards = tuple(card.text for card in read_cards(command.hands[at]))
    others = {card for where, hand in table.hands.items() if where != at for card in hand.cards}
    if len(cards) != book.dealt or others & set(cards) or not {x.text for x in book.deck.cards} >= set(cards):
        raise Refused(f"give {book.dealt} cards of the deck that are in no other hand", clause=printed.cite)
    lying = set(table.hands[at].cards) if at in table.hands else set()
    if not (lying <= set(cards) or set(cards) <= lying):
        raise Refused(
            f"{place(at)} keeps the cards dealt there: only extra or missing cards may change", clause=printed.cite
        )
    return (e.HandReconstructed(position=at, number=len(cards), cards=cards, clause=printed.cite),)


def _move(book: Rulebook, table: Table, command: c.RemedyFault, printed: PrintedRemedy) -> tuple[e.Event, ...]:
    moves = command.moves
    if not moves or not set(moves) <= set(table.hands) or len(set(moves.values())) != len(moves):
        raise Refused("name the hands to move, and where each goes", clause=printed.cite)
    after = {at: hand for at, hand in table.hands.items() if at not in moves}
    if set(after) & set(moves.values()):
        raise Refused("two hands would end up at one position", clause=printed.cite)
    after |= {to: table.hands[start] for start, to in moves.items()}
    right = set(after) == {DEALER, *table.wagers} and all(len(hand.cards) == book.dealt for hand in after.values())
    if not right:
        raise Refused("after these moves the deal is still wrong", clause=printed.cite)
    return (e.HandsMoved(moves=moves, clause=printed.cite),)


def _remove(book: Rulebook, table: Table, command: c.RemedyFault, printed: PrintedRemedy) -> tuple[e.Event, ...]:
    del command
    at = _held(table).position
    removed = (*returned(table, printed.cite, position=at), e.HandRemoved(position=at, clause=printed.cite))
    return (*removed, *_then_withdraw(book, table, printed))


def _return(book: Rulebook, table: Table, command: c.RemedyFault, printed: PrintedRemedy) -> tuple[e.Event, ...]:
    del command
    at = _held(table).position
    if at != -1 and at not in table.wagers:
        raise Refused(f"{place(at)} has no wager", clause=printed.cite)
    gone = (e.HandRemoved(position=at, clause=printed.cite),) if at in table.hands else ()
    return (*returned(table, printed.cite, position=at), *gone, *_then_withdraw(book, table, printed))


def _discard(book: Rulebook, table: Table, command: c.RemedyFault, printed: PrintedRemedy) -> tuple[e.Event, ...]:
    del command
    return (e.HandRemoved(position=_held(table).position, clause=printed.cite), *_then_withdraw(book, table, printed))


def _then_withdraw(book: Rulebook, table: Table, printed: PrintedRemedy) -> tuple[e.Event, ...]:
    """Offer players their other wagers back, if the book prints that for this remedy and it is not too late."""
    row = book.procedure.permission(Act.WITHDRAW_REMAINING)
    if not printed.then_withdraw or row is None or table.phase not in row.phases:
        return ()
    return (e.WithdrawalOffered(clause=printed.then_withdraw),)


def _let_stand(book: Rulebook, table: Table, command: c.RemedyFault, printed: PrintedRemedy) -> tuple[e.Event, ...]:
    del book, command
    hold = _held(table)
    if hold.fault is Fault.LATE_WITHDRAWAL:
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
    """The hands left without a wager once a player's wagers are gone."""
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


CARRIED_OUT: dict[Remedy, Carried] = {
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


def withdraw_remaining(
    book: Rulebook, table: Table, command: c.WithdrawRemaining, row: Permission
) -> tuple[e.Event, ...]:
    """Withdraw all of a player's wagers, if a remedy offered players that."""
    del book
    player = command.by.name
    if not table.offer:
        raise Refused("players have not been offered a withdrawal", clause=row.cite)
    back = returned(table, table.offer, player=player)
    if not back:
        raise Refused(f"{player} has no wager", clause=table.offer)
    return (*back, *_orphaned(table, player, table.offer))
