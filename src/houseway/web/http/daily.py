"""The Daily ten over HTTP: the hands of the day, setting one, and the standings.

Here: the routes and their answers. Not here: the hands, what is kept, or the order of the standings (`training.daily`).
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from datetime import UTC, date, datetime, timedelta
from fractions import Fraction
from typing import Annotated

import msgspec
from litestar import get, post
from litestar.params import JSONBody, Parameter

from houseway.cards.card import read_cards, show_cards
from houseway.errors import Refused
from houseway.maths.plain import fraction
from houseway.maths.play.grades import Grade
from houseway.people.acts import HouseAct
from houseway.rulebook.rulebook import Rulebook
from houseway.training import daily as d
from houseway.training.grading import Drill, Verdict, judge
from houseway.training.pack import Pack, make
from houseway.training.progress import Progress
from houseway.training.question import Question
from houseway.web.http.api_books import book_asked
from houseway.web.http.computing import HANDS
from houseway.web.http.costs import LOOKED_UP, costs
from houseway.web.http.errors import MAY_REFUSE
from houseway.web.http.guard import act, house_of, player_of, visitor_of
from houseway.web.http.train import Asked, Cards, cache, ready

SHOWN = 50
"""How many places the standings show."""
DayAsked = Annotated[
    date | None, Parameter(description="A day, such as 2026-11-19; today where it is left out.", required=False)
]


class DailyAnswer(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How somebody sets a hand of the day."""

    day: date
    number: Annotated[int, msgspec.Meta(ge=0, lt=d.HANDS)]
    low: Cards


class DailyResult(msgspec.Struct, frozen=True, kw_only=True):
    """A hand of the day that was set."""

    number: int
    low: list[str]
    grade: Grade
    given_up: str
    given_up_float: float


class Daily(msgspec.Struct, frozen=True, kw_only=True):
    """The Daily ten of a day."""

    day: date
    seconds_left: int
    """Until the next ten."""
    pack: Pack
    """The hands, without any answer."""
    answered: Pack
    """The hands the player has set, with their answers."""
    results: list[DailyResult]
    squares: dict[str, str]
    """What stands for each grade in the result to share."""
    house_way_float: float
    """What the house way gives up on all hands together."""
    days: int
    """On how many days in a row the player has finished the ten."""


class DailySet(msgspec.Struct, frozen=True, kw_only=True):
    """A hand of the day that was set, with its answers."""

    result: DailyResult
    answered: Pack
    kept: bool


class Place(msgspec.Struct, frozen=True, kw_only=True):
    """A place in the standings."""

    place: int
    name: str
    given_up_float: float
    grades: list[Grade]
    you: bool


class Standings(msgspec.Struct, frozen=True, kw_only=True):
    """Who has finished the ten of a day, best first."""

    day: date
    finished: int
    places: list[Place]


@functools.lru_cache(maxsize=4)
def _hands(book: Rulebook, day: date) -> tuple[Question, ...]:
    return tuple(d.hands_of(ready(book), day, cache=cache()))


async def _hands_of(request: Asked, day: date) -> tuple[Rulebook, tuple[Question, ...]]:
    book = book_asked(request, d.BOOK)
    return book, await HANDS.ask(("daily", book.digest, day), lambda: _hands(book, day))


@get(
    "/daily",
    guards=[costs(LOOKED_UP)],
    opt=act(HouseAct.LOOK),
    summary="The ten hands of the day",
    responses=MAY_REFUSE,
)
async def daily(request: Asked) -> Daily:
    """The ten hands of the day, the same for everybody, and what you have set of them."""
    house = house_of(request)
    now = house.training.now()
    day = d.day_of(now)
    book, asked = await _hands_of(request, day)
    visitor = await house.in_thread(visitor_of, request)
    name = visitor.player.name if visitor.player else ""
    sheet = await house.in_thread(house.days.sheet, day, name) if name else d.Sheet(name="")
    row = await house.in_thread(house.training.read, name, _finished_in_a_row(day)) if name else 0
    return Daily(
        day=day,
        seconds_left=_seconds_left(now),
        pack=make(book, enumerate(asked), closed=True),
        answered=make(book, [(number, asked[number]) for number in sorted(sheet.hands)]),
        results=[
            _result(hand.number, hand.low.split(), hand.grade, Fraction(hand.given_up)) for hand in _in_order(sheet)
        ],
        squares={grade.value: square for grade, square in d.SQUARES.items()},
        house_way_float=float(d.house_way_of(asked)),
        days=row,
    )


def _in_order(sheet: d.Sheet) -> list[d.DailyHand]:
    return [hand for _, hand in sorted(sheet.hands.items())]


def _seconds_left(now: datetime) -> int:
    midnight = datetime.combine(d.day_of(now) + timedelta(days=1), datetime.min.time(), UTC)
    return int((midnight - now).total_seconds())


def _finished_in_a_row(today: date) -> Callable[[Progress], int]:
    return lambda known: known.dailies_in_a_row(today)


def _result(number: int, low: list[str], grade: Grade, given_up: Fraction) -> DailyResult:
    return DailyResult(number=number, low=low, grade=grade, given_up=fraction(given_up), given_up_float=float(given_up))


@post(
    "/daily",
    guards=[costs(LOOKED_UP)],
    opt=act(HouseAct.TRAIN),
    status_code=200,
    summary="Set a hand of the day",
    responses=MAY_REFUSE,
)
async def set_daily(request: Asked, data: JSONBody[DailyAnswer]) -> DailySet:
    """Set a hand of the day under your name: the first answer counts, and its answers are shown."""
    house = house_of(request)
    player = await house.in_thread(player_of, request)
    d.must_be_open(data.day, house.training.now())
    book, asked = await _hands_of(request, data.day)
    verdict, low = _judged(asked[data.number], data)
    sheet = await house.in_thread(house.days.keep, data.day, player.name, data.number, low, verdict)
    hand = sheet.hands[data.number]
    result = _result(hand.number, hand.low.split(), hand.grade, Fraction(hand.given_up))
    return DailySet(result=result, answered=make(book, [(data.number, asked[data.number])]), kept=True)


@post(
    "/daily/try",
    guards=[costs(LOOKED_UP)],
    opt=act(HouseAct.LOOK),
    status_code=200,
    summary="Set a hand of the day without a name",
    responses=MAY_REFUSE,
)
async def try_daily(request: Asked, data: JSONBody[DailyAnswer]) -> DailySet:
    """Set a hand of the day without a name: it is graded, and the house keeps nothing."""
    house = house_of(request)
    if (await house.in_thread(visitor_of, request)).player:
        raise Refused("you are signed in: set the hand under your name, so that it counts")
    d.must_be_open(data.day, house.training.now())
    book, asked = await _hands_of(request, data.day)
    verdict, low = _judged(asked[data.number], data)
    result = _result(data.number, low.split(), verdict.grade, verdict.given_up)
    return DailySet(result=result, answered=make(book, [(data.number, asked[data.number])]), kept=False)


def _judged(asked: Question, data: DailyAnswer) -> tuple[Verdict, str]:
    low = read_cards(data.low) if data.low else ()
    return judge(asked, Drill.BEST_PLAY, low), show_cards(low)


@get(
    "/daily/standings",
    guards=[costs(LOOKED_UP)],
    opt=act(HouseAct.LOOK),
    summary="Who set the hands of a day best",
    responses=MAY_REFUSE,
)
async def daily_standings(request: Asked, day: DayAsked = None) -> Standings:
    """Everybody who finished the ten of a day, by what their settings give up; the first fifty, and you."""
    house = house_of(request)
    wanted = day or d.day_of(house.training.now())
    visitor = await house.in_thread(visitor_of, request)
    name = visitor.player.name if visitor.player else ""
    ranks = d.standings(await house.in_thread(house.days.sheets, wanted))
    shown = [rank for at, rank in enumerate(ranks) if at < SHOWN or rank.sheet.name == name]
    return Standings(day=wanted, finished=len(ranks), places=[_place(rank, name) for rank in shown])


def _place(rank: d.Rank, name: str) -> Place:
    sheet = rank.sheet
    return Place(
        place=rank.place,
        name=sheet.name,
        given_up_float=float(sheet.given_up),
        grades=list(sheet.grades),
        you=sheet.name == name,
    )


DAILY = [daily, set_daily, try_daily, daily_standings]
