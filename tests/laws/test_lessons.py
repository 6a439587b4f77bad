"""What must hold for every lesson: it can be played as written, and nothing in it misleads."""

import re
from collections.abc import Iterator
from itertools import pairwise, takewhile
from pathlib import Path
from typing import NamedTuple

import pytest
from bare_board import board_of, places
from lesson_check import decisions_from, verify

from boxtui.core import CHANCE, State
from boxtui.games import GAMES
from boxtui.games.free_the_box.cards import CARD_NAMES, card_words
from boxtui.learn import progress
from boxtui.learn.progress import Progress
from boxtui.lines import plain, wrapped
from boxtui.views.games import words_of
from boxtui.wording import SECOND_PERSON, listed, named
from tutorials.decision import Decision
from tutorials.errors import LessonFault
from tutorials.goals import VOCABULARY, PlayedMove, legal_move, parts
from tutorials.lesson import Lesson, Question, Step, lesson_of
from tutorials.runner import Phase, Runner


class Place(NamedTuple):
    """A step of a lesson."""

    lesson: Lesson
    step: Step

    @property
    def question(self) -> Question:
        assert self.step.question
        return self.step.question

    def runner(self) -> Runner:
        return Runner(self.lesson, "Ann", self.step.name, self.step.name)

    def fault(self, key: str, what: str, *within: tuple[str, int]) -> LessonFault:
        """Return what is wrong with a key of the step, with the file and the line."""
        return self.lesson.fault(self.lesson.steps.index(self.step), key, what, *within)

    def at_decision(self, decision: int) -> Runner:
        """Return a runner that has been given the answers before that decision, from 0."""
        runner = self.runner()
        for answer in self.question.answer[:decision]:
            runner.attempt(runner.state.read_move(answer))
        assert runner.phase is Phase.ASKING
        return runner

    def decisions(self) -> Iterator[tuple[int, Runner]]:
        for decision in range(len(self.question.answer)):
            yield decision, self.at_decision(decision)

    def other_moves(self) -> Iterator[tuple[int, State, int]]:
        """Yield each decision, its position, and each legal move there other than the answer."""
        for decision, runner in self.decisions():
            answer = runner.state.read_move(self.question.answer[decision])
            for move in runner.state.legal_moves():
                if move != answer:
                    yield decision, runner.state.clone(), move

    def all_decisions(self) -> Iterator[Decision]:
        """Return the decisions to which any right answers lead, each once."""
        return decisions_from(self.runner().decision)

    def said(self) -> list[list[str]]:
        """Return all texts of the step, those together that are shown at once."""
        step = self.step
        said = [[step.say], *([play.say] for play in step.plays)]
        if step.question:
            said[0].append(step.question.requests[0])
            said += [[wrong.say] for wrong in step.question.wrongs]
            hints, requests = step.question.hints, step.question.requests
            said += [[hint.say, request] for hint, request in zip(hints, requests, strict=True)]
            said.append([step.question.right])
        return said


LESSONS = [lesson_of(key) for key in GAMES]
STEPS = [Place(lesson, step) for lesson in LESSONS for step in lesson.steps]
ASKS = [at for at in STEPS if at.step.question]


def _name(at: Place) -> str:
    return f"{at.lesson.game}-{at.step.name}"


every_lesson = pytest.mark.parametrize("lesson", LESSONS, ids=lambda lesson: lesson.game)
every_step = pytest.mark.parametrize("at", STEPS, ids=_name)
every_ask = pytest.mark.parametrize("at", ASKS, ids=_name)

FEWEST_CHOICES = 4
"""An exercise with fewer moves to choose from would test nothing.

Some positions never have as many: a decision after a roll in Free the Box, with a move for each of
three tokens (FTB-7), or before it, with a card to use or not (FTB-17); an open set in FREE-O, on
which three kinds of cards go (FRO-11); two colors to pick from in Box (BOX-12); sets of tiles that
leave 6 or less in Shut-the-Box (STB-6). Exercises about them begin with the roll or card before.
"""

CELLS, ROWS = 28, 18
"""The room for text, including the seats, beside the widest board on an 80 × 24 screen."""


@every_lesson
def test_positions_parse_and_everything_scripted_is_legal(lesson: Lesson) -> None:
    verify(lesson)


@every_step
def test_a_step_begins_in_the_position_that_it_has(at: Place) -> None:
    position = at.runner().match.position_after(0).text()
    assert position == (at.step.position or position)


@every_ask
def test_an_ask_begins_unsolved(at: Place) -> None:
    runner = at.runner()
    if not set(at.question.goal.words) & {"plays", "other_than", "parts", "denies"}:
        unmoved = PlayedMove(runner.state, runner.state.legal_moves()[0], runner.state)
        assert not at.question.goal.hold(unmoved)


@every_step
def test_a_scripted_throw_or_card_is_seen(at: Place) -> None:
    if not GAMES[at.lesson.game].has_dice:
        return
    runner = at.runner()
    while runner.phase is Phase.TELLING and runner.plays_scripted:
        thrown = runner.state.current_player() == CHANCE
        runner.go_on()
        if thrown:
            drawn = "".join(plain(line) for line in board_of(runner.match).board_lines(14))
            text = runner.match.log[-1].text
            # A card of Free the Box is shown by the words on it.
            fallen = card_words(CARD_NAMES[text]) if text in CARD_NAMES else text
            assert re.search(r"\D+".join(fallen.split()), drawn)


@every_step
def test_a_step_says_you_to_the_learner_who_has_a_name_only_in_a_game(at: Place) -> None:
    runner, said = at.runner(), list[str]()
    while runner.phase is Phase.TELLING and runner.plays_scripted:
        runner.go_on()
        said += runner.words
    for _, asked in at.decisions() if at.step.question else ():
        for move in sorted(asked.solving_moves()):
            again = at.at_decision(asked.decision.number - 1)
            again.attempt(move)
            said += again.words
    assert not re.search(rf"\bAnn\b|\bYou ({'|'.join(SECOND_PERSON)})\b", " ".join(said))


@every_ask
def test_every_other_move_solves_it_or_is_answered_and_asked_again(at: Place) -> None:
    runner = at.runner()
    for decision, before, move in at.other_moves():
        if runner.phase is not Phase.ASKING or runner.state.text() != before.text():
            runner = at.at_decision(decision)
        runner.attempt(move)
        if runner.phase is not Phase.ANSWERING:
            assert runner.phase is not Phase.SOLVED or not runner.script
            continue
        if not runner.words:
            raise at.fault("answer", f"nothing answers {before.move_text(move)}.")
        presses = 0
        while runner.phase is Phase.ANSWERING:
            runner.go_on()
            presses += 1
            assert presses < 20
        assert runner.phase is Phase.ASKING
        assert runner.state.text() == before.text()
        *led_to, asked = runner.words
        assert (len(led_to), asked) == (int(decision > 0), at.question.requests[decision])
        assert at.step.say not in runner.words


@every_ask
def test_a_kind_of_wrong_move_covers_some_legal_moves_and_not_all(at: Place) -> None:
    first_to_answer, wrongs = set[int](), at.question.wrongs
    as_written = {runner.state.text() for _, runner in at.decisions()}
    for decision in at.all_decisions():
        answered = [wrong for wrong in wrongs if wrong.at == decision.due + 1]
        holding = {
            move: [wrong.when.hold(made(decision.state, move)) for wrong in answered]
            for move in decision.state.legal_moves()
        }
        for move in set(holding) - decision.solving_moves:
            assert any(holding[move]), f"nothing answers {decision.state.move_text(move)}"
            first_to_answer.add(wrongs.index(answered[holding[move].index(True)]))
        for held in zip(*holding.values(), strict=True):
            assert not all(held) or decision.state.text() not in as_written
    assert first_to_answer == set(range(len(wrongs)))
    assert wrongs


@every_ask
def test_an_answer_is_right_by_what_the_learner_decides_and_not_by_luck(at: Place) -> None:
    """What is rolled or drawn, the learner says only where the answer says it, too."""
    for decision in at.all_decisions():
        if decision.state.current_player() == CHANCE:
            assert legal_move(decision.state, at.question.answer[decision.number - 1]) is not None


def test_no_card_in_free_the_box_is_drawn_before_it_is_explained_and_none_by_a_wrong_move() -> None:
    asks = [at for at in ASKS if at.lesson.game == "free-the-box"]
    unexplained = {at.step.name for at in takewhile(lambda at: at.step.name != "a-card", asks)}
    for at in asks:
        for decision in at.all_decisions():
            for move in decision.state.legal_moves():
                if at.step.name in unexplained or move not in decision.solving_moves:
                    after = decision.state.after(move).text()
                    assert not after.startswith("phase=draw "), decision.state.move_text(move)


def made(before: State, move: int) -> PlayedMove:
    return PlayedMove(before, move, before.after(move))


def test_every_wrong_answer_of_kimbo_plays_out_its_consequence() -> None:
    wrongs = [
        (at, wrong) for at in ASKS if at.lesson.game == "kimbo" for wrong in at.question.wrongs
    ]
    assert [at.step.name for at, wrong in wrongs if not wrong.then] == []


@every_lesson
def test_a_goal_reached_otherwise_leads_on_to_the_same_position(lesson: Lesson) -> None:
    for step, following in pairwise(lesson.steps):
        if not step.question or following.position:
            continue
        at, begun = Place(lesson, step), Place(lesson, following).runner().match.position_after(0)
        for decision, _, move in at.other_moves():
            runner = at.at_decision(decision)
            runner.attempt(move)
            assert runner.phase is not Phase.SOLVED or runner.state.text() == begun.text()


@every_lesson
def test_a_lesson_has_an_end_by_going_on_and_giving_the_answers(lesson: Lesson) -> None:
    runner = Runner(lesson, "Ann")
    seen: list[str] = []
    for _ in range(40 * len(lesson.steps)):
        if not seen or seen[-1] != runner.step.name:
            seen.append(runner.step.name)
        if runner.phase is Phase.ASKING:
            runner.attempt(runner.asked_move)
        else:
            runner.go_on()
    assert runner.phase is Phase.OVER
    assert seen == [step.name for step in lesson.steps]


@every_ask
def test_hints_say_first_where_to_look_then_the_move_and_lead_to_the_goal(at: Place) -> None:
    runner, question = at.runner(), at.question
    for due, (answer, hint) in enumerate(zip(question.answer, question.hints, strict=True)):
        runner.hint()
        assert runner.pointed_at == hint.pointed_at
        assert hint.pointed_at or runner.state.current_player() == CHANCE
        assert not re.search(rf"(?<!\w){re.escape(answer)}(?!\w)", hint.say)
        texts = [runner.state.move_text(move) for move in runner.state.legal_moves()]
        pointed = {part for place in hint.pointed_at for part in parts(place)}
        shown = pointed & {part for text in texts for part in parts(text)}
        assert shown != set(parts(answer)) or len(texts) == 1, "it gives the move away"
        if at.lesson.game == "free-o":  # its places are cards, and not what they mean on a board
            assert not shown or shown & set(parts(answer)), "it points away from the card"
            assert "pile" not in hint.pointed_at or "pile" in hint.say, "it isn't about the pile"
        runner.hint()
        asked = zip(question.answer[due:], question.requests[due:], strict=True)
        told = [each for each, _ in takewhile(lambda one: one[1] == runner.request, asked)]
        ahead, names, is_only = at.at_decision(due), list[str](), True
        for notation in told:
            move = ahead.state.read_move(notation)
            names.append(named(ahead.state.move_name(move), runner.players()))
            is_only = is_only and len(ahead.solving_moves()) == 1
            ahead.attempt(move)
        which = "The" if is_only else "One"
        assert runner.words[1] == f"{which} answer: {', then '.join(names)}."
        runner.attempt(runner.state.read_move(answer))
        if told[1:]:
            assert runner.hinted_move == runner.state.read_move(told[1])
    assert runner.phase is Phase.SOLVED


@every_ask
def test_the_move_that_a_question_begins_at_is_from_a_named_square_and_wrong(at: Place) -> None:
    for _, runner in at.decisions():
        if runner.state.current_player() != CHANCE and runner.named_move() is not None:
            move = runner.named_move()
            assert move in runner.state.legal_moves()
            assert move not in runner.solving_moves()
            start = re.search(r"[a-z]\d+", runner.state.move_text(move))
            assert start
            assert start[0] in f"{runner.request} {runner.step.say}"


@every_lesson
def test_a_lesson_says_how_to_win_has_exercises_and_ends_with_a_game(lesson: Lesson) -> None:
    assert re.search(r"\bwins?\b", lesson.steps[0].say)
    assert any(step.title.startswith("To solve") for step in lesson.steps)
    assert lesson.steps[-1].kind == "game"


@every_ask
def test_an_exercise_has_enough_choices_and_asks_for_one_move_at_a_time(at: Place) -> None:
    """A text about several moves would be wrong after the first, and no example gives it away."""
    requests = at.question.requests
    assert len(words_of(at.runner().match).choices()) >= FEWEST_CHOICES
    several = re.compile(r"\b[Tt]hen\b|First|\b[Ss]ay\b.* and ")
    assert len(requests) == 1 or not any(several.search(asked) for asked in requests)
    for decision, runner in at.decisions():
        assert runner.request == runner.words[-1] == requests[decision]
        example = words_of(runner.match).example(runner.solving_moves())
        assert example != at.question.answer[decision]
        if example:
            runner.attempt(runner.state.read_move(example))
            assert runner.phase is Phase.ANSWERING


@every_ask
def test_the_board_says_the_same_about_moves_that_solve_and_others(at: Place) -> None:
    for _, runner in at.decisions():
        if runner.state.current_player() == CHANCE:
            continue
        solving = runner.solving_moves()
        said: dict[tuple[bool, int], set[str]] = {}
        for move in words_of(runner.match).choices():
            kind = len(parts(runner.state.move_text(move)))
            said.setdefault((move in solving, kind), set()).add(without_names(runner, move))
        for (solves, kind), words in said.items():
            assert not solves or words <= said.get((False, kind), words)


def without_names(runner: Runner, move: int) -> str:
    """Return what the board says of a picked move, without the names of moves and players.

    It is "" for a move that isn't picked on the board, but played by a key or typed.
    """
    board = board_of(runner.match, previews=False)
    board.pick(move)
    if board.picked_move != move:
        return ""
    text, title = runner.state.move_text(move), board.words.move_name(runner.state, move)
    words = re.sub(r"\(\d+ of \d+\)", "", " ".join(board.status_words()))
    texts = board.words.notation_words(move), title, text, *parts(text)
    for name in (*(seat.name for seat in runner.match.seats), *texts):
        words = re.sub(rf"(?<!\w){re.escape(name)}(?!\w)", "", words)
    return re.sub(r"[ ,]|\band\b", "", words)


@every_step
def test_the_places_that_a_step_points_at_are_on_the_board(at: Place) -> None:
    if off := {*at.step.pointed_at} - places(at.runner().match):
        raise at.fault("look", f"{listed(sorted(off))} isn't on the board.")
    hints = at.question.hints if at.step.question else ()
    for number, (_, asked) in enumerate(at.decisions() if hints else ()):
        if off := {*hints[number].pointed_at} - places(asked.match):
            raise at.fault("look", f"{listed(sorted(off))} isn't on the board.", ("hint", number))
    watching = at.runner()
    for number, play in enumerate(at.step.plays):
        watching.go_on()
        assert watching.pointed_at == play.pointed_at
        if off := {*play.pointed_at} - places(watching.match):
            raise at.fault("look", f"{listed(sorted(off))} isn't on the board.", ("play", number))


@every_step
def test_a_lesson_resumed_at_a_step_is_the_same(at: Place, tmp_path: Path) -> None:
    going = Runner(at.lesson, "Ann")
    going.reached = len(at.lesson.steps) - 1
    going.go_to(at.step.name)
    file = tmp_path / "lesson.toml"
    reached = at.lesson.steps[going.reached].name
    assert progress.update(file, lambda _: Progress(at.step.name, reached)) == ""
    kept, _ = progress.read(file)
    again = Runner(at.lesson, "Ann", kept.step, kept.reached)
    shown = [
        (each.at, each.reached, each.words, each.pointed_at, each.phase, each.state.text())
        for each in (again, going)
    ]
    assert shown[0] == shown[1]


@every_step
def test_the_text_of_a_step_fits_beside_the_board_and_names_no_key(at: Place) -> None:
    """Plain mode has no keys."""
    room = ROWS - len(at.runner().match.seats) - 2
    for words in at.said():
        assert sum(len(wrapped(word, CELLS)) + 1 for word in words) <= room, words
        assert not re.search(r"\b([Pp]ress|[Kk]ey|Enter|arrow keys|colon)\b", " ".join(words))


def test_every_condition_of_the_vocabulary_is_used_by_some_lesson() -> None:
    used = {
        word
        for at in ASKS
        for conditions in [at.question.goal, *(wrong.when for wrong in at.question.wrongs)]
        for word in conditions.words
    }
    assert used == set(VOCABULARY)
