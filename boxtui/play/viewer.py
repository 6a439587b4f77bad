"""Who sees a match on a terminal: if hands are hidden, one person at a time."""

from collections.abc import Sequence
from itertools import groupby
from typing import NamedTuple

from boxtui.core import CHANCE, NOBODY
from boxtui.play.match import LogEntry, Match


class LogSentence(NamedTuple):
    """A sentence of the log.

    Attributes:
        seat: the seat whose turn it was.
        sentence: without a period.
        is_striking: whether it stands out.
        at: the place of its move among those to be described, from 0; of several moves that are
            counted together, the first.
    """

    seat: int
    sentence: str
    is_striking: bool
    at: int


class Viewer:
    """The person who looks at a match: the only one in it, or the one last shown a hand.

    The curtain is down while a person whose hand isn't shown has to decide; only `lift` raises it.
    After hands that lay open, everyone's next hand is behind the curtain. A person who has drawn a
    card sees it until `cover` is called, and only then does the curtain come down. Everything is
    shown if nothing is hidden, if no person plays, and once the game is over.

    With `follows_turn`, as in a review, it is always the hand of the seat whose turn it is that is
    shown, a computer's too.
    """

    def __init__(self, match: Match, *, follows_turn: bool = False) -> None:
        self.match = match
        self.follows_turn = follows_turn
        self._shown = NOBODY
        self._drawn: list[LogEntry] = []
        self._followed = len(match.log)
        match.subscribe(self._follow)

    def _follow(self, match: Match) -> None:
        """Follow every move: when a curtain comes down, no hand is shown any more."""
        new = match.log[self._followed :]
        self._followed = len(match.log)
        self._drawn += [played for played in new if played.hides and played.seat == self._shown]
        if match.state.current_player() == self._shown or not new:
            self._drawn = []
        if match.state.is_open() or self.awaited != NOBODY:
            self.cover()

    @property
    def awaited(self) -> int:
        """The seat of the person whom the curtain waits for, or `NOBODY` while it is up."""
        return NOBODY if self._drawn else self._next_person

    @property
    def is_curtain_due(self) -> bool:
        """Whether the next person's hand isn't shown yet: the curtain is down, or about to be."""
        return self._next_person != NOBODY

    @property
    def _next_person(self) -> int:
        """The seat of a person who decides now and isn't shown their hand yet, or `NOBODY`."""
        persons, seat = self.match.persons(), self.match.state.current_player()
        if not self.match.game.hidden or len(persons) < 2 or seat not in persons:
            return NOBODY
        return NOBODY if seat == self._shown or self.follows_turn else seat

    @property
    def drawn_words(self) -> str:
        """Who drew what, until it is covered and another person decides, or ""."""
        return "; ".join(self.sentences(self._drawn)) if self.is_curtain_due else ""

    def cover(self) -> None:
        """Stop showing any hand, and what was drawn."""
        self._shown = NOBODY
        self._drawn = []

    @property
    def seat(self) -> int:
        """The seat whose hand is shown, or `NOBODY` if there is none yet or the curtain is down."""
        if self.follows_turn:
            return max(self.match.state.turn_seat(), NOBODY)
        persons = self.match.persons()
        if len(persons) == 1:
            return persons[0]
        return self._shown if self.awaited == NOBODY else NOBODY

    @property
    def own_seat(self) -> int:
        """The seat of the person who looks: of several, the one whose turn it is, or was last.

        `NOBODY` if no person plays.
        """
        persons, seat = self.match.persons(), self.match.state.turn_seat()
        if seat in persons:
            return seat
        earlier = (entry.seat for entry in reversed(self.match.log))
        first = persons[0] if persons else NOBODY
        return next((seat for seat in earlier if seat in persons), first)

    def lift(self) -> None:
        """Show the hand of the person whom the curtain waits for."""
        if self.awaited != NOBODY:
            self._shown = self.awaited

    @property
    def awaited_name(self) -> str:
        """The name of the person whom the curtain waits for, or "" while it is up."""
        return "" if self.awaited == NOBODY else self.match.seats[self.awaited].name

    def sees(self, seat: int) -> bool:
        """Whether that seat's hand is shown."""
        return self._sees_all or self.match.state.is_open() or seat == self.seat

    @property
    def _sees_all(self) -> bool:
        if not self.match.game.hidden:
            return True
        return self.match.is_over or not self.match.persons()

    @property
    def are_hands_open(self) -> bool:
        """Whether hands that were hidden lie open, before the game goes on."""
        return self._is_between_decisions and self.match.state.is_open()

    @property
    def is_dealing(self) -> bool:
        """Whether hidden cards are being dealt or drawn, which happens together."""
        return self._is_between_decisions and not self.match.state.is_open()

    @property
    def _is_between_decisions(self) -> bool:
        return self.match.game.hidden and self.match.state.current_player() == CHANCE

    def entry(self, played: LogEntry) -> LogEntry:
        """Return a log entry as the viewer may read it."""
        return played if self._sees_all else played.masked_for(self.seat)

    def sentences(self, moves: Sequence[LogEntry]) -> list[str]:
        """Return consecutive moves as sentences without a period, with players' names."""
        return [each.sentence for each in self.log_sentences(moves)]

    def log_sentences(self, moves: Sequence[LogEntry]) -> list[LogSentence]:
        """Return consecutive moves as `sentences` does, with what a log needs to know of each.

        Hidden cards that came together and are described alike become one sentence with a count.
        """
        found: list[LogSentence] = []
        at = 0
        for by_chance, run in groupby(moves, key=lambda played: played.by_chance):
            said = [
                LogSentence(
                    played.seat, self._sentence(self.entry(played)), played.is_striking, place
                )
                for place, played in enumerate(run, at)
            ]
            at += len(said)
            found += _counted(said) if by_chance and self.match.game.hidden else said
        return found

    def _sentence(self, played: LogEntry) -> str:
        remark = f" ({played.remark})" if played.remark else ""
        return f"{self.match.described(played)}{remark}"


def _counted(sentences: Sequence[LogSentence]) -> list[LogSentence]:
    """Return the sentences with a count in place of those that are repeated."""
    alike: list[list[LogSentence]] = []
    for each in sentences:
        same = next((group for group in alike if _goes_on(group, each)), None)
        if same:
            same.append(each)
        else:
            alike.append([each])
    return [_in_one(group) for group in alike]


def _goes_on(group: Sequence[LogSentence], added: LogSentence) -> bool:
    """Whether a sentence repeats those of a group; it may add, after a semicolon, what came of it.

    Nothing joins a group after that.
    """
    first, last = group[0].sentence, group[-1].sentence
    repeats = added.sentence == first or added.sentence.startswith(f"{first};")
    return added.seat == group[0].seat and last == first and repeats


def _in_one(group: Sequence[LogSentence]) -> LogSentence:
    """Return a sentence with a count for a group of them."""
    first, last = group[0], group[-1]
    times = f" ({len(group)} times)" if len(group) > 1 else ""
    rest = last.sentence.removeprefix(first.sentence)
    return LogSentence(first.seat, f"{first.sentence}{times}{rest}", last.is_striking, first.at)
