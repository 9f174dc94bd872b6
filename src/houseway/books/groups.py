"""The groups in which books are listed, in their order."""

from __future__ import annotations

PRINTED = "Printed rulebooks"
HOUSE_WAYS = "House ways of other casinos"
VARIANTS = "Other games on a known house way"

GROUPS = (PRINTED, HOUSE_WAYS, VARIANTS)
