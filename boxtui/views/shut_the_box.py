"""Shut-the-Box as lines and words: tiles, dice and scores."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from ai.shut_the_box.exact import least_scores
from ai.shut_the_box.tile_graph import TOP
from boxtui.games.shared.dice import dice_of, pips, throw_words
from boxtui.games.shared.first_turn import shown_totals
from boxtui.games.shut_the_box.state import ENDED, LAYING, ROLLING, ROLLING_FOR_FIRST, ShutTheBox
from boxtui.games.shut_the_box.tiles import (
    ALL_UP,
    TILES,
    UNPLAYED,
    WORST,
    fitting,
    one_die,
    score_of,
    set_text,
    tiles_of,
)
from boxtui.lines import Glyphs, Line, Piece, cells_of
from boxtui.play.recent import Recent
from boxtui.views.game import GameWords
from boxtui.wording import POINT_DIGITS

_MOST_DIGITS: Final = 7
"""The digits after the decimal point of a percentage that tell all other values apart."""

TILE_ROWS: Final = 3
"""The rows of a tile, unless there is much room."""

OTHER: Final = "~"
"""The sign above the tiles of a set that was laid down instead of the one picked."""

_PIPS: Final = {
    1: ("     ", "  o  ", "     "),
    2: ("o    ", "     ", "    o"),
    3: ("o    ", "  o  ", "    o"),
    4: ("o   o", "     ", "o   o"),
    5: ("o   o", "  o  ", "o   o"),
    6: ("o   o", "o   o", "o   o"),
}


@dataclass(frozen=True)
class Tiles:
    """The tiles in a row, as sets.

    Attributes:
        up: the tiles that stand.
        picked: the tiles picked to be laid down.
        fallen: the tiles laid down last.
    """

    up: int
    picked: int = 0
    fallen: int = 0

    def lines(self, glyphs: Glyphs, rows: int = TILE_ROWS) -> list[Line]:
        """Return the tiles, five cells wide and `rows` high.

        Picked ones are marked, ones down lie flat, and those that fell last show their numbers.
        """
        tiles = [self._tile(tile, rows, glyphs) for tile in range(1, TILES + 1)]
        return [(Piece("  "), *row) for row in zip(*tiles, strict=True)]

    def _tile(self, tile: int, rows: int, glyphs: Glyphs) -> list[Piece]:
        """Return a tile's rows: a box with its number, marked if picked, or lying flat."""
        bit = 1 << (tile - 1)
        if self.up & bit:
            blank = ["   "] * ((rows - TILE_ROWS) // 2)
            number = f">{tile}<" if self.picked & bit else f" {tile} "
            drawn = glyphs.framed([*blank, number, *blank])
            inner = "chosen" if self.picked & bit else "strong"
            # The frame keeps its style: a cursor move may send 300 bytes over SSH.
            styles = ["strong", *[inner] * (rows - 2), "strong"]
        else:
            edge, has_fallen = glyphs.horizontal, self.fallen & bit
            flat = f" {edge}{tile}{edge} " if has_fallen else f" {edge * 3} "
            above = f"  {glyphs.pointer}  " if has_fallen else " " * 5
            drawn = [*[" " * 5] * (rows - 2), above, flat]
            styles = ["strong" if has_fallen else "faint"] * rows
        name = f"tile {tile}"
        return [Piece(row, style, name) for row, style in zip(drawn, styles, strict=True)]


def dice_lines(dice: list[int], glyphs: Glyphs) -> list[Line]:
    """Return the dice side by side, five rows high; without dice, five empty rows."""
    drawn = [_die(die, glyphs) for die in dice]
    return [(Piece("  ".join(die[row] for die in drawn), "strong"),) for row in range(5)]


def _die(die: int, glyphs: Glyphs) -> list[str]:
    return glyphs.framed([f" {pips.replace('o', glyphs.pip)} " for pips in _PIPS[die]])


def fallen_last(recent: Recent) -> int:
    """Return the tiles laid down last, unless all have been put up since for another turn."""
    fallen = 0
    for state, move, _ in recent.steps(ShutTheBox):
        if state.phase == LAYING:
            fallen = move
        elif state.up == ALL_UP:
            fallen = 0
    return fallen


def _down(seat: int, laid: Sequence[str]) -> Iterator[tuple[int, str]]:
    """Yield the sets that a seat laid down in a turn, if any."""
    if laid:
        yield seat, f"laid down {', '.join(laid)}"


class ShutTheBoxWords(GameWords[ShutTheBox]):
    """The tiles that are up, what may be laid down, and the scores."""

    goal = "lay down tiles; low score wins"
    about = ""

    @property
    def chance_words(self) -> str:
        if len(self.match.seats) == 1:
            return self.rated_alone
        return "share of the stakes" if self.state.stake else super().chance_words

    @property
    def chance_note(self) -> str:
        seats = len(self.match.seats)
        if seats == 1:
            mean = least_scores(self.state.scoring)[TOP]
            return (
                "The tutor and reviews show a solo rating: 100% is a shut box, 50% is "
                f"{mean:,.0f} points, the average of best play."
            )
        if not self.state.stake:
            return ""
        even, each = f"{100 / seats:.3g}%", f"{50 / seats:.3g}%"
        return (
            "The tutor and reviews count shares of the stakes: a player who comes out even has"
            f" {even}, and each stake won or lost changes that by {each}."
        )

    def round_words(self) -> str:
        alone = len(self.match.seats) == 1
        paid = self.state.stake
        stake = f", stake {paid:,}, pool {paid * self.state.seats:,}" if paid else ""
        return ("alone" if alone else f"round {self.state.round}") + stake

    def where_words(self, move: int) -> str:
        counts = [len(tiles_of(each)) for each in self.choices()]
        count = len(tiles_of(move))
        if counts.count(count) == len(counts):
            return super().where_words(move)
        return "Look at a single tile." if count == 1 else f"Look at sets of {count} tiles."

    def look_words(self, places: Sequence[str]) -> str:
        return super().look_words(self.still_up(places))

    def still_up(self, places: Sequence[str]) -> list[str]:
        """Return those of the places that are tiles still up; a lesson can't know what was kept."""
        up = {f"tile {tile}" for tile in tiles_of(self.state.up)}
        return [place for place in places if place in up]

    def worth_words(self, value: float) -> str:
        return self._worth(self._figure(value, POINT_DIGITS))

    def worths_words(self, values: Sequence[float]) -> list[str]:
        return list(map(self._worth, self.worth_figures(values)))

    def worth_figures(self, values: Sequence[float]) -> list[str]:
        """Return the short figures in `worths_words`, in the fewest digits that tell them apart."""
        ascending = sorted(values)
        distinct = ascending[:1]
        for value in ascending:
            if not self.roster.are_alike(distinct[-1], value):
                distinct.append(value)
        for digits in range(1, _MOST_DIGITS):
            if len({self._figure(value, digits) for value in distinct}) == len(distinct):
                return [self._figure(value, digits) for value in values]
        return [self._figure(value, _MOST_DIGITS) for value in values]

    def _figure(self, value: float, digits: int) -> str:
        """Return a value as a percentage, alone as a score, under pub stakes as stakes."""
        seats = len(self.match.seats)
        if seats == 1:
            return f"{(1 - value) * WORST[self.state.scoring]:z,.{digits}f}"
        if self.state.stake:
            return f"{value * 2 * seats - 2:+z.{digits + 1}f}"
        return f"{value:.{digits}%}"

    def _worth(self, figure: str) -> str:
        if len(self.match.seats) == 1:
            return f"{figure} points on average"
        if self.state.stake:
            what = "loss" if figure.startswith("-") else "gain"
            return f"a {what} of {figure[1:]} stakes on average"
        return f"{figure} to win"

    def worth_heading(self) -> str:
        """Return the text above a column of figures."""
        if len(self.match.seats) == 1:
            return "and the score on average"
        return f"and the {'stakes on average' if self.state.stake else 'chance to win'}"

    def actions(self, recent: Recent) -> Iterator[tuple[int, str]]:
        laid: list[str] = []
        seat = 0
        for state, move, played in recent.steps(ShutTheBox):
            seat, up, in_vain = played.seat, state.up, ""
            if state.phase == LAYING:
                laid.append(set_text(move))
                up &= ~move
                is_over = not up
            else:
                is_over = state.phase == ROLLING and not fitting(up, pips(move))
                in_vain = "+".join(map(str, dice_of(move))) if is_over else ""
            if is_over:
                yield from _down(seat, laid)
                laid.clear()
                if in_vain:
                    yield seat, f"found nothing for {in_vain}"
                yield seat, f"scored {score_of(up, state.scoring):,}" if up else "shut the box"
        yield from _down(seat, laid)

    def chance_kind(self) -> str:
        if self.state.phase == ROLLING_FOR_FIRST:
            return "dice for the first turn"
        return "die" if one_die(self.state.up) else "dice"

    def seat_words(self, glyphs: Glyphs) -> list[str]:
        if self.state.phase == ROLLING_FOR_FIRST:
            return shown_totals(self.state.first_totals)
        return [self._score_so_far(seat) for seat in range(self.state.seats)]

    @property
    def most_seat_cells(self) -> int:
        return cells_of(f"{score_of(ALL_UP, self.state.scoring):,} so far")

    def _score_so_far(self, seat: int) -> str:
        """Return a seat's score, or what it would be if its turn ended now."""
        state = self.state
        if state.scores[seat] != UNPLAYED:
            return f"scored {state.scores[seat]:,}"
        is_playing = state.turn_seat() == seat
        return f"{score_of(state.up, state.scoring):,} so far" if is_playing else "no turn yet"

    def ended_words(self, seat: int) -> str:
        score = self._score_words(seat)
        return f"{score}, stakes {self.state.net_stakes()[seat]:+}" if self.state.stake else score

    def result_sentences(self) -> list[str]:
        """Return who won, and what follows if the box was shut for the pool (STB-15)."""
        state = self.state
        if not state.stake or 0 not in state.scores:
            return super().result_sentences()
        untried = ", and those still to come get no turn" if UNPLAYED in state.scores else ""
        shut = f"The box is shut: everyone else pays double{untried}. (STB-15)"
        return [*super().result_sentences(), shut]

    def _score_words(self, seat: int) -> str:
        score = self.state.scores[seat]
        if score != UNPLAYED:
            return f"score {score:,}"
        if self.state.phase == ENDED:
            return "no turn"
        return "no turn yet" if self.state.up == ALL_UP else self._score_so_far(seat)

    def now_words(self) -> list[str]:
        up = ", ".join(str(tile) for tile in tiles_of(self.state.up))
        tiles = f"Tiles up: {up or 'none'}."
        if self.state.phase != LAYING:
            return [tiles]
        throw = self.state.throw
        return [f"{tiles} Dice: {throw_words(throw)}, so {pips(throw)} to lay down."]

    def position_words(self) -> list[str]:
        seats = enumerate(self.match.seats)
        scores = "; ".join(f"{seat.name}: {self._score_words(at)}" for at, seat in seats)
        return [f"{self.round_words().capitalize()}. {scores}."]

    def drawn(self, glyphs: Glyphs) -> list[Line]:
        is_thrown = self.state.phase == LAYING
        dice = dice_lines(dice_of(self.state.throw), glyphs) if is_thrown else []
        return [*Tiles(self.state.up).lines(glyphs), *dice]
