"""Requests to a table.

Here: the commands, imperative, as plain data. Not here: whether one is allowed (`decide`).

Cards are written as they print (`Td`, `Jk`); money is integer cents; position 0 is the dealer.
"""

from __future__ import annotations

from typing import TypeAlias

import msgspec

from houseway.rulebook.procedure import Fault, Remedy, Role

Cards: TypeAlias = tuple[str, ...]


class Actor(msgspec.Struct, frozen=True):
    """Who acts, and as what."""

    name: str
    role: Role


HOUSE = Actor("house", Role.GAMING_SHIFT_MANAGER)
"""The house itself: the automatic dealer, and whatever follows a restart. No person has this name."""


class Command(msgspec.Struct, frozen=True, tag=True, kw_only=True):
    """A request by somebody at the table."""

    by: Actor


class Sit(Command, frozen=True, tag="sit"):
    """Take a playing position."""

    position: int


class Leave(Command, frozen=True, tag="leave"):
    """Give up a playing position."""

    position: int


class AnnouncePlaceYourBets(Command, frozen=True, tag="place your bets"):
    """Open betting for a new round."""

    own_deck: bool = False
    """Whether the house has committed to its own deck for this round; otherwise the deal decides."""


class PlaceWager(Command, frozen=True, tag="wager"):
    """Place a wager at a position, or add to it; staff name the player they do it for."""

    position: int
    wager: str
    cents: int
    player: str = ""


class WithdrawWager(Command, frozen=True, tag="withdraw"):
    """Withdraw your share of a wager."""

    position: int
    wager: str


class ShareArea(Command, frozen=True, tag="share"):
    """Let other players bet on your area, or stop letting them."""

    position: int
    stop: bool = False


class AnnounceNoMoreBets(Command, frozen=True, tag="no more bets"):
    """Close betting."""


class Deal(Command, frozen=True, tag="deal"):
    """Deal from a shuffled deck, in the order the table deals."""

    deck: Cards


class KeyIn(Command, frozen=True, tag="key in"):
    """Enter the cards of a physical deal by position; position 0 is the dealer."""

    hands: dict[int, Cards]


class KeyAgain(Command, frozen=True, tag="key again"):
    """Enter hands again that were keyed in wrongly, each with all its cards; a position without cards has none."""

    hands: dict[int, Cards]


class ViewHand(Command, frozen=True, tag="view"):
    """Look at your cards."""

    position: int


class SetHand(Command, frozen=True, tag="set"):
    """Put two cards in the low hand and the rest in the high hand."""

    position: int
    low: Cards


class TakeBack(Command, frozen=True, tag="take back"):
    """Take your setting back, to set the hand again."""

    position: int


class SetHouseWay(Command, frozen=True, tag="house way"):
    """Set a hand the house way; a dealer who sets it by hand names the low cards."""

    position: int
    low: Cards = ()


class EndSetting(Command, frozen=True, tag="end setting"):
    """End the time for setting: any hand not set is set the house way."""


class Reveal(Command, frozen=True, tag="reveal"):
    """Turn the dealer's cards and set them; a dealer who sets them by hand names the low cards."""

    low: Cards = ()


class Concede(Command, frozen=True, tag="concede"):
    """Concede a hand."""

    position: int


class ViewConceded(Command, frozen=True, tag="view conceded"):
    """Look at the cards of a conceded hand."""

    position: int


class Settle(Command, frozen=True, tag="settle"):
    """Compare the hands and settle every wager."""


class Restrict(Command, frozen=True, tag="restrict"):
    """Restrict a player to one playing area, or lift the restriction."""

    player: str
    lift: bool = False


class AllowMore(Command, frozen=True, tag="allow more"):
    """Allow a player more than one hand, or take that back."""

    player: str
    lift: bool = False


class Prohibit(Command, frozen=True, tag="prohibit"):
    """Prohibit a player from further play, or lift the prohibition."""

    player: str
    lift: bool = False


class Report(Command, frozen=True, tag="report"):
    """Report that something went wrong; which details are needed depends on the fault."""

    fault: Fault
    position: int = -1
    wager: str = ""
    player: str = ""
    cents: int = 0
    cards: int = 0
    handled: bool = False
    """Whether a player has handled cards without viewing them."""
    note: str = ""


class RemedyFault(Command, frozen=True, tag="remedy"):
    """Choose a remedy for what was reported."""

    remedy: Remedy
    moves: dict[int, int] = msgspec.field(default_factory=dict)
    """To move complete hands: from which position to which."""
    hands: dict[int, Cards] = msgspec.field(default_factory=dict)
    """To reconstruct a hand: the right cards for a position."""


class Retract(Command, frozen=True, tag="retract"):
    """Withdraw a mistaken report."""


class PermitWithdrawal(Command, frozen=True, tag="permit withdrawal"):
    """Permit players to withdraw their other wagers after a remedy they may be dissatisfied with."""


class WithdrawRemaining(Command, frozen=True, tag="withdraw remaining"):
    """Withdraw all your wagers, when players were offered that."""


class Correct(Command, frozen=True, tag="correct"):
    """Correct a settled round in which a hand was not set the house way."""

    round: int


class SetLimits(Command, frozen=True, tag="set limits"):
    """Set the limits of wagers, and the most that a round may cost the house; wagers that are left out keep theirs."""

    limits: dict[str, tuple[int, int]] = msgspec.field(default_factory=dict)
    exposure: int = 0
    """In cents; 0 for no cap."""


class OfferBank(Command, frozen=True, tag="offer the bank"):
    """Offer the bank of the next round to the next player in turn."""


class TakeBank(Command, frozen=True, tag="take the bank"):
    """Take the bank, and put up what it can lose; a shared bank is half the house's."""

    position: int
    cents: int
    shared: bool = False


class PassBank(Command, frozen=True, tag="pass the bank"):
    """Pass the bank, or give it back while nobody has bet against it."""

    position: int


AnyCommand: TypeAlias = (
    Sit
    | Leave
    | AnnouncePlaceYourBets
    | PlaceWager
    | WithdrawWager
    | ShareArea
    | AnnounceNoMoreBets
    | Deal
    | KeyIn
    | KeyAgain
    | ViewHand
    | SetHand
    | TakeBack
    | SetHouseWay
    | EndSetting
    | Reveal
    | Concede
    | ViewConceded
    | Settle
    | Restrict
    | AllowMore
    | Prohibit
    | Report
    | RemedyFault
    | Retract
    | PermitWithdrawal
    | WithdrawRemaining
    | Correct
    | SetLimits
    | OfferBank
    | TakeBank
    | PassBank
)
