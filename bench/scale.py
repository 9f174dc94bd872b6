"""What a house of very many players would take: the tables of docs/scale.md, from the unit costs that were measured.

    .venv/bin/python bench/scale.py              # print the tables
    .venv/bin/python bench/scale.py --write      # write them into docs/scale.md
    .venv/bin/python bench/scale.py --check N    # play at N simulated tables, and print how far the model is off
    .venv/bin/python bench/scale.py --keep FILE  # keep what bench/many_tables.py printed, for the page

Here: the model, and comparing it with a simulation. Not here: measuring (`units`), or simulating (`many_tables`).
"""

from __future__ import annotations

import argparse
import math
import re
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import msgspec

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "tests"))

from bench.units import THINK, Stored, Units, kept

from houseway.web.http.connections import ConnectionLimits

ROOT = Path(__file__).resolve().parent.parent
PAGE, CHECKED = ROOT / "docs" / "scale.md", ROOT / "bench" / "checked.json"
PLAYERS = (1_000, 100_000, 1_000_000)
SEATS = 6
HALF = 0.5
"""How busy anything may be on average: beyond that, whoever comes waits too long."""
OF_A_HAND, OF_A_ROUND, BY_ITSELF = 3, 4, 3
"""Writes that are gathered: wager, view and setting of a hand; all but one of the dealer's moves of a round. And those
that are not: the commitment to a deck, the settlement, and the proof of the deck.
"""
DAY, YEAR = 86_400, 365
DISK, NETWORK = 1e12, 1e9
"""Bytes of a disk, and bits a second of a network."""


class Load(msgspec.Struct, frozen=True):
    """What so many players at full tables ask for in a second; everybody plays every round."""

    players: int
    tables: float
    rounds: float
    hands: float
    acts: float
    entries: float
    journal: float
    messages: float
    sent: float

    @property
    def gathered(self) -> float:
        """Writes that go into a transaction together with others."""
        return OF_A_HAND * self.hands + OF_A_ROUND * self.rounds

    @property
    def alone(self) -> float:
        """Transactions of their own."""
        return BY_ITSELF * self.rounds

    def commits(self, seconds: float) -> float:
        """Transactions a second of one writer, if each takes so many seconds.

        What comes while one is being written goes into the next, so there is one for each (1 / writes + seconds).
        """
        return self.alone + self.gathered / (1 + self.gathered * seconds)


def load(units: Units, tables: float) -> Load:
    """What so many tables ask for: as many times what was measured at a few."""
    played = units.playing
    a_table = tables / played.tables / played.seconds
    return Load(
        players=round(tables * SEATS),
        tables=tables,
        rounds=played.hands / SEATS * a_table,
        hands=played.hands * a_table,
        acts=played.acts * a_table,
        entries=played.entries * a_table,
        journal=played.journal * a_table,
        messages=played.messages * a_table,
        sent=played.sent * a_table,
    )


def busy(asked: Load, store: Stored) -> float:
    """How busy one writer is with what is asked, where everything that can go together does."""
    return asked.entries * store.entry + asked.alone * store.commit


# ---------------------------------------------------------------------------------------------------------------------
# The tables of the page


def measured(units: Units) -> Iterator[str]:
    """The unit costs."""
    played, one = units.playing, load(units, 1)
    rounds = played.hands / SEATS
    yield units.machine
    yield f"{played.tables} tables of {SEATS}; players think {THINK:g} s before an act, the dealer waits as usual"
    yield ""
    for value, what in (
        (f"{60 * one.rounds:.1f}", "rounds a minute at a table"),
        (f"{played.acts / rounds:.1f}", "acts of players a round"),
        (f"{1000 * units.cpu_of_an_act:.2f} ms", "CPU an act, sockets and dealer included"),
        (f"{1000 * played.cpu / played.acts:.2f} ms", "CPU an act without sockets"),
        (f"{played.entries / rounds:.0f}", "entries of the journal a round"),
        (f"{played.journal / rounds / 1000:.1f} kB", "bytes of the journal a round"),
        (f"{played.commits / rounds:.1f}", "commits a round, SQLite"),
        (f"{played.messages / played.acts:.1f}", "messages to pages an act"),
        (f"{played.sent / played.messages:.0f}", "bytes a message"),
        (f"{1000 * units.sqlite.commit:.2f} ms", "a transaction of SQLite"),
        (f"{1000 * units.sqlite.entry:.3f} ms", "and an entry in it"),
        (f"{1000 * units.postgresql.commit:.2f} ms", "a transaction of PostgreSQL"),
        (f"{1000 * units.postgresql.entry:.3f} ms", "and an entry in it"),
        (f"{units.verified:,.0f}", "entries verified a second of a core"),
        (f"{1000 * units.letter_alone:.2f} ms", "a letter between processes that travels alone"),
        (f"{1000 * units.letter:.3f} ms", "one of many that travel together"),
        (f"{units.process / 1e6:.0f} MB", "memory of a process"),
        (f"{units.table / 1e3:.0f} kB", "memory of an idle table"),
        (f"{units.viewer / 1e3:.0f} kB", "memory of a page"),
    ):
        yield f"{value:>12}  {what}"


def needed(units: Units) -> Iterator[str]:
    """What so many players take."""
    loads = [load(units, players / SEATS) for players in PLAYERS]

    def line(what: str, *values: str) -> str:
        return f"{what:<46}" + "".join(f"{value:>13}" for value in values)

    processes = [math.ceil(each.acts * units.cpu_of_an_act / HALF) for each in loads]
    stores = {"SQLite": units.sqlite, "PostgreSQL": units.postgresql}
    yield line("players", *(f"{each.players:,}" for each in loads))
    yield line("tables", *(f"{each.tables:,.0f}" for each in loads))
    yield line("acts a second", *(f"{each.acts:,.0f}" for each in loads))
    yield line("processor cores, busy all the time", *(f"{each.acts * units.cpu_of_an_act:,.1f}" for each in loads))
    yield line("processes, each half busy", *(f"{each:,}" for each in processes))
    yield line("tables a process", *(f"{x.tables / y:,.0f}" for x, y in zip(loads, processes, strict=True)))
    memory = [
        processes_of * units.process + each.tables * units.table + each.players * units.viewer
        for each, processes_of in zip(loads, processes, strict=True)
    ]
    yield line("memory of all processes, GB", *(f"{each / 1e9:,.1f}" for each in memory))
    yield line("entries a second", *(f"{each.entries:,.0f}" for each in loads))
    for name, store in stores.items():
        chains = [max(1, math.ceil(busy(each, store) / HALF)) for each in loads]
        parts = [load(units, x.tables / y) for x, y in zip(loads, chains, strict=True)]
        commits = [part.commits(store.commit) * y for part, y in zip(parts, chains, strict=True)]
        yield line(f"parts of the journal, {name}", *(f"{each:,}" for each in chains))
        yield line(f"commits a second in all of them, {name}", *(f"{each:,.0f}" for each in commits))
    yield line("journal a day, GB", *(f"{each.journal * DAY / 1e9:,.1f}" for each in loads))
    hours = [each.entries * DAY / units.verified / 3600 for each in loads]
    yield line("hours of a core to verify a day", *(f"{each:,.1f}" for each in hours))
    yield line("messages to pages a second", *(f"{each.messages:,.0f}" for each in loads))
    yield line("megabits a second to pages", *(f"{8 * each.sent / 1e6:,.1f}" for each in loads))
    letters = [(x.acts + x.messages) * (1 - 1 / y) for x, y in zip(loads, processes, strict=True)]
    yield line("letters a second, if tables are anywhere", *(f"{each:,.0f}" for each in letters))
    yield line(
        "databases half busy with these letters", *(f"{math.ceil(each * units.letter / HALF):,}" for each in letters)
    )


def limits(units: Units) -> list[tuple[float, str, str]]:
    """What is used up first: at how many players, what, and what would replace it."""
    one = load(units, 1 / SEATS)
    a_year = one.journal * DAY * YEAR
    letters = (one.acts + one.messages) * units.letter
    return sorted(
        [
            (HALF / (one.acts * units.cpu_of_an_act), "one process is half busy", "tables in several processes"),
            (
                float(ConnectionLimits().most),
                "connections that one process takes",
                "`--connections`, then more processes",
            ),
            (HALF / busy(one, units.sqlite), "one chain in SQLite is half written", "PostgreSQL, then parts"),
            (
                HALF / busy(one, units.postgresql),
                "one chain in PostgreSQL is half written",
                "a part of the journal for some of the tables, each with a chain, heads and checkpoints of its own",
            ),
            (
                units.verified / one.entries,
                "verifying a day takes one core a day",
                "verifying each part by itself; what the house has verified is not read again",
            ),
            (
                HALF / letters,
                "one database is half busy with letters",
                "a proxy that sends a page to the process that holds its table, so that nothing is passed on",
            ),
            (
                DISK / a_year,
                "a year fills a disk of 1 TB",
                "old parts sealed by their heads, kept elsewhere to be read",
            ),
            (NETWORK / (8 * one.sent), "pages fill a network of 1 Gbit/s", "machines with a network each"),
        ]
    )


def breaks(units: Units) -> Iterator[str]:
    """The limits in the order in which they are met."""
    yield "| players | what is used up | what replaces it |"
    yield "|---:|---|---|"
    for players, what, instead in limits(units):
        yield f"| {rounded(players):,} | {what} | {instead} |"


def rounded(number: float) -> int:
    """A number with two digits that count.

    >>> rounded(123_456), rounded(4_000)
    (120000, 4000)
    """
    places = math.floor(math.log10(number)) - 1
    return round(round(number / 10**places) * 10**places)


# ---------------------------------------------------------------------------------------------------------------------
# Beside a simulation


def compared(units: Units, found: dict[str, float]) -> Iterator[str]:
    """What the model expects of a simulated house that plays a round at each table, what it did, and how far apart."""
    from bench.many_tables import SOON, SYNC

    from support.simulation.store import OFTEN

    seconds, one = found["seconds"], load(units, found["tables"])
    expected = load(units, found["tables"] * found["tables"] / one.rounds / seconds)  # as many rounds in these seconds
    commits = expected.commits(SYNC + SOON / 2 * (3 + 2 * OFTEN))
    yield f"{found['tables']:,.0f} tables, one round at each, in {seconds:.0f} simulated seconds"
    yield f"{'':24}{'expected':>14}{'simulated':>14}{'apart':>9}"
    for name, what, number in (
        ("hands", "hands set", expected.hands),
        ("acts", "acts of players", expected.acts),
        ("entries", "entries", expected.entries),
        ("journal", "bytes of the journal", expected.journal),
        ("messages", "messages to pages", expected.messages),
        ("sent", "bytes to pages", expected.sent),
        ("commits", "commits", commits),
    ):
        mine = number * seconds
        yield f"{what:24}{mine:14,.0f}{found[name]:14,.0f}{found[name] / mine - 1:9.1%}"
    yield f"{1000 * found['cpu'] / found['acts']:.2f} ms of CPU an act, the simulation and its players included"


def checked() -> dict[str, float]:
    """What the last simulation of the page counted."""
    return msgspec.json.decode(CHECKED.read_bytes(), type=dict[str, float])


PARTS: dict[str, Callable[[], Iterator[str]]] = {
    "measured": lambda: measured(kept()),
    "needed": lambda: needed(kept()),
    "breaks": lambda: breaks(kept()),
    "compared": lambda: compared(kept(), checked()),
}
"""The parts of the page that are computed."""


def part(name: str) -> str:
    """One part as it stands on the page."""
    text = "\n".join(PARTS[name]())
    body = text if text.startswith("|") else f"```\n{text}\n```"
    return f"<!-- {name}: written by bench/scale.py -->\n{body}\n<!-- end -->"


def page() -> str:
    """The page with every computed part as it is now."""
    written = PAGE.read_text(encoding="utf-8")
    for name in PARTS:
        pattern = rf"<!-- {name}: written by bench/scale\.py -->\n.*?<!-- end -->"
        written, times = re.subn(pattern, lambda _, name=name: part(name), written, flags=re.DOTALL)  # type: ignore[misc]
        if times != 1:
            raise SystemExit(f"docs/{PAGE.name} has {times} places for {name}")
    return written


def main() -> None:
    """Print, write or check."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--write", action="store_true")
    parser.add_argument("--check", type=int, metavar="N")
    parser.add_argument("--keep", type=Path, metavar="FILE")
    given = parser.parse_args()
    if given.check:
        from bench.many_tables import play

        print(*compared(kept(), play(given.check)), sep="\n")
        return
    if given.keep:
        CHECKED.write_bytes(msgspec.json.format(given.keep.read_bytes()) + b"\n")
    if given.write:
        PAGE.write_text(page(), encoding="utf-8")
        return
    for lines in PARTS.values():
        print(*lines(), "", sep="\n")


if __name__ == "__main__":
    main()
