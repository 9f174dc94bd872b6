"""What surrounds a table: everything a scene shows that is not part of the game.

Here: one value that holds it. Not here: where it comes from (`floor.live_table`).
"""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from houseway.kept.stops import Stop
from houseway.people.protection import Reality
from houseway.web.wire.scene import Clock, Proposed, TableMode


class TableContext(msgspec.Struct, frozen=True, kw_only=True):
    """How a table is run, who is there, the clock, the deck's commitment, and the players' chips."""

    mode: TableMode
    clock: Clock | None = None
    waits_for: frozenset[str] = frozenset()
    """The players the automatic dealer is waiting for."""
    ready: frozenset[str] = frozenset()
    present: frozenset[str] = frozenset()
    supervised: bool = False
    commitment: str = ""
    cut_by: tuple[str, ...] = ()
    chips: Mapping[str, int] = {}
    broke_below: int = 0
    """A player with fewer chips gets more; 0 where chips come from the cage."""
    owed: Mapping[str, int] = {}
    stacks: Mapping[str, int] = {}
    """How often players have had a fresh stack of play chips."""
    prohibited: frozenset[str] = frozenset()
    """The players who are prohibited from play in the whole house."""
    proposals: tuple[Proposed, ...] = ()
    proposed: Proposed | None = None
    """The wagers that staff ask players to agree to, by player."""
    stop: Stop | None = None
    """What stops play at the table, by the emergency switch."""
    stopped: frozenset[str] = frozenset()
    """The players whom the emergency switch stops."""
    conflicts: Mapping[str, str] = {}
    """The players who staff this table, each with the position and name they do it as."""
    barred: str = ""
    """Why the viewer, who is excluded, may not play, as a sentence."""
    check: Reality | None = None
    """The reality check that the viewer has to acknowledge."""
    bots: Mapping[str, str] = {}
    """The bots at the table, each with how it plays, in words."""
    company: int = 0
    company_most: int = 0
    """How many bots were asked for, and how many may be."""
