"""What a house remembers about a table is what it would work out again."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from houseway import books
from houseway.errors import Refused
from houseway.rulebook.procedure import Act, Phase, Role
from houseway.rulebook.rulebook import Rulebook
from houseway.table.commands import Actor, Sit
from houseway.table.decide import is_time_for, permit
from houseway.table.state import Hold, Table
from houseway.table.view import WATCHER
from houseway.web.wire.remembered import Remembered
from houseway.web.wire.scene import TableMode
from houseway.web.wire.table_context import TableContext
from houseway.web.wire.viewer_scene import scene
from support.drawn_commands import PLAYERS, STAFF
from support.shelf import most_different_books
from support.table_machine import Play


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
def test_a_remembered_scene_is_the_scene_made_again(name: str) -> None:
    book, chance = books.get(name).compile(), Random(name)
    play, remembered = Play(book, chance, Counter()), Remembered()
    seen: Counter[Phase] = Counter()
    for _ in range(120):
        chance.choice((play.advance, play.advance, play.sensible, play.trouble, play.odd))()
        for viewer in (*PLAYERS, *STAFF, WATCHER):
            for _ in range(2):
                context = drawn_context(chance)
                kept = scene(book, play.table, viewer, context, remembered)
                assert kept == scene(book, play.table, viewer, context)
        seen[play.table.phase] += 1
    assert set(seen) >= {Phase.BETTING, Phase.SETTING, Phase.BETWEEN_ROUNDS}


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
