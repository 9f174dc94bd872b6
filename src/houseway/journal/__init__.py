"""An append-only journal that cannot be rewritten unnoticed: entries, a ledger, and the fair deck.

Nothing here depends on tables or events: a body is bytes, a stream and an account are names. `kept` gives them meaning.
"""
