"""What somebody asks for away from a table and another confirms: large acts of the cage, debts, erasing personal data.

Here: putting each together with what both people are shown of it, and asking for it where it takes two people. Not
here: which of them do (`table.two_eyes`, `cage.desk`), confirming (`approval_desk`), or what each does (`cage.acts`,
`kept.repaying`, `people.erasure`).
"""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING

from msgspec.structs import replace

from houseway.cage import acts as a
from houseway.cage.desk import Cage, content_of, must_be_allowed, must_be_possible
from houseway.errors import OldVersion, Refused
from houseway.journal.store import Journal
from houseway.kept import repaying
from houseway.kept.approval_facts import Asked
from houseway.kept.approvals import HOUSE_PLACE
from houseway.kept.approved import CHANGED, Approval, ShownLine, Wanted
from houseway.kept.debts import standing
from houseway.kept.postings import player as account_of
from houseway.money import money
from houseway.people.erasure import erasure_wanted, must_be_erasable
from houseway.table.commands import Actor
from houseway.table.two_eyes import LARGE_CASH, WRITE_OFF
from houseway.web.floor.deeds import Debt, Erasure, InTheCage

if TYPE_CHECKING:
    from houseway.web.floor.house import OpenHouse


async def ask_the_cage(
    house: OpenHouse, by: Actor, act: a.AnyAct, *, key: str, plays: Collection[str] = ()
) -> Asked | None:
    """Record an act of the cage, or ask for it where it takes two people."""
    if not await house.in_thread(house.cage.takes_two, by, act):
        await house.record_in_cage(by, act, key=key)
        return None
    await house.must_be_here(act)
    asked = await house.in_thread(cage_wanted, house.cage, by, act)
    return await house.approvals.ask(by, asked, InTheCage(act=act, key=key), plays=plays)


async def settle_debt(
    house: OpenHouse, by: Actor, way: str, name: str, cents: int, *, key: str, plays: Collection[str] | None = None
) -> Asked | None:
    """Record that a debt was paid in cash, or write it off; with `plays`, ask for it where it takes two people."""
    debt = Debt(way=way, name=name, cents=cents, key=key)
    asked = None
    if plays is not None:
        asked = await house.in_thread(debt_wanted, house.journal, way, name, cents, by=by.name)
    if asked is not None:
        return await house.approvals.ask(by, asked, debt, plays=plays or ())
    await _settle(house, debt, by=by)
    return None


async def settle_as_confirmed(house: OpenHouse, debt: Debt, approval: Approval) -> None:
    """Record what another confirmed about a debt."""
    asked_by = approval.asked_by
    now = await house.in_thread(debt_wanted, house.journal, debt.way, debt.name, debt.cents, by=asked_by.name)
    if now is None:
        raise OldVersion(CHANGED)
    approval.must_be_as_shown(now)
    await _settle(house, debt, by=approval.by if debt.way == repaying.WRITTEN_OFF else asked_by, approval=approval)


async def _settle(house: OpenHouse, debt: Debt, *, by: Actor, approval: Approval | None = None) -> None:
    repay = repaying.write_off if debt.way == repaying.WRITTEN_OFF else repaying.pay_in_cash
    await house.in_thread(repay, house.journal, debt.name, debt.cents, by=by, key=debt.key, approval=approval)
    await house.debt_changed(debt.name)


async def ask_to_erase(house: OpenHouse, by: Actor, name: str, why: str, *, plays: Collection[str] = ()) -> Asked:
    """Ask for a player's personal data to be erased, which another gaming shift manager confirms."""
    await house.in_thread(must_be_erasable, house.journal, house.people, name)
    return await house.approvals.ask(by, erasure_wanted(name, why), Erasure(name=name, why=why), plays=plays)


def cage_wanted(cage: Cage, by: Actor, act: a.AnyAct) -> Wanted:
    """A large act of the cage, refused where it could not be recorded now; to be called in a thread."""
    must_be_allowed(by, act)
    must_be_possible(act)
    decided = cage.decide(replace(act, by=by.name, role=by.role.words))
    player = getattr(act, "player", "")
    moved = {posting.account: posting.cents for posting in a.postings(decided)}
    lines = [ShownLine(sentence=a.say(decided), player=player, cents=moved.get(account_of(player), 0) if player else 0)]
    if table := getattr(act, "table", ""):
        tray = cage.tray(table)
        after = tray + sum(moved.get(account, 0) for account in a.tray_accounts(table))
        tray_of = f"the tray of {table}"
        if isinstance(act, a.Counted):
            said = f"after it {tray_of} holds {money(after)}, and not {money(tray)}"
        else:  # without what the tray holds: that moves with every round, and the request would lapse
            said = f"the chips {'go into' if after > tray else 'come out of'} {tray_of}"
        lines.append(ShownLine(sentence=said, player=tray_of, cents=after - tray))
    if player:
        chips = cage.journal.balance(account_of(player))
        if chips + lines[0].cents < 0:
            raise Refused(f"{player} has {money(chips)}, not enough for {money(-lines[0].cents)}")
    return Wanted(
        place=HOUSE_PLACE,
        act=a.kind(act),
        content=content_of(act),
        sentence=f"record {a.say(decided)}",
        confirms=LARGE_CASH,
        lines=tuple(lines),
        concerns=frozenset({player} - {""}),
    )


def debt_wanted(journal: Journal, way: str, name: str, cents: int, *, by: str) -> Wanted | None:
    """A debt that is paid in cash or written off; None where one person is enough; to be called in a thread."""
    confirms = WRITE_OFF if way == repaying.WRITTEN_OFF else repaying.cash_takes(journal, name, cents, by=by)
    if confirms is None:
        return None
    owes = standing(journal, name).cents
    if owes <= 0:
        raise Refused(f"{name} owes the house nothing")
    if not 0 < cents <= owes:
        raise Refused(f"{name} owes {money(owes)}; {money(cents)} is more than that")
    left = ShownLine(sentence=f"{name} owes {money(owes)}, and {money(owes - cents)} after it")
    if way == repaying.WRITTEN_OFF:
        sentence = f"write off {money(cents)} of what {name} owes"
        lines = (ShownLine(sentence=f"the house bears {money(cents)}", player="the house", cents=-cents), left)
    else:
        sentence = f"record that {name} paid {money(cents)} of a debt in cash"
        lines = (ShownLine(sentence=f"{money(cents)} in cash was taken from {name}", player=name, cents=-cents), left)
    return Wanted(
        place=HOUSE_PLACE,
        act=way,
        content=repaying.content_of(way, name, cents),
        sentence=sentence,
        confirms=confirms,
        lines=lines,
        concerns=frozenset({name}),
    )
