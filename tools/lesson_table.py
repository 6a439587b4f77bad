"""The lessons in figures: `make lessons`. Steps, exercises, ways to answer, rules, words, minutes.

With a game's key, a row for each exercise: the moves to choose from, and the ways to play the turn.
"""

import sys
from dataclasses import dataclass

from boxtui.core import CHANCE, State
from boxtui.games import GAMES
from boxtui.play.match import Match
from boxtui.views.games import words_of
from boxtui.wording import counted
from tutorials.lesson import Lesson, Step, lesson_of
from tutorials.pages import rules_page
from tutorials.runner import Runner

WORDS_A_MINUTE = 180
"""How fast a lesson is read."""

SECONDS_A_QUESTION = 30
"""How long an exercise takes, besides reading it."""


@dataclass(frozen=True)
class Figures:
    """One lesson in figures; `choices` and `ways` have a number for each exercise."""

    steps: int
    choices: tuple[int, ...]
    ways: tuple[int, ...]
    asked: int
    taught: int
    rules: int
    words: int

    @property
    def minutes(self) -> int:
        """How long the lesson takes."""
        return round(self.words / WORDS_A_MINUTE + len(self.ways) * SECONDS_A_QUESTION / 60)


def figures(lesson: Lesson) -> Figures:
    """Return a lesson's figures."""
    asks = [(step, step.question) for step in lesson.steps if step.question]
    runners = [Runner(lesson, "Ann", step.name, step.name) for step, _ in asks]
    return Figures(
        steps=len(lesson.steps),
        choices=tuple(len(words_of(runner.match).choices()) for runner in runners),
        ways=tuple(
            ways(runner.match, runner.match.state, len(question.answer))
            for runner, (_, question) in zip(runners, asks)
        ),
        asked=len({rule for step, _ in asks for rule in step.rules}),
        taught=len({rule for step in lesson.steps for rule in step.rules}),
        rules=len(rules_page(lesson.game).rules),
        words=sum(len(text.split()) for step in lesson.steps for text in texts(step)),
    )


def ways(match: Match, state: State, decisions: int) -> int:
    """Return the number of ways to play up to `decisions` moves of a turn without resigning."""
    player = state.current_player()
    decides = match.is_human(player) or (player == CHANCE and match.by_hand)
    if not decisions or not decides:
        return 1
    moves = match.game.choices(state)
    if decisions == 1:
        return len(moves)
    return sum(ways(match, state.after(move), decisions - 1) for move in moves)


def texts(step: Step) -> list[str]:
    """Return what a step says to a learner who makes no mistake and needs no hint."""
    asked = [*dict.fromkeys(step.question.requests), step.question.right] if step.question else []
    return [step.say, *(play.say for play in step.plays), *asked]


def _row(lesson: Lesson) -> str:
    now = figures(lesson)
    return (
        f"{lesson.title:13} {now.steps:5} {len(now.ways):9} {min(now.choices):7} {min(now.ways):5}"
        f" {f'{now.asked} of {now.rules}':>9} {f'{now.taught} of {now.rules}':>9}"
        f" {now.words:6} {now.minutes:8}"
    )


def main(keys: list[str]) -> None:
    """Print the table, or the exercises of the games named."""
    if not keys:
        print("              steps exercises choices  ways     asked    taught  words  minutes")
    for key in keys or GAMES:
        lesson = lesson_of(key)
        if not keys:
            print(_row(lesson))
            continue
        now = figures(lesson)
        asks = [step for step in lesson.steps if step.question]
        for step, choices, ways_ in zip(asks, now.choices, now.ways, strict=True):
            print(f"{step.name:28} {counted(choices, 'choice'):>12} {counted(ways_, 'way'):>12}")


if __name__ == "__main__":
    main(sys.argv[1:])
