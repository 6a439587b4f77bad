"""Searches for any game."""
