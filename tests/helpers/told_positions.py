"""Positions, and all that players are told about them and see of them, as text.

Each text in tests/views/told is about one game. A case begins with a claim, a position, the players
(a name, and after `=` the kind of a computer) and the moves played from there. What follows is
written anew, on purpose, by `python tests/helpers/told_positions.py`.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Final

from bare_board import BareTable
from random_games import moved

from ai.agent import HUMAN
from boxtui.core import OVER
from boxtui.games import GAMES
from boxtui.lines import ASCII, plain
from boxtui.play.match import Match, Seat, match_at
from boxtui.play.recent import Recent
from boxtui.play.results import ranked, result_of, seed_words
from boxtui.play.stories import story_of
from boxtui.play.viewer import Viewer
from boxtui.tui.boards.games import GAME_BOARDS
from boxtui.views.games import words_of

FOLDER: Final = Path(__file__).parents[1] / "views" / "told"
CLAIM: Final = "=== "
COMMON_STYLES: Final = ("plain", "faint", "strong")


def cases(game: str) -> list[str]:
    """Return the cases in a game's text."""
    text = (FOLDER / f"{game}.txt").read_text("utf-8")
    return [CLAIM + case for case in text.split(CLAIM)[1:]]


def rewritten(game: str, case: str) -> str:
    """Return a case with what is given there, and all that is told and drawn now."""
    given = case.splitlines()[:4]
    position, players, moves = given[1], given[2].split()[1:], given[3].partition(":")[2]
    split = (player.partition("=") for player in players)
    seats = [Seat(name, kind or HUMAN) for name, _, kind in split]
    match = match_at(GAMES[game], position, seats)
    recent = Recent(Viewer(match))
    moved(match, *filter(None, moves.strip().split(", ")))
    lines = [*given, *_told(match, recent), "", *_drawn(match, recent), ""]
    return "".join(f"{line.rstrip()}\n" for line in lines)


def _told(match: Match, recent: Recent) -> Iterator[str]:
    """Yield what is told, with what kind of text it is before it."""
    words, state = words_of(match, recent.viewer), match.state
    yield f"round:    {words.round_words()}"
    for said in words.position_words():
        yield f"position: {said}"
    for seat, did in words.digest(recent):
        yield f"recently: {match.seats[seat].name}: {did}"
    is_over = state.current_player() == OVER
    for said in () if is_over else words.now_words():
        yield f"now:      {said}"
    for _, end in words.ends() if is_over or "phase=scored" in state.text() else ():
        yield f"end:      {end}"
    for rank, seat in ranked(match) if is_over else ():
        worth = words.worth_words(state.returns()[seat])
        yield f"rank {rank}:   {match.seats[seat].name}, {worth}"
    yield f"story:    {result_of(match)} {story_of(match).words}. {seed_words(match)}"


def _drawn(match: Match, recent: Recent) -> Iterator[str]:
    """Yield the board, and the letters in each style; with marks for what was played, if any was.

    Otherwise it is the board of a game in plain text.
    """
    table = BareTable(match)
    table.viewer, table.recent = recent.viewer, recent
    board = GAME_BOARDS[match.game.key](table)
    board.look_back()
    lines = list(board.board_lines(21) if match.moves else words_of(match).drawn(ASCII))
    pieces = [piece for line in lines for piece in line if piece.style not in COMMON_STYLES]
    yield from map(plain, lines)
    for style in sorted({piece.style for piece in pieces if piece.text.strip()}):
        letters = {word for piece in pieces if piece.style == style for word in piece.text.split()}
        yield f"{style + ':':<10}{' '.join(sorted(letters))}"
    if lit := [piece.target for piece in pieces if piece.style == "chosen"]:
        yield f"lit:      {', '.join(lit)}"


if __name__ == "__main__":
    for each in GAMES:
        (FOLDER / f"{each}.txt").write_text(
            "".join(rewritten(each, c) for c in cases(each)), "utf-8"
        )
