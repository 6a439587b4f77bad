"""Tools that measure how strong opponents are; `python -m strength --help` lists them."""
