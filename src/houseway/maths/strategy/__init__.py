"""Short strategies: a few clauses that come as close to best play as possible."""
