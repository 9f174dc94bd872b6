"""A campaign of hostile clients against a real house: nothing leaks, no chip is made, nothing is accepted wrongly."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from houseway.cards.card import CARDS
from support.hostile import CLOCKS, Campaign
from support.web_house import running_house


@pytest.mark.full
@pytest.mark.parametrize("messages", [300, 1_000_000])
def test_hostile_clients_get_nothing(messages: int, tmp_path: Path, cache_folder: Path) -> None:
    with running_house(tmp_path / "journal.db", "--book", "mbs-v4", *CLOCKS, cache=cache_folder) as house:
        campaign = Campaign(house, Random(messages))
        campaign.run(messages)
    campaign.check()
    assert not campaign.wrong, campaign.wrong[:5]
    assert campaign.counts["leaks"] == campaign.counts["chips made"] == 0, campaign.counts
    assert campaign.counts["sent"] == messages
    assert campaign.counts["refused"] > messages // 2
    assert campaign.counts["accepted rightly"]
    assert campaign.counts["rounds"]
    assert campaign.counts["cards checked"]
    # the count can fail: a watcher who is sent every card of the deck at every version would be found
    campaign.received = [("", version, {card.text for card in CARDS}, set()) for version in range(1, 100)]
    campaign.check()
    assert campaign.counts["leaks"]
