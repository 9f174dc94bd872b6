"""The checker finds every kind of fault in hand-made bad histories, and nothing in a good one.

A good evening of two players and a watcher is played at a kept table within this process. Each test spoils the record
of the clients, or that of the journal, in one way.
"""

from __future__ import annotations

import itertools
import json
from collections.abc import Callable

import msgspec
import pytest
from msgspec.structs import replace

from houseway import books
from houseway.cards.card import CARDS
from houseway.journal.store import Journal
from houseway.kept.house_tables import open_in_house
from houseway.kept.tables import HOUSE, KeptTable, buy_chips
from houseway.rulebook.procedure import Role
from houseway.table import commands as c
from houseway.table.view import event_for, view
from support.reliability import kept as journals
from support.reliability.checker import Report, check
from support.reliability.history import Answered, Connecting, History, Sent, Told, ToldLine, cards_in, digest
from support.reliability.kept import Kept

TABLE = "one"
BOOK = books.get("five-card")
ANN, BOB = (c.Actor(name, Role.PLAYER) for name in ("ann", "bob"))
_DECK = tuple(card.text for card in CARDS[:52])


class Evening:
    """Two players and a watcher at a table, everything recorded as clients would record it."""

    def __init__(self, journal: Journal) -> None:
        self.journal = journal
        for name in ("ann", "bob"):
            buy_chips(journal, name, 100_00)
        self.kept: KeptTable = open_in_house(journal, TABLE, BOOK)
        self.history: History = []
        self._times = itertools.count(1)
        self._ids = itertools.count(1)
        for client in ("ann", "bob", ""):
            self.history.append(Connecting(at=self._now(), client=client, table=TABLE, connection=1))
            self._tell(client, "hello")

    def play(self) -> None:
        """A whole round."""
        self.acts(c.Sit(by=ANN, position=1), c.Sit(by=BOB, position=2))
        self.house(c.AnnouncePlaceYourBets(by=HOUSE))
        for by, at in ((ANN, 1), (BOB, 2)):
            self.acts(c.PlaceWager(by=by, position=at, wager="main", cents=10_00))
        self.house(c.AnnounceNoMoreBets(by=HOUSE))
        self.house(c.Deal(by=HOUSE, deck=_DECK))
        self.acts(c.ViewHand(by=ANN, position=1), c.ViewHand(by=BOB, position=2))
        self.house(c.EndSetting(by=HOUSE))
        self.house(c.Settle(by=HOUSE))

    def acts(self, *commands: c.Command) -> None:
        """Players ask, are told and are answered."""
        for command in commands:
            id, name = f"m{next(self._ids)}", command.by.name
            written = json.loads(msgspec.json.encode(command))
            del written["by"]
            message = {"type": "do", "id": id, "command": written}
            self.history.append(Sent(at=self._now(), client=name, table=TABLE, id=id, message=message))
            before = self.kept.table.version
            self.kept.ask(command, key=f"player {name!r} {id}")
            self._tell_all(before)
            self.history.append(Answered(at=self._now(), client=name, table=TABLE, id=id, how="done"))

    def house(self, command: c.Command) -> None:
        """The dealer acts, and everybody is told."""
        before = self.kept.table.version
        self.kept.ask(command)
        self._tell_all(before)

    def _tell_all(self, before: int) -> None:
        for client in ("ann", "bob", ""):
            self._tell(client, "happened", before)

    def _tell(self, client: str, what: str, before: int | None = None) -> None:
        actor, lines = c.Actor(client, Role.PLAYER), []
        for event, after in self.kept.this_round if before is not None else ():
            if after.version > (before or 0) and (seen := event_for(after, event, actor)) is not None:
                lines.append(ToldLine(after.version, msgspec.to_builtins(seen, str_keys=True)))
        table = self.kept.table
        shown = json.loads(json.dumps(msgspec.to_builtins(view(table, actor), str_keys=True)))
        events = json.loads(json.dumps([line.event for line in lines]))
        self.history.append(
            Told(
                at=self._now(),
                client=client,
                table=TABLE,
                connection=1,
                what=what,
                version=table.version,
                round=table.round,
                shown=digest(shown),
                lines=tuple(ToldLine(line.version, event) for line, event in zip(lines, events, strict=True)),
                cards=cards_in(json.dumps([shown, events])),
                bankroll=self.journal.balance(f"player:{client}") if client else None,
            )
        )

    def _now(self) -> float:
        return float(next(self._times))


@pytest.fixture(scope="module")
def evening(tmp_path_factory: pytest.TempPathFactory) -> tuple[History, list[Kept]]:
    """What clients recorded of a good evening, and what the journal kept."""
    file = tmp_path_factory.mktemp("evening") / "journal.db"
    with Journal.open(str(file)) as journal:
        played = Evening(journal)
        played.play()
    return played.history, journals.read(str(file))


def _place(history: History, kind: type, nth: int = 0, **fields: object) -> int:
    """Where a record is in the history."""
    found = [
        at
        for at, record in enumerate(history)
        if isinstance(record, kind) and all(getattr(record, name) == value for name, value in fields.items())
    ]
    return found[nth]


def _entry(kept: list[Kept], kind: str, nth: int = 0, stream: str = f"table:{TABLE}") -> int:
    """Where an entry is in the journal."""
    return [at for at, entry in enumerate(kept) if (entry.stream, entry.kind) == (stream, kind)][nth]


def _appended(kept: list[Kept], *entries: Kept) -> list[Kept]:
    """The journal with more entries at its end, numbered as they come."""
    versions = {entry.stream: entry.version for entry in kept}
    for entry in entries:
        versions[entry.stream] = versions.get(entry.stream, 0) + 1
        kept = [*kept, replace(entry, number=len(kept) + 1, version=versions[entry.stream])]
    return kept


def _changed(history: History, at: int, **fields: object) -> None:
    history[at] = replace(history[at], **fields)


# ---------------------------------------------------------------------------------------------------------------------
# The ways to spoil a record


def _lose_an_act(history: History, kept: list[Kept]) -> list[Kept]:
    message = {"type": "do", "id": "m99", "command": {"type": "leave", "position": 1}}
    history.append(Sent(at=900.0, client="ann", table=TABLE, id="m99", message=message))
    history.append(Answered(at=901.0, client="ann", table=TABLE, id="m99", how="done"))
    return kept


def _lose_the_tail(history: History, kept: list[Kept]) -> list[Kept]:
    del history
    return kept[: _entry(kept, "hand viewed", 1)]


def _double_under_its_own_key(history: History, kept: list[Kept]) -> list[Kept]:
    del history
    return _appended(kept[: _entry(kept, "betting closed")], kept[_entry(kept, "wager placed")])


def _double_under_another_key(history: History, kept: list[Kept]) -> list[Kept]:
    del history
    again = replace(kept[_entry(kept, "wager placed")], key="3f2a")
    return _appended(kept[: _entry(kept, "betting closed")], again)


def _keep_half_an_act(history: History, kept: list[Kept]) -> list[Kept]:
    del history, kept[_entry(kept, "view", 0, f"asked:{TABLE}")]
    return kept


def _keep_what_nobody_sent(history: History, kept: list[Kept]) -> list[Kept]:
    del history[_place(history, Sent, id="m2")], history[_place(history, Answered, id="m2")]
    return kept


def _keep_something_else(history: History, kept: list[Kept]) -> list[Kept]:
    at = _place(history, Sent, id="m3")
    message = json.loads(json.dumps(history[at].message))  # type: ignore[union-attr]
    message["command"]["cents"] = 20_00
    _changed(history, at, message=message)
    return kept


def _refuse_and_keep(history: History, kept: list[Kept]) -> list[Kept]:
    _changed(history, _place(history, Answered, id="m6"), how="refused", reason="rule")
    return kept


def _do_and_refuse(history: History, kept: list[Kept]) -> list[Kept]:
    history.append(Answered(at=900.0, client="ann", table=TABLE, id="m1", how="refused", reason="old"))
    return kept


def _reorder(history: History, kept: list[Kept]) -> list[Kept]:
    """Bob's seat is kept before Ann's, which was acknowledged before he asked for it."""
    del history
    ours = [_entry(kept, "place taken", 0), _entry(kept, "place taken", 1)]
    asked = [_entry(kept, "sit", 0, f"asked:{TABLE}"), _entry(kept, "sit", 1, f"asked:{TABLE}")]
    for first, second in (ours, asked):
        one, two = kept[first], kept[second]
        kept[first] = replace(two, number=one.number, version=one.version)
        kept[second] = replace(one, number=two.number, version=two.version)
    return kept


def _two_orders(history: History, kept: list[Kept]) -> list[Kept]:
    """Bob is told that he took his seat before Ann took hers."""
    first, second = (_place(history, Told, nth, client="bob", what="happened") for nth in (0, 1))
    lines = [history[at].lines for at in (first, second)]  # type: ignore[union-attr]
    _changed(history, first, lines=(replace(lines[0][0], event=lines[1][0].event),))
    _changed(history, second, lines=(replace(lines[1][0], event=lines[0][0].event),))
    return kept


def _leave_an_event_out(history: History, kept: list[Kept]) -> list[Kept]:
    _changed(history, _place(history, Told, 3, client="", what="happened"), lines=())
    return kept


def _tell_twice(history: History, kept: list[Kept]) -> list[Kept]:
    history.insert(at := _place(history, Told, 2, client="bob"), history[at])
    return kept


def _go_back(history: History, kept: list[Kept]) -> list[Kept]:
    early = history[_place(history, Told, 1, client="bob", what="happened")]
    history.append(replace(early, at=900.0, lines=(), what="scene"))
    return kept


def _connect_to_the_past(history: History, kept: list[Kept]) -> list[Kept]:
    early = history[_place(history, Told, 0, client="", what="happened")]
    history.append(Connecting(at=900.0, client="", table=TABLE, connection=2))
    history.append(replace(early, at=901.0, connection=2, what="hello", lines=()))
    return kept


def _tell_what_was_never_kept(history: History, kept: list[Kept]) -> list[Kept]:
    last = history[_place(history, Told, -1, client="ann")]
    assert isinstance(last, Told)
    history.append(replace(last, at=900.0, version=last.version + 1))
    return kept


def _show_another_table(history: History, kept: list[Kept]) -> list[Kept]:
    _changed(history, _place(history, Told, 4, client="ann"), shown="0123456789abcdef")
    return kept


def _dealt(kept: list[Kept], position: int) -> str:
    """A card of a position."""
    hands = {entry.body["position"]: entry.body["cards"] for entry in kept if entry.kind == "hand dealt"}
    return hands[position][0]


def _leak_a_neighbours_card(history: History, kept: list[Kept]) -> list[Kept]:
    at = _place(history, Told, 6, client="ann", what="happened")
    _changed(history, at, cards=frozenset({_dealt(kept, 2)}))
    return kept


def _leak_a_card_too_soon(history: History, kept: list[Kept]) -> list[Kept]:
    """Ann's own card, before she looks at it."""
    at = _place(history, Told, 4, client="ann", what="happened")
    _changed(history, at, cards=frozenset({_dealt(kept, 1)}))
    return kept


def _leak_in_an_answer(history: History, kept: list[Kept]) -> list[Kept]:
    at = _place(history, Answered, client="bob", id="m4")
    card = frozenset({_dealt(kept, 1)})
    history.insert(at, Told(at=history[at].at, client="bob", table=TABLE, connection=1, what="refused", cards=card))
    return kept


def _leak_to_a_watcher(history: History, kept: list[Kept]) -> list[Kept]:
    at = _place(history, Told, 7, client="", what="happened")
    _changed(history, at, cards=frozenset({_dealt(kept, 1)}))
    return kept


def _create_chips(history: History, kept: list[Kept]) -> list[Kept]:
    del history
    at = _entry(kept, "wager placed")
    kept[at] = replace(kept[at], postings=(("player:ann", -10_00), ("escrow:one", 11_00)))
    return kept


def _create_chips_out_of_the_house(history: History, kept: list[Kept]) -> list[Kept]:
    """The postings still sum to zero, and are not what the event says."""
    del history
    at = _entry(kept, "wager settled")
    kept[at] = replace(kept[at], postings=(*kept[at].postings, ("house:one", -5_00), ("player:ann", 5_00)))
    return kept


def _destroy_chips(history: History, kept: list[Kept]) -> list[Kept]:
    del history
    at = _entry(kept, "wager settled", 1)
    kept[at] = replace(kept[at], postings=())
    return kept


def _settle_wrongly(history: History, kept: list[Kept]) -> list[Kept]:
    """An event and its postings agree, and the rules do not."""
    del history
    at = _entry(kept, "wager settled")
    won = 10_00 + kept[at].body.get("payout", 0)
    body = {**kept[at].body, "result": "win", "back": 10_00, "payout": won, "commission": 0}
    moved = (("escrow:one", -10_00), ("player:ann", 10_00 + won), ("house:one", -won))
    kept[at] = replace(kept[at], body=body, postings=moved)
    return kept


def _show_chips_that_were_never_there(history: History, kept: list[Kept]) -> list[Kept]:
    _changed(history, _place(history, Told, -1, client="bob"), bankroll=12_345_00)
    return kept


Spoil = Callable[[History, list[Kept]], list[Kept]]
BAD: list[tuple[Spoil, str]] = [
    (_lose_an_act, "LOST: one ann m99 (leave) was acknowledged, and is not in the journal"),
    (_lose_the_tail, "LOST: one bob m6 (view) was acknowledged, and is not in the journal"),
    (_double_under_its_own_key, "DOUBLED: one ann m3 (wager) is in the journal more than once"),
    (_double_under_another_key, "DOUBLED: one version 7, WagerPlaced, belongs to no request of a player"),
    (_keep_half_an_act, "HALF: one ann m5 (view) is in the journal as a request or as its events, and not as both"),
    (_keep_what_nobody_sent, "nobody sent one bob m2, and it is in the journal"),
    (_keep_something_else, "one ann m3 (wager) is in the journal as {"),
    (_refuse_and_keep, "one bob m6 (view) was refused (rule), and is in the journal"),
    (_do_and_refuse, "one ann m1 (sit) was both done and refused (old)"),
    (_reorder, "REORDERED: one bob m2 is entry "),
    (_two_orders, "bob at one was told version 2 as place taken with position 2; it is 1"),
    (_leave_an_event_out, "a watcher at one was not told version 5"),
    (_tell_twice, "bob at one was told versions [3] after version 3, at version 3"),
    (_go_back, "bob at one was shown version 3 after version 21"),
    (_connect_to_the_past, "a watcher connected, and was shown one as it was before"),
    (_tell_what_was_never_kept, "ann at one was told version "),
    (_show_another_table, "ann at one was shown a table that is not that of version "),
    (_leak_a_neighbours_card, "LEAK: ann at one was told "),
    (_leak_a_card_too_soon, "LEAK: ann at one was told "),
    (_leak_in_an_answer, "LEAK: bob at one was told "),
    (_leak_to_a_watcher, "LEAK: a watcher at one was told "),
    (_create_chips, "CHIPS: entry "),
    (_create_chips_out_of_the_house, "CHIPS: ann has "),
    (_destroy_chips, "CHIPS: the layout of one holds "),
    (_settle_wrongly, "CHIPS: one round 1: table only: "),
    (_show_chips_that_were_never_there, "CHIPS: bob was shown 1234500 at version "),
]


def test_nothing_is_found_in_a_good_history(evening: tuple[History, list[Kept]]) -> None:
    report = check(*evening)
    assert report.wrong == []
    assert report.counts["acts acknowledged"] == report.counts["acts sent"] == 6
    assert report.counts["rounds"] == 1
    assert report.counts["cards looked at"] > 50


@pytest.mark.parametrize(("spoil", "sentence"), BAD, ids=[spoil.__name__.removeprefix("_") for spoil, _ in BAD])
def test_a_bad_history_is_found(evening: tuple[History, list[Kept]], spoil: Spoil, sentence: str) -> None:
    history, kept = list(evening[0]), list(evening[1])
    report = check(history, spoil(history, kept))
    assert any(wrong.startswith(sentence) for wrong in report.wrong), report.wrong


def test_what_is_counted_of_bad_histories(evening: tuple[History, list[Kept]]) -> None:
    def after(spoil: Spoil) -> Report:
        history, kept = list(evening[0]), list(evening[1])
        return check(history, spoil(history, kept))

    assert after(_lose_an_act).counts["acts lost"] == 1
    assert after(_double_under_its_own_key).counts["acts doubled"] == 1
    assert after(_reorder).counts["acts out of order"] == 1
    assert after(_leak_to_a_watcher).counts["cards leaked"] == 1
    assert after(_create_chips).counts["cents created or destroyed"] == 1_00
