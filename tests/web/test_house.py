"""A house that opens, deals by its clocks, closes, and opens again on the same journal."""

from __future__ import annotations

import signal
from pathlib import Path
from typing import Any

import pytest

from support.web_house import QUICK, RunningHouse, running_house


@pytest.mark.full
def test_the_automatic_dealer_plays_a_round_by_the_clock(tmp_path: Path, cache_folder: Path) -> None:
    clocks = ("--betting", "0.3", "--setting", "0.5", "--compare", "0.2", "--between", "0.2")
    house = running_house(tmp_path / "j.db", "--book", "mbs-v4", *clocks, cache=cache_folder)
    with house as running, running.enter("Ann").page("mbs-v4") as one:
        one.did("sit", position=3)
        one.until_phase("betting")
        one.did("wager", position=3, wager="main", cents=1000)
        one.until_phase("setting")
        one.did("view", position=3)
        one.until_phase("revealed")  # the time is up: the hand is set the house way
        assert one.scene["table"]["hands"]["3"]["house_way"]
        one.until_scene(lambda scene: scene["table"]["round"] == 2)
        assert any("round 1 is settled" in line["sentence"] for line in one.lines)


def test_players_who_are_ready_need_no_clock(journal_url: str, cache_folder: Path) -> None:
    house = running_house(journal_url, "--book", "mbs-v4", *QUICK, cache=cache_folder)
    with house as open_, open_.enter("Ann").page("mbs-v4") as one, open_.enter("Bob").page("mbs-v4") as two:
        one.did("sit", position=1)
        two.did("sit", position=2)
        for at, page in ((1, one), (2, two)):
            page.until_phase("betting")
            page.did("wager", position=at, wager="main", cents=1000)
        assert one.say({"type": "ready", "round": 1})["type"] == "done"
        assert one.say({"type": "ready", "round": 9})["reason"] == "old"
        two.until_scene(lambda scene: scene["ready"] == ["Ann"])
        assert two.scene["table"]["phase"] == "betting"
        two.say({"type": "ready", "round": 1})
        for at, page in ((1, one), (2, two)):
            page.until_phase("setting")
            page.did("view", position=at)
            page.until_scene(lambda scene: scene["arranging"])
            page.did("set", position=at, low=page.scene["arranging"]["house_way"])
        for page in (one, two):
            page.until_phase("revealed")
            page.say({"type": "ready", "round": 1})
        one.until_phase("between rounds")


@pytest.mark.parametrize(
    ("number", "on_hold"),
    [
        (signal.SIGKILL, True),
        pytest.param(signal.SIGINT, True, marks=pytest.mark.full),
        pytest.param(signal.SIGINT, False, marks=pytest.mark.full),
        pytest.param(signal.SIGKILL, False, marks=pytest.mark.full),
    ],
)
def test_a_restart_continues_the_round(tmp_path: Path, cache_folder: Path, number: int, on_hold: bool) -> None:
    journal = tmp_path / "j.db"
    house = RunningHouse(journal, "--book", "mbs-v4", *QUICK, cache=cache_folder)
    ann, bob, boss = house.enter("Ann"), house.enter("Bob"), house.staff("Sam")
    with ann.page("mbs-v4") as one, bob.page("mbs-v4") as two, boss.page("mbs-v4", "staff") as staff:
        for at, page in ((1, one), (2, two)):
            page.did("sit", position=at)
            page.until_phase("betting")
            page.did("wager", position=at, wager="main", cents=1000)
        for page in (one, two):
            page.say({"type": "ready", "round": 1})
        one.until_phase("setting")
        one.did("view", position=1)
        one.until_scene(lambda scene: scene["arranging"])
        held, commitment = one.scene["arranging"]["cards"], one.scene["commitment"]
        if on_hold:
            staff.until_phase("setting")
            staff.did("report", fault="confidentiality", player="Ann")
        house.stop(number)
        if number == signal.SIGINT:
            assert one.closed() == 1012
            assert one.messages[-1]["type"] == "goodbye"
    with running_house(journal, "--book", "mbs-v4", *QUICK, cache=cache_folder) as again:
        ann.house = bob.house = boss.house = again
        with ann.page("mbs-v4") as one, bob.page("mbs-v4") as two, boss.page("mbs-v4", "staff") as staff:
            if on_hold:
                assert one.scene["table"]["hold"]["fault"] == "confidentiality"
                staff.did("remedy", remedy="continue")
                one.until_scene(lambda scene: scene["table"]["hold"] is None)
            one.until_scene(lambda scene: scene["arranging"])
            assert one.scene["arranging"]["cards"] == held
            assert one.scene["commitment"] == commitment
            if number == signal.SIGKILL:
                one.until_scene(lambda scene: scene["can"]["withdraw_remaining"] == "5.18.1")
                two.until_scene(lambda scene: scene["can"]["withdraw_remaining"] == "5.18.1")
                two.did("withdraw remaining")
                assert two.scene["you"]["bankroll"] == 100000
            else:  # it closed in order: nobody may withdraw what is dealt
                assert two.do("withdraw remaining")["type"] == "refused"
                two.did("view", position=2)
                two.until_scene(lambda scene: scene["arranging"])
                two.did("set", position=2, low=two.scene["arranging"]["house_way"])
                two.say({"type": "ready", "round": 1})
            one.did("set", position=1, low=one.scene["arranging"]["house_way"])
            one.say({"type": "ready", "round": 1})
            one.until_phase("revealed")
            for page in (one, *((two,) if number == signal.SIGINT else ())):
                page.say({"type": "ready", "round": 1})
            one.until_phase("between rounds")


def test_only_one_house_opens_a_journal(house: RunningHouse, houseway: Any) -> None:
    second = houseway("serve", "--db", str(house.journal), "--port", "0")
    assert second.returncode == 1
    assert "a house is already open on" in second.stderr


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("--dealer", "robot"), "--dealer is automatic or person, not 'robot'"),
        (("--book", "nothing"), "there is no book 'nothing'"),
        (("--min", "100", "--max", "10"), "the minimum, 100.00, must be above zero and not above the maximum, 10.00"),
        (("--min", "7.50"), "limits of 7.50 to 1,000.00 are not possible: enter amounts in steps of 1.00"),
        (("--unit", "0.01"), "with a unit of 0.01 the commission would not be a whole number of cents"),
        (("--min", "ten"), "'ten'"),
        (("--host", "256.1.1.1"), "256.1.1.1"),
    ],
)
def test_serve_reports_bad_options(houseway: Any, words: tuple[str, ...], sentence: str) -> None:
    ended = houseway("serve", "--port", "0", "--db", "j.db", *words)
    assert ended.returncode == 1
    assert sentence in ended.stderr
    assert len(ended.stderr.strip().splitlines()) == 1
