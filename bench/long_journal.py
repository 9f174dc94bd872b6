"""A journal of many rounds, made quickly: rounds that a house played, appended again and again with new numbers.

Here: playing some rounds of six players at a live table, as pages and the automatic dealer ask for them, and appending
their entries in bulk under the numbers of later rounds, sealed as theirs. Not here: measuring (`opening`). A
copied round has the cards of its original, so its proof is not that of its deck; everything else is as it was played.
"""

from __future__ import annotations

import asyncio
import itertools
import json
import re
import shutil
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import msgspec

from houseway import books
from houseway.journal.checkpoint import Checkpoint, balances_digest
from houseway.journal.entry import Append, Entry, Recorded
from houseway.journal.facts import Asked
from houseway.journal.store import Journal
from houseway.journal.verify import verify
from houseway.kept import folds
from houseway.kept.seals import Seals, find_seal
from houseway.kept.tables import KeptTable, buy_chips
from houseway.rulebook.procedure import Phase, Role
from houseway.table import commands as c
from houseway.web.floor.dealer_moves import Pace, next_move
from houseway.web.floor.house import OpenHouse
from houseway.web.floor.live_table import LiveTable
from houseway.web.floor.opening import Opening

BOOK = "mbs-v4"
PLAYERS = tuple(c.Actor(name, Role.PLAYER) for name in ("Ann", "Bob", "Carla", "Dan", "Eve", "Frank"))
PLAYED = 25
"""Rounds that are really played; the others are their copies."""
AT_ONCE = 100
"""Rounds appended in one transaction."""
CHIPS = 10_000_000_00
"""What every player buys first, in cents: enough to lose in every copy what was lost in its original."""
KINDS_OF_A_ROUND = ("table:", "asked:", "deck:", "seals:", "played:")


class Evening:
    """Six players at one live table without pages."""

    def __init__(self, house: OpenHouse) -> None:
        self.house = house
        self.live: LiveTable = house.tables[BOOK]

    async def play(self, rounds: int) -> None:
        """Sit down, and play to the end of a round of this number."""
        await self.live.bind_deck()
        for position, player in enumerate(PLAYERS, start=1):
            if position not in self.live.table.seats:
                await self._ask(c.Sit(by=player, position=position))
        while self.live.table.round < rounds or self.live.table.phase is not Phase.BETWEEN_ROUNDS:
            if (command := self._from_a_page()) is not None:
                await self._ask(command)
            else:
                await self._deal()
        if self.live._reviewing is not None:
            await self.live._reviewing

    async def _ask(self, command: c.Command) -> None:
        key = f"{command.by.role.words} {command.by.name!r} {uuid.uuid4()}"
        await self.live.ask(command, key=key, round=self.live.table.round)

    async def _deal(self) -> None:
        names = frozenset(player.name for player in PLAYERS)
        move = next_move(self.live.book, self.live.table, names, self.house.pace, attended=False)
        assert move is not None
        await self.live.ask(move.command)

    def _from_a_page(self) -> c.Command | None:
        """What a player does next: bet the minimum, look at their hand, set it the house way."""
        table = self.live.table
        for position, player in enumerate(PLAYERS, start=1):
            hand = table.hands.get(position)
            if table.phase is Phase.BETTING and position not in table.wagers:
                return c.PlaceWager(by=player, position=position, wager="main", cents=1000)
            if table.phase is Phase.SETTING and hand is not None and not hand.viewed_by:
                return c.ViewHand(by=player, position=position)
            if table.phase is Phase.SETTING and hand is not None and not hand.is_set:
                low = tuple(card.text for card in self.live.book.set(hand.cards).low)
                return c.SetHand(by=player, position=position, low=low)
        return None


def play(path: Path, rounds: int) -> None:
    """Play some rounds in a new journal, and close the house."""
    with Journal.open(str(path)) as journal:
        house = OpenHouse(journal, pace=Pace())
        house.open_tables([Opening(name=BOOK, book=BOOK)])
        for player in PLAYERS:
            house.people.register(player.name)
            buy_chips(journal, player.name, CHIPS)
        asyncio.run(_evening(house, rounds))


async def _evening(house: OpenHouse, rounds: int) -> None:
    await Evening(house).play(rounds)
    house._reviewing.close()
    house.close()


def prolong(path: Path, rounds: int, *, whole: bool = False) -> None:
    """Append copies of the rounds that were played until the journal has so many."""
    with Journal.open(str(path)) as journal:
        template = _Template(journal)
        with unsynced(journal):
            numbers = range(template.version("seals:") + 1, rounds + 1)
            for some in (numbers[at : at + AT_ONCE] for at in range(0, len(numbers), AT_ONCE)):
                journal.append_many([append for number in some for append in template.round(number)])
        keep_as_a_house_does(journal, whole=whole)


def keep_as_a_house_does(journal: Journal, *, whole: bool) -> None:
    """Keep the snapshots of the table and a checkpoint, as a house that played these rounds would have done.

    The journal was made by the same code that writes any other, so it is verified only where `whole` asks for it.
    """
    kept = KeptTable(journal, BOOK, books.get(BOOK))
    folds.keep(journal, BOOK, kept.snapshots_due)
    if whole and not (report := verify(journal)).whole:
        raise SystemExit(f"the journal made is not intact: {report.findings[0]}")
    number, hash = journal.tip()
    digest = balances_digest(journal.balances())
    made = Checkpoint(journal=journal.identity, entries=number, hash=hash.hex(), balances=digest)
    journal.keep_checkpoint(made)


@contextmanager
def unsynced(journal: Journal) -> Iterator[None]:
    """The journal is written without waiting for the disk: it can be made again."""
    _synchronous(journal, "OFF")
    yield
    _synchronous(journal, "FULL")


def _synchronous(journal: Journal, value: str) -> None:
    if journal.file is not None:
        with journal._database._writer.connect() as connection:
            connection.exec_driver_sql(f"PRAGMA synchronous={value}")


class _Template:
    """The appends of the rounds that were played, to be written again with another number."""

    def __init__(self, journal: Journal) -> None:
        self.journal = journal
        self.seals = Seals(journal, BOOK)
        self.rounds: list[list[tuple[str, list[Recorded]]]] = []
        for key, group in itertools.groupby(journal.read_all(), key=lambda one: one.key):
            of = list(group)
            if len(self.rounds) == PLAYED and of[0].kind == "betting opened":
                break
            if of[0].kind == "betting opened":
                self.rounds.append([])
            if self.rounds and of[0].stream.startswith(KINDS_OF_A_ROUND):
                self.rounds[-1].append((key, of))
        self.played = len(self.rounds)
        self.opened = {recorded.number: self._opened(recorded) for _, recorded in self._every()}

    def _opened(self, recorded: Recorded) -> tuple[list[bytes], tuple[str, ...]]:
        """The body around the number of its round, with what is sealed in it open, and the names of that."""
        body, seal = self.seals.opened(recorded), find_seal(recorded)
        said = json.loads(body)
        if "round" in said:
            said["round"] = _SOME_ROUND
            body = msgspec.json.encode(said, order="sorted")
        return body.split(b"%d" % _SOME_ROUND), seal.fields if seal else ()

    def _every(self) -> Iterator[tuple[str, Recorded]]:
        return ((key, recorded) for one in self.rounds for key, of in one for recorded in of)

    def version(self, stream: str) -> int:
        """How far a stream of the table has come."""
        return self.journal.version(stream + BOOK)

    def round(self, number: int) -> Iterator[Append]:
        """The appends of one more round."""
        at = (number - 1) % (self.played - 1) + 1  # players sat down in front of the first
        uniques: dict[str, str] = {}
        for key, of in self.rounds[at]:
            entries = tuple(self._entry(recorded, number) for recorded in of)
            yield Append(stream=of[0].stream, entries=entries, expected_version=None, key=_key(key, number, uniques))

    def _entry(self, recorded: Recorded, number: int) -> Entry:
        parts, fields = self.opened[recorded.number]
        if recorded.stream.startswith("seals:"):
            disclosed = json.loads(self.seals.disclosure(number, Asked(self.journal)).entries[0].body)
            return Entry(recorded.kind, json.dumps(disclosed, sort_keys=True, separators=(",", ":")).encode())
        body = (b"%d" % number).join(parts)
        if fields:
            body = self.seals.sealed(body, fields, stream=recorded.stream, kind=recorded.kind, round=number)
        return Entry(recorded.kind, body, recorded.postings)


_SOME_ROUND = 1_234_567_890
_UNIQUE = re.compile(r"[0-9a-f]{8}-[0-9a-f-]{27}|\b[0-9a-f]{32}\b")


def _key(key: str, number: int, uniques: dict[str, str]) -> str:
    """A key of a later round: other random parts of the same length, and its number."""
    if key.startswith(("deck:", "seals:")):
        stream, _, what = key.split(" ", 2)
        return f"{stream} {number} {what}"

    def fresh(found: re.Match[str]) -> str:
        made = uuid.uuid4()
        return uniques.setdefault(found[0], str(made) if "-" in found[0] else made.hex)

    return _UNIQUE.sub(fresh, key)


def long_journal(folder: Path, rounds: int, *, begun: Path | None = None) -> Path:
    """A journal of so many rounds in a folder, from one that was begun before if there is one."""
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    path = folder / "journal.db"
    if begun is not None and not path.exists():
        for file in begun.parent.iterdir():
            shutil.copy(file, folder / file.name)
    if not path.exists():
        play(path, min(rounds, PLAYED))
    prolong(path, rounds)
    return path
