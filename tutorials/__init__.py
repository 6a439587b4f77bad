"""What teaches: a rulebook page a game."""
