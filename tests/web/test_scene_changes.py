"""What several pages are sent in common, and what of a scene a page is sent at all."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

import pytest
from msgspec.structs import replace

from houseway import books
from houseway.rulebook.procedure import Phase, Role
from houseway.table.commands import Actor
from houseway.table.state import Hand, Stake, Table
from houseway.table.view import WATCHER
from houseway.web.wire.audience import Audience
from houseway.web.wire.remembered import Remembered
from houseway.web.wire.scene import Clock, TableMode
from houseway.web.wire.scene_changes import heard
from houseway.web.wire.table_context import TableContext
from houseway.web.wire.viewer import Viewer
from houseway.web.wire.viewer_scene import Drawing

BOOK = books.get("mbs-v4")
ANN, BOB = Actor("ann", Role.PLAYER), Actor("bob", Role.PLAYER)
ANNS = ("Ac", "Kd", "Qh", "Js", "9c", "8d", "7h")
BOBS = ("Ad", "Kh", "Qs", "Jc", "9d", "8h", "7s")
DEALERS = ("Ah", "Ks", "Qc", "Jd", "9h", "8s", "7c")
BEFORE = Table(
    id="one",
    book=BOOK.id,
    phase=Phase.SETTING,
    round=1,
    seats={1: "ann", 2: "bob"},
    wagers={1: {"main": (Stake("ann", 10_00),)}, 2: {"main": (Stake("bob", 10_00),)}},
    hands={0: Hand(cards=DEALERS), 1: Hand(cards=ANNS), 2: Hand(cards=BOBS)},
    version=7,
)
VIEWED = replace(BEFORE, hands={**BEFORE.hands, 1: Hand(cards=ANNS, viewed_by="ann")}, viewed={"ann": 1}, version=8)
AROUND = TableContext(mode=TableMode(), chips={"ann": 100_00, "bob": 100_00})


class Watched:
    """A table, and everybody who looks at it."""

    def __init__(self, *people: Actor) -> None:
        self.audience, self.remembered = Audience(), Remembered()
        self.pages = [Viewer(actor) for actor in people]
        self.scenes: dict[Viewer, dict[str, Any]] = {page: {} for page in self.pages}

    def greet(self, table: Table, pages: Iterable[Viewer], around: TableContext = AROUND) -> None:
        drawing = Drawing(BOOK, table, around, self.remembered)
        for page in pages:
            self.audience.join(page)
            self.audience.greet(page, drawing.shown(page.actor, around), ())

    def show(self, table: Table, around: TableContext = AROUND) -> None:
        drawing = Drawing(BOOK, table, around, self.remembered)
        self.audience.show(lambda actor: drawing.shown(actor, around))

    def sent(self, page: Viewer) -> bytes:
        """The only message that waits for a page; the scene is put together from it."""
        message = page.outbox.get_nowait()
        assert message is not None
        assert page.outbox.empty()
        self.scenes[page] = heard(json.loads(message), self.scenes[page])["scene"]
        return message


def cards_in(message: bytes) -> set[str]:
    return {card for card in (*ANNS, *BOBS, *DEALERS) if f'"{card}"'.encode() in message}


def test_all_who_only_watch_are_sent_the_same_bytes_and_no_card_of_a_hand_that_is_face_down() -> None:
    at = Watched(WATCHER, WATCHER, ANN, BOB)
    first, second, ann, bob = at.pages
    at.greet(BEFORE, at.pages)
    for page in at.pages:
        assert cards_in(at.sent(page)) == set()
    at.show(VIEWED)
    watched = at.sent(first)
    assert at.sent(second) is watched
    assert cards_in(watched + at.sent(bob)) == set()
    assert cards_in(at.sent(ann)) == set(ANNS)


def test_a_page_that_came_later_is_sent_what_differs_from_what_it_has() -> None:
    at = Watched(WATCHER, WATCHER)
    early, late = at.pages
    at.greet(BEFORE, [early])
    at.greet(VIEWED, [late])
    for page in at.pages:
        at.sent(page)
    at.show(VIEWED)
    assert json.loads(at.sent(early))["scene"]["table"]["version"] == 8
    assert json.loads(at.sent(late)) == {"type": "scene", "scene": {}}
    assert at.scenes[early] == at.scenes[late]
    at.show(BEFORE)  # nothing is taken from what others were sent
    assert at.sent(early) is at.sent(late)
    assert at.scenes[late]["table"]["version"] == 7


@pytest.mark.parametrize("actor", [WATCHER, ANN, Actor("Dora", Role.DEALER)])
def test_only_what_changed_is_sent_and_the_clock_each_time(actor: Actor) -> None:
    at = Watched(actor)
    (page,) = at.pages
    at.greet(BEFORE, at.pages, replace(AROUND, clock=Clock(what="setting", seconds=30, left=30)))
    at.sent(page)
    for left in (30.0, 12.5):
        at.show(BEFORE, replace(AROUND, clock=Clock(what="setting", seconds=30, left=left)))
        assert json.loads(at.sent(page))["scene"] == {"clock": {"what": "setting", "seconds": 30.0, "left": left}}
    at.show(BEFORE)
    assert json.loads(at.sent(page))["scene"] == {"clock": None}
    at.show(replace(BEFORE, shared=frozenset({1}), version=8))
    found = json.loads(at.sent(page))["scene"]
    assert found["table"] == {"shared": [1], "version": 8}
    assert {"you", "clock", "names", "running"} & set(found) == set()
