"""Lesson sessions, puzzles, and a player's progress."""
