"""A lesson being taught: a state machine without a screen.

Whoever shows it draws `state`, says `words` (paragraphs), points at `look`, and passes on what the
learner does: `go_on` (Enter), `attempt` (a move), `hint`, `go_to` (a step from the list).
"""

from collections.abc import Sequence
from dataclasses import replace
from enum import Enum
from functools import cache
from typing import Final

from boxtui.core import GameError, IllegalMove, State
from boxtui.games import GAMES
from boxtui.games.shared.wording import named
from tutorials.goals import PlayedMove
from tutorials.lesson import LEARNER, Hint, Lesson, Play, Question, Step, WrongAnswer
from tutorials.lines import LessonFault
from tutorials.pages import rule_named, rules_page


class Phase(Enum):
    """What the lesson waits for."""

    TELLING = "the learner has read it"
    ASKING = "a move that leads to the goal"
    ANSWERING = "the learner has seen why a move was wrong"
    SOLVED = "the learner has read that it was right"
    OVER = "nothing more"


class Board:
    """A position and what was played from it: `start` and `moves` are all that it is."""

    def __init__(self, game: str, start: str, players: Sequence[str]) -> None:
        self.game = game
        self.start = start
        self.players = tuple(players)
        self.moves: list[int] = []
        self.state = GAMES[game].parse(start)

    def play(self, move: int) -> None:
        """Play a move."""
        self.state.play(move)
        self.moves.append(move)

    def read(self, notation: str) -> int:
        """A move by its notation; `GameError`."""
        return self.state.read_move(notation)

    def take_back_to(self, kept: int) -> None:
        """Go back to the position after the first `kept` moves."""
        moves = self.moves[:kept]
        self.moves = []
        self.state = GAMES[self.game].parse(self.start)
        for move in moves:
            self.play(move)

    @property
    def is_learners(self) -> bool:
        """Whether the learner decides now."""
        player = self.state.current_player()
        return player >= 0 and self.players[player] == LEARNER


@cache
def boards(lesson: Lesson) -> tuple[Board, ...]:
    """The board that each step begins with; `LessonFault` where one can't be played as written.

    A step without a position begins where the one before ends, the asked answers given.
    """
    begun: list[Board] = []
    numbers = {rule.number for rule in rules_page(lesson.game).rules}
    board: Board | None = None
    for step in lesson.steps:
        try:
            if step.position or board is None:
                board = Board(lesson.game, step.position, step.players)
            else:
                board = Board(lesson.game, board.state.text(), board.players)
            begun.append(Board(lesson.game, board.start, board.players))
            wrong = _fault_of(step, board, numbers)
        except GameError as refusal:
            wrong = str(refusal)
        if wrong:
            raise LessonFault(f"{lesson.file}, step {step.name!r}: {wrong}")
    return tuple(begun)


def _fault_of(step: Step, board: Board, numbers: set[str]) -> str:
    """Play a step through on `board`; what is wrong with it, or ""."""
    for rule in step.rules:
        if rule not in numbers:
            return f"there is no rule {rule!r} on the page."
    if len(board.players) != board.state.seats or board.players.count(LEARNER) != 1:
        return f"there must be {board.state.seats} players, and one of them {LEARNER!r}."
    for play in step.plays:
        board.play(board.read(play.move))
    return _fault_of_question(step.question, board) if step.question else ""


def _fault_of_question(question: Question, board: Board) -> str:
    script = list(question.script)
    run_script(board, script)
    for number, answer in enumerate(question.answer, 1):
        if not board.is_learners:
            return f"the learner doesn't decide where answer {number} is asked for."
        before = board.state.clone()
        for wrong in question.wrongs:
            if wrong.at == number:
                _play_out(wrong, board)
        move = board.read(answer)
        board.play(move)
        at_once = PlayedMove(before.current_player(), before, move, board.state.clone())
        run_script(board, script)
        solved = any(
            question.goal.hold(played) for played in (at_once, replace(at_once, after=board.state))
        )
        if solved != (number == len(question.answer)):
            return f"answer {number} {'reaches' if solved else 'misses'} the goal."
    return "the script has moves that nobody comes to." if script else ""


def _play_out(wrong: WrongAnswer, board: Board) -> None:
    """Play out the consequences of every move that `wrong` answers; `GameError`."""
    before = board.state
    for move in before.legal_moves():
        ahead = before.clone()
        ahead.play(move)
        if wrong.when.hold(PlayedMove(before.current_player(), before, move, ahead)):
            for notation in wrong.then:
                ahead.play(ahead.read_move(notation))


def run_script(board: Board, script: list[str]) -> None:
    """Play what others do and what falls, from the front of `script`, up to a learner's move."""
    while script and not board.is_learners:
        board.play(board.read(script.pop(0)))


class Runner:
    """A lesson from the step named `at` on, where there is one; `reached` is the furthest.

    `learner` is the name of who learns. `LessonFault` where the lesson can't be played as it is
    written.
    """

    def __init__(self, lesson: Lesson, learner: str, at: str = "", reached: str = "") -> None:
        self.lesson = lesson
        self._learner = learner
        self._boards: Final = boards(lesson)
        self._names: Final = [step.name for step in lesson.steps]
        self.at = self._names.index(at) if at in self._names else 0
        furthest = self._names.index(reached) if reached in self._names else 0
        self.reached = max(self.at, furthest)
        self._stood = 0
        self._enter(self.at)

    @property
    def step(self) -> Step:
        """The step that is taught now."""
        return self.lesson.steps[self.at]

    @property
    def rule(self) -> str:
        """The number of the rule that matters now."""
        return self.step.rules[0]

    @property
    def explanation(self) -> str:
        """What the step explained before it asked; "" where that is said now, or nothing asked."""
        is_said = self.phase is not Phase.ASKING or self.step.say in self.words
        return "" if is_said else self.step.say

    @property
    def plays_next(self) -> bool:
        """Whether going on plays a scripted move."""
        return bool(self._plays)

    @property
    def state(self) -> State:
        """The position on the board."""
        return self.board.state

    def players(self) -> list[str]:
        """The names of the seats, the learner's own among them."""
        return [self._learner if name == LEARNER else name for name in self.board.players]

    def go_to(self, name: str) -> None:
        """Begin a step again, of those reached already; nothing for any other."""
        if name in self._names[: self.reached + 1]:
            self._enter(self._names.index(name))

    def _enter(self, at: int) -> None:
        self.at = at
        self.reached = max(self.reached, at)
        begun = self._boards[at]
        self.board = Board(begun.game, begun.start, begun.players)
        self.phase = Phase.TELLING
        self.words: tuple[str, ...] = (self.step.say,)
        self.look = self.step.look
        self._plays = list(self.step.plays)
        self.decision = 0
        self._hints = 0
        self.script: list[str] = []
        if self.step.question:
            self.script = list(self.step.question.script)
            run_script(self.board, self.script)
            self.words = (self.step.say, self.step.question.request)
            self.phase = Phase.ASKING

    # What the learner does

    def go_on(self) -> None:
        """Read: the next scripted move, the same question again, the next step, or the end."""
        if self.phase in (Phase.TELLING, Phase.ANSWERING) and self._plays:
            self._play_next()
        elif self.phase is Phase.ANSWERING:
            self._ask_again()
        elif self.phase in (Phase.TELLING, Phase.SOLVED):
            if self.at + 1 < len(self.lesson.steps):
                self._enter(self.at + 1)
            else:
                self._end()

    def _play_next(self) -> None:
        play = self._plays.pop(0)
        move = self.board.read(play.move)
        learner = self.board.players.index(LEARNER)
        told = self._told(self.state.turn_seat(), self.state.describe_to(learner, move))
        self.board.play(move)
        self.words = (play.say or told,)
        self.look = ()

    def _told(self, seat: int, sentence: str) -> str:
        """What somebody does, seats by their names."""
        return f"{self.players()[seat]} {named(sentence, self.players())}."

    def _ask_again(self) -> None:
        """Take the wrong move back, and ask without the introduction."""
        self.board.take_back_to(self._stood)
        self.words = (self._question.request,)
        self.phase = Phase.ASKING

    def _end(self) -> None:
        self.phase = Phase.OVER
        self.words = (self.lesson.learned,)
        self.look = ()

    @property
    def tells_move(self) -> bool:
        """Whether hints have come to the move itself."""
        return self.phase is Phase.ASKING and self._hints > 1

    @property
    def asked_move(self) -> int:
        """The move of the answer, where one is asked for."""
        return self.board.read(self._question.answer[self.decision])

    def solving_moves(self) -> set[int]:
        """The legal moves that are, or may be, on the way to what is asked for."""
        before, answer = self.state, self._question.answer
        return {
            move
            for move in before.legal_moves()
            if before.move_text(move) in answer or self._reaches(before, move)
        }

    def _reaches(self, before: State, move: int) -> bool:
        return self._question.goal.hold(
            PlayedMove(before.current_player(), before, move, before.after(move))
        )

    @property
    def _question(self) -> Question:
        question = self.step.question
        assert question is not None
        return question

    def attempt(self, move: int) -> None:
        """A legal move of the learner's, where one is asked for."""
        before = self.state.clone()
        self._stood = len(self.board.moves)
        self.board.play(move)
        self.look = ()
        if move == before.read_move(self._question.answer[self.decision]):
            self._go_the_answers_way(before, move)
        elif self._question.goal.hold(self._deed(before, move)):
            self._solved()
        else:
            self._answer_wrong(self._deed(before, move))

    def _deed(self, before: State, move: int) -> PlayedMove:
        return PlayedMove(before.current_player(), before, move, self.state)

    def _go_the_answers_way(self, before: State, move: int) -> None:
        """The goal may be reached by the move itself, or by what the script plays after it."""
        reached = self._question.goal.hold(self._deed(before, move))
        run_script(self.board, self.script)
        self.decision += 1
        self._hints = 0
        if reached or self._question.goal.hold(self._deed(before, move)):
            self._solved()
        else:
            told = self._told(before.current_player(), before.describe(move))
            self.words = (told, self._question.request)

    def _solved(self) -> None:
        self.phase = Phase.SOLVED
        self.words = (self._question.right,)

    def _answer_wrong(self, played: PlayedMove) -> None:
        """Say what is wrong with a move, and have its consequence played out."""
        answers = [
            wrong
            for wrong in self._question.wrongs
            if wrong.at == self.decision + 1 and wrong.when.hold(played)
        ]
        self.phase = Phase.ANSWERING
        self.words = (answers[0].say,) if answers else ()
        then = answers[0].then if answers else ()
        self._plays = [Play(move, "") for move in then[:-1]]
        self._plays += [Play(move, answers[0].close) for move in then[-1:]]

    def refuse(self, refusal: GameError) -> None:
        """Explain an illegal try by its rule, and ask again."""
        self.words = (str(refusal), self._question.request)
        if isinstance(refusal, IllegalMove):
            rule = rule_named(self.lesson.game, refusal.rule)
            explained = f"{rule.number} {rule.title}: {rule.text}"
            self.words = (refusal.sentence, self._question.request, explained)

    def hint(self) -> None:
        """Where to look, and the second time the move."""
        if self.phase is not Phase.ASKING:
            return
        hint: Hint = self._question.hints[self.decision]
        self._hints += 1
        self.words = (hint.say, self._question.request)
        self.look = hint.look
        if self.tells_move:
            move = f"The move: {self._question.answer[self.decision]}."
            self.words = (move, hint.say, self._question.request)
            self.look = ()
