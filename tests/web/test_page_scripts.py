"""The structure of the pages' files, checked on any machine; Biome and TypeScript check the rest in `make lint`."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

import houseway.web
from houseway.web.http.frame import framed

ROOT = Path(__file__).resolve().parent.parent.parent
STATIC = Path(houseway.web.__file__).parent / "static"
SCRIPTS = sorted(path.relative_to(STATIC).as_posix() for path in STATIC.rglob("*.js"))
STYLES = sorted(path.relative_to(STATIC).as_posix() for path in STATIC.rglob("*.css"))
PAGES = sorted(path.relative_to(STATIC).as_posix() for path in STATIC.rglob("*.html"))


@pytest.mark.parametrize("name", SCRIPTS)
def test_a_script_is_checked_and_of_readable_size(name: str) -> None:
    lines = (STATIC / name).read_text(encoding="utf-8").splitlines()
    assert lines[0] == "// @ts-check"
    assert lines[1].startswith("// ")
    assert len(lines) <= 300
    assert max(map(len, lines)) <= 120


@pytest.mark.parametrize("name", [*SCRIPTS, *PAGES])
def test_the_limits_of_input_fields_come_from_the_house(name: str) -> None:
    assert not re.findall(r"""max-?length["']?\s*[:=]\s*["']?\d+""", (STATIC / name).read_text("utf-8"), re.IGNORECASE)


@pytest.mark.parametrize("name", [*STYLES, *PAGES])
def test_a_style_sheet_or_page_has_no_long_lines(name: str) -> None:
    lines = (STATIC / name).read_text(encoding="utf-8").splitlines()
    assert lines[0].startswith("/* " if name.endswith(".css") else "<!doctype html>")
    assert max(map(len, lines)) <= 120


@pytest.mark.parametrize("name", STYLES)
def test_a_style_sheet_is_used(name: str) -> None:
    assert any(f'href="/static/{name}"' in framed((STATIC / page).read_text(encoding="utf-8")) for page in PAGES)


@pytest.mark.parametrize("name", SCRIPTS)
def test_a_script_imports_files_that_exist_and_shared_ones_only_each_other(name: str) -> None:
    path = STATIC / name
    for found in re.findall(r'(?:from|import\() ?"([^"]+)"', path.read_text(encoding="utf-8")):
        imported = (path.parent / found).resolve()
        assert imported.is_file()
        of_staff = path.parent in (STATIC / "cage", STATIC / "audit")  # they are pages of the staff
        staffs = {STATIC / "staff"} if of_staff else set()
        assert imported.parent in {path.parent, STATIC / "shared"} | staffs


def test_nothing_is_loaded_from_elsewhere() -> None:
    for path in STATIC.rglob("*"):
        if path.suffix in {".js", ".css", ".html"}:
            text = path.read_text(encoding="utf-8").replace("http://www.w3.org/", "")
            assert not re.search(r"https?://[\w]", text), path


def test_the_lock_file_names_no_registry() -> None:
    packages = json.loads((ROOT / "package-lock.json").read_text())["packages"]
    for name, package in packages.items():
        assert "resolved" not in package
        assert not name or package["integrity"].startswith("sha512-")
