"""The analyst over HTTP: one hand in full is what `best` and `set --why` say, and its picture shows it."""

from __future__ import annotations

import json
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

pytest.importorskip("litestar", reason="the extra houseway[web] is not installed")

from litestar import Litestar
from litestar.datastructures import State
from litestar.testing import TestClient

from houseway import books
from houseway.cards.card import read_cards
from houseway.maths.play.grades import grade_of
from houseway.web.analyst.picture import signed
from houseway.web.http.api import API
from houseway.web.http.errors import EXCEPTION_HANDLERS
from support.command import Run

Client = TestClient[Litestar]
HAND = "As Kc Jh Jd 9h 9d 5d"
FIVE, DEALERS, FAILS = "Kc 9c 8c 6s 3d", "Ah Qd 9s 5c 2h", "7h 6d 4s 3c 2h"


@pytest.fixture(scope="module")
def client(cache_folder: Path) -> Iterator[Client]:
    """The API of a house without tables."""
    house = SimpleNamespace(shelf={})
    app = Litestar(route_handlers=API, state=State({"house": house}), exception_handlers=EXCEPTION_HANDLERS)
    with pytest.MonkeyPatch.context() as patch, TestClient(app, raise_server_exceptions=False) as running:
        patch.setenv("HOUSEWAY_CACHE", str(cache_folder))
        yield running


def _analysis(client: Client, **query: str) -> Any:
    answer = client.get("/api/analysis", params=query)
    assert answer.status_code == 200, answer.text
    return answer.json()


@pytest.mark.parametrize(
    ("query", "options"),
    [
        ({"book": "mbs-v4", "hand": HAND}, ()),
        (
            {"book": "mbs-v4", "hand": HAND, "dead": "Ah @", "commission": "4%"},
            ("--dead", "Ah @", "--commission", "4%"),
        ),
        ({"book": "mbs-v4", "hand": HAND, "dealer": "stones"}, ("--dealer", "stones")),
        ({"book": "five-card", "hand": FIVE, "dealer_cards": DEALERS}, ("--dealer-cards", DEALERS)),
    ],
)
def test_every_setting_is_that_of_best(
    client: Client, houseway: Run, query: dict[str, str], options: tuple[str, ...]
) -> None:
    found = _analysis(client, **query)
    best = json.loads(houseway("best", query["book"], query["hand"], *options, "--json").stdout)
    fields = ("low", "high", "win", "standoff", "lose", "ev", "ev_float")
    assert [{field: setting[field] for field in fields} for setting in found["settings"]] == best["settings"]
    for field in ("book", "dealer", "hand", "deals", "house_way", "best"):
        assert found[field] == best[field]
    top = Fraction(best["settings"][best["best"]]["ev"])
    for setting in found["settings"]:
        given_up = top - Fraction(setting["ev"])
        assert Fraction(setting["given_up"]) == given_up
        assert setting["grade"] == grade_of(given_up).value
    assert found["clause"] == books.get(query["book"]).set(query["hand"]).clause


def test_a_setting_is_beaten_only_by_one_as_good_in_both_hands(client: Client) -> None:
    book = books.get("mbs-v4")
    settings = _analysis(client, book="mbs-v4", hand=HAND)["settings"]
    worth = [[book.strength_of(read_cards(setting[part])) for part in ("low", "high")] for setting in settings]
    for setting, (low, high) in zip(settings, worth, strict=True):
        better = [one for one in worth if one != [low, high] and one[0] >= low and one[1] >= high]
        same = worth.index([low, high]) < settings.index(setting)
        assert setting["beaten"] == bool(better or same)
    assert {setting["beaten"] for setting in settings} == {True, False}


def test_what_was_played_is_found_and_a_foul_is_refused(client: Client) -> None:
    found = _analysis(client, book="mbs-v4", hand=HAND, low="9d 9h")
    assert found["settings"][found["played"]]["low_name"] == "Pair of nines"
    assert _analysis(client, book="mbs-v4", hand=HAND)["played"] is None
    for low, words in (
        ("Jh Jd", "is a foul"),
        ("2c 2d", "not in this hand"),
        ("As Kc Jh", "2 cards, not 3"),
        ("xx", "not a card"),
    ):
        answer = client.get("/api/analysis", params={"book": "mbs-v4", "hand": HAND, "low": low})
        assert answer.status_code in (400, 409)
        assert words in answer.json()["error"]


def test_a_dealers_hand_that_is_seen_has_its_names_and_what_it_pushes(client: Client) -> None:
    found = _analysis(client, book="five-card", hand=FIVE, dealer_cards=DEALERS)["dealer_hand"]
    book = books.get("five-card")
    setting = book.set(DEALERS)
    assert read_cards(found["low"]) == setting.low
    assert (found["low_name"], found["clause"]) == (str(setting.low_rank), setting.clause)
    push = book.push_with(setting.low, setting.high)
    assert found["push"] == (push.says if push else "")
    assert _analysis(client, book="mbs-v4", hand=HAND)["dealer_hand"] is None


def test_a_dealers_hand_that_pushes_says_so(client: Client) -> None:
    found = _analysis(client, book="five-card", hand=FIVE, dealer_cards=FAILS)
    book = books.get("five-card")
    setting = book.set(FAILS)
    push = book.push_with(setting.low, setting.high)
    assert push is not None
    assert found["dealer_hand"]["push"] == push.says
    assert {setting["standoff"] for setting in found["settings"]} == {1}


@pytest.mark.parametrize("hand", [HAND, "Jk Ah Qs Qd 7c 7h 3d", "Ts 9h 8d 7c 6s 6h Kd"])
def test_every_book_sets_the_hand_as_set_does_with_its_reasons(client: Client, houseway: Run, hand: str) -> None:
    found = client.get("/api/house-ways", params={"book": "stones", "hand": hand}).json()
    alike = [name for name in books.names() if books.get(name).deck == books.get("stones").deck]
    assert found[0]["book"] == "stones"
    assert sorted(way["book"] for way in found) == sorted(alike)
    for way in found:
        book = books.get(way["book"])
        setting = book.set(hand)
        assert read_cards(way["low"]) == setting.low
        assert sorted(way["high"]) == sorted(card.text for card in setting.high)
        assert (way["low_name"], way["high_name"]) == (str(setting.low_rank), str(setting.high_rank))
        assert (way["clause"], tuple(way["rulings"])) == (setting.clause, setting.rulings)
    printed = json.loads(houseway("set", "stones", hand, "--why", "--json").stdout)["why"]
    assert found[0]["why"] == printed


def test_cards_are_read_as_the_command_line_reads_them(client: Client, houseway: Run) -> None:
    def read(written: str) -> Any:
        return client.get("/api/cards", params={"written": written}).json()

    assert read("A♣, 10d@ks") == {"cards": ["Ac", "Td", "Jk", "Ks"]}
    assert read("  ") == {"cards": []}
    printed = houseway("set", "mbs-v4", "Ac Ac 3d").stderr.strip().removeprefix("houseway: ")
    assert read("Ac Ac 3d")["error"] == printed


def test_the_picture_holds_its_cards_and_the_value_and_needs_nothing_else(client: Client) -> None:
    answer = client.get(
        "/api/analysis/picture", params={"book": "mbs-v4", "hand": "Jk Ah Qs Qd 7c 7h 3d", "low": "7c 7h"}
    )
    assert answer.headers["content-type"].startswith("image/svg+xml")
    found = _analysis(client, book="mbs-v4", hand="Jk Ah Qs Qd 7c 7h 3d", low="7c 7h")
    picture = ET.fromstring(answer.text)
    every = list(picture.iter())
    ids = [one.get("id") for one in every if one.get("id")]
    used = [str(one.get("href"))[1:] for one in every if one.get("href")]
    assert len(ids) == len(set(ids))
    assert set(used) <= set(ids)
    best = found["settings"][found["best"]]
    assert {f"card-{card}" for card in (*best["low"], *best["high"])} == {
        one for one in used if one.startswith("card-")
    }
    words = [one.text for one in every if one.text]
    assert signed(best["ev"]) in words
    assert any("Played: 7♥ 7♣ low" in each for each in words)
    assert "http" not in answer.text.replace("http://www.w3.org/2000/svg", "")
    assert not any(one.get("style") for one in every)  # the page's policy would not allow it
