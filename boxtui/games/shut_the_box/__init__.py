"""Shut-the-Box: tiles laid down by the sum of two dice."""
