"""Sessions of staff: who a browser belongs to, and when nobody has used it for a while.

Here: finding a session by the token in a browser's cookie, noting that it is used, and locking it when it is idle. A
session also ends after twelve hours (`account.LONGEST_SESSION`). Not here: starting one (`sign_in`), cookies.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from datetime import timedelta

import msgspec

from houseway.errors import Refused
from houseway.journal.entry import Append, unmoved
from houseway.people import account as a
from houseway.people.account import StaffAccount
from houseway.people.names import SESSION_ENDED, STAFF, read_secret
from houseway.people.staff import Staff
from houseway.table.commands import Actor

IDLE = timedelta(minutes=15)
"""How long a session may be idle before it is locked."""


class StaffSession(msgspec.Struct, frozen=True, kw_only=True):
    """A session that has not ended: whose it is, and whether it waits for its owner to show who they are."""

    account: StaffAccount
    digest: str
    locked: bool

    @property
    def actor(self) -> Actor | None:
        """Who acts at a table."""
        return self.account.actor


class Sessions:
    """The sessions of the staff. When each was last used is known only here; that it was locked is in the journal."""

    def __init__(self, staff: Staff, *, idle: timedelta = IDLE, now: Callable[[], float] = time.monotonic) -> None:
        self.staff, self.idle, self._now = staff, idle, now
        self._used: dict[str, float] = {}
        self._lock = threading.Lock()

    def find(self, token: str) -> StaffSession | None:
        """The session of a token; nothing where there is none or it has ended."""
        return self.find_kept(*read_secret(token))

    def find_kept(self, name: str, digest: str) -> StaffSession | None:
        """The session of somebody by the digest that is kept of it."""
        account = self.staff.find(name) if name else None
        return self._session(account, digest) if account else None

    def check(self, name: str, digest: str) -> Append:
        """Refuse whoever has no session that is open now; else what is refused once their account changes."""
        session = self.find_kept(name, digest)
        if session is None or session.locked:
            raise Refused(SESSION_ENDED)
        return unmoved(STAFF + session.account.name.casefold(), session.account.version)

    def _session(self, account: StaffAccount, digest: str) -> StaffSession | None:
        kept = account.sessions.get(digest)
        if kept is None or self.staff.clock() - kept.since >= a.LONGEST_SESSION:
            return None
        locked = kept.locked or self._is_idle(digest)
        if locked and not kept.locked:
            account = self._lock_session(account, digest)
            if digest not in account.sessions:
                return None
        return StaffSession(account=account, digest=digest, locked=locked)

    def use(self, session: StaffSession) -> None:
        """Note that somebody uses a session."""
        with self._lock:
            self._used[session.digest] = self._now()

    def lock(self, session: StaffSession) -> None:
        """Lock a session now: its owner leaves the page."""
        self._lock_session(session.account, session.digest)

    def lock_idle(self) -> None:
        """Lock every session that has been idle for too long."""
        for account in self.staff.everybody():
            for digest in account.sessions:
                self._session(account, digest)
        with self._lock:
            self._used = {digest: at for digest, at in self._used.items() if not self._too_long(at, self.idle * 10)}

    def _is_idle(self, digest: str) -> bool:
        """Whether a session was not used for too long; one that is seen for the first time is used now."""
        with self._lock:
            return self._too_long(self._used.setdefault(digest, self._now()), self.idle)

    def _too_long(self, since: float, most: timedelta) -> bool:
        return self._now() - since >= most.total_seconds()

    def _lock_session(self, account: StaffAccount, digest: str) -> StaffAccount:
        def decide(now: StaffAccount) -> list[a.AnyStaffEvent]:
            kept = now.sessions.get(digest)
            event = a.SessionLocked(at=self.staff.clock(), session=digest)
            return [event] if kept is not None and not kept.locked else []

        return self.staff.change(account.name, decide)
