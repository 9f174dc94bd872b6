"""How much longer a request at a table takes while others ask the same house for files and counts.

One page sends requests to a table, alone and then beside clients that ask for one thing over and over, each on a
connection of its own. The ratio of the two is what counts: both are measured in one run on the same machine. Every
client has an address of its own, as behind a proxy, so that the limits by address do not help.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import multiprocessing
import re
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from websockets.asyncio.client import connect

from houseway import books
from houseway.cards.card import CARDS
from houseway.journal.store import Journal
from houseway.kept.decks import KeptDecks
from houseway.kept.tables import HOUSE, KeptTable, buy_chips
from houseway.people.players import Players
from houseway.rulebook.procedure import Phase, Role
from houseway.table import commands as c

ROUNDS, SECONDS = 300, 4.0
ASKED = {
    "proofs": "/api/tables/five-card/proofs",
    "export": "/api/rounds/export",
    "history": "/api/rounds?last=100",
    "odds": "/api/odds?book=five-card&player=house-way",
    "set": "/api/set?book=five-card&hand=Kc%209c%208c%206s%203d",
    "lobby": "/lobby",
}


def play(file: Path) -> str:
    """Keep rounds of one player in a journal; returns the player's cookie."""
    book = books.get("five-card")
    with Journal.open(str(file)) as journal:
        ann = c.Actor("Ann", Role.PLAYER)
        token = Players(journal).register("Ann").token
        buy_chips(journal, "Ann", 10**9)
        kept = KeptTable.open(journal, "five-card", book)
        decks = KeptDecks(journal, "five-card", book)
        kept.ask(c.Sit(by=ann, position=1))
        for _ in range(ROUNDS):
            kept.ask(c.AnnouncePlaceYourBets(by=HOUSE, own_deck=True))
            decks.commit(kept.table.round)
            kept.ask(c.PlaceWager(by=ann, position=1, wager="main", cents=1000))
            kept.ask(c.AnnounceNoMoreBets(by=HOUSE))
            kept.ask(c.Deal(by=HOUSE, deck=tuple(CARDS[card].text for card in decks.deck(kept.table.round))))
            if kept.table.phase is Phase.SETTING:
                kept.ask(c.EndSetting(by=HOUSE))
            kept.ask(c.Settle(by=HOUSE))
            decks.reveal(kept.table.round)
    return f"houseway-player={token}"


async def ask_again(number: int, port: int, path: str, cookie: str, end: float) -> int:
    """One client: the same request over and over on one connection; how many were answered."""
    answered = 0
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    head = f"GET {path} HTTP/1.1\r\nhost: 127.0.0.1:{port}\r\ncookie: {cookie}\r\n"
    head += f"x-forwarded-for: 192.0.2.{number}\r\n\r\n"
    while time.monotonic() < end:
        writer.write(head.encode())
        try:
            answer = (await asyncio.wait_for(reader.readuntil(b"\r\n\r\n"), max(0.1, end - time.monotonic()))).lower()
            if length := re.search(rb"content-length: (\d+)", answer):
                await reader.readexactly(int(length[1]))
            else:
                while (size := int(await reader.readline(), 16)) or True:
                    await reader.readexactly(size + 2)
                    if not size:
                        break
        except (TimeoutError, asyncio.IncompleteReadError, ConnectionError, ValueError):
            break
        answered += 1
    writer.close()
    return answered


def clients(number: int, port: int, path: str, cookie: str, seconds: float) -> None:
    """Many clients in a process of their own."""

    async def every() -> int:
        end = time.monotonic() + seconds
        return sum(await asyncio.gather(*(ask_again(one + 1, port, path, cookie, end) for one in range(number))))

    print(f"    {asyncio.run(every()) / seconds:,.0f} answers a second", flush=True)


async def waits(port: int, seconds: float) -> list[float]:
    """How long requests at a table take, in milliseconds: refused ones, decided in a thread like any other."""
    found = []
    url = f"ws://127.0.0.1:{port}/socket/five-card?as=player&protocol=2"
    async with connect(url, compression=None) as socket:
        await socket.recv()
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            began = time.monotonic()
            await socket.send(json.dumps({"type": "ping", "id": "p"}))
            while json.loads(await socket.recv())["type"] != "done":
                pass
            found.append((time.monotonic() - began) * 1000)
            await asyncio.sleep(0.07)
    return found


def main() -> None:
    """Measure each kind of question."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--clients", type=int, default=60)
    parser.add_argument("what", nargs="*", default=list(ASKED), help=", ".join(ASKED))
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "journal.db"
        cookie = play(file)
        command = [str(Path(sys.executable).parent / "houseway"), "serve", "--db", str(file), "--port", "0"]
        command += ["--book", "five-card", "--dealer", "person", "--trusted-proxy", "127.0.0.1", "--log-level", "error"]
        with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as house:
            try:
                assert house.stdout is not None
                port = next(int(found[1]) for line in house.stdout if (found := re.search(r"127\.0\.0\.1:(\d+)", line)))
                time.sleep(2)
                for what in given.what:
                    measure(what, port, given.clients, cookie)
            finally:
                house.terminate()


def measure(what: str, port: int, number: int, cookie: str) -> None:
    """Measure beside one kind of question."""
    alone = statistics.quantiles(asyncio.run(waits(port, SECONDS)), n=20)
    asking = multiprocessing.Process(target=clients, args=(number, port, ASKED[what], cookie, SECONDS + 2))
    asking.start()
    time.sleep(1)
    beside = statistics.quantiles(asyncio.run(waits(port, SECONDS)), n=20)
    asking.join(SECONDS)
    asking.kill()
    print(
        f"{what}: half of the requests within {alone[9]:.1f} ms alone and {beside[9]:.1f} ms beside {number} clients "
        f"({beside[9] / alone[9]:.1f} times), 95 % within {alone[18]:.1f} and {beside[18]:.1f} ms "
        f"({beside[18] / alone[18]:.1f} times)",
        flush=True,
    )


if __name__ == "__main__":
    main()
