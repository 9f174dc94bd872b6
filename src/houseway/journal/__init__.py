"""What happened at the tables, kept so that nobody can rewrite it: entries, the ledger, and the fair deck."""
