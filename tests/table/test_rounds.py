"""Every transcript replays as written; and what transcripts cannot show: tables that may not open, and what each
viewer sees."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from houseway import books
from houseway.errors import Refused
from houseway.rulebook.procedure import Role
from houseway.table.commands import Actor
from houseway.table.meaning import first_difference
from houseway.table.opening import open_table
from houseway.table.state import DEALER, Table
from houseway.table.transcript import play, steps
from houseway.table.view import WATCHER, view
from support.command import ROOT
from support.shelf import DOCUMENTS, every_book

ROUNDS = ROOT / "tests" / "rounds"
FILES = sorted(ROUNDS.rglob("*.round"))
PARAMS = [
    pytest.param(
        path, id=f"{path.parent.name}/{path.stem}", marks=() if path.parent.name in DOCUMENTS else pytest.mark.full
    )
    for path in FILES
]
ANN = Actor("ann", Role.PLAYER)
STAFF = [Actor(role.words, role) for role in Role if role is not Role.PLAYER]


@pytest.mark.parametrize("path", PARAMS)
def test_transcript(path: Path) -> None:
    written = path.read_text(encoding="utf-8")
    played = play(written, books.get)
    line = first_difference(written, played)
    assert line == 0, f"line {line}: {written.splitlines()[line - 1]!r} is not {played.splitlines()[line - 1]!r}"
    assert played == written, "only the wording differs: update it with `houseway replay FILE --write`"


def test_a_transcript_worded_by_an_earlier_version_still_holds() -> None:
    written = (ROOT / "tests" / "table" / "transcript_of_0_1.round").read_text(encoding="utf-8")
    played = play(written, books.get)
    assert played != written
    assert first_difference(written, played) == 0


def test_a_transcript_from_before_bars_were_written_still_holds() -> None:
    path = ROUNDS / "mbs-v4" / "3.24.1 No Envy Bonus where the dealer holds such a hand.round"
    now = path.read_text(encoding="utf-8")
    before = "".join(line for line in now.splitlines(keepends=True) if "receives no Envy Bonus" not in line)
    assert before != now
    assert first_difference(before, play(before, books.get)) == 0
    assert first_difference(now.replace("(3.24.1)", "(3.24.2)", 1), now) > 0


@pytest.mark.parametrize(
    ("was", "now"),
    [
        ("(3.18)", "(3.19)"),
        ("pays 10.00", "pays 20.00"),
        ("position 1", "position 2"),
        ("ann:", "bob:"),
        ("high won", "high lost"),
        ("  - ", "  ! "),
        ("dealer: settle", "pit manager: settle"),
    ],
)
def test_a_transcript_with_another_clause_amount_player_or_result_does_not_hold(was: str, now: str) -> None:
    settled = "position 1, ann: Standard wager of 10.00 wins, pays 10.00, high won, low won (3.18)"
    written = f"ann: sit at 1\nbob: sit at 2\ndealer: settle\n  - {settled}\n"
    assert first_difference(written, written.replace("wins, pays", "is won and pays")) == 0
    assert first_difference(written, written.replace(was, now)) > 0


def test_every_transcript_is_described_and_shows_success_and_refusal() -> None:
    for path in FILES:
        written = path.read_text(encoding="utf-8")
        assert re.match(r"# .{20,}\n", written), f"{path}: it does not open with a comment on what it shows"
        assert f"\nbook {path.parent.name}\n" in written, path
        assert re.search(r"^  - ", written, re.MULTILINE), f"{path}: no request succeeds"
        refused = re.search(r"^  ! ", written, re.MULTILINE)
        assert refused or "\n# nothing here can be refused" in written, f"{path}: no request is refused"


def test_every_book_has_transcripts() -> None:
    assert {path.parent.name for path in FILES} == set(books.names())


def _table_after(path: str, request_: str) -> Table:
    """The table of a transcript after the first time a request succeeded."""
    for words, events, session in steps((ROUNDS / path).read_text(encoding="utf-8"), books.get):
        if words == request_ and events:
            return session.table
    raise AssertionError(f"{request_!r} does not succeed in {path}")


def test_3_10_hands_are_dealt_face_down() -> None:
    table = _table_after("mbs-v4/3.17 Comparing six hands.round", "ann: view 1")
    for viewer in (ANN, WATCHER, *STAFF):
        seen = {at: hand.cards for at, hand in view(table, viewer).hands.items() if hand.cards}
        assert seen == ({1: table.hands[1].cards} if viewer == ANN else {})


def test_3_16_1_1_a_conceded_hand_is_seen_by_the_one_who_viewed_it() -> None:
    before = _table_after("mbs-v4/3.16 Conceding a hand.round", "ann: concede 1")
    after = _table_after("mbs-v4/3.16 Conceding a hand.round", "pit supervisor: view conceded 1")
    for viewer in STAFF:
        assert not view(before, viewer).hands[1].cards
        assert bool(view(after, viewer).hands[1].cards) is (viewer.role is Role.PIT_SUPERVISOR)


def test_five_card_the_dealers_hand_is_face_up() -> None:
    table = _table_after("five-card/Main Wager Comparison.round", "ann: view 1")
    seen = view(table, WATCHER)
    assert seen.hands[DEALER].cards == table.hands[DEALER].cards
    assert seen.hands[DEALER].low == ("Jc", "8h")
    assert not seen.hands[1].cards


@pytest.mark.parametrize("positions", [0, 7])
@pytest.mark.parametrize("name", every_book())
def test_a_table_has_one_to_six_positions(name: str, positions: int) -> None:
    assert open_table(books.get(name), name="one", positions=6).positions == 6
    with pytest.raises(Refused, match="1 to 6 positions"):
        open_table(books.get(name), name="one", positions=positions)


def test_r98_version_3_is_not_dealt_by_hand() -> None:
    assert open_table(books.get("mbs-v4"), name="one", manual=True).manual
    with pytest.raises(Refused, match=r"\(R98\)"):
        open_table(books.get("mbs-v3"), name="one", manual=True)


def test_r99_both_pai_gow_wagers_have_one_pay_table() -> None:
    book, keys = books.get("five-card"), ("player-pai-gow", "dealer-pai-gow")
    both = dict.fromkeys(keys, "B")
    assert open_table(book, name="one", pay_tables=both).pay_tables == both
    for one, other in (keys, keys[::-1]):
        with pytest.raises(Refused, match=r"\(R99\)"):
            open_table(book, name="one", pay_tables={one: "A", other: "B"})


@pytest.mark.parametrize("name", ["mbs-v4", "mbs-v3", "fortune-us"])
def test_r58_the_unit_makes_the_commission_whole_cents(name: str) -> None:
    assert open_table(books.get(name), name="one", unit=20).unit == 20
    with pytest.raises(Refused, match=r"whole number of cents \(R58\)"):
        open_table(books.get(name), name="one", unit=30)


def test_r75_version_3_has_no_limits() -> None:
    limits = {"main": (1000, 10000)}
    assert open_table(books.get("mbs-v4"), name="one", limits=limits).limits == limits
    with pytest.raises(Refused, match=r"no clause for limits \(R75\)"):
        open_table(books.get("mbs-v3"), name="one", limits=limits)


@pytest.mark.parametrize(
    ("limits", "reason"),
    [
        ({"insurance": (1000, 2000)}, "no wager called insurance"),
        ({"main": (2000, 1000)}, "must be above zero and not above the maximum"),
        ({"main": (1050, 2000)}, "in steps of 1.00"),
        ({"main": (0, 2000)}, "must be above zero"),
    ],
)
def test_3_8_limits_are_whole_units_in_order(limits: dict[str, tuple[int, int]], reason: str) -> None:
    with pytest.raises(Refused, match=reason):
        open_table(books.get("mbs-v4"), name="one", limits=limits)


@pytest.mark.parametrize(
    ("name", "unit", "limits", "clause"),
    [
        ("mbs-v4", 0, {}, "R58"),
        ("mbs-v4", 100, {"main": (2000, 1000)}, "3.8"),
        ("mbs-v4", 100, {"main": (1050, 2000)}, "R58"),
        ("mbs-v4", 100, {"insurance": (1000, 2000)}, "2.2.1"),
        ("mbs-v3", 0, {}, "R58"),
        ("fortune-us", 100, {"main": (2000, 1000)}, "R100"),
        ("fortune-us", 100, {"main": (1050, 2000)}, "R58"),
        ("five-card", 0, {}, "R100"),
        ("five-card", 100, {"main": (1050, 2000)}, "R100"),
    ],
)
def test_r58_r100_a_refused_unit_or_limit_gives_its_clause(
    name: str, unit: int, limits: dict[str, tuple[int, int]], clause: str
) -> None:
    with pytest.raises(Refused) as refused:
        open_table(books.get(name), name="one", unit=unit, limits=limits)
    assert refused.value.clause == clause


def test_r73_a_table_uses_a_printed_pay_table() -> None:
    book = books.get("five-card")
    chosen = {"five-card-poker": "C"}
    assert open_table(book, name="one", pay_tables=chosen).pay_tables == chosen
    for wrong in ({"five-card-poker": "D"}, {"player-pai-gow": "C"}, {"main": "A"}):
        with pytest.raises(Refused, match="no pay table"):
            open_table(book, name="one", pay_tables=wrong)
