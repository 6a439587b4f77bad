"""What teaches: a page of rules and a lesson for each game, and what runs a lesson."""
