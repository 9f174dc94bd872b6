"""Whole rounds in the browser: wagering, setting a hand in every way, and the results."""

from __future__ import annotations

import re

import pytest

from support.browser import PHONE, Crowd, Page, Seat, expect
from support.web_house import Page as Staff
from support.web_house import Visitor

ANN = ("Ac", "Ad", "Kc", "Kd", "9h", "5s", "2c")
BOB = ("Qc", "Qd", "Jh", "Ts", "8c", "4d", "3h")
DEALER = ("Ks", "Kh", "Th", "7c", "6d", "4s", "2d")


def dealt(staff: Staff, seats: list[Seat], hands: dict[int, tuple[str, ...]], *, fortune: int = 0) -> None:
    """Open betting, have everybody wager at their position, and key the cards in."""
    staff.did("place your bets")
    for seat in seats:
        seat.phase("betting")
        seat.wager(1000)
        if fortune:
            seat.wager(fortune, "fortune-bonus")
    staff.did("no more bets")
    staff.did("key in", hands={str(at): list(cards) for at, cards in hands.items()})
    for seat in seats:
        seat.phase("setting")


def test_two_players_and_a_dealer_play_a_whole_round(crowd: Crowd, table: str, boss: Visitor) -> None:
    with boss.page(table, "staff") as quiet:
        quiet.physical()
    console = crowd.staff("Sue", 1).console(table)
    one, two, eye = (
        seated_from_the_lobby(crowd, table),
        crowd.player("Bob").at(table).sit(2),
        crowd.person("Eve").at(table),
    )
    everybody_wagers(crowd, console, one, two, eye)
    everybody_sets(crowd, console, one, two, eye)
    crowd.reveals(DEALER)
    console.locator("[data-act=reveal]").click()
    for seat in (one, two, eye):
        seat.phase("revealed")
        seat.state(0, "open")
        assert seat.shown(0) == set(DEALER)
    assert one.shown(2) == set()
    crowd.keep(one.page, "revealed")
    crowd.reveals((*ANN, *BOB))
    console.locator("[data-act=settle]").click()
    for seat in (one, two, eye):
        seat.phase("between rounds")
        seat.state(1, "won")
        seat.state(2, "standoff")
        assert (seat.shown(1), seat.shown(2)) == (set(ANN), set(BOB))
    crowd.keep(console, "console-settled")
    check_results(crowd, one, two)


def seated_from_the_lobby(crowd: Crowd, table: str) -> Seat:
    """A player who signs in in the lobby and takes a seat."""
    ann = crowd.person("Ann")
    page = ann.open("/")
    page.locator("#name").fill(ann.name)
    page.get_by_role("button", name="Use this name").click()
    expect(page.get_by_test_id("you")).to_have_text(ann.name)
    page.locator(f".table-card[data-table='{table}']").get_by_test_id("play").click()
    expect(page.locator("#seat")).to_have_attribute("data-position", "1")
    return Seat(ann, page)


def everybody_wagers(crowd: Crowd, console: Page, one: Seat, two: Seat, eye: Seat) -> None:
    """The dealer opens betting, one player wagers by taps and one by a key, and the dealer closes it."""
    console.locator("[data-act='place your bets']").click()
    for seat in (one, two, eye):
        seat.phase("betting")
        expect(seat.page.locator("#announcement")).to_have_text("Place your bets, please")
    one.wager(2500)
    one.wager(500, "fortune-bonus")
    two.page.keyboard.press("2")
    expect(two.circle()).to_have_attribute("data-own", "1000")
    crowd.keep(one.page, "betting")
    expect(eye.circle("main", 1)).to_have_attribute("data-cents", "2500")
    expect(console.locator("[data-act='no more bets']")).not_to_have_attribute("aria-disabled", "true")
    console.keyboard.press("2")
    one.phase("no more bets")


def everybody_sets(crowd: Crowd, console: Page, one: Seat, two: Seat, eye: Seat) -> None:
    """The dealer keys the cards in; one player sets their hand by taps and one by keys."""
    for at, cards in ((1, ANN), (2, BOB), (0, DEALER)):
        console.locator(f"#keyed-{at}").fill(" ".join(cards))
    crowd.keep(console, "keying-in")
    console.get_by_test_id("key-in").click()
    for seat in (one, two, eye):
        seat.phase("setting")
        seat.state(1, "dealt")
    one.view(ANN)
    crowd.reveals(BOB, two.person)
    two.page.keyboard.press("v")
    expect(two.find("setting")).to_be_visible()
    crowd.keep(one.page, "setting")
    for card in ("Kc", "Kd"):
        one.card(card).click()
    expect(one.find("high-name")).to_have_text("Pair of aces")
    expect(one.find("low-name")).to_have_text("Pair of kings")
    one.find("confirm").click()
    eye.state(1, "set")
    for key in ("3", "4", "Enter"):
        two.page.keyboard.press(key)
    for seat in (one, two, eye):
        seat.state(2, "set")
        assert seat.shown(0) == set()
    assert (one.shown(2), two.shown(1), eye.shown(1)) == (set(), set(), set())


def check_results(crowd: Crowd, one: Seat, two: Seat) -> None:
    """Marks, money, lines with their clauses, and the log."""
    for box in ("high", "low"):
        expect(one.place(1).locator(f"[data-box={box}]")).to_have_attribute("data-mark", "won")
    expect(one.find("result")).to_have_attribute("data-net", str(2375 - 500))
    expect(two.find("result")).to_have_attribute("data-net", "0")
    one.money(100000 + 1875)
    two.money(100000)
    expect(one.find("result-line").first).to_have_attribute("data-wager", "main")
    expect(one.find("review")).to_be_visible()
    crowd.keep(one.page, "settled")
    clause = one.find("result-line").first.locator(".clause")
    clause.click()
    expect(one.page.locator("#words")).to_be_visible()
    expect(one.page.locator("#words h3").first).to_have_text(clause.inner_text())
    one.page.keyboard.press("Escape")
    expect(one.page.locator("#words")).to_be_hidden()
    log = one.page.locator("#round .log li")
    assert {line.get_attribute("data-event") for line in log.all()} >= {
        "betting opened", "wager placed", "betting closed", "hand dealt", "dealer revealed", "hand shown",
        "wager settled", "round settled",
    }  # fmt: skip


# ---------------------------------------------------------------------------------------------------------------------
# Setting a hand


def drag(seat: Seat, card: str, box: str) -> None:
    """Drag a card to a box with the mouse."""
    found, target = seat.card(card).bounding_box(), seat.find("setting").locator(f"[data-box={box}]").bounding_box()
    assert found
    assert target
    mouse = seat.page.mouse
    mouse.move(found["x"] + 12, found["y"] + 30)
    mouse.down()
    mouse.move(target["x"] + target["width"] / 2, target["y"] + target["height"] / 2, steps=5)
    mouse.up()


def drag_by_thumb(seat: Seat, card: str, box: str) -> None:
    """The same with a finger."""
    found, target = seat.card(card).bounding_box(), seat.find("setting").locator(f"[data-box={box}]").bounding_box()
    assert found
    assert target
    touch = seat.person.context.new_cdp_session(seat.page)
    begin = (found["x"] + 12, found["y"] + 30)
    end = (target["x"] + target["width"] / 2, target["y"] + target["height"] / 2)
    touch.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": begin[0], "y": begin[1]}]})
    for part in (0.2, 0.6, 1):
        point = {"x": begin[0] + part * (end[0] - begin[0]), "y": begin[1] + part * (end[1] - begin[1])}
        touch.send("Input.dispatchTouchEvent", {"type": "touchMove", "touchPoints": [point]})
    touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    touch.detach()


@pytest.mark.parametrize("how", [pytest.param("mouse", marks=pytest.mark.full), "finger"])
def test_a_hand_is_set_by_dragging(crowd: Crowd, table: str, staff: Staff, how: str) -> None:
    one = crowd.player("Ann", PHONE if how == "finger" else None).at(table).sit(3)
    dealt(staff, [one], {3: ANN, 0: DEALER})
    one.view(ANN)
    move = drag_by_thumb if how == "finger" else drag
    for card, low in (("Kd", 1), ("9h", 2)):
        move(one, card, "low")
        expect(one.find("setting").locator("[data-box=low] .card")).to_have_count(low)
    assert one.low() == ["Kd", "9h"]
    move(one, "5s", "low")  # L is full: the page says so and no card moves
    expect(one.page.locator("#said")).to_contain_text("The low hand is full")
    assert one.low() == ["Kd", "9h"]
    move(one, "9h", "high")
    expect(one.find("setting").locator("[data-box=low] .card")).to_have_count(1)
    move(one, "Kc", "low")
    expect(one.find("low-name")).to_have_text(re.compile("kings", re.IGNORECASE))
    crowd.keep(one.page, "dragged")
    one.find("confirm").click()
    one.state(3, "set")
    assert one.shown(3) == set(ANN)


@pytest.mark.full
def test_a_hand_is_set_by_taps(crowd: Crowd, table: str, staff: Staff) -> None:
    one = crowd.player("Ann", PHONE).at(table).sit(1)
    dealt(staff, [one], {1: ANN, 0: DEALER})
    one.view(ANN)
    one.find("confirm").tap()
    expect(one.page.locator("#said")).to_contain_text("Choose 2 more for the low hand")
    for card in ("2c", "Kc"):
        one.card(card).tap()
    expect(one.find("confirm")).not_to_have_class(re.compile("not-yet"))
    one.card("2c").tap()
    expect(one.find("confirm")).to_have_class(re.compile("not-yet"))
    expect(one.find("low-name")).to_have_text("1 to choose")
    one.find("undo").tap()
    assert sorted(one.low()) == ["2c", "Kc"]
    one.find("undo").tap()
    one.find("undo").tap()
    assert one.low() == []
    for card in ("Kc", "Kd"):
        one.card(card).tap()
    one.find("confirm").tap()
    one.state(1, "set")


def test_a_hand_is_set_by_keys(crowd: Crowd, table: str, staff: Staff) -> None:
    one = crowd.player("Ann").at(table).sit(1)
    dealt(staff, [one], {1: ANN, 0: DEALER})
    crowd.reveals(ANN, one.person)
    keys = one.page.keyboard
    keys.press("v")
    expect(one.find("setting")).to_be_visible()
    for key in ("1", "7"):
        keys.press(key)
    expect(one.find("setting").locator("[data-box=low] .card")).to_have_count(2)
    keys.press("Backspace")
    keys.press("Backspace")
    expect(one.find("setting").locator("[data-box=low] .card")).to_have_count(0)
    keys.press("h")
    expect(one.find("setting").locator("[data-box=low] .card")).to_have_count(2)
    expect(one.find("setting-words")).to_contain_text("House way")
    keys.press("Enter")
    one.state(1, "set")


def test_a_foul_is_shown_before_it_is_sent_and_the_house_way_sets_the_hand(
    crowd: Crowd, table: str, staff: Staff
) -> None:
    one = crowd.player("Ann").at(table).sit(1)
    dealt(staff, [one], {1: ANN, 0: DEALER})
    one.view(ANN)
    for card in ("Ac", "Ad"):
        one.card(card).click()
    expect(one.find("setting-words")).to_have_class(re.compile("foul"))
    words = one.find("setting-words").inner_text()
    one.find("confirm").click()
    expect(one.page.locator("#said")).to_contain_text(words)
    crowd.keep(one.page, "foul")
    assert not any('"type":"set"' in frame for frame in one.person.sent)
    one.find("house-way").click()
    expect(one.find("setting-words").locator(".clause")).to_be_visible()
    one.find("confirm").click()
    one.state(1, "set")
    assert sum('"type":"set"' in frame for frame in one.person.sent) == 1


@pytest.mark.full
def test_a_foul_sent_to_the_house_is_set_the_house_way(crowd: Crowd, table: str, staff: Staff) -> None:
    one = crowd.player("Ann").at(table).sit(1)
    dealt(staff, [one], {1: ANN, 0: DEALER})
    one.view(ANN)
    with without_a_page(one).page(table) as other:  # another client, which does not check for fouls
        other.did("set", position=1, low=["Ac", "Ad"])
    one.state(1, "set")
    foul = one.page.locator("#round .log li[data-event='foul declared']")
    expect(foul.locator(".clause")).to_have_text("3.12.2")
    assert {card.get_attribute("data-card") for card in one.place(1).locator("[data-box=low] .card").all()} != {
        "Ac",
        "Ad",
    }
    crowd.keep(one.page, "declared")


def without_a_page(seat: Seat) -> Visitor:
    """The same player, without a browser."""
    visitor = Visitor(seat.person.crowd.house)
    visitor.cookies = {
        str(cookie.get("name")): str(cookie.get("value")).strip('"') for cookie in seat.person.context.cookies()
    }
    return visitor


# ---------------------------------------------------------------------------------------------------------------------
# Results


@pytest.mark.full
def test_a_conceded_hand_is_seen_by_nobody_else(crowd: Crowd, table: str, staff: Staff) -> None:
    one, two, eye = (
        crowd.player("Ann").at(table).sit(1),
        crowd.player("Bob").at(table).sit(2),
        crowd.person("Eve").at(table),
    )
    dealt(staff, [one, two], {1: ANN, 2: BOB, 0: DEALER})
    one.view(ANN)
    two.view(BOB)
    one.set_hand("Kc", "Kd")
    two.set_hand("Jh", "Ts")
    crowd.reveals(DEALER)
    staff.did("reveal")
    two.phase("revealed")
    two.find("ask-concede").click()
    two.find("no").click()
    expect(two.find("ask-concede")).to_be_visible()
    two.find("ask-concede").click()
    crowd.keep(two.page, "asked")
    two.find("concede").click()
    for seat in (one, two, eye):
        seat.state(2, "conceded")
    crowd.reveals(ANN)
    staff.did("settle")
    for seat in (one, two, eye):
        seat.phase("between rounds")
    two.money(99000)
    expect(two.find("result")).to_have_attribute("data-net", "-1000")
    assert one.shown(2) == eye.shown(2) == set()


def test_one_player_at_two_positions_views_one_hand(crowd: Crowd, table: str, staff: Staff) -> None:
    one = crowd.player("Ann").at(table).sit(1).sit(2)
    staff.did("place your bets")
    one.phase("betting")
    one.wager(1000)
    one.wager(2500, position=2)
    staff.did("no more bets")
    staff.did("key in", hands={"1": ANN, "2": BOB, "0": DEALER})
    one.phase("setting")
    expect(one.find("view")).to_have_count(2)
    crowd.keep(one.page, "which-hand")
    crowd.reveals(BOB, one.person)
    one.page.locator("#bar [data-testid=view][data-position='2']").click()
    expect(one.page.locator("#seat")).to_have_attribute("data-position", "2")
    expect(one.find("setting")).to_be_visible()
    expect(one.find("view")).to_have_count(0)
    one.set_hand("Jh", "Ts")
    staff.did("house way", position=1)
    one.state(1, "set")
    assert one.shown(1) == set()
    crowd.reveals(DEALER)
    staff.did("reveal")
    crowd.reveals(ANN)
    staff.did("settle")
    one.phase("between rounds")
    assert one.shown(1) == set(ANN)
    expect(one.find("result-line")).to_have_count(2)
    crowd.keep(one.page, "settled")


@pytest.mark.full
def test_an_envy_bonus_is_paid_in_gold(crowd: Crowd, table: str, staff: Staff) -> None:
    royal = ("As", "Ks", "Qs", "Js", "Ts", "Kh", "Qh")
    plain = ("Qc", "Qd", "Jh", "Td", "8c", "4d", "3h")
    dealer = ("Ac", "Ad", "Kc", "9d", "7h", "5c", "2d")
    one, two = crowd.player("Ann").at(table).sit(1), crowd.player("Bob").at(table).sit(2)
    dealt(staff, [one, two], {1: royal, 2: plain, 0: dealer}, fortune=500)
    staff.did("end setting")
    crowd.reveals(dealer)
    staff.did("reveal")
    crowd.reveals((*royal, *plain))
    staff.did("settle")
    envy = two.page.locator("[data-testid=result-line][data-wager=envy]")
    expect(envy).to_have_class(re.compile("gold"))
    expect(envy).to_contain_text("Envy Bonus")
    expect(envy.locator(".clause")).to_have_text("3.23")
    fortune = one.page.locator("[data-testid=result-line][data-wager=fortune-bonus]")
    expect(fortune).to_have_attribute("data-result", "win")
    crowd.keep(one.page, "fortune")
    crowd.keep(two.page, "envy")
    expect(one.page.locator("#round .log li.gold[data-event='envy paid']")).to_have_count(1)
    paid = int(two.find("result").get_attribute("data-net") or 0)
    assert paid > 0
    two.money(100000 + paid)


@pytest.mark.full
def test_the_floor_voids_a_round(crowd: Crowd, table: str, staff: Staff) -> None:
    one, eye = crowd.player("Ann").at(table).sit(1), crowd.person("Eve", PHONE).at(table)
    dealt(staff, [one], {1: ANN, 0: DEALER})
    staff.did("report", fault="misdeal")
    for seat in (one, eye):
        expect(seat.find("hold")).to_contain_text("On hold: misdeal")
        expect(seat.page.locator("#announcement")).to_have_text("The round is on hold")
    crowd.keep(one.page, "hold")
    staff.did("remedy", remedy="void")
    one.phase("between rounds")
    expect(one.find("hold")).to_have_count(0)
    expect(one.find("result")).to_contain_text("The round is void")
    one.money(100000)
    crowd.keep(one.page, "void")


@pytest.mark.full
def test_the_dealer_ends_the_time_for_setting(crowd: Crowd, table: str, staff: Staff) -> None:
    one = crowd.player("Ann").at(table).sit(1)
    dealt(staff, [one], {1: ANN, 0: DEALER})
    one.view(ANN)
    one.card("9h").click()
    staff.did("end setting")
    one.state(1, "set")
    expect(one.find("setting")).to_have_count(0)
    assert one.shown(1) == set(ANN)


def test_wagers_by_keys_repeated_and_cleared(crowd: Crowd, table: str, staff: Staff) -> None:
    one = crowd.player("Ann").at(table).sit(1)
    staff.did("place your bets")
    one.phase("betting")
    keys = one.page.keyboard
    keys.press("2")
    expect(one.circle()).to_have_attribute("data-own", "1000")
    keys.press("1")
    expect(one.circle()).to_have_attribute("data-own", "1500")
    keys.press("Shift+Digit1")
    expect(one.circle("fortune-bonus")).to_have_attribute("data-own", "500")
    keys.press("f")
    keys.press("1")
    expect(one.circle("fortune-bonus")).to_have_attribute("data-own", "1000")
    keys.press("c")
    for area in ("main", "fortune-bonus"):
        expect(one.circle(area)).to_have_attribute("data-own", "0")
    one.money(100000)
    one.wager(2500)
    one.wager(500, "fortune-bonus")
    staff.did("no more bets")
    staff.did("key in", hands={"1": ANN, "0": DEALER})
    staff.did("end setting")
    crowd.reveals(DEALER)
    staff.did("reveal")
    crowd.reveals(ANN)
    staff.did("settle")
    one.phase("between rounds")
    staff.did("place your bets")
    one.phase("betting")
    expect(one.find("repeat")).to_be_visible()
    keys.press("r")
    expect(one.circle()).to_have_attribute("data-own", "2500")
    expect(one.circle("fortune-bonus")).to_have_attribute("data-own", "500")
    one.find("clear").click()
    expect(one.circle()).to_have_attribute("data-own", "0")


# ---------------------------------------------------------------------------------------------------------------------
# Other books


@pytest.mark.full
def test_a_round_of_five_card(crowd: Crowd, boss: Visitor) -> None:
    mine, dealer = ("Ac", "Ad", "Kc", "9d", "2h"), ("Kd", "Qd", "Jh", "Ts", "8c")
    table = crowd.house.spare_table("five-card")
    with boss.page(table, "staff") as staff:
        staff.physical()
        one, eye = crowd.player("Ann").at(table).sit(2), crowd.person("Eve", PHONE).at(table)
        staff.did("place your bets")
        one.phase("betting")
        one.wager(1000)
        crowd.keep(one.page, "betting")
        staff.did("no more bets")
        crowd.reveals(dealer)  # in this book the dealer's hand is face up first
        staff.did("key in", hands={"2": mine, "0": dealer})
        one.phase("setting")
        for seat in (one, eye):
            seat.state(0, "open")
            assert seat.shown(0) == set(dealer)
        one.view(mine)
        crowd.keep(one.page, "setting")
        one.set_hand("Kc", "9d")
        crowd.reveals(mine)
        staff.did("settle")
        for seat in (one, eye):
            seat.phase("between rounds")
            assert seat.shown(2) == set(mine)
        expect(one.find("result-line").first).to_be_visible()
        crowd.keep(one.page, "settled")
        crowd.keep(eye.page, "settled-phone")


@pytest.mark.full
def test_a_round_of_the_earlier_edition(crowd: Crowd, boss: Visitor) -> None:
    table = crowd.house.spare_table("mbs-v3")
    with boss.page(table, "staff") as staff:
        staff.physical()
        one = crowd.player("Ann").at(table).sit(1)
        expect(one.body).to_have_attribute("data-book", "mbs-v3")
        dealt(staff, [one], {1: ANN, 0: DEALER})
        one.view(ANN)
        one.set_hand("Kc", "Kd")
        crowd.reveals(DEALER)
        staff.did("reveal")
        crowd.reveals(ANN)
        staff.did("settle")
        one.phase("between rounds")
        expect(one.find("result")).to_have_attribute("data-net", "950")
        one.find("result-line").first.locator(".clause").click()
        expect(one.page.locator("#words p").first).not_to_be_empty()
