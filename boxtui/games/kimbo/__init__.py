"""Kimbo: fences that all may move, on a board of lines and squares."""
