"""Fixtures for the browser tests. The browser is closed before other tests run, because it occupies the event loop."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

pytest.importorskip("playwright.sync_api", reason="playwright is not installed: the pages are not tested")

from playwright.sync_api import Browser

from support import axe
from support.browser import Crowd, house_for, name_of, open_browser
from support.web_house import RunningHouse, Visitor


@pytest.fixture(scope="package")
def browser(request: pytest.FixtureRequest) -> Iterator[Browser]:
    """One browser for all tests of this folder; the quick tier alone reads some of the texts that look alike."""
    axe.Reading.whole = request.config.option.markexpr != "not full"
    with open_browser() as opened:
        yield opened


@pytest.fixture(scope="package")
def house(tmp_path_factory: pytest.TempPathFactory, cache_folder: Path) -> Iterator[RunningHouse]:
    """One house for most tests of this folder: its dealers are people, and each test uses its own tables."""
    books = ("--book", "mbs-v4", "--book", "mbs-v3", "--book", "five-card")
    with house_for(tmp_path_factory.mktemp("house"), cache_folder, *books) as running:
        yield running


@pytest.fixture
def crowd(request: pytest.FixtureRequest, browser: Browser, house: RunningHouse, boss: Visitor) -> Iterator[Crowd]:
    """The people of one test in its house; any error on one of their pages fails the test."""
    people = Crowd(browser, house, boss, name_of(request))
    yield people
    people.close()
