"""Kernels and all other functions in `maths` take a few named values, not a long row of arguments."""

from __future__ import annotations

import ast
from pathlib import Path

MATHS = Path(__file__).resolve().parents[2] / "src" / "houseway" / "maths"
MOST_ARGUMENTS = 8


def test_no_function_takes_more_than_eight_arguments() -> None:
    for path in MATHS.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef):
                given = [*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs]
                names = [argument.arg for argument in given if argument.arg not in ("self", "cls")]
                assert len(names) <= MOST_ARGUMENTS, f"{path.name}: {node.name} takes {len(names)}"
