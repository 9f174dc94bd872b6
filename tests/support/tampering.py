"""Changing a journal directly in its database, on either store."""

from __future__ import annotations

import sqlite3

import psycopg

from houseway.journal import schema


def execute(url: str, *statements: str) -> None:
    """Run statements in the database itself, with all permissions."""
    if url.startswith("postgresql"):
        with psycopg.connect(url) as connection:
            for statement in statements:
                connection.execute(statement.encode())
    else:
        with sqlite3.connect(url) as opened:
            for statement in statements:
                opened.execute(statement)
        opened.close()


def tamper(url: str, *statements: str) -> None:
    """The same with the triggers disabled; they are restored afterwards."""
    if url.startswith("postgresql"):
        execute(url, "SET session_replication_role = replica", *statements)
    else:
        triggers = schema.TRIGGERS["sqlite"]
        execute(url, *(f"DROP TRIGGER {name}" for name in triggers), *statements, *triggers.values())
