"""How pytest-xdist divides the tests among processes.

Here: which tests must share a process, because they share something that is expensive to make: the tables and shapes of
every hand, a browser with its house, a PostgreSQL server. Each process collects its own share only, because collecting
everything costs seconds. Not here: tests.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from xdist.scheduler import EachScheduling  # type: ignore[import-untyped]

SHARES = (
    (
        "tests/books/",
        "tests/cards/",
        "tests/cli/",
        "tests/maths/",
        "tests/rulebook/",
        "tests/table/",
        "tests/training/",
        "src/",
    ),
    ("tests/browser/",),
    (),
    ("tests/journal/",),
)
"""What belongs together: every hand; the browser and its house; everything else; the stores."""
EVERYTHING_ELSE = SHARES.index(())


def share_of(file: str, processes: int) -> int:
    """The number of the process that runs a file, by its path in the repository.

    Of two processes the one with the browser has the most to do, and of the rest only the stores.

    >>> [share_of("tests/cards/test_cards.py", processes) for processes in (1, 2, 3, 4)]
    [0, 0, 0, 0]
    >>> [share_of("tests/web/test_owed.py", processes) for processes in (1, 2, 3, 4)]
    [0, 0, 2, 2]
    >>> [share_of("tests/journal/test_ledger.py", processes) for processes in (1, 2, 3, 4)]
    [0, 1, 0, 3]
    """
    found = (number for number, starts in enumerate(SHARES) if file.startswith(starts))
    return next(found, EVERYTHING_ELSE) % processes


class OwnShares(EachScheduling):  # type: ignore[misc]
    """Each process runs all that it has collected."""

    def schedule(self) -> None:
        """Start; what is shown as done is a part of all shares together."""
        whole = sum(len(collected) for collected in self.node2collection.values())
        self.config.pluginmanager.get_plugin("session").testscollected = whole
        super().schedule()


class Workers:
    """The plugin of the process that starts the others."""

    def pytest_xdist_make_scheduler(self, config: pytest.Config, log: object) -> OwnShares:
        """The scheduler of this run."""
        return OwnShares(config, log)


class Share:
    """The plugin of a process that runs a share of the tests."""

    def __init__(self, config: pytest.Config) -> None:
        given = config.workerinput  # type: ignore[attr-defined]
        self._root = config.rootpath
        self._number, self._processes = int(given["workerid"].removeprefix("gw")), given["workercount"]

    def _is_ours(self, path: Path) -> bool:
        return share_of(path.relative_to(self._root).as_posix(), self._processes) == self._number

    def pytest_ignore_collect(self, collection_path: Path) -> bool | None:
        """Leave the files of other processes to them."""
        return True if collection_path.suffix == ".py" and not self._is_ours(collection_path) else None

    @pytest.hookimpl(tryfirst=True)
    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        """The same for a file that was named, which is collected in any case."""
        items[:] = [item for item in items if self._is_ours(item.path)]
