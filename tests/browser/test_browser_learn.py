"""The pages one learns on, in the browser: the trainer's two drills, kept under a name or in the browser only."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from support.browser import EVERY_PICTURE, PHONE, Crowd, Page, audit, cards_in, expect, nameless, picture
from support.layout import SIZES, at_every_size, flaws
from support.web_house import QUICK as CLOCKS
from support.web_house import running_house

QUICK = ("desk", "phone")
"""The sizes of the quick tier."""
_SMALL = """() => [...document.querySelectorAll('button, select, .site a, .part a')]
  .filter((one) => one.checkVisibility() && !one.matches('.clause'))
  .map((one) => [one.outerHTML.slice(0, 120), one.getBoundingClientRect()])
  .filter(([, box]) => box.width < 43.5 || box.height < 43.5)
  .map(([words, box]) => `${Math.round(box.width)} x ${Math.round(box.height)}: ${words}`)"""


BRIEFLY = ("phone",)
"""Where a page is read at several steps."""


def looked_at(page: Page, where: str, *, every: bool, quick: tuple[str, ...] = QUICK) -> list[str]:
    """What is wrong with a page at the sizes of this tier, with what axe finds."""
    wrong = audit(page, where) + [f"{where}: without a name: {each}" for each in nameless(page)]
    sizes = SIZES if every else {size: SIZES[size] for size in quick}
    for size in at_every_size(page, sizes):
        found = flaws(page, f"{where}, {size}")
        if size.endswith("phone"):
            found += [f"{where}, {size}: too small: {each}" for each in page.evaluate(_SMALL)]
        if found or EVERY_PICTURE:
            picture(page, f"{where}-{size}")
        wrong += found
    return wrong


def pack(page: Page, book: str, part: str = "first") -> dict[str, Any]:
    """A part of the pack, as the page has it."""
    found: dict[str, Any] = page.request.get(f"/api/train/packs/{book}?part={part}").json()
    return found


def asked(page: Page, table: dict[str, Any]) -> dict[str, Any]:
    """The hand that is asked now, from the pack."""
    cards = page.get_by_test_id("setting").locator(".card")
    expect(cards.first).to_be_visible()
    shown = {card.get_attribute("data-card") for card in cards.all()}
    return next(hand for hand in table["hands"] if set(hand["cards"]) == shown)


def keys_of(hand: dict[str, Any], table: dict[str, Any], at: int) -> list[str]:
    """The keys that send the low hand of a setting."""
    assert hand["cards"]
    return [str(place + 1) for place in table["lows"][at]]


@pytest.mark.parametrize("every", [False, pytest.param(True, marks=pytest.mark.full)])
def test_a_visitor_trains_by_keys_and_keeps_it_under_a_name(crowd: Crowd, every: bool) -> None:
    eve = crowd.person("Eve")
    page = eve.open("/train?book=mbs-v4")
    table = pack(page, "mbs-v4")
    hand = asked(page, table)
    wrong = looked_at(page, "train, asked", every=every)
    first, second = keys_of(hand, table, hand["house_way"])
    page.keyboard.press(first)
    expect(page.get_by_test_id("hint")).to_contain_text("Choose 1 more")
    page.keyboard.press("Enter")
    expect(page.locator("#said")).to_contain_text("Choose 1 more")
    page.keyboard.press(second)
    way = hand["house_way"]
    expect(page.get_by_test_id("low-name")).to_have_text(table["names"][hand["low"][way]])
    expect(page.get_by_test_id("high-name")).to_have_text(table["names"][hand["high"][way]])
    page.keyboard.press("Backspace")
    expect(page.get_by_test_id("low-name")).to_have_text("1 to choose")
    page.keyboard.press(second)
    page.keyboard.press("Enter")
    expect(page.get_by_test_id("verdict")).to_have_attribute("data-right", "true")
    expect(page.get_by_test_id("clause")).to_contain_text(table["clauses"][hand["clause"]]["when"])
    expect(page.get_by_test_id("streak")).to_have_text("1")
    wrong += looked_at(page, "train, right", every=every)
    page.keyboard.press("Enter")
    page.get_by_role("button", name="Best play").click()
    page.get_by_role("button", name="House way").click()  # the keys work right after a click
    hand = asked(page, table)
    page.keyboard.press("h")  # asks to be shown
    expect(page.get_by_test_id("verdict")).to_have_attribute("data-right", "false")
    expect(page.get_by_test_id("answered")).to_have_text("1")
    expect(page.get_by_test_id("where")).to_contain_text("in this browser only")
    eve.enter()
    page.reload()
    page.get_by_role("button", name="Keep them").click()
    expect(page.get_by_test_id("where")).to_have_text(f"Kept under {eve.name}.")
    kept = page.request.get("/api/train/progress?book=mbs-v4").json()
    assert (kept["answered"], kept["right"]) == (1, 1)
    expect(page.get_by_role("button", name="Keep them")).to_have_count(0)
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize("every", [False, pytest.param(True, marks=pytest.mark.full)])
def test_best_play_is_graded_by_what_it_gives_up(crowd: Crowd, every: bool) -> None:
    ann = crowd.player("Ann", PHONE)
    page = ann.open("/train?book=five-card")
    expect(page.get_by_test_id("setting").locator(".card")).to_have_count(5)
    page.get_by_role("button", name="Best play").tap()
    table = pack(page, "five-card")
    expect(page.locator(".dealer-shown .card")).to_have_count(5)
    hand = asked(page, table)
    worst = max(range(len(hand["worth"])), key=lambda at: hand["given_up"][at])
    for place in table["lows"][worst]:
        page.get_by_test_id("setting").locator(f"[data-card='{hand['cards'][place]}']").tap()
    wrong = looked_at(page, "train, best play", every=every)
    page.get_by_role("button", name="Set", exact=True).tap()
    given_up = hand["given_up"][worst] / hand["unit"]
    expect(page.locator(".headline")).to_contain_text(f"You gave up {given_up:.2f} per chip")
    expect(page.locator(".headline .grade")).to_have_attribute("data-grade", table["grades"][hand["grade"][worst]])
    best = page.locator(f"[data-way='{hand['best']}'], .way:has([data-tag=Best])").first
    expect(best.locator(".way-value")).to_have_attribute(
        "title", f"{hand['worth'][hand['best']]}/{hand['unit']} per unit bet"
    )
    wrong += looked_at(page, "train, given up", every=every)
    expect(page.get_by_role("button", name="Review 1 missed hand")).to_be_enabled()
    page.get_by_role("button", name="Review 1 missed hand").tap()
    assert asked(page, table) == hand
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize("every", [False, pytest.param(True, marks=pytest.mark.full)])
def test_how_to_play_is_a_hand_from_the_deal_to_the_house_way(crowd: Crowd, every: bool) -> None:
    page = crowd.person("Eve").open("/learn")
    lesson = page.request.get("/api/train/lesson").json()
    hand, compared = lesson["pack"]["hands"][0], lesson["compared"]
    page.get_by_role("button", name="Deal").click()
    expect(page.locator(".dealt .card.up")).to_have_count(7)
    wrong = looked_at(page, "learn, dealt", every=every)
    page.keyboard.press("Enter")

    def send(at: int) -> None:
        for key in keys_of(hand, lesson["pack"], at):
            page.keyboard.press(key)

    foul = compared.index(None)
    send(hand["house_way"])
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="Next")).to_have_attribute("aria-disabled", "true")
    send(foul)
    expect(page.get_by_test_id("hint")).to_contain_text("A foul")
    wrong += looked_at(page, "learn, foul", every=every, quick=BRIEFLY)
    page.keyboard.press("Enter")
    for found in ("win", "standoff", "lose"):
        at = next(at for at, each in enumerate(compared) if each and each["result"] == found)
        send(at)
        page.get_by_role("button", name="Set", exact=True).click()
        expect(page.get_by_test_id("result")).to_have_class(f"result {found}")
        marks = [mark.get_attribute("aria-label") for mark in page.locator(".mark").all()]
        assert marks == [compared[at]["high"], compared[at]["low"]]
        if found == "win":
            page.keyboard.press("Enter")  # on to the step about the three results
        if found != "lose":
            page.get_by_role("button", name="Set it again").click()
    expect(page.locator(".found .yes")).to_have_count(3)
    wrong += looked_at(page, "learn, compared", every=every, quick=BRIEFLY)
    page.get_by_role("button", name="Next").click()
    expect(page.get_by_test_id("clause")).to_contain_text(lesson["pack"]["clauses"][hand["clause"]]["cite"])
    wrong += looked_at(page, "learn, why", every=every, quick=BRIEFLY)
    page.get_by_role("link", name="Train the house way").click()
    expect(page.locator("body")).to_have_attribute("data-page", "train")
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize("every", [False, pytest.param(True, marks=pytest.mark.full)])
def test_the_daily_ten_is_set_first_without_a_name_and_then_under_one(crowd: Crowd, every: bool) -> None:
    ann = crowd.person("Ann")
    page = ann.open("/daily")
    daily = page.request.get("/api/train/daily").json()
    table = daily["pack"]

    def set_hand(number: int) -> None:
        hand = table["hands"][number]
        for key in keys_of(hand, table, hand["grade"].index(0)):
            page.keyboard.press(key)
        page.keyboard.press("Enter")
        expect(page.get_by_test_id("verdict")).to_be_visible()

    asked(page, table)
    wrong = looked_at(page, "daily, asked", every=every)
    set_hand(0)
    wrong += looked_at(page, "daily, set", every=every, quick=BRIEFLY)
    page.reload()
    expect(page.locator(".squares [data-grade]")).to_have_count(1)  # kept in this browser
    ann.enter()
    page.reload()
    page.get_by_role("button", name="Keep them").click()
    expect(page.get_by_role("button", name="Keep them")).to_have_count(0)
    for number in range(1, 10):
        assert asked(page, table)["number"] == number
        set_hand(number)
        page.keyboard.press("Enter")
    own = page.get_by_test_id("standings").locator(".you")
    expect(own).to_contain_text(ann.name)
    results = page.request.get("/api/train/daily").json()["results"]
    given_up = sum(each["given_up_float"] for each in results)
    expect(page.get_by_test_id("given-up")).to_have_text(f"{given_up:.2f}")
    text = page.get_by_test_id("share").inner_text()
    assert "".join(daily["squares"][each["grade"]] for each in results) in text
    assert not cards_in(text)
    wrong += looked_at(page, "daily, finished", every=every)
    page.get_by_role("button", name="Look at hand 3").click()
    expect(page.get_by_test_id("verdict")).to_be_visible()
    page.reload()
    expect(page.get_by_test_id("ten-result")).to_be_visible()
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize("every", [False, pytest.param(True, marks=pytest.mark.full)])
def test_a_dealer_test_is_passed_and_its_certificate_printed(crowd: Crowd, every: bool) -> None:
    ann = crowd.player("Ann")
    page = ann.open("/train/test?book=five-card")
    expect(page.locator(".exam-words")).to_contain_text("hands")
    with page.expect_response("**/api/train/tests") as answer:
        page.get_by_role("button", name="Begin").click()
    test = answer.value.json()
    table = test["pack"]
    expect(page.get_by_test_id("clock")).to_be_visible()
    wrong = looked_at(page, "test, asked", every=every)
    for number, hand in enumerate(table["hands"]):
        setting = page.request.get(f"/api/set?book=five-card&hand={' '.join(hand['cards'])}").json()
        wanted = {hand["cards"].index(card) for card in setting["low"]}
        right = next(at for at, places in enumerate(table["lows"]) if {*places} == wanted)
        other = next(at for at, grade in enumerate(hand["grade"]) if grade == 0 and at != right)
        for key in keys_of(hand, table, right if number else other):
            page.keyboard.press(key)
        page.keyboard.press("Enter")
    expect(page.get_by_test_id("exam-result")).to_contain_text("Passed")
    expect(page.get_by_test_id("clause")).to_have_count(1)
    wrong += looked_at(page, "test, passed", every=every)
    page.get_by_role("link", name="Your certificate").click()
    expect(page.get_by_test_id("certificate")).to_contain_text(ann.name)
    wrong += looked_at(page, "certificate", every=every)
    page.emulate_media(media="print")
    expect(page.locator(".bar")).to_be_hidden()
    expect(page.get_by_test_id("certificate")).to_be_visible()
    assert not wrong, "\n".join(wrong)


def test_the_trainer_works_with_the_house_stopped_and_sends_later(
    crowd: Crowd, tmp_path: Path, cache_folder: Path
) -> None:
    options = ("--book", "five-card", "--entries", "1000", *CLOCKS)
    with running_house(tmp_path / "j.db", *options, cache=cache_folder) as first:
        crowd.url = first.url
        ann = crowd.player("Ann", fresh=True)
        ann.expects("Failed to load resource")  # while the house is stopped
        ann.expects("ERR_CONNECTION_REFUSED")
        page = ann.open("/train?book=five-card")
        table = pack(page, "five-card")
        expect(page.locator("body")).to_have_attribute("data-kept", "true")
        kept = page.evaluate("""async () => (await Promise.all((await caches.keys()).map(async (name) =>
            (await (await caches.open(name)).keys()).map((each) => new URL(each.url).pathname)))).flat()""")
        ours = ("/train", "/static/", "/api/train/packs/five-card")
        assert [each for each in kept if not each.startswith(ours)] == []
        assert kept.count("/api/train/packs/five-card") == 2
        first.stop()
        page.reload()
        hand = asked(page, table)
        for key in keys_of(hand, table, hand["house_way"]):
            page.keyboard.press(key)
        page.keyboard.press("Enter")
        expect(page.get_by_test_id("verdict")).to_have_attribute("data-right", "true")
        expect(page.get_by_test_id("where")).to_have_text("Offline: 1 hand waits to be sent.")
        expect(page.get_by_test_id("streak")).to_have_text("1")
        crowd.keep(page, "offline")
    port = first.url.rpartition(":")[2]
    with running_house(tmp_path / "j.db", *options, "--port", port, cache=cache_folder):
        page.evaluate("dispatchEvent(new Event('online'))")
        expect(page.get_by_test_id("where")).to_have_text(f"Kept under {ann.name}.")
        for _ in range(2):
            progress = page.request.get("/api/train/progress?book=five-card").json()
            assert (progress["answered"], progress["right"]) == (1, 1)
            page.reload()
            expect(page.get_by_test_id("where")).to_have_text(f"Kept under {ann.name}.")
        outside = page.context.new_page()
        outside.goto("/")
        assert outside.evaluate("navigator.serviceWorker.controller") is None  # it looks after no other page
