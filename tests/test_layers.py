"""Imports point one way only, and books hold nothing but content."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

from support.imports import imports_of

ROOT = Path(__file__).resolve().parent.parent
SRC = ROOT / "src" / "houseway"
DESIGN = ROOT / "docs" / "design.md"
MAY_IMPORT = {
    "cards": {"cards"},
    "rulebook": {"cards", "rulebook"},
    "books": {"cards", "rulebook", "books"},
    "table": {"cards", "rulebook", "table"},
    "maths": {"cards", "rulebook", "maths"},
    "journal": {"journal"},
    "kept": {"cards", "rulebook", "table", "journal", "kept"},
    "cage": {"rulebook", "table", "journal", "kept", "cage"},
    "people": {"rulebook", "table", "journal", "kept", "people"},
    "training": {"cards", "rulebook", "books", "table", "maths", "journal", "kept", "people", "training"},
    "env": {"cards", "rulebook", "books", "table", "maths", "game", "env"},
    "web": {"cards", "rulebook", "books", "table", "maths", "journal", "kept", "cage", "people", "training", "web"},
    "cli": {
        "cards",
        "rulebook",
        "books",
        "table",
        "maths",
        "journal",
        "kept",
        "cage",
        "people",
        "training",
        "web",
        "cli",
    },
}
OUTSIDE = {
    "cards": {"numpy"},
    "rulebook": {"numpy"},
    "books": set[str](),
    "table": {"numpy", "msgspec"},
    "maths": {"numpy", "msgspec", "numba", "cupy", "distributed", "matplotlib", "pyarrow", "typst"},
    "env": {"numpy", "gymnasium", "pettingzoo"},
    "journal": {"sqlalchemy", "cryptography", "psycopg"},
    "kept": {"msgspec", "sqlalchemy"},
    "people": {"msgspec", "argon2", "pyotp", "segno"},
    "training": {"numpy", "msgspec", "fsrs"},
    "web": {"numpy", "msgspec", "litestar", "uvicorn", "h11", "prometheus_client"},
    "cage": {"msgspec", "sqlalchemy", "typst"},
}
STANDARD = {"errors", "folders", "money", "__init__"}


def _imports(path: Path) -> set[str]:
    found = set()
    for node in imports_of(path):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif node.module:
            found |= (
                {f"{node.module}.{alias.name}" for alias in node.names} if node.module == "houseway" else {node.module}
            )
    return found


def test_every_layer_is_known() -> None:
    assert {path.name for path in SRC.iterdir() if path.is_dir() and path.name != "__pycache__"} == set(MAY_IMPORT)


def test_the_page_about_the_design_names_every_package() -> None:
    rooms = {path.parent.relative_to(SRC).as_posix() for path in SRC.rglob("__init__.py")} - {".", "web"}
    named = re.findall(r"^\| `([a-z/]+)` \|", DESIGN.read_text(encoding="utf-8"), re.MULTILINE)
    assert sorted(rooms - {*named}) == []


@pytest.mark.parametrize("room", ["web/floor", "web/wire", "web/workers"])
def test_the_page_about_the_design_names_every_module_of_the_live_tables(room: str) -> None:
    modules = {path.stem for path in (SRC / room).glob("*.py")} - {"__init__"}
    _, _, rows = DESIGN.read_text(encoding="utf-8").partition(f"| module of `{room}` |")
    named = {name for row in rows.split("\n\n")[0].splitlines() for name in re.findall(r"`(\w+)`", row.split("|")[1])}
    assert modules == named


@pytest.mark.parametrize("layer", MAY_IMPORT)
def test_no_layer_imports_from_above(layer: str) -> None:
    for path in (SRC / layer).rglob("*.py"):
        for name in _imports(path):
            parts = name.split(".")
            if parts[0] == "houseway" and len(parts) > 1 and parts[1] not in STANDARD | {"__version__"}:
                assert parts[1] in MAY_IMPORT[layer], f"{path.name} imports {name}"


@pytest.mark.parametrize("layer", OUTSIDE)
def test_a_layer_needs_no_third_party_package(layer: str) -> None:
    import sys

    for path in (SRC / layer).rglob("*.py"):
        tops = {name.split(".")[0] for name in _imports(path)} - {"houseway"}
        assert tops - set(sys.stdlib_module_names) <= OUTSIDE[layer], path.name


def test_a_book_is_content_only() -> None:
    for path in (SRC / "books").glob("*.py"):
        if path.name == "__init__.py":
            continue
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            assert not isinstance(node, ast.FunctionDef | ast.Lambda | ast.If | ast.For | ast.ClassDef), path.name
