"""Past rounds of tables and players, as each viewer may see them, from a journal of real rounds."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

from houseway.cards.card import CARDS
from houseway.errors import UnknownBook
from houseway.journal.shuffle import Proof, verify_proof
from houseway.journal.store import Journal
from houseway.kept.seals import Seals
from houseway.kept.tables import HOUSE
from houseway.rulebook.procedure import Fault, Remedy
from houseway.table import commands as c
from houseway.table import events as e
from houseway.table.transcript import Session, read_command
from houseway.table.view import WATCHER
from houseway.web.past.history import History, UnknownRound, shipped_book
from houseway.web.wire.scene import Line
from support.room import ANN, BOB, BOOK, DEALER, EVE, Room


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[Journal]:
    with Journal.open(str(tmp_path / "journal.db")) as opened:
        yield opened


@pytest.fixture
def room(journal: Journal) -> Room:
    return Room(journal)


def _cards_sent(room: Room, number: int, viewer: c.Actor) -> set[str]:
    """Every card in anything a viewer is sent about a round."""
    sent = msgspec.json.encode(room.history.round(room.kept.name, number, viewer)).decode()
    words = set(sent.replace('"', " ").replace(",", " ").replace("[", " ").replace("]", " ").split())
    return {card.text for card in CARDS} & words


def test_a_round_as_its_player_saw_it(room: Room) -> None:
    room.sit(ANN, BOB)
    commitment = room.bet(ANN, BOB)
    room.deal()
    room.ask(c.ViewHand(by=ANN, position=1))
    room.finish()
    seen = room.history.round("one", 1, ANN)
    assert (seen.table, seen.book, seen.round, seen.ended) == ("one", "mbs-v4", 1, "completed")
    assert seen.lines[0].sentence == "round 1: place your bets, please (3.1)"
    assert seen.lines[-1].event == e.RoundSettled(round=1)
    assert [line.version for line in seen.lines] == sorted({line.version for line in seen.lines})
    assert set(seen.hands) == {0, 1, 2}
    for hand in seen.hands.values():
        assert len(hand.cards) == 7
        assert set(hand.low) | set(hand.high) == set(hand.cards)
        assert (len(hand.low), len(hand.high)) == (2, 5)
        assert hand.low_name
        assert hand.high_name
    assert seen.commitment == commitment
    assert seen.proof is not None
    assert seen.proof.commitment == commitment
    assert verify_proof(Proof.from_json(msgspec.json.encode(seen.proof).decode())) == ()


def test_during_a_round_nobody_is_sent_a_card_they_may_not_see(room: Room) -> None:
    room.sit(ANN, BOB)
    commitment = room.bet(ANN, BOB)
    assert room.history.round("one", 1, ANN).commitment == commitment
    room.deal()
    for viewer in (ANN, BOB, EVE, WATCHER, DEALER, HOUSE):
        seen = room.history.round("one", 1, viewer)
        assert (seen.ended, seen.proof) == ("", None)
        assert _cards_sent(room, 1, viewer) == set()
        assert {hand.number for hand in seen.hands.values()} == {7}
    room.ask(c.ViewHand(by=ANN, position=1))
    cards = room.kept.table.hands[1].cards
    assert _cards_sent(room, 1, ANN) == set(cards)
    low = tuple(card.text for card in BOOK.set(cards).low)
    room.ask(c.SetHand(by=ANN, position=1, low=low))
    assert any(isinstance(line.event, e.HandSet) and line.event.low == low for line in _lines(room, ANN))
    for viewer in (BOB, EVE, WATCHER, DEALER, HOUSE):
        assert _cards_sent(room, 1, viewer) == set()
        assert any(isinstance(line.event, e.HandSet) and not line.event.low for line in _lines(room, viewer))


def _lines(room: Room, viewer: c.Actor) -> tuple[Line, ...]:
    return room.history.round("one", 1, viewer).lines


def test_the_secret_of_a_deck_is_not_sent_during_its_round(room: Room) -> None:
    room.sit(ANN)
    room.bet(ANN)
    room.deal()
    (kept,) = (recorded for recorded in room.journal.read("deck:one") if recorded.kind == "deck committed")
    secret = json.loads(Seals(room.journal, "one").opened(kept))
    for viewer in (ANN, HOUSE):
        sent = msgspec.json.encode(room.history.round("one", 1, viewer)).decode()
        assert secret["commitment"] in sent
        assert secret["seed"] not in sent
        assert secret["salt"] not in sent


def test_no_proof_before_the_house_reveals(room: Room) -> None:
    room.sit(ANN)
    room.bet(ANN)
    room.deal()
    room.ask(c.EndSetting(by=HOUSE))
    room.ask(c.Reveal(by=HOUSE))
    room.ask(c.Settle(by=HOUSE))
    seen = room.history.round("one", 1, ANN)
    assert (seen.ended, seen.proof) == ("completed", None)
    room.decks.reveal(1)
    assert room.history.round("one", 1, ANN).proof is not None
    assert [proof.round for proof in room.history.proofs("one")] == [1]


def test_a_voided_round(room: Room) -> None:
    room.sit(ANN, BOB)
    room.bet(ANN, BOB)
    room.deal()
    room.ask(c.ViewHand(by=ANN, position=1))
    room.ask(c.Report(by=HOUSE, fault=Fault.OTHER, note="a fire alarm"))
    room.ask(c.RemedyFault(by=HOUSE, remedy=Remedy.VOID))
    room.decks.reveal(1)
    seen = room.history.round("one", 1, ANN)
    assert seen.ended == "voided"
    assert seen.proof is not None
    assert seen.proof.ended == "voided"
    assert len(seen.hands[1].cards) == 7  # ann had viewed them
    assert seen.hands[0].cards == seen.hands[2].cards == ()  # nobody turned these
    assert room.history.round("one", 1, BOB).hands[2].cards == ()
    assert any(isinstance(line.event, e.IrregularityReported) for line in seen.lines)


def test_5_17_1_a_corrected_round_shows_its_correction(room: Room) -> None:
    room.sit(ANN)
    room.bet(ANN)
    for line in (
        "dealer: no more bets",
        "dealer: key in 1: Ac Kd Qh Js 9c 4d 2h / dealer: 7c 7d Th 9s 5c 4h 2s",
        "ann: view 1",
        "ann: set 1 low Kd Qh",
        "dealer: reveal low 7c 5c",
        "dealer: settle",
    ):
        room.ask(read_command(Session(BOOK, room.kept.table), line, 0))
    room.play(ANN)
    room.ask(c.Correct(by=HOUSE, round=1))
    lines = room.history.round("one", 1, ANN).lines
    assert isinstance(lines[-1].event, e.RoundCorrected)
    assert isinstance(lines[-2].event, e.SettlementCorrected)
    assert lines[-1].version == room.kept.table.version
    assert not any(isinstance(line.event, e.RoundCorrected) for line in room.history.round("one", 2, ANN).lines)


def test_players_have_their_own_rounds_newest_first_over_all_tables(journal: Journal) -> None:
    history = History(journal)
    one, two = Room(journal, "one", history), Room(journal, "two", history)
    one.sit(ANN, BOB)
    two.sit(ANN)
    one.play(ANN, BOB)
    two.play(ANN)
    one.play(BOB)
    one.play(ANN)
    expected = (("one", 3), ("two", 1), ("one", 1))
    for index in (history, History(journal)):
        assert index.rounds_of("ann") == expected
        assert index.rounds_of("ann", last=1) == expected[:1]
        assert index.rounds_of("ann", before=("one", 3), last=1) == expected[1:2]
        assert index.rounds_of("ann", before=("one", 1)) == ()
        assert index.rounds_of("ann", table="one") == (("one", 3), ("one", 1))
        assert index.rounds_of("bob") == (("one", 2), ("one", 1))
        assert index.rounds_of("eve") == ()
        assert index.rounds("one") == (3, 2, 1)
        assert index.rounds("one", last=1, before=3) == (2,)
        assert index.book("two") == "mbs-v4"


def test_two_tables_at_once_count_a_round_once(journal: Journal) -> None:
    history = History(journal)
    one, two = Room(journal, "one", history), Room(journal, "two", history)
    one.sit(ANN)
    two.sit(ANN)
    one.bet(ANN)
    two.play(ANN)
    two.play(ANN)
    one.ask(c.PlaceWager(by=ANN, position=1, wager="main", cents=20_00))
    assert history.rounds_of("ann") == (("two", 2), ("two", 1), ("one", 1))


def test_someone_without_a_wager_sees_what_a_watcher_saw(room: Room) -> None:
    room.sit(ANN, BOB)
    room.play(ANN)
    assert room.history.round("one", 1, BOB) == room.history.round("one", 1, WATCHER)
    assert room.history.round("one", 1, EVE) == room.history.round("one", 1, WATCHER)


def test_a_history_knows_rounds_that_were_played_after_it_was_made(room: Room, journal: Journal) -> None:
    late = History(journal)
    room.sit(ANN)
    room.play(ANN)
    assert late.rounds("one") == (1,)
    assert late.round("one", 1, ANN) == room.history.round("one", 1, ANN)


def test_a_round_in_progress_shows_up_to_now(room: Room) -> None:
    room.sit(ANN)
    room.bet(ANN)
    assert [line.sentence for line in room.history.round("one", 1, WATCHER).lines] == [
        "round 1: place your bets, please (3.1)",
        "ann bets 20.00 on the Standard wager at position 1 (3.5)",
    ]


def test_unknown_rounds_and_tables_are_refused(room: Room) -> None:
    for number in (-1, 0, 1, 2**40):
        with pytest.raises(UnknownRound, match="table one has no round"):
            room.history.round("one", number, ANN)
    with pytest.raises(UnknownRound, match="there is no table nowhere"):
        room.history.rounds("nowhere")


def test_a_book_file_is_not_accepted(tmp_path: Path) -> None:
    book = tmp_path / "own.py"
    book.write_text("raise SystemExit('this was run')")
    with pytest.raises(UnknownBook, match="there is no book"):
        shipped_book(str(book))
