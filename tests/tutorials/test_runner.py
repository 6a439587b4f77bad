"""A lesson as a state machine: what it waits for, says and shows, without a screen."""

from functools import partial
from itertools import product
from pathlib import Path
from random import Random

import pytest
from lesson_check import verify
from lesson_scripts import FOLDER, SCRIPTS, taught

import tutorials
from boxtui.core import GameError
from boxtui.games import GAMES
from boxtui.wording import with_name
from tutorials.errors import LessonFault
from tutorials.lesson import lesson_of, read_lesson
from tutorials.runner import Phase, Runner


@pytest.mark.parametrize("name", SCRIPTS)
def test_a_lesson_is_taught_as_it_was(name: str) -> None:
    assert taught(name) == (FOLDER / f"{name}.txt").read_text("utf-8")


def phase(runner: Runner) -> Phase:
    return runner.phase


def attempt(runner: Runner, notation: str) -> None:
    runner.attempt(runner.state.read_move(notation))


def test_any_move_is_refused_where_there_is_none() -> None:
    text = (FOLDER / "any.toml").read_text("utf-8")
    over = text.replace('"*"', '"*", "6 6", "*"')
    with pytest.raises(LessonFault, match=r"any.toml, line \d+: The game is over"):
        verify(read_lesson("shut-the-box", over, "any.toml"))


def test_what_follows_wrong_answers_is_played_out_wherever_right_ones_lead() -> None:
    text = (Path(tutorials.__file__).parent / "free_the_box" / "lesson.toml").read_text("utf-8")
    enters = 'when = { other_than = ["enter"] }\n'
    after_a_7 = 'then = ["5", "A:31-36", "3", "A:20-23"]\n'  # a 2 is right, too
    wrong = text.replace(enters, enters + after_a_7, 1)
    with pytest.raises(LessonFault, match=r"With a roll of 3, A's move is A:15-18\."):
        verify(read_lesson("free-the-box", wrong, "any.toml"))


@pytest.mark.parametrize("watched", range(7))
def test_the_consequence_of_a_wrong_answer_can_be_skipped_wherever_it_is(watched: int) -> None:
    runner = Runner(lesson_of("kimbo"), "Ann", "the-dearest-fence")
    before = runner.state.text()
    attempt(runner, "F d3/d4>h11/h12")
    for _ in range(watched):
        assert runner.shows_consequence
        runner.go_on()
    assert runner.shows_consequence == (watched < 6)
    runner.try_again()
    assert (runner.phase, runner.words) == (Phase.ASKING, (runner.request,))
    assert (runner.state.text(), runner.plays_scripted) == (before, False)
    attempt(runner, "F d3/d4>h10/h11")
    assert phase(runner) is Phase.SOLVED


@pytest.mark.parametrize(
    ("drawn", "said"),
    [
        (True, "One answer: c5 to c10 by 5, then e4 to e6 by 2."),
        (False, "One answer: c5 to c10 by 5 (type 5 c5-c10), then e4 to e6 by 2 (type 2 e4-e6)."),
    ],
)
def test_an_answer_is_in_words_with_its_notation_only_for_people_who_type_it(
    drawn: bool, said: str
) -> None:
    step = "two-pieces"
    runner = Runner(lesson_of("kimbo"), "Ann", step, step, drawn=drawn)
    while runner.phase is not Phase.ASKING:
        runner.go_on()
    runner.hint()
    runner.hint()
    assert runner.words[1] == said


def test_a_step_that_is_no_longer_in_the_lesson_is_the_first() -> None:
    runner = Runner(lesson_of("shut-the-box"), "Ann", "gone", "gone too")
    assert (runner.at, runner.reached) == (0, 0)


def test_ftb_25_the_lesson_says_that_without_the_card_the_center_is_cleared() -> None:
    runner = Runner(lesson_of("free-the-box"), "Ann", "two-in-the-center", "two-in-the-center")
    while runner.plays_scripted:
        runner.go_on()
    assert "FTB-25" in runner.step.rules
    assert runner.words[0].endswith("you would be out: all three would have left the board.")


def test_what_is_found_out_changes_nothing_until_it_is_done(game: Runner) -> None:
    position, words = game.state.text(), game.words
    for find in (game.prepare_hint, partial(game.prepare_attempt, game.state.legal_moves()[0])):
        follow = find()
        assert (game.state.text(), game.words, game.hinted_move) == (position, words, None)
    follow()
    position, words = game.state.text(), game.words
    go_on = game.prepare_next()
    assert (game.state.text(), game.words) == (position, words)
    go_on()
    assert game.words != words


def test_moves_that_reach_the_goal_in_other_ways_are_solving_moves() -> None:
    runner = Runner(lesson_of("box"), "Ann", "a-fair-mark")
    found = {runner.state.move_text(move) for move in runner.solving_moves()}
    assert found == {"white a1", "white g1", "white a7", "white g7"}


@pytest.mark.parametrize(
    ("game", "step", "moves", "then"),
    [
        # Either die may come first.
        ("kimbo", "two-pieces", ["2 e4-e6"], Phase.ASKING),
        ("kimbo", "two-pieces", ["2 e4-e6", "5 c5-c10"], Phase.SOLVED),
        # A die for another piece may come before the one that is asked for.
        ("kimbo", "going-home", ["5 b2-b7"], Phase.ASKING),
        ("kimbo", "going-home", ["5 b2-b7", "3 h4-HOME"], Phase.SOLVED),
        # The goal can't be reached any more.
        ("kimbo", "going-home", ["3 b2-b5"], Phase.ANSWERING),
        # The learner says what card begins the turn.
        ("free-o", "through-a-wild", ["truck"], Phase.ASKING),
        ("free-o", "through-a-wild", ["house"], Phase.ASKING),
        ("free-o", "through-a-wild", ["wild"], Phase.ANSWERING),
        ("free-o", "through-a-wild", ["mailbox", "wild", "draw-a-card 3"], Phase.SOLVED),
    ],
)
def test_a_first_move_is_right_as_long_as_the_goal_can_still_be_reached(
    game: str, step: str, moves: list[str], then: Phase
) -> None:
    runner = Runner(lesson_of(game), "Ann", step)
    for move in moves:
        assert runner.phase is Phase.ASKING
        attempt(runner, move)
    assert phase(runner) is then
    if moves == ["2 e4-e6"]:
        assert runner.state.move_text(runner.asked_move) == "5 c5-c10"


@pytest.mark.parametrize(
    ("step", "moves"),
    [
        ("through-a-wild", ["truck", "wild", "draw-a-card 3"]),
        ("two-cards-left", ["wild", "draw-a-card 3"]),
        ("two-cards-left", ["wild", "draw-a-card 2"]),
    ],
)
def test_fro_17_a_question_isnt_over_before_the_card_is_drawn(step: str, moves: list[str]) -> None:
    runner = Runner(lesson_of("free-o"), "Ann", step)
    for move in moves:
        assert phase(runner) is Phase.ASKING
        attempt(runner, move)
    assert phase(runner) is Phase.SOLVED
    drawn = moves[-1].removeprefix("draw-a-card ")
    assert runner.match.log[-1].seat == int(drawn) - 1
    assert runner.match.log[-1].sentence.startswith("draws")


def test_the_learner_says_what_is_rolled_where_that_is_asked() -> None:
    runner = Runner(lesson_of("free-the-box"), "Ann", "the-jump")
    attempt(runner, "4")
    assert phase(runner) is Phase.ANSWERING
    runner.go_on()
    attempt(runner, "3")
    assert runner.words[0] == "You roll 3."
    attempt(runner, "B:57-60")
    assert phase(runner) is Phase.SOLVED


@pytest.mark.parametrize(
    ("step", "answer", "said"),
    [
        ("the-jump", "7", "B doesn't land on 60 with that roll."),
        ("freed-by-a-jump", "6", "Nobody jumps with that roll."),
        ("freed-by-a-jump", "4", "Nobody jumps with that roll."),
        ("three-captured", "6", "Nobody lands on 43 with that roll."),
        ("the-last-player-left", "4", "Nobody lands on 15 with that roll."),
        ("three-in-the-center", "roll-again", "That card doesn't take C to 60."),
        ("a-jump-or-more", "4", "C could draw a card on 44, but few cards would win."),
    ],
)
def test_a_roll_after_which_only_the_right_card_would_help_is_wrong(
    step: str, answer: str, said: str
) -> None:
    runner = Runner(lesson_of("free-the-box"), "Ann", step)
    attempt(runner, answer)
    assert phase(runner) is Phase.ANSWERING
    assert runner.words[0].startswith(said)


@pytest.mark.parametrize(
    ("step", "answer", "tokens"),
    [
        ("who-is-in-danger", "5", "tokens=40,53,captured;42,"),
        ("to-jump-or-to-hide", "4", "tokens=out;35,"),
    ],
)
def test_a_capture_that_a_lesson_tells_is_on_the_board(step: str, answer: str, tokens: str) -> None:
    runner = Runner(lesson_of("free-the-box"), "Ann", step)
    attempt(runner, answer)
    assert phase(runner) is Phase.SOLVED
    assert f" {tokens}" in runner.state.text()


def test_what_is_in_braces_is_said_only_where_the_board_is_drawn() -> None:
    said: list[str] = []
    for drawn in (True, False):
        runner = Runner(lesson_of("shut-the-box"), "Ann", "tiles-and-dice", drawn=drawn)
        runner.go_on()
        said += runner.words
    assert said[0].endswith("add up to 8: they are listed below the dice.")
    assert said[1].endswith("add up to 8.")


@pytest.fixture
def game() -> Runner:
    """At the short game that ends a lesson, at the learner's first decision."""
    runner = Runner(lesson_of("free-the-box"), "Ann", "a-few-turns")
    runner.go_on()
    return runner


def test_each_move_of_the_game_that_ends_a_lesson_gets_a_comment(game: Runner) -> None:
    moves = 0
    while game.phase is not Phase.OVER:
        if game.phase is Phase.ASKING:
            game.attempt(game.state.legal_moves()[0])
            assert game.words[0].startswith(("Level 4 would have chosen", "That was your only"))
            moves += 1
        else:
            game.go_on()
    assert moves == 4


def test_the_hint_in_a_game_is_what_the_adviser_would_play(game: Runner) -> None:
    game.hint()
    assert game.words[0] == f"Level 4's advice: {game.state.move_advice(game.asked_move)}."
    assert game.hinted_move == game.asked_move
    game.attempt(game.asked_move)
    assert game.words[0] == "Level 4 would have chosen that, too."


def test_the_hint_on_an_only_move_gives_no_reasons_for_it() -> None:
    runner = Runner(lesson_of("shut-the-box"), "Ann", "a-few-turns")
    said = []
    while runner.phase is not Phase.OVER:
        if runner.phase is Phase.ASKING:
            runner.hint()
            if runner.state.only_move() is not None:
                said.append(runner.words)
            assert runner.hinted_move is not None
            runner.attempt(runner.hinted_move)
        else:
            runner.go_on()
    assert said == [("Your only move: 6+2.",)]


def test_an_illegal_move_in_a_game_is_explained_and_asked_for_again(game: Runner) -> None:
    before = game.state.text()
    with pytest.raises(GameError) as refusal:
        attempt(game, "C:1-7")
    game.refuse(refusal.value)
    assert (game.state.text(), game.words[1]) == (before, "It is your turn.")


def test_in_the_game_that_ends_a_lesson_the_learner_hears_what_was_drawn_however_much_follows() -> (
    None
):
    runner = Runner(lesson_of("free-o"), "Ann", "a-few-turns")
    for move in ("tree", "wild", "house", "draw"):
        runner.go_on()
        attempt(runner, move)
    runner.go_on()
    others = ["Rosa can play nothing (FRO-9).", "Rosa draws a card."]
    others += ["Max can play nothing (FRO-9).", "Max draws a card."]
    assert runner.words[:5] == ("Ann draws Truck.", *others)


def played(*moves: str) -> Runner:
    """Return the runner of FREE-O's last game, in which the learner has made these moves."""
    runner = Runner(lesson_of("free-o"), "Ann", "a-few-turns")
    for move in moves:
        runner.go_on()
        attempt(runner, move)
    return runner


def test_in_the_game_that_ends_a_lesson_the_end_of_a_hand_is_told_and_then_the_next_deal() -> None:
    runner = played("tree", "wild", "house", "draw", "truck", "car", "fence")
    runner.go_on()
    assert phase(runner) is Phase.TELLING
    assert " ".join(runner.words) == (
        "Rosa plays Tree and goes out (FRO-18); Ann scores 2, total 2; Rosa scores 0, total 0; "
        "Max scores 4, total 4 (FRO-20)."
    )
    runner.go_on()
    assert phase(runner) is Phase.ASKING
    assert list(runner.words) == [
        "Ann shuffles all 90 cards and deals (FRO-5).",
        "Ann turns up You Are Captured: Rosa is captured (FRO-16).",
        "Rosa draws a card.",
        "Rosa draws a card.",
        "Max plays Draw A Card: Ann has to draw a card (FRO-17).",
        "Ann draws Car.",
    ]


def test_in_the_game_that_ends_a_lesson_whatever_of_others_stands_out_is_told() -> None:
    """Also what the learner plays, if it ends the hand."""
    ended = 0
    games = product(("free-o", "free-the-box", "shut-the-box"), range(10))
    for key, seed in (*games, ("free-the-box", 48)):  # four plain moves follow a capture in 48
        runner, rng = Runner(lesson_of(key), "Ann", "a-few-turns"), Random(seed)
        runner._moves_left = 12
        while not runner.is_done:
            ply, was_asked = len(runner.match.log), runner.phase is Phase.ASKING
            if was_asked:
                runner.attempt(rng.choice(runner.state.legal_moves()))
            else:
                runner.go_on()
            for line in runner.match.log[ply:]:
                said = with_name(line.sentence, line.seat, runner.players())
                ends_hand = "FRO-20" in said
                ended += was_asked and ends_hand
                if line.is_striking and (ends_hand or not was_asked):
                    assert f"{said}." in runner.words
    assert ended


@pytest.mark.parametrize("moves", [0, 1])
def test_a_lesson_deals_again_only_if_the_learner_has_moves_left(moves: int) -> None:
    text = (Path(tutorials.__file__).parent / "free_o" / "lesson.toml").read_text("utf-8")
    begun, last = text[: text.rindex("pile=")], text[text.rindex("pile=") :]
    for held, left in (
        ("pile=house:8,car:9", "pile=house:9,car:10"),
        ("fence:8,mailbox", "fence:10,mailbox"),
        ("wild:11 hands=house:1,car:1,tree:1,fence:2,wild:1;", "wild:12 hands=tree:1;"),
    ):
        assert held in last
        last = last.replace(held, left)
    runner = Runner(read_lesson("free-o", begun + last, "any.toml"), "Ann", "a-few-turns")
    runner._moves_left = moves
    runner.go_on()
    attempt(runner, "tree")
    assert runner.words[-1].startswith("Ann plays Tree and goes out (FRO-18); Ann scores 0")
    assert runner.is_done == (moves == 0)


@pytest.mark.parametrize("key", GAMES)
def test_the_game_that_ends_a_lesson_counts_only_choices_and_ends_with_the_learners_turn(
    key: str,
) -> None:
    for seed in range(3):
        runner, rng, choices = Runner(lesson_of(key), "Ann", "a-few-turns"), Random(seed), 0
        runner.go_on()
        while not runner.is_done:
            if runner.phase is Phase.ASKING:
                choices += runner.state.only_move() is None
                runner.attempt(rng.choice(runner.state.legal_moves()))
            else:
                runner.go_on()
        learner = runner.match.persons()[0]
        assert runner.match.is_over or choices >= runner.step.moves
        assert runner.match.is_over or runner.state.turn_seat() != learner
        runner.go_on()
        assert phase(runner) is Phase.OVER
