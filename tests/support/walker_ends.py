"""Whether a round can be brought to its end from wherever the walker is, and whether corrections come to the same.

Here: the way forward, and settling then correcting against settling right. Not here: single steps (`walker_rules`).
"""

from __future__ import annotations

import functools
import itertools
from collections.abc import Iterator

from msgspec.structs import replace

from houseway.rulebook.procedure import Fault, Phase, Remedy, Role
from houseway.table import commands as c
from houseway.table.irregular import remedies
from houseway.table.state import DEALER
from support.walker_memory import Memory
from support.walker_moves import ordered, whole_deck
from support.walker_spot import Spot, attempt, do, key
from support.walker_starts import DEALER_BY, PLAYERS, SHIFT_MANAGER, SUPERVISOR

NEWCOMER = c.Actor("dan", Role.PLAYER)
WRONG_DEALS = (Fault.PLAYER_COUNT, Fault.NO_CARDS, Fault.DEALER_COUNT, Fault.MISDEAL, Fault.OTHER)


class Ends:
    """Remembers from which states a round was brought to its end, so that no way is walked twice."""

    def __init__(self) -> None:
        self.known: set[int] = set()
        self.settled: set[int] = set()

    def check(self, spot: Spot) -> None:
        """Bring the round to its end; and where it can be settled, correct it afterwards."""
        way: list[int] = []
        while spot.table.phase is not Phase.BETWEEN_ROUNDS or spot.table.hold is not None:
            number = key(spot)
            if number in self.known:
                break
            assert len(way) < 20, f"no end in sight: {spot.table.phase.value}, hold {spot.table.hold}"
            way.append(number)
            if spot.table.phase is Phase.REVEALED and spot.table.hold is None:
                check_corrections(spot)
            spot = _onward(spot)
        self.known.update(way)


def _onward(spot: Spot) -> Spot:
    """One step towards the end of the round."""
    for command in _ways(spot):
        done = attempt(spot, command)
        if not isinstance(done, Exception):
            return done[0]
    raise AssertionError(f"no way on from {spot.table.phase.value}, hold {spot.table.hold}")


def _ways(spot: Spot) -> Iterator[c.Command]:
    table, start = spot.table, spot.start
    if table.hold is not None:
        for printed in sorted(remedies(start.book, table), key=lambda known: known.remedy is Remedy.CONTINUE):
            yield from ordered(spot, printed, by=SHIFT_MANAGER)
        return
    match table.phase:
        case Phase.BETTING:
            yield c.AnnounceNoMoreBets(by=DEALER_BY)
            for player, at in itertools.product((*PLAYERS, NEWCOMER), (1, 2)):
                yield c.PlaceWager(by=player, position=at, wager=start.book.main.key, cents=1000)
            yield from (c.Sit(by=player, position=at) for player, at in itertools.product((*PLAYERS, NEWCOMER), (1, 2)))
        case Phase.CLOSED:
            yield c.Deal(by=DEALER_BY, deck=whole_deck(start))
        case Phase.SETTING:
            yield from (c.EndSetting(by=DEALER_BY), c.Reveal(by=DEALER_BY), c.Settle(by=DEALER_BY))
            for fault, at in itertools.product(WRONG_DEALS, (1, 2)):
                place = -1 if fault is Fault.DEALER_COUNT else at
                yield c.Report(by=DEALER_BY, fault=fault, position=place, note="a wrong deal")
        case Phase.REVEALED:
            yield c.Settle(by=DEALER_BY)


# ---------------------------------------------------------------------------------------------------------------------
# Corrections


def check_corrections(spot: Spot) -> None:
    """Settle and correct in every order of two corrections: everybody ends with what settling right would have paid."""
    procedure = spot.start.book.procedure
    made: dict[str, tuple[c.Command, ...]] = {}
    if any(hand.wrong for hand in spot.table.hands.values()):
        made["set right"] = (c.Correct(by=SUPERVISOR, round=spot.table.round),)
    if not spot.memory.own_deck and procedure.irregularity(Fault.DEALER_COUNT):
        made["void"] = _found_later(Fault.DEALER_COUNT, -1, Remedy.VOID)
        if procedure.irregularity(Fault.PLAYER_COUNT):
            for at in spot.table.in_play():
                made[str(at)] = _found_later(Fault.PLAYER_COUNT, at, Remedy.REMOVE_HAND)
    if not made:
        return
    done = attempt(spot, c.Settle(by=DEALER_BY))
    assert not isinstance(done, Exception), f"cannot settle: {done}"
    settled = done[0]

    @functools.cache
    def once(first: str) -> Spot:
        return do(settled, *made[first])

    @functools.cache
    def rightly(corrections: frozenset[str]) -> dict[str, int]:
        return purses(_settled_right(spot, corrections))

    for first, second in [*((one, "") for one in made), *itertools.permutations(made, 2)]:
        after = once(first)
        if first == "void":
            assert not purses(after.memory), f"a void round changed purses: {purses(after.memory)}"
            continue  # nothing is left to correct
        if second == "set right" and not any(hand.wrong for at, hand in spot.table.hands.items() if str(at) != first):
            continue
        after = do(after, *made.get(second, ()))
        right = rightly(frozenset({first, second}))
        assert purses(after.memory) == right, f"{first}, {second}: {purses(after.memory)}, but right is {right}"


def _found_later(fault: Fault, at: int, remedy: Remedy) -> tuple[c.Command, ...]:
    return (
        c.Report(by=DEALER_BY, fault=fault, position=at, cards=8),
        c.RemedyFault(by=SUPERVISOR, remedy=remedy),
    )


def _settled_right(spot: Spot, corrections: frozenset[str]) -> Memory:
    """The round as if everything had been found before it was settled."""
    right = spot
    if "set right" in corrections:
        for at, hand in sorted(spot.table.hands.items()):
            if hand.wrong and (at == DEALER or at in spot.table.wagers):
                right = do(
                    right,
                    c.Report(by=DEALER_BY, fault=Fault.WRONG_HOUSE_WAY, position=at),
                    c.RemedyFault(by=DEALER_BY, remedy=Remedy.SET_RIGHT),
                )
    for at in sorted(int(place) for place in corrections if place.isdigit()):
        right = _with_a_card_less(right, at)
        right = do(
            right,
            c.Report(by=DEALER_BY, fault=Fault.PLAYER_COUNT, position=at, handled=True),
            c.RemedyFault(by=SUPERVISOR, remedy=Remedy.REMOVE_HAND),
        )
    if "void" in corrections:
        right = _with_a_card_less(right, DEALER)
        report = c.Report(by=DEALER_BY, fault=Fault.DEALER_COUNT, handled=True)
        return do(right, report, c.RemedyFault(by=SUPERVISOR, remedy=Remedy.VOID)).memory
    return do(right, c.Settle(by=DEALER_BY)).memory


def _with_a_card_less(spot: Spot, at: int) -> Spot:
    hand = spot.table.hands[at]
    short = replace(hand, cards=hand.cards[:-1])
    return spot._replace(table=replace(spot.table, hands={**spot.table.hands, at: short}))


def purses(memory: Memory) -> dict[str, int]:
    """What each account gained, without those that gained nothing."""
    return {account: cents for account, cents in memory.purse.items() if cents}
