"""What the page of odds is sent: the PAR sheet under any payments, two books compared, and how far a count is."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from fractions import Fraction
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

pytest.importorskip("litestar", reason="the extra houseway[web] is not installed")

from litestar import Litestar
from litestar.datastructures import State
from litestar.testing import TestClient

from houseway.errors import HousewayError
from houseway.web.http import heavy, long_counts
from houseway.web.http.api import API
from houseway.web.http.errors import EXCEPTION_HANDLERS
from houseway.web.http.heavy import Told
from support.command import Run

Client = TestClient[Litestar]
FIGURES = (("house_edge", "house_edge"), ("hit_rate", "hit_rate"), ("variance", "variance_exact"))
"""A figure on the sheet, and in the odds."""


def _in_this_process(work: Callable[..., Iterator[Any]], *arguments: object) -> Iterator[Any]:
    return work(*arguments)


@pytest.fixture(scope="module")
def client(cache_folder: Path) -> Iterator[Client]:
    """The API of a house without tables."""
    app = Litestar(
        route_handlers=API, state=State({"house": SimpleNamespace(shelf={})}), exception_handlers=EXCEPTION_HANDLERS
    )
    with pytest.MonkeyPatch.context() as patch, TestClient(app) as running:
        patch.setenv("HOUSEWAY_CACHE", str(cache_folder))
        patch.setattr(long_counts, "each_in_a_process", _in_this_process)
        yield running


@pytest.mark.parametrize(
    ("query", "options"),
    [
        ({}, ()),
        ({"player": "house-way"}, ("--player", "house-way")),
        (
            {"commission": "5%", "pays": "insurance:Five High 2-Card Hand=120; five-card-poker:Straight=19"},
            (
                "--commission",
                "5%",
                "--pays",
                "insurance:Five High 2-Card Hand=120",
                "--pays",
                "five-card-poker:Straight=19",
            ),
        ),
        ({"pays": "insurance:Ten High 2-Card Hand=200"}, ("--pays", "insurance:Ten High 2-Card Hand=200")),
    ],
)
def test_the_sheet_has_the_figures_of_odds(
    client: Client, houseway: Run, query: dict[str, str], options: tuple[str, ...]
) -> None:
    answer = client.get("/api/par", params={"book": "five-card", **query})
    assert answer.status_code == 200, answer.text
    found = json.loads(houseway("odds", "five-card", *options, "--json").stdout)["wagers"]
    main, *sides = answer.json()["wagers"]
    assert [line["combinations"] for line in main["lines"]] == [
        found["main"][how] for how in ("win", "standoff", "lose")
    ]
    for sheet in (main, *sides):
        odds = found[sheet["wager"]]
        odds = odds.get("pay_tables", {}).get(sheet["pay_table"], odds)
        assert [sheet[one] for one, _ in FIGURES] == [odds[other] for _, other in FIGURES]
        assert Fraction(sheet["return"]) == 1 - Fraction(odds["house_edge"])
        if sheet is not main:
            *lines, lost = sheet["lines"]
            assert [line["combinations"] for line in lines] == [line["hands"] for line in odds["lines"]]
            assert [Fraction(line["net"]) for line in lines] == [line["pays"] for line in odds["lines"]]
            assert lost["combinations"] == odds["losing"]


@pytest.mark.parametrize(
    ("query", "words"),
    [
        ({"commission": "x"}, "a commission is a share"),
        ({"pays": "insurance:Nothing=3"}, "no pay line 'Nothing'"),
        ({"pays": "insurance:Five High 2-Card Hand=x"}, "a whole number"),
        ({"player": "well"}, "the player must be"),
    ],
)
def test_what_cannot_be_read_is_refused_before_anything_is_counted(
    client: Client, monkeypatch: pytest.MonkeyPatch, query: dict[str, str], words: str
) -> None:
    monkeypatch.setattr(long_counts, "each_in_a_process", None)
    answer = client.get("/api/par", params={"book": "five-card", **query})
    assert answer.status_code == 409
    assert words in answer.json()["error"]


def test_two_books_are_compared_as_diff_compares_them(client: Client, houseway: Run) -> None:
    found = client.get("/api/compare", params={"book": "mbs-v4", "other": "fortune-us"}).json()
    printed = json.loads(houseway("diff", "mbs-v4", "fortune-us", "--json").stdout)
    assert (found["books"], found["hands"], found["different"]) == (
        printed["books"], printed["hands"], printed["different"]
    )  # fmt: skip
    for pair, said in zip(found["pairs"], printed["pairs"], strict=True):
        assert (pair["clauses"], pair["hands"], pair["example"]) == (
            said["clauses"], said["hands"], said["example"]["hand"]
        )  # fmt: skip
        shown = [{part: setting[part] for part in ("low", "high")} for setting in pair["settings"]]
        assert shown == said["example"]["settings"]
    for path in ("compare", "compare/cost"):
        answer = client.get(f"/api/{path}", params={"book": "mbs-v4", "other": "five-card"})
        assert answer.status_code == 409
        assert "cannot be compared" in answer.json()["error"]


@pytest.mark.full
def test_what_a_difference_costs_is_that_of_diff(client: Client, houseway: Run) -> None:
    found = client.get("/api/compare/cost", params={"book": "mbs-v4", "other": "stones"}).json()
    printed = json.loads(houseway("diff", "mbs-v4", "stones", "--odds", "--json").stdout)["odds"]
    assert [(pair["clauses"], pair["cost"], pair["each"]) for pair in found["pairs"]] == [
        (pair["clauses"], pair["cost"], pair["each"]) for pair in printed["pairs"]
    ]
    assert [edge["house_edge"] for edge in found["edges"]] == [edge["house_edge"] for edge in printed["edges"]]
    assert Fraction(found["cost"]) == sum(Fraction(pair["cost"]) for pair in printed["pairs"])


def test_a_count_is_followed_while_it_goes_on(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[Any] = []
    question = {"book": "mbs-v3", "player": "best"}
    look = client.get("/api/counting", params=question).json
    assert look()["state"] == "idle"

    def told(*_: object) -> Iterator[Any]:
        yield Told("hands that share 3 cards", 0.25)
        key = next(iter(long_counts._told))
        seen.append(long_counts.progress_of(key))
        raise HousewayError("counting was interrupted; ask again")

    monkeypatch.setattr(long_counts, "each_in_a_process", told)
    assert client.get("/api/par", params=question).status_code == 400
    assert [(each.state, each.what, each.done) for each in seen] == [("counting", "hands that share 3 cards", 0.25)]
    assert look()["state"] == "idle"


def test_work_tells_how_far_it_is_and_then_answers_or_fails() -> None:
    def work(progress: Callable[[str, float], None]) -> str:
        progress("one", 0.5)
        progress("two", 1.0)
        return "answer"

    assert list(heavy._telling(work)) == [Told("one", 0.5), Told("two", 1.0), "answer"]

    def fails(_progress: Callable[[str, float], None]) -> str:
        raise HousewayError("no")

    with pytest.raises(HousewayError, match="no"):
        list(heavy._telling(fails))
