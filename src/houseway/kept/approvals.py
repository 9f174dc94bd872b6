"""Two pairs of eyes: what one member of staff asks for and another confirms, kept in the journal.

Here: the life of a request. It is asked for, and then ends in exactly one way: confirmed and carried out, declined with
a reason, taken back, or expired: after ten minutes, when what it was decided on is past, or when the house closes. It
goes on waiting where another process takes over the house. Not here: which acts take two people (`table.two_eyes`),
refusing what nobody has confirmed (`approved`), or reading requests back (`approvals_again`).

Whatever ends a request is appended under one key, so the journal itself refuses a second end.
"""

from __future__ import annotations

import functools
import json
import threading
import time
import uuid
from collections import deque
from collections.abc import Callable, Collection, Mapping
from dataclasses import replace
from typing import Final

import msgspec

from houseway.errors import KeyReused, OldVersion, Refused, WrongRole, must_be_visible
from houseway.journal.entry import Append, Entry
from houseway.journal.significant import SYSTEM, to_append
from houseway.journal.since import entries_since
from houseway.journal.store import Journal
from houseway.kept.approval_facts import (
    CLOSED,
    MOVED_ON,
    TOO_LATE,
    Asked,
    CarriedOut,
    Confirmed,
    Declined,
    End,
    Ended,
    Expired,
    TakenBack,
)
from houseway.kept.approvals_again import found, newest, opened, sealed
from houseway.kept.approved import CHANGED, Approval, Wanted, or_above
from houseway.table.commands import Actor, Cards

STREAM: Final = "approvals:"
"""The streams of requests; the table's name follows, or `house`."""
HOUSE_PLACE: Final = "house"
"""The place of what is asked for away from a table. A table may have this name too: ids keep them apart."""
LASTS: Final = 600.0
"""Seconds until a request expires, and for how long its asker is shown how it ended."""
MOST_WAITING: Final = 20
"""How many requests of one person wait at a time."""
TRIES: Final = 10


class Approvals:
    """Every request of a house that waits for a second pair of eyes. Threads may share it."""

    def __init__(
        self,
        journal: Journal,
        *,
        why_dependent: Callable[[str, str], str],
        dependents: Callable[[str], Mapping[str, str]] = lambda _: {},
        still: Callable[[Actor], Append | None] | None = None,
        rests_on: Callable[[str, str], tuple[Append, ...]] = lambda *_: (),
        clock: Callable[[], float] = time.time,
    ) -> None:
        """Nothing waits at first; `why_dependent` says why two members of staff are not two pairs of eyes.

        `dependents` are all who are not, for somebody, each with that reason: only to show who may confirm, without
        reading the journal.
        `still` gives an append that is refused once the account of a member of staff changes, and nothing where they
        were dismissed or have another position; without it, accounts are not looked at.
        `rests_on` gives what is refused once somebody else's account changes, by which two could become dependent.
        """
        self._journal, self._clock, self._why_dependent, self._dependents = journal, clock, why_dependent, dependents
        self._still, self._rests_on = still, rests_on
        self._waiting: dict[str, Asked] = {}
        self._wanted: dict[str, Wanted] = {}
        self._never: dict[str, dict[str, str]] = {}
        self._ended: deque[Ended] = deque(maxlen=100)
        self._lock = threading.RLock()

    # -----------------------------------------------------------------------------------------------------------------
    # What waits

    def waiting(self) -> tuple[Asked, ...]:
        """What waits now, oldest first."""
        now = self._clock()
        with self._lock:
            return tuple(asked for asked in self._waiting.values() if asked.until > now)

    @property
    def any_waits(self) -> bool:
        """Whether anything waits, or has expired and was not looked at since."""
        return bool(self._waiting)

    def ended(self) -> tuple[Ended, ...]:
        """What ended a short time ago, newest first."""
        since = self._clock() - LASTS
        with self._lock:
            return tuple(ended for ended in reversed(self._ended) if ended.end.at > since)

    def find(self, id: str) -> Asked:
        """A request that waits; refused with how it ended where it no longer does."""
        with self._lock:
            if (asked := self._waiting.get(id)) is not None and asked.until > self._clock():
                return asked
            for ended in self._ended:
                if ended.asked.id == id:
                    raise OldVersion(f"this request no longer waits: it was {ended.words}")
        if asked is not None:
            raise OldVersion(f"this request no longer waits: it has expired, because {TOO_LATE}")
        raise OldVersion("there is no such request; it may have expired")

    def why_not(self, asked: Asked, by: Actor, *, dependent: str | None = None) -> str:
        """Why somebody cannot confirm or decline a request, as a sentence; empty where they can.

        `dependent` is why the two are not two pairs of eyes; without it, the journal is asked.
        """
        if asked.by.casefold() == by.name.casefold():
            return "nobody confirms what they asked for"
        if by.role < asked.confirms:
            return f"only a {asked.confirms_words} may confirm this"
        if why := dependent if dependent is not None else self._why_dependent(asked.by, by.name):
            return f"{asked.by} has asked for this, and somebody else must confirm it: {why}"
        return ""

    def why_not_shown(self, asked: Asked, by: Actor, plays: Collection[str] = ()) -> str:
        """The same as a page shows it, without reading the journal: as it was when the request was made."""
        with self._lock:
            wanted, never = self._wanted.get(asked.id), self._never.get(asked.id, {})
        return self.why_not(asked, by, dependent=never.get(by.name.casefold(), "")) or (
            _why_concerned(wanted, by, plays) if wanted else ""
        )

    # -----------------------------------------------------------------------------------------------------------------
    # The life of a request; each to be called in a thread

    def ask(self, by: Actor, wanted: Wanted, *, plays: Collection[str] = ()) -> Asked:
        """Ask for something; refused where the same waits already. `plays` are the names the asker plays under."""
        must_not_concern(wanted, by, plays)
        never = self._dependents(by.name)
        with self._lock:
            for asked in self.waiting():
                before = self._wanted[asked.id]
                if replace(wanted, salt=before.salt).digest == before.digest:
                    raise Refused(f"{asked.by} has already asked for this; it waits for a {asked.confirms_words}")
            if sum(asked.by == by.name for asked in self.waiting()) >= MOST_WAITING:
                raise Refused(f"{MOST_WAITING} of your requests are waiting; take one back first")
            now = self._clock()
            asked = Asked(
                id=uuid.uuid4().hex,
                place=wanted.place,
                act=wanted.act,
                sentence=wanted.sentence,
                lines=wanted.lines,
                content=wanted.content_digest,
                digest=wanted.digest,
                by=by.name,
                role=by.role,
                role_words=by.role.words,
                confirms=wanted.confirms,
                confirms_words=or_above(wanted.confirms),
                at=now,
                until=now + LASTS,
                version=wanted.version,
                cards_of=tuple(sorted(wanted.cards)),
            )
            asked = msgspec.structs.replace(asked, sealed=sealed(self._journal, asked.id, wanted))
            self._keep(asked.place, asked, f"approval asked {asked.id}", noted(asked, asked))
            self._wait(asked, wanted, never)
            return asked

    def _wait(self, asked: Asked, wanted: Wanted, never: Mapping[str, str]) -> None:
        with self._lock:
            self._never[asked.id] = {name.casefold(): why for name, why in never.items()}
            self._wanted[asked.id] = wanted
            self._waiting[asked.id] = asked

    def wanted(self, id: str) -> Wanted:
        """What a request that waits is about, exactly; refused where it ended a moment ago, in another thread."""
        with self._lock:
            self.find(id)
            return self._wanted[id]

    def approval(
        self,
        id: str,
        by: Actor,
        digest: str,
        *,
        plays: Collection[str] = (),
        cards: Mapping[int, Cards] | None = None,
    ) -> Approval:
        """The confirmation of a request by somebody who was shown exactly this; nothing is kept yet.

        `plays` are the names they play under. Where the request names cards, they name the same `cards`.
        """
        asked = self._eligible(id, by, digest, plays)
        self.must_still_be(Actor(asked.by, asked.role), by)
        wanted = self.wanted(id)
        if {at: set(held) for at, held in wanted.cards.items()} != {
            at: set(held) for at, held in (cards or {}).items()
        }:
            raise Refused("the cards you name are not those that were asked for; look at the hand, and key it in again")
        return Approval(
            salt=wanted.salt,
            id=asked.id,
            place=asked.place,
            content=asked.content,
            digest=asked.digest,
            version=asked.version,
            asked_by=Actor(asked.by, asked.role),
            by=by,
            appends=functools.partial(self._confirmation, asked, by),
        )

    def _confirmation(self, asked: Asked, by: Actor, to: str) -> tuple[Append, ...]:
        """The confirmation and what it led to, to be written in one transaction with that."""
        self.find(asked.id)
        unmoved = (*self.must_still_be(Actor(asked.by, asked.role), by), *self._rests_on(asked.by, by.name))
        if why := self.why_not(asked, by):
            raise WrongRole(why)
        confirmed = self._confirmed(asked, by)
        stream = STREAM + asked.place
        kept = Append(
            stream=stream,
            entries=(_entry(confirmed), _entry(CarriedOut(id=asked.id, to=to))),
            expected_version=self._journal.version(stream),
            key=_end_key(asked.id),
        )
        return kept, noted(asked, confirmed), *unmoved

    def must_still_be(self, asker: Actor, by: Actor) -> tuple[Append, ...]:
        """Refuse where the asker or whoever confirms was dismissed or moved; what is refused once that happens."""
        if self._still is None:
            return ()
        for_asker, for_by = self._still(asker), self._still(by)
        if for_by is None:
            raise WrongRole(f"{by.name} is no longer {by.role.words}: sign in again")
        if for_asker is None:
            raise WrongRole(f"{asker.name} is no longer {asker.role.words}, so this cannot be confirmed")
        return for_asker, for_by

    def _confirmed(self, asked: Asked, by: Actor) -> Confirmed:
        return Confirmed(
            id=asked.id,
            sentence=asked.sentence,
            asked_by=asked.by,
            by=by.name,
            role=by.role,
            digest=asked.digest,
            at=self._clock(),
        )

    def carried_out(self, approval: Approval) -> Ended | None:
        """Note that a request was confirmed and carried out; the journal has it already."""
        with self._lock:
            asked = self._waiting.pop(approval.id, None)
            if asked is None:
                return None
            return self._note(asked, self._confirmed(asked, approval.by))

    def decline(self, id: str, by: Actor, digest: str, why: str, *, plays: Collection[str] = ()) -> Ended:
        """Decline a request, with a reason."""
        if not why.strip():
            raise Refused("say why you decline this")
        must_be_visible("a reason", why)
        asked = self._eligible(id, by, digest, plays)
        return self._end(asked, Declined(id=id, by=by.name, role=by.role, why=why.strip(), at=self._clock()))

    def take_back(self, id: str, by: Actor) -> Ended:
        """Take back what one asked for."""
        asked = self.find(id)
        if asked.by.casefold() != by.name.casefold():
            raise WrongRole(f"only {asked.by} may take back what they asked for")
        return self._end(asked, TakenBack(id=id, by=by.name, at=self._clock()))

    def expire(self, version_of: Callable[[str], int]) -> tuple[Ended, ...]:
        """End the requests whose time is over, of whoever was dismissed or moved, and on a version that is past.

        `version_of` a place that is there no more is below zero.
        """
        now, ended = self._clock(), []
        with self._lock:
            found = list(self._waiting.values())
        for asked in found:
            version = version_of(asked.place)
            moved = version < 0 or asked.version not in (0, version)
            why = MOVED_ON if moved else TOO_LATE if asked.until <= now else self._why_gone(asked)
            if why:
                ended.append(self._end(asked, Expired(id=asked.id, why=why, at=now)))
        return tuple(ended)

    def _why_gone(self, asked: Asked) -> str:
        """That whoever asked no longer has their position; empty where they have it."""
        gone = self._still is not None and self._still(Actor(asked.by, asked.role)) is None
        return f"{asked.by} is no longer {asked.role_words}" if gone else ""

    def changed(self, id: str) -> Ended | None:
        """End a request that would no longer do what was shown."""
        with self._lock:
            asked = self._waiting.get(id)
        return self._end(asked, Expired(id=id, why=CHANGED, at=self._clock())) if asked else None

    def expire_those_before(self, *, since: int = 0) -> None:
        """End what was asked for after an entry and waited when the house closed: nobody confirms it any more."""
        for stream in self._journal.streams(STREAM):
            for asked in found(self._journal, stream, since=since).open:
                self._close(asked)

    def go_on(self, *, since: int = 0) -> None:
        """Let what was asked for after an entry, and waits, go on waiting: this process has taken over from another.

        What cannot be carried out by this process ends.
        """
        ended: list[Ended] = []
        for stream in self._journal.streams(STREAM):
            here = found(self._journal, stream, since=since)
            ended += here.ended
            for asked in here.open:
                if (wanted := opened(self._journal, asked)) is None:
                    self._close(asked)
                else:
                    self._wait(asked, wanted, self._dependents(asked.by))
        self._ended.extend(newest(ended, self._clock() - LASTS))

    def _close(self, asked: Asked) -> None:
        expired = Expired(id=asked.id, why=CLOSED, at=self._clock())
        self._keep(asked.place, expired, _end_key(asked.id), noted(asked, expired))

    def asked_by(self, place: str, *, since: int = 0) -> dict[int, str]:
        """Who asked for what was carried out at a table after an entry, by the version of its first event."""
        found: dict[int, str] = {}
        asked = ""
        for recorded in entries_since(self._journal, STREAM + place, since):
            if recorded.kind == "approval confirmed":
                asked = json.loads(recorded.body)["asked_by"]
            elif recorded.kind == "approval carried out":
                stream, _, version = json.loads(recorded.body)["to"].rpartition(" ")
                if stream == f"table:{place}":
                    found[int(version) + 1] = asked
        return found

    # -----------------------------------------------------------------------------------------------------------------
    # Keeping it

    def _eligible(self, id: str, by: Actor, digest: str, plays: Collection[str]) -> Asked:
        asked = self.find(id)
        if why := self.why_not(asked, by):
            raise WrongRole(why)
        must_not_concern(self.wanted(id), by, plays)
        if digest != asked.digest:
            raise OldVersion("this is not what was asked for; look again before you decide")
        return asked

    def _end(self, asked: Asked, end: End) -> Ended:
        """Keep how a request ended; where the journal has another end already, that one holds."""
        with self._lock:
            if asked.id not in self._waiting:
                raise OldVersion("this request no longer waits")
            try:
                self._keep(asked.place, end, _end_key(asked.id), noted(asked, end))
            except KeyReused:  # it was carried out, and whoever did it was not told
                found = msgspec.json.decode(self._journal.find(_end_key(asked.id))[0].body, type=End)
                if isinstance(end, Expired):
                    end = found
                else:
                    self._waiting.pop(asked.id)
                    ended = self._note(asked, found)
                    raise OldVersion(f"this request no longer waits: it was {ended.words}") from None
            self._waiting.pop(asked.id)
            return self._note(asked, end)

    def _note(self, asked: Asked, end: End) -> Ended:
        self._never.pop(asked.id, None)
        self._wanted.pop(asked.id, None)
        self._ended.append(ended := Ended(asked=asked, end=end))
        return ended

    def _keep(self, place: str, said: Asked | End, key: str, note: Append) -> None:
        """Keep it, and that it is a significant event."""
        stream = STREAM + place
        for tries in range(TRIES):
            version = self._journal.version(stream)
            kept = Append(stream=stream, entries=(_entry(said),), expected_version=version, key=key)
            try:
                self._journal.append_many([kept, note], together=True)
                return
            except OldVersion:  # another request was kept at the same moment
                if tries == TRIES - 1:
                    raise


def noted(asked: Asked, said: Asked | End) -> Append:
    """The significant event that a step in the life of a request is; others than the asker's say who asked."""
    by, why = SYSTEM, ""
    if isinstance(said, Asked | TakenBack):
        by = f"{asked.role_words} {said.by}"
    elif isinstance(said, Confirmed | Declined):
        by = f"{said.role.words} {said.by}"
    if not isinstance(said, Asked | TakenBack):
        why = f"asked for by {asked.by}{f'; {said.why}' if isinstance(said, Declined | Expired) else ''}"
    return to_append(str(said.__struct_config__.tag), by=by, what=f"{asked.place}: {asked.sentence}", why=why)


def must_not_concern(wanted: Wanted, by: Actor, plays: Collection[str]) -> None:
    """Refuse whoever it is about, and somebody who plays under a name whose money is at stake."""
    if why := _why_concerned(wanted, by, plays):
        raise WrongRole(why)


def _why_concerned(wanted: Wanted, by: Actor, plays: Collection[str]) -> str:
    if wanted.about.casefold() == by.name.casefold():
        return "this is about you: leave it to somebody else"
    return why_own_player(wanted.concerns, plays)


def why_own_player(concerned: Collection[str], plays: Collection[str]) -> str:
    """Why somebody leaves to others what concerns these players; empty where they play under no such name."""
    mine = sorted({*concerned} & {*plays})
    return f"this concerns {mine[0]}, the name you play under: leave it to somebody else" if mine else ""


def _end_key(id: str) -> str:
    return f"approval ended {id}"


def _entry(said: Asked | CarriedOut | End) -> Entry:
    return Entry(str(said.__struct_config__.tag), msgspec.json.encode(said, order="sorted"))
