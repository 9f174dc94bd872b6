"""The journal that every run begins with: players and staff with their sessions, and nobody has played yet.

Here: making it once in a process, always the same, and copying it. Not here: what is done with it (`world`).
"""

from __future__ import annotations

import shutil
from pathlib import Path
from random import Random

from houseway.journal.store import Journal
from houseway.people.account import StaffSignedIn
from houseway.people.names import new_secret, read_secret
from houseway.people.players import Players
from houseway.people.positions import Position
from houseway.rulebook.procedure import Role
from houseway.table.commands import Actor
from support.simulation.clock import Clock
from support.simulation.machine import Machine
from support.simulation.store import Store
from support.web_house import hire

PLAYERS = ("Ann", "Bob", "Cid", "Dot")
STAFF = {"Dan": Position.DEALER, "Pia": Position.PIT_SUPERVISOR, "Sam": Position.GAMING_SHIFT_MANAGER}
JOURNAL = "journal.db"


class Template:
    """The folder of a journal to copy, and who has which session."""

    def __init__(self, machine: Machine, folder: Path) -> None:
        machine.reset(Clock(), Random("template"), Store(Random(0)))
        self._folder = folder
        folder.mkdir(mode=0o700)
        self.sessions: dict[str, tuple[Actor, str]] = {}
        """Everybody with the digest of their session."""
        with Journal.open(str(folder / JOURNAL)) as journal:
            people = Players(journal)
            for name in PLAYERS:
                token = people.register(name).token
                self.sessions[name] = Actor(name, Role.PLAYER), read_secret(token)[1]
            for name, position in STAFF.items():
                self.sessions[name] = self._hired(journal, name, position)

    def _hired(self, journal: Journal, name: str, position: Position) -> tuple[Actor, str]:
        from houseway.people.staff import Staff

        hire(journal, name, position)
        staff = Staff(journal)
        _, digest = new_secret(name)
        staff.change(name, lambda _: [StaffSignedIn(at=staff.clock(), session=digest, counter=0)])
        actor = staff.get(name).actor
        assert actor is not None
        return actor, digest

    def copy(self, folder: Path) -> str:
        """A journal of one's own; its path."""
        shutil.copytree(self._folder, folder)
        return str(folder / JOURNAL)
