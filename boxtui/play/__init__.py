"""A match: playing it, keeping it, and telling of it."""
