"""Requests to kept tables, on both stores: keys, damage, debts, and what stays hidden during a round."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from houseway import books
from houseway.errors import BadEntry, BadJournal, KeyReused, Refused
from houseway.journal.store import Journal, Recorded
from houseway.journal.verify import verify
from houseway.kept.decks import KeptDecks
from houseway.kept.seals import Seals
from houseway.kept.tables import HOUSE, KeptTable, buy_chips
from houseway.kept.withheld import UNTIL_THE_END
from houseway.rulebook.procedure import Role
from houseway.table import commands as c
from houseway.table import events as e
from houseway.table.transcript import Session, read_command
from support.command import Run, one_sentence
from support.tampering import tamper
from support.two_people import approved_at, ask

ANN, BOB = c.Actor("ann", Role.PLAYER), c.Actor("bob", Role.PLAYER)
BOOK = books.get("mbs-v4")
DEAL = "dealer: key in 1: Ac Kd Qh Js 9c 4d 2h / 2: 8c 8d 3h 3s Kc 6d 5h / dealer: 7c 7d Th 9s 5c 4h 2s"
TO_THE_DEAL = (
    "ann: sit at 1", "bob: sit at 2", "dealer: place your bets",
    "ann: wager 10.00 on main at 1", "bob: wager 20.00 on main at 2", "dealer: no more bets",
)  # fmt: skip
SETTING = ("ann: view 1", "ann: set 1 low Kd Qh", "bob: view 2", "bob: set 2 low Kc 6d")


@pytest.fixture
def journal(journal_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Journal]:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / ".local" / "share"))
    with Journal.open(journal_url) as opened:
        for player in ("ann", "bob"):
            buy_chips(opened, player, 100_00)
        yield opened
        assert opened.trial_balance().sum == 0


def _ask(table: KeptTable, *lines: str) -> None:
    for line in lines:
        ask(table, read_command(Session(table.book, table.table), line, 0))


def test_a_key_identifies_one_request_at_one_table(journal: Journal) -> None:
    one, other = KeptTable.open(journal, "one", BOOK), KeptTable.open(journal, "one b", BOOK)
    sit = c.Sit(by=ANN, position=1)
    first = one.ask(sit, key="b k").events
    assert one.ask(sit, key="b k").events == first
    elsewhere = other.ask(c.Sit(by=ANN, position=2), key="k").events  # the same text once joined
    assert elsewhere == (e.PlaceTaken(position=2, player="ann", clause="Appendix B"),)
    assert other.ask(c.Sit(by=ANN, position=2), key="k").events == elsewhere
    for command in (c.Sit(by=ANN, position=2), c.Sit(by=BOB, position=1), c.Leave(by=ANN, position=1)):
        with pytest.raises(KeyReused, match=r"^this was already sent with other details"):
            one.ask(command, key="b k")
    assert journal.streams() == {
        "asked:one": 1, "asked:one b": 1, "cage:ann": 1, "cage:bob": 1, "events": 2, "table:one": 2, "table:one b": 2,
    }  # fmt: skip
    (asked,) = journal.read("asked:one")
    assert (asked.kind, asked.body) == ("sit", b'{"by":{"name":"ann","role":0},"position":1,"type":"sit"}')


def test_a_request_without_a_key_is_kept_by_its_events_alone(journal: Journal) -> None:
    _ask(KeptTable.open(journal, "one", BOOK), "ann: sit at 1")
    assert "asked:one" not in journal.streams()


def test_a_repeated_request_updates_the_table(journal: Journal) -> None:
    """The first answer was lost with its process, and others have played on since."""
    one = KeptTable.open(journal, "one", BOOK)
    late = KeptTable(journal, "one", BOOK)
    sit = c.Sit(by=ANN, position=1)
    first = one.ask(sit, key="k").events
    _ask(one, "bob: sit at 2", "dealer: place your bets")
    again = late.ask(sit, key="k")
    assert again.events == first
    assert len(again.changes) == 3
    assert late.table == one.table
    late.ask(c.PlaceWager(by=ANN, position=1, wager="main", cents=10_00), key="k2")
    assert journal.balance("escrow:one") == 10_00


def test_the_same_request_through_two_servers_of_a_table(journal: Journal, monkeypatch: pytest.MonkeyPatch) -> None:
    """Both look for the key before either has written it."""
    one = KeptTable.open(journal, "one", BOOK)
    for number, before in enumerate([(), ("bob: sit at 2",)]):
        late = KeptTable(journal, "one", BOOK)
        sit = c.Sit(by=c.Actor(f"p{number}", Role.PLAYER), position=3 + number)
        _ask(one, *before)
        first = one.ask(sit, key=f"k{number}").events
        with monkeypatch.context() as patched:
            patched.setattr(journal, "find", _blind_once(journal))
            assert late.ask(sit, key=f"k{number}").events == first
        assert late.table == one.table
    assert journal.version("asked:one") == 2


def _blind_once(journal: Journal) -> Callable[[str], tuple[Recorded, ...]]:
    asked: list[str] = []
    find = journal.find

    def found(key: str) -> tuple[Recorded, ...]:
        asked.append(key)
        return find(key) if len(asked) > 1 else ()

    return found


def test_a_request_that_was_refused_leaves_its_key_free(journal: Journal) -> None:
    table = KeptTable.open(journal, "one", BOOK)
    wager = c.PlaceWager(by=ANN, position=1, wager="main", cents=10_00)
    with pytest.raises(Refused, match="betting is not open yet"):
        table.ask(wager, key="k")
    _ask(table, "ann: sit at 1", "dealer: place your bets")
    table.ask(wager, key="k")
    assert journal.balance("player:ann") == 90_00


@pytest.mark.parametrize("key", ["a\x00b", "\ud800", "x" * 200])
def test_a_bad_key_is_refused(journal: Journal, key: str) -> None:
    table = KeptTable.open(journal, "one", BOOK)
    with pytest.raises(BadEntry, match="cannot name a key"):
        table.ask(c.Sit(by=ANN, position=1), key=key)
    assert journal.version("table:one") == 1


def _to_a_wrong_settlement(table: KeptTable) -> None:
    """Round 1 paid ann too much and bob too little; betting is open again."""
    _ask(table, *TO_THE_DEAL[:-1], "bob: sit at 3", "bob: wager 10.00 on main at 3", "dealer: no more bets")
    _ask(table, DEAL.replace("/ dealer", "/ 3: Ad Ah Kh Ks Qc 6s 4c / dealer"), "ann: view 1", "ann: set 1 low Kd Qh")
    _ask(table, "bob: view 3", "bob: set 3 low Kh Ks", "dealer: house way 2 low 6d 5h")
    _ask(table, "dealer: reveal low 7c 5c", "dealer: settle", "dealer: place your bets")


def test_5_17_1_a_player_owes_what_they_cannot_pay_back(journal: Journal, journal_url: str, houseway: Run) -> None:
    table = KeptTable.open(journal, "one", BOOK)
    _to_a_wrong_settlement(table)
    assert (journal.balance("player:ann"), journal.balance("player:bob")) == (109_50, 109_50)
    _ask(table, "ann: wager 109.00 on main at 1")
    correct = c.Correct(by=c.Actor("pit supervisor", Role.PIT_SUPERVISOR), round=1)
    events = ask(table, correct, key="c").events
    assert [(event.player, event.cents) for event in events if isinstance(event, e.SettlementCorrected)] == [
        ("ann", -9_50),
        ("bob", 19_00),
    ]
    assert journal.balances() == {
        "cage": -200_00, "commission:one": 1_50, "escrow:one": 109_00, "house:one": -30_00,
        "owed:ann": -9_00, "player:ann": 0, "player:bob": 128_50,
    }  # fmt: skip
    assert table.ask(correct, key="c").events == events
    assert verify(journal).findings == ()
    assert KeptTable(journal, "one", BOOK).table == table.table
    done = houseway("audit", "balance", "--db", journal_url)
    assert done.returncode == 0
    assert ["owed:ann", "-9.00"] in [line.split() for line in done.stdout.splitlines()]
    assert "ann owes 9.00 of a correction" in done.stdout


def test_5_17_1_a_player_who_can_pay_owes_nothing(journal: Journal) -> None:
    table = KeptTable.open(journal, "one", BOOK)
    _to_a_wrong_settlement(table)
    _ask(table, "ann: wager 100.00 on main at 1", "pit supervisor: correct round 1")
    assert journal.balance("player:ann") == 0
    assert "owed:ann" not in journal.balances()


def test_5_17_1_chips_spent_elsewhere_at_that_moment(journal: Journal, monkeypatch: pytest.MonkeyPatch) -> None:
    table, other = KeptTable.open(journal, "one", BOOK), KeptTable.open(journal, "two", BOOK)
    _to_a_wrong_settlement(table)
    _ask(other, "ann: sit at 1", "dealer: place your bets")
    version = journal.version

    def spend(stream: str) -> int:
        monkeypatch.undo()
        _ask(other, "ann: wager 109.00 on main at 1")
        return version(stream)

    approval = approved_at(table, c.Correct(by=HOUSE, round=1))
    monkeypatch.setattr(journal, "version", spend)  # called after the chips are counted and before anything is written
    correct = c.Correct(by=c.Actor("pit supervisor", Role.PIT_SUPERVISOR), round=1)
    table.ask(correct, key="c", approval=approval)
    assert (journal.balance("player:ann"), journal.balance("owed:ann")) == (0, -9_00)


@pytest.mark.parametrize(
    ("body", "why"),
    [
        ("not json", "JSON is malformed"),
        ("{}", "missing required field"),
        ('{"type":"place lost"}', "place lost"),
        ('{"type":"place taken","position":"first","player":"ann"}', "Expected `int`, got `str`"),
        ('{"type":"hand set","position":5,"low":[]}', "'hand set' cannot follow what is kept before it"),
    ],
)
def test_a_damaged_body_is_one_sentence(journal: Journal, journal_url: str, houseway: Run, body: str, why: str) -> None:
    table = KeptTable.open(journal, "mbs-v4-ann", BOOK, positions=1)
    _ask(table, "ann: sit at 1", "dealer: place your bets")
    blob = "BYTEA" if "postgresql" in journal_url else "BLOB"
    tamper(journal_url, f"UPDATE journal_rows SET body = CAST('{body}' AS {blob}) WHERE kind = 'place taken'")
    with pytest.raises(BadJournal, match=r"^version 2 of table:mbs-v4-ann is damaged: "):
        KeptTable(journal, "mbs-v4-ann", BOOK)
    for words in (("replay", "mbs-v4-ann/1"), ("play", "mbs-v4", "--name", "ann")):
        one_sentence(houseway(*words, "--db", journal_url), "version 2 of table:mbs-v4-ann is damaged", why)


def test_a_damaged_first_entry_is_one_sentence(journal: Journal, journal_url: str, houseway: Run) -> None:
    KeptTable.open(journal, "one", BOOK)
    raw = "'\\xff22'" if "postgresql" in journal_url else "X'FF22'"
    tamper(journal_url, f"UPDATE journal_rows SET body = {raw} WHERE kind = 'table opened'")
    one_sentence(houseway("replay", "one/1", "--db", journal_url), "version 1 of table:one is damaged")


def _exported(houseway: Run, url: str, *words: str) -> list[dict[str, Any]]:
    done = houseway("audit", "export", "--db", url, *words)
    assert done.returncode == 0, done
    return [json.loads(line) for line in done.stdout.splitlines()]


def test_a_round_in_play_is_not_replayed(journal: Journal, journal_url: str, houseway: Run) -> None:
    table = KeptTable.open(journal, "one", BOOK)
    _ask(table, *TO_THE_DEAL)
    _ask(table, DEAL)
    for words in ((), ("--json",)):
        done = houseway("replay", "one/1", "--db", journal_url, *words)
        one_sentence(done, "houseway: round 1 of table one is still in play")
        assert done.stdout == ""
    one_sentence(houseway("replay", "one/2", "--db", journal_url), "table one has no round 2")
    _ask(table, *SETTING, "dealer: reveal", "dealer: settle")
    assert "round 1 is settled" in houseway("replay", "one/1", "--db", journal_url).stdout
    _ask(table, "dealer: place your bets")
    assert "round 1 is settled" in houseway("replay", "one/1", "--db", journal_url).stdout
    one_sentence(houseway("replay", "one/2", "--db", journal_url), "round 2 of table one is still in play")


def _play_out(table: KeptTable) -> None:
    _ask(table, *TO_THE_DEAL[3:])
    _ask(table, DEAL, *SETTING, "dealer: reveal", "dealer: settle")


@pytest.fixture
def unsealed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Keep everything in the open, as releases before 0.3 did."""
    monkeypatch.setattr(Seals, "sealed", lambda _self, body, _hidden, **_: body)


@pytest.mark.usefixtures("unsealed")
def test_the_seed_of_an_open_deck_is_withheld_until_it_is_revealed(
    journal: Journal, journal_url: str, houseway: Run
) -> None:
    table = KeptTable.open(journal, "one", BOOK)
    decks = KeptDecks(journal, "one", BOOK)
    _ask(table, *TO_THE_DEAL[:3])
    for number in (1, 2):
        decks.commit(number)
    _play_out(table)
    decks.reveal(1)
    _ask(table, "dealer: place your bets")
    kept = {recorded.number: recorded for recorded in journal.read_all()}
    secret = json.loads(next(r.body for r in kept.values() if r.key == "deck:one 2 committed"))
    exported = houseway("audit", "export", "--db", journal_url).stdout
    assert secret["seed"] not in exported
    assert secret["salt"] not in exported
    lines = _exported(houseway, journal_url)
    assert [line["hash"] for line in lines] == [kept[line["number"]].hash.hex() for line in lines]
    (line,) = (line for line in lines if "withheld" in line)
    assert (line["key"], line["withheld"]) == ("deck:one 2 committed", ["salt", "seed"])
    hidden = {"salt": UNTIL_THE_END, "seed": UNTIL_THE_END}
    assert json.loads(line["body"]) == secret | hidden
    assert line in _exported(houseway, journal_url, "--stream", "deck:one")
    assert all(each["body"].encode() == kept[each["number"]].body for each in lines if each is not line)
    _play_out(table)
    assert secret["seed"] not in houseway("audit", "export", "--db", journal_url).stdout
    decks.reveal(2)
    assert not any("withheld" in line for line in _exported(houseway, journal_url))


def test_a_deck_that_cannot_be_read_is_withheld_whole(journal: Journal, journal_url: str, houseway: Run) -> None:
    KeptDecks(journal, "one", BOOK).commit(1)
    blob = "BYTEA" if "postgresql" in journal_url else "BLOB"
    damaged = '{"seed":"5eed'
    tamper(journal_url, f"UPDATE journal_rows SET body = CAST('{damaged}' AS {blob}) WHERE kind = 'deck committed'")
    (line,) = _exported(houseway, journal_url, "--stream", "deck:one")
    assert line["body"] == UNTIL_THE_END
    with pytest.raises(BadJournal, match="version 1 of deck:one is damaged"):
        KeptDecks(journal, "one", BOOK).deck(1)


@pytest.mark.usefixtures("unsealed")
def test_open_cards_are_withheld_during_a_round(journal: Journal, journal_url: str, houseway: Run) -> None:
    table = KeptTable.open(journal, "one", BOOK)
    _ask(table, *TO_THE_DEAL)
    for key, line in enumerate((DEAL.replace("key in", "deal"), *SETTING)):
        table.ask(read_command(Session(table.book, table.table), line, 0), key=f"{key}")
    exported = _exported(houseway, journal_url)
    for card in ("Kd", "8c", "Th", "Jk"):
        assert not any(f'"{card}"' in line["body"] for line in exported)
    withheld = {(line["stream"], line["kind"]): line["withheld"] for line in exported if "withheld" in line}
    assert withheld == {
        ("asked:one", "deal"): ["deck"],
        ("asked:one", "set"): ["low"],
        ("table:one", "hand dealt"): ["cards"],
        ("table:one", "hand set"): ["low"],
    }
    _ask(table, "dealer: reveal", "dealer: settle")
    assert not any("withheld" in line for line in _exported(houseway, journal_url))
    _ask(table, "dealer: place your bets")
    assert not any("withheld" in line for line in _exported(houseway, journal_url))
