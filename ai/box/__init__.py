"""Knowledge of Box: rectangles, the value of a position, and the agents that play it."""
