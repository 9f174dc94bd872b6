"""What must hold after every step of the walker, by the documents and the rulings.

Here: the checks of one step, of the Envy Bonus, and of what viewers see. They compare the table with what the walker
remembers, and share no rule with `houseway.table`. Not here: what must be accepted (`walker_moves`).
"""

from __future__ import annotations

import msgspec

from houseway.rulebook.comparison import Result
from houseway.rulebook.procedure import Fault, Phase, Remedy, Role
from houseway.table import commands as c
from houseway.table import events as e
from houseway.table.state import DEALER, Table
from houseway.table.view import WATCHER, view
from support.walker_memory import Memory, kind_of
from support.walker_spot import Spot
from support.walker_starts import DEALER_BY, PLAYERS, SUPERVISOR

BY_A_SUPERVISOR = {Remedy.VOID, Remedy.RECONSTRUCT, Remedy.REMOVE_HAND, Remedy.RETURN_WAGERS, Remedy.PROHIBIT}
VIEWERS = (*PLAYERS, WATCHER, DEALER_BY, SUPERVISOR)
ENVY = {"seven": 25000, "royal match": 5000}
encode = msgspec.json.encode


def check_step(before: Spot, command: c.Command, events: tuple[e.Event, ...], after: Spot) -> None:
    """Check everything that must hold after one command."""
    _acts(before, command)
    _money(before, events, after)
    _what_stays(after)
    _no_hand_without_its_wager(before, command, after)
    if isinstance(command, c.Settle):
        _limits(before, events)
        _envy(before, events)


def _acts(before: Spot, command: c.Command) -> None:
    """Who may do what, and what the round so far forbids."""
    memory, hold, role = before.memory, before.table.hold, command.by.role
    if isinstance(command, c.ViewHand):
        assert command.by.name not in memory.viewed, "R79, 3.5.2: viewed a second hand"
    if isinstance(command, c.Correct):
        assert role >= Role.PIT_SUPERVISOR, "R87: a correction by a dealer"
    if not isinstance(command, c.RemedyFault) or hold is None:
        return
    supervised = command.remedy in BY_A_SUPERVISOR or hold.fault in (Fault.UNDER_MINIMUM, Fault.OVER_MAXIMUM)
    assert role >= Role.PIT_SUPERVISOR or not supervised, f"R87: {command.remedy.value} by a dealer"
    if hold.fault is Fault.MISDEAL:
        assert not memory.own_deck, "R76: a wrong deal of the house's own deck"
        touched = before.found or hold.handled
        only_void = before.start.book.id == "mbs-v3" and command.remedy is Remedy.VOID
        assert not touched or only_void, "5.2, R79: a wrong deal after cards were handled"
    if hold.fault is Fault.CARDS_EXPOSED:
        void = memory.exposed + hold.cards > 1
        assert (command.remedy is Remedy.VOID) is void, "5.4, R88: exposed cards add up"
    if hold.fault is Fault.DEVICE_COUNT:
        void = hold.cards != before.start.book.deck.size
        assert (command.remedy is Remedy.VOID) is void, "5.11, R91: the count decides alone"


def _no_hand_without_its_wager(before: Spot, command: c.Command, after: Spot) -> None:
    """A remedy that returns wagers leaves no hand behind that had one."""
    if isinstance(command, c.RemedyFault):
        left = {at for at in after.table.hands if at in before.table.wagers and at not in after.table.wagers}
        over = after.table.phase is Phase.BETWEEN_ROUNDS
        assert over or not left, f"{command.remedy.value}: hands without a wager at {left}"


def _money(before: Spot, events: tuple[e.Event, ...], after: Spot) -> None:
    """Chips are conserved, nothing is left over, and a void round leaves every purse as it was."""
    table, memory = after.table, after.memory
    assert sum(memory.purse.values()) == 0, "chips were made or lost"
    assert memory.purse.get("escrow:t", 0) == table.escrow() == sum(memory.stakes.values()), "the layout is miscounted"
    assert all(cents > 0 for cents in memory.stakes.values()), "an empty stake lies there"
    for event in events:
        if isinstance(event, e.WagerSettled) and event.result is not Result.RETURNED:
            part = (event.position, event.wager, event.player)
            assert part not in before.memory.returned, f"a returned wager was settled: {event}"
        if isinstance(event, e.RoundVoided) or (isinstance(event, e.RoundCorrected) and event.void):
            assert not any(memory.purse.values()), f"a void round changed purses: {memory.purse}"
    if table.phase is Phase.BETWEEN_ROUNDS:
        assert not memory.stakes, "wagers lie there between rounds"
    if any(isinstance(event, e.BettingClosed) for event in events):
        for at, wagers in table.wagers.items():
            for wager in wagers:
                least = table.limits.get(wager, (0, 0))[0]
                assert table.total(at, wager) >= least, f"R81: a short {wager} on {at} after no more bets"
                if wager != before.start.book.main.key:
                    assert before.start.book.main.key in wagers, f"3.6: {wager} without a main wager on {at}"


def _what_stays(after: Spot) -> None:
    """What was viewed, handled, exposed and conceded, and what lies on the table once the dealer is revealed."""
    table, memory = after.table, after.memory
    assert table.viewed == memory.viewed, f"R79: viewed {memory.viewed}, the table says {table.viewed}"
    assert table.handled == memory.handled, "R79: handled cards were forgotten"
    assert table.exposed == memory.exposed, "R88: exposed cards were forgotten"
    marked = memory.marked | {player for _, player in memory.marked_now}
    assert table.under_minimum == marked, f"R64: short once {set(marked)}, the table says {set(table.under_minimum)}"
    if table.phase is not Phase.REVEALED:
        return
    conceded = {at for at, hand in table.hands.items() if hand.conceded}
    assert conceded == memory.conceded & set(table.hands), f"3.16.1: conceded {memory.conceded}, now {conceded}"
    dealer = table.hands[DEALER]
    assert dealer.is_set, "the dealer's hand is not set after the reveal"
    assert dealer.shown, "the dealer's hand is face down after the reveal"
    for at in table.wagers:
        assert at in table.hands, f"position {at} has a wager and no cards after the reveal"
        assert len(table.hands[at].cards) == after.start.book.dealt, f"position {at} has a wrong number of cards"


def _limits(before: Spot, events: tuple[e.Event, ...]) -> None:
    """R64, R80, R83: a wager counts as short by what was placed or found, not by what rules returned."""
    memory, limits = before.memory, before.table.limits
    for event in events:
        if not isinstance(event, e.WagerSettled):
            continue
        wager = (event.position, event.wager)
        short = event.wager in limits and memory.whole[wager] < limits[event.wager][0]
        parts = {part[2] for part in memory.stakes if part[:2] == wager}
        rule = e.LimitRule.NONE
        if short:
            rule = e.LimitRule.UNDER_MINIMUM_AGAIN if parts & memory.marked else e.LimitRule.UNDER_MINIMUM
        elif event.wager in limits and before.table.total(*wager) > limits[event.wager][1]:
            rule = e.LimitRule.OVER_MAXIMUM
        assert event.limit is rule, f"R80: {event} where {rule} applies"


def _envy(before: Spot, events: tuple[e.Event, ...]) -> None:
    """R56, R57, R77, R78: who receives an Envy Bonus, for which hands."""
    paid = {(event.player, event.position): event.cents for event in events if isinstance(event, e.EnvyPaid)}
    if before.start.book.id not in ("mbs-v4", "mbs-v3"):
        return
    gone = {
        (event.position, event.wager, event.player)
        for event in events
        if isinstance(event, e.WagerSettled) and event.result is Result.RETURNED
    }
    assert paid == _envied(before, {part for part in before.memory.stakes if part not in gone}), f"3.23, R77: {paid}"


def _envied(spot: Spot, standing: set[tuple[int, str, str]]) -> dict[tuple[str, int], int]:
    """The Envy Bonuses by the documents: each player who may be envious, and each hand that brings one."""
    table, main = spot.table, spot.start.book.main.key
    kinds = {at: kind_of(hand.cards) for at, hand in table.hands.items() if at in table.wagers or at == DEALER}
    if kinds.get(DEALER):
        return {}
    found: dict[tuple[str, int], int] = {}
    for player in set(table.seats.values()):
        if not any(part[1] == spot.start.side and part[2] == player for part in standing):
            continue
        own = {part[0] for part in spot.memory.stakes if part[1] == main and part[2] == player}
        own |= {at for at in table.wagers if table.controller(at) == player}
        mine = {kinds[at] for at in own if at in kinds}
        for at, kind in kinds.items():
            barred = "seven" in mine or ("royal match" in mine and kind != "seven")
            carries = any(part[:2] == (at, main) for part in standing)
            if kind and at not in own and carries and not barred:
                found[player, at] = ENVY[kind]
    return found


def check_views(table: Table, memory: Memory, number: int) -> None:
    """No viewer sees a card that lies face down: two viewers each time, all of them over a few states."""
    if not table.hands:
        return
    for viewer in (VIEWERS[number % len(VIEWERS)], VIEWERS[(number // 2 + 3) % len(VIEWERS)]):
        seen = encode(view(table, viewer).hands)
        for at, hand in table.hands.items():
            staff = viewer.role is not Role.PLAYER
            looks = viewer.name in hand.shown_to if staff else viewer.name and memory.sees.get(at) == viewer.name
            if at in memory.shown or looks:
                continue
            for card in hand.cards:
                assert f'"{card}"'.encode() not in seen, f"{viewer.name or 'a watcher'} sees {card} of {at}"


def check_refusal(refusal: Exception) -> None:
    """A refusal is one sentence."""
    text = str(refusal)
    assert text, "a refusal without a word"
    assert "\n" not in text, f"a refusal of several lines: {text}"
    assert ". " not in text, f"a refusal of several sentences: {text}"
