"""Players: their names, the keys they return with, and their sessions.

Here: taking a name, signing in with a key, and finding the player a browser belongs to. A key and a session are secrets
with 192 random bits; the journal has only their digests, so a key is shown once and can be replaced, but not looked up.
Not here: staff (`staff`), chips.
"""

from __future__ import annotations

import hmac
import threading
import uuid
from collections.abc import Callable, Iterable, Iterator
from datetime import datetime, timedelta
from typing import NamedTuple

import msgspec
from msgspec.structs import replace

from houseway.errors import KeyReused, OldVersion, Refused, shortened
from houseway.journal.entry import Append, Entry, Recorded, unmoved
from houseway.journal.significant import SYSTEM, to_append
from houseway.journal.store import Journal
from houseway.kept.approvals import HOUSE_PLACE
from houseway.kept.approved import Approval, ShownLine, Wanted, must_be_approved
from houseway.kept.bodies import read_body
from houseway.kept.play_chips import first_chips
from houseway.kept.settings import GIVEN, settings
from houseway.kept.significance import is_significant
from houseway.people.names import LONGEST_NAME, PERSON, SESSION_ENDED, TAKEN, new_secret, read_name, read_secret
from houseway.people.personal import new_person, open_person
from houseway.people.staff import TRIES, Clock, utc_now
from houseway.rulebook.procedure import Role
from houseway.table.commands import Actor
from houseway.table.two_eyes import ERASURE, NEW_KEY

LONGEST_SESSION = timedelta(days=365)
MOST_SESSIONS = 20
"""A player may be signed in in this many browsers; one more signs the oldest out."""
_SIGNED_IN, _SIGNED_OUT = "player signed in", "player signed out"
_KEY_CHANGED, _KEY_REVOKED, _KEY_ISSUED = "player key changed", "player key revoked", "player key issued"
ERASED = "personal data erased"


class _Body(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What an entry of a player's stream says; which fields there are depends on its kind."""

    name: str = ""
    role: int = 0
    position: str = ""
    digest: str = ""
    at: datetime | None = None
    by: str = ""
    invited_by: str = ""
    personal: str = ""
    """Who the player says they are, sealed, where the house gave them their name."""
    confirmed_by: str = ""
    why: str = ""


_decoder = msgspec.json.Decoder(_Body)


class Player(msgspec.Struct, frozen=True, kw_only=True):
    """A player as their stream has them; `digest` is that of their key, empty where it was revoked."""

    name: str = ""
    digest: str = ""
    sessions: dict[str, datetime] = {}
    staff: bool = False
    """Whether the name belongs to staff, and to no player."""
    personal: str = ""
    """Who they said they are, sealed under a key of their own; empty where they chose their name themselves."""
    erased: bool = False
    seen: datetime | None = None
    """When they last signed in."""
    version: int = 0


class NewKey(NamedTuple):
    """A new key, to be shown once, and the token of a session."""

    key: str
    token: str


class Players:
    """Every player of a journal. Threads may share this object."""

    def __init__(self, journal: Journal, *, clock: Clock = utc_now) -> None:
        self._journal, self._clock = journal, clock
        self.gives_names = settings(journal).names == GIVEN
        self._known: dict[str, Player] = {}
        self._lock = threading.Lock()

    def register(self, written: str, *, more: Callable[[str], Iterable[Append]] = lambda _: ()) -> NewKey:
        """Register a player under a name, with the chips of a new player; they are signed in.

        `more` says what else is written together with the name.
        """
        person = new_person(written) if self.gives_names else None
        name = person.name if person else read_name(written)
        if self._journal.version(f"cage:{name}"):
            raise Refused(f"{name} already has chips here: choose another name, or sign in with your key")
        (key, digest), (token, session) = new_secret(name), new_secret(name)
        at = self._clock()
        taken = _Body(name=name, digest=digest, personal=person.sealed if person else "")
        try:
            first = ((TAKEN, taken), (_SIGNED_IN, _Body(digest=session, at=at)))
            keys = {name.casefold(): person.key} if person else None
            self._append(name, 0, *first, more=(*first_chips(self._journal, name), *more(name)), personal=keys)
        except (OldVersion, KeyReused):
            raise Refused(f"the name {name} is taken: choose another, or sign in with your key") from None
        return NewKey(key, token)

    def is_player(self, name: str) -> bool:
        """Whether a player has exactly this name."""
        player = self._player(name.casefold()) if 0 < len(name) <= LONGEST_NAME else None
        return player is not None and player.name == name

    # -----------------------------------------------------------------------------------------------------------------
    # Signing in

    def sign_in(self, key: str, *, instead_of: str = "") -> str:
        """Start a session with a key; returns its token. A session of the same player that this browser had ends."""
        player = self._owner_of(key)
        token, session = new_secret(player.name)
        before, ended = read_secret(instead_of)
        more = [(_SIGNED_OUT, _Body(digest=ended))] if before == player.name.casefold() else []
        self._change(player.name, *more, (_SIGNED_IN, _Body(digest=session, at=self._clock())))
        return token

    def _owner_of(self, key: str) -> Player:
        """The player whose key this is; refused if no player has it."""
        folded, digest = read_secret(key)
        player = self._player(folded) if folded else None
        if player is None or not player.digest or not hmac.compare_digest(player.digest, digest):
            raise Refused("unknown key: check that you copied all of it")
        return player

    def must_be_theirs(self, name: str, key: str) -> None:
        """Refuse whoever does not show the key of this player."""
        self.get(name)
        if not key.strip():
            raise Refused(f"show that you are {name}: type the key of that name, or sign in as {name} in this browser")
        if self._owner_of(key).name != name:
            raise Refused(f"this is not the key of {name}: check the name and the key")

    def find(self, token: str) -> Actor | None:
        """The player of a session."""
        folded, digest = read_secret(token)
        player = self._player(folded) if folded else None
        since = player.sessions.get(digest) if player else None
        if player is None or since is None or self._clock() - since >= LONGEST_SESSION:
            return None
        return Actor(player.name, Role.PLAYER)

    def has_session(self, name: str, digest: str) -> bool:
        """Whether a player still has a session, by its digest."""
        self._journal.learn(PERSON + name.casefold())
        return self._is_session(self._player(name.casefold()), digest)

    def has_session_at_once(self, name: str, digest: str) -> bool | None:
        """The same without waiting for the journal; nothing where it has to be asked (`has_session`)."""
        folded = name.casefold()
        known = self._known.get(folded)
        if known is None or self._journal.version_at_once(PERSON + folded) != known.version:
            return None
        return not known.staff and self._is_session(known, digest)

    def check(self, name: str, digest: str) -> Append:
        """Refuse whoever's session has ended, by what was last read; else what is refused once that has changed."""
        folded = name.casefold()
        with self._lock:
            known = self._known.get(folded)
        if known is None:
            self._player(folded)
            known = self._known.get(folded, Player())
        if not self._is_session(known, digest):
            raise Refused(SESSION_ENDED)
        return unmoved(PERSON + folded, known.version)

    def _is_session(self, player: Player | None, digest: str) -> bool:
        since = player.sessions.get(digest) if player else None
        return since is not None and self._clock() - since < LONGEST_SESSION

    def sign_out(self, token: str) -> None:
        """End a session; the key still works."""
        if (actor := self.find(token)) is not None:
            self._change(actor.name, (_SIGNED_OUT, _Body(digest=read_secret(token)[1])))

    def new_key(self, token: str) -> NewKey:
        """Replace a player's key: the old one no longer works, and every session but a new one ends."""
        actor = self.find(token)
        if actor is None:
            raise Refused("take a name first")
        (key, digest), (fresh, session) = new_secret(actor.name), new_secret(actor.name)
        at = self._clock()
        self._change(
            actor.name, (_KEY_CHANGED, _Body(digest=digest, at=at)), (_SIGNED_IN, _Body(digest=session, at=at))
        )
        return NewKey(key, fresh)

    def revoke_key(self, name: str, *, by: str) -> None:
        """Make a player's key and sessions void, on behalf of staff."""
        self.get(name)
        self._change(name, (_KEY_REVOKED, _Body(at=self._clock(), by=by)))

    def must_be_issuable(self, name: str) -> None:
        """Refuse a new key for a name that is not a player's, or whose personal data was erased."""
        if self.get(name).erased:
            raise Refused(f"the personal data of {name} is erased, so nobody gets a new key for it")

    def issue_key(self, name: str, digest: str, *, by: str, approval: Approval | None = None) -> None:
        """Give a player whose key was lost or revoked another one, on behalf of staff: the same name and chips.

        The key before it and every session end. It needs an `approval`, which is kept in the same transaction.
        """
        self.must_be_issuable(name)
        must_be_approved(approval, NEW_KEY, new_key_of(name), place=HOUSE_PLACE)
        confirmed_by = approval.by.name if approval else ""
        body = _Body(digest=digest, at=self._clock(), by=by, confirmed_by=confirmed_by)
        self._change(name, (_KEY_ISSUED, body), approval=approval)

    # -----------------------------------------------------------------------------------------------------------------
    # Personal data

    def get(self, name: str) -> Player:
        """A player by their exact name; refused where there is none."""
        found = self._player(name.casefold()) if self.is_player(name) else None
        if found is None:
            raise Refused(f"there is no player {shortened(name)} in this house")
        return found

    def now(self) -> datetime:
        """The time."""
        return self._clock()

    def everybody_given(self) -> tuple[Player, ...]:
        """Every player whose personal data is kept, by name."""
        found = (self._player(folded) for folded in sorted(self._journal.personal_keys()))
        return tuple(player for player in found if player is not None)

    def personal_name(self, name: str) -> str:
        """Who a player said they are; empty where that is not kept, or was erased."""
        player, key = self.get(name), self._journal.personal_keys().get(name.casefold())
        return open_person(player.name, player.personal, key) if key and player.personal else ""

    def erase(self, name: str, *, by: str, why: str = "", approval: Approval | None = None) -> None:
        """Destroy the key of a player's personal data; their key and sessions end too. See `erasure`.

        Only the house itself erases without an `approval`, which is kept in the same transaction.
        """
        must_be_approved(approval, None if by == SYSTEM else ERASURE, erasure_of(name, why), place=HOUSE_PLACE)
        body = _Body(at=self._clock(), by=by, confirmed_by=approval.by.name if approval else "", why=why)
        self._change(name, (ERASED, body), approval=approval)

    # -----------------------------------------------------------------------------------------------------------------
    # In the journal

    def _player(self, folded: str) -> Player | None:
        with self._lock:
            known = self._known.get(folded, Player())
        for recorded in self._journal.read(PERSON + folded, after=known.version):
            known = _evolve(known, recorded)
        if not known.version:
            return None
        with self._lock:
            if known.version >= self._known.get(folded, known).version:
                self._known[folded] = known
        return None if known.staff else known

    def _change(self, name: str, *entries: tuple[str, _Body], approval: Approval | None = None) -> None:
        for attempt in range(TRIES):
            player = self._player(name.casefold())
            assert player is not None
            try:
                more = approval.appends(f"{PERSON}{name.casefold()} {player.version}") if approval else ()
                return self._append(name, player.version, *entries, more=more)
            except OldVersion:
                if attempt == TRIES - 1:
                    raise
        raise AssertionError("unreachable")

    def _append(
        self,
        name: str,
        version: int,
        *entries: tuple[str, _Body],
        more: Iterable[Append] = (),
        personal: dict[str, bytes] | None = None,
    ) -> None:
        new = tuple(Entry(kind, msgspec.json.encode(body, order="sorted")) for kind, body in entries)
        stream = PERSON + name.casefold()
        kept = Append(stream=stream, entries=new, expected_version=version, key=uuid.uuid4().hex)
        appends = [kept, *more, *_notes(name, *entries)]
        if any(kind == ERASED for kind, _ in entries):
            self._journal.erase(name.casefold(), appends)
        else:
            self._journal.append_many(appends, together=True, personal=personal)


def erasure_of(name: str, why: str) -> bytes:
    """What is asked for, exactly, when somebody's personal data is to be erased."""
    return repr(("erase", name.casefold(), why)).encode()


def new_key_of(name: str) -> bytes:
    """What is asked for, exactly, when a player is to get another key."""
    return repr(("new key", name.casefold())).encode()


def new_key_wanted(name: str, *, by: str) -> Wanted:
    """The request for another key, as both people are shown it."""
    return Wanted(
        place=HOUSE_PLACE,
        act="new key",
        content=new_key_of(name),
        sentence=f"give the player {name} a new key",
        confirms=NEW_KEY,
        lines=(ShownLine(sentence=f"whoever has the key that {by} holds plays as {name}; the key before it ends"),),
        concerns=frozenset({name}),
    )


def _notes(name: str, *entries: tuple[str, _Body]) -> Iterator[Append]:
    """The significant events among the entries of a player."""
    for kind, body in entries:
        if is_significant(PERSON, kind):
            why = ", ".join(filter(None, (body.why, f"confirmed by {body.confirmed_by}" if body.confirmed_by else "")))
            yield to_append(kind, by=body.by or name, what=f"player {name}", why=why)


def _evolve(player: Player, recorded: Recorded) -> Player:
    body = read_body(recorded, _decoder)
    return replace(_changed(player, recorded.kind, body), version=recorded.version)


def _changed(player: Player, kind: str, body: _Body) -> Player:
    match kind:
        case "name taken":
            staff = body.role > 0 or bool(body.position)
            return replace(player, name=body.name, digest=body.digest, staff=staff, personal=body.personal)
        case "player signed in" if body.at is not None:
            newest = list(player.sessions.items())[-(MOST_SESSIONS - 1) :]
            return replace(player, sessions={**dict(newest), body.digest: body.at}, seen=body.at)
        case "player signed out":
            left = {digest: at for digest, at in player.sessions.items() if digest != body.digest}
            return replace(player, sessions=left)
        case "player key changed" | "player key revoked" | "player key issued":
            return replace(player, digest=body.digest, sessions={})
        case "personal data erased":
            return replace(player, digest="", sessions={}, personal="", erased=True)
    return player
