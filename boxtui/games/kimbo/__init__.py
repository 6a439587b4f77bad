"""Kimbo: a race around fences, on a board of lines and squares."""
