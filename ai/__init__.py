"""The opponents: agents that know the contract, and per game what is known of it."""
