"""The matrix of positions and acts: complete, and printed as it is."""

from __future__ import annotations

from typing import get_args

from houseway.people.acts import ACTS, COMMANDS, HouseAct
from houseway.people.acts_page import as_markdown
from houseway.table import commands as c
from support.command import Run
from support.pages import ROOT


def test_every_act_and_every_request_has_its_row() -> None:
    assert set(ACTS) == set(HouseAct)
    assert set(COMMANDS) == set(get_args(c.AnyCommand))


def test_the_page_in_the_documentation_is_the_matrix(houseway: Run) -> None:
    page = (ROOT / "docs" / "roles.md").read_text(encoding="utf-8")
    assert page == as_markdown(), "run make docs"
    assert houseway("staff", "acts", "--markdown").stdout == page
    assert '{"act":"ask to write off what a player owes"' in houseway("staff", "acts", "--json").stdout.replace(
        " ", " "
    )
    assert "write off what a player owes" in houseway("staff", "acts", environment={"COLUMNS": "200"}).stdout
