"""Tests of the pages in a real browser; a package, so that the tests share one browser and one house."""
