"""boxtui: learn and play board games against the computer, in a terminal."""

__version__ = "0.1.0"
