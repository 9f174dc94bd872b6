"""What one viewer is shown of a table.

Here: the scene and the lines of a viewer. Every card in them comes from `table.view`. Not here: what the viewer may do
(`permissions`).
"""

from __future__ import annotations

import functools
import itertools
from collections.abc import Iterable, Mapping, Sequence

from houseway.cards.card import Card
from houseway.errors import Refused
from houseway.kept.changes import Change
from houseway.kept.debts import AtATable
from houseway.rulebook.procedure import Phase, Role
from houseway.rulebook.rulebook import Rulebook
from houseway.table import banking
from houseway.table import commands as c
from houseway.table.exposure import exposure, most_exposure
from houseway.table.playing import must_not_be_foul
from houseway.table.state import Table
from houseway.table.view import NOTHING, TableView, how_seen, seen_with, sight
from houseway.web.wire.lines import debt_line, line
from houseway.web.wire.permissions import permissions, played_by
from houseway.web.wire.remembered import AFRESH, Remembered
from houseway.web.wire.scene import Arranging, Cover, Exposure, Line, Names, Scene, Split, You
from houseway.web.wire.table_context import TableContext


def lines(
    book: Rulebook,
    changes: Sequence[Change],
    viewer: c.Actor,
    debts: Iterable[AtATable] = (),
    *,
    asked_by: Mapping[int, str] | None = None,
    now: Table | None = None,
    remembered: Remembered = AFRESH,
) -> tuple[Line, ...]:
    """Events, each with the table after it, and the debts they change, as a viewer may see them.

    Staff read who asked for what another confirmed: `asked_by`, by the version. With `remembered`, for the table as it
    is `now`, they are worked out once for all who see the same of them: those share one value.
    """
    if not changes:
        return ()
    how = tuple([how_seen(after, event, viewer) for event, after in changes])
    asked = asked_by or {}
    make = functools.partial(_lines, book, changes, how, asked)
    of_staff = tuple([asked.get(after.version, "") for _, after in changes]) if asked else ()
    found = remembered.get(now or changes[-1].after, ("lines", changes[0].after.version, how, of_staff), make)
    booked = [(debt.version, made) for debt in debts if (made := debt_line(debt, viewer)) is not None]
    if not booked:
        return found
    versions = [(line.version, line) for line in found]
    return tuple([made for _, made in sorted(versions + booked, key=lambda each: each[0])])


def _lines(
    book: Rulebook, changes: Sequence[Change], how: Sequence[str], asked_by: Mapping[int, str]
) -> tuple[Line, ...]:
    return tuple(
        [
            line(book, event, seen, after.version, asked_by.get(after.version, ""))
            for (event, after), seen in zip(changes, how, strict=True)
            if seen != NOTHING
        ]
    )


def scene(
    book: Rulebook, table: Table, viewer: c.Actor, context: TableContext, remembered: Remembered = AFRESH
) -> Scene:
    """The table as a viewer is shown it.

    With `remembered`, only what has changed is worked out, and what several viewers are shown is one value for all of
    them, or the same as in the scene before.
    """
    allowed = sight(table, viewer)
    seen = remembered.get(table, ("seen", allowed), lambda: seen_with(table, allowed))
    staff = viewer.role is not Role.PLAYER
    return Scene(
        table=seen,
        you=_you(table, viewer, context, remembered),
        can=permissions(book, table, viewer, context, remembered),
        running=context.mode,
        clock=context.clock,
        commitment=context.commitment,
        cut_by=context.cut_by,
        present=_in_order(context.present),
        ready=_in_order(context.ready),
        supervised=context.supervised,
        arranging=_arranging(book, table, seen, viewer, remembered),
        names=remembered.get(table, ("names", allowed.hands), lambda: _names(book, seen)),
        owed=_owed(table, context) if staff else {},
        exposure=remembered.get(table, "exposure", lambda: _exposure(book, table)) if staff else None,
        stopped=_stopped(viewer, context),
        conflicts=dict(context.conflicts) if staff else {},
        below=remembered.get(table, "below", lambda: _below(book, table)),
        cover=remembered.get(table, "cover", lambda: _cover(book, table)),
        proposals=context.proposals if staff else (),
        proposed=None if staff else context.proposed,
        until_act=table.offer_until_act,
    )


def _you(table: Table, viewer: c.Actor, context: TableContext, remembered: Remembered) -> You:
    name = viewer.name
    return You(
        name=name,
        role=int(viewer.role),
        role_words=viewer.role.words,
        positions=table.positions_of(name) if name else (),
        hands=played_by(table, remembered).get(name, ()),
        bankroll=context.chips.get(name, 0),
        owed=context.owed.get(name, 0),
        prohibited=name in context.prohibited or name in table.prohibited,
        staffs=context.conflicts.get(name, "") if viewer.role is Role.PLAYER else "",
        barred=context.barred,
        check=context.check,
    )


@functools.lru_cache(maxsize=1024)
def _in_order(names: frozenset[str]) -> tuple[str, ...]:
    return tuple(sorted(names))


def _owed(table: Table, context: TableContext) -> dict[str, int]:
    """What the players at the table owe."""
    staked = {s.player for wagers in table.wagers.values() for stakes in wagers.values() for s in stakes}
    here = {*table.seats.values(), *staked, *context.present}
    return {name: context.owed[name] for name in sorted(here) if context.owed.get(name, 0) > 0}


def _stopped(viewer: c.Actor, context: TableContext) -> str:
    """The sentence about the emergency switch, where it concerns the viewer."""
    if context.stop:
        return context.stop.sentence
    return "you may not play now" if viewer.name in context.stopped else ""


def _exposure(book: Rulebook, table: Table) -> Exposure:
    most = most_exposure(book, positions=table.positions, limits=table.limits, pay_tables=table.pay_tables)
    return Exposure(now=exposure(book, table), most=most, cap=table.exposure_cap)


def _below(book: Rulebook, table: Table) -> dict[int, dict[str, int]]:
    """The wagers that would be returned if betting closed now."""
    if table.phase is not Phase.BETTING or not book.procedure.short_wager_cite:
        return {}
    found = {
        at: {key: table.limits[key][0] for key in wagers if table.short(at, key)} for at, wagers in table.wagers.items()
    }
    return {at: short for at, short in found.items() if short}


def _cover(book: Rulebook, table: Table) -> Cover | None:
    bank = table.bank
    return Cover(covers=bank.covers, left=banking.left(book, table, bank)) if bank else None


def _names(book: Rulebook, seen: TableView) -> dict[int, Names]:
    return {
        at: Names(
            low=_name(book, hand.low), high=_name(book, tuple(card for card in hand.cards if card not in hand.low))
        )
        for at, hand in seen.hands.items()
        if hand.low
    }


def _arranging(
    book: Rulebook, table: Table, seen: TableView, viewer: c.Actor, remembered: Remembered
) -> Arranging | None:
    for at in remembered.get(table, "set by players", table.set_by_players):
        hand = seen.hands[at]
        mine = viewer.name and hand.viewed_by == viewer.name
        if mine and not hand.is_set and len(hand.cards) == book.dealt:
            made = functools.partial(_settings, book, at, hand.cards)
            return remembered.while_same(("arranging", at), hand.cards, made)
    return None


def _settings(book: Rulebook, position: int, held: c.Cards) -> Arranging:
    """Every way to set a hand, with names, and the house way."""
    cards = tuple(card.text for card in sorted((Card(card) for card in held), reverse=True))
    setting = book.set(cards)
    return Arranging(
        position=position,
        cards=cards,
        splits=tuple(_split(book, cards, low) for low in itertools.combinations(cards, book.dealt - book.high_size)),
        house_way=tuple(card.text for card in setting.low),
        clause=setting.clause,
    )


def _split(book: Rulebook, cards: c.Cards, low: c.Cards) -> Split:
    high = tuple(card for card in cards if card not in low)
    foul = ""
    try:
        must_not_be_foul(book, low, high)
    except Refused as refusal:
        foul = str(refusal)
    return Split(low=low, low_name=_name(book, low), high_name=_name(book, high), foul=foul)


@functools.lru_cache(maxsize=8192)
def _name(book: Rulebook, cards: c.Cards) -> str:
    return str(book.rank_of([Card(card) for card in cards]))
