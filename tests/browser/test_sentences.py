"""The sentences of the house as the pages show them: cards have suit symbols, and the titles of clauses stay."""

from __future__ import annotations

import re
from pathlib import Path

import houseway.web
from houseway import books
from support.browser import Browser

STATIC = Path(houseway.web.__file__).parent / "static" / "shared"
SIGNS = "async (given) => { const cards = await import('/cards.js'); return given.map(cards.withSigns); }"


def test_cards_have_suit_symbols_and_titles_of_clauses_stay(browser: Browser) -> None:
    titles = sorted({clause.cite for name in books.names() for clause in books.get(name).clauses})
    assert any(re.search(r"\b8s\b", title) for title in titles)
    page = browser.new_page()
    page.route("http://words.test/", lambda route: route.fulfill(body="<p>words", content_type="text/html"))
    page.route("http://words.test/*.js", lambda route: route.fulfill(path=STATIC / Path(route.request.url).name))
    page.goto("http://words.test/")
    shown = page.evaluate(SIGNS, [f"set by {title}: Td 8s low, Jk Ac 2h over it" for title in titles])
    page.close()
    assert shown == [f"set by {title}: 10♦ 8♠ low, Joker A♣ 2♥ over it" for title in titles]
