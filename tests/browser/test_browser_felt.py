"""The table as people play it: keys, undoing, two hands, time that runs out, reloads, the moment of the result."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from support.browser import PHONE, Crowd, Page, Seat, audit, expect
from support.layout import at_every_size, flaws
from support.web_house import Page as Staff
from support.web_house import RunningHouse, Visitor, running_house

ANN = ("Ac", "Ad", "Kc", "Kd", "9h", "5s", "2c")
BOB = ("Qc", "Qd", "Jh", "Ts", "8c", "4d", "3h")
EVE = ("7s", "8s", "9s", "Td", "Jd", "Ah", "Qs")
PAI_GOW = ("As", "Qh", "Js", "9d", "7c", "5d", "3s")
DEALER = ("Ks", "Kh", "Th", "7c", "6d", "4s", "2d")

OVERLAPS = """([upper, lower]) => {
  const box = document.querySelector(upper).getBoundingClientRect();
  return [...document.querySelectorAll(lower)].filter((one) => {
    const other = one.getBoundingClientRect();
    return other.width && other.right > box.left && other.left < box.right && other.bottom > box.top &&
      other.top < box.bottom;
  }).map((one) => one.outerHTML.slice(0, 80));
}"""
"""What lies under something: elements whose box it overlaps."""
ONE_LINE = """() => {
  const bar = document.getElementById('bar').getBoundingClientRect();
  const buttons = [...document.querySelectorAll('#bar button')].map((one) => one.getBoundingClientRect());
  const middles = new Set(buttons.map((box) => Math.round((box.top + box.bottom) / 16)));
  const outside = buttons.filter((box) => box.left < bar.left || box.right > bar.right || box.bottom > bar.bottom);
  return { lines: middles.size, outside: outside.length, high: bar.height };
}"""
"""How many lines the buttons of the action bar take, and how many of them are outside it."""


def one_line(page: Page, moment: str) -> list[str]:
    """What is wrong with the action bar of a page of 1280 by 800: it has one line, and nothing leaves it."""
    found = page.evaluate(ONE_LINE)
    wrong = flaws(page, moment, still=True)
    if found["lines"] > 1 or found["outside"] or found["high"] > 84:
        wrong.append(f"{moment}: the action bar has {found}")
    return wrong


def keyed(staff: Staff, hands: dict[int, tuple[str, ...]]) -> None:
    """Close the betting and key the cards in."""
    staff.did("no more bets")
    staff.did("key in", hands={str(at): list(cards) for at, cards in hands.items()})


def own(seat: Seat, cents: int, area: str = "main", position: int | None = None) -> None:
    """Wait until the player has so much on a circle."""
    expect(seat.circle(area, position)).to_have_attribute("data-own", str(cents))


def test_chips_are_taken_back_doubled_and_set_with_one_key_each(crowd: Crowd, table: str, staff: Staff) -> None:
    one = crowd.player("Ann").at(table).sit(1)
    keys = one.page.keyboard
    staff.did("place your bets")
    one.phase("betting")
    fortune = one.circle("fortune-bonus")
    expect(fortune).to_have_attribute("aria-disabled", "true")  # 3.6: first the Standard wager
    fortune.click(force=True)  # a person can click what is marked as disabled, and is told why
    expect(one.page.locator("#said")).to_contain_text("There is no Standard wager on position 1 yet")
    for cents in (1000, 2000, 3000):
        keys.press("2")
        own(one, cents)
    expect(one.page.locator("#round [data-event='wager placed']")).to_have_count(1)
    expect(one.page.locator("#round [data-event='wager placed']")).to_contain_text("30.00")
    one.wager(500, "fortune-bonus")
    for cents, side in ((3000, 0), (2000, 0), (1000, 0)):
        keys.press("u")
        own(one, cents)
        own(one, side, "fortune-bonus")
    one.wager(500, "fortune-bonus")
    keys.press("x")
    own(one, 2000)
    own(one, 1000, "fortune-bonus")
    keys.press("a")
    keys.type("15")
    keys.press("Enter")
    own(one, 1500)  # it is set, not added
    own(one, 1000, "fortune-bonus")
    expect(one.find("amount-field")).to_have_count(0)
    keys.press("Enter")
    expect(one.find("amount-field")).to_have_count(0)
    one.page.locator("button[data-sheet=house]").click()
    one.page.locator("[data-switch='four-colours']").focus()
    keys.press("u")  # keys work while a switch has the focus
    own(one, 0, "fortune-bonus")
    assert one.page.evaluate("document.querySelectorAll('#round [data-event=\"wager withdrawn\"]').length") <= 1


def test_keys_and_buttons_open_the_hand_they_show(crowd: Crowd, table: str, staff: Staff) -> None:
    one = crowd.player("Ann").at(table).sit(1).sit(2).sit(3)
    wrong: list[str] = []
    staff.did("place your bets")
    one.phase("betting")
    one.wager(1000)
    for at in (2, 3):
        one.wager(1000, position=at)
    wrong += one_line(one.page, "three bets")
    keyed(staff, {1: ANN, 2: BOB, 3: EVE, 0: DEALER})
    one.phase("setting")
    expect(one.find("setting-words")).to_contain_text("You may look at one hand only; the dealer sets the others")
    expect(one.find("setting-words").locator(".clause")).to_have_text("3.5.2")
    expect(one.find("view")).to_have_count(3)
    wrong += one_line(one.page, "three hands")
    one.page.locator("#seat [data-act=choose][data-position='2']").click()
    expect(one.page.locator("#seat")).to_have_attribute("data-position", "2")
    expect(one.page.locator("#bar [data-testid=view]:has(kbd)")).to_have_attribute("data-position", "2")
    crowd.reveals(BOB, one.person)
    one.page.keyboard.press("v")
    expect(one.find("setting")).to_be_visible()
    expect(one.page.locator("#seat")).to_have_attribute("data-position", "2")
    one.page.keyboard.press("w")  # set the house way and confirmed in one
    one.state(2, "set")
    for at in (1, 3):
        staff.did("house way", position=at)
    crowd.reveals(DEALER)
    staff.did("reveal")
    one.phase("revealed")
    expect(one.find("ask-concede")).to_have_count(3)
    wrong += one_line(one.page, "three to concede")
    one.find("ask-concede").first.click()
    wrong += one_line(one.page, "asked to concede")
    one.find("no").click()
    crowd.reveals((*ANN, *EVE))
    staff.did("settle")
    one.phase("between rounds")
    staff.did("place your bets")
    one.phase("betting")
    expect(one.find("repeat")).to_be_visible()
    wrong += one_line(one.page, "repeat")
    one.find("repeat").click()
    own(one, 1000, position=3)
    assert not wrong, "\n".join(wrong)


def test_a_hand_that_the_dealer_set_is_said_and_reviewed(crowd: Crowd, table: str, staff: Staff) -> None:
    one = crowd.player("\u05d3\u05d5\u05d3").at(table, "?sit")
    expect(one.page.locator("#seat")).to_have_attribute("data-position", "1")
    staff.did("place your bets")
    one.phase("betting")
    one.wager(1000)
    keyed(staff, {1: ANN, 0: PAI_GOW})
    one.view(ANN)
    one.card("9h").click()
    one.page.reload()
    one.connected()
    expect(one.find("setting")).to_be_visible()
    assert one.low() == ["9h"]  # a half-made setting is kept through a reload
    kept = one.page.evaluate("sessionStorage.getItem('houseway.setting')")
    assert one.person.name in kept
    one.page.evaluate("(kept) => sessionStorage.setItem('houseway.setting', kept)", kept.replace(one.person.name, "Bo"))
    one.page.reload()
    one.connected()
    expect(one.find("setting")).to_be_visible()
    assert one.low() == []  # what somebody else had begun in this tab is not used
    assert one.page.evaluate("sessionStorage.getItem('houseway.setting')") is None
    staff.did("end setting")
    expect(one.page.locator("#said")).to_contain_text("The time to set is over.")
    expect(one.find("setting-words")).to_contain_text("The dealer set your hand.")
    crowd.reveals(PAI_GOW)
    staff.did("reveal")
    expect(one.page.locator("#announcement")).to_have_text("The dealer has a Pai Gow, ace high")
    staff.did("settle")
    one.phase("between rounds")
    expect(one.page.locator("#announcement")).to_contain_text("You win 9.50")
    expect(one.page.locator("#announcement")).to_have_attribute("aria-live", "polite")
    expect(one.page.locator("#announcement")).to_contain_text("Standard wager: win, high won, low won, pays 10.00")
    review = one.find("review")
    expect(review).to_contain_text("The dealer set it perfectly")
    expect(review.locator(".grade")).to_have_text("\u2605Best")
    link = review.get_by_test_id("analyse").get_attribute("href") or ""
    assert link.startswith("/analyse?book=mbs-v4&hand=")
    assert "&low=K" in link
    expect(one.find("result-line").locator(".net")).to_have_text("+9.50")
    expect(one.find("strip").locator("li")).to_have_text(["+9.50"])
    expect(one.page.locator(".purse-name")).to_have_attribute("dir", "auto")
    one.page.locator("#seat [data-act=leave]").click()
    expect(one.page.locator("#seat")).not_to_have_attribute("data-position", "1")
    staff.did("place your bets")  # the address asked for a seat once
    one.phase("betting")
    expect(one.page.locator("#seat")).to_have_class("seat watching")


def test_messages_on_a_phone_cover_nothing_that_they_ask_for(crowd: Crowd, table: str, staff: Staff) -> None:
    one, eye = crowd.player("Ann", PHONE).at(table).sit(1), crowd.person("Eve", PHONE).at(table)
    staff.did("place your bets")
    one.phase("betting")
    one.circle("fortune-bonus").tap(force=True)
    expect(one.page.locator("#said")).not_to_be_empty()
    tapped = "#bar button, #seat button, #seat .circle, #setting-words, .place button"
    assert one.page.evaluate(OVERLAPS, ["#said", tapped]) == []
    one.wager(1000)
    keyed(staff, {1: ANN, 0: DEALER})
    one.view(ANN)
    one.find("confirm").tap()
    expect(one.page.locator("#said")).to_contain_text("Choose 2 more for the low hand first")
    assert one.page.evaluate(OVERLAPS, ["#said", f"{tapped}, #seat .card"]) == []
    for card in ("Ac", "Ad"):
        one.card(card).tap()
    one.find("confirm").tap()
    expect(one.page.locator("#said")).to_contain_text("foul")
    assert one.page.evaluate(OVERLAPS, ["#said", f"{tapped}, #seat .card"]) == []
    name = eye.page.locator(".place[data-position='1'] .player")
    expect(name).to_have_text(one.person.name)
    assert name.evaluate("(one) => one.scrollWidth <= one.clientWidth + 1 && one.scrollHeight <= one.clientHeight + 1")
    expect(eye.page.locator(".place[data-position='2'] .player")).to_have_text("Position 2")
    assert eye.page.locator(".place[data-position='2'] .player").inner_text().strip() == "2"
    boxes = [place.bounding_box() for place in eye.page.locator(".place").all()]
    assert len({round(box["y"]) for box in boxes if box}) == 2  # two rows, with room for whole names


def test_names_of_circles_lie_free(crowd: Crowd, house: RunningHouse, boss: Visitor) -> None:
    table = house.spare_table("five-card")
    one = crowd.player("Ann").at(table).sit(1)
    with boss.page(table, "staff") as staff:
        staff.did("place your bets")
        one.phase("betting")
        for key in ("2", "f"):
            one.page.keyboard.press(key)
        own(one, 1000)
        for area in ("insurance", "player-pai-gow", "dealer-pai-gow", "five-card-poker"):
            one.wager(500, area)
        wrong = []
        for size in at_every_size(one.page):
            wrong += flaws(one.page, size, still=True)
            for at in range(1, 6):
                name = f"#seat .circle:nth-child({at}) .circle-name"
                covered = one.page.evaluate(OVERLAPS, [name, "#seat .stack, #seat .amount, #seat .circle-key"])
                wrong += [f"{size}: {name} over {each}" for each in covered]
        assert not wrong, "\n".join(wrong)
        expect(one.page.locator("#seat .circle-key")).to_have_text(["1-6", "F"])  # F only where it aims next


def test_the_moment_of_a_rare_hand(crowd: Crowd, table: str, staff: Staff) -> None:
    one = crowd.player("Ann", reduced_motion="no-preference").at(table).sit(1)
    staff.did("place your bets")
    one.phase("betting")
    one.wager(1000)
    one.wager(500, "fortune-bonus")
    one.find("amount").focus()
    # counting the deck takes seconds: `tests/web/test_rarity.py` has what the house really answers
    straight = {"wager": "fortune-bonus", "pay_table": "", "line": "Straight", "chance": "10/143", "one_in": 14.3}
    one.page.route("**/api/rarity?book=mbs-v4", lambda route: route.fulfill(json={"lines": [straight]}))
    keyed(staff, {1: EVE, 0: DEALER})
    one.phase("setting")
    crowd.reveals(EVE, one.person)
    one.page.keyboard.press("v")
    expect(one.find("setting").locator(".card").first).to_be_focused()  # not on the body after the deal
    one.page.keyboard.press("w")
    one.state(1, "set")
    crowd.reveals(DEALER)
    staff.did("reveal")
    staff.did("settle")
    moment = one.find("moment").first
    expect(moment).to_be_visible()
    expect(one.page.locator("#celebration")).to_have_text("Straight: one hand in 14")
    one.page.keyboard.press("Escape")
    expect(one.find("moment")).to_have_count(0)
    expect(one.page.locator("#call")).to_have_attribute("data-verdict", "won")
    one.money(100000 + 950 + 1000)
    expect(one.find("bankroll")).to_have_text("1,019.50")
    wrong = audit(one.page, "after the moment")
    lines = [line.get_attribute("data-result") for line in one.find("result-line").all()]
    assert lines == sorted(lines, key=("win", "standoff", "lose").index)
    assert not wrong, "\n".join(wrong)


def test_sounds_are_off_until_they_are_switched_on(crowd: Crowd, table: str, staff: Staff) -> None:
    one = crowd.player("Ann").at(table).sit(1)
    asked: list[str] = []
    one.page.on("request", lambda request: asked.append(request.url))
    staff.did("place your bets")
    one.phase("betting")
    one.wager(1000)
    assert not any("/sounds/" in url for url in asked)
    one.page.locator("button[data-sheet=house]").click()
    with one.page.expect_response(re.compile(r"/sounds/chip\.wav$")) as answered:
        one.page.locator("[data-switch=sound]").check()
    assert answered.value.headers["content-type"].startswith("audio/")
    expect(one.body).to_have_attribute("data-sound", "chip")  # it was decoded, and plays
    one.page.reload()
    one.connected()
    expect(one.page.locator("[data-switch=sound]")).to_be_checked()


def test_signing_out_asks_first_with_a_word_about_the_key(crowd: Crowd, table: str, staff: Staff) -> None:
    one = crowd.player("Ann").at(table).sit(1)
    staff.did("place your bets")
    one.phase("betting")
    page = one.person.open("/")
    page.get_by_test_id("ask-quit").click()
    asking = page.get_by_test_id("leaving")
    expect(asking).to_contain_text("only with your key")
    expect(asking).to_contain_text(f"A round goes on at {table}")
    expect(page.get_by_test_id("stay")).to_be_focused()
    page.keyboard.press("Enter")
    expect(asking).to_have_count(0)
    expect(page.get_by_test_id("you")).to_have_text(one.person.name)
    page.get_by_test_id("ask-quit").click()
    asking.get_by_role("button", name="Get a key first").click()
    expect(page.get_by_role("button", name="Make a new key")).to_be_visible()
    page.get_by_test_id("ask-quit").click()
    one.page.close()
    page.get_by_test_id("quit").click()
    expect(page.locator("#name")).to_be_visible()


@pytest.mark.full
def test_a_round_with_the_automatic_dealer_by_keys(crowd: Crowd, tmp_path: Path, cache_folder: Path) -> None:
    clocks = ("--betting", "600", "--setting", "600", "--change", "0", "--compare", "600", "--between", "1")
    with running_house(tmp_path / "j.db", "--book", "mbs-v4", *clocks, cache=cache_folder) as alone:
        crowd.url, crowd.keyed = alone.url, False
        one = crowd.player("Ann").at("mbs-v4", "?sit")
        keys = one.page.keyboard
        one.phase("betting")
        keys.press("2")
        own(one, 1000)
        keys.press("f")
        keys.press("1")
        own(one, 500, "fortune-bonus")
        wrong = one_line(one.page, "bets with an automatic dealer")
        one.find("ready").focus()
        keys.press("Enter")
        expect(one.find("setting").locator(".card").first).to_be_focused()
        wrong += one_line(one.page, "setting")
        keys.press("w")
        one.phase("revealed")
        wrong += one_line(one.page, "to compare")
        one.find("ready").click()
        one.phase("betting")  # the next round opens by itself
        expect(one.find("strip").locator("li")).to_have_count(1)
        wrong += one_line(one.page, "repeat and deal")
        keys.press("d")  # the last bets again, and the deal
        expect(one.find("setting")).to_be_visible()
        assert one.circle().get_attribute("data-cents") == "1000"
        assert one.circle("fortune-bonus").get_attribute("data-cents") == "500"
        for page in one.person.context.pages:
            page.close()
    assert not wrong, "\n".join(wrong)


@pytest.mark.full
def test_the_page_says_that_the_time_to_set_was_over(crowd: Crowd, tmp_path: Path, cache_folder: Path) -> None:
    clocks = ("--betting", "600", "--setting", "4", "--change", "0", "--compare", "600", "--between", "600")
    with running_house(tmp_path / "j.db", "--book", "mbs-v4", *clocks, cache=cache_folder) as alone:
        crowd.url, crowd.keyed = alone.url, False
        one = crowd.player("Ann").at("mbs-v4", "?sit")
        one.phase("betting")
        one.wager(1000)
        one.find("ready").click()
        expect(one.find("setting")).to_be_visible()
        expect(one.page.locator("#said")).to_contain_text("The time to set is over. Position 1 is set the house way")
        expect(one.find("setting-words")).to_contain_text("The dealer set your hand.")
        one.find("ready").click()
        expect(one.find("review")).to_contain_text("The dealer set it")
        for page in one.person.context.pages:
            page.close()
