"""A round at a table: pure decisions, no clock, no randomness, no socket.

`decide(book, table, command)` gives events or refuses; `evolve(table, event)` gives the next table;
`view(table, viewer)` is the only way out. Cards, time and identities come in as data. A book comes in as an argument.
"""
