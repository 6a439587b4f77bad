"""A page of rules and a lesson for each game, and the runner that teaches a lesson."""
