"""The emergency switch: the house, a table or a player is stopped at once, and stays so until that is lifted.

Here: what is stopped, kept in the journal, and which requests a stop refuses. A stop is a significant event. Not here:
who may be asked to decide (`people.acts`), or telling pages about it.

A stop says what happens to rounds in play: they are *finished*, without new wagers, or *suspended*: nothing happens at
the table until the stop is lifted, and the wagers stay on the layout. A stopped player makes no wager and takes no
seat; a round in which they have a wager is finished.
"""

from __future__ import annotations

import threading
import uuid
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Final

import msgspec

from houseway.errors import Refused, WrongRole
from houseway.journal.entry import Append, Entry, unmoved
from houseway.journal.significant import to_append
from houseway.journal.store import Journal
from houseway.kept.bodies import read_body
from houseway.rulebook.procedure import Role
from houseway.table import commands as c

STREAM: Final = "stops"
HOUSE, TABLE, PLAYER = SCOPES = ("house", "table", "player")
FINISH, SUSPEND = ROUNDS = ("finish", "suspend")
STOPS: Final = Role.GAMING_SHIFT_MANAGER
"""The lowest role that may stop something, and lift a stop."""
NEW: Final = (c.Sit, c.AnnouncePlaceYourBets, c.PlaceWager, c.OfferBank, c.TakeBank)
"""What a stop refuses while rounds are finished."""
_STILL: Final = (c.Leave, c.Prohibit, c.SetLimits)
"""What is possible while rounds are suspended: it moves no card and no chip that is at stake."""


class Stop(msgspec.Struct, frozen=True, kw_only=True):
    """Something was stopped, or a stop was lifted."""

    scope: str
    name: str = ""
    """The table or the player; empty for the whole house."""
    rounds: str = FINISH
    why: str
    by: str
    role: str
    at: str
    lifted: bool = False

    @property
    def what(self) -> str:
        """What is stopped, in words."""
        return "the house" if self.scope == HOUSE else f"{self.scope} {self.name}"

    @property
    def sentence(self) -> str:
        """What anybody is told who is refused because of it."""
        if self.scope == PLAYER:
            return f"{self.name} may not play now; please see a {STOPS.words}"
        rounds = "rounds in play are suspended" if self.rounds == SUSPEND else "rounds in play are finished"
        return f"play at {self.what if self.scope == TABLE else 'every table'} is stopped: no new wagers, and {rounds}"


_decoder = msgspec.json.Decoder(Stop)


class Stops:
    """What is stopped in a house. Threads may share it."""

    def __init__(self, journal: Journal) -> None:
        """Read from the journal what is stopped."""
        self._journal, self._lock = journal, threading.Lock()
        self._fold: tuple[int, Mapping[tuple[str, str], Stop]] = (0, {})
        """What is stopped, and the version of the stream that says so; replaced as one."""
        self.catch_up()

    @property
    def now(self) -> Mapping[tuple[str, str], Stop]:
        """What is stopped, by scope and name."""
        return self._fold[1]

    def change(
        self, by: c.Actor, scope: str, name: str = "", *, rounds: str = FINISH, why: str = "", lift: bool = False
    ) -> Stop:
        """Stop something, or lift the stop; refused for anybody below the gaming shift manager."""
        if by.role < STOPS:
            raise WrongRole(f"only the {STOPS.words} may stop play, or lift a stop")
        if scope not in SCOPES or rounds not in ROUNDS:
            raise Refused(
                f"choose what to stop, {' or '.join(SCOPES)}, and what happens to rounds in play, {' or '.join(ROUNDS)}"
            )
        if bool(name) is (scope == HOUSE):
            raise Refused("name the table or the player" if scope != HOUSE else "the whole house has no name")
        if not why.strip() and not lift:
            raise Refused("say why play is stopped")
        self.catch_up()
        version, now = self._fold
        before = now.get((scope, name))
        if lift is (before is None):
            raise Refused("this is not stopped" if lift else f"{before.what if before else ''} is already stopped")
        at = datetime.now(UTC).isoformat(timespec="seconds")
        stop = Stop(scope=scope, name=name, rounds=rounds, why=why, by=by.name, role=by.role.words, at=at, lifted=lift)
        kind = "stop lifted" if lift else "play stopped"
        entry = Entry(kind, msgspec.json.encode(stop, order="sorted"))
        kept = Append(stream=STREAM, entries=(entry,), expected_version=version, key=uuid.uuid4().hex)
        noted = to_append(
            kind,
            by=by.name,
            what=stop.what,
            before=before.rounds if before else "open",
            after="open" if lift else rounds,
            why=why,
        )
        self._journal.append_many([kept, noted], together=True)
        self.catch_up()
        return stop

    def at(self, table: str) -> Stop | None:
        """What stops a table: the stop of the house, or its own; of the two, the one that suspends rounds."""
        return _at(self.now, table)

    def check(self, table: str, command: c.Command) -> Append:
        """Refuse a request that a stop does not allow; else what is refused once anything is stopped or lifted."""
        version, now = self._fold
        stop = _at(now, table)
        if stop and (isinstance(command, NEW) or (stop.rounds == SUSPEND and not isinstance(command, _STILL))):
            raise Refused(stop.sentence)
        if isinstance(command, c.Sit | c.PlaceWager | c.TakeBank):
            player = command.by.name
            if isinstance(command, c.PlaceWager) and command.by.role is not Role.PLAYER:
                player = command.player
            if player_stop := now.get((PLAYER, player)):
                raise Refused(player_stop.sentence)
        return unmoved(STREAM, version)

    @property
    def players(self) -> frozenset[str]:
        """Every player who is stopped."""
        return frozenset(name for scope, name in self.now if scope == PLAYER)

    def player(self, name: str) -> Stop | None:
        """What stops a player."""
        return self.now.get((PLAYER, name))

    def catch_up(self) -> None:
        """Read what was stopped or lifted since, also by another process; to be called in a thread."""
        with self._lock:
            version, now = self._fold[0], dict(self.now)
            for recorded in self._journal.read(STREAM, after=version):
                version = recorded.version
                stop = read_body(recorded, _decoder)
                if stop.lifted:
                    now.pop((stop.scope, stop.name), None)
                else:
                    now[stop.scope, stop.name] = stop
            self._fold = version, now


def _at(now: Mapping[tuple[str, str], Stop], table: str) -> Stop | None:
    found = [stop for key in ((HOUSE, ""), (TABLE, table)) if (stop := now.get(key))]
    return next((stop for stop in found if stop.rounds == SUSPEND), found[0] if found else None)
