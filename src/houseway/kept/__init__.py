"""Tables kept in a journal: their events, their decks, the chips each event moves, and what is withheld.

Here, above `table` and `journal`, is everything that knows both.
"""
