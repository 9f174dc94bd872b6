"""Play chips are given up to a fixed amount, counted and limited; a house of house money gives none."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from houseway.errors import Refused
from houseway.journal.entry import Entry, Posting
from houseway.journal.significant import events
from houseway.journal.store import Journal
from houseway.kept.play_chips import FIRST_CHIPS, MOST_A_DAY, first_chips, give_more, times_given
from houseway.kept.settings import change_settings, settings
from houseway.kept.tables import buy_chips

NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[Journal]:
    with Journal.open(str(tmp_path / "journal.db")) as opened:
        yield opened


def _spend(journal: Journal, cents: int) -> None:
    version = journal.version("spent")
    moved = (Posting("player:ann", -cents), Posting("house:one", cents))
    journal.append("spent", [Entry("spent", b"{}", moved)], expected_version=version, key=f"spent {version}")


def test_nobody_gets_above_what_a_new_player_has_whatever_the_minimum_of_a_table(journal: Journal) -> None:
    journal.append_many(first_chips(journal, "ann"))
    with pytest.raises(Refused, match="too few for a wager at any table"):
        give_more(journal, "ann", lowest=100_000_00)
    _spend(journal, 100_00)
    with pytest.raises(Refused, match="too few"):
        give_more(journal, "ann", lowest=10_00)
    assert give_more(journal, "ann", lowest=100_000_00) == 100_00
    assert journal.balance("player:ann") == FIRST_CHIPS
    _spend(journal, 999_50)
    assert give_more(journal, "ann", lowest=10_00) == 999_50
    assert times_given(journal, "ann") == 2


def test_more_chips_are_limited_for_each_day(journal: Journal) -> None:
    journal.append_many(first_chips(journal, "ann"))
    for number in range(MOST_A_DAY):
        _spend(journal, FIRST_CHIPS)
        give_more(journal, "ann", lowest=10_00, now=NOON + timedelta(minutes=number))
    _spend(journal, FIRST_CHIPS)
    with pytest.raises(Refused, match="20 times within a day"):
        give_more(journal, "ann", lowest=10_00, now=NOON + timedelta(hours=23))
    assert journal.balance("player:ann") == 0
    give_more(journal, "ann", lowest=10_00, now=NOON + timedelta(hours=24, minutes=1))


def test_a_house_of_house_money_gives_nothing(journal: Journal) -> None:
    assert settings(journal).money == "play"
    change_settings(journal, by="Sam", money="house")
    journal.append_many(first_chips(journal, "ann"))
    assert journal.balances() == {}
    for free in (lambda: give_more(journal, "ann", lowest=None), lambda: buy_chips(journal, "ann", 1)):
        with pytest.raises(Refused, match="chips come from the cage"):
            free()
    (noted,) = events(journal, kind="house settings changed")
    assert (noted.by, noted.before["money"], noted.after["money"]) == ("Sam", "play", "house")


def test_the_money_of_a_house_stays_while_players_have_chips(journal: Journal) -> None:
    journal.append_many(first_chips(journal, "ann"))
    with pytest.raises(Refused, match=r"players have chips worth 1,000\.00"):
        change_settings(journal, by="Sam", money="house")
    with pytest.raises(Refused, match="play or house, not 'gold'"):
        change_settings(journal, by="Sam", money="gold")
    _spend(journal, FIRST_CHIPS)
    assert change_settings(journal, by="Sam", money="house").money == settings(journal).money == "house"
    assert change_settings(journal, by="Sam", exposure=5).by == "Sam"
    assert settings(journal).exposure == 5
