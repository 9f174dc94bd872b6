"""A player's bank, as a book allows it: who may bank, whether the house co-banks, and how the commission is taken.

Here: the attribute of a book. A book without it lets nobody but the house bank. Not here: offering, covering and
settling a bank (`table.banking`), or what a bank is worth (`maths.count.bank`).

A copy goes to whoever banks (`comparison`): the bank's hand lies where the dealer's would.
"""

from __future__ import annotations

import enum
from dataclasses import dataclass

from houseway.rulebook.expect import expect, expect_name


class BankCommission(enum.Enum):
    """What a player who banks pays the commission on; the rate is that of the main wager."""

    EACH_WIN = "every wager the bank wins"
    NET_WIN = "what the bank wins in the whole round"

    def __repr__(self) -> str:
        return f"BankCommission.{self.name}"


@dataclass(frozen=True, kw_only=True)
class Banking:
    """Players may bank in turn, with the clause or ruling of each point."""

    cite: str
    """The bank is offered in turn, and whoever takes it puts up what it can lose."""
    commission: BankCommission
    """What it is taken on."""
    commission_cite: str
    """The clause that says so."""
    co_bank_cite: str = ""
    """The house may take half of a player's bank, whose hand is then set the house way; empty where it may not."""

    def __post_init__(self) -> None:
        expect_name(self.cite, "the clause of banking")
        expect_name(self.commission_cite, "the clause of the bank's commission")
        expect(self.co_bank_cite, str, "the clause of co-banking")
        expect(self.commission, BankCommission, "the commission of a bank")
