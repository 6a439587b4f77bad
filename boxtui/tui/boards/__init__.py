"""Each game's board as a widget."""
