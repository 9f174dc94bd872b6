"""Cards, what hands are worth, and the shapes hands fall into. No casino's rules are here."""
