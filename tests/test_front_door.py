"""The public interface of `import houseway`: lazy, typed, documented, with a game in memory that follows the rules."""

from __future__ import annotations

import random
import subprocess
import sys
from pathlib import Path

import pytest

import houseway
from houseway import Actor, Game, Refused, Role, books, commands, events
from houseway.table.decide import decide
from support.command import ROOT

BOOKS = books.names()


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
    return game._before_settling(command.round) if isinstance(command, commands.Correct) else None


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
    game.deal()
    game.do(commands.EndSetting(by=game.dealer))
    right = {card.text for card in game.book.set(game.table.hands[0].cards).low}
    wrong = tuple(card for card in game.table.hands[0].cards if card not in right)[:2]
    game.do(commands.Reveal(by=game.dealer, low=wrong))
    game.do(commands.Settle(by=game.dealer))
    listed = [each for each in game.legal_commands(game.dealer) if isinstance(each, commands.Correct)]
    assert [each.round for each in listed] == [1]
    assert isinstance(game.do(listed[0])[-1], events.RoundCorrected)
    assert not [each for each in game.legal_commands(game.dealer) if isinstance(each, commands.Correct)]
