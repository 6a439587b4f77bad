"""Knowledge of Shut-the-Box: its exact solution, and rules of thumb."""
