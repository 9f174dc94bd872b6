"""People with a real browser, for the tests of the pages.

Here: the browser, a person with their own context, their pages' console output and incoming frames, and the general
checks: no error in any console, and no frame with a card that is hidden from its receiver. Not here: tests.
"""

from __future__ import annotations

import itertools
import os
import re
import shutil
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("playwright.sync_api", reason="playwright is not installed: the pages are not tested")

from playwright.sync_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Locator,
    Page,
    Route,
    WebSocket,
    expect,
    sync_playwright,
)

from support import axe
from support.web_house import QUICK, STAFF_COOKIE, RunningHouse, Visitor, running_house

__all__ = [
    "Browser",
    "Locator",
    "Page",
    "Route",
    "expect",
]  # what tests take from here rather than from playwright, which may be absent

ROOT = Path(__file__).resolve().parent.parent.parent
SCREENSHOTS = ROOT / "build" / "screenshots"
WIRE_LOGS = ROOT / "build" / "wire"
EVERY_PICTURE = bool(os.environ.get("HOUSEWAY_PICTURES"))
"""Whether to save a screenshot at every step, and not only of what is wrong: drawing them takes a while."""
DESK = {"width": 1280, "height": 800}
PHONE = {"width": 390, "height": 844}
OPTIONS = ("--dealer", "person", "--entries", "100000", *QUICK)
ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
    "--renderer-process-limit=1",
]
CARD = re.compile(r"\b(?:[2-9TJQKA][cdhs]|Jk)\b")
PATIENCE = 30_000
"""Milliseconds after which a test gives up waiting: far longer than anything takes."""

expect.set_options(timeout=PATIENCE)
_numbers = itertools.count(1)


@contextmanager
def open_browser() -> Iterator[Browser]:
    """Debian's headless shell of chromium, or chromium itself; without either the tests are skipped, with the reason.

    The shell draws the same pages with a fraction of the work: no window, tabs or toolbars behind them.
    """
    found = shutil.which("chromium-headless-shell") or shutil.which("chromium")
    if found is None:
        pytest.skip("no browser: chromium is not installed, so the pages are not tested")
    with sync_playwright() as running:
        browser = running.chromium.launch(executable_path=found, args=ARGUMENTS)
        yield browser
        browser.close()


_idle: dict[tuple[Browser, str], list[BrowserContext]] = {}
"""Contexts that nobody uses now, by their browser and options."""


_DRAW = "(opacity) => { document.documentElement.style.opacity = opacity; }"
_DRAW_NOTHING = """(() => {
  const hide = () => { if (document.documentElement) document.documentElement.style.opacity = '0'; };
  hide();
  new MutationObserver((_, observer) => { hide(); observer.disconnect(); }).observe(document, { childList: true });
})()"""
"""Makes every page transparent: it is laid out and reacts as ever, but the browser need not draw it, which takes longer
than everything else."""


@contextmanager
def drawn(page: Page) -> Iterator[None]:
    """Have the browser draw a page, for what looks at colours."""
    before = page.evaluate("document.documentElement.style.opacity")
    page.evaluate(_DRAW, "")
    yield
    page.evaluate(_DRAW, before)


def context_for(browser: Browser, how: dict[str, Any], *, fresh: bool) -> BrowserContext:
    """A context without cookies and storage. One that others used before has the files of the pages in its cache.

    Only a fresh one draws its pages, until it is told not to.
    """
    found = [] if fresh else _idle.get((browser, repr(how)), [])
    if found:
        return found.pop()
    context = browser.new_context(**how)
    context.set_default_timeout(PATIENCE)
    if not fresh:
        draw_nothing(context)
    return context


def draw_nothing(context: BrowserContext) -> None:
    """Have the browser draw no page of a context that it loads from now on; see `drawn`."""
    context.add_init_script(_DRAW_NOTHING)


def give_back(browser: Browser, how: dict[str, Any], context: BrowserContext, *, fresh: bool) -> None:
    """Let others use a context."""
    if fresh:
        context.close()
        return
    context.unroute_all()
    context.clear_cookies()
    _idle.setdefault((browser, repr(how)), []).append(context)


def cards_in(text: str) -> set[str]:
    """Every card named in a text."""
    return set(CARD.findall(text))


class Person:
    """Someone with a browser: their pages, the errors in their consoles, and every frame they were sent."""

    def __init__(self, crowd: Crowd, name: str, size: dict[str, int], *, fresh: bool = False, **how: Any) -> None:
        """`fresh`: their browser has kept nothing, and nobody uses it afterwards."""
        self.crowd, self.name, self.size, self.fresh = crowd, name, size, fresh
        phone = size["width"] < 720
        how = {"reduced_motion": "reduce", "has_touch": phone, "is_mobile": phone, **how}
        self.how = {"base_url": crowd.url, "viewport": size, **how}
        self.context = context_for(crowd.browser, self.how, fresh=fresh)
        self.errors: list[str] = []
        self.allowed: list[str] = []
        self.may_see: set[str] = set()
        self.wire: list[str] = []
        self.sent: list[str] = []
        self.leaks: list[str] = []
        self.context.on("page", self._watch)

    def _watch(self, page: Page) -> None:
        page.on("console", self._on_console)
        page.on("pageerror", lambda error: self.errors.append(f"{page.url}: {error}"))
        page.on("websocket", self._on_socket)

    def _on_console(self, message: ConsoleMessage) -> None:
        if message.type == "error":
            self.errors.append(f"{message.text} ({message.location.get('url', '')})")

    def _on_socket(self, socket: WebSocket) -> None:
        socket.on("framereceived", self._on_frame)
        socket.on("framesent", lambda frame: self.sent.append(str(frame)))

    def _on_frame(self, frame: str | bytes) -> None:
        text = frame if isinstance(frame, str) else frame.decode()
        self.wire.append(text)
        hidden = cards_in(text) - self.may_see if self.crowd.keyed else set()
        if hidden:
            self.leaks.append(f"{self.name} was sent {sorted(hidden)}, hidden from them, in: {text[:600]}")

    def leave(self) -> None:
        """Close their pages, and leave their browser to the next one."""
        for page in self.context.pages:
            page.evaluate("try { localStorage.clear(); } catch {}")
            page.close()
        self.context.remove_listener("page", self._watch)
        give_back(self.crowd.browser, self.how, self.context, fresh=self.fresh)

    def open(self, path: str) -> Page:
        """Open one more page, in a new tab."""
        page = self.context.new_page()
        page.goto(path)
        return page

    def enter(self) -> Person:
        """Sign in as a player, without the lobby."""
        answer = self.context.request.post("/enter", data={"name": self.name})
        assert answer.ok, answer.text()
        return self

    def enter_staff(self, role: int | str = 4) -> Person:
        """Sign in as a member of staff, without the page for it."""
        token = self.crowd.house.hire(self.name, role).token
        self.context.add_cookies([{"name": STAFF_COOKIE, "value": token, "url": self.crowd.url}])
        return self

    def expects(self, words: str) -> None:
        """The test provokes a console error with these words."""
        self.allowed.append(words)

    def unexpected(self) -> list[str]:
        """The console errors that the test did not expect."""
        return [error for error in self.errors if not any(words in error for words in self.allowed)]

    def at(self, table: str, suffix: str = "") -> Seat:
        """Their page at a table, connected."""
        return Seat(self, self.open(f"/table/{table}{suffix}"))

    def console(self, table: str) -> Page:
        """The console of a table, connected."""
        page = self.open(f"/console/{table}")
        expect(page.locator("body")).to_have_attribute("data-connection", "connected")
        expect(page.locator("body")).not_to_have_attribute("data-phase", "")
        return page


class Crowd:
    """The people of one test, and the cards each of them may see so far."""

    def __init__(self, browser: Browser, house: RunningHouse, boss: Visitor, test: str, url: str = "") -> None:
        self.browser, self.house, self.boss, self.test = browser, house, boss, test
        self.url = url or house.url
        self.people: list[Person] = []
        self.keyed = True
        """Whether the test chooses the cards: then nobody is sent a card before the test says they may see it."""

    def person(self, name: str, size: dict[str, int] | None = None, **how: Any) -> Person:
        """Someone with their own browser context and a unique name."""
        one = Person(self, f"{name} {next(_numbers)}", size or DESK, **how)
        self.people.append(one)
        return one

    def player(self, name: str, size: dict[str, int] | None = None, **how: Any) -> Person:
        """A player who has signed in."""
        return self.person(name, size, **how).enter()

    def staff(self, name: str, role: int | str = 4, size: dict[str, int] | None = None, **how: Any) -> Person:
        """A member of staff."""
        return self.person(name, size, **how).enter_staff(role)

    def reveals(self, cards: Iterable[str], *people: Person) -> None:
        """From now on these cards may be seen: by these people, or by everybody."""
        for each in self.people:
            for page in each.context.pages:
                page.evaluate("0")  # handle the frames that have arrived so far first
        for each in people or self.people:
            each.may_see |= set(cards)

    def close(self) -> None:
        """The general checks at the end of every test."""
        for each in self.people:
            for page in each.context.pages:
                page.evaluate("0")
        found = [f"{each.name}: {error}" for each in self.people for error in (*each.unexpected(), *each.leaks)]
        WIRE_LOGS.mkdir(parents=True, exist_ok=True)
        for each in self.people:
            (WIRE_LOGS / f"{file_name(f'{self.test}-{each.name}')}.log").write_text("\n".join(each.wire))
            each.leave()
        assert not found, "\n".join(found)

    def keep(self, page: Page, moment: str) -> None:
        """Save a screenshot of a page, if every one is wanted."""
        if EVERY_PICTURE:
            picture(page, f"{self.test}-{moment}")


def picture(page: Page, name: str) -> None:
    """Save a screenshot of a page with the other test artefacts."""
    SCREENSHOTS.mkdir(parents=True, exist_ok=True)
    path = SCREENSHOTS / f"{file_name(name)}.jpeg"
    with drawn(page):
        page.screenshot(path=path, type="jpeg", quality=85, animations="disabled")


class Seat:
    """A player's page at a table: what the player taps and waits for."""

    def __init__(self, person: Person, page: Page) -> None:
        self.person, self.page = person, page
        self.body = page.locator("body")
        self.connected()

    def find(self, testid: str) -> Locator:
        """The element with a test id."""
        return self.page.get_by_test_id(testid)

    def connected(self) -> None:
        """Wait until the table is drawn."""
        self._there("body[data-connection=connected]:not([data-phase=''])")

    def phase(self, phase: str) -> None:
        """Wait until the round is in a phase."""
        self._there(f"body[data-phase='{phase}']")

    def sit(self, position: int) -> Seat:
        """Take a position."""
        self.page.locator(f"[data-act=sit][data-position='{position}']").click()
        expect(self.page.locator(f"[data-act=sit][data-position='{position}']")).to_have_count(0)
        return self

    def circle(self, area: str = "main", position: int | None = None) -> Locator:
        """A circle of the player's own position, or of another."""
        place = "#seat" if position is None else f".place[data-position='{position}']"
        return self.page.locator(f"{place} [data-area='{area}']")

    def wager(self, cents: int = 1000, area: str = "main", position: int | None = None) -> None:
        """Tap a chip, then a circle."""
        circle = self.circle(area, position)
        expect(circle).to_have_class(re.compile(r"\bopen\b"))
        self.find(f"chip-{cents}").click()
        circle.click()
        expect(circle).to_have_attribute("data-own", str(cents))

    def view(self, cards: Iterable[str] = ()) -> None:
        """View the hand; from now on the player may see its cards."""
        self.person.crowd.reveals(cards, self.person)
        self.find("view").first.click()
        expect(self.find("setting")).to_be_visible()

    def card(self, card: str) -> Locator:
        """A card of the hand being set."""
        return self.find("setting").locator(f".card[data-card='{card}']")

    def low(self) -> list[str]:
        """The cards the player has sent to L."""
        cards = self.find("setting").locator("[data-box=low] .card")
        return [card.get_attribute("data-card") or "" for card in cards.all()]

    def set_hand(self, *low: str) -> None:
        """Tap two cards for L and confirm."""
        for card in low:
            self.card(card).click()
        self.find("confirm").click()
        expect(self.find("setting")).to_have_count(0)

    def place(self, position: int) -> Locator:
        """A position, the player's own or another's; 0 is the dealer."""
        return self.page.locator(_place(position))

    def shown(self, position: int) -> set[str]:
        """The face-up cards at a position."""
        cards = self.place(position).locator(".card.up")
        return {card.get_attribute("data-card") or "" for card in cards.all()}

    def state(self, position: int, state: str) -> None:
        """Wait until a position is in a state."""
        self._there(f"{_place(position)}[data-state='{state}']")

    def money(self, cents: int) -> None:
        """Wait until the player has this many cents."""
        self._there(f"[data-testid=bankroll][data-cents='{cents}']")

    def _there(self, selector: str) -> None:
        """Wait until one element matches. Only counting is cheap to wait for: after every other look that fails,
        playwright describes the whole page.
        """
        expect(self.page.locator(selector)).to_have_count(1)


def _place(position: int) -> str:
    """The selector of a position."""
    return "#dealer [data-position='0']" if position == 0 else f":is(.place, #seat)[data-position='{position}']"


# ---------------------------------------------------------------------------------------------------------------------
# Checks of a whole page

COUNTED = ("moderate", "serious", "critical")
"""The impacts of axe findings that fail a test."""

_NAMELESS = """() => {
  const bad = [];
  for (const card of document.querySelectorAll('.card')) {
    const hidden = card.closest('[aria-hidden=true]') || !card.checkVisibility();
    const labelled = card.closest('[role=img][aria-label]');
    if (hidden || (labelled && labelled !== card)) continue;
    if (!card.getAttribute('aria-label')) bad.push(card.outerHTML.slice(0, 200));
    else if (card.dataset.card && !/ of |Joker/.test(card.getAttribute('aria-label'))) {
      bad.push(card.outerHTML.slice(0, 200));
    }
  }
  for (const place of document.querySelectorAll('.place, #seat')) {
    if (!place.getAttribute('aria-label')) bad.push(place.outerHTML.slice(0, 200));
  }
  for (const mark of document.querySelectorAll('.box .mark')) {
    if (!mark.getAttribute('aria-label')) bad.push(mark.outerHTML.slice(0, 200));
  }
  return bad;
}"""

_SCROLLS = """() => {
  const scrolls = (box, wide) => wide ? box.scrollWidth - box.clientWidth : box.scrollHeight - box.clientHeight;
  const root = document.documentElement;
  const room = document.querySelector('.room') ?? root;
  return {
    across: Math.max(scrolls(root, true), scrolls(document.body, true), scrolls(room, true)),
    down: Math.max(scrolls(root, false), scrolls(room, false)),
  };
}"""

_SMALL_TARGETS = """() =>
  [...document.querySelectorAll('#bar button, #seat button, .place button, .sheets button, header a')]
  .filter((one) => one.checkVisibility() && !one.matches('.clause'))
  .map((one) => [one.outerHTML.slice(0, 120), one.getBoundingClientRect()])
  .filter(([, box]) => box.width < 43.5 || box.height < 43.5)
  .map(([words, box]) => `${Math.round(box.width)} x ${Math.round(box.height)}: ${words}`)"""


def audit(page: Page, where: str) -> list[str]:
    """Print everything axe finds; return all but what it calls minor."""
    with drawn(page):
        found = axe.violations(page)
    counted = []
    for each in found:
        nodes = [
            f"{node['target']} {node['html'][:160]} {node.get('failureSummary', '')[:200]}"
            for node in each["nodes"][:4]
        ]
        line = f"{where}: {each['id']} ({each['impact']}), {len(each['nodes'])} times: {nodes}"
        print(line)
        if each["impact"] in COUNTED:
            counted.append(line)
    return counted


def nameless(page: Page) -> list[str]:
    """Cards, positions and marks on a page that have no accessible name."""
    found: list[str] = page.evaluate(_NAMELESS)
    return found


def scrolls(page: Page) -> dict[str, int]:
    """How far a page scrolls across and down."""
    found: dict[str, int] = page.evaluate(_SCROLLS)
    return found


def small_targets(page: Page) -> list[str]:
    """Targets too small for a thumb; clauses within a sentence are exempt, as they are as high as their line."""
    found: list[str] = page.evaluate(_SMALL_TARGETS)
    return found


def house_for(folder: Path, cache: Path, *options: str) -> Any:
    """A house for one test module: its tables have human dealers, and no clock runs out by itself."""
    return running_house(folder / "journal.db", *OPTIONS, *options, cache=cache)


def file_name(words: str) -> str:
    """Words as a file name."""
    return re.sub(r"[^\w.-]+", "-", words)


def name_of(request: pytest.FixtureRequest) -> str:
    """The name of a test as a file name."""
    return file_name(request.node.name.removeprefix("test_"))
