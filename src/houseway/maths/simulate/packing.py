"""How cards, hands and sums are packed into numbers for simulated rounds: the same on the CPU and on a GPU.

Here: the bits. Not here: the loops that read them (`kernels`, and the device code of `maths.gpu`).
"""

from __future__ import annotations

SUIT_SHIFT, CARD_SHIFT = 40, 56
KEY_MASK = (1 << SUIT_SHIFT) - 1
DRAW_BITS = 58
"""How many bits of a random word are used: multiplied by 53 they still fit a word."""
SPARE_BITS = 64 - DRAW_BITS
DRAW_MASK = (1 << DRAW_BITS) - 1
NUMBER_MASK, FAILS = (1 << 21) - 1, 1 << 21
KIND_SHIFT, DEALER_SHIFT, CHOICES_SHIFT = 22, 31, 40
KIND_MASK = (1 << 9) - 1
"""One record holds all that is known about a hand: the player's number as the house way sets it (`set_hands.reach`),
whether a dealer with it makes the main wager push, its kind for the pay tables, its kind as a dealer's hand, and, if
the player may choose a setting, where the numbers to choose from begin."""
LIMB_BITS, LIMBS = 20, 3
"""A sum is kept as three sums, each of twenty bits of every number added: none overflows before 2 ** 41 numbers."""
LIMB_MASK = (1 << LIMB_BITS) - 1
