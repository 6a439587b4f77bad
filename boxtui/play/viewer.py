"""Through whose eyes a match is shown at a terminal: where hands are hidden, one person's."""

from collections import Counter
from collections.abc import Sequence
from itertools import groupby
from typing import Final

from boxtui.core import CHANCE, OVER
from boxtui.play.match import Match, Played

NOBODY: Final = -1


class Viewer:
    """Who looks at a match: the only person in it; of several whoever was shown a hand last.

    A curtain is down while another person has to decide; once down it is raised by `lift` alone,
    and after hands that lay open everybody's next hand waits behind one. Whoever has drawn sees it
    until `cover`, and only then does it come down. Where nothing is hidden, where no person plays,
    and once the game is over all is told.
    """

    def __init__(self, match: Match) -> None:
        self.match = match
        self._shown = NOBODY
        self._drawn: list[Played] = []
        self._followed = len(match.log)
        match.subscribe(self._follow)

    def _follow(self, match: Match) -> None:
        """After every move: whoever was shown a hand is no longer, where a curtain comes down."""
        fallen = match.log[self._followed :]
        self._followed = len(match.log)
        self._drawn += [played for played in fallen if played.hides and played.seat == self._shown]
        if match.state.current_player() == self._shown or not fallen:
            self._drawn = []
        if match.state.is_open() or self.awaited != NOBODY:
            self.cover()

    @property
    def awaited(self) -> int:
        """The seat of the person whom the curtain waits for; `NOBODY` while it is up."""
        return NOBODY if self._drawn else self._next_person

    @property
    def _next_person(self) -> int:
        """The seat of a person who decides now and isn't shown a hand yet; else `NOBODY`."""
        persons, seat = self.match.persons(), self.match.state.current_player()
        if not self.match.game.hidden or len(persons) < 2 or seat not in persons:
            return NOBODY
        return NOBODY if seat == self._shown else seat

    @property
    def drawn_words(self) -> str:
        """What was drawn by whom, until that is covered and another person decides; else ""."""
        return "; ".join(self.told(self._drawn)) if self._next_person != NOBODY else ""

    def cover(self) -> None:
        """Show nobody's hand any more, nor what was drawn."""
        self._shown = NOBODY
        self._drawn = []

    @property
    def seat(self) -> int:
        """The seat whose hand is seen; `NOBODY` before there is one and behind the curtain."""
        persons = self.match.persons()
        if len(persons) == 1:
            return persons[0]
        return self._shown if self.awaited == NOBODY else NOBODY

    def lift(self) -> None:
        """Show the hand of whoever the curtain waits for."""
        if self.awaited != NOBODY:
            self._shown = self.awaited

    @property
    def awaited_name(self) -> str:
        """The name of whoever the curtain waits for; "" while it is up."""
        return "" if self.awaited == NOBODY else self.match.seats[self.awaited].name

    def sees(self, seat: int) -> bool:
        """Whether that seat's hand is seen."""
        return self._is_told_all or self.match.state.is_open() or seat == self.seat

    @property
    def _is_told_all(self) -> bool:
        over = self.match.state.current_player() == OVER
        return over or not self.match.game.hidden or not self.match.persons()

    @property
    def is_shown_hands(self) -> bool:
        """Whether hands that were hidden lie open, before the game goes on."""
        return self._is_between_decisions and self.match.state.is_open()

    @property
    def is_dealing(self) -> bool:
        """Whether hidden cards are dealt or drawn now, which come together."""
        return self._is_between_decisions and not self.match.state.is_open()

    @property
    def _is_between_decisions(self) -> bool:
        return self.match.game.hidden and self.match.state.current_player() == CHANCE

    def line(self, played: Played) -> Played:
        """A move as it may be told to whoever looks."""
        return played if self._is_told_all else played.told_to(self.seat)

    def told(self, moves: Sequence[Played]) -> list[str]:
        """Moves played in a row as sentences without a full stop, seats by their names.

        Hidden cards that came together and are told alike are one sentence with their count.
        """
        lines: list[str] = []
        for by_chance, run in groupby(moves, key=lambda played: played.by_chance):
            sentences = [self._sentence(self.line(played)) for played in run]
            if by_chance and self.match.game.hidden:
                counts = Counter(sentences)
                sentences = [f"{said} ({n} times)" if n > 1 else said for said, n in counts.items()]
            lines += sentences
        return lines

    def _sentence(self, played: Played) -> str:
        return f"{self.match.seats[played.seat].name} {self.match.named(played.sentence)}"
