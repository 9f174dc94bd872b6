"""Tests of the house over HTTP and sockets; a package, so that the tests of live tables share one house."""
