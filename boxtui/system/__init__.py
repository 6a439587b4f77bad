"""Terminal, files and settings: what boxtui needs of the machine."""
