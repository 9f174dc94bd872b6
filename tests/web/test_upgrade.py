"""A graceful upgrade: the house closes while rounds are played, a new process goes on, and nothing is lost."""

from __future__ import annotations

import json
import signal
import time
import urllib.error
import urllib.request
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("litestar", reason="the extra houseway[web] is not installed")

from houseway.journal.store import Journal
from houseway.journal.verify import verify
from support.web_house import Page, RunningHouse

OPTIONS = ("--book", "mbs-v4", "--tables", "2", "--betting", "600", "--setting", "600", "--between", "600")
QUICK = ("--change", "0", "--compare", "0.2", "--drain", "60")


def _ready(house: RunningHouse) -> tuple[int, dict[str, Any]]:
    try:
        with urllib.request.urlopen(f"{house.url}/health/ready", timeout=30) as answer:
            return answer.status, json.loads(answer.read())
    except urllib.error.HTTPError as error:
        return error.code, json.loads(error.read())


def _wager(page: Page) -> None:
    page.did("sit", position=1)
    page.until_phase("betting")
    page.did("wager", position=1, wager="main", cents=1000)


def test_a_house_told_to_close_finishes_its_rounds_and_the_next_process_goes_on(
    tmp_path: Path, cache_folder: Path
) -> None:
    tmp_path.chmod(0o700)
    journal = tmp_path / "journal.db"
    house = RunningHouse(journal, *OPTIONS, *QUICK, cache=cache_folder, new_process=True)
    ann, bob = house.enter("Ann"), house.enter("Bob")
    try:
        with ann.page("mbs-v4") as playing, bob.page("mbs-v4-2") as betting:
            _wager(playing)
            _wager(betting)
            playing.say({"type": "ready", "round": 1})
            playing.until_phase("setting")
            house.process.send_signal(signal.SIGTERM)
            end = time.monotonic() + 30
            while _ready(house)[0] != 503:
                assert time.monotonic() < end
            assert _ready(house)[1]["dealing"] is False
            betting.say({"type": "ready", "round": 1})  # its betting does not close any more
            playing.did("view", position=1)
            low = playing.until_scene(lambda scene: scene["arranging"])["arranging"]["house_way"]
            playing.did("set", position=1, low=low)
            playing.until_phase("between rounds")
            settled = playing.scene["you"]["bankroll"]
            for page in (playing, betting):
                goodbye = page.until(lambda message: message["type"] == "goodbye")
                assert goodbye["retry"] == 3
                assert page.closed() == 1012  # the page may come back
            assert betting.scene["table"]["phase"] == "betting"
        house.process.communicate(timeout=60)
        assert house.process.returncode == 0
    finally:
        house.stop()
    with Journal.open(str(journal)) as kept:
        assert verify(kept).findings == ()
        assert sum(kept.balances().values()) == 0
    house = RunningHouse(journal, *OPTIONS, *QUICK, cache=cache_folder)
    ann.house = bob.house = house
    try:
        assert _ready(house)[0] == 200
        with ann.page("mbs-v4") as playing, bob.page("mbs-v4-2") as betting:
            assert playing.scene["you"]["bankroll"] == settled
            assert betting.scene["table"]["phase"] == "betting"
            assert betting.scene["you"]["bankroll"] == 100000 - 1000
            betting.say({"type": "ready", "round": 1})
            betting.until_phase("setting")  # his wager was on the layout all the time
    finally:
        house.stop(signal.SIGKILL)
