"""Pebbles: the player who takes the last one wins."""
