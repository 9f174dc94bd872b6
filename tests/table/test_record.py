"""Events as bytes: events written before a field was added still mean the same."""

from __future__ import annotations

import pytest

from houseway.rulebook.comparison import Comparison, Result
from houseway.rulebook.procedure import Fault, Remedy
from houseway.table import events as e
from houseway.table.evolve import evolve
from houseway.table.record import decode, encode
from houseway.table.state import Table

WRITTEN_BY_0_1 = (
    b'{"back":400,"clause":"3.18","commission":20,"line":"","payout":400,"player":"ann","position":1,'
    b'"reason":"high won, low won; under the minimum, settled once (5.12)","result":"win","stake":400,'
    b'"type":"wager settled","wager":"main"}'
)


def test_an_old_settlement_under_the_minimum_is_read_with_its_limit() -> None:
    event = decode(WRITTEN_BY_0_1)
    assert isinstance(event, e.WagerSettled)
    assert (event.limit, event.result) == (e.LimitRule.UNDER_MINIMUM, Result.WIN)
    assert evolve(Table(), event).under_minimum == {"ann"}


@pytest.mark.parametrize(
    ("reason", "limit"),
    [
        ("under the minimum once already", e.LimitRule.UNDER_MINIMUM_AGAIN),
        ("high won, low copy (1.1.1); over the maximum, the excess returned (5.13)", e.LimitRule.OVER_MAXIMUM),
        ("high won, low won", e.LimitRule.NONE),
        ("", e.LimitRule.NONE),
    ],
)
def test_other_limits_in_old_reasons_are_read(reason: str, limit: e.LimitRule) -> None:
    event = decode(
        WRITTEN_BY_0_1.replace(b"high won, low won; under the minimum, settled once (5.12)", reason.encode())
    )
    assert isinstance(event, e.WagerSettled)
    assert event.limit is limit
    assert not evolve(Table(), event).under_minimum


def test_the_reason_of_a_settlement_does_not_affect_the_state() -> None:
    """Only the field matters, not the wording of the reason."""
    settled = e.WagerSettled(
        position=1, wager="main", player="ann", stake=400, result=Result.WIN, reason="under the minimum, settled once"
    )
    assert not evolve(Table(), settled).under_minimum


def test_enums_are_written_with_their_original_words() -> None:
    remedied = e.IrregularityRemedied(fault=Fault.DEALER_COUNT, remedy=Remedy.VOID, by="Sam", clause="5.3")
    written = (
        b'{"by":"Sam","clause":"5.3","fault":"dealer\'s count","remedy":"void","then_withdraw":"",'
        b'"type":"irregularity remedied"}'
    )
    assert encode(remedied) == written
    assert decode(written) == remedied
    before_0_3 = written.replace(b'"then_withdraw":"",', b"")
    assert decode(before_0_3) == remedied
    shown = e.HandShown(position=1, low=(), high=("Ac",), clause="3.17")
    written = (
        b'{"clause":"3.17","high":["Ac"],"high_result":"","low":[],"low_result":"","position":1,"type":"hand shown"}'
    )
    assert encode(shown) == written
    assert decode(written) == shown
    assert shown.low_result is Comparison.NOT_COMPARED
