"""Where the walker is, and giving one command there.

Here: a state with what the walker remembers of it, opening a table for a start, and telling states apart. Not here:
which commands are given (`walker_moves`), or what must hold (`walker_rules`).
"""

from __future__ import annotations

from typing import NamedTuple

import msgspec
from msgspec.structs import replace

from houseway.errors import BadCards, Refused
from houseway.table import commands as c
from houseway.table import events as e
from houseway.table.decide import decide, round_needed
from houseway.table.evolve import evolve, restore
from houseway.table.opening import open_table
from houseway.table.state import Table
from support.walker_memory import Memory, remember
from support.walker_starts import DEALER_BY, Start

_encode = msgspec.msgpack.encode


class Violation(AssertionError):
    """Something that must hold does not; the text gives the way there."""


class Spot(NamedTuple):
    """Where the walker is: what the table says, and what the walker remembers."""

    start: Start
    table: Table
    memory: Memory
    past: Table | None

    @property
    def found(self) -> bool:
        """Whether anybody has viewed or handled cards in this round, whatever lies there now (R79)."""
        return bool(self.memory.viewed) or self.memory.handled


def attempt(spot: Spot, command: c.Command) -> tuple[Spot, tuple[e.Event, ...]] | Refused | BadCards:
    """Give a command: where it leads and its events, or the refusal."""
    table, memory, past = spot.table, spot.memory, spot.past
    needed = round_needed(table, command)
    try:
        events = decide(
            spot.start.book, table, command, past=past if past is not None and past.round == needed else None
        )
    except (Refused, BadCards) as refusal:
        return refusal
    if isinstance(command, c.Settle):
        past = table
    for event in events:
        memory = remember(memory, event, table.hold, command.by)
        table = evolve(table, event)
    return Spot(spot.start, table, memory, past), events


def do(spot: Spot, *commands: c.Command) -> Spot:
    """The state after commands that must all be accepted."""
    for command in commands:
        done = attempt(spot, command)
        if isinstance(done, Exception):
            raise Violation(f"{command} was refused: {done}") from done
        spot = done[0]
    return spot


def opened(start: Start) -> Spot:
    """The table of a start, with its players seated, betting open, and its wagers placed."""
    opening = open_table(start.book, name="t", positions=2, limits=start.limits)
    spot = Spot(start, restore([opening]), Memory(), None)
    spot = do(spot, *(c.Sit(by=player, position=at) for at, player in start.seats.items()))
    spot = do(spot, c.AnnouncePlaceYourBets(by=DEALER_BY, own_deck=start.deck))
    if start.book.procedure.shared_wagers_cite:
        spot = do(spot, *(c.ShareArea(by=player, position=at) for at, player in start.seats.items()))
    for player, at, wager, cents in start.wagers:
        if start.key(wager):
            spot = do(spot, c.PlaceWager(by=player, position=at, wager=start.key(wager), cents=cents))
    return spot if start.betting else do(spot, c.AnnounceNoMoreBets(by=DEALER_BY), *start.then)


def key(spot: Spot) -> int:
    """States with the same key are the same: the version of the table is left out."""
    plain = replace(spot.table, version=0)
    settled = spot.past and (spot.past.wagers, spot.past.hands)
    return hash(_encode((plain, spot.memory, settled)))
