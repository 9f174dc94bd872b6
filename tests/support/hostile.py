"""Hostile clients: a campaign of mutated, replayed and misplaced messages against a real house while rounds are played.

Here: the clients, what they send, and the count of what came of it. Not here: tests. `scripts/hostile-clients` runs a
campaign of any size.
"""

from __future__ import annotations

import json
import re
import time
import urllib.error
import urllib.request
from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from random import Random
from typing import Any

from websockets.exceptions import ConnectionClosed

from houseway.cards.card import CARDS
from houseway.journal.store import Journal
from houseway.kept.play_chips import FIRST_CHIPS
from houseway.kept.seals import Seals
from houseway.kept.tables import STREAM
from houseway.table import events as e
from support.mutated import mutated
from support.web_house import Page, RunningHouse, Visitor

CLOCKS = ("--betting", "0.4", "--setting", "0.6", "--change", "0", "--compare", "0.1", "--between", "0.1")
TABLE = "mbs-v4"
BURST = 30
"""Messages after which a client connects again, so that the limit of messages a second does not end the campaign."""
MINE = {"sit", "leave", "wager", "withdraw", "share", "view", "set", "take back", "withdraw remaining"}
"""What players may ask for: anything else that is carried out for a player was accepted wrongly."""
REQUESTS: list[dict[str, Any]] = [
    *({"type": kind, "position": at} for kind in ("sit", "leave", "view", "take back", "house way") for at in (1, 2)),
    *({"type": kind, "position": 1} for kind in ("share", "concede", "view conceded", "pass the bank")),
    {"type": "wager", "position": 1, "wager": "main", "cents": 1000},
    {"type": "wager", "position": 2, "wager": "main", "cents": 1000, "player": "Honest"},
    {"type": "wager", "position": 1, "wager": "fortune-bonus", "cents": 10**9},
    {"type": "wager", "position": 1, "wager": "main", "cents": -1000},
    {"type": "withdraw", "position": 1, "wager": "main"},
    {"type": "set", "position": 1, "low": ["Ac", "Kd"]},
    {"type": "deal", "deck": [card.text for card in CARDS]},
    {"type": "key in", "hands": {"1": ["Ac", "Ad", "Ah", "As", "Jk", "Kc", "Kd"]}},
    *({"type": kind} for kind in ("place your bets", "no more bets", "end setting", "reveal", "settle", "retract")),
    {"type": "report", "fault": "over maximum", "position": 1, "wager": "main", "cents": 100000},
    {"type": "remedy", "remedy": "void"},
    {"type": "correct", "round": 1},
    {"type": "set limits", "limits": {"main": [100, 10**9]}, "exposure": 0},
    {"type": "prohibit", "player": "Honest"},
]
POSTS: list[tuple[str, dict[str, Any]]] = [
    ("/staff/cage", {"act": "buy-in", "player": "Eve", "cents": 100000, "id": "1"}),
    ("/staff/tables", {"book": "mbs-v4", "limits": {}}),
    ("/staff/stops", {"scope": "house", "why": "spite", "rounds": "finish"}),
    ("/staff/dismiss", {"name": "Sam"}),
    ("/staff/position", {"name": "Eve", "position": "gaming-shift-manager"}),
    ("/staff/owed/write-off", {"player": "Eve", "cents": 5}),
    ("/staff/sign-in", {"name": "Sam", "password": "correct horse battery staple", "code": "000000"}),
    ("/staff/exclusions", {"player": "Honest"}),
    ("/staff/invitation", {"invitation": "73616d.abc"}),
]
READS = ("/staff/list", "/staff/cage", "/staff/owed", "/staff/stops", "/staff/alarms", "/static/%00", "/api/rounds")
OPEN_POSTS = {"/staff/sign-in", "/staff/invitation"}
_CARD = re.compile(r'"([2-9TJQKA][cdhs]|Jk)"|\b([2-9TJQK][cdhs])\b')


@dataclass
class Campaign:
    """A campaign as it goes, and what came of it."""

    house: RunningHouse
    random: Random
    counts: Counter[str] = field(default_factory=Counter)
    wrong: list[str] = field(default_factory=list)
    """Requests carried out for somebody who may not ask for them, and failures of the house."""
    received: list[tuple[str, int, set[str], set[str]]] = field(default_factory=list)
    """Who was sent which cards at which version of the table, and the cards they had named themselves."""
    sent: list[str] = field(default_factory=lambda: ["{}"])

    def run(self, messages: int) -> None:
        """Send so many hostile messages while an honest player plays."""
        honest = self.house.enter("Honest")
        clients = {name: self.house.enter(name) for name in ("Eve", "Mallory")} | {"": Visitor(self.house)}
        self.players = ["Honest", *filter(None, clients)]
        for position, name in enumerate(("Eve", "Mallory"), 1):
            with clients[name].page(TABLE) as first:
                first.did("sit", position=position)
        auditor = self.house.staff("Audrey", "auditor")
        with honest.page(TABLE) as page:
            page.did("sit", position=5)
            while self.counts["sent"] < messages:
                name = self.random.choice(list(clients))
                self._visit(name, clients[name], min(BURST, messages - self.counts["sent"]))
                self._http(self.random.choice([*clients.values(), auditor]))
                self._play(page)
            while page.scene["table"]["round"] < 2:  # a short campaign lasts until its first round has ended
                time.sleep(0.1)
                self._play(page)

    def _play(self, page: Page) -> None:
        """The honest player bets, and looks at the cards."""
        try:
            while True:
                page.receive(0.01)
        except TimeoutError:
            pass
        asked = (
            ("wager", {"wager": "main", "cents": 1000}) if page.scene["table"]["phase"] == "betting" else ("view", {})
        )
        answers = [page.do(asked[0], position=5, **asked[1])]
        answers.append(page.say({"type": "ready", "round": page.scene["table"]["round"]}))
        self.counts["honest done"] += sum(answer["type"] == "done" for answer in answers)
        self._note("Honest", page.messages, set())
        page.messages.clear()

    def _visit(self, name: str, visitor: Visitor, number: int) -> None:
        """One connection: a burst of messages, and their answers."""
        named: set[str] = set()
        with visitor.page(TABLE) as page:
            try:
                for _ in range(number):
                    text = self._hostile()
                    named |= _cards(text)
                    page.socket.send(text)
                    self.counts["sent"] += 1
                    answer = page.until(lambda said: said["type"] in ("done", "refused", "previewed", "goodbye"))
                    self._judge(name, text, answer)
            except ConnectionClosed:
                self.counts["closed"] += 1
            self._note(name, page.messages, named)

    def _hostile(self) -> str:
        request = self.random.choice(REQUESTS)
        kind = self.random.choice(("do", "do", "do", "preview"))
        text = json.dumps({"type": kind, "id": f"h{self.random.random()}", "command": request})
        if self.random.random() < 0.1:
            text = json.dumps({"type": "run", "id": "r", "dealer": "person", "deck": "physical"})
        elif self.random.random() < 0.05:
            text = json.dumps({"type": "ping", "id": "p"})
        match self.random.randrange(4):
            case 0:
                text = mutated(text, self.random).encode(errors="replace").decode()
            case 1:
                text = self.random.choice(self.sent)
        self.sent = [*self.sent[-200:], text]
        return text

    def _judge(self, name: str, text: str, answer: dict[str, Any]) -> None:
        if answer["type"] == "refused":
            self.counts["refused"] += 1
            self.counts[f"refused: {answer['reason']}"] += 1
            if answer["reason"] == "failed":
                self.wrong.append(f"the house failed on {text[:300]}: {answer['sentence']}")
            return
        said = json.loads(text)
        asked = said.get("command", {}).get("type")
        if answer["type"] == "done" and (said["type"] == "ping" or (name and asked in MINE)):
            self.counts["accepted rightly"] += 1
        else:
            self.wrong.append(f"{name or 'a watcher'} was answered {answer['type']} to {text[:300]}")

    def _http(self, visitor: Visitor) -> None:
        """One hostile request over HTTP by somebody who is no staff that may act."""
        path, body = self.random.choice(POSTS)
        text = json.dumps(body)
        if self.random.random() < 0.3:
            text = mutated(text, self.random)
        reads = self.random.random() < 0.3
        path = self.random.choice(READS) if reads else path
        request = urllib.request.Request(self.house.url + path, data=None if reads else text.encode(errors="replace"))
        request.add_header("content-type", "application/json")
        request.add_header("cookie", visitor.cookie)
        self.counts["http sent"] += 1
        try:
            with urllib.request.urlopen(request, timeout=30) as answer:
                status = answer.status
        except urllib.error.HTTPError as error:
            status = error.code
        self.counts["http refused" if status >= 400 else "http answered"] += 1
        if status >= 500 or (status < 400 and not reads and path not in OPEN_POSTS):
            self.wrong.append(f"{status} for {path} {text[:200]}")

    def _note(self, name: str, messages: list[dict[str, Any]], named: set[str]) -> None:
        """Remember which cards were in the messages of each version of the table."""
        version = 0
        for message in messages:
            version = message.get("scene", {}).get("table", {}).get("version", version)
            if message["type"] != "review":
                self.received.append((name, version, _cards(json.dumps(message, ensure_ascii=False)), set(named)))

    def check(self) -> None:
        """Count leaks, rounds and chips by the journal."""
        with Journal.open(str(self.house.journal)) as journal:
            seals = Seals(journal, TABLE)
            events = [(recorded.version, seals.event(recorded)) for recorded in journal.read(STREAM + TABLE)]
            made = -journal.balance("cage") - FIRST_CHIPS * len(self.players)
            made += journal.trial_balance().sum
        self.counts["rounds"] = sum(isinstance(event, e.RoundSettled) for _, event in events)
        self.counts["chips made"] = made
        hidden = dict(_hidden(events, [*self.players, ""]))
        last = max(hidden)
        for name, version, cards, named in self.received:
            leaked = cards & hidden[min(version, last)][name] - named if version else set[str]()
            self.counts["cards checked"] += len(cards)
            self.counts["leaks"] += len(leaked)
        self.counts["accepted wrongly"] = len(self.wrong)


def _cards(text: str) -> set[str]:
    return {one or other for one, other in _CARD.findall(text)}


def _hidden(events: list[tuple[int, e.Event]], viewers: list[str]) -> Iterator[tuple[int, dict[str, set[str]]]]:
    """After each event the cards dealt in this round that a viewer must not know, from the events alone."""
    hands: dict[int, set[str]] = {}
    seen: defaultdict[str, set[str]] = defaultdict(set)
    open_to_all: set[str] = set()
    for version, event in events:
        match event:
            case e.BettingOpened():
                hands, seen, open_to_all = {}, defaultdict(set), set()
            case e.HandDealt(position=position, cards=cards):
                hands[position] = set(cards)
            case e.HandViewed(position=position, player=player):
                seen[player] |= hands[position]
            case e.DealerRevealed(cards=cards):
                open_to_all |= set(cards)
            case e.HandShown(low=low, high=high):
                open_to_all |= {*low, *high}
            case _:
                pass
        dealt = set().union(*hands.values()) if hands else set[str]()
        yield version, {name: dealt - seen[name] - open_to_all for name in viewers}
