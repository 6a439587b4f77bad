"""Games and lessons as lines of text with prompts, for those who read or hear no screen."""
