"""Writing a book as a TOML file that reads back to the same book.

Here: the layout of the file. Not here: how a single value is written (`kinds`).
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

from houseway.cards.deck import Deck
from houseway.errors import BadBook
from houseway.rulebook.data.kinds import Many, Money, Table
from houseway.rulebook.data.reading import BOOK
from houseway.rulebook.procedure import Permission, PrintedRemedy
from houseway.rulebook.rulebook import Rulebook
from houseway.rulebook.wagers import Line

SCHEMA_FILE = "book.schema.json"
ROWS = (Deck, Line, Permission, PrintedRemedy)
"""What is written as one row; everything else gets a heading of its own."""
WIDTH = 110


def as_plain(book: Rulebook) -> dict[str, Any]:
    """A book as text, numbers, lists and tables, as a file holds it."""
    return BOOK.write(book)


def as_toml(book: Rulebook) -> str:
    """A book as a TOML file."""
    made = f"{book.id} as `houseway book export` writes it; `houseway book words` explains the words."
    head = f"#:schema {SCHEMA_FILE}\n# {made}\n\n"
    return head + "\n".join(_table(BOOK, as_plain(book), ())) + "\n"


def _table(table: Table, plain: dict[str, Any], path: tuple[str, ...]) -> Iterator[str]:
    """The lines of a table: its own keys first, then the tables in it."""
    pairs, inner = [], []
    for field in table.fields:
        if field.name not in plain:
            continue
        value = plain[field.name]
        kind = field.kind.of if isinstance(field.kind, Many) else field.kind
        if isinstance(kind, Table) and kind.of not in ROWS and value:
            inner.append((field.name, kind, value))
        else:
            pairs.append((field.name, value))
    for key, value in sorted(pairs, key=lambda pair: _has_rows(pair[1])):
        yield from _pair(key, value)
    for name, kind, value in inner:
        here = (*path, name)
        for part in value if isinstance(value, list) else [value]:
            yield ""
            yield f"[[{'.'.join(here)}]]" if isinstance(value, list) else f"[{'.'.join(here)}]"
            yield from _table(kind, part, here)


def _pair(key: str, value: Any) -> Iterator[str]:
    """One key with its value, on several lines if it is a list that is long or that has rows."""
    line = f"{key} = {_inline(value)}"
    if not isinstance(value, list) or (len(line) <= WIDTH and not _has_rows(value)):
        yield line
        return
    yield f"{key} = ["
    yield from (f"    {_inline(item)}," for item in value)
    yield "]"


def _has_rows(value: Any) -> bool:
    return isinstance(value, list) and bool(value) and isinstance(value[0], dict)


def _inline(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, Money) and value >= 100:
        return f"{value // 100}_{value % 100:02}"
    if isinstance(value, int):
        return str(int(value))
    if isinstance(value, list):
        return f"[{', '.join(map(_inline, value))}]"
    if isinstance(value, dict):
        return f"{{ {', '.join(f'{_key(key)} = {_inline(part)}' for key, part in value.items())} }}"
    return quoted(value)


def _key(key: str) -> str:
    return key if re.fullmatch(r"[A-Za-z0-9_-]+", key) else quoted(key)


def quoted(value: str) -> str:
    """Text in quotes; what TOML has no way to hold is refused."""
    try:
        value.encode()
    except UnicodeEncodeError as error:
        raise BadBook(f"{value!r} is not text that a file can hold") from error
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
