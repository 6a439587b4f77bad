"""The version that runs, and the build."""

from importlib.util import find_spec

from boxtui import __version__


def built() -> str:
    """Return which of the two builds runs: `compiled` or `pure`."""
    core = find_spec("boxtui.core")
    return "pure" if core and str(core.origin).endswith(".py") else "compiled"


def version_words() -> str:
    """Return what `--version` prints."""
    return f"boxtui {__version__} ({built()})"
