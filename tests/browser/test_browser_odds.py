"""The odds of a book in the browser: the numbers on the page are those of `houseway odds`, under any payments."""

from __future__ import annotations

import json
from fractions import Fraction
from typing import Any

import pytest

from support.browser import PHONE, Crowd, Page, audit, expect, scrolls, small_targets
from support.command import Run
from support.layout import flaws

COUNTED_WITHIN = 60_000
"""Milliseconds within which the house counts a book."""
SHOWN = """() => Object.fromEntries([...document.querySelectorAll("[data-testid=wager]")].map((wager) => [
  `${wager.dataset.wager} ${wager.dataset.table}`,
  { ...wager.dataset, text: wager.querySelector("dd").firstChild.textContent, lines: [...wager.querySelectorAll(
    "[data-testid=line]")].map(({ dataset, children }) => ({ ...dataset,
      written: Number(children[1].textContent.replaceAll(",", "")) })) },
]))"""


def _hold(page: Page, said: dict[str, Any]) -> None:
    """Every wager on the page has the numbers of the command line."""
    shown = page.evaluate(SHOWN)
    for key, wager in said["wagers"].items():
        tables = wager.get("pay_tables") or {wager.get("pay_table", ""): wager}
        for name, odds in tables.items():
            found = shown.pop(f"{key} {name}")
            assert (found["edge"], found["variance"], found["hits"]) == (
                odds["house_edge"], odds["variance_exact"], odds["hit_rate"]
            )  # fmt: skip
            percent = 100 * float(Fraction(odds["house_edge"]))
            assert found["text"] == f"{percent:.4f}%".replace("-", "\N{MINUS SIGN}")
            if "win" in odds:
                combinations = [odds[how] for how in ("win", "standoff", "lose")]
            else:
                combinations = [*(line["hands"] for line in odds["lines"]), odds["losing"]]
                returns = [Fraction(line["return"]) for line in found["lines"]]
                assert returns[:-1] == [Fraction(line["return"]) for line in odds["lines"]]
            assert [int(line["combinations"]) for line in found["lines"]] == combinations
            assert [line["written"] for line in found["lines"]] == combinations
    assert not shown


def test_the_sheet_answers_other_payments_at_once(crowd: Crowd, houseway: Run) -> None:
    ann = crowd.person("Ann")
    ann.expects("status of 4")  # a commission that cannot be read
    page = ann.open("/odds")
    page.locator("[data-book=five-card] a").click()
    expect(page.get_by_test_id("wager").first).to_be_visible(timeout=COUNTED_WITHIN)
    _hold(page, json.loads(houseway("odds", "five-card", "--json").stdout))
    wrong = [*audit(page, "odds"), *flaws(page, "odds", still=False)]
    page.locator("#commission").fill("5%")
    page.get_by_label("What Five High 2-Card Hand pays, to 1").fill("120")
    expect(page.get_by_role("button", name="As printed")).to_be_visible()
    expect(page.locator("[id='insurance'] .figures .fall")).to_be_visible()
    options = ("--commission", "5%", "--pays", "insurance:Five High 2-Card Hand=120")
    _hold(page, json.loads(houseway("odds", "five-card", *options, "--json").stdout))
    crowd.keep(page, "changed")
    page.locator("#commission").fill("all of it")
    expect(page.locator("[id='wrong commission']")).to_contain_text("a share of the win")
    wrong += audit(page, "odds, refused")
    page.locator("#commission").fill("5%")
    expect(page.locator("[id='wrong commission']")).to_have_count(0)
    page.reload()  # the address says what was tried
    expect(page.locator("[id='insurance'] .figures .fall")).to_be_visible(timeout=COUNTED_WITHIN)
    expect(page.locator("#commission")).to_have_value("5%")
    page.get_by_role("button", name="As printed").click()
    expect(page.locator(".fall, .rise")).to_have_count(0)
    assert page.url.endswith("/odds/five-card")
    assert not wrong, "\n".join(wrong)


def test_the_odds_on_a_phone(crowd: Crowd) -> None:
    page = crowd.person("Ann", PHONE).open("/odds/five-card")
    expect(page.get_by_test_id("wager").first).to_be_visible(timeout=COUNTED_WITHIN)
    wrong = [*audit(page, "odds, phone"), *small_targets(page), *flaws(page, "odds, phone", still=False)]
    assert scrolls(page)["across"] <= 0
    assert not wrong, "\n".join(wrong)


@pytest.mark.full
def test_two_books_are_stepped_through(crowd: Crowd, houseway: Run) -> None:
    page = crowd.person("Ann").open("/odds/mbs-v4?with=stones")
    printed = json.loads(houseway("diff", "mbs-v4", "stones", "--odds", "--json").stdout)
    expect(page.get_by_test_id("different")).to_have_attribute("data-hands", str(printed["different"]), timeout=240_000)
    expect(page.get_by_test_id("cost")).to_be_visible(timeout=240_000)
    costs = {tuple(pair["clauses"]): pair["each"] for pair in printed["odds"]["pairs"]}
    for place, pair in enumerate(printed["pairs"], 1):
        example = page.get_by_test_id("example")
        expect(example).to_contain_text(f"{place} of {len(printed['pairs'])}")
        expect(example).to_have_attribute("data-hands", str(pair["hands"]))
        expect(page.get_by_test_id("each")).to_have_attribute("data-cost", costs[tuple(pair["clauses"])])
        page.get_by_role("button", name="Next").click()
    expect(page.get_by_test_id("example")).to_contain_text("1 of ")
    wrong = [*audit(page, "two books"), *flaws(page, "two books", still=False)]
    assert not wrong, "\n".join(wrong)
