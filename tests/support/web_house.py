"""A real house for tests: the `serve` command in its own process, and pages without a browser.

The process is a fork of one that has imported everything (`forked`), unless a test asks for a new one.

Here: starting and stopping it, signing in, a connection that records every message. Not here: tests.
"""

from __future__ import annotations

import functools
import itertools
import json
import os
import re
import signal
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import TracebackType
from typing import Any, NamedTuple

import pyotp
from argon2 import PasswordHasher
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from houseway.journal.store import Journal
from houseway.people.passwords import Passwords
from houseway.people.positions import Position
from houseway.people.sessions import Sessions
from houseway.people.sign_in import SignIn
from houseway.people.staff import Staff
from houseway.rulebook.procedure import Role
from houseway.web.wire.scene_changes import heard
from support.forked import Forked

PATIENCE = 60.0
"""Seconds after which a test gives up waiting: far longer than anything takes."""
QUICK = ("--betting", "600", "--setting", "600", "--change", "0", "--compare", "600", "--between", "600")
"""Clocks too long to run out: the test moves the round on. The dealer does not wait for a setting to be changed."""


STAFF_COOKIE = "houseway-staff"
PASSWORD = "correct horse battery staple"
"""The password of everybody that tests add to the staff."""
CHEAP = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)
"""Only for accounts that tests write themselves: the parameters are part of each hash."""


HOUSE = "from houseway.cli import main; main()"
"""What the command runs."""


def _new_process(words: list[str], environment: dict[str, str]) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [str(Path(sys.executable).parent / "houseway"), *words],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        env=environment,
        start_new_session=True,
    )


class Hired(NamedTuple):
    """A member of staff: the token of a session, and the secret of their second factor."""

    token: str
    secret: str


def hire(journal: Journal, name: str, position: Position) -> Hired:
    """Add a member of staff to a journal, enrolled and signed in."""
    sessions = Sessions(Staff(journal))
    door = SignIn(sessions, passwords=Passwords(CHEAP))
    invitation = sessions.staff.add(name, position, by="the tests")
    secret = door.invited_secret(invitation)  # a picture of it is drawn slowly
    return Hired(door.enrol(invitation, PASSWORD, pyotp.TOTP(secret).at(int(time.time()))), secret)


class RunningHouse:
    """A running `houseway serve`."""

    def __init__(
        self, journal: Path | str, *options: str, cache: Path | None = None, new_process: bool = False
    ) -> None:
        """Start it and wait until it is open."""
        self.journal = journal
        words = ["serve", "--db", str(journal), "--port", "0", *options]
        environment = {**os.environ, "PYTHONUNBUFFERED": "1", "COLUMNS": "200", "LANG": "C.UTF-8"}
        if cache is not None:
            environment["HOUSEWAY_CACHE"] = str(cache)
        self.process = (
            _new_process(words, environment) if new_process else Forked(HOUSE, *words, environment=environment)
        )
        self.output: list[str] = []
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self.output.append(line)
            if "Ctrl-C closes" in line:
                break
        text = "".join(self.output)
        found = re.search(r"open: (http://\S+)/", text)
        assert found, text
        self.url = found[1]
        self._numbers: dict[str, int] = {}

    @functools.cached_property
    def second(self) -> Visitor:
        """Another gaming shift manager, who confirms what takes two people."""
        return self.staff("Sue")

    @functools.cached_property
    def boss(self) -> Visitor:
        """The gaming shift manager, signed in on first use."""
        return self.staff("Sam")

    def spare_table(self, book: str = "mbs-v4") -> str:
        """A table of a book that no other test uses, dealt by people; it opens now."""
        self._numbers[book] = self._numbers.get(book, 1) + 1
        table = f"{book}-{self._numbers[book]}"
        first = next(each for each in self.boss.get("/lobby")["tables"] if each["name"] == book)
        alike = {"limits": first["limits"], "unit": first["unit"], "positions": first["positions"]}
        self.boss.post("/staff/tables", {"name": table, "book": book, "dealer": "person", **alike})
        return table

    def stop(self, number: int = signal.SIGINT) -> str:
        """Stop it; returns its last output."""
        if self.process.poll() is None:
            self.process.send_signal(number)
        rest, _ = self.process.communicate(timeout=PATIENCE)
        return rest

    def enter(self, name: str) -> Visitor:
        """Sign in as a new player."""
        visitor = Visitor(self)
        visitor.key = visitor.post("/enter", {"name": name})["key"]
        return visitor

    def staff(self, name: str, role: int | str = 4) -> Visitor:
        """Sign in as staff, by a role at a table or by a position such as "auditor"."""
        visitor = Visitor(self)
        visitor.cookies[STAFF_COOKIE] = self.hire(name, role).token
        return visitor

    def hire(self, name: str, role: int | str = 4) -> Hired:
        """Add somebody to the staff: written to the journal by the library, as a command on the machine would."""
        position = Position.read(role) if isinstance(role, str) else Position.of(Role(role))
        with Journal.open(str(self.journal)) as journal:
            return hire(journal, name, position)


@contextmanager
def running_house(journal: Path | str, *options: str, cache: Path | None = None) -> Iterator[RunningHouse]:
    """A house for the duration of a `with` block."""
    house = RunningHouse(journal, *options, cache=cache)
    try:
        yield house
    finally:
        house.stop()


class Answer(Exception):
    """An error response: its status and message."""

    def __init__(self, status: int, body: dict[str, Any]) -> None:
        super().__init__(f"{status} {body}")
        self.status, self.body = status, body


class Visitor:
    """A person without a browser: requests that keep their cookies."""

    def __init__(self, house: RunningHouse) -> None:
        self.house, self.cookies, self.key = house, dict[str, str](), ""

    def get(self, path: str) -> Any:
        """Send a GET request."""
        return self._ask(urllib.request.Request(self.house.url + path))

    def post(self, path: str, body: object, **headers: str) -> Any:
        """Send something."""
        request = urllib.request.Request(self.house.url + path, data=json.dumps(body).encode(), headers=headers)
        request.add_header("content-type", "application/json")
        return self._ask(request)

    def _ask(self, request: urllib.request.Request) -> Any:
        request.add_header("cookie", self.cookie)
        try:
            with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
                for header in answer.headers.get_all("set-cookie", []):
                    name, _, value = header.split(";")[0].partition("=")
                    self.cookies[name] = value.strip('"')
                return json.loads(answer.read())
        except urllib.error.HTTPError as error:
            raise Answer(error.code, json.loads(error.read())) from None

    @property
    def cookie(self) -> str:
        """The cookies as a browser sends them."""
        return "; ".join(f"{name}={value}" for name, value in self.cookies.items())

    def page(self, table: str, as_: str = "player") -> Page:
        """A page connected to a table."""
        return Page(self, f"/socket/{table}?as={as_}&protocol=2")


class Page:
    """One connection to a table; it keeps every message in order of arrival."""

    def __init__(self, visitor: Visitor, path: str, **headers: str) -> None:
        self.visitor, self.path = visitor, path
        url = visitor.house.url.replace("http", "ws", 1) + path
        given = {"cookie": visitor.cookie, **headers}
        # without a bound: a connection that stops reading cannot be closed politely, and waits in vain
        self.socket: ClientConnection = connect(
            url, additional_headers=given, max_size=None, max_queue=None
        ).__enter__()
        self.messages: list[dict[str, Any]] = []
        self.wire: list[str] = []
        self._ids = (f"m{number}-{time.monotonic_ns()}" for number in itertools.count())
        self.scene: dict[str, Any] = {}
        self.lines: list[dict[str, Any]] = []

    def __enter__(self) -> Page:
        self.until(lambda message: message["type"] in ("hello", "goodbye"))
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.socket.close()

    def receive(self, timeout: float = PATIENCE) -> dict[str, Any]:
        """The next message."""
        text = self.socket.recv(timeout=timeout)
        assert isinstance(text, str)
        self.wire.append(text)
        message = heard(json.loads(text), self.scene)
        self.messages.append(message)
        self.scene = message.get("scene", self.scene)
        if message["type"] in ("hello", "happened"):
            self.lines += message["lines"]
        return message

    def until(self, wanted: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
        """Receive until a message matches."""
        end = time.monotonic() + PATIENCE
        while True:
            message = self.receive(max(0.1, end - time.monotonic()))
            if wanted(message):
                return message

    def until_scene(self, wanted: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
        """Receive until a scene matches."""
        if not wanted(self.scene):
            self.until(lambda message: "scene" in message and wanted(message["scene"]))
        return self.scene

    def until_phase(self, phase: str) -> dict[str, Any]:
        """Receive until the round is in a phase."""
        return self.until_scene(lambda scene: scene["table"]["phase"] == phase)

    def say(self, message: dict[str, Any]) -> dict[str, Any]:
        """Send a message and take its answer: `done`, `refused` or `previewed`; too fast, and it is sent again."""
        id = message.setdefault("id", next(self._ids))
        while True:
            self.socket.send(json.dumps(message))
            answer = self.until(
                lambda answer: answer["type"] in ("done", "refused", "previewed") and answer["id"] == id
            )
            if answer.get("reason") != "too fast":
                return answer
            time.sleep(0.2)

    def do(self, type: str, **fields: Any) -> dict[str, Any]:
        """Send a command to the table and return the answer."""
        return self.say({"type": "do", "command": {"type": type, **fields}})

    def did(self, type: str, **fields: Any) -> dict[str, Any]:
        """Send a command that must succeed; returns the scene after it."""
        answer = self.do(type, **fields)
        if answer.get("reason") == "approval":
            answer = self._second({"type": type, **fields})
        assert answer["type"] == "done", answer
        return self.scene

    def physical(self) -> None:
        """Switch the table to a physical deck: this member of staff asks, and another confirms."""
        if self.scene["running"]["deck"] != "physical":
            assert self._second({"type": "run", "deck": "physical"})["type"] == "done"

    def asks(self, type: str, **fields: Any) -> dict[str, Any]:
        """Ask for what takes two people; returns the request as this member of staff is shown it."""
        before = {each["id"] for each in self.scene["asked"]["waiting"]}
        answer = self.say({"type": "ask", "command": {"type": type, **fields}})
        assert answer["type"] == "done", answer
        return next(each for each in self.scene["asked"]["waiting"] if each["id"] not in before and each["mine"])

    def confirms(self, request: dict[str, Any], **changed: Any) -> dict[str, Any]:
        """Confirm what another asked for; returns the answer."""
        return self.say({"type": "confirm", "request": request["id"], "digest": request["digest"], **changed})

    def seconds(self, **named: dict[str, tuple[str, ...]]) -> None:
        """Confirm what another asked for at this table, once it waits."""
        here = self.scene["table"]["id"]
        scene = self.until_scene(lambda scene: any(each["place"] == here for each in scene["asked"]["waiting"]))
        answer = self.confirms(next(each for each in scene["asked"]["waiting"] if each["place"] == here), **named)
        assert answer["type"] == "done", answer

    def _second(self, command: dict[str, Any]) -> dict[str, Any]:
        """This member of staff asks for something, and another confirms it."""
        request = self.asks(**command)
        cards = {"cards": command["hands"]} if request["cards_of"] else {}
        with Page(self.visitor.house.second, self.path) as other:
            answer = other.confirms(request, **cards)
        self.say({"type": "ping"})  # everything so far has arrived
        return answer

    def closed(self) -> int:
        """Wait until the connection is closed; returns the close code."""
        try:
            while True:
                self.receive()
        except ConnectionClosed as end:
            return end.rcvd.code if end.rcvd else 0
