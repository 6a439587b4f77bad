"""What is known of Free the Box: what each seat may expect, and what is in danger."""
