"""The command line: answers, JSON, and one sentence for any error."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from houseway import books
from houseway.cli.commands import COMMANDS
from support.command import ROOT, Run, one_sentence

HAND = "Ah 8h 6h 5h 4h Qc 8s"
ANSWER = {
    "book": "mbs-v4",
    "hand": ["Ah", "8h", "6h", "5h", "4h", "Qc", "8s"],
    "low": ["Qc", "8s"],
    "high": ["Ah", "8h", "6h", "5h", "4h"],
    "clause": "Appendix A.5 One pair, exception",
    "rulings": ["R10", "R12", "R17"],
}


def test_books(houseway: Run) -> None:
    assert "fortune-us" in houseway("books").stdout
    lines = [json.loads(line) for line in houseway("books", "--json").stdout.splitlines()]
    assert [line["book"] for line in lines] == list(books.names())
    assert next(line for line in lines if line["book"] == "mbs-v4")["hands"] == 154_143_080


def test_set_one_hand(houseway: Run) -> None:
    done = houseway("set", "mbs-v4", HAND)
    assert done.returncode == 0
    for part in (
        "Q♣ 8♠",
        "Queen-eight",
        "A♥ 8♥ 6♥ 5♥ 4♥",
        "Flush, ace high",
        "Appendix A.5 One pair, exception",
        "R17",
    ):
        assert part in done.stdout
    assert json.loads(houseway("set", "mbs-v4", HAND, "--json").stdout) == ANSWER
    assert json.loads(houseway("set", "mbs-v4", *HAND.split(), "--json").stdout) == ANSWER


def test_set_says_what_each_ruling_is_about(houseway: Run) -> None:
    said = houseway("set", "mbs-v4", "Ah As Ad Kc Qc Jc Tc").stdout
    assert (
        "ruling  R14, three aces whose straight or flush survives a pair of aces played low: the pair goes low" in said
    )
    assert (
        "ruling  R15, two aces and the Joker whose straight or flush needs an Ace and the Joker: the three-aces" in said
    )


def test_set_says_why(houseway: Run) -> None:
    done = houseway("set", "mbs-v4", HAND, "--why")
    assert "Appendix A.1 One pair: overridden by Appendix A.5 One pair, exception" in done.stdout
    assert "Appendix A.5 One pair, exception: decides" in done.stdout
    why = json.loads(houseway("set", "mbs-v4", HAND, "--why", "--json").stdout)["why"]
    assert [(reason["clause"], reason["overridden_by"]) for reason in why] == [
        ("Appendix A.1 One pair", ["Appendix A.5 One pair, exception"]),
        ("Appendix A.5 One pair, exception", []),
    ]


def test_set_from_standard_input(houseway: Run) -> None:
    done = houseway("set", "mbs-v4", "--json", stdin=f"{HAND}\n\nA♥ 8♥ 6♥ 5♥ 4♥ Q♣ 8♠\nAh8h6h5h4hQc8s")
    assert done.returncode == 0
    assert [json.loads(line) for line in done.stdout.splitlines()] == [ANSWER] * 3
    assert houseway("set", "mbs-v4", stdin=HAND).stdout == (
        "Qc 8s | Ah 8h 6h 5h 4h | Appendix A.5 One pair, exception\n"
    )


def test_a_bad_line_is_reported_and_the_others_are_answered(houseway: Run) -> None:
    bad = "Ah Ah 6h 5h 4h Qc 8s"
    done = houseway("set", "mbs-v4", "--json", stdin=f"{HAND}\n{bad}\nXx\n\n{HAND} 2c\n{HAND}\n")
    assert done.returncode == 1
    assert len(done.stdout.splitlines()) == 2
    assert done.stderr.splitlines() == [
        "houseway: line 2: Ah appears twice in 'Ah Ah 6h 5h 4h Qc 8s'",
        "houseway: line 3: 'Xx' is not a card; write Ac, Td or 10d, A♣, and Jk or @ for the Joker",
        "houseway: line 5: mbs-v4 deals seven cards, not 8: 'Ah 8h 6h 5h 4h Qc 8s 2c'",
    ]


def test_many_hands_from_standard_input_are_set_as_single_hands_are(houseway: Run) -> None:
    hands = ["Kc 9c 8c 6s 3d", "Ac Ad Ah 3c 2c", "Jc Tc Td Th 5c"]
    stream = houseway("set", "five-card", "--json", stdin="\n".join(hands)).stdout.splitlines()
    assert stream == [houseway("set", "five-card", hand, "--json").stdout.strip() for hand in hands]


@pytest.mark.parametrize(
    ("words", "parts"),
    [
        (("set", "mbs-v4", "Zz 8h 6h 5h 4h Qc 8s"), ("'Zz' is not a card",)),
        (("set", "mbs-v4", "Ah Ah 6h 5h 4h Qc 8s"), ("Ah appears twice",)),
        (("set", "mbs-v4", "Ah 8h"), ("deals seven cards, not 2",)),
        (("set", "five-card", "Ah 8h 6h 5h Jk"), ("five-card is played with no Joker",)),
        (("set", "mbs-v5", HAND), ("there is no book 'mbs-v5'", "mbs-v4")),
        (("check", "mbs-v5"), ("there is no book 'mbs-v5'",)),
        (("check", "./nowhere.py"), ("there is no book file 'nowhere.py'",)),
        (("page", "mbs-v5"), ("there is no book 'mbs-v5'",)),
        (("diff", "mbs-v4", "five-card"), ("cannot be compared", "53 cards", "52 cards")),
        (("page", "five-card", "--html", "no/such/folder.html"), ("no/such", "folder.html")),
    ],
)
def test_bad_input_is_one_sentence(houseway: Run, words: tuple[str, ...], parts: tuple[str, ...]) -> None:
    done = houseway(*words)
    one_sentence(done, *parts)
    assert done.stdout == ""


@pytest.mark.parametrize("words", [("set",), ("sett", "mbs-v4"), ("check", "--what"), ("diff", "mbs-v4")])
def test_wrong_usage_is_exit_code_2(houseway: Run, words: tuple[str, ...]) -> None:
    done = houseway(*words)
    assert done.returncode == 2
    assert "Traceback" not in done.stderr


_GROUPS = {
    "audit": ("verify", "events", "program", "export", "balance", "owed"),
    "fair": ("verify", "export"),
    "history": ("export", "import", "check"),
}


@pytest.mark.parametrize(
    "command", [*COMMANDS, *(f"{group} {command}" for group, commands in _GROUPS.items() for command in commands)]
)
def test_help_shows_an_example(houseway: Run, command: str) -> None:
    done = houseway(*command.split(), "--help")
    assert done.returncode == 0
    assert f"Example: houseway {command}" in done.stdout


@pytest.mark.parametrize("group", _GROUPS)
def test_every_command_of_a_group_is_tested(houseway: Run, group: str) -> None:
    listed = houseway(group, "--help").stdout.partition("Commands")[2]
    found = re.findall(r"^. ([a-z]+)  ", listed, re.MULTILINE)
    assert tuple(found) == _GROUPS[group]


BROKEN = {
    "syntax.py": ("BOOK = (", "syntax.py, line 1"),
    "empty.py": ("", "empty.py: the file defines no BOOK"),
    "number.py": ("BOOK = 7", "number.py: the file defines BOOK as int, not a Rulebook"),
    "raises.py": ("x = 1\ny = 1 / 0", "raises.py, line 2: ZeroDivisionError"),
    "imports.py": ("import nothing_like_this", "imports.py, line 1: ModuleNotFoundError"),
    "name.py": (
        "from houseway import books\nBOOK = books.get('mbs-v4')",
        "name.py: the id 'mbs-v4' belongs to a shipped book",
    ),
    "clause.py": (
        "from houseway import books\nb = books.get('mbs-v4')\nBOOK = b.amended(id='x', source=0, without=['No'])",
        "clause.py, line 3: mbs-v4 has no clause 'No'",
    ),
    "exits.py": ("raise SystemExit('bye')", "exits.py, line 1: SystemExit"),
    "notes.txt": ("hello", "notes.txt: a book is a TOML file whose name ends in .toml, or Python code in a .py file"),
}


@pytest.mark.parametrize("name", BROKEN)
def test_a_broken_book_file_is_one_sentence(houseway: Run, tmp_path: Path, name: str) -> None:
    text, part = BROKEN[name]
    (tmp_path / name).write_text(text)
    one_sentence(houseway("check", f"./{name}"), part)


WRONG_CLAUSES = {
    "when=None, low=any_legal": "`when` must be Condition, not NoneType",
    "when=no_pair, low=any_legal": "is it missing its parentheses",
    "when=pair, low=any_legal": "`when` must be Condition, not IsPair",
    "when=anything, low=None": "`low` must be Low, not NoneType",
    "when=anything, low=anything": "`low` must be Low, not Anything",
    "when=no_pair() & pair, low=any_legal": "what `&` adds to a condition must be Condition",
    "when=anything, low=pair | 7": "what `|` adds to a low hand must be Low",
    "when=anything, low=any_legal, exception_to='Mine'": "`exception_to` must be a tuple of str",
    "when=anything, low=any_legal, exception_to=None": "`exception_to` must be a tuple of str",
    "when=one_pair(10), low=any_legal": "the ranks of a pattern must be Ranks, not int",
    "when=single(14), low=any_legal": "the ranks of `single` must be Ranks, not int",
    "when=anything, low=singles(0, 9)": "cards are counted from 1",
    "when=one_pair(Ranks(10, 15)), low=any_legal": "ranks run from 2 to 14",
}


@pytest.mark.parametrize("clause", WRONG_CLAUSES)
def test_a_wrong_clause_is_one_sentence_with_its_line(houseway: Run, tmp_path: Path, clause: str) -> None:
    (tmp_path / "wrong.py").write_text(
        "from houseway import books\nfrom houseway.rulebook.houseway import Clause\n"
        "from houseway.rulebook.terms import *\nB = books.get('five-card')\n"
        f"BOOK = B.amended(id='mine', source=B.source, clauses=(Clause('Mine', {clause}),))\n"
    )
    one_sentence(houseway("check", "wrong.py"), "wrong.py, line 5: ", WRONG_CLAUSES[clause])


WRONG_BOOKS = {
    "clauses=None": "`clauses` must be a tuple of Clause",
    "clauses=B.clauses[0]": "`clauses` must be a tuple of Clause",
    "dealt=6": "a book deals seven cards",
    "dealt='5'": "`dealt` must be int",
    "deck=None": "`deck` must be Deck",
    "main=None": "`main` must be MainWager",
    "source='My house'": "`source` must be Source",
    "side_wagers=(None,)": "each of mine: `side_wagers` must be SideWager",
    "rulings=('R1',)": "each of mine: `rulings` must be Ruling",
    "id=' '": "the id of a book must be a name",
}


@pytest.mark.parametrize("change", WRONG_BOOKS)
def test_a_wrong_book_is_one_sentence(houseway: Run, tmp_path: Path, change: str) -> None:
    name = "" if change.startswith("id") else "id='mine', "
    (tmp_path / "wrong.py").write_text(
        "from dataclasses import replace\nfrom houseway import books\nB = books.get('five-card')\n"
        f"BOOK = replace(B, {name}{change})\n"
    )
    one_sentence(houseway("check", "wrong.py"), "wrong.py, line 4: ", WRONG_BOOKS[change])


MINE = """from houseway import books
from houseway.rulebook.houseway import Clause
from houseway.rulebook.terms import *
B = books.get('five-card')
BOOK = B.amended(id='mine', source=B.source, without=('Hand Ranking and House Way',), clauses=({clauses}))
"""


def test_an_edited_book_is_read_again_and_leaves_no_files_behind(houseway: Run, tmp_path: Path) -> None:
    book = tmp_path / "mine.py"
    for cite in ("One", "Two"):
        book.write_text(MINE.format(clauses=f"Clause('{cite}', when=anything, low=any_legal),"))
        os.utime(book, (1_700_000_000, 1_700_000_000))
        assert cite in houseway("set", "mine.py", "Kc 9c 8c 6s 3d").stdout
    assert [path.name for path in tmp_path.iterdir()] == ["mine.py"]


def test_a_book_that_prints_does_not_disturb_json(houseway: Run, tmp_path: Path) -> None:
    clauses = "Clause('One', when=anything, low=any_legal),"
    (tmp_path / "mine.py").write_text(MINE.format(clauses=clauses) + "print('hello')\n")
    done = houseway("set", "mine.py", "Kc 9c 8c 6s 3d", "--json")
    assert json.loads(done.stdout)["clause"] == "One"
    assert done.stderr == "hello\n"


def test_a_hand_the_book_cannot_set_is_reported_and_the_others_are_answered(houseway: Run, tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(MINE.format(clauses="Clause('One', when=no_pair(), low=any_legal),"))
    done = houseway("set", "mine.py", stdin="Kc 9c 8c 6s 3d\nKc Kd 8c 6s 3d\nQc 9c 8c 6s 3d\n")
    assert done.returncode == 1
    assert len(done.stdout.splitlines()) == 2
    assert done.stderr.startswith("houseway: line 2: no clause covers K♦ K♣ 8♣ 6♠ 3♦")


def test_a_citation_may_hold_brackets(houseway: Run, tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(
        MINE.format(clauses="Clause('Rule [2] [/b] [red] x', when=anything, low=any_legal),")
    )
    for command in (("set", "mine.py", "Kc 9c 8c 6s 3d", "--why"), ("check", "mine.py"), ("page", "mine.py")):
        done = houseway(*command)
        assert done.returncode == 0, done.stderr
        assert "Rule [2]" in done.stdout
        assert "[red]" in done.stdout


def test_files_beside_a_book_that_cannot_be_read(houseway: Run, tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(MINE.format(clauses="Clause('One', when=anything, low=any_legal),"))
    (tmp_path / "mine.examples.csv").write_text("clause,hand,low,high\nOne,Kc 9c 8c 6s 3d,9c,Kc 8c 6s 3d\n")
    one_sentence(houseway("check", "mine.py"), "mine.examples.csv, example 1", "two of them low")
    (tmp_path / "mine.examples.csv").write_bytes(b"clause,hand,low,high\n\xff")
    one_sentence(houseway("check", "mine.py"), "mine.examples.csv: is not UTF-8 text")
    (tmp_path / "mine.examples.csv").unlink()
    (tmp_path / "mine.counts.txt").write_text("many  clause One\n")
    done = houseway("check", "mine.py")
    assert done.returncode == 1
    assert "clause One: 2598960, but pinned as many" in done.stdout


def test_a_book_built_from_itself_is_refused(houseway: Run, tmp_path: Path) -> None:
    (tmp_path / "self.py").write_text("from houseway import books\nBOOK = books.get('self.py')\n")
    one_sentence(houseway("check", "self.py"), "self.py, line 2: the book loads itself")


def test_a_long_line_is_not_quoted_whole(houseway: Run) -> None:
    done = houseway("set", "mbs-v4", stdin="A" * 100_000)
    assert done.returncode == 1
    assert len(done.stderr) < 300


def test_closed_standard_input_and_output(tmp_path: Path) -> None:
    command = Path(sys.executable).parent / "houseway"
    for words, code in (("set mbs-v4 <&-", 1), (f"set mbs-v4 '{HAND}' >&-", 1)):
        done = subprocess.run(
            ["bash", "-c", f"'{command}' {words}"], capture_output=True, text=True, check=False, cwd=tmp_path
        )
        assert done.returncode == code
        assert done.stderr.startswith("houseway: ")
        assert "Traceback" not in done.stderr


def test_check_in_json(houseway: Run) -> None:
    done = houseway("check", "five-card", "--json")
    found = json.loads(done.stdout)
    assert done.returncode == 0
    assert found["hands"] == 2_598_960
    assert found["clauses"][0]["hands"] == 2_598_960
    assert found["defects"] == []
    moved = {row["ruling"]: [way["hands"] for way in row["alternatives"]] for row in found["rulings"]}
    assert moved["R40"] == [187_488]
    assert moved["R41"] == []


def test_check_compares_a_book_with_what_it_pinned(houseway: Run, tmp_path: Path) -> None:
    text = (
        "from houseway import books\nfrom houseway.rulebook.houseway import Clause\n"
        "from houseway.rulebook.terms import any_legal, anything\nB = books.get('five-card')\n"
        "BOOK = B.amended(id='mine', source=B.source, without=('Hand Ranking and House Way',),"
        " clauses=(Clause('Mine', when=anything, low=any_legal{more}),))\n"
    )
    (tmp_path / "mine.py").write_text(text.format(more=""))
    assert houseway("check", "mine.py").returncode == 0
    assert houseway("check", "mine.py", "--write").returncode == 0
    assert "2598960  clause Mine" in (tmp_path / "mine.counts.txt").read_text()
    assert houseway("check", "mine.py").returncode == 0
    other = text.replace("low=any_legal{more}", "low=any_legal & ~pair").replace("anything", "anything, pair", 1)
    (tmp_path / "mine.py").write_text(other)
    done = houseway("check", "mine.py")
    assert done.returncode == 1
    assert "settings: hands are set differently" in done.stdout


def test_page_in_text_html_and_json(houseway: Run, tmp_path: Path) -> None:
    text = houseway("page", "five-card").stdout
    words = " ".join(text.split())
    assert "Hand Ranking and" in words
    assert "any two cards" in words
    assert "2,598,960" in text
    assert houseway("page", "five-card", "--html", "page.html").returncode == 0
    html = (tmp_path / "page.html").read_text()
    assert "Hand Ranking and House Way" in html
    assert "://" not in html
    assert json.loads(houseway("page", "five-card", "--json").stdout)["hands"] == 2_598_960


def test_diff(houseway: Run) -> None:
    done = houseway("diff", "mbs-v4", str(ROOT / "examples" / "my_house.py"), "--json")
    found = json.loads(done.stdout)
    assert found["books"] == ["mbs-v4", "my-house"]
    assert found["different"] == sum(pair["hands"] for pair in found["pairs"]) == 829_440 + 13_200 + 4_800
    assert all(pair["example"]["settings"][0] != pair["example"]["settings"][1] for pair in found["pairs"])


def test_the_reader_of_a_pipe_may_stop_early(tmp_path: Path) -> None:
    (tmp_path / "hands").write_text(f"{HAND}\n" * 20_000)
    command = Path(sys.executable).parent / "houseway"
    done = subprocess.run(
        ["bash", "-c", f"'{command}' set mbs-v4 < hands | head -1"],
        capture_output=True, text=True, check=False, cwd=tmp_path,
    )  # fmt: skip
    assert done.stdout.startswith("Qc 8s")
    assert "Traceback" not in done.stderr


def test_the_example_book_file_is_pinned(houseway: Run) -> None:
    done = houseway("check", str(ROOT / "examples" / "my_house.py"), "--json")
    assert done.returncode == 0, done.stdout
    assert json.loads(done.stdout)["examples"] == 5
