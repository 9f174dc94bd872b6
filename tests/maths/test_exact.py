"""Deals counted by inclusion and exclusion, checked against deals counted one by one on small decks."""

from __future__ import annotations

from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from dataclasses import replace
from fractions import Fraction
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from houseway import books
from houseway.cards.deck import Deck
from houseway.cards.ranking import Category
from houseway.errors import ClusterFailed, Refused
from houseway.maths import shards
from houseway.maths.cache import Cache
from houseway.maths.count.cost import cost_of_difference
from houseway.maths.count.odds import BEST, HOUSE_WAY, MainOdds, Odds
from houseway.maths.count.suit_classes import classes_of
from houseway.maths.count.what_if import what_if
from houseway.maths.count.whole_book import main_odds, odds, side_odds
from houseway.maths.shards import engine
from houseway.rulebook.diff import difference
from houseway.rulebook.rulebook import Rulebook
from houseway.rulebook.terms import five_card_hand, no_pair
from support import brute
from support.command import Run
from support.executors import Counting, Failing

FOUR_RANKS = [(2, 3, 4, 14), (10, 11, 12, 13)]
FIVE_RANKS = [(2, 3, 4, 5, 14), (10, 11, 12, 13, 14), (3, 6, 8, 9, 14)]


def small(name: str, ranks: tuple[int, ...]) -> Rulebook:
    book = books.get(name)
    return replace(book, deck=Deck(joker=book.deck.joker, ranks=ranks))


def best_of(net: Fraction) -> Any:
    """Choose the setting of a hand with the highest value over all dealer's hands."""

    def choose(found: NDArray[np.int64]) -> NDArray[np.int64]:
        worth = net.numerator * (found == 1).sum(axis=1) - net.denominator * (found == -1).sum(axis=1)
        return found[int(worth.argmax())]

    return choose


def counts(main: MainOdds) -> list[int]:
    return [main.win, main.standoff, main.lose]


@pytest.mark.parametrize(
    ("name", "ranks"),
    [
        ("mbs-v4", FOUR_RANKS[0]),
        pytest.param("fortune-us", FOUR_RANKS[1], marks=pytest.mark.full),
        pytest.param("mbs-v4", FOUR_RANKS[1], marks=pytest.mark.full),
        pytest.param("fortune-us", FOUR_RANKS[0], marks=pytest.mark.full),
    ],
)
def test_house_way_against_itself_on_17_cards(name: str, ranks: tuple[int, ...]) -> None:
    book = small(name, ranks)
    assert counts(main_odds(book)) == brute.count(book, book, None)


@pytest.mark.full
@pytest.mark.parametrize("ranks", FOUR_RANKS)
def test_house_way_against_another_dealer(ranks: tuple[int, ...]) -> None:
    mine, theirs = small("fortune-us", ranks), small("mbs-v4", ranks)
    assert counts(main_odds(mine, dealer=theirs)) == brute.count(mine, theirs, None)


@pytest.mark.parametrize(
    ("ranks", "commission"),
    [
        (FOUR_RANKS[0], "5%"),
        pytest.param(FOUR_RANKS[1], "60%", marks=pytest.mark.full),
        pytest.param(FOUR_RANKS[0], "0", marks=pytest.mark.full),
        pytest.param(FOUR_RANKS[0], "60%", marks=pytest.mark.full),
        pytest.param(FOUR_RANKS[1], "0", marks=pytest.mark.full),
        pytest.param(FOUR_RANKS[1], "5%", marks=pytest.mark.full),
    ],
)
def test_best_play_on_17_cards(ranks: tuple[int, ...], commission: str) -> None:
    book = what_if(small("mbs-v4", ranks), commission=commission)
    expected = brute.count(book, book, best_of(1 - book.main.commission))
    found = main_odds(book, player=BEST)
    net = found.net
    # settings of equal value may win and lose different deals, so compare the value
    assert net * found.win - found.lose == net * expected[0] - expected[2]
    if commission == "5%":
        assert counts(found) == expected


@pytest.mark.full
def test_a_dealer_who_may_fail_to_qualify_on_17_cards() -> None:
    book = small("mbs-v4", FOUR_RANKS[0])
    book = replace(book, main=replace(book.main, dealer_fails=no_pair()))
    assert counts(main_odds(book)) == brute.count(book, book, None)
    assert counts(main_odds(book, player=BEST)) == brute.count(book, book, best_of(Fraction(19, 20)))


@pytest.mark.full
@pytest.mark.parametrize("ranks", [(2, 3, 9, 11, 14), (8, 9, 10, 12, 13)])
def test_five_card_on_20_cards(ranks: tuple[int, ...]) -> None:
    book = small("five-card", ranks)
    assert counts(main_odds(book, player=HOUSE_WAY)) == brute.count(book, book, None)
    assert counts(main_odds(book)) == brute.count(book, book, lambda found: found.max(axis=0))


@pytest.mark.full
@pytest.mark.parametrize("ranks", FIVE_RANKS)
@pytest.mark.parametrize("name", ["mbs-v4", "fortune-us"])
def test_on_21_cards(name: str, ranks: tuple[int, ...]) -> None:
    book = small(name, ranks)
    assert counts(main_odds(book)) == brute.count(book, book, None)
    assert counts(main_odds(book, player=BEST)) == brute.count(book, book, best_of(Fraction(19, 20)))


@pytest.mark.parametrize(
    "ranks",
    [
        FIVE_RANKS[1],
        pytest.param((2, 3, 4, 5, 9, 13, 14), marks=pytest.mark.full),
        pytest.param(tuple(range(2, 15)), marks=pytest.mark.full),
    ],
)
def test_the_cost_of_differing_hands_is_the_difference_of_the_edges(ranks: tuple[int, ...], counted: Cache) -> None:
    """Two ways of counting: hands evaluated one by one, and the whole game at once."""
    first, second = small("mbs-v4", ranks), small("fortune-us", ranks)
    costs = cost_of_difference(first, second, cache=counted)
    edges = {(edge.player, edge.dealer): edge.odds.house_edge for edge in costs.edges}
    assert sum(pair.cost for pair in costs.pairs) == edges["fortune-us", "mbs-v4"] - edges["mbs-v4", "mbs-v4"] != 0
    assert sum(pair.hands for pair in costs.pairs) == difference(first, second).different


@pytest.mark.full
def test_hands_evaluated_one_by_one_equal_the_whole_count(counted: Cache) -> None:
    """Every hundredth shape of the whole deck, set the house way, through both ways of counting."""
    from houseway.maths.count import pairs
    from houseway.maths.play.every_hand import Candidates, weigh
    from houseway.maths.worth import cached_settings, game_of, one_setting

    book = books.get("mbs-v4")
    game, settings = game_of(book), cached_settings(book, counted)
    chosen = np.arange(len(settings.worth)) % 100 == 7
    first = np.concatenate([[0], np.cumsum(chosen)]).astype(np.int32)
    each = Candidates(game, settings.dealers, first, settings.worth[chosen], 19, 20)
    some = one_setting(np.where(chosen, settings.worth, np.int32(-1)))
    with engine() as threads:
        totals, best, _ = weigh(each, threads)
        at_once = shards.total(pairs.shards(pairs.Deals(game, settings.dealers, some)), threads)
    assert totals.sum(axis=0).tolist() == best.sum(axis=0).tolist() == at_once.tolist()


@pytest.mark.parametrize(
    ("joker", "numbers"),
    [(True, [1, 14, 182, 1924, 18187, 150891, 1097447]), (False, [1, 13, 169, 1755, 16432, 134459])],
)
def test_classes_of_sets(joker: bool, numbers: list[int]) -> None:
    deck = Deck(joker=joker)
    found = [classes_of(deck, size) for size in range(len(numbers))]
    assert [len(classes.orbits) for classes in found] == numbers
    assert [int(classes.orbits.sum()) for classes in found] == [deck.hands(size) for size in range(len(numbers))]


def test_fortune_lines_over_every_hand() -> None:
    for name in ("mbs-v4", "mbs-v3"):
        pays = side_odds(books.get(name))[0].pay_tables[0]
        assert [line.hands for line in pays.lines] == [
            32, 72, 196, 1128, 26020, 184644, 307472, 4188528, 6172088, 7672500, 11034204,
        ]  # fmt: skip
        assert pays.losing == 124_556_196
        assert pays.hands == 154_143_080


def test_envy_against_deals_listed_one_by_one() -> None:
    """Every deal of three hands of a tiny deck, with lines that qualify often enough to bar each other."""
    from houseway.maths.count.envy import envy_odds
    from houseway.rulebook.terms import five_of_a_kind, four_of_a_kind
    from houseway.rulebook.wagers import Line, PayTable

    book = small("mbs-v4", (2, 3, 4, 5, 14))
    pays = PayTable(
        name="",
        lines=(
            Line(name="Five Aces", when=five_of_a_kind(), pays=9, envy=500),
            Line(name="Four of a Kind", when=four_of_a_kind(), pays=3, envy=100),
        ),
    )
    side = replace(book.side_wagers[0], pay_tables=(pays,))
    every = brute.every_hand(book)
    lines = pays.line_of(every.hands).astype(int)
    pack = len(every.number) - 1
    brings = np.array(
        [[[pays.envy(o, mine=[m], dealer=d) for d in (0, 1, -1)] for m in (0, 1, -1)] for o in (0, 1, -1)]
    )
    cents = 0
    for other in np.flatnonzero(lines >= 0).tolist():
        mine = every.apart_from(other)
        left = pack ^ every.places[other] ^ every.places[mine]  # of 21 cards: the dealer's hand
        dealers = every.number[left]
        cents += int(brings[lines[other], lines[mine], lines[dealers]].sum())
    deals = 116_280 * 3432
    found = envy_odds(replace(book, side_wagers=(side,)), side, pays)
    assert [envy.cents for envy in found] == [Fraction(cents * others, deals) for others in range(1, 6)]


def test_the_same_totals_for_any_number_of_threads() -> None:
    book, found = small("mbs-v4", FOUR_RANKS[0]), []
    for workers in (1, 2, 7):
        with ThreadPoolExecutor(workers) as threads:
            found.append(counts(main_odds(book, workers=threads)))
    assert found[0] == found[1] == found[2]


@pytest.mark.full
@pytest.mark.parametrize("workers", [2, 7])
def test_the_same_totals_in_processes(workers: int) -> None:
    book = books.get("five-card")
    with ProcessPoolExecutor(workers, mp_context=get_context("spawn")) as processes:
        assert counts(main_odds(book, workers=processes)) == counts(main_odds(book))
        little = small("mbs-v4", FOUR_RANKS[0])
        assert counts(main_odds(little, player=BEST, workers=processes)) == counts(main_odds(little, player=BEST))


@pytest.fixture(scope="module")
def five() -> Odds:
    """The odds of the five-card book, counted without a cache."""
    return odds(books.get("five-card"))


@pytest.mark.parametrize("processes", [False, pytest.param(True, marks=pytest.mark.full)])
def test_the_same_totals_on_a_cluster(processes: bool, five: Odds) -> None:
    distributed = pytest.importorskip("distributed", reason="distributed is not installed: no cluster is tested")
    book = books.get("five-card")
    with (
        distributed.LocalCluster(
            n_workers=2, threads_per_worker=1, processes=processes, protocol="tcp", dashboard_address=None
        ) as cluster,
        engine(cluster=cluster.scheduler_address) as workers,
    ):
        assert counts(main_odds(book, workers=workers)) == counts(five.main)


def test_an_error_on_a_cluster_is_the_same_error() -> None:
    distributed = pytest.importorskip("distributed", reason="distributed is not installed: no cluster is tested")
    with distributed.LocalCluster(
        n_workers=1, threads_per_worker=1, processes=False, protocol="tcp", dashboard_address=None
    ) as cluster:
        with pytest.raises(Refused, match="not 'worst'"), engine(cluster=cluster.scheduler_address) as workers:
            odds(books.get("five-card"), player="worst", workers=workers)
        with pytest.raises(KeyboardInterrupt), engine(cluster=cluster.scheduler_address):
            raise KeyboardInterrupt


def test_a_cluster_without_workers(monkeypatch: pytest.MonkeyPatch) -> None:
    distributed = pytest.importorskip("distributed", reason="distributed is not installed: no cluster is tested")
    monkeypatch.setattr(shards, "_PATIENCE", 1)
    with (
        distributed.LocalCluster(n_workers=0, dashboard_address=None) as cluster,
        pytest.raises(ClusterFailed, match="has no workers"),
        engine(cluster=cluster.scheduler_address) as workers,
    ):
        workers.submit(sum, [1])


NOBODY = "tcp://127.0.0.1:1"
"""An address with no server."""


def test_a_cluster_that_does_not_answer(houseway: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shards, "_PATIENCE", 1)
    with pytest.raises(ClusterFailed, match="does not answer"), engine(cluster=NOBODY) as workers:
        workers.submit(sum, [1])
    with pytest.raises(Refused, match="not both"), engine(workers=2, cluster=NOBODY):
        pass
    empty = {"HOUSEWAY_CACHE": str(tmp_path / "empty")}
    for address in (NOBODY, "nonsense"):
        done = houseway("odds", "five-card", "--cluster", address, environment=empty)
        assert (done.returncode, done.stdout) == (1, "")
        assert len(done.stderr.strip().splitlines()) == 1


def test_a_cached_answer_needs_no_cluster(houseway: Run, tmp_path: Path) -> None:
    kept = {"HOUSEWAY_CACHE": str(tmp_path / "kept")}
    first = houseway("odds", "five-card", "--json", environment=kept)
    again = houseway("odds", "five-card", "--json", "--cluster", NOBODY, environment=kept)
    assert (again.returncode, again.stderr) == (0, "")
    assert again.stdout == first.stdout


@pytest.mark.parametrize("player", [HOUSE_WAY, BEST])
def test_interrupted_work_continues_from_its_finished_parts(player: str, tmp_path: Path) -> None:
    book, cache = small("mbs-v4", FOUR_RANKS[0]), Cache(tmp_path)
    whole = Counting()
    expected = main_odds(book, player=player, workers=whole)
    with pytest.raises(KeyboardInterrupt):
        main_odds(book, player=player, workers=Failing(20), cache=cache)
    rest = Counting()
    assert main_odds(book, player=player, workers=rest, cache=cache) == expected
    assert rest.done == whole.done - 20
    again = Counting()
    assert main_odds(book, player=player, workers=again, cache=cache) == expected
    assert again.done == 0
    assert not [path.name for path in tmp_path.iterdir() if "parts" in path.name]


def test_books_with_the_same_settings_share_counts(counted: Cache) -> None:
    """Version 3 sets every hand as version 4 does, so its deals are not counted again."""
    main_odds(books.get("mbs-v4"), cache=counted)
    again = Counting()
    found = main_odds(books.get("mbs-v3"), workers=again, cache=counted)
    assert again.done == 0
    assert found.deals == 8_250_459_031_214_400


def test_odds_of_a_cached_book_are_the_same_values(tmp_path: Path, five: Odds) -> None:
    book, cache = books.get("five-card"), Cache(tmp_path)
    assert odds(book, cache=cache) == odds(book, cache=cache) == five


@pytest.mark.parametrize("ranks", [FOUR_RANKS[1], pytest.param((3, 5, 8, 9, 11, 13, 14), marks=pytest.mark.full)])
def test_a_commission_of_many_digits_is_compared_exactly(ranks: tuple[int, ...]) -> None:
    """The largest numerator and denominator allowed: sums over all deals still fit 64 bits."""
    plain, long = (what_if(small("mbs-v4", ranks), commission=rate) for rate in ("5%", "0.050000001"))
    assert counts(main_odds(plain, player=BEST)) == counts(main_odds(long, player=BEST))


def test_an_unknown_player_is_refused() -> None:
    with pytest.raises(Refused, match="house-way or best, not 'worst'"):
        odds(books.get("five-card"), player="worst")


@pytest.mark.parametrize(
    ("name", "ranks"),
    [
        ("face-up", FOUR_RANKS[0]),
        pytest.param("face-up-mgm", FOUR_RANKS[1], marks=pytest.mark.full),
        pytest.param("face-up", FIVE_RANKS[0], marks=pytest.mark.full),
    ],
)
def test_face_up_deal_by_deal(name: str, ranks: tuple[int, ...]) -> None:
    """The player chooses with the dealer's hand in sight; A-2-3-4-5 is second highest, and there is no commission."""
    book = small(name, ranks)
    assert counts(main_odds(book)) == brute.count(book, book, lambda found: found.max(axis=0))


@pytest.mark.full
def test_face_up_pushes_deal_by_deal() -> None:
    """A dealer's ace-high hand needs seven ranks; a full house stands for it in a deck of four."""
    book = small("face-up", FOUR_RANKS[0])
    push = replace(book.main.other_pushes[0], when=five_card_hand(Category.FULL_HOUSE))
    book = replace(book, main=replace(book.main, other_pushes=(push,)))
    found = main_odds(book)
    assert counts(found) == brute.count(book, book, lambda results: results.max(axis=0))
    assert found.standoff > main_odds(small("face-up", FOUR_RANKS[0])).standoff


@pytest.mark.full
@pytest.mark.parametrize(
    ("name", "win", "lose"),
    [
        ("face-up", 2046433651439756, 2196464959622912),
        ("face-up-mgm", 2047774880273540, 2206061296924100),
        ("commission-free", 2258510248875060, 2465347044159080),
    ],
)
def test_the_games_on_a_public_house_way_over_every_deal(name: str, win: int, lose: int) -> None:
    found = main_odds(books.get(name))
    assert counts(found) == [win, 154_143_080 * 53_524_680 - win - lose, lose]
