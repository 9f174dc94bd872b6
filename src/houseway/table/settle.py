"""Comparing hands and settling every wager: one pure function of the book and the table.

Here: the result, payout, commission and clause of every wager, and the Envy Bonus. Money is integer cents. Not here:
who wins a comparison (`rulebook.comparison`), who may settle, or whose account changes.
"""

from __future__ import annotations

import functools
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from houseway.cards.card import Card
from houseway.cards.ranking import Wheel
from houseway.cards.tables import table_of
from houseway.rulebook.banking import BankCommission
from houseway.rulebook.comparison import Comparison, Result, compare, main_result
from houseway.rulebook.procedure import Act, Fault
from houseway.rulebook.rulebook import Rulebook
from houseway.rulebook.wagers import AS_SET, Judged, PayTable, Push, SideWager
from houseway.table import events as e
from houseway.table.commands import Cards
from houseway.table.state import DEALER, Hand, Stake, Table


class Outcome(NamedTuple):
    """How a whole wager ends, before it is divided among the players who share it."""

    result: Result
    clause: str
    pays: int = 0
    commission: bool = False
    line: str = ""
    reason: str = ""


def settle(book: Rulebook, table: Table) -> tuple[e.Event, ...]:
    """Compare every hand with the dealer's and settle every wager on the layout."""
    events: list[e.Event] = []
    lines = _Lines(book, table)
    row = book.procedure.permission(Act.SETTLE)
    compared = row.cite if row else ""
    for position in table.in_play():
        hand = table.hands[position]
        results: tuple[Comparison, Comparison] | None = None
        if hand.is_set and not hand.conceded:
            results = low, high = compare_hands(book, table, position)
            shown = e.HandShown(
                position=position, low=hand.low, high=hand.high, low_result=low, high_result=high, clause=compared
            )
            events.append(shown)
        elif not hand.is_set:  # the main wager was settled before the hand was set; only side wagers are left
            events.append(e.HandShown(position=position, low=(), high=hand.cards, clause=compared))
        for wager in _in_order(book, table, position):
            outcome = (
                _main(book, table, results) if wager == book.main.key else lines.outcome(position, _side(book, wager))
            )
            events += _settled(book, table, position, wager, outcome)
    events += _envy(book, table, lines, events)
    events += _bank(book, table, events)
    return (*events, e.RoundSettled(round=table.round))


def pushed_at_once(book: Rulebook, table: Table, push: Push) -> tuple[e.Event, ...]:
    """The main wagers of a round in which the dealer's open hand makes them push: before hands are set."""
    outcome = _pushed(push)
    return tuple(
        event for position in table.in_play() for event in _settled(book, table, position, book.main.key, outcome)
    )


def returned(table: Table, clause: str, *, position: int = -1, player: str = "") -> tuple[e.WagerSettled, ...]:
    """Return the wagers of a position, of a player, or all of them, in full."""
    return tuple(
        e.WagerSettled(
            position=at,
            wager=wager,
            player=stake.player,
            stake=stake.cents,
            result=Result.RETURNED,
            back=stake.cents,
            clause=clause,
        )
        for at, wagers in sorted(table.wagers.items())
        for wager, stakes in wagers.items()
        for stake in stakes
        if position in (-1, at) and player in ("", stake.player)
    )


def compare_hands(book: Rulebook, table: Table, position: int) -> tuple[Comparison, Comparison]:
    """How the low hand and the high hand of a position stand against the dealer's."""
    hand, dealer = table.hands[position], table.hands[DEALER]
    mine, theirs = ((_strength(book.wheel, held.low), _strength(book.wheel, held.high)) for held in (hand, dealer))
    return compare(mine[0], theirs[0]), compare(mine[1], theirs[1])


def dealer_push(book: Rulebook, dealer: Hand) -> Push | None:
    """Why the dealer's hand, as set, makes the main wagers push, or None."""
    low, high = ([Card(card) for card in part] for part in (dealer.low, dealer.high))
    return book.push_with(low, high) if book.main.pushes else None


def commission_on(book: Rulebook, payout: int) -> int:
    """The commission on what a wager pays, to the cent; half a cent is rounded in the player's favour."""
    rate = book.main.commission
    return (2 * payout * rate.numerator + rate.denominator - 1) // (2 * rate.denominator)


def divide(cents: int, stakes: Sequence[Stake]) -> list[int]:
    """Divide money by stake; odd cents go to the largest stake, or to the earliest of equal ones.

    >>> divide(100, [Stake("ann", 100), Stake("bob", 200)])
    [33, 67]
    """
    if len(stakes) == 1:
        return [cents]
    total = sum(stake.cents for stake in stakes)
    shares = [cents * stake.cents // total for stake in stakes]
    largest = max(range(len(stakes)), key=lambda index: stakes[index].cents)
    shares[largest] += cents - sum(shares)
    return shares


def _in_order(book: Rulebook, table: Table, position: int) -> list[str]:
    wagers = table.wagers[position]
    main = [book.main.key] if book.main.key in wagers else []
    return main + [side.key for side in book.side_wagers if side.key in wagers]


def _side(book: Rulebook, key: str) -> SideWager:
    return next(side for side in book.side_wagers if side.key == key)


@functools.lru_cache(maxsize=1024)
def _strength(wheel: Wheel, cards: Cards) -> int:
    return table_of(len(cards), wheel).rank([Card(card).index for card in cards])


def _main(book: Rulebook, table: Table, results: tuple[Comparison, Comparison] | None) -> Outcome:
    """The outcome of the main wager; a hand that was conceded is not compared."""
    if results is None:
        return Outcome(Result.LOSE, _conceded_cite(book), reason="conceded")
    push = dealer_push(book, table.hands[DEALER])
    if push is not None:
        return _pushed(push)
    low, high = results
    reason = f"high {high.value}, low {low.value}"
    if Comparison.COPY in results:
        reason += f" ({book.procedure.copy_cite})"
    reason = reason.replace(Comparison.COPY.value, book.procedure.copy_word)
    result = main_result(low, high)
    if result is Result.WIN:
        return Outcome(result, book.main.wins, pays=book.main.pays, commission=True, reason=reason)
    return Outcome(result, book.main.standoff if result is Result.STANDOFF else book.main.loses, reason=reason)


def _pushed(push: Push) -> Outcome:
    return Outcome(Result.STANDOFF, push.cite, reason=push.says)


def _conceded_cite(book: Rulebook) -> str:
    permission = book.procedure.permission(Act.CONCEDE)
    return permission.cite if permission else book.main.loses


def _settled(book: Rulebook, table: Table, position: int, wager: str, outcome: Outcome) -> Iterator[e.WagerSettled]:
    """Settle a wager within the limits of the table, divided among the players who share it."""
    stakes = table.stakes(position, wager)
    total = sum(stake.cents for stake in stakes)
    most = table.limits.get(wager, (0, total))[1]
    short = table.short(position, wager)
    under = book.procedure.cite_of(Fault.UNDER_MINIMUM) if short else ""
    if short and any(stake.player in table.under_minimum for stake in stakes):
        yield from (
            e.WagerSettled(
                position=position, wager=wager, player=stake.player, stake=stake.cents, result=Result.RETURNED,
                back=stake.cents, clause=under, reason="below the minimum for a second time",
                limit=e.LimitRule.UNDER_MINIMUM_AGAIN,
            )
            for stake in stakes
        )  # fmt: skip
        return
    played = min(total, most)
    payout = played * outcome.pays
    commission = commission_on(book, payout) if outcome.commission else 0
    back = total - played if outcome.result is Result.LOSE else total
    limit, limited = e.LimitRule.NONE, ""
    if short:
        limit, limited = e.LimitRule.UNDER_MINIMUM, f"below the minimum, settled this once ({under})"
    elif played < total:
        over = book.procedure.cite_of(Fault.OVER_MAXIMUM)
        limit, limited = e.LimitRule.OVER_MAXIMUM, f"over the maximum, the excess returned ({over})"
    reason = "; ".join(filter(None, (outcome.reason, limited)))
    shares = zip(stakes, divide(payout, stakes), divide(commission, stakes), divide(back, stakes), strict=True)
    for stake, paid, charged, kept in shares:
        yield e.WagerSettled(
            position=position, wager=wager, player=stake.player, stake=stake.cents, result=outcome.result, payout=paid,
            commission=charged, back=kept, clause=outcome.clause, line=outcome.line, reason=reason, limit=limit,
            bank=table.bank.player if table.bank and wager == book.main.key else "",
        )  # fmt: skip


def _bank(book: Rulebook, table: Table, settled: Sequence[e.Event]) -> Iterator[e.BankSettled]:
    """What a player's bank wins or loses by the wagers settled against it, and the commission on it.

    The house has half of a shared bank; an odd cent is rounded in the player's favour.
    """
    bank, banking = table.bank, book.procedure.banking
    if bank is None or banking is None:
        return
    won = [event.lost for event in settled if isinstance(event, e.WagerSettled) and event.bank]
    parts = [sum(won)] if banking.commission is BankCommission.NET_WIN else won
    own = [part - part // 2 if bank.shared else part for part in parts]
    yield e.BankSettled(
        position=bank.position,
        player=bank.player,
        cents=bank.cents,
        won=sum(won),
        house=sum(won) - sum(own),
        commission=sum(commission_on(book, part) for part in own if part > 0),
        clause=banking.commission_cite,
    )


def pay_table(table: Table, side: SideWager) -> PayTable:
    """The pay table that a table uses for a side wager: the one it was opened with, or the first."""
    wanted = table.pay_tables.get(side.key, side.pay_tables[0].name)
    return next(pays for pays in side.pay_tables if pays.name == wanted)


def envy_side(book: Rulebook) -> SideWager | None:
    """The side wager that brings an Envy Bonus, if the book has one."""
    sides = (side for side in book.side_wagers if any(line.envy for t in side.pay_tables for line in t.lines))
    return next(sides, None)


class _Lines:
    """The pay line of every hand on the table, each looked up once."""

    def __init__(self, book: Rulebook, table: Table) -> None:
        self.book, self.table = book, table
        self.positions = [DEALER, *table.in_play()]
        self.found: dict[tuple[str, Cards], int] = {}
        self.pays: dict[str, PayTable] = {}

    def pay_table(self, side: SideWager) -> PayTable:
        if side.key not in self.pays:
            self.pays[side.key] = pay_table(self.table, side)
        return self.pays[side.key]

    def line(self, position: int, side: SideWager) -> int:
        """The line a position is paid on, or -1."""
        if side.judged is Judged.TOGETHER:
            player, dealer = ([Card(card) for card in self.table.hands[at].cards] for at in (position, DEALER))
            return self.book.line_together(side, self.pay_table(side), player=player, dealer=dealer)
        hand = self.table.hands[position if side.judged is Judged.PLAYER_CARDS else DEALER]
        cards = hand.cards
        if side.judged in AS_SET:
            cards = hand.low if side.judged is Judged.DEALER_LOW else hand.high
        if (side.key, cards) not in self.found:
            line = self.book.line_of(side, self.pay_table(side), [Card(card) for card in cards])
            self.found[side.key, cards] = line
        return self.found[side.key, cards]

    def outcome(self, position: int, side: SideWager) -> Outcome:
        found = self.line(position, side)
        if found < 0:
            return Outcome(Result.LOSE, side.loses or side.cite, reason="not on the pay table")
        line = self.pay_table(side).lines[found]
        return Outcome(Result.WIN, side.wins or side.cite, pays=line.pays, line=line.name)


def _envy(book: Rulebook, table: Table, lines: _Lines, settled: Sequence[e.Event]) -> Iterator[e.Event]:
    """One Envy Bonus for each qualifying hand of another player and seated player with that side wager, or its bar.

    A hand is a player's own if the player has a main wager on it or controls it. A wager that was returned does not
    count, and neither does a hand whose main wager was returned.
    """
    side = envy_side(book)
    if side is None or not any(side.key in wagers for wagers in table.wagers.values()):
        return
    gone = {
        (event.position, event.wager)
        for event in settled
        if isinstance(event, e.WagerSettled) and event.result is Result.RETURNED
    }
    pays = lines.pay_table(side)
    found = {position: lines.line(position, side) for position in lines.positions}
    hands = {position: line for position, line in sorted(found.items()) if position != DEALER}
    standing = [at for at in hands if table.stakes(at, book.main.key) and (at, book.main.key) not in gone]
    for player in dict.fromkeys(table.seats[position] for position in sorted(table.seats)):
        wagered = any(
            stake.player == player and (position, side.key) not in gone
            for position in table.wagers
            for stake in table.stakes(position, side.key)
        )
        own = {at for at in hands if table.controller(at) == player or _has_stake(table, at, book.main.key, player)}
        mine = [hands[at] for at in own]
        for position in standing if wagered else ():
            line = pays.lines[hands[position]] if hands[position] >= 0 else None
            if line is None or not line.envy or position in own:
                continue
            bar = pays.envy_bar(hands[position], mine=mine, dealer=found[DEALER])
            if bar is None:
                yield e.EnvyPaid(player=player, position=position, line=line.name, cents=line.envy, clause=side.envy)
            else:
                clause = dict(side.envy_bars).get(bar, side.no_envy)
                yield e.EnvyBarred(player=player, position=position, line=line.name, bar=bar, clause=clause)


def _has_stake(table: Table, position: int, wager: str, player: str) -> bool:
    return any(stake.player == player for stake in table.stakes(position, wager))
