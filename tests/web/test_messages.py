"""Messages to a live table: bad ones, repeated ones, too many, and those about chips."""

from __future__ import annotations

import json

import pytest

from support.web_house import Answer, RunningHouse, Visitor


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
        # naming another player in a request does not change who sends it
        one.say({"type": "do", "command": {"type": "sit", "position": 2, "by": {"name": "Eve", "role": 4}}})
        staff.until_scene(lambda scene: "2" in scene["table"]["seats"])
        assert staff.scene["table"]["seats"] == {"1": names[0], "2": names[0]}
        assert staff.scene["table"]["version"] == version + 1


def test_staff_are_told_in_plain_words_what_to_fill_in(boss: Visitor, table: str) -> None:
    with boss.page(table, "staff") as staff:
        told = [
            staff.do("report", fault="late wager", position=1, wager="main", cents=10.5)["sentence"],
            staff.do("correct", round=0)["sentence"],
        ]
    assert [sentence.partition(" (")[0] for sentence in told] == [
        "the amount cannot be read; correct it and send it again",
        "name a settled round of this table; the first is round 1",
    ]


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


def test_a_note_that_would_forge_a_line_is_refused(boss: Visitor, table: str) -> None:
    with boss.page(table, "staff") as staff:
        for note in ("no\nround settled", "\x1b[2J", "Ann \u202enna", "\u0301over the line before"):
            answer = staff.do("report", fault="other", position=1, note=note)
            assert (answer["type"], answer["reason"]) == ("refused", "malformed")
            assert answer["sentence"] == "a note is one line of visible characters"
        assert staff.scene["table"]["hold"] is None
    for why in ("no\nfire", "\u0301fire"):
        with pytest.raises(Answer, match="has to be one line of visible characters"):
            boss.post("/staff/stops", {"scope": "table", "name": table, "why": why})


def test_a_message_with_a_bad_id_is_answered_under_it(house: RunningHouse, table: str, names: tuple[str, str]) -> None:
    with house.enter(names[0]).page(table) as one:
        for id in ("", "a\n", "a\u202eb", "\u3164", "\U000e0041"):
            answer = one.say({"type": "ping", "id": id})
            assert (answer["type"], answer["reason"]) == ("refused", "malformed")
            assert answer["sentence"] == "a message's id is 1 to 64 visible characters on one line"
        assert one.say({"type": "ping"})["type"] == "done"


def test_words_for_the_cut_that_hide_something_are_refused(
    house: RunningHouse, boss: Visitor, table: str, names: tuple[str, str]
) -> None:
    with boss.page(table, "staff") as staff, house.enter(names[0]).page(table) as one:
        one.did("sit", position=1)
        staff.did("place your bets")
        one.until_phase("betting")
        for words in ("seven\nlucky", "\u202eseven", "seven\u200b"):
            answer = one.say({"type": "cut", "words": words})
            assert answer["sentence"] == "what you add to the cut has to be one line of visible characters"
        assert one.say({"type": "cut", "words": "lucky seven"})["type"] == "done"


def test_more_chips_only_without_enough(house: RunningHouse, table: str, names: tuple[str, str]) -> None:
    with house.enter(names[0]).page(table) as one:
        assert not one.scene["can"]["chips"]
        assert one.say({"type": "chips"})["reason"] == "rule"


def test_chips_are_not_minted_and_a_purse_is_right_at_every_table(
    house: RunningHouse, boss: Visitor, table: str, names: tuple[str, str]
) -> None:
    ann = house.enter(names[0])
    with (
        boss.page(table, "staff") as staff,
        ann.page(table) as one,
        ann.page(house.spare_table("five-card")) as elsewhere,
    ):
        one.did("sit", position=1)
        staff.did("place your bets")
        one.until_phase("betting")
        one.did("wager", position=1, wager="main", cents=100000)
        elsewhere.until_scene(lambda scene: scene["you"]["bankroll"] == 0)
        assert elsewhere.say({"type": "chips"})["reason"] == "rule"
        assert one.scene["can"]["wager"] == {}
        assert ann.get("/me")["player"]["bankroll"] == 0
