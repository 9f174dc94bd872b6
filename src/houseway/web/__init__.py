"""The live table in the browser: connections, clocks, names and pages around `table` and `kept`.

No rule of the game is here: `table.decide` says what is allowed, `table.view` what may be shown.
"""
