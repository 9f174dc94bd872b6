"""Every fault and every remedy of every book, pressed once on the console: by mouse, and by keyboard.

The list comes from the books' procedures: a new fault or remedy without a scenario here fails. One console is used for
all of them; the players and the dealer have no browser.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass, field
from typing import Any, TypeAlias

import pytest
from playwright.sync_api import Browser

from houseway import books
from houseway.rulebook.procedure import Act, Fault, Remedy
from support.browser import Crowd, Locator, Page, expect
from support.web_house import Page as Player
from support.web_house import RunningHouse, Visitor

Hands: TypeAlias = dict[int, tuple[str, ...]]
ANN = ("Ac", "Ad", "Kc", "Kd", "9h", "5s", "2c")
BOB = ("Qc", "Qd", "Jh", "Ts", "8c", "4d", "3h")
OTHER = ("Jc", "Jd", "9c", "8d", "6h", "5c", "3s")
DEALER = ("Ks", "Kh", "Th", "7c", "6d", "4s", "2d")
LOW_AGAINST_THE_HOUSE_WAY = ("4s", "2d")


class Round:
    """A round that headless players and a headless dealer bring to where something goes wrong."""

    def __init__(self, staff: Player, ann: Player, bob: Player, names: tuple[str, str], book: str) -> None:
        self.staff, self.ann, self.bob, self.names, self.book = staff, ann, bob, names, book

    def betting(self, *, both_of_ann: bool = False) -> None:
        """Ann bets at position 1, Bob at 2; Ann also on the Fortune Bonus, or at position 3."""
        self.staff.did("place your bets")
        self.ann.until_phase("betting")
        self.bob.until_phase("betting")
        self.ann.did("wager", position=1, wager="main", cents=1000)
        self.ann.did("wager", position=1, wager="fortune-bonus", cents=500)
        self.bob.did("wager", position=2, wager="main", cents=1000)
        if both_of_ann:
            self.ann.did("wager", position=3, wager="main", cents=1000)

    def closed(self, *, both_of_ann: bool = False) -> None:
        """No more bets."""
        self.betting(both_of_ann=both_of_ann)
        self.staff.did("no more bets")

    def dealt(self, hands: Hands | None = None, *, viewed: bool = False, both_of_ann: bool = False) -> None:
        """The cards lie on the layout: `hands` where they differ from a right deal; Ann may have looked at hers."""
        self.closed(both_of_ann=both_of_ann)
        lie = {1: ANN, 2: BOB, 0: DEALER} | (hands or {})
        self.staff.did("key in", hands={str(at): cards for at, cards in lie.items() if cards})
        if viewed:
            self.ann.until_phase("setting")
            self.ann.did("view", position=1)

    def revealed(self, **how: Any) -> None:
        """The dealer's hand is open."""
        self.dealt()
        self.staff.did("end setting")
        self.staff.did("reveal", **how)

    def settled(self) -> None:
        """The round is over."""
        self.revealed()
        self.staff.did("settle")

    def finish(self) -> None:
        """Whatever is left of the round is void, and nobody is prohibited."""
        self.staff.do("retract")
        if self.staff.scene["table"]["phase"] != "between rounds":
            self.staff.did("report", fault="wrong deck")
            self.staff.did("remedy", remedy="void")
        if self.names[0] in self.staff.scene["table"]["prohibited"]:
            self.staff.did("prohibit", player=self.names[0], lift=True)


@dataclass(frozen=True)
class Scenario:
    """How the table comes to a fault, what the report says, and what the remedy needs."""

    before: Callable[[Round], None]
    report: dict[str, str] = field(default_factory=dict)
    """The fields of the form; `ann` stands for the player's name, and a position for its number."""
    moves: dict[int, int] = field(default_factory=dict)
    right: tuple[str, ...] = ()


def nothing(at: Round) -> None:
    del at


def closed(at: Round) -> None:
    at.closed()


def dealt(at: Round) -> None:
    at.dealt()


def revealed(at: Round) -> None:
    at.revealed()


def viewed(hands: Hands) -> Callable[[Round], None]:
    """A deal that Ann has looked at."""
    return lambda at: at.dealt(hands, viewed=True)


WAGER = {"position": "1", "wager": "main", "player": "ann"}
SCENARIOS: dict[tuple[Fault, Remedy], Scenario] = {
    (Fault.WRONG_DECK, Remedy.VOID): Scenario(closed),
    (Fault.MISDEAL, Remedy.VOID): Scenario(dealt),
    (Fault.MISDEAL, Remedy.RECONSTRUCT): Scenario(lambda at: at.dealt({2: (), 4: BOB}), moves={4: 2}),
    (Fault.DEALER_COUNT, Remedy.VOID): Scenario(viewed({}), {"cards": "6"}),
    (Fault.DEALER_COUNT, Remedy.RECONSTRUCT): Scenario(viewed({0: DEALER[:6]}), right=DEALER),
    (Fault.CARDS_EXPOSED, Remedy.VOID): Scenario(closed, {"cards": "2"}),
    (Fault.CARDS_EXPOSED, Remedy.CONTINUE): Scenario(dealt, {"cards": "1"}),
    (Fault.LATE_WAGER, Remedy.REFUSE_WAGER): Scenario(closed, {**WAGER, "cents": "25"}),
    (Fault.LATE_WITHDRAWAL, Remedy.LET_STAND): Scenario(dealt, WAGER),
    (Fault.PLAYER_COUNT, Remedy.REMOVE_HAND): Scenario(viewed({}), {"position": "2", "cards": "6"}),
    (Fault.PLAYER_COUNT, Remedy.RECONSTRUCT): Scenario(viewed({2: (*BOB, "6h")}), {"position": "2"}, right=BOB),
    (Fault.NO_CARDS, Remedy.RETURN_WAGERS): Scenario(viewed({2: ()}), {"position": "2"}),
    (Fault.UNWAGERED_CARDS, Remedy.DISCARD_CARDS): Scenario(viewed({4: OTHER}), {"position": "4"}),
    (Fault.DEVICE_COUNT, Remedy.VOID): Scenario(dealt, {"cards": "52"}),
    (Fault.DEVICE_COUNT, Remedy.CONTINUE): Scenario(dealt, {"cards": "53"}),
    (Fault.DECK_COUNT, Remedy.VOID): Scenario(dealt, {"cards": "52"}),
    (Fault.UNDER_MINIMUM, Remedy.LET_STAND): Scenario(revealed, {**WAGER, "cents": "5"}),
    (Fault.OVER_MAXIMUM, Remedy.LET_STAND): Scenario(revealed, {**WAGER, "wager": "fortune-bonus", "cents": "600.50"}),
    (Fault.CONFIDENTIALITY, Remedy.PROHIBIT): Scenario(dealt, {"player": "ann"}),
    (Fault.CONFIDENTIALITY, Remedy.CONTINUE): Scenario(lambda at: at.settled(), {"player": "ann"}),
    (Fault.SECOND_HAND_VIEWED, Remedy.REMOVE_HAND): Scenario(
        lambda at: at.dealt({3: OTHER}, viewed=True, both_of_ann=True), {"position": "3"}
    ),
    (Fault.WRONG_HOUSE_WAY, Remedy.SET_RIGHT): Scenario(
        lambda at: at.revealed(low=LOW_AGAINST_THE_HOUSE_WAY), {"position": "0"}
    ),
    (Fault.POWER_FAILURE, Remedy.OFFER_WITHDRAWAL): Scenario(dealt),
    (Fault.POWER_FAILURE, Remedy.CONTINUE): Scenario(revealed),
    (Fault.OTHER, Remedy.CONTINUE): Scenario(nothing, {"note": "between rounds"}),
    (Fault.OTHER, Remedy.RETURN_WAGERS): Scenario(closed, {"note": "a glass fell"}),
    (Fault.OTHER, Remedy.VOID): Scenario(revealed, {"note": "as the shift manager decides"}),
}
AFTER_SETTLEMENT: dict[tuple[Fault, Remedy], Scenario] = {
    (Fault.DEALER_COUNT, Remedy.VOID): Scenario(lambda at: at.settled(), {"cards": "8"}),
    (Fault.PLAYER_COUNT, Remedy.REMOVE_HAND): Scenario(lambda at: at.settled(), {"position": "1", "cards": "6"}),
    (Fault.OTHER, Remedy.VOID): Scenario(lambda at: at.settled(), {"note": "a dispute"}),
}
"""R89: what is found once the round is settled."""


class Console:
    """A console that is worked by mouse or by keyboard."""

    def __init__(self, page: Page, name: str) -> None:
        self.page, self.name = page, name

    def press(self, *keys: str, times: int = 1) -> None:
        """Press keys, one after another."""
        for key in keys * times:
            self.page.keyboard.press(key)

    def confirm(self, how: str) -> None:
        """Confirm what the dialog asks."""
        dialog = self.page.locator("#ask")
        expect(dialog).to_have_attribute("open", "")
        if how == "mouse":
            self.page.locator("[data-ask=confirm]").click()
        else:
            self.press("Enter")
        expect(dialog).not_to_have_attribute("open", "")

    def report(self, fault: Fault, details: dict[str, str], how: str) -> None:
        """Report a fault."""
        form = self.page.locator(f'form[data-report="{fault.value}"]')
        if how == "mouse":
            self.page.locator("[data-tab=report]").click()
            self.page.locator(f'[data-fault="{fault.value}"]').click()
            for name, value in details.items():
                one = form.locator(f"[name={name}]")
                one.select_option(value) if is_list(one) else one.fill(value)
            form.get_by_test_id("report").click()
        else:
            self.press("Escape", "i")
            faults = self.page.locator(".fault")
            names = [each.get_attribute("data-fault") for each in faults.all()]
            self.press("ArrowRight", times=names.index(fault.value))
            self.press("Enter")
            self.fill_by_keys(details, until="report")
            self.press("Enter")
        self.confirm(how)
        expect(self.page.locator("body")).to_have_attribute("data-hold", "yes")

    def fill_by_keys(self, wanted: dict[str, str], until: str = "") -> None:
        """Go from field to field and fill in what is wanted, until a button or until nothing is left."""
        left = dict(wanted)
        for _ in range(40):
            name = self.page.evaluate("document.activeElement.name || document.activeElement.dataset.testid || ''")
            if name in left:
                self.fill_focused(left.pop(name))
            if name == until if until else not left:
                break
            self.press("Tab")
        assert not left, f"no field for {left}"

    def fill_focused(self, value: str) -> None:
        """Type into the field, or go down the list to a value."""
        values = self.page.evaluate("[...(document.activeElement.options ?? [])].map((each) => each.value)")
        if values:
            self.press("Home")
            self.press("ArrowDown", times=values.index(value))
            assert self.page.evaluate("document.activeElement.value") == value
        else:
            self.page.keyboard.type(value)

    def remedy(self, remedy: Remedy, scenario: Scenario, how: str, then: Callable[[], None] = lambda: None) -> None:
        """Choose a remedy, with the moves or the cards it needs; `then` another confirms it."""
        form = self.page.locator(f"form[data-remedy='{remedy.value}']")
        needed = {f"move-{at}": str(to) for at, to in scenario.moves.items()}
        if scenario.right:
            needed["right"] = " ".join(scenario.right)
        button = form.get_by_test_id(f"remedy-{remedy.value}")
        expect(button).not_to_have_attribute("aria-disabled", "true")
        if how == "mouse":
            for name, value in needed.items():
                one = form.locator(f"[name={name}]")
                one.select_option(value) if is_list(one) else one.fill(value)
            button.click()
        else:
            self.press("Escape")
            if needed:
                self.press("o")
                self.fill_by_keys(needed)
                self.press("Escape")
            self.press(button.locator("kbd").inner_text())
        self.confirm(how)
        then()
        expect(self.page.locator("body")).to_have_attribute("data-hold", "no")


def is_list(field: Locator) -> bool:
    """Whether a field is a list to choose from."""
    return bool(field.evaluate("(one) => one.tagName === 'SELECT'"))


@dataclass(frozen=True)
class Desk:
    """A console and the round it looks at."""

    console: Console
    round: Round


@pytest.fixture(scope="module")
def desk_of(browser: Browser, house: RunningHouse, boss: Visitor) -> Iterator[Callable[[str], Desk]]:
    """The console of a table of a book, the same one for every test."""
    crowd = Crowd(browser, house, boss, "irregularities")
    crowd.keyed = False  # what viewers are sent is tested elsewhere; here the cards repeat
    manager = crowd.staff("Max")
    desks: dict[str, Desk] = {}
    with ExitStack() as stack:

        def opened(book: str) -> Desk:
            if book in desks:
                return desks[book]
            table = house.spare_table(book)
            staff = stack.enter_context(boss.page(table, "staff"))
            staff.physical()
            names = (f"Ann of {book}", f"Bob of {book}")
            ann, bob = (stack.enter_context(house.enter(name).page(table)) for name in names)
            ann.did("sit", position=1)
            bob.did("sit", position=2)
            if books.get(book).procedure.permission(Act.SHARE):
                ann.did("sit", position=3)
            console = Console(manager.console(table), manager.name)
            desks[book] = Desk(console, Round(staff, ann, bob, names, book))
            return desks[book]

        yield opened
        crowd.close()


PRINTED = [
    (book, known.fault, printed.remedy)
    for book in books.names()
    for known in books.get(book).procedure.irregularities
    for printed in known.remedies
]
HOW = ("mouse", "keyboard")
OF_V4 = [number for number, each in enumerate(PRINTED) if each[0] == "mbs-v4"]
QUICK = {next(number for number in OF_V4 if PRINTED[number][2] is PRINTED[each][2]) for each in OF_V4}
"""The first fault of mbs-v4 for which each remedy is printed: the quick tier presses every remedy once."""
PRESSED = [
    pytest.param(
        *each, how, id=f"{each[0]}-{each[1].value}-{each[2].value}-{how}",
        marks=() if number in QUICK and HOW[number % 2] == how else pytest.mark.full,
    )
    for number, each in enumerate(PRINTED)
    for how in HOW
]  # fmt: skip


def pressed(desk: Desk, fault: Fault, remedy: Remedy, scenario: Scenario, how: str) -> list[dict[str, Any]]:
    """Bring the round there, report and remedy on the console; returns the lines since the report."""
    at = desk.round
    scenario.before(at)
    at.staff.say({"type": "ping"})  # everything so far has arrived
    version = at.staff.scene["table"]["version"]
    try:
        report_and_remedy(desk, fault, remedy, scenario, how)
        at.staff.say({"type": "ping"})
        return [line for line in at.staff.lines if line["version"] > version]
    finally:
        at.finish()


def report_and_remedy(desk: Desk, fault: Fault, remedy: Remedy, scenario: Scenario, how: str) -> None:
    """What is pressed on the console."""
    at = desk.round
    newest = at.staff.lines[-1]["version"]
    expect(desk.console.page.locator(f"#log [data-key='v{newest}']")).to_have_count(1)
    named = {name: at.names[0] if value == "ann" else value for name, value in scenario.report.items()}
    desk.console.report(fault, named, how)
    at.staff.say({"type": "ping"})
    two = any(choice["name"] == remedy.value and choice["two"] for choice in at.staff.scene["can"]["remedies"])
    place = str(max(0, at.staff.scene["table"]["hold"]["position"]))

    def second() -> None:
        if two:
            confirm_as_second(at.staff, {"cards": {place: scenario.right}} if scenario.right else {})

    desk.console.remedy(remedy, scenario, how, second)


def confirm_as_second(staff: Player, cards: dict[str, Any]) -> None:
    """Another member of staff confirms what the console asked for at this table."""
    mine = staff.scene["table"]["id"]
    found = staff.until_scene(lambda scene: any(each["place"] == mine for each in scene["asked"]["waiting"]))
    request = next(each for each in found["asked"]["waiting"] if each["place"] == mine)
    answer = staff.confirms(request, **cards)
    assert answer["type"] == "done", answer


@pytest.mark.parametrize(("book", "fault", "remedy", "how"), PRESSED)
def test_a_remedy_is_pressed(desk_of: Callable[[str], Desk], book: str, fault: Fault, remedy: Remedy, how: str) -> None:
    scenario = SCENARIOS.get((fault, remedy))
    assert scenario is not None, f"{book} prints {remedy.value!r} for {fault.value}: write a scenario for it"
    desk = desk_of(book)
    lines = pressed(desk, fault, remedy, scenario, how)
    said = next(line["event"] for line in lines if line["event"]["type"] == "irregularity remedied")
    assert (said["fault"], said["remedy"]) == (fault.value, remedy.value)
    by = next(line["asked_by"] or line["event"]["by"] for line in lines if line["event"] is said)
    assert by == desk.console.name


@pytest.mark.parametrize(
    ("fault", "remedy"),
    [pytest.param(*each, marks=() if each[1] is Remedy.REMOVE_HAND else pytest.mark.full) for each in AFTER_SETTLEMENT],
)
def test_r89_a_fault_is_found_after_the_settlement(
    desk_of: Callable[[str], Desk], fault: Fault, remedy: Remedy
) -> None:
    lines = pressed(desk_of("mbs-v4"), fault, remedy, AFTER_SETTLEMENT[fault, remedy], "keyboard")
    corrected = [line["event"] for line in lines if line["event"]["type"] == "round corrected"]
    assert [(each["void"], each["removed"]) for each in corrected] == [
        (True, []) if remedy is Remedy.VOID else (False, [1])
    ]


def test_the_log_of_the_console_lists_every_line_once(desk_of: Callable[[str], Desk]) -> None:
    desk = desk_of("mbs-v4")
    desk.round.settled()
    desk.round.staff.say({"type": "ping"})
    lines = [line["version"] for line in desk.round.staff.lines]
    log = desk.console.page.locator("#log")
    expect(log.locator(f"[data-version='{lines[-1]}']")).to_have_count(1)
    listed = log.evaluate("(log) => [...log.querySelectorAll('li')].map((line) => Number(line.dataset.version))")
    assert listed[-len(lines) :] == lines[-len(listed) :]
    assert listed == sorted(set(listed))
