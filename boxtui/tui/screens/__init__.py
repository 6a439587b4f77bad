"""The screens: the menu and what leads to a game, and those with a game's board on them."""
