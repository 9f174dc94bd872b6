"""Random rounds about to be settled, laid out directly as tables, with the rare cases made common.

Here: hands worth an Envy Bonus, copies of the dealer's hand, shared stakes, several positions of one player, amounts
outside the limits, wagers returned in part or in whole, concessions, wrong settings. Not here: rounds played by
commands (`played_rounds`), comparing (`compared_settlements`).
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from random import Random

from msgspec.structs import replace

from houseway.rulebook.procedure import Phase
from houseway.rulebook.rulebook import Rulebook
from houseway.table.commands import Cards
from houseway.table.state import DEALER, Hand, Stake, Table
from support import second_opinion_cards as cards_of

SEATED = ("ann", "bob", "cat", "dan")
NAMES = (*SEATED, "eve")
"""Eve sits nowhere, and shares others' wagers."""
RANKS, SUITS = "23456789TJQKA", "cdhs"
LIMITS = {"main": (10_00, 500_00), "fortune-bonus": (5_00, 50_00)}


def laid_out(book: Rulebook, random: Random) -> Table:
    """A table with a round about to be settled."""
    v4 = book.id == "mbs-v4"
    positions = sorted(random.sample(range(1, 7), random.choice((1, 2, 2, 3, 3, 4, 6))))
    hands = dealt(book, random, positions)
    table = Table(
        id="one",
        book=book.id,
        unit=20,
        limits=LIMITS if v4 and random.random() < 0.7 else {},
        pay_tables=pay_tables(book, random),
        phase=Phase.SETTING if book.procedure.dealer_exposed else Phase.REVEALED,
        round=1,
        seats=seats(random, positions),
        hands={at: set_hand(book, random, at, cards) for at, cards in hands.items()},
        outcome=True,
        under_minimum=frozenset(name for name in NAMES if v4 and random.random() < 0.2),
    )
    return with_wagers(book, random, table, positions)


def pay_tables(book: Rulebook, random: Random) -> dict[str, str]:
    """A pay table for each wager that has several, the same for both Pai Gow wagers (R99)."""
    chosen = {side.key: random.choice(side.pay_tables).name for side in book.side_wagers}
    if "player-pai-gow" in chosen:
        chosen["dealer-pai-gow"] = chosen["player-pai-gow"]
    return chosen


def seats(random: Random, positions: Sequence[int]) -> dict[int, str]:
    """Who sits where: one player may sit at several positions."""
    taken = [at for at in range(1, 7) if at in positions or random.random() < 0.2]
    return {at: random.choice(SEATED) for at in taken}


# ---------------------------------------------------------------------------------------------------------------------
# Cards


def rare_hand(random: Random) -> Cards:
    """Seven cards worth an Envy Bonus or nearly so: a Royal Match or seven in a row, sometimes with the Joker."""
    first, second = random.sample(SUITS, 2)
    if random.random() < 0.45:
        royal = [rank + first for rank in "AKQJT"]
        if random.random() < 0.4:
            royal[random.randrange(5)] = cards_of.JOKER
        return (*royal, "K" + second, ("Q" + second) if random.random() < 0.85 else "J" + second)
    start = random.randrange(-1, 7)
    run = [RANKS[each] + first for each in range(start, start + 7)]
    if random.random() < 0.3:
        run[random.randrange(7)] = cards_of.JOKER
    elif random.random() < 0.2:
        run[random.randrange(7)] = random.choice(RANKS) + second
    return tuple(run)


def copied(cards: Sequence[str], random: Random) -> Cards:
    """The same ranks in other suits, so that copies of the dealer's hands are common."""
    turn = random.choice((1, 2, 3))
    return tuple(
        card if card == cards_of.JOKER else card[0] + SUITS[(SUITS.index(card[1]) + turn) % 4] for card in cards
    )


def dealt(book: Rulebook, random: Random, positions: Sequence[int]) -> dict[int, Cards]:
    """Hands for the dealer and these positions, each card once."""
    deck = [card.text for card in book.deck.cards]
    random.shuffle(deck)
    hands: dict[int, Cards] = {}
    for at in (DEALER, *random.sample(positions, len(positions))):
        chance = random.random()
        wish: Cards = ()
        if book.dealt == 7 and chance < (0.04 if at == DEALER else 0.45):
            wish = rare_hand(random)
        elif at != DEALER and chance > 0.75:
            wish = copied(hands[DEALER], random)
        elif book.dealt == 5 and chance < 0.2:
            wish = tuple(card for card in deck if card[0] in "2345678")[:5]
        left = set(deck)
        got = [card for card in dict.fromkeys(wish) if card in left]
        got += [card for card in deck if card not in got][: book.dealt - len(got)]
        deck = [card for card in deck if card not in got]
        hands[at] = tuple(got)
    return hands


def set_hand(book: Rulebook, random: Random, at: int, cards: Cards) -> Hand:
    """The house way, or for a player, and now and then for the dealer too, any setting that is no foul."""
    if random.random() < (0.95 if at == DEALER or book.dealt == 5 else 0.5):
        low = tuple(card.text for card in book.set(cards).low)
    else:
        low = legal_low(random, cards)
    conceded = at != DEALER and book.id == "mbs-v4" and random.random() < 0.1
    by_house = at == DEALER or random.random() < 0.3
    return Hand(cards=cards, low=low, house_way="set" if by_house else "", conceded=conceded, shown=at == DEALER)


def legal_low(random: Random, cards: Cards) -> Cards:
    """Two cards that may be the low hand."""
    pairs = list(itertools.combinations(cards, 2))
    random.shuffle(pairs)
    return next(low for low in pairs if not cards_of.is_foul(cards, low))


# ---------------------------------------------------------------------------------------------------------------------
# Wagers


def with_wagers(book: Rulebook, random: Random, table: Table, positions: Sequence[int]) -> Table:
    """Stakes on every position, some shared, some of them returned before."""
    wagers: dict[int, dict[str, tuple[Stake, ...]]] = {}
    returned: dict[int, dict[str, int]] = {}
    pushed = book.id == "five-card" and not cards_of.qualifies(table.hands[DEALER].low)
    for at in positions:
        there = {} if pushed else {"main": stakes(book, random, table, at, "main")}
        for side in book.side_wagers:
            if random.random() < 0.7:
                there[side.key] = stakes(book, random, table, at, side.key)
        for wager in list(there) if book.id == "mbs-v4" else ():
            if random.random() < 0.1:
                returned.setdefault(at, {})[wager] = random.randrange(1, 20_00)
            if random.random() < 0.05:
                returned.setdefault(at, {})[wager] = sum(stake.cents for stake in there.pop(wager))
        wagers[at] = there
    return replace(table, wagers={at: there for at, there in wagers.items() if there}, returned=returned)


def stakes(book: Rulebook, random: Random, table: Table, at: int, wager: str) -> tuple[Stake, ...]:
    """The stakes of one wager in the order they were placed."""
    first = table.seats[at]
    if book.id != "mbs-v4":
        return (Stake(first, random.randrange(1, 500) * table.unit),)
    others = [name for name in NAMES if name != first]
    players = [first, *random.sample(others, random.choice((0, 0, 0, 1, 1, 2, 3)))]
    if len(players) > 1 and wager != "main" and random.random() < 0.3:
        players.pop(0)
    return tuple(Stake(name, amount(random, table, wager, len(players))) for name in players)


def amount(random: Random, table: Table, wager: str, parts: int) -> int:
    """An amount in the limits, or found under the minimum or over the maximum in any whole cents."""
    low, high = table.limits.get(wager, (20, 200_00))
    match random.randrange(6):
        case 0:
            return random.randrange(1, low * 2 // parts)
        case 1:
            return random.randrange(high // parts // 2, high * 2)
        case 2:
            return low // parts
        case 3:
            return high // parts
        case _:
            return random.randrange(low // table.unit, high // table.unit + 1) * table.unit
