"""Events: what happened at a table.

Here: the events, past tense, as plain data, and who may see each. Not here: what they do to the table (`evolve`).

Every event declares its audience. Other viewers see the event without its hidden fields.
"""

from __future__ import annotations

import enum
from typing import ClassVar, TypeAlias

import msgspec

from houseway.rulebook.comparison import Comparison, Result
from houseway.rulebook.procedure import Fault, Remedy, Role
from houseway.rulebook.wagers import EnvyBar
from houseway.table.commands import Cards

EVERYBODY, PLAYER, STAFF, NOBODY = "everybody", "player", "staff", "nobody"
"""Who may see all of an event: everybody, only the player of its position, staff, or nobody."""


class Event(msgspec.Struct, frozen=True, tag=True, kw_only=True, gc=False):
    """Something that happened; `clause` is the clause of the book behind it."""

    audience: ClassVar[str] = EVERYBODY
    hidden: ClassVar[tuple[str, ...]] = ()
    """The fields hidden from viewers outside the audience; if there are none, they do not see the event at all."""
    clause: str = ""


class TableOpened(Event, frozen=True, tag="table opened"):
    """A table opened under a book with its limits."""

    table: str
    book: str
    digest: str
    positions: int
    unit: int
    limits: dict[str, tuple[int, int]] = msgspec.field(default_factory=dict)
    pay_tables: dict[str, str] = msgspec.field(default_factory=dict)
    manual: bool = False


class LimitsSet(Event, frozen=True, tag="limits set"):
    """The house set the limits of wagers, and the most that a round may cost it.

    It has no clause where the book prints no limits: what the house accepts there is its own decision.
    """

    by: str
    limits: dict[str, tuple[int, int]] = msgspec.field(default_factory=dict)
    """The limits of every wager from now on."""
    exposure: int = 0
    """The most that a round may cost the house; 0 if that is not capped."""


class PlaceTaken(Event, frozen=True, tag="place taken"):
    """A player took a position."""

    position: int
    player: str


class PlaceLeft(Event, frozen=True, tag="place left"):
    """A player gave up a position."""

    position: int
    player: str


class BettingOpened(Event, frozen=True, tag="betting opened"):
    """The dealer announced: place your bets."""

    round: int
    own_deck: bool = False
    """Whether the house has committed to its own deck for this round."""


class WagerPlaced(Event, frozen=True, tag="wager placed"):
    """A player placed a wager or added to one."""

    position: int
    wager: str
    player: str
    cents: int
    by: str = ""
    """The member of staff who placed it at the player's request, if one did."""
    acting: str = ""
    """The clause by which that member of staff acted for a lower position, if so."""
    joins: str = ""
    """The clause by which it joins the wager that is already there, if one is."""


class WagerWithdrawn(Event, frozen=True, tag="wager withdrawn"):
    """A player withdrew a wager before betting closed."""

    position: int
    wager: str
    player: str
    cents: int


class AreaShared(Event, frozen=True, tag="area shared"):
    """A seated player lets others bet on the area, or no longer does."""

    position: int
    player: str
    stopped: bool = False


class BettingClosed(Event, frozen=True, tag="betting closed"):
    """The dealer announced: no more bets."""


class HandDealt(Event, frozen=True, tag="hand dealt"):
    """Cards lie at a position, face down."""

    audience: ClassVar[str] = NOBODY
    hidden: ClassVar[tuple[str, ...]] = ("cards",)
    position: int
    number: int
    cards: Cards


class DealEnded(Event, frozen=True, tag="deal ended"):
    """All cards are dealt; players may set."""

    own_deck: bool = False
    """Whether the house dealt from its own shuffled deck; otherwise the cards of a physical deal were entered."""


class CardsKeyedAgain(Event, frozen=True, tag="cards keyed again"):
    """The cards of a position were keyed in again, because they had been keyed in wrongly."""

    audience: ClassVar[str] = NOBODY
    hidden: ClassVar[tuple[str, ...]] = ("cards", "was")
    position: int
    number: int
    cards: Cards
    was: Cards
    """The cards as they were keyed in before."""
    by: str


class HandViewed(Event, frozen=True, tag="hand viewed"):
    """A player looked at the cards of a position."""

    position: int
    player: str


class FoulDeclared(Event, frozen=True, tag="foul declared"):
    """A player set a low hand higher than the high hand; the dealer sets it."""

    position: int
    player: str


class HandSet(Event, frozen=True, tag="hand set"):
    """A hand was set, by its player or the house way."""

    audience: ClassVar[str] = PLAYER
    hidden: ClassVar[tuple[str, ...]] = ("low", "house_way", "wrong")
    position: int
    low: Cards
    house_way: str = ""
    """The clause of the house way that decides, if the dealer set the hand."""
    wrong: bool = False
    """Whether the dealer set it otherwise than that clause says."""


class SettingTakenBack(Event, frozen=True, tag="setting taken back"):
    """A player took a setting back, to set the hand again."""

    position: int
    player: str


class DealerRevealed(Event, frozen=True, tag="dealer revealed"):
    """The dealer's cards are face up and set."""

    cards: Cards
    low: Cards
    house_way: str
    wrong: bool = False
    """Whether the dealer set it otherwise than the house way says."""
    banker: str = ""
    """The player whose bank it is, if a player banks; `house_way` is empty where they set it."""


class RevealEnded(Event, frozen=True, tag="reveal ended"):
    """The dealer's hand is face up after the players have set: hands are compared next."""


class DealerFailedToQualify(Event, frozen=True, tag="dealer failed to qualify"):
    """The dealer's hand makes the main wagers push: it does not qualify, or the clause says what it is."""


class HandConceded(Event, frozen=True, tag="hand conceded"):
    """A player gave up a hand."""

    position: int
    player: str


class ConcededHandViewed(Event, frozen=True, tag="conceded hand viewed"):
    """Staff looked at a conceded hand."""

    audience: ClassVar[str] = STAFF
    position: int
    by: str
    acting: str = ""
    """The clause by which that member of staff acted for a lower position, if so."""


class HandShown(Event, frozen=True, tag="hand shown"):
    """A player's hand was turned, and compared with the dealer's."""

    position: int
    low: Cards
    """Empty if the hand was never set: `high` then has all its cards, and nothing was compared."""
    high: Cards
    low_result: Comparison = Comparison.NOT_COMPARED
    high_result: Comparison = Comparison.NOT_COMPARED


class LimitRule(enum.Enum):
    """Which limit of the table changed how a wager was settled."""

    NONE = ""
    UNDER_MINIMUM = "under minimum"
    """Settled anyway, which is allowed once per player."""
    UNDER_MINIMUM_AGAIN = "under minimum again"
    """Returned: the player was under the minimum before."""
    OVER_MAXIMUM = "over maximum"
    """Settled on the maximum, and the excess returned."""


class WagerSettled(Event, frozen=True, tag="wager settled"):
    """One player's share of a wager was settled."""

    position: int
    wager: str
    player: str
    stake: int
    result: Result
    payout: int = 0
    """What the house pays, before commission."""
    commission: int = 0
    back: int = 0
    """How much of the stake goes back to the player."""
    line: str = ""
    reason: str = ""
    """The reason in words, for people to read; nothing depends on it."""
    limit: LimitRule = LimitRule.NONE
    bank: str = ""
    """The player whose bank pays it or wins it; empty where the house does."""

    @property
    def lost(self) -> int:
        """What the wager brings whoever banks; negative where they pay."""
        return self.stake - self.back - self.payout

    @property
    def received(self) -> int:
        """What the player gets in total: the stake back, plus the payout less commission."""
        return self.back + self.payout - self.commission


class EnvyPaid(Event, frozen=True, tag="envy paid"):
    """A player received an Envy Bonus for another player's hand."""

    player: str
    position: int
    line: str
    cents: int


class EnvyBarred(Event, frozen=True, tag="envy barred"):
    """A player received no Envy Bonus for another player's hand, because a clause bars it."""

    player: str
    position: int
    line: str
    bar: EnvyBar


class RoundSettled(Event, frozen=True, tag="round settled"):
    """Every wager of the round is settled."""

    round: int


class RoundVoided(Event, frozen=True, tag="round voided"):
    """The round is void; the wagers were returned."""

    round: int


class PlayerRestricted(Event, frozen=True, tag="player restricted"):
    """A player may wager on only one area, or that restriction was lifted."""

    player: str
    lifted: bool = False
    acting: str = ""
    """The clause by which somebody acted for a lower position, if so."""


class MoreHandsAllowed(Event, frozen=True, tag="more hands allowed"):
    """A player may play more than one hand, or no longer may."""

    player: str
    lifted: bool = False


class IrregularityReported(Event, frozen=True, tag="irregularity reported"):
    """Something went wrong; the round is on hold. The note on it is for staff only."""

    audience: ClassVar[str] = STAFF
    hidden: ClassVar[tuple[str, ...]] = ("note",)
    fault: Fault
    by: str
    role: Role = Role.DEALER
    """The position of whoever reported it: nobody below may withdraw the report."""
    position: int = -1
    wager: str = ""
    player: str = ""
    cents: int = 0
    cards: int = 0
    handled: bool = False
    note: str = ""


class IrregularityRemedied(Event, frozen=True, tag="irregularity remedied"):
    """A remedy was chosen; play goes on unless the round is void."""

    fault: Fault
    remedy: Remedy
    by: str
    then_withdraw: str = ""
    """The clause by which a supervisor may now permit players to withdraw their other wagers."""


class ReportRetracted(Event, frozen=True, tag="report retracted"):
    """A report was withdrawn; the round goes on as before."""

    fault: Fault
    by: str


class HandsMoved(Event, frozen=True, tag="hands moved"):
    """Complete hands were moved to where they belong."""

    moves: dict[int, int]


class HandReconstructed(Event, frozen=True, tag="hand reconstructed"):
    """The cards of a position were put right."""

    audience: ClassVar[str] = NOBODY
    hidden: ClassVar[tuple[str, ...]] = ("cards",)
    position: int
    number: int
    cards: Cards


class HandRemoved(Event, frozen=True, tag="hand removed"):
    """A hand was taken out of play."""

    position: int


class WagerFound(Event, frozen=True, tag="wager found"):
    """A wager turned out to differ from what was recorded: `cents` is the player's share now."""

    position: int
    wager: str
    player: str
    was: int
    cents: int


class PlayerProhibited(Event, frozen=True, tag="player prohibited"):
    """A player is prohibited from further play, or the prohibition was lifted."""

    player: str
    lifted: bool = False


class WithdrawalOffered(Event, frozen=True, tag="withdrawal offered"):
    """Players may withdraw their wagers."""

    until_next_act: bool = False
    """Whether the offer lasts only until the player's or the dealer's next act."""


class WithdrawalEnded(Event, frozen=True, tag="withdrawal ended"):
    """The offer to withdraw has ended: the dealer went on."""


class SettlementCorrected(Event, frozen=True, tag="settlement corrected"):
    """A wager of an earlier round is paid, or retrieved, as the right setting of the hand requires."""

    round: int
    position: int
    wager: str
    player: str
    was: Result
    result: Result
    cents: int
    """What the player receives; a negative amount is retrieved."""
    commission: int = 0
    """How the commission changes."""


class EnvyCorrected(Event, frozen=True, tag="envy corrected"):
    """An Envy Bonus of an earlier round is paid, or retrieved."""

    round: int
    position: int
    player: str
    cents: int
    """What the player receives; a negative amount is retrieved."""


class RoundCorrected(Event, frozen=True, tag="round corrected"):
    """An earlier round was corrected."""

    round: int
    by: str
    removed: tuple[int, ...] = ()
    """The positions whose hands no longer count: their wagers were returned."""
    void: bool = False
    """Whether the whole round became void."""
    unmarked: tuple[str, ...] = ()
    """Players whose one wager below the minimum was returned by this, so that it does not count."""


class BankOffered(Event, frozen=True, tag="bank offered"):
    """The bank of the next round is offered to a player."""

    position: int
    player: str


class BankTaken(Event, frozen=True, tag="bank taken"):
    """A player took the bank and put an amount up."""

    position: int
    player: str
    cents: int
    shared: bool = False
    """Whether the house has the other half of the bank."""


class BankPassed(Event, frozen=True, tag="bank passed"):
    """A player passed the bank, or gave it back: `cents` is what they had put up."""

    position: int
    player: str
    cents: int = 0


class BankSettled(Event, frozen=True, tag="bank settled"):
    """A player's bank has ended."""

    position: int
    player: str
    cents: int
    """What the player had put up."""
    won: int = 0
    """What the whole bank won, or lost if negative."""
    house: int = 0
    """The house's part of that, in a shared bank."""
    commission: int = 0

    @property
    def received(self) -> int:
        """What the player gets in total: the amount put up, with what their part won or lost, less commission."""
        return self.cents + self.won - self.house - self.commission


class ChipsBought(Event, frozen=True, tag="chips bought"):
    """A player bought chips at the cage, away from any table."""

    player: str
    cents: int


AnyEvent: TypeAlias = (
    TableOpened
    | LimitsSet
    | ChipsBought
    | PlaceTaken
    | PlaceLeft
    | BettingOpened
    | WagerPlaced
    | WagerWithdrawn
    | AreaShared
    | BettingClosed
    | HandDealt
    | DealEnded
    | CardsKeyedAgain
    | HandViewed
    | FoulDeclared
    | HandSet
    | SettingTakenBack
    | DealerRevealed
    | RevealEnded
    | DealerFailedToQualify
    | HandConceded
    | ConcededHandViewed
    | HandShown
    | WagerSettled
    | EnvyPaid
    | EnvyBarred
    | RoundSettled
    | RoundVoided
    | PlayerRestricted
    | MoreHandsAllowed
    | IrregularityReported
    | IrregularityRemedied
    | ReportRetracted
    | HandsMoved
    | HandReconstructed
    | HandRemoved
    | WagerFound
    | PlayerProhibited
    | WithdrawalOffered
    | WithdrawalEnded
    | SettlementCorrected
    | EnvyCorrected
    | RoundCorrected
    | BankOffered
    | BankTaken
    | BankPassed
    | BankSettled
)
