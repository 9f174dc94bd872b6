"""Hostile clients: a campaign of mutated, replayed and misplaced messages against a real house while rounds are played.

Here: the clients, outsiders and insiders, and the count of what came of their messages. Meanwhile an honest player
plays, and two honest shift managers keep the table in order. Not here: what is sent (`hostile_requests`), who may do
what (`hostile_rules`), or what must hold afterwards (`hostile_checks`). `scripts/hostile-clients` runs a campaign of
any size.
"""

from __future__ import annotations

import asyncio
import itertools
import json
import re
import time
import urllib.error
import urllib.request
from collections import Counter, deque
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from random import Random
from typing import Any

import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from houseway.cards.card import CARDS
from houseway.web.wire.scene_changes import heard
from support import hostile_rules as rules
from support.hostile_checks import FIRST, Checks
from support.hostile_requests import TABLE, forged, hostile_request, hostile_text
from support.web_house import PATIENCE, RunningHouse

OPTIONS = (
    "--book", TABLE, "--betting", "0.4", "--setting", "0.6", "--change", "0", "--compare", "0.1", "--between", "0.1",
    "--entries", "100000", "--questions", "1000000", "--log-level", "error",
)  # fmt: skip
"""How the house is run: short clocks, and limits by address so high that only those of a page and a person matter."""
HOUSE_MONEY = ("--money", "house")
BURST, FLOOD = 38, 120
"""How many messages a connection sends at once: as many as a page may, or far more."""
AT_ONCE = 4
"""How many hostile connections there are at a time."""
OUTSIDERS = {"Eve": 1, "Mallory": 2}
INSIDERS = {
    "Dan": "dealer", "Dora": "dealer", "Sid": "pit-supervisor", "Sil": "pit-supervisor", "Pat": "pit-manager",
    "Sam": "gaming-shift-manager", "Audrey": "auditor",
}  # fmt: skip
HONEST_STAFF = ("Grace", "Heidi")
_SUIT = dict(zip("♣♦♥♠", "cdhs", strict=True))
_CARD = re.compile(r"([2-9TJQKA1])(0?[♣♦♥♠]|[cdhsk](?![0-9A-Za-z]))")
_DECK = {card.text for card in CARDS}
_ANSWERS = ("done", "refused", "previewed")


class _Shown(msgspec.Struct):
    """The part of a table that tells which version of it is shown."""

    version: int


class _Scene(msgspec.Struct):
    """The part of a scene that matters here."""

    table: _Shown | None = None


class _Said(msgspec.Struct):
    """The part of a message of the house that matters here."""

    type: str
    scene: _Scene | None = None
    reason: str = ""
    sentence: str = ""


_said = msgspec.json.Decoder(_Said)


@dataclass(frozen=True, kw_only=True)
class Client:
    """Somebody who sends hostile messages."""

    name: str
    rank: int
    cookies: dict[str, str]
    console: bool = False
    forged: bool = False

    @property
    def cookie(self) -> str:
        """The cookies as a browser sends them."""
        return "; ".join(f"{name}={value}" for name, value in self.cookies.items())


@dataclass
class Campaign:
    """A campaign as it goes, and what came of it."""

    house: RunningHouse
    seed: int
    play_money: bool = True
    counts: Counter[str] = field(default_factory=Counter)
    wrong: list[str] = field(default_factory=list)
    """Requests carried out for somebody who may not ask for them, failures of the house, and what its journal shows."""
    seen: dict[tuple[str, int], set[str]] = field(default_factory=dict)
    _left: int = 0

    # -----------------------------------------------------------------------------------------------------------------
    # The people

    def run(self, messages: int) -> None:
        """Send so many hostile messages while honest people play, and stop the house."""
        began = time.monotonic()
        cookies = {name: self.house.enter(name).cookies for name in ("Honest", *OUTSIDERS)}
        cookies |= {name: self.house.staff(name, role).cookies for name, role in INSIDERS.items()}
        cookies |= {name: self.house.staff(name).cookies for name in HONEST_STAFF}
        self._cookies = cookies
        ranks = {name: rules.RANKS[role] for name, role in INSIDERS.items()}
        self.staff = ranks | dict.fromkeys(HONEST_STAFF, rules.SHIFT_MANAGER)
        self.clients = [
            Client(name="", rank=rules.WATCHER, cookies={}),
            *(Client(name=name, rank=rules.PLAYER, cookies=cookies[name]) for name in OUTSIDERS),
            *(Client(name=name, rank=rank, cookies=cookies[name], console=True) for name, rank in ranks.items()),
        ]
        self._left = messages
        asyncio.run(self._play())
        said = self.house.stop()
        if "Traceback" in said or "internal error" in said:
            self.wrong.append(f"the house logged a defect: {said[:2000]}")
        self.counts["seconds"] = round(time.monotonic() - began)

    async def _play(self) -> None:
        self._prepare()
        over = asyncio.Event()
        async with asyncio.TaskGroup() as honest:
            honest.create_task(self._honest_player(over))
            honest.create_task(self._honest_floor(over))
            try:
                async with asyncio.TaskGroup() as hostile:
                    for number in range(AT_ONCE):
                        hostile.create_task(self._hostile(Random(f"{self.seed} {number}")))
                end = time.monotonic() + PATIENCE
                while self.round < 3 and time.monotonic() < end:  # a short campaign lasts until a round has ended
                    await asyncio.sleep(0.1)
            finally:
                over.set()

    def _prepare(self) -> None:
        """Where chips come only from the cage, an honest shift manager opens it and sells the players some."""
        if self.play_money:
            return
        sold: list[dict[str, Any]] = [{"kind": "buy-in", "player": each, "cents": FIRST} for each in self.players]
        for number, body in enumerate([{"kind": "shift opened"}, *sold]):
            status, answer = self._ask("Grace", "/staff/cage", json.dumps({"id": f"g{number}"} | body))
            assert status == 200, answer

    @property
    def players(self) -> tuple[str, ...]:
        """Everybody with chips."""
        return ("Honest", *OUTSIDERS)

    # -----------------------------------------------------------------------------------------------------------------
    # Hostile clients

    async def _hostile(self, random: Random) -> None:
        """Connect as one client after another, each with a burst of messages, and send a request over HTTP between."""
        sent: list[str] = []
        while self._left > 0:
            client = random.choice(self.clients)
            if random.random() < 0.05 and client.cookies:
                client = Client(
                    name="", rank=rules.WATCHER, cookies=forged(client.cookies, random), console=True, forged=True
                )
            number = min(FLOOD if random.random() < 0.02 else BURST, self._left)
            self._left -= number
            texts = []
            for _ in range(number):
                texts.append(hostile_text(random, sent))
                sent = [*sent[-100:], texts[-1]]
            if not await self._visit(client, texts):
                self._left += number
            await self._http(client, random)

    async def _visit(self, client: Client, texts: list[str]) -> bool:
        """One connection: a burst of messages, and their answers; whether the house let it in."""
        console = client.console and client.rank not in (rules.AUDITOR,)
        waiting = deque(texts)
        named = _cards(" ".join(texts))
        try:
            async with self._connect(client.cookie, staff=console) as socket:
                first: str | bytes = await asyncio.wait_for(socket.recv(), PATIENCE)
                version = self._note(client.name, first, 0)
                if _said.decode(first).type == "goodbye":
                    self.counts["connections refused"] += 1
                    if not client.forged:
                        self.wrong.append(f"{client.name} was turned away: {first!r}")
                    return False
                if client.forged and console:
                    self.wrong.append(f"a console was opened with {client.cookie}")
                for text in texts:
                    await socket.send(text)
                self.counts["sent"] += len(texts)
                while waiting:
                    answer: str | bytes = await asyncio.wait_for(socket.recv(), PATIENCE)
                    said = _said.decode(answer)
                    if said.type in _ANSWERS:
                        self._judge(client, waiting.popleft(), said)
                        self._note(client.name, answer, version, named)
                    elif said.type != "goodbye":
                        version = self._note(client.name, answer, version)
        except ConnectionClosed:
            self.counts["closed by the house"] += 1
            self.counts["unanswered"] += len(waiting)
        return True

    def _connect(self, cookie: str, *, staff: bool) -> connect:
        url = (
            self.house.url.replace("http", "ws", 1) + f"/socket/{TABLE}?protocol=2&as={'staff' if staff else 'player'}"
        )
        return connect(
            url,
            additional_headers={"cookie": cookie} if cookie else {},
            compression=None,
            max_size=None,
            max_queue=None,
            ping_interval=None,
            open_timeout=PATIENCE,
            close_timeout=PATIENCE,
        )

    def _judge(self, client: Client, text: str, said: _Said) -> None:
        who = client.name or "a watcher"
        if said.type == "refused":
            self.counts["refused"] += 1
            self.counts[f"refused: {said.reason}"] += 1
            if said.reason == "failed":
                self.wrong.append(f"the house failed on {text[:300]} of {who}: {said.sentence}")
            return
        asked = json.loads(text)
        kind = (
            asked["type"] if asked["type"] not in ("do", "preview") else f"{asked['type']} {asked['command']['type']}"
        )
        if rules.may_say(client.rank, asked) and (asked["type"] == "preview") == (said.type == "previewed"):
            self.counts["accepted rightly"] += 1
            self.counts[f"accepted: {kind}"] += 1
        else:
            self.wrong.append(f"{who} was answered {said.type} to {text[:300]}")

    # -----------------------------------------------------------------------------------------------------------------
    # HTTP

    async def _http(self, client: Client, random: Random) -> None:
        path, text = hostile_request(random)
        self.counts["http sent"] += 1
        status, answer = await asyncio.to_thread(self._ask, client, path, text)
        self.counts["http refused" if status >= 400 else "http answered rightly"] += 1
        if status >= 500 and status != 503:
            self.wrong.append(f"{status} for {path} {text[:300]}: {answer[:200]!r}")
        elif status < 400:
            asked = json.loads(text) if text else {}
            right = (
                rules.may_post(client.rank, path, asked, play_money=self.play_money)
                if text
                else rules.may_read(client.rank, path)
            )
            if not right:
                self.wrong.append(f"{client.name or 'nobody'} was answered {status} to {path} {text[:300]}")
            if path.startswith("/api/"):
                await self._note_rounds(client.name, json.loads(answer))

    def _ask(self, who: Client | str, path: str, text: str) -> tuple[int, bytes]:
        cookies = self._cookies[who] if isinstance(who, str) else who.cookies
        request = urllib.request.Request(self.house.url + path, data=text.encode(errors="replace") if text else None)
        request.add_header("content-type", "application/json")
        request.add_header("cookie", "; ".join(f"{name}={value}" for name, value in cookies.items()))
        try:
            with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
                return answer.status, answer.read()
        except urllib.error.HTTPError as error:
            return error.code, error.read()

    async def _note_rounds(self, name: str, answer: Any) -> None:
        """Remember the cards of a round in play, at a version that the table has by then."""
        for each in answer if isinstance(answer, list) else [answer]:
            if each["ended"] == "" and (cards := _cards(json.dumps(each, ensure_ascii=False))):
                looked = self.looks
                while self.looks < looked + 2:  # what an honest console is shown after the answer is no older
                    await asyncio.sleep(0.05)
                if self.round == each["round"]:
                    self.counts["rounds in play read"] += 1
                    self.seen.setdefault((name, self.version), set()).update(cards)

    # -----------------------------------------------------------------------------------------------------------------
    # Honest people

    round = version = looks = 0
    """Where the table is, and how often an honest console has looked."""

    async def _honest_player(self, over: asyncio.Event) -> None:
        """Somebody who plays: sits, bets, looks, says they are ready."""
        async for scene, ask in self._person("Honest", over, staff=False):
            table, mine = scene["table"], scene["you"]["positions"]
            if not mine:
                await ask({"type": "sit", "position": 5})
            elif table["phase"] == "betting" and str(mine[0]) not in table["wagers"]:
                done = await ask({"type": "wager", "position": mine[0], "wager": "main", "cents": 1000})
                self.counts["honest wagers"] += done
                if not done and scene["can"]["chips"]:
                    await ask({"type": "chips"})
            elif table["phase"] == "setting" and mine[0] in scene["can"]["view"]:
                self.counts["honest looks"] += await ask({"type": "view", "position": mine[0]})
            if scene["can"]["ready"]:
                await ask({"type": "ready", "round": table["round"]})

    async def _honest_floor(self, over: asyncio.Event) -> None:
        """Two shift managers who undo what insiders may rightly do to disturb play."""
        second = asyncio.create_task(self._second(over))
        try:
            async for scene, ask in self._person("Grace", over, staff=True):
                self.looks, self.round, self.version = (
                    self.looks + 1,
                    scene["table"]["round"],
                    scene["table"]["version"],
                )
                for wanted in _in_order(scene):
                    if wanted["type"] == "stops":
                        await asyncio.to_thread(self._lift)
                    elif not await ask(wanted):
                        await self._queue.put(wanted)  # another asks for the same, and so confirms it
                        await asyncio.sleep(0.1)
        finally:
            await self._queue.put(None)
            await second

    async def _second(self, over: asyncio.Event) -> None:
        self._queue: asyncio.Queue[dict[str, Any] | None] = asyncio.Queue()
        async for _, ask in self._person("Heidi", over, staff=True):
            while not self._queue.empty() and (wanted := self._queue.get_nowait()) is not None:
                await ask(wanted)

    def _lift(self) -> None:
        for body in ({"scope": "house"}, {"scope": "player", "name": "Honest"}):
            self._ask("Grace", "/staff/stops", json.dumps({**body, "lift": True, "why": "order"}))
        self._ask("Grace", "/staff/exclusions", json.dumps({"player": "Honest", "lift": True}))

    async def _person(self, name: str, over: asyncio.Event, *, staff: bool) -> Any:
        """The scene again and again for an honest person, with a way to ask for something."""
        ids = itertools.count()
        cookie = "; ".join(f"{key}={value}" for key, value in self._cookies[name].items())
        while not over.is_set():
            with suppress(ConnectionClosed):
                async with self._connect(cookie, staff=staff) as socket:
                    scene: dict[str, Any] = {}

                    async def ask(wanted: dict[str, Any], socket: ClientConnection = socket) -> bool:
                        nonlocal scene
                        message = (
                            wanted
                            if wanted["type"] in ("ready", "chips", "run", "ping")
                            else {"type": "do", "command": wanted}
                        )
                        await socket.send(json.dumps({**message, "id": f"{name}{next(ids)} {time.monotonic_ns()}"}))
                        while True:
                            text = await asyncio.wait_for(socket.recv(), PATIENCE)
                            said = heard(json.loads(text), scene)
                            scene = said.get("scene", scene)
                            self._note(name, text, scene["table"]["version"] if scene else 0)
                            if said["type"] in _ANSWERS:
                                return bool(said["type"] == "done")

                    while not over.is_set():
                        await ask({"type": "ping"})
                        if scene:
                            yield scene, ask
                        await asyncio.sleep(0.1)

    # -----------------------------------------------------------------------------------------------------------------
    # What was sent, and what came of it

    def _note(self, name: str, text: str | bytes, version: int, named: set[str] | frozenset[str] = frozenset()) -> int:
        """Remember which cards somebody was sent at which version of the table; returns that version."""
        said = _said.decode(text)
        version = said.scene.table.version if said.scene and said.scene.table else version
        cards = _cards(text if isinstance(text, str) else text.decode())
        if cards and said.type != "review":
            self.seen.setdefault((name, version), set()).update(cards - named)
        return version

    def check(self) -> None:
        """Check the journal, and count what was wrong."""
        found = Checks(self.house.journal, self.staff, self.players, play_money=self.play_money)
        leaks = list(found.leaks(self.seen))
        self.counts.update(found.counts)
        self.wrong += found.wrong + leaks
        self.counts["leaks"] = len(leaks)
        self.counts["wrong"] = len(self.wrong)


def _in_order(scene: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """What an honest shift manager asks for, to put a table in order."""
    table, running = scene["table"], scene["running"]
    if table["hold"]:
        yield {"type": "retract"}
        yield from ({"type": "remedy", "remedy": each["name"]} for each in scene["can"]["remedies"] if not each["asks"])
        return
    if (running["dealer"], running["deck"], running["open"]) != ("automatic", "house", True):
        if not scene["commitment"] and table["phase"] not in ("between rounds", "betting"):
            yield {"type": "report", "fault": "other"}
        yield {"type": "run", "dealer": "automatic", "deck": "house", "open": True}
    yield from ({"type": "prohibit", "player": name, "lift": True} for name in table["prohibited"])
    yield from ({"type": "restrict", "player": name, "lift": True} for name in table["restricted"])
    if scene["stopped"]:
        yield {"type": "stops"}
    if table["limits"]["main"] != [1000, 100_000]:
        yield {"type": "set limits", "limits": {"main": [1000, 100_000]}, "exposure": 0}


def _cards(text: str) -> set[str]:
    """The cards in a text, such as "Td", 10♦ or Td; words like As count only in quotes."""
    found = set()
    for each in _CARD.finditer(text):
        rank, suit = each.groups()
        before = text[each.start() - 1] if each.start() else " "
        if suit[-1] in _SUIT:
            found.add(("T" if rank == "1" else rank) + _SUIT[suit[-1]])
        elif before == '"' or (rank != "A" and not before.isalnum()):
            found.add(rank + suit)
    return found & _DECK
