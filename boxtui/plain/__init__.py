"""Plain mode: games and lessons as lines of text with prompts, without a full-screen display."""
