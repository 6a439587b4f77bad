"""The base of what may fail outside a game, such as an agent, a worker process or a host."""


class Failure(Exception):
    """Something that a command needs has failed; the text is one sentence for the player."""
