"""The HTTP API: the answers of the command line, one sentence per error, and rounds for those who may see them."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

pytest.importorskip("litestar", reason="the extra houseway[web] is not installed")

import msgspec
from litestar import Litestar, get, post
from litestar.datastructures import State
from litestar.openapi.config import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.params import JSONBody
from litestar.testing import TestClient

from houseway import books
from houseway.errors import Refused
from houseway.journal.shuffle import read_proofs, verify_proofs
from houseway.journal.significant import events
from houseway.journal.store import Journal
from houseway.kept.looks import LOOKED
from houseway.people.account import StaffAccount
from houseway.people.positions import Position
from houseway.people.sessions import StaffSession
from houseway.rulebook.procedure import Role
from houseway.table.commands import Actor
from houseway.web.http import api_books, rarity
from houseway.web.http.api import API
from houseway.web.http.book_card import book_card
from houseway.web.http.errors import EXCEPTION_HANDLERS
from houseway.web.http.heavy import count_odds, count_rarity
from support.command import Run
from support.room import ANN, BOB, Room
from support.shelf import every_book

Client = TestClient[Litestar]


def _in_this_process(work: Callable[..., Any], *arguments: object) -> Any:
    """A stand-in for `in_a_process`, which the tests of computing have to themselves."""
    return work(*arguments)


class _People:
    """A stand-in for sign-in: the cookie of a player is their name."""

    def find(self, token: str) -> Actor | None:
        return Actor(token, Role.PLAYER) if token else None


class _Sessions:
    """The same for dealers."""

    def find(self, token: str) -> StaffSession | None:
        position = Position.AUDITOR if token == "ada" else Position.DEALER
        account = StaffAccount(name=token, position=position)
        return StaffSession(account=account, digest="", locked=False) if token else None


@get("/defect")
async def _defect() -> None:
    raise KeyError("secret")


@get("/refusal")
async def _refusal() -> None:
    raise Refused("not now", clause="3.5")


@post("/body")
async def _body(data: JSONBody[dict[str, int]]) -> dict[str, int]:
    return data


def _app(history: Any = None) -> Litestar:
    journal = history.journal if history else None
    house = SimpleNamespace(
        people=_People(), sessions=_Sessions(), history=history, journal=journal, tables={}, shelf={}
    )
    return Litestar(
        route_handlers=[*API, _defect, _refusal, _body],
        state=State({"house": house}),
        exception_handlers=EXCEPTION_HANDLERS,
        openapi_config=OpenAPIConfig(
            title="Houseway", version="0", path="/api/schema", render_plugins=[JsonRenderPlugin()]
        ),
        logging_config=None,
    )


@pytest.fixture(scope="module")
def client(cache_folder: Path) -> Iterator[Client]:
    """The API of a house without tables."""
    with pytest.MonkeyPatch.context() as patch, TestClient(_app(), raise_server_exceptions=False) as running:
        patch.setenv("HOUSEWAY_CACHE", str(cache_folder))
        patch.setattr(api_books, "in_a_process", _in_this_process)
        yield running


HAND = "Ac Kd Qd Qs 9h 5c 2s"


@pytest.mark.parametrize(
    ("words", "path", "query"),
    [
        (["set", "mbs-v4", HAND], "set", {"book": "mbs-v4", "hand": HAND}),
        (["set", "mbs-v4", HAND, "--why"], "set", {"book": "mbs-v4", "hand": HAND, "why": "true"}),
        (["best", "mbs-v4", HAND, "--dead", "Ah @"], "best", {"book": "mbs-v4", "hand": HAND, "dead": "Ah @"}),
        (
            ["best", "mbs-v4", HAND, "--dealer", "mbs-v3", "--commission", "4%"],
            "best",
            {"book": "mbs-v4", "hand": HAND, "dealer": "mbs-v3", "commission": "4%"},
        ),
        (
            ["best", "five-card", "Kc 9c 8c 6s 3d", "--dealer-cards", "Ah Qd 9s 5c 2h"],
            "best",
            {"book": "five-card", "hand": "Kc 9c 8c 6s 3d", "dealer_cards": "Ah Qd 9s 5c 2h"},
        ),
        (["odds", "five-card"], "odds", {"book": "five-card"}),
        (["odds", "five-card", "--player", "house-way"], "odds", {"book": "five-card", "player": "house-way"}),
    ],
)
def test_the_answer_equals_the_command_lines(
    client: Client, houseway: Run, words: list[str], path: str, query: dict[str, str]
) -> None:
    answer = client.get(f"/api/{path}", params=query)
    assert answer.status_code == 200, answer.text
    assert answer.text == houseway(*words, "--json").stdout.strip()


def test_books_equal_the_command_lines(client: Client, houseway: Run) -> None:
    assert client.get("/api/books").json() == [
        json.loads(line) for line in houseway("books", "--json").stdout.split("\n") if line
    ]


@pytest.mark.parametrize(
    ("words", "path", "query", "status"),
    [
        (["set", "mbs-v4", "Kc Qh"], "set", {"book": "mbs-v4", "hand": "Kc Qh"}, 400),
        (["set", "mbs-v4", "zz"], "set", {"book": "mbs-v4", "hand": "zz"}, 400),
        (["best", "mbs-v4", HAND, "--dead", "Ac"], "best", {"book": "mbs-v4", "hand": HAND, "dead": "Ac"}, 400),
        (
            ["best", "mbs-v4", HAND, "--commission", "x"],
            "best",
            {"book": "mbs-v4", "hand": HAND, "commission": "x"},
            409,
        ),
        (["odds", "five-card", "--player", "well"], "odds", {"book": "five-card", "player": "well"}, 409),
    ],
)
def test_an_error_is_the_sentence_of_the_command_line(
    client: Client, houseway: Run, words: list[str], path: str, query: dict[str, str], status: int
) -> None:
    answer = client.get(f"/api/{path}", params=query)
    assert answer.status_code == status
    assert answer.json() == {
        "error": houseway(*words, "--json").stderr.strip().removeprefix("houseway: "),
        "clause": "",
        "reason": "rule" if status == 409 else "",
    }


@pytest.mark.parametrize("where", ["books", "set", "best", "odds", "dealer"])
def test_only_a_shipped_book_is_ever_read(client: Client, tmp_path: Path, where: str) -> None:
    book = tmp_path / "own.py"
    book.write_text(f"import pathlib\npathlib.Path({str(tmp_path / 'run')!r}).write_text('')\n")
    for name in (str(book), "own.py", "../own.py", "nowhere", "\x00"):
        query = {"book": name, "hand": HAND}
        if where == "books":
            answer = client.get(f"/api/books/{name.replace('/', '%2F').replace(chr(0), '%00')}")
        elif where == "dealer":
            answer = client.get("/api/best", params={"book": "mbs-v4", "hand": HAND, "dealer": name})
        else:
            answer = client.get(f"/api/{where}", params=query)
        assert answer.status_code == 404
        assert answer.json()["error"].startswith("there is no")
    assert not (tmp_path / "run").exists()


@pytest.mark.parametrize(
    ("path", "status", "names"),
    [
        ("/api/set?book=mbs-v4", 400, "hand"),
        (f"/api/set?book=mbs-v4&hand={'K' * 201}", 400, "hand may have at most 200"),
        ("/api/set?book=mbs-v4&hand=Kc&why=maybe", 400, "why"),
        ("/api/rounds?last=0", 400, "last"),
        ("/api/rounds?last=101", 400, "100"),
        ("/api/rounds?last=x", 400, "last"),
        ("/api/nothing", 404, "/api/nothing"),
        ("/api/tables/one/rounds/x", 404, "/api/tables/one/rounds/x"),
        ("/defect", 500, "logged"),
        ("/api/rounds", 403, "lobby"),
    ],
)
def test_a_bad_request_is_one_sentence(client: Client, path: str, status: int, names: str) -> None:
    answer = client.get(path)
    assert answer.status_code == status
    assert answer.json().keys() == {"error", "clause", "reason"}
    assert names in answer.json()["error"]
    assert "\n" not in answer.json()["error"]
    assert answer.headers["content-type"].startswith("application/json")


def test_a_refusal_names_its_clause(client: Client) -> None:
    answer = client.get("/refusal")
    assert (answer.status_code, answer.json()) == (409, {"error": "not now (3.5)", "clause": "3.5", "reason": "rule"})


def test_a_wrong_method_and_a_malformed_body_are_sentences(client: Client) -> None:
    assert client.post("/api/books").status_code == 405
    answer = client.post("/body", content=b"{", headers={"content-type": "application/json"})
    assert answer.status_code == 400
    assert set(answer.json()) == {"error", "clause", "reason"}


def test_best_play_that_was_not_counted_yet_is_counted_in_the_process_for_counts(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[tuple[object, ...]] = []

    def in_a_process(work: Callable[..., Any], *arguments: object) -> Any:
        asked.append((work, *arguments))
        return work(books.get("five-card"), "")  # counted quickly, in place of half a minute

    monkeypatch.setattr(api_books, "in_a_process", in_a_process)
    monkeypatch.setattr(api_books, "_counted", {})
    for _ in range(2):
        answer = client.get("/api/odds", params={"book": "fortune-us", "player": "best"})
        assert answer.status_code == 200
    assert asked == [(count_odds, books.get("fortune-us"), "best")]
    assert client.get("/api/odds", params={"book": "fortune-us", "player": "worst"}).status_code == 409
    assert len(asked) == 1


@pytest.mark.full
def test_best_play_over_http_is_that_of_the_command_line(
    houseway: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOUSEWAY_CACHE", str(tmp_path / "new"))
    counted = msgspec.to_builtins(count_odds(books.get("fortune-us"), "best"))
    printed = houseway("odds", "fortune-us", "--player", "best", "--json").stdout
    assert counted == json.loads(printed)


def _uses_kernels(name: str) -> bool:
    """Whether a module is a kernel or imports one; packages do not count."""
    module = sys.modules[name]
    used = (getattr(value, "__name__", "") for value in (module, *vars(module).values()))
    return not hasattr(module, "__path__") and any(
        one.startswith("houseway.") and one.endswith(("kernels", "maths.jit")) for one in used
    )


def test_the_rarity_of_paid_hands_is_counted_once(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[Callable[..., Any]] = []

    def in_a_process(work: Callable[..., Any], *arguments: object) -> Any:
        asked.append(work)
        return work(*arguments)

    monkeypatch.setattr(rarity, "in_a_process", in_a_process)
    monkeypatch.setattr(rarity, "_counted", {})
    first, again = (client.get("/api/rarity", params={"book": "five-card"}).json() for _ in range(2))
    assert first == again == msgspec.json.decode(msgspec.json.encode(count_rarity(books.get("five-card"))))
    assert asked == [count_rarity]


def test_without_the_extra_maths_set_and_best_work_and_odds_name_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOUSEWAY_CACHE", str(tmp_path))
    for name in [name for name in sys.modules if name.startswith("houseway.maths.") and _uses_kernels(name)]:
        package, _, module = name.rpartition(".")
        monkeypatch.delattr(sys.modules[package], module)
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "numba", None)
    monkeypatch.setattr(api_books, "in_a_process", _in_this_process)
    monkeypatch.setattr(api_books, "_counted", {})
    with TestClient(_app()) as client:
        hand = {"book": "five-card", "hand": "Kc 9c 8c 6s 3d"}
        assert client.get("/api/set", params=hand).status_code == 200
        assert client.get("/api/best", params={**hand, "dealer_cards": "Ah Qd 9s 5c 2h"}).status_code == 200
        answer = client.get("/api/odds", params={"book": "five-card", "player": "house-way"})
        assert answer.status_code == 409
        assert "houseway[maths]" in answer.json()["error"]


# ---------------------------------------------------------------------------------------------------------------------
# The card of a book


@pytest.mark.parametrize("name", every_book())
def test_every_clause_that_can_be_cited_has_a_text(client: Client, name: str) -> None:
    book, card = books.get(name), client.get(f"/api/books/{name}").json()
    procedure = book.procedure
    cites = {book.main.cite, book.main.wins, book.main.standoff, book.main.loses}
    cites |= {value for field, value in vars(procedure).items() if field.endswith("cite")}
    cites |= {cite for row in procedure.permissions for cite in (row.cite, row.otherwise)}
    cites |= {cite for row in procedure.irregularities for cite in (row.cite, *(each.cite for each in row.remedies))}
    cites |= {clause.cite for clause in book.clauses} | {row.cite for row in book.references}
    cites |= {ruling.id for ruling in book.rulings} | {side.cite for side in book.side_wagers}
    assert cites - {""} <= set(card["clauses"])
    assert all(words[0].isupper() or not words[0].isalpha() for words in card["clauses"].values())
    assert [wager["key"] for wager in card["wagers"]] == [book.main.key, *(side.key for side in book.side_wagers)]
    assert [fault["fault"] for fault in card["faults"]] == [row.fault.value for row in procedure.irregularities]


@pytest.mark.parametrize("name", every_book())
def test_a_fault_lists_its_phases(name: str) -> None:
    for fault in book_card(books.get(name)).faults:
        assert set(fault.phases) <= {"between rounds", "betting", "no more bets", "setting", "revealed"}


# ---------------------------------------------------------------------------------------------------------------------
# Rounds


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Client]:
    """Eleven rounds of ann, two of them with bob, and one in progress with both."""
    with Journal.open(str(tmp_path_factory.mktemp("journal") / "journal.db")) as journal:
        room = Room(journal)
        room.sit(ANN, BOB)
        for number in range(11):
            room.play(*((ANN, BOB) if number < 2 else (ANN,)))
        room.bet(ANN, BOB)
        room.deal()
        with TestClient(_app(room.history)) as running:
            yield running


def _as(who: str) -> dict[str, str]:
    role, _, name = who.partition(" ")
    return {"cookie": f"houseway-{role}={name}"} if who else {}


def _numbers(answer: Any) -> list[int]:
    return [seen["round"] for seen in answer.json()]


def test_a_player_gets_their_rounds_newest_first_page_by_page(played: Client) -> None:
    first = played.get("/api/rounds", headers=_as("player ann"))
    assert _numbers(first) == list(range(12, 2, -1))
    assert _numbers(played.get("/api/rounds?before=one/3", headers=_as("player ann"))) == [2, 1]
    assert _numbers(played.get("/api/tables/one/rounds?before=3", headers=_as("player ann"))) == [2, 1]
    assert _numbers(played.get("/api/rounds?last=2", headers=_as("player bob"))) == [12, 2]
    assert _numbers(played.get("/api/tables/one/rounds", headers=_as("player bob"))) == [12, 2, 1]
    assert _numbers(played.get("/api/rounds", headers=_as("player eve"))) == []
    assert played.get("/api/rounds?before=x", headers=_as("player ann")).status_code == 404


def test_only_staff_get_all_rounds_of_a_table(played: Client) -> None:
    answer = played.get("/api/tables/one/rounds?last=3", headers=_as("staff dora"))
    assert _numbers(answer) == [12, 11, 10]
    assert played.get("/api/tables/one/rounds").status_code == 403
    assert played.get("/api/tables/nowhere/rounds", headers=_as("staff dora")).status_code == 404
    assert played.get("/api/rounds", headers=_as("staff dora")).status_code == 403


def test_every_look_of_staff_at_rounds_is_in_the_journal_with_who_and_when(played: Client) -> None:
    journal = played.app.state.house.journal
    before = len(list(events(journal, kind=LOOKED)))
    played.get("/api/tables/one/rounds?last=3", headers=_as("staff iris"))
    played.get("/api/tables/one/rounds/7", headers=_as("staff iris"))
    played.get("/api/tables/one/rounds/export", headers=_as("staff iris"))
    played.get("/api/tables/one/rounds/99", headers=_as("staff iris"))
    played.get("/api/tables/one/rounds/7", headers=_as("player ann"))
    looks = list(events(journal, kind=LOOKED))[before:]
    assert [(look.by, look.what) for look in looks] == [
        ("dealer iris", "one, rounds 10 to 12"),
        ("dealer iris", "one, round 7"),
        ("dealer iris", "one, rounds 1 to 12"),
    ]
    assert all(look.when and look.why == "in the history" for look in looks)


def test_an_auditor_gets_every_round_of_a_player_over_all_tables(played: Client) -> None:
    journal = played.app.state.house.journal
    first = played.get("/api/players/bob/rounds?last=2", headers=_as("staff ada"))
    assert _numbers(first) == [12, 2]
    assert _numbers(played.get("/api/players/bob/rounds?before=one/2", headers=_as("staff ada"))) == [1]
    assert len(played.get("/api/players/ann/rounds/export", headers=_as("staff ada")).text.splitlines()) == 12
    assert _numbers(played.get("/api/players/nobody/rounds", headers=_as("staff ada"))) == []
    looks = [event for event in events(journal, kind=LOOKED) if event.by == "auditor ada"]
    assert [look.what for look in looks] == ["one, rounds 2, 12", "one, round 1", "one, rounds 1 to 12"]


@pytest.mark.parametrize("who", ["player ann", "player bob", "staff dora"])
def test_a_round_in_progress_shows_no_card_and_no_proof(played: Client, who: str) -> None:
    seen = played.get("/api/tables/one/rounds/12", headers=_as(who)).json()
    assert (seen["ended"], seen["proof"]) == ("", None)
    assert len(seen["commitment"]) == 64
    assert all(hand["cards"] == [] and hand["number"] == 7 for hand in seen["hands"].values())


def test_a_round_is_for_its_players_and_staff_only(played: Client) -> None:
    for who in ("player ann", "staff dora"):
        seen = played.get("/api/tables/one/rounds/1", headers=_as(who)).json()
        assert seen["ended"] == "completed"
        assert all(len(hand["cards"]) == 7 for hand in seen["hands"].values())
        assert seen["proof"]["commitment"] == seen["commitment"]
    for who in ("", "player eve"):
        assert played.get("/api/tables/one/rounds/1", headers=_as(who)).status_code == 403
    missing = played.get("/api/tables/one/rounds/99", headers=_as("staff dora"))
    assert missing.json()["error"] == "table one has no round 99; it has had 12"


def test_exports_have_one_round_or_proof_per_line(played: Client, houseway: Run, tmp_path: Path) -> None:
    own = played.get("/api/rounds/export", headers=_as("player bob"))
    assert [json.loads(line)["round"] for line in own.text.splitlines()] == [1, 2, 12]
    assert own.headers["content-disposition"] == 'attachment; filename="rounds.jsonl"'
    whole = played.get("/api/tables/one/rounds/export", headers=_as("staff dora"))
    assert [json.loads(line)["round"] for line in whole.text.splitlines()] == list(range(1, 13))
    assert played.get("/api/tables/one/rounds/export").status_code == 403
    proofs = played.get("/api/tables/one/proofs").text
    assert verify_proofs(read_proofs(proofs)) == ()
    (tmp_path / "proofs.jsonl").write_text(proofs)
    assert houseway("fair", "verify", "proofs.jsonl").stdout.endswith("11 proofs, 0 of voided rounds: all hold\n")


def test_openapi_describes_every_route_and_loads_nothing(client: Client) -> None:
    document = client.get("/api/schema/openapi.json").json()
    every = {path: item for path, item in document["paths"].items() if path.startswith("/api/")}
    ours = {f"{method} {path}": found for path, item in every.items() for method, found in item.items()}
    routes = {path for router in API for path in (route.path for route in router.routes)}
    assert {re.sub(r":\w+}", "}", path) for path in routes} == {*every, "/api"}
    for path, operation in ours.items():
        assert operation["summary"], path
        assert operation["description"], path
        assert all(parameter.get("description") for parameter in operation.get("parameters", ())), path
    for path in ("/api/schema/swagger", "/api/schema/redoc", "/api/schema/elements", "/api/schema/rapidoc"):
        assert client.get(path).status_code == 404
    page = client.get("/api")
    assert page.status_code == 200
    assert "//" not in page.text.replace("<!doctype", "")


def test_a_body_nested_too_deep_is_refused_in_one_sentence(client: Client) -> None:
    answer = client.post("/body", content=b'{"a":' + b"[" * 5000, headers={"content-type": "application/json"})
    assert (answer.status_code, answer.json()["error"]) == (400, "the body cannot be read: it is nested too deep")
