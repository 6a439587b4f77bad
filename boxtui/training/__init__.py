"""Training of learned evaluations: games between agents, the fit of a network, its test."""
