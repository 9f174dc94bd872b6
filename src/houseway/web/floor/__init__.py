"""The gaming floor: the house, its live tables, the automatic dealer, seats and purses."""
