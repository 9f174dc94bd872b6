"""What players and staff may do since the second reading: leave to bet, short wagers, taking a setting back, R97."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from support.browser import Crowd, Page, Seat, audit, expect, small_targets
from support.layout import SIZES, at_every_size, flaws
from support.web_house import Page as Staff
from support.web_house import running_house

ANN = ("Ac", "Ad", "Kc", "Kd", "9h", "5s", "2c")
BOB = ("Qc", "Qd", "Jh", "Ts", "8c", "4d", "3h")
DEALER = ("Ks", "Kh", "Th", "7c", "6d", "4s", "2d")


def looked_at(crowd: Crowd, page: Page, moment: str, *, still: bool = True) -> list[str]:
    """What is wrong with a page at any size; pictures of three sizes are saved."""
    wrong = []
    for size in at_every_size(page):
        wrong += flaws(page, f"{moment}, {size}", still=still)
        if still and size.endswith("phone"):
            wrong += [f"{moment}, {size}: too small for a thumb: {each}" for each in small_targets(page)]
    for size in ("desk", "phone", "small phone"):
        width, height = SIZES[size]
        page.set_viewport_size({"width": width, "height": height})
        crowd.keep(page, f"{moment}-{size}")
    page.set_viewport_size({"width": 1280, "height": 800})
    return wrong


def confirm(console: Page, *words: str) -> None:
    """Read the question, then confirm it by the keyboard."""
    dialog = console.locator("#ask")
    expect(dialog).to_have_attribute("open", "")
    for each in words:
        expect(dialog).to_contain_text(each)
    console.keyboard.press("Enter")
    expect(dialog).not_to_have_attribute("open", "")


def two_at(crowd: Crowd, table: str) -> tuple[Seat, Seat]:
    """Two players with a browser each."""
    return crowd.player("Ann").at(table).sit(1), crowd.player("Bob").at(table).sit(2)


@pytest.mark.full
def test_r86_others_bet_on_an_area_only_with_leave(crowd: Crowd, table: str, staff: Staff) -> None:
    one, two = two_at(crowd, table)
    switch = one.find("share")
    expect(switch).to_have_role("switch")
    expect(switch).to_have_accessible_name("Let others bet here")
    expect(switch).to_have_attribute("aria-checked", "false")
    staff.did("place your bets")
    for seat in (one, two):
        seat.phase("betting")
        seat.wager(1000)
    expect(two.circle("main", 1)).not_to_have_attribute("data-act", "put")
    switch.focus()
    one.page.keyboard.press("Space")
    expect(switch).to_have_attribute("aria-checked", "true")
    expect(two.place(1)).to_have_attribute("aria-label", re.compile("others may bet here"))
    wrong = audit(one.page, "the switch") + looked_at(crowd, one.page, "open") + looked_at(crowd, two.page, "sees")
    two.wager(2500, position=1)
    expect(one.circle()).to_have_attribute("data-cents", "3500")
    switch.click()
    expect(switch).to_have_attribute("aria-checked", "false")
    expect(two.circle("main", 1)).not_to_have_attribute("data-act", "put")
    assert not wrong, "\n".join(wrong)


def test_r81_a_wager_below_the_minimum_is_shown_and_returned(crowd: Crowd, table: str, staff: Staff) -> None:
    one, two = two_at(crowd, table)
    staff.did("place your bets")
    for seat in (one, two):
        seat.phase("betting")
    two.circle().click()  # without choosing a chip: the smallest that makes a wager
    expect(two.circle()).to_have_attribute("data-own", "1000")
    one.wager(500)
    expect(one.find("setting-words")).to_have_text(
        "Standard wager below the minimum of 10.00: it is returned when betting closes."
    )
    expect(one.circle()).to_have_accessible_name(re.compile("below the minimum of 10.00"))
    wrong = looked_at(crowd, one.page, "below")
    staff.did("no more bets")
    one.phase("no more bets")
    one.money(100000)
    two.money(99000)
    assert not wrong, "\n".join(wrong)


@pytest.mark.full
def test_r96_a_setting_is_taken_back_until_the_reveal(crowd: Crowd, table: str, staff: Staff) -> None:
    one, two = two_at(crowd, table)
    staff.did("place your bets")
    for seat in (one, two):
        seat.phase("betting")
        seat.wager(1000)
    staff.did("no more bets")
    staff.did("key in", hands={"1": ANN, "2": (*BOB, "6h"), "0": DEALER})
    one.phase("setting")
    one.view(ANN)
    one.set_hand("Kc", "Kd")
    expect(one.find("take-back")).to_have_text(re.compile("Change my setting"))
    wrong = looked_at(crowd, one.page, "set")
    one.page.keyboard.press("c")
    expect(one.find("setting")).to_be_visible()
    assert one.low() == ["Kc", "Kd"]  # as it was set
    one.card("Kd").click()
    one.card("9h").click()
    one.find("confirm").click()
    one.find("take-back").click()
    expect(one.find("setting")).to_be_visible()
    assert one.low() == ["Kc", "9h"]
    crowd.reveals((*BOB, "6h"), two.person)  # R90: eight cards may be viewed, and not set
    two.find("view").click()
    expect(two.find("setting-words")).to_contain_text("Position 2 has 8 cards")
    assert two.shown(2) == {*BOB, "6h"}
    wrong += looked_at(crowd, two.page, "eight")
    assert not wrong, "\n".join(wrong)


@pytest.mark.full
def test_r96_the_automatic_dealer_gives_a_lone_player_time(crowd: Crowd, tmp_path: Path, cache_folder: Path) -> None:
    clocks = ("--betting", "600", "--setting", "600", "--change", "600", "--compare", "600")
    with running_house(tmp_path / "j.db", "--book", "mbs-v4", *clocks, cache=cache_folder) as waiting:
        crowd.url, crowd.keyed = waiting.url, False
        one = crowd.player("Ann").at("mbs-v4", "?sit")
        one.phase("betting")
        one.wager(1000)
        one.find("ready").click()
        for again in (False, True):
            expect(one.find("setting")).to_be_visible()
            one.find("house-way").click()
            one.find("confirm").click()
            expect(one.page.locator("#clock")).to_have_attribute("data-clock", "change")
            expect(one.page.locator("#announcement")).to_have_text("Every hand is set")
            expect(one.find("take-back")).to_be_visible()
            if not again:
                wrong = audit(one.page, "time to change") + looked_at(crowd, one.page, "change")
                one.page.keyboard.press("c")
        one.find("ready").click()
        one.phase("revealed")
        for page in one.person.context.pages:
            page.close()
    assert not wrong, "\n".join(wrong)


@pytest.mark.full
def test_r92_an_offer_says_when_it_ends(crowd: Crowd, table: str, staff: Staff) -> None:
    one = crowd.player("Ann").at(table).sit(1)
    staff.did("place your bets")
    one.phase("betting")
    one.wager(1000)
    staff.did("no more bets")
    staff.did("key in", hands={"1": ANN, "0": DEALER})
    staff.did("report", fault="power failure")
    staff.did("remedy", remedy="offer withdrawal")
    expect(one.find("until-act")).to_have_text("You may withdraw until you play on, or the dealer does.")
    wrong = looked_at(crowd, one.page, "offer")
    one.view(ANN)
    expect(one.find("ask-withdraw")).to_have_count(0)
    expect(one.find("until-act")).to_have_count(0)
    assert not wrong, "\n".join(wrong)


@pytest.mark.full
def test_r93_a_supervisor_permits_what_a_dealer_may_not(crowd: Crowd, table: str, staff: Staff) -> None:
    one = crowd.player("Ann").at(table).sit(1)
    dealer, supervisor = crowd.staff("Dan", 1), crowd.staff("Pat", 2)
    below, console = dealer.console(table), supervisor.console(table)
    staff.did("place your bets")
    one.phase("betting")
    one.wager(1000)
    staff.did("no more bets")
    staff.did("key in", hands={"1": ANN, "2": BOB, "0": DEALER})
    one.view(ANN)
    expect(below.locator("body")).to_have_attribute("data-phase", "setting")
    below.keyboard.press("i")
    below.locator("[data-fault='cards at an unwagered position']").click()
    below.locator("#report-position").select_option("2")
    below.get_by_test_id("report").click()
    confirm(below, "5.9")
    expect(below.get_by_test_id("hold")).to_be_visible()
    below.keyboard.press("7")
    confirm(below, "Discard the cards")
    below.keyboard.press("m")
    confirm(below, "Permit withdrawal", "Ask a pit supervisor or above")  # R93: a dealer only asks
    crowd.keep(below, "asked")
    wrong = audit(console, "permit withdrawal")
    wrong += looked_at(crowd, console, "permit", still=False)
    console.keyboard.press("a")
    expect(console.locator("#ask")).to_contain_text("Permit players to withdraw")
    expect(console.locator("#ask")).to_contain_text(dealer.name)
    console.locator("[data-ask=confirm]").click()
    expect(console.get_by_test_id("permit")).to_have_count(0)
    one.find("ask-withdraw").click()
    one.find("withdraw-remaining").click()
    one.money(100000)
    assert not wrong, "\n".join(wrong)


@pytest.mark.full
def test_r97_a_player_is_prohibited_in_the_whole_house(crowd: Crowd, table: str, staff: Staff) -> None:
    one = crowd.player("Ann").at(table).sit(1)
    elsewhere = one.person.at(crowd.house.spare_table("five-card"))
    supervisor, manager = crowd.staff("Pat", 2), crowd.staff("Max")
    below, console = supervisor.console(table), manager.console(table)
    for page in (below, console):
        page.locator("[data-tab=players]").click()
    row = f"tr[data-player='{one.person.name}']"
    below.locator(f"{row} [data-act=prohibit]").click()
    expect(below.locator("[data-ask=confirm]")).to_contain_text("Ask a gaming shift manager")
    below.keyboard.press("Escape")
    expect(elsewhere.page.locator("[data-act=sit]").first).to_be_visible()
    console.locator(f"{row} [data-act=prohibit]").click()
    confirm(console, "5.15", "whole house")
    expect(console.locator(row)).to_have_attribute("data-prohibited", "yes")
    staff.did("place your bets")  # the next thing every page at this table is shown
    expect(one.page.locator("#bar")).to_contain_text("You are prohibited from further play.")
    expect(elsewhere.page.locator("[data-act=sit]")).to_have_count(0)
    wrong = audit(console, "players with a prohibition")
    wrong += looked_at(crowd, console, "players", still=False)
    console.locator(f"{row} [data-act=prohibit]").click()
    confirm(console, "Lift the prohibition")
    expect(console.locator(row)).to_have_attribute("data-prohibited", "no")
    expect(elsewhere.page.locator("[data-act=sit]").first).to_be_visible()
    assert not wrong, "\n".join(wrong)


@pytest.mark.full
def test_r95_a_round_is_corrected_while_another_is_on_hold(crowd: Crowd, table: str, staff: Staff) -> None:
    cards = ("Ac", "Ad", "9h", "8d", "5s", "3c", "2h")
    one, supervisor = crowd.player("Ann").at(table).sit(1), crowd.staff("Pat", 2)
    console = supervisor.console(table)
    crowd.reveals((*cards, *DEALER))
    staff.did("place your bets")
    one.phase("betting")
    one.wager(1000)
    staff.did("no more bets")
    staff.did("key in", hands={"1": cards, "0": DEALER})
    staff.did("end setting")
    staff.did("reveal", low=("4s", "2d"))
    staff.did("settle")
    staff.did("place your bets")
    staff.did("report", fault="other", note="a glass fell")
    expect(console.get_by_test_id("hold")).to_be_visible()
    console.keyboard.press("c")
    console.keyboard.press("Enter")
    confirm(console, "Correct round 1")
    expect(console.get_by_test_id("said")).to_contain_text("corrected once a second person has confirmed it")
    staff.seconds()
    expect(console.locator("#log [data-event='round corrected']")).to_have_count(1)
    expect(console.locator("body")).to_have_attribute("data-hold", "yes")
