"""A position of Kimbo and its moves; a turn is a sequence of small moves."""

from random import Random
from typing import Final, final

from librt.random import Random as QuickRandom
from librt.vecs import vec
from mypy_extensions import i64

from boxtui.core import (
    CHANCE,
    NOBODY,
    OVER,
    IllegalMove,
    State,
    drawn_seed,
    game_over,
    not_over,
    uniform,
)
from boxtui.games.kimbo.board import KimboLayout
from boxtui.games.kimbo.legality import why_not_fence, why_not_heading, why_not_piece
from boxtui.games.kimbo.move_generation import (
    RANDOM_BITS,
    fence_list,
    fence_moves,
    piece_moves,
    some_fence_move,
    some_piece_move,
)
from boxtui.games.kimbo.moves import (
    BOTH,
    JUMP,
    KEEP,
    PASS,
    corners_of,
    count_of,
    end_of,
    slots_of,
    start_of,
    stop_of,
)
from boxtui.games.kimbo.narration import (
    describe_fence,
    describe_piece,
    describe_throw,
    fence_words,
    piece_name,
)
from boxtui.games.kimbo.notation import (
    Typed,
    dice_text,
    fence_in,
    fence_text,
    piece_in,
    piece_text,
    told_apart,
)
from boxtui.games.kimbo.paths import squares_of
from boxtui.games.kimbo.position import NOTHING, ONLY_JUMP, WHOLE, KimboTable, table_with
from boxtui.games.kimbo.position_text import position_text
from boxtui.games.kimbo.squares import HOME, NOWHERE
from boxtui.games.shared.dice import (
    TWO_DICE,
    TWO_DICE_PROBABILITIES,
    is_throw,
    pips,
    some_throw,
    throw_in,
    throw_text,
    throw_words,
)
from boxtui.games.shared.first_turn import TO_ROLL, after_total, describe_first_throw
from boxtui.vec_moves import VecMoves

ROLLING_FOR_FIRST: Final = 0
FENCING: Final = 1
ROLLING: Final = 2
MOVING: Final = 3
MOVING_SECOND: Final = 4
ENDED: Final = 5
PHASES: Final = ("first", "fence", "roll", "move", "second", "over")
"""The phases' names in a position's text: rolling for the first turn, a fence, the roll, the dice,
the other die, and the end of the game."""

TURNS: Final = 1_000
"""The number of turns that each seat may have (KIM-31)."""

TRIES: Final = 40
"""The number of attempts to sample a move before all are listed."""


@final
class Kimbo(State, VecMoves):
    """A position of Kimbo.

    Attributes:
        phase: the phase of the turn, as in `PHASES`.
        turns: the number of turns that have ended.
        winner: a seat or `NOBODY`.
        first_totals: while players roll for the first turn, for each seat its total, `TO_ROLL` or
            `OUT`; else empty.
    """

    def __init__(self, table: KimboTable, seats: int) -> None:
        self.table: Final = table
        self.seats = seats
        self.phase: i64 = FENCING
        self.turns: i64 = 0
        self.winner = NOBODY
        self.first_totals: list[int] = []

    def current_player(self) -> int:
        if self.phase == ENDED:
            return OVER
        if self.phase in (ROLLING, ROLLING_FOR_FIRST):
            return CHANCE
        return self.table.seat

    def turn_seat(self) -> int:
        return OVER if self.phase == ENDED else self.table.seat

    def legal_moves(self) -> list[int]:
        """Return the throws at `CHANCE`; before the roll the fences (KIM-10); then the pieces."""
        return fence_list(self.table) if self.phase == FENCING else list(self.legal_moves_vec())

    def legal_moves_vec(self) -> vec[i64]:
        if self.phase == ENDED:
            return vec[i64]()
        if self.phase == FENCING:
            return fence_moves(self.table)
        if self.phase == ROLLING or self.phase == ROLLING_FOR_FIRST:
            return vec[i64](TWO_DICE)
        return piece_moves(self.table)

    def chance_probabilities(self) -> list[float]:
        return list(TWO_DICE_PROBABILITIES) if self.current_player() == CHANCE else []

    def random_move(self, rng: Random) -> int:
        """Return a legal move, sampled without a list; each has a chance above 0."""
        if self.phase == ENDED:
            raise game_over(self.rule())
        return self._random_move(rng)

    def _random_move(self, rng: Random) -> i64:
        """Return a legal move of a game that isn't over, as `random_move` does."""
        for _attempt in range(TRIES):
            move = self._move_at(_bits(rng))
            if move >= 0:
                return move
        return self._listed_move_at(_bits(rng))

    def play_out(self, rng: Random) -> None:
        """Play random moves to the end, most of them by a quicker generator that `rng` seeds."""
        quick = QuickRandom(drawn_seed(rng))
        while self.phase != ENDED:
            move = self._move_at(quick.randrange(1 << RANDOM_BITS))
            if move < 0:
                move = self._random_move(rng)
            self._apply(move)

    def _move_at(self, bits: i64) -> i64:
        """Return the outcome or move that `RANDOM_BITS` random bits choose, or -1 for none."""
        if self.phase == FENCING:
            return some_fence_move(self.table, bits)
        if self.phase == ROLLING or self.phase == ROLLING_FOR_FIRST:
            return some_throw(bits * 36 >> RANDOM_BITS)
        if self.table.playable == ONLY_JUMP:
            return self._listed_move_at(bits)
        return some_piece_move(self.table, bits)

    def _listed_move_at(self, bits: i64) -> i64:
        """Return the one of all moves that `RANDOM_BITS` random bits choose."""
        moves = self.legal_moves_vec()
        count: i64 = len(moves)
        return moves[bits * count >> RANDOM_BITS]

    def apply(self, move: int) -> None:
        self._apply(move)

    def _apply(self, move: i64) -> None:
        """Play a move. `play_out` calls it, which thus never makes an int of one."""
        if self.phase == FENCING:
            self._play_fence(move)
        elif self.phase == ROLLING:
            self._roll(move)
        elif self.phase == ROLLING_FOR_FIRST:
            self._roll_for_first(move)
        else:
            self._play_piece(move)

    def why_not(self, move: int) -> IllegalMove | None:
        if self.phase == ENDED:
            return game_over(self.rule())
        if self.phase in (ROLLING, ROLLING_FOR_FIRST):
            return None if is_throw(move) else IllegalMove(self.rule(), f"{move} is not a roll.")
        if not 0 <= move < 1 << 62:  # what follows takes machine numbers
            return IllegalMove(self.rule(), f"{move} is not a move.")
        if self.phase == MOVING or self.phase == MOVING_SECOND:
            return why_not_piece(self.table, move)
        # KIM-10: a player needn't move a fence.
        return why_not_fence(self.table, move) if move != KEEP else None

    def _play_fence(self, move: i64) -> None:
        """KIM-10: at most one fence per turn, and only before the roll."""
        if move != KEEP:
            taken, put = slots_of(move)
            self.table.move_fence(taken, put)
        self.phase = ROLLING

    def _roll(self, throw: i64) -> None:
        """Set the dice (KIM-12); if nothing can be played the turn passes (KIM-25, KIM-28)."""
        self.table.high, self.table.low = throw // 10, throw % 10
        self.table.set_playable()
        if self.table.playable == NOTHING:
            self._end_turn()
        else:
            self.phase = MOVING

    def _play_piece(self, move: i64) -> None:
        """Move a piece; then end the turn or keep a die for a different piece (KIM-12, KIM-26)."""
        if move == PASS:
            self._end_turn()
            return
        self._move_piece(move)
        count = count_of(move)
        if not self.table.is_any_left():
            self._end_game(self.table.seat)
        elif count in (BOTH, JUMP) or not self.table.low or self.table.playable != WHOLE:
            self._end_turn()
        else:
            self.table.keep_die(self.table.high + self.table.low - count, end_of(move))
            self.phase = MOVING_SECOND

    def _move_piece(self, move: i64) -> None:
        """KIM-19, KIM-20: captured pieces are put back before the piece moves on."""
        stop_corner, end_corner = corners_of(move)
        if stop_corner:
            self.table.put_back(stop_of(move), stop_corner)
        if end_corner:
            self.table.put_back(end_of(move), end_corner)
        self.table.shift(self.table.seat, start_of(move), end_of(move))

    def _end_turn(self) -> None:
        """KIM-9: turns go clockwise; KIM-31: once all seats have had their turns it is a draw."""
        self.table.clear_dice()
        self.turns += 1
        seats: i64 = len(self.table.sides)
        if self.turns == TURNS * seats:
            self._end_game(NOBODY)
        else:
            self.table.pass_turn()
            self.phase = FENCING

    def _end_game(self, winner: int) -> None:
        """KIM-29: the first player with all four pieces HOME wins."""
        self.table.clear_dice()
        self.winner = winner
        self.phase = ENDED

    def _roll_for_first(self, throw: i64) -> None:
        """KIM-9: all roll two dice; the highest total begins, and seats tied for it roll again."""
        self.first_totals, seat = after_total(self.first_totals, self.table.seat, pips(throw))
        self.table.seat = seat
        if not self.first_totals:
            self.phase = FENCING

    def clone(self) -> "Kimbo":
        twin = Kimbo(self.table.clone(), self.seats)
        twin.phase = self.phase
        twin.turns = self.turns
        twin.winner = self.winner
        twin.first_totals = list(self.first_totals)
        return twin

    def returns(self) -> list[float]:
        """KIM-29: the winner has 1; KIM-31: in a draw all have an equal share."""
        if self.phase != ENDED:
            raise not_over()
        if self.winner == NOBODY:
            return [1 / self.seats] * self.seats
        return [1.0 if seat == self.winner else 0.0 for seat in range(self.seats)]

    def rule(self) -> str:
        if self.phase == MOVING and self.table.playable == ONLY_JUMP:
            return "KIM-26"
        if self.phase == MOVING and self.table.is_last_piece():
            return "KIM-27"
        if self.phase == ENDED and self.winner == NOBODY:
            return "KIM-31"
        return ("KIM-9", "KIM-10", "KIM-12", "KIM-12", "KIM-12", "KIM-29")[self.phase]

    def describe(self, move: int) -> str:
        if self.phase == FENCING:
            return describe_fence(move)
        if self.phase == ROLLING_FOR_FIRST:
            totals, seat = self.first_totals, self.table.seat
            return describe_first_throw(totals, seat, throw_words(move), pips(move), "KIM-9")
        after = self.after(move)
        if self.phase == ROLLING:
            words = describe_throw(self.table, after.table, move, after.phase == ENDED)
        else:
            words = describe_piece(self.table, after.table, move)
        if after.phase == ENDED and after.winner == NOBODY:
            words += f"; after {TURNS:,} turns each the game is a draw (KIM-31)"
        return words

    def is_striking(self, move: int) -> bool:
        """Whether a piece captures (KIM-19, KIM-20) or is brought HOME (KIM-22)."""
        is_piece = self.phase in (MOVING, MOVING_SECOND)
        return is_piece and (end_of(move) == HOME or corners_of(move) != (0, 0))

    def move_text(self, move: int) -> str:
        """Return `F d3/d4>h5/h6`, `-`; `5 3`; `5 c3-c8`, `5+3 c3xc8@a15-c11`, `J e5-e6`, `pass`."""
        if self.phase == FENCING:
            return fence_text(move)
        if self.phase in (ROLLING, ROLLING_FOR_FIRST):
            return throw_text(move)
        return piece_text(move, self.table.high, self.table.low)

    def move_name(self, move: int) -> str:
        """Return `c3 to c8 by 5`, `e5 to e6 by a jump`, "passing", "moving no fence"."""
        if self.phase == FENCING:
            return f"moving {fence_words(move)}"
        if self.phase in (ROLLING, ROLLING_FOR_FIRST):
            return self.move_text(move)
        return piece_name(self.table, move)

    def move_advice(self, move: int) -> str:
        """Return `move the fence d3/d4 to h5/h6`, "move no fence", "pass", or else the name."""
        if self.phase == FENCING:
            return f"move {fence_words(move)}"
        return "pass" if move == PASS else self.move_name(move)

    def read_move(self, text: str) -> int:
        """Return the legal move that `text` names.

        A piece's dice and the corner of a capture may be left out if all legal moves that fit have
        the same effect; a slot's squares may be in either order.
        """
        if self.phase == ENDED:
            raise game_over(self.rule())
        if self.phase in (ROLLING, ROLLING_FOR_FIRST):
            return throw_in(text, 2, self.rule(), "KIM-12")
        if self.phase == FENCING:
            return self._only_legal([fence_in(text)])
        if text.strip().lower() in ("-", "pass"):
            return self._only_legal([PASS])
        typed = piece_in(text, self.phase == MOVING_SECOND)
        self._check_dice(typed)
        return self._only_legal(typed.moves(self.table.high, self.table.low), typed.heading)

    def path(self, move: int) -> list[int]:
        """Return the squares that a piece's legal move goes over, in order, its end last.

        If there are several paths, it is one of them; a pass has none.
        """
        start, end, count = start_of(move), end_of(move), count_of(move)
        if move == PASS or count == JUMP:
            return [] if move == PASS else [end]
        path = self.table.path_to(start, end, count, stop_of(move))
        steps = self.table.high + self.table.low if count == BOTH else count
        return squares_of(self.table.board, self.table.walls, start, steps, path)

    def _check_dice(self, typed: Typed) -> None:
        """KIM-12: only the dice on the table are played."""
        if typed.dice and max(typed.dice) > 6:
            both = "; for both dice write them, as in 5+3" if self.table.low else ""
            raise IllegalMove("KIM-12", f"A die shows 1 to 6{both}.")
        thrown = [self.table.high, self.table.low]
        if len(typed.dice) == 2 and sorted(typed.dice, reverse=True) != thrown:
            dice = dice_text(self.table.high, self.table.low)
            raise IllegalMove("KIM-12", f"These aren't the dice on the table: {dice}.")

    def _only_legal(self, moves: list[int], heading: int = NOWHERE) -> int:
        """Return the one of `moves` that is legal, or one of several that have the same effect.

        If none is, raises the error of one of them; if several differ, `AmbiguousMove`.
        """
        table = self.table
        faults = [self.why_not(move) or why_not_heading(table, move, heading) for move in moves]
        legal = [move for move, fault in zip(moves, faults, strict=True) if fault is None]
        if not legal:
            # If no dice were written, an error about a die says less than any other.
            wrong = [fault for fault in faults if fault is not None]
            raise min(wrong, key=lambda fault: fault.rule == "KIM-12")
        if len(legal) == 1:
            return legal[0]
        by_effect = {self.after(move).text(): move for move in reversed(legal)}
        if len(by_effect) > 1:
            raise told_apart([*reversed(by_effect.values())], table.high, table.low)
        return legal[0]

    def text(self) -> str:
        return position_text(self.turns, PHASES[self.phase], self.table, self.first_totals)


def set_up(board: KimboLayout, seats: int) -> Kimbo:
    """Return the first position: a throw by each seat for the first turn comes first (KIM-9).

    KIM-7: all pieces are on their start squares, and fences in the marked slots.
    """
    sides = [board.sides[side] for side in board.sitting(seats)]
    pieces = [list(side.start) for side in sides]
    state = Kimbo(table_with(board, pieces, [list(side.marked) for side in sides]), seats)
    state.phase = ROLLING_FOR_FIRST
    state.first_totals = [TO_ROLL] * seats
    return state


def _bits(rng: Random) -> i64:
    """Return `RANDOM_BITS` random bits."""
    return i64(uniform(rng) * float(1 << RANDOM_BITS))
