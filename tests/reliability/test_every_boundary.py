"""A house is killed just before and just after a commit of a round, and nothing acknowledged is lost.

Quick: one book, one commit. Full: every commit of a whole round, for every book.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest

pytest.importorskip("litestar", reason="the extra houseway[web] is not installed")

from houseway import books
from support.postgres import Server
from support.reliability.every_boundary import NAMES, Deaths, kill_at_every_commit
from support.reliability.every_takeover import take_over_at_every_commit
from support.reliability.figures import keep, of_deaths
from support.reliability.hooks import AFTER, BEFORE


def _must_be_right(deaths: Deaths) -> None:
    assert deaths.report.wrong == []
    counts = deaths.report.counts
    assert counts["acts acknowledged"] + counts["acts refused"] == counts["acts sent"]
    assert counts["rounds"] >= len(deaths.killed)


def test_a_house_killed_at_a_commit_goes_on(tmp_path: Path) -> None:
    tmp_path.chmod(0o700)
    deaths = asyncio.run(kill_at_every_commit("mbs-v4", tmp_path, only="wager placed"))
    commit = "wager placed x1, wager x1 #1"
    assert deaths.killed == [(AFTER, commit), (BEFORE, commit)]
    _must_be_right(deaths)


@pytest.mark.full
@pytest.mark.parametrize("book", books.names())
def test_a_house_killed_at_every_commit_of_a_round_goes_on(tmp_path: Path, book: str) -> None:
    tmp_path.chmod(0o700)
    deaths = asyncio.run(kill_at_every_commit(book, tmp_path))
    keep(of_deaths(deaths.killed, deaths.report))
    _must_be_right(deaths)
    print(f"{book}: {len(deaths.killed)} deaths, {dict(deaths.report.counts)}")
    for moment in (AFTER, BEFORE):
        commits = " ".join(commit for each, commit in deaths.killed if each == moment)
        for kind in ("betting opened", "wager placed", "betting closed", "deal ended", "hand set", "round settled"):
            assert kind in commits, (moment, commits)
        assert commits.count("wager placed") >= len(NAMES)


@pytest.fixture
def url(server: Server, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, cache_folder: Path) -> Iterator[str]:
    """An empty journal in PostgreSQL."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setenv("HOUSEWAY_CACHE", str(cache_folder))
    url = server.new_database()
    yield url
    server.give_back(url)


def _must_have_gone_on(deaths: Deaths) -> None:
    assert deaths.report.wrong == []
    counts = deaths.report.counts
    assert counts["acts acknowledged"] + counts["acts refused"] == counts["acts sent"]


@pytest.mark.full
def test_another_process_takes_over_a_house_killed_at_a_commit(url: str, tmp_path: Path) -> None:
    deaths = asyncio.run(take_over_at_every_commit("mbs-v4", url, tmp_path, only="wager placed"))
    assert [moment for moment, _ in deaths.killed] == [AFTER, BEFORE]
    _must_have_gone_on(deaths)


@pytest.mark.full
@pytest.mark.parametrize("book", books.names())
def test_another_process_takes_over_a_house_killed_at_every_commit_of_a_round(
    url: str, tmp_path: Path, book: str
) -> None:
    deaths = asyncio.run(take_over_at_every_commit(book, url, tmp_path))
    keep(of_deaths(deaths.killed, deaths.report))
    _must_have_gone_on(deaths)
    print(f"{book}: {len(deaths.killed)} deaths, {dict(deaths.report.counts)}")
    for moment in (AFTER, BEFORE):
        commits = " ".join(commit for each, commit in deaths.killed if each == moment)
        for kind in ("betting opened", "wager placed", "betting closed", "deal ended", "hand set", "round settled"):
            assert kind in commits, (moment, commits)
