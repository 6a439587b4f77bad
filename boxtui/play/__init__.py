"""Matches: playing, saving and describing them."""
