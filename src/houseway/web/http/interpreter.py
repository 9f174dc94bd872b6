"""How Python runs in a process that serves: when threads take turns, and how often garbage is looked for.

Here: settings of the interpreter, and why. Not here: what the process does (`server`, `workers`).
"""

from __future__ import annotations

import gc
import sys

SWITCH = 0.0005
"""Seconds after which a thread that computes lets the tables have the interpreter; the usual 5 ms add up."""
ALLOCATED = 20_000
"""New objects after which unused ones that refer to each other are looked for; two requests make the usual 700."""
YOUNGER = 20
"""How many times the younger objects are looked through until the older ones are."""


def set_for_serving() -> None:
    """Let threads take turns quickly, and look for garbage less often than a script would."""
    sys.setswitchinterval(SWITCH)
    gc.set_threshold(ALLOCATED, YOUNGER, YOUNGER)


def keep_for_good() -> None:
    """Never again look for garbage among what there is now: code, books and tables as they were opened.

    Looking through all of it takes a tenth of a second, more with many tables, and every table waits meanwhile. What
    little of it is garbage stays, since finding it would take as long.
    """
    gc.collect(1)
    gc.freeze()


def keep_no_longer() -> None:
    """Let everything become garbage again: the house has closed."""
    gc.unfreeze()
