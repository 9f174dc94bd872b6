"""Who is who: names, the keys people return with, staff and their invitations.

Here: taking a name, finding a person by the key their browser keeps, staff roles by one-time invitations. The journal
has only a digest of a key. Not here: what a role may do (`table.decide`).
"""

from __future__ import annotations

import hashlib
import hmac
import json
import re
import secrets
import threading
import unicodedata
import uuid

from houseway.errors import OldVersion, Refused, WrongRole
from houseway.journal.entry import Entry
from houseway.journal.store import Journal
from houseway.kept.play_chips import give_first
from houseway.kept.tables import HOUSE
from houseway.rulebook.procedure import Role
from houseway.table.commands import Actor
from houseway.web.floor.fields import FIELDS
from houseway.web.http.cookies import Asker, read_cookie
from houseway.web.wire.permissions import NEWCOMER

LONGEST_FOLDED = 3 * FIELDS.name
"""Case folding turns one letter into at most three."""
_NAME = re.compile(r"[^\W_](?:[\w .'-]*[\w.])?")
_RESERVED = {HOUSE.name, NEWCOMER, *(role.words for role in Role)}
_JAPANESE = {"CJK", "HIRAGANA", "KATAKANA", "KATAKANA-HIRAGANA"}
"""Japanese mixes these scripts; any other mix could make a name look like somebody else's."""
_STREAM, _TAKEN = "person:", "name taken"


PLAYER_COOKIE, STAFF_COOKIE = "houseway-player", "houseway-staff"
"""The cookies that keep a key: one browser can be signed in as a player and as staff at once."""


class Person:
    """A person with a name; `digest` is that of their key."""

    def __init__(self, name: str, role: Role, digest: str) -> None:
        self.actor, self.digest = Actor(name, role), digest


class People:
    """Everybody with a name in a journal. Threads may share this object."""

    def __init__(self, journal: Journal) -> None:
        self._journal = journal
        self._known: dict[str, Person] = {}
        self._invitations: dict[str, tuple[Role, str]] = {}
        self._lock = threading.Lock()

    def register(self, written: str) -> str:
        """Register a player under a name, with the chips of a new player; returns the key to sign in with."""
        name = read_name(written)
        if self._journal.version(f"cage:{name}"):
            raise Refused(f"{name} already has chips here: choose another name, or sign in with your key")
        key = self._register(name, Role.PLAYER)
        give_first(self._journal, name)
        return key

    def player(self, request: Asker) -> Actor | None:
        """The player signed in in this browser."""
        actor = self.find(read_cookie(request, PLAYER_COOKIE))
        return actor if actor and actor.role is Role.PLAYER else None

    def staff(self, request: Asker) -> Actor | None:
        """The member of staff signed in in this browser."""
        actor = self.find(read_cookie(request, STAFF_COOKIE))
        return actor if actor and actor.role is not Role.PLAYER else None

    def find(self, key: str) -> Actor | None:
        """The person with this key."""
        folded, _, secret = key.partition(".")
        try:
            name = bytes.fromhex(folded).decode()
        except ValueError:
            return None
        person = self._person(name) if len(name) <= LONGEST_FOLDED else None
        if person is None or not hmac.compare_digest(person.digest, _digest(secret)):
            return None
        return person.actor

    def is_player(self, name: str) -> bool:
        """Whether a player has exactly this name."""
        person = self._person(name.casefold()) if 0 < len(name) <= FIELDS.name else None
        return person is not None and person.actor == Actor(name, Role.PLAYER)

    def invite(self, role: Role, by: str = HOUSE.name) -> str:
        """A code with which one person can register as staff, once."""
        code = secrets.token_urlsafe(12)
        with self._lock:
            self._invitations[code] = role, by
        return code

    def invite_by(self, staff: Actor, role: int) -> str:
        """Invite on behalf of staff, who may invite up to their own position."""
        if role not in [each.value for each in Role if each is not Role.PLAYER]:
            raise Refused(f"an invitation needs a role from {Role.DEALER.value} to {Role.GAMING_SHIFT_MANAGER.value}")
        if role > staff.role:
            raise WrongRole(f"the {staff.role.words} may not invite a {Role(role).words}")
        return self.invite(Role(role), f"{staff.role.words} {staff.name}")

    def accept(self, invitation: str, written: str) -> str:
        """Register staff by an invitation, which is then used up; returns the key to sign in with."""
        name = read_name(written)
        with self._lock:
            found = self._invitations.pop(invitation, None)
        if found is None:
            raise Refused("this invitation is unknown or was used before; ask for a new one")
        role, by = found
        try:
            return self._register(name, role, by)
        except Refused:
            with self._lock:
                self._invitations[invitation] = found
            raise

    def _register(self, name: str, role: Role, by: str = "") -> str:
        """Keep a name with the digest of its key, and who invited the member of staff."""
        secret = secrets.token_urlsafe(24)
        body = {"name": name, "role": int(role), "digest": _digest(secret), "invited_by": by}
        entry = Entry(_TAKEN, json.dumps(body, sort_keys=True, separators=(",", ":")).encode())
        try:
            self._journal.append(_stream(name), [entry], expected_version=0, key=uuid.uuid4().hex)
        except OldVersion:
            raise Refused(f"the name {name} is taken: choose another, or sign in with your key") from None
        return f"{name.casefold().encode().hex()}.{secret}"

    def _person(self, folded: str) -> Person | None:
        """The person with a name; an unknown name is looked up each time, since another process may register it."""
        if folded not in self._known:
            for recorded in self._journal.read(_stream(folded)):
                body = json.loads(recorded.body)
                self._known[folded] = Person(body["name"], Role(body["role"]), body["digest"])
        return self._known.get(folded)


def read_name(written: str) -> str:
    """A name as it will be shown.

    >>> read_name("  Ann  B. ")
    'Ann B.'
    >>> read_name("\N{CYRILLIC SMALL LETTER A}nn")
    Traceback (most recent call last):
    houseway.errors.Refused: use visible letters of one script in a name
    >>> read_name("the <b>")
    Traceback (most recent call last):
    houseway.errors.Refused: a name has 1 to 20 letters, digits, spaces, dots, hyphens or apostrophes
    """
    name = " ".join(unicodedata.normalize("NFKC", written).split())
    if len(name) > FIELDS.name or not _NAME.fullmatch(name):
        raise Refused(f"a name has 1 to {FIELDS.name} letters, digits, spaces, dots, hyphens or apostrophes")
    if name.casefold() in _RESERVED:
        raise Refused(f"the name {name} is reserved: choose another")
    scripts = {unicodedata.name(letter, "").split(" ")[0] for letter in name if letter.isalpha()}
    invisible = any("FILLER" in unicodedata.name(letter, "FILLER") for letter in name)
    if invisible or (len(scripts) > 1 and not scripts <= _JAPANESE):
        raise Refused("use visible letters of one script in a name")
    return name


def _stream(name: str) -> str:
    return _STREAM + name.casefold()


def _digest(secret: str) -> str:
    return hashlib.sha256(secret.encode()).hexdigest()
