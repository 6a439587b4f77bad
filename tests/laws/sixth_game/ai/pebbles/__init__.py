"""What is known of Pebbles."""
