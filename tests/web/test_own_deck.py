"""What staff cannot do at a live table where the house deals its own deck and holds the chips."""

from __future__ import annotations

from houseway.rulebook.procedure import Fault
from houseway.table.possible import ONLY_BY_HAND
from support.by_hand import ANN, DEALER, begun, keyed
from support.web_house import Page, RunningHouse, Visitor

ANY = {"position": 1, "wager": "main", "cents": 100_000, "cards": 6, "note": "found later"}


def reported(staff: Page, player: str) -> dict[str, str]:
    """Every fault of a physical deck, reported by a dealer: the clause of each refusal."""
    refused = {}
    for fault in ONLY_BY_HAND:
        answer = staff.do("report", fault=fault.value, player=player, **ANY)
        assert answer["type"] == "refused", (fault, answer)
        refused[fault.value] = answer["sentence"]
    return refused


def test_a_dealer_reports_no_fault_of_a_physical_deck(
    house: RunningHouse, boss: Visitor, table: str, names: tuple[str, str]
) -> None:
    del boss
    dealer = house.staff(f"Dan of {table}", 1)
    with dealer.page(table, "staff") as staff, house.enter(names[0]).page(table) as one:
        one.did("sit", position=1)
        staff.did("place your bets")
        one.did("wager", position=1, wager="main", cents=1000)
        reported(staff, names[0])
        staff.did("no more bets")
        reported(staff, names[0])
        staff.did("deal")
        reported(staff, names[0])
        offered = {choice["name"]: choice["refusal"] for choice in staff.scene["can"]["faults"]}
        assert all(offered[fault.value] for fault in ONLY_BY_HAND if fault.value in offered)
        assert "nobody has viewed a hand" in offered[Fault.SECOND_HAND_VIEWED.value]
        assert "no hand is set" in offered[Fault.WRONG_HOUSE_WAY.value]
        assert not offered[Fault.OTHER.value]
        asks = next(each["asks"] for each in staff.scene["can"]["faults"] if each["name"] == Fault.OTHER.value)
        assert asks == ["position", "player"]
        one.did("view", position=1)
        staff.did("end setting")
        assert staff.do("reveal", low=["2c", "3c"])["type"] == "refused"
        staff.did("reveal")
        found = reported(staff, names[0])
        assert found[Fault.OVER_MAXIMUM.value].startswith("the house holds the chips of this round")
        staff.did("settle")
        one.until_phase("between rounds")
        (settled,) = [line["event"] for line in one.lines if line["event"]["type"] == "wager settled"]
        assert settled["stake"] == 1000


def test_a_dealer_does_not_withdraw_what_a_shift_manager_reported(
    house: RunningHouse, boss: Visitor, table: str, names: tuple[str, str]
) -> None:
    dealer = house.staff(f"Dan of {table}", 1)
    with (
        dealer.page(table, "staff") as below,
        boss.page(table, "staff") as above,
        house.enter(names[0]).page(table) as one,
    ):
        one.did("sit", position=1)
        above.did("report", fault="confidentiality", player=names[0])
        assert below.do("retract")["reason"] == "role"
        above.did("retract")
        below.did("report", fault="other", note="a glass fell")
        below.did("retract")


def test_no_amount_of_a_report_is_beyond_the_table(
    house: RunningHouse, boss: Visitor, table: str, names: tuple[str, str]
) -> None:
    with boss.page(table, "staff") as staff, house.enter(names[0]).page(table) as one:
        one.did("sit", position=1)
        staff.did("place your bets")
        one.did("wager", position=1, wager="main", cents=1000)
        staff.did("no more bets")
        for cents in (10**30, staff.scene["table"]["limits"]["main"][1] + 1):
            late = staff.do("report", fault="late wager", position=1, wager="main", player=names[0], cents=cents)
            assert (late["reason"], late["clause"]) == ("rule", "5.5")
        staff.did("report", fault="late wager", position=1, wager="main", player=names[0], cents=1000)
        staff.did("remedy", remedy="refuse the wager")


def test_5_13_a_preview_promises_nothing_that_is_then_refused(
    house: RunningHouse, boss: Visitor, table: str, names: tuple[str, str]
) -> None:
    with boss.page(table, "staff") as staff, house.enter(names[0]).page(table) as one:
        begun(staff, [one])
        keyed(staff, p1=ANN, dealer=DEALER)
        staff.did("end setting")
        staff.did("reveal")
        staff.did("report", fault="over maximum", position=1, wager="main", player=names[0], cents=2000_00)
        stand = {"type": "remedy", "remedy": "let the wager stand"}
        previewed = staff.say({"type": "preview", "command": stand})
        done = staff.do("remedy", remedy="let the wager stand")
        assert previewed["reason"] == done["reason"] == "chips"
        assert previewed["sentence"] == done["sentence"]
        staff.did("retract")
        unknown = {"type": "prohibit", "player": "Nobody at all"}
        assert staff.say({"type": "preview", "command": unknown})["type"] == "refused"


def test_a_physical_deck_takes_two_people(house: RunningHouse, boss: Visitor, table: str) -> None:
    physical = {"type": "run", "deck": "physical"}
    dealer, other = house.staff(f"Dora of {table}", 1), house.staff(f"Dan of {table}", 1)
    with (
        dealer.page(table, "staff") as staff,
        other.page(table, "staff") as below,
        boss.page(table, "staff") as above,
    ):
        for page in (staff, above):
            assert page.say(dict(physical))["reason"] == "approval"
            assert not page.scene["asked"]["waiting"]  # a refusal changes nothing
        request = staff.asks(**physical)
        assert (request["mine"], request["refusal"]) == (True, "nobody confirms what they asked for")
        assert below.confirms(request)["reason"] == staff.confirms(request)["reason"] == "role"
        above.until_scene(lambda scene: scene["asked"]["waiting"])
        (shown,) = above.scene["asked"]["waiting"]
        assert (shown["by"], shown["confirms_words"]) == (f"Dora of {table}", "pit supervisor or above")
        assert (shown["refusal"], above.scene["running"]["deck"]) == ("", "house")
        assert above.confirms(shown)["type"] == "done"
        above.until_scene(lambda scene: scene["running"]["deck"] == "physical" and not scene["asked"]["waiting"])
        staff.until_scene(lambda scene: scene["asked"]["ended"])
        assert staff.scene["asked"]["ended"][0]["how"] == "carried out"


def test_a_dealt_round_is_voided_and_a_settled_one_corrected_by_two_people(
    house: RunningHouse, boss: Visitor, table: str, names: tuple[str, str]
) -> None:
    supervisor = house.staff(f"Pat of {table}", 2)
    with (
        supervisor.page(table, "staff") as staff,
        boss.page(table, "staff") as above,
        house.enter(names[0]).page(table) as one,
    ):
        begun(staff, [one])
        keyed(staff, p1=ANN, dealer=DEALER)
        staff.did("report", fault="wrong deck")
        answer = staff.do("remedy", remedy="void")
        assert (answer["reason"], "takes two people" in answer["sentence"]) == ("approval", True)
        request = staff.asks("remedy", remedy="void")
        assert staff.scene["table"]["hold"]
        assert [(line["player"], line["cents"]) for line in request["lines"] if line["cents"]] == [(names[0], 1000)]
        above.until_scene(lambda scene: scene["asked"]["waiting"])
        assert above.confirms(request)["type"] == "done"
        one.until_phase("between rounds")
        remedied = next(line for line in above.lines if line["event"]["type"] == "irregularity remedied")
        assert (remedied["event"]["by"], remedied["asked_by"]) == (above.scene["you"]["name"], f"Pat of {table}")
        staff.did("place your bets")
        one.did("wager", position=1, wager="main", cents=1000)
        staff.did("no more bets")
        keyed(staff, p1=ANN, dealer=DEALER)
        staff.did("end setting")
        staff.did("reveal", low=["4s", "2d"])
        staff.did("settle")
        assert staff.do("correct", round=2)["reason"] == "approval"
        request = staff.asks("correct", round=2)
        staff.did("place your bets")  # play goes on meanwhile
        assert above.confirms(request)["type"] == "done"


def test_what_was_asked_expires_with_the_report(
    house: RunningHouse, boss: Visitor, table: str, names: tuple[str, str]
) -> None:
    supervisor = house.staff(f"Pat of {table}", 2)
    with (
        supervisor.page(table, "staff") as staff,
        boss.page(table, "staff") as above,
        house.enter(names[0]).page(table) as one,
    ):
        begun(staff, [one])
        keyed(staff, p1=ANN, dealer=DEALER)
        staff.did("report", fault="wrong deck")
        request = staff.asks("remedy", remedy="void")
        staff.did("retract")
        staff.did("report", fault="wrong deck")
        assert above.confirms(request)["reason"] == "old"
        staff.until_scene(lambda scene: scene["asked"]["ended"] and not scene["asked"]["waiting"])
        assert staff.scene["asked"]["ended"][0]["words"] == "expired: the table has moved on"
        again = staff.asks("remedy", remedy="void")
        assert above.confirms(again, digest=request["digest"])["reason"] == "old"
        assert above.confirms(again)["type"] == "done"
        assert above.confirms(again)["reason"] == "old"  # sent again


def test_only_what_the_book_has_is_offered_for_a_player(house: RunningHouse, boss: Visitor, table: str) -> None:
    del house
    with boss.page(table, "staff") as staff:
        assert staff.scene["can"]["allow_more"] is None
        assert staff.scene["can"]["restrict"]["clause"] == "3.9"
