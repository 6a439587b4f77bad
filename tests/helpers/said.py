"""What games answer to typed moves, and to faults in positions and board files.

A game's answers are in `tests/games/GAME/said.txt`: the rule that matters in a position and the
position, or the words `board file`. Below it are lines with what is given and what is answered:

- `'5 3'`: a move is typed. The answer is how it is written, what it does, and, after `|`, what is
    then different in the position; or why it is refused. After `> '5 3'` the move is played.
- `'?'`: all legal moves.
- `'seat=1', 'seat=9'`: the second text stands in the place of the first.

To add a case, write it without its answer. `python tests/helpers/said.py` writes all answers again,
on purpose.
"""

from ast import literal_eval
from pathlib import Path

from boxtui.core import OVER, BadFile, BadPosition, Game, GameError, State
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
            text = literal_eval(given.removeprefix("> "))
            lines.append(f"  {given} -> {answer(game, state, text)}")
            if state and given.startswith("> "):
                state.play(state.read_move(text))
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
    if given == "?":
        return ", ".join(map(state.move_text, state.legal_moves())) or "nothing"
    before = state.text()
    try:
        move = state.read_move(given)
    except GameError as refusal:
        assert state.text() == before
        return f"{type(refusal).__name__}: {refusal}"
    return f"{state.move_text(move)}: {state.describe(move)} | {difference(state, move)}"


def difference(state: State, move: int) -> str:
    """Return the words of the position after a move that differ, and the result of a game."""
    after = state.after(move)
    words = [word for word in after.text().split() if word not in state.text().split()]
    results = [f"returns {after.returns()}"] if after.current_player() == OVER else []
    return " ".join(words + results)


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
    except (BadFile, BadPosition) as refusal:
        return str(refusal)
    return "accepted"


if __name__ == "__main__":
    for each in GAMES:
        said_file(each).write_text(answers(each), "utf-8")
