"""The environments: the checkers of their frameworks, seeds, and rewards as the table pays them."""

from __future__ import annotations

import subprocess
import sys
import time
import warnings
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from numpy.typing import NDArray
from pettingzoo.test import api_test, seed_test

import houseway
from houseway.cards.card import CARDS
from houseway.env import PaiGowEnv, PaiGowVectorEnv, TableEnv, house_way, random_play
from houseway.errors import Refused
from houseway.rulebook.comparison import BY_HANDS_WON, Result
from support.command import ROOT

HANDS = 2000


@pytest.fixture(scope="module")
def env() -> PaiGowVectorEnv:
    return PaiGowVectorEnv(HANDS, book="mbs-v4")


@pytest.mark.parametrize("book", ["mbs-v4", "five-card"])
def test_gymnasiums_checker_finds_nothing(book: str) -> None:
    made = gymnasium.make("Houseway/PaiGow-v0", book=book)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        check_env(made.unwrapped)
    assert isinstance(made.action_space, gymnasium.spaces.Discrete)
    assert made.action_space.n == {"mbs-v4": 21, "five-card": 10}[book]


@pytest.mark.parametrize(("book", "players"), [("mbs-v4", 3), ("five-card", 2)])
def test_pettingzoos_tests_pass(book: str, players: int, capsys: pytest.CaptureFixture[str]) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for about in ("Observation space for each agent probably", "Observation is not a NumPy array"):
            warnings.filterwarnings("ignore", message=about)  # a dictionary, with a mask of legal actions
        api_test(TableEnv(book, players=players), num_cycles=20)
        seed_test(lambda: TableEnv(book, players=players), num_cycles=10)
    assert "Passed API test" in capsys.readouterr().out


def _by_the_book(env: PaiGowVectorEnv, cards: NDArray[np.uint8], dealer: NDArray[np.uint8], action: int) -> float:
    """What a hand wins, compared rank by rank in words of the rulebook."""
    book = env.tables.book
    mine, theirs = (tuple(CARDS[card] for card in row) for row in (cards, dealer))
    low = {mine[place] for place in env.tables.places[action]}
    of_dealer = book.set(theirs)
    ranks = [
        (book.rank_of([card for card in mine if (card in low) == is_low]), rank)
        for is_low, rank in ((True, of_dealer.low_rank), (False, of_dealer.high_rank))
    ]
    won = BY_HANDS_WON[sum(own > other for own, other in ranks)]
    return {Result.WIN: float(book.main.net), Result.STANDOFF: 0.0, Result.LOSE: -1.0}[won]


def test_rewards_are_what_the_main_wager_wins(env: PaiGowVectorEnv) -> None:
    seen, _ = env.reset(seed=3)
    actions = random_play(seed=1)(seen)
    cards = seen["cards"]
    _, rewards, ended, cut_short, info = env.step(actions)
    dealers = info["final_info"]["dealer"]
    each = env.hindsight()
    assert ended.all()
    assert not cut_short.any()
    for hand in range(60):
        assert len({*cards[hand].tolist(), *dealers[hand].tolist()}) == 14
        assert rewards[hand] == _by_the_book(env, cards[hand], dealers[hand], int(actions[hand]))
    assert (each[np.arange(HANDS), actions] == rewards.astype(np.float32)).all()
    assert (np.isnan(each) == (info["final_obs"]["action_mask"] == 0)).all()


def test_cards_and_masks_are_those_of_the_rulebook(env: PaiGowVectorEnv) -> None:
    seen, info = env.reset(seed=4)
    hands = env.tables.book.hands(seen["cards"])
    assert (hands.cards == seen["cards"]).all()
    assert (hands.legal == seen["action_mask"]).all()
    assert (env.tables.book.decide(hands).split == info["house_way"]).all()
    assert (house_way("mbs-v4")(seen) == info["house_way"]).all()


def test_a_foul_hand_is_set_the_house_way(env: PaiGowVectorEnv) -> None:
    seen, info = env.reset(seed=5)
    foul = seen["action_mask"].argmin(axis=1)
    fouled = seen["action_mask"][np.arange(HANDS), foul] == 0
    assert fouled.sum() > HANDS // 2
    rewards = env.step(np.where(fouled, foul, info["house_way"]))[1]
    env.reset(seed=5)
    assert (env.step(info["house_way"])[1] == rewards).all()


def test_every_card_is_dealt_equally_often(env: PaiGowVectorEnv) -> None:
    env.reset(seed=6)
    often = np.zeros(53)
    for _ in range(20):
        seen = env.step(np.zeros(HANDS, dtype=np.int64))[0]
        often += np.bincount(seen["cards"].ravel(), minlength=53)
    expected = 20 * HANDS * 7 / 53
    assert abs(often - expected).max() < 5 * np.sqrt(expected)


def test_a_seed_deals_the_same_hands() -> None:
    one, other = PaiGowEnv("mbs-v4"), PaiGowEnv("mbs-v4")
    hands = [
        [env.reset(seed=9 if again == 0 else None)[0]["cards"].tolist() for again in range(3)] for env in (one, other)
    ]
    assert hands[0] == hands[1]
    assert hands[0][0] != hands[0][1]
    with pytest.raises(Refused, match="call reset first"):
        PaiGowVectorEnv(2).step(np.zeros(2, dtype=np.int64))


def test_the_table_pays_what_its_settlement_says() -> None:
    env = TableEnv("mbs-v4", players=6)
    env.reset(seed=2)
    rewards = {}
    for agent in env.agent_iter():
        seen, reward, ended, _, _ = env.last()
        if ended:
            rewards[agent] = reward
        env.step(None if ended else int(np.flatnonzero(seen["action_mask"])[-1]))
    settled = [event for event in env.game if isinstance(event, houseway.events.WagerSettled)]
    assert rewards == {event.player: (event.received - event.stake) / event.stake for event in settled}
    assert len(rewards) == 6
    assert set(rewards.values()) <= {0.95, 0.0, -1.0}


def test_a_million_hands_a_second() -> None:
    env = PaiGowVectorEnv(1 << 15, book="mbs-v4")
    _, info = env.reset(seed=1)
    fastest = float("inf")
    for _ in range(8):
        start = time.process_time()
        info = env.step(info["house_way"])[4]
        fastest = min(fastest, time.process_time() - start)
    assert env.num_envs / fastest > 1e6


@pytest.mark.full
def test_the_example_trains_a_policy_to_within_a_tenth_of_a_per_cent_of_best_play() -> None:
    done = subprocess.run(
        [sys.executable, ROOT / "examples" / "train_policy.py", "--hands", "10000000"],
        capture_output=True,
        text=True,
        check=True,
    )
    below = float(done.stdout.rsplit(": ", 1)[1].split("%")[0])
    assert 0 <= below < 0.1


@pytest.mark.parametrize("action", [-1, 21, 99, 10**8, 3.5, None, [1, 2]])
def test_an_action_that_does_not_exist_is_refused_and_changes_nothing(action: Any) -> None:
    env = PaiGowEnv("mbs-v4")
    env.reset(seed=1)
    before = env.render()
    with pytest.raises(Refused):
        env.step(action)
    assert env.render() == before
    env.step(np.int64(20))
    with pytest.raises(Refused, match="call reset first"):
        env.step(np.int64(20))


@pytest.mark.parametrize("actions", [[0] * 3, [0] * 5, [[0]] * 4, [0.0] * 4, [0, 0, 0, 21], [0, -1, 0, 0]])
def test_actions_of_many_hands_are_checked(actions: list[Any]) -> None:
    env = PaiGowVectorEnv(4, book="mbs-v4")
    env.reset(seed=1)
    with pytest.raises(Refused):
        env.step(np.array(actions))
    _, rewards, *_ = env.step(np.array([0, 1, 2, 20]))
    assert rewards.shape == (4,)
