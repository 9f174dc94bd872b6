"""Random rounds are settled, and corrected, to the cent as a second opinion written from the documents says.

The second opinion shares no code with the table. A failure prints the seed and the whole round.
"""

from __future__ import annotations

import functools
import itertools
import secrets
from collections import Counter
from collections.abc import Iterator, Sequence
from random import Random

import pytest

from houseway import books
from houseway.errors import Refused
from houseway.rulebook.procedure import Phase
from houseway.table import commands as c
from houseway.table import events as e
from houseway.table.decide import decide
from houseway.table.evolve import evolve
from houseway.table.state import DEALER, Hand, Stake, Table
from support import second_opinion as opinion
from support import second_opinion_cards as cards_of
from support.compared_settlements import (
    corrected,
    described,
    differences,
    is_open,
    layout,
    money,
    set_right,
    settled,
    should_have,
    without,
)
from support.drawn_commands import DEALER_BY, SHIFT_MANAGER
from support.laid_out_rounds import laid_out
from support.played_rounds import PlayedTable
from support.shelf import DOCUMENTS
from support.wrong_rules import WRONG, WrongRule

LAID_OUT = {"mbs-v4": 800, "mbs-v3": 200, "fortune-us": 120, "five-card": 200}
"""How many rounds are laid out in the quick tier."""
TABLES = {"mbs-v4": 90, "mbs-v3": 40, "fortune-us": 25, "five-card": 25}
"""How many tables are played at in the quick tier."""
ROUNDS_AT_A_TABLE = 4
SHARDS = 50
SHARES = {"mbs-v4": 10_500, "mbs-v3": 2_500, "fortune-us": 1_500, "five-card": 2_500}
"""How many rounds a shard of the full tier lays out; together with the rounds played, a million."""
PLAYED_SHARES = {"mbs-v4": 600, "mbs-v3": 150, "fortune-us": 100, "five-card": 100}

Settled = tuple[Table, tuple[e.Event, ...]]


def settle(table: Table) -> tuple[e.Event, ...]:
    """Settle a round by the command."""
    return decide(books.get(table.book).compile(), table, c.Settle(by=DEALER_BY))


def laid_out_rounds(name: str, seeds: Sequence[int]) -> Iterator[tuple[int, Settled]]:
    """Rounds laid out from seeds, and their settlement."""
    book = books.get(name).compile()
    for seed in seeds:
        table = laid_out(book, Random(seed))
        if not is_open(table):
            yield seed, (table, settle(table))


@functools.cache
def quick_rounds(name: str) -> list[tuple[int, Settled]]:
    """The rounds laid out in the quick tier, settled once for all tests."""
    return list(laid_out_rounds(name, range(LAID_OUT[name])))


def check(seed: int, table: Table, events: Sequence[e.Event]) -> None:
    """The settlement is what the second opinion says."""
    found = differences(table, events)
    assert not found, "\n".join([f"seed {seed}", layout(table), *found, repr(table)])


def check_corrections(seed: int, before: Table, events: Sequence[e.Event], changes: Sequence[e.Event]) -> None:
    """Payments and corrections together are what the second opinion says of the round as it should have been."""
    paid = corrected(money(settled(events)), changes)
    expected = should_have(before, rightly(before, changes))
    wrong = [(key, paid.get(key), expected.get(key)) for key in paid | expected]
    wrong = [row for row in wrong if row[1] != row[2]]
    assert not wrong, "\n".join([f"seed {seed}", layout(before), repr(changes), repr(wrong), repr(before)])


def set_right_later(table: Table, events: Sequence[e.Event]) -> tuple[e.Event, ...]:
    """The correction of a settled round in which the dealer may have set hands wrongly; nothing if all were right."""
    command = c.Correct(by=SHIFT_MANAGER, round=table.round)
    try:
        return decide(books.get(table.book), functools.reduce(evolve, events, table), command, past=table)
    except Refused:
        return ()


def play(name: str, seed: int, seen: Counter[str]) -> int:
    """Play rounds at one table, correct some: how many were settled."""
    book = books.get(name).compile()
    played = PlayedTable(book, Random(seed))
    number = 0
    for _ in range(ROUNDS_AT_A_TABLE):
        ended = played.round()
        if ended is None:
            continue
        number += 1
        before, events = ended
        if is_open(before):
            continue
        check(seed, before, events)
        check_corrections(seed, before, events, played.correct(before))
    seen.update(played.seen)
    return number


def rightly(before: Table, changes: Sequence[e.Event]) -> Table | None:
    """The round as it should have been once these corrections are made; none if it became void."""
    right = before
    for event in changes:
        if isinstance(event, e.RoundCorrected):
            if event.void:
                return None
            right = without(right, event.removed) if event.removed else set_right(books.get(before.book), right)
    return right


@pytest.mark.parametrize("name", DOCUMENTS)
def test_a_round_laid_out_is_settled_as_the_second_opinion_says(name: str) -> None:
    for seed, (table, events) in quick_rounds(name):
        check(seed, table, events)


@pytest.mark.parametrize("name", DOCUMENTS)
def test_a_round_played_is_settled_and_corrected_as_the_second_opinion_says(name: str) -> None:
    seen: Counter[str] = Counter()
    number = sum(play(name, seed, seen) for seed in range(TABLES[name]))
    assert number > 2 * TABLES[name], f"only {number} rounds were settled: {seen}"
    if name == "mbs-v4":
        needed = ("SettlementCorrected", "RoundCorrected", "EnvyPaid", "WagerFound", "HandConceded", "FoulDeclared")
        assert all(seen[event] for event in needed), seen


def test_a_round_laid_out_is_corrected_as_the_second_opinion_says() -> None:
    number = 0
    for seed, (table, events) in quick_rounds("mbs-v4")[:400]:
        changes = set_right_later(table, events)
        check_corrections(seed, table, events, changes)
        number += len(changes) > 1
    assert number > 50


@pytest.mark.full
@pytest.mark.parametrize("shard", range(SHARDS))
@pytest.mark.parametrize("name", DOCUMENTS)
def test_a_million_rounds_are_settled_as_the_second_opinion_says(name: str, shard: int) -> None:
    first = secrets.randbits(48) + shard
    for seed, (table, events) in laid_out_rounds(name, range(first, first + SHARES[name])):
        check(seed, table, events)
        if name == "mbs-v4" and seed % 4 == 0:
            check_corrections(seed, table, events, set_right_later(table, events))
    seen: Counter[str] = Counter()
    for seed in range(first, first + PLAYED_SHARES[name]):
        try:
            play(name, seed, seen)
        except Exception as error:
            error.add_note(f"{name}, seed {seed}")
            raise


def test_the_second_opinion_counts_the_rare_hands_as_the_rulings_do() -> None:
    """R54: 32 natural seven-card straight flushes and 196 with the Joker. R55: 72 Royal Matches."""
    ranks, suits = "23456789TJQKA", "cdhs"
    natural = [tuple(rank + suit for rank in seven) for seven in itertools.combinations(ranks, 7) for suit in suits]
    jokers = [("Jk", *(rank + suit for rank in six)) for six in itertools.combinations(ranks, 6) for suit in suits]
    assert sum(cards_of.fortune_pays(cards) == 2500 for cards in natural) == 32
    assert sum(cards_of.fortune_pays(cards) == 500 for cards in jokers) == 196
    with_joker = [*"AKQJT", "Jk"]
    royals = [
        tuple(card if card == "Jk" else card + suit for card in with_joker if card != left)
        for suit in suits
        for left in with_joker
    ]
    matches = {(*royal, "K" + suit, "Q" + suit) for royal in royals for suit in suits}
    assert sum(cards_of.fortune_pays(cards) == 1000 for cards in matches if len(set(cards)) == 7) == 72


# ---------------------------------------------------------------------------------------------------------------------
# The comparison notices a wrong rule


@pytest.mark.parametrize("row", WRONG, ids=lambda row: f"{row.book} {row.rule} {row.why}")
def test_the_comparison_notices_a_wrong_rule(row: WrongRule, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(row.module, row.rule, row.wrong)
    cards_of.fortune_lines.cache_clear()
    assert any(differences(table, events) for _, (table, events) in quick_rounds(row.book))


@pytest.fixture(autouse=True)
def fresh_lines() -> Iterator[None]:
    yield
    cards_of.fortune_lines.cache_clear()


# ---------------------------------------------------------------------------------------------------------------------
# Points that no ruling decides, where the table reads the document otherwise than the second opinion


def round_of(hands: dict[int, str], seats: dict[int, str], wagers: dict[int, dict[str, str]]) -> Table:
    """A round at mbs-v4 with stakes of 10.00, all hands set the house way; the dealer holds nothing."""
    book = books.get("mbs-v4").compile()
    dealt = {at: tuple(cards.split()) for at, cards in ({DEALER: "2c 3d 4h 6s 7h 8d 9s"} | hands).items()}
    lows = {at: tuple(card.text for card in book.set(cards).low) for at, cards in dealt.items()}
    return Table(
        book="mbs-v4",
        phase=Phase.REVEALED,
        round=1,
        seats=seats,
        hands={at: Hand(cards=cards, low=lows[at], house_way="set") for at, cards in dealt.items()},
        wagers={
            at: {wager: tuple(Stake(name, 10_00) for name in names.split()) for wager, names in there.items()}
            for at, there in wagers.items()
        },
    )


def test_3_24_3_open_a_royal_match_beside_another_and_a_seven_card_straight_flush() -> None:
    """Read literally, the straight flush lifts the bar whole, so that ann is paid for cat's Royal Match too."""
    table = round_of(
        {1: "Ah Kh Qh Jh Th Ks Qs", 2: "5c 6c 7c 8c 9c Tc Jc", 3: "Ad Kd Qd Jd Td Kc Qc"},
        {1: "ann", 2: "bob", 3: "cat"},
        {1: {"main": "ann", "fortune-bonus": "ann"}, 2: {"main": "bob"}, 3: {"main": "cat"}},
    )
    assert is_open(table)
    assert settled(settle(table)).envy == [("ann", 2, 250_00)]
    assert opinion.settle(described(table)).envy == [("ann", 2, 250_00), ("ann", 3, 50_00)]


def test_r60_a_seated_player_who_withdrew_the_standard_wager_and_kept_the_fortune_bonus() -> None:
    """By R84 and R60 control passes to the next on the Standard wager: then the hand is bob's alone, not ann's."""
    table = round_of(
        {1: "Ah Kh Qh Jh Th Ks Qs", 2: "3c 4c 6d 8h 9c Jd As"},
        {1: "ann", 2: "ann", 3: "bob"},
        {1: {"main": "bob", "fortune-bonus": "ann"}, 2: {"main": "ann"}},
    )
    assert table.controller(1) == "bob"
    assert settled(settle(table)).envy == opinion.settle(described(table)).envy == [("ann", 1, 50_00)]
