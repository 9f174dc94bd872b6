"""The `houseway` command: one module per command; `app` reads the arguments.

`--version` and `--help` are answered here: importing what reads arguments takes several times as long as the answer.
"""

from __future__ import annotations

import sys

__all__ = ["main"]


def main() -> None:
    """Run the command line; an error is one sentence on standard error."""
    words = sys.argv[1:]
    if words == ["--version"]:
        from houseway import __version__

        print(f"houseway {__version__}")
    elif words in ([], ["--help"], ["-h"]):
        from houseway.cli.commands import overview

        print(overview(), end="")
        if not words:
            sys.exit(2)
    else:
        from houseway.cli.app import run

        run()
