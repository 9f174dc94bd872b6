"""The work that is done in a process of its own (`computing`).

Here: one function for each kind of work, with arguments and results that can be sent between processes. Each imports
what it needs itself, since the process has nothing else to do. Not here: when it is done, or for whom.
"""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from typing import TYPE_CHECKING, NamedTuple, TypeVar

if TYPE_CHECKING:
    from houseway.maths.count.odds import Odds, SideOdds
    from houseway.maths.published import Compared
    from houseway.rulebook.published import Published
    from houseway.rulebook.rulebook import Rulebook
    from houseway.web.analyst.compared import ComparedBooks, PricedDifference
    from houseway.web.analyst.rules_card import ProvedRules
    from houseway.web.designer.counted import DraftOdds
    from houseway.web.designer.drafts import Draft
    from houseway.web.designer.proof import DraftProof
    from houseway.web.http.answers import BookOdds
    from houseway.web.http.rarity import BookRarity

T = TypeVar("T")


def count_odds(book: Rulebook, player: str) -> BookOdds:
    """The exact odds of every wager, kept in the cache: the next process only looks them up."""
    import msgspec

    from houseway.maths.cache import Cache, cache_folder
    from houseway.maths.count.whole_book import odds
    from houseway.maths.plain import odds_plain
    from houseway.web.http.answers import BookOdds

    found = odds(book, player=player, cache=Cache(cache_folder()))
    return msgspec.convert(odds_plain(found), BookOdds)


def count_rarity(book: Rulebook) -> BookRarity:
    """How rare each paid hand is, kept in the cache. Wagers on two hands together are left out."""
    import msgspec

    from houseway.maths.cache import Cache, cache_folder
    from houseway.maths.count.side_wagers import pay_table_odds
    from houseway.maths.plain import fraction
    from houseway.rulebook.wagers import Judged
    from houseway.web.http.rarity import BookRarity, LineRarity

    cache = Cache(cache_folder())
    if (kept := cache.read("rarity", book.digest)) is not None:
        return msgspec.json.decode(kept, type=BookRarity)
    lines = [
        LineRarity(
            wager=side.key,
            pay_table=odds.name,
            line=line.name,
            chance=fraction(Fraction(line.hands, odds.hands)),
            one_in=odds.hands / line.hands,
        )
        for side in book.side_wagers
        if side.judged is not Judged.TOGETHER
        for odds in (pay_table_odds(book, side, pays) for pays in side.pay_tables)
        for line in odds.lines
        if line.hands
    ]
    found = BookRarity(book=book.id, lines=tuple(lines))
    cache.write("rarity", book.digest, msgspec.json.encode(found))
    return found


class Told(NamedTuple):
    """How far a long count is: what is being counted, and the share that is done."""

    what: str
    done: float


def _telling(work: Callable[[Callable[[str, float], None]], T]) -> Iterator[Told | T]:
    """What a piece of work tells about its progress while it goes on, and then its answer."""
    told: queue.SimpleQueue[Told | None] = queue.SimpleQueue()
    answers: list[T] = []
    errors: list[Exception] = []

    def run() -> None:
        try:
            answers.append(work(lambda what, done: told.put(Told(what, done))))
        except Exception as error:
            errors.append(error)
        told.put(None)

    threading.Thread(target=run, daemon=True).start()
    while (one := told.get()) is not None:
        yield one
    if errors:
        raise errors[0]
    yield answers[0]


def tell_odds(book: Rulebook, player: str) -> Iterator[Told | Odds]:
    """The exact odds of every wager, with the progress of the count."""
    from houseway.maths.cache import Cache, cache_folder
    from houseway.maths.count.whole_book import odds

    cache = Cache(cache_folder())
    yield from _telling(lambda progress: odds(book, player=player, cache=cache, progress=progress))


def count_sides(book: Rulebook) -> Iterator[tuple[SideOdds, ...]]:
    """The side wagers of an amended book, which nobody keeps on disk."""
    from houseway.maths.count.whole_book import side_odds

    yield side_odds(book)


def compare_books(first: Rulebook, second: Rulebook) -> Iterator[ComparedBooks]:
    """The hands two books set differently."""
    from houseway.rulebook.diff import difference
    from houseway.web.analyst.compared import compared

    yield compared(first, second, difference(first, second))


def price_difference(first: Rulebook, second: Rulebook) -> Iterator[Told | PricedDifference]:
    """What the difference of two books costs, with the progress of the count."""
    from houseway.maths.cache import Cache, cache_folder
    from houseway.maths.count.cost import cost_of_difference
    from houseway.web.analyst.compared import priced

    cache = Cache(cache_folder())
    yield from _telling(lambda progress: priced(cost_of_difference(first, second, cache=cache, progress=progress)))


def prove_rules(book: Rulebook) -> ProvedRules:
    """What proving a book over every hand adds to its rules."""
    from houseway import books
    from houseway.rulebook import check, evidence
    from houseway.web.analyst.rules_card import proved_rules

    files = books.evidence(book.id) if book.id in books.names() else None
    examples = evidence.read_examples(files.examples) if files else ()
    return proved_rules(book, check.check(book, examples=examples), examples)


def draw_pack(book: Rulebook) -> bytes:
    """The larger part of a book's pack for the trainer, kept in the cache."""
    from houseway.maths.cache import Cache, cache_folder
    from houseway.training.pack import Part, pack

    return pack(book, Part.REST, cache=Cache(cache_folder()))


def compare_figures(figures: Mapping[str, tuple[Published, ...]]) -> Iterator[tuple[str, tuple[Compared, ...]]]:
    """The published figures of shipped books beside ours, book after book."""
    from houseway import books
    from houseway.maths.cache import Cache, cache_folder
    from houseway.maths.published import compare_published

    for name, published in figures.items():
        yield name, compare_published(books.get(name), published, cache=Cache(cache_folder()))


def prove_draft(draft: Draft, base: Rulebook) -> DraftProof:
    """What a draft is, proved over every hand."""
    from houseway.web.designer.proof import proof

    return proof(draft, base)


def count_draft(book: Rulebook, base: Rulebook) -> Iterator[float | DraftOdds]:
    """How much is counted, from 0 to 1, several times a second, and then the odds of a draft beside its book's."""
    from houseway.maths.cache import Cache, cache_folder
    from houseway.web.designer.counted import counting

    yield from counting(book, base, Cache(cache_folder()))
