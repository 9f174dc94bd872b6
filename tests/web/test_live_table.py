"""The live table over its sockets: whole rounds, roles, bad messages. No browser here."""

from __future__ import annotations

import itertools
import json
import re
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path

import pytest

from houseway import books
from houseway.cards.card import CARDS
from houseway.maths.play.one_hand import best
from support.web_house import QUICK, Answer, Page, RunningHouse, Visitor, running_house

ANN = ("Ac", "Ad", "Kc", "Kd", "9h", "5s", "2c")
BOB = ("Qc", "Qd", "Jh", "Ts", "8c", "4d", "3h")
DEALER = ("Ks", "Kh", "Th", "7c", "6d", "4s", "2d")
MANY = ("--entries", "100000")
CARD = re.compile(r'"([2-9TJQKA][cdhs]|Jk)"')


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory, cache_folder: Path) -> Iterator[RunningHouse]:
    """A house of tables that people deal at; each test has tables of its own."""
    journal = tmp_path_factory.mktemp("house") / "journal.db"
    options = ("--book", "mbs-v4", "--book", "five-card", "--tables", "20", "--dealer", "person", *QUICK, *MANY)
    with running_house(journal, *options, cache=cache_folder) as running:
        yield running


_numbers = itertools.count(1)


@pytest.fixture
def names() -> tuple[str, str]:
    """Two names that no other test uses."""
    number = next(_numbers)
    return f"Ann {number}", f"Bob {number}"


def cards_in(wire: list[str]) -> set[str]:
    """Every card that is written anywhere in messages."""
    return {card for text in wire for card in CARD.findall(text)}


def begun(staff: Page, players: list[Page], *, wager: int = 1000, fortune: int = 0) -> None:
    """Everybody sits and wagers; the cards of the physical deck are keyed in."""
    staff.say({"type": "run", "deck": "physical"})
    for position, page in enumerate(players, 1):
        page.did("sit", position=position)
    staff.did("place your bets")
    for position, page in enumerate(players, 1):
        page.until_phase("betting")
        page.did("wager", position=position, wager="main", cents=wager)
        if fortune:
            page.did("wager", position=position, wager="fortune-bonus", cents=fortune)
    staff.did("no more bets")


def keyed(staff: Page, **hands: tuple[str, ...]) -> None:
    """Key hands in: `dealer`, `p1`, `p2` ..."""
    at = {("0" if name == "dealer" else name[1:]): cards for name, cards in hands.items()}
    staff.did("key in", hands=at)


def test_two_players_and_a_dealer_play_a_round_and_no_page_is_sent_a_hidden_card(
    house: RunningHouse, boss: Visitor, table: str, names: tuple[str, str]
) -> None:
    ann, bob = (house.enter(name) for name in names)
    watcher = Visitor(house)
    with (
        boss.page(table, "staff") as staff,
        ann.page(table) as one,
        bob.page(table) as two,
        watcher.page(table) as eye,
    ):
        begun(staff, [one, two])
        keyed(staff, p1=ANN, p2=BOB, dealer=DEALER)
        one.until_phase("setting")
        two.until_phase("setting")
        one.did("view", position=1)
        one.until_scene(lambda scene: scene["arranging"])
        assert set(one.scene["arranging"]["cards"]) == set(ANN)
        two.did("view", position=2)
        one.did("set", position=1, low=["Kc", "Kd"])
        two.did("set", position=2, low=["Jh", "Ts"])
        for page, own in ((one, ANN), (two, BOB), (eye, ()), (staff, ())):
            page.until_scene(lambda scene: scene["table"]["hands"].get("2", {}).get("is_set"))
            assert cards_in(page.wire) == set(own)
        staff.did("reveal")
        two.until_phase("revealed")
        two.did("concede", position=2)
        staff.did("settle")
        for page, seen in ((one, {*ANN, *DEALER}), (two, {*ANN, *BOB, *DEALER}), (eye, {*ANN, *DEALER})):
            page.until_phase("between rounds")
            assert cards_in(page.wire) == seen
        one.until(lambda message: message["type"] == "review")
        assert one.scene["you"]["bankroll"] == 100000 + 950
        assert two.scene["you"]["bankroll"] == 100000 - 1000
        assert not cards_in(staff.wire) & set(BOB)
        staff.until_scene(lambda scene: scene["can"]["conceded"] == [2])
        staff.did("view conceded", position=2)
        staff.until_scene(lambda scene: scene["table"]["hands"]["2"]["cards"])
        assert cards_in(staff.wire) >= set(BOB)
        assert not cards_in(eye.wire) & set(BOB)


def test_after_the_round_the_house_way_and_exact_values(
    house: RunningHouse, boss: Visitor, table: str, names: tuple[str, str]
) -> None:
    ann = house.enter(names[0])
    with boss.page(table, "staff") as staff, ann.page(table) as one:
        begun(staff, [one])
        keyed(staff, p1=ANN, dealer=DEALER)
        one.until_phase("setting")
        one.did("view", position=1)
        one.did("set", position=1, low=["Ac", "Kc"])
        staff.did("reveal")
        staff.did("settle")
        told = one.until(lambda message: message["type"] == "review")
    setting = books.get("mbs-v4").set(ANN)
    found = best(books.get("mbs-v4"), ANN)
    mine = next(each for each in found.settings if {card.text for card in each.low} == {"Ac", "Kc"})
    (review,) = told["reviews"]
    assert review["clause"] == setting.clause
    assert set(review["house_way"]["low"]) == {card.text for card in setting.low}
    assert Fraction(review["yours"]["ev"]) == mine.ev
    assert Fraction(review["best"]["ev"]) == found.settings[found.best].ev
    assert review["same"] is False


def test_one_player_at_two_positions_views_one(
    house: RunningHouse, boss: Visitor, table: str, names: tuple[str, str]
) -> None:
    with boss.page(table, "staff") as staff, house.enter(names[0]).page(table) as one:
        staff.say({"type": "run", "deck": "physical"})
        one.did("sit", position=1)
        one.did("sit", position=2)
        staff.did("place your bets")
        for position in (1, 2):
            one.did("wager", position=position, wager="main", cents=1000)
        staff.did("no more bets")
        keyed(staff, p1=ANN, p2=BOB, dealer=DEALER)
        one.until_phase("setting")
        assert one.scene["can"]["view"] == [1, 2]
        one.did("view", position=2)
        refused = one.do("view", position=1)
        assert (refused["reason"], refused["clause"]) == ("rule", "3.5.2")
        staff.until_scene(lambda scene: scene["can"]["house_way"] == [1])
        staff.did("house way", position=1)
        one.did("set", position=2, low=["Jh", "Ts"])
        assert cards_in(one.wire) == set(BOB)


def test_an_envy_bonus(house: RunningHouse, boss: Visitor, table: str, names: tuple[str, str]) -> None:
    royal = ("As", "Ks", "Qs", "Js", "Ts", "Kh", "Qh")
    plain = ("Qc", "Qd", "Jh", "Td", "8c", "4d", "3h")
    with (
        boss.page(table, "staff") as staff,
        house.enter(names[0]).page(table) as one,
        house.enter(names[1]).page(table) as two,
    ):
        begun(staff, [one, two], fortune=500)
        keyed(staff, p1=royal, p2=plain, dealer=("Ac", "Ad", "Kc", "9d", "7h", "5c", "2d"))
        staff.did("end setting")
        staff.did("reveal")
        staff.did("settle")
        two.until_phase("between rounds")
        (envy,) = [line for line in two.lines if line["event"]["type"] == "envy paid"]
        assert (envy["event"]["player"], envy["clause"]) == (names[1], "3.23")
        assert envy["event"]["cents"] > 0


def test_a_supervisor_resolves_a_misdeal(
    house: RunningHouse, boss: Visitor, table: str, names: tuple[str, str]
) -> None:
    with boss.page(table, "staff") as staff, house.enter(names[0]).page(table) as one:
        begun(staff, [one])
        keyed(staff, p2=ANN, dealer=DEALER)
        before = staff.scene["table"]["version"]
        preview = staff.say({"type": "preview", "command": {"type": "report", "fault": "misdeal"}})
        assert preview["type"] == "previewed"
        assert "misdeal" in preview["lines"][0]["sentence"]
        assert staff.scene["table"]["version"] == before
        staff.did("report", fault="misdeal")
        staff.until_scene(lambda scene: scene["table"]["hold"])
        assert [(each["name"], each["clause"]) for each in staff.scene["can"]["remedies"]] == [
            ("void", "5.2"),
            ("reconstruct", "5.2"),
        ]
        assert one.do("view", position=1)["clause"] == "5.2"
        old = staff.say({"type": "do", "version": before, "command": {"type": "remedy", "remedy": "void"}})
        assert old["reason"] == "old"
        staff.did("remedy", remedy="void")
        one.until_phase("between rounds")
        assert one.scene["you"]["bankroll"] == 100000


def test_a_misdeal_is_put_right_by_moving_a_hand(
    house: RunningHouse, boss: Visitor, table: str, names: tuple[str, str]
) -> None:
    with boss.page(table, "staff") as staff, house.enter(names[0]).page(table) as one:
        begun(staff, [one])
        keyed(staff, p2=ANN, dealer=DEALER)
        staff.did("report", fault="misdeal")
        staff.did("remedy", remedy="reconstruct", moves={"2": 1})
        one.until_scene(lambda scene: scene["can"]["view"] == [1])
        one.did("view", position=1)
        one.until_scene(lambda scene: scene["arranging"])
        assert set(one.scene["arranging"]["cards"]) == set(ANN)


def test_roles(house: RunningHouse, boss: Visitor, table: str, names: tuple[str, str]) -> None:
    del boss
    dealer = house.staff(f"D {names[0]}", role=1)
    with dealer.page(table, "staff") as staff, house.enter(names[0]).page(table) as one:
        assert one.do("place your bets")["reason"] == "role"
        assert one.say({"type": "run", "dealer": "automatic"})["reason"] == "role"
        assert one.say({"type": "preview", "command": {"type": "restrict", "player": "x"}})["reason"] == "role"
        assert staff.do("restrict", player=names[0])["reason"] == "role"
        assert staff.say({"type": "run", "open": False})["reason"] == "role"
        assert staff.do("sit", position=1)["reason"] == "role"
        assert staff.say({"type": "ready", "round": 0})["reason"] == "rule"
    with pytest.raises(Answer, match="may not invite a pit manager"):
        dealer.post("/staff/invitations", {"role": 3})
    with pytest.raises(Answer, match="gaming shift manager"):
        dealer.post("/staff/tables", {"name": "x", "book": "mbs-v4"})
    with pytest.raises(Answer, match="only staff"):
        house.enter(names[1]).post("/staff/invitations", {"role": 1})


def test_an_invitation_is_used_once(house: RunningHouse, boss: Visitor, names: tuple[str, str]) -> None:
    code = boss.post("/staff/invitations", {"role": 2})["invitation"]
    with pytest.raises(Answer, match="a name has"):
        Visitor(house).post("/staff/enter", {"invitation": code, "name": ""})
    assert Visitor(house).post("/staff/enter", {"invitation": code, "name": f"P {names[0]}"})["role"] == 2
    with pytest.raises(Answer, match="invitation"):
        Visitor(house).post("/staff/enter", {"invitation": code, "name": f"P {names[1]}"})


def test_names_and_returning(house: RunningHouse, names: tuple[str, str]) -> None:
    ann = house.enter(names[0])
    key = ann.get("/key")["key"]
    for taken in (names[0], names[0].upper(), f"  {names[0]} "):
        with pytest.raises(Answer, match="409"):
            house.enter(taken)
    for bad in ("", " ", "x" * 21, "<b>", "house", "Dealer", "a\nb\u202e", "-", "\u0430nn", "Ann\u1160", "Ann\u3164"):
        with pytest.raises(Answer):
            house.enter(bad)
    ann.post("/quit", {})
    assert (ann.get("/me")["player"], ann.get("/me")["staff"]) == (None, None)
    assert ann.post("/return", {"key": f" {key} "})["bankroll"] == 100000
    assert ann.get("/me")["player"]["name"] == names[0]
    for bad in ("", key[:-1], "zz." + key, key.replace(".", ".x")):
        with pytest.raises(Answer, match="unknown key"):
            Visitor(house).post("/return", {"key": bad})


def test_a_name_that_grows_when_folded_is_found_again(house: RunningHouse) -> None:
    visitor = house.enter("\u00df" * 20)
    assert visitor.get("/me")["player"]["bankroll"] == 100000


def test_another_sites_page_may_not_act(house: RunningHouse) -> None:
    visitor = Visitor(house)
    with pytest.raises(Answer) as refused:
        visitor.post("/enter", {"name": "Mallory"}, origin="http://elsewhere.example")
    assert refused.value.status == 403
    assert not visitor.cookies


def test_a_new_table_is_named_and_run_as_tables_are(boss: Visitor) -> None:
    for bad in ("", "../x", "a/b", "<b>", "mbs-v4 ", "x" * 31):
        with pytest.raises(Answer, match="a table's name"):
            boss.post("/staff/tables", {"name": bad, "book": "mbs-v4"})
    with pytest.raises(Answer, match="robot"):
        boss.post("/staff/tables", {"name": "salon", "book": "mbs-v4", "dealer": "robot"})
    for book in ("nothing", "/etc/hosts", "examples/my_house.py"):
        with pytest.raises(Answer, match="there is no book"):
            boss.post("/staff/tables", {"name": "salon", "book": book})
    boss.post("/staff/tables", {"name": "salon", "book": "five-card", "dealer": "person"})
    with pytest.raises(Answer, match="already"):
        boss.post("/staff/tables", {"name": "salon", "book": "five-card"})
    with boss.page("salon", "staff") as staff:
        assert staff.scene["table"]["book"] == "five-card"


def test_bad_messages_are_refused_by_type_and_change_nothing(
    house: RunningHouse, boss: Visitor, table: str, names: tuple[str, str]
) -> None:
    with boss.page(table, "staff") as staff, house.enter(names[0]).page(table) as one:
        one.did("sit", position=1)
        version = one.scene["table"]["version"]
        for text in ("", "{", "[]", "null", '{"type":"dance","id":"1"}', '{"type":"ready"}', '{"id":"1"}',
                     '{"type":"ready","id":"","round":1}', '{"type":"ready","id":"a\\u0000","round":1}',
                     '{"type":"ready","id":"1","round":1,"more":2}', '{"type":"ready","id":"1","round":"x"}',
                     "[" * 2000, "\ud7ff"):  # fmt: skip
            one.socket.send(text)
            assert one.until(lambda message: message["type"] == "refused")["reason"] == "malformed", text
        one.socket.send(b"\xff\xfe")
        assert one.until(lambda message: message["type"] == "refused")["reason"] == "malformed"
        one.socket.send(json.dumps({"type": "ready", "id": "1", "round": 1, "more": "x" * 5000}))
        assert one.until(lambda message: message["type"] == "refused")["reason"] == "too long"
        for command in ({}, {"type": "fly"}, {"type": "sit"}, {"type": "sit", "position": "one"}, {"type": "wager"}):
            assert one.say({"type": "do", "command": command})["reason"] == "malformed", command
        assert one.say({"type": "do", "round": 7, "command": {"type": "leave", "position": 1}})["reason"] == "old"
        assert one.say({"type": "do", "version": 1, "command": {"type": "leave", "position": 1}})["reason"] == "old"
        assert one.do("sit", position=10**30)["type"] == "refused"
        assert one.do("wager", position=1, wager="main", cents=10**25)["type"] == "refused"
        # somebody else's name in the request changes nothing about who asks
        one.say({"type": "do", "command": {"type": "sit", "position": 2, "by": {"name": "Eve", "role": 4}}})
        staff.until_scene(lambda scene: "2" in scene["table"]["seats"])
        assert staff.scene["table"]["seats"] == {"1": names[0], "2": names[0]}
        assert staff.scene["table"]["version"] == version + 1


def test_a_request_sent_again_is_carried_out_once(
    house: RunningHouse, boss: Visitor, table: str, names: tuple[str, str]
) -> None:
    with boss.page(table, "staff") as staff, house.enter(names[0]).page(table) as one:
        one.did("sit", position=1)
        staff.did("place your bets")
        one.until_phase("betting")
        wager = {"type": "wager", "position": 1, "wager": "main", "cents": 1000}
        for _ in range(3):
            assert one.say({"type": "do", "id": "again", "command": wager})["type"] == "done"
        assert one.scene["you"]["bankroll"] == 99000
        other = one.say({"type": "do", "id": "again", "command": {**wager, "cents": 2000}})
        assert other["reason"] == "used"
        assert one.scene["table"]["wagers"]["1"]["main"] == [{"player": names[0], "cents": 1000}]


def test_a_hundred_messages_a_second_are_limited_and_the_table_unharmed(
    house: RunningHouse, table: str, names: tuple[str, str]
) -> None:
    with house.enter(names[0]).page(table) as one, house.enter(names[1]).page(table) as two:
        for number in range(400):
            one.socket.send(json.dumps({"type": "do", "id": f"x{number}", "command": {"type": "sit", "position": 1}}))
        assert one.closed() == 4429
        reasons = [message.get("reason") for message in one.messages]
        assert "too fast" in reasons
        assert all(message["id"] for message in one.messages if message.get("reason") == "too fast")
        assert one.messages[-1]["type"] == "goodbye"
        two.did("sit", position=2)
        assert two.scene["table"]["seats"] == {"1": names[0], "2": names[1]}


def test_who_may_connect(house: RunningHouse, table: str) -> None:
    visitor = Visitor(house)
    for path, code in (
        ("/socket/nowhere?as=player&protocol=1", 4404),
        (f"/socket/{table}?as=player&protocol=0", 4426),
        (f"/socket/{table}", 4426),
        (f"/socket/{table}?as=staff&protocol=1", 4403),
    ):
        page = Page(visitor, path)
        assert page.closed() == code
        assert [message["type"] for message in page.messages] == ["goodbye"]
    page = Page(visitor, f"/socket/{table}?as=player&protocol=1", origin="http://elsewhere.example")
    assert page.closed() == 4403
    with visitor.page(table) as eye:
        assert eye.do("sit", position=1)["reason"] in ("rule", "role")
        eye.socket.send("x" * 70000)
        assert eye.closed() == 1009


def test_a_closed_table_takes_nobody(house: RunningHouse, boss: Visitor, table: str, names: tuple[str, str]) -> None:
    with boss.page(table, "staff") as staff, house.enter(names[0]).page(table) as one:
        assert staff.say({"type": "run", "open": False})["type"] == "done"
        one.until_scene(lambda scene: not scene["running"]["open"])
        assert one.scene["can"]["sit"] == []
        assert one.do("sit", position=1)["sentence"] == "the table is closed"
        assert staff.do("place your bets")["sentence"] == "the table is closed"
        assert staff.say({"type": "run", "open": False})["reason"] == "rule"
        assert staff.say({"type": "run", "deck": "marked"})["reason"] == "rule"
        assert staff.say({"type": "run", "dealer": "automatic", "deck": "physical"})["reason"] == "rule"
        assert staff.say({"type": "run", "open": True})["type"] == "done"
        one.did("sit", position=1)


def test_words_for_the_cut_and_a_deck_that_was_committed_to(
    house: RunningHouse, boss: Visitor, table: str, names: tuple[str, str]
) -> None:
    with boss.page(table, "staff") as staff, house.enter(names[0]).page(table) as one:
        one.did("sit", position=1)
        staff.did("place your bets")
        one.until_scene(lambda scene: scene["commitment"])
        assert one.scene["can"]["cut"]
        assert one.say({"type": "cut", "words": "x" * 101})["type"] == "refused"
        assert one.say({"type": "cut", "words": "lucky seven"})["type"] == "done"
        assert one.scene["cut_by"] == [names[0]]
        assert one.say({"type": "cut", "words": "twice"})["type"] == "refused"
        one.did("wager", position=1, wager="main", cents=1000)
        staff.did("no more bets")
        assert "committed" in staff.do("key in", hands={"1": ANN, "0": DEALER})["sentence"]
        chosen = [card.text for card in CARDS]
        staff.did("deal", deck=chosen)  # whatever deck a page names
        one.until_phase("setting")
        one.did("view", position=1)
        one.until_scene(lambda scene: scene["arranging"])
        assert set(one.scene["arranging"]["cards"]) != set(chosen[:7])


def test_a_deal_sent_again_is_answered_as_before(
    house: RunningHouse, boss: Visitor, table: str, names: tuple[str, str]
) -> None:
    with boss.page(table, "staff") as staff, house.enter(names[0]).page(table) as one:
        one.did("sit", position=1)
        staff.did("place your bets")
        one.until_phase("betting")
        one.did("wager", position=1, wager="main", cents=1000)
        staff.did("no more bets")
        for _ in range(2):
            assert staff.say({"type": "do", "id": "the deal", "command": {"type": "deal"}})["type"] == "done"
        assert sum(line["event"]["type"] == "deal ended" for line in staff.lines) == 1


def test_the_automatic_dealer_takes_no_physical_round_over(
    house: RunningHouse, boss: Visitor, table: str, names: tuple[str, str]
) -> None:
    with boss.page(table, "staff") as staff, house.enter(names[0]).page(table) as one:
        begun(staff, [one])
        keyed(staff, p1=ANN, dealer=DEALER)
        assert staff.say({"type": "run", "dealer": "automatic"})["reason"] == "rule"
        staff.did("end setting")
        staff.did("reveal")
        staff.did("settle")
        staff.did("place your bets")
        one.until_scene(lambda scene: scene["table"]["round"] == 2)
        assert not one.scene["commitment"]
        assert staff.say({"type": "run", "dealer": "automatic"})["type"] == "done"
        one.until_scene(lambda scene: scene["commitment"])
        one.did("wager", position=1, wager="main", cents=1000)
        one.say({"type": "ready", "round": 2})
        one.until_phase("setting")


def test_what_lies_face_down_is_not_found_out_by_guessing(
    house: RunningHouse, boss: Visitor, table: str, names: tuple[str, str]
) -> None:
    with boss.page(table, "staff") as staff, house.enter(names[0]).page(table) as one:
        begun(staff, [one])
        keyed(staff, p1=ANN, dealer=DEALER)
        staff.did("end setting")
        said = {staff.do("reveal", low=low)["sentence"] for low in (["Ks", "As"], ["As", "Ks"], ["As", "3s"])}
        assert len(said) == 1


def test_chips_anew_only_without_enough(house: RunningHouse, table: str, names: tuple[str, str]) -> None:
    with house.enter(names[0]).page(table) as one:
        assert not one.scene["can"]["chips"]
        assert one.say({"type": "chips"})["reason"] == "rule"


def test_chips_are_not_minted_and_a_purse_is_right_at_every_table(
    house: RunningHouse, boss: Visitor, table: str, names: tuple[str, str]
) -> None:
    ann = house.enter(names[0])
    with boss.page(table, "staff") as staff, ann.page(table) as one, ann.page("five-card-2") as elsewhere:
        one.did("sit", position=1)
        staff.did("place your bets")
        one.until_phase("betting")
        one.did("wager", position=1, wager="main", cents=100000)
        elsewhere.until_scene(lambda scene: scene["you"]["bankroll"] == 0)
        assert elsewhere.say({"type": "chips"})["reason"] == "rule"
        assert one.scene["can"]["wager"] == {}
        assert ann.get("/me")["player"]["bankroll"] == 0


def test_a_wager_for_a_player_who_is_there(
    house: RunningHouse, boss: Visitor, table: str, names: tuple[str, str]
) -> None:
    ann = house.enter(names[0])
    with boss.page(table, "staff") as staff:
        with ann.page(table) as one:
            one.did("sit", position=1)
            staff.did("place your bets")
            staff.did("wager", position=1, wager="main", cents=1000, player=names[0])
            one.until_scene(lambda scene: scene["table"]["wagers"])
            assert one.scene["supervised"] is True
        staff.until_scene(lambda scene: names[0] not in scene["present"])
        refused = staff.do("wager", position=1, wager="main", cents=1000, player=names[0])
        assert refused["reason"] == "rule"
        assert names[0] in refused["sentence"]
        assert staff.do("restrict", player="<b>nobody</b>")["reason"] == "rule"
        staff.did("restrict", player=names[0])


def test_the_dealer_lies_open_first_in_five_card(house: RunningHouse, boss: Visitor, names: tuple[str, str]) -> None:
    with boss.page("five-card", "staff") as staff, house.enter(names[0]).page("five-card") as one:
        begun(staff, [one])
        keyed(staff, p1=("Ac", "Ad", "Kc", "9d", "2h"), dealer=("Kd", "Qd", "Jh", "Ts", "8c"))
        one.until_phase("setting")
        assert set(one.scene["table"]["hands"]["0"]["cards"]) == {"Kd", "Qd", "Jh", "Ts", "8c"}
        one.did("view", position=1)
        one.until_scene(lambda scene: scene["arranging"])
        assert len(one.scene["arranging"]["splits"]) == 10
        one.did("set", position=1, low=["Kc", "9d"])
        staff.did("settle")
        review = one.until(lambda message: message["type"] == "review")
        assert review["reviews"][0]["deals"] == 1
