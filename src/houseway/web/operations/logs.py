"""The log of a house: one line an event, as text or as JSON, without secrets, and never a flood.

Here: how a record becomes a line, which lines are left out because many like them were written, and what is blotted out
wherever it comes from. Not here: what is worth a line.

What is logged never holds a cookie, a key, a seed, an invitation, a card or the query of a request: callers do not pass
any. Blotting out is the second defence, for the words of errors that others wrote.
"""

from __future__ import annotations

import contextlib
import contextvars
import json
import logging
import queue
import re
import sys
import threading
import time
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from typing import Any, TextIO

TEXT, JSON = "text", "json"
FORMATS = (TEXT, JSON)
LEVELS = ("debug", "info", "warning", "error")
ALARM = 45
"""The level of an alarm: somebody should look at it now."""
A_MINUTE = 60
"""How many lines of one kind are written a minute; the next one says how many were left out."""
MOST_KINDS = 2000
BLOTTED = "[blotted out]"

request_id: contextvars.ContextVar[str] = contextvars.ContextVar("request_id", default="")
"""The number of the request that is being answered; each line says it."""

_OWN = frozenset(vars(logging.makeLogRecord({}))) | {"message", "asctime", "color_message", "left_out"}
_SECRETS = (
    re.compile(r"(\?)[^\s\"']+"),  # the query of a request
    re.compile(r"(?i)(\b(?:[a-z0-9-]*cookie|authorization|sec-websocket-key)\b\s*[:=]\s*)[^\r\n]+"),
    re.compile(
        r"(?i)([\"']?\b(?:seed|salt|secret|password|invitation|key|code|token|digest|body|parameters)\b[\"']?\s*[:=]\s*)"
        r"(?:[bB]?\"[^\"]*\"|[bB]?'[^']*'|\[[^\]]*\]|\([^)]*\)|[^\s,;}\])]+)"
    ),
    re.compile(r"()\b[0-9a-f]{2,}\.[A-Za-z0-9_-]{24,}"),  # a key: a name in hex, a dot, a secret
    re.compile(r"()\b[0-9a-f]{40,}\b"),  # seeds and digests
)

logging.addLevelName(ALARM, "ALARM")


def without_secrets(text: str) -> str:
    """Text with everything blotted out that could let somebody in, or show a card.

    >>> without_secrets("GET /staff?invitation=abc failed: cookie: houseway-player=416e6e.x")
    'GET /staff?[blotted out] failed: cookie: [blotted out]'
    """
    for pattern in _SECRETS:
        text = pattern.sub(lambda found: found[1] + BLOTTED, text)
    return text


class NoFlood(logging.Filter):
    """Lets so many records of one kind through a minute: of one logger and level, with the same words before values."""

    def __init__(self, a_minute: int = A_MINUTE, now: Callable[[], float] = time.monotonic) -> None:
        super().__init__()
        self._most, self._now = a_minute, now
        self._lock = threading.Lock()
        self._seen: dict[tuple[str, int, str], tuple[float, int, int]] = {}
        """For each kind: since when it is counted, how many were written, and how many left out."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Whether a record is written; the first of a new minute says how many were left out before it."""
        kind = record.name, record.levelno, str(record.msg)[:200]
        with self._lock:
            now = self._now()
            since, written, left_out = self._seen.pop(kind, (now, 0, 0))
            if now - since >= 60:
                record.left_out = left_out
                since, written, left_out = now, 0, 0
            allowed = written < self._most
            self._seen[kind] = (since, written + allowed, left_out + (not allowed))
            while len(self._seen) > MOST_KINDS:
                del self._seen[next(iter(self._seen))]
        return allowed

    def left_out(self) -> list[tuple[str, int]]:
        """What was left out in minutes that have passed since, by its words; it is reported once."""
        found = []
        with self._lock:
            now = self._now()
            for kind, (since, _, left_out) in list(self._seen.items()):
                if now - since >= 60:
                    del self._seen[kind]
                    if left_out:
                        found.append((kind[2], left_out))
        return found


class _Lines(logging.Formatter):
    """What both formats have in common."""

    def parts(self, record: logging.LogRecord) -> dict[str, Any]:
        """The parts of a line by name."""
        at = datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
        found: dict[str, Any] = {
            "at": at,
            "level": record.levelname.lower(),
            "from": record.name,
            "what": without_secrets(record.getMessage()),
        }
        found |= {
            name: without_secrets(value) if isinstance(value, str) else value
            for name, value in vars(record).items()
            if name not in _OWN
        }
        if left_out := getattr(record, "left_out", 0):
            found["left_out"] = left_out
        if number := request_id.get():
            found["request"] = number
        if record.exc_info:
            found["error"] = without_secrets(self.formatException(record.exc_info))
        return found


class TextLines(_Lines):
    """A line for people; an error's traceback follows it."""

    def format(self, record: logging.LogRecord) -> str:
        """A record as text."""
        found = self.parts(record)
        at, level, source, what = (found.pop(name) for name in ("at", "level", "from", "what"))
        error = found.pop("error", "")
        rest = "".join(f" {name}={value}" for name, value in found.items())
        one_line = f"{at} {level} {source}: {what}{rest}".replace("\n", " ").replace("\r", " ")
        return f"{one_line}\n{error}" if error else one_line


class JsonLines(_Lines):
    """A line for programs: one JSON object."""

    def format(self, record: logging.LogRecord) -> str:
        """A record as JSON."""
        return json.dumps(self.parts(record), ensure_ascii=False, default=str)


class Writer(logging.Handler):
    """Writes lines in a thread of its own: whoever reads the log may stop reading, and play goes on."""

    MOST_WAITING = 10_000

    def __init__(self, stream: TextIO) -> None:
        super().__init__()
        self._stream = stream
        self._lines: queue.Queue[str | None] = queue.Queue(self.MOST_WAITING)
        self._lost = 0
        self._thread = threading.Thread(target=self._write, name="log", daemon=True)
        self._thread.start()

    def emit(self, record: logging.LogRecord) -> None:
        """Queue a line; it is lost if far too many wait."""
        try:
            self._lines.put_nowait(self.format(record))
        except queue.Full:
            self._lost += 1
        except Exception:
            self.handleError(record)

    def close(self) -> None:
        """Write what is queued, unless nobody reads it."""
        with contextlib.suppress(queue.Full):
            self._lines.put_nowait(None)
            self._thread.join(timeout=2)
        super().close()

    def _write(self) -> None:
        while (line := self._lines.get()) is not None:
            with contextlib.suppress(OSError, ValueError):  # there is nowhere to report it
                self._stream.write(f"{line}\n")
                if self._lost:
                    lost, self._lost = self._lost, 0
                    self._stream.write(f"{lost} lines of the log were lost\n")
                if self._lines.empty():
                    self._stream.flush()


NO_FLOOD = NoFlood()
"""The filter of this process."""


@contextlib.contextmanager
def logged(form: str = TEXT, *, level: int = logging.INFO, stream: TextIO | None = None) -> Iterator[None]:
    """Send every record of this process to one stream, in one format, and nowhere else, until the block ends.

    The level is that of Houseway. Of other packages only warnings are logged: what they say on lower levels holds
    headers and messages.
    """
    handler = Writer(stream or sys.stderr)
    handler.setFormatter(JsonLines() if form == JSON else TextLines())
    handler.addFilter(NO_FLOOD)
    root, own = logging.getLogger(), logging.getLogger("houseway")
    before = root.handlers[:], root.level, own.level
    root.handlers[:] = [handler]
    root.setLevel(logging.WARNING)
    own.setLevel(level)
    logging.captureWarnings(True)
    try:
        yield
    finally:
        logging.captureWarnings(False)
        root.handlers[:] = before[0]
        root.setLevel(before[1])
        own.setLevel(before[2])
        handler.close()
