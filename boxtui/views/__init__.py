"""What a position of each game looks like and how it reads, as lines, without a terminal."""
