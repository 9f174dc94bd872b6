"""The JSON Schema of book files, so that editors complete and check them.

It is of draft 4, the newest that TOML editors understand. Here: the schema as a whole. Not here: the schema of each
kind of value (`kinds`).
"""

from __future__ import annotations

import json

from houseway.rulebook.data.kinds import Expression, Kind, Many, Schema, Table, described
from houseway.rulebook.data.reading import AMENDMENT, BOOK, MERGED, RANKS
from houseway.rulebook.data.words import type_name, words

_RUN = r"^(10|[2-9TJQKA])(-(10|[2-9TJQKA]))?$"


def schema() -> Schema:
    """The schema of a book file, whole or amending another book.

    What only a whole book must have is left to the reader: an editor would mark the entire file for it.
    """
    tables = _tables(BOOK)
    definitions = {table.of.__name__: table.definition() for table in tables if table is not BOOK}
    for name in MERGED:
        table = next(field.kind for field in BOOK.fields if field.name == name)
        assert isinstance(table, Table)
        definitions[table.of.__name__] = table.definition(partial=True)
    for table in tables:
        for field in table.fields:
            if isinstance(field.kind, Expression):
                _explain(definitions[table.of.__name__]["properties"][field.name], field.kind, field.meaning)
    properties = {field.name: described(field.kind.schema(), field.meaning) for field in BOOK.fields}
    properties |= {field.name: described(field.kind.schema(), field.meaning) for field in AMENDMENT.fields}
    return {
        "$schema": "http://json-schema.org/draft-04/schema#",
        "title": "A Pai Gow Poker rulebook for Houseway",
        "type": "object",
        "properties": {
            **properties,
            RANKS: {
                "type": "object",
                "description": 'Names for runs of ranks, such as LOW = "2-6".',
                "patternProperties": {"^[A-Z][A-Z0-9_]+$": {"type": "string", "pattern": _RUN}},
                "additionalProperties": False,
            },
        },
        "additionalProperties": False,
        "required": ["id", "source"],
        "definitions": definitions,
    }


def as_json() -> str:
    """The schema as the published file has it."""
    return json.dumps(schema(), indent=2, ensure_ascii=False) + "\n"


def _explain(schema: Schema, kind: Expression, meaning: str) -> None:
    """Describe an expression by the words it can be made of."""
    known = [word.signature for word in words().values() if word.yields is kind.root]
    what = f"{meaning} " if meaning else ""
    schema["description"] = f"{what}A {type_name(kind.root)} of these words, with & | ~: {', '.join(known)}."


def _tables(kind: Kind) -> list[Table]:
    """A table and every table in it, each once."""
    if isinstance(kind, Many):
        return _tables(kind.of)
    if not isinstance(kind, Table):
        return []
    inner = [table for field in kind.fields for table in _tables(field.kind)]
    return list(dict.fromkeys([kind, *inner]))
