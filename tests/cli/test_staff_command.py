"""`houseway staff`: accounts made on the machine."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

pytest.importorskip("argon2", reason="the extra houseway[web] is not installed")

from houseway.journal.store import Journal
from houseway.people.staff import Staff
from support.command import Run


def test_staff_are_added_listed_moved_invited_again_and_dismissed(houseway: Run, tmp_path: Path) -> None:
    added = houseway("staff", "add", "Sam", "--role", "gaming-shift-manager", "--db", "j.db")
    assert added.returncode == 0
    assert "Sam joins the staff as gaming shift manager" in added.stdout
    assert "http://127.0.0.1:8000/staff#invitation=" in added.stdout
    line = json.loads(houseway("staff", "list", "--json", "--db", "j.db").stdout)
    assert (line["name"], line["position"], line["state"]) == ("Sam", "gaming-shift-manager", "invited")
    again = houseway("staff", "invite", "Sam", "--url", "https://house.example/", "--json", "--db", "j.db")
    link = json.loads(again.stdout)["link"]
    assert link.startswith("https://house.example/staff#invitation=")
    exported = houseway("audit", "export", "--db", "j.db").stdout
    assert link.rpartition(".")[2] not in exported
    assert "is now auditor" in houseway("staff", "move", "Sam", "--role", "auditor", "--db", "j.db").stdout
    assert "is not locked" in houseway("staff", "unlock", "Sam", "--db", "j.db").stderr
    with Journal.open(str(tmp_path / "j.db")) as journal:
        Staff(journal).see_player("Sam", "ann")
    assert "ann until 20" in houseway("staff", "list", "--db", "j.db").stdout
    forgotten = houseway("staff", "forget-players", "Sam", "--db", "j.db")
    assert forgotten.stdout == "Sam no longer counts as any other player\n"
    assert "ann" not in houseway("staff", "list", "--db", "j.db").stdout
    assert "is dismissed" in houseway("staff", "dismiss", "Sam", "--db", "j.db").stdout
    assert houseway("staff", "list", "--db", "j.db").stdout == "nobody is on the staff\n"
    assert "dismissed" in houseway("staff", "list", "--all", "--db", "j.db").stdout


def test_a_wrong_position_or_name_is_one_sentence(houseway: Run) -> None:
    wrong = houseway("staff", "add", "Sam", "--role", "pit-boss", "--db", "j.db")
    assert wrong.returncode == 1
    assert "there is no position 'pit-boss'" in wrong.stderr
    assert "nobody called Bob" in houseway("staff", "dismiss", "Bob", "--db", "j.db").stderr
