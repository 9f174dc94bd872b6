"""The designer: a clause added, changed and left out in words, proved at once, counted, saved, linked and undone."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from houseway import books
from houseway.maths.cache import Cache
from houseway.maths.count.whole_book import odds
from houseway.maths.plain import fraction
from houseway.rulebook.check import check
from houseway.rulebook.diff import difference
from houseway.rulebook.houseway import Clause
from houseway.rulebook.terms import no_pair, singles
from support.browser import PHONE, Crowd, Page, audit, expect, nameless, scrolls, small_targets
from support.layout import at_every_size, flaws

SLOW = 60_000
RULE = "House rule"
CARD = f"[data-testid=clause][data-cite='{RULE}']"


def _state(page: Page, state: str) -> None:
    expect(page.get_by_test_id("state")).to_have_attribute("data-state", state, timeout=SLOW)


def _moved(page: Page, hands: int) -> None:
    expect(page.get_by_test_id("moved")).to_have_attribute("data-hands", str(hands), timeout=SLOW)


def _add_the_rule(page: Page, over: str) -> None:
    """Add a clause in words; until it is an exception, it conflicts with the other one."""
    page.get_by_test_id("add-clause").click()
    _state(page, "wrong")
    expect(page.get_by_test_id("defects")).to_contain_text(f"and {RULE} both apply to")
    expect(page.locator(".defect .card").first).to_be_visible()
    card = page.locator(CARD)
    card.locator("[data-field=exception]").select_option(over)
    card.get_by_label("Condition", exact=True).select_option("no_pair")
    card.get_by_label("Low hand", exact=True).select_option("singles")
    numbers = card.get_by_label("Two single cards")
    numbers.nth(1).select_option("3")
    numbers.nth(0).select_option("2")


def _count(page: Page) -> list[str | None]:
    """Begin a count and cancel it, then count: the house edge of the main wager now, before, and the difference."""
    page.get_by_test_id("count").click()
    page.get_by_test_id("cancel").click()
    expect(page.get_by_test_id("count-state")).to_have_count(0)
    page.get_by_test_id("count").click()
    counted = page.locator("[data-testid=edge-row][data-wager=main]")
    expect(counted).to_have_count(1, timeout=SLOW)
    return [counted.get_attribute(f"data-{name}") for name in ("now", "was", "difference")]


def test_a_clause_is_added_in_words_proved_counted_saved_and_linked(crowd: Crowd, cache_folder: Path) -> None:
    base = books.get("five-card")
    over = base.clauses[0].cite
    clause = Clause(RULE, when=no_pair(), low=singles(2, 3), exception_to=(over,))
    moved = difference(base, replace(base, id="ours", clauses=(*base.clauses, clause), alternatives=()))
    assert moved.different

    page = crowd.person("Ann").open("/design?book=five-card")
    _state(page, "valid")
    _moved(page, 0)
    wrong = [*audit(page, "designer"), *flaws(page, "designer")]
    _add_the_rule(page, over)
    _moved(page, moved.different)
    _state(page, "valid")
    expect(page.get_by_test_id("pair")).to_have_count(len(moved.pairs))
    expect(page.locator(CARD).locator(".says").first).to_have_text("no pair")
    wrong += [*audit(page, "designer, changed"), *nameless(page)]
    for size in at_every_size(page):
        page.evaluate("scrollTo(0, 0)")
        wrong += flaws(page, f"designer, changed, {size}")

    page.get_by_test_id("name").fill("ours")
    page.get_by_test_id("name").press("Enter")
    _state(page, "valid")
    shown = _count(page)
    crowd.keep(page, "counted")
    with page.expect_download() as saved:
        page.get_by_test_id("save").click()
    assert saved.value.suggested_filename == "ours.toml"
    file = cache_folder / "ours.toml"
    saved.value.save_as(file)
    written = books.get(file)
    assert check(written).defects == ()
    assert difference(base, written).different == moved.different
    cache = Cache(cache_folder)
    now, was = odds(written, cache=cache).main.house_edge, odds(base, cache=cache).main.house_edge
    assert shown == [fraction(each) for each in (now, was, now - was)]
    _steps_and_link(page, moved.different)
    assert not wrong, "\n".join(wrong)


def _steps_and_link(page: Page, hands: int) -> None:
    """Undo and redo leaving a clause out, reload the page, and open the link that was copied before."""
    page.evaluate("() => { navigator.clipboard.writeText = async (text) => { window.copied = text; }; }")
    page.get_by_test_id("link").click()
    expect(page.get_by_test_id("link")).to_have_text("Copied")
    link = page.evaluate("window.copied")
    page.locator(CARD).get_by_test_id("remove").click()
    _moved(page, 0)
    page.get_by_test_id("undo").click()
    _moved(page, hands)
    page.get_by_test_id("redo").click()
    page.goto(page.url.partition("?")[0])  # what was kept in the browser, with its steps
    _moved(page, 0)
    expect(page.get_by_test_id("undo")).to_be_enabled()
    page.goto(link)
    _moved(page, hands)


def test_a_file_is_opened_and_a_wager_changed_on_a_phone(crowd: Crowd, tmp_path: Path) -> None:
    ann = crowd.person("Ann", PHONE)
    ann.expects("status of 4")  # a file that is no book is refused
    page = ann.open("/design?book=five-card")
    _state(page, "valid")
    bad, good = tmp_path / "bad.toml", tmp_path / "good.toml"
    bad.write_text('id = "bad"\nbased_on = "/etc/passwd"\n[source]\ntitle = "Bad"\n')
    good.write_text('id = "good"\nbased_on = "five-card"\n[source]\ntitle = "Good"\n[main]\ncommission = "4%"\n')
    page.locator("#file").set_input_files(bad)
    expect(page.get_by_test_id("keep")).to_contain_text("there is no book '/etc/passwd'")
    page.locator("#file").set_input_files(good)
    expect(page.locator("#top .banner")).to_have_text("good.toml is open. It is compared with five-card.")
    expect(page.get_by_test_id("name")).to_have_value("good")
    _state(page, "valid")
    expect(page.get_by_label("Commission on a win")).to_have_value("4%")
    page.get_by_label("Commission on a win").fill("200%")
    page.get_by_label("Commission on a win").press("Enter")
    _state(page, "wrong")
    expect(page.get_by_test_id("defects")).to_contain_text("the commission must be from 0 to below 1")
    page.get_by_test_id("undo").click()
    _state(page, "valid")
    wager = page.get_by_test_id("wager").first
    wager.locator("summary").click()
    wager.get_by_role("button", name="Hands").first.click()
    page.evaluate("scrollTo(0, 0)")
    wrong = [*audit(page, "designer, phone"), *small_targets(page), *flaws(page, "designer, phone")]
    wager.get_by_role("button", name="Leave this line out").click()
    _state(page, "valid")
    name = page.get_by_test_id("name")
    name.fill("../ours")
    name.press("Enter")
    _state(page, "wrong")
    expect(page.get_by_test_id("defects")).to_contain_text("letters, digits and hyphens")
    assert scrolls(page)["across"] <= 0
    assert not wrong, "\n".join(wrong)
