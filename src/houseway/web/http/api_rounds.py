"""Rounds and proofs over HTTP, for players and staff as they may see them.

Here: the routes, and who may ask for which rounds. Not here: what a viewer may see of a round (`past.rounds`), or
finding it (`past.history`). The journal is read in threads.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Sequence
from typing import Annotated, NamedTuple

import msgspec
from litestar import get
from litestar.openapi.datastructures import ResponseSpec
from litestar.params import Parameter
from litestar.response import Stream

from houseway.errors import WrongRole
from houseway.kept.looks import note_look
from houseway.people.acts import HouseAct
from houseway.table.commands import Actor
from houseway.table.view import WATCHER
from houseway.web.http.api_books import LONGEST
from houseway.web.http.computing import READING
from houseway.web.http.costs import EXPORTED, LOOKED_UP, costs
from houseway.web.http.errors import MAY_REFUSE
from houseway.web.http.exports import JSON_LINES, Page, export
from houseway.web.http.guard import Asked, act, player_of, visitor_of
from houseway.web.past.history import History, UnknownRound
from houseway.web.past.rounds import SeenProof, SeenRound

ROUNDS_A_PAGE = 10
"""How many rounds of an export are read at a time."""
MOST = 100
"""The most rounds in one answer; an export has all of them."""
Table = Annotated[str, Parameter(max_length=LONGEST, description="The name of a table.")]
Last = Annotated[int, Parameter(ge=1, le=MOST, description="How many rounds, newest first.")]
Before = Annotated[str, Parameter(max_length=LONGEST, description="Only rounds before this one, written TABLE/ROUND.")]
BeforeRound = Annotated[int, Parameter(ge=0, description="Only rounds before this one.")]
Number = Annotated[int, Parameter(ge=1, description="The number of the round.")]


def _history(request: Asked) -> History:
    history: History = request.app.state.house.history
    return history


class _Reader(NamedTuple):
    """Who reads rounds: a player, or staff, under whose name it is noted."""

    viewer: Actor
    staff: str = ""

    def note(self, request: Asked, table: str, numbers: Sequence[int]) -> None:
        """Note which rounds staff looked at: they may show other people's cards."""
        if self.staff and numbers:
            note_look(request.app.state.house.journal, by=self.staff, table=table, rounds=numbers, how="in the history")

    def note_all(self, request: Asked, found: Sequence[tuple[str, int]]) -> None:
        """The same for rounds of several tables."""
        for table in dict.fromkeys(table for table, _ in found):
            self.note(request, table, [number for at, number in found if at == table])


def _reader(request: Asked) -> _Reader:
    """Who asks for a table's rounds; an auditor sees what a watcher saw."""
    staff = visitor_of(request).staff
    if staff is None:
        return _Reader(player_of(request))
    return _Reader(staff.actor or WATCHER, f"{staff.account.position.words} {staff.account.name}")


def _numbers(request: Asked, table: str, *, last: int | None, before: int) -> tuple[_Reader, tuple[int, ...]]:
    """Who asks for a table's rounds, and which they get: staff all of them, a player their own."""
    reader, history = _reader(request), _history(request)
    if reader.staff:
        numbers = history.rounds(table, last=last, before=before)
    else:
        since, name = (table, before) if before else None, reader.viewer.name
        numbers = tuple(number for _, number in history.rounds_of(name, table=table, last=last, before=since))
    reader.note(request, table, numbers)
    return reader, numbers


@get(
    "/rounds",
    summary="Your own rounds",
    guards=[costs(LOOKED_UP)],
    responses=MAY_REFUSE,
    opt=act(HouseAct.OWN_ROUNDS),
)
async def own_rounds(request: Asked, last: Last = 10, before: Before = "") -> list[SeenRound]:
    """The last rounds in which you had a wager or the bank, over all tables, newest first, as you saw them."""

    def work() -> list[SeenRound]:
        player, history = player_of(request), _history(request)
        found = history.rounds_of(player.name, last=last, before=_place(before) if before else None)
        return [history.round(table, number, player) for table, number in found]

    return await READING.ask(object(), work)


@get(
    "/tables/{table:str}/rounds",
    summary="The rounds of a table",
    guards=[costs(LOOKED_UP)],
    responses=MAY_REFUSE,
    opt=act(HouseAct.ROUNDS),
)
async def table_rounds(request: Asked, table: Table, last: Last = 10, before: BeforeRound = 0) -> list[SeenRound]:
    """The last rounds of a table, newest first: staff get all of them, a player those with a wager of theirs."""

    def work() -> list[SeenRound]:
        reader, numbers = _numbers(request, table, last=last, before=before)
        return [_history(request).round(table, number, reader.viewer) for number in numbers]

    return await READING.ask(object(), work)


@get(
    "/tables/{table:str}/rounds/{number:int}",
    summary="One round",
    guards=[costs(LOOKED_UP)],
    responses=MAY_REFUSE,
    opt=act(HouseAct.ROUNDS),
)
async def table_round(request: Asked, table: Table, number: Number) -> SeenRound:
    """One round as you may see it: for staff, and for a player who had a wager or the bank in it."""

    def work() -> SeenRound:
        reader, history = _reader(request), _history(request)
        if not reader.staff and not history.has_played(reader.viewer.name, table, number):
            raise WrongRole(f"only staff and players with a wager in round {number} of table {table} may see it")
        found = history.round(table, number, reader.viewer)
        reader.note(request, table, (number,))
        return found

    return await READING.ask(object(), work)


@get(
    "/players/{name:str}/rounds",
    summary="The rounds of a player, for auditors",
    guards=[costs(LOOKED_UP)],
    sync_to_thread=True,
    responses=MAY_REFUSE,
    opt=act(HouseAct.AUDIT),
)
def player_rounds(request: Asked, name: Table, last: Last = 10, before: Before = "") -> list[SeenRound]:
    """The last rounds in which a player had a wager or the bank, over all tables, newest first."""
    reader, history = _reader(request), _history(request)
    found = history.rounds_of(name, last=last, before=_place(before) if before else None)
    reader.note_all(request, found)
    return [history.round(table, number, reader.viewer) for table, number in found]


_A_ROUND_A_LINE = {
    200: ResponseSpec(SeenRound, description="One round per line.", media_type=JSON_LINES),
    **MAY_REFUSE,
}
_A_PROOF_A_LINE = {
    200: ResponseSpec(SeenProof, description="One proof per line.", media_type=JSON_LINES),
    **MAY_REFUSE,
}


@get(
    "/rounds/export",
    summary="Your own rounds as a file",
    guards=[costs(EXPORTED)],
    responses=_A_ROUND_A_LINE,
    opt=act(HouseAct.OWN_ROUNDS),
)
async def export_own_rounds(request: Asked) -> Stream:
    """Every round in which you had a wager or the bank, oldest first, one per line."""

    def find() -> list[Page]:
        player, history = player_of(request), _history(request)
        return _pages(history, player, history.rounds_of(player.name)[::-1])

    return await export("rounds.jsonl", find)


@get(
    "/tables/{table:str}/rounds/export",
    summary="The rounds of a table as a file",
    guards=[costs(EXPORTED)],
    responses=_A_ROUND_A_LINE,
    opt=act(HouseAct.ROUNDS),
)
async def export_table_rounds(request: Asked, table: Table) -> Stream:
    """Every round of a table that you may see, oldest first, one per line."""

    def find() -> list[Page]:
        reader, numbers = _numbers(request, table, last=None, before=0)
        return _pages(_history(request), reader.viewer, [(table, number) for number in numbers[::-1]])

    return await export(f"{table}-rounds.jsonl", find)


@get(
    "/players/{name:str}/rounds/export",
    summary="The rounds of a player as a file, for auditors",
    guards=[costs(EXPORTED)],
    responses=_A_ROUND_A_LINE,
    opt=act(HouseAct.AUDIT),
)
async def export_player_rounds(request: Asked, name: Table) -> Stream:
    """Every round in which a player had a wager or the bank, oldest first, one per line."""

    def find() -> list[Page]:
        reader, history = _reader(request), _history(request)
        found = history.rounds_of(name)[::-1]
        reader.note_all(request, found)
        return _pages(history, reader.viewer, found)

    return await export(f"{name}-rounds.jsonl", find)


@get(
    "/tables/{table:str}/proofs",
    summary="The proofs of a table's decks",
    guards=[costs(EXPORTED)],
    responses=_A_PROOF_A_LINE,
    opt=act(HouseAct.LOOK),
)
async def export_proofs(request: Asked, table: Table) -> Stream:
    """The proofs of all rounds that have ended, one per line, public: `houseway fair verify` reads the file."""

    def find() -> list[Page]:
        history = _history(request)
        return [functools.partial(history.proof_lines, table, page) for page in history.proof_pages(table)]

    return await export(f"{table}-proofs.jsonl", find)


def _place(written: str) -> tuple[str, int]:
    table, slash, number = written.rpartition("/")
    if not slash or not re.fullmatch(r"\d{1,12}", number, re.ASCII):
        raise UnknownRound(f"a round is written TABLE/ROUND, not {written[:60]!r}")
    return table, int(number)


def _pages(history: History, viewer: Actor, rounds: Sequence[tuple[str, int]]) -> list[Page]:
    """Rounds as a viewer may see them, one per line, some at a time."""

    def lines(some: Sequence[tuple[str, int]]) -> bytes:
        return b"".join(msgspec.json.encode(history.round(table, number, viewer)) + b"\n" for table, number in some)

    starts = range(0, len(rounds), ROUNDS_A_PAGE)
    return [functools.partial(lines, rounds[start : start + ROUNDS_A_PAGE]) for start in starts]


ROUTES = [
    own_rounds,
    table_rounds,
    table_round,
    player_rounds,
    export_own_rounds,
    export_table_rounds,
    export_player_rounds,
    export_proofs,
]
