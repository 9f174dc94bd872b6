"""How many live tables one process serves, how much memory they take, and how soon a page shows cards.

Tables with six seats, each seat with its own page over a real socket on this machine; every player thinks for a moment,
wagers, views and sets their hand, and is ready. Tables are added until the slowest hundredth of requests takes longer
than a tenth of a second from the request to its event. The players run on the same cores as the house.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import gzip
import itertools
import os
import platform
import random
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Protocol

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

import msgspec
from bench.pages import Seen, protocol, read
from websockets.asyncio.client import ClientConnection, connect

from houseway.web.http.files import STATIC, without_version

BROWSER = shutil.which("chromium-headless-shell") or shutil.which("chromium")
SEATS = 6
LIMIT = 0.100
ROOT = Path(__file__).resolve().parent.parent
OPTIONS = {
    "--entries": "10000000",
    "--connections": "100000",
    "--connections-per-address": "100000",
    "--betting": "10",
    "--setting": "30",
    "--change": "0",
    "--compare": "1",
    "--between": "1",
    "--log-level": "error",
}
"""How the house is served, as far as a checkout knows these options."""
WARM = 8.0
"""Seconds to let a house compile its book before measuring."""


class Served(Protocol):
    """A house that people can play in, and what it takes."""

    address: str
    tables: list[str]
    protocol: str

    def memory(self) -> int: ...
    def cpu(self) -> float: ...


class House:
    """A running `houseway serve` with a given number of tables, of this checkout or another."""

    def __init__(self, tables: int, folder: Path, source: Path = ROOT) -> None:
        known = (source / "src/houseway/cli/serve_command.py").read_text()
        command = [sys.executable, "-c", "from houseway.cli import main; main()", "serve"]
        command += ["--db", str(folder / "journal.db"), "--port", "0", "--book", "mbs-v4", "--tables", str(tables)]
        for option, value in OPTIONS.items():
            named = option in known or f"{option.strip('-').replace('-', '_')}: " in known
            command += [option, value] if named else []
        self.protocol = protocol(source)
        began = time.perf_counter()
        self.process = subprocess.Popen(
            command,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            env={**os.environ, "COLUMNS": "200", "PYTHONPATH": str(source / "src")},
        )
        assert self.process.stdout is not None
        output = ""
        for line in self.process.stdout:
            output += line
            if "Ctrl-C closes" in line:
                break
        self.opening = time.perf_counter() - began
        found = re.search(r"open: http://(\S+)/", output)
        assert found, output
        self.address = found[1]
        self.tables = ["mbs-v4", *(f"mbs-v4-{number}" for number in range(2, tables + 1))]

    def memory(self) -> int:
        """The memory of the process, in bytes."""
        status = Path(f"/proc/{self.process.pid}/status").read_text()
        found = re.search(r"VmRSS:\s+(\d+) kB", status)
        return int(found[1]) * 1024 if found else 0

    def cpu(self) -> float:
        """Seconds of processor time used so far."""
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def stop(self) -> None:
        """Close it."""
        self.process.terminate()
        self.process.wait()


async def enter(house: Served, name: str) -> str:
    """Sign in; returns the cookie."""
    host, _, port = house.address.rpartition(":")
    reader, writer = await asyncio.open_connection(host, int(port))
    body = msgspec.json.encode({"name": name})
    head = f"POST /enter HTTP/1.1\r\nHost: {house.address}\r\nContent-Type: application/json\r\n"
    writer.write(f"{head}Content-Length: {len(body)}\r\nConnection: close\r\n\r\n".encode() + body)
    answer = (await reader.read()).decode()
    writer.close()
    found = re.search(r"set-cookie: ([^;\r]+)", answer, re.IGNORECASE)
    assert found, answer[:500]
    return found[1].replace('"', "")


class Player:
    """One page that plays: it thinks, wagers, views and sets its hand, and says it is ready."""

    def __init__(self, socket: ClientConnection, seat: int, took: list[float], think: float) -> None:
        self.socket, self.seat, self.took, self.think = socket, seat, took, think
        self.seen = Seen()
        self.rounds = 0
        self._ids = itertools.count()
        self._waiting: dict[str, asyncio.Future[None]] = {}
        self._moved = asyncio.Event()

    async def listen(self) -> None:
        """Read the server's messages."""
        async for text in self.socket:
            message = read(text)
            if message.scene is not None:
                self.seen.hear(message.scene)
                self._moved.set()
            elif message.id in self._waiting and not self._waiting[message.id].done():
                self._waiting.pop(message.id).set_result(None)

    async def say(self, message: dict[str, Any]) -> None:
        """Send a message, wait for the answer, and record how long it took."""
        id = f"{next(self._ids)}"
        self._waiting[id] = asyncio.get_running_loop().create_future()
        waiting, began = self._waiting[id], time.perf_counter()
        await self.socket.send(msgspec.json.encode({**message, "id": id}).decode())
        await waiting
        self.took.append(time.perf_counter() - began)

    async def do(self, **command: Any) -> None:
        """Give the table a command."""
        await self.say({"type": "do", "command": command})

    async def play(self) -> None:
        """Play until cancelled."""
        await self.do(type="sit", position=self.seat)
        wagered, viewed, seen = 0, 0, self.seen
        while True:
            self._moved.clear()
            number = seen.round
            if seen.phase == "betting" and wagered < number:
                wagered = number
                await self._pause()
                await self.do(type="wager", position=self.seat, wager="main", cents=1000)
            elif seen.phase == "setting" and seen.view and viewed < number:
                viewed = number
                await self._pause()
                await self.do(type="view", position=self.seat)
            elif seen.house_way is not None:
                await self._pause()
                if seen.house_way is not None:
                    await self.do(type="set", position=self.seat, low=seen.house_way)
                    self.rounds += 1
            elif seen.ready:
                await self.say({"type": "ready", "round": number})
            else:
                await self._moved.wait()

    async def _pause(self) -> None:
        await asyncio.sleep(random.uniform(0, 2 * self.think))


class Watcher(asyncio.Protocol):
    """A page that watches a table without a name, and counts what it is sent."""

    def __init__(self, house: Served, table: str) -> None:
        self._request = (
            f"GET /socket/{table}?as=player&protocol={house.protocol} HTTP/1.1\r\nHost: {house.address}\r\n"
            "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
            "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
        )
        self.received, self.times = 0, 0

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Ask for the socket."""
        assert isinstance(transport, asyncio.Transport)
        transport.write(self._request.encode())

    def data_received(self, data: bytes) -> None:
        """Count it."""
        self.received += len(data)
        self.times += 1


async def load(house: Served, seconds: float, think: float, spectators: int = 0) -> dict[str, float]:
    """Seat six players at every table and let them play; `spectators` watch the first."""
    await asyncio.sleep(WARM)
    empty = house.memory()
    took: list[float] = []
    players: list[Player] = []
    sockets: list[ClientConnection] = []
    for table in house.tables:
        for seat in range(1, SEATS + 1):
            cookie = await enter(house, f"{table[7:] or '1'}.{seat}.{random.randrange(10**6)}")
            url = f"ws://{house.address}/socket/{table}?as=player&protocol={house.protocol}"
            socket = await connect(url, additional_headers={"cookie": cookie}, compression=None, max_size=None)
            sockets.append(socket)
            players.append(Player(socket, seat, took, think))
    seated = house.memory()
    host, _, port = house.address.rpartition(":")
    watching = [
        await asyncio.get_running_loop().create_connection(lambda: Watcher(house, house.tables[0]), host, int(port))
        for _ in range(spectators)
    ]
    watched = house.memory()
    tasks = [asyncio.create_task(task) for player in players for task in (player.listen(), player.play())]
    await asyncio.sleep(WARM + 8 * think)  # a round is over: the kernels that review hands are loaded
    took.clear()
    before, began, rounds = house.cpu(), time.perf_counter(), sum(player.rounds for player in players)
    sent = sum(watcher.received for _, watcher in watching)
    await asyncio.sleep(seconds)
    elapsed, used = time.perf_counter() - began, house.cpu() - before
    measured = sorted(took)
    for task in tasks:
        if task.done():
            task.result()  # a page that stopped playing says why
    played = (sum(player.rounds for player in players) - rounds) / SEATS
    sent = sum(watcher.received for _, watcher in watching) - sent
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    for transport, _ in watching:
        transport.abort()
    for socket in sockets:
        await socket.close()
    return {
        "requests": len(measured) / elapsed,
        "rounds": played / elapsed,
        "median": measured[len(measured) // 2] if measured else 0.0,
        "p99": measured[len(measured) * 99 // 100] if measured else 0.0,
        "cpu": used / elapsed,
        "rate": len(measured) / used if used else 0.0,
        "empty": empty,
        "viewer": (seated - empty) / len(players),
        "spectator": (watched - seated) / spectators if spectators else 0.0,
        "sent": sent / elapsed / spectators if spectators else 0.0,
    }


STEPS = (1, 10, 20, 30, 40, 60, 80, 120, 160, 240)


def measure(tables: int, given: argparse.Namespace, source: Path = ROOT) -> dict[str, float]:
    """Serve so many tables and measure."""
    with tempfile.TemporaryDirectory() as folder:
        house = House(tables, Path(folder), source)
        try:
            return asyncio.run(load(house, given.seconds, given.think, given.spectators))
        finally:
            house.stop()


def tables_served(given: argparse.Namespace) -> None:
    """Print a line for each number of tables, until one is too many; in turn with another checkout if one is given."""
    steps: Sequence[int] = given.tables
    sources = {"here": ROOT, **({"beside": given.beside} if given.beside else {})}
    print(
        f"{os.cpu_count()} cores, {platform.machine()}, Python {platform.python_version()}, "
        f"{os.getloadavg()[0]:.1f} other processes running on average"
    )
    print(f"players think {given.think:g} s on average before each act; {given.seconds:g} s measured")
    print("        tables  requests/s  rounds/s  median ms    p99 ms   CPU  requests/CPU-s  MB empty  kB/viewer")
    lone = None
    for tables in steps:
        for name, source in sources.items():
            found = measure(tables, given, source)
            print(
                f"{name:6}  {tables:6d}  {found['requests']:10.1f}  {found['rounds']:8.2f}  "
                f"{found['median'] * 1000:9.1f}  {found['p99'] * 1000:8.1f}  {found['cpu']:4.0%}  "
                f"{found['rate']:14.1f}  {found['empty'] / 1e6:8.1f}  {found['viewer'] / 1e3:9.1f}",
                flush=True,
            )
            if given.spectators:
                print(
                    f"        {given.spectators} watch the first table: {found['spectator'] / 1e3:.1f} kB of memory "
                    f"each, {found['sent'] / 1e3:.2f} kB/s sent to each"
                )
        if given.beside:
            continue
        lone = lone if lone is not None else found["empty"]
        if len(steps) > 1 and tables > steps[0]:
            print(f"        another table: {(found['empty'] - lone) / (tables - steps[0]) / 1e3:.1f} kB")
        if found["p99"] > LIMIT:
            print(f"beyond {LIMIT * 1000:.0f} ms at {tables} tables")
            return


def idle(tables: int) -> None:
    """Print how long a house with so many tables takes to open, and how much memory and time it takes when idle."""
    with tempfile.TemporaryDirectory() as folder:
        for what in ("new", "again"):
            house = House(tables, Path(folder))
            try:
                opened = house.cpu()
                time.sleep(WARM)
                before = house.cpu()
                time.sleep(WARM)
                print(
                    f"{tables} idle tables, opened {what}: {house.opening:.1f} s, {opened:.1f} s of CPU; "
                    f"{house.memory() / 1e6:.0f} MB; then {(house.cpu() - before) / WARM:.2%} of a core",
                    flush=True,
                )
            finally:
                house.stop()


def weight() -> None:
    """Print what a browser fetches to show a table, as files and as they travel."""
    from playwright.sync_api import Error, Response, sync_playwright

    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        house = House(1, Path(folder))
        try:
            browser = playwright.chromium.launch(executable_path=BROWSER, args=["--no-sandbox"])
            page = browser.new_page(reduced_motion="reduce", base_url=f"http://{house.address}")
            sizes: dict[str, int] = {}

            def fetched(answer: Response) -> None:
                with contextlib.suppress(Error):  # the page was left before its body could be read
                    sizes[answer.url] = len(answer.body())

            page.on("response", fetched)
            page.goto("/table/mbs-v4")
            page.wait_for_selector("[data-phase]")
            page.wait_for_timeout(500)
            files = {url: size for url, size in sizes.items() if "/static/" in url or "/table/" in url}
            names = [without_version(url.rpartition("/static/")[2])[0] for url in files if "/static/" in url]
            paths = [STATIC / name for name in names]
            packed = sum(len(gzip.compress(path.read_bytes())) for path in paths if path.is_file())
            print(
                f"table page: {sum(sizes.values()) / 1000:.0f} kB in {len(sizes)} files; {packed / 1000:.0f} kB packed"
            )
            _first_card(page)
            browser.close()
        finally:
            house.stop()


def _first_card(page: Any) -> None:
    """Print how long a page takes to show the first card: after the deal, and when it is reloaded."""
    page.request.post("/enter", data={"name": "Ann"})
    page.goto("/table/mbs-v4?sit")
    page.wait_for_selector("body[data-phase='betting']")
    page.keyboard.press("2")
    page.wait_for_timeout(500)
    began = time.perf_counter()
    page.keyboard.press("Enter")
    page.wait_for_selector("[data-card='Ac'], [data-card]:not([data-card=''])")
    print(f"from ready to the first card of the hand: {time.perf_counter() - began:.2f} s, the dealer's pause included")
    began = time.perf_counter()
    page.reload()
    page.wait_for_selector("[data-card]:not([data-card=''])")
    print(f"a reloaded page shows the first card after {time.perf_counter() - began:.2f} s")


def main() -> None:
    """Run the benchmark."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--think", type=float, default=2.0)
    parser.add_argument("--tables", type=int, nargs="*", default=STEPS)
    parser.add_argument("--spectators", type=int, default=0, help="how many watch the first table")
    parser.add_argument("--beside", type=Path, help="another checkout, measured in turn with this one")
    parser.add_argument("--idle", type=int, default=0, help="only open so many tables, and look at what they take")
    given = parser.parse_args()
    if given.idle:
        idle(given.idle)
        return
    tables_served(given)
    if not given.beside and not given.spectators:
        weight()


if __name__ == "__main__":
    main()
