"""The PAR sheet: its figures are those of `Odds`, every format has them, and the same book gives the same bytes."""

from __future__ import annotations

import functools
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from html.parser import HTMLParser
from math import sqrt
from pathlib import Path
from typing import Any

import msgspec
import pytest

from houseway import books
from houseway.cli import par_command
from houseway.errors import Refused
from houseway.maths.cache import Cache
from houseway.maths.count.odds import Odds
from houseway.maths.count.rulings import effect_of, listed, weighed
from houseway.maths.count.whole_book import main_odds, odds
from houseway.maths.par import html, pdf
from houseway.maths.par.charts import charts
from houseway.maths.par.document import Figures, Table
from houseway.maths.par.html import as_html
from houseway.maths.par.json import as_json
from houseway.maths.par.pdf import as_pdf, as_typst
from houseway.maths.par.sheet import CONFIDENCES, ROUNDS, ParLine, ParSheet, par_sheet
from houseway.maths.par.text import decimal, document, pays
from houseway.rulebook.check import check
from support.command import SOURCES, Run

FIVE = "five-card"
SEVEN = "mbs-v4"
Written = dict[str, Any]
Par = Callable[..., subprocess.CompletedProcess[str]]


@pytest.fixture(scope="session")
def kept(cache_folder: Path) -> Path:
    """The cache folder of the whole test run: a seven-card game is counted once."""
    return cache_folder


@pytest.fixture(autouse=True)
def _draw_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Draw the charts of a sheet once for all tests, because that takes longer than the rest of the sheet."""
    monkeypatch.setattr(html, "charts", _drawn)
    monkeypatch.setattr(pdf, "charts", _drawn)


def _drawn(sheet: ParSheet) -> dict[str, str]:
    return _drawn_without_rulings(replace(sheet, rulings=()))


@functools.lru_cache(maxsize=4)
def _drawn_without_rulings(sheet: ParSheet) -> dict[str, str]:
    """No chart shows a ruling, so a sheet with their effects has the charts of one without."""
    return charts(sheet)


@pytest.fixture(scope="session", params=[FIVE, SEVEN])
def found(request: pytest.FixtureRequest, kept: Path) -> Odds:
    return odds(books.get(request.param), cache=Cache(kept))


@pytest.fixture(scope="session")
def sheet(found: Odds) -> ParSheet:
    return par_sheet(books.get(found.book), found)


@pytest.fixture(scope="session")
def five(kept: Path) -> ParSheet:
    """The five-card sheet with the effect of its rulings."""
    book, cache = books.get(FIVE), Cache(kept)
    found = odds(book, cache=cache)
    return par_sheet(book, found, weighed(book, found.main, cache=cache))


@pytest.fixture
def par(houseway: Run) -> Par:
    """Run `houseway par` within this process."""
    return functools.partial(houseway, "par")


@pytest.fixture
def par_process(tmp_path: Path, kept: Path) -> Par:
    """Run `houseway par` as a process, in another folder, home, time zone and locale if given."""

    def run(*words: str, folder: Path = tmp_path, **more: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [str(Path(sys.executable).parent / "houseway"), "par", *words],
            capture_output=True, text=True, check=False, cwd=folder,
            env=SOURCES | {"PATH": "/usr/bin:/bin", "LANG": "C.UTF-8", "HOME": str(folder), "HOUSEWAY_CACHE": str(kept)}
            | more,
        )  # fmt: skip

    return run


# The sheet and its JSON


def test_the_json_has_the_counts_and_fractions_of_the_odds(found: Odds, sheet: ParSheet) -> None:
    written = msgspec.json.decode(as_json(sheet))
    assert (written["book"], written["digest"]) == (found.book, books.get(found.book).digest)
    main, *sides = written["wagers"]
    assert [line["combinations"] for line in main["lines"]] == [
        found.main.win,
        found.main.standoff,
        found.main.lose,
    ]
    assert Fraction(main["house_edge"]) == found.main.house_edge
    assert Fraction(main["variance"]) == found.main.variance
    tables = [(side.key, pays) for side in found.sides for pays in side.pay_tables]
    assert [(side["wager"], side["pay_table"]) for side in sides] == [(key, pays.name) for key, pays in tables]
    for side, (_, table) in zip(sides, tables, strict=True):
        *paid, lost = side["lines"]
        assert [(line["name"], line["combinations"]) for line in paid] == [(ln.name, ln.hands) for ln in table.lines]
        assert [Fraction(line["net"]) for line in paid] == [line.pays for line in table.lines]
        assert [Fraction(line["return"]) for line in paid] == [table.share(line) for line in table.lines]
        assert (lost["combinations"], lost["net"], lost["return"]) == (table.losing, "-1/1", "0/1")
        assert Fraction(side["house_edge"]) == table.house_edge
        assert Fraction(side["hit_rate"]) == table.hit_rate
    envy = [(of.others, of.cents) for side in found.sides for of in side.envy]
    assert [(of["others"], Fraction(of["cents"])) for of in written["envy"]] == envy


def test_the_envy_bonus_is_listed_for_one_to_five_others(kept: Path) -> None:
    book = books.get(SEVEN)
    written = msgspec.json.decode(as_json(par_sheet(book, odds(book, cache=Cache(kept)))))
    assert [of["others"] for of in written["envy"]] == [1, 2, 3, 4, 5]
    fortune = next(wager for wager in written["wagers"] if wager["wager"] == "fortune-bonus")
    assert [line["envy_cents"] for line in fortune["lines"] if "envy_cents" in line] == [25_000, 5_000]


def test_every_float_of_the_json_is_the_fraction_beside_it(five: ParSheet) -> None:
    seen = 0

    def hold(value: Any) -> None:
        nonlocal seen
        if isinstance(value, list):
            for one in value:
                hold(one)
        elif isinstance(value, dict):
            for name, one in value.items():
                hold(one)
                if f"{name}_float" in value:
                    assert value[f"{name}_float"] == float(Fraction(one))
                    seen += 1

    hold(msgspec.json.decode(as_json(five)))
    assert seen > 200


def test_the_lines_sum_to_the_whole(sheet: ParSheet) -> None:
    for wager in sheet.wagers:
        assert sum(line.combinations for line in wager.lines) == wager.combinations
        assert sum(line.probability for line in wager.lines) == 1
        assert sum(line.returned for line in wager.lines) == wager.returns == 1 - wager.house_edge


def test_deviation_and_bands(sheet: ParSheet) -> None:
    for wager in sheet.wagers:
        squares = sum(line.probability * line.net**2 for line in wager.lines)
        assert wager.standard_deviation == pytest.approx(sqrt(squares - wager.house_edge**2), rel=1e-12)
        assert wager.volatility_index == pytest.approx(1.645 * wager.standard_deviation, rel=1e-12)
        assert [(band.rounds, band.confidence) for band in wager.bands] == [
            (n, c) for n in ROUNDS for c, _ in CONFIDENCES
        ]
        for band, wider, later in zip(wager.bands[:-2:2], wager.bands[1:-2:2], wager.bands[2::2], strict=True):
            assert (band.low + band.high) / 2 == pytest.approx(float(wager.returns))
            assert (band.high - band.low) / (later.high - later.low) == pytest.approx(sqrt(10), rel=1e-9)
            assert (wider.high - wider.low) / (band.high - band.low) == pytest.approx(1.96 / 1.645, rel=1e-9)
        first = wager.bands[0]
        assert first.high - float(wager.returns) == pytest.approx(1.645 * wager.standard_deviation / sqrt(1000))


# The rulings


def test_the_effect_of_a_ruling_is_the_change_of_the_edge(five: ParSheet, kept: Path) -> None:
    book, cache = books.get(FIVE), Cache(kept)
    (way,) = book.alternatives
    mine, theirs = main_odds(book, cache=cache), main_odds(book.under(way), cache=cache)
    shown = {one.ruling.id: one.readings for one in five.rulings}
    (reading,) = shown["R40"]
    assert reading.effect is not None
    assert reading.effect.change == theirs.house_edge - mine.house_edge > 0
    assert reading.effect.moved == 187_488
    assert list(shown) == [ruling.id for ruling in sorted(book.rulings, key=lambda ruling: ruling.order)]
    assert [ruling for ruling, readings in shown.items() if readings] == ["R40"]


def test_an_alternative_reading_applies_to_dealer_and_player(kept: Path) -> None:
    book, cache = books.get(FIVE), Cache(kept)
    (way,) = book.alternatives
    own = main_odds(book, player="house-way", cache=cache)
    both = main_odds(book.under(way), player="house-way", cache=cache)
    dealer = main_odds(book, player="house-way", dealer=book.under(way), cache=cache)
    assert effect_of(book, way, own, cache=cache).house_edge == both.house_edge != dealer.house_edge


@pytest.mark.parametrize("name", [FIVE, SEVEN])
def test_an_alternative_reading_moves_as_many_hands_as_check_reports(name: str) -> None:
    book = books.get(name)
    hands, weights = book.shape_hands, book.shapes.weights
    rows = range(len(hands))
    own = hands.lows[rows, book.compiled.split]
    moved = {(found.ruling, found.says): found.hands for found in check(book).moved}
    ways = book.alternatives if name == FIVE else [way for way in book.alternatives if way.ruling in ("R15", "R22")]
    for way in ways:
        theirs = hands.lows[rows, book.under(way).compiled.split]
        assert int(weights[own != theirs].sum()) == moved[way.ruling, way.says] > 0


@pytest.mark.full
@pytest.mark.parametrize("name", [name for name in books.names() if name != FIVE])
def test_every_alternative_reading_of_the_seven_card_books_sets_every_hand(name: str) -> None:
    book = books.get(name)
    for way in book.alternatives:
        book.under(way).decide(book.shape_hands)  # exactly one clause for each hand, and no foul


@pytest.mark.full
def test_a_seven_card_reading(kept: Path) -> None:
    book, cache = books.get(SEVEN), Cache(kept)
    way = next(way for way in book.alternatives if way.ruling == "R24")
    found = effect_of(book, way, main_odds(book, cache=cache), cache=cache)
    assert found.moved == 20
    assert found.change == found.house_edge - main_odds(book, cache=cache).house_edge != 0
    assert abs(found.change) < Fraction(1, 10**9)  # twenty hands


def test_rulings_that_were_not_counted_are_still_listed(sheet: ParSheet) -> None:
    assert sheet.rulings == listed(books.get(sheet.book))
    shown = [row for section in document(sheet).sections if section.heading == "Rulings" for row in _rows(section)]
    assert {row[0] for row in shown} == {one.ruling.id for one in sheet.rulings}
    readings = [row[2] for row in shown if len(row) == 3]
    assert sorted(readings) == sorted(way.says for way in books.get(sheet.book).alternatives)
    assert {row[3] for row in shown if len(row) == 4} == {"no alternative reading"}
    assert all("house_edge" not in way for one in _json(sheet)["rulings"] for way in one["alternatives"])


def test_a_counted_ruling_shows_its_effect(five: ParSheet) -> None:
    shown = [row for section in document(five).sections if section.heading == "Rulings" for row in _rows(section)]
    (counted,) = [row for row in shown if len(row) > 4]
    assert (counted[0], counted[3], counted[4], counted[5]) == ("R40", "187,488", "4.88710592", "+2.1565129410")


# Text and tables


def test_numbers_as_they_are_printed() -> None:
    assert decimal(Fraction(2, 3), 4) == "0.6667"
    assert decimal(Fraction(-1, 10**9), 4) == "0.0000"
    assert decimal(Fraction(10**9), 2) == "1,000,000,000.00"
    line = ParLine(name="", combinations=1, all=2, net=Fraction(19, 20))
    assert pays(line) == "0.95 to 1"
    assert [pays(replace(line, net=Fraction(net))) for net in ("2500", "0", "-1", "39/40", "1/3")] == [
        "2,500 to 1",
        "stake back",
        "–",
        "0.975 to 1",
        "1 / 3 to 1",
    ]


def test_the_numbers_of_a_column_have_the_same_decimals(five: ParSheet) -> None:
    tables = [block for section in document(five).sections for block in section.blocks if isinstance(block, Table)]
    for table in tables:
        for row in table.rows:
            assert len(row) == len(table.heads)
        for place in table.numbers:
            cells = [row[place] for row in table.rows if re.fullmatch(r"[−+]?[\d,]+(\.\d+)?", row[place])]
            assert len({len(cell.partition(".")[2]) for cell in cells}) <= 1, (table.caption, place)


def test_a_line_that_no_hand_makes_has_no_rate(kept: Path) -> None:
    book = books.get(FIVE)
    found = odds(book, cache=Cache(kept))
    insurance = found.sides[0].pay_tables[0]
    never = replace(insurance, lines=(replace(insurance.lines[0], hands=0), *insurance.lines[1:]))
    made = par_sheet(book, replace(found, sides=(replace(found.sides[0], pay_tables=(never,)), *found.sides[1:])))
    row = next(row for section in document(made).sections for row in _rows(section) if row[0] == never.lines[0].name)
    assert row[1:5] == ("0", "0.0000000000", "–", "100 to 1")


@pytest.mark.parametrize("player", ["house-way", "best"])
def test_how_the_player_sets_is_printed(player: str, kept: Path) -> None:
    book = books.get(FIVE)
    made = par_sheet(book, odds(book, player=player, cache=Cache(kept)))
    assert _json(made)["player"] == player
    source = as_typst(document(made))
    assert ("sees the dealer's hands before setting" in source) is (player == "best")
    assert ("sets every hand the house way, as the dealer does" in source) is (player == "house-way")


# Formats


class _Page(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.text = ""
        self.alts: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        assert tag not in ("script", "link", "iframe", "object")
        assert "href" not in given
        if tag == "img":
            assert (given["src"] or "").startswith("data:image/svg+xml;base64,")
            self.alts.append(given["alt"] or "")
        if tag == "th":
            assert given["scope"] in ("row", "col")
        if tag not in ("meta", "img"):
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text += data


def test_every_figure_is_on_the_html_page_and_nothing_is_loaded(sheet: ParSheet) -> None:
    written, page = as_html(sheet), _Page()
    page.feed(written)
    assert page.open == []
    assert "http:" not in written
    assert "https:" not in written
    assert "url(" not in written
    for section in document(sheet).sections:
        assert section.heading in page.text
        for row in _rows(section):
            assert all(cell in page.text for cell in row)
    assert len(page.alts) == 2 * len(sheet.wagers)
    assert all(alt.endswith(".") and "%" in alt for alt in page.alts)
    assert f"{sheet.main.lines[0].combinations:,}" in page.text


def test_exactly_the_named_charts_are_drawn(sheet: ParSheet) -> None:
    named = [
        chart.name
        for section in document(sheet).sections
        for block in section.blocks
        if isinstance(block, Figures)
        for chart in block.charts
    ]
    drawn = _drawn(sheet)
    assert sorted(named) == sorted(drawn)
    assert len(set(drawn.values())) > 2  # wagers with the same pays have the same chart
    for svg in drawn.values():
        assert svg.startswith("<svg")
        assert not re.search(r"<metadata|<dc:date|<script", svg)


def test_the_pdf_has_the_edge_and_the_page_numbers(sheet: ParSheet, tmp_path: Path) -> None:
    source, made = as_typst(document(sheet)), as_pdf(sheet)
    edge = decimal(sheet.main.house_edge, 12)
    assert edge in source
    assert sheet.digest in source
    assert made.startswith(b"%PDF")
    assert b"/CreationDate" not in made
    if shutil.which("pdftotext") is None:
        return
    file = tmp_path / "sheet.pdf"
    file.write_bytes(made)
    text = subprocess.run(["pdftotext", "-layout", str(file), "-"], capture_output=True, text=True, check=True).stdout
    pages = text.split("\f")[:-1]
    assert edge in text
    assert f"{sheet.main.lines[2].combinations:,}" in text
    for number, page in enumerate(pages, start=1):
        assert f"page {number} of {len(pages)}" in page
        assert sheet.digest in page


def test_text_of_a_book_cannot_break_out_of_a_format(five: ParSheet) -> None:
    five = replace(five, wagers=five.wagers[:1])
    odd = replace(five, source=replace(five.source, title='a "b" \\ #x <i>&amp; </style>', house="]*_$`"), book='x"}}')
    page = _Page()
    page.feed(as_html(odd))
    assert page.open == []
    assert 'a "b" \\ #x <i>&amp; </style>' in page.text
    assert as_pdf(odd).startswith(b"%PDF")
    assert _json(odd)["game"]["house"] == "]*_$`"


# The command


@pytest.mark.full
@pytest.mark.parametrize("suffix", ["html", "pdf", "json"])
def test_the_same_book_gives_the_same_bytes(par_process: Par, tmp_path: Path, suffix: str) -> None:
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    (elsewhere / "matplotlibrc").write_text("xtick.labelsize: 30\nlegend.fontsize: 20\nsvg.hashsalt: other\n")
    first = par_process(FIVE, "-o", f"a.{suffix}", TZ="Asia/Singapore")
    other = par_process(
        FIVE, "-o", f"b.{suffix}", folder=elsewhere, TZ="America/New_York", LANG="de_DE.UTF-8", LC_ALL="C",
        SOURCE_DATE_EPOCH="1000000000", PYTHONHASHSEED="7", MPLBACKEND="pdf",
    )  # fmt: skip
    assert (first.returncode, other.returncode) == (0, 0), first.stderr + other.stderr
    mine, theirs = (tmp_path / f"a.{suffix}").read_bytes(), (elsewhere / f"b.{suffix}").read_bytes()
    assert mine == theirs
    assert len(mine) > 10_000
    assert str(tmp_path).encode() not in mine


def test_the_command_writes_what_the_library_makes(par: Par, five: ParSheet, tmp_path: Path) -> None:
    done = par(FIVE, "--output", "sheet.json")
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "wrote sheet.json\n")
    assert (tmp_path / "sheet.json").read_bytes() == as_json(five)
    done = par(FIVE, "-o", "SHEET.JSON", "--no-rulings", "--player", "house-way")
    written = msgspec.json.decode((tmp_path / "SHEET.JSON").read_bytes())
    assert done.returncode == 0
    assert written["player"] == "house-way"
    assert not any("house_edge" in way for one in written["rulings"] for way in one["alternatives"])


def test_a_seven_card_sheet_without_the_effect_of_rulings(par: Par, sheet: ParSheet, tmp_path: Path) -> None:
    done = par(sheet.book, "-o", "sheet.json", "--no-rulings")
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "sheet.json").read_bytes() == as_json(sheet)


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ((FIVE, "-o", "sheet.txt"), "a PAR sheet is written as .pdf, .html or .json, not 'sheet.txt'"),
        ((FIVE, "-o", "sheet"), "a PAR sheet is written as .pdf, .html or .json, not 'sheet'"),
        ((FIVE, "-o", "nowhere/sheet.pdf"), "there is no folder 'nowhere' to write sheet.pdf in"),
        ((FIVE, "-o", "folder.pdf"), "'folder.pdf' is a folder; name a file to write"),
        ((FIVE, "-o", "sheet.json", "--player", "luck"), "the player must be house-way or best, not 'luck'"),
        (("no-such-book", "-o", "sheet.pdf"), "there is no book 'no-such-book'"),
    ],
)
def test_bad_input_is_one_sentence_and_nothing_is_written(
    par: Par, tmp_path: Path, words: tuple[str, ...], message: str
) -> None:
    (tmp_path / "folder.pdf").mkdir()
    done = par(*words)
    assert done.returncode == 1
    assert done.stderr.startswith(f"houseway: {message}")
    assert done.stderr.count("\n") == 1
    assert [path.name for path in tmp_path.iterdir()] == ["folder.pdf"]


def test_an_output_must_be_named(par: Par) -> None:
    done = par(FIVE)
    assert done.returncode == 2
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize(("package", "suffix"), [("matplotlib", "html"), ("matplotlib", "pdf"), ("typst", "pdf")])
def test_a_missing_package_names_the_extra(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, package: str, suffix: str
) -> None:
    monkeypatch.setitem(sys.modules, package, None)
    with pytest.raises(Refused, match=rf"as \.{suffix} needs .*houseway\[par\]"):
        par_command.write_par_sheet(FIVE, output=tmp_path / f"sheet.{suffix}")
    assert not list(tmp_path.iterdir())


def test_a_failed_write_leaves_the_old_file(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, kept: Path) -> None:
    monkeypatch.setenv("HOUSEWAY_CACHE", str(kept))
    file = tmp_path / "sheet.json"
    file.write_text("what was there")

    def full(_from: Path, _to: Path) -> None:
        raise OSError(28, "No space left on device", "somewhere")

    monkeypatch.setattr(Path, "replace", full)
    with pytest.raises(OSError, match="No space left") as caught:
        par_command.write_par_sheet(FIVE, output=file, no_rulings=True)
    assert caught.value.filename == str(file)
    assert [path.name for path in tmp_path.iterdir()] == ["sheet.json"]
    assert file.read_text() == "what was there"


def test_help_shows_an_example(par: Par) -> None:
    assert "Example: houseway par mbs-v4 -o mbs-v4.pdf" in par("--help").stdout


def _rows(section: Any) -> list[tuple[str, ...]]:
    return [row for block in section.blocks if isinstance(block, Table) for row in block.rows]


def _json(sheet: ParSheet) -> Written:
    return msgspec.json.decode(as_json(sheet), type=Written)
