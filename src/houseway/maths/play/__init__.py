"""The best setting: of one hand, and over every hand."""
