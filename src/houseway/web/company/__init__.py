"""Bots at tables where a player asks for company."""
