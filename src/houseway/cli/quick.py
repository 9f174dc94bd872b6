"""The usual `houseway set BOOK CARDS` answered at once.

Reading arguments properly means importing far more than the answer needs. Here: recognising the plainest calls and
answering them. Anything else (an option, a book file, a mistake) is left to `app`.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence

JSON = "--json"


def answered(words: Sequence[str]) -> bool:
    """Answer a plain `set` of one hand of a shipped book; whether that was possible."""
    given = [word for word in words if word != JSON]
    if len(given) < 3 or given[0] != "set" or any(word.startswith("-") for word in given):
        return False
    from houseway.cli import quick_book

    book = quick_book.find(given[1])
    setting = book.set(" ".join(given[2:])) if book else None
    if book is None or setting is None:
        return False
    from houseway.cli.set_answer import json_line, print_setting

    if JSON in words:
        sys.stdout.write(json_line(setting))
    else:
        print_setting(setting, book.decisions)
    return True
