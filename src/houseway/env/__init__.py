"""Environments for people who train players: set the hand, and learn from what it wins.

    PaiGowEnv        one hand at a time, for Gymnasium: `Houseway/PaiGow-v0`
    PaiGowVectorEnv  many hands at a time, a million hands a second
    TableEnv         a table of one to six players, for PettingZoo
    baselines        players to compare with: random, the house way, best play

Importing this package registers `Houseway/PaiGow-v0`. Observations and actions: docs/environments.md. Needs the extra
`houseway[env]`. There is no rule of the game in here: hands are set and ranked by the book, and compared as
`rulebook.comparison` says.
"""

from __future__ import annotations

from houseway.errors import not_installed

try:
    import gymnasium
    import pettingzoo  # noqa: F401 - both are needed, and asked for at once
except ImportError as error:
    raise not_installed("houseway.env", "env") from error

from houseway.env.baselines import Baseline, best_play, house_way, random_play
from houseway.env.hand import PaiGowEnv
from houseway.env.many import PaiGowVectorEnv
from houseway.env.table import TableEnv

__all__ = ["Baseline", "PaiGowEnv", "PaiGowVectorEnv", "TableEnv", "best_play", "house_way", "random_play"]

if "Houseway/PaiGow-v0" not in gymnasium.registry:
    gymnasium.register(
        id="Houseway/PaiGow-v0",
        entry_point="houseway.env.hand:PaiGowEnv",
        vector_entry_point="houseway.env.many:PaiGowVectorEnv",
        disable_env_checker=False,
    )
