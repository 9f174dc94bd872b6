"""Fixtures for all tests: running the command, and an empty journal on both stores."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

from houseway.kept import program
from houseway.maths.cache import Cache
from support.command import SOURCES, Done, Run, environment_of, in_a_process, in_this_process
from support.counted import fill
from support.memory import write_in_memory
from support.postgres import NoServer, Server
from support.web_house import Page, RunningHouse, Visitor
from support.workers import Share, Workers


def pytest_configure(config: pytest.Config) -> None:
    """Test the sources beside the tests, write in memory, and divide the tests among processes by what they share."""
    os.environ.update(SOURCES)
    write_in_memory()
    if hasattr(config, "workerinput"):
        config.pluginmanager.register(Share(config))
    elif config.pluginmanager.has_plugin("xdist"):
        config.pluginmanager.register(Workers())


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Leave PostgreSQL to the full tier where the stores do not differ: in tests without the mark `both_stores`."""
    for item in items:
        store = getattr(item, "callspec", None) and item.callspec.params.get("journal_url")  # type: ignore[attr-defined]
        if store == "postgresql" and not item.get_closest_marker("both_stores"):
            item.add_marker(pytest.mark.full)


@pytest.fixture(scope="session")
def cache_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The cache of counts for the whole test run, shared by its processes: counting a book takes seconds."""
    folder = tmp_path_factory.getbasetemp()
    if "PYTEST_XDIST_WORKER" in os.environ:
        folder = folder.parent
    cache = folder / "cache"
    cache.mkdir(exist_ok=True)
    fill(Cache(cache))
    return cache


@pytest.fixture(scope="session", autouse=True)
def _no_other_cache(cache_folder: Path) -> Iterator[None]:
    """Let everything use that folder, also what is started without naming one: never the developer's own cache."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("HOUSEWAY_CACHE", str(cache_folder))
        yield


@pytest.fixture(scope="session", autouse=True)
def _the_program_stays_as_it_is() -> Iterator[None]:
    """Read the files of the package once: every house that opens in this process looks at all of them."""
    read = program.file_digests
    files = read()

    def known(folder: Path = program.PACKAGE) -> dict[str, str]:
        return dict(files) if folder == program.PACKAGE else read(folder)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(program, "file_digests", known)
        yield


@pytest.fixture(scope="session")
def counted(cache_folder: Path) -> Cache:
    """The same folder as a cache; any warning about it fails the test."""

    def warn(sentence: str) -> None:
        raise AssertionError(sentence)

    return Cache(cache_folder, warn)


@pytest.fixture
def houseway(tmp_path: Path, cache_folder: Path) -> Run:
    """Run the `houseway` command in an empty folder, within this process: most tests need no new process."""

    def run(*words: str, stdin: str = "", environment: Mapping[str, str] | None = None) -> Done:
        variables = environment_of(tmp_path, cache_folder, environment)
        return in_this_process(words, stdin=stdin, folder=tmp_path, environment=variables)

    return run


@pytest.fixture
def houseway_process(tmp_path: Path, cache_folder: Path) -> Run:
    """The same in a real process: for tests of startup, signals, or what a new process reads from disk."""

    def run(*words: str, stdin: str = "", environment: Mapping[str, str] | None = None) -> Done:
        variables = environment_of(tmp_path, cache_folder, environment)
        return in_a_process(words, stdin=stdin, folder=tmp_path, environment=variables)

    return run


@pytest.fixture(scope="session")
def server() -> Iterator[Server]:
    """One PostgreSQL server for all tests; without one they are skipped, and the reason is printed."""
    try:
        running = Server()
    except NoServer as error:
        pytest.skip(f"no PostgreSQL: {error}")
    yield running
    running.remove()


@pytest.fixture(params=["sqlite", "postgresql"])
def journal_url(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """The place of a new journal: in a file, and in PostgreSQL (see `both_stores`)."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    if request.param == "sqlite":
        yield str(tmp_path / "journal.db")
        return
    running: Server = request.getfixturevalue("server")
    url = running.new_database()
    yield url
    running.give_back(url)


@pytest.fixture(scope="module")
def boss(house: RunningHouse) -> Visitor:
    """The gaming shift manager of the house, without a browser."""
    return house.boss


@pytest.fixture
def table(house: RunningHouse) -> str:
    """A table of mbs-v4 that no other test uses."""
    return house.spare_table()


@pytest.fixture
def staff(boss: Visitor, table: str) -> Iterator[Page]:
    """A dealer of that table without a browser, with a physical deck: the test chooses the cards."""
    with boss.page(table, "staff") as page:
        page.physical()
        yield page
