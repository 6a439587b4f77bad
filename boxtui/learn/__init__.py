"""Lessons under way, positions to solve, and how far a player is."""
