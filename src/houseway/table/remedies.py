"""Carrying out the remedies a book prints, and the withdrawal that some of them offer players.

Here: the events of each remedy, in a round and for the last round once it is settled. Not here: which remedy applies
and who may choose it (`irregular`), or what a correction pays (`correct`).
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import NamedTuple

from houseway.cards.card import read_cards
from houseway.errors import CardsDoNotFit, Refused
from houseway.rulebook.procedure import Act, Fault, Permission, Phase, PrintedRemedy, Remedy
from houseway.rulebook.rulebook import Rulebook
from houseway.table import commands as c
from houseway.table import events as e
from houseway.table.betting import orphaned, prohibited
from houseway.table.correct import correct_by_remedy, set_right
from houseway.table.evolve import evolve
from houseway.table.settle import returned
from houseway.table.state import DEALER, Hold, Table
from houseway.table.words import place


class Chosen(NamedTuple):
    """A remedy that was chosen, with everything it is carried out on."""

    book: Rulebook
    table: Table
    command: c.RemedyFault
    printed: PrintedRemedy
    past: Table | None
    """The table as it stood when the last round was about to be settled, if that is over."""

    @property
    def hold(self) -> Hold:
        """What was reported."""
        assert self.table.hold is not None
        return self.table.hold

    @property
    def cite(self) -> str:
        """The clause of the remedy."""
        return self.printed.cite

    @property
    def over(self) -> bool:
        """Whether the round is over: what is wrong with it is corrected."""
        return self.table.phase is Phase.BETWEEN_ROUNDS

    def corrected(self, *removed: int, void: bool = False) -> tuple[e.Event, ...]:
        """The correction of the last round without some hands, or of all of it."""
        by = self.command.by.name
        return correct_by_remedy(self.book, self.table, self.past, by, self.cite, removed=removed, void=void)


def _void(it: Chosen) -> tuple[e.Event, ...]:
    if it.over:
        return it.corrected(void=True)
    return (*returned(it.table, it.cite), e.RoundVoided(round=it.table.round, clause=it.cite))


def _go_on(it: Chosen) -> tuple[e.Event, ...]:
    del it
    return ()


def _reconstruct(it: Chosen) -> tuple[e.Event, ...]:
    if it.hold.fault is Fault.MISDEAL:
        return _move(it)
    book, table, hands = it.book, it.table, it.command.hands
    at = DEALER if it.hold.fault is Fault.DEALER_COUNT else it.hold.position
    if set(hands) != {at}:
        raise Refused(f"give the right cards for {place(at)}", clause=it.cite)
    cards = tuple(card.text for card in read_cards(hands[at]))
    others = {card for where, hand in table.hands.items() if where != at for card in hand.cards}
    if len(cards) != book.dealt or others & set(cards) or not {x.text for x in book.deck.cards} >= set(cards):
        raise CardsDoNotFit(f"give {book.dealt} cards of the deck that are in no other hand", clause=it.cite)
    lying = set(table.hands[at].cards) if at in table.hands else set()
    if not (lying <= set(cards) or set(cards) <= lying):
        raise CardsDoNotFit(
            f"{place(at)} keeps the cards dealt there: only extra or missing cards may change", clause=it.cite
        )
    return (e.HandReconstructed(position=at, number=len(cards), cards=cards, clause=it.cite),)


def _move(it: Chosen) -> tuple[e.Event, ...]:
    table, moves = it.table, it.command.moves
    if not moves or not set(moves) <= set(table.hands) or len(set(moves.values())) != len(moves):
        raise Refused("name the hands to move, and where each goes", clause=it.cite)
    if any(start == to for start, to in moves.items()):
        raise Refused("a hand that stays where it lies is not moved", clause=it.cite)
    after = {at: hand for at, hand in table.hands.items() if at not in moves}
    if set(after) & set(moves.values()):
        raise Refused("two hands would end up at one position", clause=it.cite)
    after |= {to: table.hands[start] for start, to in moves.items()}
    right = set(after) == {DEALER, *table.wagers} and all(len(hand.cards) == it.book.dealt for hand in after.values())
    if not right:
        raise Refused("after these moves the deal is still wrong", clause=it.cite)
    moved = e.HandsMoved(moves=moves, clause=it.cite)
    own = after[DEALER]
    if table.phase is not Phase.REVEALED or DEALER not in moves.values():
        return (moved,)
    turned = e.DealerRevealed(
        cards=own.cards, low=own.low, house_way=own.house_way, wrong=own.wrong, clause=it.cite
    )  # another hand is the dealer's now, even if it was before
    return (moved, turned)


def _remove(it: Chosen) -> tuple[e.Event, ...]:
    at = it.hold.position
    if it.over:
        return it.corrected(at)
    return (*returned(it.table, it.cite, position=at), e.HandRemoved(position=at, clause=it.cite))


def _return(it: Chosen) -> tuple[e.Event, ...]:
    at = it.hold.position
    if it.over:
        return it.corrected(at) if at != -1 else it.corrected(*(lying for lying in it.table.hands if lying != DEALER))
    back = to_return(it.table, it.hold, it.cite)
    left = functools.reduce(evolve, back, it.table).wagers
    gone = [lying for lying in it.table.in_play() if lying not in left]
    return (*back, *(e.HandRemoved(position=lying, clause=it.cite) for lying in gone))


def to_return(table: Table, hold: Hold, clause: str = "") -> tuple[e.WagerSettled, ...]:
    """The wagers that go back for what was reported: those of its position, and where it says so only a player's."""
    player = hold.player if hold.fault is Fault.OTHER else ""
    return returned(table, clause, position=hold.position, player=player)


def _discard(it: Chosen) -> tuple[e.Event, ...]:
    return (e.HandRemoved(position=it.hold.position, clause=it.cite),)


def _let_stand(it: Chosen) -> tuple[e.Event, ...]:
    hold = it.hold
    if hold.fault is Fault.LATE_WITHDRAWAL:
        return ()
    was = next(s.cents for s in it.table.stakes(hold.position, hold.wager) if s.player == hold.player)
    return (
        e.WagerFound(
            position=hold.position, wager=hold.wager, player=hold.player, was=was, cents=hold.cents, clause=it.cite
        ),
    )


def _prohibit(it: Chosen) -> tuple[e.Event, ...]:
    return prohibited(it.table, it.hold.player, it.cite)


def _set_right(it: Chosen) -> tuple[e.Event, ...]:
    at = it.hold.position
    hand = set_right(it.book, it.table).hands[at]
    if at == DEALER:
        return (e.DealerRevealed(cards=hand.cards, low=hand.low, house_way=hand.house_way, clause=it.cite),)
    return (e.HandSet(position=at, low=hand.low, house_way=hand.house_way, clause=it.cite),)


def _offer_withdrawal(it: Chosen) -> tuple[e.Event, ...]:
    return (e.WithdrawalOffered(until_next_act=it.printed.until_next_act, clause=it.cite),)


_CARRIED_OUT: dict[Remedy, Callable[[Chosen], tuple[e.Event, ...]]] = {
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


def carry_out(chosen: Chosen) -> tuple[e.Event, ...]:
    """The events of a remedy, without the announcement of it."""
    return _CARRIED_OUT[chosen.printed.remedy](chosen)


def then_withdraw(book: Rulebook, table: Table, printed: PrintedRemedy) -> str:
    """The clause by which players may be permitted to withdraw their other wagers after a remedy, if it is in time."""
    row = book.procedure.permission(Act.WITHDRAW_REMAINING)
    return printed.then_withdraw if row is not None and table.phase in row.phases else ""


def permit_withdrawal(
    book: Rulebook, table: Table, command: c.PermitWithdrawal, row: Permission
) -> tuple[e.Event, ...]:
    """Permit players to withdraw their other wagers, after a remedy for which the book prints that."""
    del book, command
    if table.offer and not table.offer_until_act:
        raise Refused("players may already withdraw", clause=row.cite)
    if not table.may_permit:
        raise Refused("nothing has happened for which players may be permitted to withdraw", clause=row.cite)
    return (e.WithdrawalOffered(clause=table.may_permit),)


def withdraw_remaining(
    book: Rulebook, table: Table, command: c.WithdrawRemaining, row: Permission
) -> tuple[e.Event, ...]:
    """Withdraw all of a player's wagers, if players were offered that."""
    del book
    player = command.by.name
    if not table.offer:
        raise Refused("players have not been offered a withdrawal", clause=row.cite)
    if not table.offered(player):
        raise Refused(f"{player} has gone on playing, so the offer is over", clause=table.offer)
    back = returned(table, table.offer, player=player)
    if not back:
        raise Refused(f"{player} has no wager", clause=table.offer)
    return (*back, *orphaned(table, player, table.offer))
