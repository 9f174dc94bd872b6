"""A player's bank in a journal: chips are conserved, and the layout is the escrow."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from houseway import books
from houseway.errors import NotEnoughChips, Refused
from houseway.journal.store import Journal
from houseway.journal.verify import verify
from houseway.kept.tables import KeptTable, buy_chips
from houseway.rulebook.procedure import Role
from houseway.table import commands as c
from houseway.table.record import decode, encode
from houseway.table.transcript import Session, read_command
from support.command import ROOT

BOOK = books.get("trump-plaza")
PLAYERS = ("ann", "bob", "cat")


@pytest.fixture
def journal(journal_url: str) -> Iterator[Journal]:
    with Journal.open(journal_url) as opened:
        for player in PLAYERS:
            buy_chips(opened, player, 500_00)
        yield opened
        assert verify(opened).findings == ()
        assert opened.trial_balance().sum == 0


def played(journal: Journal, name: str) -> KeptTable:
    """A transcript at a kept table; after every request the escrow is what lies on the layout."""
    kept = KeptTable.open(journal, "one", BOOK)
    written = (ROOT / "tests" / "rounds" / "trump-plaza" / f"{name}.round").read_text(encoding="utf-8")
    for line in written.splitlines():
        if ":" not in line or line[0] in " #":
            continue
        try:
            kept.ask(read_command(Session(BOOK, kept.table), line, 0))
        except Refused:
            continue
        assert journal.balance("escrow:one") == kept.table.escrow()
    for event in kept.events():
        assert decode(encode(event)) == event
    assert KeptTable(journal, "one", BOOK).table == kept.table
    return kept


def won(journal: Journal) -> list[int]:
    return [journal.balance(f"player:{name}") - 500_00 for name in PLAYERS]


def test_a_bank_is_settled_between_players_with_the_commission_to_the_house(journal: Journal) -> None:
    played(journal, "B21 No commission without a net win")
    assert won(journal) == [-50_00 + 19_00 - 20_00, 28_50 - 30_00, 19_00 - 20_00 + 47_50]
    assert journal.balance("house:one") == 0
    assert journal.balance("commission:one") == 1_50 + 1_00 + 1_00 + 2_50


def test_the_house_bears_half_of_a_shared_bank(journal: Journal) -> None:
    played(journal, "B22 The house co-banks")
    assert won(journal) == [28_50 + 23_75, -60_00 - 12_50, 0]
    assert journal.balance("house:one") == 30_00 - 12_50
    assert journal.balance("commission:one") == 1_50 + 1_25


def test_a_bank_must_be_in_the_purse(journal: Journal) -> None:
    kept = KeptTable.open(journal, "one", BOOK)
    ann = c.Actor("ann", Role.PLAYER)
    kept.ask(c.Sit(by=ann, position=1))
    kept.ask(c.OfferBank(by=c.Actor("dealer", Role.DEALER)))
    with pytest.raises(NotEnoughChips, match=r"ann has 500\.00, not enough for 501\.00"):
        kept.ask(c.TakeBank(by=ann, position=1, cents=501_00))
    assert kept.table.bank is None
    kept.ask(c.TakeBank(by=ann, position=1, cents=500_00))
    assert journal.balance("player:ann") == 0
    kept.ask(c.PassBank(by=ann, position=1))
    assert journal.balance("player:ann") == 500_00
