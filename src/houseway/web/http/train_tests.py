"""The dealer test over HTTP: beginning one, handing it in, and the certificate of whoever passes.

Here: the routes and their answers. Not here: the hands, the time and what passes (`training.dealer_test`), or what is
kept (`training.record`). The house times a test from the moment it sends the hands to the moment they come back.
"""

from __future__ import annotations

import uuid
from datetime import date, datetime
from typing import Annotated

import msgspec
from litestar import get, post
from litestar.params import JSONBody, Parameter

from houseway.cards.card import Card, read_cards
from houseway.errors import Refused
from houseway.people.acts import HouseAct
from houseway.rulebook.rulebook import Rulebook
from houseway.training import dealer_test as t
from houseway.training.facts import TestBegan, TestEnded
from houseway.training.pack import Pack, make
from houseway.training.progress import Progress
from houseway.training.question import Question
from houseway.web.http.api_books import book_asked
from houseway.web.http.computing import HANDS
from houseway.web.http.costs import COUNTED, LOOKED_UP, costs
from houseway.web.http.errors import MAY_REFUSE
from houseway.web.http.guard import act, house_of, player_of
from houseway.web.http.train import Asked, Cards, cache, ready

TestId = Annotated[str, Parameter(max_length=40, description="The test, by the id it was begun with.")]
PlayerName = Annotated[str, Parameter(max_length=40, description="The name of whoever took the test.")]


class NewTest(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The book somebody wants to be tested in."""

    book: Annotated[str, msgspec.Meta(max_length=200)]


class TestTerms(msgspec.Struct, frozen=True, kw_only=True):
    """How a dealer test is held."""

    __test__ = False

    hands: int
    seconds: int
    passes: int
    """How many hands must be right."""


class TestHands(msgspec.Struct, frozen=True, kw_only=True):
    """A dealer test that has begun."""

    __test__ = False

    id: str
    seconds: int
    pack: Pack
    """The hands, without any answer."""


class HandedIn(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The low hand of each hand of a test, in order; empty for one that was not set."""

    lows: Annotated[tuple[Cards, ...], msgspec.Meta(max_length=t.HANDS)]


class TestResult(msgspec.Struct, frozen=True, kw_only=True):
    """A dealer test that was handed in."""

    __test__ = False

    id: str
    book: str
    day: date
    hands: int
    right: int
    passes: int
    seconds: int
    passed: bool


class TestMarked(msgspec.Struct, frozen=True, kw_only=True):
    """What came of a test, with the hands that were wrong and their answers."""

    __test__ = False

    result: TestResult
    wrong: Pack


class Certificate(msgspec.Struct, frozen=True, kw_only=True):
    """That somebody passed the dealer test."""

    name: str
    title: str
    source: str
    result: TestResult


@post("/tests", guards=[costs(COUNTED)], opt=act(HouseAct.TRAIN), summary="Begin a dealer test", responses=MAY_REFUSE)
async def begin_test(request: Asked, data: JSONBody[NewTest]) -> TestHands:
    """Twenty hands to set the house way against the clock, which starts now."""
    house, book = house_of(request), book_asked(request, data.book)
    player = await house.in_thread(player_of, request)
    id = uuid.uuid4().hex
    asked = await HANDS.ask(("test", id), lambda: _hands(book, id))
    began = TestBegan(at=house.training.now(), id=id, book=book.id)
    await house.in_thread(house.training.keep, player.name, lambda _: began)
    pack = make(book, enumerate(asked), closed=True)
    return TestHands(id=id, seconds=int(t.TIME.total_seconds()), pack=pack)


@get("/tests/terms", opt=act(HouseAct.LOOK), summary="How the dealer test is held", responses=MAY_REFUSE)
async def test_terms() -> TestTerms:
    """How many hands a dealer test has, how long it takes, and how many must be right."""
    return TestTerms(hands=t.HANDS, seconds=int(t.TIME.total_seconds()), passes=t.PASSES)


def _hands(book: Rulebook, id: str) -> list[Question]:
    return t.hands_of(ready(book), id, cache=cache())


@post(
    "/tests/{id:str}",
    guards=[costs(COUNTED)],
    opt=act(HouseAct.TRAIN),
    status_code=200,
    summary="Hand in a dealer test",
    responses=MAY_REFUSE,
)
async def end_test(request: Asked, id: TestId, data: JSONBody[HandedIn]) -> TestMarked:
    """Hand in a test: it is marked once, by the house way and by the house's clock."""
    house, now = house_of(request), house_of(request).training.now()
    player = await house.in_thread(player_of, request)
    began, ended = await house.in_thread(house.training.read, player.name, lambda known: _test(known, id))
    if ended:
        raise Refused("this test was handed in before, and is marked once")
    if began is None:
        raise Refused("you have not begun this test")
    book = book_asked(request, began.book)
    lows = [tuple(read_cards(low)) if low else () for low in data.lows]
    marked, wrong = await HANDS.ask(("test", id, data.lows), lambda: _marked(book, id, lows, began.at, now))
    result = TestEnded(
        at=now,
        id=id,
        book=book.id,
        hands=len(marked.right),
        right=sum(marked.right),
        seconds=marked.seconds,
        passed=marked.passed,
    )

    def once(known: Progress) -> TestEnded | None:
        return None if id in known.tests else result

    await house.in_thread(house.training.keep, player.name, once)
    _, kept = await house.in_thread(house.training.read, player.name, lambda known: _test(known, id))
    return TestMarked(result=_result(kept or result), wrong=wrong)


def _test(known: Progress, id: str) -> tuple[TestBegan | None, TestEnded | None]:
    return known.began.get(id), known.tests.get(id)


def _marked(
    book: Rulebook, id: str, lows: list[tuple[Card, ...]], began: datetime, now: datetime
) -> tuple[t.Marked, Pack]:
    asked = _hands(book, id)
    marked = t.mark(asked, lows, now - began)
    wrong = [(at, each) for at, (each, right) in enumerate(zip(asked, marked.right, strict=True)) if not right]
    return marked, make(book, wrong)


def _result(ended: TestEnded) -> TestResult:
    return TestResult(
        id=ended.id,
        book=ended.book,
        day=ended.at.date(),
        hands=ended.hands,
        right=ended.right,
        passes=t.PASSES,
        seconds=ended.seconds,
        passed=ended.passed,
    )


@get("/tests", guards=[costs(LOOKED_UP)], opt=act(HouseAct.TRAIN), summary="Your dealer tests", responses=MAY_REFUSE)
async def own_tests(request: Asked) -> list[TestResult]:
    """The dealer tests you handed in, the newest first."""
    house = house_of(request)
    player = await house.in_thread(player_of, request)
    tests = await house.in_thread(house.training.read, player.name, lambda known: list(known.tests.values()))
    return [_result(each) for each in reversed(tests)]


@get(
    "/certificates/{name:str}/{id:str}",
    guards=[costs(LOOKED_UP)],
    opt=act(HouseAct.LOOK),
    summary="A certificate",
    responses=MAY_REFUSE,
)
async def certificate(request: Asked, name: PlayerName, id: TestId) -> Certificate:
    """That a player passed a dealer test, for anybody who has the address that is printed on the certificate."""
    house = house_of(request)
    known = house.people.is_player
    if not await house.in_thread(known, name):
        raise Refused("there is no such certificate in this house")
    _, ended = await house.in_thread(house.training.read, name, lambda progress: _test(progress, id))
    if ended is None or not ended.passed:
        raise Refused("there is no such certificate in this house")
    source = book_asked(request, ended.book).source
    return Certificate(name=name, title=source.title, source=str(source), result=_result(ended))


TESTS = [test_terms, begin_test, end_test, own_tests, certificate]
