"""Fixtures for the tests of live tables: one house, where every test has its own table and names."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from pathlib import Path

import pytest

from support.web_house import QUICK, RunningHouse, running_house

_numbers = itertools.count(1)


@pytest.fixture(scope="package")
def house(tmp_path_factory: pytest.TempPathFactory, cache_folder: Path) -> Iterator[RunningHouse]:
    """A house whose tables have human dealers."""
    journal = tmp_path_factory.mktemp("house") / "journal.db"
    tables = ("--book", "mbs-v4", "--book", "five-card", "--dealer", "person")
    with running_house(journal, *tables, *QUICK, "--entries", "100000", cache=cache_folder) as running:
        yield running


@pytest.fixture
def names() -> tuple[str, str]:
    """Two names that no other test uses."""
    number = next(_numbers)
    return f"Ann {number}", f"Bob {number}"
