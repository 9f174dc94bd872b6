"""The live table in the browser: connections, clocks, names and pages around `table` and `journal`.

No rule of the game is here: what may be done is asked of `table.decide`, what may be seen of `table.view`.
"""
