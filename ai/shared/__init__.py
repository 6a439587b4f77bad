"""What the knowledge of several games shares."""
