"""The `houseway` command: one module per command; `app` reads the arguments.

`--version`, `--help` and a plain `set` or `best` are answered before `app` is imported: that takes far longer than the
answer.

Exit codes: 0 done, 1 refused or failed, 2 wrong usage, 130 interrupted.
"""

from __future__ import annotations

import io
import os
import sys

__all__ = ["main"]


def main() -> None:
    """Run the command line; an error is one sentence on standard error, never a traceback."""
    from houseway.cli.styles import complain
    from houseway.errors import HousewayError

    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")  # a terminal that cannot draw a suit shows a question mark
    if sys.stdout is None:
        sys.exit("houseway: standard output is closed")
    try:
        _run(sys.argv[1:])
        sys.stdout.flush()
    except HousewayError as error:
        complain(error)
        sys.exit(1)
    except SystemExit as ended:  # how an interrupt ends a command once its arguments are read
        if ended.__context__ and isinstance(ended.__context__.__cause__, KeyboardInterrupt):
            complain("stopped")
        raise
    except KeyboardInterrupt:
        complain("stopped")
        sys.exit(130)
    except BrokenPipeError:
        # the reader closed the pipe: stop, and leave nothing to flush on the way out
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(1)
    except OSError as error:
        complain(f"{error.filename or 'input or output'}: {error.strerror or error}")
        sys.exit(1)


def _run(words: list[str]) -> None:
    if words == ["--version"]:
        from houseway import __version__

        print(f"houseway {__version__}")
    elif words in ([], ["--help"], ["-h"]):
        from houseway.cli.commands import overview

        print(overview(), end="")
        if not words:
            sys.exit(2)
    elif not (words[0] in ("set", "best") and _answered_quickly(words)):
        from houseway.cli.app import app

        app()


def _answered_quickly(words: list[str]) -> bool:
    """Whether this was one of the calls that `quick` answers."""
    from houseway.cli.quick import answered

    return answered(words)
