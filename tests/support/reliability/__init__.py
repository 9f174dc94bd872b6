"""Proof that nothing acknowledged is lost: what clients recorded, compared with what the journal kept."""
