"""Code that the rules of several games share."""
