"""Code that the knowledge of several games shares."""
