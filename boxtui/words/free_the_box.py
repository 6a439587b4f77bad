"""Free the Box in words: where tokens are, what a move would do, and who could reach them."""

from typing import Final, cast

from boxtui.drawing import Glyphs, Line
from boxtui.drawings.free_the_box import NOWHERE, FreeTheBoxDrawing, Picked
from boxtui.games.free_the_box.board import SAFE, TOKENS
from boxtui.games.free_the_box.moves import DRAWING, ENDED, ENTER, MOVING, ROLLING_FOR_FIRST
from boxtui.games.free_the_box.narration import color_of, deck_words, letter_of
from boxtui.games.free_the_box.position import CAPTURED, CENTER, HOME, NOBODY, Table
from boxtui.games.free_the_box.state import FreeTheBox
from boxtui.games.shared.dice import EIGHT_SIDED
from boxtui.games.shared.wording import listed
from boxtui.words.game import GameWords

_ELSEWHERE: Final = {HOME: "at home", CAPTURED: "captured", CENTER: "in the center"}


class FreeTheBoxWords(GameWords):
    """Each seat's tokens by their letters, spaces by their numbers and places."""

    @property
    def state(self) -> FreeTheBox:
        """The position, by its own type."""
        return cast("FreeTheBox", self.position)

    def round_words(self) -> str:
        seat = self.state.turn()
        return color_of(self.state.table, seat) if seat >= 0 else "the end"

    @property
    def is_rolled(self) -> bool:
        return self.state.phase != DRAWING

    def falling_words(self) -> str:
        if self.state.phase == ROLLING_FOR_FIRST:
            return "die for the first turn"
        return "die" if self.is_rolled else "card"

    def end_words(self) -> list[str]:
        table = self.state.table
        return [
            f"{seat.name}: {int(table.count(at, CENTER))} of {TOKENS} in the center"
            if table.is_in(at)
            else f"{seat.name}: out"
            for at, seat in enumerate(self.match.seats)
        ]

    # The position

    def now_words(self) -> list[str]:
        """The die, and what each move there is would do."""
        state = self.state
        if state.player() < 0:
            return []
        die = [f"To move by: {int(state.table.die)}."] if state.phase == MOVING else []
        return [*die, *(self.move_words(move) for move in state.legal_moves())]

    def position_words(self) -> list[str]:
        table = self.state.table
        return [*map(self._seat_words, range(self.state.seats)), f"{deck_words(table)}."]

    def _seat_words(self, seat: int) -> str:
        table = self.state.table
        name = f"{self.match.seats[seat].name}, {color_of(table, seat)}"
        if not table.is_in(seat):
            return f"{name}: out."
        tokens = range(seat * TOKENS, (seat + 1) * TOKENS)
        places = "; ".join(f"{letter_of(token)} {self._token_words(token)}" for token in tokens)
        kept = int(table.kept[seat])
        return f"{name}: {places}" + (f"; keeps {kept} FREE THE BOX." if kept else ".")

    def _token_words(self, token: int) -> str:
        """Where a token is, and whether it has gone all the way round (FTB-14)."""
        table = self.state.table
        at = int(table.tokens[token])
        if at < 0:
            return _ELSEWHERE[at]
        return f"on {at + 1} ({table.board.space_words(at)}){self._lap_words(token)}"

    def _lap_words(self, token: int) -> str:
        return ", gone round" if self.state.table.rounds >> token & 1 else ""

    def drawn(self, glyphs: Glyphs) -> list[Line]:
        return FreeTheBoxDrawing(self.state, glyphs, Picked(), (), ()).lines()

    def place_words(self, place: str) -> str:
        if place.isdigit():
            return f"space {place} ({self.state.table.board.space_words(int(place) - 1)})"
        return f"the {place}" if place in ("deck", "die", "card") else f"{place}'s tokens"

    # Moves and spaces

    def move_words(self, move: int) -> str:
        """A legal move's notation, what it would do, and who could reach where it leads.

        Of a token that jumps, draws or is captured no reach is told: it doesn't stay there.
        """
        state = self.state
        landing, token = self.landing(move), self._token_of(move)
        after = state.after(move)
        assert isinstance(after, FreeTheBox)
        stays = token != NOBODY and after.table.tokens[token] == landing
        is_told = stays and after.phase not in (DRAWING, ENDED)
        risk = f" {_risk_words(after.table, state.turn(), landing)}" if is_told else ""
        return f"{state.move_text(move)}: {state.tell(move)}.{risk}"

    def _token_of(self, move: int) -> int:
        """The token of the table that a move by the die moves; `NOBODY` for a word."""
        table = self.state.table
        if self.state.phase != MOVING:
            return NOBODY
        return int(table.first(table.seat, HOME)) if move == ENTER else table.seat * TOKENS + move

    def source(self, move: int) -> int:
        """The space that a move starts from; `NOWHERE` for other moves than along the loop."""
        if self.state.phase != MOVING or move == ENTER:
            return NOWHERE
        return int(self.state.table.tokens[self.state.table.seat * TOKENS + move])

    def landing(self, move: int) -> int:
        """The space that a move brings a token to; `NOWHERE` for a word."""
        table = self.state.table
        if self.state.phase != MOVING:
            return NOWHERE
        if move == ENTER:
            return int(table.starts[table.seat])
        return int(table.space_ahead(self.source(move), table.die))

    def space_words(self, space: int) -> str:
        """A space: its number, what it is, who stands there; who could reach it, until the end."""
        table = self.state.table
        there = [
            f"{color_of(table, token // TOKENS)} {letter_of(token)}{self._lap_words(token)}"
            for token in range(len(table.tokens))
            if table.tokens[token] == space
        ]
        others = [str(side + 1) for side in self.sides(space)]
        sides = f", also on {listed(others)}" if others else ""
        tokens = f": {listed(there)}" if there else ""
        what = f"{space + 1} {table.board.space_words(space)}{sides}{tokens}"
        risk = "" if self.state.phase == ENDED else f" {_risk_words(table, table.seat, space)}"
        return f"{what}.{risk}"

    def sides(self, space: int) -> list[int]:
        """The other spaces where a landing captures who stands on that one (FTB-9)."""
        return _sides(self.state.table, space)


def _sides(table: Table, space: int) -> list[int]:
    hides = table.hides
    same = [other for other in range(len(hides)) if hides[other] == hides[space]]
    return [other for other in same if other != space and hides[space] != SAFE]


def _risk_words(table: Table, seat: int, space: int) -> str:
    """Which rolls of others capture a seat's token there (FTB-9); that it is safe (FTB-10)."""
    if table.hides[space] == SAFE:
        return "Safe (FTB-10)."
    goals = [space, *_sides(table, space)]
    found = [
        f"{color_of(table, token // TOKENS)} {letter_of(token)} by {roll}"
        for token in range(len(table.tokens))
        for roll in EIGHT_SIDED
        if token // TOKENS != seat and table.tokens[token] >= 0
        if table.space_ahead(table.tokens[token], roll) in goals
    ]
    return f"In reach of {listed(found)}." if found else "In reach of no opponent's roll."
