"""What the toy games of the search tests share, and games that count what is asked of them.

The moves of toy games have no descriptions.
"""

from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from typing import Any, Self, cast

from boxtui.core import Game, State


def counting(game: Game, calls: Counter[str]) -> Game:
    """Return the game with positions that count the calls of their methods."""
    return replace(
        game, first_position=lambda *begun: _counting(game.first_position(*begun), calls)
    )


def _counting(state: State, calls: Counter[str]) -> State:
    def method(name: str) -> Callable[..., Any]:
        def called(_: State, *arguments: object) -> Any:
            calls[name] += 1
            found = getattr(state, name)(*arguments)
            return _counting(found, calls) if name == "clone" else found

        return called

    public = [name for name in dir(State) if name[0] != "_" and callable(getattr(State, name))]
    made: Any = type("Counting", (State,), {name: method(name) for name in public})()
    made.seats = state.seats
    return cast("State", made)


class ToyState(State):
    """A position whose moves are written as their numbers."""

    def turn_seat(self) -> int:
        return self.current_player()

    def chance_probabilities(self) -> list[float]:
        return []

    def clone(self) -> Self:
        """Return a twin with the same attributes; a list among them is shared."""
        twin = type(self).__new__(type(self))
        vars(twin).update(vars(self))
        twin.seats = self.seats  # not in `vars` where `State` is compiled
        return twin

    def rule(self) -> str:
        return ""

    def describe(self, move: int) -> str:
        return ""

    def move_text(self, move: int) -> str:
        return str(move)

    def read_move(self, text: str) -> int:
        return int(text)
