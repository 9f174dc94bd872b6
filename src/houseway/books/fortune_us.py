"""Fortune Pai Gow Poker, a United States house way. Its document has no clause numbers and is cited by heading."""

from __future__ import annotations

from fractions import Fraction

from houseway.books import groups
from houseway.books import rulings as r
from houseway.books.fortune_us_alternatives import (
    ALTERNATIVES,
    FOUR_WITH_MORE,
    HIGH,
    LOW,
    LOW_HIGH,
    LOW_LOW,
    LOW_MEDIUM,
    MEDIUM,
    MEDIUM_MEDIUM,
    STRAIGHTS,
    TENS_TO_KINGS,
    THREE,
    THREE_ACES,
)
from houseway.cards.deck import Deck
from houseway.rulebook.citation import Reference, Source
from houseway.rulebook.houseway import Clause
from houseway.rulebook.points import Points
from houseway.rulebook.procedure import Act, Permission, Phase, Procedure, Role, SeveralHands
from houseway.rulebook.rulebook import Rulebook
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

CLAUSES = (
    Clause("No Pair Rule", when=no_pair(), low=singles(2, 3)),
    Clause("One Pair Rule", when=one_pair(), low=singles(1, 2), rulings=("R10",)),
    Clause(LOW_LOW, when=two_pairs(LOW, LOW), low=pair_from(2, 2), rulings=("R11", "R16")),
    Clause(
        f"{LOW_LOW}, King or better held",
        when=two_pairs(LOW, LOW) & single(KING_OR_ACE),
        low=singles(1, 2),
        exception_to=(LOW_LOW,),
        rulings=("R11", "R16"),
    ),
    Clause(LOW_MEDIUM, when=two_pairs(LOW, MEDIUM), low=pair_from(2, 2), rulings=("R11", "R16")),
    Clause(
        f"{LOW_MEDIUM}, King or better held",
        when=two_pairs(LOW, MEDIUM) & single(KING_OR_ACE),
        low=singles(1, 2),
        exception_to=(LOW_MEDIUM,),
        rulings=("R11", "R16"),
    ),
    Clause(LOW_HIGH, when=two_pairs(LOW, HIGH), low=pair_from(2, 2), rulings=("R11", "R16")),
    Clause(
        f"{LOW_HIGH}, Ace held",
        when=two_pairs(LOW, HIGH) & single(ACES),
        low=singles(1, 2),
        exception_to=(LOW_HIGH,),
        rulings=("R11", "R16"),
    ),
    Clause(MEDIUM_MEDIUM, when=two_pairs(MEDIUM, MEDIUM), low=pair_from(2, 2), rulings=("R11", "R16")),
    Clause(
        f"{MEDIUM_MEDIUM}, Ace held",
        when=two_pairs(MEDIUM, MEDIUM) & single(ACES),
        low=singles(1, 2),
        exception_to=(MEDIUM_MEDIUM,),
        rulings=("R11", "R16"),
    ),
    Clause(
        "Two Pair Rule, medium pair and high pair",
        when=two_pairs(MEDIUM, HIGH),
        low=pair_from(2, 2),
        rulings=("R16",),
    ),
    Clause("Two Pair Rule, high pair and high pair", when=two_pairs(HIGH, HIGH), low=pair_from(2, 2), rulings=("R16",)),
    Clause(
        "Two Pair Rule, aces plus a pair", when=two_pairs(ACES, ANY_RANK), low=pair_from(2, 2), rulings=("R10", "R16")
    ),
    Clause("Three Pair Rule", when=three_pairs(), low=pair_from(2, 1), rulings=("R10", "R16")),
    Clause(THREE, when=three_of_a_kind(), low=singles(1, 2)),
    Clause(
        THREE_ACES,
        when=three_of_a_kind(ACES),
        low=card_of(ACES) & single_number(1),
        exception_to=(THREE,),
        rulings=("R10", "R13", "R15", "R35"),
    ),
    Clause("Two Three of a Kind Rule", when=two_threes_of_a_kind(), low=pair_from(3, 1)),
    Clause(
        f"{STRAIGHTS}: With No Pair",
        when=no_pair() & made,
        low=leaving_made,
        exception_to=("No Pair Rule",),
        rulings=("R12", "R13", "R30"),
    ),
    Clause(
        f"{STRAIGHTS}: With One Pair",
        when=one_pair() & can(pair & leaving_made),
        low=pair & leaving_made,
        exception_to=("One Pair Rule",),
        rulings=("R10",),
    ),
    Clause(
        f"{STRAIGHTS}: With One Pair, pair not playable low",
        when=one_pair() & made & ~can(pair & leaving_made),
        low=leaving_made,
        exception_to=("One Pair Rule",),
        rulings=("R10", "R12", "R32"),
    ),
    Clause(
        f"{STRAIGHTS}: With One Pair, Ace or Joker and a pair of 10s to Kings",
        when=one_pair(TENS_TO_KINGS) & single(ACES) & can(card_of(ACES) & leaving_made),
        low=card_of(ACES) & leaving_made,
        exception_to=(f"{STRAIGHTS}: With One Pair", f"{STRAIGHTS}: With One Pair, pair not playable low"),
        rulings=("R31",),
    ),
    Clause(
        f"{STRAIGHTS}: With One Pair, Ace or Joker and a pair of 10s to Kings, not possible",
        when=one_pair(TENS_TO_KINGS) & single(ACES) & made & ~can(card_of(ACES) & leaving_made),
        low=singles(1, 2),
        exception_to=(f"{STRAIGHTS}: With One Pair", f"{STRAIGHTS}: With One Pair, pair not playable low"),
        rulings=("R31",),
    ),
    Clause(
        f"{STRAIGHTS}: With three of a kind",
        when=three_of_a_kind() & can(pair & leaving_made),
        low=pair & leaving_made,
        exception_to=(THREE, THREE_ACES),
        rulings=("R10", "R14", "R15"),
    ),
    Clause(
        "Full House: Three of a kind and pair", when=full_house(), low=pair_from(2, 1), rulings=("R10", "R16", "R34")
    ),
    Clause(
        "Full House: Three of a kind and two pair", when=three_and_two_pairs(), low=pair_from(2, 1), rulings=("R10",)
    ),
    Clause("Four of a Kind: 2s through 6s", when=four_of_a_kind(LOW), low=singles(1, 2), rulings=("R16",)),
    Clause("Four of a Kind: 7s through 10s", when=four_of_a_kind(MEDIUM), low=pair_from(4), rulings=("R16",)),
    Clause(
        "Four of a Kind: 7s through 10s, King or better held",
        when=four_of_a_kind(MEDIUM) & single(KING_OR_ACE),
        low=singles(1, 2),
        exception_to=("Four of a Kind: 7s through 10s",),
        rulings=("R16",),
    ),
    Clause("Four of a Kind: Jacks through Kings", when=four_of_a_kind(HIGH), low=pair_from(4), rulings=("R16",)),
    Clause(
        "Four of a Kind: Jacks through Kings, Ace held",
        when=four_of_a_kind(HIGH) & single(ACES),
        low=singles(1, 2),
        exception_to=("Four of a Kind: Jacks through Kings",),
        rulings=("R16",),
    ),
    Clause("Four of a Kind: Aces", when=four_of_a_kind(ACES), low=pair_from(4), rulings=("R10", "R13", "R16")),
    Clause(
        FOUR_WITH_MORE,
        when=four_with_pair() | four_with_three(),
        low=pair & ~pair_from(4),
        rulings=("R10", "R33"),
    ),
    Clause("Five Aces", when=five_of_a_kind() | five_with_pair(), low=pair_of(ACES)),
    Clause(
        "Five Aces, exception: five Aces and a pair of Kings",
        when=five_with_pair(KINGS),
        low=pair_of(KINGS),
        exception_to=("Five Aces",),
    ),
)

BETWEEN, BETTING, CLOSED, SETTING, REVEALED = Phase
ARRANGEMENTS, PAYOFF, HOUSE_RULE = "HAND ARRANGEMENTS", "PAYOFF", "HOUSE RULE"

PROCEDURE = Procedure(
    permissions=(
        Permission(act=Act.SIT, phases=(BETWEEN, BETTING), by=Role.PLAYER, cite=ARRANGEMENTS),
        Permission(act=Act.LEAVE, phases=(BETWEEN, BETTING), by=Role.PLAYER, cite=ARRANGEMENTS),
        Permission(act=Act.PLACE_YOUR_BETS, phases=(BETWEEN,), by=Role.DEALER, cite=ARRANGEMENTS),
        Permission(act=Act.WAGER, phases=(BETTING,), by=Role.PLAYER, cite=PAYOFF),
        Permission(act=Act.WITHDRAW, phases=(BETTING,), by=Role.PLAYER, cite=PAYOFF),
        Permission(act=Act.NO_MORE_BETS, phases=(BETTING,), by=Role.DEALER, cite=ARRANGEMENTS),
        Permission(act=Act.DEAL, phases=(CLOSED,), by=Role.DEALER, cite=ARRANGEMENTS),
        Permission(act=Act.VIEW, phases=(SETTING,), by=Role.PLAYER, cite=ARRANGEMENTS),
        Permission(act=Act.SET, phases=(SETTING,), by=Role.PLAYER, cite=ARRANGEMENTS),
        Permission(act=Act.SET_HOUSE_WAY, phases=(SETTING,), by=Role.DEALER, cite=HOUSE_RULE),
        Permission(act=Act.TAKE_BACK, phases=(SETTING,), by=Role.PLAYER, cite="R96"),
        Permission(act=Act.END_SETTING, phases=(SETTING,), by=Role.DEALER, cite="R100"),
        Permission(act=Act.REVEAL, phases=(SETTING,), by=Role.DEALER, cite=ARRANGEMENTS),
        Permission(act=Act.SETTLE, phases=(REVEALED,), by=Role.DEALER, cite=PAYOFF),
        Permission(
            act=Act.ALLOW_MORE,
            phases=(BETWEEN, BETTING, CLOSED, SETTING, REVEALED),
            by=Role.PIT_SUPERVISOR,
            cite=HOUSE_RULE,
        ),
    ),
    several_hands=SeveralHands.AT_DISCRETION,
    several_hands_cite=HOUSE_RULE,
    no_sharing_cite=HOUSE_RULE,
    unit_cite="R58",
    side_after_main_cite=PAYOFF,
    foul_cite="R36",
    copy_cite=PAYOFF,
    copy_word="draw",
    final_setting_cite="R96",
    points=Points(deck="FORTUNE PAI GOW POKER", house_way="PAI GOW POKER HOUSE WAY", limits="R100"),
)

REFERENCES = (
    Reference(f"{STRAIGHTS}: With two pair", ("Two Pair Rule",), ("R16",)),
    Reference(f"{STRAIGHTS}: With three pair", ("Three Pair Rule",), ("R16",)),
    Reference(f"{STRAIGHTS}: With full house", ("Full House",), ("R16",)),
)

RULINGS = (
    r.R1, r.R2, r.R3, r.R4, r.R5, r.R10, r.R11, r.R12, r.R13, r.R14, r.R15, r.R16, r.R30, r.R31, r.R32, r.R33,
    r.R34, r.R35, r.R36, r.R37, r.R70, r.R96, r.R100, r.R101,
)  # fmt: skip

BOOK = Rulebook(
    id="fortune-us",
    source=Source(title="Fortune Pai Gow Poker", house="United States house way"),
    deck=Deck(joker=True),
    dealt=7,
    high_size=5,
    clauses=CLAUSES,
    main=MainWager(
        key="main",
        name="Main wager",
        cite="PAYOFF",
        wins="PAYOFF",
        standoff="PAYOFF",
        loses="PAYOFF",
        standoff_word="push",
        commission=Fraction(1, 20),
    ),
    procedure=PROCEDURE,
    references=REFERENCES,
    rulings=RULINGS,
    alternatives=ALTERNATIVES,
    group=groups.PRINTED,
    summary="A United States house way of the same game; no side wagers.",
)
