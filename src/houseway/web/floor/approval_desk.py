"""Two pairs of eyes on the floor: whoever may confirm a request is shown it, and decides it from any of their pages.

Here: asking, confirming, declining and taking back, for every table and for the house, and what each viewer is shown of
it. A confirmation is handed to whatever carries the request out, which writes both in one transaction. Not here: which
acts take two people (`table.two_eyes`), the life of a request (`kept.approvals`), or what each act does.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Collection, Mapping
from functools import partial
from typing import TYPE_CHECKING

from houseway.errors import HousewayError, OldVersion, WrongRole
from houseway.kept.approval_facts import Asked, Declined, Ended, Expired, TakenBack
from houseway.kept.approvals import HOUSE_PLACE, LASTS, Approvals
from houseway.kept.approved import CHANGED, Wanted
from houseway.people.independence import dependents, rests_on, why_dependent
from houseway.people.names import STAFF
from houseway.table.commands import Actor, Cards
from houseway.web.floor.carrying_out import carry_out
from houseway.web.floor.deeds import AnyDeed, to_do
from houseway.web.wire.requests import EndedRequest, Requests, WaitingRequest

if TYPE_CHECKING:
    from houseway.web.floor.house import OpenHouse

_log = logging.getLogger(__name__)
ACCOUNT_CHANGED = "an account of the staff changed at that moment, so nothing was done: confirm it again"
ONLY_READS = "an auditor only reads"
A_LITTLE = 0.2
"""Seconds after the end of a request at which the house looks at it."""


class ApprovalDesk:
    """What waits for a second pair of eyes anywhere in the house."""

    def __init__(self, house: OpenHouse) -> None:
        """Open the desk of a house; what waited when the house was closed has expired."""
        self._house = house
        self.approvals = Approvals(
            house.journal,
            why_dependent=partial(why_dependent, house.staff),
            dependents=partial(dependents, house.staff),
            still=house.staff.still,
            rests_on=partial(rests_on, house.staff),
        )
        self._deciding = asyncio.Lock()
        """Held while one request is decided, so that it is decided once."""
        self._tasks: set[asyncio.Task[None]] = set()

    # -----------------------------------------------------------------------------------------------------------------
    # The life of a request

    async def ask(self, by: Actor, wanted: Wanted, deed: AnyDeed, *, plays: Collection[str] = ()) -> Asked:
        """Ask for something that another confirms; every page that concerns it is shown it at once."""
        await self._sweep()
        asked = await self._house.in_thread(self.approvals.ask, by, to_do(wanted, deed), plays=plays)
        asyncio.get_running_loop().call_later(LASTS + A_LITTLE, self.look_again)
        _log.info("%s asks at %s: %s", by.name, asked.place, asked.sentence)
        self._show()
        return asked

    async def confirm(
        self,
        by: Actor,
        id: str,
        digest: str,
        *,
        plays: Collection[str] = (),
        cards: Mapping[int, Cards] | None = None,
    ) -> Ended | None:
        """Confirm what somebody else asked for, and carry it out, in one transaction."""
        async with self._deciding:
            await self._sweep()
            await self._house.in_thread(self._must_still_be, by)
            approval = await self._house.in_thread(self.approvals.approval, id, by, digest, plays=plays, cards=cards)
            try:
                await carry_out(self._house, self.approvals.wanted(id), approval)
            except OldVersion as old:
                if str(old) == CHANGED:
                    await self._house.in_thread(self.approvals.changed, id)
                await self._sweep()
                self._show()
                await self._house.in_thread(self.approvals.must_still_be, approval.asked_by, by)
                if str(old).startswith(STAFF):
                    raise OldVersion(ACCOUNT_CHANGED) from old
                raise
            ended = self.approvals.carried_out(approval)
            _log.info("%s asked at %s, %s confirmed: %s", approval.asked_by.name, approval.place, by.name, _said(ended))
            self._show()
            return ended

    def go_on(self) -> None:
        """Let what waits go on waiting, in a process that has just taken over."""
        if self.approvals.any_waits:
            asyncio.get_running_loop().call_later(LASTS + A_LITTLE, self.look_again)

    async def decline(self, by: Actor, id: str, digest: str, why: str, *, plays: Collection[str] = ()) -> None:
        """Decline what somebody else asked for."""
        async with self._deciding:
            await self._house.in_thread(self._must_still_be, by)
            if (live := self._house.tables.get(self.approvals.find(id).place)) is not None:
                live.conflicts.must_not_play([by], live.table)
            await self._house.in_thread(self.approvals.decline, id, by, digest, why, plays=plays)
            self._show()

    async def take_back(self, by: Actor, id: str) -> None:
        """Take back what one asked for."""
        async with self._deciding:
            await self._house.in_thread(self.approvals.take_back, id, by)
            self._show()

    def _must_still_be(self, by: Actor) -> None:
        """Refuse whoever was dismissed or moved to another position, and whose console is not closed yet."""
        if self._house.staff.get(by.name).actor != by:
            raise WrongRole(f"{by.name} is no longer {by.role.words}: sign in again")

    # -----------------------------------------------------------------------------------------------------------------
    # What expires

    def look_again(self) -> None:
        """End what has expired, soon: a table has moved on, or time has passed."""
        if self.approvals.any_waits and not self._house.closed:
            task = asyncio.create_task(self._sweep_and_show())
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def _sweep_and_show(self) -> None:
        try:
            if await self._sweep():
                self._show()
        except HousewayError:  # tried again at the next look
            _log.warning("requests that have expired could not be kept", exc_info=True)

    async def _sweep(self) -> bool:
        if not self.approvals.any_waits:
            return False
        ended = await self._house.in_thread(self.approvals.expire, self._version_of)
        return bool(ended)

    def _version_of(self, place: str) -> int:
        live = self._house.tables.get(place)
        return live.table.version if live else 0 if place == HOUSE_PLACE else -1

    # -----------------------------------------------------------------------------------------------------------------
    # What viewers are shown

    def _show(self) -> None:
        for live in self._house.tables.values():
            if live.audience.has_staff:
                live.show()

    def shown(self, viewer: Actor | None, *, table: str = "", plays: Collection[str] = ()) -> Requests:
        """What a member of staff is shown; on a console what they may decide, their own, and what waits at its table.

        An auditor, who is no viewer of a table, is shown everything.
        """
        waiting = (self._waiting(asked, viewer, plays) for asked in self.approvals.waiting() if self._is_current(asked))
        ended = (each for each in self.approvals.ended() if viewer and each.asked.by == viewer.name)
        return Requests(
            waiting=tuple(
                each for each in waiting if each.mine or not each.refusal or each.place == table or not table
            ),
            ended=tuple(_how(each) for each in ended),
        )

    def _is_current(self, asked: Asked) -> bool:
        version = self._version_of(asked.place)
        return version >= 0 and asked.version in (0, version)

    def _waiting(self, asked: Asked, viewer: Actor | None, plays: Collection[str]) -> WaitingRequest:
        refusal = self.approvals.why_not_shown(asked, viewer, plays) if viewer else ONLY_READS
        return WaitingRequest(
            id=asked.id,
            place=asked.place,
            at_a_table=asked.place != HOUSE_PLACE,
            act=asked.act,
            sentence=asked.sentence,
            lines=asked.lines,
            by=asked.by,
            role_words=asked.role_words,
            confirms_words=asked.confirms_words,
            at=asked.at,
            until=asked.until,
            digest=asked.digest,
            cards_of=asked.cards_of,
            mine=viewer is not None and asked.by.casefold() == viewer.name.casefold(),
            refusal=refusal,
        )


def _said(ended: Ended | None) -> str:
    return ended.asked.sentence if ended else ""


def _how(ended: Ended) -> EndedRequest:
    how = {Declined: "declined", TakenBack: "taken back", Expired: "expired"}.get(type(ended.end), "carried out")
    return EndedRequest(
        id=ended.asked.id,
        place=ended.asked.place,
        sentence=ended.asked.sentence,
        how=how,
        words=ended.words,
        at=ended.end.at,
    )
