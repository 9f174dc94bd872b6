"""Random requests over whole rounds, irregularities included: what must hold after each one.

Replay equals state, a refusal changes nothing, chips are conserved, nothing is left on the layout when a round ends,
nothing hidden is visible, only what the book allows is granted, the commission is exact, and every round can be ended.
"""

from __future__ import annotations

import secrets
from collections import Counter
from collections.abc import Mapping
from random import Random

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, rule, run_state_machine_as_test

from houseway import books
from houseway.rulebook.procedure import Remedy
from support.hidden_cards import VIEWERS, check_nothing_hidden_shows
from support.shelf import every_book, most_different_books
from support.table_machine import Play

SEEDS = st.integers(0, 2**32 - 1)
QUICK = {"max_examples": 30, "stateful_step_count": 40, "derandomize": True, "database": None}
GAMES = 24
DEEP = {"max_examples": 300, "stateful_step_count": 60}
IN_EVERY_BOOK = [
    "PlaceTaken",
    "PlaceLeft",
    "BettingOpened",
    "WagerPlaced",
    "WagerWithdrawn",
    "BettingClosed",
    "HandDealt",
    "DealEnded",
    "HandViewed",
    "FoulDeclared",
    "HandSet",
    "CardsKeyedAgain",
    "DealerRevealed",
    "RevealEnded",
    "HandShown",
    "WagerSettled",
    "RoundSettled",
]
IN_ITS_BOOK = {
    "mbs-v4": [
        "AreaShared",
        "SettingTakenBack",
        "WithdrawalEnded",
        "EnvyPaid",
        "RoundVoided",
        "PlayerRestricted",
        "IrregularityReported",
        "IrregularityRemedied",
        "HandsMoved",
        "HandReconstructed",
        "HandRemoved",
        "WagerFound",
        "PlayerProhibited",
        "WithdrawalOffered",
        "SettlementCorrected",
        "RoundCorrected",
        "HandConceded",
        "ConcededHandViewed",
    ],
    "mbs-v3": [
        "RoundCorrected",
        "SettingTakenBack",
        "EnvyPaid",
        "RoundVoided",
        "IrregularityReported",
        "IrregularityRemedied",
        "HandsMoved",
        "HandReconstructed",
    ],
    "fortune-us": ["MoreHandsAllowed"],
    "five-card": ["DealerFailedToQualify"],
}


def machine(name: str, seen: Counter[str]) -> type[RuleBasedStateMachine]:
    """The state machine of one book; `seen` counts the events it reached."""
    book = books.get(name).compile()

    class TableMachine(RuleBasedStateMachine):
        """Each rule has a seed, so that a failure shrinks to the few requests that cause it."""

        play: Play

        @initialize(seed=SEEDS)
        def open(self, seed: int) -> None:
            self.play = Play(book, Random(seed), seen)

        @rule(seed=SEEDS)
        def advance(self, seed: int) -> None:
            self._vary(seed)
            self.play.advance()

        @rule(seed=SEEDS)
        def go_on(self, seed: int) -> None:
            self.advance(seed)

        @rule(seed=SEEDS)
        def sensible(self, seed: int) -> None:
            self._vary(seed)
            self.play.sensible()

        @rule(seed=SEEDS)
        def trouble(self, seed: int) -> None:
            self._vary(seed)
            self.play.trouble()

        @rule(seed=SEEDS)
        def odd(self, seed: int) -> None:
            self._vary(seed)
            for _ in range(3):
                self.play.odd()

        def teardown(self) -> None:
            if hasattr(self, "play"):
                finish(self.play, seen)

        def _vary(self, seed: int) -> None:
            """Mix the step count into the seed: the same small seed would otherwise repeat the same request."""
            self.play.random = Random(seed * 1009 + len(self.play.history))

    return TableMachine


def finish(play: Play, seen: Counter[str]) -> None:
    """Compare what some viewers were sent, and end the round."""
    for viewer in play.random.sample(VIEWERS, 3):
        upto = play.random.randint(0, len(play.history))
        seen["compared"] += check_nothing_hidden_shows(play, viewer, upto)
        seen["to compare"] += upto
    play.finish()


def walk(name: str, seen: Counter[str], *, seed: int, steps: int) -> None:
    """Many rounds at one table, drawn from one seed."""
    play = Play(books.get(name).compile(), Random(seed), seen)
    for _ in range(steps):
        does = play.random.choice((play.advance, play.advance, play.advance, play.sensible, play.trouble, play.odd))
        does()
    finish(play, seen)


def run(name: str, seen: Counter[str], how: Mapping[str, object]) -> None:
    """Run the state machine of a book."""
    checks = list(HealthCheck)
    run_state_machine_as_test(
        machine(name, seen),
        settings=settings(deadline=None, suppress_health_check=checks, **how),  # type: ignore[arg-type]
    )


@pytest.mark.parametrize("name", most_different_books())
def test_random_requests_break_nothing(name: str) -> None:
    run(name, Counter(), QUICK)


@pytest.mark.parametrize("name", most_different_books())
def test_random_games_reach_every_event(name: str) -> None:
    seen: Counter[str] = Counter()
    for seed in range(45, 45 + GAMES):
        walk(name, seen, seed=seed, steps=80)
    missing = [event for event in (*IN_EVERY_BOOK, *IN_ITS_BOOK.get(name, ())) if not seen[event]]
    assert not missing, f"the random games never reached {missing}: {seen}"
    assert seen["compared"] > seen["to compare"] / 2


@pytest.mark.full
@pytest.mark.parametrize("name", every_book())
def test_many_more_random_requests(name: str) -> None:
    run(name, Counter(), DEEP)


@pytest.mark.full
@pytest.mark.parametrize("name", every_book())
def test_many_more_random_games(name: str) -> None:
    first = secrets.randbits(32)
    for seed in range(first, first + 150):
        try:
            walk(name, Counter(), seed=seed, steps=120)
        except Exception as error:
            error.add_note(f"{name}, seed {seed}")
            raise


def test_every_remedy_is_one_that_a_book_prints() -> None:
    printed = {
        remedy.remedy
        for name in books.names()
        for row in books.get(name).procedure.irregularities
        for remedy in row.remedies
    }
    assert printed == set(Remedy)
