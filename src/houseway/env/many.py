"""Many hands at a time, for Gymnasium.

Here: the vector environment of `Houseway/PaiGow-v0`. Not here: dealing and settling (`hands`).
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from houseway.env.hand import DEFAULT, Observation, observation_space, observations
from houseway.env.hands import Batch, hand_tables
from houseway.errors import Refused
from houseway.rulebook.rulebook import Rulebook


class PaiGowVectorEnv(gymnasium.vector.VectorEnv[Observation, NDArray[np.int64], NDArray[Any]]):
    """Set many hands at once; every step ends all of them and deals new ones (`AutoresetMode.SAME_STEP`).

    The observation of a step is of the new hands. That of the hands just set is `info["final_obs"]`, and the cards of
    their dealers are in `info["final_info"]`.

    >>> env = PaiGowVectorEnv(1000, book="mbs-v4")
    >>> seen, info = env.reset(seed=1)
    >>> seen["cards"].shape, seen["action_mask"].shape
    ((1000, 7), (1000, 21))
    >>> _, rewards, _, _, _ = env.step(info["house_way"])
    >>> {float(reward): int((rewards == reward).sum()) for reward in (-1, 0, 0.95)}
    {-1.0: 300, 0.0: 409, 0.95: 291}
    """

    metadata: dict[str, Any] = {"autoreset_mode": AutoresetMode.SAME_STEP, "render_modes": []}  # noqa: RUF012 - as Gymnasium declares it

    def __init__(self, num_envs: int = 1, book: str | Path | Rulebook = "", render_mode: str | None = None) -> None:
        """An environment of `num_envs` hands of one book, mbs-v4 unless you name another."""
        if num_envs < 1:
            raise Refused(f"a vector environment has at least one hand, not {num_envs}")
        self.num_envs, self.render_mode = num_envs, render_mode
        self.tables = hand_tables(book or DEFAULT)
        self.single_observation_space = observation_space(self.tables)
        self.single_action_space = spaces.Discrete(len(self.tables.places))
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._batch: Batch | None = None
        self._last: Batch | None = None
        self._every = np.ones(num_envs, dtype=bool)
        self._none = np.zeros(num_envs, dtype=bool)

    def reset(
        self, *, seed: int | list[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Deal new hands; the same seed deals the same hands from then on."""
        if isinstance(seed, list):
            seed = seed[0]  # all hands come from one generator
        super().reset(seed=seed, options=options)
        self._batch = self.tables.deal(self.num_envs, self.np_random)
        return observations(self.tables, self._batch), self._info(self._batch)

    def step(
        self, actions: NDArray[np.int64]
    ) -> tuple[Observation, NDArray[np.float64], NDArray[np.bool_], NDArray[np.bool_], dict[str, Any]]:
        """Set all hands, and deal new ones."""
        if self._batch is None:
            raise Refused("there are no hands to set: call reset first")
        batch = self._last = self._batch
        rewards = self.tables.settle(batch, np.asarray(actions))
        self._batch = self.tables.deal(self.num_envs, self.np_random)
        info = self._info(self._batch) | {
            "final_obs": observations(self.tables, batch),
            "_final_obs": self._every,
            "final_info": {"dealer": batch.dealer, "_dealer": self._every},
            "_final_info": self._every,
        }
        return observations(self.tables, self._batch), rewards, self._every.copy(), self._none.copy(), info

    def hindsight(self) -> NDArray[np.float32]:
        """What every action would have won with the hands just set, [hand, action]; not a number where not legal.

        The dealers' cards are known by then, so nothing hidden is given away.
        """
        if self._last is None:
            raise Refused("no hand has been set yet: call step first")
        return self.tables.settle_each(self._last)

    def _info(self, batch: Batch) -> dict[str, Any]:
        return {"house_way": self.tables.house_way[batch.shapes[:, 0]], "_house_way": self._every}
