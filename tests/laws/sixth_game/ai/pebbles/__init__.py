"""The agents of Pebbles."""
