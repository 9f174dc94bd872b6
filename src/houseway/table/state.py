"""The state of a table, and how each event changes it.

Here: the state and `evolve`, which applies an event and never refuses. Not here: any rule.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable

import msgspec
from msgspec.structs import replace

from houseway.rulebook.procedure import MOST_POSITIONS, Fault, Phase
from houseway.table import events as e
from houseway.table.commands import Cards

DEALER = 0
"""The dealer's key among the hands."""


class Stake(msgspec.Struct, frozen=True, gc=False):
    """One player's share of a wager."""

    player: str
    cents: int


class Hand(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """The cards of a position, and whether they were viewed, set, conceded or shown."""

    cards: Cards
    viewed_by: str = ""
    low: Cards = ()
    house_way: str = ""
    conceded: bool = False
    shown: bool = False
    shown_to: frozenset[str] = frozenset()
    """Staff who looked at the hand once it was conceded."""

    @property
    def is_set(self) -> bool:
        """Whether the hand is set."""
        return bool(self.low)

    @property
    def high(self) -> Cards:
        """The cards of the high hand, once it is set."""
        low = self.low
        return tuple([card for card in self.cards if card not in low])


class Hold(msgspec.Struct, frozen=True, kw_only=True):
    """A reported fault that is waiting for a remedy."""

    fault: Fault
    clause: str
    position: int = -1
    wager: str = ""
    player: str = ""
    cents: int = 0
    cards: int = 0
    handled: bool = False
    note: str = ""


class Table(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """A table with its book, its players, and the round in progress."""

    id: str = ""
    book: str = ""
    positions: int = MOST_POSITIONS
    unit: int = 100
    limits: dict[str, tuple[int, int]] = {}
    pay_tables: dict[str, str] = {}
    manual: bool = False
    phase: Phase = Phase.BETWEEN_ROUNDS
    round: int = 0
    seats: dict[int, str] = {}
    wagers: dict[int, dict[str, tuple[Stake, ...]]] = {}
    hands: dict[int, Hand] = {}
    hold: Hold | None = None
    offer: str = ""
    """The clause by which players may withdraw their wagers now; empty if they may not."""
    outcome: bool = False
    """Whether an outcome is established: the dealer is revealed, or a wager was settled or returned."""
    restricted: frozenset[str] = frozenset()
    allowed_more: frozenset[str] = frozenset()
    prohibited: frozenset[str] = frozenset()
    under_minimum: frozenset[str] = frozenset()
    """Players who have had a wager below the minimum settled."""
    corrected: frozenset[int] = frozenset()
    version: int = 0

    def stakes(self, position: int, wager: str) -> tuple[Stake, ...]:
        """Who has how much on a wager, in the order they placed it."""
        return self.wagers.get(position, {}).get(wager, ())

    def total(self, position: int, wager: str) -> int:
        """All the money on a wager."""
        return sum(stake.cents for stake in self.stakes(position, wager))

    def controller(self, position: int) -> str:
        """Who plays the hand at a position: the seated player if they have a wager there, else the first who does."""
        players = [stake.player for stakes in self.wagers.get(position, {}).values() for stake in stakes]
        seated = self.seats.get(position, "")
        return seated if seated in players or not players else players[0]

    def positions_of(self, player: str) -> tuple[int, ...]:
        """Where a player is seated."""
        return tuple(position for position, seated in sorted(self.seats.items()) if seated == player)

    def in_play(self) -> tuple[int, ...]:
        """The positions that have a wager and cards."""
        return tuple(position for position in sorted(self.wagers) if position in self.hands)

    def escrow(self) -> int:
        """All the money on the layout."""
        return sum(stake.cents for wagers in self.wagers.values() for stakes in wagers.values() for stake in stakes)


def evolve(table: Table, event: e.Event) -> Table:
    """The table after an event."""
    return replace(_handler(type(event))(event, table), version=table.version + 1)


def restore(history: Iterable[e.Event]) -> Table:
    """The table after all its events."""
    return functools.reduce(evolve, history, Table())


@functools.cache
def _handler(kind: type[e.Event]) -> Callable[[e.Event, Table], Table]:
    return _evolve.dispatch(kind)


@functools.singledispatch
def _evolve(event: e.Event, table: Table) -> Table:
    """Most events do not change the table."""
    del event
    return table


@_evolve.register
def _(event: e.TableOpened, table: Table) -> Table:
    return replace(
        table,
        id=event.table,
        book=event.book,
        positions=event.positions,
        unit=event.unit,
        limits=event.limits,
        pay_tables=event.pay_tables,
        manual=event.manual,
    )


@_evolve.register
def _(event: e.PlaceTaken, table: Table) -> Table:
    return replace(table, seats={**table.seats, event.position: event.player})


@_evolve.register
def _(event: e.PlaceLeft, table: Table) -> Table:
    return replace(table, seats={at: player for at, player in table.seats.items() if at != event.position})


@_evolve.register
def _(event: e.BettingOpened, table: Table) -> Table:
    return replace(table, phase=Phase.BETTING, round=event.round, wagers={}, hands={}, offer="", outcome=False)


@_evolve.register
def _(event: e.WagerPlaced, table: Table) -> Table:
    before = next((s.cents for s in table.stakes(event.position, event.wager) if s.player == event.player), 0)
    return _with_stake(table, event.position, event.wager, event.player, before + event.cents)


@_evolve.register
def _(event: e.WagerWithdrawn, table: Table) -> Table:
    return _with_stake(table, event.position, event.wager, event.player, 0)


@_evolve.register
def _(event: e.WagerFound, table: Table) -> Table:
    return _with_stake(table, event.position, event.wager, event.player, event.cents)


@_evolve.register
def _(event: e.WagerSettled, table: Table) -> Table:
    settled = _with_stake(table, event.position, event.wager, event.player, 0)
    under = {event.player} if event.limit is e.LimitRule.UNDER_MINIMUM else frozenset[str]()
    return replace(settled, outcome=True, under_minimum=settled.under_minimum | under)


@_evolve.register
def _(_event: e.BettingClosed, table: Table) -> Table:
    return replace(table, phase=Phase.CLOSED, offer="")


@_evolve.register(e.HandDealt)
@_evolve.register(e.HandReconstructed)
def _(event: e.HandDealt | e.HandReconstructed, table: Table) -> Table:
    before = table.hands.get(event.position, Hand(cards=()))
    return _with_hand(table, event.position, replace(before, cards=event.cards, low=(), house_way=""))


@_evolve.register
def _(_event: e.DealEnded, table: Table) -> Table:
    return replace(table, phase=Phase.SETTING)


@_evolve.register
def _(event: e.HandViewed, table: Table) -> Table:
    return _with_hand(table, event.position, replace(table.hands[event.position], viewed_by=event.player))


@_evolve.register
def _(event: e.HandSet, table: Table) -> Table:
    hand = replace(table.hands[event.position], low=event.low, house_way=event.house_way)
    return _with_hand(table, event.position, hand)


@_evolve.register
def _(event: e.DealerRevealed, table: Table) -> Table:
    dealer = Hand(cards=event.cards, low=event.low, house_way=event.house_way, shown=True)
    return _with_hand(table, DEALER, dealer)


@_evolve.register
def _(_event: e.RevealEnded, table: Table) -> Table:
    return replace(table, phase=Phase.REVEALED, outcome=True, offer="")


@_evolve.register
def _(event: e.HandConceded, table: Table) -> Table:
    return _with_hand(table, event.position, replace(table.hands[event.position], conceded=True))


@_evolve.register
def _(event: e.ConcededHandViewed, table: Table) -> Table:
    hand = table.hands[event.position]
    return _with_hand(table, event.position, replace(hand, shown_to=hand.shown_to | {event.by}))


@_evolve.register
def _(event: e.HandShown, table: Table) -> Table:
    return _with_hand(table, event.position, replace(table.hands[event.position], shown=True))


@_evolve.register(e.RoundSettled)
@_evolve.register(e.RoundVoided)
def _(_event: e.RoundSettled | e.RoundVoided, table: Table) -> Table:
    return replace(table, phase=Phase.BETWEEN_ROUNDS, wagers={}, hold=None, offer="")


@_evolve.register
def _(event: e.PlayerRestricted, table: Table) -> Table:
    return replace(table, restricted=_changed(table.restricted, event.player, lifted=event.lifted))


@_evolve.register
def _(event: e.MoreHandsAllowed, table: Table) -> Table:
    return replace(table, allowed_more=_changed(table.allowed_more, event.player, lifted=event.lifted))


@_evolve.register
def _(event: e.IrregularityReported, table: Table) -> Table:
    return replace(
        table,
        hold=Hold(
            fault=event.fault,
            clause=event.clause,
            position=event.position,
            wager=event.wager,
            player=event.player,
            cents=event.cents,
            cards=event.cards,
            handled=event.handled,
            note=event.note,
        ),
    )


@_evolve.register(e.IrregularityRemedied)
@_evolve.register(e.ReportRetracted)
def _(_event: e.IrregularityRemedied | e.ReportRetracted, table: Table) -> Table:
    return replace(table, hold=None)


@_evolve.register
def _(event: e.HandsMoved, table: Table) -> Table:
    kept = {position: hand for position, hand in table.hands.items() if position not in event.moves}
    moved = {to: table.hands[start] for start, to in event.moves.items()}
    return replace(table, hands={**kept, **moved})


@_evolve.register
def _(event: e.HandRemoved, table: Table) -> Table:
    return replace(table, hands={at: hand for at, hand in table.hands.items() if at != event.position})


@_evolve.register
def _(event: e.PlayerProhibited, table: Table) -> Table:
    return replace(table, prohibited=table.prohibited | {event.player})


@_evolve.register
def _(event: e.WithdrawalOffered, table: Table) -> Table:
    return replace(table, offer=event.clause)


@_evolve.register
def _(event: e.RoundCorrected, table: Table) -> Table:
    return replace(table, corrected=table.corrected | {event.round})


def _with_stake(table: Table, position: int, wager: str, player: str, cents: int) -> Table:
    """Set one player's share of a wager; a wager that nobody has a share in is removed."""
    stakes = table.stakes(position, wager)
    if any(stake.player == player for stake in stakes):
        stakes = tuple(Stake(player, cents) if stake.player == player else stake for stake in stakes)
    else:
        stakes = (*stakes, Stake(player, cents))
    stakes = tuple(stake for stake in stakes if stake.cents)
    wagers = {**table.wagers.get(position, {}), wager: stakes}
    if not stakes:
        del wagers[wager]
    positions = {**table.wagers, position: wagers}
    if not wagers:
        del positions[position]
    return replace(table, wagers=positions)


def _with_hand(table: Table, position: int, hand: Hand) -> Table:
    return replace(table, hands={**table.hands, position: hand})


def _changed(players: frozenset[str], player: str, *, lifted: bool) -> frozenset[str]:
    return players - {player} if lifted else players | {player}
