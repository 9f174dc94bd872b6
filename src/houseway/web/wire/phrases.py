"""What players at a table can say to each other: a fixed list, and nothing else.

Here: the list. Not here: who may say it, and how often (`floor.table_talk`).
"""

from __future__ import annotations

from typing import Final

PHRASES: Final = {
    "hello": "Hello",
    "luck": "Good luck",
    "nice": "Nice hand",
    "well": "Well played",
    "wow": "Wow",
    "ouch": "Ouch",
    "close": "That was close",
    "thanks": "Thank you",
    "sorry": "Sorry",
    "moment": "One moment, please",
    "bye": "Goodbye",
}
"""What can be said, by the name that a page sends."""
