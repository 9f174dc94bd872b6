"""A house in several processes: whichever runs it may die, stop or be replaced, and play goes on."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

pytest.importorskip("litestar", reason="the extra houseway[web] is not installed")

from houseway.journal.significant import events
from houseway.journal.store import Journal
from houseway.journal.verify import verify
from support.postgres import Server
from support.shared_house import shared_house
from support.web_house import Page

OPTIONS = ("--book", "mbs-v4", "--betting", "600", "--setting", "600", "--between", "600", "--change", "0")
PHASES = ("between rounds", "betting", "setting", "revealed")
MOVED = 1012


@pytest.fixture
def url(server: Server, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[str]:
    """An empty journal in PostgreSQL."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    url = server.new_database()
    yield url
    server.give_back(url)


def _reach(page: Page, phase: str) -> None:
    """Play on to a phase of the round."""
    if phase == "between rounds":
        return
    page.until_phase("betting")
    page.did("wager", position=1, wager="main", cents=1000)
    if phase == "betting":
        return
    page.say({"type": "ready", "round": page.scene["table"]["round"]})
    page.until_phase("setting")
    page.did("view", position=1)
    if phase == "revealed":
        _set(page)
        page.until_phase("revealed")


def _set(page: Page) -> None:
    low = page.until_scene(lambda scene: scene["arranging"])["arranging"]["house_way"]
    page.did("set", position=1, low=low)


def _must_go_on(page: Page, phase: str) -> None:
    """See that the round is where it was, and play it to its end."""
    if phase == "between rounds":
        page.until_phase("betting")
        return
    if phase != "revealed":
        assert page.scene["table"]["phase"] == phase
    assert page.scene["table"]["hold"] is None  # nobody was without the house: no power failure
    if phase == "betting":
        page.say({"type": "ready", "round": page.scene["table"]["round"]})
        page.until_phase("setting")
        page.did("view", position=1)
    if phase != "revealed":
        _set(page)
    page.until_phase("between rounds")


def _must_be_whole(url: str) -> Journal:
    journal = Journal.open(url, read_only=True)
    assert verify(journal).findings == ()
    assert sum(journal.balances().values()) == 0
    return journal


@pytest.mark.parametrize(
    "phase", [pytest.param(each, marks=[] if each == "setting" else pytest.mark.full) for each in PHASES]
)
def test_play_goes_on_when_the_process_running_it_is_killed(url: str, cache_folder: Path, phase: str) -> None:
    with shared_house(url, *OPTIONS, "--compare", "1", cache=cache_folder) as house:
        ann = house.enter("Ann")
        with ann.page("mbs-v4") as page:
            page.did("sit", position=1)
            _reach(page, phase)
            killed = house.signal_running(signal.SIGKILL)
            began = time.monotonic()
            assert page.closed() in (0, MOVED)
        with ann.page("mbs-v4") as page:
            print(f"play went on after {time.monotonic() - began:.1f} s")
            assert house.until_moved(killed) != killed
            _must_go_on(page, phase)
    with _must_be_whole(url) as journal:
        kinds = [event.kind for event in events(journal)]
        assert kinds.count("house opened") == 1
        assert kinds.count("house taken over") == 1
        assert kinds.count("house not closed") == 1


@pytest.mark.full
def test_a_process_that_was_stopped_for_a_while_writes_nothing_any_more(url: str, cache_folder: Path) -> None:
    with shared_house(url, *OPTIONS, cache=cache_folder) as house:
        ann, bob = house.enter("Ann"), house.enter("Bob")
        with ann.page("mbs-v4") as page:
            page.did("sit", position=1)
            stopped = house.signal_running(signal.SIGSTOP)
            house.until_moved(stopped)
            with bob.page("mbs-v4") as other:
                other.did("sit", position=2)
            os.kill(stopped, signal.SIGCONT)
            _until_ended(stopped)
            page.closed()
    with _must_be_whole(url) as journal:
        assert [event.kind for event in events(journal)].count("house taken over") == 1


def _until_ended(process: int) -> None:
    end = time.monotonic() + 30
    while Path(f"/proc/{process}").exists() and "Z" not in Path(f"/proc/{process}/stat").read_text().split(")")[1]:
        assert time.monotonic() < end
        time.sleep(0.05)


@pytest.mark.full
def test_every_process_is_replaced_without_a_lost_act(url: str, cache_folder: Path) -> None:
    with shared_house(url, *OPTIONS, "--compare", "1", cache=cache_folder, new_processes=True) as house:
        ann = house.enter("Ann")
        before = house.running()
        with ann.page("mbs-v4") as page:
            page.did("sit", position=1)
            _reach(page, "betting")
            house.process.send_signal(signal.SIGHUP)
            goodbye = page.until(lambda message: message["type"] == "goodbye")
            assert goodbye["retry"] == 0.5
            assert page.closed() == MOVED
        house.until_moved(before)
        with ann.page("mbs-v4") as page:
            _must_go_on(page, "betting")
    with _must_be_whole(url) as journal:
        kinds = [event.kind for event in events(journal)]
        assert kinds.count("house not closed") == 0
        assert kinds.count("house taken over") >= 1


@pytest.mark.full
def test_what_waits_for_a_second_person_outlives_the_process_that_was_asked(url: str, cache_folder: Path) -> None:
    with shared_house(url, *OPTIONS, cache=cache_folder) as house:
        with house.boss.page("mbs-v4", "staff") as one:
            asked = one.asks("run", dealer="person", deck="physical")
            killed = house.signal_running(signal.SIGKILL)
            one.closed()
        house.until_moved(killed)
        with house.boss.page("mbs-v4", "staff") as one:
            assert one.scene["asked"]["waiting"] == [asked]
            assert one.confirms(asked)["reason"] == "role"  # nobody confirms what they asked for
            with house.second.page("mbs-v4", "staff") as two:
                (waiting,) = two.scene["asked"]["waiting"]
                assert waiting == {**asked, "mine": False, "refusal": ""}
                assert two.confirms(waiting)["type"] == "done"
            one.until_scene(lambda scene: scene["running"]["deck"] == "physical")
    with _must_be_whole(url) as journal:
        kinds = [event.kind for event in events(journal)]
        assert [kind for kind in kinds if kind.startswith("approval")] == ["approval asked", "approval confirmed"]
