"""A house that gives players their names: who they say they are is shown to nobody and stands in no entry."""

from __future__ import annotations

from pathlib import Path

import pytest

pytest.importorskip("litestar", reason="the extra houseway[web] is not installed")

from litestar.testing import TestClient

from houseway.errors import NeedsAnother
from houseway.journal.significant import events
from houseway.journal.store import Journal
from houseway.journal.verify import verify
from houseway.people.account import StaffSignedIn
from houseway.people.names import new_secret
from houseway.people.positions import Position
from houseway.web.floor.dealer_moves import Pace
from houseway.web.floor.house import OpenHouse
from houseway.web.http.app import make_app
from support.web_house import hire

OWN = "Ann Example of a long enough name"


def test_a_player_is_given_a_name_and_their_own_is_shown_to_nobody(tmp_path: Path) -> None:
    with Journal.open(str(tmp_path / "journal.db")) as journal:
        house = OpenHouse(journal, pace=Pace(), names="given")
        with TestClient(make_app(house, entries=100, questions=1000, sockets=10)) as client:
            me = client.get("/me").json()
            assert (me["gives_names"], me["house_money"]) == (True, False)
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


def test_one_gaming_shift_manager_asks_to_erase_and_another_confirms(tmp_path: Path) -> None:
    with Journal.open(str(tmp_path / "journal.db")) as journal:
        house = OpenHouse(journal, pace=Pace(), names="given")
        tokens = {}
        for who in ("Grace", "Hugo"):
            hire(journal, who, Position.GAMING_SHIFT_MANAGER)
            tokens[who], digest = new_secret(who)
            signed_in = StaffSignedIn(at=house.staff.clock(), session=digest, counter=0)
            house.staff.change(who, lambda _, signed_in=signed_in: [signed_in])  # type: ignore[misc]
        token = house.people.register(OWN).token
        name = house.people.find(token).name  # type: ignore[union-attr]
        with pytest.raises(NeedsAnother):
            house.people.erase(name, by="Grace", why="a letter")
        with TestClient(make_app(house, entries=100, questions=1000, sockets=10)) as client:

            def post(who: str, path: str, body: dict[str, str]) -> tuple[int, dict[str, object]]:
                answer = client.post(path, json=body, headers={"cookie": f"houseway-staff={tokens[who]}"})
                client.cookies.clear()
                return answer.status_code, answer.json()

            status, said = post("Grace", "/staff/people/erase", {"player": name, "why": "a letter"})
            assert (status, "another gaming shift manager" in str(said["sentence"])) == (200, True)
            assert house.people.personal_name(name) == OWN
            (waiting,) = house.approvals.approvals.waiting()
            confirmation = {"request": waiting.id, "digest": waiting.digest}
            assert post("Grace", "/staff/approvals/confirm", confirmation)[0] == 403
            assert post("Hugo", "/staff/approvals/confirm", confirmation)[0] == 200
            assert house.people.personal_name(name) == ""
            assert house.people.find(token) is None
            status, said = post("Grace", "/staff/people/erase", {"player": name, "why": "again"})
            assert (status, "erased already" in str(said["error"])) == (409, True)
            client.blocking_portal.call(house.stop)
        (noted,) = events(journal, kind="personal data erased")
        assert (noted.by, noted.why) == ("Grace", "a letter, confirmed by Hugo")
        assert [event.by for event in events(journal, kind="approval confirmed")] == ["gaming shift manager Hugo"]
        assert verify(journal).whole
