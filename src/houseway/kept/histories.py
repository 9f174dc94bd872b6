"""Hand histories from a journal, and into one.

Here: what a journal keeps of a table, as a history; and a history played again at a new table of a journal. Not here:
the format of the file (`table.history`), or how a table keeps its events (`tables`).
"""

from __future__ import annotations

import itertools

import msgspec

from houseway.errors import Refused
from houseway.journal.store import Journal
from houseway.kept.postings import player
from houseway.kept.seals import Seals
from houseway.kept.tables import ASKED, STREAM, KeptTable, buy_chips
from houseway.rulebook.procedure import Phase
from houseway.rulebook.rulebook import Rulebook
from houseway.table import commands as c
from houseway.table import events as e
from houseway.table.history import BadHistory, History, Step
from houseway.table.history_rounds import opening_in_words, played
from houseway.table.requests import in_words
from houseway.table.transcript import Session

_commands: msgspec.json.Decoder[c.AnyCommand] = msgspec.json.Decoder(c.AnyCommand)


def from_journal(journal: Journal, name: str, book: Rulebook) -> History:
    """The history of a table, from its opening to the end of its last finished round.

    A request is in the history where the journal kept it and the words of transcripts can say it. What followed the
    last finished round is left out while a round is in play: its cards are still secret.
    """
    seals = Seals(journal, name)
    asked = {recorded.key: recorded for recorded in journal.read(ASKED + name)}
    session = Session(book)
    found: list[Step] = []
    finished = 0
    for key, group in itertools.groupby(journal.read(STREAM + name), key=lambda recorded: recorded.key):
        entries = tuple(group)
        if any(seals.needs_key(recorded) for recorded in entries):
            break  # the round in play, read without its key
        events = tuple(seals.event(recorded) for recorded in entries)
        request = asked.get("asked " + key.removeprefix("table ")) if key.startswith("table ") else None
        command = _command(seals.opened(request)) if request else None
        words = in_words(session, command) if command and session.history else ""
        opening = opening_in_words(events[0]) if isinstance(events[0], e.TableOpened) else ""
        found.append(Step(by=command.by if command and words else None, asks=words or opening, events=events))
        session.apply(events)
        if session.table.phase is Phase.BETWEEN_ROUNDS:
            finished = len(found)
    return History(book=book.id, steps=tuple(found[:finished]))


def _command(body: bytes) -> c.Command | None:
    """The request that an entry holds; nothing where this Houseway does not know it."""
    try:
        return _commands.decode(body)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
        return None


def into_journal(history: History, journal: Journal, book: Rulebook) -> KeptTable:
    """Play a history at a new table of a journal, under the name it has in the history.

    The whole history is played in memory first, so that one that does not hold changes nothing. Refused requests are
    left out, as in every journal. Players buy the chips they need for their wagers, and no more.
    """
    steps = [(step, command) for step, command, _ in played(history, lambda _: book)]
    opened = steps[0][0].events[0] if steps else None
    if not isinstance(opened, e.TableOpened):
        raise BadHistory("line 1: the history is empty: it has no table")
    if journal.version(STREAM + opened.table):
        raise Refused(f"the journal already has a table {opened.table!r}; import it into another journal")
    kept = KeptTable.open(
        journal,
        opened.table,
        book,
        positions=opened.positions,
        unit=opened.unit,
        limits=opened.limits,
        pay_tables=opened.pay_tables,
        manual=opened.manual,
    )
    kept.two_pairs = False  # whatever took two people was confirmed where the history was played
    for number, (step, command) in enumerate(steps):
        if command is None or step.refused:
            continue
        _buy(journal, step)
        kept.ask(command, key=f"history {number}")
    return kept


def _buy(journal: Journal, step: Step) -> None:
    """Buy the chips that the wagers of a step need and their players lack."""
    needed: dict[str, int] = {}
    for event in step.events:
        if isinstance(event, e.WagerPlaced | e.WagerFound):
            was = event.was if isinstance(event, e.WagerFound) else 0
            needed[event.player] = needed.get(event.player, 0) + event.cents - was
    for name, cents in needed.items():
        lacking = cents - journal.balance(player(name))
        if lacking > 0:
            buy_chips(journal, name, lacking)
