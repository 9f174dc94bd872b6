"""Dealing the cards.

Here: the order in which a deck reaches the positions, and what follows from the deal. Not here: shuffling, entering the
cards of a physical deal (`keying`), or what players do with their cards.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from houseway.cards.card import read_cards
from houseway.errors import Refused
from houseway.rulebook.procedure import Permission
from houseway.rulebook.rulebook import Rulebook
from houseway.table import commands as c
from houseway.table import events as e
from houseway.table.evolve import evolve
from houseway.table.settle import dealer_push, pushed_at_once
from houseway.table.state import DEALER, Hand, Table


def deal(book: Rulebook, table: Table, command: c.Deal, row: Permission) -> tuple[e.Event, ...]:
    """Deal a whole shuffled deck: to each position with a wager, clockwise from the dealer's left, then the dealer."""
    cards = read_cards(command.deck)
    if len(cards) != book.deck.size or not book.deck.has([card.index for card in cards]):
        raise Refused(f"this is not the deck of {book.id} ({book.deck})", clause=book.procedure.points.deck or row.cite)
    places = [*sorted(table.wagers), DEALER]
    hands = in_order([card.text for card in cards], places, book.dealt, manual=table.manual)
    return dealt(book, table, hands, deal_cite(book, table, row), own_deck=True)


def deal_cite(book: Rulebook, table: Table, row: Permission) -> str:
    """The clause by which this table deals."""
    return (table.manual and book.procedure.manual_deal_cite) or row.cite


def in_order(cards: Sequence[str], places: Sequence[int], number: int, *, manual: bool) -> dict[int, c.Cards]:
    """The cards for each position: whole hands from a device, or one card at a time when dealt by hand.

    >>> in_order("abcdef", [1, 0], 3, manual=False), in_order("abcdef", [1, 0], 3, manual=True)
    ({1: ('a', 'b', 'c'), 0: ('d', 'e', 'f')}, {1: ('a', 'c', 'e'), 0: ('b', 'd', 'f')})
    """
    if manual:
        return {place: tuple(cards[index : number * len(places) : len(places)]) for index, place in enumerate(places)}
    return {place: tuple(cards[index * number : (index + 1) * number]) for index, place in enumerate(places)}


def dealt(
    book: Rulebook, table: Table, hands: Mapping[int, c.Cards], cite: str, *, own_deck: bool = False
) -> tuple[e.Event, ...]:
    """Hands that were dealt, and the dealer's turned up where the book says so."""
    events: list[e.Event] = [
        e.HandDealt(position=place, number=len(cards), cards=cards, clause=cite) for place, cards in hands.items()
    ]
    events.append(e.DealEnded(own_deck=own_deck, clause=cite))
    if book.procedure.dealer_exposed and len(hands.get(DEALER, ())) == book.dealt:
        events += exposed(book, table, hands, (), cite)
    return tuple(events)


def exposed(
    book: Rulebook, table: Table, hands: Mapping[int, c.Cards], low: c.Cards, clause: str
) -> tuple[e.Event, ...]:
    """Turn the dealer's hand face up and set it; if it makes the main wagers push, they do at once."""
    setting = book.set(hands[DEALER])
    played = low or tuple(card.text for card in setting.low)
    events: list[e.Event] = [e.DealerRevealed(cards=hands[DEALER], low=played, house_way=setting.clause, clause=clause)]
    push = dealer_push(book, Hand(cards=hands[DEALER], low=played))
    if push is not None:
        lying = table
        for place, cards in hands.items():
            lying = evolve(lying, e.HandDealt(position=place, number=len(cards), cards=cards))
        events.append(e.DealerFailedToQualify(clause=push.cite))
        events += pushed_at_once(book, lying, push)
        events.append(e.RevealEnded(clause=clause))
    return tuple(events)


def right_count(book: Rulebook, hand: Hand | None) -> bool:
    """Whether a hand has as many cards as the book deals."""
    return hand is not None and len(hand.cards) == book.dealt
