"""The language rulebooks are written in, and what can be done with any book written in it.

Nothing here knows a particular book: see `houseway.books` for those.
"""
