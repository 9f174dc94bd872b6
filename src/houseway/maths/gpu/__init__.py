"""Counts on a GPU, with the same integers as on the CPU. Everything here needs numpy and CuPy alone."""
