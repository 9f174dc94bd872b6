"""Hand histories: every transcript becomes one and comes back the same; bad files are refused with their line."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path
from typing import get_args

import pytest
from msgspec.structs import fields

from houseway import books
from houseway.table import events as e
from houseway.table.history import BadHistory, History, read_history, write_history
from houseway.table.history_rounds import from_transcript, played, to_transcript
from support.command import ROOT, Run

FILES = sorted((ROOT / "tests" / "rounds").rglob("*.round"))
EXAMPLE = ROOT / "examples" / "two-players.round"
PAGE = ROOT / "docs" / "history.md"


_LONG = 20_000
"""Bytes of a transcript that the full tier reads: it sets many hands."""


def _name(path: Path) -> str:
    return f"{path.parent.name}/{path.stem}"


def _sampled(every: int) -> list[object]:
    marks = [
        () if at % every == 0 and path.stat().st_size < _LONG else (pytest.mark.full,) for at, path in enumerate(FILES)
    ]
    return [pytest.param(path, marks=mark) for path, mark in zip(FILES, marks, strict=True)]


def _events(history: History) -> list[e.Event]:
    return [event for step in history.steps for event in step.events]


@pytest.mark.parametrize("path", _sampled(6), ids=_name)
def test_a_transcript_comes_back_from_its_history(path: Path) -> None:
    written = path.read_text(encoding="utf-8")
    history = from_transcript(written, books.get)
    assert read_history(write_history(history)) == history
    assert to_transcript(history, books.get) == written


@pytest.mark.parametrize("path", _sampled(9), ids=_name)
def test_requests_that_were_not_kept_are_worked_out_from_their_events(path: Path) -> None:
    history = from_transcript(path.read_text(encoding="utf-8"), books.get)
    bare = [replace(step, by=None, asks="") for step in history.steps if not step.refused]
    again = to_transcript(replace(history, steps=tuple(bare)), books.get)
    assert _events(from_transcript(again, books.get)) == _events(history)


@pytest.fixture(scope="module")
def example() -> str:
    return write_history(from_transcript(EXAMPLE.read_text(encoding="utf-8"), books.get))


def test_fields_of_your_own_are_kept(example: str) -> None:
    mine = example.replace('by = "dealer"', 'by = "dealer"\n_at = 2026-11-16T20:00:00Z\n_seen = { "by me" = [1.5] }')
    mine = mine.replace("[[step]]", '_source = "a\\u007f\\"b\\\\"\n\n[[step]]', 1)
    found = read_history(mine)
    assert found.own == {"_source": 'a\x7f"b\\'}
    assert read_history(write_history(found)) == found
    assert "_at = 2026-11-16T20:00:00+00:00" in write_history(found)


@pytest.mark.parametrize(
    ("was", "now", "sentence"),
    [
        ('format = "houseway-history"\n', "", "line 1: this is not a hand history"),
        ("version = 1", "version = 2", "line 2: version 2 is not 1"),
        ('book = "mbs-v4"\n', "", "line 1: a history names its book"),
        (
            "round = 1, clause",
            "rund = 1, clause",
            "line 17: 'betting opened' has no field 'rund'; it has ",
        ),
        ("round = 1, clause", "clause", "line 17: 'betting opened': object missing required field `round`"),
        ("round = 1, clause", "round = 'one', clause", "line 17: 'betting opened': expected `int`, got `str`"),
        ('"betting opened"', '"betting began"', "line 17: {'type': 'betting began', "),
        ('by = "dealer"', 'by = "dealer"\nrole = "king"', "line 12: 'king' is not a role"),
        ('by = "dealer"', "by = 7", "line 12: by is text, not 7"),
        ('by = "dealer"', 'bye = "dealer"', "line 12: 'bye' is not a field here"),
        ('refused = "there is', 'asked = "there is', "line 34: 'asked' is not a field here"),
        ("[end]\nsteps = 17", "", "the file ends without [end]: it is unfinished"),
        ("steps = 17", "steps = 18", "the end names 18 steps, but there are 17"),
        ('by = "dealer"', 'by = "deal', "line 14: this is not TOML: illegal character"),
    ],
)
def test_a_bad_file_is_refused_with_its_line(example: str, was: str, now: str, sentence: str) -> None:
    assert was in example
    with pytest.raises(BadHistory) as refused:
        read_history(example.replace(was, now, 1))
    assert sentence in str(refused.value)
    assert re.match(r"line \d+: [^\n]+$", str(refused.value))


@pytest.mark.parametrize(
    ("was", "now", "sentence"),
    [
        ("cents = 1000,", "cents = 2000,", "event 1 of the step, 'wager placed': `cents` is 1000, not 2000"),
        ("sit at 2", "sit at 9", "'sit at 9' is refused"),
        ("sit at 2", "stand up", "'stand up' is not a request"),
        ('asks = "wager 5.00 on fortune-bonus at 1"\nrefused', 'asks = "leave 1"\nrefused', "'leave 1' is not refused"),
        ('by = "bob"\nasks = "sit at 2"\n', "", "no request leads to 'place taken' here"),
        ("positions = 6", "positions = 5", "does not open as it says: `positions` is 6, not 5"),
    ],
)
def test_a_history_in_which_something_else_happens_does_not_hold(
    example: str, was: str, now: str, sentence: str
) -> None:
    changed = example.replace(was, now, 1)
    if not now:
        changed = changed.replace("position = 2, player", "position = 1, player", 1)
    assert changed != example
    with pytest.raises(BadHistory, match=r"^line \d+: ") as refused:
        list(played(read_history(changed), books.get))
    assert sentence in str(refused.value)


def test_every_prefix_of_a_file_is_unfinished(example: str) -> None:
    for end in range(0, len(example) - 1, 97):
        with pytest.raises(BadHistory, match=r"^line \d+: "):
            read_history(example[:end])


def test_the_page_of_the_format_lists_every_event_with_its_fields() -> None:
    rows = dict(re.findall(r"^\| `([a-z ]+)` \| (.*?) \|", PAGE.read_text(encoding="utf-8"), re.MULTILINE))
    kinds = {str(kind.__struct_config__.tag): kind for kind in get_args(e.AnyEvent) if kind is not e.ChipsBought}
    assert set(rows) == set(kinds)
    for name, kind in kinds.items():
        assert re.findall(r"`(\w+)`", rows[name]) == [each.name for each in fields(kind) if each.name != "clause"]


def test_the_command_writes_reads_and_checks(houseway: Run, tmp_path: Path) -> None:
    file, back = tmp_path / "two.toml", tmp_path / "two.round"
    houseway("history", "export", str(EXAMPLE), "-o", str(file))
    assert houseway("history", "check", str(file)).stdout == f"{file}: mbs-v4, 17 steps, 25 events, 1 round: all hold\n"
    assert '"rounds":1' in houseway("history", "check", str(file), "--json").stdout
    assert len(houseway("history", "export", str(EXAMPLE), "--json").stdout.splitlines()) == 17
    houseway("history", "import", str(file), "-o", str(back))
    assert back.read_text(encoding="utf-8") == EXAMPLE.read_text(encoding="utf-8")
    assert file.read_text(encoding="utf-8") == EXAMPLE.with_suffix(".toml").read_text(encoding="utf-8")
    file.write_text(file.read_text(encoding="utf-8")[:2000], encoding="utf-8")
    for words in (["check"], ["import", "-o", str(tmp_path / "x")], ["import", "--db", str(tmp_path / "x")]):
        done = houseway("history", words[0], str(file), *words[1:])
        assert (done.returncode, done.stdout) == (1, "")
        assert re.fullmatch(rf"houseway: {file}, line \d+: [^\n]+\n", done.stderr)
    assert not (tmp_path / "x").exists()
