"""A round at a table: pure decisions, no clock, no randomness, no socket.

`decide(book, table, command)` gives events or refuses; `evolve(table, event)` gives the next table;
`view(table, viewer)` is what may be shown of it. Cards, time and names come in as data, and the book as an argument.
"""
