"""Reviews with made-up figures, by scripts (`scripts`); a file has those of one game.

`ReviewScript.do` and `_shown` list the steps. Moves and seats count from 0.
"""

import re
from collections.abc import Iterator, Sequence
from pathlib import Path

from board_scripts import read_option
from random_games import finished
from scripts import Scripts

from ai.agent import HUMAN
from boxtui.core import OptionValue
from boxtui.games import GAMES
from boxtui.learn.judging import GOOD, GRADES, Judged, Shares, limit_for
from boxtui.learn.review import Change, Review
from boxtui.learn.review_page import page
from boxtui.learn.review_steps import ReviewSteps
from boxtui.learn.review_text import text_lines
from boxtui.learn.review_turns import turning_line, turning_words
from boxtui.learn.review_words import (
    list_title,
    listed_mistakes,
    notes,
    short_words,
    sum_words,
    summary_words,
    verdict_words,
    why_words,
)
from boxtui.lines import ASCII, plain
from boxtui.play.match import Match, Seat


class ReviewScript:
    """One script of a game, while it runs: a finished match, and what its review has found."""

    def __init__(self, key: str) -> None:
        self._game = GAMES[key]
        self._seats = [Seat("Ann", HUMAN), Seat("Ben", "level1")]
        self._match: Match
        self._judged: list[Judged]
        self._changes: dict[str, list[Change]]

    def do(self, step: str, words: str) -> Sequence[str]:
        """Take a step; return what it shows."""
        parts = words.split()
        match step:
            case "seats":
                named = (part.partition("=") for part in parts)
                self._seats = [Seat(name, player) for name, _, player in named]
            case "played":  # to its end at random: the seed, and options
                given = (part.partition("=") for part in parts[1:])
                self._play(int(parts[0]), {name: read_option(value) for name, _, value in given})
            case "resigned":  # after so many moves
                self._match.take_back_to(int(words))
                self._match.play(self._match.resignation() or 0)
            case "judged":  # the move, what it gave away, and why another was better
                self._judge(int(parts[0]), float(parts[1]), " ".join(parts[2:]))
            case "luck" | "drift":  # the first move, the one after the last, for seat 0
                change = self._shares(0, float(parts[2]), of=0.0)
                self._changes[step].append(Change(int(parts[0]), int(parts[1]), change))
            case _:
                return [*self._shown(step, list(map(int, parts)))]
        return []

    def _play(self, seed: int, options: dict[str, OptionValue]) -> None:
        self._match = finished(Match(self._game, options, self._seats, seed))
        self._judged, self._changes = [], {"luck": [], "drift": []}

    def _shares(self, seat: int, share: float, of: float = 1.0) -> Shares:
        """Return that share for a seat; the others share the rest."""
        seats = len(self._seats)
        return tuple(
            share if at == seat else (of - share) / max(seats - 1, 1) for at in range(seats)
        )

    def _judge(self, ply: int, loss: float, why: str) -> None:
        match, seats = self._match, len(self._seats)
        seat, move, state = match.log[ply].seat, match.moves[ply], match.position_after(ply)
        best = next(each for each in state.legal_moves() if each != move) if loss else move
        grades = (name for name, least in GRADES if loss >= limit_for(seats, least))
        judged = Judged(
            ply=ply,
            seat=seat,
            move=move,
            best=best,
            shares=self._shares(seat, 1 / seats - loss),
            best_shares=self._shares(seat, 1 / seats),
            error=0.0,
            is_sure=True,
            grade=next(grades, GOOD),
            why=(why,) if why else (),
            is_resignation=move == match.game.resignation,
        )
        self._judged.append(judged)

    @property
    def _review(self) -> Review:
        return Review(
            start=self._shares(0, 1 / len(self._seats)),
            judged=tuple(self._judged),
            luck=tuple(self._changes["luck"]),
            drift=tuple(self._changes["drift"]),
            result=tuple(self._match.state.returns()),
            plies=len(self._match.moves),
        )

    def _shown(self, step: str, numbers: Sequence[int]) -> Iterator[str]:
        match, review, seats = self._match, self._review, range(len(self._seats))
        steps, bad = ReviewSteps(match, review), listed_mistakes(match, review)
        match step:
            case "summary":
                yield from summary_words(match, review)
            case "mistakes":
                yield from [list_title(match, bad)] if bad else []
                yield from (short_words(match, each) for each in bad)
            case "why":
                yield from (line for each in self._judged for line in why_words(match, each))
            case "verdicts":
                yield from (" ".join(steps.sentences(each.ply, each.seat)) for each in self._judged)
            case "seats'":
                yield from (verdict_words(match, review, seat) for seat in seats)
                yield from (sum_words(match, review, seat) for seat in seats)
            case "notes":
                yield from notes(match, review)
            case "turns":  # of seat 0
                yield from turning_words(match, review, 0)
                yield turning_line(match, review, 0)
            case "listed":  # in so many cells and rows
                cells, rows = numbers
                yield from (plain(line) for line in steps.summary(cells, rows, "..."))
            case "chart":  # of seat 0 in so many cells: its title, and the marks below it
                title, *_, marks = steps.chart(0, 0, ASCII, numbers[0], 5)
                yield from (plain(title), plain(marks))
            case "text":
                yield from text_lines(match, review, ASCII)
            case "read":
                yield from text_lines(match, review, ASCII, drawn=False)
            case "page":
                _, _, body = page(match, review).partition("<body>")
                yield from filter(None, re.sub("<[^>]+>", "\n", body).splitlines())
            case "leads":
                yield f"to {steps.bad_plies()}{steps.whose_mistakes()}"
            case "numbers":
                plies = range(len(match.moves) + 1)
                told = ((ply, steps.decision_words(ply)) for ply in plies)
                yield from (f"{ply}: {words}" for ply, words in told if words)
            case _:
                raise ValueError(f"no step {step!r}")


REVIEWS = Scripts(Path(__file__).parent.parent / "golden" / "reviews", ReviewScript)
