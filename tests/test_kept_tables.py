"""Tables kept in a journal, on both stores: what is kept, what is restored, whose chips move."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from conftest import ROOT, Run
from houseway import books
from houseway.errors import NotEnoughChips, OldVersion, Refused
from houseway.journal.decks import KeptDecks
from houseway.journal.shuffle import verify_proofs
from houseway.journal.store import Journal
from houseway.journal.tables import HOUSE, KeptTable, buy_chips, kept_tables
from houseway.journal.verify import verify
from houseway.rulebook.procedure import Phase, Role
from houseway.table import commands as c
from houseway.table import events as e
from houseway.table.transcript import Session, read_command

ANN = c.Actor("ann", Role.PLAYER)
DEAL = "deal 1: Ac Kd Qh Js 9c 4d 2h / 2: 8c 8d 3h 3s Kc 6d 5h / dealer: 7c 7d Th 9s 5c 4h 2s"


@pytest.fixture
def journal(journal_url: str) -> Iterator[Journal]:
    with Journal.open(journal_url) as opened:
        for player in ("ann", "bob"):
            buy_chips(opened, player, 100_00)
        yield opened
        assert verify(opened).findings == ()
        assert opened.trial_balance().sum == 0


def _ask(table: KeptTable, *lines: str) -> list[e.Event]:
    """Put requests in words to a kept table."""
    events: list[e.Event] = []
    for line in lines:
        command = read_command(Session(table.book, table.table), line, 0)
        events += table.ask(command)
    return events


def _to_the_reveal(table: KeptTable, *, reveal: str = "dealer: reveal") -> None:
    _ask(
        table,
        "ann: sit at 1", "bob: sit at 2", "dealer: place your bets",
        "ann: wager 10.00 on main at 1", "ann: wager 5.00 on fortune-bonus at 1", "bob: wager 20.00 on main at 2",
        "dealer: no more bets",
    )  # fmt: skip
    _ask(table, f"dealer: {DEAL}")
    _ask(table, "ann: view 1", "ann: set 1 low Kd Qh", "bob: view 2", "bob: set 2 low Kc 6d")
    if reveal:
        _ask(table, reveal)


def test_a_round_moves_the_chips_it_says(journal: Journal) -> None:
    table = KeptTable.open(journal, "one", books.get("mbs-v4"))
    _to_the_reveal(table)
    assert journal.balance("escrow:one") == 35_00
    assert journal.balance("player:ann") == 85_00
    _ask(table, "dealer: settle")
    assert journal.balance("escrow:one") == 0
    assert journal.balance("player:ann") == 95_00  # standoff: high lost, low won; Fortune lost
    assert journal.balance("player:bob") == 119_00
    assert journal.balance("commission:one") == 1_00
    assert journal.balance("house:one") == 5_00 - 20_00


def test_a_table_is_found_again_as_it_was(journal: Journal, journal_url: str) -> None:
    table = KeptTable.open(journal, "one", books.get("mbs-v4"), limits={"main": (5_00, 100_00)})
    _to_the_reveal(table)
    with Journal.open(journal_url) as other:
        again = KeptTable(other, "one", books.get("mbs-v4"))
        assert again.table == table.table
        assert kept_tables(other) == {"one": "mbs-v4"}
        with pytest.raises(Refused, match="kept under mbs-v4, not mbs-v3"):
            KeptTable(other, "one", books.get("mbs-v3"))


def test_the_same_key_twice_gives_the_first_answer(journal: Journal) -> None:
    table = KeptTable.open(journal, "one", books.get("mbs-v4"))
    _ask(table, "ann: sit at 1", "dealer: place your bets")
    wager = c.PlaceWager(by=ANN, position=1, wager="main", cents=10_00)
    first = table.ask(wager, key="ann-1")
    version = table.table.version
    assert table.ask(wager, key="ann-1") == first
    assert table.table.version == version
    assert journal.balance("player:ann") == 90_00


def test_chips_that_are_not_there_cannot_be_wagered(journal: Journal) -> None:
    table = KeptTable.open(journal, "one", books.get("mbs-v4"))
    _ask(table, "ann: sit at 1", "dealer: place your bets")
    before = table.table
    with pytest.raises(NotEnoughChips, match="ann"):
        table.ask(c.PlaceWager(by=ANN, position=1, wager="main", cents=101_00))
    assert table.table == before
    assert journal.version("table:one") == before.version


def test_two_who_serve_one_table(journal: Journal) -> None:
    book = books.get("mbs-v4")
    one, other = KeptTable.open(journal, "one", book), KeptTable.open(journal, "one", book)
    _ask(one, "ann: sit at 1")
    with pytest.raises(OldVersion):
        _ask(other, "bob: sit at 2")
    assert [type(event) for event in other.catch_up()] == [e.PlaceTaken]
    _ask(other, "bob: sit at 2")
    one.catch_up()
    assert one.table == other.table


def test_5_18_1_an_interrupted_round_without_an_outcome(journal: Journal) -> None:
    table = KeptTable.open(journal, "one", books.get("mbs-v4"))
    _to_the_reveal(table, reveal="")
    again = KeptTable(journal, "one", books.get("mbs-v4"))
    told = again.after_power_failure()
    assert isinstance(told[-1], e.WithdrawalOffered)
    assert again.table.offer == "5.18.1"
    _ask(again, "ann: withdraw remaining")
    assert journal.balance("player:ann") == 100_00
    _ask(again, "dealer: reveal", "dealer: settle")
    assert again.table.phase is Phase.BETWEEN_ROUNDS
    assert journal.balance("escrow:one") == 0


def test_5_18_2_an_interrupted_round_with_an_outcome(journal: Journal) -> None:
    table = KeptTable.open(journal, "one", books.get("mbs-v4"))
    _to_the_reveal(table)
    again = KeptTable(journal, "one", books.get("mbs-v4"))
    told = again.after_power_failure()
    assert isinstance(told[-1], e.IrregularityRemedied)
    assert told[-1].clause == "5.18.2"
    assert again.table.offer == ""
    assert KeptTable(journal, "one", books.get("mbs-v4")).table == again.table


def test_nothing_is_reported_between_rounds_or_where_the_book_is_silent(journal: Journal) -> None:
    assert KeptTable.open(journal, "one", books.get("mbs-v4")).after_power_failure() == ()
    silent = KeptTable.open(journal, "two", books.get("mbs-v3"))
    _ask(silent, "dealer: place your bets")
    assert silent.after_power_failure() == ()


def test_5_17_1_a_wrong_setting_found_later_is_corrected(journal: Journal) -> None:
    table = KeptTable.open(journal, "one", books.get("mbs-v4"))
    _to_the_reveal(table, reveal="dealer: reveal low 7c 5c")
    _ask(table, "dealer: settle", "dealer: place your bets")
    paid = journal.balance("player:bob")
    told = _ask(table, "dealer: correct round 1")
    corrected = [event for event in told if isinstance(event, e.SettlementCorrected)]
    assert journal.balance("player:bob") + journal.balance("player:ann") == (
        paid + journal.balance("player:ann") + sum(event.cents for event in corrected if event.player == "bob")
    )
    with pytest.raises(Refused, match="corrected already"):
        _ask(table, "dealer: correct round 1")
    with pytest.raises(Refused, match="no settled round 7"):
        _ask(table, "dealer: correct round 7")


def test_decks_are_committed_to_once_and_proved(journal: Journal) -> None:
    decks = KeptDecks(journal, "one", books.get("mbs-v4"))
    for number in (1, 2):
        commitment = decks.commit(number, "ann", "lucky")
        assert KeptDecks(journal, "one", books.get("mbs-v4")).commit(number) == commitment
        assert sorted(decks.deck(number)) == list(range(53))
    proofs = [decks.reveal(1), decks.reveal(2, voided="misdeal")]
    assert decks.reveal(1) == proofs[0]
    assert decks.reveal(3) is None
    held = [proof for proof in proofs if proof is not None]
    assert verify_proofs(held) == ()
    assert held[0].deck == decks.deck(1)
    assert len(KeptDecks(journal, "two", books.get("five-card")).commit(1)) == 64


def test_an_automatic_dealer_acts_by_a_higher_position(journal: Journal) -> None:
    table = KeptTable.open(journal, "one", books.get("mbs-v4"))
    assert [type(event) for event in table.ask(c.AnnouncePlaceYourBets(by=HOUSE))] == [e.BettingOpened]


@pytest.mark.parametrize("name", books.names())
def test_play_a_round_in_the_terminal(houseway: Run, tmp_path: Path, name: str) -> None:
    side = "5\n" * len(books.get(name).side_wagers)
    compare = "\n" if name == "mbs-v4" else ""  # only this book asks whether to concede
    answers = f"10\n{side}h\n{compare}q\n"
    done = houseway("play", name, "--name", "ann", "--db", "game.db", "--proofs", "p.jsonl", stdin=answers)
    assert done.returncode == 0, done.stderr
    assert "round 1 is settled" in done.stdout
    assert "ann leaves with" in done.stdout
    assert houseway("fair", "verify", "p.jsonl").returncode == 0
    assert houseway("audit", "verify", "--db", "game.db").returncode == 0
    replayed = houseway("replay", f"{name}-ann/1", "--db", "game.db")
    assert "round 1 is settled" in replayed.stdout
    balance = houseway("audit", "balance", "--db", "game.db").stdout
    bankroll = next(line.split()[1] for line in balance.splitlines() if line.startswith("player:ann"))
    assert f"Bankroll {bankroll}." in houseway("play", name, "--name", "ann", "--db", "game.db", stdin="q\n").stdout
    assert len((tmp_path / "p.jsonl").read_text().splitlines()) == 1


def test_play_is_continued_where_it_was_left(houseway: Run) -> None:
    left = houseway("play", "mbs-v4", "--name", "ann", "--db", "game.db", stdin="10\n0\nq\n")
    assert "10.00 is on the layout" in left.stdout
    again = houseway("play", "mbs-v4", "--name", "ann", "--db", "game.db", stdin="n\nh\n\nq\n")
    assert "power failure" in again.stdout
    assert "round 1 is settled" in again.stdout


def test_play_says_a_foul_before_it_is_played(houseway: Run) -> None:
    answers = "10\n0\nAc\nAc Ac\n99 1\n" + "\n".join(f"{a} {b}" for a in range(1, 8) for b in range(a + 1, 8)) + "\n"
    done = houseway("play", "mbs-v4", "--db", "game.db", stdin=answers)
    assert "the low hand has two cards" in done.stdout
    assert "Traceback" not in done.stderr


def test_replay_a_transcript_and_what_is_wrong_with_one(houseway: Run, tmp_path: Path) -> None:
    path = tmp_path / "my.round"
    path.write_text("book mbs-v4\nann: sit at 1\ndealer: place your bets\nann: wager 0.50 on main at 1\n")
    done = houseway("replay", "my.round")
    assert done.returncode == 1
    assert "my.round, line 3: this is not what happens" in done.stderr
    assert houseway("replay", "my.round", "--write").returncode == 0
    assert "  ! 0.50 is no whole number of the table's unit of 1.00" in path.read_text()
    assert houseway("replay", "my.round").returncode == 0
    path.write_text("book mbs-v4\nann: jump\n")
    done = houseway("replay", "my.round")
    assert (done.returncode, done.stderr) == (1, "houseway: my.round: line 2: 'ann: jump' is no request\n")
    for wrong in ("nowhere", "table/1"):
        done = houseway("replay", wrong, "--db", "none.db")
        assert done.returncode == 1
        assert len(done.stderr.splitlines()) == 1


def test_a_killed_game_loses_nothing_it_acknowledged(tmp_path: Path) -> None:
    """Kill the process at random moments; whatever it had said is there, and the chips add up."""
    command = [sys.executable, str(ROOT / "tests" / "many_rounds.py"), str(tmp_path / "game.db")]
    said = 0
    for wait in (1.2, 1.6, 2.1):
        process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        try:
            process.wait(timeout=wait)
        except subprocess.TimeoutExpired:
            process.kill()
        lines = process.communicate()[0].split("\n")[:-1]
        said = max([said, *(int(line) for line in lines)])
        with Journal.open(str(tmp_path / "game.db")) as journal:
            assert journal.version("table:one") >= said
            assert verify(journal).findings == ()
            assert journal.trial_balance().sum == 0
            table = KeptTable(journal, "one", books.get("five-card")).table if said else None
            assert table is None or journal.balance("escrow:one") == table.escrow()
    assert said > 0
