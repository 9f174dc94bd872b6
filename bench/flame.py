"""Where the time of a house goes while people play: a flame graph of the server, as a picture.

    .venv/bin/pip install py-spy
    .venv/bin/python bench/flame.py docs/images/server-flame.svg

The house of `bench/web.py` is played at over sockets, and py-spy looks 200 times a second at who holds the interpreter.
A bar is a function; its width is its share of the samples, with everything it called above it. Bars are coloured by the
package. Of libraries only what Houseway calls is shown, and nothing narrower than a five-hundredth. The players are in
another process, and not in the picture.
"""

from __future__ import annotations

import argparse
import asyncio
import itertools
import shutil
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from html import escape
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from bench.web import WARM, House, load

WIDTH, BAR, LETTER = 1200, 16, 6.2
LEAST = 0.002
"""The share of all samples below which a bar is left out."""
ROOTS = ("BaseEventLoop._run_once", "Thread.run")
"""Where a stack begins: everything before is the same for all."""
COLOURS = {
    "houseway/web/wire": ("#e8a33d", "drawing the table for pages"),
    "houseway/web": ("#d9743f", "the floor, and the rest of the web"),
    "houseway/kept": ("#7fa650", "tables kept in the journal"),
    "houseway/journal": ("#4c8c6b", "the journal"),
    "houseway/table": ("#5b8db8", "the rules of a round"),
    "houseway": ("#8f7fb8", "books, cards, people, exact values"),
    "": ("#b9b4a8", "Python and libraries"),
}


class Bar:
    """A function with what it called."""

    def __init__(self, name: str, file: str) -> None:
        self.name, self.file, self.samples = name, file, 0
        self.above: dict[tuple[str, str], Bar] = {}

    def add(self, stack: list[tuple[str, str]], samples: int) -> None:
        """Add a stack that begins here."""
        self.samples += samples
        if stack:
            self.above.setdefault(stack[0], Bar(*stack[0])).add(stack[1:], samples)

    @property
    def colour(self) -> str:
        """The colour of its package."""
        return next(colour for package, (colour, _) in COLOURS.items() if self.file.startswith(package))


def read(raw: str) -> Bar:
    """The samples of py-spy in its raw form: frames from the outermost on, and how many samples."""
    whole = Bar("the server", "")
    for line in raw.splitlines():
        written, _, samples = line.rpartition(" ")
        stack = [_frame(each) for each in written.split(";")]
        begins = next((at for at, (name, _) in enumerate(stack) if name in ROOTS), 0)
        kept = [
            each
            for before, each in itertools.pairwise([("", "houseway"), *stack[begins:]])
            if each[1].startswith("houseway") or before[1].startswith("houseway")
        ]
        whole.add(kept, int(samples))
    return whole


def _frame(written: str) -> tuple[str, str]:
    """A function and its file, without the line: `LiveTable.ask (houseway/web/floor/live_table.py:160)`."""
    name, _, place = written.partition(" (")
    file = place.rstrip(")").rpartition(":")[0] or place.rstrip(")")
    parts = Path(file).parts
    if "houseway" in parts:
        return name, "/".join(parts[len(parts) - 1 - parts[::-1].index("houseway") :])
    return name, "/".join(parts[-2:]) if not file.startswith("<") else "python"


def svg(whole: Bar, said: str) -> str:
    """The picture."""
    bars = list(_placed(whole, 0, 0.0, whole.samples))
    high = (max(level for level, *_ in bars) + 1) * BAR + 44
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{high}" viewBox="0 0 {WIDTH} {high}" '
        'font-family="sans-serif" font-size="10">',
        f'<rect width="{WIDTH}" height="{high}" fill="#fbfaf7"/>',
        f'<text x="6" y="16" font-size="12">{escape(said)}</text>',
    ]
    across = 6.0
    for colour, what in COLOURS.values():
        lines.append(f'<rect x="{across:.0f}" y="24" width="10" height="10" fill="{colour}"/>')
        lines.append(f'<text x="{across + 14:.0f}" y="33">{escape(what)}</text>')
        across += 26 + len(what) * 5.4
    for level, left, width, bar in bars:
        top = high - (level + 1) * BAR
        share = bar.samples / whole.samples
        lines.append(f"<g><title>{escape(bar.name)} ({escape(bar.file)}) {share:.1%}</title>")
        lines.append(
            f'<rect x="{left:.1f}" y="{top}" width="{max(width - 0.4, 0.4):.1f}" height="{BAR - 1}" '
            f'fill="{bar.colour}"/>'
        )
        if (letters := int((width - 4) / LETTER)) > 3:
            shown = bar.name if len(bar.name) <= letters else bar.name[: letters - 1] + "…"
            lines.append(f'<text x="{left + 2:.1f}" y="{top + 11}">{escape(shown)}</text>')
        lines.append("</g>")
    return "\n".join([*lines, "</svg>"]) + "\n"


def _placed(bar: Bar, level: int, left: float, samples: int) -> Iterator[tuple[int, float, float, Bar]]:
    """Every bar that is wide enough, with its level, its left edge and its width."""
    if bar.samples < LEAST * samples:
        return
    yield level, left, bar.samples / samples * WIDTH, bar
    for above in sorted(bar.above.values(), key=lambda each: (-each.samples, each.name)):
        yield from _placed(above, level + 1, left, samples)
        left += above.samples / samples * WIDTH


def sampled(tables: int, think: float, seconds: float) -> tuple[str, dict[str, float]]:
    """What py-spy saw of a house while people played, and what they did."""
    spy = shutil.which("py-spy")
    if spy is None:
        raise SystemExit("py-spy is not installed: pip install py-spy")
    with tempfile.TemporaryDirectory() as folder:
        house, raw = House(tables, Path(folder)), Path(folder) / "raw"
        command = [spy, "record", "--gil", "--rate", "200", "--format", "raw", "--output", str(raw)]
        command += ["--duration", str(round(seconds)), "--pid", str(house.process.pid)]

        def look() -> None:
            time.sleep(2 * WARM + 8 * think + 0.05 * 6 * tables)  # they have come, and a round is over
            subprocess.run(command, check=True, capture_output=True)

        looking = threading.Thread(target=look)
        looking.start()
        try:
            found = asyncio.run(load(house, seconds * 1.2, think))
            looking.join()
        finally:
            house.stop()
        return raw.read_text(), found


def main() -> None:
    """Play, look, and draw."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("picture", type=Path)
    parser.add_argument("--tables", type=int, default=20)
    parser.add_argument("--think", type=float, default=2.0)
    parser.add_argument("--seconds", type=float, default=40.0)
    given = parser.parse_args()
    raw, found = sampled(given.tables, given.think, given.seconds)
    whole = read(raw)
    said = (
        f"houseway serve, {given.tables} tables of six, players think {given.think:g} s before each act: "
        f"{whole.samples:,} samples while the interpreter was held"
    )
    given.picture.write_text(svg(whole, said), encoding="utf-8")
    print(f"{given.picture.stat().st_size / 1000:.0f} kB, {found['requests']:.0f} requests a second")


if __name__ == "__main__":
    main()
