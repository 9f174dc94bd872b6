"""Regression tests: bugs of the table, each with the requests that showed it."""

from __future__ import annotations

import pytest

from houseway import books
from houseway.errors import Refused
from houseway.rulebook.procedure import Fault, Remedy, Role
from houseway.table import commands as c
from houseway.table.transcript import Session, steps

OPENING = "ann: sit at 1\nbob: sit at 2\ndealer: place your bets\n"
TWO_WAGERS = OPENING + "ann: wager 10.00 on main at 1\nbob: wager 10.00 on main at 2\ndealer: no more bets\n"
ANN, BOB, DEALER = "As Ks Qd Jd 9h 8h 2c", "Ah Kh Qc Jc 9d 8d 2s", "9s 7h 6c 4d 3h 2h Tc"


def play(book: str, text: str) -> Session:
    """Play a transcript; every request must be granted."""
    session = Session(books.get(book))
    for request, events, now in steps(f"book {book}\n{text}", books.get):
        assert events, request
        session = now
    return session


def refused(session: Session, command: c.Command) -> str:
    """Why a request is refused."""
    before = session.table
    with pytest.raises(Refused) as refusal:
        session.ask(command)
    assert session.table == before
    return str(refusal.value)


def staff(role: Role) -> c.Actor:
    return c.Actor(role.words, role)


AT_THE_TABLE, SUPERVISOR = staff(Role.DEALER), staff(Role.PIT_SUPERVISOR)


@pytest.mark.parametrize(
    ("book", "hands"),
    [
        ("five-card", {1: "As Ks Qd Jd 9h", 2: "Ah Kh Qc Jc 9d", 0: "7s 7h 6c 5d"}),
        ("five-card", {1: "As Ks Qd Jd 9h", 0: "7s 7h 6c 5d 2c"}),
        ("fortune-us", {1: ANN, 2: BOB, 3: "Td 5c Th Ts 3d 3s 5h", 0: DEALER}),
        ("fortune-us", {1: ANN, 2: BOB}),
    ],
)
def test_a_wrong_deal_is_not_keyed_in_where_the_book_prints_no_remedy(book: str, hands: dict[int, str]) -> None:
    session = play(book, TWO_WAGERS)
    why = refused(session, c.KeyIn(by=AT_THE_TABLE, hands={at: tuple(held.split()) for at, held in hands.items()}))
    assert "has no clause for a wrong deal" in why


def test_5_16_a_second_hand_is_not_reported_where_there_are_no_cards() -> None:
    session = play(
        "mbs-v4",
        "ann: sit at 1\nann: sit at 2\ndealer: place your bets\nann: wager 10.00 on main at 1\n"
        "ann: wager 10.00 on main at 2\ndealer: no more bets\n"
        f"dealer: key in 1: {ANN} / dealer: {DEALER}\nann: view 1\n",
    )
    why = refused(session, c.Report(by=AT_THE_TABLE, fault=Fault("second hand viewed"), position=2))
    assert why == "position 2 has no cards (5.16)"


@pytest.mark.parametrize(("player", "cents"), [("ann", 500), ("", 0)])
def test_5_6_a_wager_withdrawn_late_stands_as_it_was(player: str, cents: int) -> None:
    session = play("mbs-v4", TWO_WAGERS)
    wagers = session.table.wagers
    session.ask(
        c.Report(by=AT_THE_TABLE, fault=Fault("late withdrawal"), position=1, wager="main", player=player, cents=cents)
    )
    session.ask(c.RemedyFault(by=AT_THE_TABLE, remedy=Remedy("let the wager stand")))
    assert session.table.wagers == wagers


def test_someone_without_a_name_can_only_watch() -> None:
    session = play("mbs-v4", OPENING)
    assert "watchers may not" in refused(session, c.Sit(by=c.Actor("", Role.PLAYER), position=3))
    assert "watchers may not" in refused(session, c.AnnounceNoMoreBets(by=c.Actor("", Role.DEALER)))


def test_5_15_a_report_names_the_player_who_would_be_prohibited() -> None:
    session = play("mbs-v4", TWO_WAGERS)
    assert refused(session, c.Report(by=AT_THE_TABLE, fault=Fault("confidentiality"))) == "name the player (5.15)"


def test_3_9_a_restriction_names_its_player() -> None:
    session = play("mbs-v4", OPENING)
    assert refused(session, c.Restrict(by=staff(Role.PIT_MANAGER), player="")) == "name the player (3.9)"


SET = f"dealer: key in 1: {ANN} / 2: {BOB} / dealer: {DEALER}\nann: view 1\ndealer: end setting\ndealer: reveal\n"


@pytest.mark.parametrize(("fault", "position"), [("dealer's count", 0), ("player's count", 1)])
def test_5_3_and_5_7_a_hand_of_seven_cards_has_no_wrong_count(fault: str, position: int) -> None:
    session = play("mbs-v4", TWO_WAGERS + SET)
    why = refused(session, c.Report(by=AT_THE_TABLE, fault=Fault(fault), position=position, cards=7))
    assert "has the right number of cards, 7" in why


def test_a_correction_that_names_no_round_says_what_to_name() -> None:
    session = play("mbs-v4", TWO_WAGERS + SET)
    why = refused(session, c.Correct(by=SUPERVISOR, round=0))
    assert why == "name a settled round of this table; the first is round 1 (5.17.1)"


def test_6_1_the_dealers_hand_is_not_removed_with_wagers() -> None:
    session = play("mbs-v4", TWO_WAGERS + SET)
    session.ask(c.Report(by=AT_THE_TABLE, fault=Fault("other"), position=0, note="spilt"))
    shift_manager = staff(Role.GAMING_SHIFT_MANAGER)
    why = refused(session, c.RemedyFault(by=shift_manager, remedy=Remedy("return the wagers")))
    assert why == "to return the wagers is not a remedy the book has here; choose to continue or void (6.1)"
    session.ask(c.RemedyFault(by=shift_manager, remedy=Remedy("void")))


def test_3_9_a_restricted_player_shares_no_second_area() -> None:
    session = play(
        "mbs-v4",
        OPENING
        + "ann: wager 10.00 on main at 1\nbob: wager 10.00 on main at 2\nbob: share 2\npit manager: restrict ann\n",
    )
    ann = c.Actor("ann", Role.PLAYER)
    why = refused(session, c.PlaceWager(by=ann, position=2, wager="main", cents=1000))
    assert why == "ann is restricted to one playing area (3.9)"
    session.ask(c.PlaceWager(by=ann, position=1, wager="main", cents=1000))
    session.ask(c.Restrict(by=staff(Role.PIT_MANAGER), player="ann", lift=True))
    session.ask(c.PlaceWager(by=ann, position=2, wager="main", cents=1000))


def test_5_17_1_a_void_round_is_not_corrected() -> None:
    text = TWO_WAGERS + f"dealer: key in 1: {ANN} / 2: {BOB} / dealer: {DEALER}\n"
    session = play("mbs-v4", text + "dealer: end setting\ndealer: report wrong deck\npit supervisor: remedy void\n")
    assert refused(session, c.Correct(by=SUPERVISOR, round=1)) == "there is no settled round 1 (5.17.1)"


def test_5_17_1_a_round_is_corrected_as_it_stood_when_it_was_settled() -> None:
    session = play(
        "mbs-v4",
        TWO_WAGERS
        + f"dealer: key in 1: {ANN} / 2: {BOB[:-3]} / dealer: {DEALER}\nann: view 1\n"
        + "dealer: report player's count, position 2\npit supervisor: remedy remove the hand\n"
        + "ann: set 1 low 8h 2c\ndealer: reveal low 4d 3h\ndealer: settle\n",
    )
    events = session.ask(c.Correct(by=SUPERVISOR, round=1))
    assert [type(event).__name__ for event in events] == ["SettlementCorrected", "RoundCorrected"]
