"""The state of a table: its players, wagers and hands, and the round in progress.

Here: the state as plain data, and what can be read off it. Not here: how an event changes it (`evolve`), or any rule.
"""

from __future__ import annotations

import msgspec

from houseway.rulebook.procedure import MOST_POSITIONS, Fault, Phase, Role
from houseway.table.commands import Cards

DEALER = 0
"""The dealer's key among the hands."""


class Stake(msgspec.Struct, frozen=True, gc=False):
    """One player's share of a wager."""

    player: str
    cents: int


class Hand(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """The cards of a position, and whether they were viewed, set, conceded or shown."""

    cards: Cards
    viewed_by: str = ""
    low: Cards = ()
    house_way: str = ""
    wrong: bool = False
    """Whether the dealer set it otherwise than the house way says."""
    conceded: bool = False
    shown: bool = False
    shown_to: frozenset[str] = frozenset()
    """Staff who looked at the hand once it was conceded."""

    @property
    def is_set(self) -> bool:
        """Whether the hand is set."""
        return bool(self.low)

    @property
    def high(self) -> Cards:
        """The cards of the high hand, once it is set."""
        low = self.low
        return tuple([card for card in self.cards if card not in low])


class Hold(msgspec.Struct, frozen=True, kw_only=True):
    """A reported fault that is waiting for a remedy."""

    fault: Fault
    clause: str
    by: str = ""
    role: Role = Role.DEALER
    """Who reported it, and in which position."""
    position: int = -1
    wager: str = ""
    player: str = ""
    cents: int = 0
    cards: int = 0
    handled: bool = False
    note: str = ""


class Correction(msgspec.Struct, frozen=True, kw_only=True):
    """What has been corrected in a settled round."""

    set_right: bool = False
    """Whether every hand the dealer set was put right."""
    removed: frozenset[int] = frozenset()
    """The positions whose wagers were returned."""
    void: bool = False


class Bank(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """A player's bank: what they have put up, with what it has won or lost while the round is settled."""

    player: str
    position: int
    cents: int
    shared: bool = False
    """Whether the house has the other half."""

    @property
    def covers(self) -> int:
        """How much may be won against it."""
        return 2 * self.cents if self.shared else self.cents


class Table(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """A table with its book, its players, and the round in progress."""

    id: str = ""
    book: str = ""
    positions: int = MOST_POSITIONS
    unit: int = 100
    limits: dict[str, tuple[int, int]] = {}
    exposure_cap: int = 0
    """The most that a round may cost the house; 0 if that is not capped."""
    pay_tables: dict[str, str] = {}
    manual: bool = False
    phase: Phase = Phase.BETWEEN_ROUNDS
    round: int = 0
    seats: dict[int, str] = {}
    wagers: dict[int, dict[str, tuple[Stake, ...]]] = {}
    hands: dict[int, Hand] = {}
    hold: Hold | None = None
    offer: str = ""
    """The clause by which players may withdraw their wagers now; empty if they may not."""
    offer_until_act: bool = False
    """Whether that offer lasts only until the player's or the dealer's next act."""
    offer_over: frozenset[str] = frozenset()
    """The players for whom such an offer has ended."""
    may_permit: str = ""
    """The clause by which a supervisor may permit players to withdraw their wagers."""
    outcome: bool = False
    """Whether an outcome is established: the dealer is revealed, or a wager was won or lost."""
    own_deck: bool = False
    """Whether the cards of this round come from the house's own deck: known once the house has committed to it."""
    played: frozenset[str] = frozenset()
    """Who has placed a wager in this round, or placed one in the last."""
    viewed: dict[str, int] = {}
    """Who has viewed a hand in this round, and at which position first; it stays so when the hand is removed."""
    handled: bool = False
    """Whether a player was reported to have handled cards in this round."""
    exposed: int = 0
    """The cards reported as exposed in this round so far."""
    returned: dict[int, dict[str, int]] = {}
    """The parts of each wager that were returned or withdrawn by rule since betting closed."""
    settled: bool = False
    """Whether the last round was settled: a fault found now changes it by a correction."""
    shared: frozenset[int] = frozenset()
    """The areas whose seated player lets others bet on them."""
    restricted: frozenset[str] = frozenset()
    allowed_more: frozenset[str] = frozenset()
    prohibited: frozenset[str] = frozenset()
    under_minimum: frozenset[str] = frozenset()
    """Players who have had a wager below the minimum settled."""
    corrections: dict[int, Correction] = {}
    """What has been corrected in earlier rounds."""
    bank: Bank | None = None
    """The player who banks this round or the next; None where the house does."""
    bank_turn: int = 0
    """The position that was offered the bank last."""
    bank_offered: bool = False
    """Whether that offer is open."""
    bank_round: int = 0
    """The last round whose bank was offered to somebody."""
    version: int = 0

    def stakes(self, position: int, wager: str) -> tuple[Stake, ...]:
        """Who has how much on a wager, in the order they placed it."""
        return self.wagers.get(position, {}).get(wager, ())

    def total(self, position: int, wager: str) -> int:
        """All the money on a wager."""
        return sum(stake.cents for stake in self.stakes(position, wager))

    def controller(self, position: int) -> str:
        """Who plays the hand at a position: the first who shares its first wager, or else the seated player.

        The first wager is the main wager, unless that was returned and only side wagers are left. The dealer's hand is
        played by a player who banks alone.
        """
        if position == DEALER and self.bank and not self.bank.shared:
            return self.bank.player
        stakes = next(iter(self.wagers.get(position, {}).values()), ())
        return stakes[0].player if stakes else self.seats.get(position, "")

    def positions_of(self, player: str) -> tuple[int, ...]:
        """Where a player is seated."""
        return tuple(position for position, seated in sorted(self.seats.items()) if seated == player)

    def in_play(self) -> tuple[int, ...]:
        """The positions that have a wager and cards."""
        return tuple(position for position in sorted(self.wagers) if position in self.hands)

    def set_by_players(self) -> tuple[int, ...]:
        """The positions whose hands players set: those in play, and the dealer's where a player banks."""
        return (*self.in_play(), *((DEALER,) if DEALER in self.hands and self.controller(DEALER) else ()))

    def short(self, position: int, wager: str) -> bool:
        """Whether a wager is below the minimum for another reason than a part that was returned by rule."""
        whole = self.total(position, wager) + self.returned.get(position, {}).get(wager, 0)
        return whole < self.limits.get(wager, (0, 0))[0]

    def offered(self, player: str) -> str:
        """The clause by which a player may withdraw all wagers now, or an empty string."""
        return "" if player in self.offer_over else self.offer

    def on_layout(self, player: str) -> int:
        """What a player has on the layout: the stakes, and what they have put up for a bank."""
        return self.on_layouts().get(player, 0)

    def on_layouts(self) -> dict[str, int]:
        """What each player has on the layout; players without anything there are left out."""
        found = {self.bank.player: self.bank.cents} if self.bank else {}
        for stake in (each for wagers in self.wagers.values() for stakes in wagers.values() for each in stakes):
            found[stake.player] = found.get(stake.player, 0) + stake.cents
        return found

    def escrow(self) -> int:
        """All the money on the layout."""
        put_up = self.bank.cents if self.bank else 0
        return put_up + sum(
            stake.cents for wagers in self.wagers.values() for stakes in wagers.values() for stake in stakes
        )
