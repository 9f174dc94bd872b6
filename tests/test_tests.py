"""The tests themselves: what they may import from each other, and that each is in the folder of its layer."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import houseway
from support.imports import imports_of

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
    "reliability",
    "rulebook",
    "table",
    "training",
    "web",
}
FILES = sorted(TESTS.rglob("*.py"))


def _imported(path: Path) -> list[tuple[str, str]]:
    """Every (module, name) that a file imports; the name is empty where the whole module is."""
    found = []
    for node in imports_of(path):
        if isinstance(node, ast.Import):
            found += [(alias.name, "") for alias in node.names]
        else:
            found += [(node.module or "", alias.name) for alias in node.names]
    return found


def _is_wrong(module: str, name: str) -> bool:
    parts = (*module.split("."), name)
    private = module.startswith("support") and any(part.startswith("_") for part in parts)
    return private or any(part.startswith("test_") or part == "conftest" for part in parts)


def test_what_is_tested_are_the_sources_beside_the_tests() -> None:
    """Also in a second checkout that has the virtual environment of another, and in processes that tests start."""
    asked = [sys.executable, "-c", "import houseway; print(houseway.__file__)"]
    in_a_process = subprocess.run(asked, capture_output=True, text=True, check=True).stdout.strip()
    here = str(TESTS.parent / "src" / "houseway" / "__init__.py")
    assert [houseway.__file__, in_a_process] == [here, here]


def test_no_test_imports_another_test_or_a_private_name() -> None:
    wrong = {
        str(path.relative_to(TESTS)): f"{module} {name}"
        for path in FILES
        for module, name in _imported(path)
        if _is_wrong(module, name)
    }
    assert wrong == {}


def test_every_test_is_in_the_folder_of_its_layer() -> None:
    assert {path.parent.name for path in FILES if path.name.startswith("test_")} == {*FOLDERS, "tests"}
    assert not list((TESTS / "support").rglob("test_*.py"))
