"""A position of Shut-the-Box and its moves (rules STB-1 to STB-19)."""

from math import inf
from typing import Final, final

from boxtui.core import CHANCE, OVER, BadNotation, IllegalMove, State, game_over, not_over
from boxtui.games.shared.dice import numbers_in, pips, throw_in, throw_text, throw_words
from boxtui.games.shared.first_turn import (
    TO_ROLL,
    after_total,
    describe_first_throw,
    totals_in,
    totals_words,
)
from boxtui.games.shared.position_text import Words, dice_on_table, number_in
from boxtui.games.shut_the_box.tiles import (
    ALL_UP,
    TILES,
    UNPLAYED,
    WORST,
    fitting,
    mask_of,
    one_die,
    score_of,
    set_text,
    throw_probabilities,
    throws,
    tiles_of,
)
from boxtui.wording import quoted

STAKES: Final = range(1, 1001)
"""The possible stakes of a pub game."""

ROLLING_FOR_FIRST: Final = "first"
ROLLING: Final = "roll"
LAYING: Final = "lay"
ENDED: Final = "over"
"""The phases, by their names in a position's text."""


@final
class ShutTheBox(State):
    """A position: whose turn it is, the tiles up, the dice on the table, the round's scores.

    Attributes:
        scoring: `digits` or `sum` (STB-17).
        stake: 0 without pub stakes.
        first: the seat whose turn is the first of each round.
        round: the number of the round, from 1.
        phase: a phase, such as `LAYING`.
        seat: the seat whose turn it is; once the game is over, the one that played last.
        up: a set of tiles.
        throw: the dice to lay down by, or 0.
        scores: one for each seat; `UNPLAYED` for turns to come.
        first_totals: while players roll for the first turn, for each seat its total, `TO_ROLL` or
            `OUT`; else empty.
    """

    def __init__(self, seats: int, scoring: str, stake: int, first: int) -> None:
        self.seats = seats
        self.scoring = scoring
        self.stake = stake
        self.first = first
        self.round = 1
        self.phase = ROLLING
        self.seat = first
        self.up = ALL_UP
        self.throw = 0
        self.scores = [UNPLAYED] * seats
        self.first_totals: list[int] = []

    def roll_for_first(self) -> None:
        """Begin with a throw by each seat for the first turn (STB-13)."""
        self.phase = ROLLING_FOR_FIRST
        self.seat = 0
        self.first_totals = [TO_ROLL] * self.seats

    def current_player(self) -> int:
        if self.phase == ENDED:
            return OVER
        return self.seat if self.phase == LAYING else CHANCE

    def turn_seat(self) -> int:
        return OVER if self.phase == ENDED else self.seat

    def legal_moves(self) -> list[int]:
        """Return the throws at `CHANCE`, else the sets of tiles that fit (STB-4: no passing)."""
        if self.phase == ENDED:
            return []
        if self.phase == LAYING:
            return fitting(self.up, pips(self.throw))
        return throws(self.up)

    def chance_probabilities(self) -> list[float]:
        return throw_probabilities(self.up) if self.current_player() == CHANCE else []

    def why_not(self, move: int) -> IllegalMove | None:
        return None if move in self.legal_moves() else self._refusal(move)

    def apply(self, move: int) -> None:
        if self.phase == LAYING:
            self._lay_down(move)
        elif self.phase == ROLLING:
            self._roll(move)
        else:
            self._roll_for_first(move)

    def _refusal(self, move: int) -> IllegalMove:
        """Return the rule that an illegal move breaks."""
        if self.phase == ENDED:
            return game_over("STB-19")
        if self.phase == LAYING:
            if not 0 < move <= ALL_UP:
                return IllegalMove("STB-3", f"{move} is not a set of tiles.")
            return self._refusal_of_set(tiles_of(move))
        dice = "one die" if one_die(self.up) else "two dice"
        return IllegalMove(self._rule_of_throw(), f"{move} is not a roll of {dice}.")

    def _lay_down(self, tiles: int) -> None:
        """STB-3 and STB-5: lay down, then roll again; STB-9: with all down the turn ends."""
        self.up &= ~tiles
        self.throw = 0
        if self.up:
            self.phase = ROLLING
        else:
            self._end_turn()

    def _roll(self, throw: int) -> None:
        """STB-5: if nothing fits, the turn ends."""
        if fitting(self.up, pips(throw)):
            self.throw = throw
            self.phase = LAYING
        else:
            self._end_turn()

    def _end_turn(self) -> None:
        """Keep the score (STB-8, STB-10, STB-15); then the next seat plays, or the round ends."""
        self.scores[self.seat] = score_of(self.up, self.scoring)
        shut_for_the_pool = self.stake > 0 and not self.up
        if shut_for_the_pool or self._next_seat() == self.first:
            self._end_round()
        else:
            self.seat = self._next_seat()
            self._begin_turn()

    def _next_seat(self) -> int:
        """STB-13: turns go in the seating order."""
        return (self.seat + 1) % self.seats

    def turn_order(self) -> list[int]:
        """Return the seats in the order of a round's turns (STB-13)."""
        return [(self.first + turn) % self.seats for turn in range(self.seats)]

    def _begin_turn(self) -> None:
        """STB-2: a turn starts with all tiles up."""
        self.phase = ROLLING
        self.up = ALL_UP

    def _end_round(self) -> None:
        """STB-10, STB-12 (one seat leads alone), STB-19: a round with a winner ends the game.

        STB-11, STB-16: after a tie all play another round.
        """
        if len(self.leaders()) == 1:
            self.phase = ENDED
            return
        self.round += 1
        self.scores = [UNPLAYED] * self.seats
        self.seat = self.first
        self._begin_turn()

    def leaders(self) -> list[int]:
        """Return the seats with the lowest score of this round so far (STB-10)."""
        lowest = min([score for score in self.scores if score != UNPLAYED], default=inf)
        return [seat for seat, score in enumerate(self.scores) if score == lowest]

    def _roll_for_first(self, throw: int) -> None:
        """STB-13: all roll two dice; the highest total begins, and seats tied for it roll again."""
        self.first_totals, self.seat = after_total(self.first_totals, self.seat, pips(throw))
        if not self.first_totals:
            self.first = self.seat
            self._begin_turn()

    def clone(self) -> "ShutTheBox":
        twin = ShutTheBox(self.seats, self.scoring, self.stake, self.first)
        twin.round = self.round
        twin.phase = self.phase
        twin.seat = self.seat
        twin.up = self.up
        twin.throw = self.throw
        twin.scores = list(self.scores)
        twin.first_totals = list(self.first_totals)
        return twin

    def returns(self) -> list[float]:
        """STB-10: the winner has 1; STB-12: alone, by score; STB-14: stakes, by `net_stakes`."""
        if self.phase != ENDED:
            raise not_over()
        if self.seats == 1:
            return [1 - self.scores[0] / WORST[self.scoring]]
        if self.stake:
            return [(net + 2) / (2 * self.seats) for net in self.net_stakes()]
        return [1.0 if seat in self.leaders() else 0.0 for seat in range(self.seats)]

    def net_stakes(self) -> list[int]:
        """Return what each seat won or lost, in stakes, once the game is over (STB-14, STB-15)."""
        winner = self.leaders()[0]
        each = 2 if self.scores[winner] == 0 else 1
        return [each * (self.seats - 1) if seat == winner else -each for seat in range(self.seats)]

    def rule(self) -> str:
        if self.phase == ROLLING_FOR_FIRST:
            return "STB-13"
        if self.phase == LAYING:
            return "STB-3"
        if self.phase == ROLLING:
            return "STB-6" if one_die(self.up) else "STB-5"
        return "STB-12" if self.seats == 1 else "STB-10"

    def describe(self, move: int) -> str:
        if self.phase == ROLLING_FOR_FIRST:
            throw, total = throw_words(move), pips(move)
            return describe_first_throw(self.first_totals, self.seat, throw, total, "STB-13")
        after = self.after(move)
        if self.phase == ROLLING:
            return f"rolls {throw_words(move)}" + self._describe_end(after)
        laid = f"lays down {self.move_text(move)}"
        return laid + (", shuts the box" + self._describe_end(after) if self.up == move else "")

    def is_striking(self, move: int) -> bool:
        """Whether the turn ends, and so has a score (STB-8)."""
        if self.phase == ROLLING:
            return not fitting(self.up, pips(move))
        return self.phase == LAYING and self.up == move

    def _describe_end(self, after: "ShutTheBox") -> str:
        """Return how the turn ended, and the round if it ended too; "" if neither did."""
        if after.phase == LAYING:
            return ""
        joined = "," if self.phase == LAYING else ", can't lay anything down, and"
        left = self.up if self.phase == ROLLING else 0
        ended = f"{joined} scores {score_of(left, self.scoring):,}"
        if after.round == self.round:
            return ended
        again = "takes the stake back, pays it in again (STB-16) and " if self.stake else ""
        return f"{ended}; the lowest score is tied, so everybody {again}starts over (STB-11)"

    def move_text(self, move: int) -> str:
        """Return tiles from the highest down, `7+1`; dice `5 3`, the higher first; one die `4`."""
        return set_text(move) if self.phase == LAYING else throw_text(move)

    def read_move(self, text: str) -> int:
        """Return the move in a text, in any order, with `+`, commas or spaces; `53` is `5 3`.

        A throw is of all dice (STB-6), re-rolled if one leans or left the tray (STB-7).
        """
        if self.phase == ENDED:
            raise self._refusal(0)
        if self.phase == LAYING:
            return self._read_set(text)
        return throw_in(text, 1 if one_die(self.up) else 2, self._rule_of_throw(), "STB-18")

    def _read_set(self, text: str) -> int:
        if text.strip().lower() in ("-", "pass"):
            raise IllegalMove("STB-4", "You can't pass while a set of tiles fits.")
        tiles = numbers_in(text)
        if not tiles:
            raise BadNotation(f"{quoted(text.strip())} can't be read: write tiles, as in 7+1.")
        move = mask_of([tile for tile in tiles if 1 <= tile <= TILES])
        if len(tiles) != len(tiles_of(move)) or move not in self.legal_moves():
            raise self._refusal_of_set(tiles)
        return move

    def _refusal_of_set(self, tiles: list[int]) -> IllegalMove:
        """Return the rule that a wrong set of tiles breaks: STB-18 or STB-3."""
        wanted = pips(self.throw)
        for tile in tiles:
            if not 1 <= tile <= TILES:
                return IllegalMove("STB-18", f"There is no tile {tile}; the tiles are 1 to 9.")
            if not self.up >> (tile - 1) & 1:
                return IllegalMove(
                    "STB-3", f"Tile {tile} is already down; only tiles that are up count."
                )
            if tiles.count(tile) > 1:
                return IllegalMove("STB-3", f"There is only one tile {tile}.")
        if len(tiles) == 1:
            return IllegalMove("STB-3", f"{tiles[0]} alone doesn't make {wanted}, the roll.")
        tiles_shown = "+".join(map(str, tiles))
        return IllegalMove("STB-3", f"{tiles_shown} adds up to {sum(tiles)}; the roll is {wanted}.")

    def _rule_of_throw(self) -> str:
        """Return the rule by which dice are thrown now."""
        return "STB-13" if self.phase == ROLLING_FOR_FIRST else "STB-6"

    def text(self) -> str:
        """Return `key=value` words; seats count from 1, `-` is a turn to come, `x` a seat out."""
        scores = ",".join("-" if score == UNPLAYED else str(score) for score in self.scores)
        words = [
            f"scoring={self.scoring} stake={self.stake} round={self.round}",
            f"first={self.first + 1} scores={scores} phase={self.phase} seat={self.seat + 1}",
            f"up={','.join(str(tile) for tile in tiles_of(self.up)) or '-'}",
            f"dice={'+'.join(throw_text(self.throw).split()) if self.throw else '-'}",
            *totals_words(self.first_totals),
        ]
        return " ".join(words)

    @staticmethod
    def of(words: Words) -> "ShutTheBox":
        """Return the position in the words of a `text`.

        Raises `KeyError` or `ValueError` if a word is missing or can't be read.
        """
        scores = words["scores"].split(",")
        stake, first = number_in(words["stake"]), number_in(words["first"]) - 1
        state = ShutTheBox(len(scores), words["scoring"], stake, first)
        for die in dice_on_table(words["dice"]):
            state.throw = 10 * state.throw + die
        up = [] if words["up"] == "-" else [number_in(tile) for tile in words["up"].split(",")]
        state.up = mask_of([tile for tile in up if 1 <= tile <= TILES])
        state.scores = [UNPLAYED if score == "-" else number_in(score) for score in scores]
        state.round = number_in(words["round"])
        state.phase = words["phase"]
        state.seat = number_in(words["seat"]) - 1
        state.first_totals = totals_in(words)
        return state
