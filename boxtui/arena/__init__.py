"""Agents measured against each other."""
