"""What a Python file imports, found without running it."""

from __future__ import annotations

import ast
import functools
from collections.abc import Iterator
from pathlib import Path


@functools.cache
def imports_of(path: Path) -> tuple[ast.Import | ast.ImportFrom, ...]:
    """Every import statement of a file, inside functions and conditions too."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    return tuple(node for node in _statements(tree) if isinstance(node, ast.Import | ast.ImportFrom))


def _statements(inside: ast.AST) -> Iterator[ast.stmt]:
    """Every statement in another; expressions, which are most of a file, hold none."""
    for field in ("body", "orelse", "handlers", "finalbody", "cases"):
        parts = getattr(inside, field, None)
        for part in parts if isinstance(parts, list) else ():
            if isinstance(part, ast.stmt):
                yield part
            yield from _statements(part)
