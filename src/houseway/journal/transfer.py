"""A journal as lines of JSON that any store can read: every entry with its postings and its hash.

Here: writing these lines from a journal, and making a journal of them in an empty database. Not here: backups and what
else belongs to one (`backup`, `restore`).
"""

from __future__ import annotations

import base64
import itertools
import json
from collections.abc import Iterable, Iterator
from typing import Any, Final

import sqlalchemy as sa

from houseway.errors import BadJournal
from houseway.journal import queries, schema
from houseway.journal.entry import Recorded
from houseway.journal.rows import Row
from houseway.journal.rows import rows as rows_of

_BATCH: Final = 1000


def written(connection: sa.Connection) -> Iterator[str]:
    """The journal's facts about itself on the first line, then a line for each entry and each personal key."""
    yield json.dumps(queries.facts(connection), sort_keys=True) + "\n"
    for recorded in queries.EVERYTHING.all(connection, 0):
        yield json.dumps(_line(recorded), ensure_ascii=False) + "\n"
    if schema.personal.name in sa.inspect(connection).get_table_names():
        for row in connection.execute(sa.select(schema.personal)):
            yield json.dumps({"person": row.person, "personal_key": row.key.hex()}, ensure_ascii=False) + "\n"


def fill(connection: sa.Connection, lines: Iterable[str]) -> None:
    """Make the journal that the lines tell of in an empty database; balances are added up from the postings."""
    every = iter(lines)
    balances: dict[str, int] = {}
    try:
        facts = json.loads(next(every))
        schema.create(connection)
        facts["schema"] = str(schema.SCHEMA)  # the tables are those of this version
        connection.execute(schema.about.insert(), [{"name": name, "value": facts[name]} for name in facts])
        while batch := [json.loads(line) for line in itertools.islice(every, _BATCH)]:
            keys = [_personal(line) for line in batch if "personal_key" in line]
            batch = [line for line in batch if "personal_key" not in line]
            if keys:
                connection.execute(schema.personal.insert(), keys)
            if batch:
                moved = [posting for line in batch for posting in _postings(line)]
                for _entry_number, _line_number, account, cents in moved:
                    balances[account] = balances.get(account, 0) + cents
                rows_of(connection).insert([_entry(line) for line in batch], moved, [])
    except (ValueError, KeyError, TypeError, StopIteration) as error:
        raise BadJournal("the backup is damaged: its entries cannot be read") from error
    if balances:
        rows = [{"account": account, "cents": cents} for account, cents in balances.items()]
        connection.execute(schema.balances.insert(), rows)


def _line(recorded: Recorded) -> dict[str, Any]:
    return {
        "number": recorded.number,
        "stream": recorded.stream,
        "version": recorded.version,
        "key": recorded.key,
        "part": recorded.part,
        "kind": recorded.kind,
        "body": base64.b64encode(recorded.body).decode(),
        "hash": recorded.hash.hex(),
        "postings": [[posting.account, posting.cents] for posting in recorded.postings],
    }


def _entry(line: dict[str, Any]) -> Row:
    columns = ("number", "stream", "version", "key", "part", "kind")
    return (*(line[name] for name in columns), base64.b64decode(line["body"]), bytes.fromhex(line["hash"]))


def _personal(line: dict[str, Any]) -> dict[str, Any]:
    return {"person": line["person"], "key": bytes.fromhex(line["personal_key"])}


def _postings(line: dict[str, Any]) -> Iterator[Row]:
    for place, (account, cents) in enumerate(line["postings"]):
        yield line["number"], place, account, cents
