"""Tables kept in a journal, on both stores: what is kept, what is restored, whose chips move."""

from __future__ import annotations

import io
import json
import re
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import pytest

from houseway import books
from houseway.cards.card import CARDS
from houseway.cli import main
from houseway.errors import NotEnoughChips, OldVersion, Refused
from houseway.journal.shuffle import Proof, Words, commit, verify_proofs
from houseway.journal.store import Entry, Journal
from houseway.journal.verify import verify
from houseway.kept.decks import KeptDecks, check_against_journal
from houseway.kept.tables import HOUSE, KeptTable, buy_chips, kept_tables
from houseway.rulebook.procedure import Phase, Role
from houseway.table import commands as c
from houseway.table import events as e
from houseway.table.transcript import Session, read_command
from support.command import ROOT, Run

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
        events += table.ask(command).events
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
    again = table.ask(wager, key="ann-1")
    assert (again.events, again.changes) == (first.events, ())
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
    assert [type(event) for event, _ in other.catch_up()] == [e.PlaceTaken]
    _ask(other, "bob: sit at 2")
    one.catch_up()
    assert one.table == other.table


def test_5_18_1_an_interrupted_round_without_an_outcome(journal: Journal) -> None:
    table = KeptTable.open(journal, "one", books.get("mbs-v4"))
    _to_the_reveal(table, reveal="")
    again = KeptTable(journal, "one", books.get("mbs-v4"))
    told = [event for event, _ in again.after_power_failure()]
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
    told = [event for event, _ in again.after_power_failure()]
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
    with pytest.raises(Refused, match="already been corrected"):
        _ask(table, "dealer: correct round 1")
    with pytest.raises(Refused, match="no settled round 7"):
        _ask(table, "dealer: correct round 7")


def test_a_power_failure_is_reported_and_remedied_in_one_append(journal: Journal) -> None:
    table = KeptTable.open(journal, "one", books.get("mbs-v4"))
    _to_the_reveal(table, reveal="")
    table.after_power_failure()
    last = list(journal.read("table:one"))[-3:]
    assert [recorded.kind for recorded in last] == [
        "irregularity reported", "irregularity remedied", "withdrawal offered",
    ]  # fmt: skip
    assert len({recorded.key for recorded in last}) == 1


def test_a_table_on_hold_for_a_power_failure_is_remedied_and_no_other(journal: Journal) -> None:
    table = KeptTable.open(journal, "one", books.get("mbs-v4"))
    _to_the_reveal(table, reveal="")
    _ask(table, "dealer: report power failure")
    again = KeptTable(journal, "one", books.get("mbs-v4"))
    assert [type(event) for event, _ in again.after_power_failure()] == [e.IrregularityRemedied, e.WithdrawalOffered]
    assert again.table == KeptTable(journal, "one", books.get("mbs-v4")).table
    _ask(again, "dealer: report other")
    assert again.after_power_failure() == ()
    assert again.table.hold is not None


def _dealt(table: KeptTable, decks: KeptDecks, *, words: str = "") -> str:
    """A round from the first wager to the deal of the deck that was committed to."""
    if not table.table.seats:
        _ask(table, "ann: sit at 1")
    _ask(table, "dealer: place your bets", "ann: wager 10.00 on main at 1")
    number = table.table.round
    commitment = decks.commit(number)
    if words:
        decks.add_words(number, "ann", words)
    _ask(table, "dealer: no more bets")
    table.ask(c.Deal(by=HOUSE, deck=tuple(CARDS[card].text for card in decks.deck(number))))
    return commitment


def test_decks_are_committed_to_once_and_proved(journal: Journal) -> None:
    book = books.get("mbs-v4")
    table, decks = KeptTable.open(journal, "one", book), KeptDecks(journal, "one", book)
    commitment = _dealt(table, decks, words="lucky")
    assert KeptDecks(journal, "one", book).commit(1) == commitment
    assert sorted(decks.deck(1)) == list(range(53))
    with pytest.raises(Refused, match="round 1 has not ended"):
        decks.reveal(1)
    assert decks.proofs() == ()
    _ask(table, "dealer: end setting", "dealer: reveal", "dealer: settle")
    _dealt(table, decks)
    _ask(table, "dealer: report misdeal", "dealer: remedy void")
    computed = decks.proofs()
    proofs = KeptDecks(journal, "one", book).reveal_ended()
    assert decks.reveal_ended() == ()
    assert proofs == computed == decks.proofs() == (decks.reveal(1), decks.reveal(2))
    assert decks.reveal(3) is None
    assert verify_proofs(proofs) == check_against_journal(journal, proofs) == ()
    assert [(proof.ended, proof.reason) for proof in proofs] == [("completed", ""), ("voided", "misdeal (5.2)")]
    assert [proof.cut for proof in proofs] == [(Words("ann", "lucky"),), ()]
    assert len(KeptDecks(journal, "two", books.get("five-card")).commit(1)) == 64


def test_words_come_after_the_commitment_and_before_betting_closes(journal: Journal) -> None:
    book = books.get("mbs-v4")
    table, decks = KeptTable.open(journal, "one", book), KeptDecks(journal, "one", book)
    _ask(table, "ann: sit at 1", "dealer: place your bets", "ann: wager 10.00 on main at 1")
    with pytest.raises(Refused, match="no commitment yet"):
        decks.add_words(1, "ann", "seven")
    decks.commit(1)
    without = decks.deck(1)
    with pytest.raises(Refused, match="must be text"):
        decks.add_words(1, "ann", "\udcff")
    decks.add_words(1, "ann", "seven")
    with pytest.raises(Refused, match="already"):
        decks.add_words(1, "ann", "eight")
    KeptDecks(journal, "one", book).add_words(1, "bob", "eight")
    assert decks.words(1) == (Words("ann", "seven"), Words("bob", "eight"))
    assert decks.deck(1) != without
    _ask(table, "dealer: no more bets")
    with pytest.raises(Refused, match="round 1 is closed"):
        decks.add_words(1, "carl", "nine")
    _ask(table, "dealer: report wrong deck", "dealer: remedy void", "dealer: place your bets")
    _ask(table, "ann: wager 10.00 on main at 1", "dealer: no more bets")
    with pytest.raises(Refused, match="round 2 is closed"):
        decks.commit(2)


def test_proofs_are_held_against_the_journal(journal: Journal) -> None:
    book = books.get("mbs-v4")
    table, decks = KeptTable.open(journal, "one", book), KeptDecks(journal, "one", book)
    _dealt(table, decks, words="seven")
    _ask(table, "dealer: end setting", "dealer: reveal", "dealer: settle")
    _ask(table, "dealer: place your bets", "ann: wager 10.00 on main at 1")
    decks.commit(2)
    _ask(table, "dealer: no more bets", f"dealer: {DEAL.replace('2: 8c 8d 3h 3s Kc 6d 5h / ', '')}")
    _ask(table, "dealer: end setting", "dealer: reveal", "dealer: settle")
    good, bad = decks.reveal_ended()
    assert check_against_journal(journal, [good]) == ()
    assert check_against_journal(journal, [bad]) == ("table one, round 2: the cards dealt are not those of the deck",)
    forged = Proof.of(commit()[0], table="one", book="mbs-v4", round=1)
    assert verify_proofs([forged]) == ()
    found = check_against_journal(journal, [forged])
    assert [part.split(": ")[1][:31] for part in found] == [
        "the journal has a different com", "the cut is not the words kept b", "the cards dealt are not those o",
    ]  # fmt: skip
    assert "has no such table" in check_against_journal(journal, [replace(good, table="two")])[0]
    assert "has no commitment" in check_against_journal(journal, [replace(good, round=9)])[0]
    assert "kept under mbs-v4, not mbs-v3" in check_against_journal(journal, [replace(good, book="mbs-v3")])[0]
    assert "is completed" in check_against_journal(journal, [replace(good, ended="voided", reason="misdeal")])[0]
    # a commitment that came too late is found, however it came into the journal
    _ask(table, "dealer: place your bets", "ann: wager 10.00 on main at 1", "dealer: no more bets")
    secret, commitment = commit()
    late = {"round": 3, "commitment": commitment, "seed": secret.seed.hex(), "salt": secret.salt.hex()}
    entry = Entry("deck committed", json.dumps(late).encode())
    journal.append("deck:one", [entry], expected_version=journal.version("deck:one"), key="late")
    table.ask(c.Deal(by=HOUSE, deck=tuple(CARDS[card].text for card in decks.deck(3))))
    _ask(table, "dealer: end setting", "dealer: reveal", "dealer: settle")
    assert check_against_journal(journal, decks.reveal_ended()) == (
        "table one, round 3: the commitment was made only after betting had closed",
    )


def test_an_automatic_dealer_acts_by_a_higher_position(journal: Journal) -> None:
    table = KeptTable.open(journal, "one", books.get("mbs-v4"))
    assert [type(event) for event in table.ask(c.AnnouncePlaceYourBets(by=HOUSE)).events] == [e.BettingOpened]


@pytest.mark.parametrize("name", books.names())
def test_play_a_round_in_the_terminal(houseway: Run, tmp_path: Path, name: str) -> None:
    side = "5\n" * len(books.get(name).side_wagers)
    compare = "\n" if name == "mbs-v4" else ""  # only this book asks whether to concede
    answers = f"10\n{side}h\n{compare}q\n"
    done = houseway("play", name, "--name", "ann", "--db", "game.db", "--proofs", "p.jsonl", stdin=answers)
    assert done.returncode == 0, done.stderr
    assert "round 1 is settled" in done.stdout
    assert "ann leaves with" in done.stdout
    assert not re.search(r"\b[2-9TJQKA][cdhs]\b", done.stdout)  # cards are written one way, as they are drawn
    assert houseway("fair", "verify", "p.jsonl").returncode == 0
    assert houseway("audit", "verify", "--db", "game.db").returncode == 0
    replayed = houseway("replay", f"{name}-ann/1", "--db", "game.db")
    assert "round 1 is settled" in replayed.stdout
    balance = houseway("audit", "balance", "--db", "game.db").stdout
    bankroll = next(line.split()[1] for line in balance.splitlines() if line.startswith("player:ann"))
    assert f"Bankroll {bankroll}." in houseway("play", name, "--name", "ann", "--db", "game.db", stdin="q\n").stdout
    assert len((tmp_path / "p.jsonl").read_text().splitlines()) == 1


@pytest.fixture
def quick(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    """The same command within this process, without the time that a start takes."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))

    def run(*words: str, stdin: str = "") -> subprocess.CompletedProcess[str]:
        capsys.readouterr()
        monkeypatch.setattr(sys, "argv", ["houseway", *words])
        monkeypatch.setattr(sys, "stdin", io.StringIO(stdin))
        with pytest.raises(SystemExit) as exit:
            main()
        said = capsys.readouterr()
        return subprocess.CompletedProcess(words, int(exit.value.code or 0), said.out, said.err)

    return run


@contextmanager
def _game(tmp_path: Path, *words: str) -> Iterator[subprocess.Popen[str]]:
    """A game under way, as a process; it is killed at the end."""
    process = subprocess.Popen(
        [str(Path(sys.executable).parent / "houseway"), "play", *words, "--name", "ann", "--db", "game.db"],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, cwd=tmp_path,
        env={"PATH": "/usr/bin:/bin", "LANG": "C.UTF-8", "HOME": str(tmp_path)},
    )  # fmt: skip
    watchdog = threading.Timer(120, process.kill)  # a game that does not answer fails its test instead of holding it up
    watchdog.start()
    try:
        yield process
    finally:
        watchdog.cancel()
        process.kill()
        process.communicate()


def _until(process: subprocess.Popen[str], answers: str, part: str) -> str:
    """Give answers, and read what is said until a question."""
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write(answers)
    process.stdin.flush()
    said = ""
    while part not in said:
        letter = process.stdout.read(1)
        assert letter, said
        said += letter
    return said


GAME = ("play", "mbs-v4", "--name", "ann", "--db", "game.db")


def test_play_is_continued_where_it_was_left(quick: Run) -> None:
    """Leaving is no power failure: the wagers stay (5.6)."""
    left = quick(*GAME, stdin="10\n0\nq\n")
    assert "10.00 is on the layout and stays there (5.6)" in left.stdout
    ended = quick(*GAME, stdin="")
    assert "Round 1 is continued." in ended.stdout
    again = quick(*GAME, stdin="H\nx\n\nq\n")
    assert "power failure" not in ended.stdout + again.stdout
    assert "Withdraw" not in ended.stdout + again.stdout
    assert again.stdout.count("Enter to compare, c to concede") == 2
    assert "round 1 is settled" in again.stdout


def test_a_killed_game_is_a_power_failure_and_asks_once(quick: Run, tmp_path: Path) -> None:
    with _game(tmp_path, "mbs-v4") as game:
        _until(game, "10\n0\n", "Low hand")
        meanwhile = quick(*GAME, stdin="q\n")
        assert "Another game is being played" in meanwhile.stdout
        assert "power failure" not in meanwhile.stdout
    again = quick(*GAME, stdin="perhaps\nn\nq\n")
    assert "power failure" in again.stdout
    assert again.stdout.count("Withdraw your wagers of 10.00 (5.18.1)") == 2
    once = quick(*GAME, stdin="q\n")
    assert "Withdraw" not in once.stdout
    assert "Your hand:" in once.stdout


def test_wagers_are_withdrawn_after_a_power_failure(quick: Run, tmp_path: Path) -> None:
    with _game(tmp_path, "mbs-v4") as game:
        _until(game, "10\n0\n", "Low hand")
    again = quick(*GAME, stdin="y\nq\n")
    assert "Bankroll 1,000.00." in again.stdout
    assert quick("fair", "export", "mbs-v4-ann", "--db", "game.db", "-o", "p.jsonl").returncode == 0
    assert quick("fair", "verify", "p.jsonl", "--db", "game.db").returncode == 0


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_being_stopped_is_leaving(quick: Run, tmp_path: Path, number: signal.Signals) -> None:
    with _game(tmp_path, "mbs-v4") as game:
        _until(game, "10\n0\n", "house way [h]: ")
        time.sleep(0.5)  # a signal between the question and the wait for its answer is heard only with the answer
        game.send_signal(number)
        said = _until(game, "", "-o ann.jsonl")
        assert game.wait(timeout=20) == 130
        assert said.startswith("\nhouseway: stopped\n") or said.startswith("houseway: stopped\n\n")
        assert "10.00 is on the layout" in said
    assert "power failure" not in quick(*GAME, stdin="q\n").stdout


def test_two_games_at_one_table(quick: Run, tmp_path: Path) -> None:
    with _game(tmp_path, "mbs-v4") as game:
        _until(game, "10\n0\n", "house way [h]: ")
        assert "round 1 is settled" in quick(*GAME, stdin="h\n\nq\n").stdout
        said = _until(game, "h\n", "Standard wager, in whole units of 1.00 [10.00]: ")
        assert "The table has moved on" in said
        assert "round 1 is settled" in said
        assert "Traceback" not in said
        _until(game, "10\n0\n", "house way [h]: ")


def test_side_wagers_are_offered_again(quick: Run) -> None:
    left = quick(*GAME, stdin="10\nq\n")
    assert "committed" not in left.stdout
    again = quick(*GAME, stdin="5\nh\n\nq\n")
    assert "Fortune Bonus, in whole units of 1.00, 0 for none" in again.stdout
    assert "bets 5.00 on the Fortune Bonus" in again.stdout
    assert "round 1 is settled" in again.stdout


def test_chips_are_bought(quick: Run) -> None:
    done = quick(*GAME, "--chips", "0.50", stdin="no\n0\n20\nq\n")
    assert "Your bankroll of 0.50 is below the least wager of 1.00." in done.stdout
    assert "'no'" in done.stdout
    assert "above zero" in done.stdout
    assert "Bankroll 20.50." in done.stdout
    assert "Bankroll 25.50." in quick(*GAME, "--buy", "5", stdin=",\n21.00\n99\nq\n").stdout
    wrong = quick(*GAME, "--buy", "five", stdin="q\n")
    assert (wrong.returncode, len(wrong.stderr.splitlines())) == (1, 1)
    assert "'five'" in wrong.stderr


def test_the_dealers_open_hand_is_drawn_before_the_low_hand_is_asked_for(quick: Run) -> None:
    game = ("play", "five-card", "--name", "ann", "--db", "game.db")
    for _ in range(12):  # until a dealer qualifies
        done = quick(*game, stdin="10\n0\n0\n0\n0\nq\n")
        if "Low hand" in done.stdout:
            break
    assert done.stdout.index("The dealer's hand:") < done.stdout.index("Your hand:") < done.stdout.index("Low hand")
    again = quick(*game, stdin="q\n")
    assert again.stdout.index("The dealer's hand:") < again.stdout.index("Your hand:") < again.stdout.index("Low hand")


def test_play_in_json(quick: Run) -> None:
    done = quick(*GAME, "--json", stdin="0.50\n10\n0\nh\n\nq\n")
    assert done.returncode == 0
    told = [json.loads(line) for line in done.stdout.splitlines()]
    kinds = [one["type"] for one in told]
    for kind in ("bankroll", "refused", "deck committed", "your hand", "dealer's hand", "round settled"):
        assert kind in kinds
    assert len(told[kinds.index("your hand")]["cards"]) == 7
    assert len(told[kinds.index("deck committed")]["commitment"]) == 64
    assert told[kinds.index("deck committed")]["commitment"] == told[kinds.index("deck revealed")]["commitment"]
    assert "hand dealt" not in kinds
    assert "Low hand: two cards" in done.stderr


def test_words_are_asked_for_once_the_commitment_is_shown(quick: Run, tmp_path: Path) -> None:
    game = (*GAME, "--cut", "--proofs", "p.jsonl")
    left = quick(*game, stdin="10\n0\nq\n").stdout
    assert left.index("is committed to:") < left.index("Your words for the cut")
    done = quick(*game, stdin="0\nlucky\nh\n\n10\n0\n\nh\n\nq\n").stdout
    commitment = done.split("is committed to:\n")[1].split()[0]
    assert f"  {commitment}\n" in left
    proofs = [json.loads(line) for line in (tmp_path / "p.jsonl").read_text().splitlines()]
    assert [proof["cut"] for proof in proofs] == [[{"player": "ann", "words": "lucky"}], []]
    verified = quick("fair", "verify", "p.jsonl", "--db", "game.db", "--commitment", commitment.upper())
    assert verified.returncode == 0, verified.stdout
    assert f"table mbs-v4-ann, round 1: committed to {commitment}\n" in verified.stdout
    other = quick("fair", "verify", "p.jsonl", "--commitment", "0" * 64)
    assert other.returncode == 1
    assert f"no proof is of the commitment {'0' * 64}" in other.stdout
    assert "is no commitment" in quick("fair", "verify", "p.jsonl", "--commitment", "abc").stderr
    exported = quick("fair", "export", "mbs-v4-ann", "--db", "game.db")
    assert exported.stdout == (tmp_path / "p.jsonl").read_text()
    assert "the journal has no table 'two'; it has mbs-v4-ann" in (
        quick("fair", "export", "two", "--db", "game.db").stderr
    )
    bad = (tmp_path / "p.jsonl").read_text().replace('"book":"mbs-v4"', '"book":"five-card"')
    assert "five-card is played with 52 cards, not 53" in quick("fair", "verify", "-", stdin=bad).stdout


def test_a_bad_path_for_proofs_is_said_at_once(houseway: Run, tmp_path: Path) -> None:
    done = houseway(*GAME, "--proofs", "no/such/file", stdin="10\n")
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr == "houseway: no/such/file: No such file or directory\n"
    assert not (tmp_path / "game.db").exists()


def test_a_deck_that_was_not_revealed_is_revealed_at_the_next_start(quick: Run, tmp_path: Path) -> None:
    quick(*GAME, stdin="10\n0\nq\n")
    with Journal.open(str(tmp_path / "game.db")) as journal:
        table = KeptTable(journal, "mbs-v4-ann", books.get("mbs-v4"))
        _ask(table, "dealer: report wrong deck", "dealer: remedy void")
    done = quick(*GAME, "--proofs", "p.jsonl", stdin="q\n")
    assert "the deck of round 1 is revealed; the round was void: wrong deck (5.1.1)" in done.stdout
    verified = quick("fair", "verify", "p.jsonl", "--db", "game.db").stdout
    assert "1 proofs, 1 of voided rounds: all hold" in verified


def test_play_says_a_foul_before_it_is_played(quick: Run) -> None:
    answers = "10\n0\nAc\nAc Ac\n99 1\n" + "\n".join(f"{a} {b}" for a in range(1, 8) for b in range(a + 1, 8)) + "\n"
    done = quick("play", "mbs-v4", "--db", "game.db", stdin=answers)
    assert "the low hand has two cards" in done.stdout
    assert "Traceback" not in done.stderr


def test_replay_a_transcript_and_what_is_wrong_with_one(quick: Run, tmp_path: Path) -> None:
    path = tmp_path / "my.round"
    path.write_text("book mbs-v4\nann: sit at 1\ndealer: place your bets\nann: wager 0.50 on main at 1\n")
    done = quick("replay", "my.round")
    assert done.returncode == 1
    assert "my.round, line 3: this is not what happens" in done.stderr
    assert quick("replay", "my.round", "--write").returncode == 0
    assert re.search(r"^  ! 0\.50 .* 1\.00$", path.read_text(), re.MULTILINE)
    assert quick("replay", "my.round").returncode == 0
    path.write_text("book mbs-v4\nann: jump\n")
    done = quick("replay", "my.round")
    assert (done.returncode, done.stderr) == (1, "houseway: my.round: line 2: 'ann: jump' is not a request\n")
    for wrong in ("nowhere", "table/1"):
        done = quick("replay", wrong, "--db", "none.db")
        assert done.returncode == 1
        assert len(done.stderr.splitlines()) == 1


def test_a_killed_game_loses_nothing_it_acknowledged(tmp_path: Path) -> None:
    """Kill the process at random moments; whatever it had acknowledged is there, and the chips add up."""
    command = [sys.executable, str(ROOT / "tests" / "support" / "many_rounds.py"), str(tmp_path / "game.db")]
    for wait in (0.1, 0.3, 0.6):
        process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        assert process.stdout is not None
        first = process.stdout.readline()  # the process is under way
        time.sleep(wait)
        process.kill()
        lines = [first, *process.communicate()[0].split("\n")[:-1]]
        acknowledged = max(int(line) for line in lines)
        with Journal.open(str(tmp_path / "game.db")) as journal:
            assert journal.version("table:one") >= acknowledged
            assert verify(journal).findings == ()
            assert journal.trial_balance().sum == 0
            table = KeptTable(journal, "one", books.get("five-card")).table
            assert journal.balance("escrow:one") == table.escrow()
