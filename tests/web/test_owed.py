"""What a player owes the house (5.17.1): shown to them and to staff, deducted from winnings, paid, written off."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

import pytest

from support.web_house import Answer, Page, RunningHouse, Visitor

WRONG = {1: "Ac Kd Qh Js 9c 4d 2h", 0: "7c 7d Th 9s 5c 4h 2s"}
WINS = {1: "Ac Ad Kh Ks 9c 4d 2h", 0: "Qc Jd 9h 8s 5c 4h 2s"}
FULL = 1000_00


class Floor(NamedTuple):
    """A player, a dealer, and the player's table."""

    table: str
    name: str
    ann: Visitor
    page: Page
    dealer: Page


@pytest.fixture
def floor(house: RunningHouse, boss: Visitor, names: tuple[str, str]) -> Iterator[Floor]:
    """A player who owes 9.00: paid 9.50 too much in round 1, and everything but 0.50 on the layout of round 2."""
    table, ann = house.spare_table(), house.enter(names[0])
    with ann.page(table) as page, boss.page(table, "staff") as dealer:
        dealer.physical()
        page.did("sit", position=1)
        _to_the_deal(page, dealer, 10_00, WRONG)
        page.did("view", position=1)
        page.did("set", position=1, low=["Kd", "Qh"])
        dealer.did("reveal", low=["7c", "5c"])
        dealer.did("settle")
        _to_the_deal(page, dealer, FULL, WINS, bonus=9_00)
        preview = dealer.say({"type": "preview", "command": {"type": "correct", "round": 1}})
        dealer.did("correct", round=1)
        page.until_scene(lambda scene: scene["you"]["owed"] == 9_00)
        booked = [line for line in dealer.lines if line["event"]["type"] == "debt booked"]
        assert booked == preview["lines"][-1:]  # the part that becomes a debt is known beforehand
        yield Floor(table, names[0], ann, page, dealer)


def _to_the_deal(page: Page, dealer: Page, cents: int, hands: dict[int, str], *, bonus: int = 0) -> None:
    dealer.did("place your bets")
    page.until_phase("betting")
    page.did("wager", position=1, wager="main", cents=cents)
    if bonus:
        page.did("wager", position=1, wager="fortune-bonus", cents=bonus)
    dealer.did("no more bets")
    dealer.did("key in", hands={str(at): cards.split() for at, cards in hands.items()})
    page.until_phase("setting")


def _settle(floor: Floor) -> None:
    for act in ("end setting", "reveal", "settle"):
        floor.dealer.did(act)
    floor.page.until_phase("between rounds")


def _debts(page: Page) -> list[dict[str, Any]]:
    return [line for line in page.lines if line["event"]["type"].startswith("debt")]


def _owed(visitor: Visitor, name: str) -> int:
    found = {each["player"]: each["cents"] for each in visitor.get("/staff/owed")["debtors"]}
    return int(found.get(name, 0))


def test_5_17_1_a_debt_is_shown_to_its_player_and_to_staff(
    floor: Floor, house: RunningHouse, boss: Visitor, names: tuple[str, str]
) -> None:
    assert floor.ann.get("/me")["player"]["owed"] == 9_00
    assert floor.page.scene["can"]["pay"] == 0  # every chip is on the layout
    assert floor.dealer.scene["owed"] == {floor.name: 9_00}
    assert floor.dealer.scene["can"]["write_off"]
    (line,) = _debts(floor.page)
    assert _debts(floor.dealer) == [line]
    assert line["sentence"].startswith(f"{floor.name} cannot pay 9.00 after the correction of round 1")
    assert line["clause"] == "5.17.1"
    (known,) = (each for each in boss.get("/staff/owed")["debtors"] if each["player"] == floor.name)
    assert known == {
        "player": floor.name, "cents": 9_00, "because": f"the correction of round 1 at table {floor.table}",
        "clause": "5.17.1",
    }  # fmt: skip
    with house.enter(names[1]).page(floor.table) as bob, floor.ann.page(floor.table) as again:
        assert bob.scene["owed"] == {}  # nobody else is told
        assert _debts(bob) == []
        assert [each["sentence"] for each in _debts(again)] == [line["sentence"]]


def test_5_17_1_winnings_pay_a_debt_first_and_the_log_tells_it(floor: Floor, boss: Visitor) -> None:
    _settle(floor)
    won = FULL * 95 // 100
    assert floor.page.scene["you"]["owed"] == 0
    assert floor.page.scene["you"]["bankroll"] == FULL + won - 9_00
    assert floor.dealer.scene["owed"] == {}
    line = _debts(floor.page)[-1]
    assert line["sentence"] == (
        f"9.00 of {floor.name}'s winnings pays what they owe after the correction of round 1 at table {floor.table}; "
        "nothing is left (5.17.1)"
    )
    assert (line["event"]["type"], line["event"]["round"]) == ("debt deducted", 2)
    seen = floor.ann.get(f"/api/tables/{floor.table}/rounds/2")
    assert [each["sentence"] for each in seen["lines"] if each["event"]["type"] == "debt deducted"] == [
        line["sentence"]
    ]
    corrected = boss.get(f"/api/tables/{floor.table}/rounds/1")
    assert corrected["lines"][-1]["event"]["type"] == "debt booked"
    assert _owed(boss, floor.name) == 0


def test_a_player_pays_from_their_chips(floor: Floor) -> None:
    for cents, status, why in (
        (9_00, 409, "has 0.00, not enough for 9.00"),
        (9_01, 409, "owes 9.00; 9.01 is more than that"),
        (0, 400, "cents must be a whole number from 1"),
        (-5, 400, "cents must be a whole number from 1"),
        (1.5, 400, "cents must be a whole number"),
        (True, 400, "cents must be a whole number"),
        (10**30, 400, "cents"),
    ):
        with pytest.raises(Answer) as refused:
            floor.ann.post("/owed/pay", {"id": "k", "cents": cents})
        assert refused.value.status == status
        assert why in refused.value.body["error"]
    report = floor.dealer.did("report", fault="misdeal", position=1)
    assert report["table"]["hold"]
    floor.dealer.did("remedy", remedy="void")
    floor.page.until_scene(lambda scene: scene["can"]["pay"] == 9_00)  # a stake that comes back is not touched
    assert floor.ann.post("/owed/pay", {"id": "k", "cents": 4_00}) == {
        "name": floor.name, "bankroll": FULL + 5_00, "owed": 5_00, "barred": "",
    }  # fmt: skip
    assert floor.ann.post("/owed/pay", {"id": "k", "cents": 4_00})["owed"] == 5_00  # sent again: paid once
    assert floor.page.until_scene(lambda scene: scene["you"]["owed"] == 5_00)["you"]["bankroll"] == FULL + 5_00
    assert floor.ann.post("/owed/pay", {"id": "l", "cents": 5_00})["owed"] == 0
    floor.dealer.until_scene(lambda scene: not scene["owed"])
    with pytest.raises(Answer, match="owes the house nothing"):
        floor.ann.post("/owed/pay", {"id": "m", "cents": 1})


def test_staff_record_cash_and_two_people_write_off(floor: Floor, house: RunningHouse, boss: Visitor) -> None:
    dora = house.staff(f"D {floor.table}", role=1)
    assert not dora.get("/me")["staff"]["may_write_off"]
    assert boss.get("/me")["staff"]["may_write_off"]
    debt = {"player": floor.name, "cents": 4_00}
    with pytest.raises(Answer) as refused:
        dora.post("/staff/owed/write-off", {"id": "1", **debt})
    assert refused.value.status == 403
    assert "only the pit supervisor or above may ask to write off what a player owes" in refused.value.body["error"]
    for path in ("/staff/owed/cash", "/staff/owed/write-off"):
        with pytest.raises(Answer, match=r"only .* may"):
            floor.ann.post(path, {"id": "1", **debt})
    with pytest.raises(Answer, match=r"only .* may"):
        floor.ann.get("/staff/owed")
    assert _owed(boss, floor.name) == 9_00
    dora.post("/staff/owed/cash", {"id": "1", **debt})
    dora.post("/staff/owed/cash", {"id": "1", **debt})
    assert _owed(dora, floor.name) == 5_00
    debt = {"player": floor.name, "cents": 5_00}
    with pytest.raises(Answer, match="takes two people"):
        boss.post("/staff/owed/write-off", {"id": "1", **debt})
    pat = house.staff(f"P {floor.table}", role=2)
    pat.post("/staff/owed/write-off", {"id": "1", "ask": True, **debt})
    (asked,) = (each for each in boss.get("/staff/approvals")["waiting"] if each["by"] == f"P {floor.table}")
    assert (asked["sentence"], asked["confirms_words"]) == (
        f"write off 5.00 of what {floor.name} owes",
        "gaming shift manager",
    )
    assert [(line["player"], line["cents"]) for line in asked["lines"] if line["cents"]] == [("the house", -5_00)]
    named = {"request": asked["id"], "digest": asked["digest"]}
    for other in (pat, house.staff(f"M {floor.table}", role=3)):
        with pytest.raises(Answer, match=r"may confirm|asked for"):
            other.post("/staff/approvals/confirm", named)
    assert _owed(boss, floor.name) == 5_00
    boss.post("/staff/approvals/confirm", named)
    assert floor.page.until_scene(lambda scene: not scene["you"]["owed"])["you"]["bankroll"] == 0
    assert _owed(boss, floor.name) == 0


@pytest.mark.parametrize(
    ("body", "why"),
    [
        ({}, "needs id"),
        ({"id": "", "player": "x", "cents": 1}, "id"),
        ({"id": "x" * 65, "player": "x", "cents": 1}, "id may have at most 64 characters"),
        ({"id": "1", "player": "x" * 21, "cents": 1}, "player may have at most 20 characters"),
        ({"id": "1", "player": "x", "cents": 1, "by": "y"}, "unknown field by"),
        ({"id": "1", "player": "a\x00", "cents": 1}, "cannot be recorded"),
        ({"id": "\n", "player": "a", "cents": 1}, "cannot be recorded"),
        ({"id": "1", "player": "Nobody", "cents": 1}, "Nobody owes the house nothing"),
    ],
)
def test_a_bad_request_is_one_sentence(boss: Visitor, body: dict[str, object], why: str) -> None:
    for path in ("/staff/owed/cash", "/staff/owed/write-off"):
        with pytest.raises(Answer) as refused:
            boss.post(path, body)
        assert refused.value.status in (400, 409)
        assert why in refused.value.body["error"]
