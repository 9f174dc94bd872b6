"""The tests themselves: what they may import from each other, and that each is in the folder of its layer."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

TESTS = Path(__file__).resolve().parent
FOLDERS = {
    "books",
    "browser",
    "cage",
    "cards",
    "cli",
    "env",
    "fuzz",
    "journal",
    "maths",
    "people",
    "rulebook",
    "table",
    "web",
}
FILES = sorted(TESTS.rglob("*.py"))


def _imported(path: Path) -> list[tuple[str, str]]:
    """Every (module, name) that a file imports; the name is empty where the whole module is."""
    found = []
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found += [(alias.name, "") for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            found += [(node.module or "", alias.name) for alias in node.names]
    return found


@pytest.mark.parametrize("path", FILES, ids=[str(path.relative_to(TESTS)) for path in FILES])
def test_no_test_imports_another_test_or_a_private_name(path: Path) -> None:
    for module, name in _imported(path):
        parts = (*module.split("."), name)
        assert not any(part.startswith("test_") or part == "conftest" for part in parts), f"{module} {name}"
        if module.startswith("support"):
            assert not any(part.startswith("_") for part in parts), f"{module} {name}"


def test_every_test_is_in_the_folder_of_its_layer() -> None:
    assert {path.parent.name for path in FILES if path.name.startswith("test_")} == {*FOLDERS, "tests"}
    assert not list((TESTS / "support").rglob("test_*.py"))
