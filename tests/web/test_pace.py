"""What the automatic dealer does next, from the table alone."""

from __future__ import annotations

import pytest

from houseway import books
from houseway.kept.tables import HOUSE
from houseway.rulebook.procedure import Fault, Remedy, Role
from houseway.table import commands as c
from houseway.table.state import Table
from houseway.web.floor.dealer_clock import DealerClock
from houseway.web.floor.dealer_moves import Pace, next_move
from houseway.web.floor.seats import SAT_OUT, IdleSeats
from houseway.web.wire.scene import TableMode
from support.two_players import ANN, BOB, HERE, after, dealt, seated, set_by_ann

PACE = Pace(betting=20, setting=60, compare=6, between=12, move=1)


def step(table: Table, present: frozenset[str] = HERE) -> tuple[str, float, str] | None:
    """The next step, in short."""
    found = next_move(books.get(table.book), table, present, PACE)
    return (type(found.command).__name__, found.seconds, found.what) if found else None


def test_a_round_opens_when_a_player_is_present() -> None:
    assert step(seated()) == ("AnnouncePlaceYourBets", 0, "next round")
    assert step(seated(), frozenset()) is None
    assert step(seated(), frozenset({"eve"})) is None


def test_the_betting_clock_starts_with_a_wager() -> None:
    table = after(seated(), c.AnnouncePlaceYourBets(by=HOUSE))
    assert step(table) is None
    table = after(table, c.PlaceWager(by=ANN, position=1, wager="main", cents=1000))
    assert step(table) == ("AnnounceNoMoreBets", 20, "betting")
    assert step(table, frozenset()) == ("AnnounceNoMoreBets", 20, "betting")
    assert step(after(table, c.AnnounceNoMoreBets(by=HOUSE))) == ("Deal", 1, "")


def test_setting_then_reveal_then_settlement() -> None:
    table = dealt()
    assert step(table) == ("EndSetting", 60, "setting")
    table = after(table, c.EndSetting(by=HOUSE))
    assert step(table) == ("Reveal", 1, "")
    table = after(table, c.Reveal(by=HOUSE))
    assert step(table) == ("Settle", 6, "compare")
    table = after(table, c.Settle(by=HOUSE))
    assert step(table) == ("AnnouncePlaceYourBets", 12, "next round")


@pytest.mark.parametrize(("book", "act"), [("mbs-v4", "Reveal"), ("five-card", "Settle")])
def test_r96_a_player_has_time_to_change_a_setting(book: str, act: str) -> None:
    table = set_by_ann(book)
    found = next_move(books.get(book), table, HERE, PACE)
    assert found is not None
    assert (type(found.command).__name__, found.seconds, found.what) == (act, 4, "change")
    assert found.waits_for == {"ann"}
    assert step(table, frozenset({"bob"})) == (act, 1, "")  # nobody is there to change it
    found = next_move(books.get(book), table, HERE, Pace(change=0, move=1))
    assert found is not None
    assert (found.seconds, found.what) == (1, "")


def test_r96_the_time_to_change_starts_again_and_ends_with_the_time_to_set(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 0.0
    monkeypatch.setattr("houseway.web.floor.dealer_clock.time.monotonic", lambda: now)
    clock, table = DealerClock(books.get("mbs-v4"), PACE), set_by_ann()
    taken_back = after(table, c.TakeBack(by=ANN, position=1))

    def left_at(moment: float, seen: Table) -> float | None:
        nonlocal now
        now = moment
        clock.update(seen, HERE, TableMode())
        return clock.left()

    assert left_at(0, taken_back) == 60
    assert left_at(20, table) == 4
    assert left_at(22, table) == 2
    assert left_at(23, taken_back) == 37
    assert left_at(30, table) == 4
    clock.ready.add("ann")
    assert clock.left() == 0
    assert left_at(31, taken_back) == 29
    assert left_at(32, table) == 4  # being ready was about the setting before
    assert left_at(33, taken_back) == 27
    assert left_at(58, table) == 2  # the time to set ends at 60
    assert left_at(59.5, taken_back) == 0.5
    assert left_at(60, table) == 1


def test_a_face_up_dealer_hand_is_not_revealed_again() -> None:
    table = dealt("five-card", tuple(card.text for card in reversed(books.get("five-card").deck.cards)))
    assert step(table) == ("EndSetting", 60, "setting")
    assert step(after(table, c.EndSetting(by=HOUSE), book="five-card")) == ("Settle", 1, "")


def test_a_second_hand_is_set_once_the_first_is_viewed() -> None:
    table = after(
        seated(),
        c.Sit(by=ANN, position=3),
        c.AnnouncePlaceYourBets(by=HOUSE),
        c.PlaceWager(by=ANN, position=1, wager="main", cents=1000),
        c.PlaceWager(by=ANN, position=3, wager="main", cents=1000),
        c.AnnounceNoMoreBets(by=HOUSE),
        c.Deal(by=HOUSE, deck=tuple(card.text for card in books.get("mbs-v4").deck.cards)),
    )
    assert step(table) == ("EndSetting", 60, "setting")
    viewed = after(table, c.ViewHand(by=ANN, position=3))
    found = next_move(books.get("mbs-v4"), viewed, HERE, PACE)
    assert found is not None
    assert found.command == c.SetHouseWay(by=HOUSE, position=1)


def test_nothing_happens_while_the_round_is_on_hold() -> None:
    table = after(dealt(), c.Report(by=HOUSE, fault=Fault("other"), note="a glass fell"))
    assert step(table) is None
    assert step(after(table, c.Retract(by=HOUSE))) == ("EndSetting", 60, "setting")


def test_players_who_may_withdraw_are_given_time() -> None:
    table = after(
        dealt(),
        c.EndSetting(by=HOUSE),
        c.Report(by=HOUSE, fault=Fault("power failure")),
        c.RemedyFault(by=HOUSE, remedy=Remedy("offer withdrawal")),
    )
    assert step(table) == ("Reveal", 20, "withdrawal")
    assert step(after(table, c.WithdrawRemaining(by=ANN))) == ("Reveal", 20, "withdrawal")


def test_players_who_may_withdraw_before_the_deal_are_given_time() -> None:
    table = after(
        seated(),
        c.AnnouncePlaceYourBets(by=HOUSE),
        c.PlaceWager(by=ANN, position=1, wager="main", cents=1000),
        c.AnnounceNoMoreBets(by=HOUSE),
        c.Report(by=HOUSE, fault=Fault("power failure")),
        c.RemedyFault(by=HOUSE, remedy=Remedy("offer withdrawal")),
    )
    assert step(table) == ("Deal", 20, "withdrawal")


def test_the_house_alone_chooses_only_a_remedy_that_leaves_no_choice() -> None:
    """R87: with staff at the table, they choose; without, a fault with two remedies waits for them."""
    late = c.Report(by=HOUSE, fault=Fault("late wager"), position=1, wager="main", player="ann", cents=1000)
    one = after(dealt(), late)
    found = next_move(books.get("mbs-v4"), one, HERE, PACE, attended=False)
    assert found is not None
    assert found.command == c.RemedyFault(by=HOUSE, remedy=Remedy.REFUSE_WAGER)
    assert (found.seconds, found.what) == (20, "remedy")
    assert step(one) is None
    two = after(dealt(), c.Report(by=HOUSE, fault=Fault("confidentiality"), player="ann"))
    assert next_move(books.get("mbs-v4"), two, HERE, PACE, attended=False) is None


def test_the_house_alone_always_permits_a_withdrawal() -> None:
    """R93: a dealer discarded the cards of an area without a wager, and no supervisor is there to permit 5.10."""
    dealer = c.Actor("dan", Role.DEALER)
    cards = [card.text for card in books.get("mbs-v4").deck.cards]
    hands = {at: tuple(cards[7 * at : 7 * at + 7]) for at in (0, 1, 2)}
    table = after(
        seated(),
        c.AnnouncePlaceYourBets(by=HOUSE),
        c.PlaceWager(by=ANN, position=1, wager="main", cents=1000),
        c.AnnounceNoMoreBets(by=HOUSE),
        c.KeyIn(by=dealer, hands=hands),
        c.ViewHand(by=ANN, position=1),
        c.Report(by=dealer, fault=Fault("cards at an unwagered position"), position=2),
        c.RemedyFault(by=dealer, remedy=Remedy("discard the cards")),
    )
    assert step(table) == ("EndSetting", 60, "setting")
    found = next_move(books.get("mbs-v4"), table, HERE, PACE, attended=False)
    assert found is not None
    assert found.command == c.PermitWithdrawal(by=HOUSE)
    permitted = after(table, found.command)
    found = next_move(books.get("mbs-v4"), permitted, HERE, PACE, attended=False)
    assert found is not None
    assert isinstance(found.command, c.EndSetting)


@pytest.mark.parametrize("mode", [TableMode(dealer="person"), TableMode(open=False)])
def test_no_step_where_a_person_deals_or_the_table_is_closed(mode: TableMode) -> None:
    clock = DealerClock(books.get("mbs-v4"), PACE)
    clock.update(seated(), HERE, mode)
    assert clock.move is None
    assert clock.left() is None


def test_a_wait_keeps_its_clock_and_ends_when_all_are_ready() -> None:
    clock = DealerClock(books.get("mbs-v4"), PACE)
    table = after(
        seated(), c.AnnouncePlaceYourBets(by=HOUSE), c.PlaceWager(by=ANN, position=1, wager="main", cents=1000)
    )
    clock.update(table, HERE, TableMode())
    first = clock.left()
    clock.update(after(table, c.PlaceWager(by=BOB, position=2, wager="main", cents=1000)), HERE, TableMode())
    second = clock.left()
    assert first is not None
    assert second is not None
    assert 0 < second <= first <= 20
    clock.ready.add("ann")
    assert clock.left()
    clock.ready.add("bob")
    assert clock.left() == 0
    clock.update(after(table, c.AnnounceNoMoreBets(by=HOUSE)), HERE, TableMode())
    assert not clock.ready


def test_a_seat_without_wagers_is_freed_eventually() -> None:
    seats = IdleSeats()
    table = after(seated(), c.AnnouncePlaceYourBets(by=HOUSE))
    played = after(table, c.PlaceWager(by=ANN, position=1, wager="main", cents=1000))
    for _ in range(SAT_OUT):
        assert not seats.to_free(table, HERE, automatic=True)
        seats.betting_closed(played)
    assert seats.to_free(table, HERE, automatic=True) == [c.Leave(by=BOB, position=2)]
    assert not seats.to_free(table, HERE, automatic=False)
    seats.seat_taken(2, "bob")
    assert not seats.to_free(table, HERE, automatic=True)
    for _ in range(SAT_OUT):
        seats.betting_closed(played)
    assert not seats.to_free(dealt(), HERE, automatic=True)
    seats.betting_closed(after(played, c.PlaceWager(by=BOB, position=2, wager="main", cents=1000)))
    assert not seats.to_free(table, HERE, automatic=True)
