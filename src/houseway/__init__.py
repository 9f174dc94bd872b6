"""Printed Pai Gow Poker rulebooks, made executable.

>>> import houseway
>>> setting = houseway.book("mbs-v4").set("Kc Qh 9s 6h 4c 3d 2s")
>>> setting.low, setting.clause
((Card('Qh'), Card('9s')), 'Appendix A.1 No pair')
>>> print(setting)
Q♥ 9♠ under K♣ 6♥ 4♣ 3♦ 2♠ (Appendix A.1 No pair)

A game in memory:

>>> game = houseway.Game("mbs-v4", seed=8)
>>> ann = game.sit("ann")
>>> game.bet(ann, 10_00)
>>> game.deal()
>>> game.finish()[-2].payout
1000

Everything below is imported when it is first used: `import houseway` is quick and needs no other package, and neither
do cards and errors. Books and games need numpy, which is loaded with the first of them (`book_names` included).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

__version__ = "0.3.0.dev0"

if TYPE_CHECKING:
    from houseway.analysis import best, book, book_names, odds, simulate
    from houseway.cards.card import Card, draw_cards, read_cards, show_cards
    from houseway.cards.ranking import HandRank
    from houseway.errors import BadBook, BadCards, HousewayError, Refused, UnknownBook, WrongRole
    from houseway.game import Game
    from houseway.maths.count.odds import Odds
    from houseway.maths.play.weigh import Best, SettingOdds
    from houseway.maths.simulate.results import Simulation
    from houseway.rulebook.procedure import Phase, Role
    from houseway.rulebook.rulebook import Reason, Rulebook, Setting
    from houseway.table import commands, events
    from houseway.table.commands import Actor
    from houseway.table.state import Table
    from houseway.table.view import WATCHER, TableView

_PLACES = {
    "houseway.analysis": ("best", "book", "book_names", "odds", "simulate"),
    "houseway.cards.card": ("Card", "draw_cards", "read_cards", "show_cards"),
    "houseway.cards.ranking": ("HandRank",),
    "houseway.errors": ("BadBook", "BadCards", "HousewayError", "Refused", "UnknownBook", "WrongRole"),
    "houseway.game": ("Game",),
    "houseway.maths.count.odds": ("Odds",),
    "houseway.maths.play.weigh": ("Best", "SettingOdds"),
    "houseway.maths.simulate.results": ("Simulation",),
    "houseway.rulebook.procedure": ("Phase", "Role"),
    "houseway.rulebook.rulebook": ("Reason", "Rulebook", "Setting"),
    "houseway.table": ("commands", "events"),
    "houseway.table.commands": ("Actor",),
    "houseway.table.state": ("Table",),
    "houseway.table.view": ("WATCHER", "TableView"),
}
"""Where each public name is defined."""
_PLACE_OF = {name: place for place, names in _PLACES.items() for name in names}

__all__ = [
    "WATCHER",
    "Actor",
    "BadBook",
    "BadCards",
    "Best",
    "Card",
    "Game",
    "HandRank",
    "HousewayError",
    "Odds",
    "Phase",
    "Reason",
    "Refused",
    "Role",
    "Rulebook",
    "Setting",
    "SettingOdds",
    "Simulation",
    "Table",
    "TableView",
    "UnknownBook",
    "WrongRole",
    "__version__",
    "best",
    "book",
    "book_names",
    "commands",
    "draw_cards",
    "events",
    "odds",
    "read_cards",
    "show_cards",
    "simulate",
]


def __getattr__(name: str) -> Any:
    """Import a public name when it is first used."""
    if name not in _PLACE_OF:
        raise AttributeError(f"module 'houseway' has no attribute {name!r}")
    import importlib

    place = _PLACE_OF[name]
    value = importlib.import_module(f"{place}.{name}") if name in ("commands", "events") else None
    value = value or getattr(importlib.import_module(place), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted(__all__)
