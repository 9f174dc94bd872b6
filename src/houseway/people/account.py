"""A staff account: what happens to it, and what it is after all of that.

Here: the entries of the stream `staff:NAME`, and the account they add up to, as pure values. No password, code, key or
link is in them: a password is an argon2id hash, the secret of the second factor is sealed, and of sessions and
invitations only digests are kept. Not here: deciding any of it (`staff`, `sign_in`).
"""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import TypeAlias

import msgspec
from msgspec.structs import replace

from houseway.journal.entry import Entry, Recorded
from houseway.kept.bodies import read_body
from houseway.people.addresses import network_of
from houseway.people.positions import Position
from houseway.rulebook.procedure import Role
from houseway.table.commands import Actor

MOST_ADDRESSES = 10
LONGEST_SESSION = timedelta(hours=12)
"""A session ends after this time, whatever happens in it."""
INDEPENDENT_AFTER = timedelta(hours=24)
"""How long whoever invited somebody on the floor cannot count them as a second pair of eyes."""
SEEN_AGAIN = timedelta(hours=1)
"""A browser that stays signed in as a player and as staff is noted again after this time."""


class StaffEvent(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    """Something that happened to an account; `by` is whoever did it, where it was not the person themself."""

    at: datetime
    by: str = ""


class StaffInvited(StaffEvent, frozen=True, tag="staff invited"):
    """Somebody may choose a password and a second factor by a link, once, until it expires."""

    name: str
    position: Position
    digest: str
    until: datetime


class StaffEnrolled(StaffEvent, frozen=True, tag="staff enrolled"):
    """A password and a second factor were chosen; they replace any there were, and every session ends."""

    password: str
    second_factor: str
    counter: int


class StaffSignedIn(StaffEvent, frozen=True, tag="staff signed in"):
    """A session began; `counter` is that of the code that was used."""

    session: str
    counter: int
    address: str = ""


class StaffSignedOut(StaffEvent, frozen=True, tag="staff signed out"):
    """A session ended, or all of them."""

    session: str = ""


class SignInFailed(StaffEvent, frozen=True, tag="staff sign-in failed"):
    """A password or a code was wrong; after too many the account is locked for a while."""

    address: str = ""
    locked_until: datetime | None = None


class AccountUnlocked(StaffEvent, frozen=True, tag="staff unlocked"):
    """The account was unlocked before its time."""


class SessionLocked(StaffEvent, frozen=True, tag="staff session locked"):
    """Nobody used a session for a while; it goes on once its owner has shown who they are."""

    session: str


class SessionUnlocked(StaffEvent, frozen=True, tag="staff session unlocked"):
    """The owner of a session showed who they are, by their password.

    Before 0.3 a code alone did it too; `counter` is then that of the code.
    """

    session: str
    counter: int = -1


class PasswordChanged(StaffEvent, frozen=True, tag="staff password changed"):
    """A new password; every session ends. `again` where only the parameters of the hash were raised, and none ends."""

    password: str
    again: bool = False


class SecondFactorAsked(StaffEvent, frozen=True, tag="staff second factor asked"):
    """A new second factor was asked for, with a code of the old one."""

    counter: int


class SecondFactorChanged(StaffEvent, frozen=True, tag="staff second factor changed"):
    """A new second factor; every session ends."""

    second_factor: str
    counter: int


class StaffDismissed(StaffEvent, frozen=True, tag="staff dismissed"):
    """No longer a member of staff: password, second factor, sessions and invitations are void."""


class PositionChanged(StaffEvent, frozen=True, tag="staff position changed"):
    """Another position; every session ends."""

    position: Position
    before: Position | None = None
    """The position until then; entries that an earlier version wrote do not say it."""


class PlayerNamed(StaffEvent, frozen=True, tag="staff named as player"):
    """The name under which this person plays; empty where they play under none."""

    player: str


class PlayerSeen(StaffEvent, frozen=True, tag="staff seen as player"):
    """One browser was signed in as this person and as a player: they play under that name."""

    player: str


class PlayersForgotten(StaffEvent, frozen=True, tag="staff players forgotten"):
    """Nothing counts any more of the names this person gave up, or that their browsers were seen with."""


AnyStaffEvent: TypeAlias = (
    StaffInvited
    | StaffEnrolled
    | StaffSignedIn
    | StaffSignedOut
    | SignInFailed
    | AccountUnlocked
    | SessionLocked
    | SessionUnlocked
    | PasswordChanged
    | SecondFactorAsked
    | SecondFactorChanged
    | StaffDismissed
    | PositionChanged
    | PlayerNamed
    | PlayerSeen
    | PlayersForgotten
)


class KeptSession(msgspec.Struct, frozen=True, kw_only=True):
    """A session: since when, and whether it waits for its owner to show who they are."""

    since: datetime
    locked: bool = False


class Invitation(msgspec.Struct, frozen=True, kw_only=True):
    """An invitation that was not used yet."""

    digest: str
    until: datetime


class Given(msgspec.Struct, frozen=True, kw_only=True):
    """Credentials that were chosen by an invitation: whose it was, and when."""

    by: str
    at: datetime


class Played(msgspec.Struct, frozen=True, kw_only=True):
    """A name under which somebody played, and until when at least."""

    name: str
    until: datetime


class StaffAccount(msgspec.Struct, frozen=True, kw_only=True):
    """A staff account as it stands at one version of its stream."""

    name: str = ""
    position: Position = Position.DEALER
    player: str = ""
    """The name under which this person plays, if they said so."""
    played: tuple[Played, ...] = ()
    """The names before it, and those their browsers were seen with."""
    invitation: Invitation | None = None
    invited_by: str = ""
    """Who gave the last invitation: whoever holds it can become this person."""
    given: tuple[Given, ...] = ()
    """By whose invitations credentials were chosen: the last one, and those of the day before it."""
    password: str = ""
    second_factor: str = ""
    counter: int = -1
    """The counter of the last code that was used."""
    asked: int = -1
    """The counter of the code with which a new second factor was asked for."""
    sessions: dict[str, KeptSession] = {}
    last_sign_in: datetime | None = None
    known_at: tuple[str, ...] = ()
    """The addresses of the last sign-ins: failures from elsewhere do not lock this person out there."""
    failures: int = 0
    locked_until: datetime | None = None
    failures_elsewhere: int = 0
    locked_elsewhere: datetime | None = None
    dismissed: bool = False
    version: int = 0

    @property
    def enrolled(self) -> bool:
        """Whether this person can sign in at all."""
        return bool(self.password) and not self.dismissed

    @property
    def actor(self) -> Actor | None:
        """Who acts at a table; nobody where the position has no role there."""
        role = self.position.role
        return Actor(self.name, role) if role is not None else None

    @property
    def role(self) -> Role | None:
        """The role at a table."""
        return self.position.role

    def is_locked(self, now: datetime, address: str = "") -> bool:
        """Whether too many failures have locked the account, for somebody at this address.

        Failures from addresses where this person never signed in lock the account there only: otherwise anybody who
        knows a name could keep its owner out for as long as they like.
        """
        elsewhere = None if self.knows(address) else self.locked_elsewhere
        return any(until is not None and now < until for until in (self.locked_until, elsewhere))

    def failures_at(self, address: str) -> int:
        """How many failures count for an address since the last success or lock."""
        return self.failures if self.knows(address) else self.failures_elsewhere

    def knows(self, address: str) -> bool:
        """Whether this person has signed in at an address, or in its network of IPv6, lately."""
        return network_of(address) in map(network_of, self.known_at)

    def known_at_also(self, address: str) -> tuple[str, ...]:
        """Where this person is known after signing in at an address: of an IPv6 network, the last address alone."""
        if not address:
            return self.known_at
        others = (each for each in self.known_at if network_of(each) != network_of(address))
        return (address, *others)[:MOST_ADDRESSES]

    def plays_as(self, now: datetime) -> frozenset[str]:
        """The names under which this person plays, those they gave up or were seen with in the last day too."""
        return frozenset({self.player, *(each.name for each in self.also_plays_as(now))} - {""})

    def also_plays_as(self, now: datetime) -> tuple[Played, ...]:
        """The names that this person gave up or was seen with in the last day, each until it no longer counts."""
        counts = (replace(each, until=each.until + INDEPENDENT_AFTER) for each in self.played)
        return tuple(each for each in counts if now < each.until and each.name != self.player)

    def was_seen_as(self, player: str, now: datetime) -> bool:
        """Whether it is known already that this person plays under a name, and need not be noted again."""
        seen = any(each.name == player and now - each.until < SEEN_AGAIN for each in self.played)
        return player == self.player or seen

    def given_after(self, time: datetime) -> tuple[Given, ...]:
        """By whose invitations credentials were chosen after a time."""
        return tuple(given for given in self.given if given.at > time)

    def state(self, now: datetime) -> str:
        """`working`, `invited`, `expired` (an invitation nobody used in time), `locked` or `dismissed`."""
        if self.dismissed:
            return "dismissed"
        if self.is_locked(now):
            return "locked"
        if self.enrolled:
            return "working"
        return "invited" if self.invitation and now < self.invitation.until else "expired"


def evolve(account: StaffAccount, event: AnyStaffEvent) -> StaffAccount:
    """The account after an event."""
    after = _changed(account, event)
    return replace(after, version=account.version + 1)


def _changed(account: StaffAccount, event: AnyStaffEvent) -> StaffAccount:
    """What signing in and out, and being locked, changes."""
    match event:
        case StaffSignedIn(at=at, session=session, counter=counter, address=address):
            kept = {name: one for name, one in account.sessions.items() if at - one.since < LONGEST_SESSION}
            sessions = {**kept, session: KeptSession(since=at)}
            known = account.known_at_also(address)
            after = _unlocked(account, here=account.knows(address))
            return replace(after, sessions=sessions, counter=counter, last_sign_in=at, known_at=known)
        case StaffSignedOut(session=session):
            return _signed_out(account, session)
        case SignInFailed(locked_until=until, address=address):
            failures = 0 if until else account.failures_at(address) + 1
            if account.knows(address):
                return replace(account, failures=failures, locked_until=until)
            return replace(account, failures_elsewhere=failures, locked_elsewhere=until)
        case AccountUnlocked():
            return _unlocked(account)
        case SessionLocked() | SessionUnlocked():
            return _with_session(account, event)
        case PlayerNamed(at=at, player=player):
            before = (Played(name=account.player, until=at),) if account.player else ()
            return replace(account, player=player, played=(*account.played, *before))
        case PlayerSeen(at=at, player=player):
            counts = (each for each in account.played if each.name != player and at - each.until < INDEPENDENT_AFTER)
            return replace(account, played=(*counts, Played(name=player, until=at)))
        case PlayersForgotten():
            return replace(account, played=())
    return _employed(account, event)


def _employed(account: StaffAccount, event: AnyStaffEvent) -> StaffAccount:
    """What coming, going and new credentials change."""
    match event:
        case StaffInvited():
            invitation = Invitation(digest=event.digest, until=event.until)
            first = {"name": event.name, "position": event.position, "dismissed": False}
            return replace(account, **first, invitation=invitation, invited_by=event.by)
        case StaffEnrolled(at=at, password=password, second_factor=factor, counter=counter):
            given = (*account.given_after(at - INDEPENDENT_AFTER), Given(by=account.invited_by, at=at))
            fresh = {"password": password, "second_factor": factor, "counter": counter, "given": given}
            return replace(_unlocked(_signed_out(account)), **fresh, invitation=None)
        case PasswordChanged(password=password, again=again):
            return replace(account if again else _signed_out(account), password=password)
        case SecondFactorAsked(counter=counter):
            return replace(account, counter=counter, asked=counter)
        case SecondFactorChanged(second_factor=factor, counter=counter):
            return replace(_signed_out(account), second_factor=factor, counter=counter, asked=-1)
        case StaffDismissed():
            return replace(_signed_out(account), dismissed=True, password="", second_factor="", invitation=None)
        case PositionChanged(position=position):
            return replace(_signed_out(account), position=position)
    return account


def _signed_out(account: StaffAccount, session: str = "") -> StaffAccount:
    kept = {name: one for name, one in account.sessions.items() if session and name != session}
    return replace(account, sessions=kept)


def _unlocked(account: StaffAccount, *, here: bool = False) -> StaffAccount:
    """The account without its failures; `here` leaves those from elsewhere, which are not the owner's."""
    if here:
        return replace(account, failures=0, locked_until=None)
    return replace(account, failures=0, locked_until=None, failures_elsewhere=0, locked_elsewhere=None)


def _with_session(account: StaffAccount, event: SessionLocked | SessionUnlocked) -> StaffAccount:
    if event.session not in account.sessions:
        return account
    locked = isinstance(event, SessionLocked)
    sessions = {**account.sessions, event.session: replace(account.sessions[event.session], locked=locked)}
    if isinstance(event, SessionLocked):
        return replace(account, sessions=sessions)
    return replace(_unlocked(account), sessions=sessions, counter=max(event.counter, account.counter))


# ---------------------------------------------------------------------------------------------------------------------
# In the journal

_encoder = msgspec.json.Encoder(order="sorted")
_decoder: msgspec.json.Decoder[AnyStaffEvent] = msgspec.json.Decoder(AnyStaffEvent)


def kind_of(event: StaffEvent) -> str:
    """The kind of an event, as it is recorded."""
    return str(event.__struct_config__.tag)


def as_entry(event: StaffEvent) -> Entry:
    """An event as the journal keeps it."""
    return Entry(kind_of(event), _encoder.encode(event))


def as_event(recorded: Recorded) -> AnyStaffEvent:
    """An event as it was kept."""
    return read_body(recorded, _decoder, "no staff event")
