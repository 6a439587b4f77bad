"""Knowledge of FREE-O: what totals and moves are worth."""
