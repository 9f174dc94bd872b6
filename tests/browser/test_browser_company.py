"""Bots and set phrases at the table, as players see them."""

from __future__ import annotations

from support.browser import PHONE, Crowd, audit, expect
from support.layout import at_every_size, flaws
from support.web_house import Visitor

NARROW = {"desk": (1280, 800), "phone": (390, 844), "small": (360, 640)}


def test_a_round_with_company_and_a_word_to_another_player(crowd: Crowd, boss: Visitor, table: str) -> None:
    crowd.keyed = False  # the house's deck: the cards are not known in advance
    with boss.page(table, "staff") as staff:
        staff.say({"type": "run", "dealer": "automatic"})
    one = crowd.player("Ann").at(table, "?sit")
    page = one.page
    one.phase("betting")
    bots = page.locator("#arc .bot-mark")
    one.find("add-bot").first.click()
    expect(bots).to_have_count(1)
    page.locator("[data-sheet=house]").click()
    for more in (2, 3, 4):
        one.find("company-more").click()
        expect(bots).to_have_count(more)
    expect(page.locator("#arc .place[data-state=wagered]")).to_have_count(4)
    expect(one.find("company")).to_contain_text("Ada plays the house way, Ben is a beginner")
    eve = crowd.player("Eve", PHONE).at(table)
    page.locator("#house").get_by_text("Say something").click()
    page.get_by_role("button", name="Good luck").click()
    expect(page.locator("#seat .says")).to_have_text("Good luck")
    expect(eve.page.locator("#arc .says")).to_have_text("Good luck")
    expect(eve.page.locator("#talk")).to_contain_text("Good luck")
    page.locator("#house .close").click()
    wrong = [each for size in at_every_size(page, NARROW) for each in flaws(page, f"with bots, {size}", still=True)]
    wrong += audit(page, "with bots")
    crowd.keep(page, "company")
    crowd.keep(eve.page, "spectator")
    eve.page.close()
    one.wager(1000)
    page.keyboard.press("Enter")
    expect(one.find("setting")).to_be_visible()
    page.keyboard.press("h")
    page.keyboard.press("Enter")
    one.phase("revealed")  # the bots set their hands as soon as everybody else has
    one.find("ready").click()
    one.phase("between rounds")
    expect(one.find("verdict").or_(page.locator("#results"))).not_to_have_count(0)
    page.locator("[data-sheet=house]").click()
    one.find("company-away").click()
    expect(bots).to_have_count(0)
    expect(one.find("company-first")).to_be_visible()
    assert not wrong, "\n".join(wrong)
