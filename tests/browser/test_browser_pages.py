"""The other pages in the browser, and the automatic dealer: lobby, rules, past rounds, the API, a fair deck."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from support.browser import PHONE, Crowd, Person, Seat, audit, cards_in, expect, scrolls
from support.web_house import Answer, Visitor, running_house

ANN = ("Qc", "Qd", "Jh", "Ts", "8c", "4d", "3h")
DEALER = ("Ac", "Ad", "Kc", "Kd", "9h", "5s", "2c")


# ---------------------------------------------------------------------------------------------------------------------
# The lobby


def test_a_player_signs_in_by_name_and_again_by_key(crowd: Crowd) -> None:
    ann, bob = crowd.person("Ann"), crowd.person("Bob", PHONE)
    for each in (ann, bob):
        each.expects("status of 4")  # names and keys that are refused
    page = ann.open("/")
    page.locator("#name").fill("dealer")
    page.get_by_role("button", name="Use this name").click()
    expect(page.locator("#said")).not_to_be_empty()
    page.locator("#name").fill(ann.name)
    page.keyboard.press("Enter")
    expect(page.get_by_test_id("you")).to_have_text(ann.name)
    expect(page.get_by_test_id("bankroll")).to_have_attribute("data-cents", "100000")
    lost = page.get_by_test_id("key").inner_text()  # shown once
    page.reload()
    expect(page.get_by_test_id("you")).to_have_text(ann.name)
    expect(page.get_by_test_id("key")).to_have_count(0)
    page.get_by_role("button", name="New key").click()
    page.get_by_role("button", name="Make a new key").click()
    expect(page.get_by_test_id("key")).not_to_have_text(lost)
    key = page.get_by_test_id("key").inner_text()
    crowd.keep(page, "known")
    phone = bob.open("/")
    phone.locator("#name").fill(ann.name)
    phone.get_by_role("button", name="Use this name").click()
    expect(phone.locator("#said")).not_to_be_empty()
    phone.get_by_role("button", name="I have a key").click()
    phone.locator("#key").fill(lost)
    phone.get_by_role("button", name="Sign in").click()
    expect(phone.locator("#said")).to_contain_text("key")
    phone.locator("#key").fill(key)
    phone.get_by_role("button", name="Sign in").click()
    expect(phone.get_by_test_id("you")).to_have_text(ann.name)
    crowd.keep(phone, "returned")
    wrong = audit(phone, "lobby, phone")  # `test_layout` reads it at a desk
    assert scrolls(phone)["across"] <= 0
    page.get_by_test_id("ask-quit").click()
    page.get_by_test_id("quit").click()
    expect(page.locator("#name")).to_be_visible()
    assert not wrong, "\n".join(wrong)


def test_a_debt_is_shown_as_a_debt(crowd: Crowd) -> None:
    page = crowd.player("Ann").open("/")
    expect(page.get_by_test_id("you")).to_be_visible()
    expect(page.get_by_test_id("owed")).to_have_count(0)
    me = page.request.get("/me").json()
    me["player"]["owed"] = 9_00
    page.route("**/me", lambda route: route.fulfill(json=me))
    page.reload()
    expect(page.get_by_test_id("owed")).to_have_attribute("data-cents", "900")
    expect(page.get_by_test_id("owed")).to_contain_text(re.compile(r"owe.* 9\.00"))
    page.route("**/owed/pay", lambda route: route.fulfill(json=me["player"]))
    with page.expect_request("**/owed/pay") as paid:
        page.get_by_role("button", name="Pay 9.00 now").click()
    assert (paid.value.post_data_json or {})["cents"] == 9_00


@pytest.mark.full
def test_input_fields_have_the_limits_of_the_house(crowd: Crowd, table: str, boss: Visitor) -> None:
    ann = crowd.person("Ann")
    lobby, at_table = ann.open("/"), ann.open(f"/table/{table}")
    floor, cage = crowd.staff("Flo").open("/staff"), crowd.staff("Flo").open("/cage")
    cage.locator("[data-kind='cash-out']").click()
    limits = lobby.request.get("/me").json()["fields"]
    for field, limit in (
        (lobby.locator("#name"), "name"),
        (at_table.locator("#take-name"), "name"),
        (floor.locator("#open-name"), "table"),
        (cage.locator("#cage-player"), "name"),
        (cage.locator("#cage-cents"), "amount"),
    ):
        expect(field).to_have_attribute("maxlength", str(limits[limit]))
    expect(floor.locator("#open-positions")).to_have_attribute("max", str(limits["positions"]))
    with pytest.raises(Answer, match=str(limits["table"])):
        boss.post("/staff/tables", {"name": "x" * (limits["table"] + 1), "book": "mbs-v4"})


@pytest.mark.full
def test_the_lobby_shows_who_sits_where(crowd: Crowd, table: str) -> None:
    eye, one = crowd.person("Eve").open("/"), crowd.player("Ann").at(table)
    card = eye.locator(f".table-card[data-table='{table}']")
    expect(card).to_contain_text("6 of 6")
    one.sit(2)
    expect(card).to_contain_text("5 of 6")
    expect(card.locator(".seats li.taken")).to_have_attribute("title", f"Position 2: {one.person.name}")
    card.get_by_test_id("watch").click()
    expect(eye.locator("body")).to_have_attribute("data-page", "table")
    expect(eye.locator(".place[data-position='2']")).to_contain_text(one.person.name)


def test_a_watcher_signs_in_at_the_table_and_sits(crowd: Crowd, table: str) -> None:
    eve = crowd.person("Eve")
    one = Seat(eve, eve.open(f"/table/{table}"))
    expect(one.page.locator("#purse")).to_have_text("Watching")
    one.page.locator("[data-act=sit][data-position='5']").click()
    expect(one.page.locator("#take-name")).to_be_focused()
    crowd.keep(one.page, "watching")
    one.page.locator("#take-name").fill(eve.name)
    one.page.keyboard.press("Enter")
    expect(one.page.locator("#seat")).to_have_attribute("data-position", "5")
    one.money(100000)
    expect(one.page.locator("#take-name")).to_have_count(0)


@pytest.mark.full
def test_four_colours_and_the_rules_one_click_away(crowd: Crowd, table: str) -> None:
    one = crowd.player("Ann").at(table)
    hearts = "getComputedStyle(document.documentElement).getPropertyValue('--suit-d')"
    two_colours = one.page.evaluate(hearts)
    one.page.locator("button[data-sheet=house]").click()
    one.page.get_by_label("Four-colour deck").check()
    expect(one.page.locator("html")).to_have_class("four-colours")
    assert one.page.evaluate(hearts) != two_colours
    one.page.reload()
    one.connected()
    expect(one.page.locator("html")).to_have_class("four-colours")
    one.page.locator("button[data-sheet=house]").click()
    expect(one.page.get_by_label("Four-colour deck")).to_be_checked()
    one.page.get_by_role("link", name="Rules").click()
    expect(one.page.get_by_role("heading", level=1)).to_be_visible()
    assert one.page.url.endswith("/rules/mbs-v4")
    crowd.keep(one.page, "rules")
    one.page.set_viewport_size({"width": 390, "height": 844})
    assert scrolls(one.page)["across"] <= 0


def test_the_api_page(crowd: Crowd) -> None:
    ann = crowd.person("Ann")
    page = ann.open("/api")
    one = page.get_by_test_id("/api/set")
    one.locator("summary").click()
    one.get_by_role("button", name="Try it").click()
    expect(one.locator(".status")).to_have_text("Status 200")
    expect(one.locator("pre")).to_contain_text("low")
    crowd.keep(page, "tried")


# ---------------------------------------------------------------------------------------------------------------------
# The automatic dealer, a fair deck, past rounds


@pytest.mark.full
def test_the_deck_of_an_automatic_round_with_a_cut_is_checked(
    crowd: Crowd, boss: Visitor, table: str, houseway: Any, tmp_path: Path
) -> None:
    crowd.keyed = False  # the house's deck: the cards are not known in advance
    with boss.page(table, "staff") as staff:
        staff.say({"type": "run", "dealer": "automatic"})
    ann, eve = crowd.player("Ann"), crowd.person("Eve")
    one, eye = ann.at(table, "?sit"), eve.at(table)
    one.phase("betting")
    committed = one.find("commitment").get_attribute("data-whole")
    one.page.locator("button[data-sheet=house]").click()
    one.page.locator("#cut-words").fill("lucky seven")
    one.page.get_by_role("button", name="Cut", exact=True).click()
    expect(one.page.locator("#house")).to_contain_text(f"Cut by {ann.name}")
    expect(one.page.locator("#cut-words")).to_have_count(0)
    one.wager(1000)
    expect(one.page.locator("#clock")).to_have_attribute("data-clock", "betting")
    crowd.keep(one.page, "clock")
    one.page.keyboard.press("Enter")  # everybody is ready, so the clock is cut short
    expect(one.find("setting")).to_be_visible()  # the one hand is turned for its player
    own = {card.get_attribute("data-card") for card in one.find("setting").locator(".card").all()}
    assert len(own) == 7
    assert cards_in("".join(ann.wire)) == own
    assert cards_in("".join(eve.wire)) == set()
    one.page.keyboard.press("h")
    one.page.keyboard.press("Enter")
    one.phase("revealed")
    eye.phase("revealed")
    assert cards_in("".join(eve.wire)) == eye.shown(0)
    one.find("ready").click()
    one.phase("between rounds")
    assert {*one.shown(0), *one.shown(1)} == cards_in("".join(eve.wire))
    expect(one.find("review")).to_be_visible()
    analysed = str(one.find("analyse").get_attribute("href"))
    assert analysed.startswith("/analyse?book=mbs-v4&hand=")
    check_in_history(ann, str(committed), houseway, tmp_path / "proof.json", analysed)


def check_in_history(ann: Person, committed: str, houseway: Any, proof: Path, analysed: str) -> None:
    """Find the round in the history, check its deck on the page, and its proof on the command line."""
    history = ann.open("/history")
    rounds = history.get_by_test_id("round")
    expect(rounds).to_have_count(1)
    expect(history.get_by_test_id("analyse")).to_have_attribute("href", analysed)
    history.get_by_test_id("check").click()
    expect(history.get_by_test_id("checked")).to_have_attribute("data-holds", "true")
    expect(history.get_by_test_id("checked")).to_contain_text("lucky seven")
    expect(history.get_by_test_id("checked")).to_contain_text(committed)
    ann.crowd.keep(history, "checked")
    with history.expect_download() as loading:
        history.get_by_role("button", name="Download this proof").click()
    loading.value.save_as(proof)
    verified = houseway("fair", "verify", str(proof))
    assert verified.returncode == 0, verified.stdout + verified.stderr
    seed = re.search(r'"seed":"(\w)', proof.read_text())
    assert seed
    other = "1" if seed[1] == "0" else "0"
    proof.write_text(proof.read_text().replace(f'"seed":"{seed[1]}', f'"seed":"{other}'))
    assert houseway("fair", "verify", str(proof)).returncode == 1
    with history.expect_download() as loading:
        history.get_by_role("link", name="Download rounds").click()
    assert "lucky seven" in Path(loading.value.path()).read_text()
    wrong = audit(history, "history")
    history.set_viewport_size({"width": 390, "height": 844})
    ann.crowd.keep(history, "phone")
    assert scrolls(history)["across"] <= 0
    assert not wrong, "\n".join(wrong)


@pytest.mark.full
def test_the_page_finds_a_changed_deck(crowd: Crowd, boss: Visitor, table: str) -> None:
    crowd.keyed = False
    ann = crowd.player("Ann")
    one = ann.at(table).sit(1)
    with boss.page(table, "staff") as staff:
        staff.did("place your bets")
        one.phase("betting")
        one.wager(1000)
        for act in ("no more bets", "deal", "end setting", "reveal", "settle"):
            staff.did(act)
    one.phase("between rounds")

    def tamper(route: Any) -> None:
        answer = route.fetch()
        rounds = answer.json()
        deck = rounds[0]["proof"]["deck"]
        deck[0], deck[1] = deck[1], deck[0]
        route.fulfill(response=answer, json=rounds)

    ann.context.route("**/api/rounds?*", tamper)
    history = ann.open("/history")
    history.get_by_test_id("check").click()
    expect(history.get_by_test_id("checked")).to_have_attribute("data-holds", "false")


@pytest.mark.full
def test_the_time_to_set_a_hand_ends(crowd: Crowd, tmp_path: Path, cache_folder: Path) -> None:
    clocks = ("--betting", "600", "--setting", "1", "--compare", "600", "--between", "600", "--entries", "1000")
    with running_house(tmp_path / "j.db", "--book", "mbs-v4", *clocks, cache=cache_folder) as hurried:
        crowd.url, crowd.keyed = hurried.url, False
        one = crowd.player("Ann").at("mbs-v4", "?sit")
        one.phase("betting")
        one.wager(1000)
        one.find("ready").click()
        one.phase("revealed")  # the player has set nothing and the time is up
        one.state(1, "set")
        log = one.page.locator("#round .log")
        expect(log).to_contain_text(re.compile("house way", re.IGNORECASE))
        crowd.keep(one.page, "set-for-the-player")
        for page in one.person.context.pages:
            page.close()


# ---------------------------------------------------------------------------------------------------------------------
# Play chips


def test_a_player_without_chips_gets_more_play_chips(crowd: Crowd, boss: Visitor, table: str) -> None:
    one = crowd.player("Ann").at(table).sit(1)
    player = Visitor(crowd.house)
    player.cookies = {str(each.get("name")): str(each.get("value")).strip('"') for each in one.person.context.cookies()}
    with boss.page(table, "staff") as staff, player.page(table) as quiet:
        staff.physical()
        staff.did("place your bets")
        quiet.until_phase("betting")
        quiet.did("wager", position=1, wager="main", cents=100000)
        staff.did("no more bets")
        staff.did("key in", hands={"1": ANN, "0": DEALER})
        staff.did("end setting")
        crowd.reveals((*ANN, *DEALER))
        staff.did("reveal")
        staff.did("settle")
    one.money(0)
    expect(one.find("result")).to_have_attribute("data-net", "-100000")
    one.find("chips").click()
    one.money(100000)
    expect(one.find("chips")).to_have_count(0)


def test_staff_find_the_way_back_from_the_rounds_to_the_floor(crowd: Crowd, table: str) -> None:
    page = crowd.staff("Max").open(f"/history/{table}")
    page.get_by_test_id("to-the-floor").click()
    expect(page.locator("body")).to_have_attribute("data-view", "floor")


def test_a_stranger_sees_no_rounds(crowd: Crowd) -> None:
    eve = crowd.person("Eve")
    eve.expects("status of 4")
    page = eve.open("/history")
    expect(page.locator("#said")).not_to_be_empty()
    expect(page.get_by_role("link", name="To the lobby")).to_be_visible()
    with pytest.raises(Answer):
        Visitor(crowd.house).get("/api/rounds")
