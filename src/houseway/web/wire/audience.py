"""Everybody who is looking at one table.

Here: who is connected, and sending each viewer a message of their own: of the table, what they have not been sent yet.
Not here: what a message holds (`messages`, `viewer_scene`), or sending it over a socket (`socket`).
"""

from __future__ import annotations

from collections.abc import Callable, Collection

from houseway.rulebook.procedure import Role
from houseway.table.commands import Actor
from houseway.web.wire import messages as m
from houseway.web.wire.scene import Line, Shown
from houseway.web.wire.scene_changes import Changes
from houseway.web.wire.viewer import Viewer


class Audience:
    """The viewers of one table."""

    def __init__(self) -> None:
        self._pages: dict[Viewer, Actor] = {}
        self._people: dict[Actor, set[Viewer]] = {}
        """The pages of each person; all who watch without a name are one person."""
        self.players: frozenset[str] = frozenset()
        """The players whose page is connected."""
        self.staff: tuple[Viewer, ...] = ()
        """The pages of staff."""

    @property
    def viewers(self) -> Collection[Viewer]:
        """Every page."""
        return self._pages.keys()

    def join(self, viewer: Viewer) -> None:
        """Add a page."""
        self._pages[viewer] = viewer.actor
        self._people.setdefault(viewer.actor, set()).add(viewer)
        self._count()

    def part(self, viewer: Viewer) -> None:
        """Remove a page whose connection has ended, if it is here."""
        if (actor := self._pages.pop(viewer, None)) is not None:
            self._people[actor].discard(viewer)
            if not self._people[actor]:
                del self._people[actor]
            self._count()

    def _count(self) -> None:
        self.players = frozenset(each.name for each in self._people if each.role is Role.PLAYER and each.name)
        self.staff = tuple(
            viewer for actor, pages in self._people.items() if actor.role is not Role.PLAYER for viewer in pages
        )

    @property
    def has_staff(self) -> bool:
        """Whether a member of staff is looking."""
        return bool(self.staff)

    def of(self, actor: Actor) -> Collection[Viewer]:
        """The pages of one person."""
        return self._people.get(actor, ())

    def pages_of(self, actor: Actor) -> int:
        """How many pages one person has open here."""
        return len(self.of(actor))

    def watchers(self) -> int:
        """How many pages are open that do not belong to a player."""
        return sum(len(pages) for actor, pages in self._people.items() if actor.name not in self.players)

    def greet(self, viewer: Viewer, shown: Shown, lines: tuple[Line, ...]) -> None:
        """Send a page its first message: the whole table, and the lines of its round so far."""
        viewer.shown = shown
        viewer.send(m.encode(m.Hello(protocol=m.PROTOCOL, scene=shown.scene, lines=lines)))

    def show(
        self,
        shown: Callable[[Actor], Shown],
        lines: Callable[[Actor], tuple[Line, ...]] | None = None,
        *,
        except_for: Viewer | None = None,
    ) -> None:
        """Show everybody the table after something happened (`lines`), or after a change around it.

        What a person is shown is made once for all their pages, and a message once for all that have the same before
        and after it: all who only watch are sent the same bytes.
        """
        changes = Changes()
        for actor, pages in list(self._people.items()):
            if except_for is not None and pages == {except_for}:
                continue
            after, told = shown(actor), lines(actor) if lines else None
            for viewer in list(pages):
                if viewer is not except_for and viewer.shown is not None:
                    message = changes.message(viewer.shown, after, told)
                    viewer.shown = after
                    viewer.send(message)

    def send(self, message: Callable[[Actor], m.HouseMessage | None]) -> None:
        """Send each viewer the message made for them, if any; it is made once for all pages of one person."""
        for actor, pages in list(self._people.items()):
            made = message(actor)
            if made is not None:
                encoded = m.encode(made)
                for viewer in list(pages):
                    viewer.send(encoded)

    def goodbye(self, sentence: str, *, retry: float = 0) -> None:
        """Tell every viewer that the house is closing, and close their connections."""
        farewell = m.encode(m.Goodbye(sentence=sentence, retry=retry))
        for viewer in self.viewers:
            viewer.send(farewell)
            viewer.disconnect()
