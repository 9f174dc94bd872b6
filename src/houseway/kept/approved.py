"""Refusing what takes two people and nobody else has confirmed: the one check that every act goes through.

Here: what is asked for, exactly (`Wanted`), the confirmation that is handed to whatever carries it out (`Approval`),
and refusing an act without one. Not here: which acts take two people (`table.two_eyes`), or the life of a request
(`approvals`).

An act that takes two people writes the confirmation and itself in one transaction: it calls `must_be_approved` with
exactly what it is about to do, and adds `Approval.appends` to what it writes. So neither is ever there without the
other, and a request that has ended is never carried out.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

import msgspec

from houseway.errors import NeedsAnother, OldVersion, WrongRole
from houseway.journal.entry import Append
from houseway.rulebook.procedure import Role
from houseway.table.commands import HOUSE, Actor, Cards, Command
from houseway.table.record import encode

CHANGED = "what this would do has changed since it was asked for; look at the table, and ask again"


class ShownLine(msgspec.Struct, frozen=True, kw_only=True):
    """A line of what a request will do, as both people are shown it, with the money that it moves."""

    sentence: str
    clause: str = ""
    player: str = ""
    """Whose money it is: a player, or away from a table the house or the tray of a table."""
    cents: int = 0
    """What they get; negative where it is taken from them."""


@dataclass(frozen=True, kw_only=True)
class Wanted:
    """What somebody asks for, and what they were shown of it.

    `content` is the request itself, exactly; `lines` are what it will do. A confirmation holds for both, and for the
    `version` of the table they were decided on (0 where that does not matter).
    """

    place: str
    """The table, or `house`."""
    act: str
    """What is asked for, in a word or two."""
    content: bytes
    sentence: str
    confirms: Role
    lines: tuple[ShownLine, ...] = ()
    version: int = 0
    concerns: frozenset[str] = frozenset()
    """The players whose money it may touch: whoever plays under one of these names cannot confirm it."""
    about: str = ""
    """The member of staff it is about: they decide nothing of it."""
    cards: Mapping[int, Cards] = field(default_factory=dict)
    """The cards it names, by position: nobody is shown them, and whoever confirms it names them too."""
    salt: bytes = b""
    """Keeps anybody from finding the cards by their digest."""
    deed: bytes = b""
    """What carries it out, as data for whoever does; empty where only whoever asked can."""

    @property
    def content_digest(self) -> str:
        """The digest of the request itself."""
        return digest_of(self.content, self.salt)

    @property
    def digest(self) -> str:
        """The digest of the request and of everything that was shown of it."""
        said = [self.place, self.act, self.content_digest, self.sentence, self.version, int(self.confirms)]
        shown = [[line.sentence, line.clause, line.player, line.cents] for line in self.lines]
        return hashlib.sha256(json.dumps([said, shown]).encode()).hexdigest()


@dataclass(frozen=True, kw_only=True)
class Approval:
    """A request that another member of staff confirms now: handed to whatever carries it out."""

    id: str
    place: str
    content: str
    """The digest of the request."""
    digest: str
    """The digest of the request and of what was shown of it."""
    salt: bytes
    version: int
    asked_by: Actor
    by: Actor
    """Who confirms it."""
    appends: Callable[[str], tuple[Append, ...]]
    """What to write with the act, given where the act is kept: who confirmed the request, and what it led to."""

    def must_be_as_shown(self, wanted: Wanted) -> None:
        """Refuse to go on where the request would no longer do what both people were shown."""
        if self.digest != wanted.digest:
            raise OldVersion(CHANGED)


def digest_of(content: bytes, salt: bytes = b"") -> str:
    """The digest of a request."""
    return hashlib.sha256(salt + content).hexdigest()


def content_of(command: Command) -> bytes:
    """A request at a table, exactly, whoever sends it."""
    return encode(msgspec.structs.replace(command, by=HOUSE))


def or_above(role: Role) -> str:
    """A position and those above it, in words.

    >>> or_above(Role.PIT_MANAGER), or_above(Role.GAMING_SHIFT_MANAGER)
    ('pit manager or above', 'gaming shift manager')
    """
    return role.words if role is max(Role) else f"{role.words} or above"


def must_be_approved(
    approval: Approval | None,
    confirms: Role | None,
    content: bytes,
    *,
    place: str,
    version: int = 0,
    because: str = "",
) -> None:
    """Refuse an act that takes two people unless this approval is for exactly that, there and then.

    `confirms` is the lowest position that confirms it; None where one person is enough. `because` says why two are
    needed, where whoever asks cannot see it.
    """
    if approval is None:
        if confirms is not None:
            why = f", because {because}" if because else ""
            raise NeedsAnother(f"this takes two people{why}: ask for it, and another {or_above(confirms)} confirms it")
        return
    if approval.place != place or approval.content != digest_of(content, approval.salt):
        raise OldVersion("what was confirmed is not what is asked for now; ask again")
    if approval.version not in (0, version):
        raise OldVersion(CHANGED)
    if confirms is not None and approval.by.role < confirms:
        raise WrongRole(f"only a {or_above(confirms)} may confirm this")
