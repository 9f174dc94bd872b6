"""Which entries of the journal are significant events: the one place that decides, for every kind of every stream.

Here: the decision for each kind of entry. A significant one is noted (`journal.significant`) in the transaction that
writes the entry; any other has the reason why not. A kind that is not here cannot be written by whoever asks. Not here:
what the note says, which its writer knows (`table_notes`, `cage.desk`, `people.staff`, and others).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from houseway.table import events as e
from houseway.table.record import kind

YES: Final = ""
"""The reason why an entry is not significant is empty where it is."""
_PLAY: Final = "ordinary play: the record of the round has it, with who and under which clause"
_PLAY_UNLESS_LARGE: Final = "ordinary play; above the amount of the house it is noted as a large wager or a large win"
_WITH_ANOTHER: Final = "it is written together with an event that is significant"
_IN_PART: Final = "the event of the correction lists it"
_SIGN_IN: Final = "ordinary use of an account: its own stream has it with the time"
_PLAYERS_OWN: Final = "a player's act for themselves: their own stream has it with the time"
_TECHNICAL: Final = "technical: the proof of the deck and the record of the round show it"


def _kinds(reason: str, *named: str) -> dict[str, str]:
    return dict.fromkeys(named, reason)


def _events(reason: str, *types: type[e.Event]) -> dict[str, str]:
    return {str(each.__struct_config__.tag): reason for each in types}


_TABLE: Final = {
    **_events(
        YES,
        e.TableOpened,
        e.LimitsSet,
        e.ConcededHandViewed,
        e.RoundVoided,
        e.PlayerRestricted,
        e.MoreHandsAllowed,
        e.IrregularityReported,
        e.IrregularityRemedied,
        e.ReportRetracted,
        e.HandsMoved,
        e.HandReconstructed,
        e.CardsKeyedAgain,
        e.HandRemoved,
        e.WagerFound,
        e.PlayerProhibited,
        e.WithdrawalOffered,
        e.RoundCorrected,
    ),
    **_events(_PLAY_UNLESS_LARGE, e.WagerPlaced, e.WagerSettled, e.EnvyPaid),
    **_events(_IN_PART, e.SettlementCorrected, e.EnvyCorrected),
    **_events(
        _PLAY,
        e.PlaceTaken,
        e.PlaceLeft,
        e.BettingOpened,
        e.WagerWithdrawn,
        e.AreaShared,
        e.BettingClosed,
        e.HandDealt,
        e.DealEnded,
        e.HandViewed,
        e.FoulDeclared,
        e.HandSet,
        e.SettingTakenBack,
        e.DealerRevealed,
        e.RevealEnded,
        e.DealerFailedToQualify,
        e.HandConceded,
        e.HandShown,
        e.EnvyBarred,
        e.RoundSettled,
        e.WithdrawalEnded,
        e.BankOffered,
        e.BankTaken,
        e.BankPassed,
        e.BankSettled,
    ),
    **_events("it is never at a table: the stream `cage:` has it", e.ChipsBought),
}

DECISIONS: Final[dict[str, dict[str, str]]] = {
    "table:": _TABLE,
    "run:": _kinds(YES, "table run"),
    "prohibited": _kinds(_WITH_ANOTHER, "player prohibited"),
    "deck:": _kinds(_TECHNICAL, "deck committed", "deck words", "deck revealed"),
    "seals:": _kinds(_TECHNICAL, "round key disclosed") | _kinds(_WITH_ANOTHER, "round key lost"),
    "played:": _kinds("a result with its time: the round itself is in the record of the table", "result"),
    "play:": _kinds(
        "a game in the terminal, which has no staff",
        "game opened",
        "game left",
        "game lost",
        "withdrawal declined",
    ),
    "cage": _kinds(YES, "shift opened", "shift closed", "buy-in", "cash-out", "fill", "credit", "float counted"),
    "cage:": _kinds("play chips, which are free", "chips bought", "play chips given"),
    "owed:": _kinds(YES, "debt booked", "debt paid", "debt written off")
    | _kinds("ordinary play: winnings pay a debt by themselves", "debt deducted"),
    "bots": _kinds("which number the bots of a table have in their names; they play with play chips", "bots named"),
    "settings": _kinds(YES, "house settings"),
    "stops": _kinds(YES, "play stopped", "stop lifted"),
    "approvals:": _kinds(
        YES, "approval asked", "approval confirmed", "approval declined", "approval taken back", "approval expired"
    )
    | _kinds(_WITH_ANOTHER, "approval carried out"),
    "program": _kinds("every opening has one; a program or book that changed is an event of its own", "program"),
    "house": _kinds(YES, "house opened", "house taken over", "house closed"),
    "staff": _kinds(_WITH_ANOTHER, "staff added"),
    "staff:": _kinds(
        YES,
        "staff invited",
        "staff enrolled",
        "staff sign-in failed",
        "staff unlocked",
        "staff session unlocked",
        "staff password changed",
        "staff second factor changed",
        "staff dismissed",
        "staff position changed",
        "staff named as player",
        "staff seen as player",
        "staff players forgotten",
    )
    | _kinds(
        _SIGN_IN,
        "staff signed in",
        "staff signed out",
        "staff session locked",
        "staff second factor asked",
    ),
    "person:": _kinds(YES, "player key revoked", "player key issued", "personal data erased")
    | _kinds(_PLAYERS_OWN, "name taken", "player signed in", "player signed out", "player key changed"),
    "protection:": _kinds(
        YES, "player excluded", "exclusion lifted", "player self-excluded", "player returned", "player limit set"
    )
    | _kinds(_PLAYERS_OWN, "reality check chosen", "session began", "reality check acknowledged", "age confirmed"),
    "training:": _kinds(_PLAYERS_OWN, "hands trained", "dealer test began", "dealer test ended", "daily ten finished"),
    "daily:": _kinds(_PLAYERS_OWN, "daily hand set"),
}
"""Why each kind of entry is no significant event, by its stream (or how the stream begins); empty where it is one."""
REQUESTS: Final = "asked:"
"""The streams of requests as they were sent: none is significant, since what follows from it is in `table:`."""


def why_not(stream: str, named: str) -> str:
    """Why entries of a kind are not significant; empty where they are. `LookupError` where nothing was decided.

    >>> why_not("table:mbs-v4", "round voided"), why_not("cage:ann", "chips bought")
    ('', 'play chips, which are free')
    """
    start = stream if stream in DECISIONS else f"{stream.partition(':')[0]}:"
    return DECISIONS[start][named]


def is_significant(stream: str, named: str) -> bool:
    """Whether entries of a kind are significant events."""
    return not why_not(stream, named)


def significant(events: Iterable[e.Event]) -> Iterator[e.Event]:
    """The significant events among those of a table."""
    return (event for event in events if is_significant("table:", kind(event)))
