"""Tables kept in a journal, on both stores: what is kept, what is restored, whose chips move."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from houseway import books
from houseway.cards.card import CARDS
from houseway.errors import NotEnoughChips, OldVersion, Refused
from houseway.journal.shuffle import Proof, Words, commit, verify_proofs
from houseway.journal.store import Entry, Journal
from houseway.journal.verify import verify
from houseway.kept.decks import KeptDecks, check_against_journal
from houseway.kept.tables import HOUSE, KeptTable, buy_chips, kept_tables
from houseway.rulebook.procedure import Phase, Role
from houseway.table import commands as c
from houseway.table import events as e
from houseway.table.transcript import Session, read_command
from support.command import ROOT
from support.forked import Forked
from support.two_people import ask

ANN = c.Actor("ann", Role.PLAYER)
DEAL = "key in 1: Ac Kd Qh Js 9c 4d 2h / 2: 8c 8d 3h 3s Kc 6d 5h / dealer: 7c 7d Th 9s 5c 4h 2s"


@pytest.fixture
def journal(journal_url: str) -> Iterator[Journal]:
    with Journal.open(journal_url) as opened:
        for player in ("ann", "bob"):
            buy_chips(opened, player, 100_00)
        yield opened
        assert verify(opened).findings == ()
        assert opened.trial_balance().sum == 0


def _ask(table: KeptTable, *lines: str) -> list[e.Event]:
    """Send written requests to a kept table."""
    events: list[e.Event] = []
    for line in lines:
        command = read_command(Session(table.book, table.table), line, 0)
        events += ask(table, command).events
    return events


def _to_the_reveal(table: KeptTable, *, reveal: str = "dealer: reveal") -> None:
    _ask(
        table,
        "ann: sit at 1", "bob: sit at 2", "dealer: place your bets",
        "ann: wager 10.00 on main at 1", "ann: wager 5.00 on fortune-bonus at 1", "bob: wager 20.00 on main at 2",
        "dealer: no more bets",
    )  # fmt: skip
    _ask(table, f"dealer: {DEAL}")
    _ask(table, "ann: view 1", "ann: set 1 low Kd Qh", "bob: view 2", "bob: set 2 low Kc 6d")
    if reveal:
        _ask(table, reveal)


def test_a_round_moves_the_chips_of_its_events(journal: Journal) -> None:
    table = KeptTable.open(journal, "one", books.get("mbs-v4"))
    _to_the_reveal(table)
    assert journal.balance("escrow:one") == 35_00
    assert journal.balance("player:ann") == 85_00
    _ask(table, "dealer: settle")
    assert journal.balance("escrow:one") == 0
    assert journal.balance("player:ann") == 95_00  # standoff: high lost, low won; Fortune lost
    assert journal.balance("player:bob") == 119_00
    assert journal.balance("commission:one") == 1_00
    assert journal.balance("house:one") == 5_00 - 20_00


def test_a_table_is_restored_as_it_was(journal: Journal, journal_url: str) -> None:
    table = KeptTable.open(journal, "one", books.get("mbs-v4"), limits={"main": (5_00, 100_00)})
    _to_the_reveal(table)
    with Journal.open(journal_url) as other:
        again = KeptTable(other, "one", books.get("mbs-v4"))
        assert again.table == table.table
        assert kept_tables(other) == {"one": "mbs-v4"}
        with pytest.raises(Refused, match="kept under mbs-v4, not mbs-v3"):
            KeptTable(other, "one", books.get("mbs-v3"))


def test_the_same_key_twice_gives_the_first_answer(journal: Journal) -> None:
    table = KeptTable.open(journal, "one", books.get("mbs-v4"))
    _ask(table, "ann: sit at 1", "dealer: place your bets")
    wager = c.PlaceWager(by=ANN, position=1, wager="main", cents=10_00)
    first = table.ask(wager, key="ann-1")
    version = table.table.version
    again = table.ask(wager, key="ann-1")
    assert (again.events, again.changes) == (first.events, ())
    assert table.table.version == version
    assert journal.balance("player:ann") == 90_00


def test_a_player_cannot_wager_more_than_their_chips(journal: Journal) -> None:
    table = KeptTable.open(journal, "one", books.get("mbs-v4"))
    _ask(table, "ann: sit at 1", "dealer: place your bets")
    before = table.table
    with pytest.raises(NotEnoughChips, match="ann"):
        table.ask(c.PlaceWager(by=ANN, position=1, wager="main", cents=101_00))
    assert table.table == before
    assert journal.version("table:one") == before.version


def test_two_servers_of_one_table(journal: Journal) -> None:
    book = books.get("mbs-v4")
    one, other = KeptTable.open(journal, "one", book), KeptTable.open(journal, "one", book)
    _ask(one, "ann: sit at 1")
    with pytest.raises(OldVersion):
        _ask(other, "bob: sit at 2")
    assert [type(event) for event, _ in other.catch_up()] == [e.PlaceTaken]
    _ask(other, "bob: sit at 2")
    one.catch_up()
    assert one.table == other.table


def test_5_18_1_an_interrupted_round_without_an_outcome(journal: Journal) -> None:
    table = KeptTable.open(journal, "one", books.get("mbs-v4"))
    _to_the_reveal(table, reveal="")
    again = KeptTable(journal, "one", books.get("mbs-v4"))
    events = [event for event, _ in again.after_power_failure()]
    assert isinstance(events[-1], e.WithdrawalOffered)
    assert again.table.offer == "5.18.1"
    _ask(again, "ann: withdraw remaining")
    assert journal.balance("player:ann") == 100_00
    _ask(again, "dealer: reveal", "dealer: settle")
    assert again.table.phase is Phase.BETWEEN_ROUNDS
    assert journal.balance("escrow:one") == 0


def test_5_18_2_an_interrupted_round_with_an_outcome(journal: Journal) -> None:
    table = KeptTable.open(journal, "one", books.get("mbs-v4"))
    _to_the_reveal(table)
    again = KeptTable(journal, "one", books.get("mbs-v4"))
    events = [event for event, _ in again.after_power_failure()]
    assert isinstance(events[-1], e.IrregularityRemedied)
    assert events[-1].clause == "5.18.2"
    assert again.table.offer == ""
    assert KeptTable(journal, "one", books.get("mbs-v4")).table == again.table


def test_nothing_is_reported_between_rounds_or_where_the_book_is_silent(journal: Journal) -> None:
    assert KeptTable.open(journal, "one", books.get("mbs-v4")).after_power_failure() == ()
    silent = KeptTable.open(journal, "two", books.get("mbs-v3"))
    _ask(silent, "dealer: place your bets")
    assert silent.after_power_failure() == ()


def test_5_17_1_a_wrong_setting_found_later_is_corrected(journal: Journal) -> None:
    table = KeptTable.open(journal, "one", books.get("mbs-v4"))
    _to_the_reveal(table, reveal="dealer: reveal low 7c 5c")
    _ask(table, "dealer: settle", "dealer: place your bets")
    paid = journal.balance("player:bob")
    events = _ask(table, "pit supervisor: correct round 1")
    corrected = [event for event in events if isinstance(event, e.SettlementCorrected)]
    assert journal.balance("player:bob") + journal.balance("player:ann") == (
        paid + journal.balance("player:ann") + sum(event.cents for event in corrected if event.player == "bob")
    )
    with pytest.raises(Refused, match="already been corrected"):
        _ask(table, "pit supervisor: correct round 1")
    with pytest.raises(Refused, match="no settled round 7"):
        _ask(table, "pit supervisor: correct round 7")


def test_a_power_failure_is_reported_and_remedied_in_one_append(journal: Journal) -> None:
    table = KeptTable.open(journal, "one", books.get("mbs-v4"))
    _to_the_reveal(table, reveal="")
    table.after_power_failure()
    last = list(journal.read("table:one"))[-3:]
    assert [recorded.kind for recorded in last] == [
        "irregularity reported", "irregularity remedied", "withdrawal offered",
    ]  # fmt: skip
    assert len({recorded.key for recorded in last}) == 1


def test_a_table_on_hold_for_a_power_failure_is_remedied_and_no_other(journal: Journal) -> None:
    table = KeptTable.open(journal, "one", books.get("mbs-v4"))
    _to_the_reveal(table, reveal="")
    _ask(table, "dealer: report power failure")
    again = KeptTable(journal, "one", books.get("mbs-v4"))
    assert [type(event) for event, _ in again.after_power_failure()] == [e.IrregularityRemedied, e.WithdrawalOffered]
    assert again.table == KeptTable(journal, "one", books.get("mbs-v4")).table
    _ask(again, "dealer: report other, a glass fell")
    assert again.after_power_failure() == ()
    assert again.table.hold is not None


def _dealt(table: KeptTable, decks: KeptDecks, *, words: str = "") -> str:
    """A round from the first wager to the deal of the deck that was committed to."""
    if not table.table.seats:
        _ask(table, "ann: sit at 1")
    _ask(table, "dealer: place your bets", "ann: wager 10.00 on main at 1")
    number = table.table.round
    commitment = decks.commit(number)
    if words:
        decks.add_words(number, "ann", words)
    _ask(table, "dealer: no more bets")
    table.ask(c.Deal(by=HOUSE, deck=tuple(CARDS[card].text for card in decks.deck(number))))
    return commitment


def test_decks_are_committed_to_once_and_proved(journal: Journal) -> None:
    book = books.get("mbs-v4")
    table, decks = KeptTable.open(journal, "one", book), KeptDecks(journal, "one", book)
    commitment = _dealt(table, decks, words="lucky")
    assert KeptDecks(journal, "one", book).commit(1) == commitment
    assert sorted(decks.deck(1)) == list(range(53))
    with pytest.raises(Refused, match="round 1 has not ended"):
        decks.reveal(1)
    assert decks.proofs() == ()
    _ask(table, "dealer: end setting", "dealer: reveal", "dealer: settle")
    _dealt(table, decks)
    _ask(table, "dealer: report other, a fire alarm", "gaming shift manager: remedy void")
    computed = decks.proofs()
    proofs = KeptDecks(journal, "one", book).reveal_ended()
    assert decks.reveal_ended() == ()
    assert proofs == computed == decks.proofs() == (decks.reveal(1), decks.reveal(2))
    assert decks.reveal(3) is None
    assert verify_proofs(proofs) == check_against_journal(journal, proofs) == ()
    assert [(proof.ended, proof.reason) for proof in proofs] == [("completed", ""), ("voided", "other (6.1)")]
    assert [proof.cut for proof in proofs] == [(Words("ann", "lucky"),), ()]
    assert len(KeptDecks(journal, "two", books.get("five-card")).commit(1)) == 64


def test_words_come_after_the_commitment_and_before_betting_closes(journal: Journal) -> None:
    book = books.get("mbs-v4")
    table, decks = KeptTable.open(journal, "one", book), KeptDecks(journal, "one", book)
    _ask(table, "ann: sit at 1", "dealer: place your bets", "ann: wager 10.00 on main at 1")
    with pytest.raises(Refused, match="no commitment yet"):
        decks.add_words(1, "ann", "seven")
    decks.commit(1)
    without = decks.deck(1)
    for hidden in ("", " ", "\udcff", "no\nwinner", "lucky\u202e", "seven\u200b", "\u3164", "\U000e0041"):
        with pytest.raises(Refused, match="what you add to the cut has to be one line of visible characters"):
            decks.add_words(1, "ann", hidden)
    decks.add_words(1, "ann", "seven")
    with pytest.raises(Refused, match="already"):
        decks.add_words(1, "ann", "eight")
    KeptDecks(journal, "one", book).add_words(1, "bob", "eight")
    assert decks.words(1) == (Words("ann", "seven"), Words("bob", "eight"))
    assert decks.deck(1) != without
    _ask(table, "dealer: no more bets")
    with pytest.raises(Refused, match="round 1 is closed"):
        decks.add_words(1, "carl", "nine")
    _ask(table, "dealer: report other, a fire alarm", "gaming shift manager: remedy void", "dealer: place your bets")
    _ask(table, "ann: wager 10.00 on main at 1", "dealer: no more bets")
    with pytest.raises(Refused, match="round 2 is closed"):
        decks.commit(2)


def test_proofs_are_checked_against_the_journal(journal: Journal) -> None:
    book = books.get("mbs-v4")
    table, decks = KeptTable.open(journal, "one", book), KeptDecks(journal, "one", book)
    _dealt(table, decks, words="seven")
    _ask(table, "dealer: end setting", "dealer: reveal", "dealer: settle")
    _ask(table, "dealer: place your bets", "ann: wager 10.00 on main at 1")
    decks.commit(2)
    _ask(table, "dealer: no more bets", f"dealer: {DEAL.replace('2: 8c 8d 3h 3s Kc 6d 5h / ', '')}")
    _ask(table, "dealer: end setting", "dealer: reveal", "dealer: settle")
    good, bad = decks.reveal_ended()
    assert check_against_journal(journal, [good]) == ()
    assert check_against_journal(journal, [bad]) == ("table one, round 2: the cards dealt are not those of the deck",)
    forged = Proof.of(commit()[0], table="one", book="mbs-v4", round=1)
    assert verify_proofs([forged]) == ()
    found = check_against_journal(journal, [forged])
    assert [part.split(": ")[1][:31] for part in found] == [
        "the journal has a different com", "the cut is not the words kept b", "the cards dealt are not those o",
    ]  # fmt: skip
    assert "has no such table" in check_against_journal(journal, [replace(good, table="two")])[0]
    assert "has no commitment" in check_against_journal(journal, [replace(good, round=9)])[0]
    assert "kept under mbs-v4, not mbs-v3" in check_against_journal(journal, [replace(good, book="mbs-v3")])[0]
    assert "is completed" in check_against_journal(journal, [replace(good, ended="voided", reason="misdeal")])[0]
    # a commitment that was made too late is found, no matter how it got into the journal
    _ask(table, "dealer: place your bets", "ann: wager 10.00 on main at 1", "dealer: no more bets")
    secret, commitment = commit()
    late = {"round": 3, "commitment": commitment, "seed": secret.seed.hex(), "salt": secret.salt.hex()}
    entry = Entry("deck committed", json.dumps(late).encode())
    journal.append("deck:one", [entry], expected_version=journal.version("deck:one"), key="late")
    table.ask(c.Deal(by=HOUSE, deck=tuple(CARDS[card].text for card in decks.deck(3))))
    _ask(table, "dealer: end setting", "dealer: reveal", "dealer: settle")
    assert check_against_journal(journal, decks.reveal_ended()) == (
        "table one, round 3: the commitment was made after betting had closed",
    )


def test_the_automatic_dealer_acts_with_the_authority_of_a_higher_position(journal: Journal) -> None:
    table = KeptTable.open(journal, "one", books.get("mbs-v4"))
    assert [type(event) for event in table.ask(c.AnnouncePlaceYourBets(by=HOUSE)).events] == [e.BettingOpened]


def test_a_killed_game_loses_nothing_acknowledged(tmp_path: Path) -> None:
    """Kill the process at random moments; everything it acknowledged is there, and the chips add up."""
    code = (ROOT / "tests" / "support" / "many_rounds.py").read_text()
    for wait in (0.1, 0.4):
        process = Forked(code, str(tmp_path / "game.db"))
        first = process.stdout.readline()  # the process has started to play
        time.sleep(wait)
        process.kill()
        lines = [first, *process.communicate()[0].split("\n")[:-1]]
        acknowledged = max(int(line) for line in lines)
        with Journal.open(str(tmp_path / "game.db")) as journal:
            assert journal.version("table:one") >= acknowledged
            assert verify(journal).findings == ()
            assert journal.trial_balance().sum == 0
            table = KeptTable(journal, "one", books.get("five-card")).table
            assert journal.balance("escrow:one") == table.escrow()
