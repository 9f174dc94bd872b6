"""Playing safely in a browser: the age gate, limits, the reality check, exclusion on the floor and self-exclusion."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path

import msgspec
import pytest

from houseway.journal.entry import Entry
from houseway.journal.store import Journal
from houseway.kept.results import KIND, STREAM, Result
from houseway.people.players import Players
from houseway.people.protection_facts import CheckChosen, PlayBegan
from houseway.web.floor.protections import Protections
from support.browser import OPTIONS, PHONE, Browser, Crowd, Page, audit, expect, small_targets
from support.layout import SIZES, at_every_size, flaws
from support.web_house import running_house

GATE = "I am 21 or older"


def played(journal: Path, name: str) -> str:
    """A player who began twenty minutes ago and lost 12.50; returns their key."""
    now = datetime.now(UTC)
    with Journal.open(str(journal)) as opened:
        key, _ = Players(opened).register(name)
        kept = Protections(opened)
        kept.keep(name, lambda _: CheckChosen(at=now, minutes=15), by=name)
        kept.keep(name, lambda _: PlayBegan(at=now - timedelta(minutes=20)), by=name)
        body = msgspec.json.encode(Result(at=now - timedelta(minutes=1), table="mbs-v4", round=1, cents=-1250))
        opened.append(STREAM + name, [Entry(KIND, body)], expected_version=0, key="lost")
    return key


def looked_at(crowd: Crowd, page: Page, moment: str, *, still: bool) -> list[str]:
    """What is wrong with a page at any size, with axe on a desk; pictures of two sizes are saved."""
    wrong = audit(page, moment)
    for size in at_every_size(page):
        wrong += flaws(page, f"{moment}, {size}", still=still)
        if still and size.endswith("phone"):
            wrong += [f"{moment}, {size}: too small for a thumb: {each}" for each in small_targets(page)]
    for size in ("phone", "desk"):
        width, height = SIZES[size]
        page.set_viewport_size({"width": width, "height": height})
        crowd.keep(page, f"{moment}-{size}")
    return wrong


def self_excluded(crowd: Crowd) -> list[str]:
    """A new player confirms the age gate, then excludes themselves; what is wrong with the pages."""
    bob = crowd.person("Bob", PHONE)
    lobby = bob.open("/")
    lobby.get_by_placeholder("Your name").fill(bob.name)
    wrong = looked_at(crowd, lobby, "age gate", still=False)
    lobby.get_by_test_id("age-gate").check()
    lobby.get_by_role("button", name="Use this name").click()
    lobby.get_by_test_id("safe").click()
    dialog = lobby.locator("dialog.safe")
    dialog.get_by_label("Exclude myself from play").select_option("7")
    dialog.get_by_role("button", name="Exclude", exact=True).click()
    dialog.get_by_test_id("safe-exclude").click()
    expect(dialog.get_by_test_id("why-not")).to_contain_text("You have excluded yourself from play until")
    wrong += looked_at(crowd, lobby, "play safely in the lobby", still=False)
    dialog.get_by_test_id("safe-close").click()
    expect(lobby.get_by_test_id("barred")).to_contain_text("You have excluded yourself")
    return wrong


@pytest.mark.full
def test_a_player_plays_safely(tmp_path: Path, cache_folder: Path, browser: Browser) -> None:
    journal = tmp_path / "journal.db"
    key = played(journal, "Ann")
    with running_house(journal, "--book", "mbs-v4", "--age-gate", GATE, *OPTIONS, cache=cache_folder) as house:
        crowd = Crowd(browser, house, house.boss, "safe-play")
        wrong = []
        with house.boss.page("mbs-v4", "staff") as console:
            ann = crowd.person("Ann")
            assert ann.context.request.post("/return", data={"key": key}).ok
            seat = ann.at("mbs-v4").sit(1)
            console.did("place your bets")
            seat.phase("betting")
            expect(seat.find("reality")).to_contain_text("You have played for 20 minutes. Your result: -12.50.")
            wrong += looked_at(crowd, seat.page, "reality check", still=True)
            seat.find("acknowledge").click()
            expect(seat.find("reality")).to_have_count(0)
            seat.wager(1000)
            seat.page.locator("button[data-sheet=house]").click()
            seat.find("safe").first.click()
            dialog = seat.page.locator("dialog.safe")
            dialog.get_by_label("Most you may bet in a round").fill("10")
            dialog.locator("[data-limit=wager] button").click()
            expect(dialog.get_by_test_id("limit-wager")).to_have_text("Now 10.00.")
            wrong += looked_at(crowd, seat.page, "play safely at the table", still=False)  # scrolls on a small phone
            dialog.get_by_test_id("safe-close").click()
            seat.circle().click()
            expect(seat.page.locator("#said")).to_contain_text("that you allow yourself in a round")
            floor = crowd.staff("Max").open("/staff")
            form = floor.get_by_test_id("exclusions")
            form.get_by_label("Player").fill("Ann")
            form.get_by_label("Reason").fill("asked by the family")
            form.get_by_role("button", name="Exclude").click()
            expect(floor.get_by_test_id("excluded")).to_contain_text("asked by the family")
            wrong += looked_at(crowd, floor, "excluded players", still=False)
            expect(seat.page.locator("#bar")).to_contain_text("You are excluded from play in this house")
        wrong += self_excluded(crowd)
        ann.expects("the server responded with a status of 4")
        crowd.close()
        assert not wrong, "\n".join(wrong)
