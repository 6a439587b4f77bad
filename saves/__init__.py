"""Saves: a game's file is its header and its moves, appended one by one and never rewritten."""
