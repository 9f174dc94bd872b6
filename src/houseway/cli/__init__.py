"""The `houseway` command: one module a command, `app` gathers them."""

from houseway.cli.app import main

__all__ = ["main"]
