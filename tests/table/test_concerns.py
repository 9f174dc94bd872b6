"""What a player's own acts depend on. `web/test_remembered.py` checks over random play that nothing is missing."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from houseway.table.concerns import common, places
from houseway.table.concerns import concerns as concerns_of
from houseway.table.state import Bank, Hand, Stake, Table

TABLE = Table(
    seats={1: "ann", 2: "bob"},
    wagers={1: {"main": (Stake("ann", 100),)}, 2: {"main": (Stake("bob", 100),)}},
    hands={1: Hand(cards=("Ac",)), 2: Hand(cards=("Kc",))},
)


def concerns(table: Table, player: str) -> tuple[object, ...]:
    return concerns_of(table, player, places(table).get(player, set()))


BOB_BETS_MORE = {1: TABLE.wagers[1], 2: {"main": (Stake("bob", 200),)}}


@pytest.mark.parametrize(
    ("field", "concerned"),
    [
        ({}, False),
        ({"exposure_cap": 100_00}, True),
        ({"bank": Bank(player="cat", position=3, cents=100)}, True),
        ({"bank_offered": True}, True),
        ({"offer": "5.5"}, True),
        ({"shared": frozenset({2})}, True),
    ],
)
def test_a_wager_concerns_others_where_it_counts_against_the_same_cap_or_bank(
    field: dict[str, Any], concerned: bool
) -> None:
    before = replace(TABLE, **field)
    after = replace(before, wagers=BOB_BETS_MORE, version=before.version + 1)
    assert common(before) == common(after)
    assert (concerns(before, "ann") != concerns(after, "ann")) is concerned
    assert concerns(before, "bob") != concerns(after, "bob")


def test_a_hand_concerns_its_player_and_the_first_view_everybody() -> None:
    two = replace(TABLE, hands={**TABLE.hands, 2: Hand(cards=("Kc",), viewed_by="bob")})
    assert concerns(TABLE, "ann") == concerns(two, "ann")
    assert concerns(TABLE, "bob") != concerns(two, "bob")
    viewed = replace(two, viewed={"bob": 2})
    assert concerns(TABLE, "ann") != concerns(viewed, "ann")
    again = replace(viewed, viewed={"bob": 2, "cat": 3})
    assert concerns(viewed, "ann") == concerns(again, "ann")
    assert concerns(viewed, "cat") != concerns(again, "cat")


@pytest.mark.parametrize(
    "name", sorted(set(Table.__struct_fields__) - {"version", "wagers", "hands", "played", "viewed"})
)
def test_everything_else_concerns_everybody(name: str) -> None:
    assert common(TABLE) != common(replace(TABLE, **{name: object()}))
