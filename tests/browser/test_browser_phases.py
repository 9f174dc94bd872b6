"""The table page in every phase: after a reload, after a lost connection, in a second tab; panels and motion."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from support.browser import (
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
from support.proxy import Proxy, proxy_to
from support.web_house import Page as Staff

ANN = ("Ac", "Ad", "Kc", "Kd", "9h", "5s", "2c")
BOB = ("Qc", "Qd", "Jh", "Ts", "8c", "4d", "Jk")
DEALER = ("Ks", "Kh", "Th", "7c", "6d", "4s", "2d")


@pytest.fixture
def proxy(crowd: Crowd) -> Iterator[Proxy]:
    """The proxy between the people of the test and the house."""
    with proxy_to(crowd.house.url) as proxy:
        crowd.url = proxy.url
        yield proxy


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


def wait_until_shown(seat: Seat, before: dict[str, Any]) -> None:
    """Wait until the page shows the round as it did before."""
    seat.connected()
    end = time.monotonic() + PATIENCE / 1000
    while (now := picture_of(seat)) != before and time.monotonic() < end:
        seat.page.wait_for_timeout(25)
    assert now == before


def a_round(crowd: Crowd, staff: Staff, one: Seat) -> Iterator[str]:
    """A round with one player, one phase at a time."""
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


@pytest.mark.full
def test_a_reload_shows_the_round_as_it_was_in_every_phase(crowd: Crowd, table: str, staff: Staff) -> None:
    one = crowd.player("Ann").at(table).sit(1)
    for moment in a_round(crowd, staff, one):
        before = picture_of(one)
        one.page.reload()
        wait_until_shown(one, before)
        print(moment, before["phase"], before["bar"])


@pytest.mark.full
def test_a_lost_connection_is_shown_and_restored_in_every_phase(
    crowd: Crowd, proxy: Proxy, table: str, staff: Staff
) -> None:
    ann = crowd.player("Ann")
    ann.expects("WebSocket connection")
    one = ann.at(table).sit(1)
    for moment in a_round(crowd, staff, one):
        before = picture_of(one)
        proxy.cut()
        expect(one.body).to_have_attribute("data-connection", "lost")
        expect(one.find("lost")).to_have_text("Connection lost; trying again")
        if moment in ("betting", "setting"):
            crowd.keep(one.page, moment)
        proxy.restore()
        wait_until_shown(one, before)
        expect(one.find("lost")).to_have_count(0)


def test_missed_events_are_shown_after_reconnecting(crowd: Crowd, proxy: Proxy, table: str, staff: Staff) -> None:
    ann = crowd.player("Ann")
    ann.expects("WebSocket connection")
    one = ann.at(table).sit(1)
    staff.did("place your bets")
    one.phase("betting")
    proxy.cut()
    expect(one.find("lost")).to_be_visible()
    one.find("chip-1000").click()
    one.circle().click()  # a wager sent while the connection is lost
    proxy.restore()
    one.connected()
    expect(one.circle()).to_have_attribute("data-own", "1000")
    one.money(99000)
    proxy.cut()
    expect(one.find("lost")).to_be_visible()
    key_in(staff, {1: ANN, 0: DEALER})
    proxy.restore()
    one.phase("setting")
    one.view(ANN)
    one.card("Kc").click()
    proxy.cut()
    expect(one.find("lost")).to_be_visible()
    proxy.restore()
    one.connected()
    expect(one.find("lost")).to_have_count(0)
    assert one.low() == ["Kc"]  # the player's choice is kept
    one.card("Kd").click()
    one.find("confirm").click()
    one.state(1, "set")


@pytest.mark.full
def test_a_second_tab_shows_the_same_and_both_may_act(crowd: Crowd, table: str, staff: Staff) -> None:
    ann = crowd.player("Ann")
    one = ann.at(table).sit(1)
    two = ann.at(table)
    expect(two.page.locator("#seat")).to_have_attribute("data-position", "1")
    staff.did("place your bets")
    one.page.bring_to_front()  # a background tab is drawn only when it comes to the front
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
# The panels of a phone


def test_the_panels_of_a_phone(crowd: Crowd, table: str, staff: Staff) -> None:
    one = crowd.player("Ann", PHONE).at(table).sit(1)
    staff.did("place your bets")
    one.phase("betting")
    wrong: list[str] = []
    for sheet in ("house", "round"):
        one.page.locator(f"button[data-sheet={sheet}]").tap()
        expect(one.page.locator(f"#{sheet}")).to_be_visible()
        crowd.keep(one.page, sheet)
        where = f"panel {sheet}"
        wrong += audit(one.page, where)
        wrong += [f"{where}: no name: {each}" for each in nameless(one.page)]
        wrong += [f"{where}: too small for a thumb: {each}" for each in small_targets(one.page)]
        if (across := scrolls(one.page)["across"]) > 0:
            wrong.append(f"{where}: scrolls {across} across")
        one.page.locator(f"#{sheet} .close").tap()
        expect(one.page.locator(f"#{sheet}")).to_be_hidden()
    assert not wrong, "\n".join(wrong)


# ---------------------------------------------------------------------------------------------------------------------
# Motion

COUNT_MOTION = """
  window.moved = 0;
  const animate = Element.prototype.animate;
  Element.prototype.animate = function (...given) { window.moved += 1; return animate.apply(this, given); };
  for (const kind of ['animationstart', 'transitionrun']) addEventListener(kind, () => { window.moved += 1; }, true);
"""


@pytest.mark.parametrize("motion", [pytest.param("reduce", marks=pytest.mark.full), "no-preference"])
def test_motion_only_without_the_reduced_motion_setting(crowd: Crowd, table: str, staff: Staff, motion: str) -> None:
    ann = crowd.player("Ann", reduced_motion=motion, fresh=True)
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
    one.page.keyboard.press("Escape")  # skips the rest of the animation
    one.state(1, "won")
    one.state(0, "open")
    expect(one.find("result")).to_be_visible()
    one.money(100950)
    if motion == "reduce":
        assert moved() == 0
        assert one.page.evaluate("document.getAnimations().length") == 0
