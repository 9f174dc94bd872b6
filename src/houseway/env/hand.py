"""One hand at a time, for Gymnasium.

Here: the environment `Houseway/PaiGow-v0`. Not here: dealing and settling (`hands`).
"""

from __future__ import annotations

from pathlib import Path
from typing import Any, cast

import gymnasium
import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from houseway.cards.card import CARDS, JOKER_INDEX, draw_cards
from houseway.env.hands import Batch, HandTables, hand_tables
from houseway.errors import Refused
from houseway.rulebook.rulebook import Rulebook, split_cards

Observation = dict[str, NDArray[Any]]


class PaiGowEnv(gymnasium.Env[Observation, np.int64]):
    """Set a hand against a dealer whose cards are random; an episode is one hand.

    The reward is what the main wager wins per unit bet: the payout less commission, 0, or -1. An action that is not
    legal is a foul hand, which is set the house way, as at the table.

    >>> env = PaiGowEnv("mbs-v4")
    >>> seen, info = env.reset(seed=5)
    >>> env.render()
    'Joker K♣ Q♥ J♠ 10♠ 9♠ 9♥'
    >>> _, reward, terminated, _, after = env.step(info["house_way"])
    >>> env.render()
    '9♠ 9♥ under Joker K♣ Q♥ J♠ 10♠, the dealer J♦ 9♣ under A♥ 8♣ 7♣ 5♠ 3♦: 0.95'
    """

    metadata: dict[str, Any] = {"render_modes": ["ansi"], "render_fps": 1}  # noqa: RUF012 - as Gymnasium declares it

    def __init__(self, book: str | Path | Rulebook = "", *, render_mode: str | None = "ansi") -> None:
        """An environment for one book, mbs-v4 unless you name another."""
        self.tables = hand_tables(book or DEFAULT)
        self.observation_space = cast(spaces.Space[Observation], observation_space(self.tables))
        self.action_space = spaces.Discrete(len(self.tables.places))
        self.render_mode = render_mode
        self._batch: Batch | None = None
        self._action, self._reward = -1, 0.0

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Observation, Any]:
        """Deal a new hand; the same seed deals the same hands from then on."""
        super().reset(seed=seed, options=options)
        self._batch, self._action = self.tables.deal(1, self.np_random), -1
        return self._observation(), self._info()

    def step(self, action: np.int64) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Set the hand; the dealer's cards are in the info that comes back."""
        if self._batch is None or self._action >= 0:
            raise Refused("there is no hand to set: call reset first")
        chosen = self.tables.checked(np.atleast_1d(action), 1)
        self._reward = float(self.tables.settle(self._batch, chosen)[0])
        self._action = int(chosen[0])
        info = self._info() | {"dealer": self._batch.dealer[0].copy()}
        return self._observation(), self._reward, True, False, info

    def render(self) -> str:
        """The hand in words; once it is set, with the dealer's hand and the reward."""
        if self._batch is None:
            return "no hand is dealt"
        cards = self._batch.player[0].tolist()
        if self._action < 0:
            return draw_cards(tuple(CARDS[card] for card in reversed(cards)))
        book, (mine, theirs) = self.tables.book, self._batch.shapes[0].tolist()
        fouled = not self.tables.legal[mine, self._action]
        own = _words(cards, int(self.tables.house_way[mine]) if fouled else self._action)
        dealers = _words(self._batch.dealer[0].tolist(), int(book.compiled.split[theirs]))
        return f"{own}{' (a foul hand, set the house way)' if fouled else ''}, the dealer {dealers}: {self._reward:g}"

    def _observation(self) -> Observation:
        assert self._batch
        return {name: rows[0].copy() for name, rows in observations(self.tables, self._batch).items()}

    def _info(self) -> dict[str, Any]:
        assert self._batch
        mine = self._batch.shapes[0, 0]
        return {"action_mask": self.tables.legal[mine].copy(), "house_way": int(self.tables.house_way[mine])}


DEFAULT = "mbs-v4"


def observation_space(tables: HandTables) -> spaces.Dict:
    """What a player sees: the cards, and which actions are legal; where the book shows it first, the dealer's hand."""
    cards = {"cards": spaces.Box(0, JOKER_INDEX, (tables.book.dealt,), np.uint8)}
    if tables.book.procedure.dealer_exposed:
        cards["dealer"] = spaces.Box(0, JOKER_INDEX, (tables.book.dealt,), np.uint8)
    return spaces.Dict({**cards, "action_mask": spaces.MultiBinary(len(tables.places))})


def observations(tables: HandTables, batch: Batch) -> Observation:
    """What the players of a batch see."""
    found: Observation = {"cards": batch.player}
    if tables.book.procedure.dealer_exposed:
        found["dealer"] = batch.dealer
    return found | {"action_mask": tables.legal[batch.shapes[:, 0]]}


def _words(cards: list[int], split: int) -> str:
    low, high = split_cards(cards, split)
    return f"{draw_cards(low)} under {draw_cards(high)}"
