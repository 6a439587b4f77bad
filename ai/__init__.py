"""The computer opponents: searches for any game, and knowledge of each game."""
