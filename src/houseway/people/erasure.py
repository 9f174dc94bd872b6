"""Erasing personal data: on request, by two people, or by the house once its period of retention is over.

Here: who may be erased, and when. Not here: how (`players`, `personal`). Money and rounds stay as they are, under the
name that the house gave.
"""

from __future__ import annotations

from datetime import timedelta
from functools import partial

import msgspec

from houseway.errors import Refused, WrongRole
from houseway.journal.significant import SYSTEM
from houseway.journal.store import Journal
from houseway.kept.approvals import HOUSE_PLACE, Approvals
from houseway.kept.approved import ShownLine, Wanted
from houseway.kept.bodies import read_body
from houseway.kept.postings import owed, player
from houseway.kept.settings import HOUSE_MONEY, settings
from houseway.money import money
from houseway.people.account import StaffAccount
from houseway.people.independence import why_dependent
from houseway.people.players import Players, erasure_of
from houseway.people.positions import Position
from houseway.people.protection import why_not
from houseway.people.protection_facts import AnyKept, Protection, evolve
from houseway.people.staff import Staff
from houseway.table.two_eyes import ERASURE

RETENTION = "the period of retention is over"
_decoder: msgspec.json.Decoder[AnyKept] = msgspec.json.Decoder(AnyKept)
ERASES = Position.GAMING_SHIFT_MANAGER
"""The position of both who erase personal data."""


def erase(
    journal: Journal,
    players: Players,
    staff: Staff,
    name: str,
    *,
    by: StaffAccount,
    confirmed_by: StaffAccount,
    why: str,
) -> None:
    """Erase a player's personal data, asked for by one member of staff and confirmed by another (`kept.approvals`)."""
    for each in (by, confirmed_by):
        if each.position is not ERASES:
            raise WrongRole(f"only a {ERASES.words} may erase personal data, and {each.name} is {each.position.words}")
    if why_not := why_dependent(staff, by.name, confirmed_by.name):
        raise WrongRole(f"erasing personal data takes two people who are independent of each other: {why_not}")
    if not why.strip():
        raise Refused("say why the data is erased")
    must_be_erasable(journal, players, name)
    asker, confirmer = by.actor, confirmed_by.actor
    assert asker is not None
    assert confirmer is not None
    approvals = Approvals(journal, why_dependent=partial(why_dependent, staff))
    asked = approvals.ask(asker, erasure_wanted(name, why.strip()))
    approval = approvals.approval(asked.id, confirmer, asked.digest)
    players.erase(name, by=by.name, why=why.strip(), approval=approval)


def erasure_wanted(name: str, why: str) -> Wanted:
    """The request to erase a player's personal data, as both people are shown it."""
    return Wanted(
        place=HOUSE_PLACE,
        act="erase",
        content=erasure_of(name, why),
        sentence=f"erase the personal data of {name}",
        confirms=ERASURE,
        lines=(ShownLine(sentence=f"who {name} is can never be read again: {why}"),),
        concerns=frozenset({name}),
    )


def must_be_erasable(journal: Journal, players: Players, name: str) -> None:
    """Refuse to erase what the house still needs, and what it cannot erase."""
    known = players.get(name)
    if known.erased:
        raise Refused(f"the personal data of {known.name} is erased already")
    if not known.personal:
        raise Refused(
            f"{known.name} chose this name themselves, and it is part of entries that never change: it cannot be "
            "erased. Players of a house opened with --names given can be"
        )
    if debt := -journal.balance(owed(known.name)):
        raise Refused(f"{known.name} owes the house {money(debt)}; their name is kept until that is settled")
    protection = Protection()
    for recorded in journal.read(f"protection:{known.name}"):
        protection = evolve(protection, read_body(recorded, _decoder))
    if barred := why_not(protection, players.now()):
        raise Refused(f"{known.name} is excluded, and their name is kept while that holds: {barred}")
    chips = journal.balance(player(known.name))
    if chips and settings(journal).money == HOUSE_MONEY:
        raise Refused(f"{known.name} has chips worth {money(chips)}; their name is kept until they are cashed out")


def erase_expired(journal: Journal, players: Players, *, keep: timedelta) -> tuple[str, ...]:
    """Erase the data of everybody who has not signed in for the period of retention; returns their given names."""
    erased = []
    for known in players.everybody_given():
        if known.seen is not None and players.now() - known.seen >= keep:
            try:
                must_be_erasable(journal, players, known.name)
            except Refused:
                continue
            players.erase(known.name, by=SYSTEM, why=RETENTION)
            erased.append(known.name)
    return tuple(erased)
