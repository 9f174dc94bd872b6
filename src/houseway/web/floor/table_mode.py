"""How a table is run: dealt automatically or by a person, from the house's deck or a physical one, open or closed.

Here: keeping that in the journal, with who decided it. Not here: what follows from it (`live_table`, `dealer_moves`).
"""

from __future__ import annotations

import uuid

import msgspec

from houseway.errors import Refused
from houseway.journal.entry import Append, Entry
from houseway.journal.significant import to_append
from houseway.journal.store import Journal
from houseway.kept.acted import RUN as STREAM
from houseway.kept.approved import Approval, must_be_approved
from houseway.kept.bodies import read_body
from houseway.kept.tables import HOUSE
from houseway.table.two_eyes import PHYSICAL_DECK
from houseway.web.wire.scene import AUTOMATIC, DEALERS, DECKS, HOUSE_DECK, PHYSICAL, TableMode

_KIND = "table run"

_decoder = msgspec.json.Decoder(TableMode)


class KeptMode:
    """How one table is run, as the journal has it."""

    def __init__(self, journal: Journal, table: str, first: TableMode) -> None:
        """Read how the table was last run; if it never was, keep `first`."""
        self._journal, self._table, self._version = journal, table, 0
        self.now = first
        if last := journal.last(STREAM + table):
            self._version = last.version
            self.now = read_body(last, _decoder)
        if not self._version:
            self._keep(msgspec.structs.replace(first, by=HOUSE.name))

    @staticmethod
    def first(table: str, first: TableMode, by: str) -> tuple[Append, ...]:
        """How a new table is run, to be written together with its opening."""
        return _appends(table, None, msgspec.structs.replace(first, by=by), version=0)

    def change(
        self, by: str, *, dealer: str = "", deck: str = "", open: bool | None = None, approval: Approval | None = None
    ) -> None:
        """Decide how the table is run from now on; what is left out stays. A physical deck takes two people."""
        now = self.check(dealer=dealer, deck=deck, open=open)
        confirms = PHYSICAL_DECK if self.takes_two(now) else None
        must_be_approved(approval, confirms, content_of(dealer=dealer, deck=deck, open=open), place=self._table)
        self._keep(msgspec.structs.replace(now, by=by), approval)

    def takes_two(self, now: TableMode) -> bool:
        """Whether it takes two people to run the table like this from now on."""
        return now.deck == PHYSICAL != self.now.deck

    def check(self, *, dealer: str = "", deck: str = "", open: bool | None = None) -> TableMode:
        """How the table would be run, refused where it cannot be run so."""
        for given, known, what in ((dealer, DEALERS, "dealer"), (deck, DECKS, "deck")):
            if given and given not in known:
                raise Refused(f"choose {' or '.join(known)} for the {what}")
        now = TableMode(
            dealer=dealer or self.now.dealer,
            deck=deck or (HOUSE_DECK if dealer == AUTOMATIC else self.now.deck),
            open=self.now.open if open is None else open,
            by=self.now.by,
        )
        if now.dealer == AUTOMATIC and now.deck == PHYSICAL:
            raise Refused("the automatic dealer deals the house's deck; a physical deck needs a person as dealer")
        if now == self.now:
            raise Refused("the table already has these settings")
        return now

    def _keep(self, now: TableMode, approval: Approval | None = None) -> None:
        before = self.now if self._version else None
        appends = _appends(self._table, before, now, version=self._version)
        confirmed = approval.appends(f"{STREAM}{self._table} {self._version}") if approval else ()
        kept = self._journal.append_many([*confirmed, *appends], together=True)[len(confirmed)]
        self._version, self.now = kept.version, now


def _appends(table: str, before: TableMode | None, now: TableMode, *, version: int) -> tuple[Append, ...]:
    """How a table is run from now on, and the significant event of that."""
    entry = Entry(_KIND, msgspec.json.encode(now))
    kept = Append(stream=STREAM + table, entries=(entry,), expected_version=version, key=uuid.uuid4().hex)
    was = _plain(before) if before else None
    return kept, to_append("table mode changed", by=now.by, what=table, before=was, after=_plain(now))


def _plain(mode: TableMode) -> dict[str, object]:
    return {"dealer": mode.dealer, "deck": mode.deck, "open": mode.open}


def content_of(*, dealer: str, deck: str, open: bool | None) -> bytes:
    """How somebody asks for a table to be run, exactly."""
    return msgspec.json.encode(["run", dealer, deck, open])


def opened_by(journal: Journal, table: str) -> str:
    """Who opened a table: a name of staff, or the house."""
    first = next(journal.read(STREAM + table, upto=1), None)
    return read_body(first, _decoder).by if first else HOUSE.name


def tables_ever_run(journal: Journal) -> tuple[str, ...]:
    """The tables that a house has ever run on this journal."""
    return tuple(stream.removeprefix(STREAM) for stream in journal.streams(STREAM))
