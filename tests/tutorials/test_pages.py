"""What a page of the rulebook says beside the rules."""

import pytest
from people import ANN

from boxtui.core import Game
from boxtui.games import GAMES
from boxtui.games.free_the_box.state import FreeTheBox
from boxtui.lines import ASCII
from boxtui.play.match import Match
from boxtui.views.free_the_box_drawing import FreeTheBoxDrawing
from boxtui.views.free_the_box_signs import SIGNS, FreeTheBoxSelection
from boxtui.views.games import words_of
from tutorials import pages
from tutorials.errors import LessonFault
from tutorials.lesson import lesson_of
from tutorials.pages import rules_page

MARKS = {
    "free-the-box": (*SIGNS.values(), "<", "@", "x", "^", "=", "-", "!"),
    "kimbo": ("<", "?", "+", "J", "*", ":", "^", ">", "v", "( )", "x"),
    "box": ("[ ]", "( )", "{ }", "+", "!"),
    "free-o": ("[ ]", "x2"),
}
"""The signs that a game's board is drawn with."""


@pytest.mark.parametrize("game", MARKS)
def test_a_page_says_what_the_signs_on_the_board_mean(game: str) -> None:
    told = rules_page(game).about
    for mark in MARKS[game]:
        assert f" {mark} " in told.replace(".", " ").replace(",", " ")


def test_a_page_may_end_its_lines_as_windows_does(monkeypatch: pytest.MonkeyPatch) -> None:
    windows = pages.content_of("box", "rules.md").replace(b"\n", b"\r\n")
    monkeypatch.setattr(pages, "content_of", lambda *_: windows)
    assert rules_page.__wrapped__("box") == rules_page("box")


def test_the_page_of_free_the_box_says_which_place_two_letters_stand_for() -> None:
    for count in (2, 4, 6):
        match = Match(GAMES["free-the-box"], {}, [ANN] * count, 3)
        assert isinstance(match.state, FreeTheBox)
        drawing = FreeTheBoxDrawing(match.state, ASCII, FreeTheBoxSelection(), (), ())
        for place, letters in drawing.short.items():
            assert f" {letters} {place}" in rules_page("free-the-box").about


@pytest.mark.parametrize("game", [game for game in GAMES.values() if game.resignation is not None])
def test_a_rule_says_what_to_type_to_resign(game: Game) -> None:
    seats = [ANN] * game.seats[0]
    typed = words_of(Match(game, {}, seats, 3)).resign_word()
    assert any(f"type {typed}" in rule.text for rule in rules_page(game.key).rules)


def test_a_missing_page_or_lesson_is_named() -> None:
    with pytest.raises(LessonFault, match=r"tutorials/go_fish/rules\.md: there is no such file\."):
        rules_page("go-fish")
    with pytest.raises(LessonFault, match=r"tutorials/go_fish/lesson\.toml: there is no such"):
        lesson_of("go-fish")


def test_emphasized_words_lose_their_stars_but_signs_keep_them() -> None:
    assert "*" in rules_page("free-the-box").about
    assert "*" not in "".join(rule.text for rule in rules_page("box").rules)


@pytest.mark.parametrize(
    ("sought", "numbers", "missing"),
    [
        ("6", [6], []),
        ("STB-1", [1], []),
        ("stb-19", [19], []),
        ("8, STB-6 8", [6, 8], []),
        ("14,789", [8], []),
        ("NINE tiles", [0, 2, 9, 18], []),
        ("  two   dice ", [0, 13, 20], []),
        ("tiles NINE", [0, 2, 9, 18], []),
        ("STB-1 NINE tiles", [0, 1, 2, 9, 18], []),
        ("tiles STB-1 NINE", [0, 1, 2, 9, 18], []),
        ("nine gold tiles", [], ["gold"]),
        ("gold STB-2", [2], ["gold"]),
        (",,", [], []),
        ("20", [], ["20"]),
        ("6 20", [], ["20"]),
        ("2 zzz", [], ["zzz"]),
    ],
)
def test_a_number_finds_its_rule_and_words_every_place_and_those_that_are_nowhere_are_named(
    sought: str, numbers: list[int], missing: list[str]
) -> None:
    page = rules_page("shut-the-box")
    assert page.find(sought) == numbers
    assert page.missing(sought) == missing


@pytest.mark.parametrize("key", GAMES)
def test_a_rule_is_found_only_by_its_whole_number_and_the_other_texts_by_their_headings(
    key: str,
) -> None:
    page = rules_page(key)
    assert page.found("introduction") == [("Introduction", page.about)]
    figures = [("Figures in hints", page.figures)] if page.figures else []
    assert page.found("FIGURES in hints") == figures
    for place, rule in enumerate(page.rules, 1):
        number = rule.number.partition("-")[2]
        assert page.find(rule.number) == page.find(number) == [place]


def test_a_word_that_every_number_begins_with_is_a_word_like_others() -> None:
    assert len(rules_page("box").find("box")) > 5
