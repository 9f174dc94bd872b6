"""Rounds that have ended: a player's history, a round as somebody may see it, the review of a hand."""
