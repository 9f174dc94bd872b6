"""The trainer over HTTP: packs, answers that are kept once, progress, and one sentence for what is wrong."""

from __future__ import annotations

import itertools
import json
import re
from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest

pytest.importorskip("litestar", reason="the extra houseway[web] is not installed")

from litestar import Litestar
from litestar.testing import TestClient

from houseway.journal.store import Journal
from houseway.web.http import train
from support.open_house import House

Client = TestClient[Litestar]
_numbers = itertools.count(1)
PACK = "/api/train/packs/five-card"


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """One house for this module; it makes the second part of a pack in this process."""
    with pytest.MonkeyPatch.context() as patch, Journal.open(str(tmp_path_factory.mktemp("house") / "j.db")) as journal:
        patch.setattr(train, "in_a_process", lambda work, *arguments: work(*arguments))
        yield House(journal)


@pytest.fixture(scope="module")
def client(house: House) -> Iterator[Client]:
    with TestClient(house.app) as running:
        yield running
        running.blocking_portal.call(house.open.stop)


@pytest.fixture
def player(house: House, client: Client) -> Iterator[str]:
    """Signed in under a new name."""
    name = f"Trainee {next(_numbers)}"
    client.cookies.update({"houseway-player": house.open.people.register(name).token})
    yield name
    client.cookies.clear()


def the_hand(client: Client, number: int = 0) -> tuple[dict[str, Any], dict[str, Any]]:
    """A hand of the pack, and the pack."""
    pack = client.get(PACK).json()
    return pack["hands"][number], pack


def answer(client: Client, *, at: int | None = None, number: int = 0, **more: object) -> dict[str, Any]:
    """An answer to a hand of the pack; the house way unless another setting is named."""
    hand, pack = the_hand(client, number)
    low = [hand["cards"][place] for place in pack["lows"][hand["house_way"] if at is None else at]]
    return {
        "id": f"answer-{next(_numbers)}",
        "book": "five-card",
        "drill": "house way",
        "cards": hand["cards"],
        "dealer": hand["dealer"],
        "low": low,
        "at": "2026-11-19T12:00:00Z",
        "ms": 1500,
        **more,
    }


def wrong(client: Client, number: int = 0) -> int:
    """A legal setting that is not the house way."""
    hand, _ = the_hand(client, number)
    return next(at for at, grade in enumerate(hand["grade"]) if grade >= 0 and at not in hand["as_house_way"])


REFUSED = (400, 409)


def send(client: Client, *answers: dict[str, Any], status: tuple[int, ...] = (200,)) -> dict[str, Any]:
    found = client.post("/api/train/answers", json={"answers": list(answers)})
    assert found.status_code in status, found.text
    return dict(found.json())


def test_a_pack_is_sent_packed_and_kept_under_its_version(client: Client) -> None:
    books = client.get("/api/train/books").json()
    assert books[0]["book"] == "five-card"  # the house has a table of it
    assert len({each["book"] for each in books}) == len(books) > 10
    found = client.get(f"{PACK}?part=rest&version={books[0]['version']}")
    assert "immutable" in found.headers["cache-control"]
    assert found.headers["content-encoding"] == "gzip"
    assert client.get(f"{PACK}?part=rest&version=older").headers["cache-control"] == "no-cache"
    plain = client.get(PACK, headers={"accept-encoding": "identity"})
    assert "content-encoding" not in plain.headers
    assert plain.json() == client.get(PACK).json()
    numbers = [hand["number"] for part in (plain, found) for hand in part.json()["hands"]]
    assert numbers == list(range(plain.json()["hands_in_all"]))


def test_what_a_player_answers_is_graded_by_the_house_and_kept_once(client: Client, player: str, house: House) -> None:
    assert client.get("/api/train/progress?book=five-card").json()["answered"] == 0
    well, badly = answer(client), answer(client, at=wrong(client, 1), number=1)
    send(client, well)
    progress = send(client, well, badly)
    assert (progress["answered"], progress["right"], progress["streak"], progress["missed"]) == (2, 1, 0, 1)
    assert send(client, badly) == progress
    assert progress["clauses"][0]["clause"] == "Hand Ranking and House Way"
    assert sorted(progress["plan"]) == sorted(set(progress["plan"]))
    assert client.get("/api/train/progress?book=five-card&drill=best%20play").json()["answered"] == 0
    assert house.open.journal.version(f"training:{player}") == 2
    (missed,) = client.get("/api/train/missed?book=five-card").json()["hands"]
    assert missed["cards"] == badly["cards"]
    assert client.get("/api/train/missed?book=five-card&drill=best%20play").json()["hands"] == []


def test_an_answer_of_the_future_is_of_now(client: Client, player: str, house: House) -> None:
    send(client, answer(client, at=wrong(client), ms=10**12) | {"at": "2126-01-01T00:00:00Z"})
    found = house.open.training.read(player, lambda known: next(iter(known.courses.values())))
    (kept,) = found.missed.values()
    assert kept.at <= house.open.training.now()
    assert kept.ms == train.LONGEST_THOUGHT


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"cards": ["Ac", "Kd"]}, "deals five cards"),
        ({"cards": ["Ac", "Ac", "Kd", "Qd", "2s"]}, "twice"),
        ({"cards": ["Zz", "Ac", "Kd", "Qd", "2s"]}, "Zz"),
        ({"dealer": []}, "shows the dealer's hand first"),
        ({"low": ["Ac"]}, "is no low hand"),
        ({"low": []}, "is no low hand"),
        ({"at": "2026-11-19T12:00:00"}, "time zone"),
        ({"id": "<b>"}, "id"),
        ({"drill": "poker"}, "drill"),
        ({"ms": -1}, "ms"),
        ({"more": 1}, "more"),
    ],
)
def test_a_wrong_answer_is_refused_in_one_sentence_and_changes_nothing(
    client: Client, player: str, house: House, change: dict[str, Any], words: str
) -> None:
    good, bad = answer(client), answer(client)
    said = send(client, good, bad | change, status=REFUSED)["error"]
    assert words in said
    assert "\n" not in said
    assert house.open.journal.version(f"training:{player}") == 0


def test_an_unknown_book_is_refused(client: Client, player: str) -> None:
    assert player
    assert "there is no book" in send(client, answer(client, book="no-book"), status=(404,))["error"]


def test_a_foul_is_refused(client: Client, player: str) -> None:
    hands = client.get(PACK).json()["hands"]
    number, at = next((n, hand["grade"].index(-1)) for n, hand in enumerate(hands) if -1 in hand["grade"])
    assert "is a foul hand" in send(client, answer(client, at=at, number=number), status=REFUSED)["error"]
    assert player


def test_whoever_is_nobody_keeps_nothing_here(client: Client) -> None:
    for asked in ("/api/train/progress?book=five-card", "/api/train/missed?book=five-card"):
        assert client.get(asked).status_code == 403
    assert client.post("/api/train/answers", json={"answers": []}).status_code == 403


def test_too_many_answers_at_once_are_refused(client: Client, player: str) -> None:
    assert player
    many = [answer(client)] * (train.MOST_ANSWERS + 1)
    assert str(train.MOST_ANSWERS) in send(client, *many, status=REFUSED)["error"]


# ---------------------------------------------------------------------------------------------------------------------
# The Daily ten


def set_daily(client: Client, daily: dict[str, Any], number: int, *, at: int | None = None, road: str = "") -> Any:
    """Set a hand of the day: the first way that is no foul, unless another is named."""
    hand = daily["pack"]["hands"][number]
    place = hand["grade"].index(0) if at is None else at
    low = [hand["cards"][each] for each in daily["pack"]["lows"][place]]
    return client.post(f"/api/train/daily{road}", json={"day": daily["day"], "number": number, "low": low})


def test_the_ten_are_sent_without_their_answers(client: Client) -> None:
    daily = client.get("/api/train/daily").json()
    assert daily == client.get("/api/train/daily").json() | {"seconds_left": daily["seconds_left"]}
    hands = daily["pack"]["hands"]
    assert len(hands) == 10
    for hand in hands:
        assert {*hand["grade"]} <= {0, -1}
        assert not any((*hand["win"], *hand["lose"], *hand["worth"], *hand["given_up"], *hand["as_house_way"]))
        assert (hand["house_way"], hand["best"], hand["clause"]) == (-1, -1, -1)
    assert daily["pack"]["clauses"] == daily["results"] == daily["answered"]["hands"] == []
    assert daily["house_way_float"] > 0


def test_a_player_sets_the_ten_once_and_stands_in_the_list(client: Client, player: str) -> None:
    daily = client.get("/api/train/daily").json()
    first = set_daily(client, daily, 0).json()
    assert first["kept"]
    (answered,) = first["answered"]["hands"]
    assert answered["best"] >= 0
    other = next(at for at, grade in enumerate(daily["pack"]["hands"][0]["grade"]) if grade == 0 and at)
    assert set_daily(client, daily, 0, at=other).json() == first
    assert set_daily(client, daily, 1, road="/try").status_code == 409  # under a name it counts
    for number in range(1, 10):
        assert set_daily(client, daily, number).status_code == 200
    again = client.get("/api/train/daily").json()
    assert [each["number"] for each in again["results"]] == list(range(10))
    assert len(again["answered"]["hands"]) == 10
    assert again["days"] == 1
    standings = client.get("/api/train/daily/standings").json()
    (own,) = [each for each in standings["places"] if each["you"]]
    assert own["name"] == player
    assert own["given_up_float"] == pytest.approx(sum(each["given_up_float"] for each in again["results"]))
    client.cookies.clear()
    assert not any(each["you"] for each in client.get("/api/train/daily/standings").json()["places"])
    assert client.get("/api/train/daily/standings?day=2001-01-01").json()["places"] == []


def test_a_visitor_sets_the_ten_and_the_house_keeps_nothing(client: Client, house: House) -> None:
    daily = client.get("/api/train/daily").json()
    before = house.open.journal.tip()
    found = set_daily(client, daily, 2, road="/try").json()
    assert not found["kept"]
    assert found["result"]["number"] == 2
    assert house.open.journal.tip() == before
    assert set_daily(client, daily, 2).status_code == 403


def test_a_wrong_answer_to_the_ten_is_refused(client: Client, player: str) -> None:
    assert player
    daily = client.get("/api/train/daily").json()
    assert "is closed" in set_daily(client, daily | {"day": "2001-01-01"}, 0).json()["error"]
    number, foul = next(
        (at, hand["grade"].index(-1)) for at, hand in enumerate(daily["pack"]["hands"]) if -1 in hand["grade"]
    )
    assert "is a foul hand" in set_daily(client, daily, number, at=foul).json()["error"]
    assert client.post("/api/train/daily", json={"day": daily["day"], "number": 10, "low": []}).status_code == 400
    assert client.get("/api/train/daily/standings?day=tomorrow").status_code == 400


# ---------------------------------------------------------------------------------------------------------------------
# The dealer test


def begun(client: Client) -> dict[str, Any]:
    found = client.post("/api/train/tests", json={"book": "five-card"})
    assert found.status_code == 201, found.text
    return dict(found.json())


def set_as_the_house(house: House, test: dict[str, Any]) -> list[list[str]]:
    """The low hands of a test as the book sets them."""
    book = house.open.shelf["five-card"]
    return [[card.text for card in book.set(hand["cards"]).low] for hand in test["pack"]["hands"]]


def test_a_test_is_marked_once_and_its_certificate_can_be_checked(client: Client, player: str, house: House) -> None:
    terms, test = client.get("/api/train/tests/terms").json(), begun(client)
    hands = test["pack"]["hands"]
    assert len(hands) == terms["hands"]
    assert {hand["house_way"] for hand in hands} == {-1}
    lows = set_as_the_house(house, test)
    hand = hands[0]
    wrong = next(
        [hand["cards"][each] for each in places]
        for at, places in enumerate(test["pack"]["lows"])
        if hand["grade"][at] == 0 and hand["low"][at] != hand["low"][the_place(test, hand, lows[0])]
    )
    marked = client.post(f"/api/train/tests/{test['id']}", json={"lows": [wrong, *lows[1:]]}).json()
    result = marked["result"]
    assert (result["right"], result["passed"], result["hands"]) == (terms["hands"] - 1, True, terms["hands"])
    assert [each["number"] for each in marked["wrong"]["hands"]] == [0]
    again = client.post(f"/api/train/tests/{test['id']}", json={"lows": lows})
    assert "marked once" in again.json()["error"]
    assert client.get("/api/train/tests").json() == [result]
    client.cookies.clear()
    shown = client.get(f"/api/train/certificates/{player}/{result['id']}").json()
    assert (shown["name"], shown["result"]) == (player, result)
    for name, id in ((player, "0" * 32), ("Nobody", result["id"])):
        assert "no such certificate" in client.get(f"/api/train/certificates/{name}/{id}").json()["error"]


def the_place(test: dict[str, Any], hand: dict[str, Any], low: list[str]) -> int:
    """The place of a low hand in the pack."""
    wanted = {hand["cards"].index(card) for card in low}
    return next(at for at, places in enumerate(test["pack"]["lows"]) if {*places} == wanted)


def test_a_test_that_is_late_or_not_good_enough_is_not_passed(
    client: Client, player: str, house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    test = begun(client)
    few = client.post(f"/api/train/tests/{test['id']}", json={"lows": []}).json()["result"]
    assert (few["right"], few["passed"]) == (0, False)
    assert "no such certificate" in client.get(f"/api/train/certificates/{player}/{test['id']}").json()["error"]
    test = begun(client)
    lows, now = set_as_the_house(house, test), house.open.training.now
    monkeypatch.setattr(house.open.training, "now", lambda: now() + timedelta(minutes=6))
    late = client.post(f"/api/train/tests/{test['id']}", json={"lows": lows}).json()["result"]
    assert (late["right"], late["passed"]) == (len(lows), False)
    assert late["seconds"] >= 360
    assert "not begun" in client.post(f"/api/train/tests/{'0' * 32}", json={"lows": []}).json()["error"]


# ---------------------------------------------------------------------------------------------------------------------
# Without the house


def test_the_script_that_keeps_the_trainer_names_files_that_exist_and_no_other_page(client: Client) -> None:
    worker = client.get("/train/worker.js")
    assert worker.headers["service-worker-allowed"] == "/train"
    assert worker.headers["cache-control"] == "no-cache"
    listed = next(line for line in worker.text.splitlines() if line.startswith("const FILES"))
    files = json.loads(listed.partition(" = ")[2].rstrip(";"))
    assert len(files) > 20
    assert all(client.get(each).status_code == 200 for each in files)
    assert all("immutable" in client.get(each).headers["cache-control"] for each in files)
    page = client.get("/train").text
    named = set(re.findall(r'(?:href|src)="(/static/[^"]+)"', page))
    assert named <= set(files)


def test_only_the_trainer_may_start_it(client: Client) -> None:
    assert "trusted-types houseway-train" in client.get("/train").headers["content-security-policy"]
    for other in ("/", "/learn", "/daily", "/history", "/table/one"):
        assert "content-security-policy" not in client.get(other).headers  # the front door sets the strict one
