"""What is known of Box: rectangles, what a position is worth, and its players."""
