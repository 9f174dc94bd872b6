"""A house that gives players their names: who they say they are is shown to nobody and stands in no entry."""

from __future__ import annotations

from pathlib import Path

import pytest

pytest.importorskip("litestar", reason="the extra houseway[web] is not installed")

from litestar.testing import TestClient

from houseway.journal.significant import events
from houseway.journal.store import Journal
from houseway.web.floor.dealer_moves import Pace
from houseway.web.floor.house import OpenHouse
from houseway.web.http.app import make_app

OWN = "Ann Example of a long enough name"


def test_a_player_is_given_a_name_and_their_own_is_shown_to_nobody(tmp_path: Path) -> None:
    with Journal.open(str(tmp_path / "journal.db")) as journal:
        house = OpenHouse(journal, pace=Pace(), names="given")
        with TestClient(make_app(house, entries=100, questions=1000, sockets=10)) as client:
            assert client.get("/me").json()["gives_names"] is True
            answer = client.post("/enter", json={"name": OWN})
            assert answer.status_code == 200, answer.text
            name = client.get("/me").json()["player"]["name"]
            assert (name in answer.text, OWN in answer.text, len(name.split())) == (True, False, 3)
            assert client.post("/enter", json={"name": "x" * 61}).status_code == 409
            assert house.people.personal_name(name) == OWN
            client.blocking_portal.call(house.stop)
        assert not any(b"Example" in recorded.body for recorded in journal.read_all())
        (changed,) = events(journal, kind="house settings changed")
        assert (changed.before["names"], changed.after["names"]) == ("chosen", "given")
        again = OpenHouse(journal, pace=Pace())  # it is remembered
        assert again.people.gives_names
        again.close()
