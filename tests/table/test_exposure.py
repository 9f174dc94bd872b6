"""The most that a round can cost the house: against every combination of lines, and against rounds that were played."""

from __future__ import annotations

import itertools
import random
from fractions import Fraction
from pathlib import Path

import pytest

from houseway import books
from houseway.rulebook.rulebook import Rulebook
from houseway.rulebook.wagers import PayTable
from houseway.table import events as e
from houseway.table.exposure import exposure, most_exposure
from houseway.table.limits import default_limits, wager_keys
from houseway.table.state import Bank, Stake, Table
from houseway.table.transcript import steps

ROUNDS = Path(__file__).resolve().parent.parent / "rounds"
V4 = books.get("mbs-v4")
PAYS = V4.side_wagers[0].pay_tables[0]


def _stakes(**wagers: int) -> dict[str, tuple[Stake, ...]]:
    player = wagers.pop("player", 1)
    return {key.replace("_", "-"): (Stake(str(player), cents),) for key, cents in wagers.items()}


def _counted(pays: PayTable, stakes: list[int], own: list[set[int]], receivers: list[int]) -> int:
    """The highest cost over every line that every hand can have, added up one bonus at a time."""
    best = -(10**18)
    lines = range(-1, len(pays.lines))
    for held in itertools.product(lines, repeat=len(stakes)):
        cost = sum(
            stake * pays.lines[line].pays if line >= 0 else -stake for stake, line in zip(stakes, held, strict=True)
        )
        for player in receivers:
            mine = [held[at] for at in own[player]]
            cost += sum(
                pays.envy(line, mine=mine, dealer=-1)
                for at, line in enumerate(held)
                if at not in own[player] and line >= 0
            )
        best = max(best, cost)
    return best


@pytest.mark.parametrize("seed", range(12))
def test_the_envy_bonus_is_the_highest_over_all_lines(seed: int) -> None:
    """Small random layouts, some with a side wager missing and some with a hand shared, against every combination."""
    draw = random.Random(seed)
    lines = [*draw.sample(PAYS.lines[:-1], 3), PAYS.lines[-1]] if draw.random() < 0.5 else list(PAYS.lines[:4])
    pays = PayTable(name="", lines=tuple(lines))
    book = _with_pay_table(pays)
    hands = draw.randint(1, 3)
    wagers, own = {}, [set[int]() for _ in range(hands)]
    for at in range(hands):
        mains = [Stake(str(at), 10_00)]
        own[at].add(at)
        if draw.random() < 0.3 and hands > 1:
            other = draw.choice([player for player in range(hands) if player != at])
            mains.append(Stake(str(other), 5_00))
            own[other].add(at)
        side = (Stake(str(at), draw.choice([0, 1_00, 5_00, 500_00])),)
        wagers[at + 1] = {"main": tuple(mains)} | ({"fortune-bonus": side} if side[0].cents else {})
    table = Table(seats={at + 1: str(at) for at in range(hands)}, wagers=wagers)
    stakes = [table.total(at + 1, "fortune-bonus") for at in range(hands)]
    receivers = [at for at in range(hands) if stakes[at]]
    mains_cost = sum(950 if table.total(at + 1, "main") == 1000 else 1425 for at in range(hands))
    assert exposure(book, table) - mains_cost == _counted(pays, stakes, own, receivers)


def _with_pay_table(pays: PayTable) -> Rulebook:
    from dataclasses import replace

    return replace(V4, side_wagers=(replace(V4.side_wagers[0], pay_tables=(pays,)),))


def test_the_most_at_a_table_is_the_cost_of_every_wager_at_its_most() -> None:
    """mbs-v4 with six positions: 1,000.00 at 1 to 1 less 5 %, 100.00 at 2,500 to 1, and no Envy Bonus on top.

    If all six hold the best hand, each bars its player from an Envy Bonus, which is less than what the line pays.
    """
    limits = default_limits(V4)
    assert limits == {"main": (1000, 100000), "fortune-bonus": (500, 10000)}
    assert most_exposure(V4, positions=6, limits=limits) == 6 * (950_00 + 250_000_00)


@pytest.mark.parametrize("name", books.names())
def test_every_wager_of_every_book_has_limits_and_a_cost(name: str) -> None:
    book = books.get(name)
    limits = default_limits(book)
    assert set(limits) == set(wager_keys(book))
    cost = most_exposure(book, positions=1, limits=limits)
    main = book.main.pays * limits["main"][1]
    alone = main - int(Fraction(main) * book.main.commission)
    sides = sum(limits[side.key][1] * max(line.pays for line in side.pay_tables[0].lines) for side in book.side_wagers)
    assert cost == alone + sides


def test_a_player_bank_costs_the_house_its_half_at_most() -> None:
    wagers = {1: _stakes(main=100_00)}
    bank = Bank(player="bo", position=2, cents=301, shared=True)
    alone = Bank(player="bo", position=2, cents=301)
    assert exposure(V4, Table(wagers=wagers, bank=alone)) == 0
    assert exposure(V4, Table(wagers=wagers, bank=bank)) == 301


@pytest.mark.parametrize(
    "path",
    [
        pytest.param(
            path,
            id=f"{path.parent.name}/{path.stem}",
            marks=() if "Envy" in path.stem or "bank" in path.stem or "Pay table" in path.stem else pytest.mark.full,
        )
        for path in sorted(ROUNDS.rglob("*.round"))
    ],
)
def test_no_transcript_costs_more_than_its_wagers_can(path: Path) -> None:
    for _, events, session in steps(path.read_text(encoding="utf-8"), books.get):
        for event in events:
            if isinstance(event, e.RoundSettled) and event.round in session.before_settling:
                before = session.before_settling[event.round]
                assert _cost(events) <= exposure(session.book, before)


def _cost(events: tuple[e.Event, ...]) -> int:
    """What the house paid in a settlement, less what it took."""
    cost = 0
    for event in events:
        match event:
            case e.WagerSettled(bank=""):
                cost += event.received - event.stake
            case e.EnvyPaid():
                cost += event.cents
            case e.BankSettled():
                cost -= event.house + event.commission
            case _:
                pass
    return cost
