"""What games answer to typed moves, and to faults in positions and board files.

A game's answers are in `tests/games/GAME/said.txt`: a position with the rule that matters in it or
the words `board file`, and below it what is typed, or a text in it and what stands there instead.
To add a case, write it without its answer. `python tests/helpers/said.py` writes all answers again,
on purpose.
"""

from ast import literal_eval
from pathlib import Path

from boxtui.core import BadPosition, Game, GameError, State
from boxtui.games import GAMES

FOLDER = Path(__file__).parent.parent / "games"
FILE = "board file"


def said_file(key: str) -> Path:
    return FOLDER / key.replace("-", "_") / "said.txt"


def check_said(key: str) -> None:
    assert answers(key) == said_file(key).read_text("utf-8")


def answers(key: str) -> str:
    """Return the text of a game's file with its answers as they are now."""
    game, state, lines = GAMES[key], None, list[str]()
    for line in said_file(key).read_text("utf-8").splitlines():
        if line.startswith("  "):
            given = line.strip().partition(" -> ")[0]
            lines.append(f"  {given} -> {answer(game, state, literal_eval(given))}")
        elif line == FILE or line[:1] in ("", "#"):
            state = None
            lines.append(line)
        else:
            text = line.partition(" ")[2]
            state = game.parse(text)
            assert state.text() == text
            lines.append(f"{state.rule()} {text}")
    return "\n".join(lines) + "\n"


def answer(game: Game, state: State | None, given: str | tuple[str, str]) -> str:
    if isinstance(given, tuple):
        return fault(game, state, *given)
    assert state
    before = state.text()
    try:
        move = state.read_move(given)
    except GameError as refusal:
        assert state.text() == before
        return f"{type(refusal).__name__}: {refusal}"
    return f"{state.move_text(move)}: {state.describe(move)}"


def fault(game: Game, state: State | None, old: str, new: str) -> str:
    """Return how a position or a board file is refused with `new` in the place of `old`."""
    sound = state.text() if state else game.board.decode()
    assert old in sound
    changed = sound.replace(old, new, 1)
    try:
        if state:
            game.parse(changed)
        else:
            assert game.on_board
            game.on_board(changed.encode())
    except BadPosition as refusal:
        return str(refusal)
    return "accepted"


if __name__ == "__main__":
    for each in GAMES:
        said_file(each).write_text(answers(each), "utf-8")
