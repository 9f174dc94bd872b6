"""The protection of every player in the house: one place that knows whether somebody may play now, and why not.

Here: the facts, read from the journal and kept in it, the check before a seat, a wager, the bank or chips, and what
pages are shown. Not here: the rules themselves (`people.protection`), prohibition by a book's clause
(`prohibitions`), or the emergency switch (`kept.stops`).
"""

from __future__ import annotations

import asyncio
import contextlib
import threading
import uuid
from collections.abc import Callable, Iterable
from datetime import UTC, datetime

import msgspec

from houseway.errors import OldVersion, Refused, WrongRole
from houseway.journal.entry import Append, Entry, unmoved
from houseway.journal.significant import to_append
from houseway.journal.store import Journal
from houseway.kept import results
from houseway.kept.bodies import read_body
from houseway.kept.bots import is_bot
from houseway.kept.significance import is_significant
from houseway.people import protection as p
from houseway.people import protection_facts as f
from houseway.rulebook.procedure import Role
from houseway.table import commands as c

STREAM = "protection:"
EXCLUDES = Role.GAMING_SHIFT_MANAGER
"""The lowest role that may exclude a player, and lift that."""
TRIES = 5
_UNPROTECTED = f.Protection()
"""The protection of a player about whom nothing is kept."""
Decide = Callable[[f.Protection], f.AnyKept]
_decoder: msgspec.json.Decoder[f.AnyKept] = msgspec.json.Decoder(f.AnyKept)


class _Player:
    """One player: their protection, their results of the last week, and when they last made a wager."""

    def __init__(self) -> None:
        self.protection, self.version = _UNPROTECTED, 0
        self.results: list[results.Result] = []
        self.played = -1
        """The version of the results that were read; -1 for none yet."""
        self.wagered: datetime | None = None
        self.turn = asyncio.Lock()
        self.lock = threading.RLock()

    def unmoved(self, name: str) -> tuple[Append, ...]:
        """What is refused once any of that changes."""
        return unmoved(STREAM + name, self.version), unmoved(results.STREAM + name, self.played)


class Protections:
    """The protection of every player. Threads may share it, apart from `turn`."""

    def __init__(
        self, journal: Journal, *, check: int = 0, age_gate: str = "", clock: Callable[[], datetime] | None = None
    ) -> None:
        """Read from the journal; `check` are the usual minutes between two reality checks, `age_gate` its text."""
        p.must_be_interval(check)
        self._journal, self.check_every, self.age_gate = journal, check, age_gate.strip()
        self._clock = clock or (lambda: datetime.now(UTC))
        self._players: dict[str, _Player] = {}
        for stream in journal.streams(STREAM):
            self._read(stream.removeprefix(STREAM))

    # -----------------------------------------------------------------------------------------------------------------
    # What is kept

    def of(self, name: str) -> f.Protection:
        """What protects a player."""
        known = self._players.get(name)
        return known.protection if known else _UNPROTECTED

    def keep(self, name: str, decide: Decide, *, by: str) -> f.AnyKept:
        """Decide and keep something about a player; to be called in a thread."""
        for attempt in range(TRIES):
            with self._of(name).lock:
                player = self._read(name)
                before, kept = player.protection, decide(player.protection)
                appends = [self._append(name, player.version, kept)]
                if is_significant(STREAM, _kind(kept)):
                    appends.append(self._noted(name, before, kept, by))
                try:
                    self._journal.append_many(appends, together=True)
                except OldVersion:
                    if attempt == TRIES - 1:
                        raise
                    continue
                self._read(name)
                return kept
        raise AssertionError

    def exclude(self, by: c.Actor, name: str, *, why: str = "", lift: bool = False) -> None:
        """Exclude a player, or lift the exclusion; to be called in a thread."""
        if by.role < EXCLUDES:
            raise WrongRole(f"only the {EXCLUDES.words} may exclude a player, or lift an exclusion")
        decide = p.lift if lift else p.exclude
        self.keep(name, lambda now: decide(now, by=by.name, why=why, now=self.now()), by=by.name)

    def age_confirmed(self, name: str) -> tuple[Append, ...]:
        """That a new player confirmed the text of the age gate, to be written together with their name."""
        confirmed = f.AgeConfirmed(at=self.now(), text=self.age_gate)
        return (self._append(name, 0, confirmed),) if self.age_gate else ()

    def must_confirm(self, confirmed: bool) -> None:
        """Refuse a new name without confirming the text of the age gate."""
        if self.age_gate and not confirmed:
            raise Refused(f"confirm this first: {self.age_gate}")

    def acknowledge(self, name: str, *, staked: int) -> None:
        """Keep that a player acknowledged the reality check that is due; to be called in a thread."""
        self.catch_up((name,))
        due = self.reality(name, staked)
        if due is None:
            raise Refused("there is nothing to acknowledge now")
        self.keep(name, lambda _: f.Checked(at=self.now(), minutes=due.minutes, cents=due.cents), by=name)

    def catch_up(self, names: Iterable[str]) -> None:
        """Read the newest results of players; to be called in a thread."""
        for name in names:
            player, week = self._of(name), self.now() - p.A_WEEK
            with player.lock:
                if player.played < 0:
                    player.played, player.results = results.newest(self._journal, name, since=week)
                else:
                    player.played, more = results.after(self._journal, name, player.played)
                    player.results = [each for each in player.results if each.at >= week] + more

    def note(self, found: Iterable[tuple[str, int, results.Result]]) -> None:
        """Note results that this process has just kept (`results.written`), so that they need not be read again."""
        for name, version, result in found:
            player = self._of(name)
            with player.lock:
                if player.played == version - 1:
                    player.played, week = version, self.now() - p.A_WEEK
                    player.results = [*(each for each in player.results if each.at >= week), result]

    def is_remembered(self, name: str) -> bool:
        """Whether a player's newest results are known, so that `check` and `wagered` do not read the journal."""
        known = self._players.get(name)
        if is_bot(name):
            return True
        return known is not None and 0 <= known.played == self._journal.known_version(results.STREAM + name)

    def goes_on(self, name: str, *, staked: int) -> bool:
        """Whether a session of a player goes on, so that `wagered` keeps nothing."""
        return p.began(self.of(name), self._play(name, staked), self.now()) is not None

    def now(self) -> datetime:
        """The time."""
        return self._clock()

    def _append(self, name: str, version: int, kept: f.AnyKept) -> Append:
        entry = Entry(_kind(kept), msgspec.json.encode(kept, order="sorted"))
        return Append(stream=STREAM + name, entries=(entry,), expected_version=version, key=uuid.uuid4().hex)

    def _noted(self, name: str, before: f.Protection, kept: f.AnyKept, by: str) -> Append:
        """The significant event of something that is kept."""
        why = getattr(kept, "why", "")
        was: object = p.why_not(before, kept.at) or "may play"
        then: object = p.why_not(f.evolve(before, kept), kept.at) or "may play"
        if isinstance(kept, f.LimitSet):
            values = (before.limit(kept.limit, kept.at).value, kept.value)
            was, then = (p.limit_words(kept.limit, each) for each in values)
            why = f"{kept.limit}, from {p.moment(kept.since)} on"
        return to_append(_kind(kept), by=by, what=f"player {name}", before=was, after=then, why=why)

    def _of(self, name: str) -> _Player:
        return self._players.get(name) or self._players.setdefault(name, _Player())

    def _read(self, name: str) -> _Player:
        player = self._of(name)
        for recorded in self._journal.read(STREAM + name, after=player.version):
            kept = read_body(recorded, _decoder)
            player.protection, player.version = f.evolve(player.protection, kept), recorded.version
        return player

    # -----------------------------------------------------------------------------------------------------------------
    # Whether a player may play

    def why_not(self, name: str) -> str:
        """Why a player may not play at all, as a sentence; empty where they may."""
        protection = self.of(name)
        if not protection.excluded and not protection.self_excluded:  # as with nearly everybody, at every look
            return ""
        return p.why_not(protection, self.now())

    @property
    def barred(self) -> dict[str, str]:
        """Everybody who may not play at all, each with the sentence."""
        return {name: said for name in list(self._players) if (said := self.why_not(name))}

    def must_play(self, name: str) -> None:
        """Refuse somebody who may not play at all."""
        if said := self.why_not(name):
            raise Refused(said)

    def turn(self, name: str) -> contextlib.AbstractAsyncContextManager[object]:
        """Held while a player makes a wager, so that two tables do not accept what only one of them may.

        It is taken last, inside the turn of a table, and for nobody where there is no name.
        """
        return self._of(name).turn if name else contextlib.nullcontext()

    def check(self, command: c.Command, *, staked: int, here: int) -> tuple[Append, ...]:
        """Refuse a seat, a wager or the bank that a player's protection does not allow; to be called in a thread.

        `staked` is what the player has on all layouts, `here` what of it lies on that of this table. Returned is what
        is refused once the player's protection or results change.
        """
        if not isinstance(command, c.Sit | c.PlaceWager | c.TakeBank) or is_bot(command.by.name):
            return ()
        name = wagering(command) or command.by.name
        with self._of(name).lock:
            if isinstance(command, c.Sit):
                self.must_play(name)
                self.catch_up((name,))
                said = p.why_session_is_over(self.of(name), self._play(name, staked), self.now())
            else:
                self.catch_up((name,))
                play = self._play(name, staked, here)
                said = p.why_no_wager(self.of(name), play, command.cents, self.now(), usual=self.check_every)
            rests_on = self._players[name].unmoved(name)
        if said:
            staff = command.by.role is not Role.PLAYER
            raise Refused(f"{wagering(command)} may not make this wager: {said}" if staff else said)
        return rests_on

    def read_again(self, name: str) -> None:
        """Read what another process has kept about a player since; to be called in a thread."""
        with self._of(name).lock:
            self._read(name)

    def wagered(self, command: c.Command, *, staked: int) -> None:
        """Note an accepted wager: it begins a session where none goes on, but for a bot; to be called in a thread."""
        if (name := wagering(command)) and not is_bot(name):
            now = self.now()
            if p.began(self.of(name), self._play(name, staked), now) is None:
                self.keep(name, lambda _: f.PlayBegan(at=now), by=name)
            self._players[name].wagered = now

    def reality(self, name: str, staked: int = 0) -> p.Reality | None:
        """The reality check that a player has to acknowledge now."""
        play = self._play(name, staked)
        return p.reality(self.of(name), play, self.now(), usual=self.check_every)

    def checks(self, name: str) -> bool:
        """Whether a player has begun to play, and is told from time to time how long."""
        known = self.of(name)
        return known.began is not None and bool(self.check_every if known.check is None else known.check)

    def play(self, name: str, staked: int = 0) -> p.Play:
        """What a player has played; to be called in a thread."""
        self.catch_up((name,))
        return self._play(name, staked)

    def _play(self, name: str, staked: int, here: int = 0) -> p.Play:
        player, now = self._players.get(name) or _Player(), self.now()
        began = player.protection.began or now
        times = [each for each in (player.wagered, player.results[-1].at if player.results else None) if each]

        def since(moment: datetime) -> int:
            return sum(each.cents for each in player.results if each.at >= moment)

        return p.Play(
            day=since(now - p.A_DAY),
            week=since(now - p.A_WEEK),
            session=since(began),
            staked=staked,
            here=here,
            last=max(times, default=None),
        )


def _kind(kept: f.AnyKept) -> str:
    return str(type(kept).__struct_config__.tag)


def wagering(command: c.Command) -> str:
    """Whose chips a request stakes; empty where it stakes none.

    >>> wagering(c.PlaceWager(by=c.Actor("Sam", Role.DEALER), position=1, wager="main", cents=100, player="ann"))
    'ann'
    """
    if isinstance(command, c.PlaceWager) and command.by.role is not Role.PLAYER:
        return command.player
    return command.by.name if isinstance(command, c.PlaceWager | c.TakeBank) else ""
