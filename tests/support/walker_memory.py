"""What the walker remembers of a round, from its events alone, to hold the table against it.

Here: stakes, purses, who has viewed or handled cards, and what was found or returned. Not here: what must follow from
it (`walker_rules`). Nothing here reads the table.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any, TypeAlias

import msgspec
from msgspec.structs import replace

from houseway.kept.postings import postings
from houseway.rulebook.comparison import Result
from houseway.rulebook.procedure import Fault, Remedy, Role
from houseway.table import commands as c
from houseway.table import events as e
from houseway.table.state import DEALER, Hold

Part: TypeAlias = tuple[int, str, str]
"""One player's part of a wager: position, wager, player."""


class Memory(msgspec.Struct, frozen=True, kw_only=True):
    """One round as the walker saw it happen."""

    round: int = 0
    purse: dict[str, int] = {}
    """What each account has gained by this round; corrections of earlier rounds are not in it."""
    stakes: dict[Part, int] = {}
    returned: frozenset[Part] = frozenset()
    whole: dict[tuple[int, str], int] = {}
    """Each wager as it was when betting closed, and as it was found later: parts returned by rule are still in it."""
    marked: frozenset[str] = frozenset()
    """Players who have had a wager below the minimum settled in an earlier round."""
    marked_now: frozenset[tuple[int, str]] = frozenset()
    """Where and of whom such a wager was settled in this round."""
    own_deck: bool = False
    viewed: dict[str, int] = {}
    handled: bool = False
    exposed: int = 0
    sees: dict[int, str] = {}
    """Who has the cards of a position in hand."""
    shown: frozenset[int] = frozenset()
    conceded: frozenset[int] = frozenset()
    permitted: bool = False
    """Whether a supervisor let players withdraw until the reveal, after a wrong deal (5.10, R67)."""
    may_permit: bool = False
    """Whether a supervisor may still permit that, because a dealer remedied the wrong deal (R93)."""
    corrected: frozenset[str] = frozenset()
    """What has been corrected after settlement: "set right", "void", or a position."""


Remember: TypeAlias = Callable[[Any, Memory], Memory]


def remember(memory: Memory, event: e.Event, hold: Hold | None, by: c.Actor) -> Memory:
    """The memory after an event; `hold` and `by` are the fault on hold before it and who gave the command."""
    moved = postings("t", event)
    assert not sum(posting.cents for posting in moved), f"postings that do not sum to zero: {event}"
    earlier = getattr(event, "round", memory.round) < memory.round
    if earlier:
        return memory
    if moved:
        purse = dict(memory.purse)
        for posting in moved:
            purse[posting.account] = purse.get(posting.account, 0) + posting.cents
        memory = replace(memory, purse=purse)
    if isinstance(event, e.IrregularityRemedied):
        assert hold is not None, "a remedy without a report"
        return _remedied(memory, event, hold, by)
    known = _REMEMBER.get(type(event))
    return known(event, memory) if known else memory


def _remedied(memory: Memory, event: e.IrregularityRemedied, hold: Hold, by: c.Actor) -> Memory:
    exposed = hold.cards if event.fault is Fault.CARDS_EXPOSED else 0
    dissatisfied = event.fault in (Fault.PLAYER_COUNT, Fault.NO_CARDS, Fault.UNWAGERED_CARDS)
    dissatisfied = dissatisfied and event.remedy is not Remedy.RECONSTRUCT
    permits = dissatisfied and by.role >= Role.PIT_SUPERVISOR
    return replace(
        memory,
        handled=memory.handled or hold.handled,
        exposed=memory.exposed + exposed,
        permitted=memory.permitted or permits,
        may_permit=memory.may_permit or dissatisfied,
    )


def _opened(event: e.BettingOpened, memory: Memory) -> Memory:
    marked = memory.marked | {player for _, player in memory.marked_now}
    return Memory(round=event.round, own_deck=event.own_deck, marked=marked)


def _placed(event: e.WagerPlaced, memory: Memory) -> Memory:
    part = (event.position, event.wager, event.player)
    return replace(memory, stakes={**memory.stakes, part: memory.stakes.get(part, 0) + event.cents})


def _withdrawn(event: e.WagerWithdrawn, memory: Memory) -> Memory:
    return replace(memory, stakes=_without(memory.stakes, event, event.cents))


def _closed(_event: e.BettingClosed, memory: Memory) -> Memory:
    whole: dict[tuple[int, str], int] = {}
    for (at, wager, _), cents in memory.stakes.items():
        whole[at, wager] = whole.get((at, wager), 0) + cents
    return replace(memory, whole=whole)


def _found(event: e.WagerFound, memory: Memory) -> Memory:
    part, wager = (event.position, event.wager, event.player), (event.position, event.wager)
    assert memory.stakes[part] == event.was, f"found {event} where {memory.stakes[part]} lay"
    whole = {**memory.whole, wager: memory.whole[wager] + event.cents - event.was}
    return replace(memory, stakes={**memory.stakes, part: event.cents}, whole=whole)


def _settled(event: e.WagerSettled, memory: Memory) -> Memory:
    part = (event.position, event.wager, event.player)
    stakes = _without(memory.stakes, event, event.stake)
    assert 0 <= event.back <= event.stake
    assert 0 <= event.commission <= event.payout
    if event.result is Result.RETURNED:
        assert event.back == event.stake, f"a wager returned in part: {event}"
        assert not event.payout, f"a returned wager was paid: {event}"
        return replace(memory, stakes=stakes, returned=memory.returned | {part})
    marked = {(event.position, event.player)} if event.limit is e.LimitRule.UNDER_MINIMUM else set()
    return replace(memory, stakes=stakes, marked_now=memory.marked_now | marked)


def _without(stakes: dict[Part, int], event: Any, cents: int) -> dict[Part, int]:
    """The stakes without one part, which must be exactly what lies there."""
    part = (event.position, event.wager, event.player)
    assert stakes.get(part) == cents, f"{event} but {stakes.get(part)} lies there"
    return {other: lying for other, lying in stakes.items() if other != part}


def _viewed(event: e.HandViewed, memory: Memory) -> Memory:
    viewed = {event.player: event.position} | memory.viewed
    return replace(memory, viewed=viewed, sees={**memory.sees, event.position: event.player})


def _removed(event: e.HandRemoved, memory: Memory) -> Memory:
    at = event.position
    sees = {other: player for other, player in memory.sees.items() if other != at}
    return replace(memory, sees=sees, shown=memory.shown - {at}, conceded=memory.conceded - {at})


def _moved(event: e.HandsMoved, memory: Memory) -> Memory:
    moves = event.moves
    shown = frozenset(moves.get(at, at) for at in memory.shown)
    return replace(memory, shown=shown, conceded=memory.conceded - set(moves) - set(moves.values()))


def _corrected(event: e.RoundCorrected, memory: Memory) -> Memory:
    done = {str(at) for at in event.removed} | ({"void"} if event.void else set())
    kept = frozenset(mark for mark in memory.marked_now if not event.void and mark[0] not in event.removed)
    return replace(memory, corrected=memory.corrected | (done or {"set right"}), marked_now=kept)


def _dealt(event: e.DealEnded, memory: Memory) -> Memory:
    return replace(memory, own_deck=event.own_deck)


def _revealed(_event: e.DealerRevealed, memory: Memory) -> Memory:
    return replace(memory, shown=memory.shown | {DEALER}, conceded=frozenset())


def _shown(event: e.HandShown, memory: Memory) -> Memory:
    return replace(memory, shown=memory.shown | {event.position})


def _conceded(event: e.HandConceded, memory: Memory) -> Memory:
    return replace(memory, conceded=memory.conceded | {event.position})


def _offered(event: e.WithdrawalOffered, memory: Memory) -> Memory:
    return replace(memory, permitted=memory.permitted or not event.until_next_act)


def _ended(_event: e.RevealEnded, memory: Memory) -> Memory:
    return replace(memory, permitted=False)


_REMEMBER: dict[type[e.Event], Remember] = {
    e.BettingOpened: _opened,
    e.WagerPlaced: _placed,
    e.WagerWithdrawn: _withdrawn,
    e.BettingClosed: _closed,
    e.WagerFound: _found,
    e.WagerSettled: _settled,
    e.HandViewed: _viewed,
    e.HandRemoved: _removed,
    e.HandsMoved: _moved,
    e.RoundCorrected: _corrected,
    e.DealEnded: _dealt,
    e.DealerRevealed: _revealed,
    e.HandShown: _shown,
    e.HandConceded: _conceded,
    e.RevealEnded: _ended,
    e.WithdrawalOffered: _offered,
}


@functools.cache
def kind_of(cards: c.Cards) -> str:
    """Whether seven cards bring other players an Envy Bonus, judged naively: "seven", "royal match" or nothing.

    >>> kind_of(("5c", "6c", "7c", "8c", "9c", "Tc", "Jc")), kind_of(("Ah", "Kh", "Qh", "Jh", "Th", "Kd", "Qd"))
    ('seven', 'royal match')
    """
    suits = {card[1] for card in cards}
    if "Jk" not in cards and len(suits) == 1:
        order = sorted("23456789TJQKA".index(card[0]) for card in cards)
        if order[-1] - order[0] == 6 or order == [0, 1, 2, 3, 4, 5, 12]:
            return "seven"
    for suit in "cdhs":
        royal = {rank + suit for rank in "AKQJT"} & set(cards)
        rest = [card for card in cards if card not in royal and not (card == "Jk" and len(royal) == 4)]
        if len(rest) == 2 and {card[0] for card in rest} == {"K", "Q"} and rest[0][1] == rest[1][1]:
            return "royal match"
    return ""
