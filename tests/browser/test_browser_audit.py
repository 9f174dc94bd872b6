"""The page of records: an auditor finds events, rounds and evidence, at a desk and on a phone, and changes nothing."""

from __future__ import annotations

import pytest

from support.browser import PHONE, Crowd, Page, audit, expect, picture, scrolls, small_targets


def _sound(page: Page, where: str) -> None:
    wrong = audit(page, where)
    assert not wrong, "\n".join(wrong)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), scrolls(page)


@pytest.mark.full
def test_an_auditor_reads_the_records(crowd: Crowd) -> None:
    page = crowd.staff("Ada", "auditor").open("/audit")
    events = page.get_by_test_id("events")
    expect(events.locator("tbody tr").first).to_be_visible()
    picture(page, "audit-events")
    _sound(page, "the records")
    page.locator("#filter-kind").select_option("house opened")  # it may be old: other tests use the same house
    page.get_by_role("button", name="Find").click()
    expect(events.locator("tbody tr").first).to_contain_text("House opened")
    page.locator("#filter-kind").select_option("table opened")
    page.get_by_role("button", name="Find").click()
    expect(events.locator("tbody tr").first).to_contain_text("Table opened")
    expect(events.locator("tr[data-kind='house opened']")).to_have_count(0)
    page.locator("#filter-about").fill("no event says this")
    page.get_by_role("button", name="Find").click()
    expect(page.locator("#main")).to_contain_text("No event fits")
    page.get_by_role("button", name="Verify all of it now").click()
    expect(page.get_by_test_id("verdict")).to_contain_text("nothing is wrong")
    page.get_by_role("button", name="Evidence").click()
    expect(page.get_by_test_id("evidence")).to_contain_text("Game recall")
    picture(page, "audit-evidence")
    _sound(page, "the evidence")


def test_an_auditor_finds_the_rounds_of_a_table_and_of_a_player(crowd: Crowd, table: str) -> None:
    ada = crowd.staff("Ada", "auditor")
    page = ada.open("/audit")
    page.locator("#look-table").select_option(table)
    page.get_by_role("button", name="Show").first.click()
    expect(page.locator("h1")).to_have_text(f"Rounds of {table}")
    page = ada.open("/audit")
    page.locator("#look-player").fill("Nobody Here")
    page.get_by_role("button", name="Show").last.click()
    expect(page.locator("h1")).to_have_text("Rounds of Nobody Here")
    expect(page.locator("#more")).to_contain_text("No rounds are kept here")


@pytest.mark.full
def test_the_records_fit_a_phone_and_are_not_for_everybody(crowd: Crowd) -> None:
    page = crowd.staff("Ada", "auditor", size=PHONE).open("/audit")
    expect(page.get_by_test_id("events")).to_be_visible()
    picture(page, "audit-phone")
    _sound(page, "the records on a phone")
    assert not small_targets(page)
    dealer = crowd.staff("Dan", 1)
    dealer.expects("403")
    refused = dealer.open("/audit")
    expect(refused.locator("#notice")).to_contain_text("Only the gaming shift manager or an auditor may")
    expect(refused.get_by_test_id("events")).to_have_count(0)
