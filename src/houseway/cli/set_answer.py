"""How `houseway set` answers one hand, in text and in JSON.

This module loads neither numpy nor what reads the arguments: `quick` answers the usual call with nothing else.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import TYPE_CHECKING

from houseway.cards.card import Card, draw_cards
from houseway.cards.ranking import HandRank, Wheel, five, three, two
from houseway.cli.styles import print_wrapped, styled, styled_cards

if TYPE_CHECKING:
    from houseway.cli.quick_book import QuickSetting
    from houseway.rulebook.rulebook import Setting

LIST = '","'


def print_setting(setting: Setting | QuickSetting, decisions: dict[str, str], wheel: Wheel) -> None:
    """Both hands with their ranks, the clause, and the rulings it rests on."""
    rows = [("low", setting.low), ("high", setting.high)]
    width = max(len(draw_cards(cards)) for _, cards in rows)
    for label, cards in rows:
        rank = _rank(cards, wheel)
        print(f"{styled(f'{label:<4}', 'dim')}  {styled_cards(cards)}{' ' * (width - len(draw_cards(cards)))}  {rank}")
    print_wrapped("clause  ", setting.clause)
    for ruling in setting.rulings:
        print_wrapped("ruling  ", f"{ruling}, {decisions[ruling]}" if ruling in decisions else ruling)


def _rank(cards: Sequence[Card], wheel: Wheel) -> HandRank:
    if len(cards) == 2:
        return two(cards)
    return five(cards, wheel) if len(cards) == 5 else three(cards, wheel)


def json_line(setting: QuickSetting) -> str:
    """A setting as one line of JSON."""
    hand, low, high = (LIST.join(card.text for card in part) for part in (setting.hand, setting.low, setting.high))
    end = json_end(setting.clause, setting.rulings)
    return f'{json_head(setting.book)}{hand}"],"low":["{low}"],"high":["{high}"]{end}'


def json_head(book: str) -> str:
    """The beginning of such a line, up to the first card."""
    return f'{{"book":{_json(book)},"hand":["'


def json_end(cite: str, rulings: Sequence[str]) -> str:
    """The end of such a line, after the high hand."""
    return f',"clause":{_json(cite)},"rulings":[{",".join(_json(ruling) for ruling in rulings)}]}}\n'


def _json(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)
