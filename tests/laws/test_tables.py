"""Every game is in every table; otherwise a test names the table that lacks it."""

import pytest
from board_scripts import BOARDS
from said import said_file

from ai.levels import ROSTERS, agent_and_budget
from ai.roster import ADVISER, no_reasons
from boxtui.core import State
from boxtui.games import GAMES
from boxtui.tui.boards.board import GameBoard
from boxtui.tui.boards.games import GAME_BOARDS
from boxtui.views.game import GameWords
from boxtui.views.games import GAME_WORDS
from tutorials.lesson import lesson_of
from tutorials.pages import rules_page


@pytest.mark.parametrize("key", GAMES)
def test_a_game_has_a_board_words_levels_puzzles_a_lesson_and_a_page_of_rules(key: str) -> None:
    assert key in ROSTERS
    assert key in GAME_BOARDS
    assert key in GAME_WORDS
    assert len(rules_page(key).rules) > 3
    assert len(lesson_of(key).steps) > 3
    assert GAMES[key].key == key


@pytest.mark.parametrize("key", GAMES)
def test_every_level_is_made_and_a_setup_of_80_columns_has_room_for_it(key: str) -> None:
    levels = ROSTERS[key].levels
    assert [level.number for level in levels] == [1, 2, 3, 4, 5]
    assert max(len(level.title) for level in levels) <= 30
    for spec in (ADVISER, *(f"level{level.number}" for level in levels)):
        agent_and_budget(key, spec)


@pytest.mark.parametrize("key", GAMES)
def test_what_a_level_does_is_said_without_figures_and_differs_from_others(key: str) -> None:
    titles = [level.title for level in ROSTERS[key].levels]
    assert len({*titles}) == len(titles)
    assert not [title for title in titles if any(letter.isdigit() for letter in title)]


@pytest.mark.parametrize("key", ["shut-the-box", "box", "kimbo", "free-the-box", "free-o"])
def test_our_games_have_all_that_a_game_may_do_without(key: str) -> None:
    roster, game = ROSTERS[key], GAMES[key]
    assert 4 <= len(roster.puzzles.themes) <= 6
    assert roster.puzzles.usual > 0
    assert roster.puzzles.first
    assert roster.reasons is not no_reasons
    assert roster.review is not None
    assert game.tally_words
    assert type(game.start({}, 2)).is_striking is not State.is_striking
    assert rules_page(key).figures
    assert GAME_WORDS[key].where_words is not GameWords.where_words
    assert GAME_BOARDS[key].status_words is not GameBoard.status_words
    assert said_file(key).exists()
    assert (BOARDS.folder / f"{key}.txt").exists()


@pytest.mark.parametrize("key", GAMES)
def test_every_option_names_a_rule_of_the_page(key: str) -> None:
    numbers = {rule.number for rule in rules_page(key).rules}
    options = GAMES[key].options
    others = {option.ruled_by[2] for option in options if option.ruled_by}
    assert {option.rule for option in options} | others <= numbers
