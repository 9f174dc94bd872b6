"""The page of one hand: picked, typed, dealt or from an address; every number on it is the house's own."""

from __future__ import annotations

from typing import Any

from support.browser import PHONE, Crowd, Page, audit, expect, nameless, scrolls, small_targets
from support.layout import flaws

HAND = ("As", "Kc", "Jh", "Jd", "9h", "9d", "5d")
QUERY = f"book=mbs-v4&hand={'+'.join(HAND)}"
SHOWN = """() => [...document.querySelectorAll("[data-testid=setting]")].map(({ dataset }) =>
  ["low", "win", "standoff", "lose", "ev"].map((field) => dataset[field]))"""
WRITTEN = """() => [...document.querySelectorAll("[data-testid=setting] .counts")].map((counts) =>
  [...counts.querySelectorAll(".count")].map((count) => Number(count.textContent.replaceAll(",", ""))))"""


def _settings(page: Page, query: str) -> list[dict[str, Any]]:
    """What the house says about a hand."""
    found: list[dict[str, Any]] = page.request.get(f"/api/best?{query}").json()["settings"]
    return found


def _holds(page: Page, query: str) -> None:
    """The page shows every setting with the numbers of the house, those that no other beats first."""
    said = [
        [" ".join(each["low"]), *(str(each[field]) for field in ("win", "standoff", "lose")), each["ev"]]
        for each in _settings(page, query)
    ]
    shown: list[list[str]] = page.evaluate(SHOWN)
    assert sorted(shown) == sorted(said)
    assert page.evaluate(WRITTEN) == [[int(number) for number in each[1:4]] for each in shown]
    folded = page.locator("details.rest [data-testid=setting]").count()
    places = [said.index(each) for each in shown]
    assert places == sorted(places[: len(places) - folded]) + sorted(places[len(places) - folded :])


def test_a_hand_is_picked_from_the_deck_typed_and_dealt(crowd: Crowd) -> None:
    ann = crowd.person("Ann")
    page = ann.open("/analyse")
    expect(page.locator(".example").first).to_be_visible()
    wrong = audit(page, "one hand, nothing chosen")
    for card in HAND[:-1]:
        page.locator(f"#deck [data-card='{card}']").click()
    expect(page.get_by_test_id("waiting")).to_contain_text("One more card")
    page.locator(f"#deck [data-card='{HAND[-1]}']").focus()
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    expect(page.locator("#ways .group").first).to_be_visible()
    _holds(page, QUERY)
    assert page.url.endswith(f"/analyse?{QUERY}")
    expect(page.locator("[data-mark='house way']")).to_have_count(1)
    way = page.request.get(f"/api/set?{QUERY}").json()
    shown = page.locator("[data-testid=book-way][data-book=mbs-v4]")
    expect(shown).to_have_attribute("data-clause", way["clause"])
    assert page.locator("[data-testid=book-way]").count() == len(page.request.get(f"/api/house-ways?{QUERY}").json())
    page.get_by_test_id("settings").locator("[data-testid=setting]").nth(1).click()
    page.get_by_test_id("played").click()
    expect(page.get_by_test_id("verdict")).to_contain_text("You gave up 0.033 per chip")
    assert page.url.endswith("&low=9h+9d")
    crowd.keep(page, "played")
    wrong += [*audit(page, "one hand"), *flaws(page, "one hand", still=False), *nameless(page)]
    page.reload()  # the address says all of it
    expect(page.locator("[data-mark=played]")).to_have_count(1)
    with page.expect_download() as picture:
        page.get_by_test_id("png").click()
    assert picture.value.path().read_bytes().startswith(b"\x89PNG")
    page.locator("body").press("d")
    expect(page.get_by_test_id("verdict")).to_be_visible()
    expect(page.locator("[data-mark=played]")).to_have_count(0)
    page.go_back()
    expect(page.locator("[data-mark=played]")).to_have_count(1)
    assert not wrong, "\n".join(wrong)


def test_dead_cards_another_dealer_and_mistakes_on_a_phone(crowd: Crowd) -> None:
    ann = crowd.person("Ann", PHONE)
    ann.expects("status of 4")  # what is mistyped is refused
    page = ann.open(f"/analyse?{QUERY}")
    expect(page.locator("#ways .group").first).to_be_visible()
    wrong = [*audit(page, "one hand, phone"), *small_targets(page)]
    page.get_by_role("button", name="Change the cards").click()
    page.get_by_role("button", name="Dead cards").click()
    page.locator("#cards").fill("Ah @")
    expect(page.locator(".against")).to_contain_text("without 2 dead cards")
    _holds(page, f"{QUERY}&dead=Ah+Jk")
    page.locator("#cards").fill("Ah zz")
    expect(page.locator("#wrong-dead")).to_contain_text("'zz' is not a card")
    page.locator("#cards").fill("")
    expect(page.locator("#wrong-dead")).to_have_count(0)
    page.locator("summary", has_text="Another dealer").click()
    page.locator("#commission").fill("-")
    expect(page.locator("#wrong-commission")).to_contain_text("a share of the win")
    page.locator("#commission").fill("4%")
    page.locator("#dealer").select_option("mbs-v3")
    expect(page.locator(".against")).to_contain_text("the dealer of mbs-v3")
    _holds(page, f"{QUERY}&commission=4%25&dealer=mbs-v3")
    wrong += [*audit(page, "one hand, phone, open"), *small_targets(page)]
    page.locator("#book").select_option("five-card")
    expect(page.locator(".example").first).to_be_visible()
    page.locator(".example").first.click()
    expect(page.get_by_test_id("dealer-hand")).to_be_visible()
    assert scrolls(page)["across"] <= 0
    wrong += audit(page, "one hand of five-card, phone")
    assert not wrong, "\n".join(wrong)
