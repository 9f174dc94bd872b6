"""What an export withholds: seeds and cards of rounds that have not ended, and the credentials of staff.

Here: which entries hold such secrets, their bodies without them, and what is sealed of rounds that have ended. The
hashes stay: they cover bodies as they are kept. Since 0.3 bodies are kept with their secrets sealed; older ones are
withheld here. Not here: who may see what at the table (`table.view`).
"""

from __future__ import annotations

import base64
import json
from collections.abc import Iterator
from typing import Final

import sqlalchemy as sa

from houseway.errors import BadJournal, BadSeal
from houseway.journal import queries
from houseway.journal.entry import Recorded
from houseway.journal.schema import entries
from houseway.journal.store import Journal
from houseway.kept.decks import COMMITTED, DECK, REVEALED
from houseway.kept.seals import HIDDEN_IN_A_DECK, HIDDEN_IN_A_REQUEST, HIDDEN_IN_AN_EVENT, Seals, find_seal
from houseway.kept.tables import ASKED, ENDED, STREAM
from houseway.table import events as e

UNTIL_THE_END: Final = "withheld until the round has ended"
ALWAYS: Final = "withheld: no export has it"
_STAFF: Final = "staff:"
_CREDENTIALS: Final = ("password", "second_factor")
"""What staff sign in with, hashed and sealed: whoever had it could try passwords without being counted."""
_OPENED: Final = str(e.BettingOpened.__struct_config__.tag)
_ENDED: Final = tuple(str(event.__struct_config__.tag) for event in ENDED)
_MARKS: Final = (
    sa.select(entries.c.stream, entries.c.kind, sa.func.max(entries.c.number))
    .where(entries.c.kind.in_([_OPENED, *_ENDED]))
    .group_by(entries.c.stream, entries.c.kind)
)
_DECKS: Final = queries.Selection.of(
    sa.and_(entries.c.stream.startswith(DECK, autoescape=True), entries.c.kind.in_([COMMITTED, REVEALED])),
    entries.c.number,
)


class Withheld:
    """The secrets of a journal up to its last entry at this moment, `upto`."""

    def __init__(self, journal: Journal) -> None:
        """Find the rounds that have not ended, as of one moment."""
        self._journal, self._seals = journal, dict[str, Seals]()
        with journal.reading() as connection:
            self.upto = queries.tip(connection, journal.beginning)[0]
            self._decks = set(_not_revealed(connection))
            self._in_play = dict(_in_play(connection))

    def body(self, recorded: Recorded) -> tuple[bytes, tuple[str, ...]]:
        """The body to show, and the names of what is withheld of it, or sealed."""
        try:
            if seal := find_seal(recorded):
                return recorded.body, () if self.opened(recorded) else seal.fields
        except BadJournal:
            pass
        names = self._names(recorded)
        if not names:
            return recorded.body, ()
        said = _object(recorded.body)
        if said is None:  # damaged: withhold all of it
            return _words(recorded).encode(), names
        names = tuple(name for name in names if said.get(name))
        if not names:
            return recorded.body, ()
        shown = said | dict.fromkeys(names, _words(recorded))
        return json.dumps(shown, ensure_ascii=False, sort_keys=True, separators=(",", ":")).encode(), names

    def opened(self, recorded: Recorded) -> bytes | None:
        """The body with what was sealed in it, once its round's key is disclosed; None where nothing is sealed."""
        start, _, table = recorded.stream.partition(":")
        if f"{start}:" not in (STREAM, ASKED, DECK):
            return None
        seals = self._seals.setdefault(table, Seals(self._journal, table))
        try:
            body = seals.opened(recorded, disclosed_only=True)
        except (BadSeal, BadJournal):
            return None
        return None if body == recorded.body else body

    def line(self, recorded: Recorded) -> dict[str, object]:
        """An entry as an export shows it: `body` is the text that was hashed, or `body_base64` where it is not text."""
        shown, withheld = self.body(recorded)
        try:
            body: dict[str, object] = {"body": shown.decode()}
        except UnicodeDecodeError:
            body = {"body_base64": base64.b64encode(shown).decode()}
        if withheld:
            body["withheld"] = list(withheld)
        if (unsealed := self.opened(recorded)) is not None:
            body["opened"] = unsealed.decode()
        return {
            "number": recorded.number,
            "stream": recorded.stream,
            "version": recorded.version,
            "key": recorded.key,
            "part": recorded.part,
            "kind": recorded.kind,
            **body,
            "postings": [{"account": posting.account, "cents": posting.cents} for posting in recorded.postings],
            "hash": recorded.hash.hex(),
        }

    def _names(self, recorded: Recorded) -> tuple[str, ...]:
        if recorded.number in self._decks:
            return HIDDEN_IN_A_DECK
        if recorded.stream.startswith(_STAFF):
            return _CREDENTIALS
        for start in (STREAM, ASKED):
            if recorded.stream.startswith(start):
                since = self._in_play.get(recorded.stream.removeprefix(start))
                if since is not None and recorded.number > since:
                    return HIDDEN_IN_A_REQUEST if start == ASKED else HIDDEN_IN_AN_EVENT.get(recorded.kind, ())
        return ()


def _words(recorded: Recorded) -> str:
    return ALWAYS if recorded.stream.startswith(_STAFF) else UNTIL_THE_END


def _not_revealed(connection: sa.Connection) -> Iterator[int]:
    """The entries that commit to a deck which is not revealed later."""
    open_decks: dict[tuple[str, object], list[int]] = {}
    for recorded in _DECKS.all(connection, 0):
        said = _object(recorded.body)
        if said is None or not isinstance(number := said.get("round"), int):
            if recorded.kind == COMMITTED:
                yield recorded.number
        elif recorded.kind == COMMITTED:
            open_decks.setdefault((recorded.stream, number), []).append(recorded.number)
        else:
            open_decks.pop((recorded.stream, number), None)
    for numbers in open_decks.values():
        yield from numbers


def _in_play(connection: sa.Connection) -> Iterator[tuple[str, int]]:
    """The tables with a round in play, each with the entry that opened it."""
    marks: dict[str, dict[str, int]] = {}
    for stream, kind, number in connection.execute(_MARKS):
        if stream.startswith(STREAM):
            marks.setdefault(stream.removeprefix(STREAM), {})[kind] = number
    for table, last in marks.items():
        if last.get(_OPENED, 0) > max(last.get(kind, 0) for kind in _ENDED):
            yield table, last[_OPENED]


def _object(body: bytes) -> dict[str, object] | None:
    try:
        said = json.loads(body)
    except ValueError:
        return None
    return said if isinstance(said, dict) else None
