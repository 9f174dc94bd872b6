"""What a viewer may see of a table: everything shown to anybody comes from here.

Here: the table and its events as one viewer sees them. No field can carry a card the viewer may not see: a face-down
hand is a number of cards and nothing else.
"""

from __future__ import annotations

import msgspec
from msgspec.structs import replace

from houseway.rulebook.procedure import Phase, Role
from houseway.table import events as e
from houseway.table.commands import Actor, Cards
from houseway.table.state import Bank, Hand, Hold, Stake, Table

WATCHER = Actor("", Role.PLAYER)
"""Someone who only watches."""


class HandView(msgspec.Struct, frozen=True, kw_only=True):
    """A hand as a viewer sees it; a face-down hand has a number of cards but no cards."""

    number: int
    cards: Cards = ()
    low: Cards = ()
    house_way: str = ""
    viewed_by: str = ""
    is_set: bool = False
    conceded: bool = False


class TableView(msgspec.Struct, frozen=True, kw_only=True):
    """A table as a viewer sees it."""

    id: str
    book: str
    round: int
    phase: Phase
    positions: int
    unit: int
    limits: dict[str, tuple[int, int]]
    pay_tables: dict[str, str]
    seats: dict[int, str]
    wagers: dict[int, dict[str, tuple[Stake, ...]]]
    hands: dict[int, HandView]
    hold: Hold | None
    offer: str
    restricted: tuple[str, ...]
    allowed_more: tuple[str, ...]
    prohibited: tuple[str, ...]
    shared: tuple[int, ...]
    settled: bool
    bank: Bank | None
    bank_offered: int
    """The position to which the bank is offered now, or 0."""
    version: int


class Sight(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """What a viewer may see of a table that not everybody may: whoever has the same sight sees the same."""

    hands: tuple[int, ...]
    """The positions whose cards the viewer may see."""
    note: bool
    """Whether the viewer may read the note on a fault."""
    offer: str
    prohibited: tuple[str, ...]


def sight(table: Table, viewer: Actor) -> Sight:
    """What a viewer may see."""
    return Sight(
        hands=tuple([position for position in table.hands if may_see(table, position, viewer)]),
        note=viewer.role is not Role.PLAYER,
        offer=table.offered(viewer.name),
        prohibited=tuple(sorted([name for name in table.prohibited if _concerns(table, name, viewer)])),
    )


def view(table: Table, viewer: Actor) -> TableView:
    """The table as a viewer sees it."""
    return seen_with(table, sight(table, viewer))


def seen_with(table: Table, sight: Sight) -> TableView:
    """The table as everybody with this sight sees it."""
    return TableView(
        id=table.id,
        book=table.book,
        round=table.round,
        phase=table.phase,
        positions=table.positions,
        unit=table.unit,
        limits=table.limits,
        pay_tables=table.pay_tables,
        seats=table.seats,
        wagers=table.wagers,
        hands={position: _hand(hand, whole=position in sight.hands) for position, hand in table.hands.items()},
        hold=_hold(table, sight),
        offer=sight.offer,
        restricted=tuple(sorted(table.restricted)),
        allowed_more=tuple(sorted(table.allowed_more)),
        prohibited=sight.prohibited,
        shared=tuple(sorted(table.shared)),
        settled=table.settled,
        bank=table.bank,
        bank_offered=table.bank_turn if table.bank_offered else 0,
        version=table.version,
    )


def may_see(table: Table, position: int, viewer: Actor) -> bool:
    """Whether a viewer may see the cards of a position."""
    hand = table.hands[position]
    if hand.shown:
        return True
    if viewer.role is not Role.PLAYER:
        return viewer.name in hand.shown_to
    return bool(viewer.name) and hand.viewed_by == viewer.name


def _hand(hand: Hand, *, whole: bool) -> HandView:
    face_down = HandView(number=len(hand.cards), viewed_by=hand.viewed_by, is_set=hand.is_set, conceded=hand.conceded)
    if not whole:
        return face_down
    return replace(face_down, cards=hand.cards, low=hand.low, house_way="" if hand.wrong else hand.house_way)


def _hold(table: Table, sight: Sight) -> Hold | None:
    """The fault on hold; the note on it is for staff only."""
    if table.hold is None or sight.note:
        return table.hold
    return replace(table.hold, note="")


def _concerns(table: Table, player: str, viewer: Actor) -> bool:
    """Whether a viewer is told that a player is prohibited: staff, the player, and those at a table with the player."""
    return viewer.role is not Role.PLAYER or player == viewer.name or player in table.seats.values()


WHOLE, PART, NOTHING = "whole", "part", "nothing"
"""How much of an event a viewer may see: all of it, all but its hidden fields, or none of it."""


def how_seen(table: Table, event: e.Event, viewer: Actor) -> str:
    """How much of an event a viewer may see, given the table after it."""
    if isinstance(event, e.PlayerProhibited) and not _concerns(table, event.player, viewer):
        return NOTHING
    if event.audience == e.EVERYBODY:
        return WHOLE
    staff = viewer.role is not Role.PLAYER
    if event.audience == e.STAFF and (staff or not event.hidden):
        return WHOLE if staff else NOTHING
    if event.audience == e.PLAYER:
        position: int = event.position  # type: ignore[attr-defined]
        if position in table.hands and may_see(table, position, viewer):
            return WHOLE
    return PART


def event_for(table: Table, event: e.Event, viewer: Actor) -> e.Event | None:
    """An event as a viewer may see it, given the table after it; None if the viewer may not see it at all."""
    how = how_seen(table, event, viewer)
    return None if how == NOTHING else event_seen(event, how)


def event_seen(event: e.Event, how: str) -> e.Event:
    """An event as everybody sees it who may see all of it, or all but its hidden fields."""
    return event if how == WHOLE else replace(event, **{field: _hidden(event, field) for field in event.hidden})


def _hidden(event: e.Event, field: str) -> str | bool | Cards:
    shown = getattr(event, field)
    if isinstance(shown, bool):
        return False
    return () if isinstance(shown, tuple) else ""
