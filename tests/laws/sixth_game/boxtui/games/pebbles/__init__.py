"""Pebbles: the last one taken wins."""
