"""Bots keep players company: they play like people, know no more than people, and leave when they should."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import json
from collections import Counter
from collections.abc import AsyncIterator, Callable
from dataclasses import replace
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest

from houseway import books
from houseway.cards.card import Card
from houseway.errors import HousewayError, Refused
from houseway.journal import shuffle
from houseway.journal.entry import Entry
from houseway.journal.store import Journal
from houseway.kept import results
from houseway.kept.bots import bot_name, is_bot, number_at
from houseway.kept.play_chips import FIRST_CHIPS
from houseway.kept.postings import bought, escrow, player
from houseway.kept.seals import unopened_event
from houseway.kept.tables import Answer, chips_bought
from houseway.people.names import read_name
from houseway.people.players import Players
from houseway.rulebook.procedure import Phase, Role
from houseway.table import commands as c
from houseway.table import events as e
from houseway.web.company import choices
from houseway.web.company.characters import CHARACTERS, Character, Slip, Style, character
from houseway.web.floor.dealer_moves import Pace
from houseway.web.floor.house import OpenHouse
from houseway.web.floor.live_table import LiveTable
from houseway.web.floor.opening import Opening
from houseway.web.floor.seen import seen
from houseway.web.wire import messages as m
from houseway.web.wire.dispatch import dispatch
from houseway.web.wire.scene import PERSON, Arranging, Scene, Split
from houseway.web.wire.viewer import Viewer
from support.by_hand import cards_in
from support.hidden_cards import check_nothing_hidden_shows
from support.table_machine import Done

ANN, BOB = c.Actor("ann", Role.PLAYER), c.Actor("bob", Role.PLAYER)
FAST = Pace(betting=1, setting=20, change=0, compare=0.02, between=0.1, bank=0.05, move=0)
BOOK = books.get("mbs-v4")
PATIENCE = 60.0


class Evening:
    """A house with one table, a player at it, and all that was asked and shown there."""

    def __init__(self, journal: Journal, monkeypatch: pytest.MonkeyPatch, **options: Any) -> None:
        monkeypatch.setattr(OpenHouse, "_prepare", staticmethod(lambda _shelf: None))
        self.journal = journal
        self.house = OpenHouse(journal, pace=options.pop("pace", FAST), **options)
        self.history: list[Done] = []
        self.scenes: list[tuple[str, Scene]] = []
        self.viewers: dict[str, Viewer] = {}
        self.wire: dict[str, list[str]] = {}
        monkeypatch.setattr(shuffle, "secrets", SimpleNamespace(token_bytes=Random(5).randbytes))

    def _watch(self) -> None:
        """Note what is asked and granted at the table, and the scenes from which bots choose."""
        live, kept, scene = self.live, self.live._kept, self.live.company._scene

        async def noted(command: c.Command, *rest: Any) -> Answer:
            whole = await self.house.in_thread(live._with_cards, command)
            answer = await kept(command, *rest)
            self.history.append(Done(whole, tuple(event for event, _ in answer.changes)))
            return answer

        def shown(name: str) -> Scene:
            self.scenes.append((name, found := scene(name)))
            return found

        live._kept, live.company._scene = noted, shown  # type: ignore[method-assign, assignment]

    @property
    def settled(self) -> int:
        """How many rounds were settled."""
        return sum(isinstance(event, e.RoundSettled) for step in self.history for event in step.events)

    @property
    def live(self) -> LiveTable:
        return self.house.tables["one"]

    @property
    def bots(self) -> frozenset[str]:
        return self.live.company.names

    @contextlib.asynccontextmanager
    async def opened(self, **opening: Any) -> AsyncIterator[LiveTable]:
        self.house.open_tables([Opening(name="one", book="mbs-v4", **opening)])
        self._watch()
        self.live.company.random = Random(7)
        await self.house.start()
        yield self.live
        await self.house.stop()

    async def sits(self, actor: c.Actor, position: int) -> None:
        with contextlib.suppress(Refused):
            self.house.people.register(actor.name)
        await self.comes(actor)
        await self.live.ask(c.Sit(by=actor, position=position))

    async def comes(self, actor: c.Actor) -> None:
        self.viewers[actor.name] = Viewer(actor)
        await self.live.join(self.viewers[actor.name])

    async def goes(self, actor: c.Actor) -> None:
        await self.live.part(self.viewers[actor.name])

    def read(self, actor: c.Actor) -> list[str]:
        """What the page of somebody was sent so far."""
        outbox, wire = self.viewers[actor.name].outbox, self.wire.setdefault(actor.name, [])
        while not outbox.empty():
            if (message := outbox.get_nowait()) is not None:
                wire.append(message.decode())
        return wire

    async def until(self, holds: Callable[[], bool]) -> None:
        async with asyncio.timeout(PATIENCE):
            while not holds():
                await asyncio.sleep(0.005)

    async def plays(self, actor: c.Actor, rounds: int) -> None:
        """Play rounds the house way, with every wager there is."""
        until = self.settled + rounds
        async with asyncio.timeout(PATIENCE):
            while self.settled < until:
                with contextlib.suppress(HousewayError):
                    await self._act(actor)
                await asyncio.sleep(0.005)

    async def _act(self, actor: c.Actor) -> None:
        scene, table = self.live.scene_of(actor), self.live.table
        at = scene.you.positions[0]
        own = table.wagers.get(at)
        if table.phase is Phase.BETTING and own is None:
            await self.until(lambda: all(bot in self.live.table.on_layouts() for bot in self.bots))
            for key in sorted(table.limits, key=lambda key: key != BOOK.main.key):  # the main wager first
                await self.live.ask(c.PlaceWager(by=actor, position=at, wager=key, cents=table.limits[key][0]))
        elif scene.can.view:
            await self.live.ask(c.ViewHand(by=actor, position=at))
        elif scene.arranging is not None:
            await self.live.ask(c.SetHand(by=actor, position=at, low=scene.arranging.house_way))


def opening_of(journal: Journal) -> e.Event:
    """The first event of the table."""
    opened = unopened_event(next(journal.read("table:one", upto=1)))
    assert isinstance(opened, e.TableOpened)
    return opened


@pytest.fixture
def evening(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Evening]:
    """Makes a house whose bots are watched."""
    return lambda **options: Evening(Journal.open(str(tmp_path / "journal.db")), monkeypatch, **options)


# ---------------------------------------------------------------------------------------------------------------------
# An evening


def test_an_evening_with_bots(evening: Callable[..., Evening], subtests: pytest.Subtests) -> None:
    rounds, asked = 5, 4
    found = evening()

    async def play() -> None:
        async with found.opened() as live:
            await found.sits(ANN, 3)
            live.company.ask_for(ANN, asked)
            await found.until(lambda: len(found.bots) == asked)
            await found.plays(ANN, rounds)
            live.company.ask_for(ANN, 0)
            await found.until(lambda: not found.bots)

    asyncio.run(play())
    events = [event for step in found.history for event in step.events]
    journal, names = found.journal, [bot_name(each.name, 1) for each in CHARACTERS[:asked]]
    with subtests.test("chips are conserved, each bot's in a purse of its own"):
        assert journal.balance(escrow("one")) == 0
        assert sum(journal.balances().values()) == 0
        for name in ("ann", *names):
            moved = sum(results.net(event) for event in events if getattr(event, "player", "") == name)
            assert journal.balance(player(name)) == FIRST_CHIPS + moved
    with subtests.test("they play every round, make side wagers, and set hands by themselves"):
        set_by = Counter(step.command.by.name for step in found.history if isinstance(step.command, c.SetHand))
        assert set_by == dict.fromkeys(("ann", *names), rounds)
        side = {event.player for event in events if isinstance(event, e.WagerPlaced) and event.wager != BOOK.main.key}
        assert side >= {"ann", *names[:2]}
    with subtests.test("a bot is shown its own hand and no other before hands are compared"):
        seen_cards = 0
        for name, scene in found.scenes:
            if scene.table.phase is Phase.SETTING:
                own = {card for at in scene.you.hands for card in scene.table.hands[at].cards}
                assert cards_in([repr(scene.table), repr(scene.arranging)]) <= {Card(card).text for card in own}
                seen_cards += len(own)
            assert scene.you.name == name
        assert seen_cards >= 7 * rounds * asked
    with subtests.test("what is sent to a bot, or to a player beside bots, does not depend on hidden cards"):
        game = SimpleNamespace(book=BOOK, history=found.history, opened=opening_of(journal), random=Random(3))
        for viewer in (ANN, *(c.Actor(name, Role.PLAYER) for name in names[:2])):
            assert check_nothing_hidden_shows(game, viewer, len(found.history)) > 10  # type: ignore[arg-type]
    with subtests.test("nothing about them is kept as about people"):
        assert [*journal.streams(results.STREAM)] == ["played:ann"]
        assert [*journal.streams("protection:")] == ["protection:ann"]
        assert not any(is_bot(stream.partition(":")[2]) for stream in journal.streams("person:"))
    journal.close()


def test_a_hand_is_set_by_the_style_of_the_character(subtests: pytest.Subtests) -> None:
    cards = ("As", "Ah", "Kd", "Kc", "9s", "5d", "2c")
    lows = itertools.combinations(cards, 2)
    names = [(low, tuple(card for card in cards if card not in low)) for low in lows]
    setting = BOOK.set(cards)
    house_way = tuple(card.text for card in setting.low)
    splits = tuple(
        Split(low=low, low_name="", high_name="", foul="" if legal(low, high) else "foul") for low, high in names
    )
    hand = Arranging(position=1, cards=cards, splits=splits, house_way=house_way, clause=setting.clause)
    for slip, low in ((Slip.HIGH_FIRST, {"5d", "2c"}), (Slip.LOW_FIRST, {"Kd", "Kc"})):
        beginner = Character(name="B", style=Style.BEGINNER, slip=slip, slips=1, side=0)
        with subtests.test(slip=slip):
            assert {*choices.low(BOOK, hand, beginner, Random(1))} == low
    always = Character(name="A", style=Style.HOUSE_WAY, side=0)
    assert choices.low(BOOK, hand, always, Random(1)) == house_way


def legal(low: c.Cards, high: c.Cards) -> bool:
    """Whether a split is no foul."""
    return BOOK.rank_of([Card(card) for card in high]).outranks_or_equals(BOOK.rank_of([Card(card) for card in low]))


# ---------------------------------------------------------------------------------------------------------------------
# Coming and leaving


def test_bots_make_room_for_people(evening: Callable[..., Evening]) -> None:
    found = evening()

    async def play() -> None:
        async with found.opened(positions=4) as live:
            await found.sits(ANN, 2)
            assert live.scene_of(ANN).can.company == 3
            with pytest.raises(Refused, match="there is room for 3 bots at this table"):
                live.company.ask_for(ANN, 4)
            live.company.ask_for(ANN, 3)
            await found.until(lambda: len(found.bots) == 3)
            scene = live.scene_of(ANN)
            assert (scene.company, scene.can.company) == (3, 3)
            assert {scene.bots[name] for name in ("Ada (bot)", "Ben (bot)")} == {
                "plays the house way",
                "is a beginner",
            }
            assert {*scene.present} == {"ann", *scene.bots} == {*seen(live).present}
            assert {*seen(live).bots} == {*scene.bots}
            await found.until(lambda: len(live.table.wagers) == 3)
            found.house.people.register("bob")
            await found.comes(BOB)
            await found.plays(ANN, 1)
            await found.until(lambda: bool(live.scene_of(BOB).can.sit))
            await live.ask(c.Sit(by=BOB, position=live.scene_of(BOB).can.sit[0]))
            await asyncio.sleep(0.1)
            assert len(found.bots) == 2
            assert live.scene_of(BOB).can.company == 2

    asyncio.run(play())


def test_bots_leave_with_the_last_person_and_take_their_wagers_back(evening: Callable[..., Evening]) -> None:
    found = evening()

    async def play() -> None:
        async with found.opened() as live:
            await found.sits(ANN, 3)
            live.company.ask_for(ANN, 2)
            await found.until(lambda: len(live.table.wagers) == 2)
            await asyncio.sleep(1.5)  # longer than betting lasts: the dealer never plays with bots alone
            assert (live.table.phase, live.table.round) == (Phase.BETTING, 1)
            with pytest.raises(Refused, match="take a seat first"):
                live.company.ask_for(BOB, 1)
            live.company.ask_for(ANN, 1)  # no round of a person is disturbed: the other takes its wager back
            await found.until(lambda: len(found.bots) == len(live.table.wagers) == 1)
            await live.ask(c.Leave(by=ANN, position=3))
            await found.until(lambda: not live.table.seats)
            assert live.table.wagers == {}
            assert found.journal.balance(player("Ada (bot)")) == FIRST_CHIPS

    asyncio.run(play())


def test_bots_wait_a_while_for_a_page_that_was_closed(
    evening: Callable[..., Evening], monkeypatch: pytest.MonkeyPatch
) -> None:
    found = evening()

    async def play() -> None:
        async with found.opened() as live:
            await found.sits(ANN, 3)
            live.company.ask_for(ANN, 1)
            await found.until(lambda: len(found.bots) == 1)
            await found.goes(ANN)
            await asyncio.sleep(0.1)
            await found.comes(ANN)
            assert len(found.bots) == 1
            monkeypatch.setattr("houseway.web.company.company.GRACE", 0.1)
            await found.goes(ANN)
            await found.until(lambda: [*live.table.seats.values()] == ["ann"])

    asyncio.run(play())


def test_after_a_restart_bots_play_their_hands_out_and_stay_with_whoever_comes_back(
    evening: Callable[..., Evening], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = evening()

    async def play() -> None:
        async with found.opened() as live:
            await found.sits(ANN, 3)
            live.company.ask_for(ANN, 2)
            await found.until(lambda: len(live.table.wagers) == 2)
            await live.ask(c.PlaceWager(by=ANN, position=3, wager="main", cents=1000))
            await found.until(lambda: live.table.phase is Phase.SETTING)
        found.journal.close()
        again = Evening(Journal.open(str(tmp_path / "journal.db")), monkeypatch)
        async with again.opened() as live:
            assert live.company.wanted == 2
            await again.comes(ANN)
            await again.plays(ANN, 2)
            assert len(again.bots) == 2
            assert {step.command.by.name for step in again.history if isinstance(step.command, c.SetHand)} == {
                "ann",
                *again.bots,
            }
        again.journal.close()

    asyncio.run(play())


# ---------------------------------------------------------------------------------------------------------------------
# Where there are none


def test_where_there_are_no_bots(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, subtests: pytest.Subtests) -> None:
    async def refused(opening: dict[str, Any], options: dict[str, Any], why: str) -> None:
        with Journal.open(str(tmp_path / f"{why[:20]}.db")) as journal:
            found = Evening(journal, monkeypatch, **options)
            async with found.opened(**opening) as live:
                await found.sits(ANN, 1)
                assert live.scene_of(ANN).can.company == 0
                with pytest.raises(Refused, match=why):
                    live.company.ask_for(ANN, 1)
                live.company.ask_for(ANN, 0)
                assert not found.bots

    for opening, options, why in (
        ({"dealer": PERSON}, {}, "there are no bots at a table where a person deals"),
        ({}, {"bots": False}, "bots are switched off in this house"),
        ({}, {"money": "house"}, "there are no bots in a house that plays for house money"),
        ({"exposure": 5_000_000_00}, {}, "there are no bots where a cap on"),
        ({}, {"exposure": 5_000_000_00}, "no bots where a cap"),
    ):
        with subtests.test(why=why):
            asyncio.run(refused(opening, options, why))


def test_bots_leave_a_table_at_which_a_person_deals_from_now_on(evening: Callable[..., Evening]) -> None:
    found = evening()

    async def play() -> None:
        async with found.opened() as live:
            await found.sits(ANN, 3)
            live.company.ask_for(ANN, 3)
            await found.until(lambda: len(found.bots) == 3)
            await live.run(c.Actor("Sam", Role.GAMING_SHIFT_MANAGER), dealer=PERSON)
            await found.until(lambda: [*live.table.seats.values()] == ["ann"])

    asyncio.run(play())


# ---------------------------------------------------------------------------------------------------------------------
# Names and the dealer


def test_nobody_takes_a_name_like_that_of_a_bot(tmp_path: Path) -> None:
    with Journal.open(str(tmp_path / "journal.db")) as journal:
        people = Players(journal)
        for name in (
            bot_name("Ada", 1),
            bot_name("Ada", 2),
            "Ada \uff08bot\uff09",
            "Ada bot",
            "Bot",
            "ada-BOT 2",
            "bot Ada",
        ):
            with pytest.raises(Refused, match=r"reserved|a name has 1 to 20 letters"):
                people.register(name)
        assert [read_name(name) for name in ("Ada", "Robot", "Botticelli")] == ["Ada", "Robot", "Botticelli"]
        assert not people.is_player(bot_name("Ada", 1))


def test_the_bots_of_two_tables_have_purses_of_their_own(tmp_path: Path) -> None:
    with Journal.open(str(tmp_path / "journal.db")) as journal:
        assert [number_at(journal, table) for table in ("one", "two", "one", "three", "two")] == [1, 2, 1, 3, 2]
    assert [character(bot_name(each.name, 3)) for each in CHARACTERS] == [*CHARACTERS]


# ---------------------------------------------------------------------------------------------------------------------
# Set phrases, and a fresh stack


def test_players_say_phrases_of_the_list_and_nothing_of_it_is_kept(evening: Callable[..., Evening]) -> None:
    found = evening(pace=Pace())

    async def play() -> None:
        async with found.opened() as live:
            await found.sits(ANN, 3)
            found.house.people.register("bob")
            await found.comes(BOB)
            before = found.journal.tip()
            said = [await dispatch(live, ANN, m.Say(id=f"{number}", phrase="nice")) for number in range(4)]
            assert [type(each) for each in said] == [m.Done, m.Done, m.Done, m.NotDone]
            assert isinstance(said[3], m.NotDone)
            assert said[3].reason == "too fast"
            for actor, phrase, why in ((BOB, "nice", "take a seat to say something"), (ANN, "<b>", "no such phrase")):
                refused = await dispatch(live, actor, m.Say(id="no", phrase=phrase))
                assert isinstance(refused, m.NotDone)
                assert why in refused.sentence
            for actor in (ANN, BOB):
                heard = [each for each in map(json.loads, found.read(actor)) if each["type"] == "said"]
                assert heard == [{"type": "said", "player": "ann", "phrase": "nice", "words": "Nice hand"}] * 3
            assert found.journal.tip() == before

    asyncio.run(play())


def test_fresh_stacks_are_counted_and_shown(evening: Callable[..., Evening]) -> None:
    found = evening(pace=Pace())

    async def play() -> None:
        async with found.opened() as live:
            await found.sits(ANN, 3)
            none_left = Entry("chips bought", b"{}", bought("ann", -FIRST_CHIPS))
            lost = replace(chips_bought(found.journal, "ann", 1), entries=(none_left,))
            found.journal.append_many([lost], together=True)
            await found.goes(ANN)
            await found.comes(ANN)
            scene = live.scene_of(ANN)
            assert (scene.can.chips, scene.you.bankroll, scene.you.stacks) == (True, 0, 0)
            await live.more_chips(ANN)
            scene = live.scene_of(ANN)
            assert (scene.can.chips, scene.you.bankroll, scene.you.stacks) == (False, FIRST_CHIPS, 1)

    asyncio.run(play())
