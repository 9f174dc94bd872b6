"""The cage and the emergency switch in the browser: by keys and forms, at a desk and on a phone."""

from __future__ import annotations

import pytest

from support.browser import PHONE, Crowd, Page, audit, expect


def test_a_shift_is_run_by_keys(crowd: Crowd) -> None:
    manager = crowd.staff("Max")
    page = manager.open("/cage")
    expect(page.get_by_test_id("shift")).to_contain_text("hift")
    if "No shift" in page.get_by_test_id("shift").inner_text():
        page.keyboard.press("s")
        page.get_by_test_id("record").click()
        _confirm(page, "Open a shift")
    expect(page.get_by_test_id("shift")).to_contain_text("Shift ")
    page.locator("body").click(position={"x": 5, "y": 300})
    page.keyboard.press("f")
    page.locator("#cage-table").select_option("mbs-v4")
    before = page.locator("tr[data-table=mbs-v4] [data-figure=tray]").inner_text()
    page.locator("#cage-cents").fill("1,234.50")
    page.keyboard.press("Enter")
    _confirm(page, "Record the fill: 1,234.50, mbs-v4")
    expect(page.locator("tr[data-table=mbs-v4] [data-figure=tray]")).not_to_have_text(before)
    expect(page.locator(".slips li").first).to_contain_text("A fill of 1,234.50 for mbs-v4")
    expect(page.get_by_test_id("verdict")).to_contain_text("balances with the ledger")
    page.locator("[data-kind=shift]").click()
    page.get_by_test_id("record").click()
    expect(page.locator("#ask")).to_contain_text("Not counted at closing: ")
    expect(page.locator("#ask")).to_contain_text("mbs-v4")
    page.keyboard.press("Escape")
    wrong = audit(page, "the cage")
    assert not wrong, "\n".join(wrong)
    floor = manager.open("/staff")
    expect(floor.locator("tr[data-table=mbs-v4] [data-figure=tray]")).to_contain_text("1,234.50")
    small = crowd.staff("Pia", size=PHONE).open("/cage")
    expect(small.locator("tr[data-table=mbs-v4]")).to_be_visible()
    assert small.evaluate("document.documentElement.scrollWidth <= innerWidth")
    expect(small.locator(".forms a")).to_have_count(4)
    dealers = crowd.staff("Dan", 1).open("/cage")  # nobody is offered a report that they may not read
    expect(dealers.locator("tr[data-table=mbs-v4]")).to_be_visible()
    expect(dealers.locator(".forms a")).to_have_count(0)


@pytest.mark.full
def test_play_is_stopped_and_goes_on(crowd: Crowd, table: str) -> None:
    manager = crowd.staff("Max")
    floor = manager.open("/staff")
    one = crowd.player("Ann").at(table)
    form = floor.locator("form[data-form=stop]")
    form.locator("#stop-scope").select_option(f"table {table}")
    form.locator("#stop-why").fill("a doubt about the deck")
    form.get_by_role("button", name="Stop play").click()
    _confirm(floor, f"Stop table {table}")
    expect(floor.get_by_test_id("stops")).to_contain_text("A doubt about the deck")
    expect(one.page.locator("#announcement")).to_have_text("Play is stopped")
    expect(one.page.locator("[data-act=sit]")).to_have_count(0)
    floor.get_by_test_id("stops").get_by_role("button", name="Lift").click()
    _confirm(floor, f"Lift the stop of table {table}")
    expect(floor.get_by_test_id("stops")).to_have_count(0)
    expect(one.page.locator("#announcement")).not_to_have_text("Play is stopped")


def _confirm(page: Page, title: str) -> None:
    """Read the question, then confirm it by the keyboard."""
    dialog = page.locator("#ask")
    expect(dialog).to_have_attribute("open", "")
    expect(dialog).to_contain_text(title)
    page.keyboard.press("Enter")
    expect(dialog).not_to_have_attribute("open", "")
