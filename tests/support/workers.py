"""How pytest-xdist divides the tests among processes.

Here: which tests must share a process, because they share something that is expensive to make: the tables and shapes of
every hand, a browser with its house, a PostgreSQL server. Each such group goes to one process as a whole, and every
other file to whichever process is free. Not here: tests.
"""

from __future__ import annotations

import pytest
from xdist.scheduler import LoadScopeScheduling  # type: ignore[import-untyped]

GROUPS = {
    "tests/books/": "hands",
    "tests/cards/": "hands",
    "tests/cli/": "hands",
    "tests/maths/": "hands",
    "tests/rulebook/": "hands",
    "src/": "hands",
    "tests/browser/": "browser",
    "tests/table/": "hands",
    "tests/journal/": "stores",
    "tests/web/test_live_table.py": "live tables",
    "tests/web/test_messages.py": "live tables",
    "tests/web/test_names_and_roles.py": "live tables",
}


def group_of(test: str) -> str:
    """The group that a test belongs to, by its node id: one of `GROUPS`, or its file.

    >>> group_of("tests/cards/test_cards.py::test_notation[Ac-Ac]")
    'hands'
    >>> group_of("tests/test_layers.py::test_every_layer_is_known")
    'tests/test_layers.py'
    """
    file = test.partition("::")[0]
    return next((group for start, group in GROUPS.items() if file.startswith(start)), file)


class GroupScheduling(LoadScopeScheduling):  # type: ignore[misc]
    """Sends each group to one process."""

    def _split_scope(self, nodeid: str) -> str:
        return group_of(nodeid)


class Workers:
    """The plugin that makes pytest-xdist use these groups."""

    def pytest_xdist_make_scheduler(self, config: pytest.Config, log: object) -> GroupScheduling:
        """The scheduler of this run."""
        return GroupScheduling(config, log)
