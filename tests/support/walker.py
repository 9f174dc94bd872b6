"""The walker of the procedure: it goes through every state a small table can reach, and checks each step.

Here: trying every command of a state, telling states apart, and choosing where to go on. Not here: the commands
(`walker_moves`, `walker_reports`), the checks (`walker_rules`, `walker_ends`), or the tables (`walker_starts`).

Two tables that differ only in their version are one state. The walk is breadth first and always the same. With a cap,
only so many states of one appearance are gone on from, so that few states show as much as possible.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

import msgspec

from houseway.rulebook.procedure import Phase, Remedy
from houseway.table import commands as c
from houseway.table.irregular import remedies
from houseway.table.legal import legal_commands
from houseway.table.state import Table
from support.walker_ends import Ends
from support.walker_moves import Move, moves
from support.walker_reports import reports
from support.walker_rules import check_refusal, check_step, check_views
from support.walker_spot import Spot, Violation, attempt, do, key, opened
from support.walker_starts import PLAYERS, STAFF, Start

_encode = msgspec.msgpack.encode
LISTED_EVERY = 20
"""Every so many states the walker also gives every command that `legal_commands` lists for somebody."""


class Node(NamedTuple):
    """A state and how the walker came there."""

    spot: Spot
    came_from: Node | None
    command: c.Command | None

    def path(self) -> Iterator[str]:
        """Every command from the start to here."""
        if self.came_from is not None:
            yield from self.came_from.path()
        if self.command is not None:
            yield str(self.command)


@dataclass
class Walk:
    """What a walk has seen."""

    states: int = 0
    steps: int = 0
    refusals: int = 0
    expanded: int = 0
    appearances: Counter[tuple[object, ...]] = field(default_factory=Counter)
    gone_on: Counter[object] = field(default_factory=Counter)
    seen: Counter[str] = field(default_factory=Counter)
    """How often each phase, hold, remedy and event was met."""


def appearance(spot: Spot) -> tuple[object, ...]:
    """What a state looks like from afar: states of one appearance are much alike."""
    table, memory = spot.table, spot.memory
    hold = table.hold
    hands = tuple(
        (at, len(hand.cards), hand.is_set, bool(hand.house_way), hand.wrong, hand.viewed_by, hand.conceded)
        for at, hand in sorted(table.hands.items())
    )
    wagers = tuple(sorted(part for part in memory.stakes))
    held = hold and (hold.fault, hold.position, hold.player, hold.handled, hold.cards)
    found = (memory.handled, memory.exposed, len(memory.returned), table.offer, table.offer_until_act, table.may_permit)
    return (
        spot.start.name, table.round, table.phase, held, hands, wagers, found, table.prohibited, memory.corrected,
    )  # fmt: skip


def kind(spot: Spot) -> tuple[object, ...]:
    """The kind of a state, coarser than its appearance: the walker takes the kinds in turn."""
    table, memory = spot.table, spot.memory
    wrong = any(hand.wrong for hand in table.hands.values())
    found = (bool(memory.viewed), memory.handled, memory.exposed, bool(memory.returned), wrong)
    stakes = len(memory.stakes) if table.phase is Phase.BETTING else 0
    return (
        table.phase,
        table.hold and table.hold.fault,
        table.round,
        *found,
        bool(table.offer),
        memory.corrected,
        stakes,
    )


def expand(node: Node, walk: Walk) -> Iterator[Node]:
    """Every state one command away, each step checked."""
    spot = node.spot
    before = _encode(spot.table)
    accepted: set[Remedy] = set()
    tried = [*moves(spot), *(reports(spot) if spot.table.hold is None else ())]
    if walk.expanded % LISTED_EVERY == 0:
        tried += _listed(spot, (*PLAYERS, *STAFF)[walk.expanded // LISTED_EVERY % 7])
    walk.expanded += 1
    for move in tried:
        after = step(node, move, walk)
        if after is None:
            continue
        if isinstance(move.command, c.RemedyFault):
            accepted.add(move.command.remedy)
        yield after
    must(_encode(spot.table) == before, node, "`decide` changed the table")
    if spot.table.hold is not None:
        offered = {printed.remedy for printed in remedies(spot.start.book, spot.table)}
        must(offered == accepted, node, f"offered {offered}, accepted {accepted}")
        must(bool(accepted), node, f"no way out of {spot.table.hold.fault.value} but taking it back")


def _listed(spot: Spot, actor: c.Actor) -> Iterator[Move]:
    """The commands that `legal_commands` lists for somebody."""
    past = spot.past

    def settled(number: int) -> Table | None:
        return past if past is not None and past.round == number else None

    for command in legal_commands(spot.start.book, spot.table, actor, past=settled):
        if not isinstance(command, c.AnnouncePlaceYourBets):  # how many rounds there are is the walker's choice
            yield Move(command, True, "listed as legal")


def step(node: Node, move: Move, walk: Walk) -> Node | None:
    """Try one command and check what comes of it."""
    command = move.command
    try:
        done = attempt(node.spot, command)
    except Violation:
        raise
    except Exception as error:
        raise _violation(node, f"{command} raised {error!r}") from error
    walk.steps += 1
    if isinstance(done, Exception):
        walk.refusals += 1
        try:
            check_refusal(done)
        except AssertionError as error:
            raise _violation(node, f"{command}: {error}") from error
        must(move.must is not True, node, f"{command} must be accepted ({move.rule}), but: {done}")
        return None
    must(move.must is not False, node, f"{command} must be refused ({move.rule})")
    after, events = done
    walk.seen.update(type(event).__name__ for event in events)
    try:
        check_step(node.spot, command, events, after)
    except AssertionError as error:
        raise _violation(node, f"after {command}: {error}") from error
    return Node(after, node, command)


class Frontier:
    """The states to go on from: in the order they were found, or in turn from every kind of state."""

    def __init__(self, gone_on: Counter[object], *, in_turn: bool) -> None:
        self.gone_on, self.in_turn = gone_on, in_turn
        self.kinds: dict[object, deque[Node]] = {}

    def add(self, node: Node) -> None:
        """Put a state last among those of its kind."""
        self.kinds.setdefault(kind(node.spot) if self.in_turn else "", deque()).append(node)

    def take(self) -> Node | None:
        """The first state of the kind that was gone on from least."""
        if not self.kinds:
            return None
        least = min(self.kinds, key=lambda found: self.gone_on[found])
        self.gone_on[least] += 1
        node = self.kinds[least].popleft()
        if not self.kinds[least]:
            del self.kinds[least]
        return node


def walk_from(
    start: Start, *, most: int, cap: int = 0, walk: Walk | None = None, then: Iterable[c.Command] = ()
) -> Walk:
    """Walk from a start until there are no more states, or `most` of them.

    With a `cap`, that many states of one appearance are gone on from, in turn from every kind. `then` are commands to
    begin with.
    """
    walk = walk or Walk()
    ends = Ends()
    first = Node(do(opened(start), *then), None, None)
    known = {key(first.spot)}
    frontier = Frontier(walk.gone_on, in_turn=bool(cap))
    frontier.add(first)
    until = walk.states + most
    while walk.states < until and (node := frontier.take()) is not None:
        for after in expand(node, walk):
            walk.seen.update(_met(after))
            found = key(after.spot)
            if found in known:
                continue
            known.add(found)
            walk.states += 1
            looks = appearance(after.spot)
            walk.appearances[looks] += 1
            try:
                check_views(after.spot.table, after.spot.memory, walk.states)
                ends.check(after.spot)
            except AssertionError as error:
                raise _violation(after, str(error)) from error
            if not cap or walk.appearances[looks] <= cap:
                frontier.add(after)
    return walk


def walk_all(starts: Iterable[Start], *, most: int, cap: int = 0) -> Walk:
    """Walk from several starts, `most` states from each, and four times as many where a second round follows."""
    walk = Walk()
    for start in starts:
        walk_from(start, most=most if start.rounds == 1 else 4 * most, cap=cap, walk=walk)
    return walk


def _met(node: Node) -> Iterator[str]:
    table = node.spot.table
    yield table.phase.value
    if table.hold is not None:
        yield f"{table.hold.fault.value}, {table.phase.value}"
    if isinstance(node.command, c.RemedyFault) and node.came_from is not None:
        before = node.came_from.spot.table
        fault = before.hold.fault.value if before.hold else ""
        yield f"{fault}: {node.command.remedy.value}, {before.phase.value}"


def must(holds: bool, node: Node, what: str) -> None:
    """Report a violation and the way to it."""
    if not holds:
        raise _violation(node, what)


def _violation(node: Node, what: str) -> Violation:
    way = "\n  ".join(node.path())
    return Violation(f"{node.spot.start.book.id}, {node.spot.start.name}: {what}\n  {way}")
