"""The screens: the menu and what leads to a game, and one module a game."""
