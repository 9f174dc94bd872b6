"""The structure of the pages' files, checked on any machine; Biome and TypeScript check the rest in `make lint`."""

from __future__ import annotations

import gzip
import json
import re
import runpy
import wave
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


def files_of(page: str) -> set[Path]:
    """Everything a page loads before anybody does anything: what it names, what its scripts import, and the cards."""
    found: set[Path] = set()

    def add(path: Path) -> None:
        if path in found:
            return
        found.add(path)
        if path.suffix == ".html":
            for name in re.findall(r'"/static/([^"]+)"', framed(path.read_text(encoding="utf-8"))):
                add(STATIC / name)
        if path.suffix == ".js":
            text = path.read_text(encoding="utf-8")
            for name in re.findall(r'(?:from|import|URL\() ?"([^"]+)"', text):
                add((path.parent / name).resolve())

    add(STATIC / page)
    return found


def test_the_table_page_is_small() -> None:
    """Without fonts, and without sounds, which only those who switch them on fetch."""
    packed = {path: len(gzip.compress(path.read_bytes())) for path in files_of("player/table.html")}
    assert {STATIC / "shared" / "cards.svg", STATIC / "player" / "verdict.js"} <= packed.keys()
    print(f"the table page: {sum(packed.values()):,} bytes packed, in {len(packed)} files")
    assert sum(packed.values()) < 100_000


def test_the_sounds_are_those_that_the_script_makes() -> None:
    script = runpy.run_path(str(ROOT / "scripts" / "make-sounds"))
    made = {name: script["written"](make(), loud) for name, (make, loud) in script["SOUNDS"].items()}
    assert {path.stem for path in (STATIC / "sounds").iterdir()} == made.keys()
    for name, body in made.items():
        with wave.open(str(STATIC / "sounds" / f"{name}.wav")) as file:
            kept = file.readframes(file.getnframes())
            assert (file.getnchannels(), file.getsampwidth(), file.getframerate()) == (1, 2, script["RATE"])
        near = [abs(a - b) for a, b in zip(memoryview(kept).cast("h"), memoryview(body[44:]).cast("h"), strict=True)]
        assert max(near) <= 2  # another version of the library of Fourier transforms may round otherwise
        assert len(body) < 80_000


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
