"""Valid examples made invalid: what a decoder is given when somebody tries to break it.

Here: mutating text and bytes, the same for the same seed. Not here: the decoders, or what they must answer (`fuzz`).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random

_ODD = (
    "\0", "\ud800", "\udcff", "\udc80",
    "\ufeff", "\u202e", "\u0663", "\N{CIRCLED DIGIT ONE}", "\u00b2", "\N{FULLWIDTH DIGIT FIVE}",
    "-", "--", ",", ".", ":", "/", "'", '"', '"""', "\\", "\\u0000", "\\ud800", "\n", "\r", "\x0b", "\x85", "\u2028",
    "[", "]", "{", "}", "[[", "{}", "[]", "null", "true", "NaN", "1e999", "-1", "0", "1.5", "9" * 30, "9" * 5000,
    "[" * 3000, '{"a":' * 3000, "%00", "%s", "{0}", "../", "\N{POUND SIGN}", "\N{COMBINING ACUTE ACCENT}" * 50,
)  # fmt: skip
"""Pieces that have broken decoders of all kinds."""


def mutated(example: str, random: Random) -> str:
    """The example with one to four changes."""
    text = example
    for _ in range(random.randint(1, 4)):
        start, end = sorted(random.choices(range(len(text) + 1), k=2))
        if end - start > 40 and random.random() < 0.8:
            end = start + random.randint(0, 8)
        piece = text[start:end]
        match random.randrange(6):
            case 0:
                text = text[:start] + text[end:]
            case 1:
                text = text[:start] + random.choice(_ODD) + text[start:]
            case 2:
                text = text[:start] + random.choice(_ODD) + text[end:]
            case 3:
                text = text[:start] + piece * random.randint(2, 4) + text[end:]
            case 4:
                text = text[:start] + piece[::-1] + text[end:]
            case _:
                text = _another_number(text, random)
    return text


def _another_number(text: str, random: Random) -> str:
    """One number of the text changed for another, which gets past decoders that look only at the shape."""
    digits = [at for at, letter in enumerate(text) if letter.isascii() and letter.isdigit()]
    if not digits:
        return text[: random.randint(0, len(text))]
    at = random.choice(digits)
    instead = random.choice(("0", "-1", "255", "2147483648", "9" * 19, "9" * 400, "1.0", '"1"', "null"))
    return text[:at] + instead + text[at + 1 :]


def mutants(examples: Sequence[str], number: int, seed: int) -> Iterator[str]:
    """Each example as it is, then so many mutated ones."""
    random = Random(seed)
    yield from examples
    for _ in range(number):
        yield mutated(random.choice(examples), random)


def as_bytes(text: str) -> bytes:
    """The text as bytes, which are no UTF-8 where it has a lone surrogate."""
    try:
        return text.encode(errors="surrogateescape")
    except UnicodeEncodeError:
        return text.encode(errors="surrogatepass")
