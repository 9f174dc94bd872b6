"""Two pairs of eyes in an open house: every door, every way a request ends, and attacks on each."""

from __future__ import annotations

import asyncio
import json
import shutil
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from houseway.cage import acts as a
from houseway.errors import HousewayError, JournalFailed, NeedsAnother, OldVersion, Refused, WrongRole
from houseway.journal.entry import Append
from houseway.journal.significant import events as significant
from houseway.journal.store import Journal
from houseway.kept.approval_facts import Asked
from houseway.kept.approvals import LASTS
from houseway.kept.tables import HOUSE, KeptTable
from houseway.people.account import AnyStaffEvent, StaffAccount, StaffEnrolled, StaffInvited
from houseway.people.positions import Position
from houseway.rulebook.procedure import Fault, Phase, Remedy, Role
from houseway.table import commands as c
from houseway.table import events as e
from houseway.web.floor import staff_requests
from houseway.web.floor.dealer_moves import Pace
from houseway.web.floor.house import OpenHouse
from houseway.web.floor.house_requests import ask_the_cage
from houseway.web.floor.live_table import LiveTable
from houseway.web.floor.opening import Opening
from houseway.web.wire.permissions import permissions
from houseway.web.wire.scene import PERSON, PHYSICAL
from support.by_hand import ANN as ANNS
from support.by_hand import DEALER as DEALERS
from support.web_house import hire

ANN = c.Actor("ann", Role.PLAYER)
DAN, PAT, PIA = (
    c.Actor("Dan", Role.DEALER),
    c.Actor("Pat", Role.PIT_SUPERVISOR),
    c.Actor("Pia", Role.PIT_SUPERVISOR),
)
MAX, SAM = c.Actor("Max", Role.GAMING_SHIFT_MANAGER), c.Actor("Sam", Role.GAMING_SHIFT_MANAGER)
VOID = c.RemedyFault(by=DAN, remedy=Remedy.VOID)
Done = Callable[[OpenHouse], bool]
"""Whether something was carried out."""


@pytest.fixture(scope="module")
def staffed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a journal in which everybody is on the staff; each test has a copy."""
    folder = tmp_path_factory.mktemp("staffed")
    with Journal.open(str(folder / "journal.db")) as made:
        for each in (DAN, PAT, PIA, MAX, SAM):
            hire(made, each.name, Position.of(each.role))
    return folder


@pytest.fixture
def journal(staffed: Path, tmp_path: Path) -> Iterator[Journal]:
    shutil.copytree(staffed, tmp_path, dirs_exist_ok=True)
    with Journal.open(str(tmp_path / "journal.db")) as found:
        yield found


@asynccontextmanager
async def opened(
    journal: Journal, monkeypatch: pytest.MonkeyPatch, *, taken_over: bool | None = None
) -> AsyncIterator[OpenHouse]:
    """A house with two tables dealt by people."""
    monkeypatch.setattr(OpenHouse, "_prepare", staticmethod(lambda _shelf: None))
    house = OpenHouse(journal, pace=Pace(), taken_over=taken_over)
    house.open_tables([Opening(name=name, book="mbs-v4", dealer=PERSON) for name in ("one", "two")])
    await house.start()
    if not house.people.is_player("ann"):
        house.people.register("ann")
    yield house
    await house.stop()


async def physical(house: OpenHouse, live: LiveTable) -> None:
    """Switch a table to a physical deck."""
    if live.mode.now.deck != PHYSICAL:
        asked = await live.ask_to_run(PAT, deck=PHYSICAL)
        await house.approvals.confirm(PIA, asked.id, asked.digest)


async def dealt(
    house: OpenHouse, live: LiveTable, *, until: Phase = Phase.SETTING, cards: tuple[str, ...] = ANNS
) -> None:
    """A round of ann alone from a physical deck."""
    await physical(house, live)
    await live.ask(c.Sit(by=ANN, position=1))
    await live.ask(c.AnnouncePlaceYourBets(by=DAN))
    await live.ask(c.PlaceWager(by=ANN, position=1, wager="main", cents=10_00))
    if until is Phase.BETTING:
        return
    await live.ask(c.AnnounceNoMoreBets(by=DAN))
    await live.ask(c.KeyIn(by=DAN, hands={1: cards, 0: DEALERS}))


async def held(house: OpenHouse) -> LiveTable:
    """A dealt round on hold for a wrong deck."""
    live = house.tables["one"]
    await dealt(house, live)
    await live.ask(c.Report(by=DAN, fault=Fault.WRONG_DECK))
    return live


def kept(journal: Journal, place: str = "one") -> list[str]:
    return [recorded.kind.removeprefix("approval ") for recorded in journal.read(f"approvals:{place}")]


def chips(journal: Journal) -> int:
    return journal.balance("player:ann")


def run(journal: Journal, monkeypatch: pytest.MonkeyPatch, story: Any) -> None:
    """Tell a story in an open house."""

    async def told() -> None:
        async with opened(journal, monkeypatch) as house:
            await story(house)

    asyncio.run(told())


def test_a_dealer_asks_for_a_remedy_of_a_higher_position(journal: Journal, monkeypatch: pytest.MonkeyPatch) -> None:
    async def story(house: OpenHouse) -> None:
        live = await held(house)
        offered = {each.name: each for each in permissions(live.book, live.table, DAN, live.context()).remedies}
        assert (offered["void"].refusal, offered["void"].confirms) == ("", "pit supervisor or above")
        before = chips(journal)
        asked = await live.ask_for(VOID)
        assert (asked.by, asked.confirms, asked.sentence) == (
            "Dan",
            Role.PIT_SUPERVISOR,
            "void (wrong deck, 5.1)",
        )
        assert [(line.player, line.cents) for line in asked.lines if line.cents] == [("ann", 10_00)]
        with pytest.raises(WrongRole, match="nobody confirms what they asked for"):
            await house.approvals.confirm(DAN, asked.id, asked.digest)
        await house.approvals.confirm(PIA, asked.id, asked.digest)
        assert (live.table.phase, chips(journal) - before) == (Phase.BETWEEN_ROUNDS, 10_00)
        (remedied,) = [each.event for each in live.kept.this_round if isinstance(each.event, e.IrregularityRemedied)]
        assert remedied.by == "Pia"
        assert kept(journal)[-3:] == ["asked", "confirmed", "carried out"]
        to = [json.loads(recorded.body) for recorded in journal.read("approvals:one")][-1]["to"]
        before_it = next(each.after.version for each in live.kept.this_round if each.event is remedied) - 1
        assert to == f"table:one {before_it}"
        assert house.approvals.approvals.asked_by("one") == {before_it + 1: "Dan"}

    run(journal, monkeypatch, story)


def test_a_dealer_asks_a_shift_manager_to_prohibit_a_player(journal: Journal, monkeypatch: pytest.MonkeyPatch) -> None:
    async def story(house: OpenHouse) -> None:
        live = house.tables["one"]
        ban = c.Prohibit(by=DAN, player="ann")
        asked = await live.ask_for(ban)
        assert asked.confirms is Role.GAMING_SHIFT_MANAGER
        with pytest.raises(WrongRole, match="only a gaming shift manager may confirm"):
            await house.approvals.confirm(PIA, asked.id, asked.digest)
        await house.approvals.confirm(MAX, asked.id, asked.digest)
        assert "ann" in live.table.prohibited
        with pytest.raises(Refused, match="no second person"):
            await live.ask_for(c.Prohibit(by=MAX, player="ann", lift=True))

    run(journal, monkeypatch, story)


def test_a_prohibition_that_returns_dealt_wagers_elsewhere_takes_two_people(
    journal: Journal, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def story(house: OpenHouse) -> None:
        one, two = house.tables["one"], house.tables["two"]
        await dealt(house, two)
        ban = c.Prohibit(by=MAX, player="ann")
        with pytest.raises(NeedsAnother, match="another gaming shift manager confirms"):
            await one.ask(ban)
        await one.ask(c.Sit(by=ANN, position=1))
        await one.ask(c.Report(by=MAX, fault=Fault.CONFIDENTIALITY, player="ann"))
        remedy = c.RemedyFault(by=MAX, remedy=Remedy.PROHIBIT)
        with pytest.raises(NeedsAnother):
            await one.ask(remedy)
        await one.ask(c.Retract(by=MAX))
        assert two.table.on_layout("ann") == 10_00
        shown = await one.preview(ban)
        assert [line.received for line in shown if line.sentence.startswith("at two: ")][:1] == [10_00]
        asked = await one.ask_for(ban)
        assert ("ann", 10_00) in [(line.player, line.cents) for line in asked.lines]
        await house.approvals.confirm(SAM, asked.id, asked.digest)
        async with asyncio.timeout(20):
            while two.table.on_layout("ann"):
                await asyncio.sleep(0.01)

    run(journal, monkeypatch, story)


@pytest.mark.parametrize("remedies", [False, True], ids=["the prohibition", "the remedy"])
def test_nobody_alone_returns_a_wager_that_is_dealt_elsewhere_in_that_moment(
    journal: Journal, monkeypatch: pytest.MonkeyPatch, remedies: bool
) -> None:
    async def story(house: OpenHouse) -> None:
        one, two = house.tables["one"], house.tables["two"]
        await dealt(house, two, until=Phase.BETTING)
        await one.ask(c.Sit(by=ANN, position=1))
        ban: c.Command = c.Prohibit(by=MAX, player="ann")
        if remedies:
            await one.ask(c.Report(by=MAX, fault=Fault.CONFIDENTIALITY, player="ann"))
            ban = c.RemedyFault(by=MAX, remedy=Remedy.PROHIBIT)
        write, kept_before = journal.append_many, one.table
        elsewhere = KeptTable(journal, "two", two.book)

        def late(*args: Any, **kwargs: Any) -> Any:
            monkeypatch.setattr(journal, "append_many", write)
            elsewhere.ask(c.AnnounceNoMoreBets(by=DAN))
            elsewhere.ask(c.KeyIn(by=DAN, hands={1: ANNS, 0: DEALERS}))
            return write(*args, **kwargs)

        monkeypatch.setattr(journal, "append_many", late)
        with pytest.raises(NeedsAnother):
            await one.ask(ban)
        assert one.table == kept_before
        assert elsewhere.as_kept().on_layout("ann") == 10_00

    run(journal, monkeypatch, story)


def test_before_the_deal_one_person_prohibits(journal: Journal, monkeypatch: pytest.MonkeyPatch) -> None:
    async def story(house: OpenHouse) -> None:
        await dealt(house, house.tables["two"], until=Phase.BETTING)
        await house.tables["one"].ask(c.Prohibit(by=MAX, player="ann"))

    run(journal, monkeypatch, story)


def test_every_door_refuses_what_nobody_has_confirmed(journal: Journal, monkeypatch: pytest.MonkeyPatch) -> None:
    async def story(house: OpenHouse) -> None:
        live = await held(house)
        doors: list[Callable[[], Awaitable[object]]] = [
            lambda: live.ask(replace(VOID, by=MAX)),
            lambda: house.in_thread(live.kept.keep, replace(VOID, by=MAX)),
            lambda: house.in_thread(live.kept.ask, replace(VOID, by=MAX), key="k"),
            lambda: house.tables["two"].run(MAX, deck=PHYSICAL),
            lambda: house.in_thread(house.tables["two"].mode.change, "Max", deck=PHYSICAL),
        ]
        before, version = kept(journal), live.table.version
        for door in doors:
            with pytest.raises(NeedsAnother, match="takes two people"):
                await door()
        assert (kept(journal), live.table.version) == (before, version)

    run(journal, monkeypatch, story)


def test_5_10_a_supervisor_alone_lets_nobody_take_dealt_wagers_back(
    journal: Journal, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def story(house: OpenHouse) -> None:
        live = house.tables["one"]
        await physical(house, live)
        await live.ask(c.Sit(by=ANN, position=1))
        await live.ask(c.AnnouncePlaceYourBets(by=DAN))
        await live.ask(c.PlaceWager(by=ANN, position=1, wager="main", cents=10_00))
        await live.ask(c.AnnounceNoMoreBets(by=DAN))
        extra = ("Qc", "Qd", "Jh", "Ts", "8c", "4d", "3h")
        await live.ask(c.KeyIn(by=DAN, hands={1: ANNS, 2: extra, 0: DEALERS}))
        await live.ask(c.ViewHand(by=ANN, position=1))
        await live.ask(c.Report(by=DAN, fault=Fault.UNWAGERED_CARDS, position=2))
        discard = c.RemedyFault(by=PAT, remedy=Remedy.DISCARD_CARDS)
        with pytest.raises(NeedsAnother):  # it would offer the withdrawal at once
            await live.ask(discard)
        await live.ask(replace(discard, by=DAN))
        with pytest.raises(NeedsAnother):
            await live.ask(c.PermitWithdrawal(by=PAT))
        asked = await live.ask_for(c.PermitWithdrawal(by=DAN))
        await house.approvals.confirm(PAT, asked.id, asked.digest)
        assert live.table.offer == "5.10"

    run(journal, monkeypatch, story)


async def _refused(work: Any) -> str:
    with pytest.raises(HousewayError) as refused:
        await work
    return str(refused.value)


def test_attacks_on_a_confirmation(journal: Journal, monkeypatch: pytest.MonkeyPatch) -> None:
    async def story(house: OpenHouse) -> None:
        desk, live = house.approvals, await held(house)
        asked = await live.ask_for(replace(VOID, by=PAT))
        version, before = live.table.version, chips(journal)
        # a second sign-in of the same person, whatever its letters or position
        assert "nobody confirms" in await _refused(desk.confirm(PAT, asked.id, asked.digest))
        for same in (replace(PAT, role=Role.GAMING_SHIFT_MANAGER), replace(PAT, name="PAT")):
            assert "no longer" in await _refused(desk.confirm(same, asked.id, asked.digest))
        # two accounts of one person: both play under one name
        for name in ("Pat", "Max"):
            house.staff.name_player(name, "zoe")
        assert "share the player's name zoe today" in await _refused(desk.confirm(MAX, asked.id, asked.digest))
        house.staff.name_player("Max", "")
        assert "share the player's name zoe today" in await _refused(desk.confirm(MAX, asked.id, asked.digest))
        # somebody whose own wagers are at stake
        assert "this concerns ann" in await _refused(desk.confirm(PIA, asked.id, asked.digest, plays={"ann"}))
        # another content, another request
        assert "not what was asked for" in await _refused(desk.confirm(PIA, asked.id, "0" * 64))
        assert "no such request" in await _refused(desk.confirm(PIA, "0" * 32, asked.digest))
        assert (live.table.version, chips(journal)) == (version, before)
        # two confirm at once, and once more
        answers = await asyncio.gather(
            *(desk.confirm(each, asked.id, asked.digest) for each in (PIA, MAX, SAM)), return_exceptions=True
        )
        assert sum(isinstance(answer, OldVersion) for answer in answers) == 2
        assert "no longer waits: it was confirmed by" in await _refused(desk.confirm(PIA, asked.id, asked.digest))
        assert chips(journal) == before + 10_00
        assert kept(journal)[-3:] == ["asked", "confirmed", "carried out"]

    run(journal, monkeypatch, story)


def test_neither_asker_nor_confirmer_may_have_been_dismissed(journal: Journal, monkeypatch: pytest.MonkeyPatch) -> None:
    async def story(house: OpenHouse) -> None:
        desk, live = house.approvals, await held(house)
        asked = await live.ask_for(VOID)
        house.staff.move("Pia", Position.DEALER, by="Sam")  # their console is closed a little later
        assert "Pia is no longer pit supervisor" in await _refused(desk.confirm(PIA, asked.id, asked.digest))
        assert "Pia is no longer pit supervisor" in await _refused(desk.decline(PIA, asked.id, asked.digest, "no"))
        assert desk.shown(PAT).waiting
        house.staff.dismiss("Dan", by="Sam")
        await house.check_consoles()
        async with asyncio.timeout(20):
            while desk.shown(PAT).waiting:  # nobody is offered what cannot be confirmed
                await asyncio.sleep(0.01)
        assert "Dan is no longer dealer" in await _refused(desk.confirm(PAT, asked.id, asked.digest))
        assert kept(journal)[-2:] == ["asked", "expired"]
        assert live.table.hold is not None

    run(journal, monkeypatch, story)


def test_a_confirmation_of_a_past_version_carries_nothing_out(
    journal: Journal, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def story(house: OpenHouse) -> None:
        live = await held(house)
        asked = await live.ask_for(VOID)
        await live.ask(c.Retract(by=DAN))
        assert "moved on" in await _refused(house.approvals.confirm(PIA, asked.id, asked.digest))
        await live.ask(c.Report(by=DAN, fault=Fault.WRONG_DECK))
        assert "moved on" in await _refused(house.approvals.confirm(PIA, asked.id, asked.digest))
        assert live.table.phase is Phase.SETTING
        assert kept(journal)[-2:] == ["asked", "expired"]

    run(journal, monkeypatch, story)


def test_a_correction_holds_for_exactly_what_was_shown(journal: Journal, monkeypatch: pytest.MonkeyPatch) -> None:
    async def story(house: OpenHouse) -> None:
        live = house.tables["one"]
        await dealt(house, live, cards=("Ac", "Ad", "9h", "8d", "5s", "3c", "2h"))
        await live.ask(c.ViewHand(by=ANN, position=1))
        await live.ask(c.SetHand(by=ANN, position=1, low=("9h", "8d")))
        await live.ask(c.Reveal(by=DAN, low=("4s", "2d")))  # against the house way
        await live.ask(c.Settle(by=DAN))
        asked = await live.ask_for(c.Correct(by=DAN, round=1))
        assert asked.version == 0
        (taken,) = [line for line in asked.lines if line.cents]
        assert (taken.player, taken.cents < 0) == ("ann", True)
        await live.ask(c.AnnouncePlaceYourBets(by=DAN))  # play goes on meanwhile
        for wager, cents in (("main", 1000_00), ("fortune-bonus", 9_00)):
            await live.ask(c.PlaceWager(by=ANN, position=1, wager=wager, cents=cents))
        answer = await _refused(house.approvals.confirm(PIA, asked.id, asked.digest))
        assert "has changed" in answer  # it would now leave a debt
        assert journal.balance("owed:ann") == 0
        again = await live.ask_for(c.Correct(by=DAN, round=1))
        assert any("cannot pay" in line.sentence for line in again.lines)
        await house.approvals.confirm(PIA, again.id, again.digest)
        assert journal.balance("owed:ann") < 0

    run(journal, monkeypatch, story)


@pytest.mark.parametrize("written", [False, True], ids=["before the commit", "after it"])
def test_a_failure_between_confirmation_and_act(
    journal: Journal, monkeypatch: pytest.MonkeyPatch, written: bool
) -> None:
    async def story(house: OpenHouse) -> None:
        live = await held(house)
        asked, before = await live.ask_for(VOID), chips(journal)
        append_many = journal.append_many

        def fails(appends: list[Append], *, together: bool = False) -> Any:
            if not any(append.stream == "table:one" for append in appends):
                return append_many(appends, together=together)
            monkeypatch.setattr(journal, "append_many", append_many)
            assert any(append.stream == "approvals:one" for append in appends)  # one transaction
            if written:
                append_many(appends, together=together)
            raise JournalFailed("the disk is gone")

        monkeypatch.setattr(journal, "append_many", fails)
        assert "disk" in await _refused(house.approvals.confirm(PIA, asked.id, asked.digest))
        assert ("confirmed" in kept(journal)[-2:], chips(journal) - before) == (written, 10_00 if written else 0)
        if written:
            await _refused(house.approvals.confirm(MAX, asked.id, asked.digest))
        else:
            await house.approvals.confirm(PIA, asked.id, asked.digest)
        assert chips(journal) - before == 10_00
        assert kept(journal).count("confirmed") == 2  # and the physical deck

    run(journal, monkeypatch, story)


def test_declined_taken_back_and_shown(journal: Journal, monkeypatch: pytest.MonkeyPatch) -> None:
    async def story(house: OpenHouse) -> None:
        desk, live = house.approvals, await held(house)

        def shown(viewer: c.Actor, table: str = "") -> list[tuple[str, str]]:
            return [(each.sentence, each.refusal) for each in desk.shown(viewer, table=table).waiting]

        asked = await live.ask_for(VOID)
        words = "void (wrong deck, 5.1)"
        assert shown(PIA, "two") == shown(PIA, "one") == shown(PIA) == [(words, "")]  # on every console, and the floor
        assert shown(DAN, "two") == [(words, "nobody confirms what they asked for")]
        other = c.Actor("Eve", Role.DEALER)
        assert (shown(other, "two"), len(shown(other, "one"))) == ([], 1)
        with pytest.raises(WrongRole):
            await desk.take_back(PIA, asked.id)
        await desk.decline(PIA, asked.id, asked.digest, "the deck is right")
        (ended,) = desk.shown(DAN).ended
        assert (ended.how, ended.words) == ("declined", "declined by Pia: the deck is right")
        assert (desk.shown(PIA).ended, shown(PIA)) == ((), [])
        again = await live.ask_for(VOID)
        await desk.take_back(DAN, again.id)
        assert desk.shown(DAN).ended[0].how == "taken back"
        assert kept(journal)[-4:] == ["asked", "declined", "asked", "taken back"]

    run(journal, monkeypatch, story)


def test_a_request_expires_by_the_clock_and_when_the_house_closes(
    journal: Journal, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def first(house: OpenHouse) -> None:
        live = await held(house)
        asked = await live.ask_for(VOID)
        approvals = house.approvals.approvals
        clock = approvals._clock
        monkeypatch.setattr(approvals, "_clock", lambda: clock() + LASTS)
        assert house.approvals.shown(PIA).waiting == ()
        assert "in time" in await _refused(house.approvals.confirm(PIA, asked.id, asked.digest))
        assert house.approvals.shown(DAN).ended[0].how == "expired"
        await live.ask_for(VOID)

    async def second(house: OpenHouse) -> None:
        assert kept(journal)[-4:] == ["asked", "expired", "asked", "expired"]
        assert house.approvals.shown(PIA).waiting == ()

    run(journal, monkeypatch, first)
    run(journal, monkeypatch, second)


async def _asks_to_void(house: OpenHouse) -> tuple[Asked | None, Done]:
    live = await held(house)
    return await live.ask_for(VOID), lambda again: again.tables["one"].table.phase is Phase.BETWEEN_ROUNDS


async def _asks_to_reconstruct(house: OpenHouse) -> tuple[Asked | None, Done]:
    live = house.tables["one"]
    await dealt(house, live, cards=ANNS[:6])
    await live.ask(c.ViewHand(by=ANN, position=1))
    await live.ask(c.Report(by=DAN, fault=Fault.PLAYER_COUNT, position=1, cards=6))
    asked = await live.ask_for(c.RemedyFault(by=DAN, remedy=Remedy.RECONSTRUCT, hands={1: ANNS}))
    return asked, lambda again: again.tables["one"].table.hands[1].cards == ANNS


async def _asks_for_a_physical_deck(house: OpenHouse) -> tuple[Asked | None, Done]:
    return await house.tables["two"].ask_to_run(
        PAT, deck=PHYSICAL
    ), lambda again: again.tables["two"].mode.now.deck == PHYSICAL


async def _asks_the_cage(house: OpenHouse) -> tuple[Asked | None, Done]:
    await house.record_in_cage(MAX, a.ShiftOpened(), key="open")
    asked = await ask_the_cage(house, PAT, a.Filled(table="one", cents=10_000_01), key="1")
    return asked, lambda again: again.cage.tray("one") == 10_000_01


async def _asks_to_invite(house: OpenHouse) -> tuple[Asked | None, Done]:
    link, asked = await staff_requests.invite(house, house.staff.get("Sam"), "Ivy", Position.PIT_SUPERVISOR)
    return asked, lambda again: again.staff.invited(link).name == "Ivy"


async def _asks_for_a_new_key(house: OpenHouse) -> tuple[Asked | None, Done]:
    house.people.register("Cyd")
    key, asked = await staff_requests.new_player_key(house, house.staff.get("Sam"), "Cyd")
    return asked, lambda again: bool(again.people.sign_in(key))


ASKS = (
    _asks_to_void,
    _asks_to_reconstruct,
    _asks_for_a_physical_deck,
    _asks_the_cage,
    _asks_to_invite,
    _asks_for_a_new_key,
)


@pytest.mark.parametrize("asks", ASKS, ids=lambda asks: asks.__name__.removeprefix("_"))
def test_what_waits_goes_on_waiting_when_another_process_takes_over(
    journal: Journal, monkeypatch: pytest.MonkeyPatch, asks: Any
) -> None:
    cards = {1: ANNS} if asks is _asks_to_reconstruct else {}

    async def play() -> None:
        async with opened(journal, monkeypatch) as house:
            asked, done = await asks(house)
            other, _ = (await _asks_to_void(house)) if asks is _asks_for_a_physical_deck else (None, None)
            if other is not None:
                await house.approvals.decline(PIA, other.id, other.digest, "no")
            before, recent = house.approvals.shown(SAM), house.approvals.shown(DAN).ended
        assert not any(json.dumps(card) in body for body in _bodies(journal) for card in cards.get(1, ()))
        async with opened(journal, monkeypatch, taken_over=True) as again:
            assert again.approvals.shown(SAM) == before
            assert again.approvals.shown(DAN).ended == recent
            for wrong in (replace(asked, digest="0" * 64), replace(asked, id="0" * 32)):
                await _refused(again.approvals.confirm(MAX, wrong.id, wrong.digest, cards=cards))
            if cards:
                await _refused(again.approvals.confirm(MAX, asked.id, asked.digest))
            with pytest.raises(WrongRole, match="nobody confirms what they asked for"):
                await again.approvals.confirm(c.Actor(asked.by, asked.role), asked.id, asked.digest, cards=cards)
            await again.approvals.confirm(MAX, asked.id, asked.digest, cards=cards)
            assert done(again)
            assert again.approvals.shown(SAM).waiting == ()

    asyncio.run(play())


def test_what_this_process_cannot_read_ends_when_it_takes_over(
    journal: Journal, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def play() -> None:
        async with opened(journal, monkeypatch) as house:
            asked = await house.tables["two"].ask_to_run(PAT, deck=PHYSICAL)
        monkeypatch.setenv("HOUSEWAY_SEALING_KEY", "12" * 32)
        async with opened(journal, monkeypatch, taken_over=True) as again:
            assert again.approvals.shown(MAX).waiting == ()
            assert "no such request" in await _refused(again.approvals.confirm(MAX, asked.id, asked.digest))
        assert kept(journal, "two") == ["asked", "expired"]

    asyncio.run(play())


def _bodies(journal: Journal) -> list[str]:
    """What is kept of the requests of every place, as text."""
    return [recorded.body.decode() for stream in journal.streams("approvals:") for recorded in journal.read(stream)]


async def short_of_a_card(house: OpenHouse) -> LiveTable:
    """A dealt round from a physical deck on hold because ann has six cards."""
    live = house.tables["one"]
    await dealt(house, live, cards=ANNS[:6])
    await live.ask(c.ViewHand(by=ANN, position=1))
    await live.ask(c.Report(by=DAN, fault=Fault.PLAYER_COUNT, position=1, cards=6))
    return live


def test_a_reconstructed_hand_is_keyed_in_by_both(journal: Journal, monkeypatch: pytest.MonkeyPatch) -> None:
    async def story(house: OpenHouse) -> None:
        live = await short_of_a_card(house)
        right = c.RemedyFault(by=DAN, remedy=Remedy.RECONSTRUCT, hands={1: ANNS})
        asked = await live.ask_for(right)
        shown = house.approvals.shown(PIA).waiting[0]
        said = f"{shown.sentence} {shown.lines}"
        assert (shown.cards_of, [card for card in ANNS if card in said]) == ((1,), [])
        for wrong in ({}, {1: (*ANNS[:6], "3h")}):
            why = await _refused(house.approvals.confirm(PIA, asked.id, asked.digest, cards=wrong))
            assert "not those that were asked for" in why
        await house.approvals.confirm(PIA, asked.id, asked.digest, cards={1: ANNS})
        assert live.table.hands[1].cards == ANNS

    run(journal, monkeypatch, story)


def test_large_acts_of_the_cage_are_asked_for_and_confirmed(journal: Journal, monkeypatch: pytest.MonkeyPatch) -> None:
    async def story(house: OpenHouse) -> None:
        await house.record_in_cage(MAX, a.ShiftOpened(), key="open")
        large = a.Filled(table="one", cents=10_000_01)
        with pytest.raises(NeedsAnother, match="takes two people"):
            await house.record_in_cage(PAT, large, key="1")
        assert await ask_the_cage(house, PAT, replace(large, cents=100), key="small") is None
        asked = await ask_the_cage(house, PAT, large, key="2")
        assert isinstance(asked, Asked)
        assert [line.sentence for line in asked.lines] == [
            "a fill of 10,000.01 for one",
            "the chips go into the tray of one",
        ]
        moved = [(line.player, line.cents) for line in asked.lines if line.cents]
        assert moved == [("the tray of one", 10_000_01)]
        with pytest.raises(WrongRole):
            await house.approvals.confirm(DAN, asked.id, asked.digest)
        await house.record_in_cage(PAT, a.Filled(table="one", cents=1_00), key="in between")  # the tray moves with play
        await house.approvals.confirm(PIA, asked.id, asked.digest)
        slip = house.cage.slips()[-1].act
        assert (slip.by, slip.confirmed_by, house.cage.tray("one")) == ("Pat", "Pia", 10_002_01)
        assert kept(journal, "house") == ["asked", "confirmed", "carried out"]
        counted = await ask_the_cage(house, PAT, a.Counted(table="one", cents=0), key="3")
        assert counted is not None
        await house.record_in_cage(PAT, a.Credited(table="one", cents=1_00), key="4")
        assert "has changed" in await _refused(house.approvals.confirm(PIA, counted.id, counted.digest))

    run(journal, monkeypatch, story)


def test_the_house_itself_takes_nobody_else(journal: Journal, monkeypatch: pytest.MonkeyPatch) -> None:
    async def story(house: OpenHouse) -> None:
        live = await held(house)
        await live.ask(replace(VOID, by=HOUSE))
        assert live.table.phase is Phase.BETWEEN_ROUNDS

    run(journal, monkeypatch, story)


def test_nobody_guesses_face_down_cards_by_keying_in_again(journal: Journal, monkeypatch: pytest.MonkeyPatch) -> None:
    async def story(house: OpenHouse) -> None:
        live = house.tables["one"]
        await dealt(house, live)
        await live.ask(c.ViewHand(by=ANN, position=1))
        guess = c.KeyAgain(by=PAT, hands={1: (*ANNS[:-1], DEALERS[0])})
        for door in (live.ask, live.ask_for) * 2 + (live.ask,):
            assert "already keyed in for another hand" in await _refused(door(guess))
        noted = [each for each in significant(journal) if each.kind == "cards looked at"]
        assert [(each.by, each.what) for each in noted] == [("pit supervisor Pat", "one, round 1")] * 5
        for door in (live.ask, live.ask_for):
            assert "key in every hand again" in await _refused(door(guess))
        await live.ask_for(c.KeyAgain(by=PAT, hands={1: DEALERS, 0: ANNS}))

    run(journal, monkeypatch, story)


def test_nobody_guesses_face_down_cards_by_previews_from_many_pages_at_once(
    journal: Journal, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def story(house: OpenHouse) -> None:
        live = await short_of_a_card(house)
        guesses = [c.RemedyFault(by=PAT, remedy=Remedy.RECONSTRUCT, hands={1: (*ANNS[:6], card)}) for card in DEALERS]
        said = await asyncio.gather(*(_refused(live.preview(guess)) for guess in guesses))
        assert sum("cards of the deck that are in no other hand" in each for each in said) == 5
        assert sum("key in every hand again" in each for each in said) == len(DEALERS) - 5 == 2

    run(journal, monkeypatch, story)


def test_a_made_up_colleague_takes_a_second_person(journal: Journal, monkeypatch: pytest.MonkeyPatch) -> None:
    async def play() -> None:
        async with opened(journal, monkeypatch) as house:
            sam = house.staff.get("Sam")
            link, asked = await staff_requests.invite(house, sam, "Ivy", Position.PIT_SUPERVISOR)
            assert asked is not None
            assert asked.sentence == "invite Ivy as pit supervisor"
            assert house.staff.find("Ivy") is None
            with pytest.raises(Refused, match="this invitation is unknown"):
                house.staff.invited(link)
            for nobody, why in ((SAM, "nobody confirms what they asked for"), (PIA, "only a pit manager or above")):
                with pytest.raises(WrongRole, match=why):
                    await house.approvals.confirm(nobody, asked.id, asked.digest)
            await house.approvals.confirm(MAX, asked.id, asked.digest)
            assert house.staff.invited(link).name == "Ivy"
            assert not (await staff_requests.invite(house, sam, "Ada", Position.AUDITOR))[1]

            link, asked = await staff_requests.invite_again(house, sam, "Pia")
            assert asked is not None
            await house.approvals.confirm(MAX, asked.id, asked.digest)
            assert house.staff.invited(link).name == "Pia"

            asked = await staff_requests.move(house, sam, "Dan", Position.PIT_SUPERVISOR)
            assert asked is not None
            assert house.staff.get("Dan").position is Position.DEALER
            house.staff.move("Sam", Position.DEALER, by="the machine")
            with pytest.raises(OldVersion, match="Sam is no longer gaming shift manager"):
                await house.approvals.confirm(MAX, asked.id, asked.digest)
            assert house.staff.get("Dan").position is Position.DEALER

    asyncio.run(play())


def test_nobody_alone_invites_somebody_else_under_the_name_of_a_dismissed_colleague(
    journal: Journal, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def play() -> None:
        async with opened(journal, monkeypatch) as house:
            sam = house.staff.get("Sam")
            house.staff.dismiss("Pia", by="Sam")
            link, asked = await staff_requests.invite(house, sam, "Pia", Position.AUDITOR)
            assert asked is not None
            with pytest.raises(Refused, match="this invitation is unknown"):
                house.staff.invited(link)
            with pytest.raises(NeedsAnother):
                house.staff.add("Pia", Position.AUDITOR, by="Sam")
            await house.approvals.confirm(MAX, asked.id, asked.digest)
            assert house.staff.invited(link).name == "Pia"

    asyncio.run(play())


def test_what_somebody_asked_of_the_cage_ends_with_their_position(
    journal: Journal, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def story(house: OpenHouse) -> None:
        await house.record_in_cage(MAX, a.ShiftOpened(), key="open")
        asked = await ask_the_cage(house, PAT, a.Filled(table="one", cents=30_000_00), key="1")
        assert asked is not None
        house.staff.move("Pat", Position.DEALER, by="the machine")
        with pytest.raises(OldVersion, match=r"Pat is no longer pit supervisor|no longer waits"):
            await house.approvals.confirm(PIA, asked.id, asked.digest)
        assert house.cage.tray("one") == 0

    run(journal, monkeypatch, story)


def test_a_request_at_a_table_ends_with_the_position_of_whoever_asked(
    journal: Journal, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def story(house: OpenHouse) -> None:
        run = await house.tables["two"].ask_to_run(PAT, deck=PHYSICAL)
        fault = await held(house)
        house.staff.move("Pat", Position.AUDITOR, by="Sam")
        with pytest.raises(OldVersion, match=r"Pat is no longer pit supervisor|no longer waits"):
            await house.approvals.confirm(PIA, run.id, run.digest)
        asked = await fault.ask_for(VOID)
        house.staff.move("Dan", Position.PIT_SUPERVISOR, by="the machine")
        with pytest.raises(OldVersion, match=r"Dan is no longer dealer|no longer waits"):
            await house.approvals.confirm(PIA, asked.id, asked.digest)
        assert fault.table.hold is not None

    run(journal, monkeypatch, story)


def before_the_confirmation(journal: Journal, monkeypatch: pytest.MonkeyPatch, change: Callable[[], object]) -> None:
    """Change something between what a confirmation has checked and its transaction, once."""
    write, changes = journal.append_many, [change]

    def append_many(appends: Any, **options: Any) -> Any:
        if changes and any(entry.kind == "approval confirmed" for each in appends for entry in each.entries):
            changes.pop()()
        return write(appends, **options)

    monkeypatch.setattr(journal, "append_many", append_many)


@pytest.mark.parametrize("who", ["asker", "confirmer"])
@pytest.mark.parametrize("where", ["table", "run", "cage", "staff"])
@pytest.mark.parametrize("how", ["dismissed", "moved"])
def test_who_goes_in_the_moment_of_a_confirmation_confirms_nothing(
    journal: Journal, monkeypatch: pytest.MonkeyPatch, who: str, where: str, how: str
) -> None:
    async def story(house: OpenHouse) -> None:
        asker, by = (PAT, PIA) if where != "staff" else (SAM, MAX)
        if where == "table":
            asker = DAN
            live = await held(house)
            asked: Asked | None = await live.ask_for(VOID)
        elif where == "run":
            asked = await house.tables["one"].ask_to_run(asker, deck=PHYSICAL)
        elif where == "cage":
            await house.record_in_cage(MAX, a.ShiftOpened(), key="open")
            asked = await ask_the_cage(house, asker, a.Filled(table="one", cents=30_000_00), key="1")
        else:
            asked = await staff_requests.move(house, house.staff.get("Sam"), "Dan", Position.PIT_SUPERVISOR)
        assert asked is not None
        gone = asker if who == "asker" else by

        def goes() -> None:
            if how == "dismissed":
                house.staff.dismiss(gone.name, by="the machine")
            else:
                house.staff.move(gone.name, Position.AUDITOR, by="the machine")

        before_the_confirmation(journal, monkeypatch, goes)
        with pytest.raises((WrongRole, OldVersion), match=rf"{gone.name} is no longer {gone.role.words}"):
            await house.approvals.confirm(by, asked.id, asked.digest)
        assert "confirmed" not in kept(journal, asked.place)[-1:]
        if who == "confirmer":
            assert asked in house.approvals.approvals.waiting()

    run(journal, monkeypatch, story)


def test_an_account_that_changes_otherwise_in_that_moment_ends_no_request(
    journal: Journal, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def story(house: OpenHouse) -> None:
        live = await held(house)
        asked = await live.ask_for(VOID)
        before_the_confirmation(journal, monkeypatch, lambda: house.staff.name_player("Pia", "pia plays"))
        await house.approvals.confirm(PIA, asked.id, asked.digest)
        assert live.table.hold is None
        two = house.tables["two"]
        asked = await two.ask_to_run(PAT, deck=PHYSICAL)
        before_the_confirmation(journal, monkeypatch, lambda: house.staff.name_player("Pia", ""))
        with pytest.raises(OldVersion, match="an account of the staff changed at that moment"):
            await house.approvals.confirm(PIA, asked.id, asked.digest)
        assert two.mode.now.deck != PHYSICAL
        await house.approvals.confirm(PIA, asked.id, asked.digest)
        assert two.mode.now.deck == PHYSICAL

    run(journal, monkeypatch, story)


@pytest.mark.parametrize("where", ["table", "run", "cage", "staff"])
def test_two_who_become_dependent_through_a_third_in_that_moment_confirm_nothing(
    journal: Journal, monkeypatch: pytest.MonkeyPatch, where: str
) -> None:
    """Uma gave the confirmer their credentials; at that moment somebody who was invited by the asker becomes Uma."""
    hire(journal, "Uma", Position.GAMING_SHIFT_MANAGER)

    async def story(house: OpenHouse) -> None:
        asker, by = (PAT, PIA) if where != "staff" else (SAM, MAX)
        given_by(house, by.name, giver="Uma")
        if where == "table":
            asker = DAN
            asked: Asked | None = await (await held(house)).ask_for(VOID)
        elif where == "run":
            asked = await house.tables["one"].ask_to_run(asker, deck=PHYSICAL)
        elif where == "cage":
            await house.record_in_cage(MAX, a.ShiftOpened(), key="open")
            asked = await ask_the_cage(house, asker, a.Filled(table="one", cents=30_000_00), key="1")
        else:
            asked = await staff_requests.move(house, house.staff.get("Sam"), "Dan", Position.PIT_SUPERVISOR)
        assert asked is not None
        before_the_confirmation(journal, monkeypatch, lambda: given_by(house, "Uma", giver=asker.name))
        with pytest.raises((WrongRole, OldVersion), match=r"changed at that moment|in the last day"):
            await house.approvals.confirm(by, asked.id, asked.digest)
        assert "confirmed" not in kept(journal, asked.place)[-1:]
        with pytest.raises(WrongRole, match="in the last day"):
            await house.approvals.confirm(by, asked.id, asked.digest)

    run(journal, monkeypatch, story)


def given_by(house: OpenHouse, name: str, *, giver: str) -> None:
    """Keep that somebody chose their credentials by the invitation of another, without ending their session."""

    def decide(account: StaffAccount) -> list[AnyStaffEvent]:
        now = house.staff.clock()
        until = now + timedelta(hours=1)
        invited = StaffInvited(at=now, by=giver, name=name, position=account.position, digest="0" * 64, until=until)
        enrolled = StaffEnrolled(
            at=now, password=account.password, second_factor=account.second_factor, counter=account.counter
        )
        return [invited, enrolled]

    house.staff.change(name, decide)


def test_a_house_of_one_is_told_how_it_gets_a_second_person(journal: Journal, monkeypatch: pytest.MonkeyPatch) -> None:
    async def play() -> None:
        async with opened(journal, monkeypatch) as house:
            house.staff.dismiss("Max", by="the machine")
            with pytest.raises(Refused, match=r"no other gaming shift manager here .* `houseway staff add`"):
                await staff_requests.invite(house, house.staff.get("Sam"), "Ivy", Position.GAMING_SHIFT_MANAGER)
            assert house.staff.find("Ivy") is None

    asyncio.run(play())


def test_a_shift_manager_is_dismissed_or_demoted_by_two_others(
    journal: Journal, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("Uma", "Eve"):
        hire(journal, name, Position.GAMING_SHIFT_MANAGER)

    async def story(house: OpenHouse) -> None:
        sam, staff = house.staff.get("Sam"), house.staff
        asked = await staff_requests.dismiss(house, sam, "Eve")
        assert asked is not None
        assert (asked.sentence, staff.get("Eve").dismissed) == ("dismiss Eve, gaming shift manager", False)
        eve = c.Actor("Eve", Role.GAMING_SHIFT_MANAGER)
        for nobody, why in ((SAM, "nobody confirms"), (eve, "this is about you"), (PIA, "only a gaming shift manager")):
            with pytest.raises(WrongRole, match=why):
                await house.approvals.confirm(nobody, asked.id, asked.digest)
            with pytest.raises(WrongRole, match=why):
                await house.approvals.decline(nobody, asked.id, asked.digest, "no")
        await house.approvals.confirm(MAX, asked.id, asked.digest)
        assert staff.get("Eve").dismissed

        given_by(house, "Max", giver="Uma")  # the request about them rests on their account, and changes it
        asked = await staff_requests.move(house, sam, "Uma", Position.DEALER)
        assert asked is not None
        assert asked.sentence == "move Uma from gaming shift manager to dealer"
        assert staff.get("Uma").position is Position.GAMING_SHIFT_MANAGER
        await house.approvals.confirm(MAX, asked.id, asked.digest)
        assert staff.get("Uma").position is Position.DEALER
        assert await staff_requests.dismiss(house, sam, "Uma") is None
        assert staff.get("Uma").dismissed

        for act, command in (
            (staff_requests.dismiss(house, sam, "Max"), "dismiss Max"),
            (staff_requests.move(house, sam, "Max", Position.AUDITOR), "move Max --role auditor"),
        ):
            with pytest.raises(Refused, match=f"no other gaming shift manager here .* `houseway staff {command}`"):
                await act
        assert staff.get("Max").position is Position.GAMING_SHIFT_MANAGER

    run(journal, monkeypatch, story)


def test_nobody_alone_dismisses_the_auditor_who_reads_what_they_did(
    journal: Journal, monkeypatch: pytest.MonkeyPatch
) -> None:
    hire(journal, "Ada", Position.AUDITOR)

    async def story(house: OpenHouse) -> None:
        sam = house.staff.get("Sam")
        asked = await staff_requests.dismiss(house, sam, "Ada")
        assert asked is not None
        assert (asked.sentence, house.staff.get("Ada").dismissed) == ("dismiss Ada, auditor", False)
        with pytest.raises(NeedsAnother, match="takes two people"):
            house.staff.dismiss("Ada", by="Sam")
        await house.approvals.confirm(MAX, asked.id, asked.digest)
        assert house.staff.get("Ada").dismissed

    run(journal, monkeypatch, story)


def test_a_player_whose_key_was_revoked_gets_another_by_two_people(
    journal: Journal, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def play() -> None:
        async with opened(journal, monkeypatch) as house:
            before, chips = house.people.register("Cyd"), journal.balance("player:Cyd")
            house.people.revoke_key("Cyd", by="Sam")
            key, asked = await staff_requests.new_player_key(house, house.staff.get("Sam"), "Cyd")
            for useless in (before.key, key):
                with pytest.raises(Refused, match="unknown key"):
                    house.people.sign_in(useless)
            with pytest.raises(NeedsAnother, match="takes two people"):
                house.people.issue_key("Cyd", "0" * 64, by="Sam")
            with pytest.raises(WrongRole, match="this concerns Cyd, the name you play under"):
                await house.approvals.confirm(MAX, asked.id, asked.digest, plays={"Cyd"})
            await house.approvals.confirm(MAX, asked.id, asked.digest)
            actor = house.people.find(house.people.sign_in(key))
            assert actor == c.Actor("Cyd", Role.PLAYER)
            assert journal.balance("player:Cyd") == chips > 0
            noted = [each for each in significant(journal) if each.kind == "player key issued"]
            assert [(each.by, each.what, each.why) for each in noted] == [("Sam", "player Cyd", "confirmed by Max")]

    asyncio.run(play())
