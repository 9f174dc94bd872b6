"""The game in the terminal: `houseway play`, interrupted and continued, and the proofs it writes."""

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
from pathlib import Path

import pytest

from houseway import books
from houseway.cli import main
from houseway.journal.store import Journal
from houseway.kept.tables import KeptTable
from houseway.table import events as e
from houseway.table.transcript import Session, read_command
from support.command import SOURCES, Run
from support.shelf import most_different_books
from support.two_people import ask


def _ask(table: KeptTable, *lines: str) -> list[e.Event]:
    """Send written requests to a kept table."""
    events: list[e.Event] = []
    for line in lines:
        command = read_command(Session(table.book, table.table), line, 0)
        events += ask(table, command).events
    return events


@pytest.mark.parametrize("name", most_different_books())
def test_play_a_round_in_the_terminal(houseway: Run, tmp_path: Path, name: str) -> None:
    side = "5\n" * len(books.get(name).side_wagers)
    compare = "\n" if name == "mbs-v4" else ""  # only this book lets players concede
    answers = f"10\n{side}h\n{compare}q\n"
    done = houseway("play", name, "--name", "ann", "--db", "game.db", "--proofs", "p.jsonl", stdin=answers)
    assert done.returncode == 0, done.stderr
    assert "round 1 is settled" in done.stdout
    assert "ann leaves with" in done.stdout
    told = " ".join(done.stdout.split())  # a clause may be printed on two lines
    for cite in sorted((clause.cite for clause in books.get(name).clauses), key=len, reverse=True):
        told = told.replace(cite, "")  # one may be headed "6s to 8s", or begin as another does
    assert not re.search(r"\b[2-9TJQKA][cdhs]\b", told)  # all cards are printed with suit symbols
    assert houseway("fair", "verify", "p.jsonl").returncode == 0
    assert houseway("audit", "verify", "--db", "game.db").returncode == 0
    replayed = houseway("replay", f"{name}-ann/1", "--db", "game.db")
    assert "round 1 is settled" in replayed.stdout
    looks = houseway("audit", "events", "--kind", "cards looked at", "--db", "game.db")
    assert f"{name}-ann, round 1" in looks.stdout
    assert "on the machine (a replay in the terminal)" in looks.stdout
    assert houseway("history", "export", f"{name}-ann", "--db", "game.db").returncode == 0
    looks = houseway("audit", "events", "--kind", "cards looked at", "--db", "game.db")
    assert f"{name}-ann, all rounds" in looks.stdout
    balance = houseway("audit", "balance", "--db", "game.db").stdout
    bankroll = next(line.split()[1] for line in balance.splitlines() if line.startswith("player:ann"))
    assert f"Bankroll {bankroll}." in houseway("play", name, "--name", "ann", "--db", "game.db", stdin="q\n").stdout
    assert len((tmp_path / "p.jsonl").read_text().splitlines()) == 1


@pytest.fixture
def quick(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    """The same command within this process, which saves the startup time."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))

    def run(*words: str, stdin: str = "") -> subprocess.CompletedProcess[str]:
        capsys.readouterr()
        monkeypatch.setattr(sys, "argv", ["houseway", *words])
        monkeypatch.setattr(sys, "stdin", io.StringIO(stdin))
        with pytest.raises(SystemExit) as exit:
            main()
        captured = capsys.readouterr()
        return subprocess.CompletedProcess(words, int(exit.value.code or 0), captured.out, captured.err)

    return run


@contextmanager
def _game(tmp_path: Path, *words: str) -> Iterator[subprocess.Popen[str]]:
    """A game in progress in its own process, killed at the end."""
    process = subprocess.Popen(
        [str(Path(sys.executable).parent / "houseway"), "play", *words, "--name", "ann", "--db", "game.db"],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, cwd=tmp_path,
        env={**SOURCES, "PATH": "/usr/bin:/bin", "LANG": "C.UTF-8", "HOME": str(tmp_path)},
        # a process started in the background may inherit an ignored SIGINT
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),  # noqa: PLW1509
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
    """Give answers, and read the output up to a question."""
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write(answers)
    process.stdin.flush()
    output = ""
    while part not in output:
        letter = process.stdout.read(1)
        assert letter, output
        output += letter
    return output


GAME = ("play", "mbs-v4", "--name", "ann", "--db", "game.db")


def test_an_interrupted_game_continues_where_it_stopped(quick: Run) -> None:
    """Leaving is not a power failure: the wagers stay (5.6)."""
    left = quick(*GAME, stdin="10\n0\nq\n")
    assert "10.00 stays on the layout (5.6)" in left.stdout
    ended = quick(*GAME, stdin="")
    assert "Continuing round 1" in ended.stdout
    again = quick(*GAME, stdin="H\nx\n\nq\n")
    assert "power failure" not in ended.stdout + again.stdout
    assert "Withdraw" not in ended.stdout + again.stdout
    assert again.stdout.count("Enter to compare, c to concede") == 2
    assert "round 1 is settled" in again.stdout


def test_a_killed_game_is_a_power_failure_and_asks_once(quick: Run, tmp_path: Path) -> None:
    with _game(tmp_path, "mbs-v4") as game:
        _until(game, "10\n0\n", "Low hand")
        meanwhile = quick(*GAME, stdin="q\n")
        assert "Another game is in progress" in meanwhile.stdout
        assert "power failure" not in meanwhile.stdout
    again = quick(*GAME, stdin="perhaps\nn\nq\n")
    assert "power failure" in again.stdout
    assert again.stdout.count("Withdraw your wagers of 10.00 (5.18.1)") == 2
    once = quick(*GAME, stdin="q\n")
    assert "Withdraw" not in once.stdout
    assert "Your hand:" in once.stdout


@pytest.mark.full
def test_wagers_are_withdrawn_after_a_power_failure(quick: Run, tmp_path: Path) -> None:
    with _game(tmp_path, "mbs-v4") as game:
        _until(game, "10\n0\n", "Low hand")
    again = quick(*GAME, stdin="y\nq\n")
    assert "Bankroll 1,000.00." in again.stdout
    assert quick("fair", "export", "mbs-v4-ann", "--db", "game.db", "-o", "p.jsonl").returncode == 0
    assert quick("fair", "verify", "p.jsonl", "--db", "game.db").returncode == 0


@pytest.mark.parametrize(
    "number", [signal.SIGTERM, *(pytest.param(one, marks=pytest.mark.full) for one in (signal.SIGINT, signal.SIGHUP))]
)
def test_a_stop_signal_counts_as_leaving(quick: Run, tmp_path: Path, number: signal.Signals) -> None:
    with _game(tmp_path, "mbs-v4") as game:
        _until(game, "10\n0\n", "house way [h]: ")
        time.sleep(0.5)  # a signal before the program waits for the answer is handled only after it
        game.send_signal(number)
        output = _until(game, "", "-o ann.jsonl")
        assert game.wait(timeout=20) == 130
        assert output.startswith("\nhouseway: stopped\n") or output.startswith("houseway: stopped\n\n")
        assert "10.00 stays on the layout" in output
    assert "power failure" not in quick(*GAME, stdin="q\n").stdout


@pytest.mark.full
def test_two_games_at_one_table(quick: Run, tmp_path: Path) -> None:
    with _game(tmp_path, "mbs-v4") as game:
        _until(game, "10\n0\n", "house way [h]: ")
        assert "round 1 is settled" in quick(*GAME, stdin="h\n\nq\n").stdout
        output = _until(game, "h\n", "Standard wager, in whole units of 1.00 [10.00]: ")
        assert "has moved on" in output
        assert "round 1 is settled" in output
        assert "Traceback" not in output
        _until(game, "10\n0\n", "house way [h]: ")


def test_every_question_can_be_explained_and_left(quick: Run) -> None:
    done = quick(*GAME, stdin="?\n10\n0\nhelp\nh\n?\n\nq\n")
    told = " ".join(done.stdout.split())
    assert told.count("q leaves the table") == 4  # once at the beginning, and once for each question
    assert "Choose two of your cards for the low hand" in told
    assert "who concedes loses the main wager" in told
    assert "round 1 is settled" in told


def test_a_hand_is_sorted_in_groups_and_reviewed(quick: Run) -> None:
    hands: list[list[str]] = []
    while not any(ranks[0] == ranks[1] for ranks in hands):  # a pair is dealt within a few rounds
        done = quick(*GAME, "--json", "--chips", "100,000", stdin="10\n0\nh\n\nq\n")
        said = [json.loads(line) for line in done.stdout.splitlines()]
        cards = next(each for each in said if each["type"] == "your hand")["cards"]
        hands.append(["A" if card == "Jk" else card[0] for card in cards])
        counts = [hands[-1].count(rank) for rank in hands[-1]]
        assert counts == sorted(counts, reverse=True)  # equal ranks together, larger groups first
    (review,) = (each for each in said if each["type"] == "review")
    assert review["same"]
    assert review["grade"] in ("best", "good", "inaccuracy", "mistake", "blunder")
    done = quick(*GAME, stdin="10\n0\nh\n\nq\n")
    told = " ".join(done.stdout.split())
    assert re.search(r"(Perfect: no better way to set it|You gave up .* per chip)\. That is the house way too", told)


def test_side_wagers_are_offered_again(quick: Run) -> None:
    left = quick(*GAME, stdin="10\nq\n")
    assert "committed" not in left.stdout
    again = quick(*GAME, stdin="5\nh\n\nq\n")
    assert "Fortune Bonus, in whole units of 1.00, 0 for none" in again.stdout
    assert "bets 5.00 on the Fortune Bonus" in again.stdout
    assert "round 1 is settled" in again.stdout


def test_a_player_without_chips_buys_more(quick: Run) -> None:
    done = quick(*GAME, "--chips", "0.50", stdin="no\n0\n20\nq\n")
    assert "Your bankroll of 0.50 is below the minimum wager of 1.00." in done.stdout
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
    messages = [json.loads(line) for line in done.stdout.splitlines()]
    kinds = [one["type"] for one in messages]
    for kind in ("bankroll", "refused", "deck committed", "your hand", "dealer's hand", "round settled"):
        assert kind in kinds
    assert len(messages[kinds.index("your hand")]["cards"]) == 7
    assert len(messages[kinds.index("deck committed")]["commitment"]) == 64
    assert messages[kinds.index("deck committed")]["commitment"] == messages[kinds.index("deck revealed")]["commitment"]
    assert "hand dealt" not in kinds
    assert "Low hand: two cards" in done.stderr


def test_words_are_asked_for_once_the_commitment_is_shown(quick: Run, tmp_path: Path) -> None:
    game = (*GAME, "--cut", "--proofs", "p.jsonl")
    left = quick(*game, stdin="10\n0\nq\n").stdout
    assert left.index("commitment to the deck") < left.index("Your words for the cut")
    done = quick(*game, stdin="0\nlucky\nh\n\n10\n0\n\nh\n\nq\n").stdout
    commitment = done.split("commitment to the deck of round 1:\n")[1].split()[0]
    assert f"  {commitment}\n" in left
    proofs = [json.loads(line) for line in (tmp_path / "p.jsonl").read_text().splitlines()]
    assert [proof["cut"] for proof in proofs] == [[{"player": "ann", "words": "lucky"}], []]
    verified = quick("fair", "verify", "p.jsonl", "--db", "game.db", "--commitment", commitment.upper())
    assert verified.returncode == 0, verified.stdout
    assert f"table mbs-v4-ann, round 1: committed to {commitment}\n" in verified.stdout
    other = quick("fair", "verify", "p.jsonl", "--commitment", "0" * 64)
    assert other.returncode == 1
    assert f"no proof is of the commitment {'0' * 64}" in other.stdout
    assert "is not a commitment" in quick("fair", "verify", "p.jsonl", "--commitment", "abc").stderr
    exported = quick("fair", "export", "mbs-v4-ann", "--db", "game.db")
    assert exported.stdout == (tmp_path / "p.jsonl").read_text()
    assert "the journal has no table 'two'; it has mbs-v4-ann" in (
        quick("fair", "export", "two", "--db", "game.db").stderr
    )
    bad = (tmp_path / "p.jsonl").read_text().replace('"book":"mbs-v4"', '"book":"five-card"')
    assert "five-card is played with 52 cards, not 53" in quick("fair", "verify", "-", stdin=bad).stdout


def test_a_bad_path_for_proofs_is_reported_at_once(houseway: Run, tmp_path: Path) -> None:
    done = houseway(*GAME, "--proofs", "no/such/file", stdin="10\n")
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr == "houseway: no/such/file: No such file or directory\n"
    assert not (tmp_path / "game.db").exists()


def test_a_deck_that_was_not_revealed_is_revealed_at_the_next_start(quick: Run, tmp_path: Path) -> None:
    quick(*GAME, stdin="10\n0\nq\n")
    with Journal.open(str(tmp_path / "game.db")) as journal:
        table = KeptTable(journal, "mbs-v4-ann", books.get("mbs-v4"))
        _ask(table, "dealer: report other, a fire alarm", "gaming shift manager: remedy void")
    done = quick(*GAME, "--proofs", "p.jsonl", stdin="q\n")
    assert "the deck of round 1 is revealed; the round was void: other (6.1)" in done.stdout
    verified = quick("fair", "verify", "p.jsonl", "--db", "game.db").stdout
    assert "1 proof, 1 of voided rounds: all hold" in verified


def test_a_foul_is_reported_before_it_is_played(quick: Run) -> None:
    answers = "10\n0\nAc\nAc Ac\n99 1\n" + "\n".join(f"{a} {b}" for a in range(1, 8) for b in range(a + 1, 8)) + "\n"
    done = quick("play", "mbs-v4", "--db", "game.db", stdin=answers)
    assert "the low hand has two cards" in done.stdout
    assert "Traceback" not in done.stderr


def test_replay_reports_what_is_wrong_with_a_transcript(quick: Run, tmp_path: Path) -> None:
    path = tmp_path / "my.round"
    path.write_text("book mbs-v4\nann: sit at 1\ndealer: place your bets\nann: wager 0.50 on main at 1\n")
    done = quick("replay", "my.round")
    assert done.returncode == 1
    assert "my.round, line 3: this is not what happens" in done.stderr
    assert quick("replay", "my.round", "--write").returncode == 0
    assert re.search(r"^  ! 0\.50 .* 1\.00 \(R58\)$", path.read_text(), re.MULTILINE)
    assert quick("replay", "my.round").returncode == 0
    path.write_text("book mbs-v4\nann: jump\n")
    done = quick("replay", "my.round")
    assert (done.returncode, done.stderr) == (1, "houseway: my.round: line 2: 'ann: jump' is not a request\n")
    for wrong in ("nowhere", "table/1"):
        done = quick("replay", wrong, "--db", "none.db")
        assert done.returncode == 1
        assert len(done.stderr.splitlines()) == 1
