"""Values as TOML, for the files that people keep and other programs read.

Here: writing one value, table or key; reading is the standard library's `tomllib`. Not here: what any file holds.
"""

from __future__ import annotations

import datetime
import json
import re
from collections.abc import Mapping


def text(value: object) -> str:
    """A value as TOML, on one line.

    >>> text({"cards": "Ac Kd", "cents": 1000, "lows": [1, 2], "a b": True})
    '{ cards = "Ac Kd", cents = 1000, lows = [1, 2], "a b" = true }'
    """
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return _quoted(value)
    if isinstance(value, int | float):
        return repr(value)
    if isinstance(value, datetime.datetime | datetime.date | datetime.time):
        return value.isoformat()
    if isinstance(value, Mapping):
        return f"{{ {', '.join(pair(name, each) for name, each in value.items())} }}" if value else "{}"
    if isinstance(value, list | tuple):
        return f"[{', '.join(map(text, value))}]"
    raise TypeError(f"{type(value).__name__} has no form in TOML")


def pair(name: str, value: object) -> str:
    """A key with its value: `name = value`."""
    key = name if re.fullmatch(r"[A-Za-z0-9_-]+", name) else _quoted(name)
    return f"{key} = {text(value)}"


def rows(name: str, values: list[str]) -> str:
    """A key with a list of values that are TOML already, one on each line."""
    return "\n".join([f"{name} = [", *(f"  {value}," for value in values), "]"])


def _quoted(value: str) -> str:
    """Text in quotation marks: as in JSON, and the one control character that JSON leaves as it is."""
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
