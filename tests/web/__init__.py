"""Tests of the house over HTTP and sockets; a package, so that those of live tables share one house."""
