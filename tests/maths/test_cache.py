"""The cache: files are written completely, and checked before they are used."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from houseway.maths.cache import Cache, version
from support.command import Run


@pytest.fixture
def warnings() -> list[str]:
    return []


@pytest.fixture
def cache(tmp_path: Path, warnings: list[str]) -> Cache:
    return Cache(tmp_path / "kept", warnings.append)


def test_what_is_written_is_read(cache: Cache, warnings: list[str]) -> None:
    assert cache.read("pairs", "a" * 64) is None
    cache.write("pairs", "a" * 64, b"[1,2]")
    assert cache.read("pairs", "a" * 64) == b"[1,2]"
    assert warnings == []


@pytest.mark.parametrize("kept", [0, 1, 20, 90, -1])
def test_a_file_cut_short_is_never_used(cache: Cache, warnings: list[str], kept: int) -> None:
    cache.write("pairs", "a" * 64, b"[123456789,2]")
    path = cache.path("pairs", "a" * 64)
    path.write_bytes(path.read_bytes()[:kept])
    assert cache.read("pairs", "a" * 64) is None
    assert len(warnings) == 1
    assert "counting again" in warnings[0]


def test_a_changed_byte_is_found(cache: Cache, warnings: list[str]) -> None:
    cache.write("pairs", "a" * 64, b"[123456789,2]")
    path = cache.path("pairs", "a" * 64)
    path.write_bytes(path.read_bytes().replace(b"[1", b"[7"))
    assert cache.read("pairs", "a" * 64) is None
    assert len(warnings) == 1
    assert f"{path.name} is corrupt" in warnings[0]


def test_another_version_is_never_used(cache: Cache, warnings: list[str]) -> None:
    cache.write("pairs", "a" * 64, b"[1,2]")
    path = cache.path("pairs", "a" * 64)
    path.write_bytes(path.read_bytes().replace(version().encode(), b"houseway 0.0.1 format 1"))
    assert cache.read("pairs", "a" * 64) is None
    assert len(warnings) == 1
    assert f"{path.name} is from another version" in warnings[0]


def test_a_folder_that_cannot_be_made_is_reported(tmp_path: Path, warnings: list[str]) -> None:
    (tmp_path / "file").write_text("in the way")
    Cache(tmp_path / "file", warnings.append).write("pairs", "a" * 64, b"[1,2]")
    assert len(warnings) == 1
    assert "cannot be used" in warnings[0]


@pytest.mark.full
@pytest.mark.parametrize(
    "words",
    [
        ["odds", "five-card"],
        pytest.param(["simulate", "five-card", "--rounds", "1000", "--no-exact"], marks=pytest.mark.full),
    ],
)
def test_a_cache_folder_that_is_a_file_costs_one_sentence_only(
    houseway_process: Run, tmp_path: Path, words: list[str]
) -> None:
    (tmp_path / "file").write_text("in the way")
    done = houseway_process(*words, "--json", environment={"HOUSEWAY_CACHE": str(tmp_path / "file")})
    assert done.returncode == 0
    assert json.loads(done.stdout)
    assert len(done.stderr.splitlines()) == 1
    assert "cannot be used" in done.stderr


@pytest.mark.parametrize(
    "words",
    [
        ["odds", "five-card"],
        pytest.param(["simulate", "five-card", "--rounds", "10"], marks=pytest.mark.full),
        pytest.param(["diff", "five-card", "five-card", "--odds"], marks=pytest.mark.full),
        pytest.param(["par", "five-card", "-o", "sheet.json"], marks=pytest.mark.full),
    ],
)
def test_without_numba_one_sentence_names_the_extra(houseway_process: Run, tmp_path: Path, words: list[str]) -> None:
    (tmp_path / "blocked").mkdir()
    (tmp_path / "blocked" / "numba.py").write_text("raise ImportError('numba is not here')\n")
    there = {"PYTHONPATH": str(tmp_path / "blocked"), "HOUSEWAY_CACHE": str(tmp_path / "kept")}
    done = houseway_process(*words, environment=there)
    assert (done.returncode, done.stdout) == (1, "")
    assert len(done.stderr.strip().splitlines()) == 1, done.stderr
    assert "houseway[maths]" in done.stderr


def test_nothing_half_written_is_left(cache: Cache, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(Path, "replace", fail)
    with pytest.raises(KeyboardInterrupt):
        cache.write("pairs", "a" * 64, b"[1,2]")
    assert list(cache.folder.iterdir()) == []


@pytest.mark.full
def test_the_command_counts_again_and_reports_it_in_one_sentence(houseway_process: Run, tmp_path: Path) -> None:
    here = {"HOUSEWAY_CACHE": str(tmp_path / "kept")}
    first = houseway_process("odds", "five-card", "--json", environment=here)
    assert (first.returncode, first.stderr) == (0, "")
    damaged = next(path for path in (tmp_path / "kept").iterdir() if path.name.startswith("pairs"))
    whole = damaged.read_bytes()
    damaged.write_bytes(whole[:-3])
    again = houseway_process("odds", "five-card", "--json", environment=here)
    assert json.loads(again.stdout) == json.loads(first.stdout)
    assert len(again.stderr.splitlines()) == 1
    assert f"{damaged.name} is corrupt" in again.stderr
    assert damaged.read_bytes() == whole
