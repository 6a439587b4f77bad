"""A decision of the learner's, and which moves lead from it to the goal of the question."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from boxtui.core import CHANCE, State
from tutorials.goals import legal_move
from tutorials.lesson import Question
from tutorials.script import reaches

_DECISIONS: Final = 3
"""The goal may be reached by this many decisions in one turn, even if the answer has fewer."""


@dataclass(frozen=True)
class Decision:
    """A position in which a question asks the learner for a move; nothing changes it.

    What was found out is kept, because finding it out may be slow.

    Attributes:
        learner: the learner's seat.
        script: what others and chance still play, in notation.
        number: counts the learner's decisions, from 1.
    """

    question: Question
    learner: int
    state: State
    script: tuple[str, ...]
    number: int

    @cached_property
    def due(self) -> int:
        """The index of the first answer that leads to the goal from here; the last if none does."""
        answers = self.question.answer
        due = (at for at, answer in enumerate(answers) if self._is_due(answer))
        return next(due, len(answers) - 1)

    def _is_due(self, answer: str) -> bool:
        move = legal_move(self.state, answer)
        return move is not None and self.leads(move)

    def asked_move(self) -> int:
        """Return the move of the answer that is due, or another one that leads to the goal."""
        answer = self.question.answer[self.due]
        return self.state.read_move(answer) if self._is_due(answer) else min(self.solving_moves)

    def asked_moves(self) -> tuple[int, ...]:
        """Return `asked_move`, and all that the learner still has to play right after it."""
        move = self.asked_move()
        then = self._after(move)
        if reaches(self.question.goal, self.state, move, then.state):
            return (move,)
        return (move, *then.asked_moves()) if self._decides(then.state) else (move,)

    def are_only(self, moves: tuple[int, ...]) -> bool:
        """Whether no other moves, to be played one after another, lead to the goal as well."""
        if self.solving_moves != {moves[0]}:
            return False
        return len(moves) == 1 or self._after(moves[0]).are_only(moves[1:])

    def _after(self, move: int) -> "Decision":
        """Return the decision right after a move, if the learner decides there."""
        ahead = self.state.after(move)
        return Decision(self.question, self.learner, ahead, self.script, self.number + 1)

    @cached_property
    def solving_moves(self) -> frozenset[int]:
        """The legal moves that reach the goal, or after which it can still be reached."""
        return frozenset(move for move in self.state.legal_moves() if self.leads(move))

    def leads(self, move: int) -> bool:
        """Whether a move reaches the goal, or the learner still can after it.

        The learner may decide again in the same turn, and in a later turn while the answer has
        moves left, but says what is rolled or drawn only where the answer does: the rest is luck.
        After an answer, others and chance play the script.
        """
        ends, left = self._ends(move)
        if reaches(self.question.goal, self.state, move, *ends):
            return True
        then = self._next(ends[-1], left)
        return then is not None and any(then.leads(each) for each in then.state.legal_moves())

    def following(self) -> Iterator["Decision"]:
        """Yield the decisions that come after moves which lead to the goal but don't reach it.

        The checks of lessons follow them.
        """
        for move in sorted(self.solving_moves):
            ends, left = self._ends(move)
            then = self._next(ends[-1], left)
            if then and not reaches(self.question.goal, self.state, move, *ends):
                yield then

    def _ends(self, move: int) -> tuple[tuple[State, ...], tuple[str, ...]]:
        """Return the position after a move and the one after the script, and what is left of that.

        There is one position if nothing of the script is played, or if it can't be played here.
        """
        after, left = self.state.after(move), list(self.script)
        ahead = after
        while self.is_answer(move) and left and not self._decides(ahead):
            scripted = legal_move(ahead, left.pop(0))
            if scripted is None:
                return (after,), self.script
            ahead = ahead.after(scripted)
        return (after,) if ahead is after else (after, ahead), tuple(left)

    def _next(self, ahead: State, left: tuple[str, ...]) -> "Decision | None":
        """Return the learner's decision in the position ahead, or None if it isn't one in time."""
        answers = len(self.question.answer)
        goes_on = len(left) < len(self.script) or self.state.turn_seat() == ahead.turn_seat()
        is_due = self.number < (max(answers, _DECISIONS) if goes_on else answers)
        if not is_due or not self._decides(ahead) or self._is_luck(ahead):
            return None
        return Decision(self.question, self.learner, ahead, left, self.number + 1)

    def _is_luck(self, ahead: State) -> bool:
        """Whether chance decides in the position ahead, and the answer doesn't say what comes."""
        answers, at = self.question.answer, self.number
        is_given = at < len(answers) and legal_move(ahead, answers[at]) is not None
        return ahead.current_player() == CHANCE and not is_given

    def is_answer(self, move: int) -> bool:
        """Whether one of the question's answers is that move."""
        return move in (legal_move(self.state, answer) for answer in self.question.answer)

    def _decides(self, state: State) -> bool:
        """Whether the learner says what is played in a position."""
        player = state.current_player()
        return player == self.learner or (player == CHANCE and self.question.by_hand)
