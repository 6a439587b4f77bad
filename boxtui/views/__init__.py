"""How a position of each game looks and reads, as lines, before any terminal."""
