"""A move goes to the disk and onto the board with one check and one play."""

from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import Any, ClassVar, cast

from random_games import do

from boxtui.core import CHANCE, IllegalMove, State
from boxtui.games import GAMES
from boxtui.play.match import HUMAN, Match, Seat
from boxtui.play.record import Record
from saves.events import Move
from saves.library import Library

SEATS = (Seat("Ann", HUMAN), Seat("Computer", "level5"))


class Counted(State):
    """A position that counts its method calls in `CALLS`."""

    CALLS: ClassVar[Counter[str]] = Counter()

    def __init__(self, inner: State) -> None:
        self._inner = inner
        self.seats = inner.seats

    def _ask(self, name: str, *arguments: object) -> Any:
        self.CALLS[name] += 1
        return getattr(self._inner, name)(*arguments)

    def current_player(self) -> int:
        return self._inner.current_player()

    def turn_seat(self) -> int:
        return self._inner.turn_seat()

    def legal_moves(self) -> list[int]:
        return cast("list[int]", self._ask("legal_moves"))

    def chance_probabilities(self) -> list[float]:
        return self._inner.chance_probabilities()

    def why_not(self, move: int) -> IllegalMove | None:
        return cast("IllegalMove | None", self._ask("why_not", move))

    def apply(self, move: int) -> None:
        self._ask("apply", move)

    def clone(self) -> "Counted":
        return Counted(self._ask("clone"))

    def returns(self) -> list[float]:
        return self._inner.returns()

    def rule(self) -> str:
        return self._inner.rule()

    def describe(self, move: int) -> str:
        return cast("str", self._ask("describe", move))

    def move_text(self, move: int) -> str:
        return self._inner.move_text(move)

    def read_move(self, text: str) -> int:
        return cast("int", self._ask("read_move", text))

    def text(self) -> str:
        return self._inner.text()


def test_one_move_is_checked_once_and_played_once_on_its_way_to_the_disk(tmp_path: Path) -> None:
    kimbo = GAMES["kimbo"]
    game = replace(kimbo, first_position=lambda *begun: Counted(kimbo.first_position(*begun)))
    record = Record.begin(Match(game, {}, SEATS, 7), Library(tmp_path))
    while record.match.state.current_player() == CHANCE:
        do(record, Move(record.match.dealt()))
    fence = record.match.state.legal_moves()[1]
    Counted.CALLS.clear()
    do(record, Move(fence))
    record.close()
    assert Counted.CALLS == {"why_not": 1, "apply": 1, "describe": 1}
