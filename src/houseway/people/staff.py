"""The staff of a house: their accounts, kept in the journal.

Here: finding and listing accounts, invitations, dismissal, unlocking, positions, and the name a member of staff plays
under. Whoever does any of it is named in the entry. Not here: signing in (`sign_in`), what a position may do (`acts`).
"""

from __future__ import annotations

import json
import threading
import uuid
from collections.abc import Callable, Sequence
from datetime import UTC, datetime, timedelta

from houseway.errors import OldVersion, Refused, shortened
from houseway.journal.entry import Append, Entry
from houseway.journal.significant import to_append
from houseway.journal.store import Journal
from houseway.kept.significance import is_significant
from houseway.people import account as a
from houseway.people.account import INDEPENDENT_AFTER, StaffAccount, as_entry, as_event, evolve, kind_of
from houseway.people.names import PERSON, STAFF, TAKEN, new_secret, read_name, read_secret
from houseway.people.positions import Position

ON_THE_MACHINE, ON_THE_FLOOR = timedelta(hours=1), timedelta(hours=24)
"""How long an invitation is valid: one from a command on the machine, and one from the floor."""
LIST = "staff"
"""The stream that names everybody who was ever on the staff."""
TRIES = 20
Clock = Callable[[], datetime]
Decided = Sequence[a.AnyStaffEvent]


def utc_now() -> datetime:
    """The time, to the second."""
    return datetime.now(UTC).replace(microsecond=0)


class Staff:
    """Everybody on the staff of a journal. Threads may share this object, and other processes the journal."""

    def __init__(self, journal: Journal, *, clock: Clock = utc_now) -> None:
        self.journal, self.clock = journal, clock
        self._known: dict[str, StaffAccount] = {}
        self._listed: tuple[str, ...] = ()
        self._lock = threading.Lock()

    # -----------------------------------------------------------------------------------------------------------------
    # Accounts

    def find(self, name: str) -> StaffAccount | None:
        """The account of a name, as the journal has it now; nothing where there is none."""
        folded = name.casefold()
        with self._lock:
            known = self._known.get(folded, StaffAccount())
        for recorded in self.journal.read(STAFF + folded, after=known.version):
            known = evolve(known, as_event(recorded))
        if known.version:
            with self._lock:
                if known.version >= self._known.get(folded, known).version:
                    self._known[folded] = known
        return known if known.version else None

    def get(self, name: str) -> StaffAccount:
        """The account of a name; refused where there is none."""
        found = self.find(name)
        if found is None:
            raise Refused(f"there is nobody called {shortened(name)!r} on the staff")
        return found

    def everybody(self) -> tuple[StaffAccount, ...]:
        """Every account, by name; those who were dismissed too."""
        found = (self.find(name) for name in self._names())
        return tuple(sorted((each for each in found if each), key=lambda each: each.name.casefold()))

    def _names(self) -> tuple[str, ...]:
        with self._lock:
            known = self._listed
        more = tuple(json.loads(recorded.body)["name"] for recorded in self.journal.read(LIST, after=len(known)))
        if more:
            known = (*known, *more)
            with self._lock:
                self._listed = max(known, self._listed, key=len)
        return known

    def change(self, name: str, decide: Callable[[StaffAccount], Decided]) -> StaffAccount:
        """Decide what happens to an account, and keep it; decided again if the account changed in between."""
        for attempt in range(TRIES):
            account = self.get(name)
            events = decide(account)
            if not events:
                return account
            try:
                self._append(account.name, events, account)
            except OldVersion:
                if attempt == TRIES - 1:
                    raise
            else:
                return self.get(name)
        raise AssertionError("unreachable")

    def _append(self, name: str, events: Decided, account: StaffAccount, *more: Append) -> None:
        wanted = Append(
            stream=STAFF + name.casefold(),
            entries=tuple(as_entry(event) for event in events),
            expected_version=account.version,
            key=uuid.uuid4().hex,
        )
        noted = [_note(name, account, event) for event in events if is_significant(STAFF, kind_of(event))]
        self.journal.append_many([*more, wanted, *noted], together=True)

    # -----------------------------------------------------------------------------------------------------------------
    # Who is on the staff

    def add(self, written: str, position: Position, *, by: str, valid: timedelta = ON_THE_MACHINE) -> str:
        """Add a member of staff; returns the invitation by which they choose a password, once."""
        name = read_name(written)
        known = self.find(name)
        if known is not None and not known.dismissed:
            raise Refused(f"{known.name} is already on the staff, as {known.position.words}")
        if known is not None:
            return self._invite(known.name, position, by, valid)
        invitation, event = self._invitation(name, position, by, valid)
        for attempt in range(TRIES):
            try:
                self._append(name, [event], StaffAccount(), *self._take_name(name, position), self._listing(name))
                return invitation
            except OldVersion:  # somebody else was added at the same moment
                if attempt == TRIES - 1:
                    raise
        raise AssertionError("unreachable")

    def _take_name(self, name: str, position: Position) -> tuple[Append, ...]:
        """Take a name for staff; one that staff of an earlier version of Houseway had is theirs already."""
        stream = PERSON + name.casefold()
        for recorded in self.journal.read(stream, upto=1):
            if json.loads(recorded.body).get("role", 0) > 0:
                return ()
            raise Refused(f"the name {name} is taken: choose another")
        return (_one_entry(stream, TAKEN, {"name": name, "position": position.words}, 0),)

    def _listing(self, name: str) -> Append:
        return _one_entry(LIST, "staff added", {"name": name}, self.journal.version(LIST))

    def invite_again(self, name: str, *, by: str, valid: timedelta = ON_THE_MACHINE) -> str:
        """A new invitation for somebody who lost their password or their second factor, or never came."""
        account = self.get(name)
        if account.dismissed:
            raise Refused(f"{account.name} was dismissed: add them to the staff again instead")
        return self._invite(account.name, account.position, by, valid)

    def _invite(self, name: str, position: Position, by: str, valid: timedelta) -> str:
        invitation, event = self._invitation(name, position, by, valid)
        self.change(name, lambda _: [event])
        return invitation

    def _invitation(self, name: str, position: Position, by: str, valid: timedelta) -> tuple[str, a.StaffInvited]:
        link, digest = new_secret(name)
        now = self.clock()
        return link, a.StaffInvited(at=now, by=by, name=name, position=position, digest=digest, until=now + valid)

    def invited(self, invitation: str) -> StaffAccount:
        """The account an invitation is for; refused where it was used, replaced or has expired."""
        name, digest = read_secret(invitation)
        account = self.find(name) if name else None
        given = account.invitation if account and not account.dismissed else None
        if account is None or given is None or given.digest != digest or self.clock() >= given.until:
            raise Refused("this invitation is unknown, was used before or has expired; ask for a new one")
        return account

    def dismiss(self, name: str, *, by: str) -> StaffAccount:
        """Dismiss a member of staff; all their sessions end now."""

        def decide(account: StaffAccount) -> Decided:
            if account.dismissed:
                raise Refused(f"{account.name} was dismissed before")
            return [a.StaffDismissed(at=self.clock(), by=by)]

        return self.change(name, decide)

    def unlock(self, name: str, *, by: str) -> StaffAccount:
        """Unlock an account that too many failures have locked."""

        def decide(account: StaffAccount) -> Decided:
            if not account.is_locked(self.clock()):
                raise Refused(f"the account of {account.name} is not locked")
            return [a.AccountUnlocked(at=self.clock(), by=by)]

        return self.change(name, decide)

    def move(self, name: str, position: Position, *, by: str) -> StaffAccount:
        """Give a member of staff another position; they sign in again."""

        def decide(account: StaffAccount) -> Decided:
            if account.dismissed or account.position is position:
                words = "was dismissed" if account.dismissed else f"is already {position.words}"
                raise Refused(f"{account.name} {words}")
            return [a.PositionChanged(at=self.clock(), by=by, position=position)]

        return self.change(name, decide)

    def name_player(self, name: str, player: str, *, by: str = "") -> StaffAccount:
        """Say under which name a member of staff plays; they cannot play where they work. Empty: under none."""

        def decide(account: StaffAccount) -> Decided:
            return [a.PlayerNamed(at=self.clock(), by=by, player=player)] if account.player != player else []

        return self.change(name, decide)

    def are_independent(self, one: str, other: str) -> bool:
        """Whether two members of staff are two pairs of eyes.

        They are not where one person on the floor may be behind both: who holds an invitation can become that person,
        and then whoever that person invites. Nor is somebody who was dismissed.
        """
        if one.casefold() == other.casefold():
            return False
        both, now = (self.get(one), self.get(other)), self.clock()
        if any(each.dismissed for each in both) or both[0].plays_as(now) & both[1].plays_as(now):
            return False
        return not self._behind(one) & self._behind(other)

    def _behind(self, name: str) -> frozenset[str]:
        """Everybody on the staff who may act under a name: its owner, and who gave credentials in the last day."""
        found, new = set[str](), {name.casefold()}
        while new:
            found |= new
            accounts = [account for each in new if (account := self.find(each))]
            since = self.clock() - INDEPENDENT_AFTER
            givers = {given.by.casefold() for account in accounts for given in account.given_after(since)}
            new = {giver for giver in givers - found if self.find(giver)}
        return frozenset(found)

    def dependents(self, name: str) -> frozenset[str]:
        """Everybody on the staff who is not a second pair of eyes for somebody."""
        others = (account.name for account in self.everybody())
        return frozenset(other for other in others if not self.are_independent(name, other))


def _note(name: str, account: StaffAccount, event: a.AnyStaffEvent) -> Append:
    """What happened to an account, for the list of significant events."""
    why = "too many failures" if isinstance(event, a.SignInFailed) and event.locked_until else ""
    was = None if account.dismissed or not account.version else account.position.words
    before: object = None
    after: object = None
    match event:
        case a.StaffInvited(position=position) | a.PositionChanged(position=position):
            before, after = was, position.words
        case a.StaffDismissed():
            before, after = was, "dismissed"
        case a.AccountUnlocked():
            before, after = "locked", "unlocked"
        case a.PlayerNamed(player=player):
            before, after = account.player or None, player or None
    return to_append(kind_of(event), by=event.by or name, what=name, before=before, after=after, why=why)


def _one_entry(stream: str, kind: str, body: dict[str, str], version: int) -> Append:
    entry = Entry(kind, json.dumps(body, sort_keys=True, separators=(",", ":")).encode())
    return Append(stream=stream, entries=(entry,), expected_version=version, key=uuid.uuid4().hex)
