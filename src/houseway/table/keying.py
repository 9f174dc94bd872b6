"""Keying in the cards of a physical deal, and keying them in again where that was done wrongly.

Here: whether the cards are possible, when they have been seen, and what happens to settings when a hand is keyed in
again. Not here: a deal that was itself wrong, which staff report and remedy (`irregular`), or who has to confirm
(`two_eyes`).
"""

from __future__ import annotations

import functools
from collections.abc import Iterator, Mapping

from houseway.cards.card import Card
from houseway.errors import CardsDoNotFit, Refused
from houseway.rulebook.procedure import Fault, Permission, Phase
from houseway.rulebook.rulebook import Rulebook
from houseway.table import commands as c
from houseway.table import events as e
from houseway.table.dealing import deal_cite, dealt, exposed, right_count
from houseway.table.evolve import evolve
from houseway.table.playing import house_way_set, must_not_be_foul
from houseway.table.state import DEALER, Hand, Table


def key_in(book: Rulebook, table: Table, command: c.KeyIn, row: Permission) -> tuple[e.Event, ...]:
    """Enter the cards of a physical deal as they lie, right or wrong; staff report and remedy a wrong deal."""
    if table.own_deck:
        raise Refused("the house has committed to a deck for this round: deal that one", clause=row.cite)
    hands = {at: held for at, held in _read(book, table, command.hands, row).items() if held}
    _must_have_a_remedy(book, table, hands, row)
    return dealt(book, table, hands, deal_cite(book, table, row))


def key_again(book: Rulebook, table: Table, command: c.KeyAgain, row: Permission) -> tuple[e.Event, ...]:
    """Enter hands again that were keyed in wrongly.

    Whatever was set in them is set again: by the players while hands are being set, and once the dealer's hand is
    turned as it was set, or the house way where the new cards do not allow that.
    """
    must_be_correctable(book, table, row)
    turned = table.phase is Phase.REVEALED
    if not command.hands:
        raise Refused("key in all the cards of each hand that was keyed in wrongly", clause=row.cite)
    hands = _read(book, table, command.hands, row)
    others = {card for at, hand in table.hands.items() if at not in hands for card in hand.cards}
    if any(card in others for held in hands.values() for card in held):  # which card lies where is not said
        raise CardsDoNotFit(
            "one of these cards is already keyed in for another hand: key that hand in again too", clause=row.cite
        )
    lying = {at: hand.cards for at, hand in table.hands.items()} | hands
    _must_have_a_remedy(book, table, {at: held for at, held in lying.items() if held}, row)
    if turned and len(lying.get(DEALER, ())) != book.dealt:
        raise Refused(f"the dealer's hand is turned: key in its {book.dealt} cards", clause=row.cite)
    cite = deal_cite(book, table, row)
    events: list[e.Event] = [
        e.CardsKeyedAgain(
            position=at,
            number=len(held),
            cards=held,
            was=table.hands[at].cards if at in table.hands else (),
            by=command.by.name,
            clause=cite,
        )
        for at, held in hands.items()
    ]
    after = functools.reduce(evolve, events, table)
    if DEALER in hands and book.procedure.dealer_exposed and len(hands[DEALER]) == book.dealt:
        events += exposed(book, after, {at: hand.cards for at, hand in after.hands.items()}, (), cite)
    if turned:
        events += _set_again(book, table, after, [at for at in hands if at in after.hands], cite)
    return tuple(events)


def must_be_correctable(book: Rulebook, table: Table, row: Permission) -> None:
    """Refuse to key in again what was not keyed in, or what wagers were already settled on."""
    if table.own_deck:
        raise Refused("the house dealt this round from its own deck: no card was keyed in", clause=row.cite)
    if table.phase is Phase.REVEALED and book.procedure.dealer_exposed:
        raise Refused("the main wagers have already been settled on these cards", clause=row.cite)


def is_seen(table: Table) -> bool:
    """Whether somebody has viewed a hand of this round, or one of them is set or turned: what is keyed in was used."""
    return bool(table.viewed) or any(hand.viewed_by or hand.is_set or hand.shown for hand in table.hands.values())


def _read(book: Rulebook, table: Table, written: Mapping[int, c.Cards], row: Permission) -> dict[int, c.Cards]:
    """The cards of each position, if the deck has them all, each once."""
    known = {card.text for card in book.deck.cards}
    found: dict[str, int] = {}
    for at, card in ((at, Card(card).text) for at, hand in written.items() for card in hand):
        if card not in known:
            raise Refused(f"{book.id} is played without {card}", clause=book.procedure.points.deck or row.cite)
        if card in found:
            where = " and ".join(dict.fromkeys(_place(place) for place in (found[card], at)))
            raise Refused(f"{card} is keyed in twice, for {where}", clause=book.procedure.points.deck or row.cite)
        found[card] = at
    for position in written:
        if position != DEALER and not 1 <= position <= table.positions:
            raise Refused(f"there is no position {position}", clause=book.procedure.points.layout or row.cite)
    return {at: tuple(Card(card).text for card in held) for at, held in written.items()}


def _place(position: int) -> str:
    return "the dealer" if position == DEALER else f"position {position}"


def _must_have_a_remedy(book: Rulebook, table: Table, hands: Mapping[int, c.Cards], row: Permission) -> None:
    """Refuse a wrong deal where the book prints nothing about one."""
    if book.procedure.irregularity(Fault.MISDEAL) is None:
        right = set(hands) == {DEALER, *table.wagers} and all(len(held) == book.dealt for held in hands.values())
        if not right:
            raise Refused(f"this deal is wrong, and {book.id} has no clause for a wrong deal", clause=row.cite)


def _set_again(
    book: Rulebook, before: Table, after: Table, positions: list[int], cite: str
) -> Iterator[e.HandSet | e.DealerRevealed]:
    """The hands that were keyed in again after the dealer's hand was turned, set as before or the house way."""
    for at in positions:
        hand = after.hands[at]
        if not right_count(book, hand):
            continue  # it is reported
        low, house_way = _setting(book, before.hands.get(at, Hand(cards=())), hand, cite)
        if at == DEALER:
            banker = before.bank.player if before.bank else ""
            yield e.DealerRevealed(cards=hand.cards, low=low, house_way=house_way, banker=banker, clause=cite)
        elif at in after.wagers:
            yield e.HandSet(position=at, low=low, house_way=house_way, clause=cite)


def _setting(book: Rulebook, was: Hand, hand: Hand, cite: str) -> tuple[c.Cards, str]:
    """The low hand as its player set it, where the new cards allow it; otherwise the house way, with its clause."""
    if was.is_set and not was.house_way and set(was.low) <= set(hand.cards):
        try:
            must_not_be_foul(book, was.low, tuple(card for card in hand.cards if card not in was.low))
        except Refused:
            pass
        else:
            return was.low, ""
    right = house_way_set(book, DEALER, hand, cite)
    return right.low, right.house_way
