"""Whole rounds at a live table, over its sockets. Not here: browsers."""

from __future__ import annotations

from fractions import Fraction

from houseway import books
from houseway.cards.card import CARDS
from houseway.maths.play.one_hand import best
from support.by_hand import ANN, BOB, DEALER, begun, cards_in, keyed
from support.web_house import RunningHouse, Visitor


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


def test_cards_are_keyed_in_again_by_one_until_the_first_view_and_by_two_after_it(
    house: RunningHouse, boss: Visitor, table: str, names: tuple[str, str]
) -> None:
    right, last = (*ANN[:-1], "2h"), (*ANN[:-1], "3c")
    dealer, watcher = house.staff("Dan", 1), Visitor(house)
    with (
        boss.page(table, "staff") as staff,
        dealer.page(table, "staff") as keys,
        house.enter(names[0]).page(table) as one,
        watcher.page(table) as eye,
    ):
        begun(staff, [one])
        assert keys.scene["can"]["key_again"] is None
        keyed(keys, p1=ANN, dealer=DEALER)
        keys.until_phase("setting")
        assert keys.scene["can"]["key_again"] == {
            "name": "key again", "clause": "3.10", "by": "dealer", "refusal": "", "asks": [], "two": False,
            "confirms": "",
        }  # fmt: skip
        refused = keys.do("key again", hands={"1": (*ANN[:-1], DEALER[0])})
        assert refused["sentence"] == (
            "one of these cards is already keyed in for another hand: key that hand in again too (3.10)"
        )
        keys.did("key again", hands={"1": right})
        one.until_phase("setting")
        one.did("view", position=1)
        one.until_scene(lambda scene: scene["arranging"])
        assert set(one.scene["arranging"]["cards"]) == set(right)
        keys.until_scene(lambda scene: scene["can"]["key_again"]["two"])
        assert keys.do("key again", hands={"1": last})["reason"] == "approval"
        asked = keys.asks("key again", hands={"1": last})
        assert (asked["sentence"], asked["cards_of"]) == ("key in again the cards of position 1", [1])
        for other in ({}, {"1": (*ANN[:-1], "4c")}):  # whoever confirms keys in the same cards
            assert staff.confirms(asked, cards=other)["reason"] == "rule"
        assert staff.confirms(asked, cards={"1": last})["type"] == "done"
        one.until_scene(lambda scene: set(scene["arranging"]["cards"]) == set(last))
        assert cards_in(eye.wire) == cards_in(staff.wire) == set()
        lines = [line["sentence"] for line in staff.lines if line["event"]["type"] == "cards keyed again"]
        assert [line.endswith(": face down (3.10)") for line in lines] == [True, True]
        assert cards_in(keys.wire) == set()


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
        message = one.until(lambda message: message["type"] == "review")
    setting = books.get("mbs-v4").set(ANN)
    found = best(books.get("mbs-v4"), ANN)
    mine = next(each for each in found.settings if {card.text for card in each.low} == {"Ac", "Kc"})
    (review,) = message["reviews"]
    assert review["clause"] == setting.clause
    assert set(review["house_way"]["low"]) == {card.text for card in setting.low}
    assert Fraction(review["yours"]["ev"]) == mine.ev
    assert Fraction(review["best"]["ev"]) == found.settings[found.best].ev
    assert review["same"] is False


def test_one_player_at_two_positions_views_one(
    house: RunningHouse, boss: Visitor, table: str, names: tuple[str, str]
) -> None:
    with boss.page(table, "staff") as staff, house.enter(names[0]).page(table) as one:
        staff.physical()
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


def test_a_misdeal_is_corrected_by_moving_a_hand(
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
        staff.did("deal", deck=chosen)  # the deck a page names is ignored
        one.until_phase("setting")
        one.did("view", position=1)
        one.until_scene(lambda scene: scene["arranging"])
        assert set(one.scene["arranging"]["cards"]) != set(chosen[:7])


def test_the_automatic_dealer_does_not_take_over_a_physical_round(
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
        assert staff.say({"type": "run", "dealer": "automatic"})["reason"] == "rule"
        one.did("wager", position=1, wager="main", cents=1000)
        staff.did("no more bets")
        keyed(staff, p1=ANN, dealer=DEALER)
        for act in ("end setting", "reveal", "settle"):
            staff.did(act)
        assert staff.say({"type": "run", "dealer": "automatic"})["type"] == "done"
        one.say({"type": "ready", "round": 2})
        one.until_scene(lambda scene: scene["commitment"])
        one.did("wager", position=1, wager="main", cents=1000)
        one.say({"type": "ready", "round": 3})
        one.until_phase("setting")


def test_face_down_cards_cannot_be_found_by_guessing(
    house: RunningHouse, boss: Visitor, table: str, names: tuple[str, str]
) -> None:
    with boss.page(table, "staff") as staff, house.enter(names[0]).page(table) as one:
        begun(staff, [one])
        keyed(staff, p1=ANN, dealer=DEALER)
        staff.did("end setting")
        sentences = {staff.do("reveal", low=low)["sentence"] for low in (["Ks", "As"], ["As", "Ks"], ["As", "3s"])}
        assert len(sentences) == 1


def test_five_card_the_dealers_hand_is_face_up(house: RunningHouse, boss: Visitor, names: tuple[str, str]) -> None:
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
