"""What a seed plans for its run: the tables, who comes, and which kinds of trouble there are.

Here: drawing the plan. Not here: carrying it out (`world`, `faults`). Each run has only some kinds of trouble: where
all come together, each hides what another would have shown.
"""

from __future__ import annotations

from dataclasses import dataclass

from support.simulation import clients, network, store
from support.simulation.chance import Chance

KILLED, CLOSED, CLOCK, STALL = "process killed", "house closed in order", "clock of the day set", "process stalled"
OF_THE_PROCESS = (KILLED, CLOSED, CLOCK, STALL)
ON_THE_NETWORK = (
    network.CUT, network.HALF_CUT, network.SLOW, network.LATE, network.TWICE, network.REORDERED,
)  # fmt: skip
BOOKS = ("mbs-v4", "five-card")


@dataclass(frozen=True)
class Plan:
    """The plan of one run."""

    book: str
    tables: int
    players: int
    """How many at each table."""
    seconds: float
    """For how long there is trouble."""
    shuffled: bool
    mischief: float
    process: tuple[str, ...]
    network: tuple[str, ...]
    store: tuple[str, ...]
    staffed: bool
    """Whether people deal at the first table."""
    pace: float

    @property
    def troubles(self) -> tuple[str, ...]:
        """Every kind of trouble there may be."""
        mischief = clients.MISCHIEF if self.mischief else ()
        return (*self.process, *self.network, *self.store, *mischief)


def plan(chance: Chance, *, books: tuple[str, ...] = BOOKS) -> Plan:
    """The plan of a seed."""
    random = chance.of("plan")

    def some(kinds: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(kind for kind in kinds if random.random() < 0.4)

    return Plan(
        book=random.choice(books),
        tables=random.choice((1, 1, 1, 2)),
        players=random.choice((1, 1, 2)),
        seconds=random.choice((1.0, 2.0, 4.0, 4.0, 20.0)),
        shuffled=random.random() < 0.5,
        mischief=random.choice((0.0, 0.1, 0.3)),
        staffed=random.random() < 0.3,
        process=some(OF_THE_PROCESS),
        network=some(ON_THE_NETWORK),
        store=some(store.AT_A_COMMIT),
        pace=random.choice((0.5, 1.0)),
    )
