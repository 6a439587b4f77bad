"""Terminal, files and settings: what boxtui needs from the machine."""
