"""Whole rounds, simulated with every wager of a book."""
