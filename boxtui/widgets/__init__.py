"""Widgets that more than one screen uses; all paint line by line."""
