"""The cage over HTTP in a house that plays for house money."""

from __future__ import annotations

import itertools
import json
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest

from houseway.journal.store import Journal
from houseway.journal.verify import verify
from support.web_house import QUICK, Answer, RunningHouse, Visitor, running_house

_numbers = itertools.count(1)


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory, cache_folder: Path) -> Iterator[RunningHouse]:
    """A house of house money, with a shift open."""
    journal = tmp_path_factory.mktemp("cage") / "journal.db"
    table = ("--book", "mbs-v4", "--dealer", "person", *QUICK)
    settings = ("--money", "house", "--exposure", "100,000", "--two-people-above", "5,000")
    with running_house(journal, *table, *settings, cache=cache_folder) as running:
        running.boss.post("/staff/cage", {"id": "open", "kind": "shift opened"})
        yield running


def _act(by: Visitor, kind: str, **fields: object) -> dict[str, object]:
    found: dict[str, object] = by.post("/staff/cage", {"id": f"act {next(_numbers)}", "kind": kind, **fields})
    return found


def _raw(by: Visitor, path: str) -> tuple[str, bytes]:
    request = urllib.request.Request(by.house.url + path, headers={"cookie": by.cookie})
    with urllib.request.urlopen(request, timeout=60) as answer:
        return answer.headers["content-type"], answer.read()


def test_nobody_records_chips_of_a_name_of_their_own(house: RunningHouse) -> None:
    pat, player = house.staff("Pat", 2), house.enter("Lucky")
    pat.post("/staff/plays-as", {"player": "Lucky", "key": player.key})
    for ask in (True, False):
        with pytest.raises(Answer, match="this concerns Lucky, the name you play under: leave it to somebody else"):
            _act(pat, "buy-in", player="Lucky", cents=100_00, ask=ask)
    pat.post("/staff/plays-as", {"player": ""})
    with pytest.raises(Answer, match="this concerns Lucky, the name you play under"):
        _act(pat, "buy-in", player="Lucky", cents=100_00)
    with pytest.raises(Answer, match="this concerns Lucky, the name you play under"):
        pat.post("/staff/owed/cash", {"id": "paid", "player": "Lucky", "cents": 100})
    assert player.get("/me")["player"]["bankroll"] == 0


def test_chips_come_from_the_cage_alone(house: RunningHouse) -> None:
    boss, ann = house.boss, house.enter("Ann")
    me = ann.get("/me")
    assert (me["player"]["bankroll"], me["house_money"]) == (0, True)
    with ann.page("mbs-v4") as one, boss.page("mbs-v4", "staff") as staff:
        assert one.say({"type": "chips"})["type"] == "refused"
        _act(boss, "buy-in", player="Ann", cents=300_00)
        one.until_scene(lambda scene: scene["you"]["bankroll"] == 300_00)
        with pytest.raises(Answer, match="it needs a fill"):
            _act(boss, "buy-in", player="Ann", cents=50_00, table="mbs-v4")
        _act(boss, "fill", table="mbs-v4", cents=2000_00)
        _act(boss, "buy-in", player="Ann", cents=50_00, table="mbs-v4")
        one.did("sit", position=1)
        staff.did("place your bets")
        one.until_phase("betting")
        one.did("wager", position=1, wager="main", cents=100_00)
        (table,) = boss.get("/staff/cage")["tables"]
        assert (table["tray"], table["drop"], table["exposure"]) == (1950_00, 50_00, 95_00)
        for message in ("no more bets", "deal", "end setting", "reveal", "settle"):
            staff.did(message)
        view = boss.get("/staff/cage")
    (table,) = view["tables"]
    won = table["win"]
    assert won in (100_00, 0, -95_00)
    assert table["tray"] == 1950_00 + won
    assert view["chips_out"] == 350_00 - won
    assert view["cash_in_cage"] == 300_00
    assert "balances with the ledger" in view["verdict"]
    _act(boss, "cash-out", player="Ann", cents=350_00 - won, ask=True)
    max_ = house.staff("Max", 3)
    (waits,) = max_.get("/staff/approvals")["waiting"]
    assert boss.get("/staff/cage")["chips_out"] == 350_00 - won  # nobody takes a player's chips alone
    max_.post("/staff/approvals/confirm", {"request": waits["id"], "digest": waits["digest"]})
    counted = _act(boss, "float counted", table="mbs-v4", cents=table["tray"] - 100, when="closing")
    assert counted["tables"][0]["variance"] == -100  # type: ignore[index]
    assert counted["tables"][0]["counted"]  # type: ignore[index]
    moved = _act(boss, "fill", table="mbs-v4", cents=100)
    assert not moved["tables"][0]["counted"]  # type: ignore[index]
    for form, kind, start in (
        ("txt", "text/plain", b"Shift report 1"),
        ("csv", "text/csv", b'"shift","part"'),
        ("json", "application/json", b"{"),
        ("pdf", "application/pdf", b"%PDF"),
    ):
        found, body = _raw(boss, f"/staff/cage/report/1?form={form}")
        assert found.startswith(kind)
        assert body.startswith(start)
        if form == "json":
            assert json.loads(body)["balances"] is True
    with Journal.open(str(house.journal), read_only=True) as journal:
        assert verify(journal).whole
        assert journal.trial_balance().sum == 0


def test_what_the_cage_refuses(house: RunningHouse) -> None:
    boss, dealer, player = house.boss, house.staff("Dan", role=1), house.enter("Bob")
    with pytest.raises(Answer, match="there is no player"):
        _act(boss, "buy-in", player="Nobody", cents=1)
    with pytest.raises(Answer, match="there is no table"):
        _act(boss, "fill", table="nowhere", cents=1)
    with pytest.raises(Answer, match="takes two people"):
        _act(boss, "fill", table="mbs-v4", cents=5_000_01)
    with pytest.raises(Answer, match="has no player"):
        _act(boss, "fill", table="mbs-v4", player="Bob", cents=1)
    with pytest.raises(Answer, match="needs a table"):
        _act(boss, "credit", cents=1)
    with pytest.raises(Answer, match="the cage records"):
        _act(boss, "loan", cents=1)
    with pytest.raises(Answer, match="pit supervisor or above"):
        _act(dealer, "buy-in", player="Bob", cents=1_00)
    with pytest.raises(Answer, match=r"40[13]"):
        _act(player, "buy-in", player="Bob", cents=1_00)
    with pytest.raises(Answer, match=r"40[13]"):
        player.get("/staff/cage")
    with pytest.raises(Answer, match="no shift 9"):
        boss.get("/staff/cage/report/9")


def test_an_act_sent_twice_is_recorded_once(house: RunningHouse) -> None:
    house.enter("Cas")
    for _ in range(2):
        house.boss.post("/staff/cage", {"id": "twice", "kind": "buy-in", "player": "Cas", "cents": 700})
    with Journal.open(str(house.journal), read_only=True) as journal:
        assert journal.balance("player:Cas") == 700
    with pytest.raises(Answer, match="already sent with other details"):
        house.boss.post("/staff/cage", {"id": "twice", "kind": "buy-in", "player": "Cas", "cents": 800})
