"""Settlement of a round, written again straight from the documents and the rulings, as plainly as possible.

Here: what a round looks like before it is settled, and what every stake and every Envy Bonus then comes to. Not here:
what cards are worth (`second_opinion_cards`), and how a hand came to be set. Nothing is imported from houseway.

Each small function is one rule. `test_second_opinion` replaces them one at a time by a wrong rule to show that the
comparison notices.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from support import second_opinion_cards as cards_of

Cards = tuple[str, ...]
Part = tuple[str, int]
"""A player, and the cents of their stake."""
Rows = list[tuple[int, str, str, int, str, int, int, int]]
"""Position, wager, player, stake, result, payout, commission, back."""
DEALER = 0
STANDARD, FORTUNE = "main", "fortune-bonus"
MBS = ("mbs-v4", "mbs-v3")
BEARS_COMMISSION = (*MBS, "fortune-us")
ENVY_CENTS = {cards_of.SEVEN_CARD_STRAIGHT_FLUSH: 250_00, cards_of.ROYAL_MATCH: 50_00}


@dataclass(kw_only=True)
class Round:
    """A round as it lies on the layout, about to be settled. Hands are keyed by position; 0 is the dealer."""

    book: str
    seats: dict[int, str]
    wagers: dict[int, dict[str, list[Part]]]
    """By position and wager: the stakes in the order they were placed."""
    cards: dict[int, Cards]
    lows: dict[int, Cards]
    conceded: set[int] = field(default_factory=set)
    limits: dict[str, tuple[int, int]] = field(default_factory=dict)
    had_short: set[str] = field(default_factory=set)
    """Players who had a wager under the minimum settled in an earlier round."""
    taken_off: dict[tuple[int, str], int] = field(default_factory=dict)
    """By position and wager: the cents of parts returned or withdrawn by rule this round."""
    pay_tables: dict[str, str] = field(default_factory=dict)


@dataclass(kw_only=True)
class Settlement:
    """What a round comes to."""

    stakes: Rows = field(default_factory=list)
    envy: list[tuple[str, int, int]] = field(default_factory=list)
    """Player, position of the other player's hand, cents."""
    short: set[str] = field(default_factory=set)
    """Players who have now had a wager under the minimum settled."""


def settle(round: Round) -> Settlement:
    """Settle every wager, then pay the Envy Bonuses."""
    settlement = Settlement()
    for position, wagers in sorted(round.wagers.items()):
        for wager, parts in wagers.items():
            settle_wager(round, position, wager, parts, settlement)
    if round.book in MBS:
        settlement.envy = envy(round)
    return settlement


# ---------------------------------------------------------------------------------------------------------------------
# One wager


def settle_wager(round: Round, position: int, wager: str, parts: list[Part], settlement: Settlement) -> None:
    """Settle the parts of one wager."""
    if is_returned(round, position, wager):
        settlement.stakes += [(position, wager, player, stake, "returned", 0, 0, stake) for player, stake in parts]
        return
    if is_short(round, position, wager):
        settlement.short |= {player for player, _ in parts}
    result, pays = outcome(round, position, wager)
    total = sum(stake for _, stake in parts)
    counts = min(total, highest(round, wager))
    payout = counts * pays if result == "win" else 0
    fee = commission(payout) if wager == STANDARD and round.book in BEARS_COMMISSION else 0
    back = total - counts if result == "lose" else total
    for (player, stake), paid, kept, given in zip(
        parts, divide(payout, parts), divide(fee, parts), divide(back, parts), strict=True
    ):
        settlement.stakes.append((position, wager, player, stake, result, paid, kept, given))


def lowest(round: Round, wager: str) -> int:
    """The table's minimum for a wager."""
    return round.limits.get(wager, (0, 0))[0]


def highest(round: Round, wager: str) -> int:
    """The table's maximum for a wager: it is paid and collected to that only (5.13, R63)."""
    return round.limits[wager][1] if wager in round.limits else 10**18


def is_short(round: Round, position: int, wager: str) -> bool:
    """Whether a wager, the sum of its parts, lies under the minimum, and not because a part was taken off (R80)."""
    parts = round.wagers[position][wager]
    lay = sum(stake for _, stake in parts) + round.taken_off.get((position, wager), 0)
    return lay < lowest(round, wager)


def is_returned(round: Round, position: int, wager: str) -> bool:
    """Whether a wager is given back unplayed: under the minimum, by a player who had that settled before (5.12).

    A wager placed by several players is one wager (3.7, 3.8): it is returned whole.
    """
    parts = round.wagers[position][wager]
    return is_short(round, position, wager) and any(player in round.had_short for player, _ in parts)


def commission(won: int) -> int:
    """5% of what is won, rounded to the cent, half a cent in the player's favour (R82)."""
    twentieths = won % 20
    return won // 20 + (1 if twentieths > 10 else 0)


def divide(cents: int, parts: Sequence[Part]) -> list[int]:
    """Divide by stake; odd cents go to the largest stake, the earliest of equals (R60)."""
    total = sum(stake for _, stake in parts)
    shares = [cents * stake // total for _, stake in parts]
    stakes = [stake for _, stake in parts]
    shares[stakes.index(max(stakes))] += cents - sum(shares)
    return shares


# ---------------------------------------------------------------------------------------------------------------------
# How a wager ends, and what it pays to 1


def outcome(round: Round, position: int, wager: str) -> tuple[str, int]:
    """The result of a wager, and what it pays to 1 if it wins."""
    if wager == STANDARD:
        return standard_result(round, position), 1
    cards, dealers = round.cards[position], round.cards[DEALER]
    pay_table = round.pay_tables.get(wager, "A")
    pays: dict[str, Callable[[], int]] = {
        FORTUNE: lambda: cards_of.fortune_pays(cards),
        "insurance": lambda: cards_of.insurance_pays(round.lows[DEALER]),
        "player-pai-gow": lambda: cards_of.pai_gow_pays(cards, pay_table),
        "dealer-pai-gow": lambda: cards_of.pai_gow_pays(dealers, pay_table),
        "five-card-poker": lambda: cards_of.poker_pays(cards, pay_table),
    }
    odds = pays[wager]()
    return ("win", odds) if odds else ("lose", 0)


def standard_result(round: Round, position: int) -> str:
    """Both hands won wins, one stands off, none loses; the dealer wins a copy (R50, R70)."""
    if round.book == "five-card" and not cards_of.qualifies(round.lows[DEALER]):
        return "standoff"
    if position in round.conceded:
        return "lose"
    return ("lose", "standoff", "win")[hands_won(round, position)]


def hands_won(round: Round, position: int) -> int:
    """How many of the two hands rank above the dealer's."""
    low, dealers_low = round.lows[position], round.lows[DEALER]
    high = tuple(card for card in round.cards[position] if card not in low)
    dealers_high = tuple(card for card in round.cards[DEALER] if card not in dealers_low)
    worth = cards_of.three_cards if round.book == "five-card" else cards_of.five_cards
    low_won = cards_of.two_cards(low) > cards_of.two_cards(dealers_low)
    return int(low_won) + int(worth(high) > worth(dealers_high))


# ---------------------------------------------------------------------------------------------------------------------
# The Envy Bonus


def envy(round: Round) -> list[tuple[str, int, int]]:
    """One for each qualifying hand of another player, to each seated player with a Fortune Bonus stake (R56, R78)."""
    found = []
    for player in sorted(eligible(round)):
        others = [at for at in qualifying(round) if not is_own(round, player, at)]
        if not dealer_bars(round) and not is_barred(round, player, others):
            found += [(player, at, ENVY_CENTS[envied_line(round, at)]) for at in others]
    return found


def dealer_bars(round: Round) -> bool:
    """Nobody receives an Envy Bonus if the dealer's hand holds such a line too (3.24.1)."""
    return bool(envied_line(round, DEALER))


def envied_line(round: Round, position: int) -> str:
    """The line of a hand that brings others an Envy Bonus, or nothing."""
    lines = cards_of.fortune_lines(round.cards[position])
    return next((line for line in lines if line in ENVY_CENTS), "")


def eligible(round: Round) -> set[str]:
    """Who is seated and has a stake on a Fortune Bonus that is settled, on any area (R78)."""
    wagered = {player for at in round.wagers for player in settled_players(round, at, FORTUNE)}
    return wagered & set(round.seats.values())


def settled_players(round: Round, position: int, wager: str) -> list[str]:
    """Who has a part of a wager that is settled, not returned."""
    if wager not in round.wagers[position] or is_returned(round, position, wager):
        return []
    return [player for player, _ in round.wagers[position][wager]]


def qualifying(round: Round) -> list[int]:
    """The hands with a line for an Envy Bonus whose Standard wager is settled, not returned (R77)."""
    return [at for at in sorted(round.wagers) if settled_players(round, at, STANDARD) and envied_line(round, at)]


def is_own(round: Round, player: str, position: int) -> bool:
    """A hand is a player's own if they have a Standard stake on it or control it (R77)."""
    standard = [name for name, _ in round.wagers.get(position, {}).get(STANDARD, [])]
    return player in standard or player == controller(round, position)


def controller(round: Round, position: int) -> str:
    """The first of those who have a part of the wager, the Standard wager before others (R60)."""
    wagers = round.wagers.get(position, {})
    standard_first = [*wagers.get(STANDARD, []), *(part for parts in wagers.values() for part in parts)]
    return standard_first[0][0] if standard_first else ""


def is_barred(round: Round, player: str, others: Sequence[int]) -> bool:
    """A player whose own hands hold a seven-card straight flush, or a Royal Match unless another holds the former."""
    own = [envied_line(round, at) for at in sorted(round.wagers) if is_own(round, player, at)]
    if cards_of.SEVEN_CARD_STRAIGHT_FLUSH in own:
        return True  # 3.24.2
    another = any(envied_line(round, at) == cards_of.SEVEN_CARD_STRAIGHT_FLUSH for at in others)
    return cards_of.ROYAL_MATCH in own and not another  # 3.24.3
