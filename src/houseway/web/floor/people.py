"""Who is who: names, the keys people return with, staff and their invitations.

Here: taking a name, finding somebody by the key his browser keeps, staff roles by one-time invitations. Only a digest
of a key is kept in the journal. Not here: what a role may do (`table.decide`).
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
from typing import Protocol

from houseway.errors import OldVersion, Refused, WrongRole
from houseway.journal.entry import Entry
from houseway.journal.store import Journal
from houseway.kept.tables import HOUSE, buy_chips
from houseway.rulebook.procedure import Role
from houseway.table.commands import Actor
from houseway.web.floor.fields import FIELDS
from houseway.web.wire.permissions import NEWCOMER

FIRST_CHIPS = 1000_00
"""What a player begins with, and takes anew when he has too little for a wager."""
LONGEST_FOLDED = 3 * FIELDS.name
"""A letter becomes at most three when its case is folded."""
_NAME = re.compile(r"[^\W_](?:[\w .'-]*[\w.])?")
_RESERVED = {HOUSE.name, NEWCOMER, *(role.words for role in Role)}
_JAPANESE = {"CJK", "HIRAGANA", "KATAKANA", "KATAKANA-HIRAGANA"}
"""What one language mixes; otherwise two scripts in a name are there to look like another's."""
_STREAM, _TAKEN = "person:", "name taken"


PLAYER_COOKIE, STAFF_COOKIE = "houseway-player", "houseway-staff"
"""What a browser keeps somebody's key under: one browser can be a player's and staff's at once."""


class Asker(Protocol):
    """Whatever came from a browser with its cookies."""

    @property
    def cookies(self) -> dict[str, str]:
        """The cookies by name."""
        ...


class Person:
    """Somebody with a name; `digest` is that of his key."""

    def __init__(self, name: str, role: Role, digest: str) -> None:
        self.actor, self.digest = Actor(name, role), digest


class People:
    """Everybody who has a name in a journal. Threads may share it."""

    def __init__(self, journal: Journal) -> None:
        self._journal = journal
        self._known: dict[str, Person] = {}
        self._invitations: dict[str, tuple[Role, str]] = {}
        self._lock = threading.Lock()

    def enter(self, written: str) -> str:
        """Take a name and play chips; the key to return with."""
        name = read_name(written)
        if self._journal.version(f"cage:{name}"):
            raise Refused(f"{name} has chips here already; choose another name, or return with your key")
        key = self._take(name, Role.PLAYER)
        buy_chips(self._journal, name, FIRST_CHIPS, key=f"first chips of {name}")
        return key

    def more_chips(self, name: str) -> None:
        """Play chips anew."""
        buy_chips(self._journal, name, FIRST_CHIPS)

    def player(self, asker: Asker) -> Actor | None:
        """The player whose browser this is."""
        actor = self.find(asker.cookies.get(PLAYER_COOKIE, ""))
        return actor if actor and actor.role is Role.PLAYER else None

    def staff(self, asker: Asker) -> Actor | None:
        """The member of staff whose browser this is."""
        actor = self.find(asker.cookies.get(STAFF_COOKIE, ""))
        return actor if actor and actor.role is not Role.PLAYER else None

    def find(self, key: str) -> Actor | None:
        """Whose key this is."""
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
        """Whether somebody plays here under exactly that name."""
        person = self._person(name.casefold()) if 0 < len(name) <= FIELDS.name else None
        return person is not None and person.actor == Actor(name, Role.PLAYER)

    def invite(self, role: Role, by: str = HOUSE.name) -> str:
        """A code by which one person takes a staff name, once."""
        code = secrets.token_urlsafe(12)
        with self._lock:
            self._invitations[code] = role, by
        return code

    def invite_by(self, staff: Actor, role: int) -> str:
        """The same on behalf of staff, who may invite up to their own position."""
        if role not in [each.value for each in Role if each is not Role.PLAYER]:
            raise Refused(f"an invitation is for a role from {Role.DEALER.value} to {Role.GAMING_SHIFT_MANAGER.value}")
        if role > staff.role:
            raise WrongRole(f"the {staff.role.words} may not invite a {Role(role).words}")
        return self.invite(Role(role), f"{staff.role.words} {staff.name}")

    def accept(self, invitation: str, written: str) -> str:
        """Take a staff name by an invitation, which is then used up; the key to return with."""
        name = read_name(written)
        with self._lock:
            found = self._invitations.pop(invitation, None)
        if found is None:
            raise Refused("this invitation is used up or not known; ask for another")
        role, by = found
        try:
            return self._take(name, role, by)
        except Refused:
            with self._lock:
                self._invitations[invitation] = found
            raise

    def _take(self, name: str, role: Role, by: str = "") -> str:
        """Keep a name with the digest of its key, and who invited staff."""
        secret = secrets.token_urlsafe(24)
        body = {"name": name, "role": int(role), "digest": _digest(secret), "invited_by": by}
        entry = Entry(_TAKEN, json.dumps(body, sort_keys=True, separators=(",", ":")).encode())
        try:
            self._journal.append(_stream(name), [entry], expected_version=0, key=uuid.uuid4().hex)
        except OldVersion:
            raise Refused(f"the name {name} is taken; choose another, or return with your key") from None
        return f"{name.casefold().encode().hex()}.{secret}"

    def _person(self, folded: str) -> Person | None:
        """Somebody by his name; who has none is looked up again each time, since he may take it elsewhere."""
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
    houseway.errors.Refused: a name is written in one script, with letters that are seen
    >>> read_name("the <b>")
    Traceback (most recent call last):
    houseway.errors.Refused: a name has 1 to 20 letters, digits, spaces, dots, hyphens or apostrophes
    """
    name = " ".join(unicodedata.normalize("NFKC", written).split())
    if len(name) > FIELDS.name or not _NAME.fullmatch(name):
        raise Refused(f"a name has 1 to {FIELDS.name} letters, digits, spaces, dots, hyphens or apostrophes")
    if name.casefold() in _RESERVED:
        raise Refused(f"{name} is no name for a person; choose another")
    scripts = {unicodedata.name(letter, "").split(" ")[0] for letter in name if letter.isalpha()}
    unseen = any("FILLER" in unicodedata.name(letter, "FILLER") for letter in name)
    if unseen or (len(scripts) > 1 and not scripts <= _JAPANESE):
        raise Refused("a name is written in one script, with letters that are seen")
    return name


def _stream(name: str) -> str:
    return _STREAM + name.casefold()


def _digest(secret: str) -> str:
    return hashlib.sha256(secret.encode()).hexdigest()
