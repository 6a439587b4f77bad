"""The rules core: a package for each game, what games share, and the table of games."""

from functools import lru_cache

from boxtui.core import BadOption, Game, State
from boxtui.games.box.game import BOX
from boxtui.games.free_o.game import FREE_O
from boxtui.games.free_the_box.game import FREE_THE_BOX
from boxtui.games.kimbo.game import KIMBO
from boxtui.games.shut_the_box.game import SHUT_THE_BOX
from boxtui.wording import quoted

GAMES: dict[str, Game] = {
    game.key: game for game in (SHUT_THE_BOX, BOX, KIMBO, FREE_THE_BOX, FREE_O)
}
"""Every game by its key, in the order of the menu."""


def game_named(key: str) -> Game:
    """Return the game with that key, in any case. Raises `BadOption` if there is none."""
    game = GAMES.get(key.lower())
    if game is None:
        raise BadOption(f"There is no game {quoted(key)}; the games are: {', '.join(GAMES)}.")
    return game


def parse_position(key: str, text: str, board: bytes) -> State:
    """Return the position that `text` describes, in the game with that key on that board.

    `board` is b"" for a game that has none. Raises `BadPosition` if the text doesn't fit
    the board, and `BadFile` if the board is wrong.
    """
    return _game_on(key, board).parse(text)


@lru_cache(16)
def _game_on(key: str, board: bytes) -> Game:
    """Return a game on a board; some are kept, because to read one takes up to 10 ms."""
    game = GAMES[key]
    return game if game.on_board is None or board == game.board else game.on_board(board)
