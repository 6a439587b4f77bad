"""Box: marks on a grid, and the boxes that they claim."""
