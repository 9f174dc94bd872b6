"""A table with two players, and the table after each step of their round: from commands alone, without a house."""

from __future__ import annotations

from houseway import books
from houseway.kept.tables import HOUSE
from houseway.rulebook.procedure import Role
from houseway.table import commands as c
from houseway.table.decide import decide
from houseway.table.evolve import evolve, restore
from houseway.table.opening import open_table
from houseway.table.state import Table

ANN, BOB = (c.Actor(name, Role.PLAYER) for name in ("ann", "bob"))
HERE = frozenset({"ann", "bob"})


def after(table: Table, *commands: c.Command, book: str = "mbs-v4") -> Table:
    """The table after requests."""
    for command in commands:
        for event in decide(books.get(book), table, command):
            table = evolve(table, event)
    return table


def seated(book: str = "mbs-v4") -> Table:
    """Two players at a table."""
    table = restore([open_table(books.get(book), name="one")])
    return after(table, c.Sit(by=ANN, position=1), c.Sit(by=BOB, position=2), book=book)


def dealt(book: str = "mbs-v4", deck: tuple[str, ...] = ()) -> Table:
    """Ann has wagered and cards are dealt."""
    whole = deck or tuple(card.text for card in books.get(book).deck.cards)
    return after(
        seated(book),
        c.AnnouncePlaceYourBets(by=HOUSE),
        c.PlaceWager(by=ANN, position=1, wager="main", cents=1000),
        c.AnnounceNoMoreBets(by=HOUSE),
        c.Deal(by=HOUSE, deck=whole),
        book=book,
    )


def set_by_ann(book: str = "mbs-v4") -> Table:
    """Ann, the only player with a wager, has viewed and set a hand."""
    table = dealt(book, tuple(card.text for card in reversed(books.get(book).deck.cards)))
    setting = books.get(book).set(table.hands[1].cards)
    low = tuple(card.text for card in setting.low)
    return after(table, c.ViewHand(by=ANN, position=1), c.SetHand(by=ANN, position=1, low=low), book=book)
