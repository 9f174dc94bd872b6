"""Connections: half a request is not held for ever, and no address can take all places."""

from __future__ import annotations

import asyncio
import contextlib
import errno
import resource
import socket
import threading
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest

pytest.importorskip("uvicorn", reason="the extra houseway[web] is not installed")

import uvicorn
from websockets.frames import Frame, Opcode
from websockets.sync.client import connect

from houseway.table.view import WATCHER
from houseway.web.http.connections import (
    ConnectionLimits,
    Connections,
    GuardedHttp,
    GuardedSocket,
    Listener,
    frame_head,
)
from houseway.web.http.proxies import Proxies
from houseway.web.wire.viewer import Viewer
from support.web_house import RunningHouse

SHORT = 0.15
LIMITS = ConnectionLimits(most=12, most_from_one=8, headers=SHORT, body=SHORT, idle=1, reading=SHORT)
MUCH = 64 * 1024 * 1024


async def _app(scope: Any, receive: Any, send: Any) -> None:
    """Answers with the length of the body; `/much` is a long answer, `/early` does not wait for the body."""
    if scope["type"] == "websocket":
        await receive()
        await send({"type": "websocket.accept"})
        while (await receive())["type"] == "websocket.receive":
            pass
        return
    length, more = 0, scope["path"] != "/early"
    while more:
        message = await receive()
        if message["type"] == "http.disconnect":
            return
        length, more = length + len(message["body"]), message["more_body"]
    body = b"x" * MUCH if scope["path"] == "/much" else str(length).encode()
    await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"%d" % len(body))]})
    await send({"type": "http.response.body", "body": body})


class _Running:
    """A server with these limits in a thread."""

    def __init__(self, limits: ConnectionLimits, proxies: tuple[str, ...] = ()) -> None:
        self.listening = Listener(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP)
        self.listening.bind(("127.0.0.1", 0))
        self.port = self.listening.getsockname()[1]
        config = uvicorn.Config(
            _app,
            loop="asyncio",
            http=GuardedHttp,
            ws=GuardedSocket,
            timeout_keep_alive=limits.idle,
            lifespan="off",
            log_config=None,
        )
        self._server = uvicorn.Server(config)
        self.state = Connections(limits, Proxies(proxies))
        self._server.server_state = self.state
        self._thread = threading.Thread(target=self._server.run, kwargs={"sockets": [self.listening]})
        self._thread.start()
        while not self._server.started:
            time.sleep(0.01)

    def stop(self) -> None:
        self._server.should_exit = True
        self._thread.join()

    def connect(self) -> socket.socket:
        return socket.create_connection(("127.0.0.1", self.port), timeout=20)

    def until(self, number: int) -> None:
        """Wait until so many connections are open."""
        end = time.monotonic() + 20
        while len(self.state) != number:
            assert time.monotonic() < end, len(self.state)
            time.sleep(0.01)


@contextlib.contextmanager
def _running(limits: ConnectionLimits = LIMITS, proxies: tuple[str, ...] = ()) -> Iterator[_Running]:
    running = _Running(limits, proxies)
    try:
        yield running
    finally:
        running.stop()


@pytest.fixture(scope="module")
def server() -> Iterator[_Running]:
    """One server for all tests that leave no connection behind."""
    with _running() as running:
        yield running


def _rest(connection: socket.socket) -> bytes:
    """Everything until the server closes the connection."""
    found = b""
    with contextlib.suppress(ConnectionResetError):
        while part := connection.recv(65536):
            found += part
    return found


@pytest.mark.parametrize(
    "sent",
    [
        b"",
        b"GET / HTTP/1.1\r\n",
        b"GET / HTTP/1.1\r\nhost: x\r\nx-pad: ",
        b"GET /socket/t HTTP/1.1\r\nhost: x\r\nupgrade: websocket\r\nconnection: upgrade\r\nsec-websocket-key: ",
    ],
    ids=["nothing", "a line", "half the headers", "half a handshake"],
)
def test_half_the_headers_are_not_waited_for(server: _Running, sent: bytes) -> None:
    with server.connect() as connection:
        connection.sendall(sent)
        assert b" 408 " in _rest(connection)


def test_headers_that_come_a_byte_at_a_time_are_cut_off_too(server: _Running) -> None:
    with server.connect() as connection:
        began = time.monotonic()
        with contextlib.suppress(OSError):
            for _ in range(200):
                connection.sendall(b"x")
                time.sleep(0.02)
        assert time.monotonic() - began < 2


@pytest.mark.parametrize("path", ["/", "/early"])
def test_half_a_body_is_not_waited_for(server: _Running, path: str) -> None:
    with server.connect() as connection:
        connection.sendall(f"POST {path} HTTP/1.1\r\nhost: x\r\ncontent-length: 100\r\n\r\nhalf".encode())
        answer = _rest(connection)
    assert answer.startswith(b"HTTP/1.1 408" if path == "/" else b"HTTP/1.1 200")
    server.until(0)


def test_the_start_of_a_second_request_is_not_waited_for(server: _Running) -> None:
    with server.connect() as connection:
        connection.sendall(b"GET / HTTP/1.1\r\nhost: x\r\n\r\n")
        assert connection.recv(65536).startswith(b"HTTP/1.1 200")
        connection.sendall(b"GET / HT")
        assert b" 408 " in _rest(connection)


def test_a_connection_may_rest_between_two_requests_longer_than_headers_may_take(server: _Running) -> None:
    with server.connect() as connection:
        for _ in range(2):
            connection.sendall(b"POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 4\r\n\r\nhalf")
            answer = b""
            while not answer.endswith(b"\r\n\r\n4"):
                answer += connection.recv(65536)
            time.sleep(2 * SHORT)
    server.until(0)


def test_who_does_not_read_the_answer_is_cut_off(server: _Running) -> None:
    with server.connect() as connection:
        connection.sendall(b"GET /much HTTP/1.1\r\nhost: x\r\n\r\n")
        server.until(1)
        server.until(0)
        assert server.state.refused["reading the answer took too long"]


def test_a_socket_stays_open_and_is_released_when_it_ends(server: _Running) -> None:
    with connect(f"ws://127.0.0.1:{server.port}/"):
        time.sleep(2 * SHORT)
        assert len(server.state) == 1
    server.until(0)


def test_one_address_cannot_take_every_place(server: _Running) -> None:
    many = [server.connect() for _ in range(LIMITS.most_from_one)]
    server.until(LIMITS.most_from_one)
    with server.connect() as one_more:
        assert b" 503 " in _rest(one_more)
    for connection in many:
        connection.close()
    server.until(0)
    with server.connect() as connection:
        connection.sendall(b"GET / HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n")
        assert b" 200 " in _rest(connection)


def test_a_trusted_proxy_may_take_every_place_and_no_more() -> None:
    limits = ConnectionLimits(most=12, most_from_one=8, headers=60)
    with _running(limits, ("127.0.0.0/8",)) as server:
        many = [server.connect() for _ in range(limits.most)]
        server.until(limits.most)
        with server.connect() as one_more:
            assert b" 503 " in _rest(one_more)
        for connection in many:
            connection.close()


def test_ipv6_counts_by_network() -> None:
    state = Connections(ConnectionLimits(most_from_one=2), Proxies(()))
    addresses = ["2001:db8::1", "2001:db8::2", "2001:db8::3", "2001:db8:0:1::1"]
    refused = [state.admit(asyncio.BaseTransport(), address) for address in addresses]
    assert [bool(reason) for reason in refused] == [False, False, True, False]


def test_out_of_files_the_listener_fails_once_a_second(monkeypatch: pytest.MonkeyPatch) -> None:
    """asyncio tries as often as its queue is long, and logs every failure that is not "would block"."""

    def fail(_: socket.socket) -> None:
        raise OSError(errno.EMFILE, "Too many open files")

    monkeypatch.setattr(socket.socket, "accept", fail)
    with Listener(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP) as listening:
        kinds = []
        for _ in range(2048):
            try:
                listening.accept()
            except OSError as error:
                kinds.append(type(error))
    assert kinds == [OSError, *[BlockingIOError] * 2047]


@pytest.mark.full
def test_a_house_out_of_files_logs_little_and_recovers(tmp_path: Path, cache_folder: Path) -> None:
    """260 half requests at a low limit of open files once wrote 40 MB of log in 12 seconds."""
    tmp_path.chmod(0o700)
    house = RunningHouse(tmp_path / "journal.db", "--book", "five-card", cache=cache_folder)
    try:
        resource.prlimit(house.process.pid, resource.RLIMIT_NOFILE, (150, 150))  # below what it has planned for
        place = urlsplit(house.url)
        assert place.hostname is not None
        assert place.port is not None
        many = []
        for _ in range(260):
            many.append(socket.create_connection((place.hostname, place.port), timeout=30))
            many[-1].sendall(b"GET / HTTP/1.1\r\n")
        time.sleep(14)  # longer than headers may take
        for connection in many:
            connection.close()
        with urllib.request.urlopen(f"{house.url}/health/ready", timeout=60) as answer:
            assert answer.status == 200
    finally:
        written = house.stop()
    assert "Too many open files" in written
    assert len(written) < 200_000


@pytest.mark.parametrize("length", [0, 1, 125, 126, 127, 65535, 65536, 200_000])
def test_a_message_is_framed_as_the_protocol_says(length: int) -> None:
    text = b"x" * length
    assert frame_head(length) + text == Frame(Opcode.TEXT, text).serialize(mask=False)


def test_a_message_never_overtakes_one_that_waits() -> None:
    viewer, written, reads = Viewer(WATCHER), list[bytes](), [True, False, True]

    def write(message: bytes) -> bool:
        if reads.pop(0):
            written.append(message)
            return True
        return False

    viewer.write = write
    for message in (b"1", b"2", b"3"):
        viewer.send(message)
    assert written == [b"1"]
    assert [viewer.outbox.get_nowait(), viewer.outbox.get_nowait()] == [b"2", b"3"]
    viewer.sending = True  # the last of them has left the queue, and is not written yet
    viewer.send(b"4")
    assert written == [b"1"]
    assert viewer.outbox.get_nowait() == b"4"
    viewer.sending = False
    viewer.send(b"5")
    assert written == [b"1", b"5"]
