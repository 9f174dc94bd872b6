"""How much processor time a message from a page takes, without sockets: six players at each of a few tables.

Everything a message passes through runs in one process: the session's check, the request, the journal on a disk, the
scene of every viewer, the review of every hand. Sockets do not: players read what would be written to theirs. What they
need for that is measured and taken off. `bench/web.py` measures the same with sockets. The last column is what the file
of the journal grows by in a round.

With `--beside FOLDER`, another checkout takes turns with this one, so that other work on the machine slows both.
"""

from __future__ import annotations

import argparse
import asyncio
import itertools
import json
import math
import os
import platform
import random
import sqlite3
import statistics
import subprocess
import sys
import tempfile
import time
from asyncio.base_events import BaseEventLoop
from collections import Counter
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

import msgspec
from bench.pages import Seen, read

SEATS = 6
TURNS = 5
WARM = 6.0
"""Seconds to let a house compile its book and load its kernels before measuring."""


counted: Counter[str] = Counter()
took: dict[str, float] = {"players": 0.0}
"""Seconds that players needed to read what they were sent."""


class Page:
    """What a socket would be: the page's messages come from here, and the house writes to it."""

    def __init__(self) -> None:
        from houseway.web.http import connections

        write = getattr(connections, "WRITE", None)  # an older checkout queues every message
        self.scope = {write: self.write} if write else {}
        self.sent: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self.moved = asyncio.Event()
        self.answered = asyncio.Event()
        self.unread: list[bytes] = []
        """What was written to it since the player last looked."""

    async def receive(self) -> dict[str, Any]:
        """The page's next message."""
        return await self.sent.get()

    async def send_text(self, text: str) -> None:
        """A message of the house that could not be written at once."""
        self.write(text.encode())

    async def close(self, code: int = 0) -> None:
        """The house ends the connection."""

    def write(self, message: bytes) -> bool:
        """A message of the house."""
        counted["written"] += 1
        counted["bytes"] += len(message)
        if message.startswith(b'{"type":"review"'):
            counted["reviews"] += 1
            counted["bytes of reviews"] += len(message)
        if message.startswith((b'{"type":"done"', b'{"type":"refused"')):
            counted["refused"] += message.startswith(b'{"type":"refused"')
            self.answered.set()
        elif message.startswith((b'{"type":"hello"', b'{"type":"happened"', b'{"type":"scene"')):
            self.unread.append(message)
            self.moved.set()
        return True


class Player:
    """Somebody who wagers, views and sets their hand, and says they are ready: at once, or after a thought."""

    def __init__(self, page: Page, seat: int, think: float = 0, chance: random.Random | None = None) -> None:
        """`think` is how many seconds they think before an act, on average."""
        self.page, self.seat = page, seat
        self._think, self._chance = think, chance or random.Random(seat)
        self.last = math.inf
        """The last round in which they wager."""
        self._ids = itertools.count()
        self._seen = Seen()

    def thinks(self, seconds: float, chance: random.Random) -> None:
        """Think so many seconds before an act from now on, on average."""
        self._think, self._chance = seconds, chance

    async def say(self, message: dict[str, Any]) -> None:
        """Think, send a message and wait for the answer."""
        if self._think and message["type"] != "ready":
            await asyncio.sleep(self._chance.uniform(0, 2 * self._think))
        self.page.answered.clear()
        text = msgspec.json.encode({**message, "id": str(next(self._ids))}).decode()
        self.page.sent.put_nowait({"type": "websocket.receive", "text": text})
        await self.page.answered.wait()
        counted["requests"] += 1

    async def do(self, **command: Any) -> None:
        """Give the table a command."""
        await self.say({"type": "do", "command": command})

    async def play(self) -> None:
        """Play until cancelled."""
        await self.do(type="sit", position=self.seat)
        await self.play_on()

    async def play_on(self) -> None:
        """Play until cancelled, at a table where they sit."""
        wagered, viewed, page, seen = 0, 0, self.page, self._seen
        while True:
            page.moved.clear()
            self._read()
            number = seen.round
            if seen.phase == "betting" and wagered < number <= self.last:
                wagered = number
                await self.do(type="wager", position=self.seat, wager="main", cents=1000)
            elif seen.phase == "setting" and seen.view and viewed < number:
                viewed = number
                await self.do(type="view", position=self.seat)
            elif seen.house_way is not None:
                await self.do(type="set", position=self.seat, low=seen.house_way)
                counted["hands"] += 1
            elif seen.ready:
                await self.say({"type": "ready", "round": number})
            else:
                await page.moved.wait()

    def _read(self) -> None:
        began = time.thread_time()
        for message in self.page.unread:
            if (scene := read(message).scene) is not None:
                self._seen.hear(scene)
        self.page.unread = []
        took["players"] += time.thread_time() - began


def count_statements_and_hops() -> None:
    """Count what is asked of SQLite, and how often a thread wakes the event loop."""
    connect, wake = sqlite3.connect, BaseEventLoop.call_soon_threadsafe

    def counted_connect(*args: Any, **kwargs: Any) -> sqlite3.Connection:
        opened = connect(*args, **kwargs)
        opened.set_trace_callback(lambda said: counted.update(["commits" if said == "COMMIT" else "statements"]))
        return opened

    def counted_wake(self: BaseEventLoop, *args: Any, **kwargs: Any) -> Any:
        counted["hops"] += 1
        return wake(self, *args, **kwargs)

    sqlite3.connect = counted_connect  # type: ignore[assignment]
    BaseEventLoop.call_soon_threadsafe = counted_wake  # type: ignore[method-assign, assignment]


def serve_as_the_command_does() -> None:
    """Set the interpreter as `houseway serve` does; an older checkout only has its threads take turns quickly."""
    try:
        from houseway.web.http.interpreter import keep_for_good, set_for_serving
    except ImportError:
        sys.setswitchinterval(0.0005)
    else:
        set_for_serving()
        keep_for_good()


async def play(tables: int, spectators: int, seconds: float, folder: Path, think: float = 0) -> dict[str, float]:
    """Open a house, have it play, and count; at the house's usual pace where players think."""
    from houseway.journal.store import Journal
    from houseway.people.names import read_secret
    from houseway.rulebook.procedure import Role
    from houseway.table.commands import Actor
    from houseway.table.view import WATCHER
    from houseway.web.floor.dealer_moves import Pace
    from houseway.web.floor.house import OpenHouse
    from houseway.web.floor.opening import Opening
    from houseway.web.wire import dispatch, socket
    from houseway.web.wire.viewer import Viewer

    dispatch.A_SECOND = 1_000_000  # nobody thinks, so the players of few tables send more than a page may
    journal = Journal.open(str(folder / "journal.db"))
    pace = Pace() if think else Pace(betting=10, setting=30, change=0, compare=0.01, between=0.01, move=0.005)
    house = OpenHouse(journal, pace=pace)
    house.open_tables([Opening(name=f"table-{number}", book="mbs-v4") for number in range(tables)])
    await house.start()
    serve_as_the_command_does()
    tasks: list[asyncio.Task[None]] = []
    for name, live in house.tables.items():
        for seat in range(1, SEATS + 1):
            player, page = f"{name}.{seat}", Page()
            session = read_secret(house.people.register(player).token)[1]
            viewer = Viewer(Actor(player, Role.PLAYER), session=session)
            tasks.append(asyncio.create_task(socket._serve(page, house, live, viewer)))  # type: ignore[arg-type]
            while not page.unread:
                await asyncio.sleep(0)
            tasks.append(asyncio.create_task(Player(page, seat, think).play()))
    for _ in range(spectators):
        tasks.append(asyncio.create_task(socket._serve(Page(), house, live, Viewer(WATCHER))))  # type: ignore[arg-type]
    await asyncio.sleep(WARM + 10 * think)
    kept = _kept(folder, house)
    counted.clear()
    took["players"], cpu, began = 0.0, time.process_time(), time.perf_counter()
    await asyncio.sleep(seconds)
    used, elapsed = time.process_time() - cpu - took["players"], time.perf_counter() - began
    found: dict[str, float] = {**counted, "cpu": used, "seconds": elapsed}
    found.update({what: now - kept[what] for what, now in _kept(folder, house).items()})
    for task in tasks:
        if task.done():
            task.result()
            raise SystemExit("the house ended a player's connection")
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    await house.stop()
    journal.close()
    return found


def _kept(folder: Path, house: Any) -> dict[str, float]:
    """How many rounds were played, and what the journal holds of them."""
    with sqlite3.connect(f"file:{folder / 'journal.db'}?mode=ro", uri=True) as journal:
        (pages,) = journal.execute("PRAGMA page_count").fetchone()
        (size,) = journal.execute("PRAGMA page_size").fetchone()
        (entries,) = journal.execute("SELECT max(number) FROM journal_entries").fetchone()
    journal.close()
    rounds = sum(live.table.round for live in house.tables.values())
    return {"rounds": rounds, "entries": entries, "journal": pages * size}


def measure(source: Path, given: argparse.Namespace) -> dict[str, float]:
    """One measurement of a checkout, in a process of its own."""
    command = [sys.executable, __file__, "--once", "--tables", str(given.tables), "--seconds", str(given.seconds)]
    command += ["--spectators", str(given.spectators), "--think", str(given.think)]
    environment = {**os.environ, "PYTHONPATH": str(source / "src")}
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    if done.returncode:
        raise SystemExit(done.stderr)
    found: dict[str, float] = json.loads(done.stdout.splitlines()[-1])
    return found


def main() -> None:
    """Run the benchmark."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=4)
    parser.add_argument("--spectators", type=int, default=0, help="watchers of the last table")
    parser.add_argument("--seconds", type=float, default=8)
    parser.add_argument("--turns", type=int, default=TURNS)
    parser.add_argument("--think", type=float, default=0, help="seconds that players think before an act, on average")
    parser.add_argument("--beside", type=Path, help="another checkout, measured in turn with this one")
    parser.add_argument("--once", action="store_true", help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.once:
        count_statements_and_hops()
        with tempfile.TemporaryDirectory() as folder:
            print(
                json.dumps(asyncio.run(play(given.tables, given.spectators, given.seconds, Path(folder), given.think)))
            )
        return
    print(f"{os.cpu_count()} cores, {platform.machine()}, Python {platform.python_version()}")
    thinks = f"players think {given.think:g} s before an act" if given.think else "nobody thinks"
    print(f"{given.tables} tables of {SEATS}, {thinks}; a request is a message of a player and its answer")
    print("              requests/CPU-s  CPU ms  statements  commits  hops  written  kB  requests/s  kB/round")
    sources = {"here": Path(__file__).parent.parent}
    if given.beside is not None:
        sources["beside"] = given.beside
    rates: dict[str, list[float]] = {name: [] for name in sources}
    for _ in range(given.turns):
        for name, source in sources.items():
            found = measure(source, given)
            requests = found["requests"]
            rates[name].append(requests / found["cpu"])
            a = {key: value / requests for key, value in found.items()}
            print(
                f"{name:>12}  {rates[name][-1]:14.1f}  {a['cpu'] * 1000:6.2f}  {a['statements']:10.2f}  "
                f"{a.get('commits', 0):7.2f}  {a['hops']:4.2f}  {a['written']:7.2f}  {a['bytes'] / 1000:5.1f}  "
                f"{requests / found['seconds']:10.1f}  {found['journal'] / found['rounds'] / 1000:8.1f}",
                flush=True,
            )
    for name, each in rates.items():
        print(f"{name:>12}  {statistics.median(each):14.1f}  the median of {given.turns}")
    if given.beside is not None:
        pairs = [one / other for one, other in zip(rates["here"], rates["beside"], strict=True)]
        print(f"here / beside: {statistics.median(pairs):.2f} in the median, {min(pairs):.2f} to {max(pairs):.2f}")


if __name__ == "__main__":
    main()
