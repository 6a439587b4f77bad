"""What screens are made of, painted line by line; a game has one board."""
