"""How the command starts: quick answers equal the book's own, and a cache that cannot be trusted is never used."""

from __future__ import annotations

import importlib
import random
import subprocess
import sys
from pathlib import Path

import pytest

from houseway import __version__, books
from houseway.cli import quick_book
from houseway.cli.commands import COMMANDS, overview
from support.command import Run

HAND = "Ah 8h 6h 5h 4h Qc 8s"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("HOUSEWAY_CACHE", str(tmp_path / "cache"))
    return tmp_path / "cache"


@pytest.mark.parametrize(
    "name", ["mbs-v4", "five-card", *(pytest.param(name, marks=pytest.mark.full) for name in ("mbs-v3", "fortune-us"))]
)
def test_a_quick_book_sets_every_hand_as_the_book_does(name: str, folder: Path) -> None:
    book = books.get(name)
    assert quick_book.find(name) is None
    quick_book.keep(book)
    quick = quick_book.find(name)
    assert quick is not None
    assert [path.name.rpartition("-")[0] for path in folder.iterdir()] == [f"book-{name}"]
    cards = [card.text for card in book.deck.cards]
    chance = random.Random(name)
    for _ in range(300):
        hand = " ".join(chance.sample(cards, book.dealt))
        found, right = quick.set(hand), book.set(hand)
        assert found is not None
        assert (found.book, found.hand, found.low, found.high) == (name, right.hand, right.low, right.high)
        assert (found.clause, found.rulings) == (right.clause, right.rulings)
    assert quick.set("Ah Ah") is None
    assert quick.set("nonsense") is None
    assert quick.set(" ".join(cards[: book.dealt + 1])) is None


@pytest.mark.parametrize("change", [lambda whole: whole[:-1], lambda whole: whole[:-1] + b"\x07", lambda _: b"x"])
def test_a_corrupt_file_is_reported_and_written_again(houseway: Run, tmp_path: Path, change: object) -> None:
    here = {"HOUSEWAY_CACHE": str(tmp_path / "cache")}
    first = houseway("set", "five-card", "Kc 9c 8c 6s 3d", environment=here)
    kept = next((tmp_path / "cache").iterdir())
    whole = kept.read_bytes()
    kept.write_bytes(change(whole))  # type: ignore[operator]
    again = houseway("set", "five-card", "Kc 9c 8c 6s 3d", environment=here)
    assert (again.returncode, again.stdout) == (0, first.stdout)
    assert again.stderr.splitlines() == [
        f"houseway: the cached book {kept.name} is corrupt; setting by the clauses and writing it again"
    ]
    assert kept.read_bytes() == whole
    assert houseway("set", "five-card", "Kc 9c 8c 6s 3d", environment=here).stderr == ""


def test_other_source_code_never_uses_the_file(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    quick_book.keep(books.get("five-card"))
    monkeypatch.setattr(quick_book, "_fingerprint", lambda: "f" * 64)
    assert quick_book.find("five-card") is None
    quick_book.keep(books.get("five-card"))
    assert [path.name for path in folder.iterdir()] == [f"book-five-card-{'f' * 32}"]


def test_a_cache_folder_that_cannot_be_used_costs_nothing(houseway: Run, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    done = houseway("set", "five-card", "Kc 9c 8c 6s 3d", environment={"HOUSEWAY_CACHE": str(tmp_path / "file")})
    assert (done.returncode, done.stderr) == (0, "")
    assert "9♣ 8♣" in done.stdout


@pytest.mark.parametrize("words", [("--version",), ("--help",), ("set", "five-card", "Kc 9c 8c 6s 3d")])
def test_the_quick_answers_load_neither_numpy_nor_an_argument_parser(
    houseway: Run, tmp_path: Path, words: tuple[str, ...]
) -> None:
    here = {"HOUSEWAY_CACHE": str(tmp_path / "cache")}
    slow = houseway(*words, environment=here)
    asked = (
        f"import sys; sys.argv = ['houseway', *{words!r}]\nfrom houseway.cli import main\nmain()\n"
        "print(*{name.partition('.')[0] for name in sys.modules}, file=sys.stderr)"
    )
    quick = subprocess.run(
        [sys.executable, "-c", asked], capture_output=True, text=True, check=True, env={**here, "LANG": "C.UTF-8"}
    )
    assert quick.stdout == slow.stdout
    assert not {"numpy", "typer", "rich", "msgspec", "pydantic", "dask"} & set(quick.stderr.split())


def test_help_and_version(houseway_process: Run) -> None:
    assert houseway_process("--version").stdout == f"houseway {__version__}\n"
    assert houseway_process("--help").stdout == houseway_process("-h").stdout == overview()
    nothing = houseway_process()
    assert (nothing.returncode, nothing.stdout) == (2, overview())


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_is_summed_up_as_its_own_help_begins(name: str) -> None:
    module, _, function = COMMANDS[name].place.partition(".")
    found = getattr(importlib.import_module(f"houseway.cli.{module}"), function)
    own = found.info.help if hasattr(found, "info") else found.__doc__
    assert str(own).splitlines()[0] == COMMANDS[name].summary


@pytest.mark.parametrize(
    "words",
    [
        "books",
        f"set mbs-v4 {HAND} --why",
        "check five-card",
        "page five-card",
        "diff mbs-v3 mbs-v4",
        "best five-card Kc 9c 8c 6s 3d",
        "odds five-card",
        "simulate five-card --rounds 1000",
        "par five-card -o sheet.json --no-rulings",
        "trace five-card",
        "play five-card",
        "serve --dealer robot",
        "replay nothing",
        "audit verify --db none.db",
        "fair verify none.jsonl",
    ],
)
def test_a_command_is_the_same_in_a_process_of_its_own(
    houseway: Run, houseway_process: Run, tmp_path: Path, words: str
) -> None:
    here, there = (
        run(*words.split(), stdin="q\n", environment={"HOME": str(tmp_path / home)})
        for run, home in ((houseway, "one"), (houseway_process, "two"))
    )
    assert (here.returncode, here.stdout, here.stderr) == (there.returncode, there.stdout, there.stderr)
