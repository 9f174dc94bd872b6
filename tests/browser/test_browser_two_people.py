"""Two pairs of eyes in the browser: what the asker and the confirmer see, on the console, the floor and at the cage."""

from __future__ import annotations

import re

import pytest

from support.browser import Crowd, Page, audit, expect
from support.layout import flaws
from support.web_house import Page as Staff

ANN = ("Ac", "Ad", "Kc", "Kd", "9h", "5s", "2c")
DEALER = ("Ks", "Kh", "Th", "7c", "6d", "4s", "2d")
SIZES = ((1280, 800), (1024, 768), (390, 844))


def looked_at(crowd: Crowd, page: Page, moment: str) -> list[str]:
    """What is wrong with a page at every size: axe, and what is cut off or scrolls sideways."""
    wrong = audit(page, moment)
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        wrong += flaws(page, f"{moment}, {width}")
        crowd.keep(page, f"{moment}-{width}")
    page.set_viewport_size({"width": 1280, "height": 800})
    return wrong


def on_hold(crowd: Crowd, table: str, staff: Staff) -> None:
    """A dealt round on hold for a wrong deck."""
    one = crowd.player("Ann").at(table).sit(1)
    staff.did("place your bets")
    one.phase("betting")
    one.wager(1000)
    staff.did("no more bets")
    staff.did("key in", hands={"1": ANN, "0": DEALER})
    staff.did("report", fault="wrong deck")


@pytest.mark.full
def test_a_dealer_asks_and_a_supervisor_decides_on_console_and_floor(crowd: Crowd, table: str, staff: Staff) -> None:
    on_hold(crowd, table, staff)
    dealer, supervisor, manager = crowd.staff("Dan", 1), crowd.staff("Pat", 2), crowd.staff("Mia", 3)
    below, above, floor = dealer.console(table), supervisor.console(table), manager.open("/staff")
    below.keyboard.press("7")
    expect(below.get_by_test_id("confirms")).to_contain_text("A pit supervisor or above is shown what it does")
    expect(below.locator("#ask [data-cents='1000']")).to_be_visible()
    wrong = looked_at(crowd, below, "asking")
    below.keyboard.press("Enter")
    mine = below.get_by_test_id("request")
    expect(mine).to_have_attribute("data-state", "mine")
    expect(mine).to_contain_text("You ask to void (wrong deck, 5.1)")
    expect(mine).to_contain_text("Waits for a pit supervisor or above")
    wrong += looked_at(crowd, below, "asker")
    for page in (above, floor):
        yours = page.get_by_test_id("request").filter(has_text=dealer.name)
        expect(yours).to_have_attribute("data-state", "yours")
        expect(yours.get_by_test_id("request-money")).to_contain_text("10.00")
        expect(yours).to_contain_text(re.compile(r"asked at \d\d:\d\d, expires at \d\d:\d\d", re.IGNORECASE))
    wrong += looked_at(crowd, above, "confirmer-console")
    wrong += looked_at(crowd, floor, "confirmer-floor")
    above.keyboard.press("a")
    dialog = above.locator("#ask")
    expect(dialog).to_contain_text("Void (wrong deck, 5.1)")
    expect(dialog).to_contain_text(dealer.name)
    expect(dialog.locator("[data-cents='1000']")).to_be_visible()
    wrong += looked_at(crowd, above, "deciding")
    above.keyboard.press("Tab")
    above.keyboard.press("Enter")  # decline
    above.keyboard.type("the deck is right")
    wrong += looked_at(crowd, above, "declining")
    above.keyboard.press("Enter")
    expect(dialog).not_to_have_attribute("open", "")
    ended = below.get_by_test_id("ended")
    expect(ended).to_contain_text(f"declined by {supervisor.name}: the deck is right")
    wrong += looked_at(crowd, below, "declined")
    ended.get_by_role("button").click()
    expect(ended).to_have_count(0)
    theirs = floor.get_by_test_id("request").filter(has_text=dealer.name)
    expect(theirs).to_have_count(0)
    below.keyboard.press("7")
    expect(below.locator("#ask")).to_have_attribute("open", "")
    below.keyboard.press("Enter")
    theirs.get_by_role("button", name="Look and decide").click()
    expect(floor.locator("#ask")).to_contain_text("10.00")
    wrong += looked_at(crowd, floor, "deciding-floor")
    floor.locator("[data-ask=confirm]").click()
    expect(below.locator("body")).to_have_attribute("data-hold", "no")
    expect(below.get_by_test_id("ended")).to_contain_text(f"confirmed by {manager.name} and carried out")
    expect(above.get_by_test_id("log")).to_contain_text(f"Asked for by {dealer.name}.")
    expect(floor.get_by_test_id("request").filter(has_text=dealer.name)).to_have_count(0)
    assert not wrong, "\n".join(wrong)


@pytest.mark.full
def test_a_request_expires_while_it_is_looked_at(crowd: Crowd, table: str, staff: Staff) -> None:
    on_hold(crowd, table, staff)
    dealer, supervisor = crowd.staff("Dan", 1), crowd.staff("Pat", 2)
    below, above = dealer.console(table), supervisor.console(table)
    below.keyboard.press("7")
    expect(below.locator("#ask")).to_have_attribute("open", "")
    below.keyboard.press("Enter")
    theirs = above.get_by_test_id("request").filter(has_text=dealer.name)
    theirs.get_by_role("button", name="Look and decide").click()
    expect(above.locator("[data-ask=confirm]")).to_be_visible()
    staff.did("retract")
    expect(above.locator("#ask")).to_contain_text("This request no longer waits")
    expect(above.locator("[data-ask=confirm]")).to_have_count(0)
    wrong = looked_at(crowd, above, "gone")
    above.keyboard.press("Escape")
    expect(below.get_by_test_id("ended")).to_contain_text("expired: the table has moved on")
    wrong += looked_at(crowd, below, "expired")
    below.locator("[data-tab=run]").click()
    assert not wrong, "\n".join(wrong)


def test_a_physical_deck_is_asked_for_and_taken_back(crowd: Crowd) -> None:
    table, dealer = crowd.house.spare_table(), crowd.staff("Dan", 1)
    console = dealer.console(table)
    console.locator("[data-tab=run]").click()
    console.locator("[data-run=deck][data-value=physical]").click()
    expect(console.locator("#ask")).to_contain_text("takes two people")
    console.locator("[data-ask=confirm]").click()
    mine = console.get_by_test_id("request")
    expect(mine).to_contain_text(f"deal {table} from a physical deck")
    floor = crowd.staff("Pat", 2).open("/staff")
    theirs = floor.get_by_test_id("request").filter(has_text=dealer.name)
    expect(theirs).to_contain_text("its cards are keyed in from a physical deck", ignore_case=True)
    mine.get_by_role("button", name="Take back").click()
    expect(mine).to_have_count(0)
    expect(theirs).to_have_count(0)


@pytest.mark.full
def test_a_large_fill_is_asked_for_at_the_cage_and_decided_there(crowd: Crowd) -> None:
    manager, other = crowd.staff("Max"), crowd.staff("Mia", 3)
    page = manager.open("/cage")
    expect(page.get_by_test_id("shift")).to_contain_text("hift")
    if "No shift" in page.get_by_test_id("shift").inner_text():
        page.keyboard.press("s")
        page.get_by_test_id("record").click()
        page.locator("[data-ask=confirm]").click()
    expect(page.get_by_test_id("shift")).to_contain_text("Shift ")
    page.keyboard.press("f")
    page.locator("#cage-table").select_option("mbs-v3")
    page.locator("#cage-cents").fill("12,000")
    page.get_by_test_id("record").click()
    page.locator("[data-ask=confirm]").click()
    mine = page.get_by_test_id("request").filter(has_text="12,000.00")
    expect(mine).to_have_attribute("data-state", "mine")
    tray = page.locator("tr[data-table=mbs-v3] [data-figure=tray]")
    expect(tray).not_to_contain_text("12,000")
    wrong = looked_at(crowd, page, "cage-asker")
    second = other.open("/cage")
    theirs = second.get_by_test_id("request").filter(has_text=manager.name)
    expect(theirs).to_contain_text("The chips go into the tray of mbs-v3")
    expect(theirs.get_by_test_id("request-money")).to_have_text("To the tray of mbs-v3 12,000.00.")
    wrong += looked_at(crowd, second, "cage-confirmer")
    theirs.get_by_role("button", name="Look and decide").click()
    second.locator("[data-ask=confirm]").click()
    expect(second.locator("tr[data-table=mbs-v3] [data-figure=tray]")).to_contain_text("12,000")
    expect(page.get_by_test_id("ended")).to_contain_text(f"confirmed by {other.name}")
    assert not wrong, "\n".join(wrong)
