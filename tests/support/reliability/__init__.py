"""Proof that nothing acknowledged is lost: what clients recorded, held against what the journal kept."""
