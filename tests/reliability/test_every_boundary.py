"""A house is killed just before and just after a commit of a round, and nothing acknowledged is lost.

Quick: one book, one commit. Full: every commit of a whole round, for every book.
"""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

pytest.importorskip("litestar", reason="the extra houseway[web] is not installed")

from houseway import books
from support.reliability.every_boundary import NAMES, Deaths, kill_at_every_commit
from support.reliability.hooks import AFTER, BEFORE


def _must_be_right(deaths: Deaths) -> None:
    assert deaths.report.wrong == []
    counts = deaths.report.counts
    assert counts["acts acknowledged"] + counts["acts refused"] == counts["acts sent"]
    assert counts["rounds"] >= len(deaths.killed)


def test_a_house_killed_at_a_commit_goes_on(tmp_path: Path) -> None:
    tmp_path.chmod(0o700)
    deaths = asyncio.run(kill_at_every_commit("mbs-v4", tmp_path, at=[8]))
    assert [moment for moment, _ in deaths.killed] == [AFTER, BEFORE]
    _must_be_right(deaths)


@pytest.mark.full
@pytest.mark.parametrize("book", books.names())
def test_a_house_killed_at_every_commit_of_a_round_goes_on(tmp_path: Path, book: str) -> None:
    tmp_path.chmod(0o700)
    deaths = asyncio.run(kill_at_every_commit(book, tmp_path))
    _must_be_right(deaths)
    by_moment = {moment: [kinds for each, kinds in deaths.killed if each == moment] for moment in (AFTER, BEFORE)}
    for found in by_moment.values():
        kinds = {kind for kinds in found for kind in kinds}
        assert {"betting opened", "wager placed", "betting closed", "deal ended", "round settled"} <= kinds, kinds
        assert len(found) >= 5 + 2 * len(NAMES)  # a wager and a setting of each player
