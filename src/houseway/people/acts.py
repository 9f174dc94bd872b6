"""Who may do what in the house: the matrix of positions and acts, in one place.

Here: every act of the house and every request at a table, with who may do it; whoever is not named may not. Each HTTP
route and each message of a page names its act (`web.http.guard`, `web.wire.messages`), and one that names none is
refused when the house opens. Not here: when an act is possible at a table, and what it takes: the matrix says who may
send such a request at all, and the book's procedure decides the rest (`table.decide`).
"""

from __future__ import annotations

import enum
from collections.abc import Collection, Iterable
from typing import Final

from houseway.errors import WrongRole
from houseway.people.positions import Position
from houseway.rulebook.procedure import Role
from houseway.table import commands as c


class Who(enum.Enum):
    """The columns: everybody a request can come from. Whoever was dismissed or is locked is anyone."""

    ANYONE = "anyone"
    PLAYER = Role.PLAYER.words
    DEALER = Position.DEALER.words
    PIT_SUPERVISOR = Position.PIT_SUPERVISOR.words
    PIT_MANAGER = Position.PIT_MANAGER.words
    GAMING_SHIFT_MANAGER = Position.GAMING_SHIFT_MANAGER.words
    AUDITOR = Position.AUDITOR.words

    @property
    def words(self) -> str:
        """The column in words."""
        return self.value

    def __repr__(self) -> str:
        return f"Who.{self.name}"


class Cell(enum.Enum):
    """What the matrix says in one place."""

    YES = "yes"
    BOOK = "book"
    """May ask; the book's procedure decides."""
    NO = "no"


EVERYBODY: Final = frozenset(Who)
PLAYERS: Final = frozenset({Who.PLAYER})
STAFF: Final = frozenset({Who.DEALER, Who.PIT_SUPERVISOR, Who.PIT_MANAGER, Who.GAMING_SHIFT_MANAGER})
"""Everybody who works at a table."""
SUPERVISORS: Final = STAFF - {Who.DEALER}
MANAGERS: Final = SUPERVISORS - {Who.PIT_SUPERVISOR}
SHIFT_MANAGER: Final = frozenset({Who.GAMING_SHIFT_MANAGER})
AUDITORS: Final = frozenset({Who.AUDITOR})


class HouseAct(enum.Enum):
    """The acts of the house, in words that follow "may"."""

    # anybody
    LOOK = "look at the lobby, the rules, the odds, the published proofs, and whether the house is well"
    SIGN_IN = "take a name, accept an invitation, or sign in and out"
    WATCH = "watch a table"
    # players
    OWN_KEY = "replace their own key"
    PAY_DEBT = "pay what they owe from their chips"
    OWN_ROUNDS = "look at the rounds they played"
    PROTECT_SELF = "set limits for themselves, exclude themselves, and acknowledge a reality check"
    TRAIN = "keep what they trained, take the dealer test, and set the hands of the Daily ten"
    PLAY = "cut, say they are ready, decline a wager that staff ask for, get play chips, speak, or ask for bots"
    # at a table
    ASK = "send a request to a table"
    OPEN_CONSOLE = "open the console of a table"
    PREVIEW = "preview a request"
    RUN_TABLE = "change who deals and from which deck"
    OPEN_OR_CLOSE_TABLE = "open or close a table"
    # two pairs of eyes
    SEE_REQUESTS = "see what waits for a second pair of eyes"
    ASK_FOR_TWO = "ask for what takes two people, and take that back"
    CONFIRM = "confirm or decline what another asked for"
    # on the floor
    ROUNDS = "look at the rounds of a table"
    SEE_DEBTS = "see what players owe"
    RECORD_CASH = "record a payment in cash"
    WRITE_OFF = "ask to write off what a player owes"
    ADD_TABLE = "add a table to the house"
    SEE_STOPS = "see what the emergency switch has stopped"
    STOP = "stop the house, a table or a player, and retire a table"
    SEE_EXCLUSIONS = "see who is excluded from play"
    EXCLUDE = "exclude a player from the whole house, and lift an exclusion"
    LIFT_PROHIBITION = "lift a prohibition from play, in the whole house"
    SEE_CAGE = "look at the cage"
    RECORD_IN_CAGE = "ask the cage to record something"
    READ_REPORTS = "read the report of a shift"
    SEE_ALARMS = "see the alarms"
    AUDIT = "read significant events, evidence, the state of the journal and every round of a player, and export them"
    REVOKE_KEY = "revoke the key of a player"
    ISSUE_KEY = "ask for a new key for a player"
    ERASE = "ask for the personal data of a player to be erased"
    # staff
    OWN_ACCOUNT = "change their own password and second factor"
    SEE_STAFF = "see the list of staff"
    MANAGE_STAFF = "invite, dismiss, move and unlock staff"

    @property
    def words(self) -> str:
        """The act in words."""
        return self.value

    def __repr__(self) -> str:
        return f"HouseAct.{self.name}"


ACTS: Final[dict[HouseAct, frozenset[Who]]] = {
    HouseAct.LOOK: EVERYBODY,
    HouseAct.SIGN_IN: EVERYBODY,
    HouseAct.WATCH: EVERYBODY,
    HouseAct.OWN_KEY: PLAYERS,
    HouseAct.PAY_DEBT: PLAYERS,
    HouseAct.OWN_ROUNDS: PLAYERS,
    HouseAct.PROTECT_SELF: PLAYERS,
    HouseAct.TRAIN: PLAYERS,
    HouseAct.PLAY: PLAYERS,
    HouseAct.ASK: PLAYERS | STAFF,
    HouseAct.OPEN_CONSOLE: STAFF,
    HouseAct.PREVIEW: STAFF,
    HouseAct.RUN_TABLE: STAFF,
    HouseAct.OPEN_OR_CLOSE_TABLE: SUPERVISORS,
    HouseAct.SEE_REQUESTS: STAFF | AUDITORS,
    HouseAct.ASK_FOR_TWO: STAFF,
    HouseAct.CONFIRM: SUPERVISORS,
    HouseAct.ROUNDS: PLAYERS | STAFF | AUDITORS,
    HouseAct.SEE_DEBTS: STAFF | AUDITORS,
    HouseAct.RECORD_CASH: STAFF,
    HouseAct.WRITE_OFF: SUPERVISORS,
    HouseAct.ADD_TABLE: SHIFT_MANAGER,
    HouseAct.SEE_STOPS: STAFF | AUDITORS,
    HouseAct.STOP: SHIFT_MANAGER,
    HouseAct.SEE_EXCLUSIONS: STAFF | AUDITORS,
    HouseAct.EXCLUDE: SHIFT_MANAGER,
    HouseAct.LIFT_PROHIBITION: SHIFT_MANAGER,
    HouseAct.SEE_CAGE: STAFF | AUDITORS,
    HouseAct.RECORD_IN_CAGE: STAFF,
    HouseAct.READ_REPORTS: SUPERVISORS | AUDITORS,
    HouseAct.SEE_ALARMS: STAFF | AUDITORS,
    HouseAct.AUDIT: SHIFT_MANAGER | AUDITORS,
    HouseAct.REVOKE_KEY: MANAGERS,
    HouseAct.ISSUE_KEY: MANAGERS,
    HouseAct.ERASE: SHIFT_MANAGER,
    HouseAct.OWN_ACCOUNT: STAFF | AUDITORS,
    HouseAct.SEE_STAFF: SUPERVISORS | AUDITORS,
    HouseAct.MANAGE_STAFF: MANAGERS,
}
"""Who may do each act of the house."""

COMMANDS: Final[dict[type[c.Command], frozenset[Who]]] = {
    c.Sit: PLAYERS,
    c.Leave: PLAYERS,
    c.PlaceWager: PLAYERS | STAFF,
    c.WithdrawWager: PLAYERS,
    c.ShareArea: PLAYERS,
    c.ViewHand: PLAYERS,
    c.SetHand: PLAYERS,
    c.TakeBack: PLAYERS,
    c.Concede: PLAYERS,
    c.WithdrawRemaining: PLAYERS,
    c.TakeBank: PLAYERS,
    c.PassBank: PLAYERS,
    c.AnnouncePlaceYourBets: STAFF,
    c.AnnounceNoMoreBets: STAFF,
    c.Deal: STAFF,
    c.KeyIn: STAFF,
    c.KeyAgain: STAFF,
    c.SetHouseWay: STAFF,
    c.EndSetting: STAFF,
    c.Reveal: STAFF,
    c.ViewConceded: STAFF,
    c.Settle: STAFF,
    c.OfferBank: STAFF,
    c.Report: STAFF,
    c.RemedyFault: STAFF,
    c.Retract: STAFF,
    c.PermitWithdrawal: STAFF,
    c.Restrict: STAFF,
    c.AllowMore: STAFF,
    c.Prohibit: STAFF,
    c.Correct: STAFF,
    c.SetLimits: SHIFT_MANAGER,
}
"""Who may send each request to a table at all; the book decides the rest."""

MANAGES: Final[dict[Position, frozenset[Position]]] = {
    Position.PIT_MANAGER: frozenset({Position.DEALER, Position.PIT_SUPERVISOR}),
    Position.GAMING_SHIFT_MANAGER: frozenset(Position),
}
"""Which positions each position may invite, dismiss, move and unlock; itself never (`must_manage`)."""


def who_is(position: Position) -> Who:
    """The column of a position."""
    return Who[position.name]


def who_has(role: Role) -> Who:
    """The column of a role at a table."""
    return Who[role.name]


def cell(act: HouseAct | type[c.Command], who: Who) -> Cell:
    """What the matrix says.

    >>> cell(HouseAct.WRITE_OFF, Who.DEALER), cell(c.Prohibit, Who.DEALER), cell(HouseAct.LOOK, Who.ANYONE)
    (<Cell.NO: 'no'>, <Cell.BOOK: 'book'>, <Cell.YES: 'yes'>)
    """
    if isinstance(act, HouseAct):
        return Cell.YES if who in ACTS.get(act, frozenset()) else Cell.NO
    return Cell.BOOK if who in COMMANDS.get(act, frozenset()) else Cell.NO


def is_allowed(act: HouseAct | type[c.Command], who: Iterable[Who]) -> bool:
    """Whether any of these may do it, or ask for it."""
    return any(cell(act, each) is not Cell.NO for each in who)


def must_be_allowed(act: HouseAct | type[c.Command], who: Collection[Who]) -> None:
    """Refuse an act to whoever may not do it.

    >>> must_be_allowed(HouseAct.WRITE_OFF, {Who.DEALER})
    Traceback (most recent call last):
    houseway.errors.WrongRole: only the pit supervisor or above may ask to write off what a player owes
    """
    if not is_allowed(act, who):
        allowed = ACTS.get(act, frozenset()) if isinstance(act, HouseAct) else COMMANDS.get(act, frozenset())
        words = act.words if isinstance(act, HouseAct) else f"ask for this at a table: {name_of(act)}"
        raise WrongRole(f"only {_named(allowed)} may {words}")


def must_manage(by: Position, who: str, other: str, position: Position) -> None:
    """Refuse staff who manage somebody of a position that is not theirs to manage, or themselves."""
    if who.casefold() == other.casefold():
        raise WrongRole("nobody may do this to their own account; ask somebody else of your position or above")
    if position not in MANAGES.get(by, frozenset()):
        raise WrongRole(f"the {by.words} may not do this for a {position.words}")


def name_of(command: type[c.Command]) -> str:
    """The name of a request, as pages send it."""
    return str(command.__struct_config__.tag)


def _named(allowed: frozenset[Who]) -> str:
    """Those who may, in words.

    >>> _named(SUPERVISORS), _named(PLAYERS), _named(STAFF | AUDITORS), _named(PLAYERS | STAFF)
    ('the pit supervisor or above', 'a player', 'staff', 'a player or staff at a table')
    """
    parts = []
    if Who.PLAYER in allowed:
        parts.append("a player")
    staff = [who for who in Who if who in allowed & STAFF]
    if staff and allowed >= STAFF:
        parts.append("staff" if Who.AUDITOR in allowed else "staff at a table" if parts else "staff")
    elif staff:
        parts.append(f"the {staff[0].words}{' or above' if len(staff) > 1 else ''}")
    if Who.AUDITOR in allowed and not allowed >= STAFF:
        parts.append("an auditor")
    return " or ".join(parts) or "nobody"
