"""One run: a journal, one house after another on it, its clients, and the trouble they have, all from one seed.

Here: opening and ending houses, connecting clients, and the evening from its beginning to its end. Not here: the order
of steps (`loop`), what goes wrong (`faults`, `store`, `network`), what clients do (`clients`), what must hold
(`verdict`).
"""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import json
import logging
from collections import Counter
from pathlib import Path
from typing import Any, cast

from houseway.errors import HousewayError, JournalFailed
from houseway.journal.store import Journal
from houseway.rulebook.procedure import Phase
from houseway.table.state import Table
from houseway.table.view import WATCHER
from houseway.web.floor.dealer_moves import Pace
from houseway.web.floor.house import OpenHouse
from houseway.web.floor.journal_trouble import shown
from houseway.web.floor.opening import Opening
from houseway.web.wire import messages as m
from houseway.web.wire import socket
from houseway.web.wire.scene import AUTOMATIC, PERSON
from houseway.web.wire.viewer import COME_BACK, Viewer
from support.reliability.history import History, Sent
from support.simulation.chance import Chance
from support.simulation.clients import Client
from support.simulation.clock import Clock
from support.simulation.faults import Faults
from support.simulation.log import Log
from support.simulation.loop import Loop, Stuck
from support.simulation.machine import Machine
from support.simulation.network import Connection, Lost, Network
from support.simulation.plan import Plan
from support.simulation.staff import Staff
from support.simulation.store import Store
from support.simulation.template import PLAYERS, STAFF, Template
from support.simulation.workers import Died

CALM = 300.0
"""Seconds within which every table ends its round and plays another, once nothing goes wrong any more."""
LOOKED = 0.5
REOPENED = 3.0
"""Seconds until a house that has died is opened again, at most."""


class World:
    """A run."""

    def __init__(self, machine: Machine, template: Template, folder: Path, plan: Plan, seed: int) -> None:
        self.plan, self.chance, self._template = plan, Chance(seed), template
        self._machine = machine
        self.clock = Clock()
        self.url = template.copy(folder)
        self.log = Log(self.clock, str(folder))
        self.loop = Loop(self.chance.of("order"), self.clock, shuffled=plan.shuffled)
        self.store = Store(self.chance.of("store"), die=lambda: self.die(self.life))
        self.network = Network(self.loop, self.chance.of("network"))
        self.store.note = self.network.note = self.log.note
        machine.reset(self.clock, self.chance.of("entropy"), self.store)
        self.history: History = []
        self.wrong: list[str] = []
        self.refused: list[tuple[float, str, str, str, str]] = []
        """Every refusal as the house gave it: when, table, client, id and reason."""
        self.committed: list[tuple[float, int]] = []
        """When entries up to which number were committed."""
        self.store.committed = lambda number: self.committed.append((self.clock.now, number))
        self.life = 0
        self.house: OpenHouse | None = None
        self.opened = 0
        self._journals: dict[int, Journal] = {}
        self._gone = asyncio.Event()
        self._over = False
        self.openings = [
            Opening(name=f"t{number}", book=plan.book, dealer=PERSON if plan.staffed and number == 1 else AUTOMATIC)
            for number in range(1, plan.tables + 1)
        ]
        self.roles = {name: actor.role for name, (actor, _) in template.sessions.items()}
        self.clients = [*self._players(), *self._watchers(), *(self._staff() if plan.staffed else ())]
        self.faults = Faults(self)

    def _players(self) -> list[Client]:
        found = []
        for number, opening in enumerate(self.openings):
            for position in range(1, self.plan.players + 1):
                name = PLAYERS[number * self.plan.players + position - 1]
                found.append(
                    Client(self.history, self._dial, opening.name, name, position, self.chance.of(f"client {name}"))
                )
        return found

    def _watchers(self) -> list[Client]:
        return [Client(self.history, self._dial, self.openings[0].name, "", 0, self.chance.of("watcher"))]

    def _staff(self) -> list[Client]:
        table = self.openings[0].name
        return [Staff(self.history, self._dial, table, name, 0, self.chance.of(f"client {name}")) for name in STAFF]

    # -----------------------------------------------------------------------------------------------------------------
    # Houses

    async def _keep_open(self) -> None:
        """Open a house whenever there is none."""
        while True:
            self.life += 1
            self._gone.clear()
            self.loop.live(self.life, self._live(self.life))
            await self._gone.wait()
            await asyncio.sleep(self.chance.of("process").random() * REOPENED)

    async def _live(self, life: int) -> None:
        """Open a house, as a new process does."""
        self._machine.process = life
        try:
            journal = self._journals[life] = Journal.open(self.url)
            house = OpenHouse(journal, pace=_pace(self.plan.pace))
            house.open_tables(self.openings)
            await house.start()
        except HousewayError as error:
            self.log.note(f"house {life} cannot open: {error}")
            self.die(life)
        else:
            self.log.note(f"house {life} is open")
            self.opened += 1
            self.house = house

    def die(self, life: int) -> None:
        """End a process between two steps: whatever it was doing is never done."""
        if life in self.loop.ended:
            return
        self.log.note(f"house {life} is gone")
        self.loop.end(life)
        self.network.end(life)
        self.house = None
        if (journal := self._journals.get(life)) is not None:
            self.store.end(journal._database)
            self.loop.later(0, journal.close)
        self._gone.set()

    async def close(self) -> None:
        """Close the house in order."""
        house, life = self.house, self.life
        if house is None:
            return
        self.house = None
        task = self.loop.live(life, house.stop())
        while not task.done() and life not in self.loop.ended:
            await asyncio.sleep(0.1)
        if task.done() and not task.cancelled() and (error := task.exception()) is not None:
            self.log.note(f"house {life} could not close: {error}")
            if not isinstance(error, HousewayError):
                self.wrong.append(f"the house could not close: {type(error).__name__}: {error}")
        self.die(life)

    # -----------------------------------------------------------------------------------------------------------------
    # Connections

    async def _dial(self, client: Client) -> Connection:
        """Connect a client to the house that is open."""
        await asyncio.sleep(self.network.delay())
        house = self.house
        if house is None:
            raise Lost
        connection = Connection(
            self.network,
            self.life,
            again=lambda message: self.history.append(_sent(self.loop.time(), client, message)),
            said=lambda message: self._said(client, message),
        )
        actor, session = self._template.sessions.get(client.name, (WATCHER, ""))
        self.loop.live(self.life, self._serve(connection, house, client.table, Viewer(actor, session=session)))
        return connection

    async def _serve(self, connection: Connection, house: OpenHouse, table: str, viewer: Viewer) -> None:
        """What the product's socket does once it knows who connects."""
        page = cast(Any, connection)
        live = house.tables.get(table)
        try:
            if live is not None:
                await socket._serve(page, house, live, viewer)
        except JournalFailed as failed:
            with contextlib.suppress(Lost):
                await connection.send_text(m.encode(m.Goodbye(sentence=shown(failed))).decode())
                await connection.close(COME_BACK)
        except Lost:
            pass
        finally:
            connection.cut()

    def _said(self, client: Client, message: bytes) -> None:
        """Note what the house says, at the moment it says it."""
        brief = _brief(message)
        if message.startswith(b'{"type":"refused"'):
            said = json.loads(message)
            self.refused.append((self.loop.time(), client.table, client.name, said["id"], said["reason"]))
            brief += f" {said['id']} ({said['reason']}): {said['sentence']}"
        self.log.note(f"to {client.name or 'a watcher'}: {brief}")

    # -----------------------------------------------------------------------------------------------------------------
    # The evening

    def run(self) -> None:
        """Play until the end."""
        self.loop.set_exception_handler(self._unexpected)
        with self.log.listening():
            try:
                self.loop.run_until_complete(self._evening())
            except Stuck as stuck:
                self.wrong.append(f"STUCK: {stuck}")
            self._look_at_tasks()
            self.wrong += [f"DEFECT: {each}" for each in self.log.defects]
            for client in self.clients:
                self.wrong += [f"WAITED: {each}" for each in client.waited]
        self._bury()

    async def _evening(self) -> None:
        keeper = self.loop.create_task(self._keep_open())
        playing = [self.loop.create_task(client.live()) for client in self.clients]
        for client in self.clients:
            client.mischief, client.note = self.plan.mischief, self.log.note
        await self.faults.happen(self.plan.seconds)
        for client in self.clients:
            client.mischief, client.calm = 0.0, True
        await self._go_on()
        for client in self.clients:
            client.leaving = True
        keeper.cancel()
        await self.close()
        await asyncio.wait(playing, timeout=CALM)
        for task in playing:
            if not task.done():
                self.wrong.append("WAITED: a client never came to an end")
            elif (error := task.exception()) is not None:
                self.wrong.append(f"a client failed: {type(error).__name__}: {error}")

    async def _go_on(self) -> None:
        """Wait until every table has ended its round, or has played another where there was none."""
        before: dict[str, int] = {}
        end = self.loop.time() + CALM
        while self.loop.time() < end:
            await asyncio.sleep(LOOKED)
            if self.house is None or len(self.house.tables) != len(self.openings):
                continue
            ended = {name: _ended(live.table) for name, live in self.house.tables.items()}
            before = before or ended
            if all(ended[name] > before[name] for name in ended):
                return
        tables = {} if self.house is None else {n: (t.table.round, t.table.phase) for n, t in self.house.tables.items()}
        self.wrong.append(f"STUCK: {CALM:.0f} seconds after the last trouble no round has ended: {tables}")

    # -----------------------------------------------------------------------------------------------------------------
    # Afterwards

    def _unexpected(self, _loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        error = context.get("exception")
        if "never retrieved" not in context["message"]:
            self.wrong.append(f"DEFECT: {context['message']}: {type(error).__name__}: {error}")

    def _look_at_tasks(self) -> None:
        """Find tasks that failed without anybody asking."""
        for task, life in self.loop.tasks.items():
            if task.done() and not task.cancelled() and task._log_traceback:
                error = task.exception()
                ours = life and not isinstance(error, HousewayError | Died | Lost)
                if ours:
                    self.wrong.append(f"DEFECT: a task failed: {type(error).__name__}: {error}")

    def _bury(self) -> None:
        """Let everything that never ran to its end unwind, where nobody is hurt by it."""
        self._over = True
        self._machine.reset(self.clock, Chance(0).of("burial"), self.store)
        logging.getLogger("houseway").disabled = True
        self.loop.bury()
        logging.getLogger("houseway").disabled = False
        for journal in self._journals.values():
            journal.close()

    def counts(self) -> Counter[str]:
        """What there was of everything."""
        found: Counter[str] = Counter()
        for client in self.clients:
            found += client.happened
        found += self.store.happened + self.network.happened + self.faults.happened
        return found


def _ended(table: Table) -> int:
    """How many rounds of a table have ended."""
    return table.round - (table.phase is not Phase.BETWEEN_ROUNDS)


def _pace(factor: float) -> Pace:
    return Pace(
        betting=8 * factor, setting=15 * factor, change=1, compare=2 * factor, between=3 * factor, bank=4 * factor
    )


def _sent(at: float, client: Client, message: dict[str, Any]) -> Sent:
    return Sent(at=at, client=client.name, table=client.table, id=message["id"], message=message)


def _brief(message: bytes) -> str:
    """What a message is, and a digest of all of it."""
    kind = message[9 : message.index(b'"', 9)].decode()
    return f"{kind} {hashlib.sha256(message).hexdigest()[:12]}"
