"""Every page at five sizes, with the fonts of the house and without: nothing scrolls or is cut off that should not be.

A round of each book is played once; two players look at it, one with the fonts of the house and one whom no font
reaches, and at every moment both windows are resized to all sizes.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from support.browser import Crowd, Page, Person, Seat, audit, expect, house_for, nameless, picture, small_targets
from support.layout import at_every_size, block_fonts, flaws
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
OTHERS = {3: "Bartholomew Quillon", 4: "Zoë Łukasiewicz", 5: "Max", 6: "Wilhelmina Wagner"}
BOOKS = ("mbs-v4", "mbs-v3", "fortune-us", "five-card")
EVERY_PICTURE = bool(os.environ.get("HOUSEWAY_PICTURES"))
"""Keep a picture of everything that is measured, to look at."""


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory, cache_folder: Path) -> Iterator[RunningHouse]:
    """A house with every book."""
    shelf = [option for book in BOOKS for option in ("--book", book)]
    with house_for(tmp_path_factory.mktemp("house"), cache_folder, *shelf) as running:
        yield running


def looked_at(page: Page, where: str, *, still: bool, audited: bool, fonts: str) -> list[str]:
    """What is wrong with a page at any of the sizes."""
    wrong: list[str] = []
    for size in at_every_size(page):
        here = f"{where}, {size}, {fonts}"
        found = flaws(page, here, still=still)
        if size.endswith("phone"):
            found += [f"{here}: too small for a thumb: {each}" for each in small_targets(page)]
        if found or EVERY_PICTURE:
            picture(page, here)
        if audited and size in ("desk", "phone"):
            found += audit(page, here)
        wrong += found
    wrong += [f"{where}: no name: {each}" for each in nameless(page)]
    return wrong


# ---------------------------------------------------------------------------------------------------------------------
# The table


def whole_round(crowd: Crowd, staff: Staff, seats: list[Seat], quiet: dict[int, Staff], book: str) -> Iterator[str]:
    """A round of six players, moment after moment."""
    hands = FIVE if book == "five-card" else SEVEN
    side = {"five-card": "", "mbs-v4": "fortune-bonus"}.get(book, "fortune-bonus")
    yield "seated"
    staff.did("place your bets")
    yield "betting opens"
    for seat in seats:
        seat.phase("betting")
        seat.wager(1000)
        if side and seat.circle(side).count():
            seat.wager(500, side)
    for at, player in quiet.items():
        player.until_phase("betting")
        player.did("wager", position=at, wager="main", cents=10000)
    for seat in seats:
        seat.state(6, "wagered")
    yield "betting"
    staff.did("no more bets")
    for seat in seats:
        seat.phase("no more bets")
    yield "no more bets"
    staff.did("key in", hands={str(at): list(cards) for at, cards in hands.items()})
    for seat in seats:
        seat.phase("setting")
    yield "dealt"
    for at, seat in enumerate(seats, 1):
        seat.view(hands[at])
    yield "setting"
    for seat in seats:
        seat.page.keyboard.press("h")
        expect(seat.find("setting-words")).to_contain_text("House way")
    yield "house way"
    for seat in seats:
        seat.find("confirm").click()
        expect(seat.find("setting")).to_have_count(0)
    yield "set"
    everything = [card for cards in hands.values() for card in cards]
    crowd.reveals(everything)
    staff.did("end setting")
    if book != "five-card":
        staff.did("reveal")
        for seat in seats:
            seat.phase("revealed")
            seat.state(0, "open")
        yield "revealed"
        if seats[0].find("ask-concede").count():
            for seat in seats:
                seat.find("ask-concede").click()
                expect(seat.find("concede")).to_be_visible()
            yield "asked to concede"
            for seat in seats:
                seat.find("no").click()
    staff.did("settle")
    for seat in seats:
        seat.phase("between rounds")
        expect(seat.find("result")).to_be_visible()
        expect(seat.find("review")).to_be_visible()
    yield "settled"


@pytest.mark.parametrize("book", BOOKS)
def test_the_table_in_every_phase(crowd: Crowd, house: RunningHouse, boss: Visitor, book: str) -> None:
    players = [crowd.player("Ann"), block_fonts(crowd.player("Benedict Ashworth"))]
    seats = [player.at(book).sit(at) for at, player in enumerate(players, 1)]
    thorough = book in ("mbs-v4", "five-card")
    wrong: list[str] = []
    with ExitStack() as stack:
        staff = stack.enter_context(boss.page(book, "staff"))
        staff.say({"type": "run", "deck": "physical"})
        quiet = {}
        for at, name in OTHERS.items():
            quiet[at] = stack.enter_context(house.enter(f"{name[:18]} {book[0]}{book[-1]}").page(book))
            quiet[at].did("sit", position=at)
        for moment in whole_round(crowd, staff, seats, quiet, book):
            if not thorough and moment not in ("betting", "house way", "settled"):
                continue
            for seat, fonts in zip(seats, ("fonts", "no fonts"), strict=True):
                where, audited = f"{book}, {moment}", thorough and fonts == "fonts"
                wrong += looked_at(seat.page, where, still=True, audited=audited, fonts=fonts)
    assert not wrong, "\n".join(wrong)
