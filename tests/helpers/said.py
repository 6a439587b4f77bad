"""What games answer to typed moves, to options, and to faults in positions and board files.

A game's answers are in `tests/games/GAME/said.txt`: the rule that matters in a position and the
position, or the words `board file` or `new game`. Below it are lines with what is given and what is
answered:

- `'5 3'`: a move is typed. The answer is how it is written, what it does, and, after `|`, what is
    then different in the position; or why it is refused. After `> '5 3'` the move is played.
- `'?'`: all legal moves.
- `'seat=1', 'seat=9'`: the second text stands in the place of the first.
- `2, {'size': 7}`: a game of two with these options begins; the answer is its first position.

To add a case, write it without its answer. `make golden` writes all answers again, on purpose.
"""

from ast import literal_eval
from functools import partial
from pathlib import Path
from typing import Any

from boxtui.core import OVER, BadFile, BadOption, BadPosition, Game, GameError, OptionValue, State
from boxtui.games import GAMES

FOLDER = Path(__file__).parent.parent / "games"
HEADS = ("board file", "new game")


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
        elif line in HEADS or line[:1] in ("", "#"):
            state = None
            lines.append(line)
        else:
            text = line.partition(" ")[2]
            state = game.parse(text)
            assert state.text() == text
            lines.append(f"{state.rule()} {text}")
    return "\n".join(lines) + "\n"


def answer(game: Game, state: State | None, given: Any) -> str:
    if isinstance(given, tuple):
        return begun(game, *given) if isinstance(given[0], int) else fault(game, state, *given)
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


def begun(game: Game, seats: int, options: dict[str, OptionValue]) -> str:
    """Return the first position with these options, or how they are refused."""
    try:
        return game.start(options, seats).text()
    except BadOption as refusal:
        return str(refusal)


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


TEXTS = {said_file(key): partial(answers, key) for key in GAMES if said_file(key).exists()}
