"""The journal on both stores: appending, versions, keys, the ledger, and reading back."""

from __future__ import annotations

import contextlib
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from houseway.errors import BadEntry, HousewayError, JournalFailed, KeyReused, NotEnoughChips, OldVersion
from houseway.journal import queries
from houseway.journal.entry import unmoved
from houseway.journal.store import Append, Entry, Journal, Posting
from houseway.journal.verify import verify
from houseway.money import MOST_CENTS

pytestmark = pytest.mark.both_stores

SAID = Entry("said", b'{"words":"place your bets"}')


def buy_in(player: str, cents: int) -> Entry:
    return Entry("bought", b"{}", (Posting("cage", -cents), Posting(f"player:{player}", cents)))


def moved(cents: int, *, out_of: str, into: str, kind: str = "moved") -> Entry:
    return Entry(kind, b"{}", (Posting(out_of, -cents), Posting(into, cents)))


@pytest.fixture
def journal(journal_url: str) -> Iterator[Journal]:
    with Journal.open(journal_url) as opened:
        yield opened
        assert verify(opened).findings == ()


def test_a_new_journal_is_empty(journal: Journal) -> None:
    assert journal.streams() == {}
    assert journal.version("t1") == 0
    assert list(journal.read("t1")) == list(journal.read_all()) == []
    assert journal.balances() == {}
    assert journal.balance("player:ann") == 0
    assert journal.head().entries == 0


def test_what_was_appended_is_read_back(journal: Journal, journal_url: str) -> None:
    body = bytes(range(256))
    first = journal.append("t1", [SAID, Entry("raw", body)], expected_version=0, key="a")
    second = journal.append("t2", [buy_in("ann", 500)], expected_version=0, key="b")
    third = journal.append("t1", [SAID], expected_version=2, key="c")
    assert [(done.version, done.first, done.last, done.repeated) for done in (first, second, third)] == [
        (2, 1, 2, False),
        (1, 3, 3, False),
        (3, 4, 4, False),
    ]
    with Journal.open(journal_url) as again:
        assert [(entry.number, entry.version, entry.kind, entry.body) for entry in again.read("t1")] == [
            (1, 1, "said", SAID.body),
            (2, 2, "raw", body),
            (4, 3, "said", SAID.body),
        ]
        assert [entry.number for entry in again.read("t1", after=2)] == [4]
        assert [entry.stream for entry in again.read_all(after=1)] == ["t1", "t2", "t1"]
        assert next(again.read("t2")).entry == buy_in("ann", 500)
        assert again.streams() == {"t1": 3, "t2": 1}
        assert [entry.number for entry in again.find("a")] == [1, 2]
        assert again.find("nothing") == ()
        assert list(again.read_all())[-1].hash.hex() == third.hash == again.head().hash


def test_a_long_stream_is_read_in_pages(journal: Journal, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(queries, "PAGE", 3)
    journal.append("t1", [SAID, buy_in("ann", 1)] * 5, expected_version=0, key="a")
    journal.append("t2", [buy_in("bob", 1)], expected_version=0, key="b")
    assert [entry.version for entry in journal.read("t1")] == list(range(1, 11))
    assert [len(entry.postings) for entry in journal.read_all()] == [0, 2] * 5 + [2]
    assert journal.append("t1", [SAID, buy_in("ann", 1)] * 5, expected_version=0, key="a").repeated


def test_an_append_to_another_version_is_refused(journal: Journal, subtests: pytest.Subtests) -> None:
    journal.append("t1", [SAID], expected_version=0, key="a")
    for expected in (0, 2, 7, -1):
        with subtests.test(expected=expected):
            with pytest.raises(OldVersion, match=f"^t1 is at version 1, .* at version {expected}$"):
                journal.append("t1", [buy_in("ann", 5)], expected_version=expected, key="b")
            assert journal.streams() == {"t1": 1}
            assert journal.balances() == {}


def test_the_same_key_twice_gives_the_first_answer(journal: Journal) -> None:
    first = journal.append("t1", [SAID, buy_in("ann", 500)], expected_version=0, key="a")
    journal.append("t1", [SAID], expected_version=2, key="b")
    for expected in (0, 3):
        again = journal.append("t1", [SAID, buy_in("ann", 500)], expected_version=expected, key="a")
        assert again.repeated
        assert again == type(first)(**{**vars(first), "repeated": True})
    assert journal.balance("player:ann") == 500
    assert journal.version("t1") == 3


SOMETHING_ELSE = (
    ("t2", [SAID]),
    ("t1", [SAID, SAID]),
    ("t1", [Entry("said", b"{}")]),
    ("t1", [Entry("heard", SAID.body)]),
    ("t1", [Entry(SAID.kind, SAID.body, buy_in("ann", 5).postings)]),
)


def test_the_same_key_for_something_else_is_refused(journal: Journal, subtests: pytest.Subtests) -> None:
    journal.append("t1", [SAID], expected_version=0, key="a")
    for stream, entries in SOMETHING_ELSE:
        with subtests.test(stream=stream, entries=entries):
            with pytest.raises(KeyReused, match=r"the key a for t. was used before, for other entries of t1"):
                journal.append(stream, entries, expected_version=journal.version(stream), key="a")
            assert journal.streams() == {"t1": 1}


def test_several_appends_are_written_together_or_not_at_all(journal: Journal) -> None:
    def bet(number: int, cents: int) -> Append:
        entry = moved(cents, out_of="player:ann", into="escrow:t1")
        return Append(stream="t1", entries=(entry,), expected_version=number, key=f"bet {number}")

    start = Append(stream="cage", entries=(buy_in("ann", 100),), expected_version=0, key="buy")
    done = journal.append_many([start, bet(0, 40), bet(1, 60), bet(0, 40)])
    assert [(answer.version, answer.repeated) for answer in done] == [(1, False), (1, False), (2, False), (1, True)]
    assert journal.balances() == {"cage": -100, "escrow:t1": 100, "player:ann": 0}
    again = Append(stream="cage", entries=(buy_in("ann", 100),), expected_version=1, key="more")
    with pytest.raises(NotEnoughChips):
        journal.append_many([again, bet(2, 40), bet(3, 61)])
    with pytest.raises(KeyReused):
        journal.append_many([again, bet(2, 40), Append(**{**vars(bet(3, 5)), "key": "bet 2"})])
    assert journal.balance("cage") == -100
    assert journal.streams() == {"cage": 1, "t1": 2}
    assert journal.append_many([]) == ()


def test_no_player_and_no_escrow_goes_below_zero(journal: Journal) -> None:
    journal.append("t1", [buy_in("ann", 10_000)], expected_version=0, key="a")
    for account, has in (("player:ann", "100.00"), ("escrow:t1", "0.00")):
        with pytest.raises(NotEnoughChips, match=f"^{account.partition(':')[2]} has {has}.* 100.01$"):
            journal.append("t1", [SAID, moved(10_001, out_of=account, into="house:t1")], expected_version=1, key="b")
    assert journal.version("t1") == 1
    assert journal.trial_balance().accounts == (("cage", -10_000), ("player:ann", 10_000))
    journal.append("t1", [moved(5, out_of="house:t1", into="player:ann")], expected_version=1, key="b")
    assert journal.balance("house:t1") == -5


def test_only_the_end_of_an_append_counts(journal: Journal) -> None:
    pay_first = [moved(5, out_of="player:ann", into="escrow:t1"), buy_in("ann", 5)]
    journal.append("t1", pay_first, expected_version=0, key="a")
    assert journal.balances() == {"cage": -5, "escrow:t1": 5, "player:ann": 0}
    halves = [Entry("out", b"", (Posting("escrow:t1", -5),)), Entry("in", b"", (Posting("house:t1", 5),))]
    journal.append("t1", halves, expected_version=2, key="b")
    assert journal.balance("house:t1") == 5


BAD: tuple[tuple[list[Entry], str], ...] = (
    ([], "needs at least one entry"),
    ([Entry("", b"")], "'' cannot name a kind"),
    ([Entry("a\x00b", b"")], "cannot name a kind"),
    ([Entry("a\ud800", b"")], "cannot name a kind"),
    ([Entry("k", "text")], "the body of k must be bytes, not str"),  # type: ignore[arg-type]
    ([Entry("k", b"", (Posting("cage", 5),))], "sum to 0.05"),
    ([Entry("k", b"", (Posting("cage", -5), Posting("pocket:ann", 5)))], "'pocket:ann'"),
    ([Entry("k", b"", (Posting("cage", -5), Posting("player:", 5)))], "'player:'"),
    ([Entry("k", b"", (Posting("cage", -5), Posting("cage:t1", 5)))], "'cage:t1'"),
    ([Entry("k", b"", (Posting("cage", 0.5),))], "0.5 for cage"),  # type: ignore[arg-type]
    ([Entry("k", b"", (Posting("cage", True),))], "True for cage"),
    ([buy_in("ann", 10**30)], "whole number of cents"),
    ([buy_in("ann", MOST_CENTS), buy_in("ann", 1)], "cannot hold"),
)


def test_a_bad_entry_is_refused_and_nothing_is_written(journal: Journal, subtests: pytest.Subtests) -> None:
    for entries, says in BAD:
        with subtests.test(entries=entries):
            with pytest.raises(BadEntry, match=says):
                journal.append("t1", entries, expected_version=0, key="a")
            assert journal.streams() == {}
            assert journal.balances() == {}


def test_what_only_checks_a_stream_writes_nothing_and_holds_everything_else_back(journal: Journal) -> None:
    journal.append("staff", [Entry("k", b"")], expected_version=0, key="a")
    act = Append(stream="acts", entries=(Entry("k", b""),), expected_version=0, key="b")
    with pytest.raises(OldVersion):
        journal.append_many([act, unmoved("staff", 0)], together=True)
    assert journal.streams() == {"staff": 1}
    journal.append_many([unmoved("staff", 1), act, unmoved("staff", 1)], together=True)
    assert journal.streams() == {"acts": 1, "staff": 1}
    assert verify(journal).findings == ()


def test_a_bad_name_is_refused(journal: Journal, subtests: pytest.Subtests) -> None:
    for name in ("", "a\nb", "x" * 201):
        with subtests.test(name=name):
            with pytest.raises(BadEntry):
                journal.append(name, [SAID], expected_version=0, key="a")
            with pytest.raises(BadEntry):
                journal.append("t1", [SAID], expected_version=0, key=name)


def test_names_may_be_in_any_script(journal: Journal) -> None:
    journal.append("桌一", [buy_in("Zoë 'the \"[bold]%", 5)], expected_version=0, key="clé;--")
    assert journal.balance("player:Zoë 'the \"[bold]%") == 5
    assert journal.streams() == {"桌一": 1}


def test_read_only(journal_url: str) -> None:
    with Journal.open(journal_url) as writer:
        writer.append("t1", [buy_in("ann", 5)], expected_version=0, key="a")
        with Journal.open(journal_url, read_only=True) as reader:
            assert reader.balance("player:ann") == 5
            with pytest.raises(JournalFailed, match="read-only"):
                reader.append("t1", [SAID], expected_version=1, key="b")
            writer.append("t1", [buy_in("ann", 5)], expected_version=1, key="c")
            assert reader.balance("player:ann") == 10


ACCOUNTS = st.sampled_from(["player:a", "player:b", "owed:a", "escrow:t", "house:t", "commission:t", "cage"])
MOVES = st.lists(st.tuples(ACCOUNTS, ACCOUNTS, st.integers(-300, 300)), min_size=1, max_size=3)
STEPS = st.lists(st.tuples(st.sampled_from(["t1", "t2"]), MOVES, st.integers(0, 2), st.integers(0, 9)), max_size=12)


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(steps=STEPS)
def test_the_journal_behaves_like_a_plain_list(steps: list[tuple[str, list[tuple[str, str, int]], int, int]]) -> None:
    """Random appends, many of them refused, against a model without a database: a refusal changes nothing."""
    versions: dict[str, int] = {}
    balances: dict[str, int] = {}
    used: dict[str, tuple[str, list[Entry]]] = {}
    with tempfile.TemporaryDirectory() as folder, Journal.open(str(Path(folder) / "journal.db")) as journal:
        for stream, moves, lag, number in steps:
            entries = [moved(cents, out_of=out, into=into) for out, into, cents in moves]
            key, version = f"key {number}", versions.get(stream, 0)
            after = dict(balances)
            for out, into, cents in moves:
                after[out] = after.get(out, 0) - cents
                after[into] = after.get(into, 0) + cents
            lowered = {name for name in after if after[name] < balances.get(name, 0)}
            owes = any(after[name] < 0 and name.startswith(("player:", "escrow:")) for name in lowered)
            fresh = key not in used
            allowed = used[key] == (stream, entries) if not fresh else lag < 2 and not owes
            with contextlib.nullcontext() if allowed else pytest.raises(HousewayError):
                done = journal.append(stream, entries, expected_version=version + (lag == 2), key=key)
                assert done.repeated == (not fresh)
            if allowed and fresh:
                used[key] = stream, entries
                versions[stream], balances = version + len(entries), after
            assert journal.streams() == versions
            assert journal.balances() == balances
        report = verify(journal, head=journal.head())
        assert report.findings == ()
        assert journal.trial_balance().sum == 0
