"""The output of `houseway odds` and `diff --odds`, as tables and as JSON."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from houseway import books
from support.command import ROOT, Run


def answer(houseway: Run, *words: str) -> Any:
    done = houseway(*words, "--json")
    assert (done.returncode, done.stderr) == (0, "")
    return json.loads(done.stdout)


@pytest.fixture
def five_card(houseway: Run) -> Any:
    return answer(houseway, "odds", "five-card")


def test_the_main_wager_in_json(five_card: Any) -> None:
    main = five_card["wagers"]["main"]
    assert five_card["book"] == "five-card"
    assert five_card["digest"] == books.get("five-card").digest
    assert main["player"] == "best"
    assert main["deals"] == main["win"] + main["standoff"] + main["lose"] == 2_598_960 * 1_533_939
    assert Fraction(main["house_edge"]) == Fraction(main["lose"] - main["win"], main["deals"])
    assert main["house_edge_float"] == float(Fraction(main["house_edge"]))
    mean = -Fraction(main["house_edge"])
    assert Fraction(main["variance_exact"]) == Fraction(main["win"] + main["lose"], main["deals"]) - mean**2
    assert main["variance"] == float(Fraction(main["variance_exact"]))


def test_side_wagers_in_json(five_card: Any) -> None:
    wagers = five_card["wagers"]
    assert list(wagers) == ["main", "insurance", "player-pai-gow", "dealer-pai-gow", "five-card-poker"]
    assert list(wagers["player-pai-gow"]["pay_tables"]) == ["A", "B"]
    assert list(wagers["five-card-poker"]["pay_tables"]) == ["A", "B", "C"]
    for key, wager in wagers.items():
        for table in wager.get("pay_tables", {"": wager}).values():
            if key == "main":
                continue
            paid = sum(line["hands"] * line["pays"] for line in table["lines"])
            hands = sum(line["hands"] for line in table["lines"])
            assert hands + table["losing"] == table["hands"] == 2_598_960
            assert Fraction(table["house_edge"]) == Fraction(table["losing"] - paid, table["hands"])
            assert sum(Fraction(line["return"]) for line in table["lines"]) == 1 - Fraction(table["house_edge"])
            assert Fraction(table["hit_rate"]) == Fraction(hands, table["hands"])


def test_what_if_changes_money_but_not_counts(houseway: Run, five_card: Any) -> None:
    other = answer(
        houseway,
        "odds",
        "five-card",
        "--commission",
        "5%",
        "--pays",
        "five-card-poker:flush=31",
        "--pays",
        "straight=1",
    )
    old, new = five_card["wagers"], other["wagers"]
    assert other["digest"] != five_card["digest"]
    assert [new["main"][what] for what in ("win", "standoff", "lose")] == [
        old["main"][what] for what in ("win", "standoff", "lose")
    ]
    gained = Fraction(new["main"]["house_edge"]) - Fraction(old["main"]["house_edge"])
    assert gained == Fraction(old["main"]["win"], 20 * old["main"]["deals"])
    pays = {line["name"]: line["pays"] for line in new["five-card-poker"]["pay_tables"]["C"]["lines"]}
    assert (pays["Flush"], pays["Straight"], pays["Straight Flush"]) == (31, 1, 500)
    assert new["insurance"]["house_edge"] == old["insurance"]["house_edge"]


def test_the_fortune_bonus_and_its_envy(houseway: Run) -> None:
    fortune = answer(houseway, "odds", "mbs-v4")["wagers"]["fortune-bonus"]
    assert [line["hands"] for line in fortune["lines"]][:3] == [32, 72, 196]
    assert fortune["losing"] == 124_556_196
    envy = [Fraction(one["cents"]) for one in fortune["envy"]]
    assert [one["others"] for one in fortune["envy"]] == [1, 2, 3, 4, 5]
    assert envy == [envy[0] * others for others in range(1, 6)]
    # 32 hands pay 250 dollars and 72 pay 50; clauses that bar the Envy Bonus take a little off
    most = Fraction(32 * 25_000 + 72 * 5_000, 154_143_080)
    assert most * Fraction(99_999, 100_000) < envy[0] < most


def test_the_printed_table(houseway: Run, five_card: Any) -> None:
    printed = houseway("odds", "five-card").stdout
    for wager in five_card["wagers"].values():
        for table in wager.get("pay_tables", {"": wager}).values():
            assert f"exactly {table['house_edge']}" in printed
            for line in table.get("lines", []):
                assert f"{line['hands']:,}" in printed


def test_a_book_file(houseway: Run, tmp_path: Path) -> None:
    (tmp_path / "generous.py").write_text(
        "from dataclasses import replace\n"
        "from houseway import books\n"
        "FIVE = books.get('five-card')\n"
        "BOOK = replace(FIVE, id='generous', main=replace(FIVE.main, pays=2))\n"
    )
    mine = answer(houseway, "odds", "generous.py")
    theirs = answer(houseway, "odds", "five-card")
    assert mine["wagers"]["main"]["deals"] == theirs["wagers"]["main"]["deals"]
    assert mine["wagers"]["main"]["house_edge"] != theirs["wagers"]["main"]["house_edge"]


@pytest.mark.full
def test_a_book_file_of_seven_cards(houseway: Run) -> None:
    book = str(ROOT / "examples" / "my_house.py")
    mine = answer(houseway, "odds", book)
    assert mine["wagers"]["main"]["deals"] == 8_250_459_031_214_400
    assert mine["wagers"]["main"]["house_edge"] != answer(houseway, "odds", "mbs-v4")["wagers"]["main"]["house_edge"]


def test_books_that_set_every_hand_alike_differ_by_nothing(houseway: Run) -> None:
    found = answer(houseway, "diff", "mbs-v4", "mbs-v3", "--odds")
    assert found["odds"]["pairs"] == []
    assert len({edge["house_edge"] for edge in found["odds"]["edges"]}) == 1
