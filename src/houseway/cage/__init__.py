"""The cage: chips as a casino's cage keeps them.

Buy-ins and cash-outs, the floats of tables, fills and credits, counts, drop and win, shifts and their reports. It
stands on the journal and knows no rule of the game.
"""
