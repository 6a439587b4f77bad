"""FREE-O: a card game of hide and seek."""
