"""What a house remembers about a table is what it would work out again."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from houseway import books
from houseway.errors import Refused
from houseway.kept.changes import Change, changes_of
from houseway.rulebook.procedure import Act, Phase, Role
from houseway.rulebook.rulebook import Rulebook
from houseway.table.commands import Actor, Sit
from houseway.table.decide import is_time_for, permit
from houseway.table.state import Hold, Table
from houseway.table.view import WATCHER
from houseway.web.wire import messages as m
from houseway.web.wire.remembered import Remembered
from houseway.web.wire.scene import Scene, Shown, TableMode
from houseway.web.wire.scene_changes import Changes, heard
from houseway.web.wire.table_context import TableContext
from houseway.web.wire.viewer_scene import Drawing, lines, scene
from support.drawn_commands import PLAYERS, STAFF
from support.shelf import most_different_books
from support.table_machine import Done, Play


def drawn_context(chance: Random) -> TableContext:
    """What may surround a table: each of these can change while the table does not."""
    names = [player.name for player in PLAYERS]

    def some() -> frozenset[str]:
        return frozenset(name for name in names if chance.random() < 0.3)

    return TableContext(
        mode=TableMode(open=chance.random() < 0.8),
        waits_for=some(),
        ready=some(),
        present=some(),
        commitment=chance.choice(("", "sealed")),
        cut_by=tuple(some()),
        chips={name: chance.choice((0, 500, 100_000)) for name in names},
        broke_below=1000,
        owed={name: chance.choice((0, 700)) for name in names},
        prohibited=some() if chance.random() < 0.2 else frozenset(),
        barred=chance.choice(("", "", "", "you are excluded")),
        conflicts=dict.fromkeys(some(), "dealer Dora") if chance.random() < 0.2 else {},
    )


@pytest.mark.parametrize("name", most_different_books())
def test_what_changed_joined_to_what_a_page_has_is_what_is_made_for_it_alone(name: str) -> None:
    book, chance = books.get(name).compile(), Random(name)
    play, steady, restless = Play(book, chance, Counter()), Remembered(), Remembered()
    quiet = TableContext(mode=TableMode(), chips={player.name: 100_000 for player in PLAYERS})
    seen: Counter[Phase] = Counter()
    viewers, kinds = (*PLAYERS, NOBODY_SEATED, *STAFF, WATCHER), Counter[str]()
    pages = {(who, place): Page() for who in viewers for place in (steady, restless)}
    for _ in range(120):
        table, known = play.table, len(play.history)
        chance.choice((play.advance, play.advance, play.sensible, play.trouble, play.odd))()
        changes = list(_changes(table, play.history[known:]))
        asked_by = {change.after.version: "Dora" for change in changes if chance.random() < 0.2}
        around = ((quiet, steady), (drawn_context(chance), restless), (drawn_context(chance), restless))
        for context, remembered in around:
            together, drawing = Changes(), Drawing(book, play.table, context, remembered)
            for viewer in viewers:
                asked = asked_by if viewer.role is not Role.PLAYER else None
                told = lines(book, changes, viewer, asked_by=asked, now=play.table, remembered=remembered)
                alone = scene(book, play.table, viewer, context)
                page = pages[viewer, remembered]
                page.hear(together, drawing.shown(viewer, context))
                assert page.heard == json.loads(m.encode(m.Hello(protocol=m.PROTOCOL, scene=alone, lines=())))["scene"]
                assert told == lines(book, changes, viewer, asked_by=asked)
                kinds[_kind(viewer, alone)] += 1
        seen[play.table.phase] += 1
    assert set(seen) >= {Phase.BETTING, Phase.SETTING, Phase.BETWEEN_ROUNDS}
    assert set(kinds) == {"a player with a hand", "a player without", "a watcher", *(each.role.words for each in STAFF)}


class Page:
    """What one page is sent, and the scene that it puts together from it."""

    def __init__(self) -> None:
        self.before: Shown | None = None
        self.heard: dict[str, Any] = {}

    def hear(self, changes: Changes, after: Shown) -> None:
        if self.before is None:
            sent = m.encode(m.Hello(protocol=m.PROTOCOL, scene=after.scene, lines=()))
        else:
            sent = changes.message(self.before, after)
        self.before, self.heard = after, heard(json.loads(sent), self.heard)["scene"]


NOBODY_SEATED = Actor("zoe", Role.PLAYER)
"""A player who only looks."""


def _changes(table: Table, done: list[Done]) -> Iterator[Change]:
    """What happened, each event with the table after it."""
    for each in done:
        for change in changes_of(table, each.events):
            table = change.after
            yield change


def _kind(viewer: Actor, shown: Scene) -> str:
    if viewer.role is not Role.PLAYER:
        return viewer.role.words
    return "a player with a hand" if shown.you.hands else "a player without" if viewer.name else "a watcher"


@pytest.mark.parametrize("name", books.names())
def test_when_it_is_no_time_for_an_act_everybody_is_refused(name: str) -> None:
    book = books.get(name)
    everybody = [Actor("ann", role) for role in Role]
    faults = book.procedure.irregularities
    holds = [None, *(Hold(fault=known.fault, clause="") for known in faults[:1])]
    for act in Act:
        for phase in Phase:
            for hold in holds:
                table = Table(book=book.id, phase=phase, hold=hold)
                allowed = [who for who in everybody if _is_permitted(book, table, who, act)]
                assert bool(allowed) == is_time_for(book, table, act), (act, phase, hold)


def _is_permitted(book: Rulebook, table: Table, who: Actor, act: Act) -> bool:
    try:
        permit(book, table, Sit(by=who, position=1), act)
    except Refused:
        return False
    return True
