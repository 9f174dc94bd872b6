"""Running the `houseway` command in processes of their own that need not start from nothing.

Here: a process that has loaded the libraries of the commands and no module of the package. Each command runs in a copy
of it, so it imports and reads all of Houseway itself, as a new process does.
"""

from __future__ import annotations

import json
import os
import runpy
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path

Done = subprocess.CompletedProcess[str]
COMMAND = str(Path(sys.executable).parent / "houseway")


class FreshProcesses:
    """The process that is copied; it ends with the `with` block."""

    def __init__(self, sources: Mapping[str, str]) -> None:
        """Start it; `sources` says where the package is that is tested."""
        self._first = subprocess.Popen(
            [sys.executable, __file__],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
            env={"PATH": "/usr/bin:/bin", "LANG": "C.UTF-8", **sources},
        )  # fmt: skip

    def __enter__(self) -> FreshProcesses:
        return self

    def __exit__(self, *_: object) -> None:
        self._first.communicate()

    def run(self, words: Sequence[str], *, stdin: str, folder: Path, environment: Mapping[str, str]) -> Done:
        """Run the installed command in a copy of the process."""
        with tempfile.TemporaryDirectory() as streams:
            files = [Path(streams, name) for name in ("stdin", "stdout", "stderr")]
            files[0].write_text(stdin, encoding="utf-8")
            asked = [[COMMAND, *words], [str(file) for file in files], str(folder), dict(environment)]
            assert self._first.stdin is not None
            assert self._first.stdout is not None
            self._first.stdin.write(json.dumps(asked) + "\n")
            self._first.stdin.flush()
            code = int(self._first.stdout.readline())
            return subprocess.CompletedProcess(words, code, *(file.read_text(encoding="utf-8") for file in files[1:]))


def _serve() -> None:
    """Load the libraries; then make a copy for each line that is read, and answer with its exit status."""
    import msgspec  # noqa: F401
    import numpy as np  # noqa: F401
    import rich.markdown
    import rich.table  # noqa: F401
    import sqlalchemy.dialects.postgresql  # noqa: F401
    import typer.main  # noqa: F401

    if any(name.partition(".")[0] == "houseway" for name in sys.modules):
        sys.exit("a library has loaded modules of Houseway")
    for line in sys.stdin:
        if (copy := os.fork()) == 0:
            _run(*json.loads(line))
            return
        print(os.waitstatus_to_exitcode(os.waitpid(copy, 0)[1]), flush=True)


def _run(argv: list[str], streams: list[str], folder: str, environment: dict[str, str]) -> None:
    """Become the process of a command."""
    for number, file in enumerate(streams):
        os.dup2(os.open(file, os.O_RDONLY if number == 0 else os.O_WRONLY | os.O_CREAT), number)
    sys.stdin, sys.stdout = os.fdopen(0), os.fdopen(1, "w")
    sys.stderr = os.fdopen(2, "w", buffering=1, errors="backslashreplace")
    os.environ.clear()
    os.environ.update(environment)
    os.chdir(folder)
    sys.argv, sys.path[0] = argv, str(Path(argv[0]).parent)
    runpy.run_path(argv[0], run_name="__main__")


if __name__ == "__main__":
    _serve()
