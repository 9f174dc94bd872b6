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
from houseway.table.ranks import is_pai_gow, rank
from houseway.table.state import Table
from houseway.table.view import NOTHING, Sight, TableView, how_seen, seen_with, sight
from houseway.web.wire.lines import debt_line, line
from houseway.web.wire.permissions import concerning, permissions, played_by
from houseway.web.wire.remembered import AFRESH, Remembered
from houseway.web.wire.scene import Arranging, Cover, Exposure, Line, Names, Own, Permissions, Scene, Shown, Split, You
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


def scene(book: Rulebook, table: Table, viewer: c.Actor, context: TableContext) -> Scene:
    """The table as a viewer is shown it."""
    return Drawing(book, table, context).shown(viewer, context).scene


class Drawing:
    """A table and what surrounds it at one moment, drawn for one viewer after another.

    With `remembered`, only what has changed is worked out: what several viewers are shown is one value for all of them,
    and what has not changed is the same value as at the moment before.
    """

    def __init__(self, book: Rulebook, table: Table, around: TableContext, remembered: Remembered = AFRESH) -> None:
        self._book, self._table, self.around, self._remembered = book, table, around, remembered
        self._common: dict[Sight, Scene] = {}
        self._same = around.broke_below, around.mode.open, bool(around.commitment), around.stop, around.company_most
        """What of the surroundings is the same for every player."""

    def shown(self, viewer: c.Actor, context: TableContext) -> Shown:
        """What a viewer is shown; `context` is what surrounds the table for them."""
        allowed = sight(self._table, viewer)
        common = self._common.get(allowed)
        if common is None:
            common = self._common[allowed] = self._for_everybody(allowed)
        if viewer.role is not Role.PLAYER:
            return Shown(common, self._of_staff(common.table, viewer, context))
        return Shown(common, self._of_player(common.table, viewer, context))

    def _for_everybody(self, allowed: Sight) -> Scene:
        """What everybody with this sight is shown; the viewer is nobody yet."""
        book, table, around, remembered = self._book, self._table, self.around, self._remembered
        seen = remembered.get(table, ("seen", allowed), lambda: seen_with(table, allowed))
        return Scene(
            table=seen,
            you=_NOBODY,
            can=_NOTHING,
            running=around.mode,
            clock=around.clock,
            commitment=around.commitment,
            cut_by=around.cut_by,
            present=_in_order(around.present),
            ready=_in_order(around.ready),
            supervised=around.supervised,
            names=remembered.get(table, ("names", allowed.hands), lambda: _names(book, seen)),
            below=remembered.get(table, "below", lambda: _below(book, table)),
            cover=remembered.get(table, "cover", lambda: _cover(book, table)),
            until_act=table.offer_until_act,
            bots=dict(around.bots),
            company=around.company,
        )

    def _of_player(self, seen: TableView, viewer: c.Actor, context: TableContext) -> Own:
        """What is made for a player, or for whoever watches: again only where something that concerns them changed."""
        table, name = self._table, viewer.name
        surrounding = (
            self._same,
            context.chips.get(name, 0),
            context.owed.get(name, 0),
            context.stacks.get(name, 0),
            name in context.waits_for,
            name in context.ready,
            name in context.cut_by,
            name in context.prohibited,
            name in context.stopped,
            context.conflicts.get(name, ""),
            context.barred,
            context.check,
            context.proposed,
        )
        concerned = concerning(table, name, self._remembered)

        def make() -> Own:
            return Own(
                you=self._you(viewer, context),
                can=permissions(self._book, table, viewer, context, self._remembered),
                arranging=_arranging(self._book, table, seen, viewer, self._remembered),
                stopped=_stopped(viewer, context),
                proposed=context.proposed,
            )

        return self._remembered.while_same(("own", name), (surrounding, *concerned), make)

    def _of_staff(self, seen: TableView, viewer: c.Actor, context: TableContext) -> Own:
        book, table, remembered = self._book, self._table, self._remembered
        return Own(
            you=self._you(viewer, context),
            can=permissions(book, table, viewer, context, remembered),
            arranging=_arranging(book, table, seen, viewer, remembered),
            owed=_owed(table, context),
            stopped=_stopped(viewer, context),
            exposure=remembered.get(table, "exposure", lambda: _exposure(book, table)),
            conflicts=dict(context.conflicts),
            proposals=context.proposals,
        )

    def _you(self, viewer: c.Actor, context: TableContext) -> You:
        table, name = self._table, viewer.name
        return You(
            name=name,
            role=int(viewer.role),
            role_words=viewer.role.words,
            positions=table.positions_of(name) if name else (),
            hands=played_by(table, self._remembered).get(name, ()),
            bankroll=context.chips.get(name, 0),
            owed=context.owed.get(name, 0),
            stacks=context.stacks.get(name, 0),
            prohibited=name in context.prohibited or name in table.prohibited,
            staffs=context.conflicts.get(name, "") if viewer.role is Role.PLAYER else "",
            barred=context.barred,
            check=context.check,
        )


_NOBODY, _NOTHING = You(name="", role=int(Role.PLAYER), role_words=Role.PLAYER.words), Permissions()
"""The viewer, and what they may do, in what is the same for everybody."""


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
    return {at: _names_of(book, hand.cards, hand.low) for at, hand in seen.hands.items() if hand.low}


@functools.lru_cache(maxsize=1024)
def _names_of(book: Rulebook, cards: c.Cards, low: c.Cards) -> Names:
    high = _name(book, tuple(card for card in cards if card not in low))
    call = f"Pai Gow, {high.lower()}" if len(cards) == book.dealt and is_pai_gow(book, cards) else ""
    return Names(low=_name(book, low), high=high, call=call)


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


def _name(book: Rulebook, cards: c.Cards) -> str:
    return str(rank(book, cards))  # the same rank that tells whether a split is foul, and what it is paid
