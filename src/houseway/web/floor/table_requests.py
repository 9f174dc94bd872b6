"""What somebody asks for at a table and another confirms: in words, with everything it will do.

Here: putting a request at a table, or a change of how it is run, together with what both people are shown of it. Not
here: which requests take two people (`table.two_eyes`), asking and confirming (`approval_desk`).
"""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from msgspec.structs import replace

from houseway.kept.acted import RUN_ACT
from houseway.kept.approved import ShownLine, Wanted, content_of
from houseway.kept.changes import Change, changes_of
from houseway.rulebook.procedure import Act, Phase, Role
from houseway.table import commands as c
from houseway.table import events as e
from houseway.table.betting import prohibited
from houseway.table.commands import Actor
from houseway.table.two_eyes import PHYSICAL_DECK, whom_it_prohibits
from houseway.web.floor.table_mode import content_of as content_of_mode
from houseway.web.wire.scene import PHYSICAL, Line, TableMode
from houseway.web.wire.viewer_scene import lines

if TYPE_CHECKING:
    from houseway.web.floor.live_table import LiveTable

_SAID_BY_THE_REQUEST = (e.IrregularityRemedied, e.ReportRetracted)
"""Events that say only what was asked for."""
_SALT = 16


def wanted(live: LiveTable, command: c.Command, confirms: Role, *, salt: bytes | None = None) -> Wanted:
    """A request with what it will do, as the position that confirms it would do it; to be called in a thread.

    A correction belongs to a settled round: play may go on meanwhile, and it holds as long as it does the same.
    """
    by = Actor(command.by.name, confirms)
    changes, debts = live.kept.preview(replace(command, by=by))
    shown = tuple(
        _shown(line)
        for line in (*lines(live.book, changes, by, debts), *elsewhere(live, command))
        if not isinstance(line.event, _SAID_BY_THE_REQUEST)
    )
    hands = command.hands if isinstance(command, c.RemedyFault | c.KeyAgain) else {}
    return Wanted(
        place=live.name,
        act=str(command.__struct_config__.tag),
        content=content_of(command),
        sentence=in_words(live, command),
        confirms=confirms,
        lines=shown,
        version=0 if isinstance(command, c.Correct) else live.table.version,
        concerns=_concerned(live) | {line.player for line in shown if line.player},
        cards=hands,
        salt=(secrets.token_bytes(_SALT) if hands else b"") if salt is None else salt,
    )


def wanted_mode(live: LiveTable, now: TableMode, *, dealer: str, deck: str, open: bool | None) -> Wanted:
    """A change of how a table is run, with what it will do."""
    before = live.mode.now
    shown = [ShownLine(sentence="from the next round on, its cards are keyed in from a physical deck")]
    if now.dealer != before.dealer:
        shown.append(ShownLine(sentence=f"it is dealt by a {now.dealer} instead of {before.dealer}"))
    if now.open != before.open:
        shown.append(ShownLine(sentence="it opens" if now.open else "it closes"))
    return Wanted(
        place=live.name,
        act=RUN_ACT,
        content=content_of_mode(dealer=dealer, deck=deck, open=open),
        sentence=f"deal {live.name} from a {PHYSICAL} deck",
        confirms=PHYSICAL_DECK,
        lines=tuple(shown),
        concerns=_concerned(live),
    )


def _concerned(live: LiveTable) -> frozenset[str]:
    """Everybody who plays at a table."""
    table = live.table
    staked = {s.player for wagers in table.wagers.values() for stakes in wagers.values() for s in stakes}
    return frozenset({*table.seats.values(), *staked})


def _shown(line: Line) -> ShownLine:
    player = getattr(line.event, "player", "") if line.received else ""
    return ShownLine(sentence=line.sentence, clause=line.clause, player=player, cents=line.received)


def elsewhere(live: LiveTable, command: c.Command) -> Iterator[Line]:
    """What a prohibition does at the other tables of the house: it returns the player's wagers there."""
    player = whom_it_prohibits(live.table, command)
    for other in live.house.tables_elsewhere(live.name) if player else ():
        row = other.book.procedure.permission(Act.PROHIBIT)
        if row is None or not other.table.on_layout(player) or other.table.phase is Phase.BETWEEN_ROUNDS:
            continue
        changes = _returned(changes_of(other.table, prohibited(other.table, player, row.cite)))
        for line in lines(other.book, tuple(changes), command.by):
            yield replace(line, version=live.table.version, sentence=f"at {other.name}: {line.sentence}")


def _returned(changes: Iterable[Change]) -> Iterator[Change]:
    return (change for change in changes if isinstance(change.event, e.WagerSettled | e.HandRemoved))


def in_words(live: LiveTable, command: c.Command) -> str:
    """A request as part of a sentence: what somebody asks to do."""
    hold = live.table.hold
    fault = f"{hold.fault.value}, {hold.clause}" if hold else "a report"
    match command:
        case c.RemedyFault(remedy=remedy):
            return f"{remedy.value} ({fault})"
        case c.Retract():
            return f"withdraw the report ({fault})"
        case c.PermitWithdrawal():
            return "permit players to withdraw their wagers"
        case c.Restrict(player=player, lift=lift):
            return f"lift the restriction of {player}" if lift else f"restrict {player} to one playing area"
        case c.AllowMore(player=player, lift=lift):
            return f"limit {player} to one hand" if lift else f"allow {player} more than one hand"
        case c.Prohibit(player=player, lift=lift):
            return f"lift the prohibition of {player}" if lift else f"prohibit {player} from further play"
        case c.KeyAgain(hands=hands):
            places = ", ".join("the dealer" if at == 0 else f"position {at}" for at in sorted(hands))
            return f"key in again the cards of {places}"
        case c.Correct(round=round):
            return f"correct round {round}"
        case _:
            return str(command.__struct_config__.tag)
