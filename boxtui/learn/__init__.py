"""Lesson sessions, practice, the tutor, reviews, and a player's progress."""
