"""What nobody may know of a round in play is sealed in the journal; the round's key is disclosed when it ends."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from houseway import books
from houseway.cards.card import CARDS
from houseway.errors import BadJournal, BadSeal, KeyReused
from houseway.journal.sealing import GIVEN, GIVEN_FILE, new_key
from houseway.journal.shuffle import verify_proofs
from houseway.journal.significant import events
from houseway.journal.store import Entry, Journal, Recorded
from houseway.journal.verify import verify
from houseway.kept.decks import KeptDecks, check_against_journal
from houseway.kept.histories import from_journal
from houseway.kept.seals import Seals, find_seal
from houseway.kept.tables import HOUSE, KeptTable, buy_chips
from houseway.rulebook.procedure import Fault, Phase, Role
from houseway.table import commands as c
from houseway.table import events as e
from houseway.table.record import decode
from houseway.table.transcript import Session, read_command
from houseway.web.floor.dealer_moves import Pace
from houseway.web.floor.house import OpenHouse
from houseway.web.floor.opening import Opening
from support.command import Run, one_sentence
from support.tampering import tamper

BOOK = books.get("mbs-v4")
ANN = c.Actor("ann", Role.PLAYER)
DEALER_BY = c.Actor("Dan", Role.DEALER)
DEALERS = "Kd 9c 8h 6s 4d 3c 2h"
WAGER = ("dealer: place your bets", "ann: wager 10.00 on main at 1")


@pytest.fixture
def db(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where the journal of a test is."""
    monkeypatch.delenv(GIVEN, raising=False)
    return tmp_path / "journal.db"


@pytest.fixture
def journal(db: Path) -> Iterator[Journal]:
    with Journal.open(str(db)) as opened:
        buy_chips(opened, "ann", 100_00)
        _ask(KeptTable.open(opened, "mbs-v4", BOOK), "ann: sit at 1")
        yield opened
        assert verify(opened).whole
        assert opened.trial_balance().sum == 0


def _ask(table: KeptTable, *lines: str) -> None:
    for line in lines:
        table.ask(read_command(Session(table.book, table.table), line, 0))


def _bet(journal: Journal) -> tuple[KeptTable, KeptDecks]:
    """A round with a wager, and the house committed to its deck."""
    table, decks = KeptTable(journal, "mbs-v4", BOOK), KeptDecks(journal, "mbs-v4", BOOK)
    _ask(table, WAGER[0])
    decks.commit(table.table.round)
    _ask(table, *WAGER[1:])
    return table, decks


def _deal(table: KeptTable, decks: KeptDecks) -> None:
    """Deal the deck and set ann's hand, with the keys that requests from pages have."""
    _ask(table, "dealer: no more bets")
    cards = tuple(CARDS[card].text for card in decks.deck(table.table.round))
    table.ask(c.Deal(by=HOUSE, deck=cards), key=f"deal {table.table.round}")
    _ask(table, "ann: view 1")
    hand = table.table.hands[1].cards
    low = tuple(card.text for card in BOOK.set(hand).low)
    table.ask(c.SetHand(by=ANN, position=1, low=low), key=f"set {table.table.round}")


def _end(table: KeptTable, decks: KeptDecks) -> None:
    _ask(table, "dealer: reveal", "dealer: settle")
    decks.reveal_ended()


def _play(journal: Journal) -> None:
    table, decks = _bet(journal)
    _deal(table, decks)
    _end(table, decks)


def _bytes_of(db: Path) -> bytes:
    return b"".join(
        path.read_bytes() for path in db.parent.glob("journal.db*") if path.suffix not in (".key", ".sealing")
    )


def test_the_journal_of_a_round_in_play_holds_no_seed_and_no_hidden_card(journal: Journal, db: Path) -> None:
    table, decks = _bet(journal)
    secret = decks._record.secret(decks._round(1))
    assert secret is not None
    _deal(table, decks)
    kept = _bytes_of(db)
    assert b"hand dealt" in kept
    for hidden in (secret.seed, secret.salt, secret.seed.hex().encode(), secret.salt.hex().encode()):
        assert hidden not in kept
    bodies = b"\n".join(each.body for each in journal.read_all())  # in the file they are packed
    assert b'"type":"hand dealt"' in bodies
    assert not re.search(rb'"(?:[2-9TJQKA][cdhs]|Jk)"', kept + bodies)
    for hidden in (secret.seed.hex().encode(), secret.salt.hex().encode()):
        assert hidden not in bodies
    sealed = {(each.stream, each.kind): seal.fields for each in journal.read_all() if (seal := find_seal(each))}
    assert sealed == {
        ("deck:mbs-v4", "deck committed"): ("salt", "seed"),
        ("asked:mbs-v4", "deal"): ("deck",),
        ("table:mbs-v4", "hand dealt"): ("cards",),
        ("asked:mbs-v4", "set"): ("low",),
        ("table:mbs-v4", "hand set"): ("house_way", "low", "wrong"),
    }
    _end(table, decks)


def test_cards_keyed_in_again_are_sealed_old_and_new_until_the_round_ends(journal: Journal, db: Path) -> None:
    table = KeptTable(journal, "mbs-v4", BOOK)
    _ask(table, *WAGER, "dealer: no more bets")
    first, right, dealers = (tuple(hand.split()) for hand in ("Ah Ad Qs Jc 7d 5s 2c", "Ah Ad Qs Jc 7d 5s 2d", DEALERS))
    table.ask(c.KeyIn(by=DEALER_BY, hands={1: first, 0: dealers}), key="key in")
    table.ask(c.KeyAgain(by=DEALER_BY, hands={1: right}), key="key again")
    assert not re.search(rb'"(?:[2-9TJQKA][cdhs]|Jk)"', _bytes_of(db))
    sealed = {(each.stream, each.kind): seal.fields for each in journal.read_all() if (seal := find_seal(each))}
    assert sealed["table:mbs-v4", "cards keyed again"] == ("cards", "was")
    assert sealed["asked:mbs-v4", "key again"] == ("hands",)
    again = KeptTable(journal, "mbs-v4", BOOK)
    assert again.table.hands[1].cards == right
    _ask(again, "ann: view 1", "dealer: end setting", "dealer: reveal", "dealer: settle")
    without_key = Seals(journal, "mbs-v4")
    (event,) = (
        decode(without_key.opened(each, disclosed_only=True))
        for each in journal.read("table:mbs-v4")
        if each.kind == "cards keyed again"
    )
    assert event == e.CardsKeyedAgain(position=1, number=7, cards=right, was=first, by="Dan", clause="3.10")


def test_what_is_sealed_has_the_same_size_whatever_the_cards(journal: Journal) -> None:
    seals = Seals(journal, "mbs-v4")
    dealt = [("Ac", "Kd", "Qh", "Js", "9c", "4d", "2h"), ("Ac", "Kd", "Qh", "Js", "9c", "4d", "Jk"), ()]
    set_by = ["", "A hand with a long name, set by a clause with a long name"]
    for bodies in (
        [json.dumps({"cards": cards, "position": 1}) for cards in dealt[:2]],
        [json.dumps({"low": ["Ac", "Kd"], "house_way": clause}) for clause in set_by],
    ):
        hidden = ("cards", "low", "house_way")
        sizes = {len(seals.sealed(body.encode(), hidden, stream="s", kind="k", round=1)) for body in bodies}
        assert len(sizes) == 1


def test_after_a_restart_the_round_goes_on(journal: Journal, db: Path) -> None:
    table, decks = _bet(journal)
    deck = decks.deck(1)
    _deal(table, decks)
    with Journal.open(str(db)) as again:
        other, its_decks = KeptTable(again, "mbs-v4", BOOK), KeptDecks(again, "mbs-v4", BOOK)
        assert other.table == table.table
        assert its_decks.deck(1) == deck
        _end(other, its_decks)
        assert not verify_proofs(its_decks.proofs())
        assert not check_against_journal(again, its_decks.proofs())


def test_a_request_sent_again_gets_its_first_answer_though_it_is_sealed(journal: Journal) -> None:
    table, decks = _bet(journal)
    _deal(table, decks)
    low = table.table.hands[1].low
    again = c.SetHand(by=ANN, position=1, low=low)
    (first,) = table.ask(again, key="set 1").events
    assert isinstance(first, e.HandSet)
    assert first.low == low
    with pytest.raises(KeyReused):
        table.ask(c.SetHand(by=ANN, position=1, low=tuple(reversed(low))), key="set 1")
    _end(table, decks)


def test_once_a_round_has_ended_the_journal_alone_is_enough(journal: Journal, db: Path, houseway: Run) -> None:
    _play(journal)
    table, decks = _bet(journal)
    _deal(table, decks)
    key = db.with_name("journal.db.sealing")
    secret = key.read_text()
    before = json.dumps([each.events for each in from_journal(journal, "mbs-v4", BOOK).steps], default=repr)
    key.unlink()
    with Journal.open(str(db), read_only=True) as alone:
        assert json.dumps([each.events for each in from_journal(alone, "mbs-v4", BOOK).steps], default=repr) == before
        proofs = KeptDecks(alone, "mbs-v4", BOOK).proofs()
        assert [proof.round for proof in proofs] == [1]
        assert not check_against_journal(alone, proofs)
        with pytest.raises(BadSeal, match=r"^round 2 at table mbs-v4 is sealed, and the key .* is not here"):
            KeptTable(alone, "mbs-v4", BOOK)
    done = houseway("replay", "mbs-v4/1", "--db", str(db))
    assert "round 1 is settled" in done.stdout, done
    one_sentence(houseway("replay", "mbs-v4/2", "--db", str(db)), "still in play")
    assert not key.exists()
    key.write_text(secret)
    key.chmod(0o600)
    _end(table, decks)


def test_a_round_key_opens_its_own_round_and_no_other(journal: Journal, monkeypatch: pytest.MonkeyPatch) -> None:
    _play(journal)
    table, decks = _bet(journal)
    _deal(table, decks)
    (disclosed,) = journal.read("seals:mbs-v4")
    key = bytes.fromhex(json.loads(disclosed.body)["key"])
    seals = Seals(journal, "mbs-v4")
    with monkeypatch.context() as patch:
        patch.setattr(Seals, "_own_key", lambda _self, _round: key)
        wrong = [recorded for recorded in journal.read("table:mbs-v4") if seals.needs_key(recorded)]
    assert {seal.round for recorded in wrong if (seal := find_seal(recorded))} == {2}
    _end(table, decks)


def test_an_export_shows_what_was_sealed_once_the_round_has_ended(journal: Journal, db: Path, houseway: Run) -> None:
    _play(journal)
    table, decks = _bet(journal)
    _deal(table, decks)
    lines = [json.loads(line) for line in houseway("audit", "export", "--db", str(db)).stdout.splitlines()]
    kept = {recorded.number: recorded for recorded in journal.read_all()}
    assert all(line["body"].encode() == kept[line["number"]].body for line in lines)
    ended = [json.loads(line["opened"]) for line in lines if line["kind"] == "hand dealt" and "opened" in line]
    assert [len(each["cards"]) for each in ended] == [7, 7]
    assert {(line["kind"], *line["withheld"]) for line in lines if "withheld" in line} == {
        ("deck committed", "salt", "seed"),
        ("deal", "deck"),
        ("hand dealt", "cards"),
        ("set", "low"),
        ("hand set", "house_way", "low", "wrong"),
    }
    assert not any("opened" in line for line in lines if "withheld" in line)
    _end(table, decks)
    assert '"withheld"' not in houseway("audit", "export", "--db", str(db)).stdout


def test_notes_about_a_round_in_play_are_sealed_with_it(journal: Journal) -> None:
    table, decks = _bet(journal)
    table.ask(c.Report(by=HOUSE, fault=Fault.OTHER, note="the Joker lies at 3"), key="report")
    assert not any(b"Joker" in recorded.body for recorded in journal.read_all())
    assert find_seal(journal.find("asked 'mbs-v4' report")[0]) is not None
    assert any(b"Joker" in table.seals.opened(recorded) for recorded in journal.read("table:mbs-v4"))
    _ask(table, "gaming shift manager: remedy void")
    decks.reveal_ended()
    table.ask(c.Report(by=HOUSE, fault=Fault.OTHER, note="a quiet evening"))
    assert any(b"a quiet evening" in recorded.body for recorded in journal.read("table:mbs-v4"))


@pytest.mark.parametrize("change", ["moved", "relabelled", "damaged", "not a box"])
def test_a_seal_that_was_moved_or_damaged_is_not_opened(journal: Journal, change: str) -> None:
    table, decks = _bet(journal)
    _deal(table, decks)
    dealt = next(each for each in journal.read("table:mbs-v4") if each.kind == "hand dealt")
    said = json.loads(dealt.body)
    seals = Seals(journal, "mbs-v4")
    stream = "table:other" if change == "moved" else dealt.stream
    kind = "hand set" if change == "relabelled" else dealt.kind
    if change == "damaged":
        said["sealed"]["box"] = said["sealed"]["box"][:-8] + "AAAAAAAA"
    if change == "not a box":
        said["sealed"] = {"box": 7}
    body = json.dumps(said, separators=(",", ":")).encode()
    forged = Recorded(**{**vars(dealt), "stream": stream, "kind": kind, "body": body})
    with pytest.raises((BadSeal, BadJournal)):
        seals.opened(forged)
    _end(table, decks)


def test_a_damaged_round_key_is_named(journal: Journal) -> None:
    table, decks = _bet(journal)
    _deal(table, decks)
    named = "seals:mbs-v4 1 round key disclosed"
    journal.append("seals:mbs-v4", [Entry("round key disclosed", b"{}")], expected_version=0, key=named)
    with pytest.raises(BadJournal, match="version 1 of seals:mbs-v4 is damaged"):
        KeptTable(journal, "mbs-v4", BOOK)


@pytest.mark.parametrize("by", ["value", "file"])
def test_an_operator_may_give_the_key(db: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, by: str) -> None:
    given = tmp_path / "elsewhere.key"
    given.write_text(new_key().hex())
    given.chmod(0o600)
    monkeypatch.setenv(*((GIVEN, given.read_text()) if by == "value" else (GIVEN_FILE, str(given))))
    with Journal.open(str(db)) as journal:
        buy_chips(journal, "ann", 100_00)
        _ask(KeptTable.open(journal, "mbs-v4", BOOK), "ann: sit at 1")
        table, decks = _bet(journal)
        _deal(table, decks)
        assert not db.with_name("journal.db.sealing").exists()
        monkeypatch.setenv(*((GIVEN, new_key().hex()) if by == "value" else (GIVEN_FILE, str(tmp_path / "none"))))
        with pytest.raises(BadSeal, match="is not here"):
            KeptTable(journal, "mbs-v4", BOOK)
        monkeypatch.setenv(GIVEN, "hello")
        with pytest.raises(BadSeal, match=rf"^\${GIVEN} is not a sealing key: give 64 hexadecimal digits$"):
            journal.sealing_key()


@pytest.mark.parametrize("dealt", [False, True])
def test_without_its_key_a_round_in_play_is_refused_and_voided_on_request(
    journal: Journal, db: Path, houseway: Run, dealt: bool
) -> None:
    _play(journal)
    table, decks = _bet(journal)
    if dealt:
        _deal(table, decks)
    db.with_name("journal.db.sealing").unlink()
    chips = journal.balance("player:ann")
    openings = [Opening(name="mbs-v4", book="mbs-v4")]
    house = OpenHouse(journal, pace=Pace())
    with pytest.raises(BadSeal, match=r"put it back at .*journal.db.sealing, or start with --void-sealed-rounds"):
        house.open_tables(openings)
    house.close()
    house = OpenHouse(journal, pace=Pace(), void_sealed_rounds=True)
    house.open_tables(openings)
    live = house.tables["mbs-v4"].table
    house.close()
    assert (live.phase, live.round, live.settled) == (Phase.BETWEEN_ROUNDS, 2, False)
    assert (journal.balance("player:ann"), journal.balance("escrow:mbs-v4")) == (chips + 10_00, 0)
    (noted,) = events(journal, kind="sealed round voided")
    assert (noted.what, noted.why) == ("round 2 at mbs-v4", "the sealing key is lost: the cards cannot be read")
    said = houseway("replay", "mbs-v4/2", "--db", str(db)).stdout
    assert "round 2 is void" in said.lower(), said
    assert "6.1" in said
    _play(journal)
    proofs = KeptDecks(journal, "mbs-v4", BOOK).proofs()
    assert [proof.round for proof in proofs] == [1, 3]
    assert not check_against_journal(journal, proofs)
    assert verify_proofs(proofs) == ("table mbs-v4, round 3: follows round 1",)


@pytest.mark.parametrize(
    ("name", "bank"),
    [("five-card", ()), ("trump-plaza", ("dealer: offer the bank", "bob: take the bank at 1 with 50.00"))],
)
def test_without_its_key_a_round_of_a_book_without_a_clause_for_it_is_voided_too(
    tmp_path: Path, name: str, bank: tuple[str, ...]
) -> None:
    book = books.get(name)
    with Journal.open(str(tmp_path / "journal.db")) as journal:
        for player in ("ann", "bob"):
            buy_chips(journal, player, 100_00)
        table = KeptTable.open(journal, name, book)
        decks = KeptDecks(journal, name, book)
        _ask(table, "bob: sit at 1", "ann: sit at 2", *bank, "dealer: place your bets")
        decks.commit(1)
        _ask(table, f"ann: wager 10.00 on {book.main.key} at 2")
        (tmp_path / "journal.db.sealing").unlink()
        house = OpenHouse(journal, pace=Pace(), void_sealed_rounds=True)
        house.open_tables([Opening(name=name, book=name)])
        assert house.tables[name].table.bank is None
        house.close()
        assert journal.balance("player:ann") == journal.balance("player:bob") == 100_00
        assert verify(journal).whole


def test_rounds_that_were_kept_in_the_open_are_read_as_they_are(
    journal: Journal, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A round that began under a release that sealed nothing goes on, sealed from now on."""
    with monkeypatch.context() as patch:
        patch.setattr(Seals, "sealed", lambda _self, body, _hidden, **_: body)
        table, decks = _bet(journal)
    _deal(table, decks)
    _end(table, decks)
    assert not check_against_journal(journal, KeptDecks(journal, "mbs-v4", BOOK).proofs())


def test_a_round_that_was_tampered_with_is_found_without_any_key(journal: Journal, db: Path) -> None:
    _play(journal)
    db.with_name("journal.db.sealing").unlink()
    assert verify(journal).whole
    number = next(recorded.number for recorded in journal.read_all() if find_seal(recorded))
    old = next(recorded.body for recorded in journal.read_all() if recorded.number == number)
    changed = old.replace(b"box", b"bux")
    tamper(str(db), f"UPDATE journal_rows SET body = X'{changed.hex()}' WHERE number = {number}")
    assert any(f"entry {number} " in finding for finding in verify(journal).findings)
    tamper(str(db), f"UPDATE journal_rows SET body = X'{old.hex()}' WHERE number = {number}")
