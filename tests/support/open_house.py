"""A house within this process, with somebody of every position: for tests that ask its application directly.

Here: opening it, and a session of whoever asks. Not here: tests, or a house of its own process (`web_house`).
"""

from __future__ import annotations

import itertools
from datetime import timedelta
from typing import Any

from houseway.journal.store import Journal
from houseway.people.account import SessionLocked, StaffSignedIn
from houseway.people.acts import Who
from houseway.people.names import new_secret
from houseway.people.positions import Position
from houseway.web.floor.dealer_moves import Pace
from houseway.web.floor.house import OpenHouse
from houseway.web.floor.opening import Opening
from houseway.web.http.app import make_app
from support.web_house import hire

DISMISSED, LOCKED = "dismissed", "locked"


class House:
    """An open house with somebody of every position."""

    def __init__(self, journal: Journal) -> None:
        self.open = OpenHouse(journal, pace=Pace())
        self.open.open_tables([Opening(name="one", book="five-card", dealer="person")])
        self.app = make_app(self.open, entries=10**6, questions=10**6, sockets=10**6)
        self._numbers = itertools.count(1)
        self._cookies: dict[str, dict[str, str]] = {}
        for position in Position:
            hire(journal, "X " + position.name.replace("_", " ")[:16], position)
        hire(journal, "Gone", Position.GAMING_SHIFT_MANAGER)
        hire(journal, "Away", Position.GAMING_SHIFT_MANAGER)

    def cookies(self, who: str) -> dict[str, str]:
        """A session of somebody."""
        if who not in self._cookies:
            self._cookies[who] = self._fresh(who)
        return self._cookies[who]

    def forget(self, who: str) -> None:
        """Use another session from now on: a route may have ended this one."""
        self._cookies.pop(who, None)

    def _fresh(self, who: str) -> dict[str, str]:
        if who == Who.ANYONE.words:
            return {}
        if who == Who.PLAYER.words:
            return {"houseway-player": self.open.people.register(f"Player {next(self._numbers)}").token}
        staff = self.open.staff
        name = {DISMISSED: "Gone", LOCKED: "Away"}.get(who) or f"X {who.upper()[:16]}"
        token, digest = new_secret(name)
        if who == DISMISSED:
            if not staff.get(name).dismissed:
                staff.dismiss(name, by="the tests")
            return {"houseway-staff": token}
        events: list[Any] = [StaffSignedIn(at=staff.clock(), session=digest, counter=0)]
        if who == LOCKED:
            events.append(SessionLocked(at=staff.clock() + timedelta(0), session=digest))
        staff.change(name, lambda _: events)
        return {"houseway-staff": token}
