"""Wrong rules to put in place of the second opinion's, to show that the comparison notices each.

Here: the wrong rules, and where each belongs. Not here: the right ones (`second_opinion`, `second_opinion_cards`).
"""

from __future__ import annotations

from collections.abc import Sequence
from types import ModuleType
from typing import NamedTuple

from support import second_opinion as opinion
from support import second_opinion_cards as cards_of
from support.second_opinion import DEALER, FORTUNE, Part, Round

right_divide, right_outcome, right_poker = opinion.divide, opinion.outcome, cards_of.poker_pays


class WrongRule(NamedTuple):
    """A wrong rule, and the book whose rounds show it."""

    book: str
    module: ModuleType
    rule: str
    wrong: object
    why: str


def never(*_: object) -> bool:
    return False


def always(*_: object) -> bool:
    return True


def no_maximum(*_: object) -> int:
    return 10**18


def commission_rounded_down(won: int) -> int:
    return won // 20


def commission_half_a_cent_to_the_house(won: int) -> int:
    return (won + 10) // 20


def odd_cents_to_the_first(cents: int, parts: Sequence[Part]) -> list[int]:
    total = sum(stake for _, stake in parts)
    shares = [cents * stake // total for _, stake in parts]
    return [shares[0] + cents - sum(shares), *shares[1:]]


def odd_cents_to_the_last_of_equals(cents: int, parts: Sequence[Part]) -> list[int]:
    return right_divide(cents, parts[::-1])[::-1]


def short_though_a_part_was_returned(round: Round, position: int, wager: str) -> bool:
    return sum(stake for _, stake in round.wagers[position][wager]) < opinion.lowest(round, wager)


def returned_only_to_the_last_player(round: Round, position: int, wager: str) -> bool:
    return opinion.is_short(round, position, wager) and round.wagers[position][wager][-1][0] in round.had_short


def a_conceded_hand_loses_its_fortune_bonus(round: Round, position: int, wager: str) -> tuple[str, int]:
    return ("lose", 0) if position in round.conceded else right_outcome(round, position, wager)


def a_conceded_hand_is_compared(round: Round, position: int) -> str:
    return ("lose", "standoff", "win")[opinion.hands_won(round, position)]


def a_hand_without_a_standard_wager_brings_envy(round: Round) -> list[int]:
    return [at for at in sorted(round.wagers) if opinion.envied_line(round, at)]


def a_returned_wager_counts_for_envy(round: Round, position: int, wager: str) -> list[str]:
    return [player for player, _ in round.wagers[position].get(wager, [])]


def own_is_where_a_player_sits(round: Round, player: str, position: int) -> bool:
    return round.seats.get(position) == player


def own_is_where_a_player_has_any_stake(round: Round, player: str, position: int) -> bool:
    return player in [name for parts in round.wagers[position].values() for name, _ in parts]


def eligible_only_on_the_own_area(round: Round) -> set[str]:
    there = {at: dict(wagers.get(FORTUNE, [])) for at, wagers in round.wagers.items()}
    return {seated for at, seated in round.seats.items() if seated in there.get(at, {})}


def eligible_without_a_seat(round: Round) -> set[str]:
    return {player for at in round.wagers for player in opinion.settled_players(round, at, FORTUNE)}


def a_copy_goes_to_the_player(round: Round, position: int) -> int:
    low, dealers_low = round.lows[position], round.lows[DEALER]
    high = [card for card in round.cards[position] if card not in low]
    dealers_high = [card for card in round.cards[DEALER] if card not in dealers_low]
    worth = cards_of.three_cards if round.book == "five-card" else cards_of.five_cards
    low_won = cards_of.two_cards(low) >= cards_of.two_cards(dealers_low)
    return int(low_won) + int(worth(high) >= worth(dealers_high))


def the_highest_ranking_line(cards: tuple[str, ...]) -> int:
    lines = cards_of.fortune_lines(cards)
    if lines == ["three of a kind", "straight"]:
        return cards_of.FORTUNE_PAYS["straight"]
    return cards_of.FORTUNE_PAYS[lines[0]] if lines else 0


def no_straight_with_a_low_ace(ranks: Sequence[int]) -> int:
    ordered = sorted(ranks)
    return ordered[-1] if ordered == list(range(ordered[0], ordered[0] + len(ranks))) else 0


def always_pay_table_a(cards: Sequence[str], _table: str) -> int:
    return right_poker(cards, "A")


NO_LOW_ACE = cards_of.SEVEN_IN_A_ROW[1:]
STRAIGHT_UNDER_FLUSH = ("high card", "pair", "straight", "flush", "three of a kind", "straight flush", "royal flush")
_RULES: list[tuple[str, ModuleType, str, object]] = [
    ("mbs-v4", opinion, "commission", commission_rounded_down),
    ("mbs-v4", opinion, "commission", commission_half_a_cent_to_the_house),
    ("mbs-v4", opinion, "divide", odd_cents_to_the_first),
    ("mbs-v4", opinion, "divide", odd_cents_to_the_last_of_equals),
    ("mbs-v4", opinion, "highest", no_maximum),
    ("mbs-v4", opinion, "is_short", never),
    ("mbs-v4", opinion, "is_short", short_though_a_part_was_returned),
    ("mbs-v4", opinion, "is_returned", never),
    ("mbs-v4", opinion, "is_returned", returned_only_to_the_last_player),
    ("mbs-v4", opinion, "outcome", a_conceded_hand_loses_its_fortune_bonus),
    ("mbs-v4", opinion, "standard_result", a_conceded_hand_is_compared),
    ("mbs-v4", opinion, "qualifying", a_hand_without_a_standard_wager_brings_envy),
    ("mbs-v4", opinion, "settled_players", a_returned_wager_counts_for_envy),
    ("mbs-v4", opinion, "is_own", never),
    ("mbs-v4", opinion, "is_own", own_is_where_a_player_sits),
    ("mbs-v4", opinion, "is_own", own_is_where_a_player_has_any_stake),
    ("mbs-v4", opinion, "eligible", eligible_only_on_the_own_area),
    ("mbs-v4", opinion, "eligible", eligible_without_a_seat),
    ("mbs-v4", opinion, "is_barred", never),
    ("mbs-v4", opinion, "dealer_bars", never),
    ("mbs-v3", opinion, "hands_won", a_copy_goes_to_the_player),
    ("mbs-v3", opinion, "is_barred", never),
    ("mbs-v3", cards_of, "fortune_pays", the_highest_ranking_line),
    ("mbs-v3", cards_of, "SEVEN_IN_A_ROW", NO_LOW_ACE),
    ("fortune-us", opinion, "hands_won", a_copy_goes_to_the_player),
    ("fortune-us", cards_of, "top_of_straight", no_straight_with_a_low_ace),
    ("five-card", opinion, "hands_won", a_copy_goes_to_the_player),
    ("five-card", cards_of, "poker_pays", always_pay_table_a),
    ("five-card", cards_of, "qualifies", always),
    ("five-card", cards_of, "THREE_CARD_ORDER", STRAIGHT_UNDER_FLUSH),
]
WRONG = [WrongRule(*row, getattr(row[3], "__name__", "").replace("_", " ")) for row in _RULES]
