"""`python -m houseway`: the command, where its script is not on the path."""

from __future__ import annotations

from houseway.cli import main

if __name__ == "__main__":
    main()
