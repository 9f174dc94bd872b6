"""How a round is conducted: who may do what in which phase, and what is done when something goes wrong.

Here: roles, phases, acts, irregularities and remedies, and the two tables a book states them in. Anything not in the
tables is refused. Not here: carrying any of it out (`houseway.table`).
"""

from __future__ import annotations

import enum
import functools
from dataclasses import dataclass, field

from houseway.errors import BadBook, Refused, must_be_whole
from houseway.rulebook.banking import Banking
from houseway.rulebook.digest import LATER
from houseway.rulebook.points import Points

MOST_POSITIONS = 6
"""Playing positions of a layout: every document draws six, and a table may open fewer."""


def check_positions(positions: int) -> None:
    """Refuse a number of playing positions that no table has.

    >>> check_positions(7)
    Traceback (most recent call last):
    houseway.errors.Refused: a table has from 1 to 6 positions, not 7
    """
    must_be_whole("positions", positions)
    if not 1 <= positions <= MOST_POSITIONS:
        raise Refused(f"a table has from 1 to {MOST_POSITIONS} positions, not {positions:,}")


class Role(enum.IntEnum):
    """The roles in the documents, lowest first; a higher one may act for a lower one, but never for a player."""

    PLAYER = 0
    DEALER = 1
    PIT_SUPERVISOR = 2
    PIT_MANAGER = 3
    GAMING_SHIFT_MANAGER = 4

    @property
    def words(self) -> str:
        """The role in words."""
        return self.name.lower().replace("_", " ")

    def __repr__(self) -> str:
        return f"Role.{self.name}"


class Phase(enum.Enum):
    """The phases of a round, in order."""

    BETWEEN_ROUNDS = "between rounds"
    BETTING = "betting"
    CLOSED = "no more bets"
    SETTING = "setting"
    REVEALED = "revealed"

    @property
    def state(self) -> str:
        """What is going on, as the reason why something else cannot be done now."""
        return {
            Phase.BETWEEN_ROUNDS: "no round is in play",
            Phase.BETTING: "betting is open",
            Phase.CLOSED: "betting is closed, and the deal comes next",
            Phase.SETTING: "hands are being set",
            Phase.REVEALED: "hands are being compared",
        }[self]

    def __repr__(self) -> str:
        return f"Phase.{self.name}"


class Act(enum.Enum):
    """What people do at a table."""

    __hash__ = object.__hash__  # each act is one object, and acts are looked up all the time

    SIT = "sit"
    LEAVE = "leave"
    PLACE_YOUR_BETS = "announce place your bets"
    WAGER = "wager"
    WAGER_FOR = "wager for a player"
    WITHDRAW = "withdraw a wager"
    NO_MORE_BETS = "announce no more bets"
    DEAL = "deal"
    KEY_AGAIN = "key cards in again"
    VIEW = "view a hand"
    SET = "set a hand"
    SET_HOUSE_WAY = "set a hand the house way"
    END_SETTING = "end the setting"
    REVEAL = "reveal the dealer's hand"
    CONCEDE = "concede a hand"
    VIEW_CONCEDED = "view a conceded hand"
    SETTLE = "settle"
    SHARE = "let others bet on your area"
    TAKE_BACK = "take a setting back"
    PERMIT_WITHDRAWAL = "permit players to withdraw"
    PROHIBIT = "prohibit a player"
    RESTRICT = "restrict a player to one area"
    ALLOW_MORE = "allow a player more than one hand"
    REPORT = "report an irregularity"
    REMEDY = "remedy an irregularity"
    WITHDRAW_REMAINING = "withdraw remaining wagers"
    CORRECT = "correct a settled round"
    OFFER_BANK = "offer the bank"
    TAKE_BANK = "take the bank"
    PASS_BANK = "pass the bank"

    @property
    def by_another(self) -> str:
        """The act as what somebody else does."""
        return "let others bet on their area" if self is Act.SHARE else self.value

    def __repr__(self) -> str:
        return f"Act.{self.name}"


@dataclass(frozen=True, kw_only=True)
class Permission:
    """One row of the table: who may do an act, in which phases, and by which clause."""

    act: Act
    """What is done."""
    phases: tuple[Phase, ...]
    """The phases in which it may be done."""
    by: Role
    """The lowest role that may do it."""
    cite: str
    """The clause that says so."""
    otherwise: str = ""
    """The clause that refuses the act in any other phase, if the book prints one."""
    named: Role | None = field(default=None, repr=False)
    """The highest role its clause names, if it names any: one above that acts for it."""


class Fault(enum.Enum):
    """What can go wrong, by its common name."""

    WRONG_DECK = "wrong deck"
    MISDEAL = "misdeal"
    DEALER_COUNT = "dealer's count"
    CARDS_EXPOSED = "cards exposed"
    LATE_WAGER = "late wager"
    LATE_WITHDRAWAL = "late withdrawal"
    PLAYER_COUNT = "player's count"
    NO_CARDS = "wagered position without cards"
    UNWAGERED_CARDS = "cards at an unwagered position"
    DEVICE_COUNT = "device count"
    DECK_COUNT = "deck count"
    UNDER_MINIMUM = "under minimum"
    OVER_MAXIMUM = "over maximum"
    CONFIDENTIALITY = "confidentiality"
    SECOND_HAND_VIEWED = "second hand viewed"
    WRONG_HOUSE_WAY = "wrong house way"
    POWER_FAILURE = "power failure"
    OTHER = "other"

    def __repr__(self) -> str:
        return f"Fault.{self.name}"


class Remedy(enum.Enum):
    """What is done about a fault."""

    VOID = "void"
    CONTINUE = "continue"
    RECONSTRUCT = "reconstruct"
    REFUSE_WAGER = "refuse the wager"
    LET_STAND = "let the wager stand"
    REMOVE_HAND = "remove the hand"
    RETURN_WAGERS = "return the wagers"
    DISCARD_CARDS = "discard the cards"
    PROHIBIT = "prohibit the player"
    SET_RIGHT = "set right"
    OFFER_WITHDRAWAL = "offer withdrawal"

    def __repr__(self) -> str:
        return f"Remedy.{self.name}"


class When(enum.Enum):
    """A condition on the round under which a remedy applies."""

    ALWAYS = ""
    NOBODY_HANDLED = "no player has handled cards"
    SOMEBODY_HANDLED = "a player has handled cards"
    SOMEBODY_VIEWED = "a player has viewed a hand"
    ONE_CARD = "one card is exposed"
    MORE_CARDS = "two or more cards are exposed"
    RIGHT_COUNT = "the count is right"
    WRONG_COUNT = "the count is wrong"
    NO_OUTCOME = "no outcome is established"
    OUTCOME = "an outcome is established"

    def __repr__(self) -> str:
        return f"When.{self.name}"


@dataclass(frozen=True, kw_only=True)
class PrintedRemedy:
    """A remedy the book prints for a fault: by whom it is chosen, its clause, and when it applies."""

    remedy: Remedy
    """What is done."""
    by: Role
    """Who orders it."""
    cite: str
    """The clause that says so."""
    when: When = When.ALWAYS
    """When it applies."""
    then_withdraw: str = field(default="", repr=False)
    """The clause by which players may then be permitted to withdraw their other wagers, where the book has one."""
    until_next_act: bool = field(default=False, repr=False)
    """Whether an offer to withdraw lasts only until the player's or the dealer's next act."""


@dataclass(frozen=True, kw_only=True)
class Irregularity:
    """A fault the book prints: in which phases it can be reported, and its remedies."""

    fault: Fault
    """What went wrong."""
    cite: str
    """Where it is printed."""
    phases: tuple[Phase, ...]
    """The phases in which it can be reported."""
    remedies: tuple[PrintedRemedy, ...]
    """What may be done about it."""
    afterwards: str = field(default="", repr=False)
    """The clause by which earlier rounds stand although it is found, where the book prints one."""


class SeveralHands(enum.Enum):
    """Whether one player may wager on more than one position."""

    NOT_PRINTED = "the book has no clause for more than one hand"
    ONE_VIEWED = "one hand is viewed, the dealer sets the others"
    AT_DISCRETION = "at the supervisor's discretion, the dealer sets the others"

    def __repr__(self) -> str:
        return f"SeveralHands.{self.name}"


@dataclass(frozen=True, kw_only=True)
class Procedure:
    """Everything a book says about conducting a round."""

    permissions: tuple[Permission, ...]
    """Who may do what, and when; anything not listed is refused."""
    irregularities: tuple[Irregularity, ...] = ()
    """What can go wrong, and what is done about it."""
    several_hands: SeveralHands
    """Whether one player may wager on more than one position."""
    several_hands_cite: str = ""
    """The clause that says so."""
    shared_wagers_cite: str = ""
    """The clause that lets several players share a wager; empty where the book has none."""
    no_sharing_cite: str = ""
    """The clause that bars sharing a wager, where the book prints one."""
    limits_cite: str = ""
    """The clause of the table's limits; empty where the book has none."""
    limits_allowed: bool = True
    """Whether tables under this book may have limits."""
    no_limits_cite: str = field(default="", repr=False)
    """The ruling that tables under this book have no limits."""
    unit_cite: str = field(default="", repr=False)
    """The ruling that the table's unit makes the commission a whole number of cents."""
    side_after_main_cite: str
    """The clause that a side wager needs a main wager."""
    foul_cite: str
    """The clause on a foul hand."""
    copy_cite: str
    """The clause on two hands of the same rank."""
    copy_word: str = field(default="copy", repr=False)
    """The book's own word for two hands of the same rank."""
    manual_deal_cite: str = ""
    """The clause for dealing one card at a time, if it differs from the one for dealing whole hands."""
    manual_refused_cite: str = field(default="", repr=False)
    """The ruling that tables under this book do not deal one card at a time."""
    short_wager_cite: str = field(default="", repr=False)
    """The clause by which a wager may stay below the minimum until betting closes, and is returned then."""
    final_setting_cite: str = field(default="", repr=False)
    """The ruling on which settings are final."""
    one_pay_table: tuple[str, ...] = field(default=(), repr=False)
    """Side wagers that have one pay table between them."""
    one_pay_table_cite: str = field(default="", repr=False)
    """The ruling that says so."""
    points: Points = field(default_factory=Points, repr=False)
    """The clauses of single points."""
    dealer_exposed: bool = False
    """Whether the dealer's hand is face up and set before the players set theirs."""
    banking: Banking | None = field(default=None, repr=False, metadata=LATER)
    """How players may bank; None where only the house does."""

    def __post_init__(self) -> None:
        if self.banking is not None and (self.dealer_exposed or self.irregularities):
            raise BadBook(
                "players may bank only in a book that deals the dealer's hand face down and prints no remedies"
            )

    @functools.cached_property
    def rows(self) -> tuple[Permission, ...]:
        """Who may do what, those of a player's bank included."""
        return (*self.permissions, *(_bank_rows(self.banking.cite) if self.banking else ()))

    def permission(self, act: Act) -> Permission | None:
        """The row of an act, if the book has it."""
        return self._by_act.get(act)

    @functools.cached_property
    def _by_act(self) -> dict[Act, Permission]:
        found = {row.act: row for row in reversed(self.rows)}
        if Act.DEAL in found:
            found.setdefault(Act.KEY_AGAIN, _key_again_row(found[Act.DEAL]))
        return found

    def prohibition(self) -> str:
        """Where the book prints that a player is prohibited from further play, if it does."""
        printed = (remedy for row in self.irregularities for remedy in row.remedies)
        return next((remedy.cite for remedy in printed if remedy.remedy is Remedy.PROHIBIT), "")

    def cite_of(self, fault: Fault) -> str:
        """Where the book prints a fault, if it does."""
        row = self.irregularity(fault)
        return row.cite if row else ""

    def irregularity(self, fault: Fault) -> Irregularity | None:
        """The row of a fault, if the book has it."""
        return next((row for row in self.irregularities if row.fault is fault), None)


def _key_again_row(deals: Permission) -> Permission:
    """Whoever deals keys in again what was keyed in wrongly, until the round is settled; no book prints it."""
    phases = (Phase.SETTING, Phase.REVEALED)
    return Permission(act=Act.KEY_AGAIN, phases=phases, by=deals.by, cite=deals.cite)


def _bank_rows(cite: str) -> tuple[Permission, ...]:
    """The rows of every book in which players may bank."""
    between, betting = Phase.BETWEEN_ROUNDS, Phase.BETTING
    return (
        Permission(act=Act.OFFER_BANK, phases=(between,), by=Role.DEALER, cite=cite),
        Permission(act=Act.TAKE_BANK, phases=(between,), by=Role.PLAYER, cite=cite),
        Permission(act=Act.PASS_BANK, phases=(between, betting), by=Role.PLAYER, cite=cite),
    )
