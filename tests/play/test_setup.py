"""What a setup makes, and how the last one is remembered."""

import re
from collections.abc import Callable, Mapping
from contextvars import copy_context
from dataclasses import replace
from pathlib import Path

import answers
import pytest
from people import ANN, BEN

from ai.agent import HUMAN
from boxtui.core import BadOption, Game, GameError, OptionValue
from boxtui.games import GAMES
from boxtui.games.free_the_box.state import FreeTheBox
from boxtui.games.kimbo.state import Kimbo
from boxtui.play import remembered
from boxtui.play.match import Match, Seat
from boxtui.play.own_board import shown_game
from boxtui.play.setup import (
    default_count,
    default_name,
    default_player,
    new_match,
    with_unique_names,
)
from boxtui.system import locations, settings, textfile
from saves.header import TUTOR_OFF, TUTOR_VERDICTS

pytestmark = pytest.mark.usefixtures("home")

BOX, KIMBO = GAMES["box"], GAMES["kimbo"]


@pytest.mark.parametrize(
    ("names", "apart"),
    [
        ("Ann,Computer,Ann,Computer,Ann,Ann 3", "Ann,Computer,Ann 2,Computer 2,Ann 3,Ann 3 2"),
        (f"{'B' * 24},{'B' * 24}", f"{'B' * 24},{'B' * 22} 2"),
        (f"{'神' * 8},{'神' * 8}", f"{'神' * 8},{'神' * 7} 2"),
    ],
)
def test_equal_names_are_numbered_with_room_for_it_in_a_save_and_others_stay(
    names: str, apart: str
) -> None:
    seats = with_unique_names([Seat(name, HUMAN) for name in names.split(",")])
    assert [seat.name for seat in seats] == apart.split(",")


def test_the_default_is_a_person_against_a_computer_with_names() -> None:
    assert {default_count(game) for game in GAMES.values()} == {2}
    assert default_count(replace(KIMBO, seats=range(3, 5))) == 3
    assert [default_player(at) for at in range(3)] == [HUMAN, "level3", "level3"]
    for who, colors, names in (
        (HUMAN, [], ["Ann", "Player 2", "Player 3"]),
        ("level1", [], ["Seat 1", "Seat 2", "Seat 3"]),
        ("level1", ["red", "blue", "green"], ["Red", "Blue", "Green"]),
    ):
        assert [default_name(at, who, "Ann", colors) for at in range(3)] == names


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_computers_are_named_by_the_colors_on_the_board(game: Game) -> None:
    for count in game.seats:
        colors = shown_game(game).colors(count)
        names = [default_name(at, "level3", "Ann", colors) for at in range(count)]
        assert len(set(names)) == count
        state = game.start(game.with_defaults({}), count)
        if isinstance(state, (Kimbo, FreeTheBox)):
            assert [state.table.color_name(at) for at in range(count)] == colors
        else:
            assert names == [f"Seat {at + 1}" for at in range(count)]


def test_a_match_can_be_made_of_some_options_and_unknown_ones_are_refused() -> None:
    match = new_match(BOX, {"size": 8}, [ANN, BEN], 3)
    assert match.options == BOX.with_defaults({"size": 8})
    with pytest.raises(BadOption, match="has no option 'speed'"):
        new_match(BOX, {"speed": 8}, [ANN, BEN], 3)


def set_up(
    game: Game,
    seats: list[Seat],
    options: Mapping[str, OptionValue] | None = None,
    *,
    by_hand: bool = False,
    tutor: str = TUTOR_OFF,
) -> Match:
    """Return what a setup of Bo's with these options makes."""
    chosen = game.with_defaults(options or {})
    return remembered.set_up(game, chosen, seats, 3, by_hand=by_hand, tutor=tutor, own_name="Bo")


def last_setup(game: Game) -> remembered.LastSetup:
    """Return what the next setup starts with, of which there is nothing to say."""
    last, said = remembered.setup_of(game)
    assert said == ""
    return last


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_a_setup_is_read_as_it_was_written(game: Game) -> None:
    file = locations.setup(game.key)
    assert remembered.read(file, game) == (remembered.default(game), "")
    last = {option.key: option.choices[-1] for option in game.options if not option.names_loser}
    seats = [Seat("Computer", "level5"), Seat('Zoë "Z"', HUMAN)]
    set_up(game, seats, last, tutor=TUTOR_VERDICTS)
    options, names = game.with_defaults(last), ["", 'Zoë "Z"']
    assert last_setup(game) == remembered.LastSetup(
        ["level5", HUMAN], options, TUTOR_VERDICTS, names, ["Computer"], []
    )
    assert list(file.parent.iterdir()) == [file]


def test_a_match_that_is_set_up_is_remembered_even_with_options_that_do_nothing_in_it() -> None:
    options: dict[str, OptionValue] = {"handicap": "moves", "balance": "points", "points": 7.5}
    seats = [Seat("Computer", "level5"), Seat("Computer", HUMAN)]
    match = set_up(BOX, seats, options, tutor=TUTOR_VERDICTS)
    assert (match.options, match.seed) == (BOX.with_defaults({"handicap": "moves"}), 3)
    assert match.seats == [seats[0], Seat("Computer 2", HUMAN)]
    assert (match.by_hand, match.tutor) == (False, TUTOR_VERDICTS)
    last = last_setup(BOX)
    assert (last.options, last.typed) == (BOX.with_defaults(options), ["", "Computer"])


def test_a_setup_that_cannot_be_written_is_played_and_a_refused_one_is_not_remembered() -> None:
    folder = locations.setup("kimbo").parent
    folder.parent.mkdir(parents=True)
    folder.write_text("a file")
    match = set_up(KIMBO, [ANN, BEN], by_hand=True)
    assert (match.seats, match.by_hand) == ([ANN, BEN], True)
    folder.unlink()
    with pytest.raises(GameError):
        set_up(KIMBO, [ANN] * 9)
    assert not locations.setup("kimbo").exists()


def test_people_and_computers_keep_their_names_in_the_next_setup() -> None:
    seats = [ANN, Seat("Player 2", HUMAN), Seat("Computer", "level1"), Seat("Zoë", HUMAN)]
    set_up(KIMBO, seats)
    last, colors = last_setup(KIMBO), KIMBO.colors(4)
    named = [last.default_name(at, seat.player, "Bo", colors) for at, seat in enumerate(seats)]
    assert named == ["Ann", "Player 2", "Computer", "Zoë"]
    assert last.default_name(2, HUMAN, "Bo", colors) == "Player 3"
    assert last.default_name(3, "level1", "Bo", colors) == colors[3].capitalize()
    set_up(KIMBO, seats[:3])
    set_up(KIMBO, [ANN, seats[2]])
    last = last_setup(KIMBO)
    assert last.default_name(3, HUMAN, "Bo", colors) == "Zoë"
    assert last.default_name(2, "level1", "Bo", colors) == "Computer"


def test_a_computer_that_is_named_as_usual_can_have_another_color_next_time() -> None:
    usual = KIMBO.colors(2)[1].capitalize()
    for named, kept in (("Rosa", "Rosa"), (usual, "Blue")):
        set_up(KIMBO, [ANN, Seat(named, "level1")])
        assert last_setup(KIMBO).default_name(1, "level1", "Bo", ["red", "blue"]) == kept


def test_seats_that_a_smaller_game_has_no_use_for_are_as_they_were_in_the_next_larger_one() -> None:
    set_up(KIMBO, [ANN, BEN, Seat("x", "level1"), Seat("y", "level5")])
    for players in (["level2", HUMAN, "level4"], [HUMAN, "level2"]):
        set_up(KIMBO, [Seat(f"{at}", who) for at, who in enumerate(players)])
    last = last_setup(KIMBO)
    assert last.players == [HUMAN, "level2"]
    assert last.ever_seated == [HUMAN, "level2", "level4", "level5"]


def test_the_own_name_isnt_kept_so_it_can_change_in_the_settings() -> None:
    set_up(KIMBO, [Seat("Bo", HUMAN), BEN])
    last = last_setup(KIMBO)
    assert [last.default_name(at, HUMAN, "Cleo", ()) for at in range(2)] == ["Cleo", "Ben"]


@pytest.mark.parametrize(("content", "said"), answers.cases("play/wrong_setups.txt"))
def test_a_wrong_file_is_named_and_the_defaults_are_offered(content: str, said: str) -> None:
    assert answers.wrong_setup(content) == said, "make golden"


@pytest.mark.parametrize(
    ("of", "name", "text"),
    [
        (locations.settings, "", "pace = "),
        (lambda: locations.setup("kimbo"), "", "players = "),
        (lambda: locations.setup("kimbo"), "", "clock = 3"),
        (locations.boards, "kimbo.toml", "home = "),
        (locations.boards, "Kimbo.toml", ""),
        (lambda: locations.boards().parent, "boards", ""),
    ],
)
def test_a_player_on_a_host_is_to_tell_the_host_of_files_that_only_the_host_can_correct(
    of: Callable[[], Path], name: str, text: str, tmp_path: Path
) -> None:
    def told() -> str:
        locations.use_folder_of_player(tmp_path)
        file = of() / name
        file.parent.mkdir(parents=True)
        file.write_text(text)
        own, setup = settings.read(locations.settings())[1], remembered.setup_of(KIMBO)[1]
        assert str(file) in own + setup
        return own + setup

    complaint = copy_context().run(told)
    assert "Tell the host." in complaint
    assert not re.search("correct|remove|rename|move it|otherwise", complaint, re.IGNORECASE)


def test_the_setup_of_a_later_boxtui_is_left_alone() -> None:
    file = locations.setup("box")
    file.parent.mkdir(parents=True)
    file.write_text(content := 'players = ["human", "level1"]\nclock = 3\n')
    found, complaint = remembered.read(file, BOX)
    assert found == remembered.default(BOX)
    assert complaint == f"{remembered._DEFAULTS}: {textfile.written_later(file)}"
    set_up(BOX, [ANN, BEN])
    assert file.read_text() == content
