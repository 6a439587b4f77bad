"""The error of a lesson that can't be taught."""


class LessonFault(ValueError):
    """An error in a lesson's file: one sentence that names the file and the line."""
