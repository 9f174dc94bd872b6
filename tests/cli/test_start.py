"""Startup of the command: fast answers equal the book's own, and a corrupt or outdated cache is never used."""

from __future__ import annotations

import hashlib
import importlib
import json
import random
import runpy
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from houseway import __version__, books
from houseway.cards.card import CARDS
from houseway.cli import quick_book
from houseway.cli.commands import COMMANDS, overview
from houseway.cli.quick_best import weighed
from houseway.cli.styles import print_wrapped
from houseway.maths import worth
from houseway.maths.cache import Cache
from houseway.maths.play.one_hand import best
from houseway.maths.worth import Game, cached_settings
from support.by_clauses import set_by_clauses
from support.command import ROOT, SOURCES, Done, Run, environment_of, in_this_process
from support.fresh import FreshProcesses
from support.shelf import DOCUMENTS

HAND = "Ah 8h 6h 5h 4h Qc 8s"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("HOUSEWAY_CACHE", str(tmp_path / "cache"))
    return tmp_path / "cache"


@pytest.mark.parametrize(
    "name", ["mbs-v4", "five-card", *(pytest.param(name, marks=pytest.mark.full) for name in ("mbs-v3", "fortune-us"))]
)
def test_a_cached_book_sets_every_hand_as_the_book_does(name: str, folder: Path) -> None:
    book = books.get(name)
    assert quick_book.find(name) is None
    quick_book.keep(book)
    quick = quick_book.find(name)
    assert quick is not None
    assert [path.name.rpartition("-")[0] for path in folder.iterdir()] == [f"book-{name}"]
    cards = [card.text for card in book.deck.cards]
    chance = random.Random(name)
    hands = [chance.sample(book.deck.cards, book.dealt) for _ in range(300)]
    for hand, right in zip(hands, set_by_clauses(book, hands), strict=True):
        found = quick.set(" ".join(card.text for card in hand))
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
        f"houseway: the cached book {kept.name} is corrupt; working from the clauses and writing the file again"
    ]
    assert kept.read_bytes() == whole
    assert houseway("set", "five-card", "Kc 9c 8c 6s 3d", environment=here).stderr == ""


@pytest.mark.parametrize("left_out", [*sorted(quick_book.FACTS), *sorted(quick_book.ARRAYS), "everything"])
def test_a_file_that_leaves_something_out_is_corrupt(
    folder: Path, capsys: pytest.CaptureFixture[str], left_out: str
) -> None:
    """Even where its checksum is right."""
    quick_book.keep(books.get("five-card"))
    (kept,) = folder.iterdir()
    body = kept.read_bytes()[64:]
    size = int.from_bytes(body[:8], "little")
    facts = json.loads(body[8 : 8 + size])
    assert (facts.keys(), facts["arrays"].keys()) == (quick_book.FACTS, quick_book.ARRAYS)
    facts["arrays"].pop(left_out, None)
    facts.pop(left_out, None)
    header = json.dumps([] if left_out == "everything" else facts).encode().ljust(size)
    changed = len(header).to_bytes(8, "little") + header + body[8 + size :]
    kept.write_bytes(hashlib.sha256(changed).hexdigest().encode() + changed)
    assert quick_book.find("five-card") is None
    assert "is corrupt; working from the clauses" in capsys.readouterr().err
    assert not kept.exists()


def test_a_long_ruling_is_wrapped_on_a_terminal_only(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "40")
    monkeypatch.setenv("NO_COLOR", "1")
    text = "R12: of every setting that keeps one of them, the highest"
    print_wrapped("ruling  ", text)
    assert capsys.readouterr().out == f"ruling  {text}\n"
    monkeypatch.setattr("sys.stdout.isatty", lambda: True)
    print_wrapped("ruling  ", text)
    assert capsys.readouterr().out.splitlines() == [
        "ruling  R12: of every setting that keeps",
        "        one of them, the highest",
    ]


def test_a_cache_file_of_other_source_code_is_never_used(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    quick_book.keep(books.get("five-card"))
    monkeypatch.setattr(quick_book, "source_fingerprint", lambda: "f" * 64)
    assert quick_book.find("five-card") is None
    quick_book.keep(books.get("five-card"))
    assert [path.name for path in folder.iterdir()] == [f"book-five-card-{'f' * 32}"]


def test_an_unusable_cache_folder_changes_no_answer(houseway: Run, tmp_path: Path) -> None:
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
        [sys.executable, "-c", asked],
        capture_output=True,
        text=True,
        check=True,
        env={**here, **SOURCES, "LANG": "C.UTF-8"},
    )
    assert quick.stdout == slow.stdout
    assert not {"numpy", "typer", "rich", "msgspec", "pydantic", "dask"} & set(quick.stderr.split())


SEVEN = "Kc Qh 9s 6h 4c 3d 2s"
FIVE = "Kc 9c 8c 6s 3d"
QUICKLY = [
    ("mbs-v4", SEVEN),
    ("mbs-v3", *["Jk", "Ac", "Ad", "Ah", "As", "Kc", "Kd"]),
    ("--json", "fortune-us", HAND),
    ("fortune-us", HAND, "--dealer", "mbs-v4"),
    ("mbs-v4", HAND, "--dead", "Kh @", "--json"),
    ("mbs-v4", SEVEN, "--dead", "", "--dealer", "mbs-v4"),
    ("five-card", FIVE),
    ("five-card", FIVE, "--dealer-cards", "Ah Qd 9s 5c 2h", "--dead", "2c"),
    ("five-card", FIVE, "--dealer-cards", "9h 8d 7s 4c 2h", "--json"),
]
"""Calls of `best` that are answered from the cache."""
BY_THE_BOOK = [
    ("mbs-v4", SEVEN, "--commission", "4%"),
    ("mbs-v4", SEVEN, "--commission", "lots"),
    ("mbs-v4", "Ac Kd"),
    ("mbs-v4", "Ac Ac Kd Qs 9h 8c 2d"),
    ("mbs-v4", "nonsense"),
    ("mbs-v4",),
    ("mbs-v4", SEVEN, "--dead"),
    ("mbs-v4", SEVEN, "--dead", "2s"),
    ("mbs-v4", SEVEN, "--dead", "Zz"),
    ("mbs-v4", SEVEN, "--dead=Ah"),
    ("mbs-v4", SEVEN, "--dead", " ".join(card.text for card in CARDS if card.text not in SEVEN)[: 3 * 40 - 1]),
    ("mbs-v4", SEVEN, "--dealer", "nobody"),
    ("mbs-v4", SEVEN, "--dealer", "five-card"),
    ("mbs-v4", SEVEN, "--dealer-cards", "Kd Kh Ks 5c 5d 7h 8s"),
    ("mbs-v4", SEVEN, "--unknown"),
    ("nobody", SEVEN),
    ("five-card", "Jk 9c 8c 6s 3d"),
    ("five-card", FIVE, "--dead", "Jk"),
    ("five-card", FIVE, "--dealer-cards", "Kc Ah 2h 3h 4h"),
    ("five-card", FIVE, "--dealer-cards", "Ah 2h 3h 4h"),
    ("five-card", FIVE, "--dealer-cards", "9h 8d 7s 4c 2h", "--dead", "9h"),
]
"""Calls of `best` that only the book itself answers or refuses."""


@pytest.fixture(scope="module")
def filled(tmp_path_factory: pytest.TempPathFactory, counted: Cache) -> dict[str, str]:
    """An environment whose cache holds what `best` of every book needs."""
    folder = tmp_path_factory.mktemp("filled")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("HOUSEWAY_CACHE", str(folder))
        for name in DOCUMENTS:
            book, cache = books.get(name), Cache(folder)
            quick_book.keep(book)
            settings = cached_settings(book, counted)
            cache.write_arrays("settings", book.settings_digest, {"worth": settings.worth, "fails": settings.fails})
            Game(book.deck, book.dealt, book.high_size).load(cache)
    return {"HOUSEWAY_CACHE": str(folder)}


def _by_the_book(houseway: Run, words: tuple[str, ...], environment: dict[str, str]) -> Done:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("houseway.cli._answered_quickly", lambda _words: False)
        return houseway("best", *words, environment=environment)


@pytest.mark.parametrize(
    ("words", "quickly"), [*((words, True) for words in QUICKLY), *((words, False) for words in BY_THE_BOOK)]
)
def test_the_fast_answer_of_best_equals_the_books(
    houseway: Run, filled: dict[str, str], monkeypatch: pytest.MonkeyPatch, words: tuple[str, ...], quickly: bool
) -> None:
    for width in ("60", "80", "110") if quickly else ("100",):
        here = {**filled, "COLUMNS": width}
        right = _by_the_book(houseway, words, here)
        with monkeypatch.context() as patch:
            if quickly:
                patch.setattr("houseway.cli.app.app", None)
            found = houseway("best", *words, environment=here)
        assert (found.returncode, found.stdout, found.stderr) == (right.returncode, right.stdout, right.stderr)
        assert bool(found.stdout) == (found.returncode == 0)


def test_the_fast_answer_of_best_equals_the_books_for_many_hands(
    filled: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOUSEWAY_CACHE", filled["HOUSEWAY_CACHE"])
    chance = random.Random("best")
    for name in DOCUMENTS:
        book, quick = books.get(name), quick_book.find(name)
        assert quick is not None
        for seen in (0, 0, 0, 1, 9):
            cards = [card.text for card in chance.sample(book.deck.cards, book.dealt + seen)]
            hand, dead = " ".join(cards[: book.dealt]), " ".join(cards[book.dealt :])
            found = weighed(quick, quick, hand, dead=dead, dealer_cards="")
            assert found == best(book, hand, dead=dead, cache=Cache(Path(filled["HOUSEWAY_CACHE"])))


@pytest.mark.parametrize("what", ["book", "settings", "shapes"])
@pytest.mark.parametrize("corrupt", [True, False])
def test_best_with_a_corrupt_or_missing_cache_file(houseway: Run, tmp_path: Path, what: str, corrupt: bool) -> None:
    here = {"HOUSEWAY_CACHE": str(tmp_path / "cache")}
    _forget_settings()
    first = houseway("best", "five-card", FIVE, environment=here)
    kept = next((tmp_path / "cache").glob(f"{what}-*"))
    whole = kept.read_bytes()
    kept.unlink()
    if corrupt:
        kept.write_bytes(whole[:-1] + bytes([whole[-1] ^ 1]))
    _forget_settings()
    again = houseway("best", "five-card", FIVE, environment=here)
    assert (again.returncode, again.stdout) == (0, first.stdout)
    assert again.stderr.count("is corrupt") == len(again.stderr.splitlines()) == corrupt
    assert kept.read_bytes() == whole
    assert houseway("best", "five-card", FIVE, environment=here).stderr == ""


def _forget_settings() -> None:
    """Clear what this process remembers, so that the next command reads its cache as a new process does."""
    worth._SETTINGS.clear()
    worth._game.cache_clear()


def test_best_with_an_unusable_cache_folder(houseway: Run, tmp_path: Path, filled: dict[str, str]) -> None:
    (tmp_path / "file").write_text("in the way")
    _forget_settings()
    done = houseway("best", "five-card", FIVE, environment={"HOUSEWAY_CACHE": str(tmp_path / "file")})
    assert (done.returncode, done.stdout) == (0, houseway("best", "five-card", FIVE, environment=filled).stdout)
    assert "cannot be used" in done.stderr


def test_the_fast_answer_of_best_loads_little_but_numpy(filled: dict[str, str]) -> None:
    asked = (
        f"import sys; sys.argv = ['houseway', 'best', 'mbs-v4', {SEVEN!r}]\nfrom houseway.cli import main\nmain()\n"
        "print(*sys.modules, file=sys.stderr)"
    )
    quick = subprocess.run(
        [sys.executable, "-c", asked],
        capture_output=True,
        text=True,
        check=True,
        env={**filled, **SOURCES, "LANG": "C.UTF-8"},
    )
    loaded = set(quick.stderr.split())
    assert "numpy" in loaded
    assert not {"numpy.ma", "typer", "rich", "msgspec", "pydantic", "numba", "houseway.rulebook.rulebook"} & loaded


def test_help_and_version(houseway_process: Run) -> None:
    assert houseway_process("--version").stdout == f"houseway {__version__}\n"
    assert houseway_process("--help").stdout == houseway_process("-h").stdout == overview()
    nothing = houseway_process()
    assert (nothing.returncode, nothing.stdout) == (2, overview())


@pytest.mark.parametrize("name", COMMANDS)
def test_the_summary_of_a_command_is_the_first_line_of_its_help(name: str) -> None:
    module, _, function = COMMANDS[name].place.partition(".")
    found = getattr(importlib.import_module(f"houseway.cli.{module}"), function)
    own = found.info.help if hasattr(found, "info") else found.__doc__
    assert str(own).splitlines()[0] == COMMANDS[name].summary


@pytest.fixture(scope="module")
def fresh() -> Iterator[FreshProcesses]:
    """Processes that have loaded the libraries of the commands, but nothing of Houseway."""
    with FreshProcesses(SOURCES) as processes:
        yield processes


ALONE = (
    f"set mbs-v4 {HAND} --why",
    "best five-card Kc 9c 8c 6s 3d",
    "odds five-card",
    "simulate five-card --rounds 1000",
    "audit verify --db none.db",
    "history check none.toml",
)
"""Commands that each load other parts of the package: the quick tier runs these."""
ALONE_TOO = (
    "books",
    "book words",
    "check five-card",
    "page five-card",
    "diff five-card mbs-v4",
    "par five-card -o sheet.json --no-rulings",
    "trace five-card",
    "play five-card",
    "serve --dealer robot",
    "replay nothing",
    "fair verify none.jsonl",
)
"""Further ones, for the full tier; tests of a container, of `play` and of `serve` start those from nothing too."""


@pytest.mark.parametrize("words", [*ALONE, *(pytest.param(words, marks=pytest.mark.full) for words in ALONE_TOO)])
def test_a_command_prints_the_same_in_its_own_process(
    fresh: FreshProcesses, tmp_path: Path, cache_folder: Path, words: str
) -> None:
    here, there = (
        run(words.split(), stdin="q\n", folder=tmp_path, environment=environment_of(tmp_path / home, cache_folder))
        for run, home in ((in_this_process, "one"), (fresh.run, "two"))
    )
    assert (here.returncode, here.stdout, here.stderr) == (there.returncode, there.stdout, there.stderr)


def test_the_package_runs_as_a_module(houseway: Run) -> None:
    there = subprocess.run([sys.executable, "-m", "houseway", "--version"], capture_output=True, text=True, check=True)
    assert there.stdout == houseway("--version").stdout


@pytest.mark.parametrize(("ratio", "verdict"), [(24.9, "  within 25x: met"), (25.1, "  within 25x: MISSED")])
def test_the_benchmark_of_starting_says_whether_a_goal_is_met(ratio: float, verdict: str) -> None:
    assert runpy.run_path(str(ROOT / "bench" / "start.py"))["verdict"](ratio, 25) == verdict
