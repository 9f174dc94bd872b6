"""The public interface of `import houseway`: lazy, typed, documented, with a game in memory that follows the rules."""

from __future__ import annotations

import random
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import houseway
from houseway import Actor, Game, Refused, Role, books, commands, events
from houseway.table.decide import decide, round_needed
from support.command import ROOT

BOOKS = books.names()
_ANN = Actor("ann", Role.PLAYER)
loose: Any = houseway
"""The package without its types, to pass it what a type checker would refuse."""


def _loaded_after(statement: str) -> set[str]:
    """The packages that a fresh process has imported after a statement."""
    asked = f"import sys\n{statement}\nprint(*{{name.partition('.')[0] for name in sys.modules}})"
    done = subprocess.run([sys.executable, "-c", asked], capture_output=True, text=True, check=True)
    return set(done.stdout.split())


# ---------------------------------------------------------------------------------------------------------------------
# The package


@pytest.mark.parametrize("statement", ["import houseway", "import houseway; houseway.read_cards('Ac Kd')"])
def test_importing_and_reading_cards_loads_no_other_package(statement: str) -> None:
    loaded = _loaded_after(statement)
    assert "houseway" in loaded
    assert not loaded & {"numpy", "msgspec", "numba", "rich", "typer", "sqlalchemy"}


def test_exactly_the_public_names_are_exported() -> None:
    assert dir(houseway) == sorted(houseway.__all__)
    for name in houseway.__all__:
        assert getattr(houseway, name) is not None
    with pytest.raises(AttributeError, match="nothing_like_this"):
        _ = houseway.nothing_like_this


@pytest.mark.full
def test_a_users_script_is_type_checked(tmp_path: Path) -> None:
    script = tmp_path / "user.py"
    script.write_text(
        "import houseway\n"
        "setting: houseway.Setting = houseway.book('mbs-v4').set('Kc Qh 9s 6h 4c 3d 2s')\n"
        "game = houseway.Game('mbs-v4', seed=1)\n"
        "ann: houseway.Actor = game.sit('ann')\n"
        "listed: tuple[houseway.commands.Command, ...] = game.legal_commands(ann)\n"
        "reveal_type(houseway.best('mbs-v4', 'Kc Qh 9s 6h 4c 3d 2s').cost)\n"
        "houseway.book(7)\n"
    )
    done = subprocess.run(
        [sys.executable, "-m", "mypy", "--strict", "--cache-dir", str(ROOT / ".mypy_cache"), str(script)],
        capture_output=True, text=True, check=False, cwd=ROOT,
    )  # fmt: skip
    output = done.stdout
    assert "fractions.Fraction" in output
    assert 'Argument 1 to "book" has incompatible type "int"' in output
    assert output.count(" error: ") == 1, output


def test_the_reference_is_up_to_date() -> None:
    printed = subprocess.run(
        [sys.executable, str(ROOT / "scripts" / "write-api-reference"), "--print"],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert printed.returncode == 0, printed.stderr
    assert (ROOT / "docs" / "api.md").read_text(encoding="utf-8") == printed.stdout, "run `make docs`"


def test_the_reference_shows_an_example_of_every_name() -> None:
    entries = (ROOT / "docs" / "api.md").read_text(encoding="utf-8").split("\n### ")[1:]
    assert len(entries) == len(houseway.__all__)
    for entry in entries:
        assert ">>> " in entry, entry.splitlines()[0]


# ---------------------------------------------------------------------------------------------------------------------
# A game in memory


@pytest.fixture
def game() -> Game:
    return Game("mbs-v4", seed=8)


def test_a_round_in_five_lines(game: Game) -> None:
    ann = game.sit("ann")
    game.bet(ann, 10_00)
    game.deal()
    settled = game.finish()[-2]
    assert isinstance(settled, events.WagerSettled)
    assert (settled.payout, settled.commission, settled.back) == (1000, 50, 1000)


@pytest.mark.parametrize(
    "name", ["mbs-v4", "five-card", *(pytest.param(name, marks=pytest.mark.full) for name in ("mbs-v3", "fortune-us"))]
)
def test_a_random_walk_through_legal_commands_plays_rounds(name: str) -> None:
    """Every command that is listed is accepted, from every actor, in every phase the walk reaches."""
    chance = random.Random(name)
    game = Game(name, seed=3, positions=2)
    actors = [game.player("ann"), game.player("bob"), game.dealer, Actor("dora", Role.DEALER)]
    seen: set[type] = set()
    for _ in range(250):
        listed = {actor: game.legal_commands(actor) for actor in actors}
        for each in listed.values():
            for command in each:
                seen.add(type(command))
                assert decide(game.book, game.table, command, past=_past(game, command))
        usual = [command for each in listed.values() for command in each if not _unusual(command, chance)]
        if game.table.phase is houseway.Phase.CLOSED and not game.table.hold:
            game.deal()
        elif usual:
            game.do(chance.choice(usual))
    assert game.table.round > 3
    usual_kinds = {commands.Sit, commands.Leave, commands.PlaceWager, commands.WithdrawWager, commands.SetHand}
    assert usual_kinds | {commands.ViewHand, commands.EndSetting, commands.Settle} <= seen


def _past(game: Game, command: commands.Command) -> houseway.Table | None:
    return game._before_settling(round_needed(game.table, command))


def _unusual(command: commands.Command, chance: random.Random) -> bool:
    """Commands that would keep a walk from playing rounds."""
    if isinstance(command, commands.Report | commands.Restrict | commands.AllowMore):
        return chance.random() < 0.95
    return isinstance(command, commands.Leave | commands.WithdrawWager)


def test_exactly_the_legal_settings_are_listed(game: Game) -> None:
    ann = game.sit("ann")
    game.bet(ann, 10_00)
    game.deal()
    assert not [each for each in game.legal_commands(ann) if isinstance(each, commands.SetHand)]
    game.do(commands.ViewHand(by=ann, position=1))
    listed = [each for each in game.legal_commands(ann) if isinstance(each, commands.SetHand)]
    legal = {frozenset(card.text for card in setting.low) for setting in _settings(game)}
    assert {frozenset(command.low) for command in listed} == legal
    assert 0 < len(listed) <= 21


def _settings(game: Game) -> tuple[houseway.SettingOdds, ...]:
    return houseway.best(game.book, game.table.hands[1].cards, cached=False).settings


def test_nobody_learns_a_hidden_card(game: Game) -> None:
    ann, bob = game.sit("ann"), game.sit("bob")
    game.bet(ann, 10_00)
    game.bet(bob, 10_00)
    game.deal()
    game.do(commands.ViewHand(by=ann, position=1))
    mine = set(game.table.hands[1].cards)
    for viewer, known in ((ann, mine), (bob, set()), (game.dealer, set())):
        sent = f"{game.view(viewer)} {list(game.events_for(viewer))} {game.legal_commands(viewer)}"
        shown = {card.text for card in game.book.deck.cards if f"'{card.text}'" in sent}
        assert shown == known


def test_a_refusal_changes_nothing(game: Game) -> None:
    ann = game.sit("ann")
    before, happened = game.table, game.events
    for refused in (
        lambda: game.bet(ann, 7),
        lambda: game.bet(game.player("bob"), 10_00),
        lambda: game.do(commands.Settle(by=game.dealer)),
        game.deal,
        game.finish,
    ):
        with pytest.raises(Refused):
            refused()
        assert (game.table, game.events) == (before, happened)


def test_a_refused_deal_does_not_change_the_cards_of_a_seed() -> None:
    def dealt(*, refused_first: bool) -> tuple[str, ...]:
        game = Game("mbs-v4", seed=8)
        ann = game.sit("ann")
        if refused_first:
            with pytest.raises(Refused):
                game.deal()
        game.bet(ann, 10_00)
        game.deal()
        if refused_first:
            with pytest.raises(Refused):
                game.deal()
        game.finish()
        game.bet(ann, 10_00)
        game.deal()
        return game.table.hands[1].cards

    assert dealt(refused_first=True) == dealt(refused_first=False)


def test_a_position_that_does_not_exist_is_refused(game: Game) -> None:
    ann = game.sit("ann", position=3)
    for player in (ann, game.player("bob")):
        with pytest.raises(Refused, match="there is no position 0"):
            game.bet(player, 10_00, position=0)
    assert not game.table.wagers


def test_a_full_table_says_so() -> None:
    game = Game("mbs-v4", positions=2)
    game.sit("ann")
    game.sit("bob")
    with pytest.raises(Refused, match="every position is taken"):
        game.sit("carl")


@pytest.mark.parametrize("viewer", ["ann", None, 1, loose.Actor("ann", 0), loose.Actor(None, Role.PLAYER)])
def test_only_an_actor_is_shown_a_table_or_may_act(game: Game, viewer: Any) -> None:
    for asked in (
        lambda: game.view(viewer),
        lambda: game.events_for(viewer),
        lambda: game.legal_commands(viewer),
        lambda: game.bet(viewer, 10_00),
        lambda: game.do(commands.Sit(by=viewer, position=1)),
    ):
        with pytest.raises(Refused, match="actor"):
            asked()
    assert game.events == Game("mbs-v4").events


@pytest.mark.parametrize(
    ("asked", "sentence"),
    [
        (lambda game: game.do(None), "give a command from houseway.commands, made with its values, not None"),
        (lambda game: game.do("sit"), "not 'sit'"),
        (lambda game: game.do(loose.commands.Settle), "not <class 'houseway.table.commands.Settle'>"),
        (lambda game: game.do(loose.commands.Command(by=_ANN)), "give a command"),
        (lambda game: game.do(game.events[0]), "give a command"),
        (
            lambda game: game.do(loose.commands.Report(by=game.dealer, fault="nope")),
            "^Report needs a Fault for fault, not 'nope'$",
        ),
        (
            lambda game: game.do(loose.commands.Deal(by=game.dealer, deck=None)),
            "Deal needs a tuple of cards for deck",
        ),
        (
            lambda game: game.do(loose.commands.KeyIn(by=game.dealer, hands=3)),
            "^KeyIn needs a dictionary by position for hands, not 3$",
        ),
        (lambda game: game.sit("ann", "1"), "^Sit needs a whole number for position, not '1'$"),
        (lambda game: game.sit("   "), "a player needs a name"),
        (lambda game: game.sit(None), "an actor has a name and a Role"),
        (lambda game: game.bet(game.sit("ann"), 1000.0), "^PlaceWager needs a whole number for cents, not 1000.0$"),
        (lambda game: game.bet(game.sit("ann"), 10.5), "a whole number for cents, not 10.5"),
        (lambda game: game.bet(game.sit("ann"), True), "a whole number for cents, not True"),
        (lambda game: game.bet(game.sit("ann"), 10**30), "a wager may not be more than 10,000,000,000,000.00"),
        (lambda _: loose.Game("mbs-v4", positions=2.5), "positions must be a whole number, not 2.5"),
        (lambda _: loose.Game("mbs-v4", positions=7), "a table has from 1 to 6 positions, not 7"),
        (lambda _: loose.Game("mbs-v4", unit=1.5), "the table unit, in cents, must be a whole number, not 1.5"),
        (lambda _: loose.Game("mbs-v4", unit=0), "^the table unit must be above zero, not 0.00 \\(R58\\)$"),
        (lambda _: loose.Game("mbs-v4", unit=-1), "^the table unit must be above zero, not -0.01 \\(R58\\)$"),
        (lambda _: loose.Game("mbs-v4", name=None), "a table needs a name, not None"),
        (lambda _: loose.Game("mbs-v4", name=""), "a table needs a name, not ''"),
        (lambda _: loose.Game("mbs-v4", seed=[]), "a seed is a whole number or text"),
        (lambda _: loose.Game("mbs-v4", limits=(1, 2)), "limits gives each wager its lowest and highest amount"),
        (
            lambda _: loose.Game("mbs-v4", limits={"main": None}),
            "the limits of 'main' are its lowest and highest amount",
        ),
        (
            lambda _: loose.Game("mbs-v4", limits={"main": (1.0, 2)}),
            "the limits of 'main', in cents, must be a whole number",
        ),
        (lambda _: loose.Game("mbs-v4", pay_tables="1"), "pay_tables gives each side wager"),
        (lambda _: loose.Game(None), "name a book or give the path of its file, not None"),
        (lambda _: loose.book(None), "name a book"),
        (lambda _: loose.odds(None), "name a book"),
        (lambda _: loose.best(None, "Ac"), "name a book"),
        (lambda _: loose.best("mbs-v4", None), "write cards as text or give a list of them, not None"),
        (lambda _: loose.best("mbs-v4", "AcKcQcJc9h8h7h", dead=3), "write cards as text"),
        (lambda _: loose.odds("mbs-v4", commission=0.04), "write the commission as text, such as '4%', not 0.04"),
        (lambda _: loose.odds("mbs-v4", pays="Royal Flush=150"), "give pays as a list of lines"),
        (lambda _: loose.odds("mbs-v4", pays=[7]), "write what a line pays as text"),
        (lambda _: loose.simulate("mbs-v4", rounds=1.5), "rounds must be a whole number, not 1.5"),
        (lambda _: loose.simulate("mbs-v4", rounds=1, positions=7), "a table has from 1 to 6 positions, not 7"),
    ],
)
def test_an_argument_of_the_wrong_type_or_size_gets_one_sentence(
    game: Game, asked: Callable[[Game], object], sentence: str
) -> None:
    with pytest.raises(houseway.HousewayError, match=sentence) as refused:
        asked(game)
    assert "\n" not in str(refused.value)


def test_corrections_are_listed_without_replaying_earlier_rounds(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    ann = game.sit("ann")
    for _ in range(3):
        game.bet(ann, 10_00)
        game.deal()
        game.finish()
    listed = game.legal_commands(game.dealer)
    monkeypatch.setattr("houseway.game.set_right", None)
    monkeypatch.setattr("houseway.game.evolve", None)
    assert game.legal_commands(game.dealer) == listed


def test_a_seed_repeats_the_cards_and_no_seed_draws_new_ones() -> None:
    def first_hand(seed: int | None) -> tuple[str, ...]:
        game = Game("mbs-v4", seed=seed)
        game.bet(game.sit("ann"), 10_00)
        game.deal()
        return game.table.hands[1].cards

    assert first_hand(1) == first_hand(1)
    assert first_hand(1) != first_hand(2)
    assert first_hand(None) != first_hand(None)


def test_a_round_with_a_wrong_setting_can_be_corrected(game: Game) -> None:
    ann = game.sit("ann")
    game.bet(ann, 10_00)
    game.do(commands.AnnounceNoMoreBets(by=game.dealer))
    cards = [card.text for card in game.book.deck.cards][::3]
    hands = {1: tuple(cards[:7]), 0: tuple(cards[7:14])}
    game.do(commands.KeyIn(by=game.dealer, hands=hands))  # a physical deck: the house sets its own the house way
    game.do(commands.EndSetting(by=game.dealer))
    right = {card.text for card in game.book.set(game.table.hands[0].cards).low}
    wrong = tuple(card for card in game.table.hands[0].cards if card not in right)[:2]
    game.do(commands.Reveal(by=game.dealer, low=wrong))
    game.do(commands.Settle(by=game.dealer))
    listed = [each for each in game.legal_commands(game.dealer) if isinstance(each, commands.Correct)]
    assert [each.round for each in listed] == [1]
    corrected = game.do(listed[0])
    assert isinstance(corrected[-1], events.RoundCorrected)
    moved = [event for event in corrected if isinstance(event, events.SettlementCorrected)]
    assert [event.player for event in moved] == ["ann"], "the wrong setting changed the result"
    assert not [each for each in game.legal_commands(game.dealer) if isinstance(each, commands.Correct)]
