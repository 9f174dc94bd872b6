"""What players owe the house after corrections: the record of every debt, read and put into words.

Here: what happens to a debt, as plain data in a stream for each player, and as a sentence. Not here: the postings
(`postings`), or who may pay or write off a debt (`repaying`).

A debt begins when a correction takes back more than a player has. It ends when winnings, the player's own chips or cash
have paid it, or when it is written off. Everything that changes the account `owed:NAME` adds an entry to the stream of
the same name, so two writers who decide on the same debt cannot both succeed.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple, TypeAlias

import msgspec

from houseway.journal.entry import Append, Entry, Posting, Recorded
from houseway.journal.significant import SYSTEM, to_append
from houseway.journal.store import Journal
from houseway.kept.bodies import read_body
from houseway.kept.postings import owed
from houseway.kept.significance import is_significant
from houseway.money import money

_ACCOUNT: Final = owed("")


class Debt(msgspec.Struct, frozen=True, tag=True, kw_only=True):
    """Something that happened to what a player owes; `left` is what they owe after it. Amounts are integer cents."""

    player: str
    cents: int
    left: int
    clause: str = ""


class DebtBooked(Debt, frozen=True, tag="debt booked"):
    """A player could not pay what the correction of a round took back."""

    table: str
    round: int
    version: int
    """The table's version after the correction."""


class DebtDeducted(Debt, frozen=True, tag="debt deducted"):
    """Part of a player's winnings went to what they owe."""

    table: str
    round: int
    """The round in which the player won."""
    version: int
    """The table's version after that round's wagers were settled."""
    of_table: str = ""
    of_round: int = 0
    """The table and the round whose correction the debt comes from; empty where that was not recorded."""


class DebtPaid(Debt, frozen=True, tag="debt paid"):
    """A player paid: from their chips, or in cash to the member of staff named."""

    by: str = ""
    role: str = ""
    confirmed_by: str = ""
    """Who confirmed it, where it takes two people."""
    at: str = ""
    """When staff recorded it (UTC); empty before that was kept."""


class DebtWrittenOff(Debt, frozen=True, tag="debt written off"):
    """A debt, or part of it, was written off."""

    by: str
    role: str


AnyDebt: TypeAlias = DebtBooked | DebtDeducted | DebtPaid | DebtWrittenOff
AtATable: TypeAlias = DebtBooked | DebtDeducted
_decoder: msgspec.json.Decoder[AnyDebt] = msgspec.json.Decoder(AnyDebt)


class Standing(NamedTuple):
    """What a player owes, and the version of the debt's record at which that is so."""

    cents: int
    version: int


def standing(journal: Journal, name: str) -> Standing:
    """What a player owes now."""
    version = journal.version(stream(name))  # read first: a debt that changes after this is found out when writing
    return Standing(-journal.balance(owed(name)), version)


def owing(journal: Journal) -> dict[str, int]:
    """Everybody who owes the house something, by name, in cents."""
    found = journal.balances().items()
    return {name.removeprefix(_ACCOUNT): -cents for name, cents in found if name.startswith(_ACCOUNT) and cents < 0}


def record(journal: Journal, name: str) -> Iterator[AnyDebt]:
    """Everything that happened to a player's debt, in order; nothing for a debt booked before it was recorded."""
    return (read(recorded) for recorded in journal.read(stream(name)))


def origin(journal: Journal, name: str) -> DebtBooked | None:
    """The correction that a player's debt comes from: the latest, if there were several."""
    booked = [debt for debt in record(journal, name) if isinstance(debt, DebtBooked)]
    return booked[-1] if booked else None


def debts_at(journal: Journal, table: str, names: Iterable[str], first: int, last: int) -> tuple[AtATable, ...]:
    """What happened to players' debts between two versions of a table."""
    found = (debt for name in sorted(names) for debt in record(journal, name))
    here = (debt for debt in found if isinstance(debt, AtATable) and debt.table == table)
    return tuple(sorted((debt for debt in here if first <= debt.version <= last), key=lambda debt: debt.version))


def debts_of_round(journal: Journal, table: str, names: Iterable[str], number: int) -> tuple[AtATable, ...]:
    """What a round of a table, or its correction, did to players' debts."""
    found = (debt for name in sorted(names) for debt in record(journal, name))
    return tuple(debt for debt in found if isinstance(debt, AtATable) and (debt.table, debt.round) == (table, number))


def stream(name: str) -> str:
    """The stream of a player's debt; it has the name of the account."""
    return owed(name)


def append(debt: AnyDebt, postings: tuple[Posting, ...], *, expected_version: int, key: str) -> Append:
    """A change of a debt, to be written with the chips it moves."""
    entry = Entry(kind(debt), msgspec.json.encode(debt, order="sorted"), postings)
    return Append(stream=stream(debt.player), entries=(entry,), expected_version=expected_version, key=key)


def noted(debt: AnyDebt) -> tuple[Append, ...]:
    """The significant event that a change of a debt is, to be written together with it; none for ordinary play."""
    if not is_significant(stream(debt.player), kind(debt)):
        return ()
    by = f"{debt.role} {debt.by}" if isinstance(debt, DebtPaid | DebtWrittenOff) and debt.by else debt.player
    before = debt.left - debt.cents if isinstance(debt, DebtBooked) else debt.left + debt.cents
    by = SYSTEM if isinstance(debt, DebtBooked) else by
    what = f"what player {debt.player} owes"
    return (to_append(kind(debt), by=by, what=what, before={"owed": before}, after={"owed": debt.left}, why=say(debt)),)


def kind(debt: AnyDebt) -> str:
    """The kind of a change, as it is recorded."""
    return str(debt.__struct_config__.tag)


def read(recorded: Recorded) -> AnyDebt:
    """A change of a debt as it was recorded."""
    return read_body(recorded, _decoder, "it is not a change of a debt")


def say(debt: AnyDebt) -> str:
    """A change of a debt as a sentence, with its clause.

    >>> say(DebtDeducted(player="ann", cents=500, left=400, table="two", round=8, version=90, of_table="one",
    ...     of_round=3, clause="5.17.1"))
    "5.00 of ann's winnings pays what they owe after the correction of round 3 at table one; 4.00 is left (5.17.1)"
    >>> say(DebtPaid(player="ann", cents=400, left=0))
    'ann paid 4.00 of the debt in chips; nothing is left'
    """
    return f"{_words(debt)}{f' ({debt.clause})' if debt.clause else ''}"


def _words(debt: AnyDebt) -> str:
    name, cents = debt.player, money(debt.cents)
    left = f"{money(debt.left)} is left" if debt.left else "nothing is left"
    match debt:
        case DebtBooked():
            return (
                f"{name} cannot pay {cents} after the correction of round {debt.round} at table {debt.table}, "
                f"and owes the house {money(debt.left)}"
            )
        case DebtDeducted():
            after = (
                f"the correction of round {debt.of_round} at table {debt.of_table}" if debt.of_round else "a correction"
            )
            return f"{cents} of {name}'s winnings pays what they owe after {after}; {left}"
        case DebtPaid():
            how = f"in cash to {debt.role} {debt.by}" if debt.by else "in chips"
            return f"{name} paid {cents} of the debt {how}; {left}"
        case DebtWrittenOff():
            return f"{debt.role} {debt.by} wrote off {cents} of what {name} owes; {left}"
