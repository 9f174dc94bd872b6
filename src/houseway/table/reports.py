"""What a report of an irregularity must contain: nothing missing, nothing unknown, and nothing the table contradicts.

Here: the details each fault needs, and the checks of them; each refusal says in one sentence what is missing or why
not. Not here: which remedies apply (`irregular`).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from houseway.errors import Refused
from houseway.money import MOST_CENTS, money
from houseway.rulebook.procedure import Fault, Irregularity, Phase
from houseway.rulebook.rulebook import Rulebook
from houseway.table import commands as c
from houseway.table.betting import wager_name
from houseway.table.correct import set_right
from houseway.table.limits import no_such_wager
from houseway.table.settle import returned
from houseway.table.state import DEALER, Table
from houseway.table.words import place


def must_be_complete(book: Rulebook, table: Table, command: c.Report, known: Irregularity) -> None:
    """Refuse a report that lacks a detail, names what does not exist, or does not fit what lies on the table."""
    need = NEEDS.get(known.fault, NOTHING)
    _must_exist(book, table, command, known)
    missing = [_WORDS[detail] for detail in need.details if _is_missing(detail, command, known)]
    if missing == ["player"]:
        raise Refused("name the player", clause=known.cite)
    if missing:
        *first, last = missing
        raise Refused(f"give the {' and '.join(filter(None, (', '.join(first), last)))}", clause=known.cite)
    need.check(book, table, command, known)


DECKS_IN_A_DEVICE = 2
"""A device that shuffles one deck while another is in play holds two: nobody counts more cards than that."""
_WORDS = {
    "position": "position",
    "wager": "wager",
    "player": "player",
    "cents": "amount",
    "cards": "number of cards, at least 1",
}


def _is_missing(detail: str, command: c.Report, known: Irregularity) -> bool:
    if detail == "player" and known.fault is Fault.LATE_WITHDRAWAL:
        return False  # who it was is known if nobody shares the wager
    return {
        "position": command.position == -1,
        "wager": not command.wager,
        "player": not command.player,
        "cents": command.cents == 0,
        "cards": command.cards == 0,
    }[detail]


def _must_exist(book: Rulebook, table: Table, command: c.Report, known: Irregularity) -> None:
    """Refuse a position that is not on the layout, a wager the book does not have, or a number below zero."""
    keys = [book.main.key, *(side.key for side in book.side_wagers)]
    if not -1 <= command.position <= table.positions:
        raise Refused(
            f"there is no position {command.position}; the positions are 1 to {table.positions}", clause=known.cite
        )
    if command.wager and command.wager not in keys:
        raise Refused(no_such_wager(book, command.wager), clause=known.cite)
    if command.cents < 0:
        raise Refused(f"{money(command.cents)} is not an amount that can be found", clause=known.cite)
    if command.cents > MOST_CENTS:
        raise Refused(f"an amount may not be more than {money(MOST_CENTS)}", clause=known.cite)
    if command.cards < 0:
        raise Refused(f"{command.cards} is not a number of cards", clause=known.cite)
    counted = known.fault in (Fault.DEVICE_COUNT, Fault.DECK_COUNT)  # a count of the deck may find too many
    if command.cards > book.deck.size and not counted:
        raise Refused(f"{command.cards} cards are more than the deck has, {book.deck.size}", clause=known.cite)
    if command.cards > DECKS_IN_A_DEVICE * book.deck.size:
        raise Refused(
            f"{command.cards} cards are more than a dealing device holds, {DECKS_IN_A_DEVICE} decks of "
            f"{book.deck.size} cards",
            clause=known.cite,
        )


def _a_note(book: Rulebook, table: Table, command: c.Report, known: Irregularity) -> None:
    del book
    if not command.note.strip():
        raise Refused("say in a note what happened", clause=known.cite)
    if command.player:
        _must_play_here(table, command.player, known)


def _nothing(book: Rulebook, table: Table, command: c.Report, known: Irregularity) -> None:
    del book, table, command, known


def _a_number_of_cards(book: Rulebook, table: Table, command: c.Report, known: Irregularity) -> None:
    del table
    if known.fault is Fault.DECK_COUNT and command.cards == book.deck.size:
        raise Refused(f"{book.deck.size} is the right number of cards", clause=known.cite)


def _not_the_dealers(book: Rulebook, table: Table, command: c.Report, known: Irregularity) -> None:
    del book, table
    if command.position == DEALER:
        raise Refused("nobody bets on the dealer's position", clause=known.cite)


def _a_late_wager(book: Rulebook, table: Table, command: c.Report, known: Irregularity) -> None:
    _not_the_dealers(book, table, command, known)
    most = table.limits.get(command.wager, (0, MOST_CENTS))[1]
    if command.cents > most:
        raise Refused(f"{money(command.cents)} is above the table's maximum of {money(most)}", clause=known.cite)


def _a_wager(book: Rulebook, table: Table, command: c.Report, known: Irregularity) -> None:
    if not table.stakes(command.position, command.wager):
        raise Refused(f"there is no {wager_name(book, command.wager)} on {place(command.position)}", clause=known.cite)


def _a_withdrawn_wager(book: Rulebook, table: Table, command: c.Report, known: Irregularity) -> None:
    _a_wager(book, table, command, known)
    players = {stake.player for stake in table.stakes(command.position, command.wager)}
    if not command.player and len(players) > 1:
        raise Refused("name the player", clause=known.cite)
    if command.player and command.player not in players:
        raise Refused(f"{command.player} has no share in that wager", clause=known.cite)


def _a_wrong_count(book: Rulebook, table: Table, command: c.Report, known: Irregularity) -> None:
    at = DEALER if known.fault is Fault.DEALER_COUNT else command.position
    if known.fault is Fault.DEALER_COUNT and (command.position not in (-1, DEALER) or command.player):
        raise Refused("the dealer's count is of the dealer's hand: name no position and no player", clause=known.cite)
    if table.phase is Phase.BETWEEN_ROUNDS:
        hand = table.hands.get(at)
        played = hand is not None and (hand.shown or hand.conceded)
        if not played or (at == DEALER) is not (known.fault is Fault.DEALER_COUNT):
            raise Refused(f"{place(at)} had no hand in round {table.round}", clause=known.cite)
        if command.cards in (0, book.dealt):
            raise Refused(_give_the_number(at, book), clause=known.cite)
        return
    hand = table.hands.get(at)
    if known.fault is Fault.PLAYER_COUNT:
        _not_the_dealers(book, table, command, known)
        _a_wagered_position(book, table, command, known)
        _whose_wager(book, table, command, known)
        if hand is None:
            handled = table.handled or command.handled
            raise Refused(f"{place(at)} has no cards{_instead(book, table, handled=handled)}", clause=known.cite)
    if hand is None or len(hand.cards) != book.dealt:
        return
    if command.cards == book.dealt:
        raise Refused(f"{place(at)} has the right number of cards, {book.dealt}", clause=known.cite)
    if not command.cards:
        raise Refused(_give_the_number(at, book), clause=known.cite)


def _give_the_number(at: int, book: Rulebook) -> str:
    return f"{place(at)} is recorded with {book.dealt} cards; give the number that was found"


def _instead(book: Rulebook, table: Table, *, handled: bool) -> str:
    """As what a position with a wager and no cards is reported: it depends on who has viewed or handled cards."""
    fault = Fault.NO_CARDS if table.viewed else Fault.OTHER if handled else Fault.MISDEAL
    instead = book.procedure.irregularity(fault)
    return f"; report it as {instead.fault.value}, {instead.cite}" if instead else ""


def _a_wagered_position(book: Rulebook, table: Table, command: c.Report, known: Irregularity) -> None:
    del book
    if command.position not in table.wagers:
        raise Refused(f"{place(command.position)} has no wager", clause=known.cite)


def _whose_wager(book: Rulebook, table: Table, command: c.Report, known: Irregularity) -> None:
    """Refuse a player who has no wager on the position of the report."""
    del book
    wagers = table.wagers.get(command.position, {}).values()
    if command.player and not any(stake.player == command.player for stakes in wagers for stake in stakes):
        raise Refused(f"{command.player} has no wager on position {command.position}", clause=known.cite)


def _no_cards(book: Rulebook, table: Table, command: c.Report, known: Irregularity) -> None:
    _a_wagered_position(book, table, command, known)
    _whose_wager(book, table, command, known)
    if command.position in table.hands:
        raise Refused(f"position {command.position} has cards", clause=known.cite)


def _unwagered_cards(book: Rulebook, table: Table, command: c.Report, known: Irregularity) -> None:
    del book
    if command.position in table.wagers or command.position not in table.hands or command.position == DEALER:
        raise Refused(f"{place(command.position)} has no cards without a wager", clause=known.cite)


def _outside_the_limits(book: Rulebook, table: Table, command: c.Report, known: Irregularity) -> None:
    _a_wager(book, table, command, known)
    stake = next((s for s in table.stakes(command.position, command.wager) if s.player == command.player), None)
    if stake is None:
        raise Refused(f"{command.player} has no share in that wager", clause=known.cite)
    if command.wager not in table.limits:
        raise Refused("the table has no limits for that wager", clause=known.cite)
    total = table.total(command.position, command.wager) - stake.cents + command.cents
    if known.fault is Fault.UNDER_MINIMUM:  # a part that was returned by rule still counts
        total += table.returned.get(command.position, {}).get(command.wager, 0)
    if total > MOST_CENTS:
        raise Refused(f"a wager may not be more than {money(MOST_CENTS)}", clause=known.cite)
    least, most = table.limits[command.wager]
    outside = "below the minimum" if known.fault is Fault.UNDER_MINIMUM else "above the maximum"
    if (known.fault is Fault.UNDER_MINIMUM) != (total < least) or (known.fault is Fault.OVER_MAXIMUM) != (total > most):
        raise Refused(f"{money(total)} is not {outside}", clause=known.cite)


def _a_player(book: Rulebook, table: Table, command: c.Report, known: Irregularity) -> None:
    del book
    _must_play_here(table, command.player, known)
    if command.player in table.prohibited:
        raise Refused(f"{command.player} is already prohibited from further play", clause=known.cite)


def _must_play_here(table: Table, player: str, known: Irregularity) -> None:
    here = table.positions_of(player) or player in table.played
    if not here and not returned(table, "", player=player):
        raise Refused(f"{player} is not playing at this table", clause=known.cite)


def _a_second_hand(book: Rulebook, table: Table, command: c.Report, known: Irregularity) -> None:
    _a_wagered_position(book, table, command, known)
    player = command.player or table.controller(command.position)
    wagers = table.wagers[command.position].values()
    if not any(stake.player == player for stakes in wagers for stake in stakes):
        raise Refused(f"{player} has no wager on position {command.position}", clause=known.cite)
    if player not in table.viewed:
        raise Refused(f"{player} has not viewed another hand", clause=known.cite)
    if command.position not in table.hands:
        raise Refused(f"position {command.position} has no cards", clause=known.cite)
    if table.viewed[player] == command.position:
        raise Refused(f"position {command.position} is the hand that was viewed first", clause=known.cite)


def _a_wrong_setting(book: Rulebook, table: Table, command: c.Report, known: Irregularity) -> None:
    hand = table.hands.get(command.position)
    if hand is None or not hand.house_way:
        raise Refused(f"{place(command.position)}'s hand was not set the house way", clause=known.cite)
    if set_right(book, table).hands[command.position].low == hand.low:
        raise Refused("the hand is already set the house way", clause=known.cite)


@dataclass(frozen=True)
class Need:
    """The details a report of a fault needs, as fields of `Report`, and the check that they make sense."""

    details: tuple[str, ...]
    check: Callable[[Rulebook, Table, c.Report, Irregularity], None]


NEEDS: dict[Fault, Need] = {
    Fault.CARDS_EXPOSED: Need(("cards",), _a_number_of_cards),
    Fault.LATE_WAGER: Need(("position", "wager", "player", "cents"), _a_late_wager),
    Fault.LATE_WITHDRAWAL: Need(("position", "wager", "player"), _a_withdrawn_wager),
    Fault.DEVICE_COUNT: Need(("cards",), _a_number_of_cards),
    Fault.DECK_COUNT: Need(("cards",), _a_number_of_cards),
    Fault.DEALER_COUNT: Need((), _a_wrong_count),
    Fault.PLAYER_COUNT: Need(("position",), _a_wrong_count),
    Fault.NO_CARDS: Need(("position",), _no_cards),
    Fault.UNWAGERED_CARDS: Need(("position",), _unwagered_cards),
    Fault.UNDER_MINIMUM: Need(("position", "wager", "player", "cents"), _outside_the_limits),
    Fault.OVER_MAXIMUM: Need(("position", "wager", "player", "cents"), _outside_the_limits),
    Fault.CONFIDENTIALITY: Need(("player",), _a_player),
    Fault.SECOND_HAND_VIEWED: Need(("position",), _a_second_hand),
    Fault.WRONG_HOUSE_WAY: Need(("position",), _a_wrong_setting),
    Fault.OTHER: Need((), _a_note),
}
NOTHING = Need((), _nothing)
