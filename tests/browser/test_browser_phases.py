"""The table page in every phase: after a reload, after a lost connection, in a second tab, at both sizes, audited."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from support.browser import (
    DESK,
    PATIENCE,
    PHONE,
    Crowd,
    Seat,
    audit,
    expect,
    nameless,
    scrolls,
    small_targets,
)
from support.lost_wire import LostWire, lost_wire
from support.web_house import Page as Staff
from support.web_house import Visitor

ANN = ("Ac", "Ad", "Kc", "Kd", "9h", "5s", "2c")
BOB = ("Qc", "Qd", "Jh", "Ts", "8c", "4d", "Jk")
DEALER = ("Ks", "Kh", "Th", "7c", "6d", "4s", "2d")


@pytest.fixture
def wire(crowd: Crowd) -> Iterator[LostWire]:
    """What the people of the test are connected by."""
    with lost_wire(crowd.house.url) as between:
        crowd.url = between.url
        yield between


def key_in(staff: Staff, hands: dict[int, tuple[str, ...]]) -> None:
    """Close betting and key the cards in."""
    staff.did("no more bets")
    staff.did("key in", hands={str(at): list(cards) for at, cards in hands.items()})


def picture_of(seat: Seat) -> dict[str, Any]:
    """What a player sees of the round."""
    there: dict[str, Any] = seat.page.evaluate(
        """() => {
          const all = (css, what) => [...document.querySelectorAll(css)].map(what);
          const text = (css) => document.querySelector(css)?.textContent ?? '';
          return {
            phase: document.body.dataset.phase,
            round: document.body.dataset.round,
            announced: text('#announcement'),
            places: all('.place, #seat', (one) => [one.dataset.position, one.dataset.state]),
            circles: all('[data-area]', ({ dataset: { area, position, cents, own } }) => [area, position, cents, own]),
            cards: all('#dealer .card, .place .card, #seat .card', (one) => one.getAttribute('aria-label')),
            marks: all('[data-mark]', (one) => one.dataset.mark),
            results: all('[data-testid=result-line]', (one) => one.textContent),
            net: document.querySelector('[data-testid=result]')?.dataset.net ?? '',
            log: all('#round .log li', (one) => one.textContent),
            money: document.querySelector('[data-testid=bankroll]')?.dataset.cents,
            bar: all('#bar button', (one) => one.textContent),
          };
        }"""
    )
    return there


def same_again(seat: Seat, before: dict[str, Any]) -> None:
    """Wait until the page shows the round as it was."""
    seat.connected()
    end = time.monotonic() + PATIENCE / 1000
    while (now := picture_of(seat)) != before and time.monotonic() < end:
        seat.page.wait_for_timeout(25)
    assert now == before


def a_round(crowd: Crowd, staff: Staff, one: Seat) -> Iterator[str]:
    """A round of one player, moment after moment."""
    yield "seated"
    staff.did("place your bets")
    one.phase("betting")
    one.wager(1000)
    one.wager(500, "fortune-bonus")
    yield "betting"
    staff.did("no more bets")
    one.phase("no more bets")
    yield "no more bets"
    staff.did("key in", hands={"1": ANN, "0": DEALER})
    one.phase("setting")
    one.state(1, "dealt")
    yield "dealt"
    one.view(ANN)
    yield "setting"
    one.set_hand("Kc", "Kd")
    one.state(1, "set")
    yield "set"
    crowd.reveals(DEALER)
    staff.did("reveal")
    one.phase("revealed")
    one.state(0, "open")
    yield "revealed"
    crowd.reveals(ANN)
    staff.did("settle")
    one.phase("between rounds")
    one.state(1, "won")
    expect(one.find("result")).to_be_visible()
    yield "settled"


def test_a_reload_shows_the_round_as_it_was_in_every_phase(crowd: Crowd, table: str, staff: Staff) -> None:
    one = crowd.player("Ann").at(table).sit(1)
    for moment in a_round(crowd, staff, one):
        before = picture_of(one)
        one.page.reload()
        same_again(one, before)
        print(moment, before["phase"], before["bar"])


def test_a_lost_connection_shows_itself_and_heals_in_every_phase(
    crowd: Crowd, wire: LostWire, table: str, staff: Staff
) -> None:
    ann = crowd.player("Ann")
    ann.expects("WebSocket connection")
    one = ann.at(table).sit(1)
    for moment in a_round(crowd, staff, one):
        before = picture_of(one)
        wire.cut()
        expect(one.body).to_have_attribute("data-connection", "lost")
        expect(one.find("lost")).to_have_text("Connection lost; trying again")
        if moment in ("betting", "setting"):
            crowd.keep(one.page, moment)
        wire.mend()
        same_again(one, before)
        expect(one.find("lost")).to_have_count(0)


def test_what_happened_meanwhile_is_there_when_the_connection_is_back(
    crowd: Crowd, wire: LostWire, table: str, staff: Staff
) -> None:
    ann = crowd.player("Ann")
    ann.expects("WebSocket connection")
    one = ann.at(table).sit(1)
    staff.did("place your bets")
    one.phase("betting")
    wire.cut()
    expect(one.find("lost")).to_be_visible()
    one.find("chip-1000").click()
    one.circle().click()  # a wager sent while nobody hears it
    wire.mend()
    one.connected()
    expect(one.circle()).to_have_attribute("data-own", "1000")
    one.money(99000)
    wire.cut()
    expect(one.find("lost")).to_be_visible()
    key_in(staff, {1: ANN, 0: DEALER})
    wire.mend()
    one.phase("setting")
    one.view(ANN)
    one.card("Kc").click()
    wire.cut()
    expect(one.find("lost")).to_be_visible()
    wire.mend()
    one.connected()
    expect(one.find("lost")).to_have_count(0)
    assert one.low() == ["Kc"]  # what he had chosen is still chosen
    one.card("Kd").click()
    one.find("confirm").click()
    one.state(1, "set")


def test_a_second_tab_shows_the_same_and_both_may_act(crowd: Crowd, table: str, staff: Staff) -> None:
    ann = crowd.player("Ann")
    one = ann.at(table).sit(1)
    two = ann.at(table)
    expect(two.page.locator("#seat")).to_have_attribute("data-position", "1")
    staff.did("place your bets")
    one.page.bring_to_front()  # a tab that nobody looks at is drawn when somebody does
    one.wager(1000)
    two.page.bring_to_front()
    expect(two.circle()).to_have_attribute("data-own", "1000")
    two.find("chip-500").click()
    two.circle().click()
    one.page.bring_to_front()
    expect(one.circle()).to_have_attribute("data-own", "1500")
    key_in(staff, {1: ANN, 0: DEALER})
    one.phase("setting")
    one.view(ANN)
    two.page.bring_to_front()
    expect(two.find("setting")).to_be_visible()
    two.set_hand("Kc", "Kd")
    one.page.bring_to_front()
    one.state(1, "set")
    expect(one.find("setting")).to_have_count(0)
    two.page.close()
    crowd.reveals(DEALER)
    staff.did("reveal")
    one.phase("revealed")
    expect(one.page.locator(f".place[data-player='{ann.name}'], #seat")).not_to_have_attribute("data-state", "away")


# ---------------------------------------------------------------------------------------------------------------------
# Both sizes


def whole_rounds(crowd: Crowd, staff: Staff, one: Seat, two: Seat) -> Iterator[str]:
    """A round of two players and somebody who watches, moment after moment, with a hold and a concession."""
    yield "seated"
    staff.did("place your bets")
    for seat, at in ((one, 1), (two, 2)):
        seat.phase("betting")
        seat.wager(1000)
        seat.wager(500, "fortune-bonus")
        seat.state(at, "wagered")
    yield "betting"
    staff.did("no more bets")
    one.phase("no more bets")
    two.phase("no more bets")
    yield "no more bets"
    staff.did("key in", hands={"1": ANN, "2": BOB, "0": DEALER})
    one.phase("setting")
    two.phase("setting")
    yield "dealt"
    one.view(ANN)
    two.view(BOB)
    yield "setting"
    for seat in (one, two):
        seat.page.keyboard.press("h")
        expect(seat.find("setting-words")).to_contain_text("House way")
    yield "house way"
    for seat in (one, two):
        seat.find("confirm").click()
        expect(seat.find("setting")).to_have_count(0)
    yield "set"
    crowd.reveals(DEALER)
    staff.did("reveal")
    for seat in (one, two):
        seat.phase("revealed")
        seat.state(0, "open")
    yield "revealed"
    two.find("ask-concede").click()
    expect(two.find("concede")).to_be_visible()
    yield "asked"
    two.find("no").click()
    crowd.reveals((*ANN, *BOB))
    staff.did("settle")
    for seat in (one, two):
        seat.phase("between rounds")
        expect(seat.find("result")).to_be_visible()
        expect(seat.find("review")).to_be_visible()
    yield "settled"


def look(seat: Seat, where: str, *, audited: bool = True) -> list[str]:
    """What is wrong with a page now, as it is seen and as it is read aloud."""
    wrong = audit(seat.page, where) if audited else []
    wrong += [f"{where}: no name: {each}" for each in nameless(seat.page)]
    how_far = scrolls(seat.page)
    if how_far["across"] > 0:
        wrong.append(f"{where}: scrolls {how_far['across']} across")
    if seat.person.size is DESK and how_far["down"] > 0:
        wrong.append(f"{where}: scrolls {how_far['down']} down")
    if seat.person.size is PHONE:
        wrong += [f"{where}: too small for a thumb: {each}" for each in small_targets(seat.page)]
    return wrong


def test_every_phase_at_both_sizes(crowd: Crowd, table: str, staff: Staff) -> None:
    one = crowd.player("Ann").at(table).sit(1)
    two = crowd.player("Bob", PHONE).at(table).sit(2)
    eye, small = crowd.person("Eve").at(table), crowd.person("Ivy", PHONE).at(table)
    wrong: list[str] = []
    for moment in whole_rounds(crowd, staff, one, two):
        watchers = [("watching", eye), ("watching-phone", small)] if moment in ("seated", "settled") else []
        for name, seat in (("desk", one), ("phone", two), *watchers):
            crowd.keep(seat.page, f"{moment}-{name}")
            wrong += look(seat, f"{moment}, {name}", audited=moment not in ("dealt", "setting", "set", "asked"))
    assert not wrong, "\n".join(wrong)


def test_sheets_of_the_phone(crowd: Crowd, table: str, staff: Staff) -> None:
    one = crowd.player("Ann", PHONE).at(table).sit(1)
    staff.did("place your bets")
    one.phase("betting")
    wrong: list[str] = []
    for sheet in ("house", "round"):
        one.page.locator(f"button[data-sheet={sheet}]").tap()
        expect(one.page.locator(f"#{sheet}")).to_be_visible()
        crowd.keep(one.page, sheet)
        wrong += look(one, f"sheet {sheet}")
        one.page.locator(f"#{sheet} .close").tap()
        expect(one.page.locator(f"#{sheet}")).to_be_hidden()
    assert not wrong, "\n".join(wrong)


def test_five_card_at_both_sizes(crowd: Crowd, boss: Visitor) -> None:
    table = crowd.house.spare_table("five-card")
    mine, dealer = ("Ac", "Ad", "Kc", "9d", "2h"), ("Kd", "Qd", "Jh", "Ts", "8c")
    wrong: list[str] = []
    with boss.page(table, "staff") as staff:
        staff.say({"type": "run", "deck": "physical"})
        seats = [crowd.player("Ann").at(table).sit(1), crowd.player("Bob", PHONE).at(table).sit(2)]

        def looks(moment: str) -> None:
            for seat in seats:
                where = f"five-card {moment} {seat.person.size['width']}"
                crowd.keep(seat.page, where)
                wrong.extend(look(seat, where))

        staff.did("place your bets")
        for seat in seats:
            seat.phase("betting")
            seat.wager(1000)
        looks("betting")
        crowd.reveals(dealer)
        other = ("Qc", "Qh", "7c", "6d", "3s")
        key_in(staff, {1: mine, 2: other, 0: dealer})
        for seat, cards in zip(seats, (mine, other), strict=True):
            seat.phase("setting")
            seat.view(cards)
            seat.page.keyboard.press("h")
        looks("setting")
        for seat in seats:
            seat.find("confirm").click()
            expect(seat.find("setting")).to_have_count(0)
        crowd.reveals((*mine, *other))
        staff.did("settle")
        for seat in seats:
            seat.phase("between rounds")
            expect(seat.find("review")).to_be_visible()
        looks("settled")
    assert not wrong, "\n".join(wrong)


# ---------------------------------------------------------------------------------------------------------------------
# Motion

COUNT_MOTION = """
  window.moved = 0;
  const animate = Element.prototype.animate;
  Element.prototype.animate = function (...given) { window.moved += 1; return animate.apply(this, given); };
  for (const kind of ['animationstart', 'transitionrun']) addEventListener(kind, () => { window.moved += 1; }, true);
"""


@pytest.mark.parametrize("motion", ["reduce", "no-preference"])
def test_motion_only_where_it_is_wanted(crowd: Crowd, table: str, staff: Staff, motion: str) -> None:
    ann = crowd.player("Ann", reduced_motion=motion)
    ann.context.add_init_script(COUNT_MOTION)
    one = ann.at(table).sit(1)
    moved: Callable[[], int] = lambda: int(one.page.evaluate("window.moved"))  # noqa: E731
    staff.did("place your bets")
    one.phase("betting")
    one.wager(1000)
    one.page.evaluate("window.moved = 0")
    key_in(staff, {1: ANN, 0: DEALER})
    one.phase("setting")
    one.view(ANN)
    for card in ("Kc", "Kd"):
        one.card(card).click()
    expect(one.find("low-name")).to_have_text("Pair of kings")
    if motion == "no-preference":
        one.page.wait_for_function("window.moved > 0")
    else:
        assert moved() == 0
    one.find("confirm").click()
    one.state(1, "set")
    crowd.reveals(DEALER)
    staff.did("reveal")
    crowd.reveals(ANN)
    staff.did("settle")
    one.phase("between rounds")
    one.page.keyboard.press("Escape")  # skips what still moves
    one.state(1, "won")
    one.state(0, "open")
    expect(one.find("result")).to_be_visible()
    one.money(100950)
    if motion == "reduce":
        assert moved() == 0
        assert one.page.evaluate("document.getAnimations().length") == 0
