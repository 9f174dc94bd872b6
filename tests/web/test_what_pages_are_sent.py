"""Values the server computes for the pages: the money a line moves, and the limits of input fields."""

from __future__ import annotations

import json

import msgspec
import pytest

from houseway import books
from houseway.errors import Refused
from houseway.kept.postings import player, postings
from houseway.kept.results import net
from houseway.people.names import read_name
from houseway.rulebook.comparison import Result
from houseway.rulebook.procedure import Role
from houseway.table import events as e
from houseway.table.commands import Actor
from houseway.web.floor.fields import FIELDS
from houseway.web.http.book_card import book_card
from houseway.web.wire import messages as m
from houseway.web.wire.lines import received

WIN = e.WagerSettled(
    position=1, wager="main", player="ann", stake=10_00, result=Result.WIN, payout=10_00, commission=50, back=10_00
)
MONEY = [
    (WIN, 19_50, 9_50),
    (e.WagerSettled(position=1, wager="main", player="ann", stake=10_00, result=Result.LOSE), 0, -10_00),
    (e.WagerSettled(position=1, wager="main", player="ann", stake=10_00, result=Result.STANDOFF, back=10_00), 10_00, 0),
    (e.EnvyPaid(player="ann", position=2, line="Four aces", cents=5_00), 5_00, 5_00),
    (e.WagerWithdrawn(position=1, wager="main", player="ann", cents=3_00), 3_00, 0),
    (e.WagerFound(position=1, wager="main", player="ann", was=10_00, cents=4_00), 6_00, 0),
    (e.BettingClosed(), 0, 0),
    (e.BankPassed(position=1, player="ann", cents=30_00), 30_00, 0),
    (e.BankSettled(position=1, player="ann", cents=30_00, won=60_00, house=30_00, commission=1_50), 58_50, 28_50),
]


@pytest.mark.parametrize(("event", "gets", "wins"), MONEY)
def test_received_is_what_the_ledger_posts_to_the_player(event: e.Event, gets: int, wins: int) -> None:
    posted = sum(posting.cents for posting in postings("t", event) if posting.account == player("ann"))
    assert (received(event), net(event)) == (gets, wins)
    assert posted == gets


def test_the_kept_event_has_no_field_for_what_is_received() -> None:
    assert "received" not in json.loads(msgspec.json.encode(WIN))


def test_a_name_is_as_long_as_its_field() -> None:
    assert read_name("x" * FIELDS.name)
    with pytest.raises(Refused, match=str(FIELDS.name)):
        read_name("x" * (FIELDS.name + 1))


def test_the_card_of_a_book_says_whether_players_may_bank() -> None:
    notes = {name: book_card(books.get(name)).wagers[0].note for name in ("trump-plaza", "mbs-v4")}
    assert notes["trump-plaza"].startswith("Players may bank in turn (B20)")
    assert notes["mbs-v4"] == ""


def test_a_note_is_as_long_as_its_field() -> None:
    def report(length: int) -> dict[str, object]:
        return {"type": "report", "fault": "misdeal", "note": "x" * length}

    staff = Actor("Dora", Role.DEALER)
    assert m.read_command(report(FIELDS.note), staff)
    with pytest.raises(m.BadMessage) as refused:
        m.read_command(report(FIELDS.note + 1), staff)
    assert refused.value.reason == "too long"
