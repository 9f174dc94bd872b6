"""What a player's training adds up to, what they are asked next, and that the journal keeps it."""

from __future__ import annotations

import itertools
from datetime import UTC, date, datetime, timedelta
from fractions import Fraction
from pathlib import Path

import pytest

from houseway.journal.store import Journal
from houseway.maths.play.grades import Grade
from houseway.training.facts import KeptAnswer, Trained
from houseway.training.grading import Drill
from houseway.training.plan import EVERY, PLANNED, Planned, plan, weight
from houseway.training.progress import LEARNED, Course, Progress, clause_key, hand_key
from houseway.training.record import Training
from houseway.training.spacing import Memory, rating_of

NOON = datetime(2026, 11, 19, 12, tzinfo=UTC)
DAY = timedelta(days=1)
_numbers = itertools.count(1)


def answer(
    right: bool = True,
    *,
    clause: str = "A.1",
    cards: str = "Ac Kd",
    at: datetime = NOON,
    grade: Grade | None = None,
    drill: Drill = Drill.HOUSE_WAY,
    id: str = "",
) -> KeptAnswer:
    return KeptAnswer(
        id=id or f"answer-{next(_numbers)}",
        book="mbs-v4",
        drill=drill,
        cards=cards,
        low="Kd",
        clause=clause,
        right=right,
        given_up="0/1" if right else "1/8",
        grade=grade or (Grade.BEST if right else Grade.MISTAKE),
        at=at,
        ms=2000,
    )


def course(*answers: KeptAnswer) -> Course:
    found = Course()
    for each in answers:
        found.add(each)
    return found


def test_accuracy_streaks_and_mistakes_by_clause() -> None:
    found = course(answer(), answer(), answer(False, clause="A.2"), answer(clause="A.2"))
    assert (found.all.answered, found.all.right, found.all.accuracy) == (4, 3, 0.75)
    assert (found.streak, found.best_streak) == (1, 2)
    assert found.all.given_up == Fraction(1, 8)
    assert {cite: (each.answered, each.right) for cite, each in found.clauses.items()} == {"A.1": (2, 2), "A.2": (2, 1)}
    assert found.grades == {Grade.BEST: 3, Grade.MISTAKE: 1}
    assert Course().all.accuracy == 1


def test_a_missed_hand_comes_back_and_is_learned_in_the_end() -> None:
    at, found = NOON, course(answer(False))
    assert found.due(at) == []  # not at once
    asked = 0
    while found.missed:
        (missed,) = found.missed.values()
        due = found.memory.due(hand_key(missed.hand))
        assert due is not None
        assert due > at
        at = due
        assert found.due(at) == [missed]
        found.add(answer(at=at))
        asked += 1
        assert asked < 20
    assert asked > 2
    assert at - NOON > 2 * DAY
    assert hand_key("Ac Kd") not in found.memory
    found.add(answer(False, at=at))
    assert list(found.missed) == ["Ac Kd"]


def test_a_hand_missed_again_comes_back_sooner() -> None:
    well, badly = (course(answer(False), answer(at=NOON + DAY)) for _ in range(2))
    well.add(answer(at=NOON + 2 * DAY))
    badly.add(answer(False, at=NOON + 2 * DAY))
    key = hand_key("Ac Kd")
    assert well.memory.days(key) > badly.memory.days(key)
    assert well.memory.days(key) < LEARNED


def test_nearly_the_best_is_remembered_with_difficulty() -> None:
    good, way = {"right": False, "grade": Grade.GOOD}, {"right": True, "grade": Grade.MISTAKE}
    assert rating_of(Drill.BEST_PLAY, **good).name == "Hard"  # type: ignore[arg-type]
    assert rating_of(Drill.HOUSE_WAY, **good).name == "Again"  # type: ignore[arg-type]
    assert rating_of(Drill.HOUSE_WAY, **way).name == "Good"  # type: ignore[arg-type]


def test_an_answer_that_arrives_late_counts_after_the_others() -> None:
    memory = Memory()
    memory.answer("a", rating_of(Drill.HOUSE_WAY, right=True, grade=Grade.BEST), NOON)
    due = memory.due("a")
    memory.answer("a", rating_of(Drill.HOUSE_WAY, right=True, grade=Grade.BEST), NOON - 3 * DAY)
    after = memory.due("a")
    assert due is not None
    assert after is not None
    assert after > due
    assert memory.recall("a", NOON) == 1
    assert 0 < memory.recall("a", NOON + 30 * DAY) < 1
    assert memory.recall("b", NOON) == 0


PACK = [Planned(number, f"hand {number}", f"A.{number % 4}") for number in range(100)]


def test_missed_hands_come_first_and_then_weak_clauses() -> None:
    missed = [answer(False, cards=f"hand {number}", clause="A.0", at=NOON) for number in (8, 20)]
    known = [answer(clause=f"A.{at}", cards=f"known {at}", at=NOON + timedelta(seconds=at)) for at in (1, 2) * 9]
    found = course(*missed, *known)
    planned = plan(PACK, found, NOON + timedelta(minutes=30), seed="ann")
    assert len(planned) == len(set(planned)) == PLANNED
    assert {planned[0], planned[EVERY]} == {8, 20}
    clauses = [PACK[number].clause for number in planned[:24]]
    assert clauses.count("A.0") + clauses.count("A.3") > 2 * (clauses.count("A.1") + clauses.count("A.2"))
    assert planned == plan(PACK, found, NOON + timedelta(minutes=30), seed="ann")
    assert planned != plan(PACK, found, NOON + timedelta(minutes=30), seed="bob")


def test_a_clause_weighs_more_once_it_is_due_and_the_more_it_was_missed() -> None:
    hand = Planned(1, "hand 1", "A.1")
    fresh = weight(hand, Course(), NOON)
    right, wrong = course(answer(cards="x")), course(answer(False, cards="x"))
    soon, later = NOON + timedelta(seconds=5), NOON + 90 * DAY
    assert weight(hand, right, soon) < fresh < weight(hand, wrong, later)
    assert weight(hand, right, soon) < weight(hand, right, later)
    assert weight(hand, right, later) < weight(hand, wrong, later)
    assert clause_key("A.1") in right.memory
    seen = course(answer(cards="hand 1"))
    assert weight(hand, seen, later) < weight(hand, right, later)


def test_days_in_a_row() -> None:
    found, today = Progress(), date(2026, 11, 19)
    assert found.days_in_a_row(today) == 0
    for ago in (1, 2, 4):
        found.add(Trained(at=NOON, answers=(answer(at=NOON - ago * DAY),)))
    assert found.days_in_a_row(today) == 2
    found.add(Trained(at=NOON, answers=(answer(at=NOON),)))
    assert found.days_in_a_row(today) == 3


# ---------------------------------------------------------------------------------------------------------------------
# In the journal


@pytest.fixture
def journal(tmp_path: Path) -> Journal:
    return Journal.open(str(tmp_path / "j.db"))


def answered(training: Training, name: str = "ann") -> int:
    return training.read(name, lambda known: known.course("mbs-v4", Drill.HOUSE_WAY).all.answered)


def test_an_answer_is_kept_once_however_often_it_is_sent(journal: Journal) -> None:
    with journal:
        training = Training(journal, clock=lambda: NOON)
        one, two = answer(), answer(False)
        training.keep_answers("ann", [one, one])
        training.keep_answers("ann", [one, two])
        training.keep_answers("ann", [two])
        assert answered(training) == 2
        assert journal.version("training:ann") == 2
        assert answered(training, "bob") == 0


def test_another_process_and_a_restart_know_the_same(journal: Journal) -> None:
    with journal:
        first, second = (Training(journal, clock=lambda: NOON) for _ in range(2))
        first.keep_answers("ann", [answer()])
        second.keep_answers("ann", [answer(False)])
        first.keep_answers("ann", [answer()])
        assert answered(first) == answered(second) == answered(Training(journal)) == 3
        training = Training(journal)
        missed = training.read("ann", lambda known: list(known.course("mbs-v4", Drill.HOUSE_WAY).missed))
        assert missed == ["Ac Kd"]
