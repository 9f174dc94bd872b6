"""Running the `houseway` command, in this process or in its own, and checking its output."""

from __future__ import annotations

import contextlib
import io
import json
import logging
import os
import signal
import subprocess
import sys
import tempfile
import warnings
from collections.abc import Callable, Iterator, Mapping, Sequence
from importlib import metadata
from pathlib import Path

import numpy as np

from houseway import books
from houseway.cli import main

COMMAND = str(Path(sys.executable).parent / "houseway")
ROOT = Path(__file__).resolve().parent.parent.parent
"""The root of the repository."""
Done = subprocess.CompletedProcess[str]
Run = Callable[..., Done]
"""What the fixtures `houseway` and `houseway_process` give a test."""


def _sources() -> dict[str, str]:
    if "PYTHONPATH" in os.environ:
        return {"PYTHONPATH": os.environ["PYTHONPATH"]}
    installed = json.loads(metadata.distribution("houseway").read_text("direct_url.json") or "{}")
    return {} if installed.get("url") == ROOT.as_uri() else {"PYTHONPATH": str(ROOT / "src")}


SOURCES = _sources()
"""Set where other sources are tested than those that are installed, as in a second checkout with one environment."""


def environment_of(home: Path, cache: Path, more: Mapping[str, str] | None = None) -> dict[str, str]:
    """The environment every command in a test runs with.

    Nothing is inherited from the person running the tests, except where the sources are that are tested.
    """
    return {
        "PATH": "/usr/bin:/bin",
        **SOURCES,
        "COLUMNS": "100",
        "LANG": "C.UTF-8",
        "HOME": str(home),
        "HOUSEWAY_CACHE": str(cache),
        **(more or {}),
    }


def in_a_process(words: Sequence[str], *, stdin: str, folder: Path, environment: Mapping[str, str]) -> Done:
    """Run the installed command in a new process."""
    return subprocess.run(
        [COMMAND, *words],
        input=stdin, capture_output=True, text=True, check=False, cwd=folder, env=dict(environment),
    )  # fmt: skip


def in_this_process(words: Sequence[str], *, stdin: str, folder: Path, environment: Mapping[str, str]) -> Done:
    """Run the command without starting a process; everything it changes in this one is restored afterwards."""
    with _streams(stdin) as (out, err), _place(folder, environment), _global_state():
        sys.argv = ["houseway", *words]
        try:
            main()
            code: object = 0
        except SystemExit as ended:
            code = ended.code
        if isinstance(code, str):
            err.write(code + "\n")
            code = 1
        return subprocess.CompletedProcess(words, int(code or 0), _text(out), _text(err))  # type: ignore[call-overload]


@contextlib.contextmanager
def _streams(stdin: str) -> Iterator[tuple[io.TextIOWrapper, io.TextIOWrapper]]:
    """Files in place of the three standard streams: commands also read and write them by file descriptor."""
    before = sys.stdin, sys.stdout, sys.stderr
    with (
        tempfile.TemporaryFile("w+", encoding="utf-8") as given,
        tempfile.TemporaryFile("w+", encoding="utf-8", newline="") as out,
        tempfile.TemporaryFile("w+", encoding="utf-8", newline="") as err,
    ):
        given.write(stdin)
        given.seek(0)
        sys.stdin, sys.stdout, sys.stderr = given, out, err
        try:
            yield out, err
        finally:
            sys.stdin, sys.stdout, sys.stderr = before


def _text(stream: io.TextIOWrapper) -> str:
    stream.flush()
    stream.seek(0)
    return stream.read()


@contextlib.contextmanager
def _place(folder: Path, environment: Mapping[str, str]) -> Iterator[None]:
    """The working folder and the environment of the command."""
    before, kept = dict(os.environ), Path.cwd()
    os.environ.clear()
    os.environ.update(environment)
    os.chdir(folder)
    try:
        yield
    finally:
        os.chdir(kept)
        os.environ.clear()
        os.environ.update(before)


@contextlib.contextmanager
def _global_state() -> Iterator[None]:
    """Restore arguments, import path, signal handlers, logging, warnings, numpy's error handling and the book cache."""
    argv, path = sys.argv, list(sys.path)
    handlers = {number: signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)}
    root = logging.getLogger()
    level, logs = root.level, list(root.handlers)
    try:
        with warnings.catch_warnings(), np.errstate():
            yield
    finally:
        sys.argv, sys.path[:] = argv, path
        for number, handler in handlers.items():
            signal.signal(number, handler)
        root.setLevel(level)
        root.handlers[:] = logs
        books._read.cache_clear()  # the next command reads an edited book file again, as a new process would


def one_sentence(done: Done, *parts: str, code: int = 1) -> None:
    """Check that the command failed with one sentence containing all these parts."""
    assert done.returncode == code, done
    assert "Traceback" not in done.stderr
    assert done.stderr.startswith("houseway: ")
    assert len(done.stderr.strip().splitlines()) == 1, done.stderr
    for part in parts:
        assert part in done.stderr
