"""Every legal setting of one hand against every hand the dealer can still hold, exactly.

Here: reading the cards, and which hands the dealer can hold. Not here: weighing the settings (`weigh`), or the whole
game (`count.whole_book`, `every_hand`). Nothing is dealt: each shape the dealer may hold is weighted by the cards that
are left (`cards.remaining`), which takes milliseconds and needs only numpy, or less time with numba (`tally`).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from houseway.cards.card import Card, draw_cards, read_cards
from houseway.cards.tables import high_table, least_legal_high, two_table
from houseway.errors import BadCards, Refused
from houseway.maths.cache import Cache
from houseway.maths.play.tally import tally_left
from houseway.maths.play.weigh import Best, Dealer, Dealt, Ranks, weigh
from houseway.maths.worth import cached_settings, game_of
from houseway.rulebook.diff import must_be_one_game
from houseway.rulebook.rulebook import Rulebook


def best(
    book: Rulebook,
    written: str | Iterable[Card | str],
    *,
    dead: str | Iterable[Card | str] = (),
    dealer: Rulebook | None = None,
    dealer_cards: str | Iterable[Card | str] = (),
    cache: Cache | None = None,
) -> Best:
    """Weigh every legal setting of a hand.

    `dead` are other cards seen; `dealer` is the book the dealer sets by, if not the same; `dealer_cards` is the
    dealer's hand, in a book that exposes it before the players set.

    >>> import houseway.books
    >>> found = best(houseway.books.get("five-card"), "Kc 9c 8c 6s 3d", dealer_cards="Ah Qd 9s 5c 2h")
    >>> found.settings[found.best].low, found.settings[found.best].ev
    ((Card('6s'), Card('3d')), Fraction(0, 1))
    """
    theirs = dealer or book
    game = game_of(book)
    must_be_one_game(book, theirs)
    hand = book.read_hand(written)
    seen = _dead(theirs, hand, dead)
    known = _dealer_hand(theirs, (*hand, *seen), dealer_cards)
    settings = cached_settings(theirs, cache)
    game.load(cache)
    if known:
        gone = [card.index for card in game.deck.cards if card not in known]
    else:
        left = book.deck.size - book.dealt - len(seen)
        if left < book.dealt:
            raise BadCards(f"{left} cards are left, too few for a dealer's hand of {book.dealt}")
        gone = [card.index for card in (*hand, *seen)]
    return weigh(
        Dealt(book.id, hand, frozenset(book.set(hand).low), book.main.net),
        Dealer(theirs.id, tally_left(game, settings, gone)),
        ranks_of(book),
    )


def beaten_in_both(book: Rulebook, found: Best) -> tuple[bool, ...]:
    """For each setting whether another one is as good in both hands: then it is never the better choice.

    Of settings whose hands have the same ranks, the first counts.

    >>> import houseway.books
    >>> book = houseway.books.get("five-card")
    >>> found = best(book, "Kc Kd 8c 6s 3d", dealer_cards="Ah Qd 9s 5c 2h")
    >>> [len(found.settings), sum(beaten_in_both(book, found))]
    [7, 2]
    """
    strengths = [(book.strength_of(setting.low), book.strength_of(setting.high)) for setting in found.settings]
    return tuple(
        any(
            low <= other_low and high <= other_high and ((low, high) != (other_low, other_high) or other < place)
            for other, (other_low, other_high) in enumerate(strengths)
            if other != place
        )
        for place, (low, high) in enumerate(strengths)
    )


def ranks_of(book: Rulebook) -> Ranks:
    """The rank tables of a book."""
    size, wheel = book.high_size, book.wheel
    return Ranks(high_table(size, wheel), two_table(), least_legal_high(size, wheel))


def _dead(book: Rulebook, hand: Sequence[Card], written: str | Iterable[Card | str]) -> tuple[Card, ...]:
    """Other cards seen: of this deck, and not in the hand."""
    seen = _cards(written)
    _must_be_left(book, seen, hand, "dead")
    return seen


def _dealer_hand(book: Rulebook, gone: Sequence[Card], written: str | Iterable[Card | str]) -> tuple[Card, ...]:
    """The dealer's hand, where the players see it before they set."""
    cards = _cards(written)
    if not cards:
        return ()
    if not book.procedure.dealer_exposed:
        raise Refused(f"{book.id} shows the dealer's cards only after the players have set theirs")
    hand = book.read_hand(cards)
    _must_be_left(book, hand, gone, "the dealer's")
    return hand


def _cards(written: str | Iterable[Card | str]) -> tuple[Card, ...]:
    """The cards written; none if nothing is."""
    if not isinstance(written, Iterable):
        return read_cards(written)  # which refuses it
    given = written.strip() if isinstance(written, str) else list(written)
    return read_cards(given) if given else ()


def _must_be_left(book: Rulebook, cards: Sequence[Card], gone: Sequence[Card], whose: str) -> None:
    for card in cards:
        if not book.deck.has([card.index]):
            raise BadCards(
                f"{book.id} is played with {'no Joker' if card.is_joker else f'no {card}'}: it cannot be {whose}"
            )
        if card in gone:
            raise BadCards(f"{draw_cards([card])} cannot be {whose}: it is already used")
