"""The best setting: of one hand, and of every hand."""
