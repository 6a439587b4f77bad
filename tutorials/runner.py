"""A lesson being taught: a state machine without a screen.

The code that shows it draws `state`, says `words` (paragraphs), points at the places `pointed_at`,
and passes on what the learner does: `go_on` (Enter), `attempt` (a move), `try_again` (after a wrong
move, without what follows it), `hint`, `go_to` (a step from the list).

What takes a while to find out can be found out in a thread: `prepare_next`, `prepare_attempt` and
`prepare_hint` change nothing, and return what then goes on, plays the move or gives the hint.
"""

import re
from collections.abc import Callable, Sequence
from enum import Enum
from functools import partial
from itertools import takewhile
from typing import Final

from boxtui.core import GameError, IllegalMove, State
from boxtui.play.match import Match, Seat
from boxtui.play.setup import with_unique_names
from boxtui.wording import in_second_person, named, with_name
from tutorials.decision import Decision
from tutorials.goals import PlayedMove
from tutorials.lesson import LEARNER, Hint, Lesson, Play, Question, Step, text_for
from tutorials.pages import rules_page
from tutorials.script import match_at_step, play_out, reaches, run_script, scripted_move
from tutorials.supervised import advice, comment, play_others_move

_NAMES_MOVE: Final = 2
"""The hint that names the move itself."""

_SQUARE: Final = re.compile(r"[a-z]\d+")
"""A square's name, in notation and in texts."""

_YOUR_TURN: Final = "It is your turn."

_LAST_SENTENCES: Final = 4
"""How many of the others' last moves are described, besides earlier ones that stand out."""


def _is_hand_over(match: Match) -> bool:
    """Whether hidden hands have been scored and not been dealt again."""
    return match.game.hidden and match.state.is_open()


def _name_of_its_own(learner: str, lesson: Lesson) -> str:
    """Return the learner's name, with a number if another player of the lesson has that name."""
    others = {name for step in lesson.steps for name in step.players} - {LEARNER}
    seats = [Seat(name, "") for name in (*sorted(others), learner)]
    return with_unique_names(seats)[-1].name


class Phase(Enum):
    """What the lesson waits for."""

    TELLING = "the learner has read it"
    ASKING = "a move that leads to the goal"
    ANSWERING = "the learner has seen why a move was wrong"
    SOLVED = "the learner has read that it was right"
    OVER = "nothing more"


class Runner:
    """Teaches a lesson, from the step `step_name` or from its first.

    The lesson must be playable as it is written, which tests check. The learner was already at the
    step `reached_name`, if there is one. Without `drawn`, the learner reads lines of text and sees
    no board.

    Attributes:
        at: the index of the step.
        match: the step's position and what was played from it.
        reached: the index of the furthest step.
        phase: what it waits for.
        pointed_at: the places on the board that what is said speaks about.
        decision: what was asked last, once something was.
        hinted_move: the move to play here that a hint has named, or None.
        how_to_answer: returns how the board plays the move with a notation; the notation itself if
            the board has no words for it.
    """

    def __init__(
        self,
        lesson: Lesson,
        learner: str,
        step_name: str = "",
        reached_name: str = "",
        *,
        drawn: bool = True,
    ) -> None:
        self.lesson = lesson
        self._learner = _name_of_its_own(learner, lesson)
        self._drawn = drawn
        self.how_to_answer: Callable[[str], str] = str
        self._names: Final = [step.name for step in lesson.steps]
        self.at = self._names.index(step_name) if step_name in self._names else 0
        furthest = self._names.index(reached_name) if reached_name in self._names else 0
        self.reached = max(self.at, furthest)
        self._ply_before = 0
        """The ply before the learner's last answer; a wrong answer is taken back to it."""
        self.go_to_index(self.at)

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
        explained = text_for(self.step.say, drawn=self._drawn)
        is_said = self.phase is not Phase.ASKING or explained in self.words or self.is_game
        return "" if is_said else explained

    @property
    def words(self) -> tuple[str, ...]:
        """What the lesson says now, in paragraphs."""
        return self._words

    @words.setter
    def words(self, words: tuple[str, ...]) -> None:
        self._words = tuple(text_for(text, drawn=self._drawn) for text in words)
        self._before_refusal: tuple[str, ...] = ()
        """What was said before a refusal, if that is said now."""

    @property
    def says_refusal(self) -> bool:
        """Whether `words` explain why a move was refused."""
        return bool(self._before_refusal)

    @property
    def plays_scripted(self) -> bool:
        """Whether going on plays a move that the step has."""
        return bool(self._plays)

    @property
    def shows_consequence(self) -> bool:
        """Whether moves are left that show what follows a wrong answer."""
        return self.phase is Phase.ANSWERING and self.plays_scripted

    @property
    def is_game(self) -> bool:
        """Whether the step is a game, in which no answer is asked for."""
        return self.step.kind == "game"

    @property
    def is_done(self) -> bool:
        """Whether nothing is left but the closing text, or not even that."""
        is_told = self.phase is Phase.TELLING and not self._goes_on and not self._plays
        is_last = self.at + 1 == len(self.lesson.steps)
        return self.phase is Phase.OVER or (is_last and (is_told or self.phase is Phase.SOLVED))

    @property
    def _goes_on(self) -> bool:
        """Whether more is played in a game: there are moves left, or the learner's turn isn't over.

        So a game never stops before what the last move leads to, such as a card drawn.
        """
        if not self.is_game or self.match.is_over:
            return False
        is_own_turn = self.state.turn_seat() == self.match.persons()[0]
        return self._moves_left > 0 or (is_own_turn and not _is_hand_over(self.match))

    @property
    def request(self) -> str:
        """What the learner is asked for now."""
        if self.is_game:
            return _YOUR_TURN
        requests = self._question.requests
        return requests[min(self._answers_given, len(requests) - 1)]

    @property
    def state(self) -> State:
        """The position on the board."""
        return self.match.state

    def players(self) -> list[str]:
        """Return the names of the seats, including the learner's own."""
        seats = enumerate(self.match.seats)
        return [self._learner if self.match.is_human(at) else seat.name for at, seat in seats]

    def go_to(self, name: str) -> None:
        """Begin a step, whether it was reached before or not."""
        self.go_to_index(self._names.index(name))

    def go_back(self) -> None:
        """Begin the step before; at the first, begin that again."""
        self.go_to_index(max(self.at - 1, 0))

    def go_to_index(self, at: int) -> None:
        """Begin the step with that index."""
        self.at = at
        self.reached = max(self.reached, at)
        self.match = match_at_step(self.lesson, at, self._learner)
        self.phase = Phase.TELLING
        self.hinted_move: int | None = None
        self.words = (self.step.say,)
        self.pointed_at = self.step.pointed_at
        self._plays = list(self.step.plays)
        self.script: list[str] = []
        self._moves_left = self.step.moves
        if self.step.question:
            self._answers_given = 0
            self.script = list(self.step.question.script)
            run_script(self.match, self.script)
            self._ask_next(self.step.say)

    def _ask_next(self, said: str) -> None:
        """Wait for the learner's next decision, after saying what led to it."""
        learner, script = self.match.persons()[0], tuple(self.script)
        number = self._answers_given + 1
        self.decision = Decision(self._question, learner, self.state.clone(), script, number)
        self._led_to = said
        self._ask(said, self.request)

    def _ask(self, *words: str) -> None:
        """Wait for a move, and say `words`."""
        self.phase = Phase.ASKING
        self.words = words
        self._hints = 0
        self.hinted_move = None
        self._hinted_next: tuple[int, ...] = ()
        """What the hint that named `hinted_move` has named besides, for the decisions after it."""

    # What the learner does

    def go_on(self) -> None:
        """Continue with the next scripted move, the same question, the next step, or the end."""
        self.prepare_next()()

    def prepare_next(self) -> Callable[[], None]:
        """Find out what others play in a game; return what goes on."""
        if self.phase is Phase.TELLING and self._goes_on:
            return partial(self._play_for_others, self._moves_of_others())
        return self._continue

    def _continue(self) -> None:
        if self.phase in (Phase.TELLING, Phase.ANSWERING) and self._plays:
            self._play_scripted()
        elif self.phase is Phase.ANSWERING:
            self.try_again()
        elif self.phase in (Phase.TELLING, Phase.SOLVED):
            if self.at + 1 < len(self.lesson.steps):
                self.go_to_index(self.at + 1)
            else:
                self.phase = Phase.OVER
                self.words = (self.lesson.learned,)
                self.pointed_at = ()

    def _moves_of_others(self) -> Sequence[int]:
        """Return what chance and the others play, up to a hand's end or the learner's decision.

        Once no moves are left, it is only what ends the learner's turn.
        """
        ply, learner = len(self.match.moves), self.match.persons()[0]
        ahead = self.match.until(ply)
        while not ahead.by_person() and not ahead.is_over:
            if not self._moves_left and ahead.state.turn_seat() != learner:
                break
            play_others_move(ahead)
            if _is_hand_over(ahead):
                break
        return ahead.moves[ply:]

    def _play_for_others(self, moves: Sequence[int]) -> None:
        """Play what chance and the others do, and say it.

        What ends the learner's turn is said, of a deal how it begins and what it turns up, and of
        the others' moves the last few and all earlier ones that stand out, such as captures.
        """
        learner, ply = self.match.persons()[0], len(self.match.log)
        is_deal = _is_hand_over(self.match)
        for move in moves:
            self.match.apply(move)
        lines = [entry.masked_for(learner) for entry in self.match.log[ply:]]
        deal = list(takewhile(lambda line: is_deal and line.by_chance, lines))
        own = list(takewhile(lambda line: line.seat == learner, lines[len(deal) :]))
        others = lines[len(deal) + len(own) :]
        earlier, last = others[:-_LAST_SENTENCES], others[-_LAST_SENTENCES:]
        striking = [line for line in earlier if line.is_striking]
        said = [*deal[:1], *deal[1:][-1:], *own, *striking, *last]
        sentences = [self.sentence(line.seat, line.sentence) for line in said]
        if self.match.by_person():
            self._ask(*(sentences or (_YOUR_TURN,)))
        else:
            end = ("The game is over.",) if self.match.is_over else ()
            self.words = (*sentences, *end)

    def _play_commented(self, move: int, words: tuple[str, ...], *, counts: bool) -> None:
        """Play a move of the game, and say what the adviser thinks of it."""
        self.match.apply(move)
        line = self.match.log[-1]
        scores = (self.sentence(line.seat, line.sentence),) if _is_hand_over(self.match) else ()
        self.words = (*words, *scores)
        self.phase = Phase.TELLING
        if counts and self._moves_left:
            self._moves_left -= 1

    def _play_scripted(self) -> None:
        play = self._plays.pop(0)
        move = scripted_move(self.state, play.move)
        learner = self.match.persons()[0]
        sentence = self.sentence(self.state.turn_seat(), self.state.describe_to(learner, move))
        self.match.play(move)
        self.words = (play.say or sentence,)
        self.pointed_at = play.pointed_at

    def sentence(self, seat: int, sentence: str) -> str:
        """Return what a seat did, with names in place of seats.

        As in the texts of a lesson, the learner is "you" there; in a game it has a name, as always.
        """
        names = self.players()
        if self.match.is_human(seat) and not self.is_game:
            sentence, names[seat] = in_second_person(sentence), "You"
        return f"{with_name(sentence, seat, names)}."

    def try_again(self) -> None:
        """Take a wrong move back, and ask again without the introduction.

        Beside a board, what led to the decision is said again; in lines of text, it is still above.
        What is left of the moves that show its consequence is skipped.
        """
        self._plays = []
        self.match.take_back_to(self._ply_before)
        says_again = self._drawn and self._answers_given > 0
        self._ask(*([self._led_to] if says_again else []), self.request)

    @property
    def asked_move(self) -> int:
        """The move of the answer that is asked for, or another one that leads to the goal.

        In a game, it is what the adviser would play.
        """
        return advice(self.match)[0] if self.is_game else self.decision.asked_move()

    def solving_moves(self) -> frozenset[int]:
        """Return the moves that lead to the goal, where the lesson asks for a move."""
        is_asked = self.phase is Phase.ASKING and not self.is_game
        return self.decision.solving_moves if is_asked else frozenset()

    def named_move(self) -> int | None:
        """Return a move from a square that the text names, which doesn't lead to the goal.

        The question comes before the explanation, and what is named first before the rest. Returns
        None if there is no such move. A game without squares has none.
        """
        solving = self.solving_moves()
        others = (move for move in self.state.legal_moves() if move not in solving)
        starts = dict[str, int]()
        for move in others:
            for square in _SQUARE.findall(self.state.move_text(move))[:1]:
                starts.setdefault(square, move)
        squares = _SQUARE.findall(f"{self.request} {self.step.say}")
        return next((starts[square] for square in squares if square in starts), None)

    @property
    def _question(self) -> Question:
        question = self.step.question
        assert question is not None
        return question

    def attempt(self, move: int) -> None:
        """Play the learner's move where the lesson asks for one. Raises `IllegalMove`."""
        self.prepare_attempt(move)()

    def prepare_attempt(self, move: int) -> Callable[[], None]:
        """Find out what the learner's move amounts to; return what plays it.

        Raises `IllegalMove`.
        """
        self.match.check(move)
        if self.is_game:
            counts = self.state.only_move() is None
            words = comment(self.match, move)
            return partial(self._play_commented, move, words, counts=counts)
        return partial(self._answer, move, self.decision.due, leads=self.decision.leads(move))

    def _answer(self, move: int, due: int, *, leads: bool) -> None:
        """Play the answer to decision `due`, and say whether it is right."""
        self.match.apply(move)
        self._ply_before = len(self.match.moves) - 1
        self.pointed_at = ()
        if leads:
            self._continue_script(move)
        else:
            self._answer_wrong(PlayedMove(self.decision.state, move, self.state), due)

    def _continue_script(self, move: int) -> None:
        """Continue the script; the goal may be reached by the move itself or by what follows it."""
        before, at_once = self.decision.state, self.state.clone()
        self._answers_given += 1
        if self.decision.is_answer(move):
            run_script(self.match, self.script)
        if reaches(self._question.goal, before, move, at_once, self.state):
            play_out(self.match, self.script)
            self.phase = Phase.SOLVED
            self.words = (self._question.right,)
        else:
            sentence = self.sentence(before.turn_seat(), before.describe(move))
            hinted = self._hinted_next if move == self.hinted_move else ()
            self._ask_next(sentence)
            if hinted:
                self.hinted_move, *rest = hinted
                self._hinted_next = tuple(rest)

    def _answer_wrong(self, played: PlayedMove, due: int) -> None:
        """Say what is wrong with a move, and prepare the moves that show its consequence."""
        self.phase = Phase.ANSWERING
        self.words, self._plays = (), []
        for wrong in self._question.wrongs:
            if wrong.at == due + 1 and wrong.when.hold(played):
                self.words = (wrong.say,)
                self._plays = [Play(move, "") for move in wrong.then[:-1]]
                self._plays += [Play(move, wrong.close) for move in wrong.then[-1:]]
                return

    def refuse(self, refusal: GameError) -> None:
        """Explain an illegal move by its rule, and ask again; a game asks nothing.

        Beside a board, what was said before stays; in lines of text, it is still above.
        """
        before = self._before_refusal or self.words
        asked = () if self.is_game else before if self._drawn else (self.request,)
        self.words = (str(refusal), *asked)
        if isinstance(refusal, IllegalMove):
            rule = rules_page(self.lesson.game).rule(refusal.rule)
            explained = f"{rule.number} {rule.title}: {rule.text}"
            self.words = (refusal.sentence, *asked, explained)
        self._before_refusal = before

    def forget_refusal(self) -> None:
        """Say again what was said before a refusal, if one is said now."""
        self.words = self._before_refusal or self.words

    def hint(self) -> None:
        """Say where to look; the second time, name the move."""
        self.prepare_hint()()

    def prepare_hint(self) -> Callable[[], None]:
        """Find out what helps; return what gives the hint."""
        if self.phase is not Phase.ASKING:
            return lambda: None
        if self.is_game:
            return partial(self._advise, *advice(self.match))
        hint = self._question.hints[self.decision.due]
        if self._hints + 1 < _NAMES_MOVE:
            return partial(self._hint, hint, ())
        moves = self._named_moves()
        return partial(self._hint, hint, moves, is_only=self.decision.are_only(moves))

    def _named_moves(self) -> tuple[int, ...]:
        """Return the move to name, and those after it that the same request is about."""
        moves = self.decision.asked_moves()
        requests = self._question.requests[self._answers_given + 1 :]
        later = takewhile(lambda request: request == self.request, requests)
        return moves[: 1 + len(list(later))]

    def _advise(self, move: int, words: tuple[str, ...]) -> None:
        self.hinted_move = move
        typed = "" if self._drawn else self.match.typed_words(move)
        self.words = (*words, typed) if typed else words

    def _hint(self, hint: Hint, moves: tuple[int, ...], *, is_only: bool = False) -> None:
        """Give a hint, and name `moves`, if there are any: one to play here, and what follows."""
        self._hints += 1
        self.hinted_move, self._hinted_next = (moves[0], moves[1:]) if moves else (None, ())
        which = "The" if is_only else "One"
        answer = (f"{which} answer: {self._texts(moves)}.",) if moves else ()
        self.words = (hint.say, *answer, self.request)
        self.pointed_at = () if moves else hint.pointed_at

    def _texts(self, moves: tuple[int, ...]) -> str:
        """Return how to give moves to be played here one after another."""
        ahead, texts = self.state.clone(), list[str]()
        for move in moves:
            texts.append(self._answer_text(ahead, move))
            ahead.apply(move)
        return ", then ".join(texts)

    def _answer_text(self, state: State, move: int) -> str:
        """Return how to play a legal move: as the board says, or else what sentences call it.

        Without a board its notation follows, because it must be typed, unless it is that name.
        """
        notation, name = state.move_text(move), named(state.move_name(move), self.players())
        if (given := self.how_to_answer(notation)) != notation:
            return given
        is_clear = self._drawn or name.casefold() == notation.casefold()
        return name if is_clear else f"{name} (type {notation})"
