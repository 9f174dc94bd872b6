"""A player's bank in the browser: a banker with a keyboard, an opponent with a phone, and a bank that is passed."""

from __future__ import annotations

import pytest

from support.browser import PHONE, Crowd, Page, Seat, expect
from support.by_hand import ANN as STRONG
from support.by_hand import BOB as WEAK
from support.web_house import Visitor

TABLE = "a-players-bank"


@pytest.mark.full
def test_a_banker_and_an_opponent_play_a_whole_round(crowd: Crowd, boss: Visitor) -> None:
    opening = {"name": TABLE, "book": "trump-plaza", "limits": {"main": (10_00, 1_000_00)}, "dealer": "person"}
    boss.post("/staff/tables", opening)
    with boss.page(TABLE, "staff") as quiet:
        quiet.physical()
    console = crowd.staff("Sue", 1).console(TABLE)
    one, two = crowd.player("Ann").at(TABLE).sit(1), crowd.player("Bob", PHONE).at(TABLE).sit(2)
    the_bank_is_taken(console, one, two)
    the_opponent_bets(crowd, console, one, two)
    both_set(crowd, console, one, two)
    crowd.reveals(STRONG)
    console.locator("[data-act=reveal]").click()
    for seat in (one, two):
        seat.state(0, "open")
        assert seat.shown(0) == set(STRONG)
    crowd.reveals(WEAK)
    console.locator("[data-act=settle]").click()
    check_results(console, one, two)
    the_bank_is_passed(console, one, two)


def the_bank_is_taken(console: Page, one: Seat, two: Seat) -> None:
    """The dealer offers it by a key; the banker raises the amount and takes it by keys."""
    console.keyboard.press("b")
    expect(one.page.locator("#announcement")).to_have_text("You may bank the next round")
    expect(two.page.locator("#announcement")).to_have_text(f"The bank is offered to {one.person.name}")
    expect(two.find("bank")).to_have_count(0)
    expect(console.locator("[data-position='1'] .mark", has_text="bank offered")).to_be_visible()
    expect(one.find("bank")).to_contain_text("covers up to 50")
    one.page.keyboard.press("+")
    expect(one.find("bank-field")).to_have_value("100")
    expect(one.find("bank-shared")).to_contain_text("covers up to 200")
    one.find("bank-field").fill("80")
    expect(one.find("bank")).to_contain_text("covers up to 80")
    one.find("bank-field").blur()
    one.page.keyboard.press("b")
    for seat in (one, two):
        seat.state(1, "banks")
        expect(seat.place(1).locator(".puck")).to_be_visible()
    one.money(920_00)


def the_opponent_bets(crowd: Crowd, console: Page, one: Seat, two: Seat) -> None:
    """The banker cannot bet, and gives the bank back no more once the opponent has bet against it."""
    console.keyboard.press("1")
    for seat in (one, two):
        seat.phase("betting")
        expect(seat.page.locator("#bar")).to_contain_text("80.00 is left to bet against")
    expect(one.find("pass-bank")).to_have_text("Give the bank backP")
    expect(one.circle()).to_have_count(0)
    two.wager(25_00)
    expect(one.page.locator("#bar")).to_contain_text("55.00 is left to bet against")
    expect(one.find("pass-bank")).to_have_count(0)
    expect(console.locator("[data-position='1'] [data-bank=left]")).to_have_attribute("data-cents", "5500")
    crowd.keep(two.page, "betting")
    console.keyboard.press("2")
    for at, cards in ((2, WEAK), (0, STRONG)):
        console.locator(f"#keyed-{at}").fill(" ".join(cards))
    console.get_by_test_id("key-in").click()


def both_set(crowd: Crowd, console: Page, one: Seat, two: Seat) -> None:
    """The banker sets the bank's hand by keys, like any other; nobody else sees it."""
    for seat in (one, two):
        seat.phase("setting")
        expect(seat.page.locator(".dealer-name")).to_have_text(f"Bank of {one.person.name}")
    crowd.reveals(STRONG, one.person)
    one.page.keyboard.press("v")
    expect(one.find("setting")).to_be_visible()
    one.page.keyboard.press("h")
    one.page.keyboard.press("Enter")
    expect(one.find("setting")).to_have_count(0)
    assert one.shown(1) == set(STRONG)
    assert one.shown(0) == two.shown(0) == set()
    crowd.keep(one.page, "set")
    one.page.keyboard.press("c")  # and changes it
    expect(one.find("setting")).to_be_visible()
    one.page.keyboard.press("Enter")
    expect(one.find("setting")).to_have_count(0)
    two.view(WEAK)
    two.set_hand("Jh", "Ts")
    expect(console.locator("[data-act=reveal]")).not_to_have_attribute("aria-disabled", "true")


def check_results(console: Page, one: Seat, two: Seat) -> None:
    """The bank wins 25.00 less 5%, and the opponent loses."""
    for seat in (one, two):
        seat.phase("between rounds")
        seat.state(1, "won")
        seat.state(2, "lost")
    one.money(1_023_75)
    two.money(975_00)
    expect(one.find("result")).to_have_attribute("data-net", "2375")
    bank = one.page.locator("[data-testid=result-line][data-wager=bank]")
    expect(bank).to_contain_text("Wins 25.00, commission 1.25, 103.75 back")
    expect(bank.locator(".clause")).to_have_text("B21")
    expect(one.find("review")).to_contain_text("You set it the house way")
    expect(two.find("result")).to_have_attribute("data-net", "-2500")
    expect(console.locator("[data-position='1'] [data-bank=settled]")).to_contain_text("gets 103.75")
    history = one.person.open("/history")
    expect(history.locator("[data-testid=hand][data-position='0'] h3")).to_have_text(f"Bank of {one.person.name}")
    expect(history.get_by_test_id("net")).to_have_text("won 23.75")


def the_bank_is_passed(console: Page, one: Seat, two: Seat) -> None:
    """The next player passes; the one after shares the bank with the house, and gives it back as betting opens."""
    console.locator("[data-act='offer the bank']").click()
    expect(one.page.locator("#announcement")).to_have_text(f"The bank is offered to {two.person.name}")
    two.find("pass-bank").tap()
    expect(two.find("pass-bank")).to_have_count(0)
    console.keyboard.press("b")
    one.find("bank-shared").click()
    expect(two.place(1).locator(".puck")).to_be_visible()
    console.keyboard.press("1")
    two.phase("betting")
    expect(one.find("result")).to_have_count(0)  # the banker plays the next round
    expect(one.page.locator("#bar")).to_contain_text("You bank this round. 100.00 is left to bet against.")
    one.page.keyboard.press("p")
    expect(two.page.locator(".puck")).to_have_count(0)
    expect(two.page.locator(".dealer-name")).to_have_text("Dealer")
    one.money(1_023_75)
