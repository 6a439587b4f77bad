"""The system's limit on how many processes and threads a user may run."""

from typing import Final

NO_PROCESS: Final = (
    "The system lets you start no more processes or threads: end some, or raise the limit "
    "(ulimit -u)."
)

_NO_THREAD: Final = "can't start new thread"


def is_reached(error: BaseException) -> bool:
    """Whether the error means that no process or thread can be started.

    The error may be a consequence: a pool of processes that can't start one then fails to end.
    """
    if isinstance(error, BlockingIOError):  # a write that would block has the number of characters
        return not error.filename and not hasattr(error, "characters_written")
    if isinstance(error, RuntimeError):
        return _NO_THREAD in (str(error), str(error.__context__))
    return False
