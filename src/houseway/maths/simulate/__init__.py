"""Whole rounds, simulated with every wager."""
