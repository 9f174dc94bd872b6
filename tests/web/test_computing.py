"""Costly questions: each is computed once, few wait, and nobody can ask without end."""

from __future__ import annotations

import asyncio
import contextlib
import functools
import os
import pickle
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

pytest.importorskip("litestar", reason="the extra houseway[web] is not installed")

from litestar import Litestar, get
from litestar.datastructures import State
from litestar.testing import TestClient

from houseway.errors import HousewayError, Refused, must_be_whole
from houseway.web.http import computing, exports
from houseway.web.http import costs as costs_of_questions
from houseway.web.http.computing import Busy, Computing, each_in_a_process, in_a_process
from houseway.web.http.costs import Costs, TooManyQuestions, costs
from houseway.web.http.errors import EXCEPTION_HANDLERS
from support.web_house import RunningHouse, Visitor, running_house


@pytest.fixture(autouse=True)
def _soon(monkeypatch: pytest.MonkeyPatch) -> None:
    """Refusals are held back for a moment only."""
    for module in (computing, costs_of_questions, exports):
        monkeypatch.setattr(module, "HELD", 0.05)


def test_a_refusal_is_held_back_so_that_nobody_asks_again_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(computing, "HELD", 0.3)
    monkeypatch.setattr(costs_of_questions, "HELD", 0.3)
    full = Computing(at_once=1, waiting=-1, retry_after=7)

    @get("/dear", guards=[costs(5)])
    async def dear() -> str:
        return "x"

    @get("/busy")
    async def busy() -> str:
        return await full.ask("a", lambda: "x")

    app = Litestar([dear, busy], state=State({"costs": Costs(5)}), exception_handlers=EXCEPTION_HANDLERS)
    with TestClient(app) as client:
        assert client.get("/dear").status_code == 200
        for path, status in (("/dear", 429), ("/busy", 503)):
            began = time.monotonic()
            assert client.get(path).status_code == status
            assert time.monotonic() - began >= 0.3, path


def test_a_queue_that_rests_leaves_as_much_time_as_it_takes() -> None:
    def work() -> float:
        end = time.thread_time() + 0.05
        while time.thread_time() < end:
            pass
        return time.monotonic()

    async def ask_twice() -> float:
        queue = Computing(at_once=1, waiting=1, retry_after=7, rests=True)
        first, second = await asyncio.gather(queue.ask("a", work), queue.ask("b", work))
        return second - first

    assert asyncio.run(ask_twice()) >= 0.09


def test_the_same_question_is_computed_once_and_too_many_others_are_refused() -> None:
    computed: list[str] = []
    go = threading.Event()

    def work(question: str) -> str:
        go.wait(20)
        computed.append(question)
        return question.upper()

    async def ask_all() -> list[str | BaseException]:
        queue = Computing(at_once=1, waiting=1, retry_after=7)
        asked = [
            asyncio.ensure_future(queue.ask(each, functools.partial(work, each))) for each in ("a", "a", "b", "c", "a")
        ]
        await asyncio.sleep(0.05)
        assert (len(queue), queue.refused) == (2, 1)
        go.set()
        found = await asyncio.gather(*asked, return_exceptions=True)
        assert len(queue) == 0
        assert await queue.ask("c", functools.partial(work, "c")) == "C"
        return found

    first, second, third, refused, last = asyncio.run(ask_all())
    assert (first, second, third, last) == ("A", "A", "B", "A")
    assert isinstance(refused, Busy)
    assert refused.retry_after == 7
    assert computed == ["a", "b", "c"]


def test_who_goes_away_leaves_the_answer_to_the_others() -> None:
    go = threading.Event()

    async def ask() -> bool:
        queue = Computing(at_once=1, waiting=0, retry_after=1)
        gone, stays = (asyncio.ensure_future(queue.ask("a", lambda: go.wait(20))) for _ in range(2))
        await asyncio.sleep(0)
        gone.cancel()
        await asyncio.sleep(0)
        go.set()
        return await stays

    assert asyncio.run(ask()) is True


def test_a_process_of_its_own_answers_politely_and_its_errors_arrive() -> None:
    assert in_a_process(os.nice, 0) > os.nice(0) or os.nice(0) == 19
    assert list(each_in_a_process(range, 3)) == [0, 1, 2]
    with pytest.raises(Refused, match=r"cards must be a whole number, not 1\.5"):
        in_a_process(must_be_whole, "cards", 1.5)
    with pytest.raises(HousewayError, match="interrupted"):
        in_a_process(os._exit, 1)
    sent = pickle.loads(pickle.dumps(Refused("not so", clause="3.5")))
    assert (str(sent), sent.clause) == ("not so (3.5)", "3.5")


def test_an_address_and_a_name_have_a_share_each() -> None:
    spent = Costs(20)
    for _ in range(2):
        spent.spend(5, "192.0.2.1", "ann")
    with pytest.raises(TooManyQuestions) as refused:
        spent.spend(5, "192.0.2.2", "ann")  # from another address
    assert 25 <= refused.value.retry_after <= 31
    spent.spend(5, "192.0.2.1", "bob")
    spent.spend(5, "192.0.2.1", "")
    with pytest.raises(TooManyQuestions):
        spent.spend(5, "192.0.2.1", "cho")
    spent.spend(5, "192.0.2.2", "")
    assert spent.refused == 2


def test_a_refusal_says_when_to_ask_again() -> None:
    @get("/dear", guards=[costs(5)])
    async def dear() -> str:
        return "x"

    @get("/busy")
    async def busy() -> str:
        raise Busy(30)

    app = Litestar([dear, busy], state=State({"costs": Costs(5)}), exception_handlers=EXCEPTION_HANDLERS)
    with TestClient(app) as client:
        assert client.get("/dear").status_code == 200
        refused = client.get("/dear")
        assert refused.status_code == 429
        assert 58 <= int(refused.headers["retry-after"]) <= 61
        refused = client.get("/busy")
        assert (refused.status_code, refused.headers["retry-after"]) == (503, "30")


def test_an_export_is_read_page_by_page_and_only_a_few_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    read: list[str] = []

    def page(number: int) -> bytes:
        read.append(threading.current_thread().name)
        return b"%d\n" % number

    @get("/export")
    async def export() -> object:
        return await exports.export("a b", lambda: [functools.partial(page, number) for number in range(3)])

    with TestClient(Litestar([export], exception_handlers=EXCEPTION_HANDLERS)) as client:
        answer = client.get("/export")
        assert (answer.text, answer.headers["content-disposition"]) == ("0\n1\n2\n", 'attachment; filename="a-b"')
        assert len(set(read)) == 1
        assert exports.OPEN.number == 0
        monkeypatch.setattr(exports, "MOST_EXPORTS", 0)
        assert client.get("/export").status_code == 503


ROUTES = [
    "/api/set?book=mbs-v4&hand=x",
    "/api/best?book=mbs-v4&hand=x",
    "/api/odds?book=mbs-v4&player=x",
    "/api/rounds",
    "/api/rounds/export",
    "/api/tables/mbs-v4/rounds",
    "/api/tables/mbs-v4/rounds/1",
    "/api/tables/mbs-v4/rounds/export",
    "/api/tables/mbs-v4/proofs",
    "/api/books/mbs-v4/proof",
    "/api/par?book=mbs-v4&player=x",
    "/api/compare?book=mbs-v4&other=x",
    "/api/compare/cost?book=mbs-v4&other=x",
    "/api/analysis?book=mbs-v4&hand=x",
    "/api/analysis/picture?book=mbs-v4&hand=x",
    "/api/house-ways?book=mbs-v4&hand=x",
    "/published",
]


@pytest.fixture(scope="module")
def frugal(tmp_path_factory: pytest.TempPathFactory, cache_folder: Path) -> Iterator[RunningHouse]:
    """A house that answers ten questions a minute, with ten connections for one address."""
    folder = tmp_path_factory.mktemp("frugal")
    options = ("--book", "five-card", "--questions", "10", "--connections-per-address", "10")
    with running_house(folder / "journal.db", *options, cache=cache_folder) as house:
        yield house


def test_every_costly_route_is_limited(frugal: RunningHouse) -> None:
    import urllib.error
    import urllib.request

    everybody = Visitor(frugal)  # who may ask for all of them: staff, and a player too
    everybody.cookies |= {**frugal.enter("Bob").cookies, **frugal.boss.cookies}

    def status(path: str) -> int:
        asked = urllib.request.Request(frugal.url + path, headers={"cookie": everybody.cookie})
        try:
            with urllib.request.urlopen(asked, timeout=60) as answer:
                return int(answer.status)
        except urllib.error.HTTPError as error:
            return error.code

    assert status("/api/tables/five-card/proofs") == 200  # which costs ten
    with ThreadPoolExecutor(6) as at_once:  # each refusal is held back
        assert dict(zip(ROUTES, at_once.map(status, ROUTES), strict=True)) == dict.fromkeys(ROUTES, 429)
    assert status("/api/books") == status("/lobby") == 200


def test_an_address_has_few_sockets_without_a_name(frugal: RunningHouse) -> None:
    with contextlib.ExitStack() as pages:
        for _ in range(2):
            pages.enter_context(Visitor(frugal).page("five-card"))
        third = pages.enter_context(Visitor(frugal).page("five-card"))
        assert third.messages[-1]["type"] == "goodbye"
        assert third.closed() == 4429
        known = pages.enter_context(frugal.enter("Ann").page("five-card"))
        assert known.messages[-1]["type"] == "hello"
