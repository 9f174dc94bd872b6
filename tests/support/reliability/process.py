"""A house in a process of its own that may die at any moment, and start again.

Here: starting it with changes of `hooks`, waiting until it is open or dead, killing and stopping it. Not here: the
clients (`player`), or when it dies.
"""

from __future__ import annotations

import json
import os
import re
import signal
import threading
import time
import urllib.request
from pathlib import Path
from typing import Any

from support.forked import Forked
from support.reliability import hooks

PATIENCE = 60.0
_TESTS = str(Path(hooks.__file__).resolve().parents[2])
_CODE = """
import json, sys
sys.path.insert(0, {tests!r})
from support.reliability import hooks
hooks.install(**json.loads({given!r}))
from houseway.cli import main
main()
"""


class Process:
    """A process of `houseway serve`; its output is read all the time, so that it never waits for a reader."""

    def __init__(self, journal: Path | str, *options: str, **changed: Any) -> None:
        """Start it and wait until it is open or has ended; `url` is empty in the latter case."""
        code = _CODE.format(tests=_TESTS, given=json.dumps(changed))
        environment = {**os.environ, "PYTHONUNBUFFERED": "1", "COLUMNS": "200", "LANG": "C.UTF-8"}
        words = ("serve", "--db", str(journal), "--port", "0", *options)
        self.process = Forked(code, *words, environment=environment)
        self.output: list[str] = []
        self.url = ""
        self._open = threading.Event()
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()
        self._open.wait(PATIENCE)

    def _read(self) -> None:
        for line in self.process.stdout:
            self.output.append(line)
            if found := re.search(r"open: (http://\S+)/", line):
                self._found = found[1]
            if "Ctrl-C closes" in line:
                self.url = self._found
                self._open.set()
        self._open.set()

    @property
    def is_running(self) -> bool:
        """Whether it has not ended."""
        return self.process.poll() is None

    def kill(self) -> None:
        """Kill it, and wait until it is gone."""
        self.process.kill()
        self.wait()

    def wait(self) -> int:
        """Wait until it has ended; returns how."""
        code = self.process.wait()
        self._reader.join(PATIENCE)
        return code

    def pause(self, seconds: float) -> None:
        """Stop it for some seconds, as a machine that hangs."""
        self.process.send_signal(signal.SIGSTOP)
        time.sleep(seconds)
        self.process.send_signal(signal.SIGCONT)

    def stop(self) -> str:
        """Close the house; returns all it has written."""
        self.process.send_signal(signal.SIGCONT)
        self.process.send_signal(signal.SIGINT)
        late = threading.Timer(PATIENCE, self.process.kill)
        late.start()
        self.wait()
        late.cancel()
        return "".join(self.output)

    def enter(self, name: str) -> str:
        """Sign a new player in; returns their cookie."""
        request = urllib.request.Request(f"{self.url}/enter", data=json.dumps({"name": name}).encode())
        request.add_header("content-type", "application/json")
        with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
            cookies = (header.split(";")[0] for header in answer.headers.get_all("set-cookie", []))
            return "; ".join(cookies)
