"""What a live table needs from the house.

Here: only the interface. The house (`house`) implements it; tests may use a simpler one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, NamedTuple, ParamSpec, Protocol, TypeVar

from houseway.journal.entry import Append, Appended
from houseway.journal.tenancy import Tenancy
from houseway.kept.changes import Change
from houseway.kept.stops import Stops
from houseway.people.players import Players
from houseway.people.sessions import Sessions
from houseway.people.staff import Staff
from houseway.rulebook.rulebook import Rulebook
from houseway.table.commands import Cards
from houseway.table.state import Table
from houseway.web.floor.at_stake import AtStake
from houseway.web.floor.dealer_moves import Pace
from houseway.web.floor.prohibitions import Prohibitions
from houseway.web.floor.protections import Protections
from houseway.web.floor.purses import Purses
from houseway.web.floor.whereabouts import Whereabouts
from houseway.web.past.review import Review

if TYPE_CHECKING:
    from houseway.web.floor.approval_desk import ApprovalDesk
    from houseway.web.floor.live_table import LiveTable

P = ParamSpec("P")
T = TypeVar("T")


class Elsewhere(NamedTuple):
    """Another table of the house, as plain values: nothing can be done to it here."""

    name: str
    book: Rulebook
    table: Table


class HouseServices(Protocol):
    """What a live table needs from the house."""

    people: Players
    staff: Staff
    sessions: Sessions
    at_stake: AtStake
    stops: Stops
    pace: Pace
    prohibitions: Prohibitions
    protections: Protections
    purses: Purses
    whereabouts: Whereabouts[LiveTable]
    approvals: ApprovalDesk
    tenancy: Tenancy | None
    """The tables that this process runs, where several do."""
    settings_unmoved: Append
    """What is refused once the house has other settings than this process knows."""

    async def in_thread(self, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Do journal work in a thread."""
        ...

    async def append(self, appends: Sequence[Append]) -> tuple[Appended, ...]:
        """Write the appends of a request together; returns once they are safe."""
        ...

    def note_changes(self, table: str, changes: Sequence[Change]) -> None:
        """Note what happened at a table, for the history."""
        ...

    def tables_elsewhere(self, name: str) -> Iterable[Elsewhere]:
        """Every table of the house but one, as it was last published."""
        ...

    def kept_elsewhere(self, name: str) -> Iterable[Table]:
        """Every table of the house but one, as the journal has it now; to be called in a thread."""
        ...

    async def look_elsewhere(self) -> None:
        """Read the tables again that other processes run."""
        ...

    def show_purses(self, except_at: str, names: set[str]) -> None:
        """Show these players their chips at every table but one."""
        ...

    async def give_chips(self, name: str) -> None:
        """Give a player more play chips."""
        ...

    def broke_below(self) -> int:
        """A player with fewer chips gets more; 0 in a house that plays for house money."""
        ...

    @property
    def why_no_bots(self) -> str:
        """Why there are no bots in this house, as a sentence; empty where there may be."""
        ...

    async def best_setting(self, book: Rulebook, hand: Cards, dealer: Cards) -> Cards:
        """The low hand of the best setting of a hand; nothing where values cannot be counted."""
        ...

    async def reviews(self, book: Rulebook, before: Table) -> dict[str, tuple[Review, ...]]:
        """The reviews of a settled round's hands, by player; `before` is the table before it was settled."""
        ...
