"""A whole house in one thread, with its clients, its store and its clock: one seed, one run, byte for byte."""
