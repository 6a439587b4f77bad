"""What a lesson's file has played in a match: the moves of its steps, in notation."""

from collections.abc import Iterator
from contextlib import contextmanager

from ai.agent import HUMAN
from boxtui.core import CHANCE, GameError, State
from boxtui.games import GAMES
from boxtui.play.match import YOU, Match, Seat, match_at
from boxtui.wording import counted
from tutorials.goals import Conditions, PlayedMove, legal_move
from tutorials.lesson import ANY_MOVE, LEARNER, Lesson


def match_at_step(lesson: Lesson, at: int, learner: str) -> Match:
    """Return the match that a step begins with.

    It begins at the step's own position or, without one, where the step before ends after its
    answers. Raises `LessonFault` if it can't be played until then.
    """
    first = at
    while first and not lesson.steps[first].position:
        first -= 1
    players = lesson.steps[first].players
    seats = [
        Seat(f"{learner}{YOU}", HUMAN) if name == LEARNER else Seat(name, "level1")
        for name in players
    ]
    with blaming(lesson, first, "position"):
        match = match_at(GAMES[lesson.game], lesson.steps[first].position, seats)
    if len(seats) != match.state.seats or len(match.persons()) != 1:
        needs = counted(match.state.seats, "player")
        sentence = f"this position needs {needs}, exactly one of them {LEARNER!r}."
        raise lesson.fault(first, "players", sentence)
    for before in range(first, at):
        _play_through(lesson, before, match)
    begun = match_at(match.game, match.state.text(), seats)
    question = lesson.steps[at].question
    begun.by_hand = question is not None and question.by_hand
    return begun


def _play_through(lesson: Lesson, at: int, match: Match) -> None:
    """Play the moves of a step, and then the answers to its question. Raises `LessonFault`."""
    question = lesson.steps[at].question
    play_moves(lesson, at, match)
    if question:
        script = list(question.script)
        with blaming(lesson, at, "script"):
            run_script(match, script)
        for answer in question.answer:
            with blaming(lesson, at, "answer"):
                play_notation(match, answer)
            with blaming(lesson, at, "script"):
                run_script(match, script)


def play_moves(lesson: Lesson, at: int, match: Match) -> None:
    """Play the moves that a step shows. Raises `LessonFault`."""
    for number, play in enumerate(lesson.steps[at].plays):
        with blaming(lesson, at, "move", ("play", number)):
            play_notation(match, play.move)


@contextmanager
def blaming(lesson: Lesson, at: int, key: str, *within: tuple[str, int]) -> Iterator[None]:
    """Raise what the game refuses as the fault of a key of step `at`, as in `Lesson.fault`."""
    try:
        yield
    except GameError as refusal:
        raise lesson.fault(at, key, str(refusal), *within) from refusal


def play_notation(match: Match, notation: str) -> None:
    """Play the move of a notation. Raises GameError if it can't be played."""
    match.play(match.state.read_move(notation))


def scripted_move(state: State, notation: str) -> int:
    """Return the move of a notation, or the first legal one if any will do."""
    moves = state.legal_moves() if notation == ANY_MOVE else []
    return moves[0] if moves else state.read_move(notation)


def reaches(goal: Conditions, before: State, move: int, *after: State) -> bool:
    """Whether the goal is reached by a move itself or by what the script then plays.

    `after` has the position after the move, and the one after the script if that goes on.
    """
    return any(goal.hold(PlayedMove(before, move, each)) for each in after)


def run_script(match: Match, script: list[str]) -> None:
    """Play from the front of `script` what others and chance do, up to the learner's decision."""
    while script and not match.by_person():
        play_notation(match, script.pop(0))


def play_out(match: Match, script: list[str]) -> None:
    """Play what chance still does in `script` once the goal is reached, even if dice are by hand.

    So a step never ends before what the last move leads to, such as a card drawn. After a move that
    isn't the answer, the script may not fit; then it isn't played.
    """
    while script and match.state.current_player() == CHANCE:
        move = legal_move(match.state, script[0])
        if move is None:
            return
        script.pop(0)
        match.apply(move)
