"""Chips: conserved at every prefix of the journal, and moved as the events of the tables say.

Here: that every append sums to zero, that no player's account is ever below zero, that the stakes on a layout are those
of its table, that players have what the events give them, and that each settlement is the second opinion's. Not here:
balances that the database keeps, which `journal.verify` compares with the postings.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator

from houseway.kept.tables import STREAM
from houseway.table import events as e
from support.compared_settlements import differences, is_open
from support.reliability.history import History, Told
from support.reliability.kept import Kept
from support.reliability.tables import TableRecord
from support.shelf import DOCUMENTS

MADE_BY = ("chips bought", "play chips given")
"""The kinds of entries by which a player gets chips that were nobody's before."""


class Chips:
    """The chips of everybody, followed through the journal."""

    def __init__(self, tables: dict[str, TableRecord], kept: list[Kept]) -> None:
        self._tables, self._kept = tables, kept
        self._has: Counter[str] = Counter()
        self.created = 0
        """How many cents were created or destroyed anywhere."""
        self._over_time: defaultdict[str, list[tuple[int, int]]] = defaultdict(list)

    def check(self) -> Iterator[str]:
        """Everything that is wrong with the chips."""
        owed: Counter[str] = Counter()
        for group in _appends(self._kept):
            yield from self._moved(group)
            for name, cents in self._by_the_events(group).items():
                owed[name] += cents
            last = group[-1].number
            for name in {account.removeprefix("player:") for each in group for account, _ in each.postings}:
                self._over_time[name].append((last, self._has[f"player:{name}"]))
                has = self._has[f"player:{name}"] + self._has[f"owed:{name}"]
                if name in owed and has != owed[name]:
                    self.created += abs(has - owed[name])
                    yield f"CHIPS: {name} has {has} at entry {last}, by the events {owed[name]}"
                    owed[name] = has
        yield from self._settled()

    def _moved(self, group: list[Kept]) -> Iterator[str]:
        """The postings of one append."""
        place = f"entry {group[-1].number}"
        total = 0
        for entry in group:
            for account, cents in entry.postings:
                self._has[account] += cents
                total += cents
        if total:
            self.created += abs(total)
            yield f"CHIPS: {place}, {group[0].kind}, makes {total} cents"
        for account in {account for entry in group for account, _ in entry.postings}:
            if account.startswith(("player:", "escrow:")) and self._has[account] < 0:
                yield f"CHIPS: {account} is {self._has[account]} at {place}"
        if group[0].stream.startswith(STREAM):
            name = group[0].stream.removeprefix(STREAM)
            happened = self._tables[name].at(group[-1].version)
            table = happened.after if happened else None
            staked = sum(
                stake.cents
                for wagers in (table.wagers.values() if table else ())
                for stakes in wagers.values()
                for stake in stakes
            )
            bank = table.bank.cents if table and table.bank else 0
            due = staked + bank
            if self._has[f"escrow:{name}"] != due:
                yield f"CHIPS: the layout of {name} holds {self._has[f'escrow:{name}']} at {place}, its table {due}"

    def _by_the_events(self, group: list[Kept]) -> Counter[str]:
        """What the events of an append give each player."""
        found: Counter[str] = Counter()
        for entry in group:
            if entry.kind in MADE_BY:
                found[entry.body["player"]] += entry.body["cents"]
            elif entry.stream.startswith(STREAM):
                match _event(self._tables, entry):
                    case e.WagerPlaced(player=who, cents=cents) | e.BankTaken(player=who, cents=cents):
                        found[who] -= cents
                    case e.WagerWithdrawn(player=who, cents=cents) | e.BankPassed(player=who, cents=cents):
                        found[who] += cents
                    case e.WagerFound(player=who, cents=cents, was=was):
                        found[who] += was - cents
                    case (e.WagerSettled(player=who) | e.BankSettled(player=who)) as event:
                        found[who] += event.received
                    case e.EnvyPaid(player=who, cents=cents) | e.EnvyCorrected(player=who, cents=cents):
                        found[who] += cents
                    case e.SettlementCorrected(player=who, cents=cents):
                        found[who] += cents
                    case _:
                        pass
        return found

    def _settled(self) -> Iterator[str]:
        """Every settlement beside the second opinion, which knows the books of the documents."""
        for name, table in self._tables.items():
            for version, happened in enumerate(table.events, 1):
                if not isinstance(happened.event, e.RoundSettled) or happened.after.book not in DOCUMENTS:
                    continue
                group = [each for each in table.events[max(0, version - 200) : version] if each.key == happened.key]
                first = table.at(version - len(group))
                if first is not None and not is_open(first.after) and not first.after.bank:
                    found = differences(first.after, [each.event for each in group])
                    yield from (f"CHIPS: {name} round {happened.event.round}: {each}" for each in found)

    def shown(self, history: History) -> Iterator[str]:
        """Every amount of chips that a player was shown, and never had since the version they were shown."""
        for record in history:
            if not isinstance(record, Told) or record.bankroll is None or not record.version:
                continue
            happened = self._tables[record.table].at(record.version) if record.table in self._tables else None
            over_time = self._over_time[record.client]
            number = happened.number if happened else 0
            before = [cents for at, cents in over_time if at <= number][-1:]
            if record.bankroll not in {*before, *(cents for at, cents in over_time if at > number), 0}:
                place = f"version {record.version} of {record.table}"
                yield f"CHIPS: {record.client} was shown {record.bankroll} at {place}"


def _event(tables: dict[str, TableRecord], entry: Kept) -> e.Event | None:
    happened = tables[entry.stream.removeprefix(STREAM)].at(entry.version)
    return happened.event if happened and happened.number == entry.number else None


def _appends(kept: Iterable[Kept]) -> Iterator[list[Kept]]:
    """The entries of each append, in order."""
    group: list[Kept] = []
    for entry in kept:
        if group and entry.part == 0:
            yield group
            group = []
        group.append(entry)
    if group:
        yield group
