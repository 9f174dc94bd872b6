"""The settlement of a table beside the second opinion on it.

Here: describing a table to the second opinion, and the differences in money and marks. Not here: any rule
(`second_opinion`), making rounds (`laid_out_rounds`, `played_rounds`).
"""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from houseway.rulebook.rulebook import Rulebook
from houseway.table import events as e
from houseway.table.state import DEALER, Table
from support import second_opinion
from support.second_opinion import Round, Settlement
from support.second_opinion_cards import ROYAL_MATCH, SEVEN_CARD_STRAIGHT_FLUSH, five_cards, two_cards


def described(table: Table) -> Round:
    """A table about to be settled, in the plain terms of the second opinion."""
    return Round(
        book=table.book,
        seats=dict(table.seats),
        wagers={
            at: {wager: [(stake.player, stake.cents) for stake in stakes] for wager, stakes in wagers.items()}
            for at, wagers in table.wagers.items()
        },
        cards={at: hand.cards for at, hand in table.hands.items()},
        lows={at: hand.low for at, hand in table.hands.items() if hand.low},
        conceded={at for at, hand in table.hands.items() if hand.conceded},
        limits=dict(table.limits),
        had_short=set(table.under_minimum),
        taken_off={(at, wager): cents for at, wagers in table.returned.items() for wager, cents in wagers.items()},
        pay_tables=dict(table.pay_tables),
    )


def settled(events: Iterable[e.Event]) -> Settlement:
    """What the table's events come to."""
    found = Settlement()
    for event in events:
        if isinstance(event, e.WagerSettled):
            result = (event.result.value, event.payout, event.commission, event.back)
            found.stakes.append((event.position, event.wager, event.player, event.stake, *result))
            if event.limit is e.LimitRule.UNDER_MINIMUM:
                found.short.add(event.player)
        elif isinstance(event, e.EnvyPaid):
            found.envy.append((event.player, event.position, event.cents))
    return found


def differences(table: Table, events: Iterable[e.Event]) -> list[str]:
    """Every line in which the table and the second opinion differ."""
    ours, theirs = settled(events), second_opinion.settle(described(table))
    found = [f"table only: {row}" for row in ours.stakes if row not in theirs.stakes]
    found += [f"second opinion only: {row}" for row in theirs.stakes if row not in ours.stakes]
    if sorted(ours.stakes) != sorted(theirs.stakes) and not found:
        found.append("a stake is settled twice")
    if sorted(ours.envy) != sorted(theirs.envy):
        found.append(f"envy: table {sorted(ours.envy)}, second opinion {sorted(theirs.envy)}")
    if ours.short != theirs.short:
        found.append(f"short: table {sorted(ours.short)}, second opinion {sorted(theirs.short)}")
    return found


def is_open(table: Table) -> bool:
    """Whether a round turns on a point that no ruling decides; `test_second_opinion` has an example of it."""
    lines = [second_opinion.envied_line(described(table), at) for at in table.in_play()]
    return lines.count(ROYAL_MATCH) > 1 and SEVEN_CARD_STRAIGHT_FLUSH in lines


def set_right(book: Rulebook, before: Table) -> Table:
    """The round with every hand that the dealer set put right; what was conceded to a wrong setting counts (R94)."""
    hands = {}
    for at, hand in before.hands.items():
        right = tuple(card.text for card in book.set(hand.cards).low) if hand.house_way else hand.low
        hands[at] = replace(hand, low=right)
    dealers, rights = before.hands[DEALER], hands[DEALER]
    if (two_cards(dealers.low), five_cards(dealers.high)) != (two_cards(rights.low), five_cards(rights.high)):
        hands = {at: replace(hand, conceded=False) for at, hand in hands.items()}
    return replace(before, hands=hands)


def without(before: Table, positions: Iterable[int]) -> Table:
    """The round without some hands, whose wagers were returned."""
    gone = set(positions)
    return replace(
        before,
        wagers={at: wagers for at, wagers in before.wagers.items() if at not in gone},
        hands={at: hand for at, hand in before.hands.items() if at not in gone},
    )


Money = dict[tuple[int, str, str], tuple[int, int]]
"""By position, wager and player: what a player received, and the commission; an Envy Bonus is a wager `envy`."""


def money(settlement: Settlement) -> Money:
    """What everybody received."""
    found: Money = {
        (at, wager, player): (back + payout - commission, commission)
        for at, wager, player, _, _, payout, commission, back in settlement.stakes
    }
    return found | {(at, "envy", player): (cents, 0) for player, at, cents in settlement.envy}


def corrected(paid: Money, events: Iterable[e.Event]) -> Money:
    """What everybody has received after corrections too."""
    found = dict(paid)
    for event in events:
        if isinstance(event, e.SettlementCorrected | e.EnvyCorrected):
            wager, charged = (
                (event.wager, event.commission) if isinstance(event, e.SettlementCorrected) else ("envy", 0)
            )
            received, commission = found.get((event.position, wager, event.player), (0, 0))
            found[event.position, wager, event.player] = (received + event.cents, commission + charged)
    return {key: amounts for key, amounts in found.items() if key[1] != "envy" or amounts != (0, 0)}


def should_have(before: Table, right: Table | None) -> Money:
    """What everybody should have received if the round had been as in `right`, or void; what is not there went back."""
    stakes: Money = {
        (at, wager, player): (cents, 0)
        for at, wagers in described(before).wagers.items()
        for wager, parts in wagers.items()
        for player, cents in parts
    }
    return stakes | (money(second_opinion.settle(described(right))) if right is not None else {})


def layout(table: Table) -> str:
    """The whole round, for a failing test to print."""
    lines = [f"{table.book}, limits {table.limits}, pay tables {table.pay_tables}, seats {table.seats}"]
    lines.append(f"short before: {sorted(table.under_minimum)}, returned: {table.returned}")
    for at in sorted({*table.hands, *table.wagers}):
        hand = table.hands.get(at)
        cards = f"{' '.join(hand.cards)} low {' '.join(hand.low)}" if hand else "no cards"
        conceded = " conceded" if hand and hand.conceded else ""
        lines.append(f"{at if at != DEALER else 'dealer'}: {cards}{conceded} {table.wagers.get(at, {})}")
    return "\n".join(lines)
