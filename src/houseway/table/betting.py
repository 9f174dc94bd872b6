"""Seats and wagers, until no more bets.

Here: sitting and leaving, the two announcements, placing and withdrawing wagers, and who may play more than one hand.
"""

from __future__ import annotations

from houseway.errors import Refused
from houseway.money import MOST_CENTS, money
from houseway.rulebook.procedure import Act, Permission, Role, SeveralHands
from houseway.rulebook.rulebook import Rulebook
from houseway.table import commands as c
from houseway.table import events as e
from houseway.table.state import Table


def sit(book: Rulebook, table: Table, command: c.Sit, row: Permission) -> tuple[e.Event, ...]:
    """Take a free position."""
    _on_the_layout(table, command.position, row)
    player = command.by.name
    if not player.strip():
        raise Refused("a player needs a name", clause=row.cite)
    seated = table.seats.get(command.position)
    if seated is not None and seated not in table.prohibited:
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
        raise Refused(f"position {command.position} has a wager on it; withdraw it first", clause=row.cite)
    return (e.PlaceLeft(position=command.position, player=player, clause=row.cite),)


def place_your_bets(book: Rulebook, table: Table, command: c.Command, row: Permission) -> tuple[e.Event, ...]:
    """Begin a round."""
    del book, command
    return (e.BettingOpened(round=table.round + 1, clause=row.cite),)


def place_wager(book: Rulebook, table: Table, command: c.PlaceWager, row: Permission) -> tuple[e.Event, ...]:
    """Place a wager, or add to it; staff may do so at a player's request."""
    _on_the_layout(table, command.position, row)
    as_player = command.by.role is Role.PLAYER
    player = command.by.name if as_player else command.player
    if as_player and command.player not in ("", player):
        raise Refused(f"{player} may not place a wager for {command.player}", clause=row.cite)
    if not player:
        raise Refused("name the player this wager is for", clause=row.cite)
    wager = _known(book, command.wager)
    if command.cents <= 0 or command.cents % table.unit:
        raise Refused(f"{money(command.cents)} must be a positive multiple of the table unit, {money(table.unit)}")
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
    if wager != book.main.key and not _stake(table, command.position, book.main.key, player):
        raise Refused(
            f"{player} has no {book.main.name} on position {command.position} yet",
            clause=book.procedure.side_after_main_cite,
        )
    _within_limits(book, table, command)
    by = "" if as_player else command.by.name
    clause = row.cite if wager == book.main.key or by else book.procedure.side_after_main_cite
    placed = e.WagerPlaced(
        position=command.position, wager=wager, player=player, cents=command.cents, by=by, clause=clause
    )
    return (placed,)


def withdraw(book: Rulebook, table: Table, command: c.WithdrawWager, row: Permission) -> tuple[e.Event, ...]:
    """Take back a player's whole share of a wager while betting is open."""
    player, wager = command.by.name, _known(book, command.wager)
    cents = _stake(table, command.position, wager, player)
    if not cents:
        raise Refused(f"{player} has no {wager_name(book, wager)} on position {command.position}", clause=row.cite)
    if wager == book.main.key:
        others = [side for side in table.wagers[command.position] if side != wager]
        if any(_stake(table, command.position, side, player) for side in others):
            cite = book.procedure.side_after_main_cite
            raise Refused("withdraw your other wagers on this position first", clause=cite)
        if table.seats.get(command.position) == player and len(table.stakes(command.position, wager)) > 1:
            raise Refused("other players share this wager", clause=book.procedure.shared_wagers_cite)
    left = table.total(command.position, wager) - cents
    if left and wager in table.limits and left < table.limits[wager][0]:
        raise Refused(f"{money(left)} would be left, below the minimum", clause=book.procedure.limits_cite)
    return (e.WagerWithdrawn(position=command.position, wager=wager, player=player, cents=cents, clause=row.cite),)


def no_more_bets(book: Rulebook, table: Table, command: c.Command, row: Permission) -> tuple[e.Event, ...]:
    """Close betting."""
    del command
    if not table.wagers:
        wager = book.procedure.permission(Act.WAGER)
        raise Refused(f"nobody has placed a {book.main.name}", clause=wager.cite if wager else "")
    return (e.BettingClosed(clause=row.cite),)


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
    """The smallest amount that can be added to a wager now."""
    lowest = table.limits.get(wager, (table.unit, 0))[0]
    return max(table.unit, lowest - table.total(position, wager))


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
        barred = "" if book.side_wagers else book.procedure.no_sharing_cite
        raise Refused(f"{book.id} has no wager {key!r}; its wagers are {', '.join(keys)}", clause=barred)
    return key


def _on_the_layout(table: Table, position: int, row: Permission) -> None:
    if not 1 <= position <= table.positions:
        raise Refused(f"there is no position {position}; the positions are 1 to {table.positions}", clause=row.cite)


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
    elsewhere = any(_stake(table, at, book.main.key, player) for at in table.wagers if at != position)
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


def _may_share(book: Rulebook, table: Table, command: c.PlaceWager, seated: str) -> None:
    cite = book.procedure.shared_wagers_cite
    if not cite:
        reason = f"position {command.position} is {seated}'s, and {book.id} has no clause for sharing a wager"
        raise Refused(reason, clause=book.procedure.no_sharing_cite)
    if not _stake(table, command.position, book.main.key, seated):
        raise Refused(f"{seated} is seated at position {command.position} and must wager first", clause=cite)


def _within_limits(book: Rulebook, table: Table, command: c.PlaceWager) -> None:
    if command.wager not in table.limits:
        return
    least, most = table.limits[command.wager]
    total = table.total(command.position, command.wager) + command.cents
    if not least <= total <= most:
        raise Refused(
            f"{money(total)} on the {wager_name(book, command.wager)} is outside the limits of {money(least)} to "
            f"{money(most)}",
            clause=book.procedure.limits_cite,
        )
