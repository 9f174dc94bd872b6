"""What goes wrong with the process, and when everything else may: the trouble of a run, for so many seconds.

Here: deaths between two steps, closing in order, clocks that are set, stalls, and connections that break. Not here:
what goes wrong at a commit (`store`) or with a message (`network`), which this only switches on and off.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from typing import TYPE_CHECKING

from support.simulation import network
from support.simulation.plan import CLOCK, CLOSED, KILLED, STALL

if TYPE_CHECKING:
    from support.simulation.world import World

AT_A_COMMIT, WITH_A_MESSAGE = 0.04, 0.06
"""How often something goes wrong, where it can."""


class Faults:
    """The trouble of one run."""

    def __init__(self, world: World) -> None:
        self._world = world
        self._random = world.chance.of("faults")
        self.happened: Counter[str] = Counter()

    async def happen(self, seconds: float) -> None:
        """Have things go wrong for so long, and then no more."""
        world, plan = self._world, self._world.plan
        kinds = [*plan.process, *([network.CUT] if network.CUT in plan.network else [])]
        world.store.kinds, world.store.seldom = plan.store, AT_A_COMMIT
        world.network.kinds, world.network.seldom = frozenset(plan.network), WITH_A_MESSAGE
        end = world.loop.time() + seconds
        while world.loop.time() < end:
            await asyncio.sleep(self._random.random() * 15)
            if kinds:
                await self._one(self._random.choice(kinds))
        world.store.kinds, world.store.seldom = (), 0.0
        world.network.kinds, world.network.seldom = frozenset(), 0.0

    async def _one(self, kind: str) -> None:
        world = self._world
        if kind in (KILLED, CLOSED) and world.house is None:
            return
        if kind == network.CUT:
            if world.network.open:
                world.network.count(kind)
                self._random.choice(world.network.open).cut()
            return
        self.happened[kind] += 1
        world.log.note(f"fault: {kind}")
        if kind == KILLED:
            world.die(world.life)
        elif kind == CLOSED:
            await world.close()
        elif kind == CLOCK:
            world.clock.wrong += self._random.choice((-3600.0, -60.0, -1.0, 1.0, 60.0, 3600.0))
        elif kind == STALL:
            world.clock.forward(self._random.choice((0.5, 5.0, 30.0)))
