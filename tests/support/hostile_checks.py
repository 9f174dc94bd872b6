"""What must hold in the journal after hostile clients had their way with a house.

Here: the journal verifies, its ledger sums to zero, everybody has the chips the rules give them, nobody was sent a card
they may not see, the staff is who it was, and what takes two people was done by two. All of it is worked out from the
entries alone, with the second opinions on settlement and on who may do what. Not here: making trouble (`hostile`).
"""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from houseway.journal.entry import Recorded
from houseway.journal.store import Journal
from houseway.journal.verify import verify
from houseway.kept.seals import Seals
from houseway.people.staff import Staff
from houseway.table import events as e
from houseway.table.evolve import evolve
from houseway.table.state import Table
from support import hostile_rules as rules
from support.compared_settlements import differences, is_open
from support.hostile_requests import TABLE

FIRST = 1000_00
"""The play chips of a new player."""
Seen = Mapping[tuple[str, int], set[str]]
"""By viewer and version of the table: the cards in what they were sent."""
_HOUSE = "house"
_STAKED = ("betting", "no more bets")


class Checks:
    """Reads the journal of a house once, from the beginning, and notes what is wrong."""

    def __init__(self, file: Path | str, staff: Mapping[str, int], players: Iterable[str], *, play_money: bool) -> None:
        self._staff, self._players, self._play_money = staff, tuple(players), play_money
        self.wrong: list[str] = []
        self.counts: Counter[str] = Counter()
        self.hidden: dict[int, dict[str, set[str]]] = {}
        """After each version of the table: the cards that each viewer must not know."""
        self._chips: Counter[str] = Counter()
        self._confirmed: list[dict[str, Any]] = []
        self._hands: dict[int, set[str]] = {}
        self._seen: defaultdict[str, set[str]] = defaultdict(set)
        self._open: set[str] = set()
        self._table = Table()
        with Journal.open(str(file)) as journal:
            self._read(journal)
            self._check_books(journal)

    # -----------------------------------------------------------------------------------------------------------------
    # Reading

    def _read(self, journal: Journal) -> None:
        seals = Seals(journal, TABLE)
        group: list[e.Event] = []
        before, key = self._table, ""
        for recorded in journal.read_all():
            if recorded.stream == f"table:{TABLE}":
                if recorded.key != key:
                    self._check_settlement(before, group)
                    before, key, group = self._table, recorded.key, []
                event = seals.event(recorded)
                self._follow(recorded.version, event)
                group.append(event)
            else:
                self._other(recorded)
        self._check_settlement(before, group)

    def _other(self, recorded: Recorded) -> None:
        """An entry that is no event of the table."""
        stream, kind = recorded.stream, recorded.kind
        body = json.loads(recorded.body) if stream.startswith(("approvals:", "cage", "run:", "owed:")) else {}
        if kind == "approval confirmed":
            self._confirm(body)
        elif kind == "chips bought":
            self._expect(body["cents"] == FIRST and self._play_money, f"first chips: {body}")
            self._chips[body["player"]] += body["cents"]
        elif kind == "play chips given":
            has = self._chips[body["player"]]
            self._expect(has < FIRST == has + body["cents"] and self._play_money, f"free chips over {has}: {body}")
            self._chips[body["player"]] += body["cents"]
        elif stream == "cage":
            self._cage(body)
        elif stream == f"run:{TABLE}" and body.get("deck") == "physical" and not self._was_physical:
            self._take_confirmed(str(body["by"]).rpartition(" ")[2], rules.SUPERVISOR, "a physical deck")
        elif kind in ("debt written off", "debt paid") and body.get("by"):
            self._chips[body["player"]] += body["cents"]
        if stream == f"run:{TABLE}":
            self._was_physical = body.get("deck") == "physical"

    _was_physical = False

    def _cage(self, body: dict[str, Any]) -> None:
        said = {"kind": body["type"], "table": body.get("table", "")}
        rank = self._staff.get(body.get("by", ""), rules.WATCHER)
        self._expect(rules.may_post(rank, "/staff/cage", said, play_money=self._play_money), f"the cage: {body}")
        above = body.get("cents", 0) > 10_000_00 and body["type"] != "float counted"
        self._expect(not above or body["confirmed_by"] not in ("", body["by"]), f"one person: {body}")
        if body["type"] in ("buy-in", "cash-out"):
            self._chips[body["player"]] += body["cents"] if body["type"] == "buy-in" else -body["cents"]

    def _follow(self, version: int, event: e.Event) -> None:
        """An event of the table: whether it may have happened, whose chips move, and who may see what after it."""
        self._may_happen(event)
        self._move_chips(event)
        self._turn_cards(event)
        self._table = evolve(self._table, event)
        dealt = set().union(*self._hands.values()) if self._hands else set[str]()
        self.hidden[version] = {
            name: dealt - self._seen[name] - self._open for name in ("", *self._players, *self._staff)
        }

    def _may_happen(self, event: e.Event) -> None:
        match event:
            case e.WagerPlaced(by=by, player=who) if by:
                self._expect(not self._table.own_deck, f"{by} staked the chips of {who}")
            case e.IrregularityReported(fault=fault, by=by):
                impossible = self._table.own_deck and fault.value in rules.NEVER_WITH_OWN_DECK
                self._expect(not impossible, f"{by} reported {fault.value} of the house's own deck")
            case e.IrregularityRemedied():
                self._check_remedy(event)
            case e.RoundCorrected(by=by):
                self._take_confirmed(by, rules.SUPERVISOR, "a correction")
            case e.RoundSettled():
                self.counts["rounds"] += 1
            case _:
                pass

    def _move_chips(self, event: e.Event) -> None:
        match event:
            case e.WagerPlaced(player=who, cents=cents):
                self._chips[who] -= cents
            case e.WagerWithdrawn(player=who, cents=cents):
                self._chips[who] += cents
            case e.WagerFound(player=who, cents=cents, was=was):
                self._chips[who] -= cents - was
            case e.WagerSettled(player=who):
                self._chips[who] += event.received
            case e.EnvyPaid(player=who, cents=cents) | e.EnvyCorrected(player=who, cents=cents):
                self._chips[who] += cents
            case e.SettlementCorrected(player=who, cents=cents):
                self._chips[who] += cents
            case _:
                pass

    def _turn_cards(self, event: e.Event) -> None:
        match event:
            case e.BettingOpened():
                self._hands, self._seen, self._open = {}, defaultdict(set), set()
            case e.HandDealt(position=at, cards=cards) | e.HandReconstructed(position=at, cards=cards):
                self._hands[at] = set(cards)
            case e.HandsMoved(moves=moves):
                self._hands = {moves.get(at, at): cards for at, cards in self._hands.items()}
            case e.HandViewed(position=at, player=who) | e.ConcededHandViewed(position=at, by=who):
                self._seen[who] |= self._hands.get(at, set())
            case e.DealerRevealed(cards=cards):
                self._open |= set(cards)
            case e.HandShown(low=low, high=high):
                self._open |= {*low, *high}
            case _:
                pass

    # -----------------------------------------------------------------------------------------------------------------
    # Two pairs of eyes

    def _check_remedy(self, event: e.IrregularityRemedied) -> None:
        fault, remedy = event.fault.value, event.remedy.value
        if event.by == _HOUSE:
            return
        lowest = rules.REMEDIES.get((fault, remedy), 9)
        self._expect(self._staff.get(event.by, rules.WATCHER) >= lowest, f"{event.by} chose {remedy} for {fault}")
        if self._table.phase.value not in _STAKED and (remedy in rules.TAKES_TWO or fault in rules.AMOUNTS):
            self._take_confirmed(event.by, max(lowest, rules.SUPERVISOR), f"{remedy} for {fault}")

    def _confirm(self, body: dict[str, Any]) -> None:
        both = {body["by"], body["asked_by"]}
        self._expect(len(both) == 2 and both <= set(self._staff), f"one pair of eyes: {body}")
        self._confirmed.append(body)
        self.counts["confirmed by another"] += 1

    def _take_confirmed(self, by: str, lowest: int, what: str) -> None:
        found = next((each for each in self._confirmed if each["by"] == by), None)
        self._expect(found is not None, f"{by} did what takes two alone: {what}")
        self._expect(self._staff.get(by, rules.WATCHER) >= lowest, f"{by} confirmed {what}")
        if found is not None:
            self._confirmed.remove(found)

    # -----------------------------------------------------------------------------------------------------------------
    # Chips

    def _check_settlement(self, before: Table, events: list[e.Event]) -> None:
        """Compare a settlement with the second opinion; what is voided comes back whole."""
        if any(isinstance(event, e.RoundSettled) for event in events):
            self.counts["settlements compared"] += 1
            if not is_open(before):
                self.wrong += [f"round {before.round}: {each}" for each in differences(before, events)]
        elif any(isinstance(event, e.RoundVoided) for event in events):
            for each in events:
                if isinstance(each, e.WagerSettled):
                    self._expect((each.back, each.payout) == (each.stake, 0), f"a void round: {each}")

    def _check_books(self, journal: Journal) -> None:
        self.wrong += [f"the journal: {finding}" for finding in verify(journal).findings]
        self._expect(journal.trial_balance().sum == 0, "the ledger does not sum to zero")
        made = 0
        for name in self._players:
            has = journal.balance(f"player:{name}") + journal.balance(f"owed:{name}")
            made += has - self._chips[name]
            self._expect(has == self._chips[name], f"{name} has {has}, by the rules {self._chips[name]}")
        self.counts["chips made"] = made
        now = {each.name: each.position.option for each in Staff(journal).everybody()}
        known = {name: rules.RANKS[position] for name, position in now.items()}
        self._expect(known == dict(self._staff), f"the staff is now {now}")
        self._expect(not any(each.dismissed for each in Staff(journal).everybody()), "somebody was dismissed")

    # -----------------------------------------------------------------------------------------------------------------
    # Cards

    def leaks(self, seen: Seen) -> Iterator[str]:
        """Every card that somebody was sent and may not see."""
        last = max(self.hidden)
        for (name, version), cards in seen.items():
            self.counts["cards checked"] += len(cards)
            if version:
                for card in sorted(cards & self.hidden[min(version, last)][name]):
                    yield f"{name or 'a watcher'} was sent {card} at version {version}"

    def _expect(self, right: bool, sentence: str) -> None:
        if not right:
            self.wrong.append(sentence)
