"""`houseway solve`: stopping and going on, with a book of few cards."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from houseway.maths.solve.equilibrium import Bounds, solve
from support.command import Run

BOOK = """
id = "little"
based_on = "mbs-v4"
source = { title = "Sixteen cards and the Joker" }
deck = { joker = true, ranks = [2, 3, 4, 14] }
"""
SOLVE = ("solve", "little.toml", "--within", "1e-9", "--state", "kept")


@pytest.fixture
def little(tmp_path: Path, houseway: Run) -> Run:
    (tmp_path / "little.toml").write_text(BOOK, encoding="utf-8")
    return houseway


def sends(numbers: tuple[int, ...]) -> Callable[..., Iterator[Bounds]]:
    """`solve`, in the second round of which this process gets signals."""

    def interrupted(*arguments: Any, **options: Any) -> Iterator[Bounds]:
        for found in solve(*arguments, **options):
            if found.round == 2:
                for number in numbers:
                    os.kill(os.getpid(), number)
            yield found

    return interrupted


@pytest.mark.parametrize(
    ("numbers", "code", "kept"), [((signal.SIGTERM,), 130, 1), ((signal.SIGINT,) * 2, 130, 1), ((signal.SIGINT,), 0, 2)]
)
def test_work_that_was_stopped_by_a_signal_goes_on_and_leaves_nothing_behind(
    little: Run,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    numbers: tuple[int, ...],
    code: int,
    kept: int,
) -> None:
    scratch = tmp_path / "scratch"
    scratch.mkdir()
    monkeypatch.setattr("tempfile.tempdir", str(scratch))
    with monkeypatch.context() as patched:
        patched.setattr("houseway.cli.solve_command.solve", sends(numbers))
        stopped = little(*SOLVE)
    assert stopped.returncode == code
    assert ("houseway: stopped" in stopped.stderr) == (code == 130)
    assert list(scratch.iterdir()) == []
    assert {file.name.split("-")[2] for file in (tmp_path / "kept").glob("*.npy")} == {str(kept)}
    again = little(*SOLVE, "--rounds", "3")
    assert f"going on after {kept} round" in again.stderr
    assert again.stdout.split()[0] == str(kept + 1)
