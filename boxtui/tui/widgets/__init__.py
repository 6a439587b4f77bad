"""The widgets that screens are made of, drawn line by line."""
