"""Free the Box: tokens on a loop, dice and cards."""
