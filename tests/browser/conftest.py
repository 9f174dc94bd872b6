"""What the tests in a browser share. Their browser is closed before other tests run: it occupies the event loop."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

pytest.importorskip("playwright.sync_api", reason="playwright is not installed: the pages are not looked at")

from playwright.sync_api import Browser

from support.browser import Crowd, house_for, name_of, open_browser
from support.web_house import RunningHouse, Visitor


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    """One browser for all tests of this folder."""
    with open_browser() as opened:
        yield opened


@pytest.fixture(scope="package")
def house(tmp_path_factory: pytest.TempPathFactory, cache_folder: Path) -> Iterator[RunningHouse]:
    """One house for most tests of this folder: people deal at its tables, and each test takes tables of its own."""
    books = ("--book", "mbs-v4", "--book", "mbs-v3", "--book", "five-card", "--tables", "60")
    with house_for(tmp_path_factory.mktemp("house"), cache_folder, *books) as running:
        yield running


@pytest.fixture
def crowd(request: pytest.FixtureRequest, browser: Browser, house: RunningHouse, boss: Visitor) -> Iterator[Crowd]:
    """The people of one test in its house; whatever went wrong with any of them fails it."""
    people = Crowd(browser, house, boss, name_of(request))
    yield people
    people.close()
