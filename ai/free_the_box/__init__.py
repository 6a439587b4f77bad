"""Knowledge of Free the Box: each seat's chance to win, and what is in danger."""
