"""Before a game with hidden hands ends, no text reveals what only one seat may know."""

import re
from collections.abc import Iterator

import pytest
from random_games import play_first_moves, play_on, save_game

from ai.agent import HUMAN
from boxtui.commands import saves
from boxtui.games import GAMES
from boxtui.plain.words import position_words
from boxtui.play import transcript
from boxtui.play.match import Match, Seat, hides_seed
from boxtui.play.record import Record
from boxtui.play.viewer import Viewer
from saves.library import Library

SEATS = (Seat("Ann", HUMAN), Seat("Bob", "level5"), Seat("Cid", HUMAN))

A_CARD = "(is dealt|draws) (House|Car|Tree|Fence|Mailbox|Truck|You Are Captured|Draw A Card|Wild)"


@pytest.fixture
def record(library: Library) -> Iterator[Record]:
    """A game under way."""
    kept = Record.begin(Match(GAMES["free-o"], {}, SEATS, 8), library)
    play_on(kept, lambda match: len(match.moves) == 60)
    yield kept
    kept.close()


def test_a_save_of_an_unfinished_game_is_shown_without_the_players_cards(record: Record) -> None:
    shown = list(saves.save_lines(record.name))
    assert not re.search(A_CARD, "\n".join(shown))
    assert "seed shown at the end" in shown[0]
    now = shown[shown.index("Now:") + 1 :]
    viewer = Viewer(record.match)
    assert now == position_words(viewer)
    assert not any(map(viewer.sees, range(len(SEATS))))
    hidden = [line for line in shown if re.search(r"  \?  ", line)]
    assert len(hidden) == sum(line.hides for line in record.match.log) > 18


def test_an_exported_game_is_complete_and_reads_back(record: Record, library: Library) -> None:
    text = saves.export_text(record.name)
    assert text.splitlines()[1:3] == [
        "# It shows every card that any player was dealt or drew.",
        "# The cards still to come follow from its seed.",
    ]
    again, _ = transcript.from_text(text, "a.toml", library)
    assert again.state.text() == record.match.state.text()
    play_first_moves(record)
    assert "follow from its seed" not in saves.export_text(record.name)
    shown = "\n".join(saves.save_lines(record.name))
    assert len(re.findall(A_CARD, shown)) == sum(line.hides for line in record.match.log)
    assert "draws a card\n" not in shown


@pytest.mark.parametrize(
    ("game", "players", "hides"),
    [
        ("free-o", (HUMAN, HUMAN), True),
        ("free-o", (HUMAN, "level1", HUMAN), True),
        ("free-o", (HUMAN, "level1"), True),
        ("free-o", ("level1", "level1"), False),
        ("kimbo", (HUMAN, HUMAN), False),
    ],
)
def test_fro_22_a_hidden_hand_hides_the_seed(
    library: Library, game: str, players: tuple[str, ...], hides: bool
) -> None:
    seats = [Seat(player, player) for player in players]
    assert hides_seed(GAMES[game], seats) == hides
    record = save_game(library, *seats, game=game, seed=7, moves=9)
    assert record.match.is_seed_secret == hides
    assert ("seed 7" not in next(saves.save_lines(record.name))) == hides
    exported = saves.export_text(record.name)
    assert ("The cards still to come" in exported) == hides
    assert ("It shows every card" in exported) == (game == "free-o")
