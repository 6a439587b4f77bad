"""What must hold for every lesson: it can be played as written, and nothing in it misleads."""

import re
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import pytest
from bare_board import board_of, lines_of, places

from boxtui.core import CHANCE, State
from boxtui.games import GAMES
from boxtui.games.free_the_box.cards import CARD_NAMES, card_words
from boxtui.learn import progress
from boxtui.learn.progress import Progress
from boxtui.lines import plain, wrapped
from boxtui.views.game import example_of
from boxtui.views.games import words_of
from tutorials.goals import VOCABULARY, PlayedMove, parts
from tutorials.lesson import Lesson, Question, Step, WrongAnswer, lesson_of
from tutorials.pages import rules_page
from tutorials.runner import Phase, Runner, verify

LESSONS = [lesson_of(key) for key in GAMES]
STEPS = [(lesson, step) for lesson in LESSONS for step in lesson.steps]
ASKS = [(lesson, step) for lesson, step in STEPS if step.question]

every_lesson = pytest.mark.parametrize("lesson", LESSONS, ids=lambda lesson: lesson.game)
every_step = pytest.mark.parametrize(
    ("lesson", "step"), STEPS, ids=[f"{lesson.game}-{step.name}" for lesson, step in STEPS]
)
every_ask = pytest.mark.parametrize(
    ("lesson", "step"), ASKS, ids=[f"{lesson.game}-{step.name}" for lesson, step in ASKS]
)

FEWEST_CHOICES = 4
"""An exercise with fewer moves to choose from would test nothing.

Some positions never have as many: a decision after a roll in Free the Box, with a move for each of
three tokens (FTB-7), or before it, with a card to use or not (FTB-17); an open set in FREE-O, on
which three kinds of cards go (FRO-11); two colors to pick from in Box (BOX-12); sets of tiles that
leave 6 or less in Shut-the-Box (STB-6). Exercises about them begin with the roll or card before.
"""

CELLS, ROWS = 28, 18
"""The room for text, including the seats, beside the widest board on an 80 × 24 screen."""


def question_of(step: Step) -> Question:
    assert step.question
    return step.question


def at_decision(lesson: Lesson, step: Step, decision: int) -> Runner:
    """Return a runner that has been given the answers before that decision, counted from 0."""
    runner = Runner(lesson, "Ann", step.name, step.name)
    for answer in question_of(step).answer[:decision]:
        runner.attempt(runner.state.read_move(answer))
    assert runner.phase is Phase.ASKING
    return runner


def decisions(lesson: Lesson, step: Step) -> Iterator[tuple[int, Runner]]:
    for decision in range(len(question_of(step).answer)):
        yield decision, at_decision(lesson, step, decision)


def other_moves(lesson: Lesson, step: Step) -> Iterator[tuple[int, State, int]]:
    """Yield each decision, its position, and each legal move there other than the answer."""
    for decision, runner in decisions(lesson, step):
        answer = runner.state.read_move(question_of(step).answer[decision])
        for move in runner.state.legal_moves():
            if move != answer:
                yield decision, runner.state.clone(), move


@every_lesson
def test_positions_parse_and_everything_scripted_is_legal(lesson: Lesson) -> None:
    verify(lesson)
    for step in lesson.steps:
        begun = Runner(lesson, "Ann", step.name, step.name).match.position_after(0)
        assert not step.position or begun.text() == step.position


@every_step
def test_a_step_has_a_player_for_each_seat_and_the_learner_among_them(
    lesson: Lesson, step: Step
) -> None:
    runner = Runner(lesson, "Ann", step.name, step.name)
    shown = runner.match
    assert len(runner.match.persons()) == 1
    assert len(shown.seats) == shown.state.seats


@every_step
def test_the_rules_of_a_step_are_on_the_page(lesson: Lesson, step: Step) -> None:
    assert set(step.rules) <= {rule.number for rule in rules_page(lesson.game).rules}


@every_ask
def test_an_ask_begins_unsolved_and_only_its_last_answer_solves_it(
    lesson: Lesson, step: Step
) -> None:
    runner = Runner(lesson, "Ann", step.name, step.name)
    question = question_of(step)
    assert not question.goal.hold(PlayedMove(0, runner.state, None, runner.state))
    for answer in question.answer:
        assert runner.phase is Phase.ASKING
        assert runner.match.by_person()
        runner.attempt(runner.state.read_move(answer))
    assert runner.phase is Phase.SOLVED
    assert not runner.script


@every_step
def test_a_scripted_throw_or_card_is_seen(lesson: Lesson, step: Step) -> None:
    if GAMES[lesson.game].dealt != "dice":
        return
    runner = Runner(lesson, "Ann", step.name, step.name)
    while runner.phase is Phase.TELLING and runner.plays_next:
        thrown = runner.state.current_player() == CHANCE
        runner.go_on()
        match = runner.match
        if thrown:
            drawn = "".join(plain(line) for line in lines_of(match, rows=14))
            assert re.search(r"\D+".join(fallen_words(match.log[-1].text).split()), drawn)


def fallen_words(text: str) -> str:
    """Return how a throw or a card of Free the Box is shown."""
    return card_words(CARD_NAMES[text]) if text in CARD_NAMES else text


@every_ask
def test_every_other_move_solves_it_at_once_or_is_answered_played_out_and_asked_again(
    lesson: Lesson, step: Step
) -> None:
    for decision, before, move in other_moves(lesson, step):
        runner = at_decision(lesson, step, decision)
        runner.attempt(move)
        if runner.phase is not Phase.ANSWERING:
            assert runner.phase is not Phase.SOLVED or not runner.script
            continue
        assert runner.words, f"nothing answers {before.move_text(move)}"
        presses = 0
        while runner.phase is Phase.ANSWERING:
            runner.go_on()
            presses += 1
            assert presses < 20
        assert runner.phase is Phase.ASKING
        assert runner.state.text() == before.text()
        assert runner.words == (question_of(step).request,)
        assert step.say not in runner.words


@every_ask
def test_a_kind_of_wrong_move_covers_some_legal_moves_and_not_all(
    lesson: Lesson, step: Step
) -> None:
    first_to_answer: set[int] = set()
    moves: dict[int, list[PlayedMove]] = {}
    for decision, before, move in other_moves(lesson, step):
        after = before.clone()
        after.play(move)
        moves.setdefault(decision, []).append(PlayedMove(before.turn_seat(), before, move, after))
    wrongs = question_of(step).wrongs
    for decision, played_moves in moves.items():
        leading = at_decision(lesson, step, decision).solving_moves()
        for deed in played_moves:
            if deed.move not in leading:
                first_to_answer.add(answering(wrongs, decision, deed))
    assert first_to_answer == set(range(len(wrongs)))
    for wrong in wrongs:
        runner = at_decision(lesson, step, wrong.at - 1)
        before, seat = runner.state.clone(), runner.state.turn_seat()
        held = []
        for move in before.legal_moves():
            after = before.clone()
            after.play(move)
            held.append(wrong.when.hold(PlayedMove(seat, before, move, after)))
        assert not all(held)


def answering(wrongs: tuple[WrongAnswer, ...], decision: int, deed: PlayedMove) -> int:
    """Return the index of the first wrong answer that fits the move, or raise ValueError."""
    return [w.at == decision + 1 and w.when.hold(deed) for w in wrongs].index(True)


def test_every_wrong_answer_of_kimbo_plays_out_its_consequence() -> None:
    asks = [step for lesson, step in ASKS if lesson.game == "kimbo"]
    silent = {step.name for step in asks for wrong in question_of(step).wrongs if not wrong.then}
    assert not silent


@every_lesson
def test_a_goal_reached_in_another_way_leads_to_the_answers_position_if_the_board_stays(
    lesson: Lesson,
) -> None:
    for step, following in pairwise(lesson.steps):
        if not step.question or following.position:
            continue
        begun = Runner(lesson, "Ann", following.name, following.name).match.position_after(0)
        for decision, _, move in other_moves(lesson, step):
            runner = at_decision(lesson, step, decision)
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
def test_hints_say_first_where_to_look_then_the_move_and_lead_to_the_goal(
    lesson: Lesson, step: Step
) -> None:
    runner = Runner(lesson, "Ann", step.name, step.name)
    for answer, hint in zip(question_of(step).answer, question_of(step).hints, strict=True):
        runner.hint()
        assert runner.look == hint.look
        assert hint.look
        assert not re.search(rf"(?<!\w){re.escape(answer)}(?!\w)", hint.say)
        texts = [runner.state.move_text(move) for move in runner.state.legal_moves()]
        pointed = {part for place in hint.look for part in parts(place)}
        named = pointed & {part for text in texts for part in parts(text)}
        assert named != set(parts(answer)) or len(texts) == 1, "it gives the move away"
        runner.hint()
        assert runner.words[0] == f"The move: {answer}."
        runner.attempt(runner.state.read_move(answer))
    assert runner.phase is Phase.SOLVED


@every_lesson
def test_the_first_step_says_how_to_win(lesson: Lesson) -> None:
    assert re.search(r"\bwins?\b", lesson.steps[0].say)


@every_lesson
def test_a_lesson_has_positions_to_solve_and_ends_with_a_short_game(lesson: Lesson) -> None:
    assert lesson.steps[-1].kind == "game"
    assert any(step.title.startswith("To solve") for step in lesson.steps)


@every_step
def test_no_step_names_a_key_because_plain_mode_has_none(lesson: Lesson, step: Step) -> None:
    said = [step.say, *(play.say for play in step.plays)]
    if step.question:
        said += [step.question.request, step.question.right]
        said += [hint.say for hint in step.question.hints]
        said += [wrong.say for wrong in step.question.wrongs]
    for text in said:
        assert not re.search(r"\b([Pp]ress|[Kk]ey|Enter|arrow keys|colon)\b", text), text


@every_ask
def test_an_exercise_begins_with_at_least_four_moves_to_choose_from(
    lesson: Lesson, step: Step
) -> None:
    runner = Runner(lesson, "Ann", step.name, step.name)
    assert len(words_of(runner.match).choices()) >= FEWEST_CHOICES


@every_ask
def test_some_way_to_play_misses_the_goal(lesson: Lesson, step: Step) -> None:
    assert any(
        set(runner.state.legal_moves()) - runner.solving_moves()
        for _, runner in decisions(lesson, step)
    )


@every_ask
def test_the_board_says_the_same_about_moves_that_solve_and_others(
    lesson: Lesson, step: Step
) -> None:
    for _, runner in decisions(lesson, step):
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
    text = runner.state.move_text(move)
    words = re.sub(r"\(\d+ of \d+\)", "", " ".join(board.status_words()))
    for name in (*(seat.name for seat in runner.match.seats), text, *parts(text)):
        words = re.sub(rf"(?<!\w){re.escape(name)}(?!\w)", "", words)
    return re.sub(r"[ ,]|\band\b", "", words)


@every_ask
def test_no_example_of_a_move_leads_to_the_goal(lesson: Lesson, step: Step) -> None:
    for _, runner in decisions(lesson, step):
        example = example_of(runner.state, runner.solving_moves())
        assert example != question_of(step).answer[runner.decision]
        if example:
            runner.attempt(runner.state.read_move(example))
            assert runner.phase is Phase.ANSWERING


@every_ask
def test_a_task_of_several_moves_is_still_the_task_after_the_first(
    lesson: Lesson, step: Step
) -> None:
    question = question_of(step)
    assert len(question.answer) == 1 or not re.search(r"\b[Tt]hen\b|First", question.request)


@every_step
def test_the_places_that_a_step_points_at_are_on_the_board(lesson: Lesson, step: Step) -> None:
    runner = Runner(lesson, "Ann", step.name, step.name)
    assert set(step.look) <= places(runner.match)
    if step.question:
        for decision, asked in decisions(lesson, step):
            assert set(step.question.hints[decision].look) <= places(asked.match)


@every_step
def test_a_lesson_resumed_at_a_step_is_the_same(lesson: Lesson, step: Step, tmp_path: Path) -> None:
    going = Runner(lesson, "Ann")
    going.reached = len(lesson.steps) - 1
    going.go_to(step.name)
    file = tmp_path / "lesson.toml"
    assert progress.write(Progress(step.name, lesson.steps[going.reached].name), file) == ""
    kept, _ = progress.read(file)
    again = Runner(lesson, "Ann", kept.step, kept.reached)
    assert (again.at, again.reached) == (going.at, going.reached)
    assert (again.words, again.look, again.phase) == (going.words, going.look, going.phase)
    assert again.state.text() == going.state.text()


@every_step
def test_the_text_of_a_step_fits_beside_the_board(lesson: Lesson, step: Step) -> None:
    runner = Runner(lesson, "Ann", step.name, step.name)
    room = ROWS - len(runner.match.seats) - 2
    said = [[step.say], *([play.say] for play in step.plays)]
    if step.question:
        said[0].append(step.question.request)
        said += [[wrong.say] for wrong in step.question.wrongs]
        said += [[hint.say, step.question.request] for hint in step.question.hints]
        said.append([step.question.right])
    for words in said:
        assert sum(len(wrapped(word, CELLS)) + 1 for word in words) <= room, words


def test_every_condition_of_the_vocabulary_is_used_by_some_lesson() -> None:
    used = {
        word
        for _, step in ASKS
        for conditions in [question_of(step).goal, *(w.when for w in question_of(step).wrongs)]
        for word in conditions.words
    }
    assert used == set(VOCABULARY)
