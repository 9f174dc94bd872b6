"""Double entry: which accounts there are, that nothing appears or vanishes, and who may not owe.

Here: rules about postings and balances, as pure functions. Not here: the tables that keep them (`store`).

    player:NAME        a player's bankroll            never below zero
    owed:NAME          what a player could not pay back of a correction: minus his debt
    escrow:TABLE       stakes while a round lasts     never below zero
    house:TABLE        what the table won or lost
    commission:TABLE   commission taken
    cage               where chips are bought and cashed in; minus all chips that are out
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final

from houseway.errors import BadEntry, NotEnoughChips
from houseway.journal.entry import MOST_CENTS, Append, Posting
from houseway.money import money

KINDS: Final = ("player", "owed", "escrow", "house", "commission")
NEVER_BELOW_ZERO: Final = ("player:", "escrow:")
CAGE: Final = "cage"


@dataclass(frozen=True, kw_only=True)
class TrialBalance:
    """Every account's balance in cents. They sum to zero, or the ledger is wrong."""

    accounts: tuple[tuple[str, int], ...]

    @property
    def sum(self) -> int:
        """What all balances come to."""
        return sum(cents for _, cents in self.accounts)


def totals(postings: Iterable[Posting]) -> dict[str, int]:
    """What comes to each account in all."""
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
            f"the postings of {append.key} to {append.stream} sum to {money(sum(moved.values()))}, and must to 0.00"
        )
    after = {}
    for account, cents in moved.items():
        check_account(account)
        before = balances.get(account, 0)
        after[account] = before + cents
        if cents < 0 and may_not_owe(account) and after[account] < 0:
            who = account.removeprefix("player:")
            raise NotEnoughChips(f"{who} has {money(before)}, which is not enough for {money(-cents)}")
        if abs(after[account]) > MOST_CENTS:
            raise BadEntry(f"{account} cannot hold {money(after[account])}")
    return after


def may_not_owe(account: str) -> bool:
    """Whether an account must stay at zero or above."""
    return account.startswith(NEVER_BELOW_ZERO)


def check_account(account: str) -> None:
    """Refuse a name that is no account's.

    >>> check_account("purse:ann")
    Traceback (most recent call last):
    houseway.errors.BadEntry: 'purse:ann' is no account; there are player:, owed:, escrow:, house:, commission: and cage
    """
    kind, _, name = account.partition(":")
    if account != CAGE and not (kind in KINDS and name):
        raise BadEntry(f"{account!r} is no account; there are {', '.join(f'{k}:' for k in KINDS)} and {CAGE}")
