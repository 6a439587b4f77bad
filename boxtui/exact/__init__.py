"""The exact figures of Shut-the-Box: odds of positions, and the strength of levels."""
