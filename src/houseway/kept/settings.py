"""Settings of a house that its journal keeps: whether it plays for play chips or for house money, and its limits.

Here: reading and changing them, with who decided. Not here: what follows from them.

A journal that says nothing is one of play money. Whether it plays for play chips or for house money can change only
while no player has chips: neither in a purse nor on a layout.
"""

from __future__ import annotations

import uuid
from typing import Final

import msgspec

from houseway.errors import Refused
from houseway.journal.entry import Append, Entry
from houseway.journal.significant import to_append
from houseway.journal.store import Journal
from houseway.kept.bodies import read_body
from houseway.kept.postings import escrow, player
from houseway.money import MOST_CENTS
from houseway.money import money as in_words

STREAM: Final = "settings"
_KIND: Final = "house settings"
PLAY, HOUSE_MONEY = MONEY = ("play", "house")
"""Play chips, which are free, or house money: chips only through the cage."""
CHOSEN, GIVEN = NAMES = ("chosen", "given")
"""Players choose the name they are shown under, or the house gives them one and keeps theirs apart."""
APPROVED_ABOVE: Final = 10_000_00
"""The usual amount above which an act of the cage takes two people."""

LARGE_ABOVE: Final = 10_000_00
"""The usual amount above which a wager or a win is a significant event."""


class HouseSettings(msgspec.Struct, frozen=True, kw_only=True):
    """How a house is run as a whole."""

    money: str = PLAY
    exposure: int = 0
    """The most that the rounds in play at all tables may cost the house together; 0 if that is not capped."""
    approved_above: int = APPROVED_ABOVE
    """Acts of the cage above this amount take two people."""
    large_above: int = LARGE_ABOVE
    """Wagers and wins above this amount are significant events; 0 for none."""
    names: str = CHOSEN
    """Whether new players choose the name they are shown under; a given one tells nobody who they are."""
    by: str = ""
    """Who decided."""


_decoder = msgspec.json.Decoder(HouseSettings)


def settings(journal: Journal) -> HouseSettings:
    """The settings of a journal's house."""
    return _read(journal)[0]


def change_settings(
    journal: Journal,
    *,
    by: str,
    money: str | None = None,
    exposure: int | None = None,
    approved_above: int | None = None,
    large_above: int | None = None,
    names: str | None = None,
) -> HouseSettings:
    """Change what is given, and keep it with who decided; what is left out stays as it is."""
    now, version = _read(journal)
    wanted = HouseSettings(
        money=now.money if money is None else money,
        exposure=now.exposure if exposure is None else exposure,
        approved_above=now.approved_above if approved_above is None else approved_above,
        large_above=now.large_above if large_above is None else large_above,
        names=now.names if names is None else names,
        by=now.by,
    )
    if wanted.names not in NAMES:
        raise Refused(f"the names of players are {' or '.join(NAMES)}, not {wanted.names!r}")
    if wanted.money not in MONEY:
        raise Refused(f"the money of a house is {' or '.join(MONEY)}, not {wanted.money!r}")
    for cents in (wanted.exposure, wanted.approved_above, wanted.large_above):
        if not 0 <= cents <= MOST_CENTS:
            raise Refused(f"an amount of a house is from 0.00 to {in_words(MOST_CENTS)}, not {in_words(cents)}")
    if wanted.money != now.money:
        must_have_no_chips_out(journal)
    if wanted != now:
        wanted = msgspec.structs.replace(wanted, by=by)
        entry = Entry(_KIND, msgspec.json.encode(wanted, order="sorted"))
        kept = Append(stream=STREAM, entries=(entry,), expected_version=version, key=uuid.uuid4().hex)
        before, after = (msgspec.to_builtins(each) for each in (now, wanted))
        noted = to_append("house settings changed", by=by, what="the house", before=before, after=after)
        journal.append_many([kept, noted], together=True)
    return wanted


def must_have_no_chips_out(journal: Journal) -> None:
    """Refuse while players have chips."""
    kinds = (player(""), escrow(""))
    out = sum(cents for account, cents in journal.balances().items() if account.startswith(kinds))
    if out:
        raise Refused(
            f"players have chips worth {in_words(out)}: a house changes between play chips and house money only when "
            "they have none; use another journal"
        )


def must_be_play_money(journal: Journal) -> None:
    """Refuse free chips in a house that plays for house money."""
    if settings(journal).money != PLAY:
        raise Refused("this house plays for house money: chips come from the cage")


def _read(journal: Journal) -> tuple[HouseSettings, int]:
    last = journal.last(STREAM)  # each has all settings
    return (read_body(last, _decoder), last.version) if last else (HouseSettings(), 0)
