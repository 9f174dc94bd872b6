"""A player's bank: offered in turn, taken or passed, and what it covers.

Here: the acts of a bank, and whether it covers a wager. The bank's hand lies where the dealer's would, so dealing,
comparing and copies are those of every round. Not here: setting the bank's hand (`playing`), what the round brings the
bank (`settle`), or whose account changes (`kept.postings`).

Whoever takes the bank puts an amount up, and wagers are accepted only as far as it covers them: what can be lost is on
the layout. A bank shared with the house covers twice its amount, because the house bears half of what it loses. Side
wagers are against the house.
"""

from __future__ import annotations

from houseway.errors import Refused
from houseway.money import MOST_CENTS, money
from houseway.rulebook.banking import Banking
from houseway.rulebook.procedure import Permission
from houseway.rulebook.rulebook import Rulebook
from houseway.table import commands as c
from houseway.table import events as e
from houseway.table.evolve import evolve
from houseway.table.exposure import must_be_within_cap
from houseway.table.state import Bank, Table


def offer(book: Rulebook, table: Table, command: c.Command, row: Permission) -> tuple[e.Event, ...]:
    """Offer the bank of the next round to the next player; an offer before it has lapsed."""
    del book, command
    if table.bank:
        raise Refused(f"{table.bank.player} has the bank of the next round", clause=row.cite)
    seated = [at for at, player in sorted(table.seats.items()) if player not in table.prohibited]
    if not seated:
        raise Refused("nobody is seated who could bank", clause=row.cite)
    position = next((at for at in seated if at > table.bank_turn), seated[0])
    return (e.BankOffered(position=position, player=table.seats[position], clause=row.cite),)


def take(book: Rulebook, table: Table, command: c.TakeBank, row: Permission) -> tuple[e.Event, ...]:
    """Take the bank that is offered, and put up what it can lose."""
    player, position = command.by.name, command.position
    _must_be_offered(table, player, position, row)
    clause = row.cite
    if command.shared:
        clause = _banking(book).co_bank_cite
        if not clause:
            raise Refused(f"in {book.id} the house takes no part of a player's bank", clause=row.cite)
    if command.cents <= 0 or command.cents % table.unit:
        raise Refused(
            f"{money(command.cents)} is not possible: enter an amount in steps of {money(table.unit)}",
            clause=book.procedure.unit_cite or row.cite,
        )
    if command.cents > MOST_CENTS:
        raise Refused(f"a bank may not be more than {money(MOST_CENTS)}")
    if command.cents < least(book, table, shared=command.shared):
        smallest = money(_smallest_wager(book, table))
        raise Refused(f"a bank of {money(command.cents)} does not cover one wager of {smallest}", clause=row.cite)
    taken = e.BankTaken(position=position, player=player, cents=command.cents, shared=command.shared, clause=clause)
    must_be_within_cap(book, evolve(table, taken), "half of this bank")
    return (taken,)


def pass_on(book: Rulebook, table: Table, command: c.PassBank, row: Permission) -> tuple[e.Event, ...]:
    """Pass the bank that is offered, or give back one that nobody has bet against."""
    del book
    player, position, bank = command.by.name, command.position, table.bank
    if bank is None or (bank.player, bank.position) != (player, position):
        _must_be_offered(table, player, position, row)
        return (e.BankPassed(position=position, player=player, clause=row.cite),)
    if table.wagers:
        raise Refused("wagers are on the layout, so the bank stays until the round is settled", clause=row.cite)
    return (e.BankPassed(position=position, player=player, cents=bank.cents, clause=row.cite),)


def _must_be_offered(table: Table, player: str, position: int, row: Permission) -> None:
    offered = table.bank_offered and table.bank_turn == position and table.seats.get(position) == player
    if table.bank or not offered:
        raise Refused(f"the bank is not offered to {player} at position {position}", clause=row.cite)


def must_be_covered(book: Rulebook, table: Table, command: c.PlaceWager, player: str) -> None:
    """Refuse a wager of whoever banks, and a main wager that the bank does not cover."""
    bank, banking = table.bank, book.procedure.banking
    if bank is None or banking is None:
        return
    if player == bank.player:
        raise Refused(f"{player} banks this round and cannot wager", clause=banking.cite)
    uncovered = left(book, table, bank)
    if command.wager == book.main.key and command.cents * book.main.pays > uncovered:
        raise Refused(
            f"the bank covers {money(bank.covers)}, and {money(uncovered)} of it is left", clause=banking.cite
        )


def left(book: Rulebook, table: Table, bank: Bank) -> int:
    """How much may still be won against a bank: what it covers, less what the wagers on the layout could win."""
    staked = sum(table.total(position, book.main.key) for position in table.wagers)
    return bank.covers - staked * book.main.pays


def returned(table: Table, clause: str) -> tuple[e.Event, ...]:
    """The bank of a round that is void goes back."""
    bank = table.bank
    if bank is None:
        return ()
    return (e.BankSettled(position=bank.position, player=bank.player, cents=bank.cents, clause=clause),)


def least(book: Rulebook, table: Table, *, shared: bool) -> int:
    """The least that may be put up: it covers one main wager of the minimum."""
    a_unit_covers = Bank(player="", position=0, cents=table.unit, shared=shared).covers
    units = -(-_smallest_wager(book, table) * book.main.pays // a_unit_covers)
    return units * table.unit


def most(table: Table, *, shared: bool) -> int:
    """The most that may be put up; the house puts up as much for its half of a shared bank, and may have a cap."""
    cents = min(MOST_CENTS, table.exposure_cap) if shared and table.exposure_cap else MOST_CENTS
    return cents // table.unit * table.unit


def _smallest_wager(book: Rulebook, table: Table) -> int:
    return table.limits.get(book.main.key, (table.unit, 0))[0]


def _banking(book: Rulebook) -> Banking:
    assert book.procedure.banking is not None, "only a book with banking has its permissions"
    return book.procedure.banking
