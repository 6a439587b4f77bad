"""The games in docs/games.md; only `make written` rewrites them.

A game's picture is its board at the last question of its lesson that has its own position.
"""

from collections.abc import Iterator, Mapping
from pathlib import Path
from textwrap import fill
from typing import Any, Final

from bare_board import board_of

from ai.levels import levels_of
from ai.roster import Share
from boxtui.core import Game
from boxtui.exact.strength import level_strengths
from boxtui.games import GAMES
from boxtui.lines import UNICODE, plain
from boxtui.tui.boards.board import GameBoard
from boxtui.tui.widgets.keys import shown_key
from tutorials.lesson import lesson_of
from tutorials.runner import Runner

FILE: Final = Path(__file__).parents[1] / "docs" / "games.md"
BEGIN: Final = "<!-- written by tools/games_page.py -->\n"
END: Final = "<!-- end -->\n"
ROWS: Final = 20


def written(page: str) -> str:
    """Return the text with its part about the games rewritten."""
    before, _, rest = page.partition(BEGIN)
    _, _, after = rest.partition(END)
    return f"{before}{BEGIN}{''.join(_parts())}{END}{after}"


def _parts() -> Iterator[str]:
    for game in GAMES.values():
        board = _board(game)
        keys = ", ".join(_own_keys(board))
        lines = [plain(line).rstrip() for line in board.board_lines(ROWS)]
        picture = "\n".join(lines).strip("\n")
        yield f"\n### {game.title}\n\n{game.blurb} {_players(game)}\n\n"
        yield f"```\n{picture}\n```\n\n"
        yield f"{fill(f'Its own keys: {keys}.', 100)}\n\n"
        yield fill(f"Its options: {'; '.join(_options(game)) or 'none'}.", 100) + "\n"
    yield "\n### Levels\n\n| game | level | how it thinks | against the one below |\n"
    yield "| --- | --- | --- | --- |\n"
    for game in GAMES.values():
        shares = _shares(game)
        for level in levels_of(game.key):
            share = shares.get(level.number, "not shown" if level.number > 1 else "")
            yield f"| {game.title} | {level.number} | {level.title} | {share} |\n"
    yield "\n"


def _board(game: Game) -> GameBoard[Any, Any]:
    """Return the game's board as the learner sees it at that question."""
    lesson = lesson_of(game.key)
    asked = [step.name for step in lesson.steps if step.position and step.question][-1]
    return board_of(Runner(lesson, "Ann", asked, asked).match, UNICODE)


def _players(game: Game) -> str:
    few, many = game.seats[0], game.seats[-1]
    return f"{few} players." if few == many else f"{few} to {many} players."


def _own_keys(board: GameBoard[Any, Any]) -> Iterator[str]:
    """Yield the keys of a board that are shown on the screen, and what they do."""
    for binding in vars(type(board))["BINDINGS"]:
        if binding.show:
            yield f"`{shown_key(binding)}` {binding.description}"


def _options(game: Game) -> Iterator[str]:
    """Yield what a setup asks, the possible answers and, in brackets, the default."""
    for option in game.options:
        if not option.names_loser:
            usual = option.words(option.default)
            yield f"{option.title.lower()}: {option.offered()} [{usual}]"


def _shares(game: Game) -> Mapping[int, str]:
    """Return, by level, its share in two-player games against the level below."""
    if game.key == "shut-the-box":
        exact = [(each.number, each.beats_below) for each in level_strengths()]
        return {number: f"{share:.3f}, exactly" for number, share in exact if share}
    return {level.number: _figures(level.share) for level in levels_of(game.key) if level.share}


def _figures(share: Share) -> str:
    """Return a share and its interval with two or three decimals, as many as were recorded."""
    figures = (share.share, share.low, share.high)
    digits = 2 if all(round(figure, 2) == figure for figure in figures) else 3
    mean, low, high = (f"{figure:.{digits}f}" for figure in figures)
    return f"{mean} ({low} to {high})"


if __name__ == "__main__":
    FILE.write_text(written(FILE.read_text("utf-8")), "utf-8")
