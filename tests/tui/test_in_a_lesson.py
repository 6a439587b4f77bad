"""A lesson's page: its cursor, its list of steps, and the game it ends in on a custom board."""

import re
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager

import pytest
from canvas_text import go, text_of, until_gone, until_shown, words_on
from game_screens import press, pressed, running, settled, shown, until
from textual.pilot import Pilot

from boxtui.games import GAMES
from boxtui.games.kimbo.game import BOARD
from boxtui.learn.session import LessonSession
from boxtui.lines import paragraphs, plain
from boxtui.system import locations
from boxtui.system.settings import Settings
from boxtui.tui.screens import lesson as lesson_screen
from boxtui.tui.screens.choose import ChooseScreen
from boxtui.tui.screens.game import GameScreen
from boxtui.tui.screens.lesson import LessonScreen
from boxtui.tui.widgets.choices import Choices
from tutorials.errors import LessonFault
from tutorials.runner import Phase


@asynccontextmanager
async def in_a_lesson(
    game: str = "kimbo", size: tuple[int, int] = (80, 24), step: str = ""
) -> AsyncIterator[tuple[Pilot[int], LessonScreen]]:
    """Show a lesson, at its first step, or at the named one once it waits for a move."""
    settings = Settings(name="Computer", pace="at once")
    async with running(settings=settings, size=size) as (pilot, app):
        page = LessonScreen(LessonSession(game, "Computer"))
        await app.push_screen(page)
        if step:
            page._go_to(step)
            await until(pilot, page.takes_moves)
            await settled(pilot)
        yield pilot, page


@pytest.mark.parametrize("game", GAMES)
async def test_the_cursor_begins_away_from_every_answer(game: str) -> None:
    async with in_a_lesson(game) as (pilot, page):
        page.runner.reached = len(page.runner.lesson.steps) - 1
        asked = 0
        for step in page.runner.lesson.steps:
            page._go_to(step.name)
            await settled(pilot)
            if page.runner.phase is Phase.ASKING and page.may_decide():
                asked += 1
                assert page.board.picked_move not in page.runner.solving_moves(), step.name
        assert bool(asked) == (game != "free-the-box")  # there, each step begins with a roll


async def test_what_is_asked_is_apart_from_a_hint_if_there_is_room() -> None:
    async with in_a_lesson("box", step="a-box") as (pilot, page):
        await pressed(pilot, "h", "h")
        beside = [plain(line).strip() for line in page.side_lines(*page.side.size)]
        assert beside[beside.index("Complete a box.") - 1] == ""


async def test_a_hint_leaves_the_explanation_in_view_if_there_is_room() -> None:
    async with in_a_lesson("free-o") as (pilot, page):
        for at, hints in ((3, 1), (3, 2), (10, 2), (37, 2)):
            page._go_to(page.runner.lesson.steps[at - 1].name)
            await settled(pilot)
            await pressed(pilot, *["h"] * hints)
            shown_text = words_on(pilot, "side")
            assert page.runner.explanation
            for words in (page.runner.explanation, *page.runner.words):
                assert " ".join(words.split()) in shown_text


async def test_players_of_a_lesson_have_a_name_and_no_level() -> None:
    async with in_a_lesson("free-the-box") as (pilot, page):
        for size, part in (((80, 24), "side"), ((60, 20), "board")):
            await pilot.resize_terminal(*size)
            await until_shown(pilot, part, page.match.seats[1].name)
            assert not re.search(r"\bL1\b|level 1", text_of(pilot, part))


async def test_the_first_step_offers_no_way_back() -> None:
    async with in_a_lesson() as (pilot, page):
        await settled(pilot)
        assert "step back" not in text_of(pilot, "keys")
        page._go_to(page.runner.lesson.steps[1].name)
        await go(pilot, ("keys", "step back"), "backspace")
        await until_gone(pilot, "keys", "step back")
        assert page.runner.at == 0


async def test_a_mistake_in_the_lessons_file_is_said_and_the_lesson_stays_where_it_was(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def fail() -> None:
        raise LessonFault("tutorials/kimbo/lesson.toml, line 9: There is no square z9.")

    async with in_a_lesson() as (pilot, page):
        with monkeypatch.context() as faulty:
            faulty.setattr(page.runner, "prepare_next", lambda: fail)
            await go(pilot, "enter", lambda: "line 9: There is no" in page.message.text)
        assert page.runner.at == 0
        await press(pilot, "enter")
        await until(pilot, lambda: page.runner.at > 0 or page.runner.phase is not Phase.TELLING)


@pytest.mark.parametrize(
    ("game", "step", "refused", "size"),
    [
        ("kimbo", "a-fence", ("F c5/c6>b6/b7", "F d3/d4>b1/b2"), (80, 24)),
        ("shut-the-box", "laying-down", ("9",), (60, 24)),
    ],
)
async def test_a_rule_that_is_quoted_can_be_read_whole(
    game: str, step: str, refused: Sequence[str], size: tuple[int, int]
) -> None:
    async with in_a_lesson(game, size, step=step) as (pilot, page):
        for move in refused:
            page.line_typed(move)
            await settled(pilot)
            where = page.side if page.side.display else page.board
            shown = text_of(pilot, str(where.id))
            for _ in range(2):
                await press(pilot, "t")
                shown += text_of(pilot, str(where.id))
            for line in paragraphs(page.runner.words, where.size.width):
                assert plain(line).strip() in shown


async def test_what_is_asked_stays_in_view_with_every_part_of_a_text_without_room() -> None:
    async with in_a_lesson(step="straight-on") as (pilot, page):
        for keys in (("colon",), (*"1 b2-b1", "enter"), ("escape",), ("t",)):
            await pressed(pilot, *keys)
            assert page._is_in_parts
            assert words_on(pilot, "side").count(page.runner.request) == 1


async def test_t_beside_the_board_turns_a_text_in_parts_and_does_nothing_to_a_whole_one() -> None:
    async with in_a_lesson(step="a-fence") as (pilot, page):
        for turns in (False, True):
            if turns:
                page.line_typed("F c5/c6>b6/b7")
                await settled(pilot)
            page.say("")
            before = text_of(pilot, "side")
            await pressed(pilot, "t")
            assert (text_of(pilot, "side") != before) == turns
            assert page.message.text.startswith("t does nothing here.") != turns


async def test_in_the_game_of_a_lesson_it_is_said_once_whose_turn_it_is() -> None:
    async with in_a_lesson("kimbo") as (pilot, page):
        page._go_to("a-few-turns")
        await go(pilot, ("side", "Enter: go on."), "enter", page.may_decide)
        await until_shown(pilot, "side", "It is your turn.")
        assert "Your move." not in text_of(pilot, "side")


@pytest.mark.parametrize(
    ("game", "step", "said"),
    [
        ("box", "a-box", "Your move. Press Enter again to mark."),
        ("kimbo", "a-fence", "Your move. Press Enter again to take."),
        ("box", "any-rectangle", "Your move: pick one, then press Enter."),  # on what is marked
        # with nothing picked
        ("shut-the-box", "laying-down", "Your move: pick one, then press Enter."),
    ],
)
async def test_an_enter_that_was_to_read_on_plays_nothing_and_says_what_another_one_plays(
    game: str, step: str, said: str
) -> None:
    async with in_a_lesson(game, step=step) as (pilot, page):
        page._question_shown.seconds = 1000.0
        moves, picked = list(page.match.moves), page.board.picked_move
        await pressed(pilot, "enter")
        assert page.match.moves == moves
        assert page.message.text == said
        await pressed(pilot, "enter")
        assert page.match.moves == [*moves, *([] if picked is None else [picked])]


@pytest.mark.parametrize("is_hint", [True, False])
async def test_a_hint_or_a_move_clears_what_an_early_enter_was_told(is_hint: bool) -> None:
    async with in_a_lesson("box", step="a-box") as (pilot, page):
        page._question_shown.seconds = 1000.0
        await press(pilot, "enter")
        assert page.message.text
        if is_hint:
            await go(pilot, "h", lambda: bool(page.runner.pointed_at))
        else:
            page.play(page.board.picked_move or 0)
            await until(pilot, lambda: page.runner.phase is not Phase.ASKING)
        assert not page.message.text


async def test_what_the_lesson_has_picked_is_only_played_by_a_second_enter() -> None:
    async with in_a_lesson("box", step="raising") as (pilot, page):
        page._question_shown.seconds = 0.0
        for _ in range(2):
            await pressed(pilot, "enter")
            assert page.message.text == "Your move. Press Enter again to pass."
            await go(pilot, "enter", lambda: page.runner.phase is Phase.ANSWERING)
            await go(pilot, "enter", page.may_decide)
        await pressed(pilot, "h", "h")
        await go(pilot, "enter", lambda: page.runner.phase is Phase.SOLVED)


async def test_what_is_picked_is_played_at_once_after_time_to_read_and_after_a_wrong_answer() -> (
    None
):
    async with in_a_lesson("box", step="a-box") as (pilot, page):
        page._question_shown.end()
        page._question_shown.seconds = 1000.0  # for what is asked from now on
        for _ in range(2):
            await press(pilot, "left")
            await go(pilot, "enter", lambda: page.runner.phase is Phase.ANSWERING)
            while page.runner.phase is Phase.ANSWERING:
                await pressed(pilot, "enter")


async def test_an_answer_that_is_a_key_of_the_board_is_given_as_one() -> None:
    async with in_a_lesson("box", step="missed-boxes") as (pilot, page):
        await pressed(pilot, "h", "h")
        assert page.runner.words[1] == "One answer: b2-f4, then press d (done)."


async def test_a_hint_that_a_refusal_has_replaced_can_be_read_again() -> None:
    async with in_a_lesson("box", step="a-box") as (pilot, page):
        await pressed(pilot, "h", "h")
        hint, best = page.runner.words, page.runner.hinted_move
        refused = next(move for move in range(1000) if page.match.state.why_not(move))
        page.submit(refused)
        await until(pilot, lambda: page.runner.says_refusal)
        await settled(pilot)
        assert "h hint" in words_on(pilot, "keys")
        await pressed(pilot, "h")
        assert (page.runner.words, page.message.text) == (hint, "")
        assert page.board.picked_move == best
        assert "h hint" not in words_on(pilot, "keys")


async def test_once_a_hint_has_named_the_answer_its_key_is_not_named_and_only_picks_it() -> None:
    async with in_a_lesson("box", step="a-box") as (pilot, page):
        for is_named, said in ((True, ""), (True, ""), (False, "There is no further hint.")):
            assert ("h hint" in words_on(pilot, "keys")) == is_named
            await pressed(pilot, "h")
            assert page.message.text == said
            picked = page.board.picked_move == page.runner.hinted_move
            await press(pilot, "up")
        assert picked
        assert "h hint" not in words_on(pilot, "keys")


@pytest.mark.parametrize(("game", "step"), [("shut-the-box", "one-die"), ("free-o", "who-deals")])
async def test_enter_gives_a_typed_answer_once_a_hint_has_named_it(game: str, step: str) -> None:
    async with in_a_lesson(game, step=step) as (pilot, page):
        await pressed(pilot, "h")
        assert "Enter type the answer" in words_on(pilot, "keys")
        await pressed(pilot, "h")
        assert page.runner.hinted_move is not None
        answer = page.match.state.move_text(page.runner.hinted_move)
        assert f"Enter say {answer}" in words_on(pilot, "keys")
        moves = len(page.match.moves)
        await go(pilot, "enter", lambda: len(page.match.moves) > moves)
        assert not page.line_is_open
        assert page.runner.phase is not Phase.ANSWERING


async def test_the_first_digit_of_a_roll_opens_the_line_for_it() -> None:
    async with in_a_lesson("shut-the-box", step="one-die") as (pilot, page):
        await go(pilot, "4 1", lambda: page.line.value == "41")


async def test_no_digit_opens_the_line_for_a_card_and_a_letter_is_told_which_key_does() -> None:
    async with in_a_lesson("free-the-box", step="where-a-card-leads") as (pilot, page):
        await press(pilot, "4")
        assert not page.line_is_open
        await go(pilot, "c", ("message", "To type the answer, press : first."))
        assert not page.line_is_open


async def test_what_was_no_card_isnt_said_any_more_once_the_line_is_closed() -> None:
    async with in_a_lesson("free-the-box", step="where-a-card-leads") as (pilot, page):
        said = page.runner.words
        await press(pilot, "colon", *"horse", "enter")
        await until_shown(pilot, "message", "'horse' is not")
        page._is_in_parts = True  # as where the text beside the board has no room
        await press(pilot, "escape")
        assert page.runner.words == said


@pytest.mark.parametrize(("size", "where"), [((80, 24), "side"), ((60, 20), "board")])
async def test_what_is_typed_is_refused_at_its_line_and_the_lessons_text_stays(
    size: tuple[int, int], where: str
) -> None:
    async with in_a_lesson("free-o", size, step="who-deals") as (pilot, page):

        def asks(*, has_line: bool) -> bool:
            shown = words_on(pilot, where)
            is_said = all(" ".join(each.split()) in shown for each in page.runner.words)
            return is_said and ("Enter: type the answer." in shown) != has_line

        said = page.runner.words
        assert page.runner.step.say in said
        await go(pilot, lambda: asks(has_line=False), "colon", lambda: asks(has_line=True))
        await press(pilot, *"horse", "enter")
        await until_shown(pilot, "message", "'horse' is not")
        await until_gone(pilot, where, "'horse' is not")
        assert page.line_is_open
        assert page.runner.request.split()[-1] in text_of(pilot, where)
        await go(pilot, "escape", lambda: asks(has_line=False))
        assert page.runner.words == said
        assert "'horse' is not" not in text_of(pilot, where) + text_of(pilot, "message")


async def test_a_rule_that_is_cut_below_the_open_line_is_read_on_once_that_is_closed() -> None:
    async with in_a_lesson("kimbo", step="capturing") as (pilot, page):
        await press(pilot, "colon", *"5 e3xe8", "enter")
        await go(pilot, ("side", "Esc: read on"), "escape", ("side", "There is no piece on e3"))
        assert page.runner.step.say in page.runner.words  # the task stays
        await go(pilot, "t t", ("side", "as the first left it."))
        assert page.runner.says_refusal


async def test_a_board_turned_to_stays_after_a_refusal_and_until_the_next_step() -> None:
    async with in_a_lesson("kimbo", (60, 20), step="a-fence") as (pilot, page):
        await go(pilot, "t", ("keys", "t text"))
        board = text_of(pilot, "board")
        await press(pilot, "colon", *"F c5/c6>b6/b7", "enter")
        await until_shown(pilot, "message", "(KIM-10)")
        await settled(pilot)
        assert text_of(pilot, "board") == board
        assert page.board.size.height == page.board.rows
        await press(pilot, "escape")
        page._go_to("two-pieces")
        await until_shown(pilot, "keys", "t board")


@pytest.mark.parametrize("seconds", [0.0, 1e9])
async def test_enter_after_a_lesson_begins_a_game_unless_it_was_one_too_many(
    seconds: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lesson_screen, "READ_ON_GRACE", seconds)
    async with in_a_lesson() as (pilot, page):
        page.runner.go_to_index(len(page.runner.lesson.steps) - 1)
        page.runner.phase = Phase.SOLVED
        await press(pilot, "enter")
        question = await shown(pilot, ChooseScreen)
        await settled(pilot)
        await pressed(pilot, "enter")
        assert question.is_deaf == bool(seconds)
        await shown(pilot, ChooseScreen if question.is_deaf else GameScreen)


def write_own_board(content: bytes) -> None:
    locations.boards().mkdir(parents=True)
    (locations.boards() / "kimbo.toml").write_bytes(content)


async def test_the_game_after_a_lesson_uses_the_owners_board_and_two_different_names() -> None:
    write_own_board(board := BOARD.replace(b'"d3/d4"', b'"d5/d6"'))
    async with in_a_lesson() as (pilot, page):
        await page._after_the_end("play")
        screen = await shown(pilot, GameScreen)
        match = screen.match
        assert match.game.board == board != GAMES["kimbo"].board
        assert [seat.name for seat in match.seats] == ["Computer", "Yellow"]
        await until(pilot, screen.may_decide)


async def test_an_unusable_board_is_reported_after_a_lesson() -> None:
    write_own_board(b"[home")
    async with in_a_lesson() as (pilot, page):
        await page._after_the_end("play")
        await until(pilot, lambda: "kimbo.toml can't be read as TOML" in page.message.text)
        assert pilot.app.screen is page


async def test_the_last_step_in_view_has_its_name_beside_the_arrow() -> None:
    async with in_a_lesson(size=(80, 20)) as (pilot, page):
        await press(pilot, "l")
        choices = (await shown(pilot, ChooseScreen)).query_one(Choices)
        below = page.glyphs.below
        await until(pilot, lambda: plain(choices._lines[-1]).startswith(below))
        assert plain(choices._lines[-1]).rstrip().endswith("(new)")


async def test_in_the_list_of_steps_digits_move_the_cursor_and_are_named() -> None:
    async with in_a_lesson() as (pilot, page):
        await press(pilot, "l")
        choices = (await shown(pilot, ChooseScreen)).query_one(Choices)
        steps = page.runner.lesson.steps
        assert f"1-{len(steps)} go to" in text_of(pilot, "keys")
        for keys, numbers in (
            ("0 1 2 3", (1, 1, 12, 3)),
            ("9 1 down down 2", (9, 1, 2, 3, 2)),  # whoever moves the cursor begins another number
            ("home 9 1 0", (1, 9, 1, 10)),
        ):
            for key, number in zip(keys.split(), numbers, strict=True):
                await press(pilot, key)
                assert choices.current == steps[number - 1].name
        await go(pilot, "enter", lambda: page.runner.at == 9)


async def test_a_card_that_cannot_be_played_says_so_and_stays_picked_after_a_refusal() -> None:
    async with in_a_lesson("free-o", step="through-a-wild") as (pilot, page):
        await press(pilot, "colon", *"car", "enter")
        await go(pilot, ("side", "Enter plays Wild."), "3")
        assert "Enter plays" not in text_of(pilot, "side")
        assert "Mailbox can't be played now." in text_of(pilot, "side")
        picks = page.board.picks
        await go(pilot, "enter enter", ("side", "FRO-11"))
        assert page.board.picks == picks


async def test_in_a_lessons_game_a_refused_card_is_explained_once_with_the_whole_rule() -> None:
    async with in_a_lesson("free-o", step="through-a-wild") as (pilot, page):
        page._go_to("a-few-turns")
        await settled(pilot)
        await go(pilot, "enter", page.may_decide, "1")
        why = "The House doesn't match: play another Tree, a Wild or a You Are Captured"
        await until(pilot, lambda: f"{why}. (FRO-11)" in words_on(pilot, "side"))
        await go(pilot, "enter enter", ("side", "House can't be played now."))
        side = words_on(pilot, "side")
        assert side.count("The House doesn't match") == 1
        await pressed(pilot, "2", "1")
        assert words_on(pilot, "side") == side
