"""The designer over HTTP: drafts are data, and what is said of one is what the commands say of its file."""

from __future__ import annotations

import asyncio
import json
import os
import threading
import time
from collections.abc import Generator, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

pytest.importorskip("litestar", reason="the extra houseway[web] is not installed")

from litestar import Litestar
from litestar.datastructures import State
from litestar.testing import TestClient

from houseway import books
from houseway.errors import HousewayError
from houseway.rulebook.conditions import Condition
from houseway.rulebook.data.expressions import read_expression
from houseway.rulebook.data.words import roots, words
from houseway.rulebook.data.writing import as_plain
from houseway.rulebook.diff import difference
from houseway.rulebook.lows import Low
from houseway.web.designer import drafts
from houseway.web.designer.vocabulary import offered, phrase_of
from houseway.web.http import design, draft_counts, heavy
from houseway.web.http.api import API
from houseway.web.http.bench import TOO_LONG, Bench
from houseway.web.http.errors import EXCEPTION_HANDLERS
from support.command import Run

Client = TestClient[Litestar]
MANY = 10_000


@pytest.fixture(scope="module")
def client(cache_folder: Path) -> Iterator[Client]:
    """The API of a house without tables; drafts are proved in this process."""
    house = SimpleNamespace(shelf={})
    app = Litestar(
        route_handlers=API,
        state=State({"house": house}),
        exception_handlers=EXCEPTION_HANDLERS,
        request_max_body_size=16 * 1024,
    )
    with pytest.MonkeyPatch.context() as patch, TestClient(app, raise_server_exceptions=False) as running:
        patch.setenv("HOUSEWAY_CACHE", str(cache_folder))
        patch.setattr(design, "BENCH", SimpleNamespace(ask=heavy.prove_draft))
        yield running


def _post(client: Client, what: str, body: object, status: int = 200) -> Any:
    answer = client.post(f"/api/designer/{what}", json=body)
    assert answer.status_code == status, answer.text
    return answer.json()


def _draft(based_on: str, **changes: Any) -> dict[str, Any]:
    return {"based_on": based_on, "changes": {"id": "ours", **changes}}


def _clauses(book: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = as_plain(books.get(book))["clauses"]
    return found


def _changed(book: str, cite: str, **how: Any) -> list[dict[str, Any]]:
    return [{**clause, **how} if clause["cite"] == cite else clause for clause in _clauses(book)]


def test_every_word_is_offered_and_every_phrase_can_be_written_again() -> None:
    known = {name for name, word in words().items() if word.yields in roots()}
    assert {each.word for each in offered()} == known
    for clause in (clause for book in map(books.get, books.names()) for clause in book.clauses):
        assert read_expression(_text(phrase_of(clause.when, Condition)), Condition) == clause.when
        assert read_expression(_text(phrase_of(clause.low, Low)), Low) == clause.low
    for each in offered():
        assert str(read_expression(_text(each.sample), words()[each.word].yields)) == each.sample.says


def _text(phrase: Any) -> str:
    """A phrase as a page writes it."""
    if phrase.sign == "~":
        return f"~({_text(phrase.parts[0])})"
    if phrase.sign:
        return f" {phrase.sign} ".join(f"({_text(part)})" for part in phrase.parts)
    by_name = {each.name for each in words()[phrase.word].parameters if each.by_name}
    takes = [
        f"{t.name}={t.text}" if t.name in by_name else _text(t.phrase) if t.phrase else t.text for t in phrase.takes
    ]
    return f"{phrase.word}({', '.join(takes)})" if takes else phrase.word


@pytest.mark.parametrize("book", books.opened())
def test_a_draft_that_changes_nothing_is_valid_and_moves_no_hand(client: Client, book: str) -> None:
    begun = client.get("/api/designer/begin", params={"book": book}).json()
    assert begun["base"] == json.loads(json.dumps(as_plain(books.get(book))))
    found = _post(client, "proof", begun["draft"])
    assert (found["valid"], found["defects"], found["moves"]["hands"]) == (True, [], 0)
    assert {clause["state"] for clause in found["clauses"]} == {"same"}
    assert sum(clause["hands"] for clause in found["clauses"]) == books.get(book).number_of_hands


def test_a_changed_clause_moves_the_hands_that_diff_counts_and_the_file_says_the_same(
    client: Client, houseway: Run, tmp_path: Path
) -> None:
    cite = "Appendix A.3 Three pairs"
    body = _draft("mbs-v4", clauses=_changed("mbs-v4", cite, low="pair_from(2, 2)"))
    found = _post(client, "proof", body)
    assert found["valid"]
    assert [each["cite"] for each in found["clauses"] if each["state"] == "changed"] == [cite]
    text = client.post("/api/designer/file", json=body)
    assert text.headers["content-disposition"] == 'attachment; filename="ours.toml"'
    file = tmp_path / "ours.toml"
    file.write_bytes(text.content)
    counted = difference(books.get("mbs-v4"), books.get(file))
    assert (found["moves"]["hands"], found["moves"]["of"]) == (counted.different, counted.hands)
    assert [pair["hands"] for pair in found["moves"]["pairs"]] == [pair.hands for pair in counted.pairs]
    checked = houseway("check", str(file))
    assert checked.returncode == 0, checked.stdout
    opened = _post(client, "open", {"toml": file.read_text(encoding="utf-8")})
    again = _post(client, "proof", opened["draft"])
    assert (opened["draft"]["based_on"], again["digest"]) == ("mbs-v4", books.get(file).digest)


def test_what_is_wrong_is_said_as_check_says_it(client: Client) -> None:
    left_out = [clause for clause in _clauses("mbs-v4") if clause["cite"] != "Appendix A.1 No pair"]
    found = _post(client, "proof", _draft("mbs-v4", clauses=left_out))
    assert not found["valid"]
    assert found["moves"] is None
    assert found["left_out"] == ["Appendix A.1 No pair"]
    assert any(said.startswith("no clause covers") and "the lowest" in said for said in found["defects"])
    assert any("is not a clause of the book" in said for said in found["defects"])
    twice = [*_clauses("mbs-v4"), {"cite": "Ours", "when": "three_pairs", "low": "pair_from(2, 2)"}]
    found = _post(client, "proof", _draft("mbs-v4", clauses=twice))
    assert any("Appendix A.3 Three pairs and Ours both apply to" in said for said in found["defects"])
    foul = _changed("mbs-v4", "Appendix A.1 No pair", low="singles(1, 2)")
    found = _post(client, "proof", _draft("mbs-v4", clauses=foul))
    assert any("sets a foul in" in said for said in found["defects"])


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"id": "mbs-v4"}, "mbs-v4 is the name of another book; choose another"),
        ({"id": "../../etc/passwd"}, "give the book a short name of letters, digits and hyphens"),
        ({"id": "\N{RIGHT-TO-LEFT OVERRIDE}"}, "give the book a short name of letters, digits and hyphens"),
        ({"id": 7}, "give the book a short name of letters, digits and hyphens"),
        ({"clauses": [{"cite": "A", "when": "__import__('os')", "low": "any_legal"}]}, "has no meaning here"),
        ({"clauses": [{"cite": "A", "when": "no_pears", "low": "any_legal"}]}, "did you mean 'no_pair'"),
        ({"clauses": 3}, "clauses: must be a list in square brackets, not 3"),
        ({"clauses": []}, "no clause covers"),
        ({"main": {}}, "are missing"),
    ],
)  # fmt: skip
def test_a_draft_that_is_no_book_is_told_why(client: Client, changes: dict[str, Any], sentence: str) -> None:
    found = _post(client, "proof", _draft("five-card", **changes))
    assert not found["valid"]
    assert sentence in found["defects"][0]
    assert "line" not in found["defects"][0]


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"deck": {}}, "a draft keeps the game of its book: it cannot change deck"),
        ({"clause": []}, "a book has no key 'clause'; did you mean 'clauses'?"),
        ({"clauses": [{}] * 121}, "a draft may have 120 clauses, not 121"),
        ({"clauses": [{"when": "joker | " * 400}] * 3}, "800 words in all its conditions"),
        ({"side_wagers": json.loads("[" * 20 + "]" * 20)}, "lists or tables of the draft are nested too deep"),
    ],
)
def test_a_draft_beyond_the_limits_is_refused_before_it_is_read(
    client: Client, monkeypatch: pytest.MonkeyPatch, changes: dict[str, Any], sentence: str
) -> None:
    monkeypatch.setattr(drafts, "read_plain", lambda *_: pytest.fail("it was read"))
    assert sentence in _post(client, "proof", _draft("five-card", **changes), 400)["error"]


def test_no_draft_and_no_file_can_name_another_file(client: Client) -> None:
    assert _post(client, "proof", _draft("/etc/passwd"), 404)["error"].startswith("there is no book")
    text = 'id = "ours"\nbased_on = "/etc/passwd"\n[source]\ntitle = "Ours"\n'
    assert "based_on: there is no book" in _post(client, "open", {"toml": text}, 400)["error"]
    assert "this is not TOML" in _post(client, "open", {"toml": "id ="}, 400)["error"]


def test_bodies_are_limited(client: Client) -> None:
    assert _post(client, "proof", _draft("five-card", id="x" * MANY * 10), 413)["error"] == "the request is too long"
    deep = b'{"based_on": "five-card", "changes": {"id": ' + b"[" * MANY + b"]" * MANY + b"}}"
    answer = client.post("/api/designer/proof", content=deep, headers={"content-type": "application/json"})
    assert answer.status_code == 400
    assert _post(client, "open", {"toml": "#" * 65_537}, 400)["error"] == "toml may have at most 65536 characters"


def test_the_exact_odds_are_those_of_the_file(
    client: Client, houseway: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(draft_counts, "each_in_a_process", lambda work, *arguments: work(*arguments))
    book = as_plain(books.get("five-card"))
    sides = book["side_wagers"][1:]
    sides[0]["pay_tables"][0]["lines"][0]["pays"] += 1
    body = _draft("five-card", main={**book["main"], "commission": "5%"}, side_wagers=sides)
    told = _told(client, body)
    assert {each["state"] for each in told[:-1]} <= {"waiting", "counting"}
    assert told[-1]["state"] == "counted", told
    found = told[-1]["odds"]
    file = tmp_path / "ours.toml"
    file.write_bytes(client.post("/api/designer/file", json=body).content)
    mine, before = (json.loads(houseway("odds", each, "--json").stdout)["wagers"] for each in (str(file), "five-card"))
    main = found["edges"][0]
    key = book["main"]["key"]
    assert (main["now"], main["was"]) == (mine[key]["house_edge"], before[key]["house_edge"])
    assert found["now"] == {name: mine[key][name] for name in ("player", "deals", "win", "standoff", "lose")}
    assert main["difference_float"] == pytest.approx(main["now_float"] - main["was_float"])
    gone = [edge for edge in found["edges"] if not edge["now"]]
    assert {edge["wager"] for edge in gone} == {book["side_wagers"][0]["key"]}
    changed = {edge["wager"] for edge in found["edges"] if edge["difference"] not in ("", "0/1")}
    assert changed == {key, sides[0]["key"]}
    for edge in found["edges"]:
        if edge["now"]:
            wager = mine[edge["wager"]]
            assert edge["now"] == (wager if edge["wager"] == key else _of_table(wager, edge["pay_table"]))["house_edge"]


def _told(client: Client, body: object) -> list[dict[str, Any]]:
    """Every line of what is sent while a draft is counted."""
    answer = client.post("/api/designer/odds", json=body)
    assert answer.status_code == 200, answer.text
    return [json.loads(line) for line in answer.text.splitlines()]


def _of_table(wager: dict[str, Any], name: str) -> dict[str, Any]:
    found: dict[str, Any] = wager["pay_tables"][name] if "pay_tables" in wager else wager
    return found


def test_a_count_that_nobody_waits_for_is_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    ended = threading.Event()

    def for_ever(_work: object, *_books: object) -> Generator[float, None, None]:
        try:
            while True:
                yield 0.5
                time.sleep(0.01)
        finally:
            ended.set()

    async def ask() -> list[str]:
        book = books.get("five-card")
        first, second = draft_counts.news(book, book), draft_counts.news(book, book)
        told = [(await anext(first)).state, (await anext(second)).state]
        while told[-1] == "waiting":
            told.append((await anext(second)).state)
        await first.aclose()  # type: ignore[attr-defined]
        told.append((await anext(second)).state)
        assert not ended.is_set()
        await second.aclose()  # type: ignore[attr-defined]
        await asyncio.to_thread(ended.wait, 30)
        return told

    monkeypatch.setattr(draft_counts, "each_in_a_process", for_ever)
    assert asyncio.run(ask())[-2:] == ["counting", "counting"]
    assert ended.is_set()


def test_a_process_that_takes_too_long_is_ended_and_the_next_question_answered() -> None:
    bench: Bench[float] = Bench(_sleep, within=20.0)
    try:
        assert bench.ask(0.0) == 0.0
        first = bench._process.pid
        bench._within = 0.05
        with pytest.raises(Exception, match=TOO_LONG):
            bench.ask(60.0)
        bench._within = 20.0
        assert bench.ask(0.0) == 0.0
        assert bench._process.pid != first
        with pytest.raises(ValueError, match="negative"):
            bench.ask(-1.0)
    finally:
        bench.stop()


def test_a_process_is_not_taken_for_as_large_as_the_one_that_started_it(monkeypatch: pytest.MonkeyPatch) -> None:
    ballast = bytearray(os.urandom(1)) * 300_000_000
    monkeypatch.setattr("houseway.web.http.bench.MOST_MEMORY", 280_000)
    bench: Bench[float] = Bench(_sleep, within=20.0)
    try:
        assert [bench.ask(0.0), bench._process is None, len(ballast)] == [0.0, False, 300_000_000]
    finally:
        bench.stop()


def _sleep(seconds: float) -> float:
    if seconds < 0:
        raise ValueError("negative")
    time.sleep(seconds)
    return seconds


def test_a_draft_that_takes_long_keeps_nobody_from_asking_about_a_hand(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun, done = threading.Event(), threading.Event()

    def slow(*_: object) -> None:
        begun.set()
        assert done.wait(60)
        raise HousewayError(TOO_LONG)

    monkeypatch.setattr(design, "BENCH", SimpleNamespace(ask=slow))
    with ThreadPoolExecutor(3) as people:
        waiting = [people.submit(_post, client, "proof", _draft("five-card", id=f"ours-{n}"), 400) for n in range(3)]
        assert begun.wait(60)
        answer = client.get("/api/set", params={"book": "five-card", "hand": "Kc 9c 8c 6s 3d"})
        done.set()
        assert answer.status_code == 200
        assert {each.result()["error"] for each in waiting} == {TOO_LONG}
