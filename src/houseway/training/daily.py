"""The Daily ten: ten hands a day, the same for everybody, scored by what the settings give up.

Here: the hands of a day, what is kept of them in the stream `daily:DAY`, and the standings. Not here: routes, or a
player's own training (`record`).
"""

from __future__ import annotations

import threading
import uuid
from collections import OrderedDict
from collections.abc import Callable, Sequence
from datetime import UTC, date, datetime, timedelta
from fractions import Fraction
from typing import Final, NamedTuple

import msgspec

from houseway.errors import OldVersion, Refused
from houseway.journal.entry import Append, Entry
from houseway.journal.store import Journal
from houseway.kept.bodies import read_body
from houseway.kept.significance import why_not
from houseway.maths.cache import Cache
from houseway.maths.plain import fraction
from houseway.maths.play.grades import Grade
from houseway.rulebook.rulebook import Rulebook
from houseway.training.draw import Drawer
from houseway.training.facts import DailyFinished
from houseway.training.grading import Verdict
from houseway.training.question import Level, Question, question
from houseway.training.record import to_append

BOOK: Final = "mbs-v4"
"""The book of the Daily ten."""
HANDS: Final = 10
STREAM: Final = "daily:"
TRIES: Final = 5
REMEMBERED: Final = 7
REDRAWN: Final = 60
"""How many hands are drawn for a place of the ten, until one is as it should be."""
WANTED: Final = (
    (Level.EASY, False),
    (Level.EASY, False),
    (Level.MEDIUM, False),
    (Level.MEDIUM, False),
    (Level.MEDIUM, False),
    (Level.HARD, False),
    (Level.HARD, True),
    (Level.HARD, False),
    (Level.EXPERT, True),
    (Level.EXPERT, False),
)
"""Each of the ten: how difficult it is, and whether the house way differs from the best setting."""
SQUARES: Final = {
    Grade.BEST: "\U0001f7e9",
    Grade.GOOD: "\U0001f7e2",
    Grade.INACCURACY: "\U0001f7e8",
    Grade.MISTAKE: "\U0001f7e7",
    Grade.BLUNDER: "\U0001f7e5",
}
"""What stands for a grade in the grid to share: it says how well a hand was set, and not which hand it was."""


class DailyHand(msgspec.Struct, frozen=True, kw_only=True, tag="daily hand set"):
    """A hand of the day as a player set it."""

    at: datetime
    name: str
    number: int
    low: str
    given_up: str
    grade: Grade


class Sheet(msgspec.Struct, frozen=True, kw_only=True):
    """What one player has set on a day, by the number of the hand."""

    name: str
    hands: dict[int, DailyHand] = {}

    @property
    def given_up(self) -> Fraction:
        """What all settings give up."""
        return sum((Fraction(each.given_up) for each in self.hands.values()), Fraction(0))

    @property
    def finished(self) -> datetime | None:
        """When the last hand was set; nothing while hands are left."""
        return max(each.at for each in self.hands.values()) if len(self.hands) == HANDS else None

    @property
    def grades(self) -> tuple[Grade, ...]:
        """The grades, by the number of the hand."""
        return tuple(each.grade for _, each in sorted(self.hands.items()))


class Rank(NamedTuple):
    """A place in the standings: players who gave up the same share it."""

    place: int
    sheet: Sheet


def day_of(now: datetime) -> date:
    """The day it is: the Daily ten changes at midnight UTC, for everybody at once."""
    return now.astimezone(UTC).date()


def must_be_open(day: date, now: datetime) -> None:
    """Refuse a day that is not today; whoever began yesterday may finish."""
    today = day_of(now)
    if day not in (today, today - timedelta(days=1)):
        raise Refused(f"the Daily ten of {day} is closed; today is {today}")


def hands_of(book: Rulebook, day: date, *, cache: Cache | None) -> list[Question]:
    """The ten hands of a day: always the same, from easy to difficult, and in some the house way is not the best."""
    drawer = Drawer(book, cache, f"daily ten {day.isoformat()} {book.id}")
    clauses = drawer.each_clause(HANDS * REDRAWN, least=0)
    return [_wanted(book, drawer, clauses[at::HANDS], *wanted, cache=cache) for at, wanted in enumerate(WANTED)]


def _wanted(
    book: Rulebook, drawer: Drawer, clauses: Sequence[int], level: Level, differs: bool, *, cache: Cache | None
) -> Question:
    """A hand of a level, in which the house way differs from the best setting or not; or the last one drawn."""
    for clause in clauses:
        dealt = drawer.hand(clause)
        asked = question(book, dealt.cards, dealt.dealer, cache=cache)
        if asked.is_choice and asked.level is level and (asked.ways[asked.house_way].given_up != 0) is differs:
            break
    return asked


def house_way_of(asked: Sequence[Question]) -> Fraction:
    """What the house way gives up on these hands together."""
    given_up = (each.ways[each.house_way].given_up for each in asked)
    return sum((each for each in given_up if each is not None), Fraction(0))


def standings(sheets: Sequence[Sheet]) -> list[Rank]:
    """Everybody who has finished, best first: by what they gave up, then by who finished first."""
    done = sorted(
        (sheet for sheet in sheets if sheet.finished), key=lambda sheet: (sheet.given_up, sheet.finished, sheet.name)
    )
    ranks: list[Rank] = []
    for at, sheet in enumerate(done, 1):
        same = bool(ranks) and ranks[-1].sheet.given_up == sheet.given_up
        ranks.append(Rank(ranks[-1].place if same else at, sheet))
    return ranks


class Days:
    """What players set on each day, as the journal has it. Threads may share this object."""

    def __init__(self, journal: Journal, *, clock: Callable[[], datetime]) -> None:
        self._journal, self.now = journal, clock
        self._known: OrderedDict[date, tuple[int, dict[str, Sheet]]] = OrderedDict()
        self._lock = threading.RLock()

    def sheets(self, day: date) -> tuple[Sheet, ...]:
        """What everybody has set on a day."""
        with self._lock:
            return tuple(self._read(day)[1].values())

    def sheet(self, day: date, name: str) -> Sheet:
        """What one player has set."""
        with self._lock:
            return self._read(day)[1].get(name, Sheet(name=name))

    def keep(self, day: date, name: str, number: int, low: str, verdict: Verdict) -> Sheet:
        """Keep how a player set a hand of the day: the first answer counts, and a later one changes nothing."""
        must_be_open(day, self.now())
        for attempt in range(TRIES):
            with self._lock:
                version, _ = self._read(day)
                before = self.sheet(day, name)
                if number in before.hands:
                    return before
                hand = DailyHand(
                    at=self.now(),
                    name=name,
                    number=number,
                    low=low,
                    given_up=fraction(verdict.given_up),
                    grade=verdict.grade,
                )
                try:
                    self._journal.append_many(_appends(day, version, before, hand), together=True)
                except OldVersion:
                    if attempt == TRIES - 1:
                        raise
                    continue
                return self.sheet(day, name)
        raise AssertionError("unreachable")

    def _read(self, day: date) -> tuple[int, dict[str, Sheet]]:
        version, sheets = self._known.pop(day, (0, {}))
        for recorded in self._journal.read(f"{STREAM}{day.isoformat()}", after=version):
            hand = read_body(recorded, _decoder)
            sheet = sheets.get(hand.name, Sheet(name=hand.name))
            sheets[hand.name] = Sheet(name=hand.name, hands={hand.number: hand, **sheet.hands})
            version = recorded.version
        self._known[day] = version, sheets
        while len(self._known) > REMEMBERED:
            self._known.popitem(last=False)
        return version, sheets


_decoder = msgspec.json.Decoder(DailyHand)


def _appends(day: date, version: int, before: Sheet, hand: DailyHand) -> list[Append]:
    kind = str(hand.__struct_config__.tag)
    why_not(STREAM, kind)  # LookupError for a kind about which nothing was decided
    entry = Entry(kind, msgspec.json.encode(hand, order="sorted"))
    stream = f"{STREAM}{day.isoformat()}"
    appends = [Append(stream=stream, entries=(entry,), expected_version=version, key=uuid.uuid4().hex)]
    after = Sheet(name=before.name, hands={**before.hands, hand.number: hand})
    if after.finished:
        given_up = fraction(after.given_up)
        finished = DailyFinished(at=hand.at, day=day.isoformat(), given_up=given_up, grades=after.grades)
        appends.append(to_append(before.name, finished, version=None))
    return appends
