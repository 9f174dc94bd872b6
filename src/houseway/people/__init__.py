"""Everybody with a name: staff and players, how they sign in, and what each position may do in the house."""
