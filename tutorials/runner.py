"""A lesson being taught: a state machine without a screen.

The code that shows it draws `state`, says `words` (paragraphs), points at `look`, and passes on
what the learner does: `go_on` (Enter), `attempt` (a move), `hint`, `go_to` (a step from the list).
"""

from dataclasses import replace
from enum import Enum
from typing import Final

from boxtui.core import GameError, IllegalMove, State
from boxtui.games import GAMES
from boxtui.games.shared.wording import named
from boxtui.play.match import HUMAN, Match, Seat, match_at
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


def verify(lesson: Lesson) -> None:
    """Play a lesson through as it is written. Raises `LessonFault` if that isn't possible."""
    numbers = {rule.number for rule in rules_page(lesson.game).rules}
    for at, step in enumerate(lesson.steps):
        try:
            wrong = _fault_of(step, _begun(lesson, at, ""), numbers)
        except GameError as refusal:
            wrong = str(refusal)
        if wrong:
            raise LessonFault(f"{lesson.file}, step {step.name!r}: {wrong}")


def _begun(lesson: Lesson, at: int, learner: str) -> Match:
    """Return the match that a step begins with.

    It begins at the step's own position or, without one, where the step before ends after its
    answers.
    """
    first = at
    while first and not lesson.steps[first].position:
        first -= 1
    players = lesson.steps[first].players
    seats = [
        Seat(f"{learner} (you)", HUMAN) if name == LEARNER else Seat(name, "level1")
        for name in players
    ]
    match = match_at(GAMES[lesson.game], lesson.steps[first].position, seats)
    for step in lesson.steps[first:at]:
        _play_through(step, match)
    return match_at(match.game, match.state.text(), seats)


def _play_through(step: Step, match: Match) -> None:
    """Play what a step plays, and the answers that it asks for."""
    for play in step.plays:
        _play(match, play.move)
    if step.question:
        script = list(step.question.script)
        run_script(match, script)
        for answer in step.question.answer:
            _play(match, answer)
            run_script(match, script)


def _play(match: Match, notation: str) -> None:
    match.play(match.state.read_move(notation))


def _fault_of(step: Step, match: Match, numbers: set[str]) -> str:
    """Play a step through; return what is wrong with it, or ""."""
    for rule in step.rules:
        if rule not in numbers:
            return f"there is no rule {rule!r} on the page."
    if len(match.seats) != match.state.seats or len(match.persons()) != 1:
        return f"there must be {match.state.seats} players, and one of them {LEARNER!r}."
    for play in step.plays:
        _play(match, play.move)
    return _fault_of_question(step.question, match) if step.question else ""


def _fault_of_question(question: Question, match: Match) -> str:
    script = list(question.script)
    run_script(match, script)
    for number, answer in enumerate(question.answer, 1):
        if not match.by_person():
            return f"the learner doesn't decide when answer {number} is due."
        before = match.state.clone()
        for wrong in question.wrongs:
            if wrong.at == number:
                _play_out(wrong, match)
        move = match.state.read_move(answer)
        match.play(move)
        at_once = PlayedMove(before.current_player(), before, move, match.state.clone())
        run_script(match, script)
        solved = any(
            question.goal.hold(played) for played in (at_once, replace(at_once, after=match.state))
        )
        if solved != (number == len(question.answer)):
            return f"answer {number} {'reaches' if solved else 'misses'} the goal."
    return "the script has moves that are never reached." if script else ""


def _play_out(wrong: WrongAnswer, match: Match) -> None:
    """Play out the consequences of every move that `wrong` answers. Raises `GameError`."""
    before = match.state
    for move in before.legal_moves():
        ahead = before.after(move)
        if wrong.when.hold(PlayedMove(before.current_player(), before, move, ahead)):
            for notation in wrong.then:
                ahead.play(ahead.read_move(notation))


def run_script(match: Match, script: list[str]) -> None:
    """Play from the front of `script` what others and chance do, up to the learner's decision."""
    while script and not match.by_person():
        _play(match, script.pop(0))


class Runner:
    """Teaches a lesson from the step named `at` on, or from its first; it must pass `verify`.

    Attributes:
        match: the step's position and what was played from it.
        reached: the index of the furthest step.
    """

    def __init__(self, lesson: Lesson, learner: str, at: str = "", reached: str = "") -> None:
        self.lesson = lesson
        self._learner = learner
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
        """The number of the rule that the step teaches first."""
        return self.step.rules[0]

    @property
    def explanation(self) -> str:
        """The explanation before the question; "" if `words` has it, or nothing is asked."""
        is_said = self.phase is not Phase.ASKING or self.step.say in self.words
        return "" if is_said else self.step.say

    @property
    def plays_next(self) -> bool:
        """Whether going on plays a scripted move."""
        return bool(self._plays)

    @property
    def state(self) -> State:
        """The position on the board."""
        return self.match.state

    def players(self) -> list[str]:
        """Return the names of the seats, including the learner's own."""
        seats = enumerate(self.match.seats)
        return [self._learner if self.match.is_human(at) else seat.name for at, seat in seats]

    def go_to(self, name: str) -> None:
        """Begin a step again; only steps reached already can be chosen, others are ignored."""
        if name in self._names[: self.reached + 1]:
            self._enter(self._names.index(name))

    def _enter(self, at: int) -> None:
        self.at = at
        self.reached = max(self.reached, at)
        self.match = _begun(self.lesson, at, self._learner)
        self.phase = Phase.TELLING
        self.words: tuple[str, ...] = (self.step.say,)
        self.look = self.step.look
        self._plays = list(self.step.plays)
        self.decision = 0
        self._hints = 0
        self.script: list[str] = []
        if self.step.question:
            self.script = list(self.step.question.script)
            run_script(self.match, self.script)
            self.words = (self.step.say, self.step.question.request)
            self.phase = Phase.ASKING

    # What the learner does

    def go_on(self) -> None:
        """Continue with the next scripted move, the same question, the next step, or the end."""
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
        move = self.state.read_move(play.move)
        learner = self.match.persons()[0]
        told = self._told(self.state.turn_seat(), self.state.describe_to(learner, move))
        self.match.play(move)
        self.words = (play.say or told,)
        self.look = ()

    def _told(self, seat: int, sentence: str) -> str:
        """Return what a seat did, with names in place of seats."""
        return f"{self.players()[seat]} {named(sentence, self.players())}."

    def _ask_again(self) -> None:
        """Take the wrong move back, and ask again without the introduction."""
        self.match.take_back_to(self._stood)
        self.words = (self._question.request,)
        self.phase = Phase.ASKING

    def _end(self) -> None:
        self.phase = Phase.OVER
        self.words = (self.lesson.learned,)
        self.look = ()

    @property
    def tells_move(self) -> bool:
        """Whether a hint has named the move itself."""
        return self.phase is Phase.ASKING and self._hints > 1

    @property
    def asked_move(self) -> int:
        """The move of the answer that is asked for."""
        return self.state.read_move(self._question.answer[self.decision])

    def solving_moves(self) -> set[int]:
        """Return the legal moves that are, or may be, on the way to the goal."""
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
        """Play a move of the learner's where one is asked for. Raises `IllegalMove`."""
        before = self.state.clone()
        self.match.play(move)
        self._stood = len(self.match.moves) - 1
        self.look = ()
        if move == before.read_move(self._question.answer[self.decision]):
            self._go_the_answers_way(before, move)
        elif self._question.goal.hold(self._played_move(before, move)):
            self._solved()
        else:
            self._answer_wrong(self._played_move(before, move))

    def _played_move(self, before: State, move: int) -> PlayedMove:
        return PlayedMove(before.current_player(), before, move, self.state)

    def _go_the_answers_way(self, before: State, move: int) -> None:
        """Continue the script; the goal may be reached by the move itself or by what follows it."""
        reached = self._question.goal.hold(self._played_move(before, move))
        run_script(self.match, self.script)
        self.decision += 1
        self._hints = 0
        if reached or self._question.goal.hold(self._played_move(before, move)):
            self._solved()
        else:
            told = self._told(before.current_player(), before.describe(move))
            self.words = (told, self._question.request)

    def _solved(self) -> None:
        self.phase = Phase.SOLVED
        self.words = (self._question.right,)

    def _answer_wrong(self, played: PlayedMove) -> None:
        """Say what is wrong with a move, and prepare the moves that show its consequence."""
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
        """Explain an illegal move by its rule, and ask again."""
        self.words = (str(refusal), self._question.request)
        if isinstance(refusal, IllegalMove):
            rule = rule_named(self.lesson.game, refusal.rule)
            explained = f"{rule.number} {rule.title}: {rule.text}"
            self.words = (refusal.sentence, self._question.request, explained)

    def hint(self) -> None:
        """Say where to look; the second time, name the move."""
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
