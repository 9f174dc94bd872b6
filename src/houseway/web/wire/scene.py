"""A table as a page shows it to one viewer.

Here: the shape of everything a page needs to draw a table. Not here: how it is filled (`viewer_scene`,
`permissions`), or how it is sent (`messages`).
"""

from __future__ import annotations

from typing import Any, TypeAlias

import msgspec
from msgspec.structs import replace

from houseway.kept.debts import AtATable
from houseway.people.protection import Reality
from houseway.table import commands as c
from houseway.table import events as e
from houseway.table.view import TableView
from houseway.web.wire.requests import Requests

DEALERS = AUTOMATIC, PERSON = "automatic", "person"
DECKS = HOUSE_DECK, PHYSICAL = "house", "physical"
"""Who deals at a table, and from which deck."""


class Line(msgspec.Struct, frozen=True, kw_only=True):
    """An event, or a change of a debt, as one viewer sees it: itself, a sentence about it, and its clause."""

    version: int
    sentence: str
    clause: str
    event: e.AnyEvent | AtATable
    received: int = 0
    """The cents that the event's player gets from the table; negative where the table takes them."""
    net: int = 0
    """What the event adds to that player's result of the round: winnings positive, losses negative."""
    asked_by: str = ""
    """Staff: who asked for it, where another confirmed it."""


class You(msgspec.Struct, frozen=True, kw_only=True):
    """The viewer."""

    name: str
    role: int
    role_words: str
    positions: tuple[int, ...] = ()
    hands: tuple[int, ...] = ()
    """The positions whose hand the viewer plays in this round."""
    bankroll: int = 0
    owed: int = 0
    """What the viewer owes the house after corrections."""
    stacks: int = 0
    """How often the viewer has had a fresh stack of play chips."""
    prohibited: bool = False
    """Whether the viewer is prohibited from play, here or in the whole house."""
    staffs: str = ""
    """The position and name as which the viewer, a player, staffs this table: they may not play here."""
    barred: str = ""
    """Why the viewer, who is excluded, may not play, as a sentence."""
    check: Reality | None = None
    """The reality check that the viewer has to acknowledge before the next wager."""


class Clock(msgspec.Struct, frozen=True, kw_only=True):
    """What the automatic dealer is waiting for: the seconds in total, and the seconds left."""

    what: str
    """`betting`, `setting`, `change`, `withdrawal`, `remedy`, `compare`, `bank` or `next round`."""
    seconds: float
    left: float


class Exposure(msgspec.Struct, frozen=True, kw_only=True):
    """The most that a round can cost the house, in cents."""

    now: int
    """With the wagers on the layout."""
    most: int
    """With every wager at its maximum."""
    cap: int = 0
    """The most that is accepted at this table; 0 if that is not capped."""


class TableMode(msgspec.Struct, frozen=True, kw_only=True):
    """How the table is run."""

    dealer: str = AUTOMATIC
    deck: str = HOUSE_DECK
    open: bool = True
    by: str = ""
    """Who changed it last."""


class Split(msgspec.Struct, frozen=True, kw_only=True):
    """One way to set a hand, with its names; `foul` is the sentence that refuses it, if any."""

    low: c.Cards
    low_name: str
    high_name: str
    foul: str = ""


class Arranging(msgspec.Struct, frozen=True, kw_only=True):
    """The hand a player has viewed and not set: its cards, highest first, and every way to set them."""

    position: int
    cards: c.Cards
    splits: tuple[Split, ...]
    house_way: c.Cards
    clause: str


class Names(msgspec.Struct, frozen=True, kw_only=True):
    """The names of the two hands of a position, if the viewer sees them set."""

    low: str
    high: str
    call: str = ""
    """What the dealer calls where the cards make a Pai Gow."""


class BankAmounts(msgspec.Struct, frozen=True, kw_only=True):
    """How much the viewer may put up for a bank, in cents."""

    least: int
    most: int
    suggested: int
    covers: int
    """How many cents may be won against each cent that is put up."""
    clause: str


class BankOffer(msgspec.Struct, frozen=True, kw_only=True):
    """The bank that is offered to the viewer, as far as their chips go: alone, or with the house as co-banker."""

    position: int
    alone: BankAmounts | None = None
    shared: BankAmounts | None = None


class Cover(msgspec.Struct, frozen=True, kw_only=True):
    """How much a player's bank covers, and how much of that may still be bet against, in cents."""

    covers: int
    left: int


class Choice(msgspec.Struct, frozen=True, kw_only=True):
    """An act, a fault or a remedy that staff may choose, its clause, and the refusal where it cannot be chosen."""

    name: str
    clause: str = ""
    by: str = ""
    """The lowest role that may choose it, in words."""
    refusal: str = ""
    asks: tuple[str, ...] = ()
    """A fault: the details to ask for, as fields of its report."""
    two: bool = False
    """Whether it takes two people."""
    confirms: str = ""
    """The lowest position, in words, that confirms it once the viewer has asked for it; empty if they need nobody."""


class Permissions(msgspec.Struct, frozen=True, kw_only=True):
    """What the viewer can do now."""

    sit: tuple[int, ...] = ()
    leave: tuple[int, ...] = ()
    wager: dict[int, dict[str, int]] = {}
    """The wagers the viewer can bet on, by position, each with the smallest amount that can be added."""
    why_not_wager: dict[int, dict[str, str]] = {}
    """At the viewer's own positions, while they bet: the wagers they cannot place, each with the reason."""
    withdraw: dict[int, tuple[str, ...]] = {}
    view: tuple[int, ...] = ()
    one_hand: str = ""
    """Where the viewer has several hands and has looked at none: that only one may be looked at, as a sentence."""
    set: tuple[int, ...] = ()
    why_not_set: dict[int, str] = {}
    """The hands the viewer has looked at and cannot set now, each with the reason."""
    take_back: tuple[int, ...] = ()
    """The hands whose setting the viewer may take back."""
    share: tuple[int, ...] = ()
    """The viewer's positions that can be opened to others now, or closed again."""
    concede: tuple[int, ...] = ()
    bank: BankOffer | None = None
    """The bank that is offered to the viewer, and what they may put up for it."""
    pass_bank: int = 0
    """The position at which the viewer may pass the bank, or give it back; 0 for none."""
    withdraw_remaining: str = ""
    """The clause by which the viewer may withdraw all their wagers now."""
    cut: bool = False
    ready: bool = False
    chips: bool = False
    pay: int = 0
    """How much of what they owe the viewer can pay now."""
    company: int = 0
    """How many bots the viewer may ask for at most."""
    acts: tuple[Choice, ...] = ()
    """Staff: the acts of a dealer."""
    key_again: Choice | None = None
    """Staff: keying hands in again, in a round whose cards were keyed in."""
    faults: tuple[Choice, ...] = ()
    remedies: tuple[Choice, ...] = ()
    permit: Choice | None = None
    """Staff: permitting players to withdraw their wagers, where a remedy has led to that."""
    prohibit: Choice | None = None
    """Staff: prohibiting a player, or lifting that, where the book has a clause for it."""
    restrict: Choice | None = None
    """Staff: restricting a player to one area, or lifting that, where the book has a clause for it."""
    allow_more: Choice | None = None
    """Staff: allowing a player more than one hand, or ending that, where the book has a clause for it."""
    correct: Choice | None = None
    """Staff: correcting a settled round, where the book has a clause for it."""
    house_way: tuple[int, ...] = ()
    conceded: tuple[int, ...] = ()
    limits: bool = False
    """Staff: whether they may set the limits of the table, between rounds."""
    write_off: bool = False
    """Staff: whether the viewer may write off what a player owes."""


class Proposed(msgspec.Struct, frozen=True, kw_only=True):
    """A wager that staff ask a player for: the player places it, declines it, or lets the question lapse."""

    player: str
    by: str
    position: int
    wager: str
    cents: int
    lasts: int
    """Seconds from asking until the question lapses."""
    declined: bool = False


class Scene(msgspec.Struct, frozen=True, kw_only=True):
    """A table as a page shows it to one viewer."""

    table: TableView
    you: You
    can: Permissions
    running: TableMode
    clock: Clock | None = None
    commitment: str = ""
    """The house's commitment to the round's deck."""
    cut_by: tuple[str, ...] = ()
    present: tuple[str, ...] = ()
    """The players whose page is connected."""
    ready: tuple[str, ...] = ()
    supervised: bool = False
    """Whether staff are watching the table: players then decide when to look at their cards."""
    arranging: Arranging | None = None
    names: dict[int, Names] = {}
    owed: dict[str, int] = {}
    """Staff: what each player at the table owes the house, for those who owe something."""
    stopped: str = ""
    """Why play is stopped here by the emergency switch, as a sentence; empty where it is not."""
    exposure: Exposure | None = None
    """Staff: the most that a round can cost the house."""
    conflicts: dict[str, str] = {}
    """Staff: the players who staff this table and may not play here, each with who they are."""
    below: dict[int, dict[str, int]] = {}
    """While betting is open: the wagers below the minimum, which will be returned, each with that minimum."""
    cover: Cover | None = None
    """What the bank on the layout covers, where a player banks."""
    asked: Requests = Requests()
    """Staff: what waits for a second pair of eyes, and how the viewer's own requests ended."""
    proposals: tuple[Proposed, ...] = ()
    """Staff: the wagers that players are asked to agree to, and those they declined."""
    proposed: Proposed | None = None
    """A player: the wager that staff ask them to agree to."""
    bots: dict[str, str] = {}
    """The bots at the table, each with how it plays, in words."""
    company: int = 0
    """How many bots were asked for."""
    until_act: bool = False
    """Whether the offer to withdraw ends with the player's next act, or when the dealer goes on."""


SceneChanges: TypeAlias = dict[str, Any]
"""The fields of a scene that are not as they were in the message before; of `table` and `can`, the fields in them."""


class Own(msgspec.Struct, frozen=True, kw_only=True):
    """The fields of a scene that are made for each viewer: what concerns them, and what only staff are shown."""

    you: You
    can: Permissions
    arranging: Arranging | None = None
    owed: dict[str, int] = {}
    stopped: str = ""
    exposure: Exposure | None = None
    conflicts: dict[str, str] = {}
    asked: Requests = Requests()
    proposals: tuple[Proposed, ...] = ()
    proposed: Proposed | None = None


class Shown(msgspec.Struct, frozen=True):
    """A scene in two parts: what everybody with the same sight is shown, one value for all of them, and the rest."""

    common: Scene
    own: Own

    @property
    def scene(self) -> Scene:
        """The whole scene."""
        return replace(self.common, **{field: getattr(self.own, field) for field in Own.__struct_fields__})
