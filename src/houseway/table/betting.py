"""Seats and wagers, until no more bets.

Here: sitting and leaving, the two announcements, placing and withdrawing wagers, and who may play more than one hand.
"""

from __future__ import annotations

import functools
from collections.abc import Iterator

from msgspec.structs import replace

from houseway.errors import Refused
from houseway.money import MOST_CENTS, money
from houseway.rulebook.procedure import Act, Permission, Role, SeveralHands
from houseway.rulebook.rulebook import Rulebook
from houseway.table import banking
from houseway.table import commands as c
from houseway.table import events as e
from houseway.table.evolve import evolve
from houseway.table.exposure import must_be_within_cap
from houseway.table.limits import no_such_wager
from houseway.table.settle import returned
from houseway.table.state import Table


def sit(book: Rulebook, table: Table, command: c.Sit, row: Permission) -> tuple[e.Event, ...]:
    """Take a free position."""
    _on_the_layout(book, table, command.position, row)
    player = command.by.name
    if not player.strip():
        raise Refused("a player needs a name", clause=row.cite)
    if command.position not in free(table):
        seated = table.seats[command.position]
        raise Refused(f"position {command.position} is taken by {seated}", clause=row.cite)
    must_not_be_prohibited(book, table, player)
    if table.positions_of(player):
        _may_play_several(book, table, player)
    return (e.PlaceTaken(position=command.position, player=player, clause=row.cite),)


def leave(book: Rulebook, table: Table, command: c.Leave, row: Permission) -> tuple[e.Event, ...]:
    """Give up a position that has no wager on it."""
    del book
    player = command.by.name
    if table.seats.get(command.position) != player:
        raise Refused(f"{player} is not seated at position {command.position}", clause=row.cite)
    if command.position in table.wagers:
        own = any(_stake(table, command.position, wager, player) for wager in table.wagers[command.position])
        why = "has a wager on it; withdraw it first" if own else "has another player's wager on it; wait for the result"
        raise Refused(f"position {command.position} {why}", clause=row.cite)
    if table.bank and table.bank.position == command.position:
        raise Refused(f"{player} banks from position {command.position}; pass the bank first", clause=row.cite)
    return (e.PlaceLeft(position=command.position, player=player, clause=row.cite),)


def place_your_bets(
    book: Rulebook, table: Table, command: c.AnnouncePlaceYourBets, row: Permission
) -> tuple[e.Event, ...]:
    """Begin a round."""
    del book
    return (e.BettingOpened(round=table.round + 1, own_deck=command.own_deck, clause=row.cite),)


def place_wager(book: Rulebook, table: Table, command: c.PlaceWager, row: Permission) -> tuple[e.Event, ...]:
    """Place a wager, or add to it; staff may do so at a player's request."""
    _on_the_layout(book, table, command.position, row)
    as_player = command.by.role is Role.PLAYER
    player = command.by.name if as_player else command.player
    if as_player and command.player not in ("", player):
        raise Refused(f"{player} may not place a wager for {command.player}", clause=row.cite)
    if not player:
        raise Refused("name the player this wager is for", clause=row.cite)
    wager = _known(book, command.wager)
    if command.cents <= 0 or command.cents % table.unit:
        raise Refused(
            f"{money(command.cents)} is not possible: enter an amount in steps of {money(table.unit)}",
            clause=book.procedure.unit_cite or book.procedure.points.limits,
        )
    if table.total(command.position, wager) + command.cents > MOST_CENTS:
        raise Refused(f"a wager may not be more than {money(MOST_CENTS)}")
    must_not_be_prohibited(book, table, player)
    seated = table.seats.get(command.position)
    if seated is None:
        raise Refused(f"nobody is seated at position {command.position}", clause=row.cite)
    if seated != player:
        _may_share(book, table, command, seated)
    elif any(at != command.position for at in table.positions_of(player) if _stake(table, at, book.main.key, player)):
        _may_play_several(book, table, player)
    _one_area_if_restricted(book, table, player, command.position)
    if wager != book.main.key:
        _after_the_main_wager(book, table, player, command.position)
    _within_limits(book, table, command)
    banking.must_be_covered(book, table, command, player)
    by = "" if as_player else command.by.name
    clause = row.cite if wager == book.main.key or by else book.procedure.side_after_main_cite
    placed = e.WagerPlaced(
        position=command.position, wager=wager, player=player, cents=command.cents, by=by, clause=clause,
        joins=book.procedure.points.one_wager if table.stakes(command.position, wager) else "",
    )  # fmt: skip
    if table.exposure_cap:
        must_be_within_cap(book, evolve(table, placed), "this wager")
    return (placed,)


def withdraw(book: Rulebook, table: Table, command: c.WithdrawWager, row: Permission) -> tuple[e.Event, ...]:
    """Take back a player's whole share of a wager while betting is open."""
    player, wager = command.by.name, _known(book, command.wager)
    cents = _stake(table, command.position, wager, player)
    if not cents:
        raise Refused(f"{player} has no {wager_name(book, wager)} on position {command.position}", clause=row.cite)
    taken = e.WagerWithdrawn(position=command.position, wager=wager, player=player, cents=cents, clause=row.cite)
    if wager != book.main.key:
        return (taken,)
    cite = book.procedure.side_after_main_cite
    after = evolve(table, taken)
    without = tuple(_without_a_main_wager(book, after, cite))
    if any(event.player == player for event in without):
        raise Refused(f"withdraw your other wagers first: they need a {book.main.name}", clause=cite)
    left = after.total(command.position, wager)
    if left and not book.procedure.short_wager_cite and left < table.limits.get(wager, (0, 0))[0]:
        raise Refused(
            f"{money(left)} would be left, below the minimum",
            clause=book.procedure.limits_cite or book.procedure.points.limits,
        )
    return (taken, *without)


def share(book: Rulebook, table: Table, command: c.ShareArea, row: Permission) -> tuple[e.Event, ...]:
    """Let others bet on a player's own area, or stop letting them; what they have bet stays."""
    del book
    player = command.by.name
    if table.seats.get(command.position) != player:
        raise Refused(f"{player} is not seated at position {command.position}", clause=row.cite)
    if (command.position in table.shared) is not command.stop:
        state = "is not open to others" if command.stop else "is already open to others"
        raise Refused(f"position {command.position} {state}", clause=row.cite)
    return (e.AreaShared(position=command.position, player=player, stopped=command.stop, clause=row.cite),)


def no_more_bets(book: Rulebook, table: Table, command: c.Command, row: Permission) -> tuple[e.Event, ...]:
    """Close betting."""
    del command
    if not table.wagers:
        wager = book.procedure.permission(Act.WAGER)
        raise Refused(f"nobody has placed a {book.main.name}", clause=wager.cite if wager else "")
    back = _below_the_minimum(book, table)
    events = (e.BettingClosed(clause=row.cite), *back)
    if functools.reduce(evolve, events, table).wagers:
        return events
    clause = book.procedure.short_wager_cite
    return (*events, *banking.returned(table, clause), e.RoundVoided(round=table.round, clause=clause))


def restrict(book: Rulebook, table: Table, command: c.Restrict, row: Permission) -> tuple[e.Event, ...]:
    """Restrict a player to one playing area, or lift the restriction."""
    del book
    _named(command.player, row)
    if (command.player in table.restricted) is not command.lift:
        state = "is not restricted" if command.lift else "is already restricted"
        raise Refused(f"{command.player} {state}", clause=row.cite)
    return (e.PlayerRestricted(player=command.player, lifted=command.lift, clause=row.cite),)


def allow_more(book: Rulebook, table: Table, command: c.AllowMore, row: Permission) -> tuple[e.Event, ...]:
    """Allow a player more than one hand, or take that back."""
    del book
    _named(command.player, row)
    if (command.player in table.allowed_more) is not command.lift:
        state = "has not been allowed more hands" if command.lift else "has already been allowed more hands"
        raise Refused(f"{command.player} {state}", clause=row.cite)
    return (e.MoreHandsAllowed(player=command.player, lifted=command.lift, clause=row.cite),)


def least(table: Table, wager: str, position: int = 0) -> int:
    """The smallest amount that brings a wager to the minimum."""
    lowest = table.limits.get(wager, (table.unit, 0))[0]
    return max(table.unit, lowest - table.total(position, wager))


def prohibit(book: Rulebook, table: Table, command: c.Prohibit, row: Permission) -> tuple[e.Event, ...]:
    """Prohibit a player from further play and return the player's wagers, or lift a prohibition."""
    del book
    _named(command.player, row)
    if (command.player in table.prohibited) is not command.lift:
        state = "is not prohibited from play" if command.lift else "is already prohibited from play"
        raise Refused(f"{command.player} {state}", clause=row.cite)
    if command.lift:
        return (e.PlayerProhibited(player=command.player, lifted=True, clause=row.cite),)
    return prohibited(table, command.player, row.cite)


def prohibited(table: Table, player: str, clause: str) -> tuple[e.Event, ...]:
    """A player is prohibited: the wagers go back, and a hand on which nobody else has a wager is removed."""
    return (
        e.PlayerProhibited(player=player, clause=clause),
        *returned(table, clause, player=player),
        *orphaned(table, player, clause),
    )


def orphaned(table: Table, player: str, clause: str) -> tuple[e.Event, ...]:
    """The hands left without a wager once a player's wagers are gone."""
    left = {
        at for at, wagers in table.wagers.items() for stakes in wagers.values() for s in stakes if s.player != player
    }
    return tuple(e.HandRemoved(position=at, clause=clause) for at in table.in_play() if at not in left)


def wager_name(book: Rulebook, key: str) -> str:
    """The name the book gives a wager."""
    names = {book.main.key: book.main.name} | {side.key: side.name for side in book.side_wagers}
    return names.get(key, key)


def _named(player: str, row: Permission) -> None:
    if not player:
        raise Refused("name the player", clause=row.cite)


def _known(book: Rulebook, key: str) -> str:
    keys = [book.main.key, *(side.key for side in book.side_wagers)]
    if key not in keys:
        barred = book.procedure.points.areas if book.side_wagers else book.procedure.no_sharing_cite
        raise Refused(no_such_wager(book, key), clause=barred)
    return key


def _on_the_layout(book: Rulebook, table: Table, position: int, row: Permission) -> None:
    if not 1 <= position <= table.positions:
        raise Refused(
            f"there is no position {position}; the positions are 1 to {table.positions}",
            clause=book.procedure.points.layout or row.cite,
        )


def must_not_be_prohibited(book: Rulebook, table: Table, player: str) -> None:
    """Refuse a player who is prohibited from further play."""
    if player in table.prohibited:
        raise Refused(f"{player} is prohibited from further play", clause=book.procedure.prohibition())


def _stake(table: Table, position: int, wager: str, player: str) -> int:
    for stake in table.stakes(position, wager):
        if stake.player == player:
            return stake.cents
    return 0


def _one_area_if_restricted(book: Rulebook, table: Table, player: str, position: int) -> None:
    elsewhere = any(
        _stake(table, at, wager, player) for at, wagers in table.wagers.items() if at != position for wager in wagers
    )
    if player in table.restricted and elsewhere:
        row = book.procedure.permission(Act.RESTRICT)
        raise Refused(f"{player} is restricted to one playing area", clause=row.cite if row else "")


def _may_play_several(book: Rulebook, table: Table, player: str) -> None:
    procedure = book.procedure
    if procedure.several_hands is SeveralHands.NOT_PRINTED:
        raise Refused(f"{player} already has a position, and {book.id} has no clause for more than one hand")
    if player in table.restricted:
        row = procedure.permission(Act.RESTRICT)
        raise Refused(f"{player} is restricted to one playing area", clause=row.cite if row else "")
    if procedure.several_hands is SeveralHands.AT_DISCRETION and player not in table.allowed_more:
        raise Refused(
            f"{player} may play more than one hand only at the supervisor's discretion",
            clause=procedure.several_hands_cite,
        )


def _after_the_main_wager(book: Rulebook, table: Table, player: str, position: int) -> None:
    """A side wager needs a main wager on its area, and a main wager of the player's own somewhere in this round."""
    cite = book.procedure.side_after_main_cite
    if not table.stakes(position, book.main.key):
        raise Refused(f"there is no {book.main.name} on position {position} yet", clause=cite)
    if not any(_stake(table, at, book.main.key, player) for at in table.wagers):
        raise Refused(f"{player} has no {book.main.name} in this round yet", clause=cite)


def _without_a_main_wager(book: Rulebook, table: Table, clause: str) -> Iterator[e.WagerSettled]:
    """Return the side wagers that lack a main wager: of the area, or of the player anywhere in the round."""
    main = book.main.key
    own = {stake.player for wagers in table.wagers.values() for stake in wagers.get(main, ())}
    for event in returned(table, clause):
        if event.wager != main and not (table.stakes(event.position, main) and event.player in own):
            yield replace(event, reason=f"no {book.main.name}")


def _below_the_minimum(book: Rulebook, table: Table) -> tuple[e.Event, ...]:
    """Return every wager that is below the minimum when betting closes, and what cannot stand without it.

    The sum that lies there then decides, whatever was withdrawn or returned before.
    """
    events: list[e.Event] = []
    table = replace(table, returned={})
    cite = book.procedure.short_wager_cite
    while cite:
        short = {(at, wager) for at, wagers in table.wagers.items() for wager in wagers if table.short(at, wager)}
        found: list[e.WagerSettled] = [
            replace(event, reason=f"below the minimum of {money(table.limits[event.wager][0])}")
            for event in returned(table, cite)
            if (event.position, event.wager) in short
        ]
        left = functools.reduce(evolve, found, table)
        found += _without_a_main_wager(book, left, book.procedure.side_after_main_cite)
        if not found:
            break
        table = replace(functools.reduce(evolve, found, table), returned={})
        events += found
    return tuple(events)


def free(table: Table) -> tuple[int, ...]:
    """The positions that a player may take: those where nobody sits, or somebody who is prohibited."""
    seats, prohibited = table.seats, table.prohibited
    return tuple([at for at in range(1, table.positions + 1) if at not in seats or seats[at] in prohibited])


def staked(table: Table, player: str) -> dict[int, tuple[str, ...]]:
    """The wagers in which a player has a share, by position."""
    found = {
        at: tuple([wager for wager in wagers if _stake(table, at, wager, player)])
        for at, wagers in table.wagers.items()
    }
    return {at: wagers for at, wagers in found.items() if wagers}


def open_to(table: Table, player: str) -> tuple[int, ...]:
    """The positions where a player may bet: their own, and those whose players have opened them to others."""
    return tuple(at for at, seated in table.seats.items() if seated == player or at in table.shared)


def _may_share(book: Rulebook, table: Table, command: c.PlaceWager, seated: str) -> None:
    cite = book.procedure.shared_wagers_cite
    if not cite:
        reason = f"position {command.position} is {seated}'s, and {book.id} has no clause for sharing a wager"
        raise Refused(reason, clause=book.procedure.no_sharing_cite)
    if not _stake(table, command.position, book.main.key, seated):
        raise Refused(f"{seated} is seated at position {command.position} and must wager first", clause=cite)
    if command.by.role is Role.PLAYER and command.position not in open_to(table, command.by.name):
        raise Refused(f"{seated} has not opened position {command.position} to others", clause=cite)


def _within_limits(book: Rulebook, table: Table, command: c.PlaceWager) -> None:
    if command.wager not in table.limits:
        return
    least, most = table.limits[command.wager]
    total = table.total(command.position, command.wager) + command.cents
    lowest = 0 if book.procedure.short_wager_cite else least
    if not lowest <= total <= most:
        raise Refused(
            f"{money(total)} on the {wager_name(book, command.wager)} is outside the limits of {money(least)} to "
            f"{money(most)}",
            clause=book.procedure.limits_cite or book.procedure.points.limits,
        )
