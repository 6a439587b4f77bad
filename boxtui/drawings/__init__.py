"""The drawings of the games, line by line, before any terminal."""
