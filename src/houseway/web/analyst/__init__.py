"""What the analyst's pages show: one hand, the odds of a book, two books compared, the rules for people."""
