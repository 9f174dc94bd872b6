"""The log: one line an event, no flood, no secret."""

from __future__ import annotations

import io
import json
import logging
import os
import threading
from collections.abc import Iterator

import pytest

pytest.importorskip("litestar", reason="the extra houseway[web] is not installed")

from houseway.web.operations import logs

_log = logging.getLogger("houseway.test")


@pytest.fixture
def stream() -> Iterator[io.StringIO]:
    """The log as JSON."""
    written = io.StringIO()
    with logs.logged(logs.JSON, stream=written):
        yield written


def _lines(stream: io.StringIO) -> list[dict[str, object]]:
    logging.getLogger().handlers[0].close()  # writes what is queued
    return [json.loads(line) for line in stream.getvalue().splitlines()]


def test_a_line_is_one_object_with_the_number_of_its_request(stream: io.StringIO) -> None:
    token = logs.request_id.set("4711")
    _log.warning("table %s is on hold\nfor long", "one", extra={"table": "one"})
    logs.request_id.reset(token)
    (line,) = _lines(stream)
    assert line.pop("at")
    assert line == {
        "level": "warning",
        "from": "houseway.test",
        "what": "table one is on hold\nfor long",
        "table": "one",
        "request": "4711",
    }


def test_text_is_one_line_whatever_a_name_holds() -> None:
    record = _log.makeRecord("x", logging.ERROR, "", 0, "bad name %s", ("a\r\n2030-01-01 info forged",), None)
    assert "\n" not in logs.TextLines().format(record)


def test_a_flood_is_cut_and_counted() -> None:
    moment = [0.0]
    flood = logs.NoFlood(3, lambda: moment[0])

    def written(message: str, *values: object) -> bool:
        record = _log.makeRecord("x", logging.ERROR, "", 0, message, values, None)
        found = flood.filter(record)
        left_out.append(getattr(record, "left_out", 0))
        return found

    left_out: list[int] = []
    assert [written("refused %s", number) for number in range(100)].count(True) == 3
    assert written("something else")
    moment[0] = 60.0
    assert written("refused %s", 101)
    assert left_out[-1] == 97
    assert [written("refused %s", number) for number in range(10)].count(True) == 2
    moment[0] = 130.0
    assert flood.left_out() == [("refused %s", 8)]
    assert flood.left_out() == []
    assert written("refused %s", 102)
    assert left_out[-1] == 0


def test_the_flood_filter_itself_does_not_grow() -> None:
    flood = logs.NoFlood()
    for number in range(logs.MOST_KINDS + 100):
        flood.filter(_log.makeRecord("x", logging.ERROR, "", 0, f"kind {number}", (), None))
    assert len(flood._seen) == logs.MOST_KINDS


KEY = "416e6e.J0mZ4rL0bV1x2c3v4b5n6m7A8s9D0fGh"
SEED = "0f" * 32


@pytest.mark.parametrize(
    "said",
    [
        f"GET /staff?invitation={KEY} HTTP/1.1",
        f"cookie: houseway-player={KEY}; other=1",
        f"set-cookie: __Host-houseway-staff={KEY}; HttpOnly",
        f'{{"round":1,"seed":"{SEED}","salt":"{SEED}"}}',
        f"[parameters: ('deck:one', 3, b'{SEED}')]",
        f"unknown key {KEY}",
        f"deck {SEED}",
        f"password='{KEY}' is too short",
    ],
)
def test_secrets_are_blotted_out_wherever_they_come_from(stream: io.StringIO, said: str) -> None:
    try:
        raise ValueError(said)
    except ValueError:
        _log.exception("it failed: %s", said, extra={"detail": said})
    (line,) = _lines(stream)
    written = json.dumps(line)
    assert KEY not in written
    assert SEED not in written
    assert "it failed" in written


def test_a_log_that_nobody_reads_stops_nothing() -> None:
    read, write = os.pipe()
    with os.fdopen(write, "w") as pipe:
        writer = logs.Writer(pipe)
        record = _log.makeRecord("x", logging.ERROR, "", 0, "x" * 1000, (), None)
        for _ in range(logs.Writer.MOST_WAITING + 1000):  # far more than a pipe holds
            writer.emit(record)
        assert writer._lost
        threading.Thread(target=lambda: [None for _ in iter(lambda: os.read(read, 65536), b"")], daemon=True).start()
        writer.close()
