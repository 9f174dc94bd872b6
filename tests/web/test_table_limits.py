"""Every wager has limits at every table of a house, and the house caps what its rounds can cost."""

from __future__ import annotations

from pathlib import Path

import pytest

from houseway import books
from houseway.errors import Refused
from houseway.journal.store import Journal
from houseway.kept.house_tables import limits_due, open_in_house
from houseway.kept.tables import HOUSE, KeptTable, buy_chips
from houseway.rulebook.procedure import Role
from houseway.table import commands as c
from houseway.table import events as e
from houseway.table.limits import wager_keys
from houseway.web.floor.at_stake import AtStake
from houseway.web.floor.dealer_moves import Pace
from houseway.web.floor.house import OpenHouse
from houseway.web.floor.opening import Opening
from support.web_house import Answer, RunningHouse, Visitor

ANN = c.Actor("ann", Role.PLAYER)
V4 = books.get("mbs-v4")


@pytest.fixture
def boss(house: RunningHouse) -> Visitor:
    return house.boss


@pytest.mark.parametrize("name", books.names())
def test_every_wager_of_every_book_has_limits(tmp_path: Path, name: str) -> None:
    book = books.get(name)
    with Journal.open(str(tmp_path / "j.db")) as journal:
        kept = open_in_house(journal, "one", book)
        assert set(kept.table.limits) == set(wager_keys(book))
        assert limits_due(kept) is None


def test_a_book_file_gets_limits_too(tmp_path: Path) -> None:
    book = books.get(str(Path(__file__).resolve().parent.parent.parent / "examples" / "my_house.toml"))
    with Journal.open(str(tmp_path / "j.db")) as journal:
        assert set(open_in_house(journal, "one", book).table.limits) == set(wager_keys(book))


def test_a_table_opened_from_the_floor_without_limits_has_the_usual_ones(house: RunningHouse, boss: Visitor) -> None:
    boss.post("/staff/tables", {"name": "usual", "book": "mbs-v4", "dealer": "person", "unit": 2500})
    (found,) = (table for table in boss.get("/lobby")["tables"] if table["name"] == "usual")
    assert found["limits"] == {"main": [2500, 100000], "fortune-bonus": [2500, 10000]}
    dear = {"main": [10000000, 20000000]}
    boss.post("/staff/tables", {"name": "dear", "book": "mbs-v4", "limits": dear})
    (found,) = (table for table in boss.get("/lobby")["tables"] if table["name"] == "dear")
    assert found["limits"] == {**dear, "fortune-bonus": [5000000, 2000000 + 3000000]}
    with house.enter("Limited").page("dear") as one:
        assert not one.scene["can"]["chips"]
        assert one.say({"type": "chips"})["type"] == "refused"


def test_the_house_names_the_terms_of_a_table(house: RunningHouse, boss: Visitor) -> None:
    terms = boss.post("/staff/tables/terms", {"book": "mbs-v3", "positions": 2, "limits": {"main": [500, 5000]}})
    assert [(wager["key"], wager["least"], wager["most"]) for wager in terms["wagers"]] == [
        ("main", 500, 5000),
        ("fortune-bonus", 200, 500),
    ]
    assert terms["exposure"] == 2 * (4750 + 500 * 2500)
    with pytest.raises(Answer, match="in steps of"):
        boss.post("/staff/tables/terms", {"book": "mbs-v4", "limits": {"main": [550, 1000]}})
    for visitor in (house.staff("Terms", role=3), house.enter("Terms Player")):
        with pytest.raises(Answer, match=r"40[13]"):
            visitor.post("/staff/tables/terms", {"book": "mbs-v4"})


def test_a_wager_above_the_cap_of_its_table_is_refused(house: RunningHouse, boss: Visitor) -> None:
    boss.post("/staff/tables", {"name": "capped", "book": "mbs-v4", "dealer": "person", "exposure": 1300000})
    with boss.page("capped", "staff") as staff, house.enter("Capped").page("capped") as one:
        assert staff.scene["exposure"] == {"now": 0, "most": 6 * (95000 + 25000000), "cap": 1300000}
        assert one.scene["exposure"] is None
        one.did("sit", position=1)
        staff.did("place your bets")
        one.until_phase("betting")
        one.did("wager", position=1, wager="main", cents=10000)
        refused = one.do("wager", position=1, wager="fortune-bonus", cents=1000)
        assert "could cost the house 25,095.00" in refused["sentence"]
        one.did("wager", position=1, wager="fortune-bonus", cents=500)
        staff.until_scene(lambda scene: scene["exposure"]["now"] == 9500 + 1250000)


def test_two_tables_share_the_cap_of_the_house() -> None:
    together = AtStake(cap=1000)
    together.reserve("one", 600)
    with pytest.raises(Refused, match=r"rounds in play could cost the house 11\.00, more than the 10\.00"):
        together.reserve("two", 500)
    together.reserve("two", 400)
    together.update("one", 0, {})
    together.reserve("two", 1000)
    assert together.now == 1000


def test_what_players_have_on_all_layouts_is_added_up() -> None:
    together = AtStake()
    together.update("one", 600, {"ann": 100, "bob": 50})
    together.update("two", 600, {"ann": 20})
    assert [together.staked(name) for name in ("ann", "bob", "cyd")] == [120, 50, 0]
    together.update("one", 0, {"cyd": 5})
    assert [together.staked(name) for name in ("ann", "bob", "cyd")] == [20, 0, 5]


def test_a_table_of_an_earlier_version_gets_the_limits_it_lacks(tmp_path: Path) -> None:
    with Journal.open(str(tmp_path / "j.db")) as journal:
        KeptTable.open(journal, "one", V4, limits={"main": (500, 50000)})
        house = OpenHouse(journal, pace=Pace())
        house.open_tables([Opening(name="one", book="mbs-v4")])
        live = house.tables["one"]
        assert live.table.limits == {"main": (500, 50000), "fortune-bonus": (200, 5000)}
        assert [event.by for event in live.kept.events() if isinstance(event, e.LimitsSet)] == ["house"]
        house.close()


def test_a_round_in_play_keeps_its_wagers_and_accepts_none_without_limits(tmp_path: Path) -> None:
    """A wager placed before there were limits is settled in full; the limits come with the next round."""
    with Journal.open(str(tmp_path / "j.db")) as journal:
        buy_chips(journal, "ann", 5000_00)
        kept = KeptTable.open(journal, "one", V4)
        for command in (
            c.Sit(by=ANN, position=1),
            c.AnnouncePlaceYourBets(by=HOUSE),
            c.PlaceWager(by=ANN, position=1, wager="main", cents=3000_00),
        ):
            kept.ask(command)
        house = OpenHouse(journal, pace=Pace())
        house.open_tables([Opening(name="one", book="mbs-v4")])
        live = house.tables["one"]
        assert live.table.limits == {}
        assert live.table.total(1, "main") == 3000_00
        with pytest.raises(Refused, match="gets its limits when the round is over"):
            live.kept.keep(
                c.PlaceWager(by=ANN, position=1, wager="fortune-bonus", cents=500_00), check=live._must_be_accepted
            )
        live.kept.ask(c.WithdrawWager(by=ANN, position=1, wager="main"))
        house.close()
