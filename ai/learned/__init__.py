"""Evaluations learned from play: networks and the files that hold their weights."""
