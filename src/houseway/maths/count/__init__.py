"""Exact counts over every deal: the odds of every wager of a book, and what would change them."""
