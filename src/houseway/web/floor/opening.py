"""Opening a table in a house: a new one, or one that the journal keeps.

Here: what is asked for, whether it can be opened, and making it live again after whatever interrupted it. Not here:
which tables a house has (`house`), or play (`live_table`).
"""

from __future__ import annotations

import re

import msgspec

from houseway.errors import BadSeal, Refused
from houseway.journal.store import Journal
from houseway.kept.acted import staff_of_rounds
from houseway.kept.decks import KeptDecks
from houseway.kept.house_tables import limits_due, open_in_house
from houseway.kept.lost_keys import void_sealed_round
from houseway.kept.tables import STREAM
from houseway.rulebook.procedure import MOST_POSITIONS, Phase
from houseway.rulebook.rulebook import Rulebook
from houseway.table import commands as c
from houseway.web.floor.fields import FIELDS
from houseway.web.floor.house_record import died_since
from houseway.web.floor.live_table import LiveTable
from houseway.web.floor.services import HouseServices
from houseway.web.floor.table_mode import KeptMode
from houseway.web.wire.scene import AUTOMATIC, DEALERS, TableMode

_NAME = re.compile(rf"[A-Za-z][A-Za-z0-9-]{{0,{FIELDS.table - 1}}}")


class Opening(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A table to open, unless the journal already has one of that name."""

    name: str
    book: str
    positions: int = MOST_POSITIONS
    unit: int = 100
    limits: dict[str, tuple[int, int]] = {}
    """Limits of wagers; a wager that is left out has the usual ones."""
    exposure: int = 0
    """The most that a round may cost the house; 0 for no cap."""
    dealer: str = AUTOMATIC


def must_be_openable(opening: Opening) -> None:
    """Refuse a name that no table may have, and a dealer who is none."""
    if not _NAME.fullmatch(opening.name):
        raise Refused(
            f"a table name has 1 to {FIELDS.table} letters a to z, digits and hyphens, and begins with a letter"
        )
    if opening.dealer not in DEALERS:
        raise Refused(f"choose {' or '.join(DEALERS)} for the dealer")


def opened(
    house: HouseServices,
    journal: Journal,
    opening: Opening,
    book: Rulebook,
    *,
    by: c.Actor,
    void_sealed: bool,
    moved: bool = False,
) -> LiveTable:
    """A live table; a round sealed with a key that is not here is voided where that was asked for, else refused.

    One that has `moved` from another process while the house was open has suffered no power failure.
    """
    try:
        return _live(house, journal, opening, book, by, moved=moved)
    except BadSeal as sealed:
        if not void_sealed:
            raise BadSeal(f"{sealed}, or start with --void-sealed-rounds to return the wagers") from None
        void_sealed_round(journal, opening.name, book)
        return _live(house, journal, opening, book, by, moved=moved)


def _live(
    house: HouseServices, journal: Journal, opening: Opening, book: Rulebook, by: c.Actor, *, moved: bool
) -> LiveTable:
    first = TableMode(dealer=opening.dealer)
    table = open_in_house(
        journal,
        opening.name,
        book,
        positions=opening.positions,
        unit=opening.unit,
        limits=opening.limits,
        exposure=opening.exposure,
        by=by,
        more=KeptMode.first(opening.name, first, by.name),
    )
    decks = KeptDecks(journal, opening.name, book)
    decks.must_be_readable(table.table.round)
    in_play = table.table.phase is not Phase.BETWEEN_ROUNDS
    died = in_play and not moved and died_since(journal, STREAM + opening.name)
    if died:
        table.after_power_failure()
    if (due := limits_due(table)) is not None:
        table.ask(due)
    decks.reveal_ended()
    decks.forget()
    mode = KeptMode(journal, opening.name, first)
    live = LiveTable(house, table, decks, mode, died=died)
    for actor, round in staff_of_rounds(journal, opening.name).items():
        house.staff.find(actor.name)  # under which names they play
        live.conflicts.note_acts([actor], round)
    return live
