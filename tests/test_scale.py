"""The page about very many players says what its model says, and the model what a simulated house does."""

from __future__ import annotations

import re
import sys
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

pytest.importorskip("litestar", reason="the extra houseway[web] is not installed")

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from bench import flame, many_tables, scale
from bench.units import kept

ROOT = Path(__file__).resolve().parents[1]
PICTURE = ROOT / "docs" / "images" / "server-flame.svg"
TABLES = 4


def test_the_tables_of_the_page_are_those_that_the_model_prints() -> None:
    assert scale.PAGE.read_text(encoding="utf-8") == scale.page()


def test_twice_the_tables_ask_for_twice_as_much() -> None:
    one, two = scale.load(kept(), 100), scale.load(kept(), 200)
    for name in ("players", "rounds", "hands", "acts", "entries", "journal", "messages", "sent", "gathered", "alone"):
        assert getattr(two, name) == pytest.approx(2 * getattr(one, name)), name


def test_one_writer_makes_a_commit_for_each_write_while_few_come_and_no_more_than_it_can() -> None:
    few, many = scale.load(kept(), 0.01), scale.load(kept(), 1_000_000)
    assert few.commits(0.002) == pytest.approx(few.alone + few.gathered, rel=0.01)
    assert many.commits(0.002) - many.alone == pytest.approx(1 / 0.002, rel=0.02)


def test_limits_stand_in_the_order_in_which_they_are_met() -> None:
    players = [players for players, _, _ in scale.limits(kept())]
    assert players == sorted(players)
    assert players[0] > 0


def test_a_simulated_house_counts_the_same_each_time_and_what_rounds_are_made_of() -> None:
    found, again = many_tables.play(TABLES), many_tables.play(TABLES)
    found.pop("cpu"), again.pop("cpu")
    assert found == again
    assert (found["rounds"], found["hands"]) == (TABLES, scale.SEATS * TABLES)
    assert found["entries"] == 10 * (found["rounds"] + found["hands"])
    units = kept().playing
    for what, of in (("messages", "acts"), ("sent", "messages")):
        assert found[what] / found[of] == pytest.approx(getattr(units, what) / getattr(units, of), rel=0.15), what


RAW = """\
main (houseway/cli/__init__.py:29);BaseEventLoop._run_once (asyncio/base_events.py:1922);ask (/x/houseway/web/a.py:3) 3
main (houseway/cli/__init__.py:29);BaseEventLoop._run_once (asyncio/base_events.py:1922);select (selectors.py:468) 1
_bootstrap (threading.py:1002);Thread.run (threading.py:982);work (thread.py:8);write (/x/houseway/journal/b.py:1) 4
"""


def test_a_flame_graph_shows_each_function_with_its_share() -> None:
    picture = flame.svg(flame.read(RAW), "eight samples")
    shown = [title.text for title in ET.fromstring(picture).iter("{http://www.w3.org/2000/svg}title")]
    assert shown == [
        "the server () 100.0%",
        "BaseEventLoop._run_once (asyncio/base_events.py) 50.0%",
        "ask (houseway/web/a.py) 37.5%",
        "Thread.run (threading.py) 50.0%",
        "write (houseway/journal/b.py) 50.0%",
    ]


def test_the_flame_graph_of_the_documentation_is_small_and_names_no_folder_of_a_machine() -> None:
    written = PICTURE.read_text(encoding="utf-8")
    assert len(written) < 300_000
    assert ET.fromstring(written).tag.endswith("svg")
    assert not re.search(r"\((/|[A-Z]:)", written)
