"""A player's bank at live tables: what pages are sent, the automatic dealer's offer, and the money to the cent."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from houseway import books
from houseway.errors import NotEnoughChips, Refused
from houseway.journal.store import Journal
from houseway.journal.verify import verify
from houseway.kept.tables import HOUSE
from houseway.rulebook.procedure import Phase, Role
from houseway.table import commands as c
from houseway.table import events as e
from houseway.table.decide import decide
from houseway.table.evolve import evolve, restore
from houseway.table.opening import open_table
from houseway.table.state import DEALER, Table
from houseway.web.floor import seats
from houseway.web.floor.dealer_clock import DealerClock
from houseway.web.floor.dealer_moves import Move, Pace, next_move
from houseway.web.floor.house import OpenHouse
from houseway.web.floor.live_table import LiveTable
from houseway.web.floor.opening import Opening
from houseway.web.wire.permissions import permissions
from houseway.web.wire.scene import PERSON, BankAmounts, Permissions, TableMode
from houseway.web.wire.table_context import TableContext
from houseway.web.wire.viewer import Viewer
from houseway.web.wire.viewer_scene import scene
from support.by_hand import ANN as STRONG
from support.by_hand import BOB as WEAK
from support.by_hand import cards_in, keyed
from support.web_house import RunningHouse, Visitor

BOOK = books.get("trump-plaza")
LIMITS = {"main": (10_00, 1_000_00)}
ANN, BOB, CAT = (c.Actor(name, Role.PLAYER) for name in ("ann", "bob", "cat"))
DORA = c.Actor("dora", Role.DEALER)
ALL = frozenset({"ann", "bob", "cat"})
PACE = Pace(betting=20, setting=60, compare=6, between=12, bank=10, move=1)


def after(table: Table, *commands: c.Command) -> Table:
    """The table after requests."""
    for command in commands:
        for event in decide(BOOK, table, command):
            table = evolve(table, event)
    return table


def seated(*players: c.Actor) -> Table:
    """Players from position 1 on."""
    table = restore([open_table(BOOK, name="one", limits=LIMITS)])
    return after(table, *(c.Sit(by=player, position=at) for at, player in enumerate(players or (ANN, BOB), 1)))


def banked(cents: int = 100_00, *, shared: bool = False) -> Table:
    """Ann has taken the bank, and Bob has bet against it."""
    return after(
        seated(),
        c.OfferBank(by=HOUSE),
        c.TakeBank(by=ANN, position=1, cents=cents, shared=shared),
        c.AnnouncePlaceYourBets(by=HOUSE),
        c.PlaceWager(by=BOB, position=2, wager="main", cents=40_00),
    )


def dealt(table: Table) -> Table:
    deck = tuple(card.text for card in reversed(BOOK.deck.cards))
    return after(table, c.AnnounceNoMoreBets(by=HOUSE), c.Deal(by=HOUSE, deck=deck))


def move(table: Table, present: frozenset[str] = ALL) -> Move:
    found = next_move(BOOK, table, present, PACE)
    assert found is not None
    return found


def can(table: Table, who: c.Actor, chips: int = 1_000_00, *, open: bool = True) -> Permissions:
    return permissions(BOOK, table, who, TableContext(mode=TableMode(open=open), chips={who.name: chips}))


# ---------------------------------------------------------------------------------------------------------------------
# The automatic dealer


def test_the_bank_is_offered_once_before_each_round_and_lapses_when_betting_opens() -> None:
    table = seated(ANN, BOB, CAT)
    offer = move(table)
    assert (offer.command, offer.seconds) == (c.OfferBank(by=HOUSE), 1)
    offered = after(table, offer.command)
    waits = move(offered)
    assert (waits.command, waits.seconds, waits.what) == (c.AnnouncePlaceYourBets(by=HOUSE), 10, "bank")
    assert not waits.waits_for  # nobody else can cut it short
    passed = after(offered, c.PassBank(by=ANN, position=1))
    assert move(passed).what == "next round"
    taken = after(offered, c.TakeBank(by=ANN, position=1, cents=10_00))
    assert move(taken).what == "next round"
    opened = after(offered, waits.command)
    assert opened.bank is None
    assert not opened.bank_offered
    assert can(opened, ANN).bank is None


def test_nobody_is_asked_to_bank_alone_or_where_only_the_house_banks() -> None:
    assert move(seated(ANN)).command == c.AnnouncePlaceYourBets(by=HOUSE)
    assert move(seated(), frozenset({"bob"})).command == c.AnnouncePlaceYourBets(by=HOUSE)
    other = books.get("mbs-v4")
    table = restore([open_table(other, name="one")])
    for command in (c.Sit(by=ANN, position=1), c.Sit(by=BOB, position=2)):
        for event in decide(other, table, command):
            table = evolve(table, event)
    found = next_move(other, table, ALL, PACE)
    assert found is not None
    assert isinstance(found.command, c.AnnouncePlaceYourBets)


def test_a_player_who_is_away_or_leaves_is_passed_over() -> None:
    offered = after(seated(ANN, BOB, CAT), c.OfferBank(by=HOUSE))
    again = move(offered, frozenset({"bob", "cat"}))
    assert again.command == c.OfferBank(by=HOUSE)
    assert after(offered, again.command).bank_turn == 2
    left = after(offered, c.Leave(by=ANN, position=1))
    assert not left.bank_offered
    assert after(left, move(left).command).bank_turn == 2


def test_each_offer_has_a_clock_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 100.0
    monkeypatch.setattr("houseway.web.floor.dealer_clock.time.monotonic", lambda: now)
    clock, table = DealerClock(BOOK, PACE), after(seated(ANN, BOB, CAT), c.OfferBank(by=HOUSE))
    clock.update(table, ALL, TableMode())
    shown = clock.shown()
    assert shown is not None
    assert (shown.what, shown.left) == ("bank", 10)
    now = 104.0
    clock.update(table, ALL, TableMode())
    assert clock.left() == 6
    clock.update(after(table, c.OfferBank(by=HOUSE)), ALL, TableMode())
    assert clock.left() == 10
    clock.update(seated(), ALL, TableMode(open=False))
    assert clock.move is None


def test_the_dealer_gives_the_banker_time_to_set_and_does_not_wait_for_their_wager() -> None:
    table = banked()
    assert move(table).waits_for == {"bob"}
    table = dealt(table)
    low = tuple(card.text for card in BOOK.set(table.hands[2].cards).low)
    table = after(table, c.ViewHand(by=BOB, position=2), c.SetHand(by=BOB, position=2, low=low))
    assert (move(table).command, move(table).seconds) == (c.EndSetting(by=HOUSE), 60)
    bank = tuple(card.text for card in BOOK.set(table.hands[DEALER].cards).low)
    table = after(table, c.ViewHand(by=ANN, position=DEALER), c.SetHand(by=ANN, position=DEALER, low=bank))
    assert (move(table).what, set(move(table).waits_for)) == ("change", {"ann", "bob"})
    table = after(table, c.Reveal(by=HOUSE))
    assert move(table).waits_for == {"ann", "bob"}
    shared = dealt(banked(shared=True))
    assert after(shared, move(shared).command).hands[DEALER].is_set is False  # the house sets it as it is revealed


def test_a_banker_does_not_sit_out_and_an_absent_one_gives_the_bank_back(monkeypatch: pytest.MonkeyPatch) -> None:
    idle = seats.IdleSeats()
    for _ in range(seats.SAT_OUT):
        idle.betting_closed(banked())
    assert not idle.to_free(seated(), ALL, automatic=True)
    now = 0.0
    monkeypatch.setattr("houseway.web.floor.seats.time.monotonic", lambda: now)
    idle.player_left("ann")
    now = seats.AWAY + 1
    waiting = after(seated(), c.OfferBank(by=HOUSE), c.TakeBank(by=ANN, position=1, cents=10_00))
    bob = frozenset({"bob"})
    assert idle.to_free(waiting, bob, automatic=True) == [c.PassBank(by=ANN, position=1), c.Leave(by=ANN, position=1)]
    assert not idle.to_free(banked(), bob, automatic=True)  # wagers lie against it


# ---------------------------------------------------------------------------------------------------------------------
# What pages are sent


def test_the_offer_says_what_may_be_put_up_and_what_it_covers() -> None:
    table = after(seated(ANN, BOB, CAT), c.OfferBank(by=HOUSE))
    offer = can(table, ANN, 750_50).bank
    assert offer is not None
    assert offer.alone == BankAmounts(least=10_00, most=750_00, suggested=100_00, covers=1, clause="B20")
    assert offer.shared == BankAmounts(least=5_00, most=750_00, suggested=50_00, covers=2, clause="B22")
    assert (can(table, BOB).bank, can(table, BOB).pass_bank) == (None, 0)
    few = can(table, ANN, 7_00)
    assert few.bank is not None
    assert few.bank.alone is None
    assert few.pass_bank == 1
    assert can(table, ANN, 0).bank is None
    assert can(table, ANN, open=False).bank is None


def test_a_scene_shows_what_the_bank_covers_and_the_banker_its_hand() -> None:
    context = TableContext(mode=TableMode(), chips={})
    table = banked()
    cover = scene(BOOK, table, BOB, context).cover
    assert cover is not None
    assert (cover.covers, cover.left) == (100_00, 60_00)
    table = dealt(table)
    assert scene(BOOK, table, ANN, context).you.hands == (DEALER,)
    assert can(table, ANN).view == (DEALER,)
    assert can(table, BOB).view == (2,)
    staff = permissions(BOOK, table, DORA, context)
    assert staff.house_way == (DEALER,)  # a banker may leave the hand to the dealer
    table = after(table, c.ViewHand(by=ANN, position=DEALER))
    arranging = scene(BOOK, table, ANN, context).arranging
    assert arranging is not None
    assert arranging.position == DEALER
    assert can(table, ANN).set == (DEALER,)
    assert scene(BOOK, table, BOB, context).arranging is None


def test_staff_are_told_when_they_may_offer_the_bank() -> None:
    def offer(table: Table, *, open: bool = True) -> str:
        context = TableContext(mode=TableMode(dealer=PERSON, open=open))
        (choice,) = (act for act in permissions(BOOK, table, DORA, context).acts if act.name == "offer the bank")
        return choice.refusal

    assert offer(seated()) == ""
    assert offer(seated(), open=False) == "the table is closed"
    assert "ann has the bank" in offer(
        after(seated(), c.OfferBank(by=DORA), c.TakeBank(by=ANN, position=1, cents=10_00))
    )
    assert "betting is open" in offer(banked())


def test_a_round_against_a_players_bank_over_sockets(
    house: RunningHouse, boss: Visitor, names: tuple[str, str]
) -> None:
    table = "bank-over-sockets"
    boss.post("/staff/tables", {"name": table, "book": "trump-plaza", "limits": LIMITS, "dealer": PERSON})
    ann, bob = (house.enter(name) for name in names)
    with boss.page(table, "staff") as staff, ann.page(table) as one, bob.page(table) as two:
        staff.physical()
        one.did("sit", position=1)
        two.did("sit", position=2)
        staff.did("offer the bank")
        one.until_scene(lambda scene: scene["can"]["bank"])
        refused = two.do("take the bank", position=2, cents=100_00)
        assert (refused["reason"], refused["clause"]) == ("rule", "B20")
        assert one.do("take the bank", position=1, cents=1_001_00)["reason"] == "chips"
        one.did("take the bank", position=1, cents=200_00)
        assert one.scene["you"]["bankroll"] == 800_00
        assert one.scene["can"]["pass_bank"] == 1
        staff.did("place your bets")
        two.until_phase("betting")
        assert one.do("wager", position=1, wager="main", cents=10_00)["clause"] == "B20"
        assert two.do("wager", position=2, wager="main", cents=201_00)["clause"] == "B20"
        two.did("wager", position=2, wager="main", cents=50_00)
        assert two.scene["cover"] == {"covers": 200_00, "left": 150_00}
        assert one.do("pass the bank", position=1)["clause"] == "B20"
        staff.did("no more bets")
        keyed(staff, p2=WEAK, dealer=STRONG)
        for page, at in ((one, 0), (two, 2)):
            page.until_phase("setting")
            page.did("view", position=at)
        one.did("set", position=0, low=["Kc", "Kd"])
        assert staff.do("reveal")["type"] == "refused"
        staff.did("end setting")  # a hand that its player set would be reviewed, and its values counted
        two.until_scene(lambda scene: scene["table"]["hands"]["2"]["is_set"])
        assert (cards_in(one.wire), cards_in(two.wire), cards_in(staff.wire)) == (set(STRONG), set(WEAK), set())
        staff.did("reveal")
        staff.did("settle")
        for page in (one, two):
            page.until_phase("between rounds")
        (bank,) = [line for line in one.lines if line["event"]["type"] == "bank settled"]
        assert (bank["net"], bank["clause"]) == (47_50, "B21")
        assert (one.scene["you"]["bankroll"], two.scene["you"]["bankroll"]) == (1_047_50, 950_00)
        review = one.until(lambda message: message["type"] == "review")["reviews"][0]
        assert (review["position"], review["same"], review["best"]) == (0, True, None)
    for visitor, place, own in ((ann, "0", STRONG), (bob, "2", WEAK)):
        (seen,) = visitor.get("/api/rounds")
        assert set(seen["hands"][place]["cards"]) == set(own)
        assert seen["lines"][-2]["event"]["player"] == names[0]


# ---------------------------------------------------------------------------------------------------------------------
# The money, over a restart and without the banker


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[Journal]:
    with Journal.open(str(tmp_path / "journal.db")) as found:
        yield found
        assert verify(found).findings == ()
        assert found.trial_balance().sum == 0


@asynccontextmanager
async def opened(journal: Journal, monkeypatch: pytest.MonkeyPatch, **pace: float) -> AsyncIterator[OpenHouse]:
    """A house with one table of a book with banking, in this process; its book is not compiled."""
    monkeypatch.setattr(OpenHouse, "_prepare", staticmethod(lambda _shelf: None))
    clocks = {"betting": 600.0, "setting": 600.0, "change": 0.0, "compare": 0.0, "between": 0.0, "bank": 600.0, **pace}
    house = OpenHouse(journal, pace=Pace(move=0.0, **clocks))
    house.open_tables([Opening(name="one", book="trump-plaza", limits=LIMITS)])
    await house.start()
    for name in ("ann", "bob"):
        if not house.people.is_player(name):
            house.people.register(name)
    try:
        yield house
    finally:
        await house.stop()


async def until(wanted: Callable[[], bool]) -> None:
    async with asyncio.timeout(20):
        while not wanted():
            await asyncio.sleep(0.01)


async def come(live: LiveTable, *players: c.Actor) -> dict[str, Viewer]:
    """Players whose pages are connected."""
    viewers = {player.name: Viewer(player) for player in players}
    for viewer in viewers.values():
        await live.join(viewer)
    return viewers


async def one_round_against_the_house(live: LiveTable) -> dict[str, Viewer]:
    """Ann and Bob come and sit down, play a round, and the bank of the next is offered, perhaps already lapsed."""
    viewers = await come(live, ANN, BOB)
    for at, player in ((1, ANN), (2, BOB)):
        await live.ask(c.Sit(by=player, position=at))
    await until(lambda: live.table.phase is Phase.BETTING)
    await live.ask(c.PlaceWager(by=BOB, position=2, wager="main", cents=10_00))
    await live.ask(c.AnnounceNoMoreBets(by=HOUSE))
    await until(lambda: live.table.phase is Phase.SETTING)
    await live.ask(c.EndSetting(by=HOUSE))
    await until(lambda: live.table.bank_offered or live.table.round == 2)
    return viewers


def accounts(journal: Journal) -> dict[str, int]:
    names = ("player:ann", "player:bob", "escrow:one", "house:one", "commission:one")
    return {name: journal.balance(name) for name in names}


def test_a_bank_holds_to_the_cent_over_a_restart_and_without_its_banker(
    journal: Journal, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def play() -> None:
        async with opened(journal, monkeypatch) as house:
            live = house.tables["one"]
            viewers = await one_round_against_the_house(live)
            with pytest.raises(NotEnoughChips):
                await live.ask(c.TakeBank(by=ANN, position=1, cents=1_001_00))
            await live.ask(c.TakeBank(by=ANN, position=1, cents=1_000_00))
            assert house.purses.chips["ann"] == 0
            with pytest.raises(Refused, match="none on a layout"):
                await live.more_chips(ANN)
            await until(lambda: live.table.phase is Phase.BETTING)
            with pytest.raises(Refused, match="pass the bank first"):
                await live.ask(c.Leave(by=ANN, position=1))
            await live.ask(c.PlaceWager(by=BOB, position=2, wager="main", cents=300_00))
            await live.part(viewers["ann"])
            before = accounts(journal)
            assert before["escrow:one"] == live.table.escrow() == 1_300_00
        async with opened(journal, monkeypatch, between=600.0) as house:  # the round that ends stays in sight
            live = house.tables["one"]
            assert live.table.bank is not None
            assert live.table.bank.cents == 1_000_00
            await come(live, BOB)
            await live.ask(c.AnnounceNoMoreBets(by=HOUSE))
            await until(lambda: live.table.phase is Phase.SETTING)
            assert not live.table.hands[DEALER].is_set  # Ann has time to come back
            await live.ask(c.EndSetting(by=HOUSE))
            await until(lambda: live.table.phase is not Phase.SETTING and live.table.bank is None)
            (ended,) = (event for event, _ in live.kept.this_round if isinstance(event, e.BankSettled))
            (wager,) = (event for event, _ in live.kept.this_round if isinstance(event, e.WagerSettled))
            now = accounts(journal)
            assert wager.bank == ended.player == "ann"
            assert ended.won == wager.lost
            assert now["player:ann"] == 1_000_00 + ended.won - ended.commission == house.purses.chips["ann"]
            assert now["player:bob"] == before["player:bob"] + wager.received
            assert now["escrow:one"] == 0
            assert now["house:one"] == before["house:one"]
            assert now["commission:one"] == before["commission:one"] + wager.commission + ended.commission
            assert house.history.rounds_of("ann", last=1) == (("one", 2),)

    asyncio.run(play())


def test_an_offer_without_an_answer_lapses_and_the_house_banks(
    journal: Journal, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def play() -> None:
        async with opened(journal, monkeypatch, bank=0.05) as house:
            live = house.tables["one"]
            await one_round_against_the_house(live)
            await until(lambda: live.table.phase is Phase.BETTING)
            assert live.table.round == 2
            assert live.table.bank is None
            with pytest.raises(Refused, match="you cannot take the bank now: betting is open"):
                await live.ask(c.TakeBank(by=ANN, position=1, cents=10_00))
            assert journal.balance("escrow:one") == 0

    asyncio.run(play())


def test_a_bank_given_back_and_a_seat_left(journal: Journal, monkeypatch: pytest.MonkeyPatch) -> None:
    async def play() -> None:
        async with opened(journal, monkeypatch) as house:
            live = house.tables["one"]
            viewers = await one_round_against_the_house(live)
            await live.ask(c.TakeBank(by=ANN, position=1, cents=400_00))
            await until(lambda: live.table.phase is Phase.BETTING)
            assert journal.balance("player:ann") == 600_00
            await live.part(viewers["ann"])
            monkeypatch.setattr(seats, "AWAY", -1.0)
            for command in live.idle_seats():
                await live.ask(command)
            assert live.table.bank is None
            assert live.table.seats == {2: "bob"}
            assert house.purses.chips["ann"] == journal.balance("player:ann") == 1_000_00
            assert journal.balance("escrow:one") == 0

    asyncio.run(play())
