"""The rules of a book in the browser: for people first, a card to print, then everything for an auditor."""

from __future__ import annotations

from support.browser import PHONE, Crowd, audit, expect, nameless, scrolls, small_targets

COUNTED_WITHIN = 60_000
"""Milliseconds within which the house proves a book."""


def test_the_rules_for_people_and_for_an_auditor(crowd: Crowd) -> None:
    page = crowd.person("Ann").open("/rules")
    page.locator("[data-book=five-card] a").click()
    expect(page.get_by_test_id("how-to-play")).to_contain_text("Win both and you win 1 to 1.")
    book = page.request.get("/api/books/five-card/rules").json()
    expect(page.locator("h1")).to_have_text(book["title"])
    expect(page.locator("[data-testid=clause][data-hands]").first).to_be_visible(timeout=COUNTED_WITHIN)
    proof = page.request.get("/api/books/five-card/proof").json()
    hands = page.eval_on_selector_all("[data-testid=clause][data-hands]", "all => all.map((one) => +one.dataset.hands)")
    assert hands == [clause["hands"] for clause in proof["clauses"] if clause["hands"] is not None]
    moved = page.eval_on_selector_all(".rejected[data-hands]", "all => all.map((one) => +one.dataset.hands)")
    assert sorted(moved) == sorted(each["hands"] for each in proof["moved"])
    rulings = page.get_by_test_id("ruling")
    expect(rulings).to_have_count(len(book["rulings"]))
    page.locator("#search").fill("breaks a plain pair")
    expect(page.locator("#found")).to_contain_text("1 of")
    expect(page.locator("#R40")).to_be_visible()
    expect(rulings.first).to_be_hidden()
    page.locator("#search").fill("nothing like it")
    expect(page.locator("#found")).to_have_text("Nothing holds these words.")
    page.locator("#search").fill("")
    expect(rulings.first).to_be_visible()
    page.evaluate("window.print = () => { window.printed = document.body.className; }")
    page.get_by_role("button", name="Print the card").click()
    assert page.evaluate("window.printed") == "card-only"
    page.emulate_media(media="print")
    page.evaluate("document.body.classList.add('card-only')")
    expect(page.get_by_test_id("way-card")).to_be_visible()
    for hidden in (".bar", "#play", "#auditor", ".site"):
        expect(page.locator(hidden)).to_be_hidden()
    assert not nameless(page)


def test_a_clause_stands_under_the_one_it_is_an_exception_to(crowd: Crowd) -> None:
    page = crowd.person("Ann", PHONE).open("/rules/mbs-v4")
    under = page.locator("[data-clause='Appendix A.1 One pair'] [data-clause='Appendix A.5 One pair, exception']")
    expect(under).to_have_count(1)
    clauses = page.request.get("/api/books/mbs-v4/rules").json()["clauses"]
    expect(page.get_by_test_id("clause").locator("visible=true")).not_to_have_count(0)
    assert page.locator("#clauses > ul:first-of-type [data-testid=clause]").count() == len(clauses)
    wrong = [*audit(page, "rules, phone"), *small_targets(page)]
    assert scrolls(page)["across"] <= 0
    page.get_by_role("link", name="Rulings").click()
    assert page.url.endswith("#rulings")
    assert not wrong, "\n".join(wrong)
