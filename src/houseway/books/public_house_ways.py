"""What the house ways known from public descriptions share: the trump-plaza lines, their procedure and their wager.

Here: the clauses of trump-plaza by heading, so that a book takes those it does not change; how a round is conducted;
the main wager. Not here: the readings that were rejected (`public_alternatives`). No book is defined here.
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

from houseway.books import rulings as r
from houseway.cards.deck import Deck
from houseway.rulebook.banking import BankCommission, Banking
from houseway.rulebook.citation import Reference
from houseway.rulebook.houseway import Clause
from houseway.rulebook.procedure import Act, Permission, Phase, Procedure, Role, SeveralHands
from houseway.rulebook.ranks import Ranks
from houseway.rulebook.terms import (
    ACES,
    ANY_RANK,
    KING_OR_ACE,
    KINGS,
    can,
    card_of,
    five_of_a_kind,
    five_with_pair,
    four_of_a_kind,
    four_with_pair,
    four_with_three,
    full_house,
    leaving_made,
    made,
    no_pair,
    one_pair,
    pair,
    pair_from,
    pair_of,
    single,
    single_number,
    singles,
    three_and_two_pairs,
    three_of_a_kind,
    three_pairs,
    two_pairs,
    two_threes_of_a_kind,
)
from houseway.rulebook.wagers import MainWager

DECK = Deck(joker=True)
LOW, MEDIUM, HIGH, TWOS = Ranks(2, 6), Ranks(7, 10), Ranks(11, 13), Ranks(2, 2)

GAME, HOUSE_WAY = "Game", "House way"
THREE, THREE_ACES = "Three of a kind", "Three of a kind: Aces"
STRAIGHTS = "Straights and flushes"
WITH_ONE_PAIR = f"{STRAIGHTS}: one pair"
WITH_THREE = f"{STRAIGHTS}: three of a kind"
FULL_HOUSE = "Full house"
FOUR = "Four of a kind"

ONE_AND_NONE = (
    Clause("No pair", when=no_pair(), low=singles(2, 3)),
    Clause("One pair", when=one_pair(), low=singles(1, 2), rulings=("R10",)),
)

LOW_AND_LOW = (
    Clause("Two pairs: low and low", when=two_pairs(LOW, LOW), low=pair_from(2, 2), rulings=("R11", "R16")),
    Clause(
        "Two pairs: low and low, King or better held",
        when=two_pairs(LOW, LOW) & single(KING_OR_ACE),
        low=singles(1, 2),
        exception_to=("Two pairs: low and low",),
        rulings=("R11", "R16"),
    ),
)
LOW_AND_MEDIUM = (
    Clause("Two pairs: low and medium", when=two_pairs(LOW, MEDIUM), low=pair_from(2, 2), rulings=("R11", "R16")),
    Clause(
        "Two pairs: low and medium, King or better held",
        when=two_pairs(LOW, MEDIUM) & single(KING_OR_ACE),
        low=singles(1, 2),
        exception_to=("Two pairs: low and medium",),
        rulings=("R11", "R16"),
    ),
)
LOW_AND_HIGH = (
    Clause("Two pairs: low and high", when=two_pairs(LOW, HIGH), low=pair_from(2, 2), rulings=("R11", "R16")),
    Clause(
        "Two pairs: low and high, Ace held",
        when=two_pairs(LOW, HIGH) & single(ACES),
        low=singles(1, 2),
        exception_to=("Two pairs: low and high",),
        rulings=("R11", "R16"),
    ),
)
MEDIUM_AND_MEDIUM = (
    Clause("Two pairs: medium and medium", when=two_pairs(MEDIUM, MEDIUM), low=pair_from(2, 2), rulings=("R11", "R16")),
    Clause(
        "Two pairs: medium and medium, Ace held",
        when=two_pairs(MEDIUM, MEDIUM) & single(ACES),
        low=singles(1, 2),
        exception_to=("Two pairs: medium and medium",),
        rulings=("R11", "R16"),
    ),
)
ALWAYS_SPLIT = (
    Clause("Two pairs: medium and high", when=two_pairs(MEDIUM, HIGH), low=pair_from(2, 2), rulings=("R16",)),
    Clause("Two pairs: high and high", when=two_pairs(HIGH, HIGH), low=pair_from(2, 2), rulings=("R16",)),
    Clause("Two pairs: Aces and any", when=two_pairs(ACES, ANY_RANK), low=pair_from(2, 2), rulings=("R10", "R16")),
)
TWO_PAIRS = (*LOW_AND_LOW, *LOW_AND_MEDIUM, *LOW_AND_HIGH, *MEDIUM_AND_MEDIUM, *ALWAYS_SPLIT)

THREES = (
    Clause("Three pairs", when=three_pairs(), low=pair_from(2, 1), rulings=("R10", "R16")),
    Clause(THREE, when=three_of_a_kind(), low=singles(1, 2)),
    Clause("Two threes of a kind", when=two_threes_of_a_kind(), low=pair_from(3, 1)),
)
ONE_ACE_LOW = (
    Clause(
        THREE_ACES,
        when=three_of_a_kind(ACES),
        low=card_of(ACES) & single_number(1),
        exception_to=(THREE,),
        rulings=("R10", "R13", "R15", "R35"),
    ),
)

NO_PAIR_MADE = (
    Clause(
        f"{STRAIGHTS}: no pair",
        when=no_pair() & made,
        low=leaving_made,
        exception_to=("No pair",),
        rulings=("R12", "R13"),
    ),
)
STRAIGHTS_AND_FLUSHES = (
    *NO_PAIR_MADE,
    Clause(
        WITH_ONE_PAIR,
        when=one_pair() & can(pair & leaving_made),
        low=pair & leaving_made,
        exception_to=("One pair",),
        rulings=("R10",),
    ),
    Clause(
        f"{WITH_ONE_PAIR}, the pair cannot go low",
        when=one_pair() & made & ~can(pair & leaving_made),
        low=leaving_made,
        exception_to=("One pair",),
        rulings=("R10", "R12", "R32", "B2"),
    ),
    Clause(
        WITH_THREE,
        when=three_of_a_kind() & can(pair & leaving_made),
        low=pair & leaving_made,
        exception_to=(THREE, THREE_ACES),
        rulings=("R10", "R14", "R15"),
    ),
)

FULL_HOUSES = (
    Clause(FULL_HOUSE, when=full_house(), low=pair_from(2, 1), rulings=("R10", "R16", "R34")),
    Clause(
        f"{FULL_HOUSE}: three of a kind and two pairs",
        when=three_and_two_pairs(),
        low=pair_from(2, 1),
        rulings=("R10", "B3"),
    ),
)
ACE_KING_WITH_TWOS = (
    Clause(
        f"{FULL_HOUSE}: a pair of 2s, Ace and King held",
        when=full_house(pair_of=TWOS) & single(KINGS) & single(ACES),
        low=singles(1, 2),
        exception_to=(FULL_HOUSE,),
        rulings=("R16", "R23"),
    ),
)

FOUR_LOW = (Clause(f"{FOUR}: 2s to 6s", when=four_of_a_kind(LOW), low=singles(1, 2), rulings=("R16",)),)
FOUR_MEDIUM = (
    Clause(f"{FOUR}: 7s to 10s", when=four_of_a_kind(MEDIUM), low=pair_from(4), rulings=("R16",)),
    Clause(
        f"{FOUR}: 7s to 10s, King or better held",
        when=four_of_a_kind(MEDIUM) & single(KING_OR_ACE),
        low=singles(1, 2),
        exception_to=(f"{FOUR}: 7s to 10s",),
        rulings=("R16",),
    ),
)
FOUR_HIGH = (
    Clause(f"{FOUR}: Jacks to Kings", when=four_of_a_kind(HIGH), low=pair_from(4), rulings=("R16",)),
    Clause(
        f"{FOUR}: Jacks to Kings, Ace held",
        when=four_of_a_kind(HIGH) & single(ACES),
        low=singles(1, 2),
        exception_to=(f"{FOUR}: Jacks to Kings",),
        rulings=("R16",),
    ),
)
FOUR_ACES = (Clause(f"{FOUR}: Aces", when=four_of_a_kind(ACES), low=pair_from(4), rulings=("R10", "R13", "R16")),)
FOUR_WITH_MORE = (
    Clause(
        f"{FOUR}: with a pair or three of a kind",
        when=four_with_pair() | four_with_three(),
        low=pair & ~pair_from(4),
        rulings=("R10", "R33"),
    ),
)
FIVE = (
    Clause("Five Aces", when=five_of_a_kind() | five_with_pair(), low=pair_of(ACES)),
    Clause(
        "Five Aces: a pair of Kings held", when=five_with_pair(KINGS), low=pair_of(KINGS), exception_to=("Five Aces",)
    ),
)

TRUMP_PLAZA = (
    *ONE_AND_NONE, *TWO_PAIRS, *THREES, *ONE_ACE_LOW, *STRAIGHTS_AND_FLUSHES, *FULL_HOUSES, *ACE_KING_WITH_TWOS,
    *FOUR_LOW, *FOUR_MEDIUM, *FOUR_HIGH, *FOUR_ACES, *FOUR_WITH_MORE, *FIVE,
)  # fmt: skip

BETWEEN, BETTING, CLOSED, SETTING, REVEALED = Phase

PROCEDURE = Procedure(
    permissions=(
        Permission(act=Act.SIT, phases=(BETWEEN, BETTING), by=Role.PLAYER, cite="B1"),
        Permission(act=Act.LEAVE, phases=(BETWEEN, BETTING), by=Role.PLAYER, cite="B1"),
        Permission(act=Act.PLACE_YOUR_BETS, phases=(BETWEEN,), by=Role.DEALER, cite="B1"),
        Permission(act=Act.WAGER, phases=(BETTING,), by=Role.PLAYER, cite="B1"),
        Permission(act=Act.WITHDRAW, phases=(BETTING,), by=Role.PLAYER, cite="B1"),
        Permission(act=Act.NO_MORE_BETS, phases=(BETTING,), by=Role.DEALER, cite="B1"),
        Permission(act=Act.DEAL, phases=(CLOSED,), by=Role.DEALER, cite=GAME),
        Permission(act=Act.VIEW, phases=(SETTING,), by=Role.PLAYER, cite="B1"),
        Permission(act=Act.SET, phases=(SETTING,), by=Role.PLAYER, cite=GAME),
        Permission(act=Act.SET_HOUSE_WAY, phases=(SETTING,), by=Role.DEALER, cite="B1"),
        Permission(act=Act.TAKE_BACK, phases=(SETTING,), by=Role.PLAYER, cite="R96"),
        Permission(act=Act.END_SETTING, phases=(SETTING,), by=Role.DEALER, cite="R100"),
        Permission(act=Act.REVEAL, phases=(SETTING,), by=Role.DEALER, cite=HOUSE_WAY),
        Permission(act=Act.SETTLE, phases=(REVEALED,), by=Role.DEALER, cite=GAME),
        Permission(
            act=Act.ALLOW_MORE,
            phases=(BETWEEN, BETTING, CLOSED, SETTING, REVEALED),
            by=Role.PIT_SUPERVISOR,
            cite="B1",
        ),
    ),
    several_hands=SeveralHands.AT_DISCRETION,
    several_hands_cite="B1",
    no_sharing_cite="B1",
    unit_cite="R58",
    side_after_main_cite="B1",
    foul_cite="R36",
    copy_cite=GAME,
    final_setting_cite="R96",
)

BANKED = replace(
    PROCEDURE,
    banking=Banking(cite="B20", commission=BankCommission.NET_WIN, commission_cite="B21", co_bank_cite="B22"),
)

MAIN = MainWager(
    key="main",
    name="Main wager",
    cite=GAME,
    wins=GAME,
    standoff=GAME,
    loses=GAME,
    standoff_word="push",
    commission=Fraction(1, 20),
)

REFERENCES = (
    Reference(f"{STRAIGHTS}: two pairs", ("Two pairs",), ("R16",)),
    Reference(f"{STRAIGHTS}: three pairs", ("Three pairs",), ("R16",)),
    Reference(f"{STRAIGHTS}: full house", (FULL_HOUSE,), ("R16",)),
    Reference(f"{STRAIGHTS}: four of a kind", (FOUR,), ("R16",)),
)

RULINGS = (
    r.R2, r.R3, r.R4, r.R5, r.R10, r.R11, r.R12, r.R13, r.R14, r.R16, r.R33, r.R34, r.R35, r.R36, r.R50, r.R58, r.R96,
    r.R100, r.R101, r.B1, r.B3,
)  # fmt: skip
BANK_RULINGS = (r.B20, r.B21, r.B22)
TRUMP_PLAZA_RULINGS = (*RULINGS, r.R15, r.R32, r.B2, r.B4)
