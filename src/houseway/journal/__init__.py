"""An append-only journal that nobody can rewrite unnoticed: entries, a ledger, and the fair deck.

It knows no table and no event: a body is bytes, a stream and an account are names. What they mean is in `kept`.
"""
