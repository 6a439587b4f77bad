"""Kimbo in words: where pieces and fences stand, the dice, and what happened recently."""

from collections.abc import Collection, Iterator
from typing import Final

from boxtui.games.kimbo.board import PIECES
from boxtui.games.kimbo.moves import KEEP, PASS, slots_of, start_of
from boxtui.games.kimbo.narration import back_words, way_words
from boxtui.games.kimbo.position import ONLY_JUMP
from boxtui.games.kimbo.squares import HOME, line_text, square_text
from boxtui.games.kimbo.state import FENCING, MOVING, MOVING_SECOND, ROLLING_FOR_FIRST, TURNS, Kimbo
from boxtui.games.shared.first_turn import shown_totals
from boxtui.lines import Glyphs, Line, Piece
from boxtui.play.recent import Recent
from boxtui.views.game import GameWords
from boxtui.views.kimbo_drawing import (
    KimboDrawing,
    KimboSelection,
    fences_of,
    letter_of,
    style_of,
)
from boxtui.views.kimbo_recent import actions_of, captures

_MOVES_EXPLAINED: Final = (
    "5 c3-c8 moves the piece on c3 to c8 by the 5; 5+3 is both dice, J a jump, and pass no move."
)
_CAPTURES_EXPLAINED: Final = (
    "x captures, and @ comes before the corner that the captured piece goes back to: "
    "5+3 c3xc8@a15-c11 captures on c8 and goes on to c11."
)
"""What the signs in the notation of a piece's move mean (KIM-19, KIM-20, KIM-26)."""


class KimboWords(GameWords[Kimbo]):
    """The pieces and fences of each seat, by their names."""

    goal = "bring your 4 pieces HOME first"
    measure = (
        "Distances are in dice, not squares, and serve to compare moves: a game takes fewer dice."
    )

    def round_words(self) -> str:
        return f"turn {min(self.state.turns // self.state.seats + 1, TURNS)}"

    def actions(self, recent: Recent) -> Iterator[tuple[int, str]]:
        """Yield fences, moves, captures and pieces brought HOME; throws only if nobody can move."""
        return actions_of(recent, self.viewer.own_seat)

    def example(self, withheld: Collection[int] = ()) -> str:
        """Return the notation of a legal move; of keeping all fences only if there is no other."""
        if self.state.phase != FENCING:
            return super().example(withheld)
        return super().example({*withheld, KEEP}) or super().example(withheld)

    def notation_help(self) -> list[str]:
        if self.state.phase == FENCING:
            return ["F is a fence, > comes before its new place, and - alone moves no fence."]
        if self.state.phase not in (MOVING, MOVING_SECOND):
            return []
        return [_MOVES_EXPLAINED, _CAPTURES_EXPLAINED]

    def where_words(self, move: int) -> str:
        if self.state.phase == FENCING:
            if move == KEEP:
                return "No fence has to be moved: is there one that is worth it?"
            square, _, _ = line_text(slots_of(move)[1]).partition("/")  # any fence may go there
            return f"Look for a free slot beside {square}."
        starts = {start_of(each) for each in self.choices() if each != PASS}
        if move == PASS or starts == {start_of(move)}:  # no other piece can move
            return super().where_words(move)
        return f"Look at your piece on {square_text(start_of(move))}."

    def anyway_words(self, move: int) -> str:
        is_kept = self.state.phase == FENCING and move == KEEP
        return "Roll without moving a fence?" if is_kept else super().anyway_words(move)

    def notation_words(self, move: int) -> str:
        if self.state.phase not in (MOVING, MOVING_SECOND) or move == PASS:
            return super().notation_words(move)
        table = self.state.table
        captured = [
            f", captures {table.color_name(seat)} on {square_text(square)} and puts it "
            f"{back_words(corner)}"
            for seat, square, corner in captures(table, move)
        ]
        return f"moves {way_words(table, move)}{''.join(captured)}"

    def chance_kind(self) -> str:
        return "dice for the first turn" if self.state.phase == ROLLING_FOR_FIRST else "dice"

    def seat_words(self, glyphs: Glyphs) -> list[str]:
        """Return each seat's letter, the lines of its fences, and how many pieces are HOME."""
        if self.state.phase == ROLLING_FOR_FIRST:
            return [
                f"{self.state.table.color_name(seat)}, {throw}".removesuffix(", ")
                for seat, throw in enumerate(shown_totals(self.state.first_totals))
            ]
        return [
            f"{letter_of(self.state, seat)} {fences_of(self.state, seat, glyphs)}"
            f" {self.state.table.home(seat)} home"
            for seat in range(self.state.seats)
        ]

    def seat_styles(self) -> list[str]:
        return [style_of(self.state, seat) for seat in range(self.state.seats)]

    def ended_words(self, seat: int) -> str:
        return f"{self.state.table.home(seat)} of {PIECES} home"

    def now_words(self) -> list[str]:
        """Return the dice to play (KIM-12), or, before the roll, the player's fences (KIM-10)."""
        state, table = self.state, self.state.table
        seat = int(table.seat)
        name = self.match.seats[seat].name
        if state.phase == FENCING:
            fences = self._fence_words(seat)
            return [f"Before the roll {name} may move a fence: {fences}; or roll."]
        if state.phase not in (MOVING, MOVING_SECOND):
            return []
        dice = " and ".join(str(die) for die in (table.high, table.low) if die)
        sentences = [f"To play: {dice}. {name} has pieces on {self._piece_words(seat)}."]
        if state.phase == MOVING_SECOND:
            sentences.append(
                f"A piece other than the one on {square_text(int(table.moved))} must play it."
            )
        if table.playable == ONLY_JUMP:
            sentences.append("Only a jump can be played, or you can pass.")
        return sentences

    def position_words(self) -> list[str]:
        closed = ", ".join(
            line_text(slot) for slot, _ in self.state.table.board.closing(self.state.seats)
        )
        empty = [f"Fences of empty sides: {closed}."] if closed else []
        return [*map(self._seat_sentence, range(self.state.seats)), *empty]

    def _seat_sentence(self, seat: int) -> str:
        table = self.state.table
        who = f"{self.match.seats[seat].name}, {table.color_name(seat)}"
        pieces, fences = self._piece_words(seat), self._fence_words(seat)
        return f"{who}: {table.home(seat)} home; pieces {pieces}; fences {fences}."

    def _piece_words(self, seat: int) -> str:
        """Return the squares of the pieces that aren't HOME."""
        squares = [square for square in self.state.table.pieces_of(seat) if square != HOME]
        return ", ".join(square_text(square) for square in squares) or "none"

    def fences(self, seat: int) -> list[int]:
        """Return the slots of a seat's fences, sorted."""
        return sorted(self.state.table.fences_of(seat))

    def _fence_words(self, seat: int) -> str:
        return ", ".join(map(line_text, self.fences(seat)))

    def drawn(self, glyphs: Glyphs) -> list[Line]:
        fences = ", ".join(
            f"{letter_of(self.state, seat)} {fences_of(self.state, seat, glyphs)}"
            for seat in range(self.state.seats)
        )
        board = KimboDrawing(self.state, glyphs, KimboSelection()).lines()
        return [*board, (Piece(f"   Fences: {fences}", "faint"),)]
