"""Tests of the pages in a real browser; a package, so that they share one browser and one house."""
