"""The journal of a running house: what is written to its disk, where its heads go, and when it is not opened."""

from __future__ import annotations

import asyncio
import os
import re
import signal
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from houseway.cli.house_to_open import HouseToOpen
from houseway.cli.serving import ended_in_order
from houseway.errors import Refused
from houseway.journal.heads import heads_at, read_place
from houseway.journal.significant import SYSTEM, events, note
from houseway.journal.store import Journal
from houseway.kept.program import programs
from houseway.kept.tables import HOUSE, buy_chips
from houseway.rulebook.procedure import Phase, Role
from houseway.table import commands as c
from houseway.table import events as e
from houseway.web.floor.dealer_moves import Pace
from houseway.web.floor.house import OpenHouse
from houseway.web.floor.opening import Opening
from support.command import Run, one_sentence
from support.tampering import tamper
from support.web_house import QUICK, running_house

CARD = re.compile(rb"(?<![\w+/=])(?:[2-9TJQKA][cdhs]|Jk)(?![\w+/=])")
"""A card by itself: what is sealed is written in base64, where two letters mean nothing."""


def test_no_card_of_a_round_in_play_is_on_the_disk_and_heads_are_kept_elsewhere(
    tmp_path: Path, cache_folder: Path, houseway: Run
) -> None:
    db, kept = tmp_path / "journal" / "journal.db", tmp_path / "elsewhere"
    options = ("--book", "mbs-v4", *QUICK, "--heads", f"{kept}/", "--heads-every", "5")
    with running_house(db, *options, cache=cache_folder) as open_, open_.enter("Ann").page("mbs-v4") as one:
        one.did("sit", position=1)
        one.until_phase("betting")
        one.did("wager", position=1, wager="main", cents=1000)
        one.say({"type": "ready", "round": 1})
        one.until_phase("setting")
        one.did("view", position=1)
        one.until_scene(lambda scene: scene["arranging"])
        assert len(one.scene["arranging"]["cards"]) == 7
        one.did("set", position=1, low=one.scene["arranging"]["house_way"])
        with Journal.open(str(db), read_only=True) as journal:
            written = b"".join(recorded.body for recorded in journal.read_all() if recorded.kind != "table opened")
        assert b"hand dealt" in written
        assert not CARD.search(written)
        assert b'"seed"' not in re.sub(rb'"fields":\["salt","seed"\]', b"", written)
        one.until_phase("revealed")
        open_.stop(signal.SIGINT)
    with Journal.open(str(db), read_only=True) as journal:
        heads = heads_at(read_place(str(kept)), journal)
        assert len(heads) > 2
        assert heads[-1].entries == journal.tip()[0]
        assert {event.kind for event in events(journal)} >= {"house opened", "house closed", "heads kept elsewhere"}
    done = houseway("audit", "verify", "--db", str(db), "--require-head")
    assert (done.returncode, "not shown" in done.stdout) == (0, False), done
    tamper(str(db), "UPDATE journal_rows SET kind = 'x' WHERE number = 2")
    refused = houseway("serve", "--db", str(db), "--port", "0", "--book", "mbs-v4")
    one_sentence(refused, "was changed from outside and is not opened: entry 2 (x, version 1 of", "--open-anyway")


def test_play_is_stopped_when_the_journal_is_found_changed(tmp_path: Path) -> None:
    async def scenario(house: OpenHouse) -> None:
        await house.start()
        await asyncio.to_thread(house.stop_for_a_changed_journal, "entry 2 is not what was written")
        for _ in range(500):
            if house.stops.now:
                break
            await asyncio.sleep(0.01)
        for live in house.tables.values():
            with pytest.raises(Refused, match="play at every table is stopped"):
                await live.ask(c.AnnouncePlaceYourBets(by=HOUSE))
        await house.stop()

    with Journal.open(str(tmp_path / "journal.db")) as journal:
        house = OpenHouse(journal, pace=Pace())
        house.open_tables([Opening(name=name, book="mbs-v4") for name in ("one", "two")])
        asyncio.run(scenario(house))


def test_a_table_opened_on_the_floor_opens_again_whatever_books_are_asked_for(tmp_path: Path) -> None:
    """The option for books says which tables the house opens by itself; it takes none from the floor."""
    sam = c.Actor("Sam", Role.GAMING_SHIFT_MANAGER)
    with Journal.open(str(tmp_path / "journal.db")) as journal:

        async def first() -> None:
            house = OpenHouse(journal, pace=Pace())
            house.open_tables([Opening(name="one", book="mbs-v4"), Opening(name="two", book="mbs-v3")])
            await house.start()
            await house.open_table(Opening(name="salon", book="five-card"), by=sam)
            await house.stop()

        asyncio.run(first())
        again = OpenHouse(journal, pace=Pace())
        again.open_tables([Opening(name="one", book="mbs-v4")])
        assert set(again.tables) == {"one", "salon"}  # the house opened `two` by itself, and is no longer asked to
        assert [sorted(program.books) for program in programs(journal)][-1] == ["five-card", "mbs-v4"]
        again.close()


@pytest.mark.parametrize(
    ("houses", "failed"),
    [
        ("closed", False),
        ("closed closed", False),
        ("late", False),
        ("died", True),
        ("closed died", True),
        ("died closed", True),
        ("late died", True),
    ],
)
def test_5_18_only_a_house_that_did_not_close_is_a_power_failure(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, houses: str, failed: bool
) -> None:
    """A house that closes in a round goes on with it: no player may withdraw what is dealt."""
    monkeypatch.setattr("houseway.web.floor.house_record.is_running", lambda _process: False)
    ann = c.Actor("ann", Role.PLAYER)
    with Journal.open(str(tmp_path / "journal.db")) as journal:
        for number, end in enumerate((*houses.split(), "closed")):
            house = OpenHouse(journal, pace=Pace())
            house.open_tables([Opening(name="one", book="mbs-v4")])
            kept = house.tables["one"].kept
            if not number:
                buy_chips(journal, "ann", 100_00)
                for command in (c.Sit(by=ann, position=1), c.AnnouncePlaceYourBets(by=HOUSE)):
                    kept.ask(command)
                kept.ask(c.PlaceWager(by=ann, position=1, wager="main", cents=50_00))
            if end in ("closed", "late"):
                house.close()
            if end == "late":  # a request that was under way
                kept.ask(c.PlaceWager(by=ann, position=1, wager="main", cents=10_00))
        assert (kept.table.phase, kept.table.hold) == (Phase.BETTING, None)
        declared = [event for event in kept.events(1) if isinstance(event, e.IrregularityReported)]
        assert bool(declared) == failed
        assert len([event for event in kept.events(1) if isinstance(event, e.WithdrawalOffered)]) == failed


@pytest.mark.parametrize(("hours", "noted"), [(-3, []), (3, [("system", "2027-01-15T11:00:00.000+00:00")])])
def test_a_clock_that_was_set_back_while_no_house_was_open_is_noted_at_opening(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, hours: int, noted: list[tuple[str, str]]
) -> None:
    now = datetime(2027, 1, 15, 8, tzinfo=UTC)
    with Journal.open(str(tmp_path / "journal.db")) as journal:
        monkeypatch.setattr("houseway.journal.significant._now", lambda: now + timedelta(hours=hours))
        note(journal, "house closed", by=SYSTEM, what="process 1 on desk")
        monkeypatch.setattr("houseway.journal.significant._now", lambda: now)
        monkeypatch.setattr("houseway.web.floor.house_record._now", lambda: now)
        OpenHouse(journal, pace=Pace()).close()
        found = list(events(journal, kind="clock set"))
        assert [(each.by, each.before) for each in found] == noted
        assert [(each.after, each.why) for each in found] == [
            ("2027-01-15T08:00:00.000+00:00", "set back by 10,800 seconds or more, while no house was open")
        ] * len(noted)


@pytest.mark.parametrize("ended", ["being opened", "opening its tables", "before anybody was let in", "in play"])
def test_5_18_a_house_that_nobody_was_let_into_had_no_power_failure(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, ended: str
) -> None:
    """`systemctl stop` may come at any moment, and the place for measures may be taken."""

    def end(*_: object, **__: object) -> None:
        os.kill(os.getpid(), signal.SIGTERM)

    places = {
        "being opened": "houseway.web.floor.house.ApprovalDesk",
        "opening its tables": f"{OpenHouse.__module__}.opened",
    }
    if ended in places:
        monkeypatch.setattr(places[ended], end)
    tables = (Opening(name="one", book="mbs-v4"),)
    db = str(tmp_path / "journal.db")
    wanted = HouseToOpen(
        db=db, address="", openings=tables, heads_every=250, heads_seconds=60, settings={"pace": Pace()}
    )

    def serve() -> None:
        with ended_in_order(), wanted.opened() as house:
            if ended == "in play":
                monkeypatch.setattr(house, "_loop", object())  # as `start` does
            end()

    with pytest.raises(SystemExit):
        serve()
    with Journal.open(db) as journal:
        kinds = [recorded.kind for recorded in journal.read("house")]
    assert kinds == ["house opened"] + ["house closed"] * (ended != "in play")
