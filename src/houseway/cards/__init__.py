"""Cards, what hands are worth, and the shapes hands fall into. Nothing here knows a casino's rules."""
