"""Events as sentences, with their clauses.

Here: each event in words, for transcripts, the terminal and the pages. Not here: the words of a refusal, which
are raised with it, or of a request (`transcript`).
"""

from __future__ import annotations

import functools

from houseway.cards.card import Card
from houseway.errors import counted
from houseway.money import money
from houseway.rulebook.comparison import Comparison, Result
from houseway.rulebook.procedure import Role
from houseway.rulebook.rulebook import Rulebook
from houseway.table import events as e
from houseway.table.betting import wager_name
from houseway.table.commands import Cards
from houseway.table.playing import hand_of
from houseway.table.ranks import rank
from houseway.table.state import DEALER


def say(book: Rulebook, event: e.Event) -> str:
    """An event as a sentence.

    >>> from houseway import books
    >>> say(books.get("mbs-v4"), e.BettingOpened(round=3, clause="3.1"))
    'round 3: place your bets, please (3.1)'
    """
    return _say(event, book) + (f" ({event.clause})" if event.clause else "")


def place(position: int) -> str:
    """A position, or the dealer, in words."""
    return "the dealer" if position == DEALER else f"position {position}"


def _set_at(position: int) -> str:
    """What a player sets: a position, or the hand of their bank."""
    return "the bank's hand" if position == DEALER else f"position {position}"


def _staff(name: str) -> str:
    """A member of staff by name, or by role where no name is known.

    >>> _staff("Sam"), _staff("pit manager")
    ('Sam', 'the pit manager')
    """
    return f"the {name}" if name in _ROLES else name


_ROLES = {role.words for role in Role}


def _acting(clause: str) -> str:
    return f", a higher position acting under {clause}" if clause else ""


def _cards(cards: Cards) -> str:
    return " ".join(cards) if cards else "face down"


def _hand(book: Rulebook, cards: Cards) -> str:
    """A hand with its name, highest card first."""
    held = sorted((Card(card) for card in cards), reverse=True)
    return f"{' '.join(card.text for card in held)} ({str(book.rank_of(held)).lower()})"


@functools.singledispatch
def _say(event: e.Event, book: Rulebook) -> str:
    raise NotImplementedError(type(event).__name__)


@_say.register
def _(event: e.TableOpened, book: Rulebook) -> str:
    del book
    how = "one card at a time" if event.manual else "by device"
    return f"table {event.table} opens under {event.book}: {counted(event.positions, 'position')}, dealt {how}"


@_say.register
def _(event: e.LimitsSet, book: Rulebook) -> str:
    parts = [
        f"{money(least)} to {money(most)} on the {wager_name(book, key)}" for key, (least, most) in event.limits.items()
    ]
    capped = f"; a round may cost the house at most {money(event.exposure)}" if event.exposure else ""
    return f"{_staff(event.by)} sets the limits: {', '.join(parts) or 'none'}{capped}"


@_say.register
def _(event: e.PlaceTaken, book: Rulebook) -> str:
    del book
    return f"{event.player} takes position {event.position}"


@_say.register
def _(event: e.PlaceLeft, book: Rulebook) -> str:
    del book
    return f"{event.player} leaves position {event.position}"


@_say.register
def _(event: e.BettingOpened, book: Rulebook) -> str:
    del book
    deck = ", from the house's own deck" if event.own_deck else ""
    return f"round {event.round}: place your bets, please{deck}"


@_say.register
def _(event: e.WagerPlaced, book: Rulebook) -> str:
    by = f", placed by {_staff(event.by)}" if event.by else ""
    name = wager_name(book, event.wager)
    joins = f", added to the wager there under {event.joins}" if event.joins else ""
    bets = f"{event.player} bets {money(event.cents)} on the {name} at position {event.position}"
    return f"{bets}{by}{_acting(event.acting)}{joins}"


@_say.register
def _(event: e.WagerWithdrawn, book: Rulebook) -> str:
    name = wager_name(book, event.wager)
    return f"{event.player} withdraws {money(event.cents)} from the {name} at position {event.position}"


@_say.register
def _(event: e.AreaShared, book: Rulebook) -> str:
    del book
    return f"{event.player} {'no longer lets' if event.stopped else 'lets'} others bet on position {event.position}"


@_say.register
def _(_event: e.BettingClosed, book: Rulebook) -> str:
    del book
    return "no more bets"


@_say.register
def _(event: e.HandDealt, book: Rulebook) -> str:
    dealt = f"{counted(event.number, 'card')} to {place(event.position)}"
    if event.position == DEALER and book.procedure.dealer_exposed and not event.cards:
        return dealt  # the next event shows them
    return f"{dealt}: {_cards(event.cards)}"


@_say.register
def _(_event: e.DealEnded, book: Rulebook) -> str:
    del book
    return "the deal is complete"


@_say.register
def _(event: e.CardsKeyedAgain, book: Rulebook) -> str:
    del book
    keyed = f"{place(event.position)}'s cards are keyed in again by {_staff(event.by)}"
    if not event.number:
        return f"{keyed}: there are none"
    instead = f" instead of {' '.join(event.was)}" if event.was else ""
    return f"{keyed}: {_cards(event.cards)}{instead}"


@_say.register
def _(event: e.HandViewed, book: Rulebook) -> str:
    del book
    return f"{event.player} views {hand_of(event.position)}"


@_say.register
def _(event: e.FoulDeclared, book: Rulebook) -> str:
    del book
    return f"{_set_at(event.position)}: foul hand, the dealer sets it"


@_say.register
def _(event: e.HandSet, book: Rulebook) -> str:
    del book
    how = f" the house way by {event.house_way}" if event.house_way else ""
    if event.wrong:
        how = " as the dealer set it"
    at = _set_at(event.position)
    return f"{at} is set{how}: {_cards(event.low)} low" if event.low else f"{at} is set"


@_say.register
def _(event: e.SettingTakenBack, book: Rulebook) -> str:
    del book
    return f"{event.player} takes the setting of {_set_at(event.position)} back"


@_say.register
def _(event: e.DealerRevealed, book: Rulebook) -> str:
    high = tuple(card for card in event.cards if card not in event.low)
    right = book.set(event.cards)
    set_right = (rank(book, event.low), rank(book, high)) == (right.low_rank, right.high_rank)
    how = f"by {event.house_way}" if set_right else "as the dealer set it"
    if event.banker and not event.house_way:
        how = f"as {event.banker} set it"
    has = f"the bank of {event.banker} has" if event.banker else "the dealer has"
    return f"{has} {_hand(book, event.low)} under {_hand(book, high)} {how}"


@_say.register
def _(_event: e.RevealEnded, book: Rulebook) -> str:
    del book
    return "hands are compared next"


@_say.register
def _(event: e.DealerFailedToQualify, book: Rulebook) -> str:
    return next((push.says for push in book.main.pushes if push.cite == event.clause), "the main wagers push")


@_say.register
def _(event: e.HandConceded, book: Rulebook) -> str:
    del book
    return f"{event.player} concedes the hand at position {event.position}"


@_say.register
def _(event: e.ConcededHandViewed, book: Rulebook) -> str:
    del book
    return f"{_staff(event.by)} views the conceded hand at position {event.position}{_acting(event.acting)}"


@_say.register
def _(event: e.HandShown, book: Rulebook) -> str:
    if not event.low:
        return f"position {event.position} shows {_cards(event.high)}, not set"
    high, low = (_compared(book, result) for result in (event.high_result, event.low_result))
    hands = f"{_hand(book, event.low)} under {_hand(book, event.high)}"
    return f"position {event.position} shows {hands}: high {high}, low {low}"


def _compared(book: Rulebook, result: Comparison) -> str:
    """A comparison in the book's own word."""
    return book.procedure.copy_word if result is Comparison.COPY else result.value


def _pay_table(book: Rulebook, wager: str) -> str:
    """Where the book prints what a wager pays."""
    cites = {book.main.key: book.main.cite} | {side.key: side.cite for side in book.side_wagers}
    return cites[wager]


_RESULTS = {Result.WIN: "wins", Result.LOSE: "loses", Result.RETURNED: "is returned"}


@_say.register
def _(event: e.WagerSettled, book: Rulebook) -> str:
    name = wager_name(book, event.wager)
    word = _RESULTS.get(event.result, f"is a {book.main.standoff_word}")
    parts = [f"position {event.position}, {event.player}: {name} of {money(event.stake)} {word}"]
    if event.line:
        parts.append(event.line)
    if event.payout:
        parts.append(f"pays {money(event.payout)} ({_pay_table(book, event.wager)})")
    if event.commission:
        parts.append(f"less {money(event.commission)} commission")
    if event.back:
        parts.append(f"{money(event.back)} back")
    if event.reason:
        parts.append(event.reason)
    return ", ".join(parts)


@_say.register
def _(event: e.EnvyPaid, book: Rulebook) -> str:
    del book
    return f"{event.player} receives an Envy Bonus of {money(event.cents)} for position {event.position}, {event.line}"


@_say.register
def _(event: e.EnvyBarred, book: Rulebook) -> str:
    cite = next((side.no_envy for side in book.side_wagers if side.no_envy), "")
    by = f" by {cite}" if cite else ""
    return f"{event.player} receives no Envy Bonus for position {event.position}, {event.line},{by}: {event.bar.value}"


@_say.register
def _(event: e.RoundSettled, book: Rulebook) -> str:
    del book
    return f"round {event.round} is settled"


@_say.register
def _(event: e.RoundVoided, book: Rulebook) -> str:
    del book
    return f"round {event.round} is void"


@_say.register
def _(event: e.PlayerRestricted, book: Rulebook) -> str:
    del book
    may = "may wager on several areas again" if event.lifted else "may wager on only one area"
    return f"{event.player} {may}{_acting(event.acting)}"


@_say.register
def _(event: e.MoreHandsAllowed, book: Rulebook) -> str:
    del book
    return f"{event.player} {'may no longer' if event.lifted else 'may'} play more than one hand"


@_say.register
def _(event: e.IrregularityReported, book: Rulebook) -> str:
    details = [place(event.position)] if event.position >= 0 else []
    details += [wager_name(book, event.wager)] if event.wager else []
    details += [event.player] if event.player else []
    details += [money(event.cents)] if event.cents else []
    details += [counted(event.cards, "card")] if event.cards else []
    details += ["cards handled"] if event.handled else []
    details += [event.note] if event.note else []
    return f"{_staff(event.by)} reports: {', '.join([event.fault.value, *details])}"


@_say.register
def _(event: e.IrregularityRemedied, book: Rulebook) -> str:
    del book
    return f"{_staff(event.by)} chooses a remedy for {event.fault.value}: {event.remedy.value}"


@_say.register
def _(event: e.ReportRetracted, book: Rulebook) -> str:
    del book
    return f"{_staff(event.by)} withdraws the report of {event.fault.value}"


@_say.register
def _(event: e.HandsMoved, book: Rulebook) -> str:
    del book
    return "hands moved: " + ", ".join(f"{place(start)} to {place(to)}" for start, to in event.moves.items())


@_say.register
def _(event: e.HandReconstructed, book: Rulebook) -> str:
    del book
    return f"{place(event.position)} now has the right {event.number} cards: {_cards(event.cards)}"


@_say.register
def _(event: e.HandRemoved, book: Rulebook) -> str:
    del book
    return f"the hand at position {event.position} is removed"


@_say.register
def _(event: e.WagerFound, book: Rulebook) -> str:
    name = wager_name(book, event.wager)
    return f"{event.player} is found to have {money(event.cents)} on the {name} at position {event.position}"


@_say.register
def _(event: e.PlayerProhibited, book: Rulebook) -> str:
    del book
    return f"{event.player} {'may play again' if event.lifted else 'is prohibited from further play'}"


@_say.register
def _(_event: e.WithdrawalOffered, book: Rulebook) -> str:
    del book
    return "players may withdraw their wagers"


@_say.register
def _(_event: e.WithdrawalEnded, book: Rulebook) -> str:
    del book
    return "wagers may no longer be withdrawn"


@_say.register
def _(event: e.SettlementCorrected, book: Rulebook) -> str:
    moved = f"{money(event.cents)} paid" if event.cents >= 0 else f"{money(-event.cents)} retrieved"
    return (
        f"round {event.round}, position {event.position}, {event.player}: {wager_name(book, event.wager)} "
        f"corrected from {event.was.value} to {event.result.value}: {moved}"
    )


@_say.register
def _(event: e.EnvyCorrected, book: Rulebook) -> str:
    del book
    moved = f"{money(event.cents)} paid" if event.cents >= 0 else f"{money(-event.cents)} retrieved"
    return f"round {event.round}, {event.player}: Envy Bonus for position {event.position} corrected: {moved}"


@_say.register
def _(event: e.RoundCorrected, book: Rulebook) -> str:
    del book
    if event.void:
        return f"{_staff(event.by)} corrects round {event.round}: it is void"
    if event.removed:
        hands = " and ".join(place(at) for at in event.removed)
        return f"{_staff(event.by)} corrects round {event.round}: the wagers of {hands} are returned"
    return f"{_staff(event.by)} corrects round {event.round}"


@_say.register
def _(event: e.ChipsBought, book: Rulebook) -> str:
    del book
    return f"{event.player} buys {money(event.cents)} in chips"


@_say.register
def _(event: e.BankOffered, book: Rulebook) -> str:
    del book
    return f"the bank is offered to {event.player} at position {event.position}"


@_say.register
def _(event: e.BankTaken, book: Rulebook) -> str:
    del book
    half = ", and the house the other half" if event.shared else ""
    return f"{event.player} at position {event.position} takes the bank with {money(event.cents)}{half}"


@_say.register
def _(event: e.BankPassed, book: Rulebook) -> str:
    del book
    back = f", {money(event.cents)} back" if event.cents else ""
    return f"{event.player} at position {event.position} passes the bank{back}"


@_say.register
def _(event: e.BankSettled, book: Rulebook) -> str:
    del book
    won = f"{'wins' if event.won > 0 else 'loses'} {money(abs(event.won))}" if event.won else "neither wins nor loses"
    parts = [f"the bank of {event.player} {won}"]
    if event.house:
        parts.append(f"{money(abs(event.house))} of it the house's")
    if event.commission:
        parts.append(f"less {money(event.commission)} commission")
    return ", ".join([*parts, f"{money(event.received) if event.received else 'nothing'} back"])
