"""The order in which a person's own mistakes are asked in one session of practice."""

from collections.abc import Iterable

from boxtui.learn.mistakes import Mistake, PositionKey


class MistakeQueue:
    """Those that were left come after the others; the one left last isn't asked at once again."""

    def __init__(self) -> None:
        self._set_aside: list[Mistake] = []
        self._left: list[PositionKey] = []
        """The mistakes that were asked, the one left last at the end."""
        self._is_just_left = False
        """Whether the last of them was asked last."""

    def waiting(self, due: Iterable[Mistake]) -> list[Mistake]:
        """Return the due mistakes to be asked: those that were left come last, in their order."""
        waiting = {each.position: each for each in due if each not in self._set_aside}
        new = [position for position in waiting if position not in self._left]
        again = self._left[:-1] if self._is_just_left else self._left
        return [waiting[position] for position in (*new, *again) if position in waiting]

    def leave(self, asked: Mistake | None) -> None:
        """Ask other mistakes before what was asked last; None if that was a puzzle."""
        self._is_just_left = asked is not None
        if asked:
            others = (each for each in self._left if each != asked.position)
            self._left = [*others, asked.position]

    def set_aside(self, mistake: Mistake) -> None:
        """Don't ask a mistake again in this session."""
        self._set_aside.append(mistake)

    def take_up(self, mistake: Mistake) -> None:
        """Ask a mistake in this session though it was set aside."""
        self._set_aside.remove(mistake)
