"""The twenty defects that the second reading found, each put back by one small change to the table.

Here: what each defect changes, and where the walker starts to find it. Not here: running them (`test_walker`). Each
change restores what the table did before ruling R76 and later.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

import msgspec
import pytest

from houseway.errors import Refused
from houseway.rulebook.comparison import Result
from houseway.rulebook.procedure import Act, Fault, Irregularity, Phase, Remedy, When
from houseway.rulebook.rulebook import Rulebook
from houseway.table import betting, decide, irregular, playing, possible, reports, settle
from houseway.table import commands as c
from houseway.table import events as e
from houseway.table.state import DEALER, Hold, Table
from support.walker_starts import ANN, BOB, DEALER_BY, FIRST_ONLY, SHIFT_MANAGER, SUPERVISOR, Start, small_book

_changed = msgspec.structs.replace
Patch = pytest.MonkeyPatch


@dataclass(frozen=True)
class Mutant:
    """A defect of the list, how it is put back, and where the walker meets it."""

    number: int
    rule: str
    put_back: Callable[[Patch], None]
    start: str = "whole, right"
    book: str = "mbs-v4"
    then: tuple[c.Command, ...] = ()
    """Commands to begin with; the cards of the start's first deal are entered before them."""
    own: Start | None = None


def _handler(patch: Patch, command: type[c.Command], wrap: Callable[..., Callable[..., Any]]) -> None:
    """Change what carries a command out."""
    act, handler = decide.HANDLERS[command]
    patch.setitem(decide.HANDLERS, command, (act, wrap(handler)))


def _report_check(patch: Patch, fault: Fault, before: Callable[..., None]) -> None:
    """Add a check to a report."""
    need = reports.NEEDS[fault]

    def check(book: Rulebook, table: Table, command: c.Report, known: Irregularity) -> None:
        before(book, table, command, known)
        need.check(book, table, command, known)

    patch.setitem(reports.NEEDS, fault, replace(need, check=check))


def _conditions(patch: Patch, change: Callable[[Table, Hold, When], Table | bool]) -> None:
    """Change what a condition of a remedy looks at."""
    printed_for = irregular._is_printed_for

    def changed(book: Rulebook, table: Table, hold: Hold, when: When) -> bool:
        found = change(table, hold, when)
        return found if isinstance(found, bool) else printed_for(book, found, hold, when)

    patch.setattr(irregular, "_is_printed_for", changed)


def _phases(patch: Patch, faults: set[Fault], phase: Phase) -> None:
    """Refuse some reports in a phase."""
    in_phase = possible.must_be_possible

    def changed(table: Table, known: Irregularity, by: c.Actor) -> None:
        if known.fault in faults and table.phase is phase:
            raise Refused("it cannot be reported now")
        in_phase(table, known, by)

    patch.setattr(irregular, "must_be_possible", changed)


def own_deck_misdeal(patch: Patch) -> None:
    def wrap(handler: Callable[..., Any]) -> Callable[..., Any]:
        return lambda book, table, command, row: handler(book, _changed(table, own_deck=False), command, row)

    _handler(patch, c.Report, wrap)


def _envy_before(*, own_by_seat: bool, standing: bool) -> Callable[..., Any]:
    """The Envy Bonus with one of the two conditions of R77 left out."""

    def envy(book: Rulebook, table: Table, lines: Any, settled: Any) -> Any:
        side = next(side for side in book.side_wagers if side.envy)
        gone = {(x.position, x.wager) for x in settled if isinstance(x, e.WagerSettled) and x.result is Result.RETURNED}
        pays, main = lines.pay_table(side), book.main.key
        found = {at: lines.line(at, side) for at in lines.positions}
        hands = {at: line for at, line in found.items() if at != DEALER}
        for player in dict.fromkeys(table.seats.values()):
            staked = {at for at in hands if settle._has_stake(table, at, main, player)}
            controls = {at for at in hands if table.controller(at) == player}
            own = {at for at in hands if table.seats.get(at) == player} if own_by_seat else staked | controls
            sides = any(
                s.player == player and (at, side.key) not in gone
                for at in table.wagers
                for s in table.stakes(at, side.key)
            )
            for at, line in hands.items():
                lost = standing and (not table.stakes(at, main) or (at, main) in gone)
                cents = pays.envy(line, mine=[hands[mine] for mine in own], dealer=found[DEALER])
                if sides and cents and at not in own and not lost:
                    yield e.EnvyPaid(player=player, position=at, line=pays.lines[line].name, cents=cents)

    return envy


def own_hand_envied(patch: Patch) -> None:
    patch.setattr(settle, "_envy", _envy_before(own_by_seat=True, standing=True))


def returned_hand_envied(patch: Patch) -> None:
    patch.setattr(settle, "_envy", _envy_before(own_by_seat=False, standing=False))


def short_after_a_return(patch: Patch) -> None:
    def short(table: Table, at: int, wager: str) -> bool:
        return table.total(at, wager) < table.limits.get(wager, (0, 0))[0]

    patch.setattr(Table, "short", short)


def exposed_apart(patch: Patch) -> None:
    _conditions(patch, lambda table, _hold, _when: _changed(table, exposed=0))


def handled_forgotten(patch: Patch) -> None:
    _conditions(patch, lambda table, _hold, _when: _changed(table, handled=False))


def unwagered_before_the_reveal_only(patch: Patch) -> None:
    _phases(patch, {Fault.MISDEAL, Fault.UNWAGERED_CARDS}, Phase.REVEALED)


def viewed_forgotten(patch: Patch) -> None:
    def wrap(handler: Callable[..., Any]) -> Callable[..., Any]:
        def view(book: Rulebook, table: Table, command: c.Command, row: Any) -> Any:
            lying = {hand.viewed_by: at for at, hand in table.hands.items() if hand.viewed_by}
            return handler(book, _changed(table, viewed=lying), command, row)

        return view

    _handler(patch, c.ViewHand, wrap)


def next_may_not_view(patch: Patch) -> None:
    def wrap(handler: Callable[..., Any]) -> Callable[..., Any]:
        def view(book: Rulebook, table: Table, command: c.ViewHand, row: Any) -> Any:
            hand = table.hands.get(command.position)
            if hand is not None and hand.viewed_by:
                raise Refused("the hand has been viewed")
            return handler(book, table, command, row)

        return view

    _handler(patch, c.ViewHand, wrap)


def any_count(patch: Patch) -> None:
    counted = (When.RIGHT_COUNT, When.WRONG_COUNT)
    _conditions(patch, lambda table, _hold, when: True if when in counted else table)


def whole_cents_only(patch: Patch) -> None:
    def before(book: Rulebook, _table: Table, command: c.Report, _known: Irregularity) -> None:
        if (command.cents * book.main.commission).denominator != 1:
            raise Refused("cannot be settled in whole cents")

    _report_check(patch, Fault.UNDER_MINIMUM, before)


def shared_not_withdrawn(patch: Patch) -> None:
    def wrap(handler: Callable[..., Any]) -> Callable[..., Any]:
        def withdraw(book: Rulebook, table: Table, command: c.WithdrawWager, row: Any) -> Any:
            seated = table.seats.get(command.position) == command.by.name
            if seated and len(table.stakes(command.position, command.wager)) > 1:
                raise Refused("other players share this wager")
            return handler(book, table, command, row)

        return withdraw

    _handler(patch, c.WithdrawWager, wrap)


def first_part_refused(patch: Patch) -> None:
    def within(_book: Rulebook, table: Table, command: c.PlaceWager) -> None:
        least, most = table.limits[command.wager]
        if not least <= table.total(command.position, command.wager) + command.cents <= most:
            raise Refused("outside the limits")

    patch.setattr(betting, "_within_limits", within)


def nothing_between_rounds(patch: Patch) -> None:
    _phases(patch, {Fault.OTHER, Fault.CONFIDENTIALITY}, Phase.BETWEEN_ROUNDS)


def no_count_after_settlement(patch: Patch) -> None:
    _phases(patch, {Fault.DEALER_COUNT, Fault.PLAYER_COUNT}, Phase.BETWEEN_ROUNDS)


def six_cards_not_viewed(patch: Patch) -> None:
    own_hand = playing._own_hand

    def whole(*given: Any, **_flags: Any) -> Any:
        return own_hand(*given)

    patch.setattr(playing, "_own_hand", whole)


def no_correction_on_hold(patch: Patch) -> None:
    patch.setattr(decide, "DURING_A_HOLD", decide.DURING_A_HOLD - {Act.CORRECT})


def late_wager_where_somebody_sits(patch: Patch) -> None:
    def before(_book: Rulebook, table: Table, command: c.Report, _known: Irregularity) -> None:
        if command.position not in table.seats:
            raise Refused("nobody is seated there")

    _report_check(patch, Fault.LATE_WAGER, before)


_alone = Start(
    name="one seat taken", book=small_book("mbs-v4"), side="fortune-bonus", wagers=FIRST_ONLY, seats={1: ANN}
)
_END, _REVEAL = c.EndSetting(by=DEALER_BY), c.Reveal(by=DEALER_BY)
_GONE = c.Prohibit(by=SHIFT_MANAGER, player="ann")
_REPORT = c.Report(by=DEALER_BY, fault=Fault.OTHER)
_HANDLED = c.Report(by=DEALER_BY, fault=Fault.DEALER_COUNT, handled=True)
_WHOLE = c.RemedyFault(
    by=SUPERVISOR, remedy=Remedy.RECONSTRUCT, hands={DEALER: ("Qc", "Qs", "3h", "4h", "6s", "Td", "2c")}
)
_WRONG = c.Reveal(by=DEALER_BY, low=("Jd", "Ks"))
_EXPOSED = c.Report(by=DEALER_BY, fault=Fault.CARDS_EXPOSED, cards=1)
_GO_ON = c.RemedyFault(by=DEALER_BY, remedy=Remedy.CONTINUE)
_SHARED = tuple(c.PlaceWager(by=player, position=1, wager="main", cents=500) for player in (ANN, BOB))
MUTANTS = (
    Mutant(1, "R76", own_deck_misdeal, "whole, own deck"),
    Mutant(2, "R77", own_hand_envied, "shared, right", then=(_END, _REVEAL)),
    Mutant(3, "R77", returned_hand_envied, "side bettor, right", then=(_END, _REVEAL, _GONE)),
    Mutant(4, "R80", short_after_a_return, "shared, right", then=(_END, _REVEAL, _GONE)),
    Mutant(5, "R88", exposed_apart, then=(_EXPOSED, _GO_ON)),
    Mutant(6, "R79", handled_forgotten, "whole, dealer six", then=(_HANDLED, _WHOLE)),
    Mutant(7, "R89", unwagered_before_the_reveal_only, "first only, two dealt"),
    Mutant(8, "R79", viewed_forgotten, "two hands, six"),
    Mutant(9, "R60", next_may_not_view, "shared, right"),
    Mutant(10, "R91", any_count),
    Mutant(11, "R82", whole_cents_only, then=(_END, _REVEAL)),
    Mutant(12, "R84", shared_not_withdrawn, "betting", then=_SHARED),
    Mutant(13, "R81", first_part_refused, "betting"),
    Mutant(14, "R89", nothing_between_rounds),
    Mutant(15, "R89", no_count_after_settlement),
    Mutant(16, "R90", six_cards_not_viewed, "two hands, six"),
    Mutant(19, "R95", no_correction_on_hold, then=(_END, _WRONG, c.Settle(by=DEALER_BY), _REPORT)),
    Mutant(20, "5.5", late_wager_where_somebody_sits, own=_alone),
)
