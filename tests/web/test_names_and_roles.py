"""Who may sign in, connect and act at a live table: names, keys, roles."""

from __future__ import annotations

import pytest

from houseway.journal.store import Journal
from houseway.people.players import Players
from houseway.web.floor.housekeeping import KEY_REVOKED, NO_SESSION
from houseway.web.wire.viewer import GONE
from support.web_house import Answer, Page, RunningHouse, Visitor

PLAYER_COOKIE = "houseway-player"


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
        assert staff.say({"type": "ready", "round": 0})["reason"] == "role"
    for path in ("/staff/invitations", "/staff/tables"):
        for visitor in (dealer, house.enter(f"{names[1]} {path[-3:]}")):
            with pytest.raises(Answer, match="only the") as refused:
                visitor.post(path, {})
            assert (refused.value.status, refused.value.body["reason"]) == (403, "role")


def test_serve_prints_no_invitation_but_how_the_first_account_is_made(house: RunningHouse) -> None:
    printed = "".join(house.output)
    assert "invitation" not in printed
    assert "Nobody is on the staff yet: houseway staff add NAME --role gaming-shift-manager --db" in printed


def test_names_and_signing_in_again(house: RunningHouse, names: tuple[str, str]) -> None:
    ann = Visitor(house)
    key = ann.post("/enter", {"name": names[0]})["key"]
    assert key not in ann.cookie
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


def test_a_new_key_replaces_the_old_one_and_every_other_session(
    house: RunningHouse, table: str, names: tuple[str, str]
) -> None:
    ann, elsewhere = Visitor(house), Visitor(house)
    old = ann.post("/enter", {"name": names[0]})["key"]
    assert "key" not in elsewhere.post("/return", {"key": old})
    with pytest.raises(Answer, match="405"):
        ann.get("/key")
    with elsewhere.page(table) as page:
        page.did("sit", position=1)
        new = ann.post("/key", {})["key"]
        assert page.closed() == 1012
    assert ann.get("/me")["player"]["name"] == names[0]
    assert elsewhere.get("/me")["player"] is None
    with pytest.raises(Answer, match="unknown key"):
        elsewhere.post("/return", {"key": old})
    assert elsewhere.post("/return", {"key": new})["name"] == names[0]
    with pytest.raises(Answer, match="only a player"):
        Visitor(house).post("/key", {})


def test_a_session_is_no_key_and_a_key_is_no_session(house: RunningHouse, names: tuple[str, str]) -> None:
    ann, thief = Visitor(house), Visitor(house)
    key = ann.post("/enter", {"name": names[0]})["key"]
    with pytest.raises(Answer, match="unknown key"):
        thief.post("/return", {"key": ann.cookies[PLAYER_COOKIE]})
    thief.cookies[PLAYER_COOKIE] = key
    with pytest.raises(Answer, match="only a player"):
        thief.get("/api/rounds")
    before = ann.cookies[PLAYER_COOKIE]
    ann.post("/return", {"key": key})
    thief.cookies[PLAYER_COOKIE] = before
    assert thief.get("/me")["player"] is None


def test_a_browser_that_still_keeps_a_key_is_given_a_session(house: RunningHouse, names: tuple[str, str]) -> None:
    key = Visitor(house).post("/enter", {"name": names[0]})["key"]
    old = Visitor(house)
    old.cookies[PLAYER_COOKIE] = key
    assert old.get("/me")["player"]["name"] == names[0]
    assert old.cookies[PLAYER_COOKIE] != key
    assert old.get("/api/rounds") == []


def test_a_manager_revokes_the_key_of_a_player(
    house: RunningHouse, boss: Visitor, table: str, names: tuple[str, str]
) -> None:
    ann = Visitor(house)
    key = ann.post("/enter", {"name": names[0]})["key"]
    with ann.page(table) as page:
        boss.post("/staff/players/revoke-key", {"player": names[0]})
        told = page.until(lambda message: message["type"] == "goodbye")
        assert told["sentence"] == KEY_REVOKED
        assert page.closed() == GONE
    assert ann.get("/me")["player"] is None
    with pytest.raises(Answer, match="unknown key"):
        ann.post("/return", {"key": key})
    with pytest.raises(Answer, match="there is no player"):
        boss.post("/staff/players/revoke-key", {"player": "Nobody"})


def test_a_page_is_closed_with_its_next_message_when_its_session_ended_elsewhere(
    house: RunningHouse, table: str, names: tuple[str, str]
) -> None:
    with house.enter(names[0]).page(table) as page:
        page.did("sit", position=1)
        with Journal.open(str(house.journal)) as journal:
            Players(journal).revoke_key(names[0], by="a command on the machine")
        page.socket.send('{"type":"ping","id":"1"}')
        told = page.until(lambda message: message["type"] in ("goodbye", "done"))
        assert told["sentence"] == NO_SESSION
        assert page.closed() == GONE


def test_a_name_that_gets_longer_when_casefolded_is_found(house: RunningHouse) -> None:
    visitor = house.enter("\u00df" * 20)
    assert visitor.get("/me")["player"]["bankroll"] == 100000


def test_a_page_of_another_site_may_not_act(house: RunningHouse) -> None:
    visitor = Visitor(house)
    with pytest.raises(Answer) as refused:
        visitor.post("/enter", {"name": "Mallory"}, origin="http://elsewhere.example")
    assert refused.value.status == 403
    assert not visitor.cookies


def test_a_new_table_needs_a_valid_name_dealer_and_book(boss: Visitor) -> None:
    for bad in ("", "../x", "a/b", "<b>", "mbs-v4 ", "x" * 31):
        with pytest.raises(Answer, match="a table name"):
            boss.post("/staff/tables", {"name": bad, "book": "mbs-v4"})
    with pytest.raises(Answer, match="choose automatic or person for the dealer"):
        boss.post("/staff/tables", {"name": "salon", "book": "mbs-v4", "dealer": "robot"})
    for book in ("nothing", "/etc/hosts", "examples/my_house.py"):
        with pytest.raises(Answer, match="there is no book"):
            boss.post("/staff/tables", {"name": "salon", "book": book})
    boss.post("/staff/tables", {"name": "salon", "book": "five-card", "dealer": "person"})
    with pytest.raises(Answer, match="already"):
        boss.post("/staff/tables", {"name": "salon", "book": "five-card"})
    with boss.page("salon", "staff") as staff:
        assert staff.scene["table"]["book"] == "five-card"


def test_who_may_connect(house: RunningHouse, table: str) -> None:
    visitor = Visitor(house)
    for path, code in (
        ("/socket/nowhere?as=player&protocol=2", 4404),
        (f"/socket/{table}?as=player&protocol=0", 4426),
        (f"/socket/{table}", 4426),
        (f"/socket/{table}?as=staff&protocol=2", 4403),
    ):
        page = Page(visitor, path)
        assert page.closed() == code
        assert [message["type"] for message in page.messages] == ["goodbye"]
    page = Page(visitor, f"/socket/{table}?as=player&protocol=2", origin="http://elsewhere.example")
    assert page.closed() == 4403
    with visitor.page(table) as eye:
        assert eye.do("sit", position=1)["reason"] in ("rule", "role")
        eye.socket.send("x" * 70000)
        assert eye.closed() == 1009


def test_nobody_can_sit_at_a_closed_table(
    house: RunningHouse, boss: Visitor, table: str, names: tuple[str, str]
) -> None:
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


def test_staff_place_a_wager_for_a_player_who_is_present(
    house: RunningHouse, boss: Visitor, table: str, names: tuple[str, str]
) -> None:
    ann = house.enter(names[0])
    with boss.page(table, "staff") as staff:
        with ann.page(table) as one:
            one.did("sit", position=1)
            staff.did("place your bets")
            asked = staff.do("wager", position=1, wager="main", cents=1000, player=names[0])
            assert (asked["reason"], "before they agree" in asked["sentence"]) == ("approval", True)
            one.until_scene(lambda scene: scene["proposed"])
            assert not one.scene["table"]["wagers"]
            assert one.scene["you"]["bankroll"] == 100000
            staff.until_scene(lambda scene: [each["declined"] for each in scene["proposals"]] == [False])
            one.say({"type": "decline"})
            one.until_scene(lambda scene: not scene["proposed"])
            staff.until_scene(lambda scene: [each["declined"] for each in scene["proposals"]] == [True])
            assert one.say({"type": "decline"})["sentence"] == "nobody asks you for a wager now"
            assert staff.do("wager", position=1, wager="main", cents=1000, player=names[0])["reason"] == "approval"
            one.until_scene(lambda scene: scene["proposed"])
            agreed = {key: one.scene["proposed"][key] for key in ("position", "wager", "cents")}
            one.did("wager", **agreed)
            one.until_scene(lambda scene: scene["table"]["wagers"] and not scene["proposed"])
            staff.until_scene(lambda scene: not scene["proposals"])
            assert one.scene["supervised"] is True
        staff.until_scene(lambda scene: names[0] not in scene["present"])
        refused = staff.do("wager", position=1, wager="main", cents=1000, player=names[0])
        assert refused["reason"] == "rule"
        assert names[0] in refused["sentence"]
        assert staff.do("restrict", player="<b>nobody</b>")["reason"] == "rule"
        staff.did("restrict", player=names[0])
