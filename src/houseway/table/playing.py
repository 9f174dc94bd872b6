"""From the deal to the settlement: viewing, setting, revealing, conceding, settling."""

from __future__ import annotations

from houseway.cards.card import read_cards
from houseway.errors import Refused, counted
from houseway.rulebook.procedure import Act, Fault, Permission
from houseway.rulebook.rulebook import Rulebook, Setting
from houseway.table import commands as c
from houseway.table import events as e
from houseway.table.betting import must_not_be_prohibited
from houseway.table.dealing import right_count
from houseway.table.ranks import rank
from houseway.table.settle import settle
from houseway.table.state import DEALER, Hand, Table


def view_hand(book: Rulebook, table: Table, command: c.ViewHand, row: Permission) -> tuple[e.Event, ...]:
    """Let players look at their cards; a player with several hands may look at one."""
    player, position = command.by.name, command.position
    hand = _own_hand(book, table, player, position, row, whole=False)
    if hand.viewed_by == player:
        raise Refused(f"{player} has already viewed {hand_of(position)}", clause=row.cite)
    viewed = table.viewed.get(player)
    if viewed is not None:
        raise Refused(
            f"{player} has viewed {hand_of(viewed)} and may view only one hand",
            clause=book.procedure.several_hands_cite,
        )
    return (e.HandViewed(position=position, player=player, clause=row.cite),)


def only_one_hand(book: Rulebook, table: Table, player: str) -> str:
    """What a player of several hands must know before looking at one, as a sentence; nothing for anybody else."""
    hands = [at for at in table.set_by_players() if at != DEALER and table.controller(at) == player]
    if len(hands) < 2 or player in table.viewed:
        return ""
    cite = book.procedure.several_hands_cite
    return f"you may look at one hand only; the dealer sets the others the house way{f' ({cite})' if cite else ''}"


def set_hand(book: Rulebook, table: Table, command: c.SetHand, row: Permission) -> tuple[e.Event, ...]:
    """Set a player's hand; the dealer sets a foul hand the house way."""
    player, position = command.by.name, command.position
    hand = _own_hand(book, table, player, position, row)
    if hand.viewed_by != player:
        raise Refused(f"{player} has not viewed {hand_of(position)}", clause=row.cite)
    _not_set(hand, position, row)
    low = _two_held(book, hand, command.low, row)
    high = tuple(card for card in hand.cards if card not in low)
    try:
        must_not_be_foul(book, low, high)
    except Refused as foul:
        return (
            e.FoulDeclared(position=position, player=player, clause=foul.clause),
            house_way_set(book, position, hand, foul.clause),
        )
    return (e.HandSet(position=position, low=low, clause=row.cite),)


def take_back(book: Rulebook, table: Table, command: c.TakeBack, row: Permission) -> tuple[e.Event, ...]:
    """Take the setting of a player's hand back, also one by whoever controlled it before; the house way is final."""
    player, position = command.by.name, command.position
    hand = _own_hand(book, table, player, position, row)
    if not hand.is_set:
        raise Refused(f"{hand_of(position)} is not set", clause=row.cite)
    if hand.house_way:
        raise Refused(
            f"{hand_of(position)} was set the house way, and that is final",
            clause=book.procedure.final_setting_cite or row.cite,
        )
    return (e.SettingTakenBack(position=position, player=player, clause=row.cite),)


def must_not_be_foul(book: Rulebook, low: c.Cards, high: c.Cards) -> None:
    """Refuse a low hand that is higher than its high hand."""
    if not rank(book, high).outranks_or_equals(rank(book, low)):
        raise Refused(
            f"{rank(book, low)} low under {rank(book, high)} would be a foul hand: the low hand may not be higher",
            clause=book.procedure.foul_cite,
        )


def set_house_way(book: Rulebook, table: Table, command: c.SetHouseWay, row: Permission) -> tuple[e.Event, ...]:
    """The dealer sets a hand that its player has not viewed; a viewed hand is the player's to set until time is up."""
    hand = _hand(book, table, command.position, row)
    _not_set(hand, command.position, row)
    player = table.controller(command.position)
    if hand.viewed_by == player:
        players = book.procedure.permission(Act.SET)
        raise Refused(
            f"{player} has viewed {hand_of(command.position)} and must set it",
            clause=players.cite if players else row.cite,
        )
    if player not in table.viewed and command.position != DEALER:  # a banker may leave the bank's hand to the dealer
        raise Refused(
            f"{player} has not viewed a hand yet and may still view this one; end the setting if they are absent",
            clause=row.cite,
        )
    if not command.low:
        return (house_way_set(book, command.position, hand, row.cite),)
    low = _as_the_dealer_set(book, table, hand, command.low, row)
    right = book.set(hand.cards)
    wrong = not _is_right(book, right, low, hand.cards)
    return (e.HandSet(position=command.position, low=low, house_way=right.clause, wrong=wrong, clause=row.cite),)


def end_setting(book: Rulebook, table: Table, command: c.Command, row: Permission) -> tuple[e.Event, ...]:
    """End the time for setting: hands that are not set are set the house way."""
    del command
    lying = [at for at in table.set_by_players() if not table.hands[at].is_set]
    unset = [at for at in lying if right_count(book, table.hands[at])]
    if not unset and lying:
        _wrong_count(book, table, lying[0], table.hands[lying[0]])
    if not unset:
        raise Refused("every hand is already set", clause=row.cite)
    return tuple(house_way_set(book, at, table.hands[at], row.cite) for at in unset)


def reveal(book: Rulebook, table: Table, command: c.Reveal, row: Permission) -> tuple[e.Event, ...]:
    """Turn the dealer's cards and set them the house way, or as the dealer set them by hand."""
    _all_there(book, table, row)
    dealer = table.hands.get(DEALER)
    if dealer is None or not right_count(book, dealer):
        number = len(dealer.cards) if dealer else 0
        raise Refused(
            f"the dealer has {counted(number, 'card')}; report it",
            clause=cite_of_wrong_count(book, table, Fault.DEALER_COUNT),
        )
    if table.controller(DEALER):
        return _bank_revealed(table, dealer, command, row)
    setting = book.set(dealer.cards)
    low = tuple(card.text for card in setting.low)
    if command.low:
        low = _as_the_dealer_set(book, table, dealer, command.low, row)
    wrong = not _is_right(book, setting, low, dealer.cards)
    return (
        e.DealerRevealed(
            cards=dealer.cards, low=low, house_way=setting.clause, wrong=wrong, banker=_banker(table), clause=row.cite
        ),
        e.RevealEnded(clause=row.cite),
    )


def _bank_revealed(table: Table, hand: Hand, command: c.Reveal, row: Permission) -> tuple[e.Event, ...]:
    """Turn the hand of a player's bank as it was set."""
    banker = _banker(table)
    if command.low:
        raise Refused(f"the bank's hand is {banker}'s to set", clause=row.cite)
    if not hand.is_set:
        raise Refused(f"{banker} has not set the bank's hand", clause=row.cite)
    return (
        e.DealerRevealed(cards=hand.cards, low=hand.low, house_way=hand.house_way, banker=banker, clause=row.cite),
        e.RevealEnded(clause=row.cite),
    )


def _banker(table: Table) -> str:
    return table.bank.player if table.bank else ""


def concede(book: Rulebook, table: Table, command: c.Concede, row: Permission) -> tuple[e.Event, ...]:
    """Concede a player's hand; this cannot be undone."""
    hand = _own_hand(book, table, command.by.name, command.position, row)
    if command.position == DEALER:
        raise Refused("a bank cannot be conceded", clause=row.cite)
    if hand.conceded:
        raise Refused(
            f"the hand at position {command.position} is already conceded",
            clause=book.procedure.points.conceded or row.cite,
        )
    return (e.HandConceded(position=command.position, player=command.by.name, clause=row.cite),)


def view_conceded(book: Rulebook, table: Table, command: c.ViewConceded, row: Permission) -> tuple[e.Event, ...]:
    """Look at a conceded hand."""
    del book
    hand = table.hands.get(command.position)
    if hand is None or not hand.conceded:
        raise Refused(f"position {command.position} has no conceded hand", clause=row.cite)
    return (e.ConcededHandViewed(position=command.position, by=command.by.name, clause=row.cite),)


def settle_round(book: Rulebook, table: Table, command: c.Command, row: Permission) -> tuple[e.Event, ...]:
    """Compare and settle."""
    del command
    main = any(book.main.key in wagers for wagers in table.wagers.values())
    _all_there(book, table, row, must_be_set=main)  # five-card: the main wagers may have been pushed before
    if not right_count(book, table.hands.get(DEALER)) or not table.hands[DEALER].is_set:
        raise Refused("the dealer's hand is not set", clause=row.cite)
    return settle(book, table)


def hand_of(position: int) -> str:
    """A hand that a player sets, in words: that of a position, or of their bank."""
    return "the bank's hand" if position == DEALER else f"the hand at position {position}"


def house_way_set(book: Rulebook, position: int, hand: Hand, clause: str) -> e.HandSet:
    """A hand set the house way."""
    setting = book.set(hand.cards)
    low = tuple(card.text for card in setting.low)
    return e.HandSet(position=position, low=low, house_way=setting.clause, clause=clause)


def _all_there(book: Rulebook, table: Table, row: Permission, *, must_be_set: bool = True) -> None:
    """Refuse to go on while a wager has no hand, or one that is not whole or not set."""
    for position in sorted(table.wagers):
        hand = table.hands.get(position)
        if hand is None:
            raise Refused(
                f"position {position} has a wager but no cards; report it",
                clause=cite_of_wrong_count(book, table, Fault.NO_CARDS),
            )
        if not right_count(book, hand):
            _wrong_count(book, table, position, hand)
        if must_be_set and not hand.is_set:
            raise Refused(f"the hand at position {position} is not set", clause=row.cite)


def _hand(book: Rulebook, table: Table, position: int, row: Permission, *, whole: bool = True) -> Hand:
    hand = table.hands.get(position)
    if hand is None or position not in table.set_by_players():
        what = (
            "the dealer's hand is not a player's" if position == DEALER else f"position {position} has no hand in play"
        )
        raise Refused(what, clause=row.cite)
    if whole and not right_count(book, hand):
        _wrong_count(book, table, position, hand)
    return hand


def _own_hand(book: Rulebook, table: Table, player: str, position: int, row: Permission, *, whole: bool = True) -> Hand:
    """A player's own hand; unless it need not be whole, it has the right number of cards."""
    if table.controller(position) != player:
        what = "the dealer's hand" if position == DEALER else f"position {position}"
        raise Refused(f"{what} is not {player}'s", clause=row.cite)
    must_not_be_prohibited(book, table, player)
    return _hand(book, table, position, row, whole=whole)


def _wrong_count(book: Rulebook, table: Table, position: int, hand: Hand) -> None:
    cite = cite_of_wrong_count(book, table, Fault.PLAYER_COUNT)
    raise Refused(f"position {position} has {counted(len(hand.cards), 'card')}; report it", clause=cite)


def cite_of_wrong_count(book: Rulebook, table: Table, fault: Fault) -> str:
    """Where the book prints what to do about a wrong number of cards: it depends on whether anybody handled cards."""
    misdeal = book.procedure.cite_of(Fault.MISDEAL)
    if fault is Fault.NO_CARDS and table.handled and not table.viewed:
        return book.procedure.cite_of(Fault.OTHER) or misdeal
    handled = table.viewed or table.handled
    return book.procedure.cite_of(fault) or misdeal if handled else misdeal or book.procedure.cite_of(fault)


def _not_set(hand: Hand, position: int, row: Permission) -> None:
    if hand.is_set:
        raise Refused(f"{hand_of(position)} is already set", clause=row.cite)


def _is_right(book: Rulebook, right: Setting, low: c.Cards, cards: c.Cards) -> bool:
    """Whether a low hand is as good as the house way's."""
    high = tuple(card for card in cards if card not in low)
    return (rank(book, low), rank(book, high)) == (right.low_rank, right.high_rank)


def _as_the_dealer_set(book: Rulebook, table: Table, hand: Hand, written: c.Cards, row: Permission) -> c.Cards:
    """The low hand as the dealer set it by hand; a wrong one is accepted only if the book prints how to put it right.

    Nobody has the cards of the house's own deck in hand: the house sets them, and says nothing about a guess.
    """
    if table.own_deck:
        raise Refused(
            "the house sets the hands of its own deck the house way: name no cards",
            clause=book.procedure.points.house_way or row.cite,
        )
    try:
        low = _two_held(book, hand, written, row)
    except Refused:  # naming the missing card would reveal what lies face down
        raise Refused("the low hand must be taken from the cards dealt there", clause=row.cite) from None
    right = book.set(hand.cards)
    remedied = book.procedure.irregularity(Fault.WRONG_HOUSE_WAY) is not None
    if not remedied and not _is_right(book, right, low, hand.cards):
        raise Refused(
            f"{' '.join(low)} low is not the house way under {right.clause}",
            clause=book.procedure.points.house_way or row.cite,
        )
    return low


def _two_held(book: Rulebook, hand: Hand, written: c.Cards, row: Permission) -> c.Cards:
    low = tuple(card.text for card in read_cards(written))
    size = book.dealt - book.high_size
    if len(low) != size:
        raise Refused(f"the low hand has {size} cards, not {len(low)}", clause=row.cite)
    for card in low:
        if card not in hand.cards:
            raise Refused(f"{card} is not in the hand", clause=row.cite)
    return low
