"""What screens are made of, painted line by line, and the drawings of the games' boards."""
