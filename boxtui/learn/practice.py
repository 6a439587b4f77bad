"""Practice under way, for any screen: what is asked, what answers count, and help with them."""

import asyncio
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from functools import partial
from itertools import chain, islice
from statistics import fmean
from time import monotonic
from typing import Final

from ai.agent import Choice, Considered
from ai.decision import AgentFailed
from ai.levels import ROSTERS
from boxtui.core import Game, Refused
from boxtui.learn.asking import AskFor
from boxtui.learn.hints import Hints
from boxtui.learn.mistakes import Mistake, PositionKey, puzzle_of, utc_now
from boxtui.learn.practice_file import read, update
from boxtui.learn.practice_record import PracticeRecord
from boxtui.learn.puzzles import (
    Puzzle,
    Verdict,
    compared_words,
    drawn_number,
    number_after,
    shown_words,
    worse_words,
)
from boxtui.learn.supply import PuzzleSupply
from boxtui.play.match import Match
from boxtui.system import locations
from boxtui.system.disk import Disk
from boxtui.system.release import built
from boxtui.views.games import words_of
from boxtui.wording import coarse_minutes, counted, minutes_words

QUESTION: Final = "Which move is best here?"
TRY_AGAIN: Final = "Try another move."
NOT_COUNTED: Final = "This answer isn't counted."
TRIED: Final = "You have tried that one."

LEFT_OUT: Final = "Moves left out weren't searched as long: one of them may be second best."
"""What is said of a list of the best moves if others have no figures."""

FIRST_COUNTS: Final = "It counts as missed: the first answer decides."
HELP_COUNTS: Final = "It counts as missed: you had a hint."

WHERE_FROM: Final = (
    "The computer plays games until one comes to a position with one clearly best move."
)
"""Where positions to solve come from."""

AHEAD: Final = 3
"""How many puzzles are found ahead."""

_LEAST_SEARCHES: Final = 20
"""How many searches are made before their pace is said: the first one may wait for its process."""


@dataclass
class Attempt:
    """A person's attempt at a position.

    Attributes:
        mistake: the person's own mistake that it is, or None for a numbered puzzle.
        is_counted: whether the first answer was given, or help was asked for.
        why_missed: why it counts as missed, in a sentence, or "".
        is_over: whether it was solved or shown, so that nothing is asked any more.
        reply: what was said to the last answer, in sentences.
        missed: the verdict on the last answer that was wrong.
        tried: what was said to each answer that wasn't right, by its move.
        played: the match after the answer that was right, or the best move if it was shown.
    """

    puzzle: Puzzle
    mistake: Mistake | None = None
    is_counted: bool = False
    why_missed: str = ""
    is_over: bool = False
    reply: tuple[str, ...] = (QUESTION,)
    missed: Verdict | None = None
    tried: dict[int, list[str]] = field(default_factory=dict)
    played: Match | None = None

    @property
    def title(self) -> str:
        """What the position is called, and how hard it is."""
        if self.mistake:
            return _title_of(self.mistake)
        return f"position {self.puzzle.number:,}, difficulty {self.puzzle.difficulty} of 5"

    def play(self, move: int) -> Match:
        """Play a move where the position was asked; return the match with it, now `played`."""
        asked = self.puzzle.match
        self.played = asked.until(len(asked.moves))
        self.played.play(move)
        return self.played

    @property
    def shown(self) -> Match:
        """The match to play on from: with what was `played`, unless the game is over then."""
        return self.played if self.played and not self.played.is_over else self.puzzle.match


class _MistakeQueue:
    """The order in which a person's mistakes are asked in one session.

    Those that were left come after the others; the one left last isn't asked at once again.
    """

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


class PracticeSession:
    """A person's practice of one game.

    Due mistakes come first, then those of the game's first, easy puzzles that haven't counted yet,
    and the others from the last one on that has. With a number given (not None), that puzzle comes
    first, and the next ones follow. A mistake that was left comes after the other due ones. Call
    `stop` at the end.

    Attributes:
        record: the person's results, as read last.
        complaint: what is wrong with their file, in a sentence, or "".
        attempt: what is asked now.
    """

    def __init__(
        self,
        game: Game,
        name: str,
        ask_for: AskFor,
        number: int | None = None,
        now: Callable[[], datetime] = utc_now,
        *,
        disk: Disk,
    ) -> None:
        self.game = game
        self.record, self.complaint = read(locations.practice(game.key))
        numbers = self._first_numbers() if number is None else [number]
        self.number, *self._ordered = numbers
        self.attempt: Attempt | None = None
        self._name = name
        self._now = now
        self._disk = disk
        self._counting: asyncio.Task[tuple[PracticeRecord, str]] | None = None
        self._supply = PuzzleSupply(game, ask_for)
        self._hints = Hints(one_is_best=True)
        self._is_numbered = number is not None
        self._is_used = False
        """Whether the puzzle with `number` was asked for, so that the next one comes after it."""
        self._sought: Mistake | None = None
        """The mistake that is being judged, or None if a puzzle is looked for."""
        self._mistakes = _MistakeQueue()

    def _first_numbers(self) -> list[int]:
        """Return the numbers of the easy puzzles to be asked, and of the one after them.

        It follows the last other one solved or missed, so that it may have been prepared.
        """
        first, counted_before = ROSTERS[self.game.key].puzzles.first, self.record.numbers
        others = [number for number in counted_before if number not in first]
        then = number_after(others[-1]) if others else drawn_number()
        while then in {*first, *counted_before}:
            then = number_after(then)
        return [*(number for number in first if number not in counted_before), then]

    def _later_numbers(self) -> Iterator[int]:
        """Yield the numbers that come after `number`, without end."""
        yield from self._ordered
        number = self._ordered[-1] if self._ordered else self.number
        while True:
            yield (number := number_after(number))

    async def next(self) -> Attempt:
        """Go on to what is asked next: another mistake that is due, or else a puzzle.

        A mistake that is still being judged, or that no search could judge, is set aside for this
        session. Raises Refused if there is none, AgentFailed if a search fails.
        """
        if self._sought and not self.attempt and not self._is_numbered:
            self._mistakes.set_aside(self._sought)
        if self.attempt:
            self._mistakes.leave(self.attempt.mistake)
        if self._is_used:
            self.number, self._is_used = next(self._later_numbers()), False
            del self._ordered[:1]
        return await self.again()

    async def again(self) -> Attempt:
        """Do what `next` did last, if it was stopped or failed; the errors are the same."""
        self.attempt = None
        await self.finish_counting()
        if not self._is_numbered and (attempt := await self._due_mistake()):
            return self._begun(attempt)
        self._is_used, self._sought = True, None
        puzzle = await self._supply.puzzle(self.number)
        self._is_numbered = False
        return self._begun(Attempt(puzzle))

    async def _due_mistake(self) -> Attempt | None:
        """Return an attempt at the first due mistake that can be asked, or None.

        Those that can't are set aside for this session. If searches fail at two of them, the cause
        is hardly the positions: neither is set aside, and AgentFailed is raised.
        """
        failed: Mistake | None = None
        complaint = self.complaint
        for mistake in self._mistakes.waiting(self.record.due(self._now())):
            self._sought = mistake
            try:
                puzzle = await puzzle_of(mistake, self.game.key, self._supply.ask_for)
            except Refused as fault:  # it is kept: another boxtui may be able to play it
                self.complaint = complaint = str(fault)
            except AgentFailed as failure:
                why = f"Your mistake of {mistake.day} can't be judged now: {failure}"
                if failed:
                    self._mistakes.take_up(failed)
                    self.complaint = complaint
                    raise AgentFailed(why) from failure
                failed, self.complaint = mistake, why
            else:
                return Attempt(puzzle, mistake)
            self._mistakes.set_aside(mistake)
        return None

    @property
    def sought_title(self) -> str:
        """What the position that is looked for is called."""
        return f"the {_title_of(self._sought)}" if self._sought else f"position {self.number:,}"

    def search_words(self) -> list[str]:
        """Return how far the search for a puzzle is, and what it usually takes, in sentences."""
        searches, usual = self._supply.searches, ROSTERS[self.game.key].puzzles.usual
        if not searches or self._sought:
            return []
        words = [f"The computer has thought about {counted(f'{searches:,}', 'move')} so far."]
        if usual and searches > usual:
            words.append("Nine in ten positions take fewer; this one takes longer.")
        elif usual:
            pace = ""
            if searches >= _LEAST_SEARCHES:
                seconds = (monotonic() - self._supply.began) / searches * usual
                pace = f", or {minutes_words(coarse_minutes(seconds / 60))} at this pace"
            words.append(f"Nine in ten positions take at most {usual:,} moves{pace}.")
        if built() == "pure":
            words.append("This build isn't compiled, so it thinks slowly.")
        return words

    def _begun(self, attempt: Attempt) -> Attempt:
        attempt.puzzle.name_person(self._name)
        self.attempt = attempt
        self._hints.begin()
        return attempt

    def go_to(self, number: int) -> None:
        """Have the puzzle with that number come next."""
        self.number, self._is_numbered, self._is_used = number, True, False
        self._ordered.clear()

    async def prepare(self) -> None:
        """Find the next puzzles while the person thinks."""
        numbers = chain([] if self._is_used else [self.number], self._later_numbers())
        await self._supply.prepare(*islice(numbers, AHEAD))

    def stop(self) -> None:
        """Stop looking for puzzles."""
        self._supply.stop()

    def _open_attempt(self) -> Attempt:
        """Return the attempt, which must not be over."""
        assert self.attempt
        assert not self.attempt.is_over
        return self.attempt

    async def answer(self, move: int) -> None:
        """Judge a legal move; the first answer counts, unless another move is only a bit better.

        Raises AgentFailed if a search fails.
        """
        attempt = self._open_attempt()
        if said := attempt.tried.get(move):
            attempt.reply = (TRIED, *said, TRY_AGAIN)
            return
        verdict = await attempt.puzzle.verdict(move)
        if not verdict.is_right:
            said = attempt.tried[move] = worse_words(attempt.puzzle, verdict)
            if verdict.is_good(attempt.puzzle.match):
                uncounted = () if attempt.is_counted else (NOT_COUNTED,)
                attempt.reply = (*said, *uncounted, TRY_AGAIN)
            else:
                await self._count(attempt, solved=False, why=FIRST_COUNTS)
                attempt.missed = verdict
                attempt.reply = (*said, TRY_AGAIN)
            return
        await self._count(attempt, solved=True)
        attempt.play(move)
        attempt.is_over = True
        result = (attempt.why_missed,) if attempt.why_missed else ()
        values = compared_words(attempt.puzzle, verdict)
        missed = attempt.missed if move == attempt.puzzle.best else None  # compared with that one
        why = (missed or verdict).why
        attempt.reply = (*values, *_joined(why), *result, *_theme_words(attempt.puzzle))

    def help_cost(self, cause: str = "With help") -> str:
        """Return what it costs to ask for help now, in a sentence; "" if it costs nothing.

        Another `cause`, such as leaving, costs the same.
        """
        attempt = self._open_attempt()
        if attempt.is_counted or not self._may_count(attempt):
            return ""
        if attempt.mistake:
            return f"{cause} this position counts as missed, and is asked again later."
        return f"{cause} this position counts as missed, which lowers your rating."

    def _may_count(self, attempt: Attempt) -> bool:
        """Whether a first answer counts: a puzzle's number does so once, a mistake each time."""
        return attempt.mistake is not None or attempt.puzzle.number not in self.record.numbers

    async def hint(self) -> list[str]:
        """Return a hint, which tells more each time; the position counts as missed.

        Call `finish_counting` afterwards.
        """
        attempt = self._open_attempt()
        self._begin_counting(attempt, solved=False)
        puzzle = attempt.puzzle
        seen = tuple(Considered(move, fmean(puzzle.figures[move]), 1) for move in puzzle.ranked())
        choice = Choice(puzzle.best, seen, 1)
        reasons = (await puzzle.verdict(puzzle.best)).why
        words = self._hints.words(words_of(puzzle.match), choice, reasons)
        lacks_some = self._hints.lists_moves and not puzzle.knows_all()
        return [*words, *[LEFT_OUT] * lacks_some]

    @property
    def names_the_move(self) -> bool:
        """Whether the last hint said what to play."""
        return self._hints.names_the_move

    def typed_words(self) -> str:
        """Return what to type to play the best move, if the last hint named it, or ""."""
        puzzle = self._open_attempt().puzzle
        return self._hints.typed_words(puzzle.match, puzzle.best)

    def give_up(self) -> None:
        """Count the position as missed, unless it has counted before."""
        self._begin_counting(self._open_attempt(), solved=False)

    async def show(self) -> Match:
        """Give up on the position; return the match in which the best move was played."""
        attempt = self._open_attempt()
        await self._count(attempt, solved=False)
        puzzle = attempt.puzzle
        best = await puzzle.verdict(puzzle.best)
        values = (
            compared_words(puzzle, attempt.missed) if attempt.missed else shown_words(puzzle, best)
        )
        why = (attempt.missed or best).why
        attempt.is_over = True
        attempt.reply = (*values, *_joined(why), *_theme_words(puzzle))
        return attempt.play(puzzle.best)

    async def finish_counting(self) -> None:
        """Wait until what has counted so far is on disk."""
        if counting := self._counting:
            self.record, self.complaint = await asyncio.shield(counting)
            if self._counting is counting:
                self._counting = None

    async def _count(self, attempt: Attempt, *, solved: bool, why: str = HELP_COUNTS) -> None:
        """Record the first answer, or the first request for help, and `why` it is missed."""
        self._begin_counting(attempt, solved=solved, why=why)
        await self.finish_counting()

    def _begin_counting(self, attempt: Attempt, *, solved: bool, why: str = HELP_COUNTS) -> None:
        if attempt.is_counted:
            return
        attempt.is_counted = True
        attempt.why_missed = why if not solved and self._may_count(attempt) else ""
        now, puzzle, mistake = self._now(), attempt.puzzle, attempt.mistake

        def changed(record: PracticeRecord) -> PracticeRecord:
            if mistake:
                return record.after_mistake(mistake, now, solved=solved)
            return record.after(puzzle.number, puzzle.theme, puzzle.difficulty, solved=solved)

        self._counting = self._disk.begin(
            partial(update, locations.practice(self.game.key), changed, self.record)
        )


def _title_of(mistake: Mistake) -> str:
    return f"position from your games, added {mistake.day}"


def _joined(sentences: Sequence[str]) -> tuple[str, ...]:
    """Return the sentences as one paragraph, or none."""
    return (" ".join(sentences),) if sentences else ()


def _theme_words(puzzle: Puzzle) -> tuple[str, ...]:
    """Return the theme, which would have been a hint before, if it says anything."""
    not_shown = ("", puzzle.comparer.roster.puzzles.other_theme)
    return () if puzzle.theme in not_shown else (f"Theme: {puzzle.theme}.",)
