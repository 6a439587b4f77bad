"""Searches that know no game."""
