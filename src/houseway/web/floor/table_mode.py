"""How a table is run: dealt automatically or by a person, from the house's deck or a physical one, open or closed.

Here: keeping that in the journal, with who decided it. Not here: what follows from it (`live_table`, `dealer_moves`).
"""

from __future__ import annotations

import uuid

import msgspec

from houseway.errors import Refused
from houseway.journal.entry import Entry
from houseway.journal.store import Journal
from houseway.kept.bodies import read_body
from houseway.kept.tables import HOUSE
from houseway.web.wire.scene import AUTOMATIC, DEALERS, DECKS, HOUSE_DECK, PHYSICAL, TableMode

STREAM = "run:"
_KIND = "table run"

_decoder = msgspec.json.Decoder(TableMode)


class KeptMode:
    """How one table is run, as the journal has it."""

    def __init__(self, journal: Journal, table: str, first: TableMode) -> None:
        """Read how the table was last run; if it never was, keep `first`."""
        self._journal, self._stream, self._version = journal, STREAM + table, 0
        self.now = first
        for recorded in journal.read(self._stream):
            self._version = recorded.version
            self.now = read_body(recorded, _decoder)
        if not self._version:
            self._keep(msgspec.structs.replace(first, by=HOUSE.name))

    def change(self, by: str, *, dealer: str = "", deck: str = "", open: bool | None = None) -> None:
        """Decide how the table is run from now on; what is left out stays as it is."""
        self._keep(msgspec.structs.replace(self.check(dealer=dealer, deck=deck, open=open), by=by))

    def check(self, *, dealer: str = "", deck: str = "", open: bool | None = None) -> TableMode:
        """How the table would be run, refused where it cannot be run so."""
        for given, known, what in ((dealer, DEALERS, "dealer"), (deck, DECKS, "deck")):
            if given and given not in known:
                raise Refused(f"the {what} must be {' or '.join(known)}, not {given!r}")
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

    def _keep(self, now: TableMode) -> None:
        entry = Entry(_KIND, msgspec.json.encode(now))
        kept = self._journal.append(self._stream, [entry], expected_version=self._version, key=uuid.uuid4().hex)
        self._version, self.now = kept.version, now


def tables_ever_run(journal: Journal) -> tuple[str, ...]:
    """The tables that a house has ever run on this journal."""
    return tuple(stream.removeprefix(STREAM) for stream in journal.streams() if stream.startswith(STREAM))
