"""5-Card Pai Gow: 52 cards, three and two, the dealer exposed, five wagers. Its document is cited by heading."""

from __future__ import annotations

from houseway.books import groups
from houseway.books import rulings as r
from houseway.cards.deck import Deck
from houseway.cards.ranking import Category
from houseway.rulebook.citation import Alternative, Source
from houseway.rulebook.houseway import Clause
from houseway.rulebook.points import Points
from houseway.rulebook.procedure import Act, Permission, Phase, Procedure, Role, SeveralHands
from houseway.rulebook.rulebook import Rulebook
from houseway.rulebook.terms import (
    Ranks,
    any_legal,
    anything,
    five_card_hand,
    holding,
    made,
    no_pair,
    one_pair,
    top,
    two_no_pair_hands,
)
from houseway.rulebook.wagers import Judged, Line, MainWager, PayTable, SideWager

HOUSE_WAY = "Hand Ranking and House Way"
JACK_OR_BETTER = Ranks(11, 14)
TEN_OR_BETTER = Ranks(10, 14)

INSURANCE = PayTable(
    name="",
    lines=(
        Line(name="Five High 2-Card Hand", when=no_pair() & top(5), pays=100),
        Line(name="Six High 2-Card Hand", when=no_pair() & top(6), pays=25),
        Line(name="Seven High 2-Card Hand", when=no_pair() & top(7), pays=10),
        Line(name="Eight High 2-Card Hand", when=no_pair() & top(8), pays=3),
        Line(name="Nine High 2-Card Hand", when=no_pair() & top(9), pays=2),
        Line(name="Ten High 2-Card Hand", when=no_pair() & top(10), pays=1),
    ),
)

PAI_GOW_A = PayTable(
    name="A",
    lines=(
        Line(name="Eight High 5-Card Hand", when=no_pair() & ~made & top(8), pays=100),
        Line(name="Nine High 5-Card Hand", when=no_pair() & ~made & top(9), pays=50),
        Line(name="Ten High 5-Card Hand", when=no_pair() & ~made & top(10), pays=15),
        Line(name="Jack High 5-Card Hand", when=no_pair() & ~made & top(11), pays=5),
        Line(name="Queen High 5-Card Hand", when=no_pair() & ~made & top(12), pays=3),
        Line(name="King High 5-Card Hand", when=no_pair() & ~made & top(13), pays=2),
        Line(name="Ace High 5-Card Hand", when=no_pair() & ~made & top(14), pays=1),
    ),
)
PAI_GOW_B = PAI_GOW_A.paying("B", {"Ten High 5-Card Hand": 20})

POKER_A = PayTable(
    name="A",
    lines=(
        Line(name="Royal Flush", when=five_card_hand(Category.ROYAL_FLUSH), pays=500),
        Line(name="Straight Flush", when=five_card_hand(Category.STRAIGHT_FLUSH), pays=200),
        Line(name="Four of a Kind", when=five_card_hand(Category.FOUR_OF_A_KIND), pays=50),
        Line(name="Full House", when=five_card_hand(Category.FULL_HOUSE), pays=40),
        Line(name="Flush", when=five_card_hand(Category.FLUSH), pays=30),
        Line(name="Straight", when=five_card_hand(Category.STRAIGHT), pays=20),
        Line(name="Three of a Kind", when=five_card_hand(Category.THREE_OF_A_KIND), pays=10),
        Line(name="Two Pair", when=five_card_hand(Category.TWO_PAIRS), pays=2),
        Line(name="Pair, 10's or Better", when=one_pair(TEN_OR_BETTER), pays=1),
    ),
)
POKER_B = POKER_A.paying("B", {"Royal Flush": 1000, "Straight Flush": 500})
POKER_C = POKER_A.paying(
    "C",
    {
        "Royal Flush": 1000,
        "Straight Flush": 500,
        "Four of a Kind": 200,
        "Full House": 100,
        "Flush": 50,
        "Straight": 10,
        "Three of a Kind": 5,
    },
)

BETWEEN, BETTING, CLOSED, SETTING, REVEALED = Phase
DESCRIPTION = "GAME DESCRIPTION"

PROCEDURE = Procedure(
    permissions=(
        Permission(act=Act.SIT, phases=(BETWEEN, BETTING), by=Role.PLAYER, cite=DESCRIPTION),
        Permission(act=Act.LEAVE, phases=(BETWEEN, BETTING), by=Role.PLAYER, cite=DESCRIPTION),
        Permission(act=Act.PLACE_YOUR_BETS, phases=(BETWEEN,), by=Role.DEALER, cite=DESCRIPTION),
        Permission(act=Act.WAGER, phases=(BETTING,), by=Role.PLAYER, cite=DESCRIPTION),
        Permission(act=Act.WITHDRAW, phases=(BETTING,), by=Role.PLAYER, cite=DESCRIPTION),
        Permission(act=Act.NO_MORE_BETS, phases=(BETTING,), by=Role.DEALER, cite=DESCRIPTION),
        Permission(act=Act.DEAL, phases=(CLOSED,), by=Role.DEALER, cite=DESCRIPTION),
        Permission(act=Act.VIEW, phases=(SETTING,), by=Role.PLAYER, cite=DESCRIPTION),
        Permission(act=Act.SET, phases=(SETTING,), by=Role.PLAYER, cite=DESCRIPTION),
        Permission(act=Act.END_SETTING, phases=(SETTING,), by=Role.DEALER, cite="R100"),
        Permission(act=Act.TAKE_BACK, phases=(SETTING,), by=Role.PLAYER, cite="R96"),
        Permission(act=Act.SETTLE, phases=(SETTING, REVEALED), by=Role.DEALER, cite=DESCRIPTION),
    ),
    several_hands=SeveralHands.NOT_PRINTED,
    side_after_main_cite=DESCRIPTION,
    foul_cite="R74",
    copy_cite="Main Wager",
    copy_word="tie",
    final_setting_cite="R96",
    points=Points(limits="R100"),
    one_pay_table=("player-pai-gow", "dealer-pai-gow"),
    one_pay_table_cite="R99",
    dealer_exposed=True,
)

BOOK = Rulebook(
    id="five-card",
    source=Source(title="5 Card Pai Gow", version="Rules of Play"),
    deck=Deck(joker=False),
    dealt=5,
    high_size=3,
    clauses=(Clause(HOUSE_WAY, when=anything, low=any_legal, rulings=("R6", "R7", "R40")),),
    main=MainWager(
        key="main",
        name="Main wager",
        cite="Main Wager",
        wins="Main Wager",
        standoff="Main Wager",
        loses="Main Wager",
        standoff_word="push",
        dealer_fails=no_pair() & ~holding(JACK_OR_BETTER),
    ),
    procedure=PROCEDURE,
    side_wagers=(
        SideWager(
            key="insurance",
            name="Insurance wager",
            cite="Insurance Wager",
            judged=Judged.DEALER_LOW,
            pay_tables=(INSURANCE,),
        ),
        SideWager(
            key="player-pai-gow",
            name="Player Pai Gow wager",
            cite="Pai Gow Wagers",
            judged=Judged.PLAYER_CARDS,
            pay_tables=(PAI_GOW_A, PAI_GOW_B),
        ),
        SideWager(
            key="dealer-pai-gow",
            name="Dealer Pai Gow wager",
            cite="Pai Gow Wagers",
            judged=Judged.DEALER_CARDS,
            pay_tables=(PAI_GOW_A, PAI_GOW_B),
        ),
        SideWager(
            key="five-card-poker",
            name="5-Card Poker wager",
            cite="5-Card Poker Wager",
            judged=Judged.PLAYER_CARDS,
            pay_tables=(POKER_A, POKER_B, POKER_C),
        ),
    ),
    rulings=(r.R6, r.R7, r.R40, r.R41, r.R71, r.R72, r.R73, r.R74, r.R96, r.R99, r.R100, r.R101),
    alternatives=(
        Alternative(
            "R40",
            "a pair is never broken into two hands without a pair",
            (Clause(HOUSE_WAY, when=~no_pair(), low=any_legal & ~two_no_pair_hands),),
        ),
    ),
    group=groups.PRINTED,
    summary="52 cards, three and two; the dealer is seen first and must qualify; four side wagers, no commission.",
)
