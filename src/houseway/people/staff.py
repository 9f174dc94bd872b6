"""The staff of a house: their accounts, kept in the journal.

Here: finding and listing accounts, invitations, dismissal, unlocking, positions, and the name a member of staff plays
under. Whoever does any of it is named in the entry. Not here: signing in (`sign_in`), what a position may do (`acts`),
or who is a second pair of eyes for whom (`independence`).
"""

from __future__ import annotations

import json
import threading
import uuid
from collections.abc import Callable, Sequence
from datetime import UTC, datetime, timedelta
from typing import NamedTuple

from houseway.errors import OldVersion, Refused, shortened
from houseway.journal.entry import Append, Entry, unmoved
from houseway.journal.significant import to_append
from houseway.journal.store import Journal
from houseway.kept.approvals import HOUSE_PLACE
from houseway.kept.approved import Approval, must_be_approved
from houseway.kept.significance import is_significant
from houseway.people import account as a
from houseway.people import hiring
from houseway.people.account import StaffAccount, as_entry, as_event, evolve, kind_of
from houseway.people.names import PERSON, STAFF, TAKEN, new_secret, read_name, read_secret
from houseway.people.positions import Position
from houseway.rulebook.procedure import Role
from houseway.table.commands import Actor

ON_THE_MACHINE, ON_THE_FLOOR = timedelta(hours=1), timedelta(hours=24)
"""How long an invitation is valid: one from a command on the machine, and one from the floor."""
LIST = "staff"
"""The stream that names everybody who was ever on the staff."""
TRIES = 20
Clock = Callable[[], datetime]
Decided = Sequence[a.AnyStaffEvent]


class Link(NamedTuple):
    """A link by which somebody chooses a password, and the digest of it that is kept."""

    text: str
    digest: str


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
            raise Refused(f"there is nobody called {shortened(name)} on the staff")
        return found

    def everybody(self) -> tuple[StaffAccount, ...]:
        """Every account, by name; those who were dismissed too."""
        found = (self.find(name) for name in self.names())
        return tuple(sorted((each for each in found if each), key=lambda each: each.name.casefold()))

    def names(self) -> tuple[str, ...]:
        """The names of everybody who was ever on the staff."""
        with self._lock:
            known = self._listed
        more = tuple(json.loads(recorded.body)["name"] for recorded in self.journal.read(LIST, after=len(known)))
        if more:
            known = (*known, *more)
            with self._lock:
                self._listed = max(known, self._listed, key=len)
        return known

    def still(self, actor: Actor) -> Append | None:
        """What keeps a transaction from being written once an account changes; none where it is not theirs any more."""
        account = self.get(actor.name)
        if account.dismissed or account.actor != actor:
            return None
        return unmoved(STAFF + account.name.casefold(), account.version)

    def as_known(self, name: str) -> Append:
        """What keeps a transaction from being written once an account differs from how it was last read."""
        folded = name.casefold()
        with self._lock:
            return unmoved(STAFF + folded, self._known.get(folded, StaffAccount()).version)

    def change(
        self, name: str, decide: Callable[[StaffAccount], Decided], approval: Approval | None = None
    ) -> StaffAccount:
        """Decide what happens to an account, and keep it; decided again if the account changed in between.

        An `approval` is kept in the same transaction.
        """
        for attempt in range(TRIES):
            account = self.get(name)
            events = decide(account)
            if not events:
                return account
            try:
                self._append(account.name, events, account, approval=approval)
            except OldVersion:
                if attempt == TRIES - 1:
                    raise
            else:
                return self.get(name)
        raise AssertionError("unreachable")

    def _append(
        self, name: str, events: Decided, account: StaffAccount, *more: Append, approval: Approval | None = None
    ) -> None:
        wanted = Append(
            stream=STAFF + name.casefold(),
            entries=tuple(as_entry(event) for event in events),
            expected_version=account.version,
            key=uuid.uuid4().hex,
        )
        noted = [_note(name, account, event) for event in events if is_significant(STAFF, kind_of(event))]
        confirmed = approval.appends(f"{wanted.stream} {account.version}") if approval else ()
        self.journal.append_many([*confirmed, *more, wanted, *noted], together=True)

    # -----------------------------------------------------------------------------------------------------------------
    # Who is on the staff

    def new_link(self, name: str) -> Link:
        """A link for somebody; it works once an invitation by it is kept."""
        return Link(*new_secret(name))

    def must_be_addable(self, written: str) -> str:
        """The name of somebody who is to be added; refused where it cannot be theirs."""
        name = read_name(written)
        known = self.find(name)
        if known is not None and not known.dismissed:
            raise Refused(f"{known.name} is already on the staff, as {known.position.words}")
        if known is None:
            self._take_name(name, Position.DEALER)
        return known.name if known else name

    def add(
        self,
        written: str,
        position: Position,
        *,
        by: str,
        valid: timedelta = ON_THE_MACHINE,
        link: Link | None = None,
        approval: Approval | None = None,
    ) -> str:
        """Add a member of staff; returns the invitation by which they choose a password, once.

        Where staff do it and it takes two people (`hiring`), it needs the `approval` of another.
        """
        name = self.must_be_addable(written)
        confirms = self.invitation_takes(name, position)
        self._must_be_approved(hiring.INVITE, name, position, confirms, by, approval)
        link = link or self.new_link(name)
        event = self._invitation(name, position, by, valid, link)
        if self.find(name) is not None:
            self.change(name, lambda _: [event], approval)
            return link.text
        for attempt in range(TRIES):
            try:
                more = (*self._take_name(name, position), self._listing(name))
                self._append(name, [event], StaffAccount(), *more, approval=approval)
                return link.text
            except OldVersion:  # somebody else was added at the same moment
                if attempt == TRIES - 1:
                    raise
        raise AssertionError("unreachable")

    def invitation_takes(self, name: str, position: Position) -> Role | None:
        """Who confirms an invitation of somebody, who may have been here before; None where one person is enough."""
        account = self.find(name)
        return hiring.invitation_takes(position, before=account.position if account else None)

    def _must_be_approved(
        self,
        act: str,
        name: str,
        position: Position,
        confirms: Role | None,
        by: str,
        approval: Approval | None,
        *,
        before: Position | None = None,
    ) -> None:
        """Refuse staff who do alone what takes two people; whoever is not on the staff works on the machine."""
        needed = confirms if approval or self.find(by) else None
        must_be_approved(approval, needed, hiring.content_of(act, name, position, before), place=HOUSE_PLACE)

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

    def invite_again(
        self,
        name: str,
        *,
        by: str,
        valid: timedelta = ON_THE_MACHINE,
        link: Link | None = None,
        approval: Approval | None = None,
    ) -> str:
        """A new invitation for somebody who lost their password or their second factor, or never came.

        Where staff give it, it needs the `approval` of another: whoever holds it can become that person.
        """
        account = self.must_be_employed(name)
        confirms = hiring.invitation_takes(account.position, before=account.position)
        self._must_be_approved(hiring.AGAIN, account.name, account.position, confirms, by, approval)
        link = link or self.new_link(account.name)
        event = self._invitation(account.name, account.position, by, valid, link)
        self.change(account.name, lambda _: [event], approval)
        return link.text

    def must_be_employed(self, name: str) -> StaffAccount:
        """The account of somebody on the staff; refused where they were dismissed."""
        account = self.get(name)
        if account.dismissed:
            raise Refused(f"{account.name} was dismissed: add them to the staff again instead")
        return account

    def _invitation(self, name: str, position: Position, by: str, valid: timedelta, link: Link) -> a.StaffInvited:
        now = self.clock()
        return a.StaffInvited(at=now, by=by, name=name, position=position, digest=link.digest, until=now + valid)

    def invited(self, invitation: str) -> StaffAccount:
        """The account an invitation is for; refused where it was used, replaced or has expired."""
        name, digest = read_secret(invitation)
        account = self.find(name) if name else None
        given = account.invitation if account and not account.dismissed else None
        if account is None or given is None or given.digest != digest or self.clock() >= given.until:
            raise Refused("this invitation is unknown, was used before or has expired; ask for a new one")
        return account

    def dismiss(self, name: str, *, by: str, approval: Approval | None = None) -> StaffAccount:
        """Dismiss a member of staff; all their sessions end now.

        Where staff dismiss an equal, it needs the `approval` of another.
        """

        def decide(account: StaffAccount) -> Decided:
            confirms = self.dismissal_takes(account)
            self._must_be_approved(hiring.DISMISS, account.name, account.position, confirms, by, approval)
            return [a.StaffDismissed(at=self.clock(), by=by)]

        return self.change(name, decide, approval)

    def dismissal_takes(self, account: StaffAccount) -> Role | None:
        """Who confirms that somebody is dismissed; refused where they were dismissed before."""
        if account.dismissed:
            raise Refused(f"{account.name} was dismissed before")
        return hiring.dismissal_takes(account.position)

    def unlock(self, name: str, *, by: str) -> StaffAccount:
        """Unlock an account that too many failures have locked."""

        def decide(account: StaffAccount) -> Decided:
            if not account.is_locked(self.clock()):
                raise Refused(f"the account of {account.name} is not locked")
            return [a.AccountUnlocked(at=self.clock(), by=by)]

        return self.change(name, decide)

    def move(self, name: str, position: Position, *, by: str, approval: Approval | None = None) -> StaffAccount:
        """Give a member of staff another position; they sign in again.

        Where staff promote somebody or move an equal, it needs the `approval` of another.
        """

        def decide(account: StaffAccount) -> Decided:
            confirms, before = self.move_takes(account, position), account.position
            self._must_be_approved(hiring.MOVE, account.name, position, confirms, by, approval, before=before)
            return [a.PositionChanged(at=self.clock(), by=by, position=position, before=before)]

        return self.change(name, decide, approval)

    def move_takes(self, account: StaffAccount, position: Position) -> Role | None:
        """Who confirms another position for somebody; refused where they cannot have it."""
        if account.dismissed or account.position is position:
            words = "was dismissed" if account.dismissed else f"is already {position.words}"
            raise Refused(f"{account.name} {words}")
        return hiring.move_takes(account.position, position)

    def name_player(self, name: str, player: str, *, by: str = "") -> StaffAccount:
        """Keep under which name a member of staff plays; they cannot play where they work. Empty: under none.

        Whoever asks has shown that the name is theirs (`Players.must_be_theirs`): it keeps a player from seats.
        """

        def decide(account: StaffAccount) -> Decided:
            return [a.PlayerNamed(at=self.clock(), by=by, player=player)] if account.player != player else []

        return self.change(name, decide)

    def see_player(self, name: str, player: str) -> bool:
        """Keep that a browser was signed in as a member of staff and as a player; False where that is known."""
        noted = False

        def decide(account: StaffAccount) -> Decided:
            nonlocal noted
            noted = not account.was_seen_as(player, self.clock())
            return [a.PlayerSeen(at=self.clock(), player=player)] if noted else []

        self.change(name, decide)
        return noted

    def forget_players(self, name: str, *, by: str) -> StaffAccount:
        """Let no name count any more that somebody gave up or was seen with: it was not theirs."""

        def decide(account: StaffAccount) -> Decided:
            if not account.also_plays_as(self.clock()):
                raise Refused(f"no player's name was linked to {account.name} in the last day")
            return [a.PlayersForgotten(at=self.clock(), by=by)]

        return self.change(name, decide)

    def known_to_play(self, name: str) -> frozenset[str]:
        """The names under which somebody plays, by their account as it was last read; nobody's where it never was."""
        with self._lock:
            account = self._known.get(name.casefold(), StaffAccount())
        return account.plays_as(self.clock())


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
        case a.PlayerSeen(player=player):
            after = player
        case a.PlayersForgotten(at=at):
            before = [each.name for each in account.also_plays_as(at)]
    by = f"unknown ({event.address or 'no address'})" if isinstance(event, a.SignInFailed) else event.by or name
    return to_append(kind_of(event), by=by, what=name, before=before, after=after, why=why)


def _one_entry(stream: str, kind: str, body: dict[str, str], version: int) -> Append:
    entry = Entry(kind, json.dumps(body, sort_keys=True, separators=(",", ":")).encode())
    return Append(stream=stream, entries=(entry,), expected_version=version, key=uuid.uuid4().hex)
