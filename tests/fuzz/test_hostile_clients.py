"""A campaign of hostile clients against a real house: nothing leaks, no chip is made, nothing is accepted wrongly."""

from __future__ import annotations

from pathlib import Path

import pytest

from houseway.cards.card import CARDS
from houseway.journal.store import Journal
from houseway.kept.tables import buy_chips
from houseway.people.positions import Position
from houseway.people.staff import Staff
from support import hostile_rules as rules
from support.hostile import HOUSE_MONEY, OPTIONS, Campaign
from support.hostile_checks import Checks
from support.web_house import running_house

BATCH = 25_000


def _run(messages: int, seed: int, folder: Path, cache: Path) -> Campaign:
    play_money = seed % 2 == 1
    options = OPTIONS if play_money else (*OPTIONS, *HOUSE_MONEY)
    with running_house(folder / f"{seed}.db", *options, cache=cache) as house:
        campaign = Campaign(house, seed, play_money=play_money)
        campaign.run(messages)
    campaign.check()
    assert not campaign.wrong, campaign.wrong[:5]
    assert campaign.counts["leaks"] == campaign.counts["chips made"] == 0, campaign.counts
    assert campaign.counts["sent"] == messages
    assert campaign.counts["refused"] > messages // 2
    assert campaign.counts["accepted rightly"]
    assert campaign.counts["settlements compared"]
    assert campaign.counts["cards checked"]
    return campaign


@pytest.mark.full
def test_hostile_clients_get_nothing(tmp_path: Path, cache_folder: Path) -> None:
    for seed in (1, 2):
        _run(300, seed, tmp_path, cache_folder)


@pytest.mark.full
def test_a_million_hostile_messages_get_nothing(tmp_path: Path, cache_folder: Path) -> None:
    for seed in range(1_000_000 // BATCH):
        _run(BATCH, seed, tmp_path, cache_folder)


@pytest.mark.full
def test_what_hostile_clients_might_get_would_be_found(tmp_path: Path, cache_folder: Path) -> None:
    """The checks can fail: each kind of loot is planted in the journal of a campaign, and found."""
    campaign = _run(300, 1, tmp_path, cache_folder)
    file, everything = campaign.house.journal, {card.text for card in CARDS}
    again = Checks(file, campaign.staff, campaign.players, play_money=True)
    assert not again.wrong
    assert any("a watcher was sent" in leak for leak in again.leaks({("", at): everything for at in again.hidden}))
    assert Checks(file, campaign.staff, campaign.players, play_money=False).wrong, "chips that no cage sold"
    with Journal.open(str(file)) as journal:
        buy_chips(journal, "Eve", 5)
        Staff(journal).add("Zed", Position.GAMING_SHIFT_MANAGER, by="nobody")
    found = Checks(file, campaign.staff, campaign.players, play_money=True)
    assert any("first chips" in sentence for sentence in found.wrong)
    assert any("the staff is now" in sentence for sentence in found.wrong)


@pytest.mark.parametrize(
    ("rank", "said", "right"),
    [
        (rules.PLAYER, {"type": "do", "command": {"type": "sit"}}, True),
        (rules.PLAYER, {"type": "do", "command": {"type": "settle"}}, False),
        (rules.DEALER, {"type": "do", "command": {"type": "settle"}}, True),
        (rules.DEALER, {"type": "do", "command": {"type": "sit"}}, False),
        (rules.DEALER, {"type": "do", "command": {"type": "prohibit"}}, False),
        (rules.DEALER, {"type": "run", "open": False}, False),
        (rules.AUDITOR, {"type": "preview", "command": {"type": "report"}}, False),
        (rules.WATCHER, {"type": "chips"}, False),
    ],
)
def test_the_second_opinion_on_who_may_do_what(rank: int, said: dict[str, object], right: bool) -> None:
    assert rules.may_say(rank, said) is right
