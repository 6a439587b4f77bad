"""The commands about saves: what they print, and how saves that are faulty are refused."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from people import ANN, BEN
from played import Told, library_in, unlistable_in
from played import command as run
from random_games import WHOLE, save_game

from ai.agent import HUMAN
from boxtui.games import GAMES
from boxtui.play.match import Seat
from saves.errors import SaveOutdated

pytestmark = pytest.mark.usefixtures("home")


def a_game(home: Path, *, ended: bool = False) -> str:
    """Save a game for one player, complete or just begun; return its name."""
    moves = WHOLE if ended else 0
    return save_game(library_in(home), Seat("Zoë 神", HUMAN), moves=moves).name


def test_a_save_is_shown_with_people_and_levels_by_their_names(home: Path, told: Told) -> None:
    seats = [Seat("Zoë 神", HUMAN), Seat("Ben", "level2"), Seat("Seat 3", "level1")]
    shown = told("saves", "show", save_game(library_in(home), *seats).name).splitlines()
    assert {"Seat 1: Zoë 神, person", "Seat 2: Ben, level 2", "Seat 3: level 1"} <= set(shown)


@pytest.mark.parametrize("key", GAMES)
def test_a_save_is_shown_with_where_its_dice_come_from_if_its_game_has_dice(
    key: str, home: Path, told: Told
) -> None:
    name = save_game(library_in(home), ANN, Seat("Ben", "level1"), game=key).name
    first, *_ = told("saves", "show", name).splitlines()
    assert ("dice" in first) == GAMES[key].has_dice
    assert '\ndice = "rolled"\n' in told("saves", "export", name)


def test_saves_are_listed_shown_exported_imported_renamed_and_removed(
    home: Path, told: Told
) -> None:
    name = a_game(home, ended=True)
    assert re.fullmatch(rf"{name}  just now    ended, \d+ +Zoë 神\n", told("saves", "list"))
    shown, record = told("saves", "show", name), told("saves", "export", name)
    assert "Zoë 神" in shown
    assert "Scoring: digits" in shown
    imported = run(home, "saves", "import", "-", given=record)
    assert (imported.returncode, imported.stderr) == (0, "")
    copy = imported.stdout.split()[-1].rstrip(".")
    for key in (copy, "shut-the-box"):
        assert (told("saves", "show", key), told("saves", "export", key)) == (shown, record)
    assert f"`boxtui resume {copy} --plain`" in told("resume", copy, code=4)
    assert told("resume", code=1)
    assert f"already a file {name}.box" in told("saves", "rename", copy, name, code=1)
    game = told("saves", "rename", copy, "Kimbo.box", code=1)
    assert "kimbo is the name of a game" in game
    for act in (["rename", "kimbo", "copied"], ["remove", "kimbo"]):
        assert "kimbo is a game" in told("saves", *act, code=1)
    renamed = told("saves", "rename", f"{copy}.box", "copied")
    assert renamed == f"Renamed '{copy}' to 'copied'.\n"
    same = told("saves", "rename", "copied", "copied.box")
    assert same == "The name is still 'copied'.\n"
    for each in (name, "copied"):
        told("saves", "remove", each)
    assert "no saved game" in told("saves", "list")


def test_a_game_without_options_is_shown_and_imported_elsewhere(home: Path, told: Told) -> None:
    name = save_game(library_in(home), ANN, BEN, game="kimbo").name
    record = told("saves", "export", name)
    imported = run(home / "elsewhere", "saves", "import", "-", given=record)
    assert (imported.returncode, imported.stderr) == (0, "")
    assert "" not in told("saves", "show", name).splitlines()


def test_a_very_long_name_is_listed_whole_and_others_keep_their_columns(
    home: Path, told: Told
) -> None:
    record, _ = (save_game(library_in(home), ANN, BEN, game="kimbo") for _ in range(2))
    record.path.rename(record.path.with_name(f"{'x' * 200}.box"))
    lines = told("saves", "list").splitlines()
    assert [line.rstrip()[-8:] for line in lines] == ["Ann, Ben"] * 2
    short, long = sorted(lines, key=len)
    assert len(short) <= 80
    assert long.startswith("x" * 200)


def test_a_file_that_is_not_a_record_is_refused_with_3(home: Path, told: Told) -> None:
    long, deep = b"x = " + b"9" * 5000, b"x = " + b"[" * 20000
    for given in (b"", b"moves = 1", b"\xff\xfe", long, deep, b"\x89BOXTUI\n"):
        (home / "given").write_bytes(given)
        assert told("saves", "import", str(home / "given"), code=3).count("\n") == 1


def test_a_damaged_save_is_refused_with_3(home: Path, told: Told) -> None:
    name = a_game(home)
    path = library_in(home).find(name)
    path.write_bytes(path.read_bytes()[:30])
    for words in (("saves", "show", name), ("resume", name)):  # before a terminal is asked for
        assert "damaged" in told(*words, code=3)


def test_saves_that_may_not_be_read_are_refused_with_3(home: Path, told: Told) -> None:
    folder = unlistable_in(home).folder
    assert f"The folder of saves, {folder}, can't be read" in told("saves", "list", code=3)


def test_a_save_of_older_rules_is_refused_with_3(
    told: Told, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(name: str) -> Iterator[str]:
        raise SaveOutdated("a.box can't be opened.")

    monkeypatch.setattr("boxtui.commands.saves.save_lines", refuse)
    assert "a.box can't be opened." in told("saves", "show", "a", code=3)
