"""Knowledge of Kimbo: distances HOME, moves worth trying, and explanations."""
