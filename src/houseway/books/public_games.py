"""What the games on a public house way share: rounds with the dealer's hand face up, their wagers and pay tables.

Here: content of commission-free and of face-up, whose books only choose a house way. No book is defined here.
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

from houseway.books import public_house_ways as p
from houseway.books import rulings as r
from houseway.cards.card import ACE
from houseway.cards.ranking import Category
from houseway.rulebook.points import Points
from houseway.rulebook.procedure import Act, Permission, Phase, Role
from houseway.rulebook.terms import ACES, anything, five_card_hand, holding, joker, made, no_pair, top
from houseway.rulebook.wagers import Judged, Line, PayTable, Push, SideWager

NINE_HIGH_PUSH, TIGER_9 = "Nine-high push", "Tiger 9"
FACE_UP, ACE_HIGH_PUSH, ACE_HIGH = "Face up", "Ace-high push", "Ace-High"

BETWEEN, BETTING, CLOSED, SETTING, REVEALED = Phase

RULINGS = (*p.RULINGS, r.R15, r.R23, r.R32, r.B2)
"""Those of the house way; A-2-3-4-5 is described as the second highest straight, so nothing is open there."""

NO_COMMISSION = replace(p.PROCEDURE, unit_cite="", points=Points(limits="R100"))

FACE_UP_PROCEDURE = replace(
    NO_COMMISSION,
    permissions=(
        Permission(act=Act.SIT, phases=(BETWEEN, BETTING), by=Role.PLAYER, cite="B1"),
        Permission(act=Act.LEAVE, phases=(BETWEEN, BETTING), by=Role.PLAYER, cite="B1"),
        Permission(act=Act.PLACE_YOUR_BETS, phases=(BETWEEN,), by=Role.DEALER, cite="B1"),
        Permission(act=Act.WAGER, phases=(BETTING,), by=Role.PLAYER, cite="B1"),
        Permission(act=Act.WITHDRAW, phases=(BETTING,), by=Role.PLAYER, cite="B1"),
        Permission(act=Act.NO_MORE_BETS, phases=(BETTING,), by=Role.DEALER, cite="B1"),
        Permission(act=Act.DEAL, phases=(CLOSED,), by=Role.DEALER, cite=FACE_UP),
        Permission(act=Act.VIEW, phases=(SETTING,), by=Role.PLAYER, cite="B12"),
        Permission(act=Act.SET, phases=(SETTING,), by=Role.PLAYER, cite=FACE_UP),
        Permission(act=Act.TAKE_BACK, phases=(SETTING,), by=Role.PLAYER, cite="R96"),
        Permission(act=Act.END_SETTING, phases=(SETTING,), by=Role.DEALER, cite="R100"),
        Permission(act=Act.SETTLE, phases=(SETTING, REVEALED), by=Role.DEALER, cite=p.GAME),
        Permission(
            act=Act.ALLOW_MORE,
            phases=(BETWEEN, BETTING, CLOSED, SETTING, REVEALED),
            by=Role.PIT_SUPERVISOR,
            cite="B1",
        ),
    ),
    dealer_exposed=True,
)

TIGER_9_MAIN = replace(
    p.MAIN,
    commission=Fraction(0),
    other_pushes=(
        Push(
            says="the dealer's low hand is nine high",
            cite=NINE_HIGH_PUSH,
            judged=Judged.DEALER_LOW,
            when=no_pair() & top(9),
        ),
    ),
)

TIGER_9_WAGER = SideWager(
    key="tiger-9",
    name="Tiger 9 wager",
    cite=TIGER_9,
    judged=Judged.DEALER_LOW,
    pay_tables=(PayTable(name="", lines=(Line(name="Nine high", when=no_pair() & top(9), pays=30),)),),
)

FACE_UP_MAIN = replace(
    p.MAIN,
    commission=Fraction(0),
    other_pushes=(
        Push(
            says="the dealer's hand is ace high",
            cite=ACE_HIGH_PUSH,
            judged=Judged.DEALER_HIGH,
            when=five_card_hand(Category.HIGH_CARD) & top(ACE),
        ),
    ),
)

IS_ACE_HIGH = no_pair() & ~made & holding(ACES)

ACE_HIGH_WAGER = SideWager(
    key="ace-high",
    name="Ace-High wager",
    cite=ACE_HIGH,
    judged=Judged.TOGETHER,
    pay_tables=(
        PayTable(
            name="",
            lines=(
                Line(name="Both ace high", when=IS_ACE_HIGH, dealer=IS_ACE_HIGH, pays=40),
                Line(name="Dealer ace high with the Joker", when=anything, dealer=IS_ACE_HIGH & joker, pays=15),
                Line(name="Dealer ace high without the Joker", when=anything, dealer=IS_ACE_HIGH & ~joker, pays=5),
            ),
        ),
    ),
)

FACE_UP_RULINGS = (*RULINGS, r.B9, r.B10, r.B11, r.B12)
