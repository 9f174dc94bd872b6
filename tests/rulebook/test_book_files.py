"""Books as TOML files: every book reads back as it was, every mistake is named by line and clause, nothing is run."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path
from typing import Any

import pytest

from houseway import books
from houseway.errors import BadBook
from houseway.rulebook.check import check
from houseway.rulebook.data.lines import lines_of
from houseway.rulebook.data.reading import MOST_BYTES, read_book
from houseway.rulebook.data.schema import as_json, schema
from houseway.rulebook.data.start import start_file
from houseway.rulebook.data.writing import as_plain, as_toml
from houseway.rulebook.rulebook import Rulebook
from support.command import ROOT
from support.json_schema import faults

NAMES = books.names()
MINE = (ROOT / "examples" / "my_house.toml").read_text(encoding="utf-8")
FIVE = as_toml(books.get("five-card"))


def _read(text: str | bytes) -> Rulebook:
    return read_book(text.encode() if isinstance(text, str) else text, "x.toml", books.get)


@pytest.mark.parametrize("name", NAMES)
def test_an_exported_book_reads_back_as_the_same_book(name: str, tmp_path: Path) -> None:
    """Through a file, so that its id may be that of the shipped book it equals."""
    file = tmp_path / "copy.toml"
    file.write_text(as_toml(books.get(name)), encoding="utf-8")
    copy = books.get(file)
    assert copy == books.get(name)
    assert copy.digest == books.get(name).digest
    assert as_toml(copy) == as_toml(books.get(name))


def test_the_example_says_the_same_as_its_python_twin() -> None:
    twin = books.get(ROOT / "examples" / "my_house.py")
    assert books.get(ROOT / "examples" / "my_house.toml") == twin
    assert _read(as_toml(twin)) == twin


def test_both_examples_are_checked_against_the_same_files() -> None:
    assert books.evidence("examples/my_house.toml") == books.evidence("examples/my_house.py")


def test_a_changed_copy_may_not_have_the_id_of_a_shipped_book(tmp_path: Path) -> None:
    file = tmp_path / "copy.toml"
    file.write_text(FIVE.replace("pays = 100 }", "pays = 99 }", 1), encoding="utf-8")
    with pytest.raises(BadBook, match="the id 'five-card' belongs to a shipped book"):
        books.get(file)


def test_a_file_can_change_everything_in_a_book() -> None:
    book = _read(
        """
        id = "cheap"
        based_on = "five-card"
        without_wagers = ["insurance"]
        source = { title = "Cheap" }
        main = { commission = "4.5%" }
        procedure = { copy_word = "draw" }
        rulings = [{ id = "R6", point = "p", decision = "d" }, { id = "H1", point = "p", decision = "d" }]
        references = [{ cite = "Row", to = ["Hand"], rulings = ["H1"] }]

        [[side_wagers]]
        key = "dealer-pai-gow"
        name = "Lucky"
        cite = "Lucky"
        judged = "dealer cards"
        pay_tables = [{ name = "", lines = [{ name = "Any", when = "anything", pays = 1, envy = 2_50 }] }]
        """
    )
    base = books.get("five-card")
    assert str(book.main.commission) == "9/200"
    assert (book.main.wins, book.procedure.foul_cite) == (base.main.wins, base.procedure.foul_cite)
    assert book.procedure.copy_word == "draw"
    assert [side.name for side in book.side_wagers] == ["Player Pai Gow wager", "Lucky", "5-Card Poker wager"]
    assert book.side_wagers[1].pay_tables[0].lines[0].envy == 250
    assert [ruling.id for ruling in book.rulings] == [*(ruling.id for ruling in base.rulings), "H1"]
    assert (book.rulings[0].decision, book.references[-1].cite) == ("d", "Row")


RULE_1 = "x.toml, line 28, clause 'House rule 1, two low pairs', when: "
MISTAKES = [
    ("two_pairs(LOW", "two_pair(LOW", RULE_1 + "there is no condition 'two_pair'; did you mean 'two_pairs'?"),
    ("single(ACES)", "single(ACE)", RULE_1 + "there are no ranks 'ACE'; did you mean 'ACES'?"),
    ("single(ACES)", "single(7-2)", RULE_1 + "ranks run from 2 to 14, lowest first"),
    ("single(ACES)", "single(1)", RULE_1 + "a rank is 2 to 10, J, Q, K or A, not '1'"),
    ("single(ACES)", "single", RULE_1 + "single needs ranks: single(RANKS)"),
    ("single(ACES)", "single(A, K)", RULE_1 + "single(RANKS) does not take so many values"),
    ("single(ACES)", "single(rank=A)", RULE_1 + "single(RANKS) takes no 'rank'; did you mean 'ranks'?"),
    ("single(ACES)", "single(A, ranks=A)", RULE_1 + "single is given ranks twice"),
    (
        "single(ACES)",
        "full_house(A)",
        RULE_1 + "full_house(three=RANKS, pair_of=RANKS) does not take so many values",
    ),
    ("single(ACES)", "single(A", RULE_1 + "`,` or `)` after what single takes is expected, not the end"),
    ("single(ACES)", "pair", RULE_1 + "'pair' is a low hand, not a condition; write can(...) around it"),
    ("single(ACES)", "five_card_hand(ROYAL)", RULE_1 + "there is no category 'ROYAL'; did you mean 'ROYAL_FLUSH'?"),
    ("single(ACES)", "can(singles(1, x))", RULE_1 + "a whole number is expected, not 'x'"),
    ("single(ACES)", "can(singles(1, 9))", RULE_1 + "cards are counted from 1, the highest, to 7, not 9"),
    ("single(ACES)", "__import__('os')", RULE_1 + '"\'" has no meaning here'),
    ("single(ACES)", "(made", RULE_1 + "`&`, `|` or `)` is expected, not the end"),
    ("single(ACES)", "", RULE_1 + "a condition is expected, not the end"),
    ("& single", "and single", RULE_1 + "the end is expected, not 'and'; write & for and"),
    ("single(ACES)", "~" * 30 + "made", RULE_1 + "parentheses and ~ are nested more than 20 deep"),
    ("single(ACES)", " & ".join(["made"] * 101), RULE_1 + "there are more than 100 words"),
    ('low = "singles(1, 2)"', "low = 7", "line 29, clause 'House rule 1, two low pairs', low: must be a low hand"),
    ('low = "singles(1, 2)"', "", "x.toml, line 26, clause 'House rule 1, two low pairs': 'low' is missing"),
    ("low = ", "lo = ", "line 29, clause 'House rule 1, two low pairs', lo: there is no such key; did you mean 'low'?"),
    (
        'exception_to = ["Appendix A.2 Low pair + low pair"]',
        'exception_to = ["Appendix A.2 Low pair + low pairs"]',
        "x.toml, line 30, clause 'House rule 1, two low pairs', exception_to: is an exception to 'Appendix A.2 Low pair"
        " + low pairs', which is not a clause of the book; did you mean 'Appendix A.2 Low pair + low pair'?",
    ),
    ('["Appendix A.2 Low pair + low pair"]', '"A"', "exception_to: must be a list in square brackets, not 'A'"),
    ("House rule 2, four of a kind with an Ace", "House rule 1, two low pairs", "line 33, clause 'House rule 1, two"),
    ("mbs-v4", "mbs-v5", "x.toml, line 2, based_on: there is no book 'mbs-v5'"),
    ('"R23"', '"R230"', "x.toml, line 14, without_rulings: mbs-v4 has no ruling 'R230'; did you mean 'R23'?"),
    ('"R23"', '"R22"', "line 14, without_rulings: Appendix A.5 Full house, three Kings, Ace and Joker: rests on R22"),
    ("King, Ace or Joker held", "King or Ace held", "x.toml, line 11, without: mbs-v4 has no clause"),
    ('title = "Fortune Pai Gow Poker"', "", "x.toml, line 16, source: 'title' is missing"),
    ('id = "my-house"', "", "x.toml, line 1: 'id' is missing"),
    ('id = "my-house"', 'id = " x"', "x.toml, line 1: the id of a book must be a name on one line"),
    ('"J-K"', '"K-J"', "x.toml, line 23, ranks, JACKS_TO_KINGS: ranks run from 2 to 14"),
    ('"J-K"', "11", 'x.toml, line 23, ranks, JACKS_TO_KINGS: must be a run of ranks such as "2-6" or "J-A", not 11'),
    ("LOW =", "low =", "x.toml, line 22, ranks, low: a name for ranks is of capital letters"),
    ("LOW =", "ACES =", "x.toml, line 22, ranks, ACES: a name for ranks is of capital letters"),
    ("[source]", "[sauce]", "x.toml, line 16, sauce: there is no such key; did you mean 'source'?"),
    ("[source]", "dealt = 6\n[source]", "x.toml, line 1: my-house: a book deals seven cards for five and two"),
    (
        "[source]",
        "main.comission = 0\n[source]",
        "line 16, main, comission: there is no such key; did you mean 'commis",
    ),
    ("[source]", "main.commission = 0.05\n[source]", 'line 16, main, commission: must be an exact part such as "5%"'),
    ("[source]", 'main.commission = "105%"\n[source]', "line 16, main: the commission must be from 0 to below 1"),
    ("[source]", "[source", "x.toml, line 16: this is not TOML: "),
    ("[source]", "id = 7\n[source]", "x.toml, line 16: this is not TOML: Cannot overwrite a value"),
    ("based_on", "# based_on", "without: there is no such key; it needs based_on"),
]
MISTAKES_OF_FIVE = [
    ('act = "set"', 'act = "sett"', "permission 'sett', act: 'sett' is not the name of an act; did you mean 'set'?"),
    (
        '["betting"]',
        '["beting"]',
        "permission 'wager', phases: 'beting' is not the name of a phase; did you mean 'betti",
    ),
    ("joker = false", "joker = 0", "LINE, deck, joker: must be true or false, not 0"),
    (
        "pays = 100 }",
        'pays = "100" }',
        "pay table '1', line 'Five High 2-Card Hand', pays: must be a whole number, not",
    ),
    ("pays = 100 }", "pays = -1 }", "line 'Five High 2-Card Hand': `pays` must not be negative: -1"),
    ("pays = 100 }", f"pays = 0x{'f' * 4000} }}", "pays: must be a whole number, not a number of many digits"),
    ("pays = 100 }", f"pays = {'9' * 5000} }}", "this is not TOML: a number has too many digits"),
    ('key = "insurance"', 'key = "main"', "every wager needs its own key"),
    (
        'rulings = ["R6", ',
        'rulings = ["R66", ',
        "LINE, clause 'Hand Ranking and House Way', rulings: rests on R66, wh",
    ),
    (
        'id = "R7"',
        'id = "R7"\npoint = "x"\ndecision = "y"\n[[rulings]]\nid = "R7"',
        "ruling 'R7': there are 2 rulings with",
    ),
    ('ruling = "R40"', 'ruling = "R42"', "alternative 'R42': a rejected reading is given for R42"),
    ("[[clauses]]", "[[clause]]", "LINE, clause: there is no such key; did you mean 'clauses'?"),
    ("[[clauses]]", "[clauses]", "LINE, clauses: must be a list in square brackets, not a table"),
]


@pytest.mark.parametrize(("right", "wrong", "said"), MISTAKES)
def test_a_mistake_is_named_by_line_and_clause(right: str, wrong: str, said: str) -> None:
    assert right in MINE
    text = MINE.replace(right, wrong, 1)
    if wrong == "mbs-v5":  # not the one in the comment
        text = 'id = "x"\nbased_on = "mbs-v5"\nsource = { title = "x" }'
    with pytest.raises(BadBook) as refused:
        _read(text)
    assert said in str(refused.value)
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize(("right", "wrong", "said"), MISTAKES_OF_FIVE)
def test_a_mistake_in_a_whole_book_is_named(right: str, wrong: str, said: str) -> None:
    assert right in FIVE
    with pytest.raises(BadBook) as refused:
        _read(FIVE.replace(right, wrong, 1))
    assert said.replace("LINE", f"line {FIVE[: FIVE.index(right)].count(chr(10)) + 1}") in str(refused.value)


def test_every_mistake_is_counted_and_the_first_is_named() -> None:
    wrong = MINE.replace("two_pairs(LOW", "two_pair(LOW").replace("full_house", "ful_house").replace("R23", "R230")
    with pytest.raises(BadBook, match=r"line 28, clause .* \(and 1 more: line 42\)$"):
        _read(wrong)


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"#" * (MOST_BYTES + 1), "x.toml: the file is larger than 250,000 bytes"),
        (b"id = 1\n\xff", "x.toml, line 2: this is not UTF-8 text"),
        (b"x = " + b"[" * 9000, "x.toml: lists or tables are nested too deep"),
        (b"\n" + b".".join([b"a"] * 9000) + b" = 1", "x.toml, line 2: 'a.a.a.a.a.a.a.a.a' has more than 8 parts"),
        (b"\n".join(b"k%d = 1" % n for n in range(9000)), "x.toml, line 1, k0: there is no such key (and 19 more"),
        (b"[[clauses]]\n" * 2000, "x.toml, line 1, clauses: the list is longer than 1,000 items"),
        (b'clauses = [{ cite = "' + b"x" * 3000 + b'" }]', "the text is longer than 2,000 characters"),
        (b'"\\u001b[2J" = 1', r"x.toml, line 1, '\x1b[2J': there is no such key"),
        (
            b"",
            "x.toml, line 1: 'id', 'source', 'deck', 'dealt', 'high_size', 'clauses', 'main' and 'procedure' are mis",
        ),
    ],
    ids=["size", "bytes", "depth", "dots", "keys", "items", "text", "escape", "empty"],
)
def test_an_absurd_file_is_refused_at_once(data: bytes, said: str) -> None:
    with pytest.raises(BadBook) as refused:
        _read(data)
    assert said in str(refused.value)


def test_a_mistake_cannot_steer_the_terminal() -> None:
    side = r'{ key = "x", name = "\u001b[2J", cite = "x", judged = "dealer low", pay_tables = [] }'
    with pytest.raises(BadBook, match=r"\?\[2J has no pay table"):
        _read(f'id = "x"\nbased_on = "five-card"\nsource = {{ title = "x" }}\nside_wagers = [{side}]')


def test_a_file_based_on_another_is_found_beside_it_and_never_runs_code(tmp_path: Path) -> None:
    def write(name: str, based_on: str) -> Path:
        (tmp_path / name).write_text(f'id = "{name[0]}"\nbased_on = "{based_on}"\nsource = {{ title = "x" }}\n')
        return tmp_path / name

    (tmp_path / "code.py").write_text("from pathlib import Path\nPath(__file__).with_name('ran').touch()\n")
    write("a.toml", "five-card")
    assert books.get(write("b.toml", "a.toml")).clauses == books.get("five-card").clauses
    for name, based_on, said in (
        ("c.toml", "code.py", "line 2, based_on: 'code.py' is Python code, which is not run"),
        ("d.toml", "d.toml", "line 2, based_on: the book loads itself"),
        ("e.toml", "nowhere.toml", "line 2, based_on: there is no book file"),
        ("f.toml", "five-cards", "line 2, based_on: there is no book 'five-cards'; did you mean 'five-card'?"),
    ):
        with pytest.raises(BadBook, match=said):
            books.get(write(name, based_on))
    assert not (tmp_path / "ran").exists()


def test_loading_a_file_compiles_and_runs_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    as_toml(books.get("mbs-v4"))  # what is derived from our own classes is derived now
    text = as_toml(books.get("mbs-v4"))

    def never(*_args: Any, **_options: Any) -> None:
        raise AssertionError("code was run")

    for name in ("exec", "eval", "compile", "__import__"):
        monkeypatch.setattr(f"builtins.{name}", never)
    book = read_book(text.encode(), "x.toml", books.get)
    monkeypatch.undo()
    assert book == books.get("mbs-v4")


def _paths(value: Any, path: tuple[str | int, ...] = ()) -> set[tuple[str | int, ...]]:
    parts = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return {path}.union(*(_paths(part, (*path, key)) for key, part in parts))


ODD = '''
"a.b".'c "d"' = 1 # [x]
[t]
s = """
[not a heading]
x = "1"""" # five quotes, of which two are text
l = \'\'\'[no]\'\'\'
n = [ # items
  "]", # one
  [1.5, 2], { k = 'v', "q=" = [ { z = 1 } ] },
]
d = 1979-05-27T07:32:00Z
[[t.many]]
[[t.many]]
x.y = -1e-3
[t.many.inner]
v = true
'''


def test_every_key_has_its_line() -> None:
    for text in (ODD, MINE, ODD.replace("\n", "\r\n"), *(as_toml(books.get(name)) for name in NAMES)):
        assert set(lines_of(text).found) == _paths(tomllib.loads(text))
    found = lines_of(ODD)
    places = (("a.b", 'c "d"'), ("t", "s"), ("t", "l"), ("t", "n", 1), ("t", "many", 1, "x"))
    assert [found.of(place) for place in places] == [2, 4, 7, 10, 15]
    assert found.of(("t", "many", 1, "inner", "v")) == 17


def test_the_published_schema_is_up_to_date() -> None:
    published = (ROOT / "docs" / "book.schema.json").read_text(encoding="utf-8")
    assert published == as_json(), "write it with: houseway book schema > docs/book.schema.json"


def test_the_schema_accepts_every_book() -> None:
    whole = schema()
    files = [as_plain(books.get(name)) for name in NAMES]
    files += [tomllib.loads(MINE), tomllib.loads(start_file(books.get("mbs-v4"), "mbs-v4", "x"))]
    assert [fault for file in files for fault in faults(file, whole, whole)] == []


@pytest.mark.parametrize(
    ("right", "wrong", "fault"),
    [
        ("two_pairs(LOW", "two_pair(LOW", "/clauses/0/when: pattern or length"),
        ("low = ", "lo = ", "/clauses/0/lo: unknown"),
        ('low = "singles(1, 2)"', "", "/clauses/0/low: missing"),
        ('"J-K"', '"J-X"', "/ranks/JACKS_TO_KINGS: pattern or length"),
        ("[source]", "main.commission = 0.05\n[source]", "/main/commission: none of them"),
        ("[source]", "deck.joker = 1\n[source]", "/deck/joker: not boolean"),
        ("[source]", 'procedure.several_hands = "two"\n[source]', "/procedure/several_hands: not listed"),
    ],
)
def test_the_schema_refuses_what_the_reader_refuses(right: str, wrong: str, fault: str) -> None:
    whole = schema()
    assert fault in list(faults(tomllib.loads(MINE.replace(right, wrong, 1)), whole, whole))


def test_the_schema_explains_every_key() -> None:
    definitions = json.loads(as_json())["definitions"]
    unexplained = [
        f"{name}.{key}"
        for name, table in definitions.items()
        for key, part in table["properties"].items()
        if "description" not in part and "$ref" not in part
    ]
    assert unexplained == []


def test_the_start_file_changes_nothing_yet() -> None:
    base = books.get("mbs-v4")
    book = _read(start_file(base, "mbs-v4", "mine"))
    assert (book.id, book.clauses, book.main, book.rulings) == ("mine", base.clauses, base.main, base.rulings)
    assert all(clause.cite in start_file(base, "mbs-v4", "mine") for clause in base.clauses)


@pytest.mark.parametrize("name", ["mbs-v4", pytest.param("stones", marks=pytest.mark.full)])
def test_the_clause_that_a_start_file_shows_is_right_once_it_is_uncommented(name: str) -> None:
    lines = start_file(books.get(name), name, "mine").splitlines()
    first = lines.index("# [[clauses]]")
    shown = [line.removeprefix("# ") if first <= at < first + 5 else line for at, line in enumerate(lines)]
    book = _read("\n".join(shown))
    assert len(book.clauses) == len(books.get(name).clauses) + 1
    assert not [defect for defect in check(book).defects if "pinned" not in defect]
