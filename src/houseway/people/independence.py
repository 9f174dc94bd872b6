"""Which two members of staff are two pairs of eyes, and why others are not.

Here: the reasons, from the accounts of both and the invitations of the last day. Not here: what takes two people
(`table.two_eyes`, `hiring`), or asking and confirming it (`kept.approvals`).
"""

from __future__ import annotations

from houseway.journal.entry import Append
from houseway.people.account import INDEPENDENT_AFTER
from houseway.people.staff import Staff
from houseway.rulebook.procedure import Role


def are_independent(staff: Staff, one: str, other: str) -> bool:
    """Whether two members of staff are two pairs of eyes.

    They are not where one person on the floor may be behind both: who holds an invitation can become that person,
    and then whoever that person invites. Nor is somebody who was dismissed.
    """
    return not why_dependent(staff, one, other)


def why_dependent(staff: Staff, one: str, other: str) -> str:
    """Why two members of staff are not two pairs of eyes, as a sentence; empty where they are."""
    if one.casefold() == other.casefold():
        return f"{one} cannot act as both"
    both, now = (staff.get(one), staff.get(other)), staff.clock()
    if gone := next((each.name for each in both if each.dismissed), ""):
        return f"{gone} no longer works here"
    if shared := min(both[0].plays_as(now) & both[1].plays_as(now), default=""):
        return f"{both[0].name} and {both[1].name} share the player's name {shared} today"
    behind = _behind(staff, one) & _behind(staff, other)
    for giver, invited in (both, both[::-1]):
        if giver.name.casefold() in behind:
            direct = any(given.by == giver.name for given in invited.given_after(now - INDEPENDENT_AFTER))
            whom = invited.name if direct else f"whoever invited {invited.name}"
            return f"{giver.name} invited {whom} in the last day"
    if behind:
        return f"{staff.get(min(behind)).name} invited both {both[0].name} and {both[1].name} in the last day"
    return ""


def rests_on(staff: Staff, one: str, other: str) -> tuple[Append, ...]:
    """What keeps a transaction from being written once an account changes through which the two may be dependent.

    Those are the accounts of whoever may be behind them, without their own. To be called before `why_dependent`.
    """
    between = _behind(staff, one) | _behind(staff, other)
    return tuple(staff.as_known(each) for each in sorted(between - {one.casefold(), other.casefold()}))


def _behind(staff: Staff, name: str) -> frozenset[str]:
    """Everybody on the staff who may act under a name: its owner, and who gave credentials in the last day."""
    found, new = set[str](), {name.casefold()}
    while new:
        found |= new
        accounts = [account for each in new if (account := staff.find(each))]
        since = staff.clock() - INDEPENDENT_AFTER
        givers = {given.by.casefold() for account in accounts for given in account.given_after(since)}
        new = {giver for giver in givers - found if staff.find(giver)}
    return frozenset(found)


def has_confirmer(staff: Staff, by: str, confirms: Role, *, about: str = "") -> bool:
    """Whether anybody else of a position could confirm what somebody asks for; `about` is whom it is about."""
    return any(
        each.enrolled and each.role is not None and each.role >= confirms and are_independent(staff, by, each.name)
        for each in staff.everybody()
        if each.name.casefold() != about.casefold()
    )


def dependents(staff: Staff, name: str) -> dict[str, str]:
    """Everybody on the staff who is not a second pair of eyes for somebody, each with the reason."""
    found = {account.name: why_dependent(staff, name, account.name) for account in staff.everybody()}
    return {other: why for other, why in found.items() if why}
