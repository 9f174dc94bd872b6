"""Rounds at a live table dealt by hand: the cards of a physical deck are keyed in, so that tests choose them."""

from __future__ import annotations

import re

from support.web_house import Page

ANN = ("Ac", "Ad", "Kc", "Kd", "9h", "5s", "2c")
BOB = ("Qc", "Qd", "Jh", "Ts", "8c", "4d", "3h")
DEALER = ("Ks", "Kh", "Th", "7c", "6d", "4s", "2d")
CARD = re.compile(r'"([2-9TJQKA][cdhs]|Jk)"')


def cards_in(wire: list[str]) -> set[str]:
    """Every card named anywhere in the messages."""
    return {card for text in wire for card in CARD.findall(text)}


def begun(staff: Page, players: list[Page], *, wager: int = 1000, fortune: int = 0) -> None:
    """Everybody sits and wagers; the cards of the physical deck are keyed in."""
    staff.physical()
    for position, page in enumerate(players, 1):
        page.did("sit", position=position)
    staff.did("place your bets")
    for position, page in enumerate(players, 1):
        page.until_phase("betting")
        page.did("wager", position=position, wager="main", cents=wager)
        if fortune:
            page.did("wager", position=position, wager="fortune-bonus", cents=fortune)
    staff.did("no more bets")


def keyed(staff: Page, **hands: tuple[str, ...]) -> None:
    """Key hands in: `dealer`, `p1`, `p2` ..."""
    at = {("0" if name == "dealer" else name[1:]): cards for name, cards in hands.items()}
    staff.did("key in", hands=at)
