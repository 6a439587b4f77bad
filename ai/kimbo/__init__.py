"""What is known of Kimbo: how far it is HOME, which moves are worth a try, and why."""
