"""Every page at five sizes, with and without our fonts: nothing scrolls or is cut off that should not be.

A round of each book is played once; two players watch it, one with our fonts and one with fonts blocked, and at every
moment both windows are resized to all sizes.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from support.browser import (
    EVERY_PICTURE,
    Crowd,
    Page,
    Person,
    Route,
    Seat,
    audit,
    expect,
    house_for,
    nameless,
    picture,
    small_targets,
)
from support.layout import CONSOLE_SIZES, SIZES, TIGHT, at_every_size, block_fonts, console_flaws, flaws, floor_flaws
from support.web_house import Page as Staff
from support.web_house import RunningHouse, Visitor

SEVEN = {
    1: ("9c", "9d", "Kc", "Jc", "8h", "6c", "3d"),
    2: ("Ac", "Ah", "Qc", "Qd", "Ts", "7d", "4c"),
    3: ("Kd", "Js", "Th", "8c", "5d", "4h", "2s"),
    4: ("7s", "8s", "9s", "Td", "Jh", "Ad", "Qs"),
    5: ("5c", "5h", "2c", "2h", "Ks", "9h", "6d"),
    6: ("As", "Jd", "Tc", "6h", "4d", "3c", "2d"),
    0: ("Kh", "Qh", "Jk", "8d", "7c", "5s", "3h"),
}
FIVE = {
    1: ("Ac", "Ad", "Kc", "9d", "2h"),
    2: ("Qc", "Qh", "7c", "6d", "3s"),
    3: ("Js", "9s", "7s", "6s", "2s"),
    4: ("Tc", "8h", "8d", "5d", "4c"),
    5: ("As", "Ks", "Qs", "Jc", "3d"),
    6: ("5c", "5h", "4d", "3h", "2d"),
    0: ("Kd", "Qd", "Jh", "Ts", "8c"),
}
NO_ACE_HIGH = {**SEVEN, 0: ("Kh", "Qh", "Jk", "8d", "7c", "7h", "5s")}
OTHERS = {3: "Bartholomew Quillon", 4: "Zoë Łukasiewicz", 5: "Max", 6: "Wilhelmina Wagner"}
BOOKS = ("mbs-v4", "mbs-v3", "fortune-us", "five-card")
VARIANTS = ("face-up", "face-up-mgm", "commission-free")
"""Books with wagers and procedures of their own; at the first the dealer's hand is ace high, and nobody sets."""
ALWAYS = {"mbs-v4", "five-card", "fortune-us", "foxwoods"}
"""What tests without a book of their own look at; the last is of another group in the lobby."""
EXPOSED = ("five-card", "face-up", "face-up-mgm")
"""Where players see the dealer's hand before they set."""
AUDITED_ON_A_PHONE = ("betting", "house way", "settled", "bank offered", "lobby", "floor", "API", "mbs-v4", "players")
AUDITED = ("seated", "betting", "amount form", "house way", "asked to withdraw", "set", "revealed", "settled")
"""The moments of a round at which axe reads the table: what other moments show, one of these shows too."""
AUDITED_BY_THEIR_OWN = ("odds", "one hand")
"""Pages that tests of their own have axe read in the quick tier, as they are here."""
QUICKLY_AUDITED = {"mbs-v4": ("house way", "settled"), "five-card": ("betting",)}
"""The same in the quick tier."""
FULLEST = ("betting", "house way", "asked to withdraw", "revealed", "settled")
"""The moments with the most words and cards on the table: where it does not fit without our fonts, it shows here."""
TIGHTLY = ", tight sizes"
"""Behind "fonts" or "no fonts": the page is measured at the tight sizes only."""
BOTH = (pytest.param("fonts", marks=pytest.mark.full), pytest.param("no fonts", marks=pytest.mark.full))
BOTH_WAYS = pytest.mark.parametrize("fonts", [f"fonts{TIGHTLY}", *BOTH])
"""In the full tier with our fonts and without them, at all sizes."""
COUNTED_WITHIN = 60_000
"""Milliseconds within which the house compares the published figures; their counts are cached."""


@pytest.fixture(scope="module")
def house(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory, cache_folder: Path
) -> Iterator[RunningHouse]:
    """A house with the books that the tests of this run need: it compiles each of them, which takes seconds."""
    played = {
        str(item.callspec.params["book"])
        for item in request.session.items
        if isinstance(item, pytest.Function) and item.path == request.path and "book" in _parameters(item)
    }
    shelf = [book for book in (*BOOKS, *VARIANTS, "foxwoods") if book in played | ALWAYS]
    options = [option for book in shelf for option in ("--book", book)]
    with house_for(tmp_path_factory.mktemp("house"), cache_folder, *options) as running:
        yield running


def _parameters(item: pytest.Function) -> dict[str, object]:
    return item.callspec.params if hasattr(item, "callspec") else {}


def looked_at(page: Page, where: str, *, still: bool, audited: bool, fonts: str) -> list[str]:
    """Everything that is wrong with a page at any of the sizes, or at the tight ones if `fonts` says so."""
    wrong: list[str] = []
    console, floor = where.startswith("console"), where.startswith("floor")
    sizes = CONSOLE_SIZES if console or floor else SIZES
    if fonts.endswith(TIGHTLY):
        sizes = {size: sizes[size] for size in sizes if size in TIGHT}
    for size in at_every_size(page, sizes):
        here = f"{where}, {size}, {fonts}"
        found = flaws(page, here, still=still)
        if console:
            found += console_flaws(page, here)
        if floor:
            found += floor_flaws(page, here)
        if still and size.endswith("phone"):
            found += [f"{here}: too small for a thumb: {each}" for each in small_targets(page)]
        if found or EVERY_PICTURE:
            width, height = CONSOLE_SIZES[size]
            page.set_viewport_size({"width": width, "height": height})  # a picture forgets any other size
            picture(page, here)
        if audited and (size == "desk" or (size == "phone" and where.endswith(AUDITED_ON_A_PHONE))):
            found += audit(page, here)
        wrong += found
    if still:
        wrong += [f"{where}: no name: {each}" for each in nameless(page)]
    return wrong


# ---------------------------------------------------------------------------------------------------------------------
# The table


class Round:
    """A round with six players, two of them with a browser, one moment at a time."""

    def __init__(self, crowd: Crowd, staff: Staff, seats: list[Seat], quiet: dict[int, Staff], book: str) -> None:
        self.crowd, self.staff, self.seats, self.quiet, self.book = crowd, staff, seats, quiet, book
        self.hands: dict[int, tuple[str, ...]] = dict(NO_ACE_HIGH if book == "face-up-mgm" else SEVEN)
        if book == "five-card":
            self.hands = dict(FIVE)

    def moments(self) -> Iterator[str]:
        """Play it."""
        yield "seated"
        self.staff.did("place your bets")
        self.phase("betting")
        yield "betting opens"
        self.bet()
        yield "betting"
        yield from self.amount()
        self.staff.did("no more bets")
        self.phase("no more bets")
        yield "no more bets"
        if self.book in EXPOSED:
            self.crowd.reveals(self.hands[0])  # the dealer's hand is dealt face up
        self.staff.did("key in", hands={str(at): list(cards) for at, cards in self.hands.items()})
        everyone = [card for cards in self.hands.values() for card in cards]
        if self.book == "face-up":
            self.phase("revealed")
            yield "ace high"
            self.crowd.reveals(everyone)
        else:
            self.phase("setting")
            yield "dealt"
            yield from self.setting()
            self.crowd.reveals(everyone)
            self.staff.did("end setting")
        if self.book not in EXPOSED:
            yield from self.revealed()
        self.staff.did("settle")
        self.phase("between rounds")
        for seat in self.seats:
            expect(seat.find("result")).to_be_visible()
            expect(seat.find("review")).to_have_count(int(self.book != "face-up"))
        yield "settled"

    def phase(self, phase: str) -> None:
        """Wait until both browsers show a phase."""
        for seat in self.seats:
            seat.phase(phase)

    def bet(self) -> None:
        """Everybody bets; the two with a browser also bet on the side wager if there is one."""
        for seat in self.seats:
            seat.wager(1000)
            for side in ("fortune-bonus", "ace-high", "tiger-9"):
                if seat.circle(side).count():
                    seat.wager(500, side)
        for at, player in self.quiet.items():
            player.until_phase("betting")
            player.did("wager", position=at, wager="main", cents=10000)
        for seat in self.seats:
            seat.state(6, "wagered")

    def amount(self) -> Iterator[str]:
        """The form for any amount is opened and closed."""
        for seat in self.seats:
            seat.find("amount").click()
            expect(seat.find("amount-field")).to_be_visible()
        yield "amount form"
        for seat in self.seats:
            seat.find("amount-close").click()
            expect(seat.find("amount-field")).to_have_count(0)

    def hold(self) -> Iterator[str]:
        """The round is put on hold; where the book says so (5.18.1), the players may then withdraw their wagers."""
        offered = self.book == "mbs-v4"
        self.staff.did("report", fault="power failure" if offered else "misdeal")
        for seat in self.seats:
            expect(seat.find("hold")).to_be_visible()
        yield "on hold"
        if not offered:
            self.staff.did("retract")
        else:
            self.staff.did("remedy", remedy="offer withdrawal")
            for seat in self.seats:
                expect(seat.find("ask-withdraw")).to_be_visible()
            yield "withdrawal offered"
            for seat in self.seats:
                seat.find("ask-withdraw").click()
                expect(seat.find("withdraw-remaining")).to_be_visible()
            yield "asked to withdraw"
            for seat in self.seats:
                seat.find("no").click()
        for seat in self.seats:
            expect(seat.find("confirm")).to_be_visible()

    def setting(self) -> Iterator[str]:
        """The hands are viewed, arranged and set."""
        for at, seat in enumerate(self.seats, 1):
            seat.view(self.hands[at])
        yield "setting"
        for seat in self.seats:
            seat.page.keyboard.press("h")
            expect(seat.find("setting-words")).to_contain_text("House way")
        yield "house way"
        if self.book.startswith("mbs"):  # the other books print nothing about irregularities
            yield from self.hold()
        for seat in self.seats:
            seat.find("confirm").click()
            expect(seat.find("setting")).to_have_count(0)
        yield "set"

    def revealed(self) -> Iterator[str]:
        """The dealer's hand is revealed; a player is asked whether to concede, and keeps playing."""
        self.staff.did("reveal")
        self.phase("revealed")
        for seat in self.seats:
            seat.state(0, "open")
        yield "revealed"
        if self.book == "mbs-v4":  # the other books print nothing about conceding
            for seat in self.seats:
                seat.find("ask-concede").click()
                expect(seat.find("concede")).to_be_visible()
                expect(seat.find("no")).to_be_focused()
            yield "asked to concede"
            for seat in self.seats:
                seat.find("no").click()


ROUND_CUT = """() => {
  const title = document.querySelector(".title"), round = title.querySelector(".title-round"), cut = [];
  for (let width = 100; width < 500; width += 5) {
    title.style.maxWidth = `${width}px`;
    if (round.getBoundingClientRect().right > title.getBoundingClientRect().right + 0.5) cut.push(width);
  }
  title.style.maxWidth = "";
  return cut;
}"""
"""The widths of the title at which the number of the round is cut off."""


@pytest.mark.parametrize(
    ("book", "ways"),
    [
        ("mbs-v4", (f"fonts{TIGHTLY}", f"no fonts{TIGHTLY}")),
        ("five-card", (f"fonts{TIGHTLY}",)),
        *(pytest.param(book, ("fonts", "no fonts"), marks=pytest.mark.full) for book in (*BOOKS, *VARIANTS)),
    ],
)
def test_the_table_in_every_phase(
    crowd: Crowd, house: RunningHouse, boss: Visitor, book: str, ways: tuple[str, ...]
) -> None:
    players = [crowd.player("Ann"), block_fonts(crowd.player("Ben Ashworth", fresh=True))]
    table = house.spare_table(book)
    seats = [player.at(table).sit(at) for at, player in enumerate(players, 1)]
    wrong: list[str] = []
    with ExitStack() as stack:
        staff = stack.enter_context(boss.page(table, "staff"))
        staff.physical()
        quiet = {}
        for at, name in OTHERS.items():
            quiet[at] = stack.enter_context(house.enter(f"{name[:15]} {book[0]}{table[-3:]}").page(table))
            quiet[at].did("sit", position=at)
        for moment in Round(crowd, staff, seats, quiet, book).moments():
            for seat, way in zip(seats, ways, strict=False):
                quick, full = way.endswith(TIGHTLY), moment in FULLEST
                if quick and not full and (book != "mbs-v4" or way.startswith("no fonts")):
                    continue
                fonts = "fonts" if way == f"fonts{TIGHTLY}" and book == "mbs-v4" and full else way
                audited = fonts.startswith("fonts") and moment in (QUICKLY_AUDITED[book] if quick else AUDITED)
                wrong += looked_at(seat.page, f"{book}, {moment}", still=True, audited=audited, fonts=fonts)
    assert not wrong, "\n".join(wrong)
    assert seats[0].page.evaluate(ROUND_CUT) == []


def a_bank(crowd: Crowd, staff: Staff, one: Seat, two: Seat, quiet: dict[int, Staff]) -> Iterator[tuple[str, Seat]]:
    """A round against a player's bank, one moment at a time, each with the page to look at."""
    hands = {at: cards for at, cards in SEVEN.items() if at not in (1, 5)} | {0: SEVEN[1]}
    staff.did("offer the bank")
    expect(one.find("bank")).to_be_visible()
    yield "bank offered", one
    one.find("bank").click()
    two.state(1, "banks")
    staff.did("place your bets")
    two.phase("betting")
    two.wager(1000)
    for at, player in quiet.items():
        player.until_phase("betting")
        if at in hands:  # the other's house way has a name with what looks like cards
            player.did("wager", position=at, wager="main", cents=3000)
    two.state(6, "wagered")
    yield "against a bank", two
    staff.did("no more bets")
    staff.did("key in", hands={str(at): list(cards) for at, cards in hands.items()})
    one.phase("setting")
    one.view(hands[0])
    yield "the bank's hand", one
    one.page.keyboard.press("h")
    one.find("confirm").click()
    expect(one.find("setting")).to_have_count(0)
    crowd.reveals([card for cards in hands.values() for card in cards])
    for act in ("end setting", "reveal", "settle"):
        staff.did(act)
    for seat in (one, two):
        seat.phase("between rounds")
        expect(seat.find("result")).to_be_visible()
    yield "bank settled", one
    staff.did("offer the bank")
    expect(two.find("bank")).to_be_visible()
    yield "bank offered again", two
    staff.did("offer the bank")
    expect(two.find("bank")).to_have_count(0)
    yield "bank offered to another", two


@pytest.mark.full
@pytest.mark.parametrize("fonts", ["fonts", "no fonts"])
def test_a_players_bank(crowd: Crowd, house: RunningHouse, boss: Visitor, fonts: str) -> None:
    players = [crowd.player("Ann", fresh=True), crowd.player("Ben Ashworth", fresh=True)]
    table = house.spare_table("foxwoods")
    if fonts == "no fonts":
        players = [block_fonts(player) for player in players]
    one, two = (player.at(table).sit(at) for at, player in enumerate(players, 1))
    wrong: list[str] = []
    with ExitStack() as stack:
        staff = stack.enter_context(boss.page(table, "staff"))
        staff.physical()
        quiet = {}
        for at, name in OTHERS.items():
            quiet[at] = stack.enter_context(house.enter(f"{name[:15]} {table[-3:]}").page(table))
            quiet[at].did("sit", position=at)
        for moment, seat in a_bank(crowd, staff, one, two, quiet):
            audited = fonts == "fonts" and moment in ("bank offered", "the bank's hand", "bank settled")
            wrong += looked_at(seat.page, f"foxwoods, {moment}", still=True, audited=audited, fonts=fonts)
    assert not wrong, "\n".join(wrong)


@BOTH_WAYS
def test_an_empty_table_and_an_unknown_table(crowd: Crowd, fonts: str) -> None:
    wrong: list[str] = []
    person = someone(crowd, fonts)
    for where, path in (("watching", "/table/five-card"), ("no such table", "/table/nowhere")):
        page = person.open(path)
        expect(page.locator("#bar :is(button, a, input)").first).to_be_visible()
        wrong += looked_at(page, where, still=True, audited=fonts.startswith("fonts"), fonts=fonts)
        page.close()
    assert not wrong, "\n".join(wrong)


# ---------------------------------------------------------------------------------------------------------------------
# The other pages


def someone(crowd: Crowd, fonts: str) -> Person:
    """A person with our fonts or without."""
    return crowd.person("Ann") if fonts.startswith("fonts") else block_fonts(crowd.person("Ben", fresh=True))


@BOTH_WAYS
def test_the_pages_of_a_visitor(crowd: Crowd, fonts: str) -> None:
    wrong: list[str] = []
    person = someone(crowd, fonts)
    person.expects("status of 4")  # the history of someone without a name

    def look(where: str, path: str, drawn: str) -> Page:
        page = person.open(path)
        expect(page.locator(drawn).first).to_be_visible()
        audited = fonts.startswith("fonts") and not (fonts.endswith(TIGHTLY) and where in AUDITED_BY_THEIR_OWN)
        wrong.extend(looked_at(page, where, still=False, audited=audited, fonts=fonts))
        return page

    look("lobby of a stranger", "/", ".table-card").close()
    look("history of a stranger", "/history", "#said a").close()
    look("a page that is not there", "/nowhere", "main a").close()
    look("the list of rules", "/rules", "[data-testid=book]").close()
    look("odds", "/odds/five-card", "[data-testid=wager]").close()
    look("one hand", f"/analyse?book=mbs-v4&hand={'+'.join(SEVEN[1])}", "#ways .group").close()
    person.enter()
    look("lobby", "/", "[data-testid=you]").close()
    look("history", "/history", "#more > *, #rounds > *, main > p:not(:empty)").close()
    api = look("API", "/api", "#operations details")
    one = api.get_by_test_id("/api/set")
    one.locator("summary").click()
    one.get_by_role("button", name="Try it").click()
    expect(one.locator(".status")).to_have_text("Status 200")
    wrong += looked_at(api, "API tried", still=False, audited=fonts.startswith("fonts"), fonts=fonts)
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize(
    "book",
    [
        "five-card",
        *(pytest.param(book, marks=pytest.mark.full) for book in ("mbs-v4", "mbs-v3", "fortune-us", *VARIANTS)),
    ],
)
@BOTH_WAYS
def test_the_rules_of_a_book(crowd: Crowd, book: str, fonts: str) -> None:
    page = someone(crowd, fonts).open(f"/rules/{book}")
    expect(page.locator("[data-testid=clause][data-hands]").first).to_be_visible(timeout=COUNTED_WITHIN)
    wrong = looked_at(page, f"rules of {book}", still=False, audited=fonts.startswith("fonts"), fonts=fonts)
    assert not wrong, "\n".join(wrong)


@pytest.mark.full
@BOTH_WAYS
def test_the_published_figures(crowd: Crowd, fonts: str) -> None:
    page = someone(crowd, fonts).open("/published")
    expect(page.get_by_role("status")).to_have_count(0, timeout=COUNTED_WITHIN)
    expect(page.locator("section")).not_to_have_count(0)
    wrong = looked_at(page, "published figures", still=False, audited=fonts.startswith("fonts"), fonts=fonts)
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize(
    "ways",
    [(f"fonts{TIGHTLY}",), pytest.param(("fonts", "no fonts"), marks=pytest.mark.full)],
    ids=["tight", "both"],
)
def test_the_pages_of_the_staff(crowd: Crowd, house: RunningHouse, boss: Visitor, ways: tuple[str, ...]) -> None:
    crowd.keyed = False
    wrong: list[str] = []
    table, full = house.spare_table(), house.spare_table()
    for at, name in {1: "Ann", 2: "Ben Ashworth", **OTHERS}.items():
        with house.enter(f"{name[:15]} f{full[-3:]}").page(full) as seated:
            seated.did("sit", position=at)
    people = [(crowd.staff("Max"), ways[0])]
    people += [(block_fonts(crowd.staff("Mia", fresh=True)), fonts) for fonts in ways[1:]]
    floors = [(person.open("/staff"), fonts) for person, fonts in people]
    consoles = [(person.console(table), fonts) for person, fonts in people]

    def look(where: str, pages: list[tuple[Page, str]], *, audited: bool = True) -> None:
        for page, fonts in pages:
            ours = fonts.startswith("fonts")
            wrong.extend(looked_at(page, where, still=False, audited=audited and ours, fonts=fonts))

    outside = crowd.person("Stan").open("/staff")
    expect(outside.get_by_test_id("sign-in")).to_be_visible()
    look("signing in", [(outside, ways[0])])
    for page, _ in floors:
        expect(page.locator("form[data-form=open-table]")).to_be_visible()
        expect(page.locator(f"[data-table='{full}'] .seat")).to_have_count(6)
    look("floor", floors)
    with boss.page(table, "staff") as staff:
        staff.say({"type": "run", "deck": "house"})
        player = crowd.house.enter(f"Bartholomew {len(ways)}")
        with player.page(table) as quiet:
            quiet.did("sit", position=1)
            staff.did("place your bets")
            quiet.until_phase("betting")
            quiet.did("wager", position=1, wager="main", cents=10000)
            for phase, act in (("betting", "no more bets"), ("no more bets", "deal"), ("setting", "end setting")):
                for console, _ in consoles:
                    expect(console.locator("body")).to_have_attribute("data-phase", phase)
                look(f"console, {phase}", consoles, audited=phase == "setting")
                staff.did(act)
            staff.did("reveal")
            look("console, revealed", consoles, audited=False)
            staff.did("settle")
            for tab in ("report", "wager", "players", "correct", "run"):
                for console, _ in consoles:
                    console.locator(f"[data-tab='{tab}']").click()
                look(f"console, {tab}", consoles, audited=tab == "report" or len(ways) > 1)
    assert not wrong, "\n".join(wrong)


@pytest.mark.full
@pytest.mark.parametrize("fonts", ["fonts"])
def test_a_console_with_six_players_and_a_hold(crowd: Crowd, house: RunningHouse, boss: Visitor, fonts: str) -> None:
    crowd.keyed = False
    wrong: list[str] = []
    table = house.spare_table("mbs-v4")
    page = crowd.staff("Maximiliane Roth").console(table)

    def look(where: str) -> None:
        wrong.extend(looked_at(page, f"console, {where}", still=False, audited=False, fonts=fonts))

    def phase(phase: str) -> None:
        expect(page.locator("body")).to_have_attribute("data-phase", phase)

    with ExitStack() as stack:
        staff = stack.enter_context(boss.page(table, "staff"))
        staff.physical()
        players = {}
        for at, name in {1: "Ann", 2: "Ben Ashworth", **OTHERS}.items():
            players[at] = stack.enter_context(house.enter(f"{name[:15]} c{table[-3:]}").page(table))
            players[at].did("sit", position=at)
        staff.did("place your bets")
        for at, player in players.items():
            player.until_phase("betting")
            player.did("wager", position=at, wager="main", cents=10000)
            player.did("wager", position=at, wager="fortune-bonus", cents=500)
        phase("betting")
        for tab in ("wager", "players", "correct", "run"):
            page.locator(f"[data-tab='{tab}']").click()
            look(f"six bet, {tab}")
        staff.did("no more bets")
        phase("no more bets")
        page.locator("[data-tab='key in']").click()
        look("six keyed in")
        staff.did("key in", hands={str(at): list(cards) for at, cards in SEVEN.items()})
        phase("setting")
        for fault in ("misdeal", "player's count", "power failure"):
            page.locator("[data-tab=report]").click()
            page.locator(f'[data-fault="{fault}"]').click()
            look(f"six set, {fault}")
        page.locator("[data-fault=misdeal]").click()
        page.get_by_test_id("report").click()
        expect(page.get_by_test_id("ask")).to_be_visible()
        look("six set, asked")
        page.keyboard.press("Escape")
        staff.did("report", fault="misdeal")
        expect(page.locator("body")).to_have_attribute("data-hold", "yes")
        page.locator("[data-tab=hold]").click()
        look("six on hold")
        staff.did("retract")
        for act in ("end setting", "reveal", "settle"):
            staff.did(act)
        phase("between rounds")
        look("six settled")
    assert not wrong, "\n".join(wrong)


# ---------------------------------------------------------------------------------------------------------------------
# The fonts

SHIFTS = """
  window.shifts = [];
  new PerformanceObserver((list) => {
    for (const one of list.getEntries()) window.shifts.push([one.startTime, one.value]);
  }).observe({ type: 'layout-shift', buffered: true });
"""


@pytest.mark.parametrize(
    ("path", "size"),
    [
        ("/table/fortune-us", "desk"),
        pytest.param("/", "phone", marks=pytest.mark.full),
        pytest.param("/rules/five-card", "phone", marks=pytest.mark.full),
        pytest.param("/", "desk", marks=pytest.mark.full),
        pytest.param("/table/fortune-us", "phone", marks=pytest.mark.full),
        pytest.param("/rules/five-card", "desk", marks=pytest.mark.full),
    ],
)
def test_nothing_moves_when_the_fonts_arrive_late(crowd: Crowd, path: str, size: str) -> None:
    width, height = SIZES[size]
    person = crowd.person("Ann", {"width": width, "height": height}, fresh=True)
    person.context.add_init_script(SHIFTS)
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    person.context.route("**/static/fonts/**", hold)
    page = person.context.new_page()
    page.goto(path, wait_until="commit")  # delayed fonts also delay the load event
    expect(page.locator("body")).not_to_have_attribute("data-connection", "connecting")
    expect(page.locator("h1")).not_to_be_empty()
    page.wait_for_timeout(300)
    arrived = "[...document.fonts].filter((one) => /^.?Houseway S\\w+.?$/.test(one.family) && one.status === 'loaded')"
    assert page.evaluate(f"{arrived}.length") == 0
    before = page.evaluate("performance.now()")
    for route in held:
        route.continue_()
    page.wait_for_function(f"() => {arrived}.length === 2")
    page.evaluate("document.fonts.ready")
    page.wait_for_timeout(200)
    moved = [value for at, value in page.evaluate("window.shifts") if at >= before]
    print(path, size, moved)
    assert sum(moved) < 0.01


def test_the_fonts_come_from_the_house_and_are_cached(crowd: Crowd) -> None:
    person = crowd.person("Ann")
    page = person.open("/")
    page.evaluate("document.fonts.ready")
    asked = page.evaluate("performance.getEntriesByType('resource').map((one) => one.name)")
    assert all(address.startswith(crowd.url) for address in asked)
    fonts = [address for address in asked if address.endswith(".woff2")]
    assert len(fonts) == len(set(fonts)) == 2  # each once: what is preloaded is what is used
    for address in fonts:
        answer = person.context.request.get(address)
        assert answer.headers["content-type"] == "font/woff2"
        assert "immutable" in answer.headers["cache-control"]
        assert "content-encoding" not in answer.headers
        assert len(answer.body()) < 60_000
    used = page.evaluate("getComputedStyle(document.body).fontFamily")
    assert used.startswith('"Houseway Sans"')
