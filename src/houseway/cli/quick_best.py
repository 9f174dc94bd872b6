"""One hand weighed from the cache, without loading a book: what `houseway best` answers quickly.

Here: gathering what `maths.play.weigh` needs from the files of two books and from the cache of counts. Not here: any
rule or message: whenever something is missing or wrong, there is no answer here and the book itself answers.
"""

from __future__ import annotations

from fractions import Fraction

import numpy as np

from houseway.cards.card import Card, read_cards
from houseway.cards.tables import RankLookup
from houseway.cli.quick_book import QuickBook
from houseway.errors import BadCards
from houseway.folders import cache_folder
from houseway.maths.cache import Cache
from houseway.maths.play.weigh import Best, Dealer, Dealt, Ranks, tally_of_weights, weigh
from houseway.maths.set_hands import read_remaining, read_settings


def weighed(book: QuickBook, dealer: QuickBook, written: str, *, dead: str, dealer_cards: str) -> Best | None:
    """Every legal setting of a hand, if all is plain and right and everything needed is cached."""
    setting = book.set(written)
    if setting is None or book.facts["game_digest"] != dealer.facts["game_digest"]:
        return None
    gone = _gone(dealer, setting.hand, dead, dealer_cards)
    cache = Cache(cache_folder())  # it stays silent here: whatever is wrong is reported when the book answers
    if gone is None or (remaining := read_remaining(cache, book.facts["game_digest"])) is None:
        return None
    settings = read_settings(cache, dealer.facts["settings_digest"])
    if settings is None:
        return None
    return weigh(
        Dealt(book.id, setting.hand, frozenset(setting.low), Fraction(book.facts["net"])),
        Dealer(dealer.id, tally_of_weights(settings, remaining.weights(gone))),
        _ranks(book),
    )


def _gone(dealer: QuickBook, hand: tuple[Card, ...], dead: str, dealer_cards: str) -> list[int] | None:
    """The cards that the dealer cannot hold; nothing where the book itself must say what is wrong."""
    try:
        seen, known = (read_cards(written) if written.strip() else () for written in (dead, dealer_cards))
    except BadCards:
        return None
    used = (*hand, *seen, *known)
    if len(set(used)) < len(used) or not dealer.has(used):
        return None
    deck: list[int] = dealer.facts["deck"]
    if known:
        shown = {card.index for card in known}
        right = dealer.facts["dealer_exposed"] and len(known) == dealer.facts["dealt"]
        return [card for card in deck if card not in shown] if right else None
    gone = [card.index for card in (*hand, *seen)]
    return gone if len(deck) - len(gone) >= dealer.facts["dealt"] else None


def _ranks(book: QuickBook) -> Ranks:
    by_ranks, by_suited_ranks, low_by_ranks, least = (
        np.asarray(book.array(name)) for name in ("by_ranks", "by_suited_ranks", "low_by_ranks", "least")
    )
    high = RankLookup(book.facts["high_size"], by_ranks, by_suited_ranks)
    low = RankLookup(book.facts["dealt"] - book.facts["high_size"], low_by_ranks, by_suited_ranks[:0])
    return Ranks(high, low, least)
