"""`houseway book`: export, new, schema and words; and that a TOML file works wherever a book is expected."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from houseway import books
from houseway.rulebook.data.schema import as_json
from houseway.rulebook.data.words import words
from support.command import ROOT, Run, one_sentence

HAND = "Kc 9c 8c 6s 3d"


def test_an_exported_book_works_as_a_book(houseway: Run, tmp_path: Path) -> None:
    exported = houseway("book", "export", "five-card")
    (tmp_path / "copy.toml").write_text(exported.stdout, encoding="utf-8")
    assert houseway("set", "copy.toml", HAND).stdout == houseway("set", "five-card", HAND).stdout
    assert houseway("book", "export", "copy.toml").stdout == exported.stdout
    plain = json.loads(houseway("book", "export", "copy.toml", "--json").stdout)
    assert (plain["id"], plain["clauses"][0]["when"]) == ("five-card", "anything")


def test_a_toml_file_gives_what_its_python_twin_gives(houseway: Run) -> None:
    files = [str(ROOT / "examples" / f"my_house.{suffix}") for suffix in ("toml", "py")]
    by_data, by_code = (houseway("set", file, "Jc Jh Js Jd Ah 9d 4c", "--json") for file in files)
    assert (by_data.returncode, by_data.stdout) == (0, by_code.stdout)


def test_a_mistake_is_one_sentence_and_exit_code_1(houseway: Run, tmp_path: Path) -> None:
    (tmp_path / "x.toml").write_text('id = "x"\nbased_on = "five-cards"\nsource = { title = "x" }\n')
    one_sentence(houseway("set", "x.toml", HAND), "x.toml, line 2, based_on: ", "did you mean 'five-card'?")


def test_a_new_book_works_at_once(houseway: Run, tmp_path: Path) -> None:
    done = houseway("book", "new", "my_house.toml", "--based-on", "five-card")
    assert (done.returncode, done.stderr) == (0, "wrote my_house.toml and book.schema.json\n")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["book.schema.json", "my_house.toml"]
    assert (tmp_path / "book.schema.json").read_text(encoding="utf-8") == as_json()
    assert json.loads(houseway("set", "my_house.toml", HAND, "--json").stdout)["book"] == "my-house"
    based = json.loads(houseway("book", "new", "next.toml", "--based-on", "my_house.toml", "--json").stdout)
    assert based == {"wrote": ["next.toml"], "based_on": "my-house"}
    assert houseway("set", "next.toml", HAND).returncode == 0


def test_a_new_book_never_replaces_a_file(houseway: Run, tmp_path: Path) -> None:
    (tmp_path / "mine.toml").write_text("mine")
    one_sentence(houseway("book", "new", "mine.toml", "--based-on", "five-card"), "mine.toml is there already")
    one_sentence(houseway("book", "new", "mine.py", "--based-on", "five-card"), "must end in .toml")
    one_sentence(houseway("book", "new", "x.toml", "--based-on", "code.py"), "is Python code")
    one_sentence(houseway("book", "new", "x y.toml", "--based-on", "five-card"), "is not a good id")
    assert [path.name for path in tmp_path.iterdir()] == ["mine.toml"]
    assert (tmp_path / "mine.toml").read_text() == "mine"


def test_the_schema_is_printed_as_published(houseway: Run) -> None:
    assert houseway("book", "schema").stdout == (ROOT / "docs" / "book.schema.json").read_text(encoding="utf-8")


def test_every_word_is_listed(houseway: Run) -> None:
    listed = houseway("book", "words").stdout
    assert [word.name for word in words().values() if word.signature not in listed] == []
    found = [json.loads(line) for line in houseway("book", "words", "--json").stdout.splitlines()]
    assert [each["word"] for each in found] == list(words())


@pytest.mark.parametrize("command", ["set", "check", "serve", "diff", "play"])
def test_help_names_python_files_as_code(command: str, houseway: Run) -> None:
    said = " ".join(houseway(command, "--help").stdout.replace("│", " ").split())
    assert "TOML" in said
    assert "it is code, and is run" in said


def test_serving_takes_a_toml_book(tmp_path: Path) -> None:
    """What `serve --book FILE` opens a table with."""
    from houseway.journal.store import Journal
    from houseway.web.floor.dealer_moves import Pace
    from houseway.web.floor.house import OpenHouse
    from houseway.web.floor.opening import Opening

    file = str(ROOT / "examples" / "my_house.toml")
    with Journal.open(str(tmp_path / "journal.db")) as journal:
        house = OpenHouse(journal, pace=Pace())
        house.open_tables([Opening(name="mine", book=file)])
        assert house.tables["mine"].book == books.get(file)
        house.close()
