"""The arena, which measures agents against each other."""
