"""A player's bank: what each viewer sees, and what a book may say; transcripts show the rest."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace

import msgspec
import pytest

from houseway import books
from houseway.errors import Refused
from houseway.kept.postings import postings
from houseway.money import MOST_CENTS
from houseway.rulebook.banking import BankCommission
from houseway.rulebook.procedure import Role
from houseway.rulebook.rulebook import Rulebook
from houseway.table import commands as c
from houseway.table import events as e
from houseway.table.banking import most
from houseway.table.decide import decide, why_refused
from houseway.table.evolve import evolve
from houseway.table.history import read_history, write_history
from houseway.table.history_rounds import from_transcript, to_transcript
from houseway.table.legal import legal_commands
from houseway.table.opening import open_table
from houseway.table.state import DEALER, Table
from houseway.table.transcript import Session, play, read_command
from houseway.table.view import event_for, view
from support.command import ROOT

BOOK = books.get("trump-plaza")
DEALER_PERSON = c.Actor("dealer", Role.DEALER)
TURN, NET, CO = (
    (ROOT / "tests" / "rounds" / "trump-plaza" / f"{name}.round").read_text(encoding="utf-8")
    for name in ("B20 A player banks", "B21 No commission without a net win", "B22 The house co-banks")
)


def requests(text: str) -> list[str]:
    return [line for line in text.splitlines() if ":" in line and line[0] not in " #"]


def played(text: str, book: Rulebook = BOOK) -> Session:
    session = Session(book)
    session.apply((open_table(book, name="one"),))
    for number, line in enumerate(requests(text), 1):
        try:
            session.ask(read_command(session, line, number))
        except Refused:
            continue
    return session


@pytest.mark.parametrize("text", [TURN, NET, CO], ids=["in turn", "alone", "with the house"])
def test_the_transcripts_of_a_bank_hold(text: str) -> None:
    assert play(text, books.get) == text


def test_a_commission_on_every_win_is_charged_wager_by_wager() -> None:
    banking = replace(BOOK.procedure.banking, commission=BankCommission.EACH_WIN)  # type: ignore[type-var]
    each = replace(BOOK, procedure=replace(BOOK.procedure, banking=banking))
    found = [event for event in played(NET, each).history if isinstance(event, e.BankSettled)]
    assert [(event.won, event.commission) for event in found] == [(-5000, 0), (0, 100), (5000, 250)]
    found = [event for event in played(CO, each).history if isinstance(event, e.BankSettled)]
    assert [(event.won, event.house, event.commission) for event in found] == [(6000, 3000, 150), (-2500, -1250, 0)]


def test_only_the_banker_sees_the_hand_of_the_bank() -> None:
    session = played("\n".join(requests(NET)[:15]))
    table = session.table
    assert table.hands[DEALER].viewed_by == "ann"
    ann, *others = (c.Actor(name, Role.PLAYER) for name in ("ann", "bob", "cat", ""))
    others.append(c.Actor("dealer", Role.DEALER))
    assert view(table, ann).hands[DEALER].cards == table.hands[DEALER].cards
    set_by_ann = e.HandSet(position=DEALER, low=table.hands[DEALER].cards[:2])
    after = evolve(table, set_by_ann)
    assert event_for(after, set_by_ann, ann) == set_by_ann
    for other in others:
        assert view(after, other).hands[DEALER].cards == ()
        assert event_for(after, set_by_ann, other) == e.HandSet(position=DEALER, low=())


def test_a_book_without_banking_refuses_in_one_sentence() -> None:
    for name in ("mbs-v4", "mbs-v3", "five-card", "fortune-us"):
        book = books.get(name)
        table = evolve(Table(), open_table(book, name="one"))
        ann, dealer = c.Actor("ann", Role.PLAYER), c.Actor("dealer", Role.DEALER)
        asked = (c.OfferBank(by=dealer), c.TakeBank(by=ann, position=1, cents=100), c.PassBank(by=ann, position=1))
        for command, act in zip(asked, ("offer", "take", "pass"), strict=True):
            with pytest.raises(Refused, match=f"^{name} has no clause that allows anyone to {act} the bank$"):
                decide(book, table, command)


def test_half_a_bank_is_refused_where_the_house_takes_none() -> None:
    banking = replace(BOOK.procedure.banking, co_bank_cite="")  # type: ignore[type-var]
    alone = replace(BOOK, procedure=replace(BOOK.procedure, banking=banking))
    session = played("ann: sit at 1\ndealer: offer the bank", alone)
    with pytest.raises(Refused, match="the house takes no part of a player's bank"):
        session.ask(read_command(session, "ann: share the bank at 1 with 10.00", 1))


def test_the_house_shares_a_bank_only_within_its_cap() -> None:
    session = played("ann: sit at 1\nbob: sit at 2\ndealer: offer the bank")
    capped = msgspec.structs.replace(session.table, exposure_cap=30_00)
    shared = c.TakeBank(by=c.Actor("ann", Role.PLAYER), position=1, cents=30_00, shared=True)
    assert not why_refused(BOOK, capped, shared)
    more = msgspec.structs.replace(shared, cents=31_00)
    with pytest.raises(
        Refused, match=r"^with half of this bank the round could cost the house 31\.00, more than the 30\.00"
    ):
        decide(BOOK, capped, more)
    assert not why_refused(BOOK, capped, msgspec.structs.replace(more, shared=False))
    assert [most(capped, shared=shared) for shared in (False, True)] == [MOST_CENTS, 30_00]


def test_the_commands_of_a_bank_are_listed() -> None:
    session = played("ann: sit at 1\nbob: sit at 2\ndealer: offer the bank")
    ann = c.Actor("ann", Role.PLAYER)
    listed = list(legal_commands(BOOK, session.table, ann))
    assert c.TakeBank(by=ann, position=1, cents=100) in listed
    assert c.TakeBank(by=ann, position=1, cents=100, shared=True) in listed
    assert c.PassBank(by=ann, position=1) in listed
    assert not [one for one in legal_commands(BOOK, session.table, c.Actor("bob", Role.PLAYER)) if "Bank" in str(one)]
    session = played("\n".join(requests(NET)[:15]))
    settings = [one for one in legal_commands(BOOK, session.table, ann) if isinstance(one, c.SetHand)]
    assert {one.position for one in settings} == {DEALER}


@pytest.mark.parametrize("text", [NET, CO], ids=["alone", "with the house"])
def test_a_hand_history_of_a_bank_is_lossless(text: str) -> None:
    history = from_transcript(text, books.get)
    assert read_history(write_history(history)) == history
    assert to_transcript(history, books.get) == play(text, books.get)
    without = replace(history, steps=tuple(replace(step, asks="", by=None) for step in history.steps if step.events))
    events = [event for step in without.steps for event in step.events]
    rebuilt = from_transcript(to_transcript(without, books.get), books.get)
    assert [event for step in rebuilt.steps for event in step.events] == events


@pytest.mark.parametrize("seed", [1, 2, pytest.param(range(3, 60), marks=pytest.mark.full)])
def test_random_evenings_with_banks_conserve_every_cent(seed: int | range) -> None:
    """After every event the escrow is what lies on the layout, and a bank never loses more than was put up."""
    settled = 0
    for each in [seed] if isinstance(seed, int) else seed:
        draw, balances = random.Random(each), Counter[str]()
        table = evolve(Table(), open_table(BOOK, name="one", positions=3, limits={"main": (1000, 5000)}))
        for _ in range(300):
            command = drawn(draw, table)
            for event in decide(BOOK, table, command) if command else ():
                table = evolve(table, event)
                for posting in postings("one", event):
                    balances[posting.account] += posting.cents
                assert balances.total() == 0
                assert balances["escrow:one"] == table.escrow()
                if isinstance(event, e.BankSettled):
                    assert event.received >= 0
                    settled += bool(event.won)
    assert settled


def drawn(draw: random.Random, table: Table) -> c.Command | None:
    """A legal command; banks and wagers of more than the least are drawn too, and nobody leaves."""
    by = draw.choice([*(c.Actor(name, Role.PLAYER) for name in ("ann", "bob", "cat")), *[DEALER_PERSON] * 3])
    cards = [card.text for card in BOOK.deck.cards]
    legal = [*legal_commands(BOOK, table, by, deck=tuple(draw.sample(cards, len(cards))))]
    kinds = sorted({type(one) for one in legal} - {c.Leave, c.AllowMore, c.WithdrawWager}, key=str)
    if not kinds:
        return None
    kind = c.TakeBank if c.TakeBank in kinds else draw.choice(kinds)
    command = draw.choice([one for one in legal if type(one) is kind])
    if isinstance(command, c.TakeBank | c.PlaceWager):
        more = msgspec.structs.replace(command, cents=command.cents * draw.randint(1, 4))
        return command if why_refused(BOOK, table, more) else more
    return command
