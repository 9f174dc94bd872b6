"""Double entry: postings sum to zero, accounts have known kinds, and some kinds never go below zero.

Here: rules about postings and balances, as pure functions. Not here: the tables that store them (`schema`), or what the
accounts stand for and what moves between them (`kept.postings`).

The kinds of accounts are part of the journal's format: the database itself keeps two of them from going below zero.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final

from houseway.errors import BadEntry, NotEnoughChips
from houseway.journal.entry import Append, Posting
from houseway.money import MOST_CENTS, money

KINDS: Final = ("player", "owed", "escrow", "house", "commission", "float", "variance", "drop", "cash")
NEVER_BELOW_ZERO: Final = ("player:", "escrow:")
CAGE: Final = "cage"


@dataclass(frozen=True, kw_only=True)
class TrialBalance:
    """Every account's balance in cents. They sum to zero, or the ledger is wrong."""

    accounts: tuple[tuple[str, int], ...]

    @property
    def sum(self) -> int:
        """The sum of all balances."""
        return sum(cents for _, cents in self.accounts)


def totals(postings: Iterable[Posting]) -> dict[str, int]:
    """The sum of the postings to each account."""
    found: dict[str, int] = {}
    for posting in postings:
        found[posting.account] = found.get(posting.account, 0) + posting.cents
    return found


def post(append: Append, balances: Mapping[str, int]) -> dict[str, int]:
    """The new balances of the accounts an append touches; refused if any rule of the ledger is broken.

    >>> from houseway.journal.entry import Entry
    >>> buy_in = (Posting("cage", -10000), Posting("player:ann", 10000))
    >>> post(Append(stream="t1", entries=(Entry("bought", b"", buy_in),), expected_version=0, key="k"), {})
    {'cage': -10000, 'player:ann': 10000}
    """
    moved = totals(append.postings)
    if sum(moved.values()) != 0:
        raise BadEntry(
            f"the postings of {append.key} to {append.stream} sum to {money(sum(moved.values()))} instead of 0.00"
        )
    after = {}
    for account, cents in moved.items():
        check_account(account)
        before = balances.get(account, 0)
        after[account] = before + cents
        if cents < 0 and never_below_zero(account) and after[account] < 0:
            owner = account.partition(":")[2]
            raise NotEnoughChips(f"{owner} has {money(before)}, not enough for {money(-cents)}")
        if abs(after[account]) > MOST_CENTS:
            raise BadEntry(f"{account} cannot hold {money(after[account])}")
    return after


def never_below_zero(account: str) -> bool:
    """Whether an account must stay at zero or above."""
    return account.startswith(NEVER_BELOW_ZERO)


def check_account(account: str) -> None:
    """Refuse the name of an account that does not exist.

    >>> check_account("purse:ann")
    Traceback (most recent call last):
    houseway.errors.BadEntry: unknown account 'purse:ann'; use player:, owed:, escrow:, house:, commission:, float:,
    variance:, drop:, cash: or cage
    """
    kind, _, name = account.partition(":")
    if account != CAGE and not (kind in KINDS and name):
        raise BadEntry(f"unknown account {account!r}; use {', '.join(f'{k}:' for k in KINDS)} or {CAGE}")
