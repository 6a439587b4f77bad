"""FREE-O: cards whose places are hidden, captured and freed."""
