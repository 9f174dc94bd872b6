"""The README: short, and every command in it prints exactly what it shows."""

from __future__ import annotations

from pathlib import Path

import pytest

from houseway.cli.commands import COMMANDS
from support.pages import README, broken_links, output_of, sessions, text

LONGEST = 120


@pytest.mark.parametrize(("command", "output"), sessions(README), ids=[command for command, _ in sessions(README)])
def test_session(command: str, output: str, cache_folder: Path) -> None:
    assert output_of(command, cache_folder) == output.splitlines()


def test_the_session_sets_explains_counts_and_finds_the_best() -> None:
    commands = " ".join(command for command, _ in sessions(README))
    assert all(word in commands for word in ("houseway set", "--why", "houseway odds", "houseway best"))


def test_it_is_short() -> None:
    assert len(text(README).splitlines()) < LONGEST


def test_it_names_every_command() -> None:
    assert [name for name in COMMANDS if f"| `houseway {name}" not in text(README)] == []


def test_links_work() -> None:
    assert broken_links(README) == []
