"""A malformed or impossible report is refused in one sentence with its clause, and changes nothing.

All faults, all books, and a table in every phase; `decide` is pure, so what it refuses has changed nothing.
"""

from __future__ import annotations

import re

import pytest
from msgspec.json import encode
from msgspec.structs import replace

from houseway import books
from houseway.errors import Refused
from houseway.rulebook.procedure import Fault, Phase, Role
from houseway.table import commands as c
from houseway.table.decide import decide
from houseway.table.irregular import asked, details
from houseway.table.legal import legal_commands
from houseway.table.transcript import Session, steps
from support.shelf import DOCUMENTS

DEALER = c.Actor("dealer", Role.DEALER)
ANN, BOB, CARDS = "Ah Ad Qs Jc 7d 5s 2c", "Ac As Kc Jd 9s 6h 5c", "Kd 9c 8h 6s 4d 3c 2h"
SEATED = "ann: sit at 1\nbob: sit at 2\n"
BETTING = SEATED + "dealer: place your bets\nann: wager 10.00 on main at 1\nbob: wager 10.00 on main at 2\n"
CLOSED = BETTING + "dealer: no more bets\n"
SETTING = CLOSED + f"dealer: key in 1: {ANN} / 2: {BOB} / dealer: {CARDS}\nann: view 1\n"
REVEALED = SETTING + "dealer: end setting\ndealer: reveal\n"
OVER = REVEALED + "dealer: settle\n"
SHORT = CLOSED + f"dealer: key in 1: {ANN[:-3]} / 3: {BOB} / dealer: {CARDS[:-3]}\nann: view 1\n"
"""Too few cards for position 1 and the dealer, none for position 2, and some where nobody has bet."""
FIVE = CLOSED + "dealer: key in 1: As Ah Qd 9c 7d / 2: Kd Kc 9d 5c 2h / dealer: Ks Jc 8h 6s 4d\n"
TABLES = {
    "seven cards": {
        "new": "",
        "betting": BETTING,
        "closed": CLOSED,
        "setting": SETTING,
        "revealed": REVEALED,
        "over": OVER,
    },
    "wrong deal": {"short": SHORT},
    "five cards": {"new": "", "betting": BETTING, "closed": CLOSED, "setting": FIVE},
}
KINDS = {"five-card": ("five cards",), "fortune-us": ("seven cards",), "mbs-v3": ("seven cards", "wrong deal")}
CASES = [
    pytest.param(name, TABLES[kind][at], id=f"{name}, {at}")
    for name in DOCUMENTS
    for kind in KINDS.get(name, ("seven cards", "wrong deal"))
    for at in TABLES[kind]
]
WRONG: dict[str, list[dict[str, object]]] = {
    "nothing given": [{}],
    "no such position": [{"position": at} for at in (-2, 7, 99)],
    "no such wager": [{"position": 1, "wager": "nonsense", "player": "ann", "cents": 1000}],
    "no such player": [{"position": 1, "wager": "main", "player": "eve", "cents": 500}],
    "no such amount": [{"position": 1, "wager": "main", "player": "ann", "cents": -100}],
    "no such number of cards": [{"position": 1, "cards": -1}],
}
NEEDS_NOTHING = {Fault.WRONG_DECK, Fault.MISDEAL, Fault.DEALER_COUNT, Fault.POWER_FAILURE}
WORDS = {"position": "position", "wager": "wager", "player": "player", "cents": "amount", "cards": "number"}
NOT_GIVEN = {"position": -1, "wager": "", "player": "", "cents": 0, "cards": 0}


def at_table(name: str, text: str) -> Session:
    """The table of a book after some requests, all of them granted."""
    limits = "table main 10.00 to 500.00\n" if books.get(name).procedure.limits_allowed else ""
    session = Session(books.get(name))
    for request, events, now in steps(f"book {name}\n{limits}ann: sit at 4\nann: leave 4\n{text}", books.get):
        assert events, request
        session = now
    return session


def refusal(session: Session, command: c.Report) -> str:
    """Why a report is refused, checked for its form; an empty string if it is accepted."""
    try:
        decide(session.book, session.table, command)
        return ""
    except Refused as refused:
        said, clause = str(refused), refused.clause
    assert re.fullmatch(r"[^\n]{10,250}", said), said
    assert not re.search(r"[.!?] |[.!?]$|None|position -1|''", said), said
    known = session.book.procedure.irregularity(command.fault)
    if known is not None:
        over = session.table.phase is Phase.BETWEEN_ROUNDS
        assert clause == known.cite or (over and clause == known.afterwards), said
    elif session.book.procedure.irregularities:
        assert said == f"{session.book.id} has no clause for {command.fault.value}"
    return said


@pytest.mark.parametrize(("name", "text"), CASES)
def test_a_malformed_report_is_one_sentence_and_changes_nothing(name: str, text: str) -> None:
    session = at_table(name, text)
    before = encode(session.table)
    for fault in Fault:
        for what, reports in WRONG.items():
            for given in reports:
                said = refusal(session, c.Report(by=DEALER, fault=fault, **given))  # type: ignore[arg-type]
                can_be = (what == "nothing given" and fault in NEEDS_NOTHING) or what == "no such player"
                assert said or can_be, (fault, given)
    assert encode(session.table) == before


@pytest.mark.parametrize(("name", "text"), [case for case in CASES if case.values[0] in ("mbs-v3", "mbs-v4")])
def test_a_report_without_a_detail_it_needs_names_the_detail(name: str, text: str) -> None:
    session = at_table(name, text)
    phase = session.table.phase
    for command in legal_commands(session.book, session.table, DEALER):
        if not isinstance(command, c.Report):
            continue
        known = session.book.procedure.irregularity(command.fault)
        assert known is not None
        for detail in set(details(known, phase)) & set(WORDS):
            if detail == "player" and command.fault is Fault.LATE_WITHDRAWAL:
                continue  # known if nobody shares the wager
            said = refusal(session, replace(command, **{detail: NOT_GIVEN[detail]}))
            assert WORDS[detail] in said, (command, detail, said)


@pytest.mark.parametrize("name", ["mbs-v3", "mbs-v4"])
@pytest.mark.parametrize("text", [SETTING, REVEALED, OVER])
def test_5_3_the_number_of_cards_found_is_asked_for_where_the_table_takes_it(name: str, text: str) -> None:
    for dealt in ("key in", "deal"):
        session = at_table(name, text.replace("key in", dealt))
        known = session.book.procedure.irregularity(Fault.DEALER_COUNT)
        assert known is not None
        report = c.Report(by=DEALER, fault=Fault.DEALER_COUNT)
        takes_it = not refusal(session, replace(report, cards=6))
        assert takes_it is (dealt == "key in")
        assert not takes_it or "cards" in asked(known, session.table)
        assert not takes_it or "give the number that was found" in refusal(session, report)
        if session.table.phase is not Phase.BETWEEN_ROUNDS:
            assert takes_it is ("cards" in asked(known, session.table))


@pytest.mark.parametrize(("name", "text"), CASES)
def test_a_page_asks_only_for_fields_of_a_report(name: str, text: str) -> None:
    session = at_table(name, text)
    for known in session.book.procedure.irregularities:
        found = asked(known, session.table)
        assert set(details(known, session.table.phase)) <= set(found) <= set(c.Report.__struct_fields__)
        assert len(set(found)) == len(found)


def test_5_6_a_late_withdrawal_from_a_shared_wager_names_the_player() -> None:
    text = BETTING + "ann: share 1\nbob: wager 10.00 on main at 1\ndealer: no more bets\n"
    session = at_table("mbs-v4", text)
    report = c.Report(by=DEALER, fault=Fault.LATE_WITHDRAWAL, position=1, wager="main")
    assert refusal(session, report) == "name the player (5.6)"
    assert refusal(session, replace(report, player="bob")) == ""


@pytest.mark.parametrize("name", ["mbs-v3", "mbs-v4"])
def test_every_phase_is_among_the_cases(name: str) -> None:
    reached = {at_table(name, str(case.values[1])).table.phase for case in CASES if case.values[0] == name}
    assert reached == set(Phase)
